//! Vector instructions: in every encoding, with every part and every way to move lanes,
//! at the edges of their values.

use std::fmt::Write as _;

use isa_mc::Inst;
use isa_mc::exec::{Column, ExecErrorKind, InMemory, Machine};

use super::bench::{Bench, Check, Checked, Difference};
use super::{added, division, lanes, moved, narrow, tabled};
use crate::meaning::vector::number;
use crate::meaning::vector::overflow::regarded;
use crate::meaning::vector::parts::{
    EIGHTS, Moves, PARTS, RESTS, controls, controls_of, merged, part,
};
use crate::meaning::vector::{Done, Half, Meaning, Operands, Sources, meaning};
use crate::meaning::{edges, is_newer, is_rdna};

/// What computes in lanes.
pub(super) const CHECK: Check = Check {
    name: "vector",
    takes: |name, format, _| {
        let packed = format.starts_with("VOP3P");
        let interpolates = name.starts_with("v_interp_");
        name.starts_with("v_")
            && !name.starts_with("v_dual_")
            && !name.starts_with("v_s_")
            && !packed
            && !interpolates
            && !name.starts_with("v_accvgpr_")
            && !lanes::takes(name)
            && !division::takes(name)
            && !moved::takes(name)
            && !added::takes(name)
            && !narrow::takes(name)
            && !tabled::takes(name)
    },
    run: instruction,
};

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
    /// Which of [`controls`], or of [`EIGHTS`].
    control: usize,
    /// Lanes that are off give what they have.
    fetches: bool,
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
    /// Lanes of eight, where those that are off give zero.
    Eight,
    /// The same, where they give what they have.
    EightFetching,
    /// The same three in VOP3.
    LongLanes,
    LongEight,
    LongEightFetching,
}

impl Kind {
    /// Whether it is VOP3, with or without another word behind it.
    fn is_long(self) -> bool {
        use Kind::{Long, LongEight, LongEightFetching, LongLanes};
        matches!(self, Long | LongLanes | LongEight | LongEightFetching)
    }

    /// The other lanes that it reads.
    fn lanes(self) -> Option<Moved> {
        match self {
            Kind::Lanes | Kind::LongLanes => Some(Moved::Rows),
            Kind::Eight | Kind::LongEight => Some(Moved::Eight),
            Kind::EightFetching | Kind::LongEightFetching => Some(Moved::EightFetching),
            Kind::Short | Kind::Long | Kind::Parts => None,
        }
    }
}

/// How lanes are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moved {
    Rows,
    Eight,
    EightFetching,
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
    fetches: false,
    rows: 15,
    banks: 15,
    bound: false,
};

/// The kinds of the encodings that an instruction has.
fn kinds(bench: &Bench<'_>, name: &str) -> Vec<Kind> {
    // Of lanes of eight there are two encodings one behind the other.
    let mut eights = [Kind::Eight, Kind::EightFetching].into_iter();
    let mut long_eights = [Kind::LongEight, Kind::LongEightFetching].into_iter();
    let kind = |format: &str| match format {
        _ if format.ends_with("_SDWA") => Kind::Parts,
        _ if format.starts_with("VOP3") && format.ends_with("_DPP") => Kind::LongLanes,
        _ if format.starts_with("VOP3") && format.ends_with("_DPP8") => {
            long_eights.next().expect("there are two")
        }
        _ if format.ends_with("_DPP") => Kind::Lanes,
        _ if format.ends_with("_DPP8") => eights.next().expect("there are two"),
        _ if format.starts_with("VOP3") => Kind::Long,
        _ => Kind::Short,
    };
    bench.formats(name).into_iter().map(kind).collect()
}

/// Whether the result is of 64 bits.
fn gives_pair(meaning: &Meaning) -> bool {
    matches!(meaning.done, Done::Pair(_) | Done::Wide(_))
}

/// Signs of a source: changed, taken away, both.
const SIGNS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

/// The forms of an instruction that are tried.
fn forms(meaning: &Meaning, kinds: &[Kind], bench: &Bench<'_>) -> Vec<Form> {
    let arch = bench.arch;
    let mut all = Vec::new();
    let floating = meaning.modifiers == Sources::Floating;
    for &kind in kinds {
        let plain = Form { kind, ..PLAIN };
        // In short encodings halves are bits of the registers' fields.
        if !kind.is_long() && bench.has_halves() {
            let halves = |op_sel| Form {
                op_sel,
                fetches: kind == Kind::EightFetching,
                ..plain.clone()
            };
            all.extend((1..1 << halves_of(meaning)).map(halves));
        }
        match kind {
            Kind::Short => all.push(plain),
            Kind::Long => all.extend(long_forms(meaning, &plain, arch)),
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
                if meaning.multiplies && is_newer(arch) {
                    all.push(Form {
                        omod: 1,
                        ..plain.clone()
                    });
                }
            }
            Kind::Lanes | Kind::LongLanes => {
                let moved = lane_forms(meaning, &plain, bench);
                let some = moved[moved.len() / 3].clone();
                all.extend(moved);
                if kind == Kind::LongLanes {
                    all.extend(long_forms(meaning, &some, arch));
                }
            }
            Kind::Eight | Kind::EightFetching | Kind::LongEight | Kind::LongEightFetching => {
                let fetches = kind.lanes() == Some(Moved::EightFetching);
                let eight = |control| Form {
                    control,
                    fetches,
                    ..plain.clone()
                };
                all.extend((0..EIGHTS.len()).map(eight));
                if kind.is_long() {
                    all.extend(long_forms(meaning, &eight(1), arch));
                }
            }
        }
    }
    all
}

/// How many bits say which half an operand is.
fn halves_of(meaning: &Meaning) -> usize {
    match meaning.half {
        Half::No | Half::OfSources => meaning.sources.iter().filter(|bits| **bits == 16).count(),
        Half::Clears | Half::Keeps => meaning.sources.len() + 1,
    }
}

/// What VOP3 says besides: limits, halves, factors of the result and signs.
fn long_forms(meaning: &Meaning, plain: &Form, arch: &str) -> Vec<Form> {
    let mut all = vec![plain.clone()];
    if meaning.clamps && (arch == "gcn1.2" || is_newer(arch)) {
        all.push(Form {
            clamp: true,
            ..plain.clone()
        });
    }
    let halves = match meaning.half != Half::No && is_newer(arch) {
        true => halves_of(meaning),
        false => 0,
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
    for sign in SIGNS
        .into_iter()
        .filter(|_| meaning.modifiers == Sources::Floating)
    {
        for index in meaning.signed..meaning.sources.len().min(meaning.plain) {
            let mut form = plain.clone();
            form.signs[index] = sign;
            all.push(form);
        }
    }
    all
}

/// Every way to move lanes in rows.
fn lane_forms(meaning: &Meaning, plain: &Form, bench: &Bench<'_>) -> Vec<Form> {
    let arch = bench.arch;
    let mut all = Vec::new();
    let wide = gives_pair(meaning) || meaning.sources.contains(&64);
    let moves = match bench.has_newbcast() {
        true => Moves::WavesAndLanes,
        false if is_rdna(arch) => Moves::Rows,
        false => Moves::Waves,
    };
    let controls = controls_of(moves, wide);
    for &control in &controls {
        for bound in [false, true] {
            all.push(Form {
                control,
                bound,
                ..plain.clone()
            });
            if is_rdna(arch) {
                all.push(Form {
                    control,
                    bound,
                    fetches: true,
                    ..plain.clone()
                });
            }
        }
        all.push(Form {
            control,
            rows: 0b1010,
            banks: 0b0111,
            bound: true,
            ..plain.clone()
        });
    }
    for sign in SIGNS
        .into_iter()
        .filter(|_| meaning.modifiers == Sources::Floating)
    {
        all.push(Form {
            control: controls[3 % controls.len()],
            signs: std::array::from_fn(|index| match index < meaning.signed {
                true => (false, false),
                false => sign,
            }),
            ..plain.clone()
        });
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
fn text(bench: &Bench<'_>, name: &str, meaning: &Meaning, form: &Form) -> String {
    let mask = |first| match form.kind {
        kind if kind.is_long() => bench.mask(first),
        _ => bench.vcc().to_owned(),
    };
    let compares = matches!(meaning.done, Done::Bit(_));
    let has_halves = halves_of(meaning) != 0 && form.kind != Kind::Parts && bench.has_halves();
    let half = |register: String, bit: u32| match form.op_sel.unbounded_shr(bit) & 1 {
        _ if !has_halves => register,
        0 => register + ".l",
        _ => register + ".h",
    };
    let suffix = match form.kind {
        Kind::Short => "_e32",
        Kind::Long => "_e64",
        Kind::Parts => "_sdwa",
        Kind::Lanes | Kind::Eight | Kind::EightFetching => "_dpp",
        Kind::LongLanes | Kind::LongEight | Kind::LongEightFetching => "_e64_dpp",
    };
    let mut operands = match meaning.done {
        Done::Bit(_) if !meaning.writes_mask => vec![],
        Done::Bit(_) => vec![mask(8)],
        Done::Pair(_) | Done::Wide(_) => vec![registers(DST, 64)],
        _ if matches!(meaning.half, Half::Clears | Half::Keeps) => {
            vec![half(registers(DST, 32), meaning.sources.len() as u32)]
        }
        _ => vec![registers(DST, 32)],
    };
    if meaning.writes_carry {
        operands.push(mask(8));
    }
    for (index, bits) in meaning.sources.iter().enumerate() {
        let (first, second) = form.signs.get(index).copied().unwrap_or_default();
        let classes = compares && index == 1 && name.contains("_class_");
        let register = match bits {
            16 => half(registers(SRC[index], 16), index as u32),
            // The mask is a half, too: always the lower one.
            32 if classes => half(registers(SRC[index], 32), u32::MAX),
            _ => registers(SRC[index], *bits),
        };
        operands.push(match meaning.modifiers {
            _ if index >= meaning.plain && !classes => match first && form.kind == Kind::Parts {
                true => format!("sext({register})"),
                false => register,
            },
            Sources::Integer if first => format!("sext({register})"),
            Sources::Floating if classes => match first && form.kind == Kind::Parts {
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
        operands.push(mask(10));
    }
    let mut text = format!("{name}{suffix} {}", operands.join(", "));
    if form.op_sel != 0 && !has_halves {
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
    if form.kind.lanes() == Some(Moved::Rows) {
        let control = &controls()[form.control].0;
        let _ = write!(
            text,
            " {control} row_mask:{:#x} bank_mask:{:#x}",
            form.rows, form.banks
        );
        if form.bound {
            text += " bound_ctrl:1";
        }
    }
    if matches!(form.kind.lanes(), Some(Moved::Eight | Moved::EightFetching)) {
        let lanes = EIGHTS[form.control].map(|it| it.to_string());
        let _ = write!(text, " dpp8:[{}]", lanes.join(","));
    }
    if form.fetches {
        text += " fi:1";
    }
    text
}

/// Some encodings are in one syntax alone: comparisons of other lanes in clrx, and on GCN 1.0
/// one by another name.
fn parse(bench: &Bench<'_>, text: &str) -> Result<Inst, Difference> {
    let inst = bench.parse(text, &["llvm", "clrx"]);
    let alone = text.replacen("_e64", "", 1);
    let old = alone.replacen("v_qsad_pk_u16_u8", "v_qsad_u8", 1);
    let clrx = |text: &str| bench.parse(text, &["clrx"]);
    inst.or_else(|error| clrx(&alone).or_else(|_| clrx(&old)).map_err(|_| error))
}

/// The values of a source in a round: over all rounds every edge of one meets
/// every edge of the next.
fn values(meaning: &Meaning, bits: u32, source: usize, round: usize) -> [u64; LANES] {
    let floating = meaning.modifiers == Sources::Floating && source < meaning.plain;
    let list = if floating {
        number::edges(bits)
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

/// What each lane has for its first source; `None` if it writes nothing.
fn first_source(form: &Form, exec: u64, source: &[u64; LANES]) -> [Option<u64>; LANES] {
    let gives = |lane: &usize| form.fetches || exec >> lane & 1 == 1;
    match form.kind.lanes() {
        Some(Moved::Rows) => {
            let (_, from) = controls().swap_remove(form.control);
            std::array::from_fn(|lane| {
                let from = from(lane).filter(gives);
                let written = form.rows >> (lane / 16) & form.banks >> (lane % 16 / 4) & 1 == 1;
                let written = written && (from.is_some() || form.bound);
                written.then(|| from.map_or(0, |from| source[from]))
            })
        }
        Some(Moved::Eight | Moved::EightFetching) => std::array::from_fn(|lane| {
            let from = lane / 8 * 8 + EIGHTS[form.control][lane % 8];
            Some(if gives(&from) { source[from] } else { 0 })
        }),
        None => source.map(Some),
    }
}

/// What a lane works on.
fn operands(
    name: &str,
    meaning: &Meaning,
    form: &Form,
    sources: [u64; 3],
    lane: usize,
    (before, mode): (u64, u32),
) -> Operands {
    let mut all = [0; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        let mut value = sources[index];
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
    Operands {
        a,
        b,
        c,
        lane: lane as u32,
        carry: meaning.reads_mask && MASK >> lane & 1 == 1,
        before,
        mode,
        omod: form.omod,
        clamp: form.clamp,
    }
}

/// Runs one form over one round of values and compares everything.
fn run(
    bench: &Bench<'_>,
    name: &str,
    meaning: &Meaning,
    form: &Form,
    exec: u64,
    round: usize,
    mode: u32,
) -> Checked {
    if bench.passes_over(form.kind as u16) {
        return Ok(());
    }
    let exec = bench.lanes(exec);
    let text = text(bench, name, meaning, form);
    let inst = match parse(bench, &text) {
        // LLVM has no text for some halves, and for a clamp of this product.
        Err(_) if form.op_sel != 0 && bench.has_one_syntax() => return Ok(()),
        Err(_) if name == "v_mul_lo_u16" && bench.has_one_syntax() => return Ok(()),
        inst => inst?,
    };
    let mut machine = InMemory::new(&bench.target);
    let state = machine.set_state("EXEC", bench.exec(exec));
    state.expect("a state");
    machine.set_state("MODE", mode.into()).expect("a state");
    let carries = form.kind.is_long();
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
    let upper = form.op_sel >> meaning.sources.len() & 1 == 1;
    let mut sources = [[0; LANES]; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        sources[index] = values(meaning, *bits, index, round);
        for dword in 0..bits.div_ceil(32) as usize {
            let column: Column = sources[index].map(|value| value >> (32 * dword) & 0xffff_ffff);
            machine.write_lanes(bench.vector(SRC[index] + dword), u64::MAX, &column);
        }
    }
    let mut previous = BEFORE.map(|value| [value; LANES]);
    if meaning.accumulates {
        let bits = if gives_pair(meaning) { 64 } else { 32 };
        let sums = values(meaning, bits, 2, round);
        previous[0] = sums.map(|sum| sum & 0xffff_ffff);
        if gives_pair(meaning) {
            previous[1] = sums.map(|sum| sum >> 32);
        }
    }
    for (dword, column) in previous.iter().enumerate() {
        machine.write_lanes(bench.vector(DST + dword), u64::MAX, column);
    }
    let first = first_source(form, exec, &sources[0]);
    let running = (0..LANES).filter(|lane| exec >> lane & 1 == 1);
    let running: Vec<(usize, Operands)> = running
        .filter_map(|lane| {
            let high = if gives_pair(meaning) {
                previous[1][lane]
            } else {
                0
            };
            // What is added to is a half as well.
            let low = match upper && meaning.half != Half::OfSources {
                true => previous[0][lane] >> 16,
                false => previous[0][lane],
            };
            let state = (low | high << 32, regarded(mode, bench.arch));
            let inputs = [first[lane]?, sources[1][lane], sources[2][lane]];
            Some((lane, operands(name, meaning, form, inputs, lane, state)))
        })
        .collect();
    if let Some(unknown) = meaning.unknown
        && running.iter().any(|(_, it)| unknown(*it))
    {
        return refused(bench, inst, &text, &mut machine);
    }
    bench.execute(inst, &text, &mut machine)?;
    let mut expected = previous;
    let mut mask = 0;
    for (lane, it) in running {
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
                let bits = if *range.end() > 0xffff { 32 } else { 16 };
                kept as u64 & ((1 << bits) - 1)
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
        let low = match meaning.half {
            Half::Clears | Half::Keeps if upper => before & 0xffff | (result as u32) << 16,
            Half::Keeps if form.kind != Kind::Parts => before & 0xffff_0000 | result as u32,
            _ => merged(before, result as u32, form.parts[2], form.rest),
        };
        expected[0][lane] = low.into();
        if matches!(meaning.done, Done::Pair(_) | Done::Wide(_)) {
            expected[1][lane] = result >> 32;
        }
    }
    for (dword, expected) in expected.iter().enumerate() {
        let mut column = [0; LANES];
        machine.read_lanes(bench.vector(DST + dword), &mut column);
        for lane in 0..LANES {
            let inputs = sources.map(|source| source[lane]);
            holds!(
                column[lane] == expected[lane],
                "{text}: EXEC {exec:#x}, MODE {mode:#x}, lane {lane}, dword {dword}: {:#x} is not {:#x}; sources {inputs:x?}, before {:#x}",
                column[lane],
                expected[lane],
                previous[dword][lane]
            );
        }
    }
    let mask_after = match meaning.writes_mask || meaning.writes_carry {
        true => bench.masked(mask, before),
        false => before,
    };
    let after = machine.register(written).expect("registers");
    same!(
        after,
        halves(mask_after),
        "{text}: EXEC {exec:#x}, mask {mask:#x}"
    );
    let left = if meaning.writes_exec {
        mask
    } else {
        bench.exec(exec)
    };
    same!(
        machine.register("exec").expect("registers"),
        halves(left),
        "{text}"
    );
    bench.compared(inst);
    Ok(())
}

/// Runs what must be refused, and change nothing.
fn refused(bench: &Bench<'_>, inst: Inst, text: &str, machine: &mut InMemory<'_>) -> Checked {
    let before = bench.registers(machine);
    let done = bench.run(inst, machine);
    let undefined = done.is_err_and(|it| matches!(it.kind, ExecErrorKind::Undefined { .. }));
    holds!(undefined, "{text}: it runs, and nobody knows what it gives");
    let unchanged = bench.registers(machine) == before;
    holds!(unchanged, "{text}: it is refused, and changes a register");
    Ok(())
}

/// All of an instruction.
fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = meaning(name, bench.arch) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/vector what {name} does"
        );
        return Ok(());
    };
    let mut number = 0_u32;
    let kinds = kinds(bench, name);
    // All edges meet in the shortest encoding.
    let has_short = kinds.contains(&Kind::Short);
    for form in forms(&meaning, &kinds, bench) {
        let rounds = match form.kind {
            Kind::Short => 0..6,
            Kind::Long if meaning.sources.len() == 3 || !has_short => 0..6,
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
                let mode = number::mode(number);
                let exec = EXECS[round % 2 * 2];
                run(bench, name, &meaning, &form, exec, round, mode)?;
            }
        }
        for exec in EXECS {
            run(bench, name, &meaning, &form, exec, 1, 0xf0)?;
        }
    }
    Ok(())
}
