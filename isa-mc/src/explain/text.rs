//! An explanation as lines of plain text.

use std::fmt::Write as _;

use crate::Target;
use crate::tables::{BitString, Bits, MAX_BYTES};

use super::draw::{self, Segment};
use super::explanation::{Effects, Explanation, load};
use super::field::Field;
use super::operation::Operation;
use super::piece::Piece;
use super::wrap::wrap;

/// Columns of running text.
const WIDTH: usize = 78;

/// Columns of a line of a table.
const TABLE_WIDTH: usize = 79;

/// Lines that what a family has around an operation may take in all before it is folded.
const AROUND_LINES: usize = 6;

/// Lines of an operation that are shown before the rest is folded.
const BODY_LINES: usize = 24;

/// How much is said of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// What the row says, specialised to the instruction; what the family has around it is
    /// named, and shown where it is short.
    #[default]
    Folded,
    /// The same, and all that the description has, for every encoding and every value.
    Full,
}

impl Explanation {
    /// All of it, in lines of at most 79 columns (but for a text or a list of fields that is
    /// longer), the last one with its newline.
    pub fn text(&self, detail: Detail) -> String {
        let mut out = String::new();
        self.header(&mut out);
        if self.pieces.is_empty() {
            self.drawing(&mut out);
            fields(&self.fields, &mut out);
        } else {
            pieces(&self.pieces, &mut out);
        }
        self.operands(&mut out);
        effects(&self.effects, &mut out);
        self.words_said(&mut out);
        if let Some(operation) = &self.operation {
            out.push('\n');
            operation.write(self.family, detail, &mut out);
        }
        self.elsewhere(&mut out);
        out
    }

    /// What it is in words and pseudocode alone, without its bits: for a place with little room,
    /// as beside text in an editor. Lines, the last one with its newline.
    pub fn summary(&self) -> String {
        let mut out = format!("{}\n", self.text);
        let _ = writeln!(out, "{} on {}", self.format, self.cpu());
        self.words_said(&mut out);
        if let Some(operation) = &self.operation {
            out.push('\n');
            operation.write(self.family, Detail::Folded, &mut out);
        }
        out
    }

    /// `gfx900 (Vega, gcn1.4; AMD Graphics Core Next)`
    fn cpu(&self) -> String {
        cpu(
            self.processor,
            self.arch_title,
            self.arch,
            self.machine_title,
        )
    }

    /// The text and the bytes.
    fn header(&self, out: &mut String) {
        let _ = writeln!(out, "{}\n", self.text);
        let _ = writeln!(out, "on      {}", self.cpu());
        if self.words.is_empty() {
            let _ = writeln!(out, "bytes   {}", self.bytes.len());
        } else {
            let words: Vec<String> = self.words.iter().map(|it| format!("{it:08x}")).collect();
            let bytes = digits(&self.bytes);
            let _ = writeln!(out, "bytes   {bytes}  (words {})", words.join(" "));
        }
        if let Some(reason) = &self.unsayable {
            let _ = writeln!(out, "text    none that gives these bytes: {reason}");
        }
        out.push('\n');
    }

    /// The bits of the words and what they are.
    fn drawing(&self, out: &mut String) {
        let plain = match self.has_literal {
            true => self.words.len().saturating_sub(1),
            false => self.words.len(),
        };
        for (row, &word) in self.words[..plain].iter().enumerate() {
            let low = row as u32 * 32;
            let pieces = self.fields.iter();
            let pieces = pieces.flat_map(|it| it.pieces.iter().map(move |piece| (it, piece)));
            let segments: Vec<Segment> = pieces
                .filter(|(_, (shift, width))| shift + width > low && *shift < low + 32)
                .map(|(field, (shift, width))| Segment {
                    high: (shift + width - 1).min(low + 31),
                    low: (*shift).max(low),
                    name: field.name.to_string(),
                })
                .collect();
            out.push_str(&draw_word(low, word, &segments));
        }
        if let Some(literal) = self.words[plain..].first() {
            let _ = writeln!(out, "followed by the literal 0x{literal:08x}");
        }
        out.push('\n');
    }

    fn operands(&self, out: &mut String) {
        if self.operands.is_empty() {
            return;
        }
        out.push_str("\noperands\n");
        let names = self.operands.iter().map(|it| it.name.chars().count());
        let width = names.max().unwrap_or(0);
        for operand in &self.operands {
            let direction = match (operand.is_read, operand.is_written) {
                (true, true) => "read and written",
                (true, false) => "read",
                (false, true) => "written",
                (false, false) => "",
            };
            let _ = write!(
                out,
                "  {:width$}  {}, {direction}",
                operand.name, operand.value
            );
            if !operand.modifiers.is_empty() {
                let _ = write!(out, " with {}", operand.modifiers.join(", "));
            }
            out.push('\n');
        }
    }

    /// What the description says in words.
    fn words_said(&self, out: &mut String) {
        for doc in [self.doc, self.family_doc] {
            if !doc.is_empty() {
                out.push('\n');
                out.push_str(&wrap(doc, WIDTH));
            }
        }
    }

    fn elsewhere(&self, out: &mut String) {
        if self.elsewhere.is_empty() {
            return;
        }
        out.push_str("\nelsewhere\n");
        for other in &self.elsewhere {
            let mut line = format!("{}: ", other.archs.join(" "));
            if other.mnemonic != self.mnemonic {
                let _ = write!(line, "{}, ", other.mnemonic);
            }
            line.push_str(&other.encodings.join(", "));
            indented(&line, 2, 4, out);
        }
    }
}

impl Operation {
    fn write(&self, family: &str, detail: Detail, out: &mut String) {
        if self.body.is_empty() && self.full.trim().is_empty() {
            out.push_str("operation\n  nothing changes: no register, state or memory\n");
            return;
        }
        out.push_str("operation");
        if let Some(lanes) = &self.lanes {
            let _ = write!(out, ", for each lane");
            if !lanes.is_empty() {
                let _ = write!(out, " {lanes}");
            }
        }
        out.push('\n');
        if self.body.is_empty() {
            out.push_str("  nothing changes with these fields\n");
        }
        let mut around = String::new();
        for line in self.around.iter().flat_map(|it| it.text.lines()) {
            code_line(line, &mut around);
        }
        let is_short = around.lines().count() <= AROUND_LINES;
        let mut is_folded = false;
        if is_short || detail == Detail::Full {
            out.push_str(&around);
        } else {
            is_folded = true;
            let names = self.around.iter().map(|it| it.name.as_str());
            let names: Vec<&str> = names.filter(|name| names_it(&self.body, name)).collect();
            let said = format!("// {family} says what these are: {}", names.join(", "));
            for line in wrap_comment(&said).lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        let mut body = String::new();
        for line in self.body.lines() {
            code_line(line, &mut body);
        }
        let lines = body.lines().count();
        if lines > BODY_LINES && detail == Detail::Folded {
            is_folded = true;
            let kept: Vec<&str> = body.lines().take(BODY_LINES).collect();
            out.push_str(&kept.join("\n"));
            let _ = writeln!(out, "\n  // {} lines more", lines - BODY_LINES);
        } else {
            out.push_str(&body);
        }
        for (what, names) in [("reads", &self.reads), ("writes", &self.writes)] {
            if !names.is_empty() {
                for line in wrap_comment(&format!("// {what} {}", names.join(", "))).lines() {
                    let _ = writeln!(out, "  {line}");
                }
            }
        }
        if detail == Detail::Full {
            out.push_str("\nthe operation for all encodings and values\n");
            for line in self.full.lines() {
                code_line(line, out);
            }
        } else if is_folded {
            out.push_str("  // --full shows all of it\n");
        }
    }
}

/// Bytes that are no instruction, as words or bytes.
pub fn raw(target: &Target<'_>, bytes: &[u8]) -> String {
    let tables = target.tables();
    let arch = target.arch();
    let cpu = cpu(
        tables.text(target.processor().name),
        tables.text(arch.title),
        tables.text(arch.name),
        tables.title,
    );
    let mut text = format!("{} bytes on {cpu}\n\n", bytes.len());
    if tables.word_bits == 8 {
        for (row, bytes) in bytes.chunks(16).enumerate() {
            let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let _ = writeln!(text, "{:4}  {}", row * 16, digits.join(" "));
        }
        return text;
    }
    for (row, bytes) in bytes.chunks(4).enumerate().take(MAX_BYTES / 4) {
        let bits = load(tables, bytes);
        let low = row as u32 * 32;
        let segments = [Segment {
            high: low + bytes.len() as u32 * 8 - 1,
            low,
            name: format!("0x{bits:0digits$x}", digits = bytes.len() * 2),
        }];
        text += &draw_word(low, bits, &segments);
    }
    text
}

fn draw_word(low: u32, word: u32, segments: &[Segment]) -> String {
    draw::row(low, Bits::ZERO.insert(low as u8, 32, word.into()), segments)
}

fn cpu(processor: &str, title: &str, arch: &str, machine: &str) -> String {
    match title == arch {
        true => format!("{processor} ({arch}; {machine})"),
        false => format!("{processor} ({title}, {arch}; {machine})"),
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The parts of words as a table.
fn fields(fields: &[Field], out: &mut String) {
    let rows: Vec<[String; 5]> = fields
        .iter()
        .map(|field| {
            let digits = field.bits.div_ceil(4).max(1) as usize;
            [
                format!("[{}]", field.range()),
                field.name.to_string(),
                format!(
                    "{:0width$b}",
                    field.value,
                    width = field.bits.max(1) as usize
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
        let line = format!(
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
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Every part of a stream: where it is, what it holds and what that means.
fn pieces(pieces: &[Piece], out: &mut String) {
    let mut lines = vec![["at", "bytes", "name", "bits", "value", "meaning"].map(String::from)];
    for piece in pieces {
        // The bytes of an integer stand beside the first of its parts.
        let only = |text: String| if piece.is_first { text } else { String::new() };
        let width = piece.bits.div_ceil(4).max(1) as usize;
        let bits = match piece.bits {
            bits if bits as usize == piece.size * 8 => String::new(),
            0 | 1 => piece.low.to_string(),
            bits => format!("{}:{}", piece.low + bits - 1, piece.low),
        };
        let meaning = match piece.title {
            "" => piece.meaning.clone(),
            title => format!("{}, {title}", piece.meaning),
        };
        lines.push([
            only(piece.offset.to_string()),
            only(digits(&piece.bytes)),
            piece.name.clone(),
            bits,
            format!("0x{:0width$x}", piece.value),
            meaning,
        ]);
    }
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    for line in &lines {
        let [at, bytes, name, bits, value, meaning] = line;
        // The title is left out where it does not fit the line.
        let most = TABLE_WIDTH.saturating_sub(widths.iter().sum::<usize>() + 2 * widths.len());
        let meaning = match meaning.split_once(", ") {
            Some((short, _)) if meaning.chars().count() > most => short,
            _ => meaning,
        };
        let text = format!(
            "{at:>a$}  {bytes:b$}  {name:c$}  {bits:>d$}  {value:>e$}  {meaning}",
            a = widths[0],
            b = widths[1],
            c = widths[2],
            d = widths[3],
            e = widths[4],
        );
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

/// What the instruction does beyond its operands.
fn effects(effects: &Effects, out: &mut String) {
    let lists = [
        ("reads", &effects.reads, effects.reads_derived),
        ("writes", &effects.writes, effects.writes_derived),
        ("counts", &effects.counters, false),
        ("branches", &effects.branches, false),
    ];
    if lists.iter().all(|(_, list, _)| list.is_empty()) && !effects.is_atomic {
        return;
    }
    out.push('\n');
    for (what, list, derived) in lists {
        if !list.is_empty() {
            let from = match derived {
                true => " (derived from the operation)",
                false => "",
            };
            let _ = writeln!(out, "{what:<7} {}{from}", list.join(", "));
        }
    }
    if effects.is_atomic {
        out.push_str("atomic  reads and writes memory in one step\n");
    }
}

/// Whether pseudocode uses a name.
fn names_it(code: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let behind = code[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !behind.is_some_and(is_part)
    })
}

/// A comment in lines, each of which begins with the mark.
fn wrap_comment(text: &str) -> String {
    let text = text.trim_start_matches("// ");
    let lines = wrap(text, WIDTH - 5);
    lines.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "// {line}");
        out
    })
}

/// A line of code, indented; what does not fit goes on further in.
fn code_line(line: &str, out: &mut String) {
    let code = line.trim_start();
    let indent = 2 + line.len() - code.len();
    indented(code, indent, indent + 4, out);
}

fn indented(code: &str, first: usize, others: usize, out: &mut String) {
    let mut text = " ".repeat(first);
    let mut has_words = false;
    for word in code.split(' ') {
        if has_words && text.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(out, "{text}");
            text = " ".repeat(others);
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
