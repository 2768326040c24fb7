//! How kernels are launched, gone through and stopped.

use isa_mc::exec::ExecErrorKind;
use isa_mc::visa::object::Object;
use isa_mc::visa::run::{Argument, Device, Launch, LaunchError, MAX_THREADS, RunErrorKind};
use isa_mc::visa::text;

use super::{CHANNELS, HEAD, Random, assembled, buffer, bytes, dwords, launched, run, stopped};

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

/// One instruction after another: each is told before it runs, and what its thread holds is
/// what arithmetic gives. Threads take turns at a barrier as when they run to the end.
#[test]
fn one_instruction_after_another() {
    let source = include_str!("../../../../tests/visa/run/reduction.visaasm");
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

/// Objects whose bytes were changed: an answer each, and never more than the budget.
#[test]
fn damaged_kernels_stop() {
    let sources = [
        include_str!("../../../../tests/visa/run/vector_add.visaasm"),
        include_str!("../../../../tests/visa/run/collatz.visaasm"),
        include_str!("../../../../tests/visa/run/reduction.visaasm"),
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
