//! Flat, global and scratch memory: every instruction at the edges of its values, with
//! every way to address, and loads into LDS.

use std::fmt::Write as _;

use isa_mc::exec::{InMemory, LANES};

use super::bench::{Bench, Check, Checked};
use crate::meaning::flat::{ORDERED, is_short_sum};
use crate::meaning::{Lane, Meaning, edges, is_rdna3, meaning};

/// Memory that lanes address.
pub(super) const CHECK: Check = Check {
    name: "flat, global and scratch memory",
    takes: |name, _, _| {
        ["flat_", "global_", "scratch_"]
            .iter()
            .any(|it| name.starts_with(it))
    },
    run,
};

/// Registers: destination, data, address. The destination has one behind it
/// that nothing may touch.
const DST: usize = 20;
const DATA: usize = 30;
/// Bytes between the memory of two lanes.
const STRIDE: u64 = 64;
const BASE: u64 = 0x100_0000;
/// What is behind the destination.
const BEHIND: u64 = 0x0bad_cafe;

/// How an instruction says its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Address {
    /// A pair of vector registers.
    Vector,
    /// A scalar pair, and a vector register as an offset.
    Scalar,
    /// A vector register, in private memory.
    Private,
    /// A scalar register, in private memory: all lanes say the same.
    PrivateScalar,
    /// The offset alone, in private memory.
    PrivateOffset,
    /// A scalar and a vector register, in private memory.
    PrivateBoth,
}

/// How private memory is addressed, the last ones on RDNA alone.
const PRIVATE: [(Address, &str, &str); 4] = [
    (Address::Private, "v2", ", off"),
    (Address::PrivateScalar, "off", ", s4"),
    (Address::PrivateOffset, "off", ", off"),
    (Address::PrivateBoth, "v2", ", s4"),
];

/// An instruction as text, and where it finds its memory.
struct Line {
    text: String,
    address: Address,
    offset: i64,
    glc: bool,
}

impl Line {
    /// What the offset is added to, so much further for what is not aligned.
    fn base(&self, align: u64) -> u64 {
        match self.address {
            Address::PrivateOffset => 0,
            _ => BASE + align,
        }
    }
}

fn registers(first: usize, count: usize) -> String {
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

/// Every way to address, without and with an offset, without and with `glc`.
fn lines(bench: &Bench<'_>, mnemonic: &str, meaning: &Meaning) -> Vec<Line> {
    let short_sum = mnemonic
        .split_once("_atomic_")
        .is_some_and(|it| is_short_sum(it.1));
    let loads_into_lds = mnemonic.contains("_load_lds_");
    let family = mnemonic.split('_').next().unwrap_or_default();
    let offsets: &[i64] = match (family, bench.arch) {
        (_, "rdna4") => &[0, 0x7f_ffff, -0x80_0000],
        ("flat", "rdna1" | "rdna2") => &[0, 2047],
        (_, "rdna1" | "rdna2") => &[0, 2047, -2048],
        ("flat", "gcn1.4" | "rdna3" | "rdna3.5") => &[0, 4095],
        ("flat", _) => &[0],
        _ => &[0, 4095, -4096],
    };
    let addresses: &[(Address, &str, &str)] = match family {
        "flat" => &[(Address::Vector, "v[2:3]", "")],
        "global" => &[
            (Address::Vector, "v[2:3]", ", off"),
            (Address::Scalar, "v2", ", s[4:5]"),
        ],
        _ if bench.arch == "rdna2" => &PRIVATE[..3],
        _ if is_rdna3(bench.arch) => &PRIVATE,
        _ => &PRIVATE[..2],
    };
    let mut lines = Vec::new();
    for &(address, vaddr, saddr) in addresses {
        for &offset in offsets {
            if address == Address::PrivateOffset && offset < 0 {
                continue;
            }
            for glc in [false, true] {
                // What gives back no value has no flag that asks for it.
                if glc && short_sum && !bench.short_sums_give_back() {
                    continue;
                }
                let mut operands = Vec::new();
                if meaning.dst > 0 && (glc || !meaning.returns) && !loads_into_lds {
                    operands.push(registers(DST, meaning.dst));
                }
                operands.push(vaddr.to_owned());
                if meaning.data > 0 {
                    operands.push(registers(DATA, meaning.data));
                }
                let mut text = format!("{mnemonic} {}{saddr}", operands.join(", "));
                if offset != 0 {
                    let _ = write!(text, " offset:{offset}");
                }
                if glc {
                    text = format!("{text} {}", bench.returning(mnemonic));
                }
                lines.push(Line {
                    text,
                    address,
                    offset,
                    glc,
                });
            }
        }
    }
    lines
}

/// Lanes whose memory and data are every pair of edges, 64 at a time.
fn rounds(meaning: &Meaning) -> Vec<Vec<Lane>> {
    let edges = edges(meaning.bits);
    let bits = meaning.bits.max(32);
    let mut all = Vec::new();
    for (index, &memory) in edges.iter().enumerate() {
        for &data in &edges {
            // What to compare with is equal, or a neighbour in the list.
            let others = [memory, edges[(index + 1) % edges.len()]];
            let compares = meaning.returns && meaning.data > meaning.dst;
            for compare in &others[..=usize::from(compares)] {
                let compare = *compare;
                let wide = u128::from(data) | u128::from(compare).wrapping_shl(bits);
                let dwords = [0, 32, 64, 96].map(|shift| (wide >> shift) as u32);
                let behind = u128::from(0xf1e2_d3c4_b5a6_9788_u64) << 64;
                all.push(Lane {
                    memory: u128::from(memory) | behind,
                    data: dwords,
                    dst: [0xdead_beef, 0x1122_3344, 0x5566_7788, 0x99aa_bbcc],
                });
            }
        }
    }
    all.chunks(LANES).map(<[Lane]>::to_vec).collect()
}

/// The machine in which the lanes find their values, and their addresses.
fn machine<'a>(bench: &Bench<'a>, line: &Line, lanes: &[Lane], align: u64) -> InMemory<'a> {
    let mut machine = InMemory::new(&bench.target);
    let name = line.text.split('_').next().unwrap_or_default();
    let space = machine.space(name).expect("the space of the family");
    let private = !matches!(line.address, Address::Vector | Address::Scalar);
    if private {
        machine.interleave(space, 0x40_0000, LANES as u32);
    }
    let scalar = line.base(align);
    for (index, lane) in lanes.iter().enumerate() {
        let lane_offset = match line.address {
            Address::PrivateScalar | Address::PrivateOffset => 0,
            _ => index as u64 * STRIDE,
        };
        let address = scalar.wrapping_add(lane_offset);
        let at = address.wrapping_add_signed(line.offset);
        machine.poke_lane(space, index, at, &lane.memory.to_le_bytes());
        let (low, high) = match line.address {
            Address::Scalar | Address::PrivateBoth => (lane_offset, 0xffff_ffff),
            _ => (address & 0xffff_ffff, address >> 32),
        };
        let mut set = |name: &str, values: &[u64]| {
            let set = machine.set_lane(name, index, values);
            set.expect("registers");
        };
        let mut dst = lane.dst.map(u64::from).to_vec();
        dst.push(BEHIND);
        set("v[2:3]", &[low, high]);
        set(&registers(DST, 5), &dst);
        set(&registers(DATA, 4), &lane.data.map(u64::from));
    }
    let set = machine.set_state("ORDERED_WAVES", ORDERED.into());
    set.expect("a state");
    machine
        .set_register("s[4:5]", &[scalar & 0xffff_ffff, scalar >> 32])
        .expect("registers");
    machine
}

/// Runs an instruction for some lanes and compares all of them.
fn check(
    bench: &Bench<'_>,
    line: &Line,
    meaning: &Meaning,
    lanes: &[Lane],
    exec: u64,
    align: u64,
) -> Checked {
    let text = &line.text;
    let inst = bench.parse(text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let exec = bench.lanes(exec);
    let mut machine = machine(bench, line, lanes, align);
    let state = machine.set_state("EXEC", bench.exec(exec));
    state.expect("a state");
    let done = bench.execute(inst, text, &mut machine)?;
    same!(done.lanes, exec, "{text}");
    let space = machine.space(text.split('_').next().unwrap_or_default());
    let space = space.expect("the space of the family");
    for (index, lane) in lanes.iter().enumerate() {
        let mut want = *lane;
        if exec >> index & 1 == 1 {
            want = (meaning.run)(*lane);
            if meaning.returns && !line.glc {
                want.dst = lane.dst;
            }
        }
        let lane_offset = match line.address {
            Address::PrivateScalar | Address::PrivateOffset => 0,
            _ => index as u64 * STRIDE,
        };
        let address = (line.base(align) + lane_offset).wrapping_add_signed(line.offset);
        let memory = machine
            .peek_lane(space, index, address, 16)
            .expect("mapped");
        let memory = u128::from_le_bytes(memory.try_into().expect("16 bytes"));
        let dst = machine.lane(&registers(DST, 5), index);
        let dst: Vec<u64> = dst.expect("registers");
        let got = Lane {
            memory,
            data: lane.data,
            dst: std::array::from_fn(|dword| dst[dword] as u32),
        };
        same!(
            got,
            want,
            "{text} in lane {index} of {exec:#x}, from {lane:x?}"
        );
        same!(dst[4], BEHIND, "{text} beyond its destination");
    }
    bench.compared(inst);
    Ok(())
}

/// Loads and stores of a dword for each lane, one behind the other from what a scalar pair and
/// the offset say.
fn by_number(bench: &Bench<'_>, name: &str) -> Checked {
    let loads = name.contains("_load_");
    for (offset, exec) in [(0, u64::MAX), (2047, 0x8000_0000_0000_0001), (-2048, 0)] {
        let exec = bench.lanes(exec);
        let text = format!("{name} v{DST}, s[4:5] offset:{offset}");
        let inst = bench.parse(&text, &["llvm"])?;
        let mut machine = InMemory::new(&bench.target);
        let space = machine.space("global").expect("a space");
        let first = BASE.wrapping_add_signed(offset);
        let bytes: Vec<u8> = (0..4 * LANES).map(|it| (it * 7 + 1) as u8).collect();
        machine.poke(space, first, &bytes);
        for lane in 0..LANES {
            let set = machine.set_lane(&registers(DST, 1), lane, &[lane as u64 | 0xab00_0000]);
            set.expect("a register");
        }
        let set = machine.set_register("s[4:5]", &[BASE, 0]);
        set.expect("registers");
        machine.set_state("EXEC", exec).expect("a state");
        bench.execute(inst, &text, &mut machine)?;
        for (lane, before) in bytes.chunks(4).enumerate() {
            let runs = exec >> lane & 1 == 1;
            let before = u32::from_le_bytes(before.try_into().expect("four bytes"));
            let register = lane as u32 | 0xab00_0000;
            let stored = if runs && !loads { register } else { before };
            let loaded = if runs && loads { before } else { register };
            let memory = machine.peek(space, first + 4 * lane as u64, 4);
            same!(
                memory.expect("mapped"),
                stored.to_le_bytes(),
                "{text} in lane {lane}"
            );
            let got = machine.lane(&registers(DST, 1), lane).expect("a register");
            same!(got, [u64::from(loaded)], "{text} in lane {lane}");
        }
        bench.compared(inst);
    }
    Ok(())
}

/// What M0 chooses of 32 dwords, one behind the other in memory and in registers.
fn blocks(bench: &Bench<'_>, name: &str) -> Checked {
    let addresses = match name.starts_with("scratch_") {
        true => [("v2", "off"), ("off", "s4")],
        false => [("v[2:3]", "off"), ("v2", "s[4:5]")],
    };
    for (turn, (vaddr, saddr)) in addresses.into_iter().enumerate() {
        for (offset, m0) in [
            (0, 0x8000_0001_u32),
            (0x7f_ffff, 0x1234_5678),
            (-0x80_0000, 0),
            (64, u32::MAX),
        ] {
            for exec in [u64::MAX, 0x8000_0000_8000_0001, 0] {
                let exec = bench.lanes(exec);
                block(bench, name, (turn, vaddr, saddr), offset, m0, exec)?;
            }
        }
    }
    Ok(())
}

fn block(
    bench: &Bench<'_>,
    name: &str,
    (turn, vaddr, saddr): (usize, &str, &str),
    offset: i64,
    m0: u32,
    exec: u64,
) -> Checked {
    let (loads, private) = (name.contains("_load_"), name.starts_with("scratch_"));
    let data = registers(DST, 32);
    let text = match loads {
        true => format!("{name} {data}, {vaddr}, {saddr} offset:{offset}"),
        false => format!("{name} {vaddr}, {data}, {saddr} offset:{offset}"),
    };
    let inst = bench.parse(&text, &["llvm"])?;
    let mut machine = InMemory::new(&bench.target);
    let family = name.split('_').next().unwrap_or_default();
    let space = machine.space(family).expect("the space of the family");
    if private {
        machine.interleave(space, 0x40_0000, LANES as u32);
    }
    let held = |lane: usize, dword: usize| (lane << 8 | dword) as u32 ^ 0xc0de_0000;
    let stored = |lane: usize, dword: usize| held(lane, dword) ^ 0x9574_0000;
    // How far a lane is from the base: private memory is its own.
    let within = |lane: usize| match private && turn == 1 {
        true => 0,
        false => 128 * lane as u64,
    };
    let first = |lane: usize| (BASE + within(lane)).wrapping_add_signed(offset);
    for lane in 0..LANES {
        let bytes = (0..32).flat_map(|dword| stored(lane, dword).to_le_bytes());
        let bytes: Vec<u8> = bytes.collect();
        machine.poke_lane(space, lane, first(lane), &bytes);
        let values: Vec<u64> = (0..32).map(|dword| held(lane, dword).into()).collect();
        let address = match turn {
            0 => [BASE + within(lane), 0],
            _ => [within(lane), 0xffff_ffff],
        };
        for (registers, values) in [(data.as_str(), &values[..]), ("v[2:3]", &address)] {
            let set = machine.set_lane(registers, lane, values);
            set.expect("registers");
        }
    }
    let set = machine.set_register("s[4:5]", &[BASE, 0]);
    set.expect("registers");
    machine.set_state("EXEC", exec).expect("a state");
    machine.set_state("M0", m0.into()).expect("a state");
    bench.execute(inst, &text, &mut machine)?;
    for lane in 0..LANES {
        let memory = machine.peek_lane(space, lane, first(lane), 128);
        let values = machine.lane(&data, lane).expect("registers");
        for (dword, bytes) in memory.expect("mapped").chunks(4).enumerate() {
            let moves = exec >> lane & 1 == 1 && m0 >> dword & 1 == 1;
            let (was, has) = (stored(lane, dword), held(lane, dword));
            let (memory, register) = match (moves, loads) {
                (true, true) => (was, was),
                (true, false) => (has, has),
                (false, _) => (was, has),
            };
            let about = format!("{text}, M0 {m0:#x}, in lane {lane}");
            same!(*bytes, memory.to_le_bytes(), "{about}");
            same!(values[dword], u64::from(register), "{about}");
        }
    }
    bench.compared(inst);
    Ok(())
}

/// All of an instruction.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    if name.ends_with("_addtid") {
        return by_number(bench, name);
    }
    if name.ends_with("_block") {
        return blocks(bench, name);
    }
    if ["global_inv", "global_wb", "global_wbinv"].contains(&name) {
        return super::lanes::nothing(bench, name);
    }
    let Some(meaning) = meaning(name) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/flat.rs what {name} does"
        );
        return Ok(());
    };
    let rounds = rounds(&meaning);
    for (index, line) in lines(bench, name, &meaning).iter().enumerate() {
        if name.contains("_load_lds_") {
            into_lds(bench, &line.text, &meaning, line)?;
            continue;
        }
        // All values with `glc` and one address, some with the others.
        let rounds = &rounds[..if index == 1 { rounds.len() } else { 2 }];
        for (round, lanes) in rounds.iter().enumerate() {
            // Aligned or not, all lanes or some of them.
            let exec = [u64::MAX, 0x8000_0000_0000_0001, 0xaaaa_5555_0f0f_3333][round % 3];
            let lanes_here = u64::MAX >> (LANES - lanes.len());
            let align = [0, 1, 2, 3, 7][round % 5];
            check(bench, line, &meaning, lanes, exec & lanes_here, align)?;
        }
        check(bench, line, &meaning, &rounds[0], 0, 0)?;
        // `lds` is there on GCN 1.4, and not of flat memory.
        let loads = name.contains("_load_") && meaning.dst == 1 && !name.contains("d16");
        if loads && !line.glc && bench.has_lds_flag() && !name.starts_with("flat_") {
            // The same without the destination.
            let operands = line.text.split_once(", ").expect("two operands").1;
            into_lds(bench, &format!("{name} {operands} lds"), &meaning, line)?;
        }
    }
    Ok(())
}

/// What is loaded goes to LDS, as many dwords for each lane from where M0's lower half and
/// the offset say. No register changes.
fn into_lds(bench: &Bench<'_>, text: &str, meaning: &Meaning, line: &Line) -> Checked {
    let each = 4 * meaning.dst;
    let (m0, before) = (0x1234_f7c0, vec![0x5a; each]);
    let inst = bench.parse(text, &["llvm"])?;
    for (round, lanes) in rounds(meaning).iter().enumerate() {
        let exec = [u64::MAX, 0x8000_0000_0000_0001, 0][round % 3];
        let exec = bench.lanes(exec & u64::MAX >> (LANES - lanes.len()));
        let mut machine = machine(bench, line, lanes, [0, 1, 3][round % 3]);
        let lds = machine.space("lds").expect("a space");
        let place = |lane: usize| {
            let base: u64 = m0 & 0xffff;
            base.wrapping_add_signed(line.offset) + (each * lane) as u64
        };
        for lane in 0..LANES {
            machine.poke(lds, place(lane), &before);
        }
        machine.set_state("M0", m0).expect("a state");
        machine.set_state("EXEC", exec).expect("a state");
        bench.execute(inst, text, &mut machine)?;
        for (lane, values) in lanes.iter().enumerate() {
            let loaded = (meaning.run)(*values).dst;
            let want = match exec >> lane & 1 {
                1 => (loaded[..meaning.dst].iter())
                    .flat_map(|it| it.to_le_bytes())
                    .collect(),
                _ => before.clone(),
            };
            let got = machine.peek(lds, place(lane), each).expect("mapped");
            same!(got, want, "{text} in lane {lane} of {exec:#x}");
            let dst = machine.lane(&registers(DST, 4), lane);
            let unchanged = values.dst.map(u64::from).to_vec();
            same!(dst.expect("registers"), unchanged, "{text}");
        }
    }
    bench.compared(inst);
    Ok(())
}
