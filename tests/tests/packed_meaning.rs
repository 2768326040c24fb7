//! Packed instructions and dot products run, and do what they should: with every
//! choice of halves, with and without `clamp`, at the edges of their values, against a
//! statement of their meaning in plain Rust.

use std::fmt::Write as _;

use isa_dsl::tables::NONE;
use isa_mc::exec::{Column, InMemory, Machine, RegisterPart};
use isa_mc::{Inst, Target};
use isa_tests::machine::gcn;
use isa_tests::meaning::edges;
use isa_tests::meaning::vector::float;
use isa_tests::meaning::vector::packed::{Choice, Meaning, meaning};
use isa_tests::meaning::vector::packed_float::{self, Input};
use isa_tests::meaning::vector::wide::differences;

const LANES: usize = 64;
const EXECS: [u64; 3] = [u64::MAX, 0xaaaa_5555_0f0f_3333, 0];
const BEFORE: u64 = 0xdead_beef;

fn target(cpu: &str) -> Target<'static> {
    isa_mc::gcn::target(cpu).expect("a processor")
}

fn parse(target: &Target<'_>, text: &str) -> Inst {
    let syntax = target.syntax("llvm").expect("the syntax");
    let inst = target.parse(text, syntax);
    inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, syntax, text)))
}

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

/// A source in a round: over all rounds, halves and dwords at their edges meet.
fn values(source: usize, round: usize) -> Column {
    let (halves, dwords) = (edges(16), edges(32));
    std::array::from_fn(|lane| {
        let at = round * LANES + lane;
        if lane % 4 == 3 {
            return dwords[(at / 4 * (source + 1) + source) % dwords.len()];
        }
        let low = match source {
            0 => at / halves.len(),
            1 => at,
            _ => at / 3 + 5 * lane,
        };
        let high = 7 * low + 3 * source + lane;
        halves[low % halves.len()] | halves[high % halves.len()] << 16
    })
}

/// The choices of halves that an instruction has, as text says them.
fn choices(meaning: &Meaning) -> Vec<(Choice, String)> {
    let plain = Choice { low: 0, high: 7 };
    let count = match meaning.chooses {
        [false, _] => return vec![(plain, String::new())],
        [true, false] => 2,
        [true, true] => 3,
    };
    let list = |bits: u32| {
        let bits = (0..meaning.sources).map(|bit| (bits >> bit & 1).to_string());
        bits.collect::<Vec<_>>().join(",")
    };
    let mut all = Vec::new();
    for low in 0..1 << count {
        for high in 0..1 << count {
            let text = format!(" op_sel:[{}] op_sel_hi:[{}]", list(low), list(high));
            all.push((Choice { low, high }, text));
        }
    }
    all
}

fn run(
    target: &Target<'static>,
    name: &str,
    meaning: &Meaning,
    choice: &(Choice, String),
    clamp: bool,
    round: usize,
    exec: u64,
) {
    let mut text = format!("{name} v20");
    for source in 0..meaning.sources {
        let _ = write!(text, ", v{}", 2 + source);
    }
    text += &choice.1;
    if clamp {
        text += " clamp";
    }
    let inst = parse(target, &text);
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", exec).expect("a state");
    let sources: [Column; 3] = std::array::from_fn(|source| values(source, round));
    for (source, column) in sources.iter().enumerate() {
        machine.write_lanes(register(target, 2 + source), u64::MAX, column);
    }
    machine.write_lanes(register(target, 20), u64::MAX, &[BEFORE; LANES]);
    target
        .execute(inst, &mut machine)
        .unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
    let mut found = [0; LANES];
    machine.read_lanes(register(target, 20), &mut found);
    for lane in 0..LANES {
        let inputs = sources.map(|column| column[lane] as u32);
        let expected = match exec >> lane & 1 {
            1 => u64::from((meaning.run)(inputs, choice.0, clamp)),
            _ => BEFORE,
        };
        assert_eq!(
            found[lane], expected,
            "{text}: lane {lane} of {exec:#x}: {:#x} is not {expected:#x}; sources {inputs:x?}",
            found[lane]
        );
    }
}

/// Every packed instruction with every choice of halves.
#[test]
fn packed_instructions_at_the_edges() {
    let target = target("gfx906");
    let tables = gcn();
    let mut done = 0;
    let mut unsaid = Vec::new();
    for row in tables.instructions.iter().filter(|row| row.program != NONE) {
        let family = &tables.families[row.family as usize];
        if !tables.text(family.format).starts_with("VOP3P") {
            continue;
        }
        let name = tables.text(row.name);
        let Some(meaning) = meaning(name) else {
            if packed_float::meaning(name).is_none() {
                unsaid.push(name);
            }
            continue;
        };
        let choices = choices(&meaning);
        for (index, choice) in choices.iter().enumerate() {
            for clamp in [false, meaning.clamps] {
                run(
                    &target,
                    name,
                    &meaning,
                    choice,
                    clamp,
                    index,
                    EXECS[index % 3],
                );
            }
        }
        for round in 0..8 {
            for clamp in [false, meaning.clamps] {
                let choice = &choices[choices.len() / 2];
                run(&target, name, &meaning, choice, clamp, round, u64::MAX);
            }
        }
        done += 1;
    }
    assert!(unsaid.is_empty(), "nobody has said {unsaid:?}");
    assert!(done >= 20, "{done} instructions ran");
}

/// What no manual says is refused, not invented: signs of integers, `clamp` of
/// products and shifts, and halves of a dword that is added.
#[test]
fn what_no_manual_says_is_refused() {
    let target = target("gfx906");
    for text in [
        "v_pk_add_u16 v1, v2, v3 neg_lo:[1,0]",
        "v_pk_add_u16 v1, v2, v3 neg_hi:[0,1]",
        "v_pk_mad_i16 v1, v2, v3, v4 neg_lo:[0,0,1]",
        "v_pk_mul_lo_u16 v1, v2, v3 clamp",
        "v_pk_lshlrev_b16 v1, v2, v3 clamp",
        "v_dot2_i32_i16 v1, v2, v3, v4 op_sel:[0,0,1]",
        "v_dot4_i32_i8 v1, v2, v3, v4 neg_lo:[1,0,0]",
        "v_mad_u32_u16 v1, v2, v3, v4 clamp",
        "v_mad_i32_i16 v1, v2, v3, v4 op_sel:[0,0,1,0]",
        "v_pack_b32_f16 v1, v2, v3 op_sel:[0,0,1]",
        "v_mad_u64_u32 v[0:1], vcc, v2, v3, v[4:5] clamp",
        "v_mqsad_u32_u8 v[0:3], v[4:5], v6, v[8:11] clamp",
        "v_mul_lo_u16_sdwa v1, v2, v3 clamp dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD",
    ] {
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        let inst = parse(&target, text);
        let error = target.execute(inst, &mut machine).expect_err(text);
        let error = error.display(target.tables()).to_string();
        assert!(
            error.contains("no manual says") || error.contains("no document says"),
            "{text}: {error}"
        );
    }
}

/// Constants: of integers those below 65 are 32 bits with a sign, so that both halves
/// of -1 are; floating-point ones are singles.
#[test]
fn constants_of_packed_integers_are_dwords() {
    let target = target("gfx900");
    for (text, expected) in [
        ("v_pk_add_u16 v1, v2, -1", 0x0001_0004),
        ("v_pk_add_u16 v1, v2, 7", 0x0002_000c),
        ("v_pk_add_u16 v1, v2, 7 op_sel_hi:[1,0]", 0x0009_000c),
        ("v_pk_add_u16 v1, v2, 1.0", 0x3f82_0005),
    ] {
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        machine
            .set_lane("v2", 0, &[0x0002_0005])
            .expect("a register");
        let done = target.execute(parse(&target, text), &mut machine);
        done.unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
        let found = machine.lane("v1", 0).expect("a register");
        assert_eq!(found, [expected], "{text}: {:#x}", found[0]);
    }
}

/// Four sums of differences over four dwords.
#[test]
fn sums_of_differences_over_dwords() {
    for cpu in ["gfx700", "gfx803", "gfx906"] {
        let target = target(cpu);
        let inst = parse(&target, "v_mqsad_u32_u8 v[20:23], v[2:3], v4, v[6:9]");
        for exec in EXECS {
            let mut machine = InMemory::new(&target);
            machine.set_state("EXEC", exec).expect("a state");
            let pairs = edges(64);
            let column = |step: usize| -> Column {
                std::array::from_fn(|lane| pairs[(lane * step + lane / 7) % pairs.len()])
            };
            let [a, b] = [column(1), column(5)];
            let low = a.map(|it| it & 0xffff_ffff);
            machine.write_lanes(register(&target, 2), u64::MAX, &low);
            machine.write_lanes(register(&target, 3), u64::MAX, &a.map(|it| it >> 32));
            let b = b.map(|it| (it ^ it >> 32) & 0xff_00ff ^ it & 0xff00_ffff);
            machine.write_lanes(register(&target, 4), u64::MAX, &b);
            let added = |dword: usize, lane: usize| edges(32)[(dword + lane) % 18];
            for dword in 0..4 {
                let column: Column = std::array::from_fn(|lane| added(dword, lane));
                machine.write_lanes(register(&target, 6 + dword), u64::MAX, &column);
                let before = [BEFORE; LANES];
                machine.write_lanes(register(&target, 20 + dword), u64::MAX, &before);
            }
            let done = target.execute(inst, &mut machine);
            done.unwrap_or_else(|error| panic!("{cpu}: {}", error.display(target.tables())));
            for dword in 0..4 {
                let mut found = [0; LANES];
                machine.read_lanes(register(&target, 20 + dword), &mut found);
                for lane in 0..LANES {
                    let sum = differences(a[lane], b[lane] as u32, true)[dword];
                    let expected = match exec >> lane & 1 {
                        1 => u64::from(sum.wrapping_add(added(dword, lane) as u32)),
                        _ => BEFORE,
                    };
                    assert_eq!(found[lane], expected, "{cpu}: lane {lane}, dword {dword}");
                }
            }
        }
    }
}

/// Runs a packed instruction of floating point over edges and compares it.
fn run_float(
    target: &Target<'static>,
    name: &str,
    mixed: bool,
    count: usize,
    input: Input,
    round: usize,
) {
    let list = |bits: u32| {
        let bits = (0..count).map(|bit| (bits >> bit & 1).to_string());
        bits.collect::<Vec<_>>().join(",")
    };
    let mut text = format!("{name} v20");
    for at in 0..count {
        let (negative, absolute) = (input.neg_lo >> at & 1 == 1, input.neg_hi >> at & 1 == 1);
        let register = format!("v{}", 2 + at);
        let inner = if mixed && absolute {
            format!("|{register}|")
        } else {
            register
        };
        let sign = if mixed && negative { "-" } else { "" };
        let _ = write!(text, ", {sign}{inner}");
    }
    let _ = write!(
        text,
        " op_sel:[{}] op_sel_hi:[{}]",
        list(input.choice.low),
        list(input.choice.high)
    );
    if !mixed {
        let _ = write!(
            text,
            " neg_lo:[{}] neg_hi:[{}]",
            list(input.neg_lo),
            list(input.neg_hi)
        );
    }
    if input.clamp {
        text += " clamp";
    }
    let inst = parse(target, &text);
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", u64::MAX).expect("a state");
    machine
        .set_state("MODE", input.mode.into())
        .expect("a state");
    let singles = float::edges(32);
    let sources: [Column; 3] = std::array::from_fn(|source| {
        let mut column = values(source, round);
        for (lane, value) in column
            .iter_mut()
            .enumerate()
            .filter(|(lane, _)| lane % 4 == 3)
        {
            *value = singles[((round * LANES + lane) / 4 * (source + 1) + source) % singles.len()];
        }
        column
    });
    for (source, column) in sources.iter().enumerate() {
        machine.write_lanes(register(target, 2 + source), u64::MAX, column);
    }
    machine.write_lanes(register(target, 20), u64::MAX, &[BEFORE; LANES]);
    target
        .execute(inst, &mut machine)
        .unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
    let mut found = [0; LANES];
    machine.read_lanes(register(target, 20), &mut found);
    let run = packed_float::meaning(name).expect("it is said").run;
    for lane in 0..LANES {
        let inputs = sources.map(|column| column[lane] as u32);
        let expected = run(
            name,
            Input {
                sources: inputs,
                before: BEFORE as u32,
                ..input
            },
        );
        assert_eq!(
            found[lane],
            u64::from(expected),
            "{text}: MODE {:#x}, lane {lane}: {:#x} is not {expected:#x}; sources {inputs:x?}",
            input.mode,
            found[lane]
        );
    }
}

/// Packed halves and mixed sums with every choice of halves, with signs, clamped, in
/// every mode.
#[test]
fn packed_floating_point_at_the_edges() {
    let mut done = 0;
    let mut number = 0;
    for cpu in ["gfx900", "gfx906"] {
        let target = target(cpu);
        let tables = gcn();
        for row in tables.instructions.iter().filter(|row| row.program != NONE) {
            let name = tables.text(row.name);
            let Some(meaning) = packed_float::meaning(name) else {
                continue;
            };
            let encoding = &tables.encodings[row.encodings.range()][0];
            if encoding.features & !target.processor().features != 0 {
                continue;
            }
            let count = meaning.sources;
            for low in 0..1 << count {
                for high in 0..1 << count {
                    // The third source of a dot product is a single.
                    let dot = name.starts_with("v_dot2");
                    if dot && (low > 3 || high > 3) {
                        continue;
                    }
                    for signs in 0..4 {
                        number += 7;
                        let input = Input {
                            choice: Choice { low, high },
                            neg_lo: [0, 1, 2, 3][signs],
                            neg_hi: [0, 2, 3, 1][signs],
                            clamp: signs == 2,
                            mode: float::mode(number),
                            ..Input::default()
                        };
                        run_float(
                            &target,
                            name,
                            meaning.mixed,
                            count,
                            input,
                            number as usize % 9,
                        );
                    }
                }
            }
            for number in 0..64 {
                let input = Input {
                    choice: Choice {
                        low: 0,
                        high: (1 << count) - 1,
                    },
                    mode: float::mode(number),
                    clamp: number % 3 == 0,
                    ..Input::default()
                };
                run_float(
                    &target,
                    name,
                    meaning.mixed,
                    count,
                    input,
                    number as usize % 9,
                );
            }
            done += 1;
        }
    }
    // Five packed ones and three mixed ones twice, one dot product.
    assert!(done >= 17, "{done} instructions ran");
}

/// Sums with a constant in the instruction: zeros above on GCN 1.2, kept on GCN 1.4.
#[test]
fn halves_with_a_constant() {
    for (cpu, above) in [("gfx803", 0), ("gfx900", 0xdead_0000)] {
        let target = target(cpu);
        for (text, expected) in [
            // 2 * 1.5 + 0.5, then 2 * 0.5 + 1.5.
            ("v_madmk_f16 v20, v2, 0x3e00, v3", 0x4300),
            ("v_madak_f16 v20, v2, v3, 0x3e00", 0x4100),
        ] {
            let mut machine = InMemory::new(&target);
            machine.set_state("EXEC", 1).expect("a state");
            for (name, value) in [("v2", 0x4000), ("v3", 0x3800), ("v20", 0xdead_beef)] {
                machine.set_lane(name, 0, &[value]).expect("a register");
            }
            let done = target.execute(parse(&target, text), &mut machine);
            done.unwrap_or_else(|error| panic!("{text}: {}", error.display(target.tables())));
            let found = machine.lane("v20", 0).expect("a register");
            assert_eq!(found, [above | expected], "{cpu}: {text}: {:#x}", found[0]);
        }
    }
}
