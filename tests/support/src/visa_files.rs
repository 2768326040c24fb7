//! Whole vISA files for tests: objects that a seed determines, damaged ones, and what must
//! hold of any of them.

use isa_mc::StreamTarget;
use isa_mc::visa::object::{
    Attribute, Binary, FileVariable, Function, Input, Kernel, Label, Object, Relocation, Routine,
    Strings, UntypedVariable, Variable, Version, first,
};
use isa_mc::visa::text::{self, Style};
use isa_mc::visa::{self, syntax};

use crate::random::Random;

/// Instructions over what [`object`] declares at least: two variables, one of everything
/// else, two labels of which the second is a subroutine, and the strings 1 and 2.
const INSTRUCTIONS: [&str; 20] = [
    "mov (M1, 16) V32(0,0)<1> 0x5:ud",
    "(P1) add (M1, 16) V32(0,0)<1> V33(0,0)<1;1,0> V33(0,0)<1;1,0>",
    "cmp.lt (M1, 16) P1 V32(0,0)<1;1,0> 0x64:ud",
    "(!P1.any) jmp (M1, 1) L0",
    "(P1) goto (M1, 16) L0",
    "call (M1, 16) L1",
    "mov (M1, 8) r[A0(0),4]<1>:ud V32(0,0)<1;1,0>",
    "switchjmp (M1, 1) V32(0,0)<0;1,0> (L0, L0)",
    "oword_ld (8) T6 0x0:ud V32.0",
    "gather4_scaled.RGBA (M1, 16) T6 0x0:ud V32.0 V33.0",
    "lsc_load.ugm (M1, 16) V32:d32 flat[V33]:a64",
    "lifetime.start V32",
    "faddr string1 V32(0,0)<1>",
    "(P1) fcall (M1, 16) string2 2 1",
    "FILE \"string2\"",
    "LOC 12",
    "barrier",
    "mov (M1, 1) V32(0,0)<1> %r0(0,1)<0;1,0>",
    "or (M1, 16) P1 P1 P1",
    "ret (M1, 1)",
];

/// Names as files have them, and some that no text can have as they are.
const NAMES: [&str; 12] = [
    "V0032",
    "x",
    "_main_0",
    "a.b",
    "foo$1",
    "S0",
    "T6",
    "P1",
    "A0",
    "mov",
    "V7",
    "\u{e4}\"\\",
];

/// The processor of a version.
///
/// # Panics
///
/// If there is none.
pub fn target(version: Version) -> StreamTarget<'static> {
    let processor = version.processor().and_then(visa::target);
    processor.expect("a processor of the version")
}

/// An object of what the tools write, too.
pub fn object(random: &mut Random, version: Version) -> Object {
    let mut object = Object::new(version);
    for number in 0..random.below(3) {
        let name = format!("kernel{number}").into_bytes();
        let (routine, inputs) = routine(random, version, &name, true);
        object.kernels.push(Kernel {
            name,
            routine,
            inputs,
            ..Kernel::default()
        });
    }
    for number in 0..random.below(3) {
        let name = format!("function{number}").into_bytes();
        let (routine, _) = routine(random, version, &name, false);
        object.functions.push(Function {
            name,
            routine,
            linkage: random.below(3) as u8,
            input_size: random.below(4) as u8,
            return_size: random.below(4) as u8,
            ..Function::default()
        });
    }
    object
}

/// An object that has also what the text of the tools has no words for.
pub fn beyond_text(random: &mut Random, version: Version) -> Object {
    let mut object = object(random, version);
    for _ in 0..random.below(3) {
        object.variables.push(FileVariable {
            linkage: random.below(4) as u8,
            name: vec![b'v', random.word() as u8],
            properties: random.word() as u8,
            elements: random.word() as u16,
            attributes: exact_attributes(random, 0xffff),
        });
    }
    for kernel in &mut object.kernels {
        for _ in 0..random.below(3) {
            kernel.binaries.push(Binary {
                platform: random.below(256) as u8,
                bytes: vec![random.word() as u8; random.below(40)],
            });
        }
        kernel.variable_relocations = relocations(random);
        kernel.function_relocations = relocations(random);
        if random.below(3) == 0 {
            kernel.name = vec![b'k', random.below(2) as u8];
        }
        for _ in 0..random.below(2) {
            kernel.inputs.push(Input {
                properties: random.word() as u8,
                id: random.below(60) as u32,
                offset: 0,
                size: 4,
            });
        }
        beyond_text_routine(random, &mut kernel.routine);
    }
    for function in &mut object.functions {
        function.variable_relocations = relocations(random);
        function.function_relocations = relocations(random);
        if random.below(4) == 0 {
            function.routine = Routine::default();
            (function.input_size, function.return_size) = (0, 0);
        } else {
            beyond_text_routine(random, &mut function.routine);
        }
    }
    object
}

fn beyond_text_routine(random: &mut Random, routine: &mut Routine) {
    let strings = routine.strings.len();
    let string = |random: &mut Random| random.below(strings) as u32;
    if random.below(3) == 0 {
        routine.name = string(random);
    }
    for variable in &mut routine.variables {
        variable.properties = random.word() as u8;
        variable.alias = random.below(60) as u32;
        variable.alias_offset = random.below(60) as u16;
        variable.alias_scope = random.below(3) as u8;
        if random.below(4) == 0 {
            variable.name = string(random);
        }
    }
    for label in &mut routine.labels {
        label.kind = random.below(4) as u8;
        label.attributes = exact_attributes(random, strings);
    }
    for _ in 0..random.below(3) {
        routine.motion_estimations.push(UntypedVariable {
            name: string(random),
            elements: random.word() as u16,
            attributes: exact_attributes(random, strings),
        });
    }
    routine.attributes.extend(exact_attributes(random, strings));
    // Labels twice, or of the other kind.
    for _ in 0..random.below(3) {
        let opcode = [0x30, 0x31][random.below(2)];
        routine
            .code
            .splice(0..0, [opcode, random.below(4) as u8, 0]);
    }
}

/// Attributes of any of the first names, and any bytes.
fn exact_attributes(random: &mut Random, names: usize) -> Vec<Attribute> {
    (0..random.below(3))
        .map(|_| Attribute {
            name: random.below(names) as u32,
            value: vec![random.word() as u8; random.below(6)],
        })
        .collect()
}

fn relocations(random: &mut Random) -> Vec<Relocation> {
    (0..random.below(3))
        .map(|_| Relocation {
            symbolic: random.word() as u16,
            resolved: random.word() as u16,
        })
        .collect()
}

fn routine(
    random: &mut Random,
    version: Version,
    name: &[u8],
    is_kernel: bool,
) -> (Routine, Vec<Input>) {
    let mut routine = Routine::default();
    let mut strings = Strings::default();
    routine.name = strings.add(name);
    strings.add(b"symbol.1");
    strings.add(b"C:\\k.cl");
    let named = |random: &mut Random, strings: &mut Strings| {
        let name = NAMES[random.below(NAMES.len())];
        strings.add(format!("{name}{}", random.below(4)).as_bytes())
    };
    for number in 0..2 + random.below(4) as u32 {
        let alias = match number {
            0 => 0,
            _ if random.below(2) == 0 => 0,
            number => first::VARIABLE + random.below(number as usize) as u32,
        };
        let name = named(random, &mut strings);
        routine.variables.push(Variable {
            name,
            properties: random.below(16) as u8 | (random.below(10) as u8) << 4,
            elements: random.below(64) as u16 + 1,
            alias,
            alias_offset: if alias == 0 {
                0
            } else {
                random.below(64) as u16
            },
            alias_scope: 0,
            attributes: declared_attributes(random, &mut strings),
        });
    }
    for _ in 0..=random.below(2) {
        let name = named(random, &mut strings);
        routine.addresses.push(UntypedVariable {
            name,
            elements: random.below(16) as u16,
            attributes: declared_attributes(random, &mut strings),
        });
        let name = named(random, &mut strings);
        routine.predicates.push(UntypedVariable {
            name,
            elements: 32,
            attributes: declared_attributes(random, &mut strings),
        });
        let name = named(random, &mut strings);
        routine.samplers.push(UntypedVariable {
            name,
            elements: 1,
            attributes: declared_attributes(random, &mut strings),
        });
        let name = named(random, &mut strings);
        routine.surfaces.push(UntypedVariable {
            name,
            elements: 1,
            attributes: declared_attributes(random, &mut strings),
        });
    }
    for kind in [0, 1]
        .into_iter()
        .chain((0..random.below(3)).map(|it| it as u8))
    {
        let name = named(random, &mut strings);
        routine.labels.push(Label {
            name,
            kind,
            attributes: Vec::new(),
        });
    }
    let inputs = [
        (0, first::VARIABLE),
        (1, first::SAMPLER),
        (2, first::SURFACE),
    ];
    let mut given = Vec::new();
    if is_kernel {
        for (kind, id) in inputs.into_iter().take(random.below(4)) {
            given.push(Input {
                properties: kind | (random.below(12) as u8) << 3,
                id,
                offset: random.word() as i16,
                size: random.word() as u16,
            });
        }
    }
    for (name, size) in [
        ("SimdSize", 1),
        ("SLMSize", 4),
        ("NoBarrier", 0),
        ("Target", 1),
    ] {
        if random.below(2) == 0 {
            let value = [random.below(3) as u8, 0, 0, 0][..size].to_vec();
            let name = strings.add(name.as_bytes());
            routine.attributes.push(Attribute { name, value });
        }
    }
    routine.strings = strings;
    let target = target(version);
    routine.code = vec![0x31, 0, 0];
    for _ in 0..random.below(12) {
        let text = INSTRUCTIONS[random.below(INSTRUCTIONS.len())];
        // Some are not there in every version.
        if let Ok(inst) = target.parse(text, syntax::VISA) {
            routine.code.extend_from_slice(inst.bytes());
        }
    }
    routine.code.extend([0x30, 1, 0]);
    if random.below(8) == 0 {
        // What is no instruction.
        routine.code.extend([0xff, random.word() as u8]);
    }
    (routine, given)
}

fn declared_attributes(random: &mut Random, strings: &mut Strings) -> Vec<Attribute> {
    let all = [("Output", 0), ("Scope", 4), ("Scope", 1), ("Input", 0)];
    let rows = all.iter().take(random.below(5));
    let mut attributes = Vec::new();
    for &(name, size) in rows {
        attributes.push(Attribute {
            name: strings.add(name.as_bytes()),
            value: [random.below(100) as u8, 0, 0, 0][..size].to_vec(),
        });
    }
    attributes
}

/// Changes, adds or takes away some bytes.
pub fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = random.below(bytes.len());
        match random.below(6) {
            0 => bytes[at] = random.word() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at),
            3 => bytes.insert(at, random.word() as u8),
            4 => {
                bytes.remove(at);
            }
            _ => {
                let end = (at + random.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, part);
            }
        }
    }
}

/// What must hold of bytes, whatever they are. Gives whether they are an object.
///
/// # Panics
///
/// If it does not.
pub fn check_bytes(bytes: &[u8]) -> bool {
    let object = match Object::read(bytes) {
        Ok(object) => object,
        Err(error) => {
            assert!(error.offset <= bytes.len(), "{error}");
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let Ok(written) = object.write() else {
        panic!("what was read can be written");
    };
    assert_eq!(
        Object::read(&written).as_ref(),
        Ok(&object),
        "written and read"
    );
    let listing = text::list(&object, Style::Names).expect("a version that was read");
    let again = text::assemble(&listing, object.version);
    assert_eq!(again.as_ref(), Ok(&object), "{listing}");
    text::list(&object, Style::GenX).expect("a version that was read");
    true
}

/// What must hold of a text, whatever it is. Gives whether it is that of an object.
///
/// # Panics
///
/// If it does not.
pub fn check_text(source: &str, version: Version) -> bool {
    match text::assemble(source, version) {
        Ok(object) => {
            if let Ok(bytes) = object.write() {
                check_bytes(&bytes);
            }
            true
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "no object, and nothing is wrong");
            for error in errors {
                assert!(error.span.start <= error.span.end, "{error:?}");
                assert!(error.span.end <= source.len(), "{error:?}");
                assert!(!error.to_string().is_empty());
            }
            false
        }
    }
}

/// The stored sources, and their names.
///
/// # Panics
///
/// If they cannot be read.
pub fn sources() -> Vec<(String, String)> {
    let folder = crate::folder().join("visa");
    let entries = std::fs::read_dir(folder).expect("the folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut sources: Vec<(String, String)> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "visaasm"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a source");
            (name.into_owned(), text)
        })
        .collect();
    sources.sort();
    sources
}
