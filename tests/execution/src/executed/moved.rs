//! Registers that M0 or MODE choose: relative moves, forks and joins.

use isa_mc::exec::{ExecErrorKind, InMemory};

use super::bench::{Bench, Check, Checked, suffix};

/// Whatever works on registers that no field names.
pub(super) const CHECK: Check = Check {
    name: "registers that a state chooses",
    takes: |name, _, _| takes(name),
    run,
};

/// Whether an instruction is compared here.
pub(super) fn takes(name: &str) -> bool {
    name.starts_with("v_movrel")
        || name == "v_swaprel_b32"
        || name.starts_with("s_movrel")
        || name.ends_with("_fork")
        || name == "s_cbranch_join"
}

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    match name {
        "s_cbranch_join" => join(bench),
        _ if name.ends_with("_fork") => fork(bench, name),
        _ => relative(bench, name),
    }
}

/// How far moves go: not at all, a bit, to the last register, and beyond.
fn relative(bench: &Bench<'_>, name: &str) -> Checked {
    if name.ends_with("_2_b32") || name == "v_swaprel_b32" {
        return relative_both(bench, name);
    }
    let vector = name.starts_with("v_");
    let wide = name.ends_with("b64");
    let (from, to) = (
        name.contains("rels"),
        name.ends_with("d_b32") || name.contains("reld_"),
    );
    let to = to || name.contains("relsd");
    let end = if vector { 256 } else { bench.scalars() as u64 };
    let (source, destination) = (6_u64, 12_u64);
    let count = if wide { 2 } else { 1 };
    let farthest = end - count - if to { destination } else { source };
    for index in [0, 1, 3, 20, farthest, farthest + 1, 5000, 0xffff_fff0] {
        for (suffix, modifiers, crossed) in encodings(bench, name) {
            let registers = |first: u64| match (vector, wide) {
                (true, _) => format!("v{first}"),
                (false, true) => format!("s[{first}:{}]", first + 1),
                (false, false) => format!("s{first}"),
            };
            let (d, s) = (registers(destination), registers(source));
            let text = format!("{name}{suffix} {d}, {s}{modifiers}");
            let inst = bench.parse(&text, &["llvm", "clrx"])?;
            let mut machine = InMemory::new(&bench.target);
            let exec = bench.lanes(0xf0f0_0000_0000_00ff);
            bench.fill(&mut machine);
            machine.set_state("EXEC", exec).expect("a state");
            machine.set_state("M0", index).expect("a state");
            let mut expected = bench.registers(&mut machine);
            let done = bench.run(inst, &mut machine);
            if index > farthest {
                let kind = done.map(|_| ()).map_err(|error| error.kind);
                holds!(
                    matches!(kind, Err(ExecErrorKind::Index { index: there, .. }) if there == index),
                    "{text}, M0 {index}: {kind:?}"
                );
            } else {
                holds!(done.is_ok(), "{text}, M0 {index}: {done:?}");
                let read = source + if from { index } else { 0 };
                let written = destination + if to { index } else { 0 };
                // `registers` has the vector registers first, 64 lanes each.
                for part in 0..count {
                    let place = |number: u64, lane: usize| match vector {
                        true => (number as usize) * 64 + lane,
                        false => 256 * 64 + (number + part) as usize,
                    };
                    let lanes = if vector { 64 } else { 1 };
                    for lane in (0..lanes).filter(|lane| !vector || exec >> lane & 1 == 1) {
                        let value = match vector {
                            true => read * 64 + (lane ^ crossed) as u64,
                            false => 0x1_0000 + read + part,
                        };
                        if let Some(slot) = expected.get_mut(place(written, lane)) {
                            *slot = value;
                        }
                    }
                }
            }
            let found = bench.registers(&mut machine);
            holds!(found == expected, "{text}, M0 {index}: other registers");
            bench.compared(inst);
        }
    }
    Ok(())
}

/// The encodings of a relative move: a suffix, what is written behind the operands, and by
/// which bits the number of the lane differs that a lane reads.
fn encodings(bench: &Bench<'_>, name: &str) -> Vec<(&'static str, &'static str, usize)> {
    let eights = [
        (" dpp8:[1,0,3,2,5,4,7,6]", 1),
        (" dpp8:[2,3,0,1,6,7,4,5] fi:1", 2),
    ];
    let mut eights = eights.into_iter().cycle();
    let formats = bench.formats(name).into_iter();
    let encoding = |format: &str| {
        let (modifiers, crossed) = match format {
            _ if format.ends_with("_SDWA") => {
                (" dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD", 0)
            }
            _ if format.ends_with("_DPP") => (" quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf", 3),
            // Of lanes of eight there are two encodings one behind the other.
            _ if format.ends_with("_DPP8") => eights.next().unwrap_or_default(),
            _ => ("", 0),
        };
        match name.starts_with("v_") {
            true => (suffix(format), modifiers, crossed),
            false => ("", "", 0),
        }
    };
    formats.map(encoding).collect()
}

/// Moves from one register to another, or exchanges of both, where M0 says how far each is
/// from what is written: the source by its lowest ten bits, the destination by ten bits from
/// bit 16 on.
fn relative_both(bench: &Bench<'_>, name: &str) -> Checked {
    let vector = name.starts_with("v_");
    let swaps = name == "v_swaprel_b32";
    let end = if vector { 256 } else { bench.scalars() as u64 };
    let (source, destination) = (6, 12);
    let (last_from, last_to) = (end - 1 - source, end - 1 - destination);
    let indices = [
        (0, 0),
        (1, 20),
        (20, 1),
        (last_from, 3),
        (3, last_to),
        (last_from + 1, 3),
        (3, last_to + 1),
        (1023, 1023),
    ];
    for (from, to) in indices {
        for (suffix, modifiers, crossed) in encodings(bench, name) {
            let suffix = if swaps { "" } else { suffix };
            let register = if vector { "v" } else { "s" };
            let text =
                format!("{name}{suffix} {register}{destination}, {register}{source}{modifiers}");
            let inst = bench.parse(&text, &["llvm"])?;
            let mut machine = InMemory::new(&bench.target);
            let exec = bench.lanes(0xf0f0_0000_0000_00ff);
            bench.fill(&mut machine);
            machine.set_state("EXEC", exec).expect("a state");
            // The other bits say nothing.
            let index = from | to << 16 | 0xfc00_fc00;
            machine.set_state("M0", index).expect("a state");
            let before = bench.registers(&mut machine);
            let mut expected = before.clone();
            let done = bench.run(inst, &mut machine);
            let outside = [(from, last_from), (to, last_to)];
            let outside: Vec<u64> = outside
                .into_iter()
                .filter(|(index, last)| index > last)
                .map(|(index, _)| index)
                .collect();
            if outside.is_empty() {
                holds!(done.is_ok(), "{text}, M0 {index:#x}: {done:?}");
                let (read, written) = (source + from, destination + to);
                let place = |number: u64, lane: usize| match vector {
                    true => number as usize * 64 + lane,
                    false => 256 * 64 + number as usize,
                };
                let lanes = if vector { 64 } else { 1 };
                for lane in (0..lanes).filter(|lane| !vector || exec >> lane & 1 == 1) {
                    expected[place(written, lane)] = before[place(read, lane ^ crossed)];
                    if swaps {
                        expected[place(read, lane)] = before[place(written, lane)];
                    }
                }
            } else {
                let kind = done.map(|_| ()).map_err(|error| error.kind);
                holds!(
                    matches!(kind, Err(ExecErrorKind::Index { index: there, .. }) if outside.contains(&there)),
                    "{text}, M0 {index:#x}: {kind:?}"
                );
            }
            let found = bench.registers(&mut machine);
            holds!(found == expected, "{text}, M0 {index:#x}: other registers");
            bench.compared(inst);
        }
    }
    Ok(())
}

const PC: u64 = 0x1_0000_0040;

fn halves(machine: &mut InMemory<'_>, first: usize) -> u64 {
    let pair = machine.register(&format!("s[{first}:{}]", first + 1));
    let pair = pair.expect("registers");
    pair[0] | pair[1] << 32
}

/// All lanes, none, the fewer, the more, as many.
const CONDITIONS: [u64; 6] = [u64::MAX, 0, 0x3, 0xfff, 0xff, 0xff00];

/// To an address in registers, or forwards and backwards from the instruction.
fn fork(bench: &Bench<'_>, name: &str) -> Checked {
    if name == "s_cbranch_g_fork" {
        return fork_to(bench, &format!("{name} s[40:41], s[42:43]"), 0x2_0000_0100);
    }
    fork_to(bench, &format!("{name} s[40:41], 0x30"), PC + 0xc0)?;
    fork_to(bench, &format!("{name} s[40:41], 0xffd0"), PC - 0xc0)
}

fn fork_to(bench: &Bench<'_>, text: &str, there: u64) -> Checked {
    let inst = bench.parse(text, &["llvm", "clrx"])?;
    for depth in 0..8_u64 {
        for condition in CONDITIONS {
            let mut machine = InMemory::new(&bench.target);
            bench.fill(&mut machine);
            let exec = 0xffff_u64;
            let set = |machine: &mut InMemory<'_>, register: &str, value: u64| {
                let pair = [value & 0xffff_ffff, value >> 32];
                machine.set_register(register, &pair).expect("registers");
            };
            set(&mut machine, "s[40:41]", condition);
            set(&mut machine, "s[42:43]", 0x2_0000_0100);
            let mode = depth << 29 | 0xf0;
            for (state, value) in [("EXEC", exec), ("MODE", mode), ("PC", PC)] {
                machine.set_state(state, value).expect("a state");
            }
            let before = bench.registers(&mut machine);
            let done = bench.run(inst, &mut machine);
            let (taken, others) = (exec & condition, exec & !condition);
            let parts = taken != 0 && others != 0;
            if parts && depth == 7 {
                let kind = done.map(|_| ()).map_err(|error| error.kind);
                let undefined = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
                holds!(undefined, "{text}: {kind:?} with a full stack");
                continue;
            }
            holds!(done.is_ok(), "{text}: {done:?}");
            // The fewer go on; of as many those that jump.
            let stays = others.count_ones() < taken.count_ones();
            let (lanes, pc, kept) = match () {
                () if others == 0 => (exec, there, None),
                () if taken == 0 => (exec, PC, None),
                () if stays => (others, PC, Some((taken, there))),
                () => (taken, there, Some((others, PC))),
            };
            let about = format!("{text} of {condition:#x} at depth {depth}");
            same!(machine.state("EXEC"), Ok(lanes), "{about}: EXEC");
            same!(machine.state("PC"), Ok(pc), "{about}: PC");
            let deeper = mode + (u64::from(kept.is_some()) << 29);
            same!(machine.state("MODE"), Ok(deeper), "{about}: MODE");
            let first = 4 * depth as usize;
            if let Some((lanes, pc)) = kept {
                same!(halves(&mut machine, first), lanes, "{about}: lanes");
                same!(halves(&mut machine, first + 2), pc, "{about}: address");
            }
            let after = bench.registers(&mut machine);
            let stack = 256 * 64 + first..256 * 64 + first + 4;
            let changed = (0..after.len()).filter(|at| after[*at] != before[*at]);
            let elsewhere = changed
                .filter(|at| kept.is_none() || !stack.contains(at))
                .count();
            same!(elsewhere, 0, "{about}: other registers");
            bench.compared(inst);
        }
    }
    Ok(())
}

fn join(bench: &Bench<'_>) -> Checked {
    let text = "s_cbranch_join s40";
    let inst = bench.parse(text, &["llvm", "clrx"])?;
    for depth in 0..8_u64 {
        for wanted in [0, 1, depth, 8] {
            let mut machine = InMemory::new(&bench.target);
            bench.fill(&mut machine);
            machine.set_register("s40", &[wanted]).expect("a register");
            let mode = depth << 29 | 0x3f0;
            for (state, value) in [("EXEC", 5), ("MODE", mode), ("PC", PC)] {
                machine.set_state(state, value).expect("a state");
            }
            let before = bench.registers(&mut machine);
            let done = bench.run(inst, &mut machine);
            let about = format!("{text}, depth {depth} and {wanted}");
            if depth == 0 && wanted != 0 {
                let kind = done.map(|_| ()).map_err(|error| error.kind);
                let undefined = matches!(kind, Err(ExecErrorKind::Undefined { .. }));
                holds!(undefined, "{about}: {kind:?} without a stack");
                continue;
            }
            holds!(done.is_ok(), "{about}: {done:?}");
            let (lanes, pc, left) = match depth == wanted {
                true => (5, PC, mode),
                false => {
                    let first = 4 * (depth as usize - 1);
                    let (lanes, pc) =
                        (halves(&mut machine, first), halves(&mut machine, first + 2));
                    (lanes, pc, mode - (1 << 29))
                }
            };
            same!(machine.state("EXEC"), Ok(lanes), "{about}: EXEC");
            same!(machine.state("PC"), Ok(pc), "{about}: PC");
            same!(machine.state("MODE"), Ok(left), "{about}: MODE");
            let unchanged = bench.registers(&mut machine) == before;
            holds!(unchanged, "{about}: a register changes");
            bench.compared(inst);
        }
    }
    Ok(())
}
