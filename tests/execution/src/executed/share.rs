//! Data share instructions: every instruction at the edges of its values, with every
//! offset, space, part of the lanes, unaligned address and limit.

use isa_mc::exec::{Column, ExecErrorKind, InMemory, Machine};

use super::bench::{Bench, Check, Checked, Difference};
use crate::meaning::share::{Fields, LANES, Meaning, Memory, Wave, has_any_address, meaning};
use crate::meaning::{edges, is_rdna3};

/// What works on data share.
pub(super) const CHECK: Check = Check {
    name: "data share",
    takes: |name, _, _| name.starts_with("ds_") && !super::graphics::loads_quads(name),
    run: instruction,
};

/// Registers: address, data, destination. The destination has one behind it
/// that nothing may touch.
const ADDR: usize = 2;
const DATA0: usize = 10;
const DATA1: usize = 16;
const DST: usize = 20;
/// Where the memory of lane 0 begins, and bytes from lane to lane.
const START: u32 = 0x400;
const STRIDE: u32 = 64;
/// Where the part of GDS that the wavefront may access begins.
const GDS_BASE: u32 = 0x40;
/// What destinations hold before.
const BEFORE: u128 = 0xdead_beef_1122_3344_5566_7788_99aa_bbcc;
const BEHIND: u128 = 0x0bad_cafe;
/// All lanes, some, and none.
const EXECS: [u64; 4] = [u64::MAX, 0x8000_0000_0000_0001, 0xaaaa_5555_0f0f_3333, 0];

fn registers(first: usize, count: usize) -> String {
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

/// The instruction as text, and the syntax that has it.
fn text(mnemonic: &str, meaning: &Meaning, fields: Fields) -> (&'static str, String) {
    let operands = [
        (DST, meaning.dst),
        (ADDR, usize::from(meaning.addr)),
        (DATA0, meaning.data0),
        (DATA1, meaning.data1),
    ];
    let operands = operands.iter().filter(|it| it.1 > 0);
    let operands: Vec<String> = operands.map(|it| registers(it.0, it.1)).collect();
    let (first, second) = (fields.offset % 256, fields.offset / 256);
    let offset = match fields.offset {
        _ if meaning.has_pair() => format!(" offset0:{first} offset1:{second}"),
        0 => String::new(),
        offset => format!(" offset:{offset}"),
    };
    let gds = if fields.gds { " gds" } else { "" };
    let text = format!("{mnemonic} {}{offset}{gds}", operands.join(", "));
    // LLVM has no text for the one, and no operand for the other.
    let clrx = ["ds_condxchg32_rtn_b128", "ds_nop"].contains(&mnemonic);
    (if clrx { "clrx" } else { "llvm" }, text)
}

/// What only CLRX writes with an operand, for a processor without its syntax.
fn without_operand((syntax, text): (&'static str, String)) -> (&'static str, String) {
    let mnemonic = text.split(' ').next().unwrap_or_default();
    match syntax {
        "clrx" => ("llvm", mnemonic.to_owned()),
        _ => (syntax, text),
    }
}

/// A dword of the values of all lanes.
fn column(values: &[u128; LANES], dword: usize) -> Column {
    values.map(|value| (value >> (32 * dword)) as u64 & 0xffff_ffff)
}

/// The machine that a wavefront finds. Only its memory exists, so that an
/// access anywhere else is an error.
fn machine<'a>(bench: &Bench<'a>, wave: &Wave, fields: Fields) -> InMemory<'a> {
    let mut machine = InMemory::new(&bench.target);
    let state = machine.set_state("EXEC", bench.exec(wave.exec));
    state.expect("a state");
    let m0 = machine.set_state("M0", u64::from(wave.m0));
    m0.expect("a state");
    for (first, count, values) in [
        (ADDR, 1, &wave.addr.map(u128::from)),
        (DATA0, 4, &wave.data0),
        (DATA1, 4, &wave.data1),
        (DST, 4, &wave.dst),
        (DST + 4, 1, &[BEHIND; LANES]),
    ] {
        for dword in 0..count {
            let part = bench.vector(first + dword);
            machine.write_lanes(part, u64::MAX, &column(values, dword));
        }
    }
    let space = machine.space(if fields.gds { "gds" } else { "lds" });
    let space = space.expect("a space");
    for (at, block) in &wave.memory.blocks {
        machine.poke(space, u64::from(*at), block);
    }
    machine
}

/// Runs an instruction and compares all lanes and all memory with what should
/// be there.
fn check(
    bench: &Bench<'_>,
    mnemonic: &str,
    meaning: &Meaning,
    fields: Fields,
    wave: impl FnOnce() -> Wave,
) -> Checked {
    if fields.gds && !bench.has_gds() {
        return Ok(());
    }
    let written = text(mnemonic, meaning, fields);
    let (syntax, text) = match bench.has_one_syntax() {
        true => without_operand(written),
        false => written,
    };
    let inst = bench.parse(&text, &[syntax])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let wave = &wave();
    let mut machine = machine(bench, wave, fields);
    let done = bench.run(inst, &mut machine);
    let about = format!("{text} with exec {:#x}, M0 {:#x}", wave.exec, wave.m0);
    // Of RDNA 3 one lane accesses what the whole chip shares: the first one.
    let first = wave.exec & wave.exec.wrapping_neg();
    let reaches = match fields.gds && is_rdna3(bench.arch) && meaning.has_places() {
        true => &Wave {
            exec: first,
            ..wave.clone()
        },
        false => wave,
    };
    let Some(want) = meaning.run(reaches, fields) else {
        let kind = done.map_err(|error| error.kind);
        let undefined = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
        holds!(undefined || wave.exec == 0, "{about}: {kind:?}");
        bench.compared(inst);
        return Ok(());
    };
    done.map_err(|error| bench.stopped(&about, &error))?;
    for dword in 0..5 {
        let mut got = [0; LANES];
        machine.read_lanes(bench.vector(DST + dword), &mut got);
        let want = match dword {
            4 => column(&[BEHIND; LANES], 0),
            _ => column(&want.dst, dword),
        };
        let wrong = (0..LANES).find(|lane| got[*lane] != want[*lane]);
        let Some(lane) = wrong else { continue };
        return Err(Difference(format!(
            "{about}: dword {dword} of lane {lane} is {:#x} and not {:#x}, from {:#x}, {:#x}, {:#x} and memory at {:x?}",
            got[lane],
            want[lane],
            wave.addr[lane],
            wave.data0[lane],
            wave.data1[lane],
            meaning.places(wave, fields, lane),
        )));
    }
    let space = machine.space(if fields.gds { "gds" } else { "lds" });
    let space = space.expect("a space");
    for (at, block) in &want.memory.blocks {
        let got = machine.peek(space, u64::from(*at), 16).expect("mapped");
        same!(got, *block, "{about}: memory at {at:#x}");
    }
    bench.compared(inst);
    Ok(())
}

/// The values of a lane: what is at its address, and its operands.
type Values = [u128; 3];

/// Every pair of edges, and with it another one.
fn values(bits: u32) -> Vec<Values> {
    let edges: Vec<u128> = edges(bits).into_iter().map(u128::from).collect();
    let mut all = Vec::new();
    for (index, memory) in edges.iter().enumerate() {
        for (other, data) in edges.iter().enumerate() {
            let third = edges[(index + other + 1) % edges.len()];
            // Above them, in wider operands, bits that are all different.
            let above = 0xf1e2_d3c4_b5a6_9788 << 64;
            let bits = if bits == 64 { 64 } else { 32 };
            all.push([memory | above, data | third << bits, third | above]);
        }
    }
    all
}

/// One run: what the instruction says and what the wavefront is like.
struct Case<'a> {
    fields: Fields,
    exec: u64,
    m0: u32,
    /// Where lane 0 begins, and how far it is to the next one.
    start: u32,
    stride: u32,
    limit: Option<u32>,
    values: &'a [Values],
}

/// The wavefront of a case, with its values at its addresses.
fn wave(meaning: &Meaning, case: &Case<'_>) -> Wave {
    let value = |lane: usize| case.values[lane % case.values.len()];
    let upper = |lane: usize| match case.fields.offset & 0x8000 {
        0 => 0,
        // Five dwords, either way.
        _ => [5, -5_i32][lane % 2].cast_unsigned() << 17,
    };
    // The sum of address and offset wraps around.
    let back = match meaning.has_pair() || meaning.has_second() {
        true => 0,
        false => case.fields.offset,
    };
    let mut wave = Wave {
        exec: case.exec,
        m0: case.m0,
        addr: std::array::from_fn(|lane| {
            let at = case.start + case.stride * lane as u32;
            match meaning.has_second() {
                true => at | upper(lane),
                false => at.wrapping_sub(back),
            }
        }),
        data0: std::array::from_fn(|lane| value(lane)[1]),
        data1: std::array::from_fn(|lane| value(lane)[2]),
        dst: [BEFORE; LANES],
        memory: Memory {
            base: if case.fields.gds { case.m0 >> 16 } else { 0 },
            limit: case.limit,
            ..Memory::default()
        },
    };
    let places = |lane: usize| meaning.places(&wave, case.fields, lane);
    let places: Vec<Vec<u32>> = (0..LANES).map(places).collect();
    for at in places.iter().flatten() {
        let around = 0x1032_5476_98ba_dcfe_0123_4567_89ab_cdef;
        wave.memory.put(at & !15, 16, around);
        wave.memory.put((at & !15).wrapping_add(16), 16, around);
    }
    for (lane, places) in places.iter().enumerate() {
        // At the second address is what would be the operand.
        for (at, which) in places.iter().zip([0, 1]) {
            wave.memory.put(*at, 8, value(lane)[which]);
        }
    }
    wave
}

/// All of an instruction.
fn instruction(bench: &Bench<'_>, mnemonic: &str) -> Checked {
    if let Some(name) = mnemonic.strip_suffix("_gs_reg_rtn") {
        return geometry(bench, mnemonic, name == "ds_add");
    }
    let Some(meaning) = meaning(mnemonic, bench.arch, bench.lane_count()) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/share what {mnemonic} does"
        );
        return Ok(());
    };
    match meaning.has_places() {
        true => accesses(bench, mnemonic, &meaning),
        false => wavefront(bench, mnemonic, &meaning),
    }
}

/// An instruction on memory: all values once, and with some of them every
/// offset, space, part of the lanes, unaligned address and limit.
fn accesses(bench: &Bench<'_>, mnemonic: &str, meaning: &Meaning) -> Checked {
    let limited = !has_any_address(bench.arch);
    // Operations are the same everywhere, so all values run here only; this has
    // every instruction.
    let all_values = bench.cpu == "gfx900";
    let values = values(meaning.bits);
    let offsets = meaning.offsets();
    // From 1.4 on the whole of M0 may be used otherwise.
    let unlimited = if limited { u32::MAX } else { 0x0123_0008 };
    let case = Case {
        fields: Fields {
            offset: offsets[0],
            gds: false,
        },
        exec: bench.lanes(u64::MAX),
        m0: unlimited,
        start: START + 24,
        stride: STRIDE,
        limit: limited.then_some(unlimited),
        values: &values[..LANES],
    };
    let run = |case: &Case<'_>| {
        let wave = || wave(meaning, case);
        check(bench, mnemonic, meaning, case.fields, wave)
    };
    for values in values
        .chunks(LANES)
        .take(if all_values { usize::MAX } else { 2 })
    {
        run(&Case { values, ..case })?;
    }
    for (index, offset) in offsets.iter().enumerate() {
        for (gds, part, above) in [
            (false, 1, 0),
            (true, 2, 0),
            (false, 2, 0x1_0000),
            (false, 3, 0),
        ] {
            let fields = Fields {
                offset: *offset,
                gds,
            };
            // Unaligned, and above 64 KiB, where bit 16 counts.
            let skew = [1, 2, 3, 4, 5, 6, 7][(index * 3 + part) % 7];
            run(&Case {
                fields,
                exec: bench.lanes(EXECS[part]),
                m0: if gds {
                    GDS_BASE << 16 | 0xffff
                } else {
                    case.m0
                },
                limit: if gds { Some(0xffff) } else { case.limit },
                start: case.start + skew + above,
                values: &values[values.len() - LANES..],
                ..case
            })?;
        }
    }
    // All lanes at one place: one after the other.
    run(&Case { stride: 0, ..case })?;
    // Up to the end of what a lane accesses, not quite, and nothing at all. No
    // document says what is left of a wide access.
    let end = meaning.places(&wave(meaning, &case), case.fields, 31)[0] + meaning.width();
    let short = if meaning.width() > 8 { 16 } else { 1 };
    for limit in [end, end - short, 0] {
        let limit_case = Case {
            m0: limit,
            limit: Some(limit),
            ..case
        };
        if limited {
            run(&limit_case)?;
        }
        // In GDS on all of them, and from a base on.
        run(&Case {
            fields: Fields {
                gds: true,
                ..case.fields
            },
            m0: GDS_BASE << 16 | limit,
            ..limit_case
        })?;
    }
    Ok(())
}

/// Patterns of a swizzle: four lanes, masks, rotations, FFTs.
fn patterns() -> Vec<u32> {
    let quads = [0x8000, 0x80e4, 0x801b, 0x804e, 0xbfb1];
    let masks = [
        0x001f, 0x041f, 0x7c1f, 0x401f, 0x0000, 0x03e0, 0x1234, 0x5a5a, 0x7fff, 0x0018,
    ];
    let rotations = [
        0xc000, 0xc020, 0xc420, 0xc021, 0xc421, 0xc7e0, 0xc3f5, 0xdd4a,
    ];
    let orders = [0xe000, 0xe010, 0xe01f, 0xe005, 0xff0b];
    [&quads[..], &masks, &rotations, &orders].concat()
}

/// An instruction that works on the wavefront as a whole, or is undefined.
fn wavefront(bench: &Bench<'_>, mnemonic: &str, meaning: &Meaning) -> Checked {
    let outside = mnemonic.contains("gws") || mnemonic == "ds_ordered_count";
    let spaces: &[bool] = match mnemonic {
        _ if outside => &[true],
        "ds_permute_b32" | "ds_bpermute_b32" | "ds_bpermute_fi_b32" => &[false],
        _ => &[false, true],
    };
    let offsets = match mnemonic {
        "ds_swizzle_b32" => patterns(),
        _ => meaning.offsets(),
    };
    for (index, offset) in offsets.into_iter().enumerate() {
        for (gds, exec) in spaces.iter().flat_map(|gds| EXECS.map(|exec| (*gds, exec))) {
            let fields = Fields { offset, gds };
            let wave = || whole(index, bench.arch, fields, bench.lanes(exec));
            check(bench, mnemonic, meaning, fields, wave)?;
        }
    }
    Ok(())
}

/// A wavefront whose addresses are lanes in some order, several of them twice
/// and with bits that do not matter, and which has a counter at the offset.
fn whole(order: usize, arch: &str, fields: Fields, exec: u64) -> Wave {
    let base = if fields.gds { GDS_BASE } else { 0 };
    let limited = !has_any_address(arch) || fields.gds;
    // A limit in the middle of the memory, if there is one.
    let most = if fields.gds { 0xffff } else { u32::MAX };
    let limit = [most, fields.offset & !3][order % 2];
    let mut wave = Wave {
        exec,
        m0: match (limited, fields.gds) {
            (_, true) => base << 16 | limit,
            (true, _) => limit,
            (false, _) => 0x0040_1234,
        },
        addr: std::array::from_fn(|lane| {
            let lane = lane as u32;
            match order % 3 {
                0 => (63 - lane) * 4 + lane % 4,
                1 => 0xffff_ff00 + lane / 2 * 4,
                _ => lane.wrapping_mul(0x9e37_79b9),
            }
        }),
        data0: std::array::from_fn(|lane| 0x1000 + lane as u128),
        data1: [0; LANES],
        dst: [BEFORE; LANES],
        memory: Memory {
            base,
            limit: limited.then_some(limit),
            ..Memory::default()
        },
    };
    let value = [7, 0xffff_fff0][order % 2];
    wave.memory.put(base + (fields.offset & !3), 4, value);
    wave
}

/// Registers of the geometry stage: each of them, single or in pairs, of which one lane, the
/// first one that runs, changes one and gets what was there.
fn geometry(bench: &Bench<'_>, mnemonic: &str, adds: bool) -> Checked {
    for (number, offset) in (0..16_u64).zip((0..).step_by(4)) {
        // Eight of 32 bits, and behind them pairs.
        let (at, size) = match number {
            0..8 => (4 * number, 4),
            _ => (32 + 8 * (number - 8), 8),
        };
        for exec in EXECS {
            let exec = bench.lanes(exec);
            let text = format!("{mnemonic} v[20:21], v10 offset:{offset} gds");
            let inst = bench.parse(&text, &["llvm"])?;
            if bench.passes_over(inst.encoding()) {
                continue;
            }
            let mut machine = InMemory::new(&bench.target);
            machine.set_state("EXEC", exec).expect("a state");
            let space = machine.space("gs_registers").expect("a space");
            let before = 0xffff_fff0_8000_0007_u64 ^ number << 33;
            machine.poke(space, at, &before.to_le_bytes()[..size]);
            let data = |lane: usize| 0x8000_0003 + lane as u64;
            for lane in 0..LANES {
                for (name, value) in [("v10", data(lane)), ("v20", 1), ("v21", 2)] {
                    let set = machine.set_lane(name, lane, &[value]);
                    set.expect("a register");
                }
            }
            bench.execute(inst, &text, &mut machine)?;
            let first = exec.trailing_zeros() as usize;
            for lane in 0..LANES {
                let want = match (lane == first, size) {
                    (true, 4) => [before & 0xffff_ffff, 2],
                    (true, _) => [before & 0xffff_ffff, before >> 32],
                    (false, _) => [1, 2],
                };
                let got = ["v20", "v21"].map(|name| machine.lane(name, lane));
                same!(
                    got,
                    want.map(|it| Ok(vec![it])),
                    "{text} in lane {lane}, exec {exec:#x}"
                );
            }
            let after = match (exec == 0, adds) {
                (true, _) => before,
                (false, true) => before.wrapping_add(data(first)),
                (false, false) => before.wrapping_sub(data(first)),
            };
            let got = machine.peek(space, at, size).expect("mapped");
            same!(
                got,
                after.to_le_bytes()[..size],
                "{text}: what is left, exec {exec:#x}"
            );
            bench.compared(inst);
        }
    }
    Ok(())
}
