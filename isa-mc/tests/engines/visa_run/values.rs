//! What variables hold, and what functions of numbers give.

use isa_mc::visa::run::{Device, Launch};

use super::{assembled, bytes, dwords, run};

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
