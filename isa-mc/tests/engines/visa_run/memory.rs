//! Surfaces, scratch memory and shared memory.

use isa_mc::exec::ExecErrorKind;
use isa_mc::visa::run::{Launch, RunErrorKind};

use super::{CHANNELS, Random, bytes, dwords, launched, run, stopped};

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
