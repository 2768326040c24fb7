//! Scalar memory instructions run, and do what they should: every one of every
//! architecture, with every kind of offset and at the edges of its values,
//! against a statement of its meaning in plain Rust.

use isa_dsl::tables::{Instruction, NONE};
use isa_mc::exec::InMemory;
use isa_mc::{Inst, Target};
use isa_tests::machine::gcn;
use isa_tests::meaning::edges;
use isa_tests::meaning::smem::{Data, Meaning, Memory, Place, Wave, meaning};

/// One processor of each architecture, and bytes of a unit of the offset in an
/// instruction.
const PROCESSORS: [(&str, i64); 4] = [("gfx600", 4), ("gfx700", 4), ("gfx803", 1), ("gfx900", 1)];
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
fn offsets(cpu: &str, unit: i64) -> Vec<Offset> {
    let numbers: &[i64] = match cpu {
        "gfx600" => &[0, 1, 255],
        // From 256 on they take a word of their own.
        "gfx700" => &[0, 1, 255, 256, 0x3fff_ffff, 0xffff_ffff],
        "gfx803" => &[0, 3, 4, 0xf_ffff],
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
    if cpu == "gfx900" {
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

/// LLVM has no `s_buffer_atomic_*` on GCN 1.2 and no negative offset in a
/// buffer: there CLRX's syntax says it. What neither does is `None`.
fn parse(target: &Target<'_>, text: &str) -> Option<Inst> {
    let parse = |name: &str| {
        let syntax = target.syntax(name).expect("a syntax");
        target.parse(text, syntax).ok()
    };
    parse("llvm").or_else(|| parse("clrx"))
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
    target: &Target<'_>,
    text: &str,
    inst: Inst,
    meaning: &Meaning,
    before: &Wave,
    offset: Option<&Offset>,
) {
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

    let done = target.execute(inst, &mut machine);
    if let Err(error) = done {
        panic!("{text}: {} of {before:x?}", error.display(target.tables()));
    }
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
    assert_eq!(got, want, "{all} of {text}, from {before:x?}");
    assert_eq!(machine.register(BASE), Ok(wide(&before.base)), "{text}");
    for (&at, want) in &after.memory.after {
        let got = machine.peek(global, at, 4).expect("mapped");
        assert_eq!(
            got,
            want.to_le_bytes(),
            "{text} at {at:#x}, from {before:x?}"
        );
    }
    if meaning.atomic > 0 || !text.contains("load") {
        for at in guards {
            let got = machine.peek(global, at, 4).expect("mapped");
            assert_eq!(
                got,
                (GUARD as u32).to_le_bytes(),
                "{text} beside, at {at:#x}"
            );
        }
    }
}

/// The instructions of scalar memory that a processor has.
fn instructions(target: &Target<'static>) -> Vec<(&'static str, &'static Instruction)> {
    let tables = gcn();
    let here = |instruction: &Instruction| {
        let mut encodings = tables.encodings[instruction.encodings.range()].iter();
        let arch = target.arch_index();
        encodings.any(|it| tables.shapes[it.shape as usize].arch == arch)
    };
    let rows = tables.instructions.iter();
    let rows = rows.map(|row| (tables.text(row.name), row));
    let scalar_memory = |row: &Instruction| {
        let format = tables.text(tables.families[row.family as usize].format);
        ["SMRD", "SMEM"].iter().any(|it| format.starts_with(it))
    };
    rows.filter(|(_, row)| scalar_memory(row) && here(row))
        .collect()
}

/// Nothing of scalar memory is without an operation and a meaning.
#[test]
fn every_scalar_instruction_has_both() {
    // Loads, the clock and the cache; stores, atomics and probes came later.
    let counts = [12, 13, 50, 84];
    for ((cpu, _), least) in PROCESSORS.into_iter().zip(counts) {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        let instructions = instructions(&target);
        let count = instructions.len();
        assert!(count >= least, "{count} instructions on {cpu}");
        for (name, row) in instructions {
            assert!(row.program != NONE, "{name} on {cpu} has no operation");
            assert!(
                meaning(name).is_some(),
                "say in tests/src/meaning/smem.rs what {name} does"
            );
        }
    }
}

/// Every kind of offset, base, buffer and flag.
#[test]
fn scalar_addresses_at_the_edges() {
    let mut count = 0;
    for (cpu, unit) in PROCESSORS {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        let offsets = offsets(cpu, unit);
        for (name, _) in instructions(&target) {
            let meaning = meaning(name).expect("checked above");
            let offsets: Vec<Option<&Offset>> = match meaning.place {
                Some(_) => offsets.iter().map(Some).collect(),
                None => vec![None],
            };
            let mut written = 0;
            for offset in offsets {
                for glc in [false, true] {
                    let text = text(name, &meaning, offset, glc);
                    let Some(inst) = parse(&target, &text) else {
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
                        let mut wave = wave(&meaning, offset, buffer, count as u32 % 4);
                        wave.glc = glc;
                        check(&target, &text, inst, &meaning, &wave, offset);
                        count += 1;
                    }
                }
            }
            // A number and a register at the least, wherever there is one.
            let least = if meaning.place.is_some() { 6 } else { 1 };
            assert!(
                written >= least,
                "{name} on {cpu} is written in {written} ways"
            );
        }
    }
    assert!(count > 10_000, "{count} runs");
}

/// Numbers of atomics at their ends, what to compare with equal or not.
#[test]
fn scalar_atomics_at_the_edges() {
    let mut count = 0;
    for cpu in ["gfx803", "gfx900"] {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        for (name, _) in instructions(&target) {
            let meaning = meaning(name).expect("checked above");
            if meaning.atomic == 0 {
                continue;
            }
            let dwords = |value: u64| [value as u32, (value >> 32) as u32];
            let edges = edges(meaning.atomic);
            let compares = name.contains("cmpswap");
            for (index, &old) in edges.iter().enumerate() {
                for &data in &edges {
                    // What to compare with is equal, or a neighbour.
                    let others = [old, edges[(index + 1) % edges.len()]];
                    for &other in &others[..=usize::from(compares)] {
                        let glc = count % 2 == 0;
                        let text = text(name, &meaning, Some(&number(16)), glc);
                        let inst = parse(&target, &text).expect("an instruction");
                        let mut wave = wave(&meaning, Some(&number(16)), (0, 64), 0);
                        wave.glc = glc;
                        wave.memory.fresh = dwords(old).to_vec();
                        let half = meaning.atomic as usize / 32;
                        wave.data[..half].copy_from_slice(&dwords(data)[..half]);
                        if compares {
                            wave.data[half..2 * half].copy_from_slice(&dwords(other)[..half]);
                        }
                        check(&target, &text, inst, &meaning, &wave, Some(&number(16)));
                        count += 1;
                    }
                }
            }
        }
    }
    assert!(count > 10_000, "{count} runs");
}

fn number(bytes: i64) -> Offset {
    Offset {
        text: bytes.to_string(),
        bytes,
        register: None,
    }
}

/// A load of one dword may overwrite a register of its own address; AMD's
/// documents forbid it to wider ones, which may be done twice.
#[test]
fn a_load_may_overwrite_its_address() {
    for (cpu, _) in PROCESSORS {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        let inst = parse(&target, "s_load_dword s5, s[4:5], s5").expect("an instruction");
        let mut machine = InMemory::new(&target);
        let global = machine.space("global").expect("a space");
        machine
            .set_register("s[4:5]", &[0x1000, 0x20])
            .expect("registers");
        machine.poke(global, 0x20_0000_1020, &0xa0_u32.to_le_bytes());
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("s[4:5]"), Ok(vec![0x1000, 0xa0]), "{cpu}");
    }
}
