//! Scalar instructions: every one at the edges of its values.

use isa_dsl::sorted::SortedMap;
use isa_mc::Inst;
use isa_mc::exec::{ExecErrorKind, InMemory, Machine};

use super::bench::{Bench, Check, Checked, Difference};
use super::moved;
use crate::meaning::scalar::{GoesOn, Meaning, Operand, Wave, meaning};
use crate::meaning::vector::number;
use crate::meaning::{edges, is_rdna};

/// What works on scalar registers and the states of a wave.
pub(super) const CHECK: Check = Check {
    name: "scalar",
    takes: |name, format, _| format.starts_with("SOP") && !moved::takes(name),
    run,
};

/// Registers: sources and destination, which has one before and two behind it that
/// nothing may touch.
const SRC0: usize = 2;
const SRC1: usize = 4;
const DST: usize = 20;
const GUARD: u64 = 0x0bad_cafe;

fn registers(first: usize, bits: u32) -> String {
    match bits {
        64 => format!("s[{first}:{}]", first + 1),
        _ => format!("s{first}"),
    }
}

/// The instruction in a syntax.
fn text(name: &str, meaning: &Meaning, wave: &Wave, syntax: &str) -> String {
    let operands = meaning.operands.iter().map(|operand| match *operand {
        Operand::Destination(bits) => registers(DST, bits),
        Operand::First(bits) => registers(SRC0, bits),
        Operand::Second(bits) => registers(SRC1, bits),
        Operand::Signed | Operand::Small => (wave.constant as i16).to_string(),
        Operand::Unsigned => wave.constant.to_string(),
        Operand::Bits(bits) => (wave.constant & ((1 << bits) - 1)).to_string(),
        Operand::Hardware => {
            let (id, first) = (wave.constant % 64, wave.constant / 64 % 32);
            let id = match (syntax, id) {
                ("clrx", 1) => "mode".to_owned(),
                ("clrx", 2) => "status".to_owned(),
                _ => id.to_string(),
            };
            format!("hwreg({id}, {first}, {})", wave.constant / 2048 + 1)
        }
        Operand::Word => format!("{:#x}", wave.word),
        Operand::Null => "null".to_owned(),
    });
    format!("{name} {}", operands.collect::<Vec<String>>().join(", "))
}

/// Some are in one syntax alone.
fn parse(
    bench: &Bench<'_>,
    name: &str,
    meaning: &Meaning,
    wave: &Wave,
) -> Result<Inst, Difference> {
    let understood = |syntax| bench.understood(&text(name, meaning, wave, syntax), &[syntax]);
    understood("llvm")
        .or_else(|| understood("clrx"))
        .map_or_else(
            || bench.parse(&text(name, meaning, wave, "llvm"), &["llvm"]),
            Ok,
        )
}

fn set(bench: &Bench<'_>, machine: &mut InMemory<'_>, first: usize, values: &[u64]) {
    for (at, value) in values.iter().enumerate() {
        machine.write(bench.scalar(first + at), 0, *value);
    }
}

fn get(bench: &Bench<'_>, machine: &mut InMemory<'_>, first: usize, count: usize) -> Vec<u64> {
    let read = |at| machine.read(bench.scalar(first + at), 0);
    (0..count).map(read).collect()
}

const fn halves(value: u64) -> [u64; 2] {
    [value & 0xffff_ffff, value >> 32]
}

/// The states of a wave by name.
fn states(wave: &Wave) -> [(&'static str, u64); 15] {
    let trap = wave
        .goes_on
        .trap
        .map_or(0, |number| 0x100 | u64::from(number));
    [
        ("SCC", wave.scc.into()),
        ("EXEC", wave.exec),
        ("VCC", wave.vcc),
        ("M0", wave.m0.into()),
        ("MODE", wave.mode.into()),
        ("PC", wave.pc),
        ("FLAT_SCRATCH", wave.flat_scratch),
        ("COND_DBG_SYS", wave.debug[0].into()),
        ("COND_DBG_USER", wave.debug[1].into()),
        ("ENDED", wave.goes_on.ended.into()),
        ("BARRIER", wave.goes_on.barrier.into()),
        ("TRAP", trap),
        ("HALTED", wave.goes_on.halted.into()),
        ("TRAPSTS", wave.trapsts.into()),
        ("INST_ATC", wave.inst_atc.into()),
    ]
}

/// Runs an instruction and compares registers and states.
fn check(
    name: &str,
    bench: &Bench<'_>,
    inst: Inst,
    meaning: &Meaning,
    before: &Wave,
    machine: &mut InMemory<'_>,
) -> Checked {
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let wanted = (meaning.run)(*before);
    let [low, high] = halves(before.dst);
    set(bench, machine, DST - 1, &[GUARD, low, high, GUARD]);
    set(bench, machine, SRC0, &halves(before.src0));
    set(bench, machine, SRC1, &halves(before.src1));
    for (state, value) in states(before) {
        machine.set_state(state, value).expect("a state");
    }
    let done = bench.run(inst, machine);
    let after = match (&wanted, done) {
        (Ok(after), Ok(_)) => *after,
        (Err(reason), Err(error)) => {
            let undefined = matches!(error.kind, ExecErrorKind::Undefined { .. });
            let stopped = bench.stopped(name, &error);
            // Which of several reasons a program is told matters to who wrote it.
            if !undefined || !stopped.0.contains(reason) {
                return Err(stopped);
            }
            *before
        }
        (Ok(_), Err(error)) => return Err(bench.stopped(name, &error)),
        (Err(_), Ok(_)) => {
            return Err(Difference(format!(
                "{name} does something that nobody can say: {before:x?}"
            )));
        }
    };
    let [low, high] = halves(after.dst);
    // Of 32 bits the register behind is none of its.
    let wide = meaning.operands.contains(&Operand::Destination(64));
    let high = if wide { high } else { halves(before.dst)[1] };
    same!(
        get(bench, machine, DST - 1, 4),
        [GUARD, low, high, GUARD],
        "{name} from {before:x?}"
    );
    same!(get(bench, machine, SRC0, 2), halves(before.src0), "{name}");
    same!(get(bench, machine, SRC1, 2), halves(before.src1), "{name}");
    for (state, value) in states(&after) {
        same!(
            machine.state(state),
            Ok(value),
            "{state} after {name} from {before:x?}"
        );
    }
    bench.compared(inst);
    Ok(())
}

/// Values of a source: edges, numbers of bits, and fields of them.
fn values(bits: u32, second: bool) -> Vec<u64> {
    let mut all = edges(bits);
    if second && bits == 32 {
        all.extend([3, 4, 30, 31, 32, 33, 62, 63, 64]);
        // As many bits in [22:16], from [4:0] or [5:0] on.
        all.extend([0x0010_0004, 0x0020_0000, 0x001f_001f, 0x0021_0001]);
        all.extend([0x0040_0010, 0x003f_003f, 0x007f_0001, 0xff80_0007]);
    }
    all
}

/// The waves that an instruction is tried with.
fn waves(bench: &Bench<'_>, meaning: &Meaning) -> Vec<Wave> {
    let has = |is: &dyn Fn(&Operand) -> bool| meaning.operands.iter().any(is);
    let floats = |bits, second| match meaning.floating {
        0 => values(bits, second),
        width => {
            // Above a half there are other bits.
            let above = |at: usize| {
                if width == 16 {
                    (at as u64 * 0x5a3c) << 16 & 0xffff_0000
                } else {
                    0
                }
            };
            let edges = number::edges(width).into_iter().enumerate();
            edges.map(|(at, bits)| bits | above(at)).collect()
        }
    };
    let of = |pick: &dyn Fn(&Operand) -> Option<u32>, second| {
        let bits = meaning.operands.iter().find_map(pick);
        bits.map_or(vec![0x5555_5555], |bits| floats(bits, second))
    };
    let first = of(
        &|it| match it {
            Operand::First(bits) => Some(*bits),
            _ => None,
        },
        false,
    );
    let second = of(
        &|it| match it {
            Operand::Second(bits) => Some(*bits),
            _ => None,
        },
        true,
    );
    // What a destination holds matters where there are few sources.
    let dst = of(
        &|it| match it {
            Operand::Destination(bits) => Some(*bits),
            _ => None,
        },
        false,
    );
    let one = dst.len().min(4) - 1;
    let dst = match second.len() > 1 {
        true => &dst[one..=one],
        false => &dst,
    };
    let constants: &[u16] = if has(&|it| matches!(it, Operand::Hardware)) {
        // MODE and STATUS, whole and in parts, beyond its end; traps, what is said of them
        // and each of its neighbours; who the wave is, what is under way, and those of
        // which nothing is said, but on RDNA where private memory lies.
        &[
            0xf801, 0x0001, 0x1901, 0xffc1, 0x5d41, 0x07c1, 0xf841, 0xf802, 0x0002, 0x0a42, 0xf804,
            0xf807, 0xf803, 0x2a43, 0x0383, 0x0203, 0x03c3, 0x3203, 0x3243, 0x0003, 0xffc3, 0xf800,
            0xf808, 0xf80c, 0xf814, 0x3a54, 0xf815, 0x1c95, 0xf817, 0xf818, 0xf81d, 0x0244, 0x0384,
            0x0742,
        ]
    } else if has(&|it| matches!(it, Operand::Small)) {
        &[0, 0xffff, 0xfffe, 5, 32]
    } else if has(&|it| matches!(it, Operand::Signed | Operand::Unsigned)) {
        &[0, 1, 5, 0x7fff, 0x8000, 0xfffe, 0xffff]
    } else {
        &[0, 1, 5, 15]
    };
    let constants = match has(&|it| {
        matches!(
            it,
            Operand::Signed
                | Operand::Unsigned
                | Operand::Bits(_)
                | Operand::Hardware
                | Operand::Word
                | Operand::Small
        )
    }) {
        true => constants,
        false => &constants[..1],
    };
    let mut all = Vec::new();
    for (index, &src0) in first.iter().enumerate() {
        for &src1 in &second {
            for &dst in dst {
                for &constant in constants {
                    for turn in 0..4 {
                        let turn = turn + index;
                        all.push(Wave {
                            src0,
                            src1,
                            dst,
                            constant,
                            word: [0x8123_4567, 0xffff_ffff][turn % 2],
                            scc: turn % 2 == 1,
                            exec: [u64::MAX, 0, 0x8000_0000_0f0f_3333, 1][turn % 4],
                            vcc: [0, 1 << 63, 0x1234_5678_9abc_def0][turn % 3],
                            m0: 0xfedc_ba98,
                            mode: [0xf13c_2d5a, 0x08c3_f2a5][turn / 2 % 2],
                            pc: 0x0012_3456_8000_0004,
                            trapsts: [0xe015_5aaa, 0x1fea_a555][turn % 2],
                            flat_scratch: 0x1357_9bdf_8642_0ace,
                            is_wave32: bench.is_wave32(),
                            // RDNA has no such translation.
                            inst_atc: turn / 2 % 2 == 1 && !is_rdna(bench.arch),
                            debug: [turn % 2 == 0, turn / 2 % 2 == 0],
                            goes_on: GoesOn {
                                halted: turn % 2 == 0,
                                ..GoesOn::default()
                            },
                        });
                    }
                }
            }
        }
    }
    all
}

/// All of an instruction.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = meaning(name, bench.arch) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/scalar what {name} does"
        );
        return Ok(());
    };
    let mut machine = InMemory::new(&bench.target);
    // By what of a wave is in the text.
    let mut parsed: SortedMap<(u16, u32), Inst> = SortedMap::new();
    for wave in waves(bench, &meaning) {
        let said = (wave.constant, wave.word);
        let inst = match parsed.get(&said) {
            Some(inst) => *inst,
            None => parse(bench, name, &meaning, &wave)?,
        };
        parsed.insert(said, inst);
        check(name, bench, inst, &meaning, &wave, &mut machine)?;
    }
    Ok(())
}
