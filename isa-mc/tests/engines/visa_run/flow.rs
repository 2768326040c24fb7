//! Channels that go their own ways, functions, and threads that wait for one another.

use isa_mc::visa::run::{Device, Launch};

use super::{Random, assembled, bytes, dwords, run};

/// Vectors of any length: what is behind the last element stays.
#[test]
fn vectors_are_added() {
    let source = include_str!("../../../../tests/visa/run/vector_add.visaasm");
    let mut random = Random(1);
    for n in [1, 15, 16, 17, 100] {
        let mut numbers = || (0..n).map(|_| random.next()).collect::<Vec<u32>>();
        let (a, b) = (numbers(), numbers());
        let buffers = [bytes(&a), bytes(&b), vec![0xee; 4 * n + 8]];
        let grid = ([n.div_ceil(16) as u32, 1, 1], [1, 1, 1]);
        let after = run(source, grid, &buffers, &[n as u32]);
        let sums = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b));
        let sums: Vec<u32> = sums.collect();
        assert_eq!(dwords(&after[2][..4 * n]), sums, "{n}");
        assert_eq!(after[2][4 * n..], [0xee; 8], "{n}");
    }
}

/// The same with each number of channels.
#[test]
fn every_number_of_channels_runs() {
    let mut random = Random(2);
    for channels in [1, 2, 4, 8, 16, 32] {
        let source = format!(
            r#"
.version 4.1
.kernel "squares"
.decl at v_type=G type=uq num_elts=1 align=qword
.decl places v_type=G type=uq num_elts={channels} align=GRF
.decl values v_type=G type=ud num_elts={channels} align=GRF
.decl step v_type=G type=ud num_elts={channels} align=GRF
.decl more v_type=P num_elts={channels}
.decl filled v_type=G type=ud num_elts=1 align=dword
.input at offset=64 size=8
.kernel_attr Target="cm"
    mov (M1, {channels}) step(0,0)<1> 0x0:ud
    mov (M1_NM, 1) filled(0,0)<1> 0x0:ud
    mov (M1, {channels}) places(0,0)<1> at(0,0)<0;1,0>
    lsc_load.ugm (M1, {channels})  values:d32  flat[places]:a64
again:
    add (M1, {channels}) step(0,0)<1> step(0,0)<1;1,0> 0x1:ud
    add (M1, {channels}) values(0,0)<1> values(0,0)<1;1,0> step(0,0)<1;1,0>
    cmp.lt (M1, {channels}) more step(0,0)<1;1,0> 0x5:ud
    (more) goto (M1, {channels}) again
    lsc_store.ugm (M1, {channels})  flat[places]:a64  values:d32
    ret (M1, 1)
"#
        );
        let value = random.next();
        let after = run(&source, ([1; 3], [1; 3]), &[bytes(&[value])], &[]);
        let expected = value.wrapping_add(15);
        assert_eq!(dwords(&after[0]), [expected], "{channels}");
    }
}

fn steps(mut value: u32) -> u32 {
    let mut count = 0;
    while value > 1 {
        value = match value % 2 {
            0 => value / 2,
            _ => value.wrapping_mul(3).wrapping_add(1),
        };
        count += 1;
    }
    count
}

/// Channels leave a loop one by one, and take different arms in it.
#[test]
fn channels_leave_loops_one_by_one() {
    let source = include_str!("../../../../tests/visa/run/collatz.visaasm");
    let mut random = Random(3);
    for _ in 0..8 {
        let values: Vec<u32> = (0..16).map(|_| random.next() % 1000).collect();
        let after = run(source, ([1; 3], [1; 3]), &[bytes(&values)], &[]);
        let expected: Vec<u32> = values.iter().map(|&it| steps(it)).collect();
        assert_eq!(dwords(&after[0]), expected, "{values:?}");
    }
}

/// Some channels are in a subroutine, and leave it at different places.
#[test]
fn channels_return_one_by_one() {
    let source = include_str!("../../../../tests/visa/run/calls.visaasm");
    let mut random = Random(4);
    for _ in 0..8 {
        let values: Vec<u32> = (0..16).map(|_| random.next() % 2000).collect();
        let after = run(source, ([1; 3], [1; 3]), &[bytes(&values)], &[]);
        let expected = values.iter().map(|&value| match (value % 2, value) {
            (0, value) => value,
            (_, 1001..) => value + 1,
            _ => value * value + 1,
        });
        let expected: Vec<u32> = expected.collect();
        assert_eq!(dwords(&after[0]), expected, "{values:?}");
    }
}

/// A variable that calls of one function share, a channel that returns too early or too late,
/// a result or a stack pointer that is left behind, an address of another function.
#[test]
fn functions_are_called_by_name_and_address() {
    let source = include_str!("../../../../tests/visa/run/functions.visaasm");
    let mut random = Random(9);
    for round in 0..8 {
        let mut values: Vec<u32> = (0..16).map(|_| random.next() % 13).collect();
        values[0] = round % 4;
        let buffers = [bytes(&values), vec![0; 64]];
        let after = run(source, ([1; 3], [1; 3]), &buffers, &[]);
        let called = values.iter().map(|&value| match value % 2 {
            0 => value,
            _ => (1..=value).product(),
        });
        let called: Vec<u32> = called.collect();
        let expected = called.iter().map(|&value| match called[0] {
            1 => 2 * value,
            _ => value + 1,
        });
        let expected: Vec<u32> = expected.collect();
        assert_eq!(dwords(&after[0]), expected, "{values:?}");
        // Each call of the function has moved the stack pointer, and nobody moves it back.
        let odd = values.iter().filter(|&&value| value % 2 == 1);
        let depth = odd.max().copied().unwrap_or(0);
        assert_eq!(dwords(&after[1])[..2], [64 * depth, 0], "{values:?}");
    }
}

/// Masks and places, call by call: those of the caller come back when the last channel has
/// returned.
#[test]
fn masks_come_back_from_functions() {
    let source = r#"
.version 4.1
.kernel "masks"
.decl p v_type=P num_elts=8
.kernel_attr Target="cm"
.kernel_attr SimdSize=8
    setp (M1_NM, 8) p 0x3c:uw
    (p) fcall (M1, 8) outer 0 0
    (!p) fcall (M1_NM, 1) whole 0 0
    (p) fcall (M1_NM, 1) whole 0 0
    yield
    ret (M1, 8)
.global_function "outer"
.decl q v_type=P num_elts=8
.kernel_attr Target="cm"
    setp (M1_NM, 8) q 0xf0:uw
    (q) goto (M1, 8) over
    yield
    (q) fret (M1, 8)
over:
    (!q) fret (M1, 8)
    fret (M1, 8)
.global_function "whole"
.kernel_attr Target="cm"
    yield
    fret (M1_NM, 1)
"#;
    let object = assembled(source);
    let dispatch = Launch::new([1; 3], [1; 3]).start(&object, 0, Device::new());
    let mut dispatch = dispatch.unwrap_or_else(|error| panic!("{error}"));
    let mut trace = Vec::new();
    let done = dispatch.run_with(&mut |step| {
        let place = step.place;
        trace.push((place.function, place.instruction, step.mask));
    });
    done.unwrap_or_else(|error| panic!("{error}"));
    let outer = [
        (0, 0x3c),
        (1, 0x3c),
        (2, 0x0c),
        (3, 0x0c),
        (4, 0x3c),
        (5, 0x3c),
        (6, 0x30),
    ];
    let mut expected = vec![(None, 0, 0xff), (None, 1, 0xff)];
    expected.extend(outer.map(|(at, mask)| (Some(0), at, mask)));
    // With one channel all go, if the first one does.
    expected.extend([(None, 2, 0xff), (Some(1), 0, 0xff), (Some(1), 1, 0xff)]);
    expected.extend([3, 4, 5].map(|at| (None, at, 0xff)));
    assert_eq!(trace, expected);
}

/// Threads leave numbers for one another, and wait until all have.
#[test]
fn threads_meet_at_barriers() {
    let source = include_str!("../../../../tests/visa/run/reduction.visaasm");
    let mut random = Random(5);
    let values: Vec<u32> = (0..3 * 128).map(|_| random.next()).collect();
    let buffers = [bytes(&values), vec![0; 12]];
    let after = run(source, ([3, 1, 1], [8, 1, 1]), &buffers, &[]);
    let sum = |group: &[u32]| group.iter().fold(0_u32, |sum, it| sum.wrapping_add(*it));
    let expected: Vec<u32> = values.chunks(128).map(sum).collect();
    assert_eq!(dwords(&after[1]), expected);
}

/// Channels with the same address count one after the other.
#[test]
fn atomic_operations_count_each_channel() {
    let source = include_str!("../../../../tests/visa/run/histogram.visaasm");
    let mut random = Random(6);
    let values: Vec<u8> = (0..80).map(|_| random.next() as u8 % 16).collect();
    let buffers = [values.clone(), vec![0; 64]];
    let after = run(source, ([10, 1, 1], [1, 1, 1]), &buffers, &[]);
    let mut expected = vec![0_u32; 16];
    for value in &values {
        expected[usize::from(*value)] += 1;
    }
    assert_eq!(dwords(&after[1]), expected);
}
