//! Data share instructions run, and do what they should: every instruction of
//! every architecture, at the edges of its values, against a statement of its
//! meaning in plain Rust; and what documents say in numbers.

use isa_dsl::tables::NONE;
use isa_mc::exec::{Column, ExecErrorKind, InMemory, Machine, RegisterPart};
use isa_mc::{Inst, Target};
use isa_tests::machine::gcn;
use isa_tests::meaning::edges;
use isa_tests::meaning::share::{Fields, LANES, Meaning, Memory, Wave, meaning};

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

fn target(cpu: &str) -> (Target<'static>, &'static str) {
    let target = isa_mc::gcn::target(cpu).expect("a processor");
    (target, gcn().text(target.arch().name))
}

/// The mnemonics of an architecture that say what they do.
fn mnemonics(target: &Target<'_>) -> Vec<&'static str> {
    let tables = gcn();
    let arch = target.arch_index();
    let rows = tables.instructions.iter().filter(|row| {
        let mut encodings = tables.encodings[row.encodings.range()].iter();
        row.program != NONE && encodings.any(|it| tables.shapes[it.shape as usize].arch == arch)
    });
    let names = rows.map(|row| tables.text(row.name));
    names.filter(|name| name.starts_with("ds_")).collect()
}

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

fn parse(target: &Target<'_>, syntax: &str, text: &str) -> Inst {
    let syntax = target.syntax(syntax).expect("the syntax");
    let inst = target.parse(text, syntax);
    inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, syntax, text)))
}

/// A dword of the values of all lanes.
fn column(values: &[u128; LANES], dword: usize) -> Column {
    values.map(|value| (value >> (32 * dword)) as u64 & 0xffff_ffff)
}

/// A vector register as the machine knows it.
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

/// The machine that a wavefront finds. Only its memory exists, so that an
/// access anywhere else is an error.
fn machine<'a>(target: &Target<'a>, wave: &Wave, fields: Fields) -> InMemory<'a> {
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", wave.exec).expect("a state");
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
            let part = register(target, first + dword);
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
fn check(target: &Target<'_>, mnemonic: &str, meaning: &Meaning, fields: Fields, wave: &Wave) {
    let (syntax, text) = text(mnemonic, meaning, fields);
    let inst = parse(target, syntax, &text);
    let mut machine = machine(target, wave, fields);
    let done = target.execute(inst, &mut machine);
    let about = format!("{text} with exec {:#x}, M0 {:#x}", wave.exec, wave.m0);
    let Some(want) = meaning.run(wave, fields) else {
        let kind = done.map_err(|error| error.kind);
        let undefined = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
        assert!(undefined || wave.exec == 0, "{about}: {kind:?}");
        return;
    };
    done.unwrap_or_else(|error| panic!("{about}: {}", error.display(target.tables())));
    for dword in 0..5 {
        let mut got = [0; LANES];
        machine.read_lanes(register(target, DST + dword), &mut got);
        let want = match dword {
            4 => column(&[BEHIND; LANES], 0),
            _ => column(&want.dst, dword),
        };
        let wrong = (0..LANES).find(|lane| got[*lane] != want[*lane]);
        let Some(lane) = wrong else { continue };
        panic!(
            "{about}: dword {dword} of lane {lane} is {:#x} and not {:#x}, from {:#x}, {:#x}, {:#x} and memory at {:x?}",
            got[lane],
            want[lane],
            wave.addr[lane],
            wave.data0[lane],
            wave.data1[lane],
            meaning.places(wave, fields, lane),
        );
    }
    let space = machine.space(if fields.gds { "gds" } else { "lds" });
    let space = space.expect("a space");
    for (at, block) in &want.memory.blocks {
        let got = machine.peek(space, u64::from(*at), 16).expect("mapped");
        assert_eq!(got, block, "{about}: memory at {at:#x}");
    }
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

/// Every instruction on memory: all values once, and with some of them every
/// offset, space, part of the lanes, unaligned address and limit.
fn accesses(cpu: &str, all_values: bool) -> usize {
    let (target, arch) = target(cpu);
    let limited = arch != "gcn1.4";
    let mut count = 0;
    for mnemonic in mnemonics(&target) {
        let meaning = meaning(mnemonic, arch).expect("a meaning");
        if !meaning.has_places() {
            continue;
        }
        let values = values(meaning.bits);
        let offsets = meaning.offsets();
        // From 1.4 on the whole of M0 may be used otherwise.
        let unlimited = if limited { u32::MAX } else { 0x0123_0008 };
        let case = Case {
            fields: Fields {
                offset: offsets[0],
                gds: false,
            },
            exec: u64::MAX,
            m0: unlimited,
            start: START + 24,
            stride: STRIDE,
            limit: limited.then_some(unlimited),
            values: &values[..LANES],
        };
        let run = |case: &Case<'_>| {
            check(
                &target,
                mnemonic,
                &meaning,
                case.fields,
                &wave(&meaning, case),
            );
        };
        for values in values.chunks(LANES).take(if all_values { 99 } else { 2 }) {
            run(&Case { values, ..case });
            count += 1;
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
                    exec: EXECS[part],
                    m0: if gds {
                        GDS_BASE << 16 | 0xffff
                    } else {
                        case.m0
                    },
                    limit: if gds { Some(0xffff) } else { case.limit },
                    start: case.start + skew + above,
                    values: &values[values.len() - LANES..],
                    ..case
                });
                count += 1;
            }
        }
        // All lanes at one place: one after the other.
        run(&Case { stride: 0, ..case });
        count += 1;
        // Up to the end of what a lane accesses, not quite, and nothing at all. No
        // document says what is left of a wide access.
        let end = meaning.places(&wave(&meaning, &case), case.fields, 31)[0] + meaning.width();
        let short = if meaning.width() > 8 { 16 } else { 1 };
        for limit in [end, end - short, 0] {
            let limit_case = Case {
                m0: limit,
                limit: Some(limit),
                ..case
            };
            if limited {
                run(&limit_case);
                count += 1;
            }
            // In GDS on all of them, and from a base on.
            run(&Case {
                fields: Fields {
                    gds: true,
                    ..case.fields
                },
                m0: GDS_BASE << 16 | limit,
                ..limit_case
            });
            count += 1;
        }
    }
    count
}

#[test]
fn accesses_of_gcn_1_0() {
    assert!(accesses("gfx600", false) > 1500);
}

#[test]
fn accesses_of_gcn_1_1() {
    assert!(accesses("gfx700", false) > 1500);
}

#[test]
fn accesses_of_gcn_1_2() {
    assert!(accesses("gfx803", false) > 1500);
}

/// Operations are the same everywhere, so all values run here only; this has
/// every instruction.
#[test]
fn accesses_of_gcn_1_4() {
    assert!(accesses("gfx900", true) > 2000);
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

/// Every instruction that works on the wavefront as a whole, or is undefined.
#[test]
fn wavefronts() {
    let mut count = 0;
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900"] {
        let (target, arch) = target(cpu);
        let names = mnemonics(&target);
        let names = names
            .iter()
            .map(|name| (*name, meaning(name, arch).expect("a meaning")));
        for (mnemonic, meaning) in names.filter(|(_, it)| !it.has_places()) {
            let outside = mnemonic.contains("gws") || mnemonic == "ds_ordered_count";
            let spaces: &[bool] = match mnemonic {
                _ if outside => &[true],
                "ds_permute_b32" | "ds_bpermute_b32" => &[false],
                _ => &[false, true],
            };
            let offsets = match mnemonic {
                "ds_swizzle_b32" => patterns(),
                _ => meaning.offsets(),
            };
            for (index, offset) in offsets.into_iter().enumerate() {
                for (gds, exec) in spaces.iter().flat_map(|gds| EXECS.map(|exec| (*gds, exec))) {
                    let fields = Fields { offset, gds };
                    check(
                        &target,
                        mnemonic,
                        &meaning,
                        fields,
                        &whole(index, arch, fields, exec),
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 600, "{count} runs");
}

/// A wavefront whose addresses are lanes in some order, several of them twice
/// and with bits that do not matter, and which has a counter at the offset.
fn whole(order: usize, arch: &str, fields: Fields, exec: u64) -> Wave {
    let base = if fields.gds { GDS_BASE } else { 0 };
    let limited = arch != "gcn1.4" || fields.gds;
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

// ---- what documents say in numbers ---------------------------------------------

/// What lanes 0 to 31 get, if lane `i` of the address operand holds `i + 1`.
fn swizzled(offset: u32) -> Vec<u64> {
    let (target, _) = target("gfx900");
    let text = format!("ds_swizzle_b32 v5, v2 offset:{offset}");
    let mut machine = InMemory::new(&target);
    machine.set_state("EXEC", u64::MAX).expect("a state");
    for lane in 0..LANES {
        let set = machine.set_lane("v2", lane, &[lane as u64 + 1]);
        set.expect("a register");
    }
    let done = target.execute(parse(&target, "llvm", &text), &mut machine);
    done.expect("runs");
    let get = |lane| machine.lane("v5", lane).expect("a register")[0];
    (0..32).map(get).collect()
}

/// The examples of AMD's documents of FFT and rotation.
#[test]
fn swizzles_are_those_of_the_documents() {
    let fft = [
        0x01, 0x11, 0x09, 0x19, 0x05, 0x15, 0x0d, 0x1d, 0x03, 0x13, 0x0b, 0x1b, 0x07, 0x17, 0x0f,
        0x1f, 0x02, 0x12, 0x0a, 0x1a, 0x06, 0x16, 0x0e, 0x1e, 0x04, 0x14, 0x0c, 0x1c, 0x08, 0x18,
        0x10, 0x20,
    ];
    assert_eq!(swizzled(0xe000), fft);
    let fft_halves = [
        0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f, 0x02, 0x0a, 0x06, 0x0e, 0x04, 0x0c, 0x08,
        0x10, 0x11, 0x19, 0x15, 0x1d, 0x13, 0x1b, 0x17, 0x1f, 0x12, 0x1a, 0x16, 0x1e, 0x14, 0x1c,
        0x18, 0x20,
    ];
    assert_eq!(swizzled(0xe010), fft_halves);
    assert_eq!(swizzled(0xe01f), (1..=32).collect::<Vec<u64>>());
    let left: Vec<u64> = (2..=32).chain([1]).collect();
    assert_eq!(swizzled(0xc020), left);
    let right: Vec<u64> = [32].into_iter().chain(1..=31).collect();
    assert_eq!(swizzled(0xc420), right);
    let odd_left: Vec<u64> = (0..16)
        .flat_map(|it| [2 * it + 1, (2 * it + 3) % 32 + 1])
        .collect();
    assert_eq!(swizzled(0xc021), odd_left);
    let odd_right: Vec<u64> = (0..16)
        .flat_map(|it| [(2 * it + 30) % 32 + 1, 2 * it + 2])
        .collect();
    assert_eq!(swizzled(0xc421), odd_right);
}
