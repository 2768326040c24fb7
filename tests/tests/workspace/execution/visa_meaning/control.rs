//! Branches, calls and returns: single statements, and whole programs on a machine
//! that follows the chapter on the execution model.

use isa_dsl::sorted::SortedSet;

use isa_mc::exec::{ExecErrorKind, InMemory};
use isa_mc::{StreamInst, StreamTarget, Target};
use isa_test_support::execution;
use isa_test_support::machine::visa;

use super::elements::little;

const NEXT_WAITING: u32 = 0xffff_ffff;
const END: u32 = 0xffff_fffe;

/// A program and the state of its channels.
struct Thread<'a> {
    target: StreamTarget<'a>,
    memory: InMemory<'a>,
    code: Vec<StreamInst>,
    /// Instruction and channels of each step.
    trace: Vec<(u32, u32)>,
}

impl<'a> Thread<'a> {
    /// Labels are Ln, and the instruction where one is is that of `label Ln`.
    fn new(lines: &[&str], em: u32, flags: &[u32]) -> Thread<'a> {
        let target = StreamTarget::new(visa(), "visa").expect("a processor");
        let plain = Target::new(visa(), "visa").expect("a processor");
        let syntax = target.syntax("visa").expect("a syntax");
        let mut memory = InMemory::new(&plain);
        let [label, waiting, calls, predicate] =
            ["label", "waiting", "calls", "predicate"].map(|name| memory.space(name).expect(name));
        memory.zeroed(waiting);
        memory.map(waiting, 0, 4 * (lines.len() as u64 + 1));
        memory.zeroed(calls);
        memory.map(calls, 0, 16 * 4);
        let mut code = Vec::new();
        for (index, line) in lines.iter().enumerate() {
            let number = line
                .strip_prefix("label L")
                .or(line.strip_prefix("subroutine L"));
            if let Some(number) = number {
                let at = 4 * number.parse::<u64>().expect("a number");
                memory.poke(label, at, &(index as u32).to_le_bytes());
            }
            code.push(target.parse(line, syntax).expect(line));
        }
        for (index, flags) in flags.iter().enumerate() {
            memory.poke(predicate, 4 * (index as u64 + 1), &flags.to_le_bytes());
        }
        memory.set_state("EM", em.into()).expect("a state");
        Thread {
            target,
            memory,
            code,
            trace: Vec::new(),
        }
    }

    fn state(&mut self, name: &str) -> u32 {
        self.memory.state(name).expect(name) as u32
    }

    /// Channels that wait for an instruction.
    fn waiting(&mut self, at: u32) -> u32 {
        let space = self.memory.space("waiting").expect("a space");
        little(
            &self
                .memory
                .peek(space, 4 * u64::from(at), 4)
                .expect("memory"),
        ) as u32
    }

    /// Runs until the end; panics if that does not come.
    fn run(mut self) -> Vec<(u32, u32)> {
        let mut at = 0;
        for _ in 0..200 {
            let Some(inst) = self.code.get(at as usize).copied() else {
                return self.trace;
            };
            let waiting = self.waiting(at);
            let space = self.memory.space("waiting").expect("a space");
            self.memory.poke(space, 4 * u64::from(at), &[0; 4]);
            let em = self.state("EM") | waiting;
            for (name, value) in [("EM", em), ("IP", at), ("NEXT", at + 1)] {
                self.memory.set_state(name, value.into()).expect(name);
            }
            self.trace.push((at, em));
            let done = execution::execute_stream(&self.target, inst, &mut self.memory);
            done.unwrap_or_else(|error| panic!("{at}: {}", error.display(visa())));
            at = match self.state("NEXT") {
                END => return self.trace,
                NEXT_WAITING => {
                    let places = at + 1..self.code.len() as u32;
                    match places.into_iter().find(|place| self.waiting(*place) != 0) {
                        Some(place) => place,
                        None => return self.trace,
                    }
                }
                next => next,
            };
        }
        panic!("no end: {:?}", self.trace);
    }
}

fn trace(lines: &[&str], em: u32, flags: &[u32]) -> Vec<(u32, u32)> {
    Thread::new(lines, em, flags).run()
}

/// If and else: each channel runs one of the arms, and all meet behind them.
#[test]
fn channels_part_and_meet() {
    let lines = [
        "(!P1) goto (M1, 8) L1",
        "yield",
        "goto (M1, 8) L2",
        "label L1",
        "yield",
        "label L2",
        "yield",
        "ret (M1, 1)",
    ];
    let expected = vec![
        (0, 0xff),
        (1, 0x0f),
        (2, 0x0f),
        (3, 0xf0),
        (4, 0xf0),
        (5, 0xff),
        (6, 0xff),
        (7, 0xff),
    ];
    assert_eq!(trace(&lines, 0xff, &[0x0f]), expected);
    // Nobody for an arm: it is skipped, or not left.
    let expected = vec![
        (0, 0xff),
        (3, 0xff),
        (4, 0xff),
        (5, 0xff),
        (6, 0xff),
        (7, 0xff),
    ];
    assert_eq!(trace(&lines, 0xff, &[0]), expected);
    let expected = vec![
        (0, 0xff),
        (1, 0xff),
        (2, 0xff),
        (5, 0xff),
        (6, 0xff),
        (7, 0xff),
    ];
    assert_eq!(trace(&lines, 0xff, &[0xff]), expected);
    // Channels that do not run do not part.
    let expected = vec![
        (0, 0x3c),
        (1, 0x0c),
        (2, 0x0c),
        (3, 0x30),
        (4, 0x30),
        (5, 0x3c),
        (6, 0x3c),
        (7, 0x3c),
    ];
    assert_eq!(trace(&lines, 0x3c, &[0x0f]), expected);
}

/// A branch back: those that stay wait behind it until the others are through.
#[test]
fn loops_wait_for_all_channels() {
    // P1 and P2 hold for a round each.
    let lines = [
        "label L1",
        "(P1) goto (M1, 8) L2",
        "label L2",
        "(!P2) goto (M1, 8) L3",
        "setp (M1_NM, 8) P2 0x0:uw",
        "goto (M1, 8) L1",
        "label L3",
        "ret (M1, 1)",
    ];
    let seen = trace(&lines, 0xff, &[0, 0x0f]);
    let at = |place: u32| -> Vec<u32> {
        seen.iter()
            .filter(|it| it.0 == place)
            .map(|it| it.1)
            .collect()
    };
    assert_eq!(at(0), [0xff, 0x0f], "{seen:?}");
    assert_eq!(at(7), [0xff], "all meet at the end: {seen:?}");
}

/// With one channel the first one speaks for all that have not parted: those that wait for the
/// other arm are not passed over.
#[test]
fn one_channel_goes_for_all() {
    let lines = [
        "(!P1) goto (M1, 8) L1",
        "yield",
        "goto (M1, 1) L2",
        "label L1",
        "yield",
        "label L2",
        "yield",
    ];
    let expected = vec![
        (0, 0xff),
        (1, 0x0e),
        (2, 0x0e),
        (3, 0xf1),
        (4, 0xf1),
        (5, 0xff),
        (6, 0xff),
    ];
    assert_eq!(trace(&lines, 0xff, &[0x0e]), expected);
    // And does so where it stays.
    let lines = ["(P1) goto (M1, 1) L1", "yield", "label L1"];
    let all = [(0, 0xff), (1, 0xff), (2, 0xff)];
    assert_eq!(trace(&lines, 0xff, &[0xfe]), all);
    assert_eq!(trace(&lines, 0xff, &[0x01]), [(0, 0xff), (2, 0xff)]);
    // Back.
    let lines = [
        "label L1",
        "(P1) goto (M1, 1) L1",
        "setp (M1_NM, 8) P1 0x0:uw",
    ];
    let twice = trace(&lines, 0xff, &[0xfe]);
    assert_eq!(twice, all, "{twice:?}");
}

/// A mask that begins further on moves the predicate along.
#[test]
fn masks_choose_the_channels_that_go() {
    let mut thread = Thread::new(
        &["(P1) goto (M3, 4) L0", "yield", "label L0"],
        0xffff,
        &[0x0a0f],
    );
    thread.memory.set_state("IP", 0).expect("a state");
    thread.memory.set_state("NEXT", 1).expect("a state");
    let inst = thread.code[0];
    execution::execute_stream(&thread.target, inst, &mut thread.memory).expect("memory");
    assert_eq!(
        (thread.state("EM"), thread.waiting(2), thread.state("NEXT")),
        (0xf5ff, 0x0a00, 1)
    );
}

/// A jump is for all channels, and the first one decides.
#[test]
fn jumps_follow_the_first_channel() {
    let lines = ["(P1) jmp (M1, 1) L1", "yield", "label L1"];
    assert_eq!(trace(&lines, 0xff, &[0x01]), [(0, 0xff), (2, 0xff)]);
    assert_eq!(
        trace(&lines, 0xff, &[0xfe]),
        [(0, 0xff), (1, 0xff), (2, 0xff)]
    );
    let lines = ["(!P1) jmp (M1, 1) L1", "yield", "label L1"];
    assert_eq!(trace(&lines, 0xff, &[0xfe]), [(0, 0xff), (2, 0xff)]);
}

/// A switch goes on at the label of that number, and there are no others.
#[test]
fn switches_choose_a_label() {
    let line = |index: u32, count: usize| {
        let labels: Vec<String> = (0..count)
            .map(|label| format!("L{}", label % 3 + 1))
            .collect();
        format!("switchjmp (M1, 1) 0x{index:x}:ub ({})", labels.join(", "))
    };
    for count in [1, 2, 5, 31, 32] {
        for index in 0..count as u32 {
            let switch = line(index, count);
            let lines = [switch.as_str(), "label L1", "label L2", "label L3"];
            let goal = 1 + index % 3;
            let seen = trace(&lines, 0xff, &[]);
            assert_eq!(seen[..2], [(0, 0xff), (goal, 0xff)], "{switch}");
        }
        let mut thread = Thread::new(&[&line(count as u32, count)], 0xff, &[]);
        let inst = thread.code[0];
        let error = execution::execute_stream(&thread.target, inst, &mut thread.memory)
            .expect_err("no such label");
        assert!(
            matches!(error.kind, ExecErrorKind::Undefined { .. }),
            "{error:?}"
        );
    }
    // More labels than there may be, and none.
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    let syntax = target.syntax("visa").expect("a syntax");
    assert!(target.parse(&line(0, 33), syntax).is_err());
    assert!(target.parse("switchjmp (M1, 1) 0x0:ub ()", syntax).is_err());
    let mut bytes = vec![0x69, 0x00, 33, 5, 4, 0, 0, 0, 0];
    bytes.extend([0; 66]);
    assert!(target.decode(&bytes).is_err());
    bytes[2] = 32;
    let inst = target.decode(&bytes).expect("32 labels");
    assert_eq!(inst.bytes().len(), 9 + 64);
    assert!(
        target.decode(&bytes[..9 + 63]).is_err(),
        "the last label is cut off"
    );
}

/// Calls for some channels: the others wait for them, and channels return one by
/// one.
#[test]
fn calls_return_when_every_channel_has() {
    let lines = [
        "(P1) call (M1, 8) L1",
        "yield",
        "ret (M1, 1)",
        "subroutine L1",
        "(P2) ret (M1, 8)",
        "yield",
        "ret (M1, 8)",
    ];
    let expected = vec![
        (0, 0xff),
        (3, 0x3c),
        (4, 0x3c),
        (5, 0x0c),
        (6, 0x0c),
        (1, 0xff),
        (2, 0xff),
    ];
    assert_eq!(trace(&lines, 0xff, &[0x3c, 0xf0]), expected);
    // Nobody calls.
    assert_eq!(
        trace(&lines, 0xff, &[0, 0]),
        [(0, 0xff), (1, 0xff), (2, 0xff)]
    );
    // All return at once, in the middle.
    let expected = vec![(0, 0xff), (3, 0x3c), (4, 0x3c), (1, 0xff), (2, 0xff)];
    assert_eq!(trace(&lines, 0xff, &[0x3c, 0xff]), expected);
}

/// Calls within calls come back to where they were made; with one channel they
/// are for all.
#[test]
fn calls_nest() {
    let lines = [
        "call (M1_NM, 1) L1",
        "ret (M1_NM, 1)",
        "subroutine L1",
        "call (M1_NM, 1) L2",
        "ret (M1_NM, 1)",
        "subroutine L2",
        "(P1) ret (M1_NM, 1)",
        "ret (M1_NM, 1)",
    ];
    let places = |flags| -> Vec<u32> {
        trace(&lines, 0xff, &[flags])
            .iter()
            .map(|it| it.0)
            .collect()
    };
    assert_eq!(places(1), [0, 2, 3, 5, 6, 4, 1]);
    assert_eq!(places(0), [0, 2, 3, 5, 6, 7, 4, 1]);
}

/// Channels that return from the kernel are gone.
#[test]
fn a_kernel_ends_channel_by_channel() {
    let lines = ["(P1) ret (M1, 8)", "yield", "ret (M1, 8)", "yield"];
    assert_eq!(
        trace(&lines, 0xff, &[0x0f]),
        [(0, 0xff), (1, 0xf0), (2, 0xf0)]
    );
    assert_eq!(trace(&lines, 0xff, &[0xff]), [(0, 0xff)]);
}

/// A barrier asks the machine to hold the thread; halves of it do one thing each.
#[test]
fn barriers_tell_the_machine() {
    for (line, before, after) in [
        ("barrier", 0, 3),
        ("sbarrier.signal", 0, 1),
        ("sbarrier.wait", 1, 3),
        ("sbarrier.wait", 0, 2),
    ] {
        let mut thread = Thread::new(&[line], 0xff, &[]);
        thread.memory.set_state("BARRIER", before).expect("a state");
        let inst = thread.code[0];
        execution::execute_stream(&thread.target, inst, &mut thread.memory).expect(line);
        assert_eq!(thread.state("BARRIER"), after, "{line}");
    }
}

/// Instructions that do nothing to a thread by itself: no state changes.
#[test]
fn what_does_nothing_changes_nothing() {
    for line in [
        "label L1",
        "subroutine L1",
        "yield",
        "sampler_cache_flush",
        "LOC 7",
        "lsc_fence.ugm.none.group",
        "lsc_fence.slm.flushl3.sysacq",
    ] {
        let mut thread = Thread::new(&[line], 0x5a, &[0x33]);
        let states = ["EM", "IP", "NEXT", "CALL_MASK", "CALL_DEPTH", "BARRIER"];
        let before = states.map(|name| thread.state(name));
        let inst = thread.code[0];
        execution::execute_stream(&thread.target, inst, &mut thread.memory).expect(line);
        assert_eq!(states.map(|name| thread.state(name)), before, "{line}");
    }
}

/// Each instruction of the machine says what it does, or why nobody can say it.
#[test]
fn every_instruction_has_an_operation() {
    let rows = visa().instructions.iter();
    let without = rows.filter(|row| usize::from(row.program) >= visa().programs.len());
    let names: SortedSet<&str> = without.map(|row| visa().text(row.name)).collect();
    assert_eq!(names, SortedSet::new());
}
