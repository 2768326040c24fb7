//! Errors of descriptions as editors show them, and what mends them.

use isa_dsl::diagnostic::{Code, Diagnostic as Found};
use isa_dsl::source::Span;

use super::world::World;
use crate::lsp::protocol::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range, TextEdit,
};
use crate::lsp::session::Session;

/// Where a span is.
pub fn range(world: &mut World, span: Span) -> Range {
    world
        .text(span.file)
        .range(span.start as usize, span.end as usize)
}

/// A span with its file.
pub fn location(session: &Session, world: &mut World, span: Span) -> Option<Location> {
    let uri = session.uri(&world.path(span.file)?)?;
    Some(Location::new(uri, range(world, span)))
}

/// An error with its places and what to do.
pub fn diagnostic(session: &Session, world: &mut World, found: &Found) -> Diagnostic {
    let (span, label) = &found.primary;
    let mut message = found.message.clone();
    if !label.is_empty() {
        message.push_str(": ");
        message.push_str(label);
    }
    if let Some(help) = &found.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let mut related = Vec::new();
    for (span, label) in &found.secondary {
        if let Some(location) = location(session, world, *span) {
            let message = label.clone();
            related.push(DiagnosticRelatedInformation { location, message });
        }
    }
    Diagnostic {
        range: range(world, *span),
        severity: DiagnosticSeverity::Error,
        code: Some(found.code.as_str().to_owned()),
        source: "isa-mc",
        message,
        related_information: related,
    }
}

/// A change that mends an error.
pub struct Mend {
    /// What it does.
    pub title: String,
    /// How.
    pub edit: TextEdit,
}

/// What mends an error, where its help says what to write.
pub fn mends(world: &mut World, found: &Found) -> Vec<Mend> {
    let span = found.primary.0;
    let (start, end) = (span.start as usize, span.end as usize);
    let help = found.help.clone().unwrap_or_default();
    let text = world.text(span.file).clone();
    let source = text.as_str();
    // The text may have become another one since.
    if source.get(start..end).is_none() {
        return Vec::new();
    }
    let mut mends = Vec::new();
    let mut mend = |title: String, start: usize, end: usize, new_text: String| {
        let edit = TextEdit {
            range: text.range(start, end),
            new_text,
        };
        mends.push(Mend { title, edit });
    };
    if let Some(name) = quoted_behind(&help, "did you mean `") {
        mend(format!("Change to `{name}`"), start, end, name.to_owned());
    }
    if let Some(written) = quoted_behind(&help, "write `") {
        if written == "//" {
            mend(
                "Make it a comment".to_owned(),
                start,
                start,
                "// ".to_owned(),
            );
        } else if is_word(written) && help == format!("write `{written}`") {
            mend(format!("Write `{written}`"), start, end, written.to_owned());
        }
    }
    // `expected …, `;`, found …`: what is expected may stand at the end of what is in front.
    if found.message.starts_with("expected")
        && found
            .message
            .split(", found")
            .next()
            .is_some_and(|it| it.contains("`;`"))
    {
        let before = source[..start].trim_end().len();
        mend("Insert `;`".to_owned(), before, before, ";".to_owned());
    }
    if let Some(closer) = quoted_behind(&help, "add the `") {
        let item_end = source[end..]
            .find("\n\n")
            .map_or(source.trim_end().len(), |at| end + at);
        mend(
            format!("Insert `{closer}`"),
            item_end,
            item_end,
            format!("\n{closer}"),
        );
    }
    // What is to be added to a block is put in front of its end.
    if let Some(line) = quoted_behind(&help, "add a line: `")
        && let Some(close) = block_end(source, start)
    {
        let before = source[..close].trim_end().len();
        let line = format!("\n    {line}\n");
        mend(format!("Add `{}`", line.trim()), before, close, line);
    }
    // "declared is `writes PC`: add `ZERO`": to the list of the family, in front of its rows.
    if found.code == Code::OpEffect
        && let Some(name) = quoted_behind(&help, ": add `")
        && !help.contains(" in encoding `")
        && let Some(list) = quoted_behind(&help, "declared is `")
        && let Some(verb) = list.split(' ').next()
        && let Some(semicolon) = list_end(&source[..start], verb)
    {
        let title = format!("Add `{name}` to `{list}`");
        mend(title, semicolon, semicolon, format!(", {name}"));
    }
    if let Some(placeholder) = quoted_behind(&help, "put `")
        && let Some(template) = source[start..].find("asm ").map(|at| start + at)
        && let Some(open) = source[template..].find('"').map(|at| template + at + 1)
        && let Some(close) = source[open..].find('"').map(|at| open + at)
    {
        let comma = if open == close { "" } else { ", " };
        mend(
            format!("Put `{placeholder}` into the template"),
            close,
            close,
            format!("{comma}{placeholder}"),
        );
    }
    // "`family` does not use fields `a`, `b` of `F`"
    if found.code == Code::FieldNotUsed
        && let Some((_, fields)) = found
            .message
            .split_once(" field")
            .map(|(_, rest)| rest.split_once(' ').unwrap_or(("", "")))
        && let Some((fields, _)) = fields.rsplit_once(" of ")
        && let Some(open) = source[start..].find('{').map(|at| start + at + 1)
    {
        let fields = fields.replace('`', "");
        mend(
            format!("Declare unused: {fields}"),
            open,
            open,
            format!("\n    unused {fields};"),
        );
    }
    mends
}

/// What stands in backticks behind a beginning.
fn quoted_behind<'h>(help: &'h str, beginning: &str) -> Option<&'h str> {
    let at = help.find(beginning)? + beginning.len();
    help[at..].split('`').next()
}

/// Whether a text is one word: a name, a number, a range or `=`.
fn is_word(text: &str) -> bool {
    let letters = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '-');
    text == "=" || !text.is_empty() && text != "-" && text.chars().all(letters)
}

/// The `}` of the block that begins behind a byte.
fn block_end(source: &str, from: usize) -> Option<usize> {
    let mut depth = 0;
    let mut in_string = false;
    for (at, letter) in source.get(from..)?.char_indices() {
        match letter {
            '"' => in_string = !in_string,
            '{' if !in_string => depth += 1,
            '}' if !in_string => {
                depth -= 1;
                if depth <= 0 {
                    return Some(from + at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The `;` of the last line that lists what is read or written.
fn list_end(before: &str, verb: &str) -> Option<usize> {
    let mut end = before.len();
    for line in before.split_inclusive('\n').rev() {
        let start = end - line.len();
        let is_list = |rest: &str| rest.starts_with(' ');
        if line.trim_start().strip_prefix(verb).is_some_and(is_list) {
            return line.find(';').map(|at| start + at);
        }
        end = start;
    }
    None
}
