//! Buffer instructions: with every way to address, within a buffer and beyond its end;
//! typed ones with every format.

use std::fmt::Write as _;

use isa_mc::exec::{ExecErrorKind, InMemory, LANES};

use super::{Bench, Check, Checked, Difference};
use crate::meaning::buffer::{Access, Buffer, Place, does_nothing, meaning};
use crate::meaning::typed::{self, Format};
use crate::meaning::{Lane, Meaning, edges};

/// Buffers of bytes.
pub(super) const CHECK: Check = Check {
    name: "buffers",
    takes: |name, _, _| name.starts_with("buffer_"),
    run,
};

/// Buffers of elements in a format.
pub(super) const TYPED: Check = Check {
    name: "typed buffers",
    takes: |name, _, _| name.starts_with("tbuffer_"),
    run: run_typed,
};

const BASE: u64 = 0x0123_4567_8000;
/// Bytes around the base that the machine has.
const BEFORE: u64 = 0x100;
const BYTES: usize = 0x2800;
const OFFSET: u32 = 5;
/// Where loads into LDS go: the lower half, of which every bit counts.
const M0: u32 = 0x1234_f7c0;
/// What the data holds: its registers, and one behind them.
const DATA: usize = 20;
const GUARD: u64 = 0x0bad_cafe;
/// Modes that a statement may name.
const MODES: [&str; 5] = ["", " offen", " idxen", " idxen offen", " addr64"];

fn buffers() -> Vec<Buffer> {
    let raw = Buffer {
        base: BASE,
        stride: 0,
        records: 0x300,
        swizzled: false,
        element: 4,
        together: 8,
        add_lane: false,
    };
    let structured = Buffer {
        stride: 24,
        records: 40,
        ..raw
    };
    vec![
        raw,
        Buffer { records: 12, ..raw },
        Buffer { records: 0, ..raw },
        Buffer {
            add_lane: true,
            ..raw
        },
        structured,
        Buffer {
            add_lane: true,
            ..structured
        },
        Buffer {
            swizzled: true,
            ..structured
        },
        Buffer {
            swizzled: true,
            element: 16,
            together: 64,
            stride: 32,
            ..structured
        },
        Buffer {
            swizzled: true,
            element: 2,
            together: 32,
            add_lane: true,
            ..structured
        },
    ]
}

/// Registers of a lane's address, and what they say.
fn access(mode: &str, lane: u32, soffset: u32) -> (Access, [u64; 2]) {
    let (index, within) = (lane * 7 % 50, lane * 3 % 29);
    let mut access = Access {
        lane,
        offset: OFFSET,
        soffset,
        ..Access::default()
    };
    let registers = match mode {
        " offen" => {
            access.within = Some(within);
            [within.into(), GUARD]
        }
        " idxen" => {
            access.index = Some(index);
            [index.into(), GUARD]
        }
        " idxen offen" => {
            (access.index, access.within) = (Some(index), Some(within));
            [index.into(), within.into()]
        }
        " addr64" => {
            access.address = Some(0x1000 + u64::from(lane) * 48);
            [0x1000 + u64::from(lane) * 48, 0]
        }
        _ => [GUARD, GUARD],
    };
    (access, registers)
}

fn registers(count: usize) -> String {
    match count {
        1 => format!("v{DATA}"),
        _ => format!("v[{DATA}:{}]", DATA + count - 1),
    }
}

/// The bytes of memory, from `BASE - BEFORE` on.
#[derive(Clone, PartialEq)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn at(address: u64) -> usize {
        (address - (BASE - BEFORE)) as usize
    }

    fn dword(&self, address: u64) -> u32 {
        let at = Bytes::at(address);
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes"))
    }

    fn wide(&self, address: u64) -> u128 {
        let at = Bytes::at(address);
        u128::from_le_bytes(self.0[at..at + 16].try_into().expect("sixteen bytes"))
    }

    fn set(&mut self, address: u64, bytes: &[u8]) {
        let at = Bytes::at(address);
        self.0[at..at + bytes.len()].copy_from_slice(bytes);
    }
}

/// Memory and data of all lanes afterwards.
fn model(name: &str, places: &[Place], glc: bool, memory: &mut Bytes, data: &mut [[u32; 4]]) {
    let meaning = meaning(name).expect("it is said");
    let unit = match name {
        _ if name.contains("byte") => 1,
        _ if name.contains("short") => 2,
        _ => 4,
    };
    let at = |place: &Place, dword: usize| (place.address & !(unit - 1)) + 4 * dword as u64;
    let dwords = meaning.dst.max(meaning.data);
    if name.contains("_dwordx") {
        // Dword by dword, all lanes each.
        for dword in 0..dwords {
            for (place, data) in places.iter().zip(&mut *data) {
                match (name.starts_with("load"), place.has(dword)) {
                    (true, true) => data[dword] = memory.dword(at(place, dword)),
                    (true, false) => data[dword] = 0,
                    (false, true) => memory.set(at(place, dword), &data[dword].to_le_bytes()),
                    (false, false) => {}
                }
            }
        }
        return;
    }
    for (place, data) in places.iter().zip(data) {
        let address = at(place, 0);
        let exists = place.has(0);
        let before = Lane {
            memory: if exists { memory.wide(address) } else { 0 },
            data: *data,
            dst: *data,
        };
        let after = (meaning.run)(before);
        if exists && meaning.data > 0 {
            memory.set(address, &after.memory.to_le_bytes());
        }
        if meaning.dst > 0 && (glc || !meaning.returns) {
            let returned = if exists || !meaning.returns {
                after.dst
            } else {
                [0; 4]
            };
            data[..meaning.dst].copy_from_slice(&returned[..meaning.dst]);
        }
    }
}

fn check(
    bench: &Bench<'_>,
    name: &str,
    mode: &str,
    buffer: &Buffer,
    flags: &str,
    exec: u64,
    round: Option<usize>,
) -> Checked {
    let meaning = meaning(name).expect("it is said");
    let soffset = 8;
    let vaddr = match mode {
        "" => "off",
        " offen" | " idxen" => "v2",
        _ => "v[2:3]",
    };
    let lds = flags.contains("lds");
    let mut text = format!("buffer_{name} ");
    if !lds {
        let _ = write!(text, "{}, ", registers(meaning.dst.max(meaning.data)));
    }
    let _ = write!(text, "{vaddr}, s[4:7], s8{mode} offset:{OFFSET}{flags}");
    // LLVM has no rsub; what is written here, both syntaxes read.
    let inst = bench.parse(&text, &["llvm", "clrx"])?;

    let pattern = (0..BYTES)
        .map(|at| (at * 31 + at / 256 * 7) as u8)
        .collect();
    let mut memory = Bytes(pattern);
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    let share = machine.space("lds").expect("a space");
    machine.poke(global, BASE - BEFORE, &memory.0);
    machine.poke(share, u64::from(M0 & 0xffff), &[0x5a; 0x100]);
    let wide = buffer.dwords().map(u64::from);
    machine.set_register("s[4:7]", &wide).expect("registers");
    machine.set_register("s8", &[soffset]).expect("a register");
    machine.set_state("M0", M0.into()).expect("a state");
    machine.set_state("EXEC", exec).expect("a state");
    let mut places = Vec::new();
    let mut data = Vec::new();
    for lane in 0..LANES {
        let (access, address) = access(mode, lane as u32, soffset as u32);
        let seed = lane as u32 * 0x0101_0307;
        let values = [0x8000_0000 ^ seed, 0x7fff_ffff ^ seed, seed, !seed];
        let mut all = values.map(u64::from).to_vec();
        all.push(GUARD);
        let set = machine.set_lane(&format!("v[{DATA}:{}]", DATA + 4), lane, &all);
        set.expect("registers");
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
        data.push(values);
        if exec >> lane & 1 == 1 {
            places.push((lane, buffer.place(&access)));
        }
    }
    for (lane, place) in places.iter().filter(|_| round.is_some()) {
        let at = round.unwrap_or_default() * LANES + lane;
        let (before, values) = at_edges(&meaning, at);
        memory.set(place.address & !3, &before);
        data[*lane][..meaning.data].copy_from_slice(&values[..meaning.data]);
        let register = registers(meaning.data);
        let values: Vec<u64> = data[*lane].map(u64::from)[..meaning.data].to_vec();
        machine
            .set_lane(&register, *lane, &values)
            .expect("registers");
    }
    machine.poke(global, BASE - BEFORE, &memory.0);
    let mut active: Vec<[u32; 4]> = places.iter().map(|(lane, _)| data[*lane]).collect();
    let only: Vec<Place> = places.iter().map(|(_, place)| *place).collect();
    model(name, &only, flags.contains("glc"), &mut memory, &mut active);
    for ((lane, _), after) in places.iter().zip(active) {
        if !lds {
            data[*lane] = after;
            continue;
        }
        let at = u64::from(M0 & 0xffff) + 4 * *lane as u64;
        let stored = machine.peek(share, at, 4).expect("mapped");
        same!(stored, [0x5a; 4], "before it runs");
    }

    bench.execute(inst, &text, &mut machine)?;
    let after = machine.peek(global, BASE - BEFORE, BYTES).expect("mapped");
    let wrong = after.iter().zip(&memory.0).position(|(a, b)| a != b);
    same!(wrong, None, "{text} with {buffer:x?}: memory differs there");
    for (lane, values) in data.iter().enumerate() {
        let got = machine.lane(&format!("v[{DATA}:{}]", DATA + 4), lane);
        let mut want = values.map(u64::from).to_vec();
        want.push(GUARD);
        same!(
            got.expect("registers"),
            want,
            "{text} in lane {lane} with {buffer:x?}"
        );
    }
    if lds {
        let at = u64::from(M0 & 0xffff);
        for (lane, place) in &places {
            let mut copy = [[0; 4]];
            model(name, &[*place], false, &mut memory, &mut copy);
            let stored = machine
                .peek(share, at + 4 * *lane as u64, 4)
                .expect("mapped");
            same!(stored, copy[0][0].to_le_bytes(), "{text} in lane {lane}");
        }
    }
    bench.compared(inst);
    Ok(())
}

/// What is at the address of an atomic and what its data is: every pair of edges, and for
/// what compares with a third value that it is equal or not.
fn at_edges(meaning: &Meaning, at: usize) -> (Vec<u8>, [u32; 4]) {
    let edges = edges(meaning.bits);
    let count = edges.len();
    let (before, new) = (edges[at / count % count], edges[at % count]);
    let other = if at.is_multiple_of(3) {
        edges[(at / count + 1) % count]
    } else {
        before
    };
    let bytes = meaning.bits as usize / 8;
    let wide = u128::from(new) | u128::from(other) << meaning.bits;
    let dwords = [0, 32, 64, 96].map(|shift| (wide >> shift) as u32);
    (before.to_le_bytes()[..bytes].to_vec(), dwords)
}

/// What has no operand runs and changes nothing.
fn check_without_operands(bench: &Bench<'_>, name: &str) -> Checked {
    let text = format!("buffer_{name}");
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    let mut machine = InMemory::new(&bench.target);
    let spaces = ["global", "lds"].map(|space| machine.space(space).expect("a space"));
    let bytes: Vec<u8> = (0..64).collect();
    for space in spaces {
        machine.poke(space, 0, &bytes);
    }
    machine.set_state("EXEC", u64::MAX).expect("a state");
    bench.execute(inst, &text, &mut machine)?;
    for space in spaces {
        same!(machine.peek(space, 0, 64), Ok(bytes.clone()), "{text}");
    }
    bench.compared(inst);
    Ok(())
}

/// Every mode and every buffer, not each pair with every instruction.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let name = name.trim_start_matches("buffer_");
    if does_nothing(name) {
        return check_without_operands(bench, name);
    }
    holds!(
        meaning(name).is_some(),
        "say in tests/src/meaning/flat.rs what buffer_{name} does"
    );
    if name.starts_with("atomic") {
        // Records of their own, so that no lane changes what another one finds.
        let buffer = &buffers()[4];
        for round in 0..8 {
            check(bench, name, " idxen", buffer, " glc", u64::MAX, Some(round))?;
        }
    }
    for (turn, mode) in MODES.into_iter().enumerate() {
        if mode == " addr64" && !matches!(bench.arch, "gcn1.0" | "gcn1.1") {
            continue;
        }
        for (at, buffer) in buffers().iter().enumerate() {
            if (at + turn + name.len()) % 4 != 1 {
                continue;
            }
            let exec = [u64::MAX, 0xaaaa_5555_0f0f_3333][at % 2];
            check(bench, name, mode, buffer, "", exec, None)?;
            if name.starts_with("atomic") {
                check(bench, name, mode, buffer, " glc", exec, None)?;
            }
            let narrow = ["ubyte", "sbyte", "ushort", "sshort", "dword"];
            let load = name.strip_prefix("load_");
            if load.is_some_and(|it| narrow.contains(&it)) {
                check(bench, name, mode, buffer, " lds", exec, None)?;
            }
        }
    }
    Ok(())
}

/// Memory, and the data of each lane.
type Typed = (Vec<u8>, Vec<Vec<u64>>);

/// Runs a typed instruction for all lanes; `None` if the reason is that nobody can say
/// what it does, else memory and the data of each lane.
fn typed(
    bench: &Bench<'_>,
    text: &str,
    buffer: &Buffer,
    memory: &Bytes,
    data: &[[u32; 4]],
    address: &dyn Fn(u32) -> [u64; 2],
) -> Result<Option<Typed>, Difference> {
    let inst = bench.parse(text, &["llvm"])?;
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    machine.poke(global, BASE - BEFORE, &memory.0);
    let wide = buffer.dwords().map(u64::from);
    machine.set_register("s[4:7]", &wide).expect("registers");
    machine.set_register("s8", &[8]).expect("a register");
    machine.set_state("EXEC", u64::MAX).expect("a state");
    let name = format!("v[{DATA}:{}]", DATA + 4);
    for (lane, values) in data.iter().enumerate() {
        let mut all = values.map(u64::from).to_vec();
        all.push(GUARD);
        machine.set_lane(&name, lane, &all).expect("registers");
        let address = address(lane as u32);
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
    }
    match bench.target.execute(inst, &mut machine) {
        Ok(_) => {}
        Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }) => return Ok(None),
        Err(error) => return Err(bench.stopped(text, &error)),
    }
    bench.compared(inst);
    let after = machine.peek(global, BASE - BEFORE, BYTES).expect("mapped");
    let data = (0..LANES).map(|lane| machine.lane(&name, lane).expect("registers"));
    Ok(Some((after, data.collect())))
}

/// Every format, with every number of components, inside a buffer and beyond its end.
fn run_typed(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = typed::meaning(name) else {
        holds!(false, "say in tests/src/meaning/typed.rs what {name} does");
        return Ok(());
    };
    for all in 0..128 {
        let format = Format {
            data: all % 16,
            numbers: all / 16,
        };
        let buffers = buffers();
        let buffer = &buffers[(all as usize + name.len()) % buffers.len()];
        let mode = MODES[(all as usize / 3) % 4];
        let vaddr = match mode {
            "" => "off",
            " offen" | " idxen" => "v2",
            _ => "v[2:3]",
        };
        let text = format!(
            "{name} {}, {vaddr}, s[4:7], s8 format:{all}{mode} offset:{OFFSET}",
            registers(match meaning {
                typed::Meaning::Load(count) | typed::Meaning::Store(count) => count,
                typed::Meaning::Halves => {
                    let count = name.len() - name.rfind('_').expect("a part") - 1;
                    if bench.arch == "gcn1.2" {
                        count
                    } else {
                        count.div_ceil(2)
                    }
                }
            })
        );
        // Bits of all kinds: signs, ones, and zeros.
        let pattern = (0..BYTES)
            .map(|at| ((at * 93 + at / 64 * 29) as u8) | if at % 7 == 0 { 0x80 } else { 0 });
        let mut memory = Bytes(pattern.collect());
        let mut data: Vec<[u32; 4]> = (0..LANES as u32)
            .map(|lane| [0x8000_0000 ^ lane, 0x7fff_fff0 ^ lane, lane, !lane])
            .collect();
        let address = |lane| access(mode, lane, 8).1;
        let done = typed(bench, &text, buffer, &memory, &data, &address)?;
        let places: Vec<Place> = (0..LANES as u32)
            .map(|lane| buffer.place(&access(mode, lane, 8).0))
            .collect();
        let widths = format.widths().unwrap_or(&[]);
        let can_say = match meaning {
            typed::Meaning::Load(count) => {
                (0..count).all(|component| format.load(0, component).is_some())
            }
            typed::Meaning::Store(_) => format.stores(),
            typed::Meaning::Halves => false,
        };
        let Some((after, got)) = done else {
            holds!(!can_say, "{text} is said");
            continue;
        };
        holds!(can_say, "{text}: nobody can say that");
        let start = |place: &Place| place.address / format.alignment() * format.alignment();
        match meaning {
            typed::Meaning::Load(count) => {
                for (place, values) in places.iter().zip(&mut data) {
                    for (component, value) in values[..count].iter_mut().enumerate() {
                        *value = match place.has_byte(format.checked_byte(component)) {
                            true => {
                                let element = memory.wide(start(place));
                                format.load(element, component).expect("it is said")
                            }
                            false => 0,
                        };
                    }
                }
            }
            typed::Meaning::Store(count) => {
                for component in 0..count.min(widths.len()) {
                    for (place, values) in places.iter().zip(&data) {
                        let byte = format.checked_byte(component);
                        if place.has_byte(byte) {
                            let at = start(place) + byte;
                            memory.set(at, &values[component].to_le_bytes());
                        }
                    }
                }
            }
            typed::Meaning::Halves => {}
        }
        let wrong = after.iter().zip(&memory.0).position(|(a, b)| a != b);
        same!(wrong, None, "{text} with {buffer:x?}: memory differs there");
        for (lane, (got, want)) in got.iter().zip(&data).enumerate() {
            let mut want = want.map(u64::from).to_vec();
            want.push(GUARD);
            same!(*got, want, "{text} in lane {lane} with {buffer:x?}");
        }
    }
    Ok(())
}
