//! Scalar memory instructions: with every kind of offset, base, buffer and flag, and
//! atomics at the edges of their values.

use isa_mc::Inst;
use isa_mc::exec::InMemory;

use super::bench::{Bench, Check, Checked};
use crate::meaning::edges;
use crate::meaning::smem::{Data, Meaning, Memory, Place, Wave, meaning};

/// What the scalar cache and the clock give.
pub(super) const CHECK: Check = Check {
    name: "scalar memory",
    takes: |_, format, _| ["SMRD", "SMEM"].iter().any(|it| format.starts_with(it)),
    run,
};

/// Registers: base, data. The data has one before and one behind it that
/// nothing may touch.
const BASE: &str = "s[4:7]";
const DATA: usize = 16;
const GUARD: u64 = 0x0bad_cafe;
/// A base that needs all bits of its registers. Buffers take 48 of them.
const HIGH: u32 = 0x0123_4567;
const LOW: u32 = 0x8000_0000;

/// An offset as text, and what it says.
#[derive(Debug, Clone)]
struct Offset {
    text: String,
    bytes: i64,
    register: Option<(&'static str, u32)>,
}

/// Every kind of offset that the architecture has, at its ends.
fn offsets(cpu: &str) -> Vec<Offset> {
    // Bytes of a unit of the offset in an instruction.
    let unit = if matches!(cpu, "gfx600" | "gfx700") {
        4
    } else {
        1
    };
    let numbers: &[i64] = match cpu {
        "gfx600" => &[0, 1, 255],
        // From 256 on they take a word of their own.
        "gfx700" => &[0, 1, 255, 256, 0x3fff_ffff, 0xffff_ffff],
        "gfx803" => &[0, 3, 4, 0xf_ffff],
        "gfx1200" => &[0, 3, 4, 0x7f_ffff, -1, -4, -0x80_0000],
        _ => &[0, 3, 4, 0xf_ffff, -1, -4, -0x10_0000],
    };
    let mut all: Vec<Offset> = Vec::new();
    for &number in numbers {
        all.push(Offset {
            text: number.to_string(),
            bytes: number * unit,
            register: None,
        });
    }
    for (name, value) in [
        ("s9", 0),
        ("s9", 5),
        ("m0", 5),
        ("m0", u32::MAX),
        ("vcc_hi", 7),
    ] {
        all.push(Offset {
            text: name.to_owned(),
            bytes: 0,
            register: Some((name, value)),
        });
    }
    if !matches!(cpu, "gfx600" | "gfx700" | "gfx803") {
        for number in [7, -7, 0xf_ffff, -0x10_0000] {
            for (name, value) in [("s9", 5), ("m0", 0x10_0003), ("s9", u32::MAX)] {
                all.push(Offset {
                    text: format!("{name} offset:{number}"),
                    bytes: number,
                    register: Some((name, value)),
                });
            }
        }
    }
    all
}

fn registers(first: usize, count: usize) -> String {
    match count {
        1 => format!("s{first}"),
        _ => format!("s[{first}:{}]", first + count - 1),
    }
}

/// The instruction as text, in what both syntaxes have in common.
fn text(mnemonic: &str, meaning: &Meaning, offset: Option<&Offset>, glc: bool) -> String {
    let mut operands = match meaning.data {
        Data::Registers(count) => vec![registers(DATA, count)],
        Data::Number => vec!["5".to_owned()],
        Data::None => Vec::new(),
    };
    match meaning.place {
        Some(Place::Buffer) => operands.push(BASE.to_owned()),
        Some(_) => operands.push("s[4:5]".to_owned()),
        None => {}
    }
    operands.extend(offset.map(|it| it.text.clone()));
    let glc = if glc { " glc" } else { "" };
    format!("{mnemonic} {}{glc}", operands.join(", "))
}

/// Bytes of a record and records, around the end of what is accessed.
fn buffers(place: Option<Place>, distance: i64, bytes: i64) -> Vec<(u32, u32)> {
    if place != Some(Place::Buffer) {
        return vec![(0, 0)];
    }
    let clamp = |value: i64| u32::try_from(value.max(0)).unwrap_or(u32::MAX);
    let end = distance + bytes;
    vec![
        (0, clamp(end)),
        (0, clamp(end - 4)),   // without its last dword
        (0, clamp(end - 3)),   // with one byte of it
        (0, clamp(distance)),  // without any
        (16, clamp(end) / 16), // perhaps a part of it
        (16, clamp(end) / 16 + 1),
        (0x3fff, u32::MAX), // more bytes than 32 bits count
        (1, 0),
    ]
}

/// What the machine holds before, and the model.
fn wave(meaning: &Meaning, offset: Option<&Offset>, buffer: (u32, u32), align: u32) -> Wave {
    let (stride, records) = buffer;
    let high = match meaning.place {
        // The two highest bits are none of the stride.
        Some(Place::Buffer) => 0xc000_4567 | stride << 16,
        _ => HIGH,
    };
    Wave {
        base: [LOW + align, high, records, 0xffff_ffff],
        offset: offset.map_or(0, |it| it.bytes),
        register: offset.and_then(|it| it.register).map_or(0, |it| it.1),
        glc: false,
        data: std::array::from_fn(|dword| 0xd000_0000 + 0x11 * dword as u32),
        clock: 0x0102_0304_f506_0708,
        real_time: 0x1112_1314_f516_1718,
        memory: Memory {
            fresh: vec![0x8000_0001, 0x7fff_ffff, 0xffff_ffff, 0, 0x1234_5678],
            ..Memory::default()
        },
    }
}

/// Runs an instruction and compares registers and memory.
fn check(
    bench: &Bench<'_>,
    text: &str,
    inst: Inst,
    meaning: &Meaning,
    before: &Wave,
    offset: Option<&Offset>,
) -> Checked {
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let target = &bench.target;
    let mut after = before.clone();
    (meaning.run)(&mut after);

    let mut machine = InMemory::new(target);
    let global = machine.space("global").expect("a space");
    let set = |machine: &mut InMemory<'_>, name: &str, values: &[u64]| {
        machine.set_register(name, values).expect("registers");
    };
    let wide = |dwords: &[u32]| dwords.iter().map(|it| u64::from(*it)).collect::<Vec<u64>>();
    let mut data = vec![GUARD];
    data.extend(wide(&before.data));
    data.push(GUARD);
    let all = registers(DATA - 1, data.len());
    set(&mut machine, BASE, &wide(&before.base));
    for (index, value) in data.iter().enumerate() {
        set(&mut machine, &format!("s{}", DATA - 1 + index), &[*value]);
    }
    if let Some((name, value)) = offset.and_then(|it| it.register) {
        set(&mut machine, name, &[value.into()]);
    }
    // It does not matter which lanes are active: none is.
    machine.set_state("EXEC", 0).expect("a state");
    machine.set_state("CLOCK", before.clock).expect("a state");
    if target.arch_index() >= 2 {
        machine
            .set_state("REALTIME", before.real_time)
            .expect("a state");
    }
    // What the model did not look at is not there: an access would fault. A
    // guard lies on either side.
    let mut guards = Vec::new();
    for &(at, value) in &after.memory.before {
        for guard in [at.wrapping_sub(4), at.wrapping_add(4)] {
            if !after.memory.after.contains_key(&guard) {
                guards.push(guard);
            }
        }
        machine.poke(global, at, &value.to_le_bytes());
    }
    if meaning.atomic > 0 || !text.contains("load") {
        for at in &guards {
            machine.poke(global, *at, &(GUARD as u32).to_le_bytes());
        }
    }

    bench.execute(inst, text, &mut machine)?;
    let mut got = Vec::new();
    for index in 0..data.len() {
        got.extend(
            machine
                .register(&format!("s{}", DATA - 1 + index))
                .expect("registers"),
        );
    }
    let mut want = vec![GUARD];
    want.extend(wide(&after.data));
    want.push(GUARD);
    same!(got, want, "{all} of {text}, from {before:x?}");
    same!(machine.register(BASE), Ok(wide(&before.base)), "{text}");
    for (&at, want) in &after.memory.after {
        let got = machine.peek(global, at, 4).expect("mapped");
        same!(
            got,
            want.to_le_bytes(),
            "{text} at {at:#x}, from {before:x?}"
        );
    }
    if meaning.atomic > 0 || !text.contains("load") {
        for at in guards {
            let got = machine.peek(global, at, 4).expect("mapped");
            same!(
                got,
                (GUARD as u32).to_le_bytes(),
                "{text} beside, at {at:#x}"
            );
        }
    }
    bench.compared(inst);
    Ok(())
}

/// What fetches lines before they are needed: nothing else happens, and no memory need be there.
fn prefetch(bench: &Bench<'_>, name: &str) -> Checked {
    let base = match name {
        _ if name.ends_with("_rel") => "",
        "s_buffer_prefetch_data" => "s[4:7], ",
        _ => "s[4:5], ",
    };
    for (offset, register) in [(0, "s9"), (0x7f_ffff, "null"), (64, "m0")] {
        let text = format!("{name} {base}{offset}, {register}, 5");
        let inst = bench.parse(&text, &["llvm"])?;
        let mut machine = InMemory::new(&bench.target);
        let before = bench.fill(&mut machine);
        bench.execute(inst, &text, &mut machine)?;
        let unchanged = bench.registers(&mut machine) == before;
        holds!(unchanged, "{text} changes a register");
        bench.compared(inst);
    }
    Ok(())
}

/// Every kind of offset, base, buffer and flag.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    if name.contains("prefetch_") {
        return prefetch(bench, name);
    }
    let Some(meaning) = meaning(name) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/smem.rs what {name} does"
        );
        return Ok(());
    };
    let all = offsets(bench.cpu);
    let offsets: Vec<Option<&Offset>> = match meaning.place {
        Some(_) => all.iter().map(Some).collect(),
        None => vec![None],
    };
    let (mut written, mut count) = (0, 0);
    for offset in offsets {
        for glc in [false, true] {
            let text = text(name, &meaning, offset, glc);
            // LLVM has no `s_buffer_atomic_*` on GCN 1.2 and no negative offset in a
            // buffer: there CLRX's syntax says it. Some neither does.
            let Ok(inst) = bench.parse(&text, &["llvm", "clrx"]) else {
                continue;
            };
            written += 1;
            let dwords = match (meaning.atomic, meaning.data) {
                (0, Data::Registers(count)) => count as i64,
                (bits, _) => i64::from(bits) / 32,
            };
            let distance = offset.map_or(0, |it| {
                let register = it.register.map_or(0, |it| it.1);
                (it.bytes & !3) + i64::from(register & !3)
            });
            // The flag says of an atomic what it returns, and nothing
            // else of anything.
            let buffers = buffers(meaning.place, distance, 4 * dwords);
            let some = if glc && meaning.atomic == 0 {
                1
            } else {
                buffers.len()
            };
            for &buffer in &buffers[..some] {
                let mut wave = wave(&meaning, offset, buffer, count % 4);
                wave.glc = glc;
                check(bench, &text, inst, &meaning, &wave, offset)?;
                count += 1;
            }
        }
    }
    // A number and a register at the least, wherever there is one.
    let least = if meaning.place.is_some() { 6 } else { 1 };
    holds!(written >= least, "{name} is written in {written} ways");
    if meaning.atomic > 0 {
        atomic(bench, name, &meaning)?;
    }
    Ok(())
}

/// Numbers of atomics at their ends, what to compare with equal or not.
fn atomic(bench: &Bench<'_>, name: &str, meaning: &Meaning) -> Checked {
    let dwords = |value: u64| [value as u32, (value >> 32) as u32];
    let edges = edges(meaning.atomic);
    let compares = name.contains("cmpswap");
    let mut glc = false;
    for (index, &old) in edges.iter().enumerate() {
        for &data in &edges {
            // What to compare with is equal, or a neighbour.
            let others = [old, edges[(index + 1) % edges.len()]];
            for &other in &others[..=usize::from(compares)] {
                glc = !glc;
                let text = text(name, meaning, Some(&number(16)), glc);
                let inst = bench.parse(&text, &["llvm", "clrx"])?;
                let mut wave = wave(meaning, Some(&number(16)), (0, 64), 0);
                wave.glc = glc;
                wave.memory.fresh = dwords(old).to_vec();
                let half = meaning.atomic as usize / 32;
                wave.data[..half].copy_from_slice(&dwords(data)[..half]);
                if compares {
                    wave.data[half..2 * half].copy_from_slice(&dwords(other)[..half]);
                }
                check(bench, &text, inst, meaning, &wave, Some(&number(16)))?;
            }
        }
    }
    Ok(())
}

fn number(bytes: i64) -> Offset {
    Offset {
        text: bytes.to_string(),
        bytes,
        register: None,
    }
}
