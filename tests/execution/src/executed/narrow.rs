//! Conversions of small floating-point numbers: every one, with every part of its registers
//! that `op_sel` names, with signs, scales and random bits; and what nobody can say is refused.

use std::fmt::Write as _;

use isa_mc::exec::{Column, ExecErrorKind, InMemory, LANES, Machine};

use super::bench::{Bench, Check, Checked};
use super::narrow_bytes;
use crate::meaning::is_rdna;
use crate::meaning::narrow_lanes::{Given, Lane, Signature, said, signature};
use crate::meaning::vector::number;
use isa_test_support::random::Random;

/// What converts them.
pub(super) const CHECK: Check = Check {
    name: "conversions of small numbers",
    takes: |name, _, _| takes(name),
    run: instruction,
};

/// Whether an instruction is compared here.
pub(super) fn takes(name: &str) -> bool {
    signature(name).is_some()
}

/// The destination, and each source.
const DST: usize = 200;
const SRC: [usize; 3] = [2, 40, 80];

/// What an instruction says besides its registers.
#[derive(Debug, Clone, Copy, Default)]
struct Form {
    op_sel: u32,
    neg: u32,
    abs: u32,
    omod: u32,
    clamp: bool,
}

fn registers(first: usize, count: usize) -> String {
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

fn text(name: &str, signature: &Signature, form: Form) -> String {
    let mut text = format!("{name} {}", registers(DST, signature.dst));
    for (index, source) in signature.sources.iter().enumerate() {
        let register = registers(SRC[index], source.registers());
        let register = match form.abs >> index & 1 {
            1 => format!("|{register}|"),
            _ => register,
        };
        let sign = if form.neg >> index & 1 == 1 { "-" } else { "" };
        let _ = write!(text, ", {sign}{register}");
    }
    if form.op_sel != 0 {
        let bits = (0..signature.op_sel).map(|bit| (form.op_sel >> bit & 1).to_string());
        let _ = write!(text, " op_sel:[{}]", bits.collect::<Vec<_>>().join(","));
    }
    text += ["", " mul:2", " mul:4", " div:2"][form.omod as usize];
    if form.clamp {
        text += " clamp";
    }
    text
}

/// What numbers are drawn for a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Any bits, and edges.
    Wild,
    /// A few units of about the size of the scale.
    Near,
    /// Times the scale they are numbers of every format.
    Exact,
}

/// A single of a sort.
fn single(random: &mut Random, scale: u32, sort: Sort) -> u32 {
    let edges = number::edges(32);
    let word = random.word();
    if sort == Sort::Exact {
        let exponent = (scale + (word >> 8) as u32 % 3).clamp(1, 254);
        let bits = exponent << 23 | (word >> 32) as u32 & 0x8040_0000;
        return if word.is_multiple_of(17) {
            bits & 1 << 31
        } else {
            bits
        };
    }
    if sort == Sort::Wild {
        return match word % 4 {
            0 => edges[(word >> 8) as usize % edges.len()] as u32,
            _ => (word >> 16) as u32,
        };
    }
    let exponent = (i64::from(scale) + (word >> 8) as i64 % 10 - 5).clamp(1, 254) as u32;
    let fraction = match word % 4 {
        0 => (word >> 32) as u32 & 0x7f_ffff,
        3 => 1,
        1 => (word >> 32) as u32 & 0x40_0000,
        _ => (word >> 32) as u32 & 0x70_0000,
    };
    let sign = (word >> 63) as u32;
    match word % 17 {
        0 => sign << 31,
        _ => sign << 31 | exponent << 23 | fraction,
    }
}

/// What a source holds.
fn drawn(given: Given, random: &mut Random, scale: u32, sort: Sort) -> Vec<u32> {
    let pair = |random: &mut Random, halves: bool| {
        let one = |random: &mut Random| {
            let single = single(
                random,
                scale,
                if sort == Sort::Wild { Sort::Near } else { sort },
            );
            match halves {
                true => crate::meaning::narrow::half(single),
                false => crate::meaning::narrow::bfloat(single),
            }
        };
        match sort {
            Sort::Wild => random.word() as u32,
            _ => one(random) | one(random) << 16,
        }
    };
    (0..given.registers())
        .map(|_| match given {
            Given::Singles(_) => single(random, scale, sort),
            Given::Halves(_) => pair(random, true),
            Given::Bfloats(_) => pair(random, false),
            Given::Bits(_) => random.word() as u32,
            Given::Scale => scale << 23 | random.word() as u32 & 0x807f_ffff,
        })
        .collect()
}

/// A lane of which somebody says what it gives, and one of which nobody does, if they come up.
fn lanes(
    name: &str,
    signature: &Signature,
    like: &Lane,
    random: &mut Random,
) -> (Option<(Lane, Vec<u32>)>, Option<Lane>) {
    let mut unknown = None;
    for _ in 0..60 {
        let word = random.word();
        let scale = match word % 24 {
            0 => 255,
            1 => (word >> 8) as u32 % 3,
            2 => 254 - (word >> 8) as u32 % 3,
            _ => 112 + (word >> 8) as u32 % 24,
        };
        let scaled = signature.sources.contains(&Given::Scale);
        let wide = signature.sources.iter().any(|it| it.registers() > 2);
        let turn = (word >> 40) % 10;
        let sort = match turn % 5 {
            4 if !(wide && turn == 4) => Sort::Wild,
            2 | 3 if name.contains("_sr_") => Sort::Exact,
            _ => Sort::Near,
        };
        let about = if scaled { scale } else { 127 };
        let lane = Lane {
            sources: (signature.sources.iter())
                .map(|given| drawn(*given, random, about, sort))
                .collect(),
            before: (0..signature.dst).map(|_| random.word() as u32).collect(),
            ..like.clone()
        };
        match said(name, &lane) {
            Some(result) => return (Some((lane, result)), unknown),
            None => unknown = Some(lane),
        }
    }
    (None, unknown)
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    signature: &Signature,
    form: Form,
    mode: u32,
    random: &mut Random,
) -> Checked {
    let text = text(name, signature, form);
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let like = Lane {
        op_sel: form.op_sel,
        neg: form.neg,
        abs: form.abs,
        omod: form.omod,
        clamp: form.clamp,
        mode,
        open: bench.has_open_floats(),
        ..Lane::default()
    };
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("MODE", mode.into()).expect("a state");
    let (mut known, mut strange) = (Vec::new(), None);
    for _ in 0..LANES {
        let (lane, unknown) = lanes(name, signature, &like, random);
        known.extend(lane);
        strange = unknown.or(strange);
    }
    let put = |machine: &mut InMemory<'_>, index: usize, lane: &Lane| {
        let mut set = |first: usize, values: &[u32]| {
            for (number, value) in values.iter().enumerate() {
                let mut column: Column = [0; LANES];
                machine.read_lanes(bench.vector(first + number), &mut column);
                column[index] = u64::from(*value);
                machine.write_lanes(bench.vector(first + number), u64::MAX, &column);
            }
        };
        for (source, values) in lane.sources.iter().enumerate() {
            set(SRC[source], values);
        }
        set(DST, &lane.before);
    };
    if let Some(lane) = strange {
        put(&mut machine, 9, &lane);
        machine.set_state("EXEC", 1 << 9).expect("a state");
        let before = bench.registers(&mut machine);
        let done = bench.run(inst, &mut machine);
        let undefined = done.is_err_and(|it| matches!(it.kind, ExecErrorKind::Undefined { .. }));
        holds!(
            undefined,
            "{text}: it runs, and nobody knows what {lane:x?} gives"
        );
        let unchanged = bench.registers(&mut machine) == before;
        holds!(unchanged, "{text}: it is refused, and changes a register");
    }
    if known.len() < LANES {
        holds!(known.is_empty(), "{text}: too few lanes are known");
        return Ok(());
    }
    for (index, (lane, _)) in known.iter().enumerate() {
        put(&mut machine, index, lane);
    }
    let exec = [u64::MAX, 0xaaaa_5555_0f0f_3333][random.below(2)];
    machine.set_state("EXEC", exec).expect("a state");
    bench.execute(inst, &text, &mut machine)?;
    for number in 0..signature.dst {
        let mut found: Column = [0; LANES];
        machine.read_lanes(bench.vector(DST + number), &mut found);
        for (index, (lane, result)) in known.iter().enumerate() {
            let wanted = match exec >> index & 1 {
                1 => result[number],
                _ => lane.before[number],
            };
            same!(
                found[index] as u32,
                wanted,
                "{text}: MODE {mode:#x}, register {number} of {lane:x?}"
            );
        }
    }
    bench.compared(inst);
    Ok(())
}

/// The part of a source, or the lane that it comes from, as text, and what is then read.
type Source = (String, Read);

/// What a lane reads of a register.
type Read = fn(&Column, usize) -> u32;

/// One of two words of VOP1, with parts and lanes.
fn short(bench: &Bench<'_>, name: &str, signature: &Signature, random: &mut Random) -> Checked {
    let mut ways: Vec<Source> = vec![("_e32".to_owned(), |all, lane| all[lane] as u32)];
    let parts: [(&str, Read); 7] = [
        ("BYTE_0", |all, lane| all[lane] as u32 & 0xff),
        ("BYTE_1", |all, lane| (all[lane] >> 8) as u32 & 0xff),
        ("BYTE_2", |all, lane| (all[lane] >> 16) as u32 & 0xff),
        ("BYTE_3", |all, lane| (all[lane] >> 24) as u32),
        ("WORD_0", |all, lane| all[lane] as u32 & 0xffff),
        ("WORD_1", |all, lane| (all[lane] >> 16) as u32),
        ("DWORD", |all, lane| all[lane] as u32),
    ];
    ways.extend(parts.map(|(part, of)| (format!("_sdwa src0_sel:{part}"), of)));
    ways.push(match signature.dst {
        1 => ("_dpp quad_perm:[1,0,3,2]".to_owned(), |all, lane| {
            all[lane ^ 1] as u32
        }),
        _ => ("_dpp row_newbcast:3".to_owned(), |all, lane| {
            all[lane & 0x30 | 3] as u32
        }),
    });
    for (way, of) in ways {
        for clamp in [false, true] {
            if clamp && !way.starts_with("_sdwa") {
                continue;
            }
            let (suffix, more) = way.split_once(' ').unwrap_or((&way, ""));
            let masks = if suffix == "_dpp" {
                " row_mask:0xf bank_mask:0xf"
            } else {
                ""
            };
            let flag = if clamp { " clamp" } else { "" };
            let text = format!(
                "{name}{suffix} {}, v{}{flag} {more}{masks}",
                registers(DST, signature.dst),
                SRC[0]
            );
            let inst = bench.parse(text.trim_end(), &["llvm"])?;
            if bench.passes_over(inst.encoding()) {
                continue;
            }
            let mode = number::mode(random.word() as u32) & !0x3000;
            let mut machine = InMemory::new(&bench.target);
            machine.set_state("MODE", mode.into()).expect("a state");
            machine.set_state("EXEC", u64::MAX).expect("a state");
            let column: Column = std::array::from_fn(|_| random.word() & 0xffff_ffff);
            machine.write_lanes(bench.vector(SRC[0]), u64::MAX, &column);
            bench.execute(inst, &text, &mut machine)?;
            for number in 0..signature.dst {
                let mut found: Column = [0; LANES];
                machine.read_lanes(bench.vector(DST + number), &mut found);
                for (index, found) in found.iter().enumerate() {
                    let lane = Lane {
                        sources: vec![vec![of(&column, index)]],
                        before: vec![0; signature.dst],
                        mode,
                        clamp,
                        open: bench.has_open_floats(),
                        ..Lane::default()
                    };
                    let result = said(name, &lane).expect("all of them are known");
                    same!(*found as u32, result[number], "{text}: {lane:x?}");
                }
            }
            bench.compared(inst);
        }
    }
    Ok(())
}

fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(signature) = signature(name) else {
        return Ok(());
    };
    if is_rdna(bench.arch) {
        return narrow_bytes::instruction(bench, name);
    }
    let seed = name
        .bytes()
        .fold(7, |all, byte| all * 31 % 65_521 + u64::from(byte));
    let mut random = Random::new(seed);
    let mut forms = vec![Form::default(); 3];
    forms.extend((1..1 << signature.op_sel).map(|op_sel| Form {
        op_sel,
        ..Form::default()
    }));
    for source in 0..signature.sources.len() {
        if signature.signs >> source & 1 == 1 {
            forms.extend([(1, 0), (0, 1), (1, 1)].map(|(neg, abs)| Form {
                neg: neg << source,
                abs: abs << source,
                ..Form::default()
            }));
        }
    }
    if signature.multiplies {
        forms.extend(
            [(1, false), (2, true), (3, false), (0, true)].map(|(omod, clamp)| Form {
                omod,
                clamp,
                ..Form::default()
            }),
        );
        if bench.formats(name).iter().any(|it| it.ends_with("_SDWA")) {
            short(bench, name, &signature, &mut random)?;
        }
    }
    for form in forms {
        for turn in 0..3 {
            // Halves that are limited in one of three.
            let mode = number::mode(random.word() as u32) & 0x3ff | u32::from(turn == 2) << 23;
            run(bench, name, &signature, form, mode, &mut random)?;
        }
    }
    Ok(())
}
