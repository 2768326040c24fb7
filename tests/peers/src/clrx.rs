//! The test tables of CLRX's assembler, as a second opinion on the `clrx`
//! syntax: C++ arrays of a text, the words that it gives, whether it is right,
//! and the messages.

use isa_dsl::sorted::SortedMap;
use std::fmt;

use isa_mc::parse::{ParseErrorKind, Symbols};
use isa_mc::{SyntaxId, Target};

use crate::checkout::Checkout;

/// CLRX's repository.
pub const CLRX: Checkout = Checkout {
    name: "CLRX",
    variable: "ISA_CLRX",
    url: "https://github.com/CLRX/CLRX-mirror",
    revision: "fb8fbf972e19ea1fb1f7a9c8d84fdef1bf7cc3df",
    folders: &["tests/amdasm"],
};

/// A case of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Line of the file, from 1.
    pub line: usize,
    /// The source text, of one statement or several.
    pub input: String,
    /// The words it gives; empty if it is wrong.
    pub words: Vec<u32>,
    /// Warnings and errors.
    pub messages: String,
}

/// A table of cases for one architecture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Name of the array.
    pub name: String,
    /// Its cases.
    pub cases: Vec<Case>,
    /// Lines of entries that are none of ours to read: other shapes.
    pub unreadable: Vec<usize>,
}

/// A word of C++.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(u64),
    Text(String),
    Mark(char),
}

/// Cuts C++ into words; comments and directives go. What is none is a mark.
fn tokens(source: &str) -> Vec<(usize, Token)> {
    let mut all = Vec::new();
    let mut chars = source.char_indices().peekable();
    let mut line = 1;
    let mut fresh = true;
    while let Some((at, c)) = chars.next() {
        let rest = &source[at..];
        let skip_to = |end: &str| rest.find(end).map_or(rest.len(), |to| to + end.len());
        let mut skip = 0;
        match c {
            '\n' => {
                line += 1;
                fresh = true;
                continue;
            }
            c if c.is_whitespace() => continue,
            '#' if fresh => skip = rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("//") => skip = rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => skip = skip_to("*/"),
            '"' => {
                let mut text = String::new();
                let mut escaped = false;
                skip = rest.len();
                for (offset, c) in rest.char_indices().skip(1) {
                    match (escaped, c) {
                        (true, 'n') => text.push('\n'),
                        (true, 't') => text.push('\t'),
                        (false, '\\') => {}
                        (false, '"') => {
                            skip = offset + 1;
                            break;
                        }
                        (_, c) => text.push(c),
                    }
                    escaped = !escaped && c == '\\';
                }
                all.push((line, Token::Text(text)));
            }
            c if c.is_ascii_alphanumeric() || c == '_' => {
                let word = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let word = word.into_iter().next().unwrap_or_default();
                skip = word.len();
                let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
                let number = match digits.strip_prefix("0x") {
                    Some(hex) => u64::from_str_radix(hex, 16).ok(),
                    None => digits.parse().ok(),
                };
                all.push((
                    line,
                    number.map_or(Token::Word(word.to_owned()), Token::Number),
                ));
            }
            c => all.push((line, Token::Mark(c))),
        }
        fresh = false;
        line += rest[..skip].matches('\n').count();
        while chars.peek().is_some_and(|(next, _)| *next < at + skip) {
            chars.next();
        }
    }
    all
}

/// The tables of a file: arrays of `GCNAsmOpcodeCase`.
pub fn tables(source: &str) -> Vec<Table> {
    let tokens = tokens(source);
    let mut tables = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (_, token) = &tokens[at];
        at += 1;
        if *token != Token::Word("GCNAsmOpcodeCase".to_owned()) {
            continue;
        }
        let Some((_, Token::Word(name))) = tokens.get(at) else {
            continue;
        };
        let mut table = Table {
            name: name.clone(),
            cases: Vec::new(),
            unreadable: Vec::new(),
        };
        // Up to the brace of the array.
        while at < tokens.len() && !matches!(tokens[at].1, Token::Mark('{' | ';')) {
            at += 1;
        }
        if !matches!(tokens.get(at), Some((_, Token::Mark('{')))) {
            continue;
        }
        at += 1;
        while let Some((line, Token::Mark('{'))) = tokens.get(at) {
            let start = at + 1;
            while at < tokens.len() && tokens[at].1 != Token::Mark('}') {
                at += 1;
            }
            match case(*line, &tokens[start..at]) {
                Some(Some(case)) => table.cases.push(case),
                // The end of the array: a null pointer for a text.
                Some(None) => {}
                None => table.unreadable.push(*line),
            }
            at += 1;
            if matches!(tokens.get(at), Some((_, Token::Mark(',')))) {
                at += 1;
            }
        }
        tables.push(table);
    }
    tables
}

/// What stands between the braces of an entry; `Some(None)` for the entry that
/// ends the array, `None` for another shape.
fn case(line: usize, tokens: &[(usize, Token)]) -> Option<Option<Case>> {
    let mut tokens = tokens.iter().map(|(_, token)| token).peekable();
    let mut text = || -> Option<String> {
        let mut whole = String::new();
        let mut any = false;
        while let Some(Token::Text(part)) = tokens.peek() {
            whole.push_str(part);
            any = true;
            tokens.next();
        }
        any.then_some(whole)
    };
    let Some(input) = text() else {
        return (tokens.next() == Some(&Token::Word("nullptr".to_owned()))).then_some(None);
    };
    let mut fields = Vec::new();
    while tokens.next_if_eq(&&Token::Mark(',')).is_some() {
        match tokens.next()? {
            Token::Number(number) => {
                let mut product = *number;
                while tokens.next_if_eq(&&Token::Mark('*')).is_some() {
                    let Token::Number(factor) = tokens.next()? else {
                        return None;
                    };
                    product = product.checked_mul(*factor)?;
                }
                fields.push(product);
            }
            Token::Word(word) if word == "uint32_t" => fields.push(cast(&mut tokens)?),
            Token::Word(word) if word == "true" => fields.push(1),
            Token::Word(word) if word == "false" => fields.push(0),
            Token::Text(first) => {
                let mut messages = first.clone();
                while let Some(Token::Text(part)) =
                    tokens.next_if(|it| matches!(it, Token::Text(_)))
                {
                    messages.push_str(part);
                }
                if tokens.next().is_some() {
                    return None;
                }
                let [low, high, two, good] = fields.as_slice() else {
                    return None;
                };
                let words = [*low, *high].map(u32::try_from);
                let [Ok(low), Ok(high)] = words else {
                    return None;
                };
                let words = match (*good, *two) {
                    (0, _) => Vec::new(),
                    (_, 0) => vec![low],
                    (..) => vec![low, high],
                };
                return Some(Some(Case {
                    line,
                    input,
                    words,
                    messages,
                }));
            }
            _ => return None,
        }
    }
    None
}

/// What follows `uint32_t`: `(-7)`.
fn cast<'a>(tokens: &mut impl Iterator<Item = &'a Token>) -> Option<u64> {
    let mut negative = false;
    let mut value = 0_u32;
    for token in tokens {
        match token {
            Token::Mark('(') => {}
            Token::Mark('-') => negative = true,
            Token::Number(number) => value = u32::try_from(*number).ok()?,
            Token::Mark(')') => {
                let value = if negative {
                    value.wrapping_neg()
                } else {
                    value
                };
                return Some(u64::from(value));
            }
            _ => return None,
        }
    }
    None
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The same words.
    Equal,
    /// Wrong for both.
    BothRefuse,
    /// We give other words.
    Different(Vec<u32>),
    /// We refuse what CLRX takes.
    Refused(String),
    /// We take what CLRX refuses.
    Accepted(Vec<u32>),
    /// Not compared.
    Skipped(Reason),
}

/// Why a case is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The definitions have no such instruction.
    NotDescribed,
    /// More than one instruction, or directives.
    Statements,
    /// It uses CLRX's own expressions or register symbols.
    Symbols,
    /// CLRX warns and cuts a value that does not fit; for us it is an error.
    Truncated,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NotDescribed => "not described",
            Reason::Statements => "several statements",
            Reason::Symbols => "register symbols and expressions of CLRX",
            Reason::Truncated => "CLRX cuts a value that does not fit",
        })
    }
}

struct Known(SortedMap<String, i64>);

impl Symbols for Known {
    fn value(&self, name: &str) -> Option<i64> {
        self.0.get(name).copied()
    }
}

/// Assembles the input of a case, and compares.
pub fn compare(target: &Target<'_>, syntax: SyntaxId, case: &Case) -> Outcome {
    let mut known = Known(SortedMap::new());
    let mut instruction = None;
    for statement in case.input.split(['\n', ';']).map(str::trim) {
        if statement.is_empty() {
            continue;
        }
        match statement.split_once('=') {
            Some((name, value)) => {
                let value = value.trim();
                let number = match value.strip_prefix("0x") {
                    Some(hex) => i64::from_str_radix(hex, 16).ok(),
                    None => value.parse().ok(),
                };
                match number {
                    Some(number) => known.0.insert(name.trim().to_owned(), number),
                    None => return Outcome::Skipped(Reason::Symbols),
                };
            }
            None if instruction.is_none() && !statement.starts_with('.') => {
                instruction = Some(statement);
            }
            None => return Outcome::Skipped(Reason::Statements),
        }
    }
    let Some(text) = instruction else {
        return Outcome::Skipped(Reason::Statements);
    };
    // CLRX's own expressions: a symbol for a register, or for its number.
    let names_register = |group: &str| known.0.keys().any(|name| group.contains(name.as_str()));
    let groups = text.split('[').skip(1);
    let mut groups = groups.filter_map(|rest| Some(rest.split_once(']')?.0));
    if text.contains(['@', '%']) || case.input.contains('%') || groups.any(names_register) {
        return Outcome::Skipped(Reason::Symbols);
    }
    match target.parse_with(text, syntax, &known) {
        Err(error) if error.kind == ParseErrorKind::UnknownMnemonic => {
            Outcome::Skipped(Reason::NotDescribed)
        }
        Err(_) if case.words.is_empty() => Outcome::BothRefuse,
        Err(_)
            if ["truncat", "out of range"]
                .iter()
                .any(|it| case.messages.contains(it)) =>
        {
            Outcome::Skipped(Reason::Truncated)
        }
        Err(error) => Outcome::Refused(error.display(target, syntax, text).to_string()),
        Ok(parsed) => {
            let mut bytes = [0; 20];
            let size = target.encode(parsed.inst, &mut bytes).unwrap_or(0);
            let words: Vec<u32> = bytes[..size]
                .chunks_exact(4)
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect();
            if words == case.words {
                Outcome::Equal
            } else if case.words.is_empty() {
                Outcome::Accepted(words)
            } else {
                Outcome::Different(words)
            }
        }
    }
}

/// The family of a case, by the mnemonic of its instruction: the name of its
/// format where it is described, else what its beginning promises. `None` for
/// cases without an instruction.
pub fn family(input: &str, arch: &str) -> Option<&'static str> {
    let statements = input.split(['\n', ';']).map(str::trim);
    let mut instructions = statements.filter(|it| !it.is_empty() && !it.contains('='));
    let mnemonic = instructions
        .next()?
        .split_whitespace()
        .next()?
        .to_ascii_lowercase();
    const SCALAR_MEMORY: &[&str] = &[
        "s_load_",
        "s_store_",
        "s_buffer_",
        "s_atomic_",
        "s_scratch_",
        "s_dcache_",
        "s_memtime",
        "s_memrealtime",
        "s_atc_probe",
    ];
    const BEGINNINGS: &[(&str, &str)] = &[
        ("ds_", "DS"),
        ("flat_", "FLAT"),
        ("global_", "GLOBAL"),
        ("scratch_", "SCRATCH"),
        ("buffer_", "MUBUF"),
        ("tbuffer_", "MTBUF"),
        ("image_", "MIMG"),
        ("exp", "EXP"),
        ("v_interp_", "VINTRP"),
        ("v_pk_", "VOP3P"),
        ("v_dot", "VOP3P"),
        ("v_mad_mix", "VOP3P"),
        ("v_fma_mix", "VOP3P"),
        ("v_cmp", "VOPC"),
        ("s_cmp", "SOPC"),
        ("s_bitcmp", "SOPC"),
    ];
    if SCALAR_MEMORY
        .iter()
        .any(|start| mnemonic.starts_with(start))
    {
        let old = matches!(arch, "gcn1.0" | "gcn1.1");
        return Some(if old { "SMRD" } else { "SMEM" });
    }
    let mut beginnings = BEGINNINGS.iter();
    if let Some((_, family)) = beginnings.find(|(start, _)| mnemonic.starts_with(start)) {
        return Some(family);
    }
    let rest = match mnemonic.get(..2)? {
        "v_" => "VOP",
        "s_" => "SOP",
        _ => return None,
    };
    let tables = isa_test_support::machine::gcn();
    let bare = ["_e32", "_e64", "_sdwa", "_dpp"]
        .iter()
        .find_map(|suffix| mnemonic.strip_suffix(suffix));
    let mut rows = tables.instructions.iter();
    let row = rows.find(|row| {
        let name = tables.text(row.name);
        name == mnemonic || Some(name) == bare
    });
    Some(row.map_or(rest, |row| {
        tables.text(tables.families[row.family as usize].format)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_test_support::machine::gcn;

    const SOURCE: &str = r#"
#include "x.h"
// const GCNAsmOpcodeCase no[] = { };
const GCNAsmOpcodeCase cases[] =
{
    /* a comment; { */
    { "  flat_load_dword v1, v[2:3] offset:zzz\n"
      "zzz=16\n", 0xdc500010U, 0x01000002U, true, true, "" },
    { "flat_load_dword v1, v[2:3] offset:4097", 0xdc500001U, 0x01000002U, true, true,
        "test.s:1:1: Warning: Value 0x1001 truncated to 0x1\n" },
    { "flat_load_dword v1", 0, 0, false, false, "test.s:1:1: Error: \"x\"\n" },
    { "s_nop 1", 1|2, 0, false, true, "" },
    { "s_nop 2", 3*4, uint32_t(-7), true, true, "" },
    { nullptr, 0, 0, false, false, 0 }
};
"#;

    /// Texts in pieces, escapes, comments, and entries of other shapes.
    #[test]
    fn tables_are_read() {
        let tables = tables(SOURCE);
        assert_eq!(tables.len(), 1);
        let table = &tables[0];
        assert_eq!((table.name.as_str(), table.cases.len()), ("cases", 4));
        assert_eq!(table.cases[0].words, [0xdc50_0010, 0x0100_0002]);
        assert_eq!(table.cases[0].line, 7);
        assert!(table.cases[0].input.ends_with("zzz=16\n"));
        assert_eq!(table.cases[2].messages, "test.s:1:1: Error: \"x\"\n");
        assert!(table.cases[2].words.is_empty());
        assert_eq!(table.cases[3].words, [12, 0xffff_fff9]);
        assert_eq!(table.unreadable, [12]);
    }

    /// Each outcome once; a wrong word must not count as equal.
    #[test]
    fn cases_are_compared() {
        let target = Target::new(gcn(), "gfx900").expect("a processor");
        let syntax = target.syntax("clrx").expect("a syntax");
        let table = tables(SOURCE).remove(0);
        let mut case = table.cases[0].clone();
        assert_eq!(compare(&target, syntax, &case), Outcome::Equal);
        case.words[0] ^= 1;
        let ours = vec![0xdc50_0010, 0x0100_0002];
        assert_eq!(
            compare(&target, syntax, &case),
            Outcome::Different(ours.clone())
        );
        case.words.clear();
        assert_eq!(compare(&target, syntax, &case), Outcome::Accepted(ours));
        let cut = compare(&target, syntax, &table.cases[1]);
        assert_eq!(cut, Outcome::Skipped(Reason::Truncated));
        assert_eq!(
            compare(&target, syntax, &table.cases[2]),
            Outcome::BothRefuse
        );
        case.input = "flat_lode_dword v1, v[2:3]".to_owned();
        let unknown = compare(&target, syntax, &case);
        assert_eq!(unknown, Outcome::Skipped(Reason::NotDescribed));
        case.input = "flat_load_dword v1, v[2:3] tfe".to_owned();
        case.words = vec![1];
        assert!(matches!(
            compare(&target, syntax, &case),
            Outcome::Refused(_)
        ));
        case.input = "s_nop 1; s_nop 2".to_owned();
        let several = compare(&target, syntax, &case);
        assert_eq!(several, Outcome::Skipped(Reason::Statements));
    }

    /// The scalar family has another name on the older architectures.
    #[test]
    fn families_go_by_the_mnemonic() {
        assert_eq!(
            family(" s6=3; S_LOAD_DWORD s1, s[2:3], s6", "gcn1.1"),
            Some("SMRD")
        );
        assert_eq!(family("s_load_dword s1, s[2:3], 4", "gcn1.2"), Some("SMEM"));
        assert_eq!(family("ds_nop v1", "gcn1.2"), Some("DS"));
        assert_eq!(family("image_load v1", "gcn1.2"), Some("MIMG"));
        assert!(family("s_nop 1", "gcn1.2").is_some_and(|it| it.starts_with("SOP")));
        assert_eq!(family("xyz v1", "gcn1.2"), None);
    }
}
