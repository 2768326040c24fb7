//! What is told of a program that runs or stops: where, what it reads and writes.

use std::fmt::Write as _;

use isa_mc::exec::dispatch::{Event, Observer, RunErrorKind, Step, Uninitialized};
use isa_mc::gcn::dispatch::Launch;
use isa_mc::gcn::syntax;

use super::{ADDRESS, KERNARG, STORE, dwords, image, run, start, stops};

/// What stops a program says where, and what to look at.
#[test]
fn what_stops_a_program_is_told() {
    let mut told = String::new();
    let mut case = |what: &str, directives: &str, code: &str| {
        let (error, text) = stops("gfx900", directives, code);
        let _ = writeln!(told, "{what}\n  {text}");
        error
    };
    let error = case("endless", "", "loop: s_branch loop");
    assert_eq!(error.kind, RunErrorKind::Budget { budget: 1000 });
    case("trap", "", "s_nop 0\ns_trap 2");
    case("halt", "", "s_sethalt 1");
    case("no instruction", "", "s_nop 0\n.long 0xbf7fffff");
    case("beyond the end", "", "s_nop 0");
    case("nowhere", "", "s_mov_b64 s[0:1], 16\ns_setpc_b64 s[0:1]");
    case("odd", "", "s_mov_b64 s[0:1], 18\ns_setpc_b64 s[0:1]");
    case(
        "local memory",
        "group_segment_fixed_size 16",
        "v_lshlrev_b32 v0, 2, v0\nds_write_b32 v0, v0",
    );
    case(
        "behind the buffer",
        KERNARG,
        "s_load_dwordx2 s[4:5], s[0:1], 0x0\nv_mul_u32_u24 v0, 100, v0\nv_mov_b32 v1, s4\nglobal_store_dword v0, v1, s[4:5]",
    );
    case(
        "private memory",
        "private_segment_fixed_size 8 user_sgpr_flat_scratch_init 1",
        "s_mov_b32 flat_scratch_lo, s0\ns_mov_b32 flat_scratch_hi, s1\nv_lshlrev_b32 v0, 1, v0\nscratch_store_dword v0, v0, off",
    );
    case(
        "null",
        "",
        "s_mov_b64 s[0:1], 0\ns_load_dword s2, s[0:1], 0x0",
    );
    insta::assert_snapshot!(told);
}

/// Reading what was never written is reported once for each instruction, or is an error.
#[test]
fn what_was_never_written_is_reported() {
    let code = format!(
        "{ADDRESS}
  v_add_u32 v1, v0, v5
  s_add_u32 s20, s21, 1
  v_mov_b32 v2, 0
  ds_read_b32 v3, v2
  s_mov_b32 s3, 3
loop:
  v_xor_b32 v6, v7, v0
  s_sub_u32 s3, s3, 1
  s_cbranch_scc0 loop
  v_writelane_b32 v11, s3, 4
  v_readlane_b32 s20, v11, 4
  v_readlane_b32 s20, v11, 5
  v_cmp_gt_u32 vcc, 3, v0
  s_and_saveexec_b64 s[6:7], vcc
  v_mov_b32 v8, 1
  s_mov_b64 exec, s[6:7]
  v_mov_b32 v9, v8
  v_mov_b32 v9, v9
  s_endpgm"
    );
    let directives = format!("{KERNARG} group_segment_fixed_size 4");
    let image = image("gfx900", &directives, &code);
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let target = dispatch.environment().target();
    dispatch.run(&mut ()).expect("it ends");
    let notes = dispatch
        .notes()
        .map(|it| format!("{}\n", it.display(&target, syntax::LLVM)));
    insta::assert_snapshot!(notes.collect::<String>());

    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.uninitialized(Uninitialized::Fatal);
    let error = dispatch.run(&mut ()).expect_err("the first of them");
    assert!(
        matches!(error.kind, RunErrorKind::Uninitialized(_)),
        "{error:?}"
    );
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.uninitialized(Uninitialized::Ignore);
    dispatch.run(&mut ()).expect("it ends");
    assert_eq!(dispatch.notes().count(), 0);
}

/// Notes down every instruction with its events.
#[derive(Default, PartialEq, Debug)]
struct Notebook(Vec<(u64, u64, Vec<Event>)>);

impl Observer for Notebook {
    fn wants_events(&self) -> bool {
        true
    }

    fn step(&mut self, step: &Step<'_>) {
        self.0
            .push((step.address, step.lanes, step.events.to_vec()));
    }
}

/// The same dispatch always does the same, and says so lane by lane.
#[test]
fn events_are_all_and_the_same() {
    let code = format!("{ADDRESS}\n  v_add_u32 v1, 3, v0\n{STORE}\n  s_endpgm");
    let image = image("gfx900", KERNARG, &code);
    let books: Vec<Notebook> = (0..2)
        .map(|_| {
            let (mut dispatch, _) = start(&image, Launch::new([130, 1, 1], [65, 1, 1]));
            let mut book = Notebook::default();
            dispatch.run(&mut book).expect("it ends");
            book
        })
        .collect();
    assert_eq!(books[0], books[1]);
    let steps = &books[0].0;
    assert_eq!(steps.len(), 4 * 8, "two groups of two wavefronts");
    // The second wavefront of a group has one lane.
    let add = steps[8..16].iter().find(|(_, lanes, events)| {
        let writes = |event: &Event| matches!(event, Event::Write { lanes: 1, values, .. } if values[0] == 64 + 3);
        *lanes == 1 && events.iter().any(writes)
    });
    let (_, _, events) = add.expect("the addition");
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Read { lanes: 1, values, .. } if values[0] == 64)),
        "{events:?}"
    );
    let stored = |events: &Vec<Event>| {
        events
            .iter()
            .filter(|it| matches!(it, Event::Store { .. }))
            .count()
    };
    assert_eq!(
        steps
            .iter()
            .map(|(_, _, events)| stored(events))
            .sum::<usize>(),
        130
    );
}

/// That an instruction reads where it is, is told like any other read.
#[test]
fn reading_the_program_counter_is_an_event() {
    let image = image("gfx900", "", "s_getpc_b64 s[4:5]\ns_endpgm");
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let mut book = Notebook::default();
    dispatch.run(&mut book).expect("it ends");
    let (address, _, events) = &book.0[0];
    let behind = address + 4;
    let reads = |it: &Event| matches!(it, Event::ReadState { value, .. } if *value == behind);
    assert!(events.iter().any(reads), "{events:?}");
}

/// A breakpoint is a loop over single steps; registers can be looked at and changed.
#[test]
fn single_steps_stop_where_one_likes() {
    let code = format!("{ADDRESS}\n  s_mov_b32 s20, 5\n  v_mov_b32 v1, s20\n{STORE}\n  s_endpgm");
    let image = image("gfx900", KERNARG, &code);
    let (mut dispatch, buffer) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    let entry = dispatch.upcoming().expect("a wavefront").address;
    // Behind the load, the wait and the move.
    while dispatch
        .upcoming()
        .is_some_and(|next| next.address != entry + 8 + 4 + 4)
    {
        dispatch.step().expect("it runs");
    }
    let registers = dispatch.registers().expect("a wavefront");
    assert_eq!(registers.register("s20"), Ok(vec![5]));
    registers.set_register("s20", &[9]).expect("a register");
    dispatch.run(&mut ()).expect("it ends");
    assert!(dispatch.upcoming().is_none());
    assert_eq!(dwords(dispatch, buffer, 1), [9]);
}

/// Code that has changed is decoded again.
#[test]
fn code_may_change_itself() {
    // The second time round, `v_mov_b32 v1, 1` is `v_mov_b32 v1, 2`.
    let code = format!(
        "{ADDRESS}
  s_mov_b32 s20, 0
again:
changed:
  v_mov_b32_e32 v1, 1
  s_cmp_eq_u32 s20, 1
  s_cbranch_scc1 done
  s_getpc_b64 s[22:23]
here:
  v_mov_b32 v4, 0
  v_mov_b32 v5, 0x7e020282
  s_sub_u32 s22, s22, here-changed
  s_subb_u32 s23, s23, 0
  global_store_dword v4, v5, s[22:23]
  s_mov_b32 s20, 1
  s_branch again
done:
  {STORE}
  s_endpgm"
    );
    let found = run(
        "gfx900",
        KERNARG,
        &code,
        Launch::new([64, 1, 1], [64, 1, 1]),
        1,
    );
    assert_eq!(found, [2]);
}
