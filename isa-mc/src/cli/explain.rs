//! `isa-mc explain`: one instruction, bit for bit.

use std::fmt::Write as _;

use isa_mc::tables::{Direction, Part, Shape, Tables, Text};
use isa_mc::{Cursor, Inst, OperandValue, OperandView, SyntaxId, Target};

use super::args::ExplainArgs;
use super::draw::{self, Segment};
use super::output::Output;
use super::reading::{Writer, parts};
use super::report::Reporter;
use super::{Failure, hex, machines, report};

/// Columns of running text.
const WIDTH: usize = 78;

pub fn run(args: &ExplainArgs, color: bool) -> Result<(), Failure> {
    let target = machines::target(&args.cpu)?;
    let syntax = machines::syntax(&target, args.syntax.as_deref())?;
    let text = args.instruction.join(" ");
    let mut bytes = Vec::new();
    if !looks_like_hex(&text) {
        let inst = target.parse(&text, syntax).map_err(|error| {
            let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
            let span = error.span.start as usize..error.span.end as usize;
            let code = isa_mc::asm::Code::of_statement(&error.kind);
            reporter.error(code.as_str(), span, &error.display(&target, syntax, &text));
            Failure::Reported
        })?;
        return show(&explain(&target, syntax, inst));
    }
    if let Err(problem) = hex::parse(text.as_bytes(), &mut bytes) {
        let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
        reporter.error(problem.code, problem.span, &problem.message);
        return Err(Failure::Reported);
    }
    match target.decode(&bytes) {
        Ok(inst) => {
            show(&explain(&target, syntax, inst))?;
            let rest = bytes.len() - inst.size().min(bytes.len());
            if rest != 0 {
                report::say(&format!("note: {rest} more bytes follow the instruction\n"));
            }
            Ok(())
        }
        Err(error) => {
            show(&raw(&target, &bytes))?;
            let error = error.display(target.tables());
            Err(Failure::Input(format!(
                "no instruction of {}: {error}",
                args.cpu
            )))
        }
    }
}

fn show(text: &str) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.buffer.extend_from_slice(text.as_bytes());
    output.finish()
}

/// Digits and spaces only, and enough digits that it is no mnemonic.
fn looks_like_hex(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let others = text.bytes().filter(|byte| !byte.is_ascii_hexdigit());
    let starts = text.trim_start().as_bytes().first();
    let mut others = others.peekable();
    let only = others.all(|byte| byte.is_ascii_whitespace());
    only && (digits >= 8 || starts.is_some_and(u8::is_ascii_digit))
}

/// Bytes that are no instruction, as words.
fn raw(target: &Target<'_>, bytes: &[u8]) -> String {
    let mut text = format!("{} bytes on {}\n\n", bytes.len(), cpu(target));
    for (row, bytes) in bytes.chunks(4).enumerate().take(2) {
        let bits = load(target.tables(), bytes);
        let low = row as u32 * 32;
        let width = bytes.len() as u32 * 8;
        let segments = [Segment {
            high: low + width - 1,
            low,
            name: format!("0x{bits:0digits$x}", digits = bytes.len() * 2),
        }];
        text += &draw::row(low, u64::from(bits) << low, &segments);
    }
    text
}

fn load(tables: &Tables<'_>, bytes: &[u8]) -> u32 {
    let fold = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
    if tables.big_endian {
        bytes.iter().fold(0, fold)
    } else {
        bytes.iter().rev().fold(0, fold)
    }
}

fn cpu(target: &Target<'_>) -> String {
    let tables = target.tables();
    let arch = target.arch();
    format!(
        "{} ({} {}, {})",
        tables.text(target.processor().name),
        tables.name,
        tables.title,
        format_args!("{}: {}", tables.text(arch.name), tables.text(arch.title))
    )
}

/// Everything about an instruction.
fn explain(target: &Target<'static>, syntax: SyntaxId, inst: Inst) -> String {
    let mut out = String::new();
    header(target, syntax, inst, &mut out);
    let fields = fields(target, inst);
    let size = target.size(inst);
    let literal = size > 4
        && target
            .encoding(inst)
            .is_some_and(|row| usize::from(target.tables().shapes[row.shape as usize].size) < size);
    let plain = if literal { size - 4 } else { size };
    for low in (0..plain as u32 * 8).step_by(32) {
        let segments: Vec<Segment> = fields
            .iter()
            .flat_map(|field| field.pieces.iter().map(move |piece| (field, piece)))
            .filter(|(_, (shift, width))| shift + width > low && *shift < low + 32)
            .map(|(field, (shift, width))| Segment {
                high: (shift + width - 1).min(low + 31),
                low: (*shift).max(low),
                name: field.name.clone(),
            })
            .collect();
        out += &draw::row(low, inst.bits(), &segments);
    }
    if literal {
        let _ = writeln!(out, "followed by the literal 0x{:08x}", inst.literal());
    }
    out.push('\n');
    table(&fields, &mut out);
    operands(target, inst, &mut out);
    effects(target, inst, &mut out);
    documentation(target, inst, &mut out);
    out
}

/// The text and the bytes.
fn header(target: &Target<'static>, syntax: SyntaxId, inst: Inst, out: &mut String) {
    let mut buffer = [0; 32];
    let size = target.encode(inst, &mut buffer).unwrap_or(0);
    let mut line = Vec::new();
    Writer::new(*target, syntax).instruction(inst, &buffer[..size], &mut line);
    let text = String::from_utf8_lossy(&line).into_owned();
    let mut bytes = Vec::new();
    hex::push(&mut bytes, &buffer[..size]);
    let bytes = String::from_utf8_lossy(&bytes).into_owned();
    let words: Vec<String> = buffer[..size]
        .chunks(4)
        .map(|word| format!("{:08x}", load(target.tables(), word)))
        .collect();
    let _ = writeln!(out, "{text}\n");
    let _ = writeln!(out, "on      {}", cpu(target));
    let _ = writeln!(out, "bytes   {bytes}  (words {})\n", words.join(" "));
}

/// A part of the layout.
struct Field {
    name: String,
    /// Lowest bit and width of every piece, least significant first.
    pieces: Vec<(u32, u32)>,
    total: u32,
    value: u64,
    meaning: String,
}

fn fields(target: &Target<'static>, inst: Inst) -> Vec<Field> {
    let tables = target.tables();
    let Some(shape) = target
        .encoding(inst)
        .map(|row| &tables.shapes[row.shape as usize])
    else {
        return Vec::new();
    };
    let mut fields: Vec<Field> = parts(target, inst)
        .map(|part| {
            let mut pieces = vec![(u32::from(part.field.shift), u32::from(part.field.width))];
            let more = &tables.pieces[part.field.more.range()];
            pieces.extend(
                more.iter()
                    .map(|piece| (u32::from(piece.shift), u32::from(piece.width))),
            );
            Field {
                name: tables.text(part.name).to_string(),
                pieces,
                total: u32::from(part.field.total),
                value: part.field.get(inst.bits(), tables.pieces),
                meaning: meaning(target, inst, shape, part),
            }
        })
        .collect();
    fields.sort_by_key(|field| field.pieces.first().copied());
    fields
}

/// What a part means in this instruction.
fn meaning(target: &Target<'static>, inst: Inst, shape: &Shape, part: &Part) -> String {
    let tables = target.tables();
    let mask = part.field.mask(tables.pieces);
    let name = tables.text(part.name);
    match name {
        "reserved" => return "reserved, must be zero".to_string(),
        "ignored" => return "ignored".to_string(),
        _ => {}
    }
    let row = tables.operands[shape.operands.range()]
        .iter()
        .position(|operand| {
            operand.field.total != 0 && operand.field.mask(tables.pieces) & mask != 0
        });
    if let Some(view) = row.and_then(|index| target.operands(inst).nth(index)) {
        let value = value_text(target, &view);
        return if view.name == name {
            value
        } else {
            format!("{value} ({})", view.name)
        };
    }
    let instruction = target.mnemonic(inst);
    if shape.unused & mask != 0 {
        return if part.field.get(inst.bits(), tables.pieces) == 0 {
            format!("not used by {instruction}")
        } else {
            format!("not used by {instruction}: no text says this value")
        };
    }
    if name == "opcode" {
        return instruction.to_string();
    }
    let family = target
        .instruction(inst)
        .and_then(|row| tables.families.get(row.family as usize));
    let format = family.map_or("", |family| tables.text(family.format));
    let family = family.map_or("", |family| tables.text(family.name));
    if name == "encoding" {
        return format!("the format {format}");
    }
    if shape.mask & mask == mask {
        format!("fixed by {family}")
    } else {
        String::new()
    }
}

fn value_text(target: &Target<'_>, view: &OperandView<'_>) -> String {
    match view.value {
        None => "no meaning".to_string(),
        Some(OperandValue::Register(register)) => {
            let mut buffer = [0; 64];
            let mut cursor = Cursor::new(&mut buffer);
            target.print_register(register, &mut cursor);
            cursor.as_str().to_string()
        }
        Some(OperandValue::Keyword(word)) => word.to_string(),
        Some(OperandValue::Int(number)) => number.to_string(),
        Some(OperandValue::Float(number)) => format!("{number:?}"),
        Some(OperandValue::Literal(literal)) => format!("literal 0x{literal:x}"),
        Some(OperandValue::Flag(set)) => if set { "set" } else { "not set" }.to_string(),
        Some(OperandValue::Absent("")) => "no registers".to_string(),
        Some(OperandValue::Absent(text)) => text.to_string(),
    }
}

/// The parts, highest bits last, as a table.
fn table(fields: &[Field], out: &mut String) {
    let rows: Vec<[String; 5]> = fields
        .iter()
        .map(|field| {
            let range = |&(shift, width): &(u32, u32)| match width {
                0 | 1 => shift.to_string(),
                _ => format!("{}:{shift}", shift + width - 1),
            };
            let bits: Vec<String> = field.pieces.iter().rev().map(range).collect();
            let digits = field.total.div_ceil(4).max(1) as usize;
            [
                format!("[{}]", bits.join(",")),
                field.name.clone(),
                format!(
                    "{:0width$b}",
                    field.value,
                    width = field.total.max(1) as usize
                ),
                format!("0x{:0digits$x}", field.value),
                field.meaning.clone(),
            ]
        })
        .collect();
    let heads = ["bits", "name", "binary", "hex", "meaning"].map(str::to_string);
    let width = |column: usize| {
        let all = rows.iter().chain([&heads]);
        all.map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..4).map(width).collect();
    for row in [&heads].into_iter().chain(&rows) {
        let _ = writeln!(
            out,
            "{}",
            format!(
                "{:<a$}  {:<b$}  {:>c$}  {:>d$}  {}",
                row[0],
                row[1],
                row[2],
                row[3],
                row[4],
                a = widths[0],
                b = widths[1],
                c = widths[2],
                d = widths[3],
            )
            .trim_end()
        );
    }
}

fn operands(target: &Target<'static>, inst: Inst, out: &mut String) {
    let views: Vec<OperandView<'_>> = target
        .operands(inst)
        .filter(|view| view.direction != Direction::Modifier)
        .collect();
    if views.is_empty() {
        return;
    }
    out.push_str("\noperands\n");
    let width = views
        .iter()
        .map(|view| view.name.chars().count())
        .max()
        .unwrap_or(0);
    for view in &views {
        let direction = match view.direction {
            Direction::In => "read",
            Direction::Out => "written",
            Direction::InOut => "read and written",
            Direction::Modifier => "",
        };
        let value = value_text(target, view);
        let _ = writeln!(out, "  {:width$}  {value}, {direction}", view.name);
    }
}

/// What the instruction does beyond its operands.
fn effects(target: &Target<'static>, inst: Inst, out: &mut String) {
    let tables = target.tables();
    let Some(row) = target.instruction(inst) else {
        return;
    };
    let names =
        |texts: &[Text]| -> Vec<&str> { texts.iter().map(|&text| tables.text(text)).collect() };
    let mut reads = names(&tables.texts[row.reads.range()]);
    let mut writes = names(&tables.texts[row.writes.range()]);
    let counters = names(&tables.texts[row.counters.range()]);
    let memory = |list: &mut Vec<&str>, is: bool| {
        if is && !list.iter().any(|name| name.eq_ignore_ascii_case("memory")) {
            list.insert(0, "memory");
        }
    };
    memory(&mut reads, row.loads);
    memory(&mut writes, row.stores);
    if reads.is_empty() && writes.is_empty() && counters.is_empty() && !row.atomic {
        return;
    }
    out.push('\n');
    for (what, list) in [("reads", reads), ("writes", writes), ("counts", counters)] {
        if !list.is_empty() {
            let _ = writeln!(out, "{what:<8}{}", list.join(", "));
        }
    }
    if row.atomic {
        out.push_str("atomic  reads and writes memory in one step\n");
    }
}

fn documentation(target: &Target<'static>, inst: Inst, out: &mut String) {
    let tables = target.tables();
    let Some(row) = target.instruction(inst) else {
        return;
    };
    let family = tables.families.get(row.family as usize);
    let family = family.map_or("", |family| tables.text(family.doc));
    for doc in [tables.text(row.doc), family] {
        if !doc.trim().is_empty() {
            out.push('\n');
            out.push_str(&wrap(doc.trim()));
        }
    }
    let operation = tables.text(row.operation).trim_end();
    if !operation.is_empty() {
        out.push_str("\noperation\n");
        for line in operation.lines() {
            let _ = writeln!(out, "{}", format!("  {line}").trim_end());
        }
    }
}

/// Running text in lines of bounded width; empty lines stay.
fn wrap(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        if !out.is_empty() {
            out.push('\n');
        }
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if column != 0 && column + 1 + length > WIDTH {
                out.push('\n');
                column = 0;
            }
            if column != 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
    out
}
