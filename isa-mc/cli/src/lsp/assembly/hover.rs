//! What a statement is.

use std::ops::Range;

use isa_mc::explain::{self, Detail};
#[cfg(feature = "visa")]
use isa_mc::machines::AnyTarget;

use super::lines::{Defined, defined};
use super::machine::Machine;
use crate::lsp::session::Document;
#[cfg(feature = "visa")]
use crate::visa;

/// The statement in a part of a source, as Markdown.
pub fn explained(machine: &Machine, document: &Document, part: Range<usize>) -> Option<String> {
    let Machine { target, syntax, .. } = machine;
    let source = document.text.as_str();
    let code = &source[part.clone()];
    let block = |text: String| format!("```text\n{text}```\n");
    #[cfg(feature = "visa")]
    if let AnyTarget::Streams(target) = target
        && visa::is_whole(source.as_bytes())
    {
        // Declarations stand elsewhere in the file.
        let bytes = visa::bytes_in(target, source, part);
        let found = bytes.and_then(|it| explain::bytes(&machine.target, *syntax, &it).ok());
        return match found {
            Some(mut found) => {
                code.clone_into(&mut found.text);
                Some(block(found.text(Detail::Folded)))
            }
            None => row(machine, code),
        };
    }
    if let Ok(found) = explain::statement(target, *syntax, code) {
        return Some(block(found.text(Detail::Folded)));
    }
    // Labels and symbols are known to the assembler alone: with numbers in their places.
    let (numbered, names) = numbered(code, &defined(&document.text));
    match explain::statement(target, *syntax, &numbered) {
        Ok(found) => {
            let text = block(found.text(Detail::Folded));
            Some(format!("With 0 for {names}:\n\n{text}"))
        }
        Err(_) => row(machine, code),
    }
}

/// A statement without the condition that some machines write in front of it: `(P1)`.
pub fn without_condition(code: &str) -> &str {
    let rest = code.strip_prefix('(').and_then(|it| it.split_once(')'));
    rest.map_or(code, |(_, rest)| rest.trim_start())
}

/// A statement with 0 in the place of names that the source defines, or else of its last operand;
/// and those, as they are told.
fn numbered(code: &str, defined: &[Defined<'_>]) -> (String, String) {
    let begin = code.find(char::is_whitespace).unwrap_or(code.len());
    let (mnemonic, operands) = code.split_at(begin);
    let mut text = mnemonic.to_owned();
    let mut names: Vec<&str> = Vec::new();
    let is_part = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '$' | '@');
    let mut rest = operands;
    while let Some(letter) = rest.chars().next() {
        let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end.max(letter.len_utf8()));
        let name = word.split('@').next().unwrap_or(word);
        if defined.iter().any(|it| it.name == name) {
            text.push('0');
            names.push(word);
        } else {
            text.push_str(word);
        }
        rest = behind;
    }
    if names.is_empty() {
        let last = operands.rsplit([',', ' ', '\t']).next().unwrap_or("");
        text.truncate(text.len() - last.len());
        text.push('0');
        names.push(last);
    }
    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    (text, names.join(", "))
}

/// What is known of a mnemonic alone, as Markdown.
fn row(machine: &Machine, code: &str) -> Option<String> {
    let word = without_condition(code).split_whitespace().next()?;
    // Some machines write modifiers behind a dot.
    let stem = word.split('.').next().unwrap_or(word);
    let known = |word| Some((word, *machine.mnemonics.get(word)?));
    let (mnemonic, row) = known(word).or_else(|| known(stem))?;
    Some(format!("`{mnemonic}`\n\n{}", documentation(machine, row)))
}

/// The words about an instruction and its family.
pub fn documentation(machine: &Machine, row: usize) -> String {
    let tables = machine.target.target().tables();
    let Some(row) = tables.instructions.get(row) else {
        return String::new();
    };
    let family = tables.families.get(usize::from(row.family));
    let family = family.map_or("", |family| tables.text(family.doc)).trim();
    let own = tables.text(row.doc).trim();
    match (own.is_empty(), family.is_empty()) {
        (false, false) => format!("{own}\n\n{family}"),
        _ => format!("{own}{family}"),
    }
}
