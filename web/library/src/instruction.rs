//! All about one instruction.

use isa_mc::explain::{self, Explanation};
use isa_mc::machines::AnyTarget;
use isa_mc::tables::Instruction;
use isa_mc::{SyntaxId, TargetMachine as _};
use serde::Serialize;

use crate::index::instructions;
use crate::listing::{digits, read_digits};
use crate::target;

/// All about an instruction.
#[derive(Debug, Serialize)]
pub struct View {
    /// Its mnemonic, without a suffix that says the encoding.
    pub mnemonic: &'static str,
    /// Its text in the syntax asked for.
    pub text: String,
    /// Why the syntax cannot say it.
    pub unsayable: Option<String>,
    /// Its processor.
    pub processor: &'static str,
    /// The processor's architecture in words.
    pub arch: String,
    /// Its format, or stream.
    pub format: &'static str,
    /// Its bytes.
    pub hex: String,
    /// Its words, the highest bit first; none of a stream.
    pub words: Vec<String>,
    /// What its bits are.
    pub fields: Vec<FieldView>,
    /// What it reads and writes by operand.
    operands: Vec<OperandView>,
    /// What it does beyond its operands.
    effects: Vec<(&'static str, String)>,
    /// What its row and its family say of it.
    pub documentation: Vec<&'static str>,
    /// What it does.
    pub operation: Option<OperationView>,
    /// How it is on other architectures.
    pub elsewhere: Vec<ElsewhereView>,
}

/// Bits with a name.
#[derive(Debug, Serialize)]
pub struct FieldView {
    /// Its name.
    pub name: String,
    /// Its bits as documents write them.
    pub range: String,
    /// Lowest bit and width of every piece, counted from the first bit of the first byte.
    pub pieces: Vec<(u32, u32)>,
    /// Its value in hexadecimal digits.
    pub value: String,
    /// What that means here.
    pub meaning: String,
}

#[derive(Debug, Serialize)]
struct OperandView {
    name: &'static str,
    value: String,
    access: &'static str,
    modifiers: Vec<&'static str>,
}

/// What an instruction does.
#[derive(Debug, Serialize)]
pub struct OperationView {
    /// Which lanes it runs for.
    lanes: Option<String>,
    /// The operation.
    pub body: String,
    /// What it uses that its family declares.
    around: Vec<String>,
    /// All of it as the description has it.
    full: String,
    reads: Vec<String>,
    writes: Vec<String>,
}

/// How an instruction is on other architectures.
#[derive(Debug, Serialize)]
pub struct ElsewhereView {
    /// Their names.
    pub archs: Vec<&'static str>,
    /// Their processors.
    pub processors: Vec<&'static str>,
    /// What it is called there.
    pub mnemonic: &'static str,
    /// Its formats with the opcode in each.
    pub encodings: Vec<String>,
}

impl View {
    fn new(it: Explanation) -> View {
        let words = it.fields.iter().map(|field| FieldView {
            name: field.name.to_owned(),
            range: field.range(),
            pieces: field.pieces.clone(),
            value: format!("0x{:x}", field.value),
            meaning: field.meaning.clone(),
        });
        let stream = it.pieces.iter().map(|piece| {
            let low = piece.offset as u32 * 8 + piece.low;
            FieldView {
                name: piece.name.clone(),
                range: format!("{}:{low}", low + piece.bits.max(1) - 1),
                pieces: vec![(low, piece.bits)],
                value: format!("0x{:x}", piece.value),
                meaning: match (piece.title, piece.meaning.as_str()) {
                    ("", meaning) => meaning.to_owned(),
                    (title, meaning) => format!("{meaning}, {title}"),
                },
            }
        });
        let mut fields: Vec<FieldView> = words.chain(stream).collect();
        let plain = it.words.len() - usize::from(it.has_literal && !it.words.is_empty());
        if let (true, Some(literal)) = (it.has_literal, it.words.last()) {
            let low = plain as u32 * 32;
            fields.push(FieldView {
                name: "literal".to_owned(),
                range: format!("{}:{low}", low + 31),
                pieces: vec![(low, 32)],
                value: format!("0x{literal:x}"),
                meaning: "the literal that an operand says".to_owned(),
            });
        }
        let effects = [
            ("reads", &it.effects.reads),
            ("writes", &it.effects.writes),
            ("counts", &it.effects.counters),
            ("branches to", &it.effects.branches),
        ];
        let effects = effects.into_iter().filter(|(_, list)| !list.is_empty());
        let documentation = [it.doc, it.family_doc].into_iter();
        View {
            mnemonic: it.mnemonic,
            text: it.text,
            unsayable: it.unsayable,
            processor: it.processor,
            arch: match it.arch == it.arch_title {
                true => format!("{}, {}", it.arch, it.machine_title),
                false => format!("{}, {}, {}", it.arch_title, it.arch, it.machine_title),
            },
            format: it.format,
            hex: digits(&it.bytes),
            words: it.words.iter().map(|word| format!("{word:08x}")).collect(),
            fields,
            operands: it
                .operands
                .into_iter()
                .map(|operand| OperandView {
                    name: operand.name,
                    value: operand.value,
                    access: match (operand.is_read, operand.is_written) {
                        (true, true) => "read and written",
                        (_, true) => "written",
                        _ => "read",
                    },
                    modifiers: operand.modifiers,
                })
                .collect(),
            effects: effects
                .map(|(what, list)| (what, list.join(", ")))
                .collect(),
            documentation: documentation.filter(|text| !text.is_empty()).collect(),
            operation: it.operation.map(|operation| OperationView {
                lanes: operation.lanes,
                body: operation.body,
                around: operation
                    .around
                    .into_iter()
                    .map(|around| around.text)
                    .collect(),
                full: operation.full,
                reads: operation.reads,
                writes: operation.writes,
            }),
            elsewhere: it
                .elsewhere
                .into_iter()
                .map(|other| ElsewhereView {
                    archs: other.archs,
                    processors: other.processors,
                    mnemonic: other.mnemonic,
                    encodings: other.encodings,
                })
                .collect(),
        }
    }
}

/// Explains the instruction that digits begin with.
pub fn explain(cpu: &str, syntax: &str, text: &str) -> Result<View, String> {
    let any = target::named(cpu)?;
    let syntax = target::syntax(&any, syntax)?;
    let digits = read_digits(any.target().tables(), text).map_err(|(_, _, message)| message)?;
    view(&any, syntax, &digits.bytes)
}

/// Explains the instruction that bytes begin with.
///
/// # Errors
///
/// What is wrong with the bytes, for people.
pub fn view(any: &AnyTarget, syntax: SyntaxId, bytes: &[u8]) -> Result<View, String> {
    let found = explain::bytes(any, syntax, bytes).map_err(|error| error.to_string())?;
    Ok(View::new(found))
}

/// An instruction of a processor with an example of each of its encodings.
#[derive(Serialize)]
pub struct Examples {
    mnemonic: &'static str,
    /// The name of the syntax that the examples are in.
    syntax: &'static str,
    #[serde(rename = "examples")]
    texts: Vec<String>,
}

/// The examples of a mnemonic: texts that assemble, in the first syntax that has some.
pub fn examples(cpu: &str, mnemonic: &str) -> Result<Examples, String> {
    let any = target::named(cpu)?;
    let machine = any.target();
    let tables = machine.tables();
    let entry = instructions(&machine).find(|it| it.mnemonic.eq_ignore_ascii_case(mnemonic));
    let Some(entry) = entry else {
        let names = instructions(&machine).map(|it| it.mnemonic);
        let near = isa_mc::arguments::meant(mnemonic, names);
        return Err(format!("{cpu} has no instruction `{mnemonic}`{near}"));
    };
    let row = &tables.instructions[entry.row];
    let mut found = Examples {
        mnemonic: entry.mnemonic,
        syntax: "",
        texts: Vec::new(),
    };
    for (syntax, name) in machine.syntaxes() {
        for &at in &entry.encodings {
            let text = example(&any, row, at, syntax);
            let text = text.filter(|text| !found.texts.contains(text));
            found.texts.extend(text);
        }
        if !found.texts.is_empty() {
            found.syntax = name;
            break;
        }
    }
    Ok(found)
}

/// A text of one encoding in a syntax; `None` if none was found.
pub fn example(
    any: &AnyTarget,
    row: &'static Instruction,
    encoding: usize,
    syntax: SyntaxId,
) -> Option<String> {
    let mut text = String::new();
    match any {
        AnyTarget::Words(target) => {
            let inst = explain::example(target, encoding)?;
            target.print(inst, syntax, &mut text).ok()?;
        }
        AnyTarget::Streams(target) => {
            let opcode = target.target().opcode(target.tables().text(row.name))?;
            let inst = explain::stream_example(target, opcode)?;
            target.print(inst, syntax, &mut text).ok()?;
        }
    }
    Some(text)
}
