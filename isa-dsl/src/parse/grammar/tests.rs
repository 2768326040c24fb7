//! `parse/grammar.rs` is what pest reads in `grammar.pest`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

use super::Rule;
use crate::parse::peg;
use crate::parse::scan::Cutter;

/// What an expression of pest's is as one of ours.
fn expr(from: &OptimizedExpr) -> String {
    match from {
        OptimizedExpr::Str(text) => format!("Expr::Text({text:?})"),
        OptimizedExpr::Skip(texts) => format!("Expr::Until(&{texts:?})"),
        OptimizedExpr::Ident(name) => match name.as_str() {
            "ANY" => "Expr::Any".to_owned(),
            "SOI" => "Expr::Start".to_owned(),
            "ASCII_ALPHA" => "Expr::Class(|it| it.is_ascii_alphabetic())".to_owned(),
            "ASCII_ALPHANUMERIC" => "Expr::Class(|it| it.is_ascii_alphanumeric())".to_owned(),
            "ASCII_DIGIT" => "Expr::Class(|it| it.is_ascii_digit())".to_owned(),
            "ASCII_HEX_DIGIT" => "Expr::Class(|it| it.is_ascii_hexdigit())".to_owned(),
            name => format!("Expr::Rule(Rule::{name})"),
        },
        OptimizedExpr::PosPred(one) => format!("Expr::Ahead(&{})", expr(one)),
        OptimizedExpr::NegPred(one) => format!("Expr::NotAhead(&{})", expr(one)),
        OptimizedExpr::Opt(one) => format!("Expr::Optional(&{})", expr(one)),
        OptimizedExpr::Rep(one) => format!("Expr::Repeat(&{})", expr(one)),
        OptimizedExpr::Seq(..) => format!(
            "Expr::Sequence(&[{}])",
            list(from, |it| match it {
                OptimizedExpr::Seq(first, rest) => Some((first, rest)),
                _ => None,
            })
        ),
        OptimizedExpr::Choice(..) => format!(
            "Expr::Choice(&[{}])",
            list(from, |it| match it {
                OptimizedExpr::Choice(first, rest) => Some((first, rest)),
                _ => None,
            })
        ),
        other => panic!("`peg` has no {other:?}"),
    }
}

/// The members of expressions within one another.
fn list<'e>(
    from: &'e OptimizedExpr,
    split: impl Fn(&'e OptimizedExpr) -> Option<(&'e OptimizedExpr, &'e OptimizedExpr)>,
) -> String {
    let mut parts = Vec::new();
    let mut rest = from;
    while let Some((first, behind)) = split(rest) {
        parts.push(expr(first));
        rest = behind;
    }
    parts.push(expr(rest));
    parts.join(", ")
}

/// How a text may begin: ASCII characters, others, not at all.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Begins {
    ascii: u128,
    other: bool,
    empty: bool,
}

impl Begins {
    /// With these characters.
    fn of(characters: impl Fn(char) -> bool) -> Begins {
        let ascii = (0..128_u8).filter(|it| characters(char::from(*it)));
        Begins {
            ascii: ascii.fold(0, |all, it| all | 1 << it),
            ..Begins::default()
        }
    }

    /// With any character.
    const ANY: Begins = Begins {
        ascii: u128::MAX,
        other: true,
        empty: false,
    };

    /// With nothing.
    const EMPTY: Begins = Begins {
        ascii: 0,
        other: false,
        empty: true,
    };

    /// As one of two.
    fn or(self, other: Begins) -> Begins {
        Begins {
            ascii: self.ascii | other.ascii,
            other: self.other | other.other,
            empty: self.empty | other.empty,
        }
    }

    /// How an expression's texts may begin, as far as those of the rules are known.
    fn of_expr(from: &OptimizedExpr, known: &BTreeMap<&str, Begins>) -> Begins {
        let of = |one| Begins::of_expr(one, known);
        match from {
            OptimizedExpr::Str(text) => match text.chars().next() {
                None => Begins::EMPTY,
                Some(first) if first.is_ascii() => Begins::of(|it| it == first),
                Some(_) => Begins::ANY,
            },
            OptimizedExpr::Skip(_) => Begins::ANY.or(Begins::EMPTY),
            OptimizedExpr::Ident(name) => match name.as_str() {
                "ANY" => Begins::ANY,
                "SOI" | "EOI" => Begins::EMPTY,
                "ASCII_ALPHA" => Begins::of(|it| it.is_ascii_alphabetic()),
                "ASCII_ALPHANUMERIC" => Begins::of(|it| it.is_ascii_alphanumeric()),
                "ASCII_DIGIT" => Begins::of(|it| it.is_ascii_digit()),
                "ASCII_HEX_DIGIT" => Begins::of(|it| it.is_ascii_hexdigit()),
                name => known.get(name).copied().unwrap_or_default(),
            },
            OptimizedExpr::PosPred(_) | OptimizedExpr::NegPred(_) => Begins::EMPTY,
            OptimizedExpr::Opt(one) | OptimizedExpr::Rep(one) => of(one).or(Begins::EMPTY),
            OptimizedExpr::Choice(one, other) => of(one).or(of(other)),
            OptimizedExpr::Seq(first, rest) => match of(first) {
                // Behind nothing, what is skipped may come.
                begins if begins.empty => {
                    let skipped = Begins::of(|it| " \t\r\n/".contains(it));
                    let begins = Begins {
                        empty: false,
                        ..begins
                    };
                    begins.or(skipped).or(of(rest))
                }
                begins => begins,
            },
            other => panic!("`peg` has no {other:?}"),
        }
    }

    /// How the texts of each rule may begin.
    fn of_rules(rules: &[OptimizedRule]) -> BTreeMap<&str, Begins> {
        let mut known = BTreeMap::new();
        loop {
            let rows = rules.iter();
            let found: BTreeMap<&str, Begins> = rows
                .map(|rule| (rule.name.as_str(), Begins::of_expr(&rule.expr, &known)))
                .collect();
            if found == known {
                return known;
            }
            known = found;
        }
    }
}

/// A number with its digits in groups of four.
fn hexadecimal(number: u128) -> String {
    let digits = format!("{number:x}");
    let digits = format!(
        "{digits:0>width$}",
        width = digits.len().next_multiple_of(4)
    );
    let groups = (0..digits.len()).step_by(4).map(|at| &digits[at..at + 4]);
    let groups: Vec<&str> = groups.collect();
    match number {
        0..=0xffff => format!("{number:#x}"),
        _ => format!("0x{}", groups.join("_")),
    }
}

fn kind(rule: &OptimizedRule) -> &'static str {
    match rule.ty {
        RuleType::Normal => "Normal",
        RuleType::Silent => "Silent",
        RuleType::Atomic => "Atomic",
        RuleType::CompoundAtomic => "CompoundAtomic",
        RuleType::NonAtomic => panic!("`peg` has no rule like {}", rule.name),
    }
}

/// The file for a grammar.
fn written(grammar: &str) -> String {
    let (_, rules) = pest_meta::parse_and_optimize(grammar).expect("pest reads the grammar");
    let mut text = "//! The rules of `src/grammar.pest` as a table. Made from it, do not edit:
//!
//! ```text
//! ISA_GRAMMAR=write cargo test -p isa-dsl grammar
//! ```

use super::peg::{Begins, Definition, Expr, Kind, Rules};

#[cfg(test)]
mod tests;

/// A rule of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
pub(crate) enum Rule {
"
    .to_owned();
    for rule in &rules {
        writeln!(text, "    {},", rule.name).expect("text");
    }
    text += "    EOI,
}

impl Rules for Rule {
    const SKIPPED: [Rule; 2] = [Rule::WHITESPACE, Rule::COMMENT];

    fn definition(self) -> &'static Definition<Rule> {
        &RULES[self as usize]
    }
}

#[rustfmt::skip]
static RULES: &[Definition<Rule>] = &[
";
    let begins = Begins::of_rules(&rules);
    for rule in &rules {
        let (name, kind, expr) = (&rule.name, kind(rule), expr(&rule.expr));
        let Begins {
            ascii,
            other,
            empty,
        } = begins[name.as_str()];
        let ascii = hexadecimal(ascii);
        writeln!(
            text,
            "    // {name}\n    Definition {{ kind: Kind::{kind}, begins: Begins {{ ascii: {ascii}, other: {other}, empty: {empty} }}, expr: {expr} }},"
        )
        .expect("text");
    }
    text + "    // EOI
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0, other: false, empty: true }, expr: Expr::End },
];
"
}

/// A rule that was edited would not be read otherwise without this. With `ISA_GRAMMAR=write`
/// the file is written.
#[test]
fn the_grammar_is_the_one_of_the_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let grammar = std::fs::read_to_string(folder.join("grammar.pest")).expect("the grammar");
    let made = written(&grammar);
    let path = folder.join("parse/grammar.rs");
    if std::env::var_os("ISA_GRAMMAR").is_some_and(|it| it == "write") {
        std::fs::write(&path, &made).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file");
    assert!(
        made == kept,
        "isa-dsl/src/parse/grammar.rs is old: ISA_GRAMMAR=write cargo test -p isa-dsl grammar"
    );
}

/// A rule is passed over only where it cannot match: a description, whole and with a byte of it
/// lost or doubled, is read the same as where all rules are tried.
#[test]
fn what_is_not_tried_does_not_match() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/language");
    let entries = std::fs::read_dir(folder).expect("the folder of descriptions");
    let mut paths: Vec<_> = entries.map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    let (mut right, mut wrong) = (0, 0);
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let is_item = |_: &str| false;
        let mut cutter = Cutter::new(0, &text, 0..text.len(), &is_item);
        while let Some(cut) = cutter.next_cut() {
            let item = &text[cut.range];
            let places = (0..item.len()).filter(|at| item.is_char_boundary(*at));
            let places = places.step_by(1 + item.len() / 6);
            let harmed = places.flat_map(|at| {
                let (before, behind) = item.split_at(at);
                let mut rest = behind.chars();
                let first = rest.next().map(String::from).unwrap_or_default();
                let lost = format!("{before}{}", rest.as_str());
                [lost, format!("{before}{first}{behind}")]
            });
            for text in std::iter::once(item.to_owned()).chain(harmed) {
                let [quick, all] = [peg::parse, peg::explain].map(|it| it(Rule::one_item, &text));
                match (quick, all) {
                    (Ok(quick), Ok(all)) => {
                        right += 1;
                        assert_eq!(format!("{quick:?}"), format!("{all:?}"), "{text}");
                    }
                    (Err(_), Err(_)) => wrong += 1,
                    (quick, all) => panic!("{quick:?}\nis not\n{all:?}\nof\n{text}"),
                }
            }
        }
    }
    assert!(right > 1000 && wrong > 1000, "{right} right, {wrong} wrong");
}
