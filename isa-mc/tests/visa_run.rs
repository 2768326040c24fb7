//! Whole kernels of vISA, run to what plain Rust gives.

use isa_mc::exec::ExecErrorKind;
use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::run::{Argument, Device, Launch, LaunchError, MAX_THREADS, RunErrorKind};
use isa_mc::visa::text;

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

fn assembled(source: &str) -> Object {
    text::assemble(source, Version::new(4, 1)).unwrap_or_else(|errors| {
        let errors: Vec<String> = errors
            .iter()
            .map(|it| format!("{it} at {}", &source[it.span.clone()]))
            .collect();
        panic!("{}", errors.join("\n"))
    })
}

fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

fn dwords(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|it| u32::from_le_bytes(*it)).collect()
}

fn buffer(device: &mut Device, contents: &[u8]) -> Argument {
    let address = device.allocate(contents.len() as u64).expect("room");
    device.write(address, contents).expect("memory");
    let bytes = contents.len() as u32;
    Argument::Buffer { address, bytes }
}

fn contents(device: &mut Device, argument: &Argument) -> Vec<u8> {
    let Argument::Buffer { address, bytes } = *argument else {
        panic!("{argument:?}");
    };
    device.read(address, bytes as usize).expect("memory")
}

/// Runs a kernel over buffers and gives what they hold then.
fn run(
    source: &str,
    (groups, threads): ([u32; 3], [u32; 3]),
    buffers: &[Vec<u8>],
    values: &[u32],
) -> Vec<Vec<u8>> {
    launched(source, Launch::new(groups, threads), buffers, values)
}

/// The same with a launch that says more.
fn launched(source: &str, mut launch: Launch, buffers: &[Vec<u8>], values: &[u32]) -> Vec<Vec<u8>> {
    let object = assembled(source);
    let mut device = Device::new();
    for contents in buffers {
        launch.arguments.push(buffer(&mut device, contents));
    }
    let placed = launch.arguments.clone();
    let values = values.iter().map(|it| it.to_le_bytes().to_vec());
    launch.arguments.extend(values.map(Argument::Bytes));
    let dispatch = launch.start(&object, 0, device);
    let mut dispatch = dispatch.unwrap_or_else(|error| panic!("{error}"));
    dispatch.run().unwrap_or_else(|error| panic!("{error}"));
    let mut device = dispatch.into_device();
    placed.iter().map(|it| contents(&mut device, it)).collect()
}

/// Where a kernel stops that does not come to its end.
fn stopped(body: &str, groups: [u32; 3], threads: [u32; 3]) -> RunErrorKind {
    let object = assembled(body);
    let launch = Launch::new(groups, threads);
    let dispatch = launch.start(&object, 0, Device::new());
    let mut dispatch = dispatch.unwrap_or_else(|error| panic!("{error}"));
    dispatch.budget(10_000);
    dispatch.run().expect_err("it stops").kind
}

/// Vectors of any length: what is behind the last element stays.
#[test]
fn vectors_are_added() {
    let source = include_str!("../../tests/visa/run/vector_add.visaasm");
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
    let source = include_str!("../../tests/visa/run/collatz.visaasm");
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
    let source = include_str!("../../tests/visa/run/calls.visaasm");
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
    let source = include_str!("../../tests/visa/run/functions.visaasm");
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
    let source = include_str!("../../tests/visa/run/reduction.visaasm");
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
    let source = include_str!("../../tests/visa/run/histogram.visaasm");
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

/// Elements, dwords, bytes, qwords and owords of surfaces, to and from; outside of one
/// there is nothing.
#[test]
fn surfaces_are_gathered_and_scattered() {
    let source = r#"
.version 4.1
.kernel "surfaces"
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl index v_type=G type=ud num_elts=8 align=GRF
.decl data v_type=G type=ud num_elts=64 align=GRF
.decl wide v_type=G type=uq num_elts=16 align=GRF
.decl input v_type=T num_elts=1
.decl output v_type=T num_elts=1
.input input offset=0 size=4
.input output offset=4 size=4
.kernel_attr Target="cm"
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) index(0,0)<1> lanes(0,0)<1;1,0>
    mov (M1, 8) data(0,0)<1> 0x0:ud
    gather.4 (M1, 8) input 0x1:ud index.0 data.0
    scatter.4 (M1, 8) output 0x0:ud index.0 data.0
    gather.2 (M1, 8) input 0x2:ud index.0 data.0
    scatter.2 (M1, 8) output 0x10:ud index.0 data.0
    shl (M1, 8) index(0,0)<1> index(0,0)<1;1,0> 0x4:ud
    gather4_scaled.RB (M1, 8) input 0x4:ud index.0 data.0
    scatter4_scaled.RB (M1, 8) output 0x40:ud index.0 data.0
    shr (M1, 8) index(0,0)<1> index(0,0)<1;1,0> 0x1:ud
    gather_scaled.4 (M1, 8) input 0x3:ud index.0 data.0
    scatter_scaled.4 (M1, 8) output 0xc0:ud index.0 data.0
    shl (M1, 8) index(0,0)<1> index(0,0)<1;1,0> 0x1:ud
    qw_gather.1 (M1, 8) input index.0 wide.0
    add (M1, 8) index(0,0)<1> index(0,0)<1;1,0> 0x100:ud
    qw_scatter.1 (M1, 8) output index.0 wide.0
    oword_ld (4) input 0x1:ud data.0
    oword_st (4) output 0x18:ud data.0
    oword_ld_unaligned (4) input 0x4:ud data.0
    oword_st (4) output 0x1c:ud data.0
    mov (M1, 8) index(0,0)<1> 0x10000:ud
    scatter.4 (M1, 8) output 0x0:ud index.0 data.0
    mov (M1, 8) data(0,0)<1> 0x5:ud
    gather.4 (M1, 8) input 0x0:ud index.0 data.0
    oword_st (2) output 0x20:ud data.0
    ret (M1, 1)
"#;
    let mut random = Random(7);
    let input: Vec<u8> = (0..144).map(|_| random.next() as u8).collect();
    let buffers = [input.clone(), vec![0x77; 0x220]];
    let after = run(source, ([1; 3], [1; 3]), &buffers, &[]);
    let mut expected = vec![0x77; 0x220];
    expected[..32].copy_from_slice(&input[4..36]);
    expected[32..48].copy_from_slice(&input[4..20]);
    for channel in 0..8 {
        for dword in [0, 8] {
            let from = 4 + 16 * channel + dword;
            let to = 0x40 + 16 * channel + dword;
            expected[to..to + 4].copy_from_slice(&input[from..from + 4]);
        }
    }
    for channel in 0..8 {
        let (to, from) = (0xc0 + 8 * channel, 3 + 8 * channel);
        expected[to..to + 4].copy_from_slice(&input[from..from + 4]);
        let (to, from) = (0x100 + 16 * channel, 16 * channel);
        expected[to..to + 8].copy_from_slice(&input[from..from + 8]);
    }
    expected[0x180..0x1c0].copy_from_slice(&input[16..80]);
    expected[0x1c0..0x200].copy_from_slice(&input[4..68]);
    expected[0x200..0x220].fill(0);
    assert_eq!(after[1], expected);
}

/// A surface that stays what it was, or a row that is counted from elsewhere.
#[test]
fn surfaces_are_rows_of_the_binding_table() {
    let source = r#"
.version 4.1
.kernel "surfaces"
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl index v_type=G type=ud num_elts=8 align=GRF
.decl row v_type=G type=ud num_elts=2 align=GRF
.decl place v_type=G type=ud num_elts=8 align=GRF
.decl one v_type=G type=uq num_elts=1 align=qword
.decl two v_type=G type=uq num_elts=1 align=qword
.decl first v_type=T num_elts=1
.decl second v_type=T num_elts=1
.input one offset=64 size=8
.input two offset=72 size=8
.kernel_attr Target="cm"
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) index(0,0)<1> lanes(0,0)<1;1,0>
    mov (M1_NM, 2) row(0,0)<1> 0x1:ud
    movs (M1_NM, 1) first(0) 0x0:ud
    scatter.4 (M1, 8) first 0x0:ud index.0 index.0
    movs (M1_NM, 1) second(0) row(0,1)<0;1,0>
    scatter.4 (M1, 8) second 0x1:ud index.0 index.0
    movs (M1_NM, 1) first(0) second(0)
    scatter.4 (M1, 8) first 0x9:ud index.0 index.0
    shl (M1, 8) place(0,0)<1> index(0,0)<1;1,0> 0x2:ud
    lsc_store.ugm (M1, 8)  bti(0x1)[place+0x44]:a32  index:d32
    ret (M1, 1)
"#;
    let buffers = [vec![0xee; 32], vec![0xee; 120]];
    let after = run(source, ([1; 3], [1; 3]), &buffers, &[]);
    let numbers: Vec<u32> = (0..8).collect();
    assert_eq!(after[0], bytes(&numbers));
    let mut expected = vec![0xeeee_eeee];
    expected.extend((0..3).flat_map(|_| &numbers));
    expected.extend([0xeeee_eeee; 5]);
    assert_eq!(dwords(&after[1]), expected);
}

/// Names for one variable, and addresses of variables.
#[test]
fn variables_share_bytes_and_have_addresses() {
    let source = r#"
.version 4.1
.kernel "aliases"
.decl at v_type=G type=uq num_elts=1 align=qword
.decl whole v_type=G type=ud num_elts=16 align=GRF
.decl bytes v_type=G type=ub num_elts=32 align=byte alias=<whole, 32>
.decl middle v_type=G type=uw num_elts=8 align=word alias=<bytes, 8>
.decl pointer v_type=A num_elts=2
.input at offset=64 size=8
.kernel_attr Target="cm"
    svm_block_ld (4) at(0,0)<0;1,0> whole.0
    add (M1, 8) middle(0,0)<1> middle(0,0)<1;1,0> 0x1:uw
    mov (M1, 1) bytes(0,0)<1> 0x7:ub
    addr_add (M1, 1) pointer(0)<1> &whole 0x8:uw
    mov (M1, 2) r[pointer(0), 4]<1>:ud 0x9:ud
    svm_block_st (4) at(0,0)<0;1,0> whole.0
    ret (M1, 1)
"#;
    let values: Vec<u32> = (1..17).map(|it| it * 0x1001).collect();
    let after = run(source, ([1; 3], [1; 3]), &[bytes(&values)], &[]);
    let mut expected = bytes(&values);
    for word in expected[40..56].as_chunks_mut().0 {
        *word = u16::from_le_bytes(*word).wrapping_add(1).to_le_bytes();
    }
    expected[32] = 7;
    expected[12..20].copy_from_slice(&bytes(&[9, 9]));
    assert_eq!(after[0], expected);
}

/// What no document gives digits of: near enough, and of f the nearest where it is said.
#[test]
fn functions_of_numbers_are_near() {
    let source = r#"
.version 4.1
.kernel "functions"
.decl at v_type=G type=uq num_elts=1 align=qword
.decl x v_type=G type=f num_elts=16 align=GRF
.decl y v_type=G type=f num_elts=80 align=GRF
.decl out v_type=G type=uq num_elts=1 align=qword
.input at offset=64 size=8
.input out offset=72 size=8
.kernel_attr Target="cm"
    svm_block_ld (4) at(0,0)<0;1,0> x.0
    exp (M1, 16) y(0,0)<1> x(0,0)<1;1,0>
    log (M1, 16) y(1,0)<1> x(0,0)<1;1,0>
    sin (M1, 16) y(2,0)<1> x(0,0)<1;1,0>
    cos (M1, 16) y(3,0)<1> x(0,0)<1;1,0>
    pow (M1, 16) y(4,0)<1> x(0,0)<1;1,0> x(0,0)<1;1,0>
    svm_block_st (16) out(0,0)<0;1,0> y.0
    add (M1, 1) out(0,0)<1> out(0,0)<0;1,0> 0x100:ud
    svm_block_st (4) out(0,0)<0;1,0> y.256
    ret (M1, 1)
"#;
    let x: Vec<f32> = (0..16_u16).map(|it| f32::from(it) * 0.375 + 0.25).collect();
    let input: Vec<u32> = x.iter().map(|it| it.to_bits()).collect();
    let buffers = [bytes(&input), vec![0; 320]];
    let after = run(source, ([1; 3], [1; 3]), &buffers, &[]);
    let y: Vec<f32> = dwords(&after[1]).into_iter().map(f32::from_bits).collect();
    for (index, x) in x.iter().map(|&it| f64::from(it)).enumerate() {
        let exact = [x.exp2(), x.log2(), x.sin(), x.cos(), x.powf(x)];
        for (row, exact) in exact.into_iter().enumerate() {
            let found = f64::from(y[16 * row + index]);
            let near = if row < 2 { 6.0e-8 } else { 2.0e-6 };
            let apart = (found - exact).abs();
            assert!(
                apart <= near * exact.abs().max(if row < 2 { 0.0 } else { 1.0 }),
                "{row} of {x}: {found}, not {exact}"
            );
        }
    }
}

const HEAD: &str = ".version 4.1\n.kernel \"k\"\n.decl x v_type=G type=ud num_elts=16 align=GRF\n.decl a v_type=G type=uq num_elts=1 align=qword\n.decl p v_type=P num_elts=1\n.kernel_attr Target=\"cm\"\n";

/// Kernels that do not end, or do what nobody describes, stop with the reason.
#[test]
fn what_cannot_go_on_is_told() {
    let stop = |body: &str| stopped(&format!("{HEAD}{body}"), [1; 3], [2, 1, 1]);
    let endless = "again:\n    jmp (M1, 1) again\n";
    assert_eq!(stop(endless), RunErrorKind::Budget { budget: 10_000 });
    assert_eq!(stop("    yield\n"), RunErrorKind::NoCode);
    let recursive = ".function \"again\"\n    call (M1_NM, 1) again\n";
    let kind = |kind| match kind {
        RunErrorKind::Execution(error) => error.kind,
        other => panic!("{other:?}"),
    };
    assert!(matches!(kind(stop(recursive)), ExecErrorKind::Store { .. }));
    let deep = "    fcall (M1_NM, 1) f 0 0\n.global_function \"f\"\n    fcall (M1_NM, 1) f 0 0\n";
    assert!(matches!(kind(stop(deep)), ExecErrorKind::Store { .. }));
    let large = "    fcall (M1_NM, 1) f 0 0\n.global_function \"f\"\n.decl big v_type=G type=uq num_elts=65000 align=GRF\n.decl bigger v_type=G type=uq num_elts=65000 align=GRF\n    fcall (M1_NM, 1) f 0 0\n";
    assert!(matches!(stop(large), RunErrorKind::Variables { .. }));
    for undefined in [
        "    fcall (M1_NM, 1) missing 0 0\n    ret (M1, 1)\n",
        "    fcall (M1_NM, 1) f 2 0\n    ret (M1, 1)\n.global_function \"f\" input_size=1\n    fret (M1_NM, 1)\n",
        "    fcall (M1_NM, 1) f 0 0\n    ret (M1, 1)\n.global_function \"f\"\n    ret (M1_NM, 1)\n",
        "    ifcall (M1_NM, 1) 0x0:ud 0 0\n    ret (M1, 1)\n",
        "    faddr missing x(0,0)<1>\n    ret (M1, 1)\n",
        "    call (M1_NM, 1) s\n    ret (M1, 1)\n.function \"s\"\n    fret (M1_NM, 1)\n",
        "    fret (M1_NM, 1)\n",
    ] {
        let stopped = kind(stop(undefined));
        let is_undefined = matches!(stopped, ExecErrorKind::Undefined { .. });
        assert!(is_undefined, "{undefined}: {stopped:?}");
    }
    // Of a function without code, as one that lies in another file, nothing is known.
    let behind = "    fcall (M1_NM, 1) f 0 0\n    ret (M1, 1)\n.global_function \"f\"\n    yield\n";
    assert_eq!(stop(behind), RunErrorKind::NoCode);
    let nowhere = "    svm_block_ld (4) 0x10:uq x.0\n    ret (M1, 1)\n";
    assert!(matches!(kind(stop(nowhere)), ExecErrorKind::Load { .. }));
    let beyond = "    oword_st (4) %slm 0x0:ud x.16\n    ret (M1, 1)\n";
    assert!(matches!(kind(stop(beyond)), ExecErrorKind::Load { .. }));
    let alone = "    cmp.eq (M1, 1) p %thread_x(0,0)<0;1,0> 0x0:uw\n    (p) jmp (M1, 1) out\n    barrier\nout:\n    ret (M1, 1)\n";
    assert_eq!(stop(alone), RunErrorKind::Barrier { ended: 1 });
}

/// Launches that cannot be are refused.
#[test]
fn wrong_launches_are_refused() {
    let object = assembled(&format!(
        "{HEAD}.input a offset=64 size=8\n    ret (M1, 1)\n"
    ));
    let error = |launch: &Launch, kernel| {
        let started = launch.start(&object, kernel, Device::new());
        started.expect_err("it is refused")
    };
    let mut launch = Launch::new([1; 3], [1; 3]);
    assert_eq!(
        error(&launch, 1),
        LaunchError::NoKernel {
            number: 1,
            count: 1
        }
    );
    assert_eq!(
        error(&launch, 0),
        LaunchError::Count {
            expected: 1,
            found: 0
        }
    );
    launch.arguments = vec![Argument::Bytes(vec![0; 4])];
    assert_eq!(
        error(&launch, 0),
        LaunchError::Kind {
            index: 0,
            bytes: Some(8)
        }
    );
    launch.threads = [1025, 1, 1];
    assert_eq!(
        error(&launch, 0),
        LaunchError::Threads {
            found: 1025,
            most: MAX_THREADS
        }
    );
    launch.threads = [0, 1, 1];
    assert_eq!(error(&launch, 0), LaunchError::Empty);
    launch.threads = [1; 3];
    launch.channels = Some(33);
    assert_eq!(error(&launch, 0), LaunchError::Channels { found: 33 });
    launch.register_bytes = 16;
    assert_eq!(error(&launch, 0), LaunchError::RegisterBytes { found: 16 });
    launch.first_group = [0, u32::MAX, 0];
    launch.groups = [1, 2, 1];
    let groups = LaunchError::Groups { dimension: 1 };
    assert_eq!(error(&launch, 0), groups);
    let mut launch = Launch::new([1; 3], [1; 3]);
    launch.scratch_bytes = Some(3 << 20);
    let scratch = LaunchError::Scratch {
        found: 3 << 20,
        most: 2 << 20,
    };
    assert_eq!(error(&launch, 0), scratch);
}

/// What kernels of eight channels declare and begin with: each channel's number and four times
/// of it, and an offset in a buffer: 32 bytes for each thread, 96 for each group.
const CHANNELS: &str = r#"
.version 4.1
.kernel "threads"
.decl header v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl index v_type=G type=ud num_elts=8 align=GRF
.decl place v_type=G type=ud num_elts=8 align=GRF
.decl out v_type=G type=ud num_elts=8 align=GRF
.decl data v_type=G type=ud num_elts=8 align=GRF
.decl back v_type=G type=ud num_elts=8 align=GRF
.decl more v_type=G type=ud num_elts=8 align=GRF
.decl at v_type=G type=ud num_elts=8 align=GRF
.decl one v_type=G type=ud num_elts=1 align=dword
.decl buffer v_type=G type=uq num_elts=1 align=qword
.input buffer offset=64 size=8
.kernel_attr Target="cm"
.kernel_attr SpillMemOffset=1500
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) index(0,0)<1> lanes(0,0)<1;1,0>
    shl (M1, 8) place(0,0)<1> index(0,0)<1;1,0> 0x2:ud
    mad (M1, 8) out(0,0)<1> %hw_id(0,0)<0;1,0> 0x20:ud place(0,0)<1;1,0>
    mad (M1, 8) out(0,0)<1> %group_id_x(0,0)<0;1,0> 0x60:ud out(0,0)<1;1,0>
"#;

/// Each thread has scratch memory of its own, which holds zeros when its group begins; it is
/// flat memory and a surface, and behind its end there is nothing.
#[test]
fn threads_have_scratch_memory() {
    let source = format!(
        r"{CHANNELS}
    and (M1_NM, 1) one(0,0)<1> header(0,5)<0;1,0> 0xfffffc00:ud
    add (M1, 8) at(0,0)<1> place(0,0)<1;1,0> one(0,0)<0;1,0>
    gather4_scaled.R (M1, 8) %scratch 0x0:ud at.0 more.0
    mad (M1, 8) data(0,0)<1> out(0,0)<1;1,0> 0x10000:ud header(0,3)<0;1,0>
    scatter4_scaled.R (M1, 8) %scratch 0x7e0:ud at.0 data.0
    scatter4_scaled.R (M1, 8) %scratch 0x0:ud at.0 index.0
    barrier
    shr (M1_NM, 1) one(0,0)<1> header(0,5)<0;1,0> 0x4:uw
    lsc_load.ugm (M1, 8)  back:d32  ss(one)[place+0x7e0]:a32
    add (M1, 8) back(0,0)<1> back(0,0)<1;1,0> more(0,0)<1;1,0>
    lsc_store.ugm (M1, 8)  ss(one)[place+0x800]:a32  index:d32
    lsc_load.ugm (M1, 8)  more:d32  ss(one)[place+0x800]:a32
    add (M1, 8) back(0,0)<1> back(0,0)<1;1,0> more(0,0)<1;1,0>
    lsc_store.ugm (M1, 8)  bti(0x0)[out]:a32  back:d32
    ret (M1, 1)
"
    );
    let after = run(&source, ([2, 1, 1], [3, 1, 1]), &[vec![0xee; 192]], &[]);
    // 1500 bytes are 1024 doubled once.
    let expected: Vec<u32> = (0..48).map(|dword| ((4 * dword) << 16) + 1).collect();
    assert_eq!(dwords(&after[0]), expected);
}

/// A surface whose state nobody has described is refused.
#[test]
fn states_of_surfaces_are_of_scratch_memory() {
    let source = CHANNELS.replace(".input buffer offset=64 size=8\n", "")
        + "    lsc_load.ugm (M1, 8)  back:d32  ss(0x6)[place]:a32\n    ret (M1, 1)\n";
    let RunErrorKind::Execution(error) = stopped(&source, [1; 3], [1; 3]) else {
        panic!("it runs");
    };
    assert!(matches!(error.kind, ExecErrorKind::Undefined { .. }));
}

/// Numbers of groups begin where the launch says, in variables and in the header of a thread.
#[test]
fn groups_begin_anywhere() {
    let source = format!(
        r"{CHANNELS}
    mad (M1_NM, 1) one(0,0)<1> %group_id_y(0,0)<0;1,0> 0x64:ud %group_id_z(0,0)<0;1,0>
    mad (M1, 8) data(0,0)<1> header(0,1)<0;1,0> 0x2710:ud one(0,0)<0;1,0>
    mad (M1, 8) more(0,0)<1> header(0,6)<0;1,0> 0x64:ud header(0,7)<0;1,0>
    add (M1, 8) more(0,0)<1> more(0,0)<1;1,0> (-)one(0,0)<0;1,0>
    add (M1, 8) data(0,0)<1> data(0,0)<1;1,0> more(0,0)<1;1,0>
    lsc_store.ugm (M1, 8)  bti(0x0)[out]:a32  data:d32
    ret (M1, 1)
"
    );
    let mut launch = Launch::new([2, 1, 1], [1; 3]);
    launch.first_group = [1, 20, 3];
    let after = launched(&source, launch, &[vec![0; 3 * 96]], &[]);
    let mut expected = vec![0; 72];
    expected[24..32].fill(1_20_03);
    expected[48..56].fill(2_20_03);
    assert_eq!(dwords(&after[0]), expected);
}

/// `%sr0` tells threads apart, also without the bits that Intel's compiler takes out of it for
/// one device (3 and 6) and for another (3, 6 and 7).
#[test]
fn devices_number_threads_with_gaps() {
    let source = format!(
        r"{CHANNELS}
    mov (M1, 8) data(0,0)<1> %sr0(0,0)<0;1,0>
    lsc_store.ugm (M1, 8)  bti(0x0)[out]:a32  data:d32
    ret (M1, 1)
"
    );
    let after = run(&source, ([1; 3], [128, 1, 1]), &[vec![0; 128 * 32]], &[]);
    let numbers: Vec<u32> = dwords(&after[0]).into_iter().step_by(8).collect();
    assert_eq!(numbers[..10], [0, 1, 2, 3, 4, 5, 6, 7, 16, 17]);
    for upper in [7, 8] {
        let without = |number: u32| {
            let number = number & 0x3f | number >> upper << 6;
            number & 7 | number >> 4 << 3
        };
        let mut found: Vec<u32> = numbers.iter().map(|&it| without(it)).collect();
        found.dedup();
        assert_eq!(found.len(), 128, "{upper}");
        assert!(found.is_sorted(), "{upper}");
    }
}

/// Pointers to shared memory have a bit that does not count.
#[test]
fn shared_memory_is_addressed_by_lower_bits() {
    let source = format!(
        r"{CHANNELS}
    or (M1, 8) at(0,0)<1> place(0,0)<1;1,0> 0x10000000:ud
    scatter4_scaled.R (M1, 8) %slm 0x0:ud at.0 index.0
    gather4_scaled.R (M1, 8) %slm 0x0:ud place.0 back.0
    lsc_store.slm (M1, 8)  flat[at+0x20]:a32  back:d32
    lsc_load.slm (M1, 8)  data:d32  flat[place+0x20]:a32
    lsc_store.ugm (M1, 8)  bti(0x0)[out]:a32  data:d32
    ret (M1, 1)
"
    );
    let mut launch = Launch::new([1; 3], [1; 3]);
    launch.shared_bytes = Some(64);
    let after = launched(&source, launch, &[vec![0xee; 32]], &[]);
    assert_eq!(dwords(&after[0]), (0..8).collect::<Vec<u32>>());
}

/// One instruction after another: each is told before it runs, and what its thread holds is
/// what arithmetic gives. Threads take turns at a barrier as when they run to the end.
#[test]
fn one_instruction_after_another() {
    let source = include_str!("../../tests/visa/run/reduction.visaasm");
    let object = assembled(source);
    let routine = &object.kernels[0].routine;
    let (statements, names) = text::list_statements(&object, routine).expect("a version");
    let started = || {
        let mut device = Device::new();
        let mut launch = Launch::new([2, 1, 1], [4, 1, 1]);
        for input in object.kernels[0]
            .inputs
            .iter()
            .filter(|it| it.origin() == 0)
        {
            launch.arguments.push(match input.size {
                8 => buffer(&mut device, &bytes(&[3; 256])),
                size => Argument::Bytes(vec![0; size.into()]),
            });
        }
        launch.start(&object, 0, device).expect("started")
    };
    let (mut whole, mut single) = (started(), started());
    let mut places = Vec::new();
    whole
        .run_with(&mut |step| places.push(step.place))
        .expect("ends");
    let mut seen = Vec::new();
    while let Some(next) = single.upcoming().expect("no thread waits for ever") {
        let statement = &statements[next.place.instruction as usize];
        assert_eq!(statement.offset, next.place.offset);
        assert!(single.step().expect("runs"));
        seen.push(next.place);
        // The thread that ran is there until another one is asked for.
        assert!(single.thread().is_some());
    }
    assert_eq!(seen, places);
    assert_eq!(single.summary(), whole.summary());
    assert!(!single.step().expect("ended") && single.thread().is_none());
    assert_eq!(names.variables.len(), routine.variables.len());
}

/// What a thread holds is seen by the numbers of what is declared.
#[test]
fn variables_and_predicates_are_seen() {
    let source = r#"
.version 4.1
.kernel "seen"
.decl a v_type=G type=uw num_elts=8 align=GRF
.decl few v_type=G type=ub num_elts=3 align=GRF
.decl p v_type=P num_elts=8
.kernel_attr Target="cm"
    mov (M1, 8) a(0,0)<1> 0x76543210:uv
    cmp.gt (M1, 8) p a(0,0)<1;1,0> 0x5:uw
    ret (M1, 1)
"#;
    let object = assembled(source);
    let launch = Launch::new([1; 3], [1; 3]);
    let mut dispatch = launch.start(&object, 0, Device::new()).expect("started");
    assert!(dispatch.thread().is_none());
    let next = dispatch.upcoming().expect("runs").expect("not ended");
    assert_eq!((next.place.instruction, next.mask), (0, 0xff));
    dispatch.step().expect("runs");
    dispatch.step().expect("runs");
    let thread = dispatch.thread().expect("a thread");
    let words: Vec<u8> = (0..8_u16).flat_map(u16::to_le_bytes).collect();
    assert_eq!(thread.variable(32), Some(&words[..]));
    assert_eq!(thread.variable(33), Some(&[0; 3][..]));
    assert_eq!(thread.predicate(1), Some(0b1100_0000));
    assert_eq!(thread.variable(34), None);
    assert_eq!((thread.predicate(0), thread.predicate(2)), (None, None));
    assert_eq!(thread.address(0), None);
}

/// Objects whose bytes were changed: an answer each, and never more than the budget.
#[test]
fn damaged_kernels_stop() {
    let sources = [
        include_str!("../../tests/visa/run/vector_add.visaasm"),
        include_str!("../../tests/visa/run/collatz.visaasm"),
        include_str!("../../tests/visa/run/reduction.visaasm"),
    ];
    let mut random = Random(8);
    let mut ran = 0;
    for source in sources {
        let file = assembled(source).write().expect("bytes");
        for _ in 0..300 {
            let mut bytes = file.clone();
            for _ in 0..=random.next() % 3 {
                let at = random.next() as usize % bytes.len();
                bytes[at] = random.next() as u8;
            }
            let Ok(object) = Object::read(&bytes) else {
                continue;
            };
            let mut launch = Launch::new([2, 1, 1], [4, 1, 1]);
            let kernel = object.kernels.first();
            let inputs = kernel.map_or(&[][..], |it| &it.inputs);
            for input in inputs.iter().filter(|it| it.origin() == 0) {
                let value = vec![0; input.size.into()];
                launch.arguments.push(Argument::Bytes(value));
            }
            let Ok(mut dispatch) = launch.start(&object, 0, Device::new()) else {
                continue;
            };
            dispatch.budget(500);
            let _ = dispatch.run();
            ran += 1;
        }
    }
    assert!(ran > 100, "{ran}");
}

/// A product of which two threads hold half of the rows each: 128 bytes of rows and 256 of
/// columns for each thread, and where they go to.
fn paired(before: &str) -> String {
    let heading = r#"
.version 4.1
.kernel "pairs"
.decl columns v_type=G type=d num_elts=64 align=GRF
.decl rows v_type=G type=d num_elts=32 align=GRF
.decl sums v_type=G type=d num_elts=64 align=GRF
.decl step v_type=G type=uq num_elts=1 align=qword
.decl at v_type=G type=uq num_elts=1 align=qword
.decl number v_type=G type=ud num_elts=1 align=dword
.decl one v_type=G type=uq num_elts=1 align=qword
.decl two v_type=G type=uq num_elts=1 align=qword
.decl three v_type=G type=uq num_elts=1 align=qword
.decl p v_type=P num_elts=1
.input one offset=32 size=8
.input two offset=40 size=8
.input three offset=48 size=8
.kernel_attr Target="cm"
.kernel_attr SimdSize=8
    mov (M1_NM, 1) number(0,0)<1> %hw_id(0,0)<0;1,0>
    mov (M1_NM, 1) step(0,0)<1> number(0,0)<0;1,0>
    shl (M1_NM, 1) step(0,0)<1> step(0,0)<0;1,0> 0x7:ud
    add (M1_NM, 1) at(0,0)<1> one(0,0)<0;1,0> step(0,0)<0;1,0>
    svm_block_ld (8) at(0,0)<0;1,0> rows.0
    add (M1_NM, 1) step(0,0)<1> step(0,0)<0;1,0> step(0,0)<0;1,0>
    add (M1_NM, 1) at(0,0)<1> two(0,0)<0;1,0> step(0,0)<0;1,0>
    svm_block_ld (8) at(0,0)<0;1,0> columns.0
    add (M1_NM, 1) at(0,0)<1> at(0,0)<0;1,0> 0x80:ud
    svm_block_ld (8) at(0,0)<0;1,0> columns.128
    and (M1_NM, 1) number(0,0)<1> number(0,0)<0;1,0> 0x1:ud
    cmp.eq (M1_NM, 1) p number(0,0)<0;1,0> 0x0:ud
"#;
    let product = r"
    dpasw.s8.s8.8.8 (M1_NM, 8) sums.0 %null.0 columns.0 rows(0,0)
    mov (M1_NM, 16) rows(0,0)<1> 0x0:d
    mov (M1_NM, 16) rows(2,0)<1> 0x0:d
    add (M1_NM, 1) at(0,0)<1> three(0,0)<0;1,0> step(0,0)<0;1,0>
    svm_block_st (8) at(0,0)<0;1,0> sums.0
    add (M1_NM, 1) at(0,0)<1> at(0,0)<0;1,0> 0x80:ud
    svm_block_st (8) at(0,0)<0;1,0> sums.128
out:
    ret (M1, 1)
";
    format!("{heading}{before}{product}")
}

/// Threads of a pair that come to the product one after the other, whose rows change behind it,
/// before the other one runs it.
#[test]
fn threads_of_a_pair_share_rows() {
    const THREADS: usize = 4;
    let mut random = Random(83);
    let mut bytes = |count: usize| (0..count).map(|_| random.next() as u8).collect::<Vec<u8>>();
    let (rows, columns) = (bytes(128 * THREADS), bytes(256 * THREADS));
    // The second thread of a pair comes later.
    let source = paired(
        "    (p) jmp (M1, 1) there
    mov (M1_NM, 1) number(0,0)<1> 0x9:ud
again:
    add (M1_NM, 1) number(0,0)<1> number(0,0)<0;1,0> -1:d
    cmp.ne (M1_NM, 1) p number(0,0)<0;1,0> 0x0:ud
    (p) jmp (M1, 1) again
there:
",
    );
    let mut launch = Launch::new([1; 3], [THREADS as u32, 1, 1]);
    launch.register_bytes = 32;
    let buffers = [rows.clone(), columns.clone(), vec![0; 256 * THREADS]];
    let after = launched(&source, launch, &buffers, &[]);
    let signed = |byte: u8| i32::from(byte.cast_signed());
    let mut expected = Vec::new();
    for thread in 0..THREADS {
        // Eight rows of 32 bytes: four of each thread.
        let rows = &rows[256 * (thread / 2)..][..256];
        let columns = &columns[256 * thread..][..256];
        for (row, channel) in (0..8).flat_map(|row| (0..8).map(move |it| (row, it))) {
            let products = (0..32).map(|k| {
                let column = columns[32 * (k / 4) + 4 * channel + k % 4];
                signed(rows[32 * row + k]) * signed(column)
            });
            expected.push(products.sum::<i32>().cast_unsigned());
        }
    }
    assert_eq!(dwords(&after[2]), expected);
}

/// The other thread has ended, waits at a barrier, or there is none.
#[test]
fn a_thread_without_its_partner_stops() {
    let stop = |before: &str, threads: u32| {
        let object = assembled(&paired(before));
        let mut device = Device::new();
        let mut launch = Launch::new([1; 3], [threads, 1, 1]);
        launch.register_bytes = 32;
        for bytes in [512, 1024, 1024] {
            let argument = buffer(&mut device, &vec![0; bytes]);
            launch.arguments.push(argument);
        }
        let mut dispatch = launch.start(&object, 0, device).expect("a launch");
        let stopped = dispatch.run().expect_err("it stops");
        // It is the same once more.
        assert_eq!(dispatch.run(), Err(stopped));
        (stopped.kind, stopped.place.thread[0])
    };
    assert_eq!(
        stop("    (p) jmp (M1, 1) out\n", 2),
        (RunErrorKind::Pair, 1)
    );
    let waits = "    (!p) jmp (M1, 1) there\n    barrier\nthere:\n";
    assert_eq!(stop(waits, 2), (RunErrorKind::Pair, 1));
    let (kind, thread) = stop("", 3);
    let RunErrorKind::Execution(error) = kind else {
        panic!("{kind:?}");
    };
    assert!(matches!(error.kind, ExecErrorKind::Undefined { .. }));
    assert_eq!(thread, 2);
}
