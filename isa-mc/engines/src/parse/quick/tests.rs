//! What is read in one pass against what the forms make of the same text.

use crate::parse::{LineContext, Mnemonics, NoSymbols, Symbols};
use crate::random::Random;
use crate::tables::{BitString, Bits};
use crate::{Inst, SyntaxId, Target};
use isa_mc::gcn::TABLES;

mod modifier_words;
mod people;

impl Random {
    fn next(&mut self) -> u64 {
        self.bits() >> 11
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Reads a text both ways; whether one pass was enough.
fn agrees<'a>(
    target: &Target<'a>,
    syntax: SyntaxId,
    text: &str,
    symbols: &dyn Symbols,
    mnemonics: &mut Mnemonics<'a>,
) -> bool {
    let cpu = target.text(target.processor().name);
    let formed = || target.parse_by_forms(text, syntax, symbols);
    let quick = target.parse_line(text, syntax, symbols);
    if let Some((quick, end)) = quick {
        if end != text.len() {
            assert_eq!(text.as_bytes()[end], b'\n', "`{text}` ends at {end}");
            return false;
        }
        assert_eq!(Ok(quick), formed(), "{cpu} `{text}`");
    }
    // A line of a source may be read in one pass where the statement alone is not.
    let mut context = LineContext {
        syntax,
        symbols,
        mnemonics,
    };
    let line = target.parse_code(text, 0, &mut context);
    let code = line.map(|line| (line.code[..line.size].to_vec(), line.end));
    let bytes = |inst: Inst| {
        let mut bytes = [0; 20];
        let size = target.encode(inst, &mut bytes).ok()?;
        Some((bytes[..size].to_vec(), text.len()))
    };
    match (quick, line) {
        // Lines have no more than 16 bytes.
        (Some((quick, _)), _) => {
            let expected = bytes(quick.inst).filter(|(bytes, _)| bytes.len() <= 16);
            assert_eq!(code, expected, "{cpu} `{text}`");
        }
        (None, Some(line)) if line.later.is_none() && line.end == text.len() => {
            let formed = formed().ok().and_then(|it| bytes(it.inst));
            assert_eq!(code, formed, "{cpu} `{text}`");
        }
        _ => {}
    }
    quick.is_some()
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
/// the forms make, or nothing.
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
            for round in 0..6 {
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

/// `seven` and `nothing` are numbers, and what begins with `place` is known later.
struct Places;

impl Symbols for Places {
    fn value(&self, name: &str) -> Option<i64> {
        match name {
            "seven" => Some(7),
            "nothing" => Some(0),
            _ => None,
        }
    }

    fn is_later(&self, name: &str) -> bool {
        name.starts_with("place")
    }
}

/// Names in the place of the last operand of every encoding: where one pass reads them it
/// makes what the forms make, and it reads those that compilers write.
#[test]
fn names_agree_with_the_forms() {
    let mut found = Vec::new();
    for cpu in ["gfx600", "gfx900"] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        for syntax in (0..TABLES.syntaxes.len()).map(|syntax| SyntaxId(syntax as u8)) {
            let mut mnemonics = Mnemonics::default();
            for (index, encoding) in TABLES.encodings.iter().enumerate() {
                let shape = target.shape_of(encoding);
                let bits = encoding.bits | shape.modifier_defaults;
                let Ok(inst) = target.inst(index as u16, bits, None) else {
                    continue;
                };
                let mut text = String::new();
                if target.print(inst, syntax, &mut text).is_err() {
                    continue;
                }
                let last = text.rfind(' ').map_or(text.len(), |at| at + 1);
                for name in [
                    "place",
                    "place@rel32@lo+4",
                    "place@abs32@hi",
                    "place@x-12",
                    "place@x+0x10",
                    "place@x+-4",
                    "place@x+07",
                    "place@x+4+4",
                    "place@x + 4",
                    "place+4",
                    "place@",
                    "@place",
                    "seven",
                    "seven@x",
                    "v0@x",
                    "0@x",
                ] {
                    let text = format!("{}{name}", &text[..last]);
                    if agrees(&target, syntax, &text, &Places, &mut mnemonics)
                        && (cpu, syntax.0) == ("gfx900", 0)
                    {
                        found.push(text);
                    }
                }
            }
        }
    }
    for text in [
        "s_branch place",
        "s_add_u32 s0, s0, place@rel32@lo+4",
        "s_mov_b32 s0, place@abs32@hi",
    ] {
        assert!(found.iter().any(|it| it == text), "`{text}`");
    }
    for text in ["s_branch place+4", "s_mov_b64 s[0:1], place", "s_nop place"] {
        assert!(!found.iter().any(|it| it == text), "`{text}`");
    }
}

/// Texts on which one pass must not decide: each would mean something else, or nothing,
/// by its forms.
#[test]
fn what_is_written_otherwise_is_left_to_the_forms() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    for text in [
        "",
        "s_nop",
        "s_nop 0, 0",
        "s_nop 0 glc",
        "v_mov_b32_e32 v1",
        "v_mov_b32_e32 v1, v2, v3",
        "v_mov_b32_e32 v1, v256",
        "s_mov_b64 s[1:2], 0",
        "s_mov_b64 s0, 0",
        "v_add_f32_e64 v1, s1, s2",
        "global_load_dword v1, v[2:3], s[4:5]",
        "global_load_dword v1, v2, off",
        "global_load_dword v1, v[2:3], off offset:8 offset:8",
        "global_load_dword v1, v[2:3], off glc offset:8",
        "s_branch nowhere",
        "s_mov_b64 s[4:5], shared_base",
        "s_mov_b64 s[4:5], src_nothing",
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 32), s5",
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s5, s6",
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 33), s5",
        "s_setreg_b32 hwreg(1, 0, 4), s5",
        "s_sendmsg sendmsg(MSG_INTERRUPT, GS_OP_NOP)",
    ] {
        let found = target.parse_line(text, SyntaxId(0), &NoSymbols);
        assert_eq!(found, None, "`{text}`");
    }
    // Longer than a statement may be.
    let long = format!("s_nop {}0", " ".repeat(70_000));
    assert_eq!(target.parse_line(&long, SyntaxId(0), &NoSymbols), None);
}

/// What ends a line of a source without being part of the statement.
#[test]
fn lines_end_with_white_space_and_comments() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let mut mnemonics = Mnemonics::default();
    for syntax in (0..TABLES.syntaxes.len()).map(|syntax| SyntaxId(syntax as u8)) {
        let leaders = TABLES.syntaxes[usize::from(syntax.0)].comments;
        let leaders = &TABLES.texts[leaders.range()];
        for text in [
            "s_nop 0",
            "s_endpgm",
            "s_branch place",
            "s_waitcnt vmcnt(0)",
            "global_load_dword v1, v[2:3], off offset:8",
        ] {
            let read = |mnemonics: &mut Mnemonics<'static>, text: &str| {
                let mut context = LineContext {
                    syntax,
                    symbols: &NoSymbols,
                    mnemonics,
                };
                let line = target.parse_code(text, 0, &mut context)?;
                Some((line.code, line.size, line.later, line.end))
            };
            let Some((code, size, later, _)) = read(&mut mnemonics, text) else {
                continue;
            };
            for leader in leaders {
                let leader = target.text(*leader);
                for end in [
                    "\r".to_owned(),
                    " \t ".to_owned(),
                    format!(" {leader}"),
                    format!("\t{leader} a comment, s_nop 1 /* \" \r"),
                ] {
                    let line = format!("{text}{end}\ns_nop 1");
                    let expected = (code, size, later, text.len() + end.len());
                    assert_eq!(read(&mut mnemonics, &line), Some(expected), "{line:?}");
                }
            }
            let found = read(&mut mnemonics, &format!("{text} # no comment\n"));
            let is_comment = leaders.iter().any(|leader| target.text(*leader) == "#");
            assert_eq!(found.is_some(), is_comment, "{text}");
        }
    }
    // A statement by itself has no comments.
    let found = target.parse_line("s_endpgm ; a comment", SyntaxId(0), &NoSymbols);
    assert_eq!(found, None);
}

/// What code of these processors is full of is read in one pass: halves of registers that a
/// modifier says once more, lists, dual issue, words of modifiers that are longer than any
/// register, registers in fields of two pieces, a text behind the operands, structs of words and
/// numbers, words that another syntax writes otherwise.
#[test]
fn usual_lines_need_one_pass() {
    for (cpu, line) in [
        (
            "gfx900",
            "v_pk_add_f16 v0, v0, v1 neg_lo:[0,1] neg_hi:[0,1]",
        ),
        (
            "gfx900",
            "v_cmp_gt_u16_sdwa s[0:1], v8, v8 src0_sel:DWORD src1_sel:WORD_1",
        ),
        (
            "gfx900",
            "v_sub_u32_sdwa v5, s10, v6 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_0",
        ),
        ("gfx900", "s_mov_b64 s[4:5], src_shared_base"),
        ("gfx900", "s_mov_b64 s[4:5], src_private_limit"),
        ("gfx900", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s5"),
        ("gfx900", "s_getreg_b32 s5, hwreg(HW_REG_HW_ID)"),
        ("gfx900", "s_sendmsg sendmsg(MSG_INTERRUPT)"),
        ("gfx900", "s_sendmsg sendmsg(MSG_GS_DONE, GS_OP_NOP)"),
        ("gfx1100", "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)"),
        ("gfx1100", "v_alignbit_b32 v22, v0, v0, 6"),
        ("gfx1100", "v_cmp_gt_u16_e32 vcc_lo, v8.l, v8.h"),
        ("gfx1100", "v_mov_b16_e32 v6.h, v7.l"),
        ("gfx1100", "v_add_nc_u16 v1.l, v1.h, v1.l op_sel:[1,0,0]"),
        ("gfx1100", "s_load_b128 s[0:3], s[0:1], null"),
        ("gfx1100", "scratch_store_b16 off, v1, off dlc"),
        ("gfx1100", "v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v3, v2"),
        (
            "gfx1100",
            "v_dual_add_f32 v1, v2, v5 :: v_dual_mul_f32 v0, v3, v6",
        ),
        ("gfx1200", "v_cmp_gt_u16_e32 vcc_lo, v8, v9"),
        // As many addresses as the text has, as the fields say, or as the row does.
        (
            "gfx900",
            "image_load v[0:3], v[4:7], s[0:7] dmask:0xf unorm",
        ),
        (
            "gfx1100",
            "image_load v[0:2], v[4:5], s[0:7] dmask:0x7 dim:SQ_RSRC_IMG_2D",
        ),
        (
            "gfx1100",
            "image_sample v0, v[4:6], s[8:15], s[0:3] dmask:0x1 dim:SQ_RSRC_IMG_CUBE",
        ),
        (
            "gfx1200",
            "flat_atomic_add_u32 v4, v[1:2], v3 offset:32 th:TH_ATOMIC_RETURN scope:SCOPE_SE",
        ),
    ] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let mut mnemonics = Mnemonics::default();
        let once = agrees(&target, syntax, line, &NoSymbols, &mut mnemonics);
        assert!(once, "{cpu} `{line}`");
    }
}

/// Lines as people write them: other white space, comments between operands, before and
/// behind them. Each is read in one pass, and as the line without.
#[test]
fn spacing_and_comments_need_one_pass() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    for line in [
        "s_endpgm",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "s_mov_b32 s5, 0x12345678",
        "v_mov_b32_e32 v1, v2",
        "v_add3_u32 v1, v2, s3, 64",
        "v_add_co_u32_e32 v1, vcc, v3, v4",
        "buffer_load_dword v1, off, s[4:7], s3 offset:16 glc",
        "global_load_dwordx2 v[1:2], v[3:4], off offset:8",
        "scratch_store_dword off, v1, s3 offset:8",
        "v_mov_b32_dpp v1, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
    ] {
        let read = |mnemonics: &mut Mnemonics<'static>, text: &str| {
            let at = text.find(|it: char| !it.is_whitespace()).unwrap_or(0);
            let mut code = Vec::new();
            let text = format!("{text}\n.p2align 2");
            let end = text.len() - ".p2align 2".len();
            let mut context = LineContext {
                syntax,
                symbols: &NoSymbols,
                mnemonics,
            };
            let stop = target.parse_lines(&text, at, text.len(), &mut context, &mut code);
            (code, stop.0 == end)
        };
        let plain = read(&mut mnemonics, line);
        assert!(plain.1 && !plain.0.is_empty(), "`{line}`");
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        for other in [
            format!("\t{name} {operands}\r"),
            format!("        {name}\t\t{operands}"),
            format!("{name}      {operands}   \t"),
            line.replace(", ", ","),
            line.replace(", ", ",   "),
            line.replace(", ", ",\t"),
            line.replace(", ", "\t ,"),
            line.replace(", ", " /* and */ , /* to */ "),
            format!("{line} // a comment, s_nop 1 /* \""),
            format!("{line}\t; \u{e4}"),
            format!("{line} /* a */ /* b */ // c"),
            format!("/* a */ {line}"),
            format!("// a\n; b\n\n/* c */\n\t{line}"),
        ] {
            assert_eq!(read(&mut mnemonics, &other), plain, "`{other}`");
        }
        // What goes on in the next line is left to others, and so is what nothing closes.
        for other in [
            format!("/* a\n */ {line}"),
            format!("{line} /* a\n */"),
            format!("{line} /* a"),
            format!("{line} /"),
            format!("{line} # a"),
        ] {
            let (code, all) = read(&mut mnemonics, &other);
            assert!(code.is_empty() && !all, "`{other}`");
        }
    }
}

/// Texts of structs are read in one pass with white space anywhere between their tokens, and not
/// within words and quotes.
#[test]
fn structs_with_other_white_space_need_one_pass() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    let mut read = |line: &str| {
        let mut context = LineContext {
            syntax,
            symbols: &NoSymbols,
            mnemonics: &mut mnemonics,
        };
        let mut code = Vec::new();
        target.parse_lines(line, 0, line.len(), &mut context, &mut code);
        code
    };
    for (printed, others) in [
        (
            "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)",
            ["MSG_GS,GS_OP_EMIT,0)", " MSG_GS,\tGS_OP_EMIT, 0 )"],
        ),
        (
            "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01pip\")",
            ["BITMASK_PERM, \"01pip\")", " BITMASK_PERM , \"01pip\" )"],
        ),
        (
            "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,16)",
            ["SWAP, 16)", " SWAP ,16)"],
        ),
    ] {
        let code = read(printed);
        assert!(!code.is_empty(), "`{printed}`");
        let front = &printed[..=printed.find('(').expect("a bracket")];
        for other in others {
            let other = format!("{front}{other}");
            assert_eq!(read(&other), code, "`{other}`");
        }
    }
    for wrong in [
        "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\" 01pip\")",
        "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01pip \")",
        "ds_swizzle_b32 v1, v2 offset:swizzle(BIT MASK_PERM,\"01pip\")",
    ] {
        assert!(read(wrong).is_empty(), "`{wrong}`");
        assert!(target.parse(wrong, syntax).is_err(), "`{wrong}`");
    }
}

/// Numbers of every length, with what may stand behind them: eight digits are looked at at
/// once.
#[test]
fn numbers_are_their_digits() {
    use super::bytes::Reader;
    let read = |text: &str| {
        let bytes = text.as_bytes();
        let mut reader = Reader { bytes, at: 0 };
        reader.number().map(|number| (number, reader.at))
    };
    let mut random = Random(1);
    for digits in 1..=15 {
        for _ in 0..200 {
            let least = 10_u64.pow(digits - 1);
            let decimal = (random.next() % (9 * least) + least) as i64;
            let hex = random.next() as i64 & ((1 << (4 * digits.min(12))) - 1);
            for end in ["", " ", ",", "\n", ":", "/", "g", "G", "@", "`", "\u{e4}"] {
                for (text, number) in [
                    (format!("{decimal}"), decimal),
                    (format!("-{decimal}"), -decimal),
                    (format!("0x{hex:x}"), hex),
                    (format!("-0x{hex:X}"), -hex),
                    (format!("0x{hex:015x}"), hex),
                ] {
                    let found = read(&format!("{text}{end}"));
                    assert_eq!(found, Some((number, text.len())), "`{text}{end}`");
                }
            }
        }
    }
    for text in [
        "",
        "-",
        "0x",
        "0xg",
        "a",
        "007",
        "00",
        "-01",
        "1234567890123456",
        "0x1234567890abcdef",
        "0xffffffffffffffff",
        "18446744073709551615",
    ] {
        assert_eq!(read(text), None, "`{text}`");
    }
    assert_eq!(read("0"), Some((0, 1)));
    assert_eq!(read("0a"), Some((0, 1)));
}

/// Where reading stops is up to whoever reads a long text, and may be within a line, a comment
/// or white space. What is read piece by piece is what is read at once.
#[test]
fn a_text_may_be_read_in_pieces() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    for text in [
        "  s_nop 1\n",
        "  s_nop 1\n\n\n\n",
        "  s_nop 1 // a\n  // s_nop 2\n\n",
        "/* s_nop 1 */ s_nop 2 ; s_nop 3\n\n\tv_add_f32_e64 v1, v2, s63",
        "s_mov_b32 s1, 0x12345678\n\n/* a */\n// b\ns_nop 1\n\n",
    ] {
        let mut read = |piece: usize| {
            let (mut at, mut code) = (0, Vec::new());
            while at < text.len() {
                let most = text.len().min(at + piece);
                let before = at;
                let mut context = LineContext {
                    syntax,
                    symbols: &NoSymbols,
                    mnemonics: &mut mnemonics,
                };
                (at, _) = target.parse_lines(text, at, most, &mut context, &mut code);
                assert!(at >= most && at > before, "{text:?} by {piece}: {at}");
            }
            assert_eq!(at, text.len(), "{text:?} by {piece}");
            code
        };
        let whole = read(text.len());
        assert!(!whole.is_empty());
        for piece in 1..text.len() {
            assert_eq!(read(piece), whole, "{text:?} by {piece}");
        }
    }
}

/// A value's text may begin as another one's, and with a bracket: forms read all of it, too.
#[test]
fn forms_take_the_longest_text_of_a_struct() {
    let target = Target::new(&TABLES, "gfx1150").expect("a processor");
    let parsed = |text: &str| target.parse_by_forms(text, SyntaxId(0), &NoSymbols);
    let version = parsed("s_version UC_VERSION_GFX11")
        .expect("a version")
        .inst;
    for value in (0..1_u64 << 16).step_by(17) {
        let bits = Bits::from(version.low_bits() & !0xffff | value);
        let inst = target.inst(version.encoding(), bits, None);
        let inst = inst.expect("any number is a version");
        let mut text = String::new();
        target.print(inst, SyntaxId(0), &mut text).expect("a text");
        assert_eq!(parsed(&text).map(|it| it.inst), Ok(inst), "`{text}`");
    }
    let error = parsed("s_version (UC_VERSION_GFX11|foo)|1").expect_err("no version");
    assert_eq!((error.span.start, error.span.end), (11, 27), "{error:?}");
}
