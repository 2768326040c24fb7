//! `parse/grammar.rs` is what pest reads in `grammar.pest`.

use std::fmt::Write as _;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};

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

use super::peg::{Definition, Expr, Kind, Rules};

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
    for rule in &rules {
        let (name, kind, expr) = (&rule.name, kind(rule), expr(&rule.expr));
        writeln!(
            text,
            "    // {name}\n    Definition {{ kind: Kind::{kind}, expr: {expr} }},"
        )
        .expect("text");
    }
    text + "    // EOI
    Definition { kind: Kind::Normal, expr: Expr::End },
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
