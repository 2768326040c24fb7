//! What wavefronts of one group count at their barrier, on RDNA 4.

use isa_mc::exec::{InMemory, Machine};

use super::bench::{Bench, Check, Checked};

/// What comes to the barrier of the group, leaves it, or asks for it.
pub(super) const CHECK: Check = Check {
    name: "barrier of a group",
    takes: |name, _, arch| arch == "rdna4" && meaning(name).is_some(),
    run,
};

/// The barrier of a group: wavefronts that have come, those that it has, and how often all had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Barrier {
    signals: u32,
    members: u32,
    complete: u32,
}

impl Barrier {
    /// All have come: the next barrier begins.
    fn completed(self) -> Barrier {
        Barrier {
            signals: 0,
            complete: self.complete + 1,
            ..self
        }
    }

    fn signalled(self) -> Barrier {
        let signals = self.signals + 1;
        match signals == self.members {
            true => self.completed(),
            false => Barrier { signals, ..self },
        }
    }

    /// One wavefront fewer, which is not waited for.
    fn left(self) -> Barrier {
        let members = self.members - 1;
        let rest = Barrier { members, ..self };
        match self.signals == members {
            true => rest.completed(),
            false => rest,
        }
    }

    fn bytes(self) -> Vec<u8> {
        let all = [self.signals, self.members, self.complete];
        all.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

/// What becomes of the barrier, of SCC, and of s5.
type Meaning = fn(Barrier, u64, u64) -> (Barrier, u64, u64);

/// The operands of each instruction, and what it does.
fn meaning(name: &str) -> Option<&'static [(&'static str, Meaning)]> {
    Some(match name {
        "s_barrier_signal" => &[("-1", |it, scc, s5| (it.signalled(), scc, s5))],
        "s_barrier_signal_isfirst" => &[("-1", |it, _, s5| {
            (it.signalled(), u64::from(it.signals == 0), s5)
        })],
        "s_get_barrier_state" => &[("s5, -1", |it, scc, _| {
            (it, scc, u64::from(it.signals << 16 | it.members << 4 | 1))
        })],
        "s_endpgm" | "s_endpgm_saved" => &[("", |it, scc, s5| (it.left(), scc, s5))],
        "s_setkill" => &[
            ("0", |it, scc, s5| (it, scc, s5)),
            ("1", |it, scc, s5| (it.left(), scc, s5)),
        ],
        _ => return None,
    })
}

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    for (operands, meaning) in meaning(name).unwrap_or_default() {
        let text = format!("{name} {operands}");
        let inst = bench.parse(text.trim(), &["llvm"])?;
        for (signals, members) in (0..4).flat_map(|it| (1..5).map(move |members| (it, members))) {
            let before = Barrier {
                signals,
                members,
                complete: 7,
            };
            let scc = u64::from(signals % 2);
            let mut machine = InMemory::new(&bench.target);
            for (state, value) in [("IN_GROUP", 1), ("SCC", scc)] {
                machine.set_state(state, value).expect("a state");
            }
            let space = machine.space("barrier").expect("a space");
            machine.poke(space, 0, &before.bytes());
            machine.write(bench.scalar(5), 0, 0xdead_beef);
            bench.execute(inst, &text, &mut machine)?;
            let (after, scc, s5) = meaning(before, scc, 0xdead_beef);
            let got = machine.peek(space, 0, 12).expect("mapped");
            same!(
                got,
                after.bytes(),
                "the barrier after {text} from {before:?}"
            );
            same!(
                machine.state("SCC"),
                Ok(scc),
                "SCC after {text} from {before:?}"
            );
            same!(
                machine.read(bench.scalar(5), 0),
                s5,
                "s5 after {text} from {before:?}"
            );
            bench.compared(inst);
        }
    }
    Ok(())
}
