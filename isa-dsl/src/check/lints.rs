//! Lints: what a mnemonic promises, held against what the operation does.

use crate::sorted::SortedSet;

use super::context::Context;
use super::demands::{Subject, wanted};
use super::parts::Parts;
use crate::ast::{self, Demand, Property, RowMeaning, Statement};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::operation::facts::{self, Facts};
use crate::operation::{Checked, Environment};
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Checks the lints themselves: patterns, and the names that demands use.
pub fn items(context: &mut Context) {
    let names = context.names;
    if names.lints.is_empty() {
        return;
    }
    let known = known_names(context);
    for lint in &names.lints {
        if lint.lines.is_empty() {
            let message = format!("lint `{}` asks for nothing", lint.name.text);
            context
                .error(Code::BadLint, lint.name.span, message)
                .help("add a line: `\"*_x2\" => accesses 64;`");
        }
        for line in &lint.lines {
            for pattern in line.patterns.iter().chain(&line.except) {
                check_pattern(pattern, context);
            }
            for demand in &line.demands {
                check_demand(demand, &known, context);
            }
        }
    }
}

/// The names that some operation may use for an operand, a field or a state.
fn known_names<'a>(context: &Context<'a>) -> SortedSet<String> {
    let mut known: SortedSet<String> = SortedSet::new();
    let mut operands = |statements: &'a [Statement]| {
        for statement in statements {
            match statement {
                Statement::Operand(operand) => {
                    known.insert(operand.name.text.to_uppercase());
                }
                Statement::Encoding(encoding) => {
                    for statement in &encoding.statements {
                        if let Statement::Operand(operand) = statement {
                            known.insert(operand.name.text.to_uppercase());
                        }
                    }
                }
                _ => {}
            }
        }
    };
    for (family, _) in &context.names.families {
        operands(&family.statements);
    }
    for set in &context.names.modifiers {
        known.extend(set.modifiers.iter().map(|it| it.name.text.to_uppercase()));
    }
    known.extend(context.names.states.iter().map(|it| it.name.text.clone()));
    known
}

fn check_pattern(pattern: &ast::Name, context: &mut Context) {
    let good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '*');
    let complaint = if pattern.text.is_empty() {
        "an empty pattern matches no mnemonic".to_owned()
    } else if let Some(bad) = pattern.text.chars().find(|&c| !good(c)) {
        format!("no mnemonic has `{}` in it", bad.escape_default())
    } else if pattern.text.contains("**") {
        "two stars in a row say no more than one".to_owned()
    } else {
        return;
    };
    context
        .error(Code::BadLint, pattern.span, complaint)
        .help("a pattern is a mnemonic in which `*` stands for any text");
}

fn check_demand(demand: &Demand, known: &SortedSet<String>, context: &mut Context) {
    let mut names: Vec<&ast::Name> = Vec::new();
    match &demand.property {
        Property::Access { width, space, .. } => {
            if let Some((bits, times)) = width {
                if !matches!(bits.value, 8 | 16 | 32 | 64 | 128) {
                    bad(
                        bits.span,
                        format!("no memory access is {} bits wide", bits.value),
                        "a width is 8, 16, 32, 64 or 128; several accesses are `32 times 4`",
                        context,
                    );
                }
                if let Some(times) = times.filter(|times| times.value == 0) {
                    let help = "ask for none with `no loads`";
                    bad(
                        times.span,
                        "nothing happens zero times".into(),
                        help,
                        context,
                    );
                }
            }
            if let Some(space) = space {
                context.find(Sort::Space, space);
            }
        }
        Property::Reads(name, bits) => {
            names.push(name);
            check_bits(bits.as_ref(), context);
        }
        Property::Writes(name, bits, under) => {
            names.push(name);
            names.extend(under);
            check_bits(bits.as_ref(), context);
        }
        Property::Returns(name, under) => {
            names.push(name);
            names.extend(under);
        }
        Property::Width(name, bits) => {
            names.push(name);
            if bits.value == 0 {
                let help = "say how many bits the operand has";
                bad(bits.span, "no operand has 0 bits".into(), help, context);
            }
        }
        Property::Computes(name) => {
            if !facts::computable().any(|it| it == name.text) {
                let message = format!("a lint cannot ask for `{}`", name.text);
                let mut error = Diagnostic::new(Code::Unknown, name.span, message);
                error.help = did_you_mean(&name.text, facts::computable()).or_else(|| {
                    let all: Vec<&str> = facts::computable().collect();
                    Some(format!("it may be one of {}", all.join(" ")))
                });
                context.diagnostics.push(error);
            }
        }
        Property::Sign(_) | Property::Atomic => {}
    }
    for name in names {
        if !known.contains(&name.text) {
            let message = format!("no operand, modifier or state is called `{}`", name.text);
            let mut error = Diagnostic::new(Code::Unknown, name.span, message);
            error.help = did_you_mean(&name.text, known.iter().map(String::as_str)).or_else(|| {
                Some(
                    "operands and modifiers are written as in operations: `VDST` for `vdst`".into(),
                )
            });
            context.diagnostics.push(error);
        }
    }
}

fn check_bits(bits: Option<&ast::Bits>, context: &mut Context) {
    let Some(bits) = bits.filter(|bits| bits.high.value < bits.low.value || bits.high.value > 1023)
    else {
        return;
    };
    let help = "write the highest bit first: `[31:16]`";
    bad(bits.span, "no operand has these bits".into(), help, context);
}

fn bad(span: Span, message: String, help: &str, context: &mut Context) {
    context.error(Code::BadLint, span, message).help(help);
}

/// Operations and lints that nothing uses: no row would ever check them.
pub fn unused(context: &mut Context) {
    let (mut called, mut named): (SortedSet<String>, SortedSet<String>) = Default::default();
    let mut asked: SortedSet<&str> = SortedSet::new();
    for (family, _) in &context.names.families {
        for statement in &family.statements {
            match statement {
                Statement::Row(row) => match &row.meaning {
                    RowMeaning::None => {}
                    RowMeaning::Call(name, _) => {
                        called.insert(name.text.clone());
                    }
                    RowMeaning::Body(body) => {
                        for statement in body {
                            statement.reasons(&mut |name| {
                                called.insert(name.to_owned());
                            });
                        }
                    }
                },
                Statement::Checks(names) => {
                    asked.extend(names.iter().map(|name| name.text.as_str()));
                }
                _ => {}
            }
        }
    }
    // What pairs become has the bodies of these.
    for statement in context.names.halves.iter().flat_map(|it| &it.statements) {
        if let Statement::Row(row) = statement
            && let RowMeaning::Call(name, _) = &row.meaning
        {
            called.insert(name.text.clone());
        }
    }
    for operation in &context.names.operations {
        if called.contains(&operation.name.text) {
            for statement in &operation.body {
                statement.reasons(&mut |name| {
                    named.insert(name.to_owned());
                });
            }
        }
    }
    let operations = context.names.operations.iter().map(|it| &it.name);
    let unused = |name: &&ast::Name| !called.contains(&name.text) && !named.contains(&name.text);
    for name in operations.filter(unused) {
        let message = format!("no row uses operation `{}`", name.text);
        context
            .error(Code::Unused, name.span, message)
            .label("so it is not checked")
            .help("name it in a row, `= operation(…);`, or remove it");
    }
    let lints = context.names.lints.iter().map(|it| &it.name);
    for name in lints.filter(|name| !asked.contains(name.text.as_str())) {
        let message = format!("no family asks for lint `{}`", name.text);
        context
            .error(Code::Unused, name.span, message)
            .label("so it checks nothing")
            .help(format!("write `checks {};` in a family", name.text));
    }
}

/// Holds a row against the lints that its family asks for.
pub fn check(
    parts: &Parts,
    row: &ast::Row,
    checked: &Checked,
    environment: &Environment,
    context: &mut Context,
) {
    let mut facts = None;
    for name in &parts.checks {
        let lints = &context.names.lints;
        let Some(lint) = lints.iter().find(|lint| lint.name.text == name.text) else {
            continue;
        };
        let subject = Subject {
            facts: facts.get_or_insert_with(|| Facts::of(&checked.ir)),
            atomic: checked.effects.atomic,
            environment,
        };
        let mut spoken = false;
        for line in &lint.lines {
            let matching = |patterns: &'_ [ast::Name]| {
                patterns
                    .iter()
                    .position(|it| matches(&it.text, &row.name.text))
            };
            let Some(pattern) = matching(&line.patterns).map(|index| &line.patterns[index]) else {
                continue;
            };
            if matching(&line.except).is_some() {
                continue;
            }
            spoken = true;
            for demand in &line.demands {
                let (holds, found) = subject.judge(&demand.property);
                if holds != demand.negated {
                    continue;
                }
                let no = if demand.negated { "no " } else { "" };
                let message = format!(
                    "`{}` does not keep what its name promises: expected `{no}{}`, found {found}",
                    row.name.text,
                    wanted(&demand.property),
                );
                context
                    .error(Code::Lint, row.name.span, message)
                    .label("this row")
                    .also(demand.span, format!("wanted of `{}` here", pattern.text))
                    .help(format!(
                        "lint `{}`: {}; mend the row or its operation",
                        lint.name.text, lint.title.text
                    ));
            }
        }
        if !spoken {
            let message = format!(
                "no line of lint `{}` speaks of `{}`",
                lint.name.text, row.name.text
            );
            context
                .error(Code::Lint, row.name.span, message)
                .also(lint.name.span, lint.title.text.clone())
                .also(name.span, "asked for here")
                .help("is the mnemonic right? If so, add a line with a pattern that matches it");
        }
    }
}

/// Whether a mnemonic matches; `*` stands for any text.
fn matches(pattern: &str, mnemonic: &str) -> bool {
    let Some((first, inner)) = pattern.split_once('*') else {
        return pattern == mnemonic;
    };
    let (inner, last) = inner.rsplit_once('*').unwrap_or(("", inner));
    // The ends first: most patterns fail there.
    let rest = mnemonic.strip_prefix(first);
    let Some(mut rest) = rest.and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    for piece in inner.split('*') {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::matches;

    /// Stars at either end, in the middle, several, and none.
    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, mnemonic) in [
            ("*_x2", "flat_atomic_add_x2"),
            ("flat_*", "flat_load_dword"),
            ("*_atomic_*_x2", "flat_atomic_add_x2"),
            ("ds_*_rtn_*", "ds_add_rtn_u32"),
            ("s_nop", "s_nop"),
            ("*", ""),
            ("a*a", "aa"),
            ("*ab*ab", "xabab"),
        ] {
            assert!(matches(pattern, mnemonic), "{pattern} {mnemonic}");
        }
        for (pattern, mnemonic) in [
            ("*_x2", "flat_atomic_add_x2x"),
            ("flat_*", "flt_load_dword"),
            ("s_nop", "s_nop2"),
            ("s_nop", "xs_nop"),
            ("a*a", "a"),
            ("*ab*ab", "ab"),
        ] {
            assert!(!matches(pattern, mnemonic), "{pattern} {mnemonic}");
        }
    }
}
