//! What is read in one pass against what the forms make of the same text.
//!
//! `drawn` has texts of every encoding at random, `spacing` white space and comments, `people` lines
//! as they write them, `modifier_words` modifiers that are remembered. Here are names, numbers, what is
//! left to the forms, and what code is full of.

use super::mnemonics::Front;
use crate::parse::{LineContext, Mnemonics, NoSymbols, Symbols};
use crate::random::Random;
use crate::tables::Bits;
use crate::{Inst, SyntaxId, Target};
use isa_mc::gcn::TABLES;

mod drawn;
mod modifier_words;
mod people;
mod spacing;

impl Random {
    fn next(&mut self) -> u64 {
        self.bits() >> 11
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
        "s_mov_b32 s0, lit(1",
        "s_mov_b32 s0, lit(1)1",
        "s_mov_b32 s0, lit(s1)",
        "s_mov_b32 s0, let(1)",
        "s_add_u32 s0, lit(1), lit(2)",
        "v_add_f32_e64 v1, lit(1), v2",
    ] {
        let found = target.parse_line(text, SyntaxId(0), &NoSymbols);
        assert_eq!(found, None, "`{text}`");
    }
    // Longer than a statement may be.
    let long = format!("s_nop {}0", " ".repeat(70_000));
    assert_eq!(target.parse_line(&long, SyntaxId(0), &NoSymbols), None);
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
        (
            "gfx900",
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x1234567",
        ),
        ("gfx900", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 5"),
        ("gfx900", "s_cselect_b64 s[6:7], s[10:11], lit(0x0)"),
        ("gfx1200", "v_mov_b32_e32 v0, lit(0x3f800000)"),
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

/// What most lines of code are is words with short texts between them, or members of a list: loads
/// and stores too, where no modifier makes an operand wider, or as wide as another operand says.
#[test]
fn usual_lines_are_words_or_members() {
    for (cpu, line, front) in [
        ("gfx900", "s_barrier", Front::WordsAlone),
        (
            "gfx900",
            "v_add_co_u32_e32 v1, vcc, v2, v3",
            Front::WordsAlone,
        ),
        ("gfx900", "v_cndmask_b32_e32 v1, v2, v3, vcc", Front::Words),
        ("gfx900", "v_mad_f32 v1, v2, v3, v4", Front::Words),
        ("gfx900", "ds_read_b32 v1, v2", Front::WordsAlone),
        (
            "gfx900",
            "buffer_load_dword v1, off, s[4:7], s8",
            Front::Words,
        ),
        ("gfx900", "global_load_dword v1, v[2:3], off", Front::Words),
        ("gfx900", "global_load_dword v1, v2, s[2:3]", Front::Words),
        ("gfx900", "scratch_load_dword v1, off, s8", Front::Words),
        ("gfx900", "scratch_store_dword v1, v2, off", Front::Words),
        ("gfx900", "s_waitcnt vmcnt(0) lgkmcnt(0)", Front::Members),
        ("gfx1100", "s_waitcnt lgkmcnt(0)", Front::Members),
        (
            "gfx1100",
            "s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)",
            Front::Members,
        ),
    ] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let mut mnemonics = Mnemonics::default();
        agrees(&target, syntax, line, &NoSymbols, &mut mnemonics);
        let found = mnemonics.slots.start(0).map(|it| it.front);
        assert_eq!(found, Some(front), "{cpu} `{line}`");
    }
}

/// Modifiers in their order are read at once; others, and what is wrong about them, as the forms
/// have it.
#[test]
fn modifiers_are_those_of_the_forms() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    for line in [
        "buffer_load_dword v1, v2, s[4:7], 0 offen",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:4095 glc slc",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:4096 glc",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:0x10",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:0",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:seven",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:4 + 4",
        "buffer_load_dword v1, v2, s[4:7], 0 offset:16 offen",
        "buffer_load_dword v1, v2, s[4:7], 0 offen noglc",
        "buffer_load_dword v1, v2, s[4:7], 0 offen offset:16,glc",
        "buffer_load_dword v1, v2, s[4:7], 0 offenoffset:16",
        "buffer_load_dword v[1:2], v2, s[4:7], 0 offen tfe",
        "buffer_load_dword v1, v2, s[4:7], 0 offen tfe",
        "buffer_load_dword v1, v[2:3], s[4:7], 0 idxen offen",
        "buffer_load_dword v1, v2, s[4:7], 0 idxen offen",
        "global_load_dword v1, v[2:3], off offset:4095",
        "global_load_dword v1, v[2:3], off offset:4096",
        "global_load_dword v1, v[2:3], off offset:-4096 glc",
        "global_load_dword v1, v2, off offset:16",
        "global_load_dword v1, v2, s[2:3] offset:16",
        "global_load_dword v1, v[2:3], s[2:3] offset:16",
        "ds_read2_b32 v[0:1], v2 offset1:255",
        "ds_read2_b32 v[0:1], v2 offset1:256",
        "s_waitcnt vmcnt(63)",
        "s_waitcnt vmcnt(64)",
        "s_waitcnt vmcnt(1) vmcnt(2)",
        "s_waitcnt lgkmcnt(1) vmcnt(2)",
        "s_waitcnt vmcnt(1) & lgkmcnt(2)",
        "s_waitcnt vmcnt(seven)",
        "s_waitcnt vmcnt(0) ",
        "s_waitcnt vmcnt(0) vm",
    ] {
        // Whatever was read before.
        for _ in 0..2 {
            agrees(&target, syntax, line, &Places, &mut mnemonics);
        }
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
