//! Programs that read and write whole files: ours, llvm-mc and llvm-objdump.

use std::path::{Path, PathBuf};

use super::Reason;
use super::material::{Material, llvm_mc, read, text_section};
use super::program::Program;
use isa_test_support::objects::Contents;

/// The programs for some material, and where they write.
pub struct Whole<'m> {
    material: &'m Material,
    program: &'m Path,
    folder: &'m Path,
}

impl<'m> Whole<'m> {
    /// With our program's path and a folder to write into.
    pub fn new(material: &'m Material, program: &'m Path, folder: &'m Path) -> Whole<'m> {
        Whole {
            material,
            program,
            folder,
        }
    }

    fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.material.name))
    }

    /// The processor with what the code asks of it.
    fn id(&self) -> String {
        format!("{}{}", self.material.cpu, self.material.features)
    }

    fn llvm_mc(&self, source: &Path, object: &Path) -> Program {
        let Material { cpu, features, .. } = self.material;
        llvm_mc(cpu, features, source, object)
    }

    /// Ours, from a source to an object.
    fn our_assembler(&self, source: &Path, object: &Path) -> Program {
        Program::new(self.program)
            .args(["asm".to_owned(), "--cpu".to_owned(), self.id()])
            .args([source, "-o".as_ref(), object])
            .makes(object)
    }

    /// Ours and llvm-mc, from text to an object.
    pub fn assemblers(&self) -> [Program; 2] {
        let source = &self.material.source;
        [
            self.our_assembler(source, &self.file("ours.o")),
            self.llvm_mc(source, &self.file("peer.o")),
        ]
    }

    /// Ours and llvm-objdump, from an object to text.
    pub fn disassemblers(&self) -> [Program; 2] {
        let ours = ["disasm", "--cpu", &self.material.cpu];
        [self.ours("ours.s", &ours), self.objdump()]
    }

    /// Ours and llvm-objdump, from an object to the listing of the latter.
    pub fn listers(&self) -> [Program; 2] {
        let mcpu = format!("--mcpu={}", self.material.cpu);
        let ours = ["objdump", "-d", &mcpu];
        [self.ours("ours.txt", &ours), self.objdump()]
    }

    /// Our program over the object, into a file.
    fn ours(&self, file: &str, words: &[&str]) -> Program {
        Program::new(self.program)
            .args(words)
            .args([&self.material.object])
            .output(&self.file(file))
    }

    fn objdump(&self) -> Program {
        Program::new("llvm-objdump-22")
            .args(["-d".to_owned(), format!("--mcpu={}", self.material.cpu)])
            .args([&self.material.object])
            .output(&self.file("peer.txt"))
    }

    /// Whether what the programs write is right: our object has what llvm-mc's has, and
    /// our text of that becomes it again, through our assembler and through llvm-mc; that of a
    /// linked object becomes the same code.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self) -> Result<(), Reason> {
        let contents = |path: &Path| {
            let bytes = read(path)?;
            Contents::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))
        };
        let expected = contents(&self.material.assembled)?;
        let (ours, again) = (self.file("ours.o"), self.file("again.o"));
        let [assembler, _] = self.assemblers();
        assembler.measure()?;
        same(&contents(&ours)?, &expected, "our object, llvm-mc's")?;
        let [disassembler, _] = self.disassemblers();
        disassembler.measure()?;
        let text = self.file("ours.s");
        self.our_assembler(&text, &again).measure()?;
        if self.material.object == self.material.assembled {
            let what = "our object of our text, llvm-mc's object";
            same(&contents(&again)?, &expected, what)?;
        }
        self.llvm_mc(&text, &again).measure()?;
        match text_section(&again)? == text_section(&self.material.object)? {
            true => Ok(()),
            false => Err("llvm-mc reads our text as other code".to_owned()),
        }
    }
}

fn same(found: &Contents, expected: &Contents, what: &str) -> Result<(), Reason> {
    let differences = found.differences(expected);
    let first: Vec<String> = differences.iter().take(5).cloned().collect();
    match differences.len() {
        0 => Ok(()),
        count => Err(format!("{what}: {count} differences\n{}", first.join("\n"))),
    }
}
