//! Texts drawn at random: what is printed, and what is nearly so.

use isa_mc::gcn::TABLES;

use super::{Places, agrees};
use crate::parse::{Mnemonics, NoSymbols};
use crate::random::Random;
use crate::tables::{BitString, Bits};
use crate::{SyntaxId, Target};

impl Random {
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// The numbers of registers as people write them, in the first place that has some.
fn indexed(random: &mut Random, text: &str) -> Option<String> {
    let is_number = |text: &str| text.bytes().all(|it| it.is_ascii_digit()) && !text.is_empty();
    let mut number = |text: &str| match random.below(4) {
        0 => format!("{text} + nothing"),
        1 => format!("nothing+{text}*1"),
        2 => format!("seven-7+{text} "),
        _ => format!(" ({text})"),
    };
    let words = || text.split([' ', ',', '|', '(', ')', '-']).skip(1);
    let of_one = words().find_map(|word| {
        let digits = word.trim_start_matches(|it: char| it.is_ascii_lowercase());
        let file = &word[..word.len() - digits.len()];
        (is_number(digits) && !file.is_empty()).then_some((word, file, digits))
    });
    let of_some = words().find_map(|word| {
        let (file, numbers) = word.strip_suffix(']')?.split_once('[')?;
        let (first, last) = numbers.split_once(':')?;
        (is_number(first) && is_number(last)).then_some((word, file, first, last))
    });
    if let Some((word, file, first, last)) = of_some {
        let (first, last) = (number(first), number(last));
        return Some(text.replacen(word, &format!("{file}[{first}:{last}]"), 1));
    }
    let (word, file, digits) = of_one?;
    Some(text.replacen(word, &format!("{file}[{}]", number(digits)), 1))
}

/// A text with something else in one of its places: a word of another text, another
/// number, a word more or less, no suffix, other white space, numbers of registers as sums,
/// modifiers with their defaults, a comma more or less.
fn changed(random: &mut Random, text: &str, other: &str) -> String {
    let split = |text: &str| -> Vec<String> {
        text.split_inclusive([' ', ',']).map(String::from).collect()
    };
    let (mut words, others) = (split(text), split(other));
    let at = random.below(words.len());
    let from = random.below(others.len());
    match random.below(18) {
        0 => words[at].clone_from(&others[from]),
        1 => drop(words.remove(at)),
        2 => words.insert(at, others[from].clone()),
        3 => {
            let digits: String = words[at]
                .chars()
                .map(|it| match it {
                    '0'..='9' => char::from(b'0' + random.below(10) as u8),
                    _ => it,
                })
                .collect();
            words[at] = digits;
        }
        4 => {
            let numbers = [
                "0",
                "-1",
                "64",
                "65",
                "0x40",
                "0x3f800000",
                "-17",
                "-300",
                "-40000",
                "4095",
                "0xffffffffffffff00",
                "1.0",
                "1.5",
                "0.50",
                ".5",
                "-2.25e3",
                "1e40",
                "0.15915494",
                "007",
                "seven",
                "nothing*5",
                "0 + seven",
                "seven*1000000",
                "(nothing-7)",
                "seven@lo",
            ];
            let end: String = words[at].chars().filter(|it| " ,".contains(*it)).collect();
            words[at] = String::from(numbers[random.below(numbers.len())]) + &end;
        }
        5 => {
            for suffix in ["_e32", "_e64", "_sdwa", "_dpp"] {
                words[0] = words[0].replace(suffix, "");
            }
        }
        6 => {
            let place = random.below(words[at].len());
            words[at].insert(place, ' ');
        }
        7 => words[at] = words[at].replace(',', ""),
        // Members of a list in another order, and with other texts between them.
        12 => {
            let to = random.below(words.len());
            words.swap(at, to);
        }
        13 => words[at] = words[at].replacen(' ', [" & ", "  ", "&", ", "][from % 4], 1),
        8 => {
            let defaults = [
                " offset:0",
                " offset0:0",
                " offset1:0",
                " row_mask:0xf",
                " bank_mask:0xf",
                " dst_sel:DWORD",
                " op_sel:[0,0]",
                " dmask:0x0",
                " format:0",
                " th:TH_LOAD_RT",
                " scope:SCOPE_CU",
                " cbsz:0",
                " bound_ctrl:0",
                " fi:0",
            ];
            words.push(defaults[random.below(defaults.len())].to_owned());
        }
        9 => {
            if let Some(last) = words.len().checked_sub(2) {
                words[last] = words[last].replace(' ', ", ");
            }
        }
        // An expression for a number.
        14 => {
            let is_digit = |it: char| it.is_ascii_digit();
            let start = words[at].find(is_digit).unwrap_or(words[at].len());
            let (before, number) = words[at].split_at(start);
            let end = number.find(|it| !is_digit(it)).unwrap_or(number.len());
            let (number, behind) = number.split_at(end);
            words[at] = match from % 5 {
                0 => format!("{before}0 + {number}{behind}"),
                1 => format!("{before}{number}*1{behind}"),
                2 => format!("{before}({number} - nothing){behind}"),
                3 => format!("{before}seven * {number} / 7{behind}"),
                _ => format!("{before}seven{behind}"),
            };
        }
        // Shorter lists, halves that are not said, other words for source modifiers.
        15 => {
            for end in [",0]", ",1]"] {
                words[at] = words[at].replace(end, "]");
            }
        }
        16 => {
            for half in [".l", ".h"] {
                words[at] = words[at].replace(half, "");
            }
        }
        17 => {
            let word = words[at].trim_end_matches([',', ' ']);
            let end = words[at][word.len()..].to_owned();
            let word = match (word.strip_prefix('-'), word.strip_prefix('|')) {
                (Some(rest), _) => format!("neg({rest})"),
                (_, Some(rest)) => format!("abs({})", rest.trim_end_matches('|')),
                _ => format!("{}({word})", ["neg", "abs", "sext", ""][from % 4]),
            };
            words[at] = word + &end;
        }
        10 => return indexed(random, text).unwrap_or_else(|| text.to_owned()),
        _ => {
            words[at].pop();
        }
    }
    words.concat()
}

/// Every processor as it is, and with the other widths of what has one that depends on a feature
/// alone: masks of lanes in the other size of a wave.
fn targets() -> impl Iterator<Item = Target<'static>> {
    let features = TABLES.widths.iter().map(|width| width.feature);
    let features = features.fold(0, |all, feature| all | feature);
    assert_ne!(features, 0, "masks of lanes have two widths");
    (0..TABLES.processors.len()).flat_map(move |row| {
        let target = Target::of_row(&TABLES, row).expect("a processor");
        let bits = (0..32).filter(move |bit| features >> bit & 1 != 0);
        let other = bits.fold(target, |target, bit| {
            match target.features() >> bit & 1 != 0 {
                true => target.without_feature(bit),
                false => target.with_feature(bit),
            }
        });
        [target, other]
    })
}

/// Every encoding on every processor in every syntax, with many operands: what is
/// printed, and texts that are nearly so, right or wrong. One pass makes of them what
/// the forms make, or nothing. Of six ways to draw operands each has two, others than the
/// encoding before and than in other syntaxes; with `ISA_WHOLE=1` all of them.
#[test]
fn one_pass_agrees_with_the_forms() {
    // A thread for each processor: nothing else of these tests takes as long.
    let counts = std::thread::scope(|scope| {
        let threads: Vec<_> = targets()
            .enumerate()
            .map(|(number, target)| scope.spawn(move || texts_of(&target, number as u64)))
            .collect();
        let counts = threads.into_iter().map(|it| it.join().expect("it agrees"));
        counts.fold([0; 3], |all, its| [0, 1, 2].map(|at| all[at] + its[at]))
    });
    let [printed, quick, others] = counts;
    assert!(
        quick * 2 > printed && others * 10 > printed,
        "{quick} of {printed} texts and {others} others were read in one pass"
    );
}

/// How many texts of a processor were printed, and read in one pass; and of others that are
/// nearly so.
fn texts_of(target: &Target<'static>, seed: u64) -> [usize; 3] {
    let is_whole = std::env::var_os("ISA_WHOLE").is_some_and(|it| it == "1");
    let mut random = Random(1 + seed);
    let (mut printed, mut quick, mut others) = (0, 0, 0);
    for syntax in (0..TABLES.syntaxes.len()).map(|syntax| SyntaxId(syntax as u8)) {
        let mut before = String::from("s_nop 0");
        let mut mnemonics = Mnemonics::default();
        for (index, encoding) in TABLES.encodings.iter().enumerate() {
            let shape = target.shape_of(encoding);
            if shape.arch != target.arch_index() {
                continue;
            }
            let turn = index + usize::from(syntax.0) + seed as usize;
            for round in (0..6).filter(|round| is_whole || (round + turn).is_multiple_of(3)) {
                let mut number = || random.next() << 11 ^ random.next();
                let mut all = || Bits::from(number()).insert(64, 64, number());
                // Few bits are set where modifiers and modes are to be as usual.
                let some = [!Bits::ZERO, all() & all() & all(), all() & all()];
                let masks = TABLES.shape_masks(shape);
                let free = all() & some[round % 3] & !masks.mask & !masks.unused;
                let free = if round >= 3 {
                    free & !masks.modifiers & !masks.wraps & !masks.zero | masks.modifier_defaults
                } else {
                    free
                };
                let number = random.next() << 11;
                let literal = (round % 2 == 1).then_some((number >> 40) as u32);
                let inst =
                    target.inst(index as u16, TABLES.encoding_bits(encoding) | free, literal);
                let Ok(inst) = inst else { continue };
                let mut text = String::new();
                if target.print(inst, syntax, &mut text).is_err() {
                    continue;
                }
                printed += 1;
                quick += usize::from(agrees(target, syntax, &text, &NoSymbols, &mut mnemonics));
                for _ in 0..3 {
                    let mut text = changed(&mut random, &text, &before);
                    // Most people write no suffixes, and more than one thing their own way.
                    for suffix in ["_e32", "_e64", "_sdwa", "_dpp"] {
                        if random.below(2) == 0 {
                            text = text.replace(suffix, "");
                        }
                    }
                    if random.below(4) == 0 && !text.is_empty() {
                        text = changed(&mut random, &text, &before);
                    }
                    others += usize::from(agrees(target, syntax, &text, &Places, &mut mnemonics));
                }
                before = text;
            }
        }
    }
    [printed, quick, others]
}
