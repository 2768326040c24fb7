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

#[cfg(feature = "std")]
use crate::asm::MachineSupport;
use crate::tables::Tables;
use crate::{StreamTarget, Target};

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
        let target = Target::of_row(tables, row)?;
        Some(match tables.stream_encodings.is_empty() {
            true => AnyTarget::Words(target),
            false => AnyTarget::Streams(StreamTarget { target }),
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
/// machine has it.
pub fn target(processor: &str) -> Option<AnyTarget> {
    all().iter().find_map(|tables| {
        let rows = tables.processors.iter();
        let mut names = rows.map(|row| tables.text(row.name));
        let row = names.position(|name| name.eq_ignore_ascii_case(processor))?;
        AnyTarget::of_row(tables, row)
    })
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
