//! The trace: each instruction with what it read and wrote, lane by lane.

use std::io::Write as _;

use isa_mc::exec::dispatch::{Event, Place, Step};
use isa_mc::exec::{Access, Column, RegisterPart};
use isa_mc::gcn::loader::Image;
use isa_mc::{Cursor, Register, SyntaxId, Target};

/// Writes an instruction that has run. Writing to memory cannot fail.
pub fn write(step: &Step<'_>, image: &Image, syntax: SyntaxId, out: &mut Vec<u8>) {
    let target = step.target;
    let mut text = String::new();
    if target.print(step.inst, syntax, &mut text).is_err() {
        text.push_str(target.mnemonic(step.inst));
    }
    heading(step.place, step.address, text.trim(), image, out);
    for (at, event) in step.events.iter().enumerate() {
        if let Event::ReadState { state, part, .. } = event {
            // Writing some bits of a state reads the others, which says nothing.
            let behind = step.events.get(at + 1);
            let is_own = matches!(behind, Some(Event::WriteState { state: it, part: of, .. })
                if (it, of) == (state, part));
            if is_own || step.events[..at].contains(event) {
                continue;
            }
        }
        match event {
            Event::Read {
                register,
                lanes,
                values,
            } => column(target, "reads ", *register, *lanes, values, out),
            Event::Write {
                register,
                lanes,
                values,
            } => column(target, "writes ", *register, *lanes, values, out),
            Event::ReadState { state, part, value } => {
                self::state(target, "reads ", *state, *part, *value, out);
            }
            Event::WriteState { state, part, value } => {
                self::state(target, "writes ", *state, *part, *value, out);
            }
            Event::Load { access, value } => memory(target, "loads", *access, *value, out),
            Event::Store { access, value } => memory(target, "stores", *access, *value, out),
        }
    }
}

/// Which wavefront is where, and at which instruction.
pub fn heading(place: Place, address: u64, text: &str, image: &Image, out: &mut Vec<u8>) {
    let [x, y, z] = place.group;
    let wave = place.wave;
    let symbol = image.symbol_before(address);
    let symbol = symbol.map_or(String::new(), |(name, at)| format!(" {name}+{at:#x}"));
    let _ = writeln!(
        out,
        "({x},{y},{z}) wave {wave} {address:#x}{symbol}: {text}"
    );
}

/// A register in lanes behind a word: one value if all have the same.
pub fn column(
    target: &Target<'_>,
    what: &str,
    register: RegisterPart,
    lanes: u64,
    values: &Column,
    out: &mut Vec<u8>,
) {
    let file = target.tables().files.get(usize::from(register.file));
    let named = Register {
        file: register.file,
        number: register.number,
        count: 1,
    };
    let mut name = [0; 32];
    let mut name = Cursor::new(&mut name);
    let _ = match target.print_register(named, &mut name) {
        true => write!(out, "    {what}{}", name.as_str()),
        false => write!(out, "    {what}register {}", register.number),
    };
    if register.part != 0 {
        let _ = write!(out, " bits {} and up", u32::from(register.part) * 64);
    }
    if !file.is_some_and(|it| it.per_lane.is_set()) {
        let _ = writeln!(out, " = {:#x}", values[0]);
        return;
    }
    let mut chosen = (0..values.len()).filter(|lane| lanes >> lane & 1 == 1);
    let Some(first) = chosen.next() else {
        let _ = writeln!(out, " in no lane");
        return;
    };
    if lanes.count_ones() > 1 && chosen.clone().all(|lane| values[lane] == values[first]) {
        let count = lanes.count_ones();
        let _ = writeln!(out, " = {:#x} in {count} lanes", values[first]);
        return;
    }
    let _ = write!(out, ":");
    for lane in std::iter::once(first).chain(chosen) {
        let _ = write!(out, " [{lane}]={:#x}", values[lane]);
    }
    let _ = writeln!(out);
}

/// Bits of a state behind a word.
pub fn state(
    target: &Target<'_>,
    what: &str,
    state: u16,
    part: u16,
    value: u64,
    out: &mut Vec<u8>,
) {
    let tables = target.tables();
    let row = tables.states.get(usize::from(state));
    let name = row.map_or("state", |row| tables.text(row.name));
    let _ = match part {
        0 => writeln!(out, "    {what}{name} = {value:#x}"),
        _ => writeln!(
            out,
            "    {what}{name}, bits {} and up = {value:#x}",
            u32::from(part) * 64
        ),
    };
}

fn memory(target: &Target<'_>, what: &str, access: Access, value: u64, out: &mut Vec<u8>) {
    let tables = target.tables();
    let row = tables.spaces.get(usize::from(access.space));
    let space = row.map_or("memory", |row| tables.text(row.name));
    let Access {
        address,
        bytes,
        lane,
        ..
    } = access;
    let _ = writeln!(
        out,
        "    lane {lane} {what} {bytes} bytes of {space} at {address:#x}: {value:#x}"
    );
}
