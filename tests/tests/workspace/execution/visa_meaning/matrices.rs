//! Products of matrices, against plain Rust.

use isa_mc::exec::ExecErrorKind;
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

use super::elements::{BF, D, F, GRF, HF, Type, Variables, little};

/// Types of elements with their bits, and whether they have a sign.
const PRECISIONS: [(&str, u32, bool); 8] = [
    ("u1", 1, false),
    ("s1", 1, true),
    ("u2", 2, false),
    ("s2", 2, true),
    ("u4", 4, false),
    ("s4", 4, true),
    ("u8", 8, false),
    ("s8", 8, true),
];

/// Channels: as many as a register has dwords.
const CHANNELS: usize = GRF / 4;

/// Depth of all products: the document says two things of others.
const DEPTH: usize = 8;

/// Element `index` of elements one behind the other, from the lowest bits of the first byte on.
fn element(bytes: &[u8], index: usize, (bits, signed): (u32, bool)) -> i64 {
    let at = index * bits as usize;
    let raw = u32::from(bytes[at / 8]) >> (at % 8) & ((1 << bits) - 1);
    let negative = signed && raw >> (bits - 1) == 1;
    i64::from(raw) - if negative { 1 << bits } else { 0 }
}

/// Bytes of a variable: random ones, and a run each of zeros, ones and the highest bits.
fn filled(random: &mut Random, bytes: usize) -> Vec<u8> {
    let edges = [0, 0xff, 0x80, 0x7f];
    let all = (0..bytes).map(|index| match edges.get(index / 16 % 8) {
        Some(edge) => *edge,
        None => random.word() as u8,
    });
    all.collect()
}

/// Matrices by the document's words: src2 lies row by row, of src1 each column in the dwords
/// of its channel, a register apart.
fn product(
    variables: &Variables,
    (one, two): (usize, usize),
    rows: usize,
    with_sum: bool,
) -> Vec<u32> {
    let (_, bits1, signed1) = PRECISIONS[one];
    let (_, bits2, signed2) = PRECISIONS[two];
    let per = if bits1 == 8 || bits2 == 8 { 4 } else { 8 };
    let inner = DEPTH * per;
    let (_, sums) = variables.get(33);
    let (_, columns) = variables.get(34);
    let (_, activations) = variables.get(35);
    let column = |channel: usize| -> Vec<u8> {
        let dwords = columns.chunks(GRF);
        dwords
            .flat_map(|row| row[4 * channel..][..4].to_vec())
            .collect()
    };
    let columns: Vec<Vec<u8>> = (0..CHANNELS).map(column).collect();
    let mut result = Vec::new();
    for row in 0..rows {
        for (channel, column) in columns.iter().enumerate() {
            let at = row * GRF + 4 * channel;
            let sum = match with_sum {
                true => i32::from_le_bytes(sums[at..at + 4].try_into().expect("a dword")),
                false => 0,
            };
            let products = (0..inner).map(|k| {
                let a = element(activations, row * inner + k, (bits2, signed2));
                a * element(column, k, (bits1, signed1))
            });
            let sum = i64::from(sum) + products.sum::<i64>();
            result.push(sum as u32);
        }
    }
    result
}

/// A step that takes another dword, an element with the wrong sign, a row that begins
/// elsewhere, a sum that does not begin with src0.
#[test]
fn products_of_all_integers_are_those_of_matrices() {
    let mut random = Random::new(38);
    for (one, two) in (0..64).map(|at| (at / 8, at % 8)) {
        for rows in [1, 3, 8] {
            let mut variables = Variables::new();
            for (id, bytes) in [(32, 8), (33, 8), (34, 8), (35, 8)] {
                let bytes = filled(&mut random, bytes * GRF);
                variables.list.push((id, D, bytes));
            }
            let names = (PRECISIONS[one].0, PRECISIONS[two].0);
            for (sum, src0) in [(true, "V33.0"), (false, "%null.0")] {
                let line = format!(
                    "dpas.{}.{}.{DEPTH}.{rows} (M1_NM, {CHANNELS}) V32.0 {src0} V34.0 V35(0,0)",
                    names.0, names.1
                );
                let mut expected = variables.clone();
                for (index, dword) in product(&variables, (one, two), rows, sum)
                    .iter()
                    .enumerate()
                {
                    expected.set(32, index, u64::from(*dword));
                }
                variables.check(&line, &expected);
            }
        }
    }
}

/// Rows of which two threads hold half of the registers each, by the document's words: the first
/// thread's come first, and are one more of an odd number.
fn gathered(first: &[u8], second: &[u8], registers: usize) -> Vec<u8> {
    let halves = [registers.div_ceil(2), registers / 2];
    let mut all = first[..halves[0] * GRF].to_vec();
    all.extend_from_slice(&second[..halves[1] * GRF]);
    all
}

/// Half of the rows from the wrong thread, from where the whole has them, or in the other order;
/// a half that is a register too long; columns or sums of the other thread.
#[test]
fn rows_of_a_pair_come_from_both_threads() {
    let mut random = Random::new(83);
    let mut sample = Sample::of_this_run();
    let mut shared = 0;
    for (one, two) in (0..64).map(|at| (at / 8, at % 8)) {
        let mut counts = sample.one_of(&[1, 3, 5, 7]).to_vec();
        counts.extend(sample.one_of(&[2, 4, 6, 8]));
        for rows in counts {
            let mut variables = Variables::new();
            for (id, bytes) in [(32, 8), (33, 8), (34, 8), (35, 9)] {
                let bytes = filled(&mut random, bytes * GRF);
                variables.list.push((id, D, bytes));
            }
            let (bits1, bits2) = (PRECISIONS[one].1, PRECISIONS[two].1);
            let per = if bits1 == 8 || bits2 == 8 { 4 } else { 8 };
            let registers = (bits2 as usize * per * rows).div_ceil(GRF);
            let other = filled(&mut random, 9 * GRF);
            let own = variables.get(35).1.to_vec();
            let names = (PRECISIONS[one].0, PRECISIONS[two].0);
            // Rows begin at the second register.
            let line = format!(
                "dpasw.{}.{}.{DEPTH}.{rows} (M1_NM, {CHANNELS}) V32.0 V33.0 V34.0 V35(1,0)",
                names.0, names.1
            );
            for paired in 0..=2 {
                let found = variables.run_with(&line, &|memory| {
                    let partner = memory.space("partner").expect("a space");
                    memory.set_state("PAIRED", paired).expect("a state");
                    memory.poke(partner, 35 << 32, &other);
                });
                if paired == 2 || registers < 2 {
                    let stopped = found.expect_err(&line);
                    let is_undefined = matches!(stopped.kind, ExecErrorKind::Undefined { .. });
                    assert!(is_undefined, "{line}: {stopped:?}");
                    continue;
                }
                let found = found.expect(&line);
                let (first, second) = match paired {
                    0 => (&own[GRF..], &other[GRF..]),
                    _ => (&other[GRF..], &own[GRF..]),
                };
                let mut whole = variables.clone();
                whole.list[3].2 = gathered(first, second, registers);
                let mut expected = variables.clone();
                let sums = product(&whole, (one, two), rows, true);
                for (index, dword) in sums.into_iter().enumerate() {
                    expected.set(32, index, dword.into());
                }
                assert_eq!(found.get(32).1, expected.get(32).1, "{line} as {paired}");
                shared += 1;
            }
        }
    }
    let least = if sample.is_whole() { 500 } else { 128 };
    assert!(shared > least, "{shared}");
}

/// The same of floating-point numbers: a row is a register.
#[test]
fn floating_point_rows_of_a_pair_come_from_both_threads() {
    let mut random = Random::new(84);
    for (ty, rows, paired) in [(HF, 8, 0), (HF, 3, 1), (BF, 2, 1), (BF, 7, 0)] {
        let mut variables = Variables::new();
        variables.list.push((32, F, vec![0; 8 * GRF]));
        for _ in 0..2 {
            let id = 34 + variables.list.len() as u32 - 1;
            variables.list.push((id, D, finite(&mut random, ty)));
        }
        let other = finite(&mut random, ty);
        // As one thread would have them, where `dpas` is defined.
        let own = variables.get(35).1;
        let (first, second) = if paired == 0 {
            (own, &other[..])
        } else {
            (&other[..], own)
        };
        let mut whole = variables.clone();
        whole.list[2].2 = gathered(first, second, rows);
        let line = |name: &str| {
            let ty = ty.name;
            format!("{name}.{ty}.{ty}.8.{rows} (M1_NM, {CHANNELS}) V32.0 %null.0 V34.0 V35(0,0)")
        };
        let wanted = whole.run(&line("dpas")).expect("a product");
        let found = variables.run_with(&line("dpasw"), &|memory| {
            let partner = memory.space("partner").expect("a space");
            memory.set_state("PAIRED", paired).expect("a state");
            memory.poke(partner, 35 << 32, &other);
        });
        let found = found.expect("a product");
        assert_eq!(found.get(32).1, wanted.get(32).1, "{}", line("dpasw"));
    }
}

/// Numbers whose products and sums are finite: of hf all but those without end, of bf those
/// near 1.
fn finite(random: &mut Random, ty: Type) -> Vec<u8> {
    let all = (0..4 * GRF).flat_map(|_| {
        let word = random.word() as u16;
        let number = match ty {
            HF if word & 0x7c00 == 0x7c00 => word & !0x4000,
            HF => word,
            _ => word & 0x807f | (112 + (word >> 7 & 31)) << 7,
        };
        number.to_le_bytes()
    });
    all.collect()
}

/// A pair of another step, an element of the wrong type, a step that is not rounded or twice,
/// a sum that does not begin with src0, a row that begins elsewhere.
#[test]
fn sums_of_floating_point_products_are_rounded_in_each_step() {
    let mut random = Random::new(25);
    for turn in 0..48 {
        let ty = [HF, BF][turn % 2];
        let (rows, with_sum) = ([1, 3, 8][turn % 3], turn % 5 != 0);
        let mut variables = Variables::new();
        variables.flush = turn % 4 < 2;
        for id in [32, 33] {
            let numbers = (0..2 * GRF).map(|_| {
                let word = random.word() as u32;
                f32::from_bits(word & 0x807f_ffff | (107 + (word >> 23 & 31)) << 23)
            });
            let numbers = numbers.flat_map(|it| it.to_bits().to_le_bytes());
            variables.list.push((id, F, numbers.collect()));
        }
        for id in [34, 35] {
            variables.list.push((id, D, finite(&mut random, ty)));
        }
        let number = |id: u32, at: usize| {
            let bits = little(&variables.get(id).1[at..at + 2]);
            ty.number(bits, variables.flush).real()
        };
        let mut expected = variables.clone();
        for index in 0..rows * CHANNELS {
            let (row, channel) = (index / CHANNELS, index % CHANNELS);
            let mut sum = match with_sum {
                true => f32::from_bits(variables.element(33, index) as u32),
                false => 0.0,
            };
            for step in 0..DEPTH {
                let pairs = (0..2).map(|half| {
                    let one = number(34, step * GRF + 4 * channel + 2 * half);
                    let two = number(35, 32 * row + 4 * step + 2 * half);
                    one * two
                });
                sum = pairs.fold(f64::from(sum), |sum, product| sum + product) as f32;
            }
            expected.set(32, index, sum.to_bits().into());
        }
        let (name, src0) = (ty.name, if with_sum { "V33.0" } else { "%null.0" });
        let line =
            format!("dpas.{name}.{name}.8.{rows} (M1_NM, {CHANNELS}) V32.0 {src0} V34.0 V35(0,0)");
        variables.check(&line, &expected);
    }
}

/// What the document leaves open.
#[test]
fn other_products_are_undefined() {
    let mut variables = Variables::new();
    for id in 32..36 {
        variables.list.push((id, D, vec![0; 8 * GRF]));
    }
    for form in [
        // Sums are to be of type f.
        "dpas.hf.hf.8.8",
        "dpas.hf.bf.8.1",
        "dpas.tf32.tf32.8.1",
        "dpas.s8.s8.4.2",
    ] {
        let line = format!("{form} (M1_NM, {CHANNELS}) V32.0 V33.0 V34.0 V35(0,0)");
        let stopped = variables.run(&line).expect_err(&line);
        assert!(
            matches!(stopped.kind, ExecErrorKind::Undefined { .. }),
            "{line}: {stopped:?}"
        );
    }
    let half = format!(
        "dpas.s8.s8.8.8 (M1_NM, {}) V32.0 V33.0 V34.0 V35(0,0)",
        CHANNELS / 2
    );
    assert!(variables.run(&half).is_err());
}
