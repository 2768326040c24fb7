//! Buffer instructions: with every way to address, within a buffer and beyond its end;
//! typed ones with every format.

use std::fmt::Write as _;

use isa_mc::exec::{ExecErrorKind, InMemory, LANES};

use super::bench::{Bench, Check, Checked, Difference};
use crate::meaning::buffer::{Access, Buffer, Place, does_nothing, meaning};
use crate::meaning::flat::is_short_sum;
use crate::meaning::typed::{self, Format};
use crate::meaning::{Lane, Meaning, edges, is_rdna, is_rdna3};

/// Buffers of bytes.
pub(super) const CHECK: Check = Check {
    name: "buffers",
    takes: |name, _, _| name.starts_with("buffer_") && !name.contains("_format_"),
    run,
};

/// Buffers of elements in a format.
pub(super) const TYPED: Check = Check {
    name: "formats of buffers",
    takes: |name, _, _| name.contains("buffer_") && name.contains("_format_"),
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

/// Whether a buffer says how its end is checked, and a format in one number.
fn is_unified(bench: &Bench<'_>) -> bool {
    is_rdna(bench.arch)
}

fn buffers(bench: &Bench<'_>) -> Vec<Buffer> {
    let raw = Buffer {
        base: BASE,
        stride: 0,
        records: 0x300,
        swizzled: false,
        element: 4,
        together: 8,
        add_lane: false,
        format: 0,
        check: is_unified(bench).then_some(3),
        is_late: is_rdna3(bench.arch),
    };
    let structured = Buffer {
        stride: 24,
        records: 40,
        check: raw.check.map(|_| 0),
        ..raw
    };
    if is_unified(bench) {
        let with = |check| Buffer {
            check: Some(check),
            ..structured
        };
        let swizzled = Buffer {
            swizzled: true,
            ..structured
        };
        // Of the second one, and the last but one, nobody can say whether all of it exists; of the
        // first one from RDNA 3 on where it is, and of the last one of RDNA 4.
        let element = if raw.is_late { 16 } else { 4 };
        return vec![
            Buffer {
                element: 8,
                stride: 32,
                ..swizzled
            },
            Buffer { records: 20, ..raw },
            raw,
            Buffer { records: 0, ..raw },
            structured,
            Buffer {
                add_lane: true,
                ..structured
            },
            swizzled,
            Buffer {
                check: Some(1),
                together: 64,
                element,
                stride: 48,
                ..swizzled
            },
            Buffer {
                records: 1,
                ..with(2)
            },
            Buffer {
                records: 0,
                ..with(2)
            },
            with(1),
            Buffer {
                add_lane: true,
                records: 0x600,
                ..with(3)
            },
            Buffer {
                check: Some(3),
                records: 0x4000,
                ..swizzled
            },
            Buffer {
                format: if bench.arch == "rdna4" { 1 << 18 } else { 0 },
                ..structured
            },
        ];
    }
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
        _ if name.contains("byte") || ["load_u8", "load_i8"].contains(&name) => 1,
        _ if name.contains("short") || ["load_u16", "load_i16"].contains(&name) => 2,
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
    let exec = bench.lanes(exec);
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
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }

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
    model(
        name,
        &only,
        flags.contains(bench.returning(name)),
        &mut memory,
        &mut active,
    );
    for ((lane, _), after) in places.iter().zip(active) {
        if !lds {
            data[*lane] = after;
            continue;
        }
        let at = u64::from(M0 & 0xffff) + 4 * *lane as u64;
        let stored = machine.peek(share, at, 4).expect("mapped");
        same!(stored, [0x5a; 4], "before it runs");
    }

    if places.iter().any(|(_, place)| place.is_unsure()) {
        let done = bench.run(inst, &mut machine);
        let undefined =
            matches!(done, Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }));
        holds!(undefined, "{text} with {buffer:x?}: nobody can say that");
        return Ok(());
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
        "say in tests/execution/src/meaning/flat.rs what buffer_{name} does"
    );
    let short_sum = name.strip_prefix("atomic_").is_some_and(is_short_sum);
    let gives_back =
        meaning(name).is_some_and(|it| it.dst > 0) && (!short_sum || bench.short_sums_give_back());
    let returning = &format!(" {}", bench.returning(name));
    if name.starts_with("atomic") {
        // Records of their own, so that no lane changes what another one finds.
        let (buffer, glc) = (&buffers(bench)[4], if gives_back { returning } else { "" });
        for round in 0..8 {
            check(bench, name, " idxen", buffer, glc, u64::MAX, Some(round))?;
        }
    }
    for (turn, mode) in MODES.into_iter().enumerate() {
        if mode == " addr64" && !matches!(bench.arch, "gcn1.0" | "gcn1.1") {
            continue;
        }
        for (at, buffer) in buffers(bench).iter().enumerate() {
            if (at + turn + name.len()) % 4 != 1 {
                continue;
            }
            let exec = [u64::MAX, 0xaaaa_5555_0f0f_3333][at % 2];
            check(bench, name, mode, buffer, "", exec, None)?;
            if name.starts_with("atomic") && gives_back {
                check(bench, name, mode, buffer, returning, exec, None)?;
            }
            let narrow = if is_rdna3(bench.arch) {
                &[][..]
            } else {
                &["ubyte", "sbyte", "ushort", "sshort", "dword"]
            };
            let load = name.strip_prefix("load_");
            if load.is_some_and(|it| narrow.contains(&it)) {
                check(bench, name, mode, buffer, " lds", exec, None)?;
            }
        }
    }
    Ok(())
}

/// Memory, the data of each lane, and what is in LDS from where M0 says.
type Formatted = (Vec<u8>, Vec<Vec<u64>>, Vec<u8>);

/// Runs an instruction with a format for all lanes; `None` if the reason is that nobody
/// can say what it does.
fn formatted(
    bench: &Bench<'_>,
    text: &str,
    buffer: &Buffer,
    memory: &Bytes,
    data: &[[u32; 4]],
    address: &dyn Fn(u32) -> [u64; 2],
) -> Result<Option<Formatted>, Difference> {
    let inst = bench.parse(text, &["llvm"])?;
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    let share = machine.space("lds").expect("a space");
    machine.poke(global, BASE - BEFORE, &memory.0);
    machine.poke(share, u64::from(M0 & 0xffff), &[0x5a; 4 * LANES]);
    let wide = buffer.dwords().map(u64::from);
    machine.set_register("s[4:7]", &wide).expect("registers");
    machine.set_register("s8", &[8]).expect("a register");
    machine.set_state("M0", M0.into()).expect("a state");
    let exec = bench.lanes(u64::MAX);
    machine.set_state("EXEC", exec).expect("a state");
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
    match bench.run(inst, &mut machine) {
        Ok(_) => {}
        Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }) => return Ok(None),
        Err(error) => return Err(bench.stopped(text, &error)),
    }
    bench.compared(inst);
    let after = machine.peek(global, BASE - BEFORE, BYTES).expect("mapped");
    let data = (0..LANES).map(|lane| machine.lane(&name, lane).expect("registers"));
    let data = data.collect();
    let shared = machine.peek(share, u64::from(M0 & 0xffff), 4 * LANES);
    Ok(Some((after, data, shared.expect("mapped"))))
}

/// What a descriptor may select for the four components: all in their places; what is
/// usual for one and two; others, and one that is reserved.
const SELECTIONS: [[u32; 4]; 8] = [
    [4, 5, 6, 7],
    [4, 0, 0, 1],
    [6, 5, 4, 7],
    [4, 5, 0, 1],
    [1, 0, 4, 5],
    [4, 4, 4, 4],
    [4, 3, 4, 5],
    [7, 6, 5, 4],
];

/// Every format, with every number of components, inside a buffer and beyond its end;
/// where the descriptor says it, with several selections.
fn run_typed(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = typed::meaning(name) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/typed.rs what {name} does"
        );
        return Ok(());
    };
    let is_late = is_rdna3(bench.arch);
    // In a descriptor a format has six bits from RDNA 3 on.
    let most = if is_late && !name.starts_with('t') {
        64
    } else {
        128
    };
    for all in 0..most {
        let format = match is_unified(bench) {
            true if is_late => Format::counted(all),
            true => Format::unified(all),
            false => Format {
                data: all % 16,
                numbers: all / 16,
            },
        };
        if name.starts_with('t') {
            check_format(bench, name, &meaning, (all, format), None, false)?;
            continue;
        }
        for turn in 0..3 {
            let selection = SELECTIONS[(all / 16 + all + turn * 3) as usize % 8];
            check_format(bench, name, &meaning, (all, format), Some(selection), false)?;
            if name == "buffer_load_format_x" && !is_late {
                check_format(bench, name, &meaning, (all, format), Some(selection), true)?;
            }
        }
    }
    Ok(())
}

/// Numbers of all kinds: fractions in range and out of it, edges of floating point and
/// of integers, small integers.
pub(super) fn numbers(lane: u32) -> [u32; 4] {
    let edges = edges(32);
    std::array::from_fn(|component| {
        let at = lane * 4 + component as u32;
        match at % 7 {
            0 | 1 => (f32::from(at as u16) / 100.0 - 1.3).to_bits(),
            2 => [0.5_f32, -0.5, 1.0, -1.0, -0.0, 0.25][at as usize / 7 % 6].to_bits(),
            3 | 4 => edges[at as usize % edges.len()] as u32,
            5 => at * 9,
            _ => (at * 5).wrapping_neg(),
        }
    })
}

/// Pairs of halves: edges of numbers of 16 bits.
pub(super) fn halves(lane: usize) -> [u32; 4] {
    let edges = edges(16);
    let half = |at: usize| edges[at % edges.len()] as u32;
    std::array::from_fn(|register| {
        half(lane + 5 * register) | half(lane * 3 + 7 * register + 1) << 16
    })
}

/// One format. Without a selection the instruction says the format, and the descriptor's
/// does not matter; `lds` loads into LDS.
fn check_format(
    bench: &Bench<'_>,
    name: &str,
    meaning: &typed::Meaning,
    (all, format): (u32, Format),
    selection: Option<[u32; 4]>,
    lds: bool,
) -> Checked {
    if bench.passes_over(lds.into()) {
        return Ok(());
    }
    let unified = is_unified(bench);
    let buffers = buffers(bench);
    let mut buffer = buffers[(all as usize + name.len()) % buffers.len()];
    let selected = selection.unwrap_or(SELECTIONS[0]);
    let packed = (0..4).map(|at| selected[at] << (3 * at)).sum::<u32>();
    let strides = buffer.format;
    buffer.format = match selection {
        Some(_) if buffer.is_late => strides | packed | all << 12,
        None if buffer.is_late => strides | (0x5_a5a5 ^ all) & 0x3_ffff,
        Some(_) if unified => packed | all << 12,
        Some(_) => packed | format.numbers << 12 | format.data << 15,
        None => 0x5_a5a5 ^ all,
    };
    let mode = MODES[(all as usize / 3) % 4];
    let vaddr = match mode {
        "" => "off",
        " offen" | " idxen" => "v2",
        _ => "v[2:3]",
    };
    let (typed::Meaning::Load(count, place_of_data) | typed::Meaning::Store(count, place_of_data)) =
        *meaning;
    // These processors do not pack two halves into a register.
    let unpacked = matches!(bench.cpu, "gfx801" | "gfx802" | "gfx803" | "gfx805");
    let packs = place_of_data == typed::Registers::Halves && !unpacked;
    let used = if packs { count.div_ceil(2) } else { count };
    let vdata = format!("{}, ", registers(used));
    let said = format!(" format:{all}");
    let text = format!(
        "{name} {}{vaddr}, s[4:7], s8{}{mode} offset:{OFFSET}{}",
        if lds { "" } else { &vdata },
        if selection.is_none() { &said } else { "" },
        if lds { " lds" } else { "" },
    );
    // Bits of all kinds: signs, ones, and zeros.
    let pattern =
        (0..BYTES).map(|at| ((at * 93 + at / 64 * 29) as u8) | if at % 7 == 0 { 0x80 } else { 0 });
    let mut memory = Bytes(pattern.collect());
    let mut data: Vec<[u32; 4]> = (0..LANES as u32).map(numbers).collect();
    if place_of_data != typed::Registers::Whole {
        data = (0..LANES).map(halves).collect();
    }
    // What is stored, as a number of 32 bits.
    let given = |values: &[u32; 4], component: usize| match place_of_data {
        typed::Registers::Whole => values[component],
        typed::Registers::Upper => format.widened(values[component] >> 16),
        typed::Registers::Halves if unpacked => format.widened(values[component]),
        typed::Registers::Halves => format.widened(values[component / 2] >> (16 * (component % 2))),
    };
    let mut shared = vec![0x5a; 4 * LANES];
    let address = |lane| access(mode, lane, 8).1;
    let done = formatted(bench, &text, &buffer, &memory, &data, &address)?;
    let places: Vec<Place> = (0..bench.lane_count() as u32)
        .map(|lane| buffer.place(&access(mode, lane, 8).0))
        .collect();
    let stored = format.widths().map_or(0, <[u32]>::len).min(count);
    let can_say = match meaning {
        typed::Meaning::Load(..) => selected[..count].iter().all(|select| match select {
            0 => format.widths().is_some() && format.load(0, 0).is_some(),
            1 => format.load(0, 0).is_some() && places.iter().all(|place| place.has_byte(0)),
            2 | 3 => false,
            _ => format.load(0, *select as usize - 4).is_some(),
        }),
        typed::Meaning::Store(..) => {
            let whole = !format.packed() || format.widths().is_some_and(|it| it.len() <= count);
            let each = (0..stored).all(|at| {
                selected[at] == 4 + at as u32 && format.store(given(&data[0], at), at).is_some()
            });
            stored > 0 && whole && each
        }
    } && !(selection.is_some() && buffer.add_lane && !unified)
        && !places.iter().any(Place::is_unsure)
        && !(unified && places.iter().any(|place| place.is_cut(format.bytes())));
    let Some((after, got, in_lds)) = done else {
        holds!(!can_say, "{text} with {buffer:x?} is said");
        return Ok(());
    };
    holds!(can_say, "{text} with {buffer:x?}: nobody can say that");
    let start = |place: &Place| place.address / format.alignment() * format.alignment();
    match meaning {
        typed::Meaning::Load(..) => {
            for (lane, (place, values)) in places.iter().zip(&mut data).enumerate() {
                let mut loaded = [0; 4];
                for (value, select) in loaded.iter_mut().zip(selected) {
                    let one = if matches!(format.numbers, 4 | 5) {
                        1
                    } else {
                        1.0_f32.to_bits()
                    };
                    let component = select.saturating_sub(4) as usize;
                    *value = match select {
                        0 => 0,
                        1 => one,
                        _ if place.has_byte(format.checked_byte(component)) => {
                            let element = memory.wide(start(place));
                            format.load(element, component).unwrap_or(0)
                        }
                        _ => 0,
                    };
                }
                if lds {
                    shared[4 * lane..][..4].copy_from_slice(&loaded[0].to_le_bytes());
                    continue;
                }
                if place_of_data != typed::Registers::Whole {
                    loaded = loaded.map(|it| format.halved(it));
                }
                match place_of_data {
                    typed::Registers::Upper => values[0] = loaded[0] << 16 | values[0] & 0xffff,
                    typed::Registers::Halves if packs => {
                        loaded[count..].fill(0);
                        values[0] = loaded[0] | loaded[1] << 16;
                        if used > 1 {
                            values[1] = loaded[2] | loaded[3] << 16;
                        }
                    }
                    _ => values[..count].copy_from_slice(&loaded[..count]),
                }
            }
        }
        _ if format.packed() => {
            for (place, values) in places.iter().zip(&data) {
                let (mut whole, mut first) = (0, 0);
                for (at, width) in format.widths().unwrap_or(&[]).iter().enumerate() {
                    whole |= format.store(given(values, at), at).expect("it is said") << first;
                    first += width;
                }
                if place.has_byte(0) {
                    memory.set(start(place), &whole.to_le_bytes());
                }
            }
        }
        typed::Meaning::Store(..) => {
            for component in 0..stored {
                for (place, values) in places.iter().zip(&data) {
                    let byte = format.checked_byte(component);
                    let width = format.widths().map_or(0, |it| it[component]) as usize / 8;
                    if place.has_byte(byte) {
                        let bits = format.store(given(values, component), component);
                        let bytes = bits.expect("it is said").to_le_bytes();
                        memory.set(start(place) + byte, &bytes[..width]);
                    }
                }
            }
        }
    }
    let wrong = after.iter().zip(&memory.0).position(|(a, b)| a != b);
    same!(wrong, None, "{text} with {buffer:x?}: memory differs there");
    same!(in_lds, shared, "{text} with {buffer:x?}: LDS");
    for (lane, (got, want)) in got.iter().zip(&data).enumerate() {
        let mut want = want.map(u64::from).to_vec();
        want.push(GUARD);
        same!(*got, want, "{text} in lane {lane} with {buffer:x?}");
    }
    Ok(())
}
