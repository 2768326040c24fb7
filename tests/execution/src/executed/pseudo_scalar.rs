//! Functions of a scalar value, which RDNA 4 has: those of a lane, whatever lanes are active.

use isa_mc::exec::{InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use crate::meaning::vector::overflow::regarded;
use crate::meaning::vector::{Done, Operands, meaning, number};

/// What `v_s_` begins.
pub(super) const CHECK: Check = Check {
    name: "functions of scalar values",
    takes: |name, _, _| name.starts_with("v_s_"),
    run,
};

/// Signs, what the result is multiplied by, and whether it is clamped.
const FORMS: [(&str, &str, &str); 6] = [
    ("", "", ""),
    ("-", "", ""),
    ("|", "|", " clamp"),
    ("-|", "|", ""),
    ("", "", " mul:2"),
    ("", "", " clamp div:2"),
];

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    let function = name.strip_prefix("v_s_").unwrap_or_default();
    let lane = meaning(&format!("v_{function}"), bench.arch);
    let Some((meaning, Done::Dword(lane))) = lane.as_ref().map(|it| (it, &it.done)) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/vector what v_{function} does"
        );
        return Ok(());
    };
    let width = meaning.sources[0];
    for (before, behind, more) in FORMS {
        let text = format!("{name} s5, {before}s3{behind}{more}");
        let inst = bench.parse(&text, &["llvm"])?;
        for (at, bits) in number::edges(width).into_iter().enumerate() {
            for turn in 0..4 {
                let mode = number::mode((5 * at + 67 * turn) as u32);
                let mut machine = InMemory::new(&bench.target);
                for (state, value) in [("MODE", mode.into()), ("EXEC", turn as u64 % 2)] {
                    machine.set_state(state, value).expect("a state");
                }
                // Above a half there is what does not matter.
                let source = bits | if width == 16 { 0x5a3c_0000 } else { 0 };
                machine.write(bench.scalar(3), 0, source);
                machine.write(bench.scalar(5), 0, 0xdead_beef);
                machine.write(bench.scalar(6), 0, 0x0bad_cafe);
                bench.execute(inst, &text, &mut machine)?;
                let sign = 1 << (width - 1);
                let size = if before.contains('|') {
                    bits & !sign
                } else {
                    bits
                };
                let it = Operands {
                    a: if before.contains('-') {
                        size ^ sign
                    } else {
                        size
                    },
                    mode: regarded(mode, bench.arch),
                    omod: match more {
                        _ if more.contains("mul:2") => 1,
                        _ if more.contains("div:2") => 3,
                        _ => 0,
                    },
                    clamp: more.contains("clamp"),
                    ..Operands::default()
                };
                let about = format!("{text} of {bits:#x}, MODE {mode:#x}");
                let found = machine.read(bench.scalar(5), 0);
                same!(found, u64::from(lane(it)), "{about}");
                same!(machine.read(bench.scalar(6), 0), 0x0bad_cafe, "{about}");
            }
        }
        bench.compared(inst);
    }
    Ok(())
}
