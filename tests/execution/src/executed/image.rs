//! Images without a sampler: every kind of linear image in every format, within it and
//! beyond its ends; and what nobody can say.

use std::fmt::Write as _;

use isa_mc::Inst;
use isa_mc::exec::{ExecErrorKind, InMemory, LANES};

use super::bench::{Bench, Check, Checked};
use super::buffer::{halves, numbers};
use crate::meaning::image::{Access, Image, KINDS, Kind, Layout, meaning};
use crate::meaning::typed::Format;
use crate::meaning::{Lane, is_rdna};

/// What loads, stores and changes elements, and what asks for the size.
pub(super) const CHECK: Check = Check {
    name: "images",
    takes: |name, format, _| {
        matches!(format, "MIMG" | "VIMAGE") && meaning(name.trim_start_matches("image_")).is_some()
    },
    run,
};

const BASE: u64 = 0x0012_3456_7800;
const BYTES: usize = 0x4000;
/// What the data holds: its registers, and one behind them.
const DATA: usize = 20;
const GUARD: u64 = 0x0bad_cafe;
/// Some lanes do not run, and keep what they have.
const EXEC: u64 = 0xfff7_ffff_bfff_ff0f;

/// An instruction, its image, and what is bent until nobody can say it.
#[derive(Debug, Clone, Copy)]
struct Case {
    image: Image,
    dmask: u32,
    glc: bool,
    d16: bool,
    a16: bool,
    r128: bool,
    /// What is wrong with it.
    bent: Option<Bent>,
    /// What lane 0 says for a level.
    level: u32,
}

/// What makes an image one of which nobody can say where its elements lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bent {
    Tiled,
    Samples,
    Compressed,
    Levels,
    /// Instruction and descriptor do not agree on slices, or on the kind.
    Slices,
    Normalized,
    /// A pitch, where RDNA 2 may say one.
    Pitch,
    /// Slices that lie among one another.
    Quilts,
}

/// How a processor's descriptors are.
fn layout(bench: &Bench<'_>) -> Layout {
    match bench.arch {
        "gcn1.4" => Layout::Vega,
        "rdna4" => Layout::Rdna4,
        arch if arch.starts_with("rdna3") => Layout::Rdna3,
        arch if is_rdna(arch) => Layout::Rdna,
        _ => Layout::Early,
    }
}

impl Case {
    /// The dwords of the descriptor.
    fn dwords(&self, layout: Layout) -> [u32; 8] {
        let mut dwords = self.image.dwords(layout);
        match self.bent {
            Some(Bent::Slices) if layout.is_rdna() => dwords[3] ^= 1 << 28,
            Some(Bent::Pitch) => dwords[4] |= 8,
            Some(Bent::Quilts) => dwords[5] |= 2,
            Some(Bent::Tiled) => dwords[3] ^= 2 << 20,
            Some(Bent::Samples) => dwords[3] = dwords[3] & 0x0fff_ffff | 14 << 28,
            Some(Bent::Compressed) => dwords[6] |= 1 << 21,
            Some(Bent::Levels) => dwords[3] |= 1 << 16,
            _ => {}
        }
        if self.r128 {
            // What is no part of it does not matter.
            dwords[4..].fill(0xffff_ffff);
        }
        dwords
    }

    fn flags(&self, name: &str, layout: Layout) -> String {
        let mut text = format!(" dmask:{:#x}", self.dmask);
        if layout.is_rdna() {
            let kind = match self.image.kind {
                Kind::Line => "1D",
                Kind::Plane => "2D",
                Kind::Solid => "3D",
                Kind::Lines => "1D_ARRAY",
                Kind::Planes => "2D_ARRAY",
                Kind::Cube => "CUBE",
            };
            let _ = write!(text, " dim:SQ_RSRC_IMG_{kind}");
        }
        let mut flag = |name: &str, set: bool| {
            if set {
                let _ = write!(text, " {name}");
            }
        };
        let newest = layout == Layout::Rdna4;
        flag("unorm", !newest && self.bent != Some(Bent::Normalized));
        flag("glc", !newest && self.glc);
        flag("th:TH_ATOMIC_RETURN", newest && self.glc);
        flag("r128", self.r128);
        flag("a16", self.a16);
        let array = self.image.kind.is_array();
        let says = array != (self.bent == Some(Bent::Slices));
        flag("da", says && !layout.is_rdna());
        flag("d16", self.d16 && !name.contains("pck"));
        text
    }

    /// The components that registers hold, in their order.
    fn chosen(&self) -> Vec<usize> {
        (0..4).filter(|at| self.dmask >> at & 1 == 1).collect()
    }
}

/// Coordinates of a lane: many within the image, some beyond each of its ends.
fn coordinates(lane: usize, kind: Kind) -> [u32; 3] {
    let lane = lane as u32;
    let all = [lane * 5 % 9, lane / 2 % 7, lane % 5];
    let mut all = match kind {
        Kind::Lines => [all[0], all[2], 0],
        _ => all,
    };
    if lane % 31 == 30 {
        all[lane as usize / 31 % kind.coordinates()] = 0xffff;
    }
    all
}

/// The registers of a lane's address.
fn address(case: &Case, lane: usize, mip: bool) -> Vec<u32> {
    let mut all = coordinates(lane, case.image.kind)[..case.image.kind.coordinates()].to_vec();
    if mip {
        all.push(if lane == 0 { case.level } else { 0 });
    }
    if !case.a16 {
        return all;
    }
    let pairs = all.chunks(2);
    pairs
        .map(|pair| pair[0] | pair.get(1).map_or(0, |it| it << 16))
        .collect()
}

fn registers(first: usize, count: usize) -> String {
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

/// The lanes that run.
fn running(bench: &Bench<'_>) -> impl Iterator<Item = usize> + use<> {
    let lanes = bench.lanes(EXEC);
    (0..LANES).filter(move |lane| lanes >> lane & 1 == 1)
}

/// Memory and the data of each lane afterwards; `None` if nobody can say that.
fn expected(
    case: &Case,
    (access, mip): &(Access, bool),
    bench: &Bench<'_>,
    memory: &mut [u8],
    data: &mut [[u32; 4]],
) -> Option<()> {
    let (image, format) = (&case.image, case.image.format);
    let layout = layout(bench);
    let unpacked = matches!(bench.cpu, "gfx801" | "gfx802" | "gfx803" | "gfx805");
    let chosen = case.chosen();
    if let Access::Size = access {
        // Four registers say no depth and no slices.
        if case.r128 && !matches!(image.kind, Kind::Line | Kind::Plane) {
            return None;
        }
        // The first coordinate is the level.
        for lane in running(bench) {
            let level = if lane == 0 { case.level } else { 0 };
            let size = image.size(level, layout != Layout::Early)?;
            for (register, component) in chosen.iter().enumerate() {
                data[lane][register] = size[*component]?;
            }
        }
        return Some(());
    }
    let short = case.r128 && image.kind != Kind::Line;
    let smaller = match layout {
        Layout::Early => 0,
        _ => image.smaller,
    };
    // RDNA has the last level first, and each with rows of its own length.
    if image.levels.1 > smaller || layout.is_rdna() && smaller > 0 {
        return None;
    }
    if case.bent.is_some() || short || format.bytes() == 0 || format.data == 13 {
        let loads = matches!(access, Access::Load | Access::LoadRaw(_));
        if !(case.bent == Some(Bent::Normalized) && loads) {
            return None;
        }
    }
    let places: Vec<(usize, Option<usize>)> = running(bench)
        .map(|lane| {
            let level = if *mip && lane == 0 { case.level } else { 0 };
            let all = coordinates(lane, image.kind);
            let element = image.element(&all[..image.kind.coordinates()], level, layout);
            (lane, element.map(|it| (it - BASE) as usize))
        })
        .collect();
    let widths = format.widths()?;
    let wide = |memory: &[u8], at: usize| {
        u128::from_le_bytes(memory[at..at + 16].try_into().expect("sixteen bytes"))
    };
    let dwords = format.bytes().div_ceil(4) as usize;
    match access {
        Access::Load => {
            (0..4).find_map(|component| format.load(0, component))?;
            for (lane, place) in &places {
                let data = &mut data[*lane];
                let mut loaded = [0; 4];
                for (value, component) in loaded.iter_mut().zip(&chosen) {
                    let integer = matches!(format.numbers, 4 | 5);
                    *value = match image.selection[*component] {
                        0 => 0,
                        1 if place.is_none() => return None,
                        1 if integer => 1,
                        1 => 1.0_f32.to_bits(),
                        2 | 3 => return None,
                        select => {
                            let element = place.map_or(0, |at| wide(memory, at));
                            let loaded = format.load(element, select as usize - 4)?;
                            if place.is_some() { loaded } else { 0 }
                        }
                    };
                }
                if case.d16 {
                    loaded = loaded.map(|it| format.halved(it));
                    loaded[chosen.len()..].fill(0);
                }
                match case.d16 && !unpacked {
                    true => {
                        for register in 0..chosen.len().div_ceil(2) {
                            data[register] = loaded[2 * register] | loaded[2 * register + 1] << 16;
                        }
                    }
                    false => data[..chosen.len()].copy_from_slice(&loaded[..chosen.len()]),
                }
            }
        }
        Access::LoadRaw(signed) => {
            let one = widths.len() == 1 || widths[0] == 32;
            let all = chosen.iter().all(|it| *it < dwords);
            (all && (!signed || one)).then_some(())?;
            for (lane, place) in &places {
                let data = &mut data[*lane];
                for (register, dword) in chosen.iter().enumerate() {
                    let element = place.map_or(0, |at| wide(memory, at));
                    let bits = (8 * format.bytes() as u32).min(32);
                    let raw = (element >> (32 * dword)) as u32 & (u32::MAX >> (32 - bits));
                    data[register] = match signed {
                        true => ((raw << (32 - bits)).cast_signed() >> (32 - bits)).cast_unsigned(),
                        false => raw,
                    };
                }
            }
        }
        Access::Store => {
            (0..4).find_map(|component| format.store(0, component))?;
            let stored = chosen.iter().filter(|it| **it < widths.len());
            for component in stored {
                let own = image.selection[*component] == 4 + *component as u32;
                own.then_some(())?;
                format.store(0, *component)?;
            }
            // Halves that leave out a component: manuals differ.
            (!case.d16 || case.dmask & (case.dmask + 1) == 0).then_some(())?;
            for (lane, place) in &places {
                let data = &mut data[*lane];
                let Some(at) = *place else { continue };
                let (mut whole, mut first) = (0_u128, 0);
                for (component, width) in widths.iter().enumerate() {
                    let register = chosen.iter().position(|it| *it == component);
                    let bits = register.map(|register| {
                        let value = match (case.d16, unpacked) {
                            (false, _) => data[register],
                            (true, true) => format.widened(data[register]),
                            (true, false) => {
                                format.widened(data[register / 2] >> (16 * (register % 2)))
                            }
                        };
                        format.store(value, component).expect("it is said")
                    });
                    whole |= u128::from(bits.unwrap_or(0)) << first;
                    first += width;
                }
                let bytes = format.bytes() as usize;
                memory[at..at + bytes].copy_from_slice(&whole.to_le_bytes()[..bytes]);
            }
        }
        Access::StoreRaw => {
            (case.dmask == (1 << dwords) - 1).then_some(())?;
            for (lane, place) in &places {
                let data = &mut data[*lane];
                let Some(at) = *place else { continue };
                let bytes = data.iter().flat_map(|it| it.to_le_bytes());
                for (to, from) in memory[at..at + format.bytes() as usize]
                    .iter_mut()
                    .zip(bytes)
                {
                    *to = from;
                }
            }
        }
        Access::Atomic(_) | Access::Float(_) => {
            let wide_element = format.data == 11;
            let meaning = match access {
                Access::Atomic(both) => &both[usize::from(wide_element)],
                Access::Float(meaning) => meaning,
                _ => return None,
            };
            let same = case.dmask == (1 << meaning.data) - 1;
            let fits = match access {
                Access::Float(_) => format.bytes() == 4,
                _ => matches!(format.data, 4 | 11),
            };
            (same && fits).then_some(())?;
            for (lane, place) in &places {
                let data = &mut data[*lane];
                let before = Lane {
                    memory: place.map_or(0, |at| wide(memory, at)),
                    data: *data,
                    dst: *data,
                };
                let after = (meaning.run)(before);
                if let Some(at) = *place {
                    memory[at..at + 16].copy_from_slice(&after.memory.to_le_bytes());
                }
                if case.glc {
                    let got = if place.is_some() { after.dst } else { [0; 4] };
                    data[..meaning.dst].copy_from_slice(&got[..meaning.dst]);
                }
            }
        }
        Access::Size => {}
    }
    Some(())
}

/// The same bits as a decoder reads them, which cannot see how many registers are meant.
fn decoded(bench: &Bench<'_>, inst: Inst) -> Inst {
    let mut bytes = [0; 20];
    let length = bench.target.encode(inst, &mut bytes);
    let length = length.expect("it has bytes");
    let read = bench.target.decode(&bytes[..length]);
    read.expect("it is an instruction")
}

fn check(bench: &Bench<'_>, name: &str, case: &Case) -> Checked {
    let said = meaning(name).expect("it is said");
    let layout = layout(bench);
    let unpacked = matches!(bench.cpu, "gfx801" | "gfx802" | "gfx803" | "gfx805");
    let count = case.chosen().len();
    let used = if case.d16 && !unpacked {
        count.div_ceil(2)
    } else {
        count
    };
    let width = match said.0 {
        Access::Size => 1,
        _ => address(case, 0, said.1).len(),
    };
    // On RDNA addresses may be any registers, if they are several.
    let odd = (case.image.number + u32::from(case.glc)) % 2 == 1;
    let apart = width > 1 && layout.is_rdna() && (odd || layout == Layout::Rdna4);
    let places = if apart { [5, 3, 4, 2] } else { [2, 3, 4, 5] };
    let vaddr = match apart {
        true => {
            let all = places[..width].iter().map(|it| format!("v{it}"));
            format!("[{}]", all.collect::<Vec<_>>().join(", "))
        }
        false => registers(2, width),
    };
    let text = format!(
        "image_{name} {}, {vaddr}, s[8:15]{}",
        registers(DATA, used),
        case.flags(name, layout),
    );
    // Of atomics LLVM takes the masks that fit only.
    let written = match bench.parse(&text, &["llvm", "clrx"]) {
        Err(_) if bench.has_one_syntax() && name.starts_with("atomic") => return Ok(()),
        written => written?,
    };
    let inst = match case.image.width % 2 {
        0 => written,
        _ => decoded(bench, written),
    };
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut machine = InMemory::new(&bench.target);
    let global = machine.space("global").expect("a space");
    let pattern =
        (0..BYTES).map(|at| ((at * 93 + at / 64 * 29) as u8) | if at % 7 == 0 { 0x80 } else { 0 });
    let mut memory: Vec<u8> = pattern.collect();
    machine.poke(global, BASE, &memory);
    let wide = case.dwords(layout).map(u64::from);
    machine.set_register("s[8:15]", &wide).expect("registers");
    machine
        .set_state("EXEC", bench.lanes(EXEC))
        .expect("a state");
    let mut data: Vec<[u32; 4]> = match case.d16 {
        true => (0..LANES).map(halves).collect(),
        false => (0..LANES as u32).map(numbers).collect(),
    };
    let all = format!("v[{DATA}:{}]", DATA + 4);
    for (lane, values) in data.iter().enumerate() {
        let mut values = values.map(u64::from).to_vec();
        values.push(GUARD);
        machine.set_lane(&all, lane, &values).expect("registers");
        let mut address = match said.0 {
            Access::Size => vec![if lane == 0 { case.level } else { 0 }],
            _ => address(case, lane, said.1),
        };
        address.resize(4, 0xdead_0000 | lane as u32);
        let mut registers = [0; 4];
        for (place, value) in places.iter().zip(&address) {
            registers[place - 2] = u64::from(*value);
        }
        machine
            .set_lane("v[2:5]", lane, &registers)
            .expect("registers");
    }
    let can_say = expected(case, &said, bench, &mut memory, &mut data);
    match bench.run(inst, &mut machine) {
        Ok(_) => {}
        Err(error) if matches!(error.kind, ExecErrorKind::Undefined { .. }) => {
            holds!(
                can_say.is_none(),
                "{text} with {case:x?} is said: {}",
                bench.stopped(&text, &error)
            );
            return Ok(());
        }
        Err(error) => return Err(bench.stopped(&text, &error)),
    }
    holds!(
        can_say.is_some(),
        "{text} with {case:x?}: nobody can say that"
    );
    bench.compared(inst);
    let after = machine.peek(global, BASE, BYTES).expect("mapped");
    let wrong = after.iter().zip(&memory).position(|(a, b)| a != b);
    same!(wrong, None, "{text} with {case:x?}: memory differs there");
    for (lane, values) in data.iter().enumerate() {
        let mut want = values.map(u64::from).to_vec();
        want.push(GUARD);
        let got = machine.lane(&all, lane).expect("registers");
        same!(got, want, "{text} in lane {lane} with {case:x?}");
    }
    Ok(())
}

/// What a descriptor selects: each component as itself, what is usual for fewer of them,
/// and others.
const SELECTIONS: [[u32; 4]; 5] = [
    [4, 5, 6, 7],
    [4, 0, 0, 1],
    [6, 5, 4, 7],
    [4, 5, 0, 0],
    [4, 4, 4, 4],
];

fn image(kind: Kind, format: Format, layout: Layout) -> Image {
    Image {
        kind,
        base: BASE,
        width: 15,
        height: 5,
        depth: 4,
        slices: (1, 4),
        pitch: 17,
        format,
        number: match layout.says_pitch() {
            true => format.place(),
            false => format.number(),
        },
        selection: SELECTIONS[0],
        levels: (0, 0),
        smaller: 0,
    }
}

/// The masks of components, formats and kinds of images that belong to an instruction.
fn run(bench: &Bench<'_>, mnemonic: &str) -> Checked {
    let name = mnemonic.trim_start_matches("image_");
    let (access, mip) = meaning(name).expect("it is said");
    let layout = layout(bench);
    let plain = |format| Case {
        image: image(Kind::Plane, format, layout),
        dmask: 15,
        glc: false,
        d16: false,
        a16: false,
        r128: false,
        bent: None,
        level: 0,
    };
    let single = Format {
        data: 4,
        numbers: 4,
    };
    let pair = Format {
        data: 11,
        numbers: 4,
    };
    let newest = layout != Layout::Early;
    let rdna = layout.is_rdna();
    let mut cases = Vec::new();
    match access {
        Access::Size => {
            for kind in KINDS {
                for dmask in 1..16 {
                    for (levels, level) in [((0, 0), 0), ((1, 3), 1), ((0, 2), 3)] {
                        let mut case = plain(single);
                        case.image = Image {
                            levels,
                            ..image(kind, single, layout)
                        };
                        (case.dmask, case.level) = (dmask, level);
                        cases.push(case);
                        if !newest || rdna {
                            cases.push(Case { r128: true, ..case });
                        }
                    }
                }
            }
        }
        Access::Atomic(_) | Access::Float(_) => {
            for (kind, glc) in KINDS.into_iter().flat_map(|it| [(it, false), (it, true)]) {
                for (format, dmask) in [(single, 1), (single, 3), (pair, 3), (pair, 15)] {
                    let mut case = plain(format);
                    case.image = image(kind, format, layout);
                    (case.dmask, case.glc) = (dmask, glc);
                    cases.push(case);
                    if newest {
                        case.image.smaller = 2;
                        case.image.levels = (dmask % 2, 2);
                        cases.push(case);
                    }
                }
            }
        }
        _ => {
            let count = if rdna { 82 } else { 24 * 10 };
            for all in 0..count {
                let format = match rdna {
                    true if layout.says_pitch() => Format::counted(all),
                    true => Format::unified(all),
                    false => Format {
                        data: all % 24,
                        numbers: all / 24,
                    },
                };
                // What is no format is that with any other half, too.
                let odd = [format.bytes() == 0, matches!(format.numbers, 6 | 8 | 9)];
                if !rdna && (odd[0] && format.numbers != 4 || odd[1] && format.data != 10) {
                    continue;
                }
                for turn in 0..3 {
                    let at = (all * 3 + turn) as usize;
                    let mut case = plain(format);
                    // Every kind with every format, and with every kind of number.
                    let kind = all + all / 24 + 2 * turn;
                    case.image = image(KINDS[kind as usize % 6], format, layout);
                    case.image.number = all;
                    case.image.selection = SELECTIONS[at / 5 % 5 * turn as usize % 5];
                    case.image.width = 14 + turn % 2;
                    let dwords = format.bytes().div_ceil(4) as u32;
                    case.dmask = match turn {
                        0 => (1_u32 << dwords).saturating_sub(1).max(1),
                        1 => 1 + all * 7 % 15,
                        _ => 15,
                    };
                    case.level = u32::from(mip && turn == 1);
                    if newest && (all / 4 + turn) % 2 == 0 {
                        case.image.smaller = 3;
                        case.image.levels = [(0, 3), (1, 2), (2, 2), (0, 0)][at % 4];
                        case.level = all % 5;
                    }
                    cases.push(case);
                    let halves = matches!(access, Access::Load | Access::Store);
                    if halves && !matches!(bench.arch, "gcn1.0" | "gcn1.1") {
                        cases.push(Case { d16: true, ..case });
                    }
                }
            }
        }
    }
    for case in &cases {
        check(bench, name, case)?;
    }
    if let Access::Size = access {
        return Ok(());
    }
    let (format, dmask) = match &access {
        Access::Atomic(both) => (single, (1 << both[0].data) - 1),
        _ => (single, 1),
    };
    for kind in KINDS {
        let mut case = plain(format);
        case.image = image(kind, format, layout);
        case.dmask = dmask;
        if !newest || rdna {
            check(bench, name, &Case { r128: true, ..case })?;
        }
        if newest {
            let mut halves = Case { a16: true, ..case };
            check(bench, name, &halves)?;
            (halves.image.smaller, halves.image.levels) = (1, (0, 1));
            halves.level = 1;
            check(bench, name, &halves)?;
        }
        if layout == Layout::Rdna && matches!(kind, Kind::Line | Kind::Plane) {
            let bent = Some(Bent::Pitch);
            check(bench, name, &Case { bent, ..case })?;
        }
        if rdna {
            let bent = Some(Bent::Quilts);
            check(bench, name, &Case { bent, ..case })?;
        }
        for bent in [
            Bent::Tiled,
            Bent::Samples,
            Bent::Compressed,
            Bent::Levels,
            Bent::Slices,
            Bent::Normalized,
        ] {
            // Nothing says so on RDNA 4.
            if bent == Bent::Normalized && layout == Layout::Rdna4 {
                continue;
            }
            let bent = Some(bent);
            check(bench, name, &Case { bent, ..case })?;
        }
    }
    Ok(())
}
