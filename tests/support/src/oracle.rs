//! What a test compares: the engines' answers as plain bytes and texts.

use isa_dsl::sorted::SortedSet;
use std::fmt::Write as _;

use isa_mc::parse::{ParseError, Symbols};
use isa_mc::tables::{Encoding, Tables};
use isa_mc::{Inst, SyntaxId, Target};

use crate::mode;

/// The symbols that every source has in LLVM's syntax (`AMDGPUAsmUtils`, `UCVersion`). The
/// assembler has them; a statement alone gets them here.
struct Predefined {
    is_llvm: bool,
}

impl Symbols for Predefined {
    fn value(&self, name: &str) -> Option<i64> {
        let name = name.strip_prefix("UC_VERSION_").filter(|_| self.is_llvm)?;
        Some(match name {
            "GFX7" => 0,
            "GFX10" => 4,
            "GFX11" => 6,
            "GFX12" => 9,
            "W64_BIT" => 1 << 13,
            "W32_BIT" => 1 << 14,
            "MDP_BIT" => 1 << 15,
            _ => return None,
        })
    }
}

/// A processor with a syntax, ready for questions.
pub struct Engine<'a> {
    target: Target<'a>,
    syntax: SyntaxId,
    symbols: Predefined,
}

impl<'a> Engine<'a> {
    /// `None` if the machine has no such processor or syntax. The processor may have a mode:
    /// see [`mode`].
    pub fn new(tables: &'a Tables<'a>, cpu: &str, syntax: &str) -> Option<Engine<'a>> {
        let target = mode::target(tables, cpu)?;
        let is_llvm = syntax == "llvm";
        let syntax = target.syntax(syntax)?;
        Some(Engine {
            target,
            syntax,
            symbols: Predefined { is_llvm },
        })
    }

    /// The mnemonics of the processor, without and with the suffixes that force
    /// an encoding.
    pub fn mnemonics(&self) -> SortedSet<&'a str> {
        let tables = self.target.tables();
        let usable = tables.encodings.iter().filter(|encoding| {
            tables.shapes[encoding.shape as usize].arch == self.target.arch_index()
                && encoding.features & !self.target.features() == 0
        });
        let names = usable.flat_map(|encoding| {
            let with_suffix = encoding.mnemonics as usize + usize::from(self.syntax.0);
            let name = tables.instructions[encoding.instruction as usize].name;
            [name, tables.texts[with_suffix]].map(|name| tables.text(name))
        });
        names.collect()
    }

    /// The family of an instruction of the processor, by its mnemonic without or with a suffix.
    pub fn family(&self, mnemonic: &str) -> Option<&'a str> {
        let tables = self.target.tables();
        let mut encodings = tables.encodings.iter().filter(|encoding| {
            tables.shapes[encoding.shape as usize].arch == self.target.arch_index()
        });
        let encoding = encodings.find(|encoding| {
            let with_suffix = encoding.mnemonics as usize + usize::from(self.syntax.0);
            let name = tables.instructions[encoding.instruction as usize].name;
            [name, tables.texts[with_suffix]]
                .map(|name| tables.text(name))
                .contains(&mnemonic)
        })?;
        let shape = &tables.shapes[encoding.shape as usize];
        Some(tables.text(tables.families[shape.family as usize].name))
    }

    fn parse(&self, text: &str) -> Result<Inst, ParseError> {
        let parsed = self.target.parse_with(text, self.syntax, &self.symbols);
        parsed.map(|parsed| parsed.inst)
    }

    /// Whether a statement is an instruction; why not, nobody is told.
    pub fn takes(&self, text: &str) -> bool {
        self.parse(text).is_ok()
    }

    /// Bytes and canonical text of a statement, or why it is rejected.
    ///
    /// # Errors
    ///
    /// The message of the assembler.
    pub fn assemble(&self, text: &str) -> Result<(Vec<u8>, String), String> {
        let inst = self
            .parse(text)
            .map_err(|error| error.display(self.target, self.syntax, text).to_string())?;
        let mut bytes = [0; 20];
        let size = self
            .target
            .encode(inst, &mut bytes)
            .map_err(|error| format!("encode: {error:?}"))?;
        let mut printed = String::new();
        self.target
            .print(inst, self.syntax, &mut printed)
            .map_err(|error| format!("print: {error:?}"))?;
        Ok((bytes[..size].to_vec(), printed))
    }

    /// Whether a statement has a width that its bytes do not say: they are read
    /// as another text.
    pub fn chooses_width(&self, text: &str) -> bool {
        let inst = self.parse(text);
        inst.is_ok_and(|inst| inst.choice() != 0)
    }

    /// Text of the instruction that these bytes are; `None` if they are data.
    pub fn disassemble(&self, bytes: &[u8]) -> Option<String> {
        let inst = self
            .target
            .decode(bytes)
            .ok()
            .filter(|inst| inst.size() == bytes.len())?;
        let mut printed = String::new();
        self.target.print(inst, self.syntax, &mut printed).ok()?;
        Some(printed)
    }

    /// The encoding of the instruction that these bytes are; `None` if they are data.
    pub fn encoding(&self, bytes: &[u8]) -> Option<&'a Encoding> {
        let inst = self.target.decode(bytes).ok()?;
        self.target.encoding(inst)
    }

    /// The bytes that decoding and encoding again gives; `None` if they are
    /// not decoded.
    pub fn recode(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let inst = self.target.decode(bytes).ok()?;
        let mut out = [0; 20];
        let size = self.target.encode(inst, &mut out).ok()?;
        Some(out[..size].to_vec())
    }
}

/// The mnemonic that the bytes have for a processor, as LLVM writes it, without a suffix.
pub fn mnemonic(target: &Target<'_>, syntax: SyntaxId, bytes: &[u8]) -> Option<String> {
    let inst = target.decode(bytes).ok()?;
    let mut text = String::new();
    target.print_reading(inst, syntax, &mut text).ok()?;
    Some(without_suffix(text.split_whitespace().next()?).to_owned())
}

/// A mnemonic without the suffix that LLVM forces an encoding with.
pub fn without_suffix(mnemonic: &str) -> &str {
    let suffixes = ["_e64_dpp", "_e32", "_e64", "_sdwa", "_dpp"];
    let mut bare = suffixes.iter().filter_map(|it| mnemonic.strip_suffix(it));
    bare.next().unwrap_or(mnemonic)
}

/// A text with single blanks.
pub fn with_single_blanks(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Bytes as lower-case hexadecimal, in the order of memory.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes from hexadecimal; `None` if it is not.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}
