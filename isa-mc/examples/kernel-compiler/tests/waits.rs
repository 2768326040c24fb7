//! Nothing is touched that is still on its way.

use std::collections::BTreeMap;

use isa_mc::gcn::{self, syntax};

use super::super::compile;
use super::{BLUR, TARGETS, target_id};

/// The number behind `vmcnt(` in a text.
fn count(text: &str, counter: &str) -> Option<usize> {
    let (_, rest) = text.split_once(&format!("{counter}("))?;
    rest.split_once(')')?.0.parse().ok()
}

/// The number that is all of a text: `0x1`.
fn number(text: &str) -> Option<usize> {
    usize::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()
}

/// Registers of a text: `v1`, `s[2:3]`.
fn registers(text: &str) -> Vec<(char, u32)> {
    let mut found = Vec::new();
    for word in text.split([' ', ',']).filter(|it| !it.is_empty()) {
        let (file, rest) = word.split_at(1);
        let file = file.chars().next().unwrap_or(' ');
        if !matches!(file, 'v' | 's') {
            continue;
        }
        let range = match rest.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            Some(range) => range.split_once(':'),
            None => Some((rest, rest)),
        };
        if let Some((Ok(first), Ok(last))) = range.map(|(a, b)| (a.parse(), b.parse::<u32>())) {
            found.extend((first..=last).map(|number| (file, number)));
        }
    }
    found
}

/// The code as text, read from top to bottom: an instruction after a load may name the
/// load's destination only if a wait with few enough stood between them.
#[test]
fn loads_are_waited_for() {
    let many = "kernel many(in a, in b, out c) {
        c[i] = a[i - 1] * b[i] + a[i] * b[i + 1] - a[i + 1] * b[i + 2] + a[i + 3];
    }";
    for source in [BLUR, many] {
        for cpu in TARGETS {
            let object = compile(source, target_id(cpu), 256).expect("it compiles");
            let target = gcn::target(cpu).expect("a processor");
            let code = &object.section(".text").expect("code").bytes;
            // Later processors have a counter, and a wait, for each kind of memory.
            let one_each = target.descriptions_of(gcn::opcode::S_WAIT_LOADCNT);
            let [scalar, vector] = match one_each.count() {
                0 => ["lgkmcnt", "vmcnt"],
                _ => ["kmcnt", "loadcnt"],
            };
            let (mut at, mut waits, mut partial) = (0, 0, 0);
            let mut pending: BTreeMap<&str, Vec<Vec<(char, u32)>>> = BTreeMap::new();
            while at < code.len() {
                let inst = target.decode(&code[at..]).expect("an instruction");
                at += inst.size();
                let mut text = String::new();
                target.print(inst, syntax::LLVM, &mut text).expect("a text");
                let (mnemonic, operands) = text.split_once(' ').unwrap_or((&text, ""));
                let one = mnemonic.strip_prefix("s_wait_");
                if mnemonic == "s_waitcnt" || one.is_some() {
                    waits += 1;
                    for (counter, all) in &mut pending {
                        let left = match one {
                            None => count(operands, counter),
                            Some(one) => number(operands).filter(|_| one == *counter),
                        };
                        if let Some(left) = left {
                            partial += usize::from(left > 0);
                            let done = all.len().saturating_sub(left);
                            // Scalar loads come in any order.
                            let none = *counter == scalar && left > 0;
                            all.drain(..if none { 0 } else { done });
                        }
                    }
                    continue;
                }
                let named = registers(operands);
                for (counter, all) in &pending {
                    let touched = all.iter().flatten().find(|it| named.contains(it));
                    assert_eq!(touched, None, "{cpu} {counter}: {text}");
                }
                if mnemonic.starts_with("s_branch") || mnemonic.starts_with("s_cbranch") {
                    let left = pending.values().flatten().flatten().count();
                    assert_eq!(left, 0, "{cpu}: {text}");
                }
                let counter = match mnemonic.split('_').next() {
                    Some("s") if mnemonic.starts_with("s_load") => scalar,
                    Some("buffer") => vector,
                    _ => continue,
                };
                let destination = operands.split_once(',').map_or("", |(it, _)| it);
                let written = match mnemonic.contains("store") {
                    true => Vec::new(),
                    false => registers(destination),
                };
                pending.entry(counter).or_default().push(written);
            }
            assert!(waits >= 2, "{cpu}: {waits}");
            // Loads that are on their way together are waited for one by one.
            assert!(source != many || partial >= 2, "{cpu}: {partial}");
        }
    }
}
