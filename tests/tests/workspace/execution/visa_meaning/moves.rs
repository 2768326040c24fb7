//! Moves, selections, comparisons and where operands come from, against plain Rust.

#![expect(
    clippy::cast_precision_loss,
    reason = "results are compared bit for bit, and numbers are rounded on purpose"
)]

use std::cmp::Ordering;

use isa_mc::exec::{Declaration, InMemory};
use isa_mc::{StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;

use super::arithmetic::{INTEGERS, modified};
use super::elements::{
    B, BF, Class, D, DF, F, GRF, HF, Number, Q, REGIONS, ROOM, Region, Type, UB, UD, UQ, UW,
    Variables, W, little, nearest_half,
};
use super::takes_part;

/// Copies: every type to every other, with bits kept where nothing is converted.
#[test]
fn moves_convert() {
    let all = [UD, D, UW, W, UB, B, DF, F, UQ, Q, HF];
    let types = all
        .iter()
        .flat_map(|from| all.iter().map(|to| (*from, *to)));
    let types = types.chain([(F, BF), (BF, F), (BF, BF)]);
    for (number, (from, to)) in types.enumerate() {
        for saturate in [false, true] {
            for (round, modifier) in ["", "(-)", "(abs)"].into_iter().enumerate() {
                let turn = number + round;
                let before = Variables::new().edges(40, to, turn).edges(41, from, turn);
                let region = REGIONS[turn % 6];
                let sat = if saturate { ".sat" } else { "" };
                let line = format!(
                    "mov{sat} (M1_NM, 8) V40(0,0)<1> {modifier}{}",
                    region.text(41)
                );
                let mut after = before.clone();
                for channel in 0..8 {
                    let bits = before.element(41, region.element(channel, from.bytes));
                    let result = if from == to && !saturate && modifier.is_empty() {
                        bits
                    } else {
                        moved(modified(modifier, exact(from, bits)), to, saturate)
                    };
                    after.set(40, channel, result);
                }
                before.check(&line, &after);
            }
        }
    }
}

/// What an element is, with numbers below the normal ones.
fn exact(ty: Type, bits: u64) -> Number {
    match ty.name {
        "hf" => Number::Real(super::elements::half(bits as u16)),
        _ => ty.number(bits, false),
    }
}

/// A number in another type: the document's chapter on conversions.
fn moved(number: Number, to: Type, saturate: bool) -> u64 {
    let clipped = |value: f64| match saturate {
        true if value > 1.0 => 1.0,
        true if value > 0.0 => value,
        true => 0.0,
        false => value,
    };
    match (number, to.class) {
        (Number::Integer(value), Class::Unsigned | Class::Signed) => {
            to.bits(Number::Integer(value), saturate, false)
        }
        (Number::Real(value), Class::Unsigned | Class::Signed) => {
            let (least, most) = to.range();
            // Rust's own casts go to the nearest end, and 0 for what is no number.
            ((value as i128).clamp(least, most)) as u64
        }
        (Number::Integer(value), Class::Real) => match to.name {
            "df" => clipped(value as f64).to_bits(),
            "f" if saturate => (clipped(value as f64) as f32).to_bits().into(),
            "f" => (value as f32).to_bits().into(),
            _ => nearest_half(clipped(value as f64)).into(),
        },
        (Number::Real(value), Class::Real) => {
            let value = clipped(value);
            match to.name {
                "df" if value.is_nan() => 0x7ff8_0000_0000_0000,
                "df" => value.to_bits(),
                "f" if value.is_nan() => 0x7fc0_0000,
                "f" => (value as f32).to_bits().into(),
                "hf" => nearest_half(value).into(),
                _ => to.bits(Number::Real(value), false, false),
            }
        }
    }
}

/// The first source where the predicate holds, the second elsewhere, and every
/// channel of the mask takes part.
#[test]
fn selections() {
    for turn in 0..80 {
        let groups: [&[Type]; 3] = [&INTEGERS, &[F], &[HF]];
        let group = groups[turn % 3];
        let pick = |step: usize| group[turn * step % group.len()];
        let (a, b, to) = (pick(1), pick(3), pick(5));
        let before = Variables::new()
            .edges(40, to, turn)
            .edges(41, a, turn)
            .edges(42, b, turn + 2);
        let predicate = ["(P1) ", "(!P1) ", "(P1.any) "][turn % 3];
        let (mask, rule) = [("M1", (0, true)), ("M3_NM", (8, false))][turn % 2];
        let (left, right) = (REGIONS[turn % 6], REGIONS[(turn + 1) % 6]);
        let line = format!(
            "{predicate}sel ({mask}, 8) V40(0,0)<1> {} {}",
            left.text(41),
            right.text(42)
        );
        let mut after = before.clone();
        for channel in 0..8 {
            if !takes_part(channel, 8, rule, before.em, "", 0) {
                continue;
            }
            let first = takes_part(channel, 8, (rule.0, false), 0, predicate, before.flags[0]);
            let (id, ty, region) = if first { (41, a, left) } else { (42, b, right) };
            let bits = before.element(id, region.element(channel, ty.bytes));
            let result = if ty == to {
                bits
            } else {
                moved(exact(ty, bits), to, false)
            };
            after.set(40, channel, result);
        }
        before.check(&line, &after);
    }
}

/// Comparisons to predicates, whose other channels stay, and to variables.
#[test]
fn comparisons() {
    for turn in 0..180 {
        let relation = ["eq", "ne", "gt", "ge", "lt", "le"][turn % 6];
        let groups: [&[Type]; 4] = [&INTEGERS, &[F], &[HF], &[DF]];
        let group = groups[turn / 6 % 4];
        let (a, b) = (group[turn % group.len()], group[turn * 5 % group.len()]);
        let to = [UD, D, UW, W, UB, B][turn % 6];
        let before = Variables::new()
            .edges(40, to, turn)
            .edges(41, a, turn)
            .edges(42, b, turn + 3);
        let (mask, rule) = [("M1", (0, true)), ("M1_NM", (0, false)), ("M3", (8, true))][turn % 3];
        let (left, right) = (REGIONS[turn % 6], REGIONS[(turn + 2) % 6]);
        let flags = turn % 2 == 0;
        let place = if flags { "P2" } else { "V40(0,0)<1>" };
        let line = format!(
            "cmp.{relation} ({mask}, 8) {place} {} {}",
            left.text(41),
            right.text(42)
        );
        let mut after = before.clone();
        for channel in 0..8 {
            if !takes_part(channel, 8, rule, before.em, "", 0) {
                continue;
            }
            let get = |id, ty: Type, region: Region| {
                ty.number(before.element(id, region.element(channel, ty.bytes)), true)
            };
            let (x, y) = (get(41, a, left), get(42, b, right));
            let order = match (x, y) {
                (Number::Integer(x), Number::Integer(y)) => Some(x.cmp(&y)),
                _ => x.real().partial_cmp(&y.real()),
            };
            let holds = match relation {
                "eq" => order.is_some_and(Ordering::is_eq),
                "ne" => order.is_none_or(Ordering::is_ne),
                "gt" => order.is_some_and(Ordering::is_gt),
                "ge" => order.is_some_and(Ordering::is_ge),
                "lt" => order.is_some_and(Ordering::is_lt),
                _ => order.is_some_and(Ordering::is_le),
            };
            if flags {
                let bit = 1 << (rule.0 + channel);
                after.flags[1] = after.flags[1] & !bit | if holds { bit } else { 0 };
            } else {
                after.set(40, channel, if holds { u64::MAX } else { 0 });
            }
        }
        before.check(&line, &after);
    }
}

/// Logic of predicates, moves of them, and predicates made of numbers.
#[test]
fn predicates_as_operands() {
    let before = Variables::new().edges(40, UD, 0).edges(41, UW, 3);
    let [p1, p2, _] = before.flags;
    // Mask M3 begins at channel 8; the execution mask has some of them.
    let chosen = before.em >> 8 & 0xff;
    let merge = |old: u32, new: u32| old & !(chosen << 8) | (new & chosen) << 8;
    for (line, value) in [
        ("and (M3, 8) P3 P1 P2", p1 & p2),
        ("or (M3, 8) P3 P1 P2", p1 | p2),
        ("xor (M3, 8) P3 P1 P2", p1 ^ p2),
        ("not (M3, 8) P3 P1", !p1),
    ] {
        let mut after = before.clone();
        after.flags[2] = merge(before.flags[2], value >> 8);
        before.check(line, &after);
    }
    let mut after = before.clone();
    for channel in (0..8).filter(|channel| chosen >> channel & 1 == 1) {
        after.set(40, channel, (p1 >> (8 + channel) & 1).into());
    }
    before.check("mov (M3, 8) V40(0,0)<1> P1", &after);
    // One channel takes them all.
    let mut after = before.clone();
    after.set(40, 3, p1.into());
    before.check("mov (M1_NM, 1) V40(0,3)<1> P1", &after);
    let mut after = before.clone();
    after.set(41, 2, u64::from(p2) & 0xffff);
    before.check("mov (M1_NM, 1) V41(0,2)<1> P2", &after);
    // Of elements the lowest bits, where the mask lets them.
    let mut after = before.clone();
    let bits = (0..8).map(|channel| (before.element(41, channel) as u32 & 1) << channel);
    after.flags[2] = merge(before.flags[2], bits.sum());
    before.check("setp (M3, 8) P3 V41(0,0)<8;8,1>", &after);
    // Of one element its bits, in all channels.
    let mut after = before.clone();
    after.flags[2] = before.flags[2] & !0xff00 | (before.element(41, 9) as u32 & 0xff) << 8;
    before.check("setp (M3, 8) P3 V41(0,9)<0;1,0>", &after);
    let mut after = before.clone();
    after.flags[2] = before.flags[2] & !0xff00 | 0xa500;
    before.check("setp (M3, 8) P3 0xa5:uw", &after);
}

/// Immediates of every type, the packed ones element by element.
#[test]
fn immediates() {
    let before = Variables::new()
        .edges(40, D, 0)
        .edges(41, F, 0)
        .edges(42, Q, 0)
        .edges(43, DF, 0);
    let put = |id: u32, values: [Number; 8]| {
        let mut after = before.clone();
        let (ty, _) = before.get(id);
        for (channel, value) in values.into_iter().enumerate() {
            after.set(id, channel, ty.bits(value, false, false));
        }
        after
    };
    let same = |value: i128| [Number::Integer(value); 8];
    let list = |values: [i128; 8]| values.map(Number::Integer);
    for (id, text, values) in [
        (40, "0xfffffffe:d", same(-2)),
        (40, "0xfffe:w", same(-2)),
        (40, "0xfffe:uw", same(0xfffe)),
        (42, "0xfffffffe:ud", same(0xffff_fffe)),
        (42, "0x8000000000000001:q", same(-0x7fff_ffff_ffff_ffff)),
        (40, "0x89abcdef:v", list([-1, -2, -3, -4, -5, -6, -7, -8])),
        (40, "0x76543210:uv", list([0, 1, 2, 3, 4, 5, 6, 7])),
        (40, "0xfedcba98:uv", list([8, 9, 10, 11, 12, 13, 14, 15])),
    ] {
        before.check(
            &format!("mov (M1_NM, 8) V{id}(0,0)<1> {text}"),
            &put(id, values),
        );
    }
    // A sign, three bits of exponent and four of fraction: 1, -2.5, 31 and 0.
    let four = [1.0, -2.5, 31.0, 0.0].map(Number::Real);
    let eight = [
        four[0], four[1], four[2], four[3], four[0], four[1], four[2], four[3],
    ];
    before.check("mov (M1_NM, 8) V41(0,0)<1> 0x007fc430:vf", &put(41, eight));
    let single = put(41, [Number::Real(1.5); 8]);
    before.check("mov (M1_NM, 8) V41(0,0)<1> 0x3fc00000:f", &single);
    let half = put(41, [Number::Real(-0.5); 8]);
    before.check("mov (M1_NM, 8) V41(0,0)<1> 0xb800:hf", &half);
    let double = put(43, [Number::Real(0.1); 8]);
    before.check("mov (M1_NM, 8) V43(0,0)<1> 0x3fb999999999999a:df", &double);
}

/// Through address variables: one address for all rows, one for each row, and as
/// destination; and address variables themselves.
#[test]
fn address_variables() {
    let before = Variables::new().edges(40, D, 1).edges(41, D, 5);
    // The machine put V41 at byte 0x200 and V40 at byte 0x400.
    let run = |line: &str| {
        before.run_with(line, &|memory| {
            let [variable, address] =
                ["variable", "address"].map(|name| memory.space(name).expect(name));
            memory.window(variable, 0x200, 0x200, variable, 41 << 32);
            memory.window(variable, 0x400, 0x200, variable, 40 << 32);
            let list: Vec<u8> = [0x210_u16, 0x280, 0x404, 0x2c0]
                .iter()
                .flat_map(|it| it.to_le_bytes())
                .collect();
            memory.poke(address, 2 << 16, &list);
        })
    };
    let expect = |line: &str, elements: &[(usize, u64)]| {
        let found = run(line).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        let mut after = before.clone();
        for (index, bits) in elements {
            after.set(40, *index, *bits);
        }
        assert_eq!(found.get(40).1, after.get(40).1, "{line}");
    };
    let value = |index| before.element(41, index);
    // From byte 0x210 + 8 on, in rows of two.
    expect(
        "mov (M1_NM, 4) V40(0,0)<1> r[A2(0),8]<4;2,1>:d",
        &[(0, value(6)), (1, value(7)), (2, value(10)), (3, value(11))],
    );
    // Element 1 holds 0x280, element 2 an address of V40.
    expect(
        "mov (M1_NM, 4) V40(1,0)<1> r[A2(0),-16]<2,1>:d",
        &[
            (8, value(0)),
            (9, value(1)),
            (10, value(28)),
            (11, value(29)),
        ],
    );
    expect(
        "mov (M1_NM, 2) r[A2(2),4]<2>:d V41(0,3)<0;1,0>",
        &[(2, value(3)), (4, value(3))],
    );
    expect(
        "mov (M1_NM, 4) V40(0,0)<1> A2(1)<2>",
        &[(0, 0x280), (1, 0x404), (2, 0x280), (3, 0x404)],
    );
}

/// Addresses of places of variables: rows of a register's bytes, columns of elements of the
/// variable's type, and a number of bytes that each channel adds; and addresses that are added
/// to. Columns that count bytes, a row of another length, a place of another variable.
#[test]
fn addresses_are_those_of_elements() {
    const PLACE: u32 = 0x400;
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let plain = Target::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    let added: [u16; 4] = [0, 64, 6, 0x1ff];
    let sums = |source: &str, ty: Type| {
        let line = format!("addr_add (M1_NM, 4) A2(1)<1> {source} V41(0,0)<1;1,0>");
        let inst = target.parse(&line, syntax).expect(&line);
        let mut memory = InMemory::new(&plain);
        let [variable, address, place] =
            ["variable", "address", "place"].map(|name| memory.space(name).expect(name));
        memory
            .set_state("GRF_BYTES", GRF as u64)
            .expect("a register");
        for (id, ty) in [(40, ty), (41, UW)] {
            let elements = (ROOM / ty.bytes) as u32;
            let type_number = ty.number;
            memory.declare(
                id,
                Declaration {
                    type_number,
                    elements,
                },
            );
        }
        memory.poke(place, 4 * 40, &PLACE.to_le_bytes());
        let bytes: Vec<u8> = added.iter().flat_map(|it| it.to_le_bytes()).collect();
        memory.poke(variable, 41 << 32, &bytes);
        let held = [0x210_u16, 0x38].map(u16::to_le_bytes);
        memory.poke(address, 3 << 16, held.as_flattened());
        memory.poke(address, 2 << 16, &[0xff; 10]);
        execution::execute_stream(&target, inst, &mut memory)
            .unwrap_or_else(|error| panic!("{line}: {}", error.display(visa())));
        let found = memory.peek(address, 2 << 16, 10).expect("addresses");
        found.chunks(2).map(little).collect::<Vec<u64>>()
    };
    for ty in [UB, W, D, DF] {
        for (row, column) in [(0, 0), (0, 1), (0, 2), (1, 3), (3, GRF / ty.bytes - 1)] {
            let first = PLACE as usize + row * GRF + column * ty.bytes;
            let mut expected = vec![0xffff];
            expected.extend(added.iter().map(|it| (first + usize::from(*it)) as u64));
            let source = format!("&V40({row},{column})<0;1,0>");
            assert_eq!(sums(&source, ty), expected, "{source} of {}", ty.name);
        }
    }
    let expected = [0xffff, 0x210, 0x38 + 64, 0x210 + 6, 0x38 + 0x1ff];
    assert_eq!(sums("A3(0)<2>", D), expected);
}
