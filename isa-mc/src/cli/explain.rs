//! `isa-mc explain`: one instruction, bit for bit.

use std::fmt::Write as _;

use isa_mc::tables::{
    BitString, Bits, Direction, Effects, Instruction, MAX_BYTES, NONE, StandIn, Tables, Text,
};
use isa_mc::{Inst, NoSymbols, OperandView, StreamInst, StreamTarget, SyntaxId, Target};

use super::args::ExplainArgs;
use super::derived::Derived;
use super::draw::{self, Segment};
use super::failure::Failure;
use super::fields::{fields, table, value_text};
use super::machines::AnyTarget;
use super::output::Output;
use super::reading::{Shown, Writer};
use super::report::Reporter;
use super::wrap::wrap;
use super::{hex, machines, pieces, report};

/// Columns of running text.
const WIDTH: usize = 78;

/// A target whose instructions can be taken apart.
trait Explained: Shown {
    /// Appends where the instruction has which values.
    fn layout(&self, inst: Self::Inst, out: &mut String);

    /// States in the place of operands.
    fn stand_ins(&self, inst: Self::Inst) -> &'static [StandIn];

    /// States that words among the operands stand for.
    fn states_of_words(&self, inst: Self::Inst) -> Vec<u16>;
}

impl Explained for Target<'static> {
    fn layout(&self, inst: Inst, out: &mut String) {
        words(self, inst, out);
        operands(self, inst, out);
    }

    fn stand_ins(&self, inst: Inst) -> &'static [StandIn] {
        let tables = self.tables();
        let shape = self
            .encoding(inst)
            .map(|it| &tables.shapes[usize::from(it.shape)]);
        shape.map_or(&[], |shape| &tables.stand_ins[shape.stand_ins.range()])
    }

    fn states_of_words(&self, inst: Inst) -> Vec<u16> {
        Target::states_of_words(self, inst).collect()
    }
}

impl Explained for StreamTarget<'static> {
    fn layout(&self, inst: StreamInst, out: &mut String) {
        pieces::table(self, inst, out);
    }

    fn stand_ins(&self, _: StreamInst) -> &'static [StandIn] {
        &[]
    }

    fn states_of_words(&self, _: StreamInst) -> Vec<u16> {
        Vec::new()
    }
}

pub fn run(args: &ExplainArgs, color: bool) -> Result<(), Failure> {
    match machines::target_with(&args.cpu, &args.mattr)? {
        AnyTarget::Words(target) => run_for(target, args, color),
        AnyTarget::Streams(target) => run_for(target, args, color),
    }
}

fn run_for<T: Explained>(target: T, args: &ExplainArgs, color: bool) -> Result<(), Failure> {
    let machine = target.target();
    let syntax = machines::syntax(&machine, args.syntax.as_deref())?;
    let text = args.instruction.join(" ");
    let mut bytes = Vec::new();
    if !looks_like_hex(&text) {
        let parsed = target
            .parse_with(&text, syntax, &NoSymbols)
            .map_err(|error| {
                let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
                let span = error.span.start as usize..error.span.end as usize;
                let code = isa_mc::asm::Code::of_statement(&error.kind);
                reporter.error(code.as_str(), span, &error.display(machine, syntax, &text));
                Failure::Reported
            })?;
        return show(&explain(&target, syntax, parsed.inst));
    }
    if let Err(problem) = hex::parse(text.as_bytes(), &mut bytes) {
        let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
        reporter.error(problem.code, problem.span, &problem.message);
        return Err(Failure::Reported);
    }
    match target.decode(&bytes) {
        Ok(inst) => {
            show(&explain(&target, syntax, inst))?;
            let rest = bytes.len() - target.size(inst).min(bytes.len());
            if rest != 0 {
                report::say(&format!("note: {rest} more bytes follow the instruction\n"));
            }
            Ok(())
        }
        Err(error) => {
            show(&raw(&machine, &bytes))?;
            let error = error.display(machine.tables());
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
    if target.tables().word_bits == 8 {
        text += &pieces::rows(bytes);
        return text;
    }
    for (row, bytes) in bytes.chunks(4).enumerate().take(MAX_BYTES / 4) {
        let bits = load(target.tables(), bytes);
        let low = row as u32 * 32;
        let width = bytes.len() as u32 * 8;
        let segments = [Segment {
            high: low + width - 1,
            low,
            name: format!("0x{bits:0digits$x}", digits = bytes.len() * 2),
        }];
        text += &draw::row(
            low,
            Bits::ZERO.insert(low as u8, 32, bits.into()),
            &segments,
        );
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
    let (title, name) = (tables.text(arch.title), tables.text(arch.name));
    let processor = tables.text(target.processor().name);
    if title == name {
        return format!("{processor} ({name}; {})", tables.title);
    }
    format!("{processor} ({title}, {name}; {})", tables.title)
}

/// Everything about an instruction.
fn explain<T: Explained>(target: &T, syntax: SyntaxId, inst: T::Inst) -> String {
    let mut out = String::new();
    header(target, syntax, inst, &mut out);
    target.layout(inst, &mut out);
    if let Some(row) = target.instruction(inst) {
        if let Some(done) = target.effects(inst) {
            let states = target.states_of_words(inst);
            effects(
                target.tables(),
                done,
                &states,
                row.atomic.is_set(),
                &mut out,
            );
        }
        documentation(target.tables(), row, target.stand_ins(inst), &mut out);
    }
    out
}

/// The bits of the words and what they are.
fn words(target: &Target<'static>, inst: Inst, out: &mut String) {
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
        out.push_str(&draw::row(low, inst.bits(), &segments));
    }
    if literal {
        let _ = writeln!(out, "followed by the literal 0x{:08x}", inst.literal());
    }
    out.push('\n');
    table(&fields, out);
}

/// The text and the bytes.
fn header<T: Shown>(target: &T, syntax: SyntaxId, inst: T::Inst, out: &mut String) {
    let tables = target.tables();
    let mut buffer = T::buffer();
    let size = target.encode(inst, buffer.as_mut()).unwrap_or(0);
    let buffer = buffer.as_ref();
    let writer = Writer::new(*target, syntax);
    let mut text = String::new();
    let unsayable = target.print(inst, syntax, &mut text).err();
    if unsayable.is_some() {
        text = writer.reading(inst).unwrap_or_default();
    }
    let mut bytes = Vec::new();
    hex::push(&mut bytes, &buffer[..size]);
    let bytes = String::from_utf8_lossy(&bytes).into_owned();
    let words: Vec<String> = buffer[..size]
        .chunks(4)
        .map(|word| format!("{:08x}", load(tables, word)))
        .collect();
    let _ = writeln!(out, "{text}\n");
    let _ = writeln!(out, "on      {}", cpu(&target.target()));
    if tables.word_bits == 8 {
        let _ = writeln!(out, "bytes   {size}");
    } else {
        let _ = writeln!(out, "bytes   {bytes}  (words {})", words.join(" "));
    }
    if let Some(error) = unsayable {
        let reason = writer.reason(inst, error);
        let _ = writeln!(out, "text    none that gives these bytes: {reason}");
    }
    out.push('\n');
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
            Direction::Modifier | Direction::Part | Direction::Member => "",
        };
        let value = value_text(target, view);
        let _ = write!(out, "  {:width$}  {value}, {direction}", view.name);
        let wraps = target.wraps(inst, view.index).filter(|wrap| wrap.is_set);
        let wraps: Vec<&str> = wraps.map(|wrap| wrap.name).collect();
        if !wraps.is_empty() {
            let _ = write!(out, " with {}", wraps.join(", "));
        }
        out.push('\n');
    }
}

/// What the instruction does beyond its operands.
fn effects(tables: &Tables<'_>, row: &Effects, states: &[u16], atomic: bool, out: &mut String) {
    let names =
        |texts: &[Text]| -> Vec<&str> { texts.iter().map(|&text| tables.text(text)).collect() };
    let mut reads = names(&tables.texts[row.reads.range()]);
    for &state in states {
        let name = tables.text(tables.states[usize::from(state)].name);
        if !reads.contains(&name) {
            reads.push(name);
        }
    }
    let mut writes = names(&tables.texts[row.writes.range()]);
    let counters = names(&tables.texts[row.counters.range()]);
    let branches = names(&tables.texts[row.branches.range()]);
    let memory = |list: &mut Vec<&str>, is: bool| {
        if is && !list.iter().any(|name| name.eq_ignore_ascii_case("memory")) {
            list.insert(0, "memory");
        }
    };
    memory(&mut reads, row.loads.is_set());
    memory(&mut writes, row.stores.is_set());
    let lists = [
        ("reads", reads, row.reads_derived.is_set()),
        ("writes", writes, row.writes_derived.is_set()),
        ("counts", counters, false),
        ("branches", branches, false),
    ];
    if lists.iter().all(|(_, list, _)| list.is_empty()) && !atomic {
        return;
    }
    out.push('\n');
    for (what, list, derived) in lists {
        if !list.is_empty() {
            let from = if derived {
                " (derived from the operation)"
            } else {
                ""
            };
            let _ = writeln!(out, "{what:<8}{}{from}", list.join(", "));
        }
    }
    if atomic {
        out.push_str("atomic  reads and writes memory in one step\n");
    }
}

fn documentation(tables: &Tables<'_>, row: &Instruction, stand_ins: &[StandIn], out: &mut String) {
    let family = tables.families.get(row.family as usize);
    let family = family.map_or("", |family| tables.text(family.doc));
    for doc in [tables.text(row.doc), family] {
        if !doc.trim().is_empty() {
            out.push('\n');
            out.push_str(&wrap(doc.trim(), WIDTH));
        }
    }
    let operation = tables.text(row.operation).trim_end();
    if !operation.is_empty() {
        let derived = tables.programs.get(usize::from(row.program));
        let derived = derived.map(|program| Derived::of(tables, program, stand_ins));
        out.push_str("\noperation");
        if let Some(lanes) = derived.as_ref().and_then(|it| it.lanes.as_ref()) {
            let _ = write!(out, ", for each lane{lanes}");
        }
        out.push('\n');
        for line in tables.text(row.lets).lines().chain(operation.lines()) {
            code_line(line, out);
        }
        out.push_str(&derived.map_or_else(String::new, |it| it.text(WIDTH)));
    } else if row.program != NONE {
        out.push_str("\noperation\n  nothing changes: no register, state or memory\n");
    }
}

/// A line of code, indented; what does not fit goes on further in.
fn code_line(line: &str, out: &mut String) {
    let code = line.trim_start();
    let indent = 2 + line.len() - code.len();
    let mut text = " ".repeat(indent);
    let mut has_words = false;
    for word in code.split(' ') {
        if has_words && text.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{text}");
            text = " ".repeat(indent + 4);
            has_words = false;
        }
        if has_words {
            text.push(' ');
        }
        text.push_str(word);
        has_words = true;
    }
    let _ = writeln!(out, "{}", text.trim_end());
}
