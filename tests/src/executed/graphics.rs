//! Interpolation: what can be said of it.

use isa_mc::exec::InMemory;

use super::{Bench, Check, Checked};
use crate::meaning::graphics::parameter;

/// What moves parameters of primitives.
pub(super) const CHECK: Check = Check {
    name: "interpolation",
    takes: |name, _, _| name == "v_interp_mov_f32",
    run,
};

/// Every parameter of some attributes, for waves whose quads have one primitive, many,
/// and one each; LDS has no limit here, and lanes that do not run keep what they have.
/// From GCN 1.2 on there is a second encoding.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    for format in bench.formats(name) {
        let suffix = if format.ends_with("_LONG") {
            "_e64"
        } else {
            ""
        };
        for mask in [0, 0b101_0011, 0x7fff, 0x4001, 0xffff] {
            for (attribute, channel) in [(0, 0), (0, 3), (1, 1), (32, 2)] {
                for parameter in ["p0", "p10", "p20"] {
                    moved(bench, suffix, mask, (attribute, channel), parameter)?;
                }
            }
        }
    }
    Ok(())
}

fn moved(
    bench: &Bench<'_>,
    suffix: &str,
    mask: u32,
    (attribute, channel): (u32, u32),
    name: &str,
) -> Checked {
    let m0 = mask << 16 | 0x40;
    let exec: u64 = 0xf0ff_ffff_0fff_7ff1;
    let mut machine = InMemory::new(&bench.target);
    let lds = machine.space("lds").expect("a space");
    machine.set_state("M0", m0.into()).expect("a state");
    machine.set_state("EXEC", exec).expect("a state");
    for lane in 0..64 {
        machine.set_lane("v1", lane, &[7]).expect("a register");
        let at = parameter(m0, lane as u32, attribute, channel, name);
        machine.poke(lds, at, &(at as u32 ^ 0xabcd_0000).to_le_bytes());
    }
    let letter = ["x", "y", "z", "w"][channel as usize];
    let text = format!("v_interp_mov_f32{suffix} v1, {name}, attr{attribute}.{letter}");
    let inst = bench.parse(&text, &["llvm", "clrx"])?;
    bench.execute(inst, &text, &mut machine)?;
    for lane in 0..64 {
        let at = parameter(m0, lane as u32, attribute, channel, name);
        let moved = u64::from(at as u32 ^ 0xabcd_0000);
        let want = if exec >> lane & 1 == 1 { moved } else { 7 };
        let got = machine.lane("v1", lane);
        same!(got, Ok(vec![want]), "{text} in lane {lane}, M0 {m0:#x}");
    }
    bench.compared(inst);
    Ok(())
}
