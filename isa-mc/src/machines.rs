//! The machines that this crate was built with, by the names of their processors.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::machines::{self, AnyTarget};
//!
//! let Some(AnyTarget::Words(target)) = machines::target("gfx900") else {
//!     panic!("its instructions are words");
//! };
//! assert_eq!(target.tables().name, "gcn");
//! # }
//! ```

use core::fmt::{self, Display, Formatter};

use isa_dsl::suggest::near;

#[cfg(feature = "std")]
use crate::asm::MachineSupport;
use crate::tables::Tables;
use crate::{StreamTarget, Target};

#[cfg(feature = "std")]
pub use crate::source_error::SourceError;

/// A processor, of whichever kind of machine.
#[derive(Debug, Clone, Copy)]
pub enum AnyTarget {
    /// Its instructions are words.
    Words(Target<'static>),
    /// Its instructions are bytes one after the other.
    Streams(StreamTarget<'static>),
}

impl AnyTarget {
    /// The processor in a row of [`Tables::processors`]; `None` if there is no such
    /// row.
    pub fn of_row(tables: &'static Tables<'static>, row: usize) -> Option<AnyTarget> {
        Some(match tables.stream_encodings.is_empty() {
            true => AnyTarget::Words(Target::of_row(tables, row)?),
            false => AnyTarget::Streams(StreamTarget::of_row(tables, row)?),
        })
    }

    /// The processor and its machine.
    pub fn target(&self) -> Target<'static> {
        match self {
            AnyTarget::Words(target) => *target,
            AnyTarget::Streams(target) => target.into(),
        }
    }
}

static MACHINES: &[&Tables<'static>] = &[
    #[cfg(feature = "gcn")]
    &crate::gcn::TABLES,
    #[cfg(feature = "visa")]
    &crate::visa::TABLES,
];

/// Every machine.
pub fn all() -> &'static [&'static Tables<'static>] {
    MACHINES
}

/// The processor of that name, in any case, of whichever machine; `None` if no
/// machine has it. [`named`] takes the same names, and says what is wrong with others.
pub fn target(processor: &str) -> Option<AnyTarget> {
    named(processor).ok()
}

/// The processor of that name, in any case, of whichever machine. Where a machine's
/// processors have features that code may be made with or without, they may stand behind
/// it: `gfx906:sramecc+:xnack-`; or it is a target id, `amdgcn-amd-amdhsa--gfx906:xnack-`. Names of chips that LLVM takes for a
/// processor are names too, as `fiji`.
///
/// # Errors
///
/// [`UnknownTarget`] says what is wrong with the name, and which ones are near.
pub fn named(name: &str) -> Result<AnyTarget, UnknownTarget<'_>> {
    let found = all().iter().find_map(|tables| {
        let rows = tables.processors.iter();
        let mut names = rows.map(|row| tables.text(row.name));
        let row = names.position(|it| it.eq_ignore_ascii_case(name))?;
        AnyTarget::of_row(tables, row)
    });
    if let Some(found) = found {
        return Ok(found);
    }
    #[cfg(feature = "gcn")]
    if let Some(target) = crate::gcn::of_chip(name) {
        return Ok(AnyTarget::Words(target));
    }
    #[cfg(feature = "gcn")]
    if name.contains([':', '-']) {
        use crate::gcn::target_id::TargetIdError;
        match crate::gcn::named(name) {
            Ok(target) => return Ok(AnyTarget::Words(target)),
            Err(TargetIdError::Processor { at, .. }) => return Err(UnknownTarget::new(&name[at])),
            Err(error) => {
                return Err(UnknownTarget {
                    options: Some(error),
                    ..UnknownTarget::new(name)
                });
            }
        }
    }
    Err(UnknownTarget::new(name))
}

/// The same target made with features and without others, as LLVM's `-mattr` says them:
/// `+wavefrontsize64,-xnack`. Which features a machine's processors have is in the
/// documentation of its module.
///
/// # Errors
///
/// What is wrong, for people.
#[cfg(feature = "std")]
pub fn with_features(target: AnyTarget, features: &str) -> Result<AnyTarget, String> {
    if features.trim().is_empty() {
        return Ok(target);
    }
    match target {
        #[cfg(feature = "gcn")]
        AnyTarget::Words(target) if target.tables().name == crate::gcn::TABLES.name => {
            let made = crate::gcn::with_features(target, features);
            made.map(AnyTarget::Words)
                .map_err(|error| error.to_string())
        }
        AnyTarget::Words(_) | AnyTarget::Streams(_) => {
            let target = target.target();
            let name = target.tables().text(target.processor().name);
            Err(format!("{name} has no features to choose"))
        }
    }
}

/// What [`with_features`] was told of a target that its name does not say; empty if nothing.
#[cfg(feature = "std")]
pub fn features(target: &AnyTarget) -> String {
    let target = target.target();
    #[cfg(feature = "gcn")]
    if target.tables().name == crate::gcn::TABLES.name {
        return crate::gcn::features::Modes::of(&target).to_string();
    }
    let _ = target;
    String::new()
}

/// Whether what is made for one target can be meant by another: it is the same processor, and
/// where the other one says features of target ids, those are the same.
pub fn is_meant(made: &Target<'_>, meant: &Target<'_>) -> bool {
    let same = made.tables().name == meant.tables().name && made.row() == meant.row();
    #[cfg(feature = "gcn")]
    return same && (!crate::gcn::says_options(meant) || crate::gcn::have_one_id(made, meant));
    #[cfg(not(feature = "gcn"))]
    same
}

/// The target that an object file is for, as its header says; `None` if it is for no
/// processor of these machines.
pub fn of_file(data: &[u8]) -> Option<AnyTarget> {
    #[cfg(all(feature = "visa", feature = "std"))]
    if let Some(target) = crate::visa::object::target(data) {
        return Some(AnyTarget::Streams(target));
    }
    #[cfg(feature = "gcn")]
    return crate::gcn::of_file(data).map(AnyTarget::Words);
    #[cfg(not(feature = "gcn"))]
    {
        let _ = data;
        None
    }
}

/// The target that a source says itself, near its beginning; `None` if it says none of these
/// machines'.
///
/// ```
/// # #[cfg(feature = "gcn")] {
/// use isa_mc::machines;
///
/// let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx90a:xnack-\"\ns_endpgm\n";
/// let target = machines::said_in_source(source).unwrap();
/// assert_eq!(machines::name(&target), "gfx90a:xnack-");
/// assert!(machines::said_in_source("s_endpgm\n").is_none());
/// # }
/// ```
#[cfg(feature = "std")]
pub fn said_in_source(source: &str) -> Option<AnyTarget> {
    /// Lines in front of which it stands.
    const LINES: usize = 200;
    source.lines().take(LINES).find_map(|line| {
        let line = line.trim_start();
        #[cfg(feature = "gcn")]
        if let Some(target) = crate::gcn::of_source_line(line) {
            return Some(AnyTarget::Words(target));
        }
        #[cfg(feature = "visa")]
        if let Some(target) = crate::visa::text::target_of_line(line) {
            return Some(AnyTarget::Streams(target));
        }
        let _ = line;
        None
    })
}

/// The target of a source that is called so: the last one of the machine whose sources end like
/// this, where they have an end of their own.
#[cfg(feature = "std")]
pub fn of_source_name(name: &str) -> Option<AnyTarget> {
    #[cfg(feature = "visa")]
    if name.ends_with(crate::visa::text::END_OF_NAMES) {
        return named(crate::visa::TABLES.name).ok();
    }
    let _ = name;
    None
}

/// What a source writes to say its target, with an example, for each machine whose sources do.
#[cfg(feature = "std")]
pub const SAID_IN_SOURCES: &[&str] = &[
    #[cfg(feature = "gcn")]
    crate::gcn::SAID_IN_SOURCES,
    #[cfg(feature = "visa")]
    crate::visa::text::SAID_IN_SOURCES,
];

/// Whether a triple, as LLVM's programs take it, is that of a machine here; an architecture
/// alone is one too.
#[cfg(feature = "std")]
pub fn has_triple(triple: &str) -> bool {
    #[cfg(feature = "gcn")]
    return crate::gcn::triple::is_own(triple);
    #[cfg(not(feature = "gcn"))]
    {
        let _ = triple;
        false
    }
}

/// The target that flags of LLVM's programs say, `-triple`, `-mcpu` and `-mattr`: exactly
/// that, so a source cannot say anything else. With it comes what is to be warned of.
///
/// # Errors
///
/// What is wrong, for people.
#[cfg(feature = "std")]
pub fn of_flags(
    triple: &str,
    processor: &str,
    features: &[String],
) -> Result<(AnyTarget, Vec<String>), String> {
    #[cfg(feature = "gcn")]
    if has_triple(triple) {
        let (target, warnings) = crate::gcn::triple::of_flags(triple, processor, features)?;
        return Ok((AnyTarget::Words(target), warnings));
    }
    let _ = (processor, features);
    Err(format!("no machine here has the triple `{triple}`"))
}

/// Whether a file is an object file of a machine here, for whichever processor.
#[cfg(feature = "object")]
pub fn is_object(data: &[u8]) -> bool {
    #[cfg(feature = "gcn")]
    return crate::gcn::is_object(data);
    #[cfg(not(feature = "gcn"))]
    {
        let _ = data;
        false
    }
}

/// The target as it is with other options, if it can have them: what of a number of C is
/// the machine's own.
#[cfg(feature = "capi")]
pub(crate) fn with_options(target: AnyTarget, options: u16) -> Option<AnyTarget> {
    if options == 0 {
        return Some(target);
    }
    match target {
        #[cfg(feature = "gcn")]
        AnyTarget::Words(target) if target.tables().name == crate::gcn::TABLES.name => {
            crate::gcn::with_options(target, options).map(AnyTarget::Words)
        }
        _ => None,
    }
}

/// The name of a target, which [`named`] takes: the processor, and its features if it says
/// any.
#[cfg(feature = "std")]
pub fn name(target: &AnyTarget) -> String {
    let target = target.target();
    #[cfg(feature = "gcn")]
    if let Some(id) = crate::gcn::target_id::TargetId::of(&target) {
        use crate::gcn::target_id::System;
        return match id.system {
            System::Hsa => id.short().to_string(),
            _ => id.to_string(),
        };
    }
    target.tables().text(target.processor().name).to_string()
}

/// How many near names are told of.
const NEAR: usize = 3;

/// Why a name is no target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTarget<'n> {
    /// The name, or the processor in it.
    pub name: &'n str,
    /// Processors whose names are near, the nearest first.
    pub near: [Option<&'static str>; NEAR],
    /// The processor is known, and what stands behind it is wrong.
    #[cfg(feature = "gcn")]
    options: Option<crate::gcn::target_id::TargetIdError>,
}

impl<'n> UnknownTarget<'n> {
    fn new(name: &'n str) -> UnknownTarget<'n> {
        let names = all().iter().flat_map(|tables| {
            let rows = tables.processors.iter();
            rows.map(|row| tables.text(row.name))
        });
        UnknownTarget {
            name,
            near: near(name, names),
            #[cfg(feature = "gcn")]
            options: None,
        }
    }

    /// Whether it is the processor that is unknown, and not a feature of it.
    pub fn is_processor(&self) -> bool {
        #[cfg(feature = "gcn")]
        return self.options.is_none();
        #[cfg(not(feature = "gcn"))]
        return true;
    }
}

impl Display for UnknownTarget<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        #[cfg(feature = "gcn")]
        if let Some(error) = &self.options {
            let part = error.place().and_then(|at| self.name.get(at));
            return match part {
                Some(part) if !part.is_empty() => {
                    write!(f, "`{part}` in `{}`: {error}", self.name)
                }
                _ => write!(f, "`{}`: {error}", self.name),
            };
        }
        write!(f, "unknown processor `{}`", self.name)?;
        let count = self.near.iter().flatten().count();
        for (at, near) in self.near.iter().flatten().enumerate() {
            let before = match at {
                0 => "; did you mean ",
                at if at + 1 == count => " or ",
                _ => ", ",
            };
            write!(f, "{before}`{near}`")?;
        }
        f.write_str(if count == 0 { "" } else { "?" })
    }
}

impl core::error::Error for UnknownTarget<'_> {}

/// The object file that a source becomes, where files of the machine have a language of their
/// own and nothing of the assembler's; `None` for other machines, whose sources
/// [`Assembler`](crate::asm::Assembler) reads.
#[cfg(feature = "std")]
pub fn object_of_source(
    target: &Target<'_>,
    source: &[u8],
) -> Option<Result<Vec<u8>, Vec<SourceError>>> {
    #[cfg(feature = "visa")]
    if target.tables().name == crate::visa::TABLES.name {
        return Some(crate::visa::text::object_of_source(target, source));
    }
    let _ = (target, source);
    None
}

/// The text of an object file of a machine whose files have a language of their own, which
/// gives the same object; `shows_bytes` adds the place and the bytes of each instruction as a
/// comment. `None` if the bytes do not begin as such a file.
///
/// # Errors
///
/// What is wrong with the object, and where.
#[cfg(feature = "std")]
pub fn text_of_object(bytes: &[u8], shows_bytes: bool) -> Option<Result<String, String>> {
    #[cfg(feature = "visa")]
    if crate::visa::object::Object::is_object(bytes) {
        return Some(crate::visa::text::of_object(bytes, shows_bytes));
    }
    let _ = (bytes, shows_bytes);
    None
}

/// The part of the assembler that a machine brings with it; `None` if it has no object
/// files.
#[cfg(feature = "std")]
pub fn support(target: &Target<'_>) -> Option<MachineSupport> {
    #[cfg(all(feature = "gcn", feature = "object"))]
    if target.tables().name == crate::gcn::TABLES.name {
        return Some(crate::gcn::SUPPORT);
    }
    let _ = target;
    None
}
