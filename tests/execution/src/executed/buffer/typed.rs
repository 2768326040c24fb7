//! Buffers of elements: with every format, within a buffer and beyond its end.

use isa_mc::exec::{ExecErrorKind, InMemory, LANES};

use super::addressing::{
    BASE, BEFORE, BYTES, Bytes, DATA, GUARD, M0, MODES, OFFSET, access, buffers, is_unified,
    registers,
};
use crate::executed::bench::{Bench, Check, Checked, Difference};
use crate::meaning::buffer::{Buffer, Place};
use crate::meaning::typed::{self, Format};
use crate::meaning::{edges, is_rdna3};

/// Buffers of elements in a format.
pub(in crate::executed) const TYPED: Check = Check {
    name: "formats of buffers",
    takes: |name, _, _| name.contains("buffer_") && name.contains("_format_"),
    run: run_typed,
};

/// Memory, the data of each lane, and what is in LDS from where M0 says.
type Formatted = (Vec<u8>, Vec<Vec<u64>>, Vec<u8>);

/// Runs an instruction with a format for all lanes; `None` if the reason is that nobody
/// can say what it does.
fn formatted(
    bench: &Bench<'_>,
    text: &str,
    buffer: &Buffer,
    memory: &Bytes,
    data: &[[u32; 4]],
    address: &dyn Fn(u32) -> [u64; 2],
) -> Result<Option<Formatted>, Difference> {
    let inst = bench.parse(text, &["llvm"])?;
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    let share = machine.space("lds").expect("a space");
    machine.poke(global, BASE - BEFORE, &memory.0);
    machine.poke(share, u64::from(M0 & 0xffff), &[0x5a; 4 * LANES]);
    let wide = buffer.dwords().map(u64::from);
    machine.set_register("s[4:7]", &wide).expect("registers");
    machine.set_register("s8", &[8]).expect("a register");
    machine.set_state("M0", M0.into()).expect("a state");
    let exec = bench.lanes(u64::MAX);
    machine.set_state("EXEC", exec).expect("a state");
    let name = format!("v[{DATA}:{}]", DATA + 4);
    for (lane, values) in data.iter().enumerate() {
        let mut all = values.map(u64::from).to_vec();
        all.push(GUARD);
        machine.set_lane(&name, lane, &all).expect("registers");
        let address = address(lane as u32);
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
    }
    match bench.run(inst, &mut machine) {
        Ok(_) => {}
        Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }) => return Ok(None),
        Err(error) => return Err(bench.stopped(text, &error)),
    }
    bench.compared(inst);
    let after = machine.peek(global, BASE - BEFORE, BYTES).expect("mapped");
    let data = (0..LANES).map(|lane| machine.lane(&name, lane).expect("registers"));
    let data = data.collect();
    let shared = machine.peek(share, u64::from(M0 & 0xffff), 4 * LANES);
    Ok(Some((after, data, shared.expect("mapped"))))
}

/// What a descriptor may select for the four components: all in their places; what is
/// usual for one and two; others, and one that is reserved.
const SELECTIONS: [[u32; 4]; 8] = [
    [4, 5, 6, 7],
    [4, 0, 0, 1],
    [6, 5, 4, 7],
    [4, 5, 0, 1],
    [1, 0, 4, 5],
    [4, 4, 4, 4],
    [4, 3, 4, 5],
    [7, 6, 5, 4],
];

/// Every format, with every number of components, inside a buffer and beyond its end;
/// where the descriptor says it, with several selections.
fn run_typed(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = typed::meaning(name) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/typed.rs what {name} does"
        );
        return Ok(());
    };
    let is_late = is_rdna3(bench.arch);
    // In a descriptor a format has six bits from RDNA 3 on.
    let most = if is_late && !name.starts_with('t') {
        64
    } else {
        128
    };
    for all in 0..most {
        let format = match is_unified(bench) {
            true if is_late => Format::counted(all),
            true => Format::unified(all),
            false => Format {
                data: all % 16,
                numbers: all / 16,
            },
        };
        if name.starts_with('t') {
            check_format(bench, name, &meaning, (all, format), None, false)?;
            continue;
        }
        for turn in 0..3 {
            let selection = SELECTIONS[(all / 16 + all + turn * 3) as usize % 8];
            check_format(bench, name, &meaning, (all, format), Some(selection), false)?;
            if name == "buffer_load_format_x" && !is_late {
                check_format(bench, name, &meaning, (all, format), Some(selection), true)?;
            }
        }
    }
    Ok(())
}

/// Numbers of all kinds: fractions in range and out of it, edges of floating point and
/// of integers, small integers.
pub(in crate::executed) fn numbers(lane: u32) -> [u32; 4] {
    let edges = edges(32);
    std::array::from_fn(|component| {
        let at = lane * 4 + component as u32;
        match at % 7 {
            0 | 1 => (f32::from(at as u16) / 100.0 - 1.3).to_bits(),
            2 => [0.5_f32, -0.5, 1.0, -1.0, -0.0, 0.25][at as usize / 7 % 6].to_bits(),
            3 | 4 => edges[at as usize % edges.len()] as u32,
            5 => at * 9,
            _ => (at * 5).wrapping_neg(),
        }
    })
}

/// Pairs of halves: edges of numbers of 16 bits.
pub(in crate::executed) fn halves(lane: usize) -> [u32; 4] {
    let edges = edges(16);
    let half = |at: usize| edges[at % edges.len()] as u32;
    std::array::from_fn(|register| {
        half(lane + 5 * register) | half(lane * 3 + 7 * register + 1) << 16
    })
}

/// One format. Without a selection the instruction says the format, and the descriptor's
/// does not matter; `lds` loads into LDS.
fn check_format(
    bench: &Bench<'_>,
    name: &str,
    meaning: &typed::Meaning,
    (all, format): (u32, Format),
    selection: Option<[u32; 4]>,
    lds: bool,
) -> Checked {
    if bench.passes_over(lds.into()) {
        return Ok(());
    }
    let unified = is_unified(bench);
    let buffers = buffers(bench);
    let mut buffer = buffers[(all as usize + name.len()) % buffers.len()];
    let selected = selection.unwrap_or(SELECTIONS[0]);
    let packed = (0..4).map(|at| selected[at] << (3 * at)).sum::<u32>();
    let strides = buffer.format;
    buffer.format = match selection {
        Some(_) if buffer.is_late => strides | packed | all << 12,
        None if buffer.is_late => strides | (0x5_a5a5 ^ all) & 0x3_ffff,
        Some(_) if unified => packed | all << 12,
        Some(_) => packed | format.numbers << 12 | format.data << 15,
        None => 0x5_a5a5 ^ all,
    };
    let mode = MODES[(all as usize / 3) % 4];
    let vaddr = match mode {
        "" => "off",
        " offen" | " idxen" => "v2",
        _ => "v[2:3]",
    };
    let (typed::Meaning::Load(count, place_of_data) | typed::Meaning::Store(count, place_of_data)) =
        *meaning;
    // These processors do not pack two halves into a register.
    let unpacked = matches!(bench.cpu, "gfx801" | "gfx802" | "gfx803" | "gfx805");
    let packs = place_of_data == typed::Registers::Halves && !unpacked;
    let used = if packs { count.div_ceil(2) } else { count };
    let vdata = format!("{}, ", registers(used));
    let said = format!(" format:{all}");
    let text = format!(
        "{name} {}{vaddr}, s[4:7], s8{}{mode} offset:{OFFSET}{}",
        if lds { "" } else { &vdata },
        if selection.is_none() { &said } else { "" },
        if lds { " lds" } else { "" },
    );
    // Bits of all kinds: signs, ones, and zeros.
    let pattern =
        (0..BYTES).map(|at| ((at * 93 + at / 64 * 29) as u8) | if at % 7 == 0 { 0x80 } else { 0 });
    let mut memory = Bytes(pattern.collect());
    let mut data: Vec<[u32; 4]> = (0..LANES as u32).map(numbers).collect();
    if place_of_data != typed::Registers::Whole {
        data = (0..LANES).map(halves).collect();
    }
    // What is stored, as a number of 32 bits.
    let given = |values: &[u32; 4], component: usize| match place_of_data {
        typed::Registers::Whole => values[component],
        typed::Registers::Upper => format.widened(values[component] >> 16),
        typed::Registers::Halves if unpacked => format.widened(values[component]),
        typed::Registers::Halves => format.widened(values[component / 2] >> (16 * (component % 2))),
    };
    let mut shared = vec![0x5a; 4 * LANES];
    let address = |lane| access(mode, lane, 8).1;
    let done = formatted(bench, &text, &buffer, &memory, &data, &address)?;
    let places: Vec<Place> = (0..bench.lane_count() as u32)
        .map(|lane| buffer.place(&access(mode, lane, 8).0))
        .collect();
    let stored = format.widths().map_or(0, <[u32]>::len).min(count);
    let can_say = match meaning {
        typed::Meaning::Load(..) => selected[..count].iter().all(|select| match select {
            0 => format.widths().is_some() && format.load(0, 0).is_some(),
            1 => format.load(0, 0).is_some() && places.iter().all(|place| place.has_byte(0)),
            2 | 3 => false,
            _ => format.load(0, *select as usize - 4).is_some(),
        }),
        typed::Meaning::Store(..) => {
            let whole = !format.packed() || format.widths().is_some_and(|it| it.len() <= count);
            let each = (0..stored).all(|at| {
                selected[at] == 4 + at as u32 && format.store(given(&data[0], at), at).is_some()
            });
            stored > 0 && whole && each
        }
    } && !(selection.is_some() && buffer.add_lane && !unified)
        && !places.iter().any(Place::is_unsure)
        && !(unified && places.iter().any(|place| place.is_cut(format.bytes())));
    let Some((after, got, in_lds)) = done else {
        holds!(!can_say, "{text} with {buffer:x?} is said");
        return Ok(());
    };
    holds!(can_say, "{text} with {buffer:x?}: nobody can say that");
    let start = |place: &Place| place.address / format.alignment() * format.alignment();
    match meaning {
        typed::Meaning::Load(..) => {
            for (lane, (place, values)) in places.iter().zip(&mut data).enumerate() {
                let mut loaded = [0; 4];
                for (value, select) in loaded.iter_mut().zip(selected) {
                    let one = if matches!(format.numbers, 4 | 5) {
                        1
                    } else {
                        1.0_f32.to_bits()
                    };
                    let component = select.saturating_sub(4) as usize;
                    *value = match select {
                        0 => 0,
                        1 => one,
                        _ if place.has_byte(format.checked_byte(component)) => {
                            let element = memory.wide(start(place));
                            format.load(element, component).unwrap_or(0)
                        }
                        _ => 0,
                    };
                }
                if lds {
                    shared[4 * lane..][..4].copy_from_slice(&loaded[0].to_le_bytes());
                    continue;
                }
                if place_of_data != typed::Registers::Whole {
                    loaded = loaded.map(|it| format.halved(it));
                }
                match place_of_data {
                    typed::Registers::Upper => values[0] = loaded[0] << 16 | values[0] & 0xffff,
                    typed::Registers::Halves if packs => {
                        loaded[count..].fill(0);
                        values[0] = loaded[0] | loaded[1] << 16;
                        if used > 1 {
                            values[1] = loaded[2] | loaded[3] << 16;
                        }
                    }
                    _ => values[..count].copy_from_slice(&loaded[..count]),
                }
            }
        }
        _ if format.packed() => {
            for (place, values) in places.iter().zip(&data) {
                let (mut whole, mut first) = (0, 0);
                for (at, width) in format.widths().unwrap_or(&[]).iter().enumerate() {
                    whole |= format.store(given(values, at), at).expect("it is said") << first;
                    first += width;
                }
                if place.has_byte(0) {
                    memory.set(start(place), &whole.to_le_bytes());
                }
            }
        }
        typed::Meaning::Store(..) => {
            for component in 0..stored {
                for (place, values) in places.iter().zip(&data) {
                    let byte = format.checked_byte(component);
                    let width = format.widths().map_or(0, |it| it[component]) as usize / 8;
                    if place.has_byte(byte) {
                        let bits = format.store(given(values, component), component);
                        let bytes = bits.expect("it is said").to_le_bytes();
                        memory.set(start(place) + byte, &bytes[..width]);
                    }
                }
            }
        }
    }
    let wrong = after.iter().zip(&memory.0).position(|(a, b)| a != b);
    same!(wrong, None, "{text} with {buffer:x?}: memory differs there");
    same!(in_lds, shared, "{text} with {buffer:x?}: LDS");
    for (lane, (got, want)) in got.iter().zip(&data).enumerate() {
        let mut want = want.map(u64::from).to_vec();
        want.push(GUARD);
        same!(*got, want, "{text} in lane {lane} with {buffer:x?}");
    }
    Ok(())
}
