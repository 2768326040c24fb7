//! The same code with other registers and numbers on every line, so that nobody gains by
//! remembering what was there a short while ago: the instructions of a program and the order
//! that they come in, their operands drawn afresh.

use std::collections::HashSet;

use isa_mc::{SyntaxId, Target};

use isa_test_support::random::Random;

/// So often an instruction is drawn again that is not new, or none.
const TRIES: usize = 32;

/// A source with other operands, labels and directives as they are. A few instructions, such as
/// `s_endpgm`, have no operands, and branches keep their labels: their lines come again.
pub fn distinct(target: &Target<'_>, syntax: SyntaxId, source: &str) -> String {
    let mut random = Random::new(2);
    let mut known: HashSet<String> = HashSet::new();
    let mut text = String::with_capacity(source.len());
    let mut printed = String::new();
    for line in source.lines() {
        let statement = line.trim();
        let is_instruction =
            !statement.is_empty() && !statement.starts_with('.') && !statement.ends_with(':');
        let drawn = || {
            let drawn = redrawn(statement, &mut random);
            let inst = target.parse(&drawn, syntax).ok()?;
            printed.clear();
            target.print(inst, syntax, &mut printed).ok()?;
            // As a program writes it, not as it can be read.
            (printed == drawn && known.insert(drawn.clone())).then_some(drawn)
        };
        let tries = if is_instruction { TRIES } else { 0 };
        match std::iter::repeat_with(drawn).take(tries).flatten().next() {
            Some(drawn) => {
                text.push('\t');
                text.push_str(&drawn);
            }
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// A statement with other registers, literals, constants and offsets: it may be none.
fn redrawn(statement: &str, random: &mut Random) -> String {
    let mut out = String::with_capacity(statement.len() + 8);
    let (mnemonic, mut rest) = statement.split_at(statement.find(' ').unwrap_or(statement.len()));
    out.push_str(mnemonic);
    let mut before = ' ';
    while let Some(letter) = rest.chars().next() {
        let taken = match before.is_ascii_alphanumeric() || "_.".contains(before) {
            true => None,
            false => word(rest, before, random),
        };
        let (text, length) = taken.unwrap_or((letter.to_string(), letter.len_utf8()));
        out.push_str(&text);
        before = rest[..length].chars().next_back().unwrap_or(letter);
        rest = &rest[length..];
    }
    out
}

/// Another word for the one at the front, and the length of that, if it is a register or a
/// number.
fn word(text: &str, before: char, random: &mut Random) -> Option<(String, usize)> {
    registers(text, random)
        .or_else(|| register(text, random))
        .or_else(|| literal(text, random))
        .or_else(|| number(text, before, random))
}

/// How many digits of a base stand at the front.
fn digits(text: &str, base: u32) -> usize {
    text.chars().take_while(|it| it.is_digit(base)).count()
}

/// How many registers a file has that code of a compiler uses, by its letter.
fn file(text: &str) -> Option<usize> {
    match text.as_bytes().first()? {
        b'v' | b'a' => Some(256),
        b's' => Some(96),
        _ => None,
    }
}

/// `v3`
fn register(text: &str, random: &mut Random) -> Option<(String, usize)> {
    let count = file(text)?;
    let length = digits(&text[1..], 10);
    let is_whole =
        length > 0 && !text[1 + length..].starts_with(|it: char| it.is_alphanumeric() || it == '_');
    is_whole.then(|| (format!("{}{}", &text[..1], random.below(count)), 1 + length))
}

/// `v[3:4]`, with a first register that is as far aligned as a file may ask.
fn registers(text: &str, random: &mut Random) -> Option<(String, usize)> {
    let count = file(text)?;
    let (inside, _) = text[1..].strip_prefix('[')?.split_once(']')?;
    let (first, last) = inside.split_once(':')?;
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    let width = last.checked_sub(first)? + 1;
    let unit = match text.starts_with('s') {
        true => width.next_power_of_two().min(4),
        false => 2,
    };
    let start = random.below((count.checked_sub(width)? / unit).max(1)) * unit;
    let drawn = format!("{}[{start}:{}]", &text[..1], start + width - 1);
    Some((drawn, inside.len() + 3))
}

/// `0x1234`
fn literal(text: &str, random: &mut Random) -> Option<(String, usize)> {
    let length = digits(text.strip_prefix("0x")?, 16);
    let bits = (4 * length).clamp(4, 32) as u32;
    let value = random.word() & ((1 << bits) - 1);
    Some((format!("{value:#x}"), 2 + length))
}

/// A constant, or an offset behind its name.
fn number(text: &str, before: char, random: &mut Random) -> Option<(String, usize)> {
    let length = digits(text, 10);
    let is_whole = length > 0
        && !text[length..].starts_with(|it: char| it.is_alphanumeric() || ".)]".contains(it));
    let limit = match before {
        ' ' => 65,
        ':' => 4096,
        _ => return None,
    };
    is_whole.then(|| (random.below(limit).to_string(), length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_test_support::machine::gcn;

    /// Nothing but registers and numbers is another one, labels and directives stay, and lines
    /// that have operands are all different.
    #[test]
    fn operands_are_drawn_afresh() {
        let target = Target::new(gcn(), "gfx900").expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let line =
            "\tv_add_f32_e32 v1, s2, v3\n\tglobal_load_dwordx4 v[4:7], v[8:9], off offset:16\n";
        let source = format!(
            ".p2align 8\nname:\n{}\ts_endpgm\n\ts_endpgm\n",
            line.repeat(100)
        );
        let text = distinct(&target, syntax, &source);
        assert!(text.starts_with(".p2align 8\nname:\n"));
        assert_eq!(text.lines().count(), source.lines().count());
        for (line, original) in text.lines().zip(source.lines()).skip(2) {
            let mnemonic = |line: &str| line.split_whitespace().next().map(str::to_owned);
            assert_eq!(mnemonic(line), mnemonic(original));
            assert!(target.parse(line.trim(), syntax).is_ok(), "{line}");
        }
        let lines: HashSet<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2 + 200 + 1);
        assert_eq!(text, distinct(&target, syntax, &source));
    }
}
