//! Errors in input: the place, the message, the line with a caret.

use std::fmt::{Display, Write as _};
use std::io::Write as _;
use std::ops::Range;

use isa_mc::asm::{self, OriginKind, Text, Texts};
use isa_mc::lines::{one_line, printable, visible};
use isa_mc::object::Location;

/// Errors that are shown, and warnings; the rest is counted.
const MAX_SHOWN: usize = 50;
/// Reasons that are shown why a text is read.
const MAX_TRACE: usize = 8;
/// Characters of a source line that are shown around the place.
const WINDOW: usize = 96;
/// Characters of them in front of the place.
const WINDOW_BEFORE: usize = 40;

/// Bold red.
pub const ERROR: &str = "1;31";
/// Bold magenta.
pub const WARNING: &str = "1;35";
/// Bold.
pub const MESSAGE: &str = "1";
/// Blue.
pub const MARGIN: &str = "34";

/// A text in a colour, if there are colours.
pub fn paint(color: bool, code: &str, text: &str) -> String {
    if color {
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    } else {
        text.to_string()
    }
}

/// Shows the errors of one input on standard error.
pub struct Reporter<'i> {
    name: String,
    source: &'i [u8],
    color: bool,
    count: usize,
    warnings: usize,
}

impl<'i> Reporter<'i> {
    /// For an input of that name.
    pub fn new(name: &str, source: &'i [u8], color: bool) -> Reporter<'i> {
        Reporter {
            name: visible(name, usize::MAX),
            source,
            color,
            count: 0,
            warnings: 0,
        }
    }

    /// Errors so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// An error at some bytes of the input.
    pub fn error(&mut self, code: &str, span: Range<usize>, message: &dyn Display) {
        self.count += 1;
        if self.count <= MAX_SHOWN {
            let kind = self.kind("error", ERROR, code);
            let place = Place {
                name: &self.name,
                source: self.source,
                span,
            };
            show(&place.render(self.color, &kind, message));
        }
    }

    /// An error in a text, and why that text is read.
    pub fn error_in(&mut self, error: &asm::Error, texts: &Texts) {
        self.count += 1;
        if self.count <= MAX_SHOWN {
            let kind = self.kind("error", ERROR, error.code.as_str());
            self.message_in(&kind, error, texts);
        }
    }

    /// A warning in a text, which is no error.
    pub fn warning_in(&mut self, warning: &asm::Error, texts: &Texts) {
        self.warnings += 1;
        if self.warnings <= MAX_SHOWN {
            let kind = paint(self.color, WARNING, "warning");
            self.message_in(&kind, warning, texts);
        }
    }

    fn kind(&self, word: &str, color: &str, code: &str) -> String {
        paint(self.color, color, &format!("{word}[{code}]"))
    }

    fn message_in(&self, kind: &str, error: &asm::Error, texts: &Texts) {
        let Some(text) = texts.get(error.location) else {
            return show(&format!("{}: {kind}: {}\n", self.name, one_line(error)));
        };
        let place = Place::of(text, error.location);
        let mut out = place.render(self.color, kind, error);
        let trace: Vec<_> = texts.trace(error.location).collect();
        for (at, (text, origin)) in trace.iter().enumerate() {
            // The nearest reasons, and the first one, which is in the file itself.
            if at + 1 == MAX_TRACE && at + 1 < trace.len() {
                let left = trace.len() - MAX_TRACE;
                let _ = writeln!(out, "… {left} more of these …");
            }
            if at + 1 >= MAX_TRACE && at + 1 < trace.len() {
                continue;
            }
            let Some(outer) = texts.get(origin.location) else {
                break;
            };
            let message = match origin.kind {
                OriginKind::Include => format!("`{}` is included here", text.name),
                OriginKind::Macro => format!("the macro `{}` is expanded here", text.name),
                OriginKind::Repetition => format!("`{}` repeats here", text.name),
            };
            let note = paint(self.color, MARGIN, "note");
            out += &Place::of(outer, origin.location).render(self.color, &note, &message);
        }
        show(&out);
    }

    /// Says how many errors and warnings were not shown.
    pub fn finish(&self) {
        for (count, word) in [(self.warnings, "warning"), (self.count, "error")] {
            let Some(rest @ 1..) = count.checked_sub(MAX_SHOWN) else {
                continue;
            };
            let plural = if rest == 1 { "" } else { "s" };
            let _ = writeln!(
                std::io::stderr(),
                "… and {rest} more {word}{plural} in {}",
                self.name
            );
        }
    }
}

/// Writes to standard error. If that is gone, the exit status still tells.
fn show(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Bytes of a source.
struct Place<'p> {
    name: &'p str,
    source: &'p [u8],
    span: Range<usize>,
}

impl<'p> Place<'p> {
    fn of(text: &'p Text, location: Location) -> Place<'p> {
        Place {
            name: &text.name,
            source: text.text.as_bytes(),
            span: location.start as usize..location.end as usize,
        }
    }

    /// The place, a message, and the line with a caret.
    fn render(&self, color: bool, kind: &str, message: &dyn Display) -> String {
        let span = &self.span;
        let start = span.start.min(self.source.len());
        let before = &self.source[..start];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        // Sources are long, and each message counts from their beginning.
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let rest = &self.source[line_start..];
        // What lies far behind is not shown, and lines may be long.
        let rest = &rest[..rest.len().min(start - line_start + WINDOW * 8)];
        let line_end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let excerpt = Excerpt::new(
            &rest[..line_end],
            start - line_start,
            span.end.max(start) - line_start,
        );

        let mut out = format!("{}:{line}:{}: ", self.name, excerpt.column);
        out += kind;
        let message = format!(": {}", one_line(message));
        out += &paint(color, MESSAGE, &message);
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let bar = |text: &str| paint(color, MARGIN, text);
        let caret = paint(color, ERROR, &"^".repeat(excerpt.carets));
        let _ = write!(
            out,
            "\n{}\n{} {}\n{} {}{caret}\n",
            bar(&format!("{margin} |")),
            bar(&format!("{number} |")),
            excerpt.text.trim_end(),
            bar(&format!("{margin} |")),
            " ".repeat(excerpt.indent),
        );
        out
    }
}

/// A window of a source line.
struct Excerpt {
    text: String,
    /// Column of the place in the whole line, in characters from 1.
    column: usize,
    /// Characters of `text` in front of the carets.
    indent: usize,
    carets: usize,
}

impl Excerpt {
    /// Of a line without its end; the place is in bytes of the line.
    fn new(line: &[u8], from: usize, to: usize) -> Excerpt {
        let line = line
            .strip_prefix(b"\xef\xbb\xbf")
            .map_or((line, 0), |rest| (rest, 3));
        let (line, shift) = line;
        let from = from.saturating_sub(shift).min(line.len());
        let to = to.saturating_sub(shift).clamp(from, line.len());
        let column = 1 + count(&line[..from]);
        let skipped = column - 1;
        let cut = skipped.saturating_sub(WINDOW_BEFORE);
        let cut = if skipped < WINDOW { 0 } else { cut };
        let mut text = String::new();
        let mut indent = 0;
        if cut != 0 {
            text.push('…');
            indent = 1;
        }
        // The lossy text of a window: characters may take four bytes.
        let first = line_offset(line, cut);
        let window = &line[first..line.len().min(first + WINDOW * 4)];
        let mut at = first;
        let mut shown = 0;
        let mut carets = 0;
        for chunk in window.utf8_chunks() {
            let invalid = chunk.invalid().iter().map(|_| ('\u{fffd}', 1));
            for (char, size) in chunk
                .valid()
                .chars()
                .map(|char| (char, char.len_utf8()))
                .chain(invalid)
            {
                if shown == WINDOW {
                    break;
                }
                shown += 1;
                if at < from {
                    indent += 1;
                } else if at < to {
                    carets += 1;
                }
                text.push(printable(char));
                at += size;
            }
        }
        if at < line.len() {
            text.push('…');
        }
        Excerpt {
            text,
            column,
            indent,
            carets: carets.max(1),
        }
    }
}

/// Characters in bytes; each byte that is no text counts as one.
fn count(bytes: &[u8]) -> usize {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.chars().count();
    }
    let chunks = bytes.utf8_chunks();
    chunks
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum()
}

/// The byte at which the character of that number begins.
fn line_offset(line: &[u8], number: usize) -> usize {
    let mut left = number;
    let mut at = 0;
    for chunk in line.utf8_chunks() {
        for char in chunk.valid().chars() {
            if left == 0 {
                return at;
            }
            left -= 1;
            at += char.len_utf8();
        }
        for _ in chunk.invalid() {
            if left == 0 {
                return at;
            }
            left -= 1;
            at += 1;
        }
    }
    at
}

/// Writes to standard error. If that is gone, the exit status still tells.
pub fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
