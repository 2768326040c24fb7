//! Features that flags say of code beside its processor, as LLVM's `-mattr` does:
//! `+wavefrontsize64,+cumode`, and those of target ids, `-xnack`.
//!
//! ```
//! use isa_mc::gcn::{self, features::Modes};
//!
//! let target = gcn::target("gfx1030").unwrap();
//! let target = gcn::with_features(target, "+wavefrontsize64,+cumode").unwrap();
//! assert!(Modes::of(&target).wave64);
//! assert_eq!(Modes::of(&target).to_string(), "+wavefrontsize64,+cumode");
//!
//! let error = gcn::with_features(target, "+wavefrontsize46").unwrap_err();
//! assert!(error.to_string().ends_with("did you mean `wavefrontsize64`?"));
//! ```
//!
//! Source: LLVM's `AMDGPUUsage`, "Target Features", and what llvm-mc 22 makes of them.

use core::fmt::{self, Display, Formatter};

use isa_dsl::suggest::nearest;

use super::processors::Processor;
use super::target_id::{Setting, TargetId};
use crate::Target;
use isa_mc_gcn::TABLES;

/// The features, as flags name them.
const NAMES: [&str; 7] = [
    "xnack",
    "sramecc",
    "wavefrontsize32",
    "wavefrontsize64",
    "cumode",
    "tgsplit",
    "real-true16",
];

/// The feature in the description of processors whose wavefronts have 32 lanes.
const WAVE32: &str = "wave32";

/// The feature in the description of processors whose 16-bit operands are halves of registers.
const TRUE16: &str = "true16";

/// Bits of a target's options: those below are of target ids.
const WAVE64: u16 = 1 << 8;
const CUMODE: u16 = 1 << 9;
const TGSPLIT: u16 = 1 << 10;
const HALVES: u16 = 1 << 11;
const NO_HALVES: u16 = 1 << 12;
/// All of them.
pub(super) const MODES: u16 = WAVE64 | CUMODE | TGSPLIT | HALVES | NO_HALVES;

/// How code is made beyond what its target id says. A processor's usual way is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub struct Modes {
    /// Wavefronts have 64 lanes on a processor whose wavefronts have 32 otherwise:
    /// `+wavefrontsize64`.
    pub wave64: bool,
    /// A workgroup runs on one compute unit, and not on the two of a workgroup processor:
    /// `+cumode`.
    pub cumode: bool,
    /// The wavefronts of a workgroup may run on several compute units: `+tgsplit`.
    pub tgsplit: bool,
    /// Where it is not as usual: whether operands of 16 bits are written as halves of
    /// registers, `v1.l` and `v1.h`, by `+real-true16` and `-real-true16`. Usual it is on
    /// gfx11, and not on gfx12.
    pub true16: Option<bool>,
}

impl Modes {
    /// What a target of this machine says.
    pub fn of(target: &Target<'_>) -> Modes {
        let says = |bit: u16| target.options() & bit != 0;
        Modes {
            wave64: says(WAVE64),
            cumode: says(CUMODE),
            tgsplit: says(TGSPLIT),
            true16: match (says(HALVES), says(NO_HALVES)) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
        }
    }

    /// With wavefronts of 64 lanes.
    #[must_use]
    pub fn wave64(self) -> Modes {
        Modes {
            wave64: true,
            ..self
        }
    }

    /// As bits of a target's options.
    fn options(self) -> u16 {
        let all = [
            (self.wave64, WAVE64),
            (self.cumode, CUMODE),
            (self.tgsplit, TGSPLIT),
            (self.true16 == Some(true), HALVES),
            (self.true16 == Some(false), NO_HALVES),
        ];
        let said = all.into_iter().filter(|(is_said, _)| *is_said);
        said.fold(0, |options, (_, bit)| options | bit)
    }

    /// Whether the wavefronts of a processor have 32 lanes then.
    pub fn is_wave32(self, processor: &Processor) -> bool {
        processor.has_wave32() && !self.wave64
    }

    /// Without what a processor cannot have.
    #[must_use]
    pub fn on(self, processor: &Processor) -> Modes {
        Modes {
            wave64: self.wave64 && processor.has_wave32(),
            cumode: self.cumode && processor.has_wave32(),
            tgsplit: self.tgsplit && processor.unified_registers,
            true16: self
                .true16
                .filter(|_| processor.has_true16())
                .filter(|is_on| *is_on != processor.is_true16_usual()),
        }
    }
}

/// As `-mattr` takes it; nothing if all is as usual.
impl Display for Modes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let all = [
            (self.wave64, "+wavefrontsize64"),
            (self.cumode, "+cumode"),
            (self.tgsplit, "+tgsplit"),
            (self.true16 == Some(true), "+real-true16"),
            (self.true16 == Some(false), "-real-true16"),
        ];
        let said = all.into_iter().filter(|(is_said, _)| *is_said);
        for (at, (_, name)) in said.enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{name}")?;
        }
        Ok(())
    }
}

/// The same target with other modes, of which it keeps those that its processor can have.
pub fn with_modes(target: Target<'static>, modes: Modes) -> Target<'static> {
    let options = target.options() & !MODES | modes.options();
    with_modes_of(target, options)
}

/// The same target with modes in bits of options, and what follows of them.
pub(super) fn with_modes_of(target: Target<'static>, options: u16) -> Target<'static> {
    let said = Modes::of(&target.with_options(options));
    let Some(processor) = Processor::named(TABLES.text(target.processor().name)) else {
        return target;
    };
    let modes = said.on(processor);
    let options = options & !MODES | modes.options();
    // Of the processor anew, which has all its features.
    let plain = Target::of_row(&TABLES, target.row()).unwrap_or(target);
    let mut found = plain.with_options(options);
    for (bit, name) in (0..).zip(TABLES.features) {
        found = match (TABLES.text(*name), modes.true16) {
            (WAVE32, _) if modes.wave64 => found.without_feature(bit),
            (TRUE16, Some(true)) => found.with_feature(bit),
            (TRUE16, Some(false)) => found.without_feature(bit),
            _ => found,
        };
    }
    found
}

/// Why features cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureError<'n> {
    /// The feature as it stands there, with its sign.
    pub said: &'n str,
    /// The processor that does not have it; `None` if there is no such feature.
    pub processor: Option<&'static str>,
}

impl FeatureError<'_> {
    /// Its name without the sign.
    fn name(&self) -> &str {
        split(self.said).0
    }
}

impl Display for FeatureError<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = self.name();
        match self.processor {
            Some(processor) => write!(f, "{processor} has no `{name}`"),
            None => {
                write!(f, "unknown feature `{}`", self.said)?;
                match nearest(name, NAMES) {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl core::error::Error for FeatureError<'_> {}

/// A feature without its sign, and whether it is on: without one it is.
fn split(said: &str) -> (&str, bool) {
    match said.split_at_checked(1) {
        Some(("+", name)) => (name, true),
        Some(("-", name)) => (name, false),
        _ => (said, true),
    }
}

/// The same target made with features and without others: `+wavefrontsize64,-xnack`, with
/// commas between them. What is said twice, the last one says.
///
/// Wavefronts have 32 lanes on gfx10 and later, unless `wavefrontsize64` is on and
/// `wavefrontsize32` is not.
///
/// # Errors
///
/// The first feature that there is not, or that the processor does not have.
pub fn with_features<'n>(
    target: Target<'static>,
    features: &'n str,
) -> Result<Target<'static>, FeatureError<'n>> {
    let list = features.split(',').map(str::trim);
    let mut wrong = None;
    let found = read(target, list.filter(|it| !it.is_empty()), |error| {
        wrong.get_or_insert(error);
    });
    match wrong {
        Some(error) => Err(error),
        None => Ok(found),
    }
}

/// The same target with features, and without those that it cannot have, of which `refuse`
/// hears.
pub(super) fn read<'n>(
    target: Target<'static>,
    features: impl Iterator<Item = &'n str>,
    mut refuse: impl FnMut(FeatureError<'n>),
) -> Target<'static> {
    let Some(mut id) = TargetId::of(&target) else {
        return target;
    };
    let processor = id.processor;
    let mut modes = Modes::of(&target);
    let (mut wave32, mut wave64) = (false, modes.wave64);
    for said in features {
        let (name, is_on) = split(said);
        let is_had = match name {
            "xnack" => processor.xnack,
            "sramecc" => processor.sramecc,
            // Others have wavefronts of 64 lanes only.
            "wavefrontsize32" => processor.has_wave32() || !is_on,
            "wavefrontsize64" => processor.has_wave32() || is_on,
            "cumode" => processor.has_wave32(),
            "tgsplit" => processor.unified_registers,
            "real-true16" => processor.has_true16() || !is_on,
            _ => {
                let processor = None;
                refuse(FeatureError { said, processor });
                continue;
            }
        };
        if !is_had {
            let processor = Some(processor.name);
            refuse(FeatureError { said, processor });
            continue;
        }
        let setting = if is_on { Setting::On } else { Setting::Off };
        match name {
            "xnack" => id.xnack = setting,
            "sramecc" => id.sramecc = setting,
            "wavefrontsize32" => wave32 = is_on,
            "wavefrontsize64" => wave64 = is_on,
            "cumode" => modes.cumode = is_on,
            "real-true16" => modes.true16 = Some(is_on),
            _ => modes.tgsplit = is_on,
        }
    }
    modes.wave64 = wave64 && !wave32;
    // Where nothing is said of target ids, nothing is kept of them.
    let said = match TargetId::of(&target) == Some(id) {
        true => target,
        false => id.target().unwrap_or(target),
    };
    with_modes(said, modes)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;

    use super::{FeatureError, Modes, with_features};
    use crate::gcn::target_id::TargetId;
    use crate::gcn::{TABLES, target};

    /// What flags make of a processor: its target id and its modes.
    fn said(cpu: &str, features: &str) -> Result<(String, String), String> {
        let plain = target(cpu).expect(cpu);
        let made = with_features(plain, features).map_err(|error| error.to_string())?;
        let id = TargetId::of(&made).expect("it is of this machine");
        Ok((id.short().to_string(), Modes::of(&made).to_string()))
    }

    /// As llvm-mc 22 reads them: both sizes of wavefronts are 32 lanes, and what is taken
    /// away again was not said.
    #[test]
    fn features_are_llvms() {
        let cases = [
            ("gfx1030", "", ("gfx1030", "")),
            (
                "gfx1030",
                "+wavefrontsize64",
                ("gfx1030", "+wavefrontsize64"),
            ),
            (
                "gfx1030",
                "wavefrontsize64",
                ("gfx1030", "+wavefrontsize64"),
            ),
            ("gfx1030", "-wavefrontsize32", ("gfx1030", "")),
            (
                "gfx1010",
                "+wavefrontsize32,+wavefrontsize64",
                ("gfx1010", ""),
            ),
            (
                "gfx1010",
                "+wavefrontsize64,-wavefrontsize64",
                ("gfx1010", ""),
            ),
            (
                "gfx1010",
                "+wavefrontsize64, -wavefrontsize32,+cumode,-xnack",
                ("gfx1010:xnack-", "+wavefrontsize64,+cumode"),
            ),
            ("gfx1010:xnack+", "+cumode", ("gfx1010:xnack+", "+cumode")),
            (
                "gfx90a",
                "+tgsplit,+sramecc",
                ("gfx90a:sramecc+", "+tgsplit"),
            ),
            (
                "gfx900",
                "+wavefrontsize64,-wavefrontsize32",
                ("gfx900", ""),
            ),
            ("gfx1100", "-real-true16", ("gfx1100", "-real-true16")),
            ("gfx1100", "+real-true16", ("gfx1100", "")),
            (
                "gfx1201",
                "+real-true16,+cumode",
                ("gfx1201", "+cumode,+real-true16"),
            ),
            ("gfx1030", "-real-true16", ("gfx1030", "")),
        ];
        for (cpu, features, (id, modes)) in cases {
            let expected = Ok((id.to_string(), modes.to_string()));
            assert_eq!(said(cpu, features), expected, "{cpu} {features}");
        }
    }

    /// Each mistake is told with what it is.
    #[test]
    fn mistakes_are_told() {
        let cases = [
            ("gfx1030", "+xnack", "gfx1030 has no `xnack`"),
            (
                "gfx900",
                "+wavefrontsize32",
                "gfx900 has no `wavefrontsize32`",
            ),
            ("gfx900", "+cumode", "gfx900 has no `cumode`"),
            ("gfx1010", "+tgsplit", "gfx1010 has no `tgsplit`"),
            ("gfx1030", "+real-true16", "gfx1030 has no `real-true16`"),
            (
                "gfx1010",
                "+cumodes",
                "unknown feature `+cumodes`; did you mean `cumode`?",
            ),
        ];
        for (cpu, features, message) in cases {
            assert_eq!(said(cpu, features), Err(message.to_string()));
        }
        let both = with_features(target("gfx1030").unwrap(), "+cumode,+a,+b");
        let first = FeatureError {
            said: "+a",
            processor: None,
        };
        assert_eq!(both.err(), Some(first));
    }

    /// With wavefronts of 64 lanes the feature of the description is away, and comes back.
    #[test]
    fn wave64_takes_the_feature_away() {
        let mut rows = TABLES.features.iter();
        let bit = rows
            .position(|name| TABLES.text(*name) == super::WAVE32)
            .unwrap();
        let has = |features: &str| {
            let made = with_features(target("gfx1030").unwrap(), features).unwrap();
            made.features() >> bit & 1 == 1
        };
        assert!(has("") && !has("+wavefrontsize64") && has("+wavefrontsize64,-wavefrontsize64"));
        let wave64 = with_features(target("gfx1030").unwrap(), "+wavefrontsize64").unwrap();
        let again = super::with_modes(wave64, Modes::default());
        assert_eq!(again.features(), target("gfx1030").unwrap().features());
    }

    /// Which halves of registers operands are is written as usual on a processor, or as said.
    #[test]
    fn true16_is_as_usual_or_as_said() {
        for (cpu, features, text, printed) in [
            (
                "gfx1100",
                "",
                "v_add_f16 v1.l, v2.h, v3.l",
                "v_add_f16_e32 v1.l, v2.h, v3.l",
            ),
            (
                "gfx1150",
                "",
                "v_add_f16 v1, v2, v3",
                "v_add_f16_e32 v1.l, v2.l, v3.l",
            ),
            (
                "gfx1100",
                "-real-true16",
                "v_add_f16 v1, v2, v3",
                "v_add_f16_e32 v1, v2, v3",
            ),
            ("gfx1100", "-real-true16", "v_add_f16 v1.l, v2.h, v3.l", ""),
            (
                "gfx1200",
                "",
                "v_add_f16 v1, v2, v3",
                "v_add_f16_e32 v1, v2, v3",
            ),
            ("gfx1200", "", "v_add_f16 v1.l, v2.h, v3.l", ""),
            (
                "gfx1200",
                "+real-true16",
                "v_add_f16 v1.l, v2.h, v3.l",
                "v_add_f16_e32 v1.l, v2.h, v3.l",
            ),
            // Beyond v127 there are two words, and op_sel says it as well.
            (
                "gfx1100",
                "",
                "v_add_f16 v200.l, v2.h, v3.l",
                "v_add_f16_e64 v200.l, v2.h, v3.l op_sel:[1,0,0]",
            ),
            (
                "gfx1100",
                "",
                "v_fma_f16 v1, v2, v3, v4 op_sel:[1,0,0,0]",
                "v_fma_f16 v1.l, v2.h, v3.l, v4.l op_sel:[1,0,0,0]",
            ),
            ("gfx1100", "", "v_add_f16_e64 v1, v2, v3 op_sel:[1,0,0]", ""),
            (
                "gfx1100",
                "",
                "v_add_f16_e64 v1.l, s2, v3.l op_sel:[1,0,0]",
                "v_add_f16_e64 v1.l, s2, v3.l op_sel:[1,0,0]",
            ),
            // What is there with halves alone.
            (
                "gfx1100",
                "",
                "v_mov_b16 v1.l, v2.h",
                "v_mov_b16_e32 v1.l, v2.h",
            ),
            ("gfx1100", "", "v_mov_b16 v1, v2", ""),
            ("gfx1100", "-real-true16", "v_mov_b16 v1.l, v2.h", ""),
        ] {
            let made = with_features(target(cpu).unwrap(), features).unwrap();
            let syntax = made.syntax("llvm").unwrap();
            let mut found = String::new();
            if let Ok(inst) = made.parse(text, syntax) {
                made.print(inst, syntax, &mut found).unwrap();
            }
            assert_eq!(found, printed, "{cpu} {features} {text}");
        }
    }
}
