//! Wavefronts of a group that wait for one another.

use isa_mc::exec::dispatch::{RunErrorKind, TURN, Uninitialized};
use isa_mc::gcn::dispatch::Launch;

use super::{ADDRESS, KERNARG, PROCESSORS, STORE, dwords, image, is_wave32, run, start, stops};

/// What one wavefront stores to local memory before a barrier, the other one reads behind
/// it; the next group finds nothing of it.
#[test]
fn wavefronts_wait_at_barriers() {
    for cpu in PROCESSORS {
        let code = format!(
            "{ADDRESS}
  s_mov_b32 m0, -1
  v_lshlrev_b32 v2, 2, v0
  v_add_u32 v3, vcc, 100, v0
  ds_write_b32 v2, v3
  s_waitcnt lgkmcnt(0)
  s_barrier
  v_sub_u32 v2, vcc, 508, v2
  ds_read_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  {STORE}
  s_endpgm"
        );
        let code = match cpu {
            "gfx600" | "gfx700" => code
                .replace("_u32 v3, vcc", "_i32 v3, vcc")
                .replace("v_sub_u32", "v_sub_i32"),
            "gfx803" => code,
            cpu if is_wave32(cpu) => code
                .replace("_u32 v3, vcc,", "_nc_u32 v3,")
                .replace("_u32 v2, vcc,", "_nc_u32 v2,"),
            _ => code.replace("v3, vcc,", "v3,").replace("v2, vcc,", "v2,"),
        };
        let directives = format!("{KERNARG} group_segment_fixed_size 512");
        let found = run(
            cpu,
            &directives,
            &code,
            Launch::new([128, 1, 1], [128, 1, 1]),
            128,
        );
        let wanted: Vec<u32> = (0..128).map(|item| 100 + 127 - item).collect();
        assert_eq!(found, wanted, "{cpu}");
    }
}

/// A wavefront that has ended is not waited for, and one that spins gets no more than its
/// turn while another one has not done yet what it waits for.
#[test]
fn wavefronts_take_turns() {
    // Wavefront 0 spins until wavefront 1 has stored.
    let code = format!(
        "{ADDRESS}
  v_mov_b32 v2, 0
  v_mov_b32 v3, 7
  v_cmp_gt_u32 vcc, 64, v0
  s_cbranch_vccz second
first:
  ds_read_b32 v1, v2
  s_waitcnt lgkmcnt(0)
  v_cmp_eq_u32 vcc, 7, v1
  s_cbranch_vccz first
  s_barrier
  {STORE}
  s_endpgm
second:
  ds_write_b32 v2, v3
  s_endpgm"
    );
    let directives = format!("{KERNARG} group_segment_fixed_size 4");
    let image = image("gfx900", &directives, &code);
    let (mut dispatch, buffer) = start(&image, Launch::new([128, 1, 1], [128, 1, 1]));
    dispatch.uninitialized(Uninitialized::Ignore);
    let done = dispatch.run(&mut ()).expect("it ends");
    assert!(done.instructions > u64::from(TURN), "it has spun");
    assert_eq!(dwords(dispatch, buffer, 64), [7; 64]);
}

/// A wavefront that kills itself stores nothing behind that, and the others of its group
/// do not wait for it.
#[test]
fn killed_wavefronts_are_not_waited_for() {
    for cpu in PROCESSORS {
        let code = format!(
            "{ADDRESS}
  v_mov_b32 v1, 9
  v_readfirstlane_b32 s20, v0
  s_setkill 2
  s_cmp_lg_u32 s20, 64
  s_cbranch_scc1 goes_on
  s_setkill 1
goes_on:
  s_barrier
  {STORE}
  s_endpgm"
        );
        let launch = Launch::new([192, 1, 1], [192, 1, 1]);
        let stored = run(cpu, KERNARG, &code, launch, 192);
        // The third wavefront of 32 lanes, or the second one.
        let killed = if is_wave32(cpu) { 32 } else { 64 };
        let expected = [vec![9; 64], vec![0; killed], vec![9; 128 - killed]].concat();
        assert_eq!(stored, expected, "{cpu}");
    }
}

/// Where a barrier is split, a wavefront that has signalled it goes on until it waits, and
/// is waited for no more: here the first one does not wait before the second one, which has
/// gone past the barrier, has stored.
#[test]
fn signalling_a_barrier_is_not_waiting_for_it() {
    let code = format!(
        "{ADDRESS}
  v_readfirstlane_b32 s20, v0
  v_mov_b32 v2, 0
  v_mov_b32 v3, 7
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 second
  s_barrier_signal -1
first:
  ds_read_b32 v1, v2
  s_wait_dscnt 0
  v_cmp_eq_u32 vcc, 7, v1
  s_cbranch_vccz first
  s_barrier_wait -1
  {STORE}
  s_endpgm
second:
  s_barrier_signal -1
  s_barrier_wait -1
  ds_write_b32 v2, v3
  s_endpgm"
    );
    let directives = format!("{KERNARG} group_segment_fixed_size 4");
    let image = image("gfx1200", &directives, &code);
    let (mut dispatch, buffer) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.uninitialized(Uninitialized::Ignore);
    dispatch.budget(100_000);
    dispatch.run(&mut ()).expect("it ends");
    assert_eq!(dwords(dispatch, buffer, 32), [7; 32]);
}

/// The barrier says how many have signalled it and who was the first, and is as new when
/// all have.
#[test]
fn a_split_barrier_tells_how_many_have_signalled_it() {
    let round = "
  s_get_barrier_state s22, -1
  s_wait_kmcnt 0
  s_barrier_signal_isfirst -1
  s_cselect_b32 s23, 0x100, 0
  s_or_b32 s22, s22, s23
  s_barrier_wait -1
";
    let code = format!(
        "{ADDRESS}{round}
  s_mov_b32 s24, s22{round}
  s_lshl_b32 s22, s22, 1
  s_add_co_u32 s22, s22, s24
  v_mov_b32 v1, s22
  {STORE}
  s_endpgm"
    );
    let launch = Launch::new([96, 1, 1], [96, 1, 1]);
    let found = run("gfx1200", KERNARG, &code, launch, 96);
    // Three members, and one more signal before each wavefront; the second round begins
    // with the one that has completed the first.
    let state = |signals: u32, first: u32| signals << 16 | first << 8 | 3 << 4 | 1;
    let wavefronts = [
        state(0, 1) + 2 * state(1, 0),
        state(1, 0) + 2 * state(2, 0),
        state(2, 0) + 2 * state(0, 1),
    ];
    assert_eq!(found, wavefronts.map(|it| [it; 32]).concat());
}

/// Who waits for what nobody will do is told so, and does not wait for ever.
#[test]
fn waiting_for_nobody_is_an_error() {
    let (error, text) = stops("gfx1200", "", "  s_barrier_wait -1\n  s_endpgm");
    assert_eq!(error.kind, RunErrorKind::Deadlock);
    assert!(text.ends_with("that could let another one go on"), "{text}");
    // The second wavefront ends, and the first one has not signalled.
    let code = "
  v_readfirstlane_b32 s20, v0
  s_cmp_lg_u32 s20, 0
  s_cbranch_scc1 end
  s_barrier_wait -1
end:
  s_endpgm";
    let (error, _) = stops("gfx1200", "", code);
    assert_eq!((error.kind, error.place.wave), (RunErrorKind::Deadlock, 0));
}

/// Alone in its group a wavefront waits for nobody. Barriers that RDNA 4 has not are refused.
#[test]
fn barriers_that_are_none() {
    let code = format!(
        "{ADDRESS}
  s_barrier_signal -1
  s_barrier_wait -1
  s_barrier_wait -1
  s_barrier_signal_isfirst -1
  s_cselect_b32 s23, 1, 2
  v_mov_b32 v1, s23
  {STORE}
  s_endpgm"
    );
    let launch = Launch::new([32, 1, 1], [32, 1, 1]);
    assert_eq!(run("gfx1200", KERNARG, &code, launch, 32), [2; 32]);
    for (code, why) in [
        ("s_barrier_signal 1", "no barriers with names"),
        ("s_barrier_signal_isfirst m0", "no barriers with names"),
        ("s_barrier_wait 1", "no barriers with names"),
        ("s_barrier_init 1", "no barriers with names"),
        (
            "s_get_barrier_state s1, -2",
            "that of trap handlers is theirs",
        ),
    ] {
        let (error, text) = stops("gfx1200", "", &format!("  s_mov_b32 m0, 1\n  {code}\n"));
        assert!(matches!(error.kind, RunErrorKind::Execution(_)), "{text}");
        assert!(text.contains(why), "{text}");
    }
}
