//! Buffers of bytes: with every way to address; and into LDS.

use std::fmt::Write as _;

use isa_mc::exec::{ExecErrorKind, InMemory, LANES};

use super::addressing::{
    BASE, BEFORE, BYTES, Bytes, DATA, GUARD, M0, MODES, OFFSET, access, buffers, registers,
};
use crate::executed::bench::{Bench, Check, Checked};
use crate::meaning::buffer::{Buffer, Place, does_nothing, meaning};
use crate::meaning::flat::is_short_sum;
use crate::meaning::{Lane, Meaning, edges, is_rdna3};

/// Buffers of bytes.
pub(in crate::executed) const CHECK: Check = Check {
    name: "buffers",
    takes: |name, _, _| name.starts_with("buffer_") && !name.contains("_format_"),
    run,
};

/// Memory and data of all lanes afterwards.
fn model(name: &str, places: &[Place], glc: bool, memory: &mut Bytes, data: &mut [[u32; 4]]) {
    let meaning = meaning(name).expect("it is said");
    let unit = match name {
        _ if name.contains("byte") || ["load_u8", "load_i8"].contains(&name) => 1,
        _ if name.contains("short") || ["load_u16", "load_i16"].contains(&name) => 2,
        _ => 4,
    };
    let at = |place: &Place, dword: usize| (place.address & !(unit - 1)) + 4 * dword as u64;
    let dwords = meaning.dst.max(meaning.data);
    if name.contains("_dwordx") {
        // Dword by dword, all lanes each.
        for dword in 0..dwords {
            for (place, data) in places.iter().zip(&mut *data) {
                match (name.starts_with("load"), place.has(dword)) {
                    (true, true) => data[dword] = memory.dword(at(place, dword)),
                    (true, false) => data[dword] = 0,
                    (false, true) => memory.set(at(place, dword), &data[dword].to_le_bytes()),
                    (false, false) => {}
                }
            }
        }
        return;
    }
    for (place, data) in places.iter().zip(data) {
        let address = at(place, 0);
        let exists = place.has(0);
        let before = Lane {
            memory: if exists { memory.wide(address) } else { 0 },
            data: *data,
            dst: *data,
        };
        let after = (meaning.run)(before);
        if exists && meaning.data > 0 {
            memory.set(address, &after.memory.to_le_bytes());
        }
        if meaning.dst > 0 && (glc || !meaning.returns) {
            let returned = if exists || !meaning.returns {
                after.dst
            } else {
                [0; 4]
            };
            data[..meaning.dst].copy_from_slice(&returned[..meaning.dst]);
        }
    }
}

fn check(
    bench: &Bench<'_>,
    name: &str,
    mode: &str,
    buffer: &Buffer,
    flags: &str,
    exec: u64,
    round: Option<usize>,
) -> Checked {
    let meaning = meaning(name).expect("it is said");
    let exec = bench.lanes(exec);
    let soffset = 8;
    let vaddr = match mode {
        "" => "off",
        " offen" | " idxen" => "v2",
        _ => "v[2:3]",
    };
    let lds = flags.contains("lds");
    let mut text = format!("buffer_{name} ");
    if !lds {
        let _ = write!(text, "{}, ", registers(meaning.dst.max(meaning.data)));
    }
    let _ = write!(text, "{vaddr}, s[4:7], s8{mode} offset:{OFFSET}{flags}");
    // LLVM has no rsub; what is written here, both syntaxes read.
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }

    let pattern = (0..BYTES)
        .map(|at| (at * 31 + at / 256 * 7) as u8)
        .collect();
    let mut memory = Bytes(pattern);
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    let share = machine.space("lds").expect("a space");
    machine.poke(global, BASE - BEFORE, &memory.0);
    machine.poke(share, u64::from(M0 & 0xffff), &[0x5a; 0x100]);
    let wide = buffer.dwords().map(u64::from);
    machine.set_register("s[4:7]", &wide).expect("registers");
    machine.set_register("s8", &[soffset]).expect("a register");
    machine.set_state("M0", M0.into()).expect("a state");
    machine.set_state("EXEC", exec).expect("a state");
    let mut places = Vec::new();
    let mut data = Vec::new();
    for lane in 0..LANES {
        let (access, address) = access(mode, lane as u32, soffset as u32);
        let seed = lane as u32 * 0x0101_0307;
        let values = [0x8000_0000 ^ seed, 0x7fff_ffff ^ seed, seed, !seed];
        let mut all = values.map(u64::from).to_vec();
        all.push(GUARD);
        let set = machine.set_lane(&format!("v[{DATA}:{}]", DATA + 4), lane, &all);
        set.expect("registers");
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
        data.push(values);
        if exec >> lane & 1 == 1 {
            places.push((lane, buffer.place(&access)));
        }
    }
    for (lane, place) in places.iter().filter(|_| round.is_some()) {
        let at = round.unwrap_or_default() * LANES + lane;
        let (before, values) = at_edges(&meaning, at);
        memory.set(place.address & !3, &before);
        data[*lane][..meaning.data].copy_from_slice(&values[..meaning.data]);
        let register = registers(meaning.data);
        let values: Vec<u64> = data[*lane].map(u64::from)[..meaning.data].to_vec();
        machine
            .set_lane(&register, *lane, &values)
            .expect("registers");
    }
    machine.poke(global, BASE - BEFORE, &memory.0);
    let mut active: Vec<[u32; 4]> = places.iter().map(|(lane, _)| data[*lane]).collect();
    let only: Vec<Place> = places.iter().map(|(_, place)| *place).collect();
    model(
        name,
        &only,
        flags.contains(bench.returning(name)),
        &mut memory,
        &mut active,
    );
    for ((lane, _), after) in places.iter().zip(active) {
        if !lds {
            data[*lane] = after;
            continue;
        }
        let at = u64::from(M0 & 0xffff) + 4 * *lane as u64;
        let stored = machine.peek(share, at, 4).expect("mapped");
        same!(stored, [0x5a; 4], "before it runs");
    }

    if places.iter().any(|(_, place)| place.is_unsure()) {
        let done = bench.run(inst, &mut machine);
        let undefined =
            matches!(done, Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }));
        holds!(undefined, "{text} with {buffer:x?}: nobody can say that");
        return Ok(());
    }
    bench.execute(inst, &text, &mut machine)?;
    let after = machine.peek(global, BASE - BEFORE, BYTES).expect("mapped");
    let wrong = after.iter().zip(&memory.0).position(|(a, b)| a != b);
    same!(wrong, None, "{text} with {buffer:x?}: memory differs there");
    for (lane, values) in data.iter().enumerate() {
        let got = machine.lane(&format!("v[{DATA}:{}]", DATA + 4), lane);
        let mut want = values.map(u64::from).to_vec();
        want.push(GUARD);
        same!(
            got.expect("registers"),
            want,
            "{text} in lane {lane} with {buffer:x?}"
        );
    }
    if lds {
        let at = u64::from(M0 & 0xffff);
        for (lane, place) in &places {
            let mut copy = [[0; 4]];
            model(name, &[*place], false, &mut memory, &mut copy);
            let stored = machine
                .peek(share, at + 4 * *lane as u64, 4)
                .expect("mapped");
            same!(stored, copy[0][0].to_le_bytes(), "{text} in lane {lane}");
        }
    }
    bench.compared(inst);
    Ok(())
}

/// What is at the address of an atomic and what its data is: every pair of edges, and for
/// what compares with a third value that it is equal or not.
fn at_edges(meaning: &Meaning, at: usize) -> (Vec<u8>, [u32; 4]) {
    let edges = edges(meaning.bits);
    let count = edges.len();
    let (before, new) = (edges[at / count % count], edges[at % count]);
    let other = if at.is_multiple_of(3) {
        edges[(at / count + 1) % count]
    } else {
        before
    };
    let bytes = meaning.bits as usize / 8;
    let wide = u128::from(new) | u128::from(other) << meaning.bits;
    let dwords = [0, 32, 64, 96].map(|shift| (wide >> shift) as u32);
    (before.to_le_bytes()[..bytes].to_vec(), dwords)
}

/// What has no operand runs and changes nothing.
fn check_without_operands(bench: &Bench<'_>, name: &str) -> Checked {
    let text = format!("buffer_{name}");
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    let mut machine = InMemory::new(&bench.target);
    let spaces = ["global", "lds"].map(|space| machine.space(space).expect("a space"));
    let bytes: Vec<u8> = (0..64).collect();
    for space in spaces {
        machine.poke(space, 0, &bytes);
    }
    machine.set_state("EXEC", u64::MAX).expect("a state");
    bench.execute(inst, &text, &mut machine)?;
    for space in spaces {
        same!(machine.peek(space, 0, 64), Ok(bytes.clone()), "{text}");
    }
    bench.compared(inst);
    Ok(())
}

/// Every mode and every buffer, not each pair with every instruction.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let name = name.trim_start_matches("buffer_");
    if does_nothing(name) {
        return check_without_operands(bench, name);
    }
    holds!(
        meaning(name).is_some(),
        "say in tests/execution/src/meaning/flat.rs what buffer_{name} does"
    );
    let short_sum = name.strip_prefix("atomic_").is_some_and(is_short_sum);
    let gives_back =
        meaning(name).is_some_and(|it| it.dst > 0) && (!short_sum || bench.short_sums_give_back());
    let returning = &format!(" {}", bench.returning(name));
    if name.starts_with("atomic") {
        // Records of their own, so that no lane changes what another one finds.
        let (buffer, glc) = (&buffers(bench)[4], if gives_back { returning } else { "" });
        for round in 0..8 {
            check(bench, name, " idxen", buffer, glc, u64::MAX, Some(round))?;
        }
    }
    for (turn, mode) in MODES.into_iter().enumerate() {
        if mode == " addr64" && !matches!(bench.arch, "gcn1.0" | "gcn1.1") {
            continue;
        }
        for (at, buffer) in buffers(bench).iter().enumerate() {
            if (at + turn + name.len()) % 4 != 1 {
                continue;
            }
            let exec = [u64::MAX, 0xaaaa_5555_0f0f_3333][at % 2];
            check(bench, name, mode, buffer, "", exec, None)?;
            if name.starts_with("atomic") && gives_back {
                check(bench, name, mode, buffer, returning, exec, None)?;
            }
            let narrow = if is_rdna3(bench.arch) {
                &[][..]
            } else {
                &["ubyte", "sbyte", "ushort", "sshort", "dword"]
            };
            let load = name.strip_prefix("load_");
            if load.is_some_and(|it| narrow.contains(&it)) {
                check(bench, name, mode, buffer, " lds", exec, None)?;
            }
        }
    }
    Ok(())
}
