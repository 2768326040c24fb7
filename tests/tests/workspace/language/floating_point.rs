//! Floating point as a state of the machine governs it, in the small description of the
//! language's needs.

use isa_dsl::compile_file;
use isa_mc::Target;
use isa_mc::exec::InMemory;

fn with_machine(test: impl FnOnce(&Target<'_>)) {
    with_processor("one", test);
}

fn with_processor(cpu: &str, test: impl FnOnce(&Target<'_>)) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/language/floating_point.isa");
    let tables = compile_file(std::path::Path::new(path)).tables();
    let tables = tables.unwrap_or_else(|errors| panic!("{errors}"));
    let view = tables.view();
    test(&Target::new(&view, cpu).expect("a processor of the machine"));
}

/// Runs an instruction with a mode over r0 and on; gives r8 and r9.
fn run(target: &Target<'_>, text: &str, mode: u64, registers: &[u64]) -> [u64; 2] {
    let syntax = target.syntax("plain").expect("the syntax");
    let inst = target.parse(text, syntax);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, syntax, text)));
    let mut machine = InMemory::new(target);
    machine.set_state("MODE", mode).expect("a state");
    for (number, value) in registers.iter().enumerate() {
        let name = format!("r{number}");
        machine.set_register(&name, &[*value]).expect("a register");
    }
    target.execute(inst, &mut machine).expect("it runs");
    ["r8", "r9"].map(|name| machine.register(name).expect("a register")[0])
}

/// Every way to round, by the state's bits for singles and no others.
#[test]
fn a_state_says_how_results_are_rounded() {
    with_machine(|target| {
        // 1 + 2^-24: the middle between 1 and what comes next; then its negative.
        let values = [0x3f80_0000, 0x3380_0000, 0];
        let negative = [0xbf80_0000, 0xb380_0000, 0];
        for (rounding, up, down) in [
            (0, 0x3f80_0000, 0xbf80_0000),
            (1, 0x3f80_0001, 0xbf80_0000),
            (2, 0x3f80_0000, 0xbf80_0001),
            (3, 0x3f80_0000, 0xbf80_0000),
        ] {
            // What doubles and halves do does not matter.
            for other in 0..4 {
                let mode = rounding | other << 2 | 0x30;
                let text = "add r8, r0, r1, r2";
                assert_eq!(run(target, text, mode, &values)[0], up, "{mode:#x}");
                assert_eq!(run(target, text, mode, &negative)[0], down, "{mode:#x}");
            }
        }
        // A product that overflows: infinity, or the greatest number.
        let large = [0x7f7f_ffff, 0x4000_0000, 0];
        for (rounding, expected) in [
            (0, 0x7f80_0000),
            (1, 0x7f80_0000),
            (2, 0x7f7f_ffff),
            (3, 0x7f7f_ffff),
        ] {
            let found = run(target, "fma r8, r0, r1, r2", rounding | 0x30, &large);
            assert_eq!(found[0], expected, "{rounding}");
        }
    });
}

/// Subnormal sources and results, each by a bit; `FLUSH` whatever they are.
#[test]
fn a_state_says_which_subnormal_values_are_kept() {
    with_machine(|target| {
        let tiny = 0x0040_0000;
        for kept in 0..4_u64 {
            let mode = kept << 4;
            let (sources, results) = (kept & 1 == 1, kept & 2 == 2);
            // The least normal number less half of it: subnormal in the middle.
            let found = run(
                target,
                "add r8, r0, r1, r2",
                mode,
                &[0x0080_0000, tiny | 1 << 31, 0],
            );
            let expected = match (sources, results) {
                (true, true) => tiny,
                (true, false) => 0,
                (false, _) => 0x0080_0000,
            };
            assert_eq!(found[0], expected, "{mode:#x}");
            let found = run(
                target,
                "mad r8, r0, r1, r2",
                mode,
                &[0x3f80_0000, tiny, 1 << 31],
            );
            assert_eq!(found[0], 0, "{mode:#x}");
            // A comparison takes sources as arithmetic does.
            let found = run(
                target,
                "divide r8, r0, r1, r2",
                mode,
                &[1, 0x3f80_0000, tiny],
            );
            let expected = if sources { tiny } else { 0 };
            assert_eq!(found[0], expected, "{mode:#x}");
            // Times two to the power of 24, plus the root of zero.
            let found = run(target, "scale r8, r0, r1, r2", mode, &[tiny, 24, 0]);
            let expected = if sources { 0x0c00_0000 } else { 0 };
            assert_eq!(found[0], expected, "{mode:#x}");
            // What only chooses keeps all of them.
            let found = run(target, "med3 r8, r0, r1, r2", mode, &[0, 0x3f80_0000, tiny]);
            assert_eq!(found[0], tiny, "{mode:#x}");
        }
    });
}

/// A conversion may say itself how it rounds.
#[test]
fn conversions_round_as_they_say() {
    with_machine(|target| {
        // 1 + 2^-24 as a double, rounded to a single as doubles are.
        let double = [0x1000_0000, 0x3ff0_0000, 5, 7];
        for (rounding, expected) in [
            (0, 0x3f80_0000),
            (1, 0x3f80_0001),
            (2, 0x3f80_0000),
            (3, 0x3f80_0000),
        ] {
            let mode = rounding << 2 | 0xf0 | (3 - rounding);
            let found = run(target, "narrow r[8:9], r[0:1], r2, r3", mode, &double);
            assert_eq!(found, [expected, 5], "{mode:#x}");
        }
        for mode in 0..16 {
            // 1 + 2^-10 - 2^-23 to a half, -1.5 down, 1.25 up.
            let singles = [0x3f80_1fff, 0, 0xbfc0_0000, 0x3fa0_0000];
            let found = run(
                target,
                "round r[8:9], r[0:1], r2, r3",
                mode | 0xf0,
                &singles,
            );
            assert_eq!(found, [0x3c00, 0], "{mode:#x}");
        }
        // A byte needs no rounding.
        let found = run(target, "unpack r8, r0, r1, r2", 0, &[0x1ff, 0, 0]);
        assert_eq!(found[0], 0x437f_0000);
    });
}

/// What is too large becomes the greatest number where the state and the architecture say
/// so, in every direction of rounding, and what is infinite by itself does not.
#[test]
fn a_state_says_what_becomes_of_numbers_that_are_too_large() {
    let (greatest, infinite, minus) = (0x7bff, 0x7c00, 0x8000);
    let (one, two) = (0x3c00, 0x4000);
    for (cpu, limits) in [("one", false), ("two", true)] {
        with_processor(cpu, |target| {
            for mode in 0..8 {
                let (rounding, is_set) = (mode & 3, mode & 4 == 4);
                let mode = rounding << 2 | 0xf0 | u64::from(is_set) << 8;
                let run = |text: &str, a, b| run(target, text, mode, &[a, b, 0])[0];
                let (times, over) = ("times r8, r0, r1, r2", "over r8, r0, r1, r2");
                // To nearest and up, to nearest and down; towards zero never.
                let up = !(is_set && limits) && (rounding == 0 || rounding == 1);
                let down = !(is_set && limits) && (rounding == 0 || rounding == 2);
                let positive = if up { infinite } else { greatest };
                let negative = minus | if down { infinite } else { greatest };
                assert_eq!(run(times, greatest, two), positive, "{cpu} {mode:#x}");
                assert_eq!(
                    run(times, greatest | minus, two),
                    negative,
                    "{cpu} {mode:#x}"
                );
                assert_eq!(run(over, greatest, 0x3800), positive, "{cpu} {mode:#x}");
                let half = "half r8, r0, r1, r2";
                assert_eq!(run(half, 0x1_0000, 0), positive, "{cpu} {mode:#x}");
                assert_eq!(run(half, 65504, 0), greatest, "{cpu} {mode:#x}");
                // Infinite sources, and divisions by zero.
                assert_eq!(run(times, infinite, two), infinite, "{cpu} {mode:#x}");
                assert_eq!(run(over, infinite | minus, two), infinite | minus);
                assert_eq!(run(over, one, 0), infinite, "{cpu} {mode:#x}");
                assert_eq!(run(over, one, minus), infinite | minus, "{cpu} {mode:#x}");
            }
        });
    }
}
