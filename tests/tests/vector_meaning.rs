//! Vector instructions run, and do what they should: in every encoding, with every
//! part and every way to move lanes, at the edges of their values, against a
//! statement of their meaning in plain Rust.

use std::fmt::Write as _;

use isa_dsl::tables::NONE;
use isa_mc::exec::{Column, InMemory, Machine, RegisterPart};
use isa_mc::{Inst, Target};
use isa_tests::machine::gcn;
use isa_tests::meaning::edges;
use isa_tests::meaning::vector::parts::{PARTS, RESTS, controls, merged, part};
use isa_tests::meaning::vector::{Done, Half, Meaning, Operands, Sources, meaning};
use isa_tests::meaning::vector::{division, float};
use isa_tests::meaning::vector::{packed, packed_float};

const LANES: usize = 64;
/// Vector registers: destination, with two behind it, and sources.
const DST: usize = 20;
const SRC: [usize; 3] = [2, 4, 6];
const BEFORE: [u64; 3] = [0xdead_beef, 0x1122_b344, 0x0bad_cafe];
/// All lanes, some, and none.
const EXECS: [u64; 4] = [u64::MAX, 0x8000_0000_0000_0001, 0xaaaa_5555_0f0f_3333, 0];
/// Masks of lanes: what comes in, and what a destination holds before.
const MASK: u64 = 0x1234_5678_9abc_def1;
const MASK_BEFORE: u64 = 0xfefe_dcba_7654_3210;

/// How an instruction is written, and what that asks for.
#[derive(Debug, Clone)]
struct Form {
    kind: Kind,
    /// By source: `neg` and `abs`, or `sext`.
    signs: [(bool, bool); 3],
    /// By source, the part; then that of the destination.
    parts: [usize; 3],
    rest: usize,
    clamp: bool,
    /// A bit for each source, and one for the destination.
    op_sel: u32,
    /// What the result is multiplied by, as a number of the field.
    omod: u32,
    /// Which of [`controls`].
    control: usize,
    rows: u64,
    banks: u64,
    bound: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Short,
    Long,
    Parts,
    Lanes,
}

const PLAIN: Form = Form {
    kind: Kind::Short,
    signs: [(false, false); 3],
    parts: [6; 3],
    rest: 0,
    clamp: false,
    op_sel: 0,
    omod: 0,
    control: 0,
    rows: 15,
    banks: 15,
    bound: false,
};

fn target(cpu: &str) -> (Target<'static>, &'static str) {
    let target = isa_mc::gcn::target(cpu).expect("a processor");
    (target, gcn().text(target.arch().name))
}

/// The vector instructions of a processor that say what they do, with the kinds of
/// encodings they have.
fn instructions(target: &Target<'_>) -> Vec<(&'static str, Vec<Kind>)> {
    let tables = gcn();
    let mut all = Vec::new();
    for row in tables.instructions.iter().filter(|row| row.program != NONE) {
        let name = tables.text(row.name);
        let mut kinds = Vec::new();
        for encoding in &tables.encodings[row.encodings.range()] {
            let shape = &tables.shapes[usize::from(encoding.shape)];
            let needs = encoding.features & !target.processor().features == 0;
            if shape.arch != target.arch_index() || !needs {
                continue;
            }
            let format = tables.text(tables.layouts[usize::from(shape.layout)].format);
            kinds.push(match format {
                _ if format.ends_with("_SDWA") => Kind::Parts,
                _ if format.ends_with("_DPP") => Kind::Lanes,
                _ if format.starts_with("VOP3") => Kind::Long,
                _ => Kind::Short,
            });
        }
        if name.starts_with("v_") && !kinds.is_empty() {
            all.push((name, kinds));
        }
    }
    all
}

/// The forms of an instruction that are tried.
fn forms(meaning: &Meaning, kinds: &[Kind], arch: &str) -> Vec<Form> {
    let mut all = Vec::new();
    let floating = meaning.modifiers == Sources::Floating;
    let signs = [(true, false), (false, true), (true, true)];
    for &kind in kinds {
        let plain = Form { kind, ..PLAIN };
        match kind {
            Kind::Short => all.push(plain),
            Kind::Long => {
                all.push(plain.clone());
                if meaning.clamps && (arch == "gcn1.2" || arch == "gcn1.4") {
                    all.push(Form {
                        clamp: true,
                        ..plain.clone()
                    });
                }
                let halves = match meaning.half {
                    _ if arch != "gcn1.4" => 0,
                    Half::No => 0,
                    Half::OfSources => meaning.sources.iter().filter(|bits| **bits == 16).count(),
                    Half::Clears | Half::Keeps => meaning.sources.len() + 1,
                };
                for op_sel in 1..1 << halves {
                    all.push(Form {
                        op_sel,
                        clamp: meaning.clamps && op_sel % 2 == 0,
                        ..plain.clone()
                    });
                }
                if meaning.multiplies {
                    for (omod, clamp) in [(0, true), (1, false), (2, true), (3, false)] {
                        all.push(Form {
                            clamp,
                            omod,
                            ..plain.clone()
                        });
                    }
                }
                for sign in signs.into_iter().filter(|_| floating) {
                    for index in 0..meaning.sources.len().min(meaning.plain) {
                        let mut form = plain.clone();
                        form.signs[index] = sign;
                        all.push(form);
                    }
                }
            }
            Kind::Parts => {
                for chosen in 0..PARTS.len() {
                    for sign in [false, true] {
                        let sign = if floating {
                            (sign, sign)
                        } else {
                            (sign, false)
                        };
                        let form = Form {
                            signs: [sign, (false, false), (false, false)],
                            parts: [chosen, 6, 6],
                            ..plain.clone()
                        };
                        all.push(form);
                        let form = Form {
                            signs: [(false, false), sign, (false, false)],
                            parts: [5, chosen, 6],
                            ..plain.clone()
                        };
                        all.push(form);
                    }
                    // LLVM's assembler takes no part of a destination that is a source.
                    for rest in 0..RESTS.len() * usize::from(!meaning.accumulates) {
                        all.push(Form {
                            parts: [6, 6, chosen],
                            rest,
                            ..plain.clone()
                        });
                    }
                }
                if meaning.clamps || meaning.multiplies {
                    all.push(Form {
                        clamp: true,
                        ..plain.clone()
                    });
                }
                if meaning.multiplies && arch == "gcn1.4" {
                    all.push(Form {
                        omod: 1,
                        ..plain.clone()
                    });
                }
            }
            Kind::Lanes => {
                for control in 0..controls().len() {
                    for bound in [false, true] {
                        all.push(Form {
                            control,
                            bound,
                            ..plain.clone()
                        });
                    }
                    all.push(Form {
                        control,
                        rows: 0b1010,
                        banks: 0b0111,
                        bound: true,
                        ..plain.clone()
                    });
                }
                for sign in signs.into_iter().filter(|_| floating) {
                    all.push(Form {
                        control: 3,
                        signs: [sign; 3],
                        ..plain.clone()
                    });
                }
            }
        }
    }
    all
}

fn registers(first: usize, bits: u32) -> String {
    match bits {
        64 => format!("v[{first}:{}]", first + 1),
        _ => format!("v{first}"),
    }
}

/// The instruction as text.
fn text(name: &str, meaning: &Meaning, form: &Form) -> String {
    let mask = if form.kind == Kind::Long {
        "s[8:9]"
    } else {
        "vcc"
    };
    let compares = matches!(meaning.done, Done::Bit(_));
    let suffix = match form.kind {
        Kind::Short => "_e32",
        Kind::Long => "_e64",
        Kind::Parts => "_sdwa",
        Kind::Lanes => "_dpp",
    };
    let mut operands = match meaning.done {
        Done::Bit(_) => vec![mask.to_owned()],
        Done::Pair(_) | Done::Wide(_) => vec![registers(DST, 64)],
        _ => vec![registers(DST, 32)],
    };
    if meaning.writes_carry {
        operands.push(mask.to_owned());
    }
    for (index, bits) in meaning.sources.iter().enumerate() {
        let register = registers(SRC[index], *bits);
        let (first, second) = form.signs.get(index).copied().unwrap_or_default();
        let mask = compares && index == 1 && name.contains("_class_");
        operands.push(match meaning.modifiers {
            _ if index >= meaning.plain && !mask => match first && form.kind == Kind::Parts {
                true => format!("sext({register})"),
                false => register,
            },
            Sources::Integer if first => format!("sext({register})"),
            Sources::Floating if mask => match first && form.kind == Kind::Parts {
                true => format!("sext({register})"),
                false => register,
            },
            Sources::Floating => {
                let inner = if second {
                    format!("|{register}|")
                } else {
                    register
                };
                if first { format!("-{inner}") } else { inner }
            }
            Sources::Integer => register,
        });
    }
    if meaning.reads_mask {
        operands.push(
            if form.kind == Kind::Long {
                "s[10:11]"
            } else {
                "vcc"
            }
            .to_owned(),
        );
    }
    let mut text = format!("{name}{suffix} {}", operands.join(", "));
    if form.op_sel != 0 {
        let bits = (0..=meaning.sources.len()).map(|bit| (form.op_sel >> bit & 1).to_string());
        let _ = write!(text, " op_sel:[{}]", bits.collect::<Vec<_>>().join(","));
    }
    if form.clamp {
        text += " clamp";
    }
    text += ["", " mul:2", " mul:4", " div:2"][form.omod as usize];
    if form.kind == Kind::Parts {
        let [first, second, to] = form.parts.map(|it| PARTS[it].0);
        if !compares {
            let _ = write!(text, " dst_sel:{to} dst_unused:{}", RESTS[form.rest]);
        }
        let _ = write!(text, " src0_sel:{first}");
        if meaning.sources.len() > 1 {
            let _ = write!(text, " src1_sel:{second}");
        }
    }
    if form.kind == Kind::Lanes {
        let control = &controls()[form.control].0;
        let _ = write!(
            text,
            " {control} row_mask:{:#x} bank_mask:{:#x}",
            form.rows, form.banks
        );
        if form.bound {
            text += " bound_ctrl:0";
        }
    }
    text
}

/// Some encodings are in one syntax alone: comparisons of other lanes in clrx.
fn parse(target: &Target<'_>, text: &str) -> Inst {
    let clrx = target.syntax("clrx").expect("the syntax");
    let llvm = target.syntax("llvm").expect("the syntax");
    let inst = target.parse(text, llvm);
    let inst = inst.or_else(|error| target.parse(text, clrx).map_err(|_| error));
    let alone = text.replacen("_e64", "", 1);
    let inst = inst.or_else(|error| target.parse(&alone, clrx).map_err(|_| error));
    inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, llvm, text)))
}

fn register(target: &Target<'_>, number: usize) -> RegisterPart {
    let syntax = target.syntax("llvm").expect("the syntax");
    let register = target.register(&format!("v{number}"), syntax);
    let register = register.expect("a register");
    RegisterPart {
        file: register.file,
        number: register.number,
        part: 0,
    }
}

/// The values of a source in a round: over all rounds every edge of one meets
/// every edge of the next.
fn values(meaning: &Meaning, bits: u32, source: usize, round: usize) -> [u64; LANES] {
    let floating = meaning.modifiers == Sources::Floating && source < meaning.plain;
    let list = if floating {
        float::edges(bits)
    } else {
        edges(bits)
    };
    std::array::from_fn(|lane| {
        let pair = round * LANES + lane;
        let index = match source {
            0 => pair / list.len(),
            1 => pair,
            _ => pair / 3 + 5 * lane,
        };
        // The upper half matters to op_sel and SDWA.
        let above = match bits {
            16 => list[(7 * index + lane + source) % list.len()] << 16,
            _ => 0,
        };
        list[index % list.len()] | above
    })
}

fn signed(value: u64, bits: u32, (negated, absolute): (bool, bool)) -> u64 {
    let top = 1_u64 << (bits - 1);
    let value = if absolute { value & !top } else { value };
    if negated { value ^ top } else { value }
}

/// What a lane works on; `None` if it writes nothing.
fn operands(
    name: &str,
    meaning: &Meaning,
    form: &Form,
    exec: u64,
    sources: &[[u64; LANES]; 3],
    lane: usize,
    (before, mode): (u64, u32),
) -> Option<Operands> {
    let mut all = [0; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        let mut value = sources[index][lane];
        if form.kind == Kind::Lanes && index == 0 {
            let from = controls()[form.control].1(lane);
            let from = from.filter(|lane| exec >> lane & 1 == 1);
            let written = form.rows >> (lane / 16) & form.banks >> (lane % 16 / 4) & 1 == 1;
            if !written || from.is_none() && !form.bound {
                return None;
            }
            value = from.map_or(0, |from| sources[0][from]);
        }
        let sign = form.signs.get(index).copied().unwrap_or_default();
        let mask = index == 1 && name.contains("_class_");
        if form.kind == Kind::Parts {
            let integer = meaning.modifiers == Sources::Integer || index >= meaning.plain;
            let extended = sign.0 && (integer || mask);
            value = part(value as u32, form.parts[index], extended).into();
        }
        // The bit of a whole dword says nothing.
        if *bits == 16 && form.op_sel >> index & 1 == 1 {
            value >>= 16;
        }
        if *bits < 64 {
            value &= u64::MAX >> (64 - bits);
        }
        if meaning.modifiers == Sources::Floating && index < meaning.plain && !mask {
            value = signed(value, *bits, sign);
        }
        all[index] = value;
    }
    let [a, b, c] = all;
    Some(Operands {
        a,
        b,
        c,
        lane: lane as u32,
        carry: meaning.reads_mask && MASK >> lane & 1 == 1,
        before,
        mode,
        omod: form.omod,
        clamp: form.clamp,
    })
}

/// Runs one form over one round of values and compares everything.
fn run(
    target: &Target<'static>,
    name: &str,
    meaning: &Meaning,
    form: &Form,
    exec: u64,
    round: usize,
    mode: u32,
) {
    let text = text(name, meaning, form);
    let inst = parse(target, &text);
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", exec).expect("a state");
    machine.set_state("MODE", mode.into()).expect("a state");
    let carries = form.kind == Kind::Long;
    let (read, written) = if carries {
        ("s[10:11]", "s[8:9]")
    } else {
        ("vcc", "vcc")
    };
    let halves = |mask: u64| [mask & 0xffff_ffff, mask >> 32];
    let before = if meaning.reads_mask && !carries {
        MASK
    } else {
        MASK_BEFORE
    };
    machine
        .set_register(written, &halves(before))
        .expect("registers");
    if meaning.reads_mask {
        machine
            .set_register(read, &halves(MASK))
            .expect("registers");
    }
    let mut sources = [[0; LANES]; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        sources[index] = values(meaning, *bits, index, round);
        for dword in 0..bits.div_ceil(32) as usize {
            let column: Column = sources[index].map(|value| value >> (32 * dword) & 0xffff_ffff);
            machine.write_lanes(register(target, SRC[index] + dword), u64::MAX, &column);
        }
    }
    let mut previous = BEFORE.map(|value| [value; LANES]);
    if meaning.accumulates {
        previous[0] = values(meaning, 32, 2, round);
    }
    for (dword, column) in previous.iter().enumerate() {
        machine.write_lanes(register(target, DST + dword), u64::MAX, column);
    }
    target
        .execute(inst, &mut machine)
        .unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
    let mut expected = previous;
    let mut mask = 0;
    for lane in (0..LANES).filter(|lane| exec >> lane & 1 == 1) {
        let Some(it) = operands(
            name,
            meaning,
            form,
            exec,
            &sources,
            lane,
            (previous[0][lane], mode),
        ) else {
            continue;
        };
        let result: u64 = match &meaning.done {
            Done::Dword(run) => run(it).into(),
            Done::Pair(run) => run(it),
            Done::Wide(run) => {
                let sum = run(it);
                mask |= ((sum >> 64) as u64 & 1) << lane;
                sum as u64
            }
            Done::Limited(run, range) => {
                let sum = run(it);
                let kept = if form.clamp {
                    sum.clamp(*range.start(), *range.end())
                } else {
                    sum
                };
                kept as u64 & 0xffff
            }
            Done::Sum(run) => {
                let sum = run(it);
                let fits = u32::try_from(sum);
                mask |= u64::from(fits.is_err()) << lane;
                match fits {
                    Err(_) if form.clamp => {
                        if sum < 0 {
                            0
                        } else {
                            0xffff_ffff
                        }
                    }
                    _ => sum as u64,
                }
            }
            Done::Bit(run) => {
                mask |= u64::from(run(it)) << lane;
                continue;
            }
        };
        let before = previous[0][lane] as u32;
        let upper = form.op_sel >> meaning.sources.len() & 1 == 1;
        let low = match meaning.half {
            Half::Clears | Half::Keeps if upper => before & 0xffff | (result as u32) << 16,
            Half::Keeps => before & 0xffff_0000 | result as u32,
            _ => merged(before, result as u32, form.parts[2], form.rest),
        };
        expected[0][lane] = low.into();
        if matches!(meaning.done, Done::Pair(_) | Done::Wide(_)) {
            expected[1][lane] = result >> 32;
        }
    }
    for (dword, expected) in expected.iter().enumerate() {
        let mut column = [0; LANES];
        machine.read_lanes(register(target, DST + dword), &mut column);
        for lane in 0..LANES {
            let inputs = sources.map(|source| source[lane]);
            assert_eq!(
                column[lane], expected[lane],
                "{text}: EXEC {exec:#x}, MODE {mode:#x}, lane {lane}, dword {dword}: {:#x} is not {:#x}; sources {inputs:x?}, before {:#x}",
                column[lane], expected[lane], previous[dword][lane]
            );
        }
    }
    let compares = matches!(meaning.done, Done::Bit(_));
    let mask = if compares || meaning.writes_carry {
        mask
    } else {
        before
    };
    let after = machine.register(written).expect("registers");
    assert_eq!(
        after,
        halves(mask),
        "{text}: EXEC {exec:#x}, mask {mask:#x}"
    );
    let left = if meaning.writes_exec { mask } else { exec };
    assert_eq!(
        machine.register("exec").expect("registers"),
        halves(left),
        "{text}"
    );
}

/// What has tests of its own: in this file, or beside packed instructions.
const ELSEWHERE: [&str; 16] = [
    "v_add_i32",
    "v_clrexcp",
    "v_madak_f16",
    "v_madmk_f16",
    "v_mov_fed_b32",
    "v_mov_prsv_b32",
    "v_movreld_b32",
    "v_movrels_b32",
    "v_movrelsd_b32",
    "v_mqsad_u32_u8",
    "v_nop",
    "v_readfirstlane_b32",
    "v_readlane_b32",
    "v_sub_i32",
    "v_swap_b32",
    "v_writelane_b32",
];

fn all_of(cpu: &str, least: usize) {
    let (target, arch) = target(cpu);
    let mut done = 0;
    let mut unsaid = Vec::new();
    let mut number = 0_u32;
    for (name, kinds) in instructions(&target) {
        let Some(meaning) = meaning(name, arch) else {
            unsaid.push(name);
            continue;
        };
        for form in forms(&meaning, &kinds, arch) {
            let rounds = match form.kind {
                Kind::Short => 0..6,
                Kind::Long if meaning.sources.len() == 3 => 0..6,
                _ => 2..3,
            };
            // Floating point: more edges, and every mode.
            let floating = meaning.modifiers == Sources::Floating;
            let (rounds, modes) = match floating {
                true if rounds.len() > 1 => (0..10, 8),
                true => (rounds, 4),
                false => (rounds, 1),
            };
            for round in rounds {
                for _ in 0..modes {
                    number = number.wrapping_add(5);
                    let mode = float::mode(number);
                    let exec = EXECS[round % 2 * 2];
                    run(&target, name, &meaning, &form, exec, round, mode);
                }
            }
            for exec in EXECS {
                run(&target, name, &meaning, &form, exec, 1, 0xf0);
            }
        }
        done += 1;
    }
    unsaid.retain(|name| {
        let packed = packed::meaning(name).is_some() || packed_float::meaning(name).is_some();
        // Interpolation runs with a wave's parameters, in `graphics_meaning`.
        let graphics = name.starts_with("v_interp_");
        // What is in `vector_division`.
        let division = division::NAMES.contains(name);
        !packed && !graphics && !division && !ELSEWHERE.contains(name)
    });
    assert!(unsaid.is_empty(), "{cpu}: nobody has said {unsaid:?}");
    assert!(done >= least, "{cpu}: {done} instructions ran");
}

/// What runs on GCN 1.0 does what is said.
#[test]
fn vector_instructions_of_gcn_1_0() {
    all_of("gfx600", 150);
}

/// What runs on GCN 1.1 does what is said.
#[test]
fn vector_instructions_of_gcn_1_1() {
    all_of("gfx700", 150);
}

/// What runs on GCN 1.2, with parts and other lanes, does what is said.
#[test]
fn vector_instructions_of_gcn_1_2() {
    all_of("gfx803", 150);
}

/// What runs on GCN 1.4 does what is said.
#[test]
fn vector_instructions_of_gcn_1_4() {
    all_of("gfx906", 150);
}

/// A machine whose v2 has the number of the lane, squared, in every lane.
fn squares(target: &Target<'static>, exec: u64) -> InMemory<'static> {
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", exec).expect("a state");
    let column: Column = std::array::from_fn(|lane| (lane * lane) as u64);
    machine.write_lanes(register(target, 2), u64::MAX, &column);
    machine
}

fn execute(target: &Target<'static>, text: &str, machine: &mut InMemory<'static>) {
    let done = target.execute(parse(target, text), machine);
    done.unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
}

/// One lane is read and written whether it is active or not, and the number of the
/// lane counts modulo 64; the first active lane is lane 0 if none is.
#[test]
fn single_lanes_are_read_and_written() {
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900"] {
        let (target, _) = target(cpu);
        for exec in EXECS {
            for (number, lane) in [(0, 0), (5, 5), (63, 63), (64, 0), (0xffff_fffb, 59)] {
                let mut machine = squares(&target, exec);
                machine.set_register("s3", &[number]).expect("a register");
                execute(&target, "v_readlane_b32 s5, v2, s3", &mut machine);
                let read = machine.register("s5").expect("a register");
                assert_eq!(
                    read,
                    [lane * lane],
                    "{cpu}: lane {number:#x}, EXEC {exec:#x}"
                );
                machine.set_register("m0", &[number]).expect("a register");
                machine.set_register("s6", &[0xabcd]).expect("a register");
                execute(&target, "v_writelane_b32 v2, s6, m0", &mut machine);
                for other in 0..64 {
                    let expected = if other == lane { 0xabcd } else { other * other };
                    let found = machine.lane("v2", other as usize).expect("a register");
                    assert_eq!(found, [expected], "{cpu}: lane {other}, EXEC {exec:#x}");
                }
            }
            let mut machine = squares(&target, exec);
            execute(&target, "v_readfirstlane_b32 s5, v2", &mut machine);
            let first = (0..64).find(|lane| exec >> lane & 1 == 1).unwrap_or(0);
            let read = machine.register("s5").expect("a register");
            assert_eq!(read, [first * first], "{cpu}: EXEC {exec:#x}");
        }
    }
}

/// Two registers change places in the lanes that are active.
#[test]
fn registers_change_places() {
    let (target, _) = target("gfx900");
    for exec in EXECS {
        let mut machine = squares(&target, exec);
        machine.write_lanes(register(&target, 3), u64::MAX, &[7; LANES]);
        execute(&target, "v_swap_b32 v2, v3", &mut machine);
        for lane in 0..64 {
            let square = lane * lane;
            let expected = if exec >> lane & 1 == 1 {
                (7, square)
            } else {
                (square, 7)
            };
            let mut found = |name| machine_lane(&mut machine, name, lane as usize);
            assert_eq!((found("v2"), found("v3")), expected, "lane {lane}");
        }
    }
}

fn machine_lane(machine: &mut InMemory<'static>, name: &str, lane: usize) -> u64 {
    machine.lane(name, lane).expect("a register")[0]
}

/// Sums with sign saturate with clamp and wrap without.
#[test]
fn signed_sums_saturate() {
    let (target, _) = target("gfx900");
    let edges = edges(32);
    for (name, subtract) in [("v_add_i32", false), ("v_sub_i32", true)] {
        for clamp in [false, true] {
            for &b in &edges {
                let mut machine = InMemory::new(&target);
                machine.set_state("EXEC", u64::MAX).expect("a state");
                let column: Column = std::array::from_fn(|lane| edges[lane % edges.len()]);
                machine.write_lanes(register(&target, 2), u64::MAX, &column);
                machine.write_lanes(register(&target, 3), u64::MAX, &[b; LANES]);
                let flag = if clamp { " clamp" } else { "" };
                execute(&target, &format!("{name} v1, v2, v3{flag}"), &mut machine);
                for (lane, a) in column.iter().enumerate() {
                    let number = |bits: u64| i64::from((bits as u32).cast_signed());
                    let exact = if subtract {
                        number(*a) - number(b)
                    } else {
                        number(*a) + number(b)
                    };
                    let kept = exact.clamp(i32::MIN.into(), i32::MAX.into());
                    let expected = if clamp { kept } else { exact } as u32;
                    let found = machine_lane(&mut machine, "v1", lane);
                    assert_eq!(found, u64::from(expected), "{name}{flag} {a:#x}, {b:#x}");
                }
            }
        }
    }
}

/// What no document says is refused, not invented.
#[test]
fn what_clamp_does_to_products_is_not_said() {
    let (target, _) = target("gfx900");
    let mut machine = squares(&target, u64::MAX);
    let inst = parse(&target, "v_mul_u32_u24_e64 v1, v2, v2 clamp");
    let error = target.execute(inst, &mut machine).expect_err("an error");
    let error = error.display(target.tables()).to_string();
    assert!(error.contains("clamped"), "{error}");
}

/// What needs more than operations can say, or what nobody knows, says so.
#[test]
fn what_is_not_described_is_refused() {
    for (cpu, text, reason) in [
        ("gfx803", "v_movreld_b32 v1, v2", "M0 chooses the register"),
        ("gfx700", "v_movrels_b32 v1, v2", "M0 chooses the register"),
        ("gfx600", "v_movrelsd_b32 v1, v2", "M0 chooses the register"),
        ("gfx900", "v_clrexcp", "exceptions"),
        ("gfx900", "v_mov_fed_b32 v1, v2", "parity"),
        ("gfx900", "v_mov_prsv_b32 v1, v2", "no document says"),
    ] {
        let (target, _) = target(cpu);
        let mut machine = squares(&target, u64::MAX);
        let error = target.execute(parse(&target, text), &mut machine);
        let error = error.expect_err(text).display(target.tables()).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}
