//! Threads that share the rows of a product.

use isa_mc::exec::ExecErrorKind;
use isa_mc::visa::run::{Device, Launch, RunErrorKind};

use super::{Random, assembled, buffer, dwords, launched};

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
