//! Scalar instructions of floating point: what vector instructions do in a lane.

use super::wave::Operand::{Destination, First, Second, Word};
use super::wave::{Meaning, Operand, Wave};
use crate::meaning::vector::overflow::regarded;
use crate::meaning::vector::{self, Done, Operands};

/// Of a name without `s_`.
pub(super) fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let (_, of) = name.rsplit_once('_')?;
    let floating = match of {
        "f16" => 16,
        "f32" => 32,
        _ if name.starts_with("cvt_f32_") => 32,
        _ => return None,
    };
    // The lane that does the same, and how its operands are written.
    let two = [Destination(32), First(32), Second(32)];
    let (lane, operands): (String, &[Operand]) = match name {
        "cvt_pk_rtz_f16_f32" => ("cvt_pkrtz_f16_f32".to_owned(), &two),
        "cvt_hi_f32_f16" => ("cvt_f32_f16".to_owned(), &[Destination(32), First(32)]),
        "fmaak_f32" => (
            "fma_f32".to_owned(),
            &[Destination(32), First(32), Second(32), Word],
        ),
        "fmamk_f32" => (
            "fma_f32".to_owned(),
            &[Destination(32), First(32), Word, Second(32)],
        ),
        _ if name.starts_with("cmp_") => (name.to_owned(), &[First(32), Second(32)]),
        _ => {
            let (what, _) = name.split_once('_')?;
            let one = ["ceil", "floor", "trunc", "rndne", "cvt"].contains(&what);
            (name.to_owned(), if one { &two[..2] } else { &two })
        }
    };
    let lane = vector::meaning(&format!("v_{lane}"), arch)?;
    let widths = lane.sources.clone();
    let (name, arch) = (name.to_owned(), arch.to_owned());
    let run = move |mut wave: Wave| {
        let mut sources = [wave.src0, wave.src1, 0];
        match name.as_str() {
            "cvt_hi_f32_f16" => sources[0] >>= 16,
            "fmaak_f32" => sources[2] = wave.word.into(),
            "fmamk_f32" => (sources[1], sources[2]) = (wave.word.into(), sources[1]),
            _ => {}
        }
        for (source, width) in sources.iter_mut().zip(&widths) {
            *source &= u64::MAX >> (64 - width);
        }
        let [a, b, c] = sources;
        let it = Operands {
            a,
            b,
            c,
            before: wave.dst & 0xffff_ffff,
            mode: regarded(wave.mode, &arch),
            ..Operands::default()
        };
        match &lane.done {
            Done::Dword(run) => wave.dst = run(it).into(),
            Done::Bit(run) => wave.scc = run(it),
            _ => return Err("a lane gives something else"),
        }
        Ok(wave)
    };
    Some(Meaning {
        operands: operands.to_vec(),
        floating,
        run: Box::new(run),
    })
}
