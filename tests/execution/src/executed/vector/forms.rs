//! The forms of an instruction: its encodings, each with every part, every way to move lanes and
//! every modifier that is tried.

use crate::executed::bench::Bench;
use crate::meaning::vector::parts::{EIGHTS, Moves, PARTS, RESTS, controls_of};
use crate::meaning::vector::{Done, Half, Meaning, Sources};
use crate::meaning::{is_newer, is_rdna};

/// How an instruction is written, and what that asks for.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) kind: Kind,
    /// By source: `neg` and `abs`, or `sext`.
    pub(super) signs: [(bool, bool); 3],
    /// By source, the part; then that of the destination.
    pub(super) parts: [usize; 3],
    pub(super) rest: usize,
    pub(super) clamp: bool,
    /// A bit for each source, and one for the destination.
    pub(super) op_sel: u32,
    /// What the result is multiplied by, as a number of the field.
    pub(super) omod: u32,
    /// Which of [`controls`](crate::meaning::vector::parts::controls), or of [`EIGHTS`].
    pub(super) control: usize,
    /// Lanes that are off give what they have.
    pub(super) fetches: bool,
    pub(super) rows: u64,
    pub(super) banks: u64,
    pub(super) bound: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Short,
    Long,
    Parts,
    Lanes,
    /// Lanes of eight, where those that are off give zero.
    Eight,
    /// The same, where they give what they have.
    EightFetching,
    /// The same three in VOP3.
    LongLanes,
    LongEight,
    LongEightFetching,
}

impl Kind {
    /// Whether it is VOP3, with or without another word behind it.
    pub(super) fn is_long(self) -> bool {
        use Kind::{Long, LongEight, LongEightFetching, LongLanes};
        matches!(self, Long | LongLanes | LongEight | LongEightFetching)
    }

    /// The other lanes that it reads.
    pub(super) fn lanes(self) -> Option<Moved> {
        match self {
            Kind::Lanes | Kind::LongLanes => Some(Moved::Rows),
            Kind::Eight | Kind::LongEight => Some(Moved::Eight),
            Kind::EightFetching | Kind::LongEightFetching => Some(Moved::EightFetching),
            Kind::Short | Kind::Long | Kind::Parts => None,
        }
    }
}

/// How lanes are moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    Rows,
    Eight,
    EightFetching,
}

const PLAIN: Form = Form {
    kind: Kind::Short,
    signs: [(false, false); 3],
    parts: [6; 3],
    rest: 0,
    clamp: false,
    op_sel: 0,
    omod: 0,
    control: 0,
    fetches: false,
    rows: 15,
    banks: 15,
    bound: false,
};

/// The kinds of the encodings that an instruction has.
pub(super) fn kinds(bench: &Bench<'_>, name: &str) -> Vec<Kind> {
    // Of lanes of eight there are two encodings one behind the other.
    let mut eights = [Kind::Eight, Kind::EightFetching].into_iter();
    let mut long_eights = [Kind::LongEight, Kind::LongEightFetching].into_iter();
    let kind = |format: &str| match format {
        _ if format.ends_with("_SDWA") => Kind::Parts,
        _ if format.starts_with("VOP3") && format.ends_with("_DPP") => Kind::LongLanes,
        _ if format.starts_with("VOP3") && format.ends_with("_DPP8") => {
            long_eights.next().expect("there are two")
        }
        _ if format.ends_with("_DPP") => Kind::Lanes,
        _ if format.ends_with("_DPP8") => eights.next().expect("there are two"),
        _ if format.starts_with("VOP3") => Kind::Long,
        _ => Kind::Short,
    };
    bench.formats(name).into_iter().map(kind).collect()
}

/// Whether the result is of 64 bits.
pub(super) fn gives_pair(meaning: &Meaning) -> bool {
    matches!(meaning.done, Done::Pair(_) | Done::Wide(_))
}

/// Signs of a source: changed, taken away, both.
const SIGNS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

/// The forms of an instruction that are tried.
pub(super) fn forms(meaning: &Meaning, kinds: &[Kind], bench: &Bench<'_>) -> Vec<Form> {
    let arch = bench.arch;
    let mut all = Vec::new();
    let floating = meaning.modifiers == Sources::Floating;
    for &kind in kinds {
        let plain = Form { kind, ..PLAIN };
        // In short encodings halves are bits of the registers' fields.
        if !kind.is_long() && bench.has_halves() {
            let halves = |op_sel| Form {
                op_sel,
                fetches: kind == Kind::EightFetching,
                ..plain.clone()
            };
            all.extend((1..1 << halves_of(meaning)).map(halves));
        }
        match kind {
            Kind::Short => all.push(plain),
            Kind::Long => all.extend(long_forms(meaning, &plain, arch)),
            Kind::Parts => {
                for chosen in 0..PARTS.len() {
                    for sign in [false, true] {
                        let sign = if floating {
                            (sign, sign)
                        } else {
                            (sign, false)
                        };
                        let form = Form {
                            signs: [sign, (false, false), (false, false)],
                            parts: [chosen, 6, 6],
                            ..plain.clone()
                        };
                        all.push(form);
                        let form = Form {
                            signs: [(false, false), sign, (false, false)],
                            parts: [5, chosen, 6],
                            ..plain.clone()
                        };
                        all.push(form);
                    }
                    // LLVM's assembler takes no part of a destination that is a source.
                    for rest in 0..RESTS.len() * usize::from(!meaning.accumulates) {
                        all.push(Form {
                            parts: [6, 6, chosen],
                            rest,
                            ..plain.clone()
                        });
                    }
                }
                if meaning.clamps || meaning.multiplies {
                    all.push(Form {
                        clamp: true,
                        ..plain.clone()
                    });
                }
                if meaning.multiplies && is_newer(arch) {
                    all.push(Form {
                        omod: 1,
                        ..plain.clone()
                    });
                }
            }
            Kind::Lanes | Kind::LongLanes => {
                let moved = lane_forms(meaning, &plain, bench);
                let some = moved[moved.len() / 3].clone();
                all.extend(moved);
                if kind == Kind::LongLanes {
                    all.extend(long_forms(meaning, &some, arch));
                }
            }
            Kind::Eight | Kind::EightFetching | Kind::LongEight | Kind::LongEightFetching => {
                let fetches = kind.lanes() == Some(Moved::EightFetching);
                let eight = |control| Form {
                    control,
                    fetches,
                    ..plain.clone()
                };
                all.extend((0..EIGHTS.len()).map(eight));
                if kind.is_long() {
                    all.extend(long_forms(meaning, &eight(1), arch));
                }
            }
        }
    }
    all
}

/// How many bits say which half an operand is.
pub(super) fn halves_of(meaning: &Meaning) -> usize {
    match meaning.half {
        Half::No | Half::OfSources => meaning.sources.iter().filter(|bits| **bits == 16).count(),
        Half::Clears | Half::Keeps => meaning.sources.len() + 1,
    }
}

/// What VOP3 says besides: limits, halves, factors of the result and signs.
fn long_forms(meaning: &Meaning, plain: &Form, arch: &str) -> Vec<Form> {
    let mut all = vec![plain.clone()];
    if meaning.clamps && (arch == "gcn1.2" || is_newer(arch)) {
        all.push(Form {
            clamp: true,
            ..plain.clone()
        });
    }
    let halves = match meaning.half != Half::No && is_newer(arch) {
        true => halves_of(meaning),
        false => 0,
    };
    for op_sel in 1..1 << halves {
        all.push(Form {
            op_sel,
            clamp: meaning.clamps && op_sel % 2 == 0,
            ..plain.clone()
        });
    }
    if meaning.multiplies {
        for (omod, clamp) in [(0, true), (1, false), (2, true), (3, false)] {
            all.push(Form {
                clamp,
                omod,
                ..plain.clone()
            });
        }
    }
    for sign in SIGNS
        .into_iter()
        .filter(|_| meaning.modifiers == Sources::Floating)
    {
        for index in meaning.signed..meaning.sources.len().min(meaning.plain) {
            let mut form = plain.clone();
            form.signs[index] = sign;
            all.push(form);
        }
    }
    all
}

/// Every way to move lanes in rows.
fn lane_forms(meaning: &Meaning, plain: &Form, bench: &Bench<'_>) -> Vec<Form> {
    let arch = bench.arch;
    let mut all = Vec::new();
    let wide = gives_pair(meaning) || meaning.sources.contains(&64);
    let moves = match bench.has_newbcast() {
        true => Moves::WavesAndLanes,
        false if is_rdna(arch) => Moves::Rows,
        false => Moves::Waves,
    };
    let controls = controls_of(moves, wide);
    for &control in &controls {
        for bound in [false, true] {
            all.push(Form {
                control,
                bound,
                ..plain.clone()
            });
            if is_rdna(arch) {
                all.push(Form {
                    control,
                    bound,
                    fetches: true,
                    ..plain.clone()
                });
            }
        }
        all.push(Form {
            control,
            rows: 0b1010,
            banks: 0b0111,
            bound: true,
            ..plain.clone()
        });
    }
    for sign in SIGNS
        .into_iter()
        .filter(|_| meaning.modifiers == Sources::Floating)
    {
        all.push(Form {
            control: controls[3 % controls.len()],
            signs: std::array::from_fn(|index| match index < meaning.signed {
                true => (false, false),
                false => sign,
            }),
            ..plain.clone()
        });
    }
    all
}
