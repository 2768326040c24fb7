//! An instruction in one of its forms as text, and read again.

use std::fmt::Write as _;

use isa_mc::Inst;

use super::forms::{Form, Kind, Moved, halves_of};
use crate::executed::bench::{Bench, Difference};
use crate::meaning::vector::parts::{EIGHTS, PARTS, RESTS, controls};
use crate::meaning::vector::{Done, Half, Meaning, Sources};

/// Vector registers: destination, with two behind it, and sources.
pub(super) const DST: usize = 20;
pub(super) const SRC: [usize; 3] = [2, 4, 6];

fn registers(first: usize, bits: u32) -> String {
    match bits {
        64 => format!("v[{first}:{}]", first + 1),
        _ => format!("v{first}"),
    }
}

/// The instruction as text.
pub(super) fn text(bench: &Bench<'_>, name: &str, meaning: &Meaning, form: &Form) -> String {
    let mask = |first| match form.kind {
        kind if kind.is_long() => bench.mask(first),
        _ => bench.vcc().to_owned(),
    };
    let compares = matches!(meaning.done, Done::Bit(_));
    let has_halves = halves_of(meaning) != 0 && form.kind != Kind::Parts && bench.has_halves();
    let half = |register: String, bit: u32| match form.op_sel.unbounded_shr(bit) & 1 {
        _ if !has_halves => register,
        0 => register + ".l",
        _ => register + ".h",
    };
    let suffix = match form.kind {
        Kind::Short => "_e32",
        Kind::Long => "_e64",
        Kind::Parts => "_sdwa",
        Kind::Lanes | Kind::Eight | Kind::EightFetching => "_dpp",
        Kind::LongLanes | Kind::LongEight | Kind::LongEightFetching => "_e64_dpp",
    };
    let mut operands = match meaning.done {
        Done::Bit(_) if !meaning.writes_mask => vec![],
        Done::Bit(_) => vec![mask(8)],
        Done::Pair(_) | Done::Wide(_) => vec![registers(DST, 64)],
        _ if matches!(meaning.half, Half::Clears | Half::Keeps) => {
            vec![half(registers(DST, 32), meaning.sources.len() as u32)]
        }
        _ => vec![registers(DST, 32)],
    };
    if meaning.writes_carry {
        operands.push(mask(8));
    }
    for (index, bits) in meaning.sources.iter().enumerate() {
        let (first, second) = form.signs.get(index).copied().unwrap_or_default();
        let classes = compares && index == 1 && name.contains("_class_");
        let register = match bits {
            16 => half(registers(SRC[index], 16), index as u32),
            // The mask is a half, too: always the lower one.
            32 if classes => half(registers(SRC[index], 32), u32::MAX),
            _ => registers(SRC[index], *bits),
        };
        operands.push(match meaning.modifiers {
            _ if index >= meaning.plain && !classes => match first && form.kind == Kind::Parts {
                true => format!("sext({register})"),
                false => register,
            },
            Sources::Integer if first => format!("sext({register})"),
            Sources::Floating if classes => match first && form.kind == Kind::Parts {
                true => format!("sext({register})"),
                false => register,
            },
            Sources::Floating => {
                let inner = if second {
                    format!("|{register}|")
                } else {
                    register
                };
                if first { format!("-{inner}") } else { inner }
            }
            Sources::Integer => register,
        });
    }
    if meaning.reads_mask {
        operands.push(mask(10));
    }
    let mut text = format!("{name}{suffix} {}", operands.join(", "));
    if form.op_sel != 0 && !has_halves {
        let bits = (0..=meaning.sources.len()).map(|bit| (form.op_sel >> bit & 1).to_string());
        let _ = write!(text, " op_sel:[{}]", bits.collect::<Vec<_>>().join(","));
    }
    if form.clamp {
        text += " clamp";
    }
    text += ["", " mul:2", " mul:4", " div:2"][form.omod as usize];
    if form.kind == Kind::Parts {
        let [first, second, to] = form.parts.map(|it| PARTS[it].0);
        if !compares {
            let _ = write!(text, " dst_sel:{to} dst_unused:{}", RESTS[form.rest]);
        }
        let _ = write!(text, " src0_sel:{first}");
        if meaning.sources.len() > 1 {
            let _ = write!(text, " src1_sel:{second}");
        }
    }
    if form.kind.lanes() == Some(Moved::Rows) {
        let control = &controls()[form.control].0;
        let _ = write!(
            text,
            " {control} row_mask:{:#x} bank_mask:{:#x}",
            form.rows, form.banks
        );
        if form.bound {
            text += " bound_ctrl:1";
        }
    }
    if matches!(form.kind.lanes(), Some(Moved::Eight | Moved::EightFetching)) {
        let lanes = EIGHTS[form.control].map(|it| it.to_string());
        let _ = write!(text, " dpp8:[{}]", lanes.join(","));
    }
    if form.fetches {
        text += " fi:1";
    }
    text
}

/// Some encodings are in one syntax alone: comparisons of other lanes in clrx, and on GCN 1.0
/// one by another name.
pub(super) fn parse(bench: &Bench<'_>, text: &str) -> Result<Inst, Difference> {
    let inst = bench.parse(text, &["llvm", "clrx"]);
    let alone = text.replacen("_e64", "", 1);
    let old = alone.replacen("v_qsad_pk_u16_u8", "v_qsad_u8", 1);
    let clrx = |text: &str| bench.parse(text, &["clrx"]);
    inst.or_else(|error| clrx(&alone).or_else(|_| clrx(&old)).map_err(|_| error))
}
