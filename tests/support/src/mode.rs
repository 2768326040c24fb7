//! A processor in a mode of its programs, in one word: `gfx1100` is that processor as it is,
//! `gfx1100+wavefrontsize64` what it is to a program of 64 lanes, and `gfx1200+real-true16`
//! what it is to one whose text says which halves of registers operands are.

use isa_dsl::tables::{Processor, Tables};
use isa_mc::Target;

/// What stands behind the name of a processor, as LLVM calls it.
#[derive(Debug, Clone, Copy)]
pub struct Mode {
    /// LLVM's feature, with its sign.
    pub llvm: &'static str,
    /// The feature of the description.
    feature: &'static str,
    /// Whether programs of the mode have it, or do without.
    has: bool,
}

const MODES: [Mode; 3] = [
    Mode {
        llvm: "+wavefrontsize64",
        feature: "wave32",
        has: false,
    },
    Mode {
        llvm: "+real-true16",
        feature: "true16",
        has: true,
    },
    Mode {
        llvm: "-real-true16",
        feature: "true16",
        has: false,
    },
];

/// The name of the processor, and its mode if that is another than usual.
pub fn split(word: &str) -> (&str, Option<Mode>) {
    let mut modes = MODES.into_iter();
    let found = modes.find_map(|mode| Some((word.strip_suffix(mode.llvm)?, Some(mode))));
    found.unwrap_or((word, None))
}

/// The processors of this list, each in its usual mode, and those with programs of 64 lanes where
/// 32 are usual in that mode too.
pub fn with_wave64(processors: &[&'static str]) -> Vec<String> {
    let both = |cpu: &&str| {
        let wave64 =
            (cpu.starts_with("gfx10") || cpu.starts_with("gfx11") || cpu.starts_with("gfx12"))
                .then(|| format!("{cpu}+wavefrontsize64"));
        [Some((*cpu).to_owned()), wave64]
    };
    processors.iter().flat_map(both).flatten().collect()
}

/// clang's options for a processor in a mode.
pub fn clang_options(word: &str) -> Vec<String> {
    let (cpu, mode) = split(word);
    let own = format!("-mcpu={cpu}");
    let mode = mode.map(|mode| match mode.llvm.split_at(1) {
        ("+", feature) => format!("-m{feature}"),
        (_, feature) => format!("-mno-{feature}"),
    });
    [Some(own), mode].into_iter().flatten().collect()
}

/// LLVM's features of the mode.
pub fn llvm_features(word: &str) -> &'static str {
    split(word).1.map_or("", |mode| mode.llvm)
}

/// The features of a processor with these in the mode.
pub fn features(tables: &Tables<'_>, word: &str, features: u32) -> u32 {
    let Some(mode) = split(word).1 else {
        return features;
    };
    let mut names = tables.features.iter();
    let Some(place) = names.position(|name| tables.text(*name) == mode.feature) else {
        return features;
    };
    match mode.has {
        true => features | 1 << place,
        false => features & !(1 << place),
    }
}

/// The processor, with the features that programs of that mode have; `None` if there is none.
pub fn processor(tables: &Tables<'_>, word: &str) -> Option<Processor> {
    let mut rows = tables.processors.iter();
    let mut row = *rows.find(|row| tables.text(row.name) == split(word).0)?;
    row.features = features(tables, word, row.features);
    Some(row)
}

/// The same, ready for questions.
pub fn target<'t>(tables: &'t Tables<'t>, word: &str) -> Option<Target<'t>> {
    let target = Target::new(tables, split(word).0)?;
    let wanted = features(tables, word, target.features());
    let bits = (0..u32::BITS).filter(|bit| (target.features() ^ wanted) >> bit & 1 == 1);
    Some(bits.fold(target, |target, bit| match wanted >> bit & 1 {
        1 => target.with_feature(bit),
        _ => target.without_feature(bit),
    }))
}
