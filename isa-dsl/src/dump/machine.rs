//! The header, and what a machine holds.

use std::fmt::Write as _;

use super::text::{index, state_part};
use crate::model::{Model, StateBits};

/// The header: architectures, processors, syntaxes.
pub fn machine(model: &Model) -> String {
    let machine = &model.machine;
    let mut text = format!(
        "isa {} \"{}\": words of {} bits, {} endian\n",
        machine.name,
        machine.title,
        machine.word_bits,
        if machine.big_endian { "big" } else { "little" }
    );
    for (index, arch) in machine.archs.iter().enumerate() {
        let processors: Vec<String> = machine
            .processors
            .iter()
            .filter(|processor| processor.arch == index)
            .map(|processor| {
                let features: Vec<&str> = machine
                    .features
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| processor.features >> bit & 1 == 1)
                    .map(|(_, feature)| feature.text.as_str())
                    .collect();
                match features.as_slice() {
                    [] => processor.name.text.clone(),
                    features => format!("{}[{}]", processor.name.text, features.join(",")),
                }
            })
            .collect();
        let _ = writeln!(
            text,
            "arch {} \"{}\": {}",
            arch.name.text,
            arch.title,
            processors.join(" ")
        );
    }
    for syntax in &machine.syntaxes {
        let comments = syntax.comments.iter().map(|text| format!(" {text:?}"));
        let mut words = vec![format!("comments{}", comments.collect::<String>())];
        if !syntax.separator.is_empty() {
            words.push(format!("separator {:?}", syntax.separator));
        }
        if !syntax.negation.is_empty() {
            words.push(format!("negation {:?}", syntax.negation));
        }
        for (set, word) in [
            (syntax.any_case, "any_case"),
            (syntax.loose_commas, "loose_commas"),
            (syntax.valued_flags, "valued_flags"),
            (syntax.register_lists, "register_lists"),
            (syntax.register_parts, "register_parts"),
            (syntax.list_numbers, "list_numbers"),
            (syntax.float_types, "float_types"),
            (syntax.plain_digits, "plain_digits"),
        ] {
            if set {
                words.push(word.to_owned());
            }
        }
        if !syntax.suffix_word.is_empty() {
            let (word, suffix) = (&syntax.suffix_word, &syntax.suffix);
            words.push(format!("suffix_word {word:?} {suffix:?}"));
        }
        if !syntax.bare_suffix.is_empty() {
            words.push(format!("bare_suffix {:?}", syntax.bare_suffix));
        }
        if !syntax.size_suffixes.is_empty() {
            let suffixes = syntax.size_suffixes.iter().map(|it| format!(" {it:?}"));
            words.push(format!("size_suffixes{}", suffixes.collect::<String>()));
        }
        if !syntax.saturating.is_empty() {
            words.push(format!("saturating {:?}", syntax.saturating));
        }
        if syntax.list_length != 0 {
            words.push(format!("list_length {}", syntax.list_length));
        }
        let archs = machine.on(syntax.archs, machine.all());
        let _ = writeln!(text, "syntax {}{archs}: {}", syntax.name, words.join("; "));
    }
    text
}

/// States with their homes, address spaces with their limits, and floating-point types.
pub fn memory(model: &Model) -> String {
    let mut text = String::new();
    for state in &model.states {
        let _ = write!(text, "state {}: {} bits", state.name, state.bits);
        if let Some((file, number)) = state.home {
            let _ = write!(text, ", {} {number}", model.files[file].name);
        }
        if let Some(derived) = &state.derived {
            let archs = model.machine.on(state.archs, model.machine.all());
            let _ = write!(text, ", {}{archs}", derived.text);
        }
        text.push('\n');
    }
    let part = |it: StateBits| state_part(model, it);
    for space in &model.spaces {
        let _ = write!(text, "space {}", space.name);
        if space.internal {
            text.push_str(": internal");
        }
        if let Some((limit, archs)) = space.limit {
            let archs = model.machine.on(archs, model.machine.all());
            let _ = write!(text, ": limit {}{archs}", part(limit));
        }
        if let Some(base) = space.base {
            let _ = write!(text, ": base {}", part(base));
        }
        let memory = &model.spaces[space.memory].name;
        if *memory != space.name {
            let _ = write!(text, ": of {memory}");
        }
        text.push('\n');
    }
    // What families say themselves is dumped with their operands.
    let indexed = model.shapes.iter().flat_map(|shape| &shape.indexed);
    let mut lines: Vec<String> = Vec::new();
    for it in indexed.filter(|it| it.file.is_some()) {
        let line = format!("indexed {}{}", it.operand, index(model, it));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    for floating in &model.floating {
        let _ = write!(text, "floating {}", floating.ty);
        for (what, bits) in [
            ("rounding", floating.rounding),
            ("subnormals", floating.subnormals),
        ] {
            if let Some(bits) = bits {
                let _ = write!(text, ": {what} {}", part(bits));
            }
        }
        if let Some((overflow, archs)) = floating.overflow {
            let archs = model.machine.on(archs, model.machine.all());
            let _ = write!(text, ": overflow {}{archs}", part(overflow));
        }
        text.push('\n');
    }
    text
}
