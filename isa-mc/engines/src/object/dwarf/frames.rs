//! How a debugger finds the frames of callers, as it is said: `.cfi_` directives.

use crate::object::place::{Location, Place, SectionId, SymbolId};

/// What changes, at a place, in how frames are found. Registers are numbers of DWARF,
/// offsets are bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameRule {
    /// The frame is where a register points, and so many bytes.
    DefineCfa {
        /// The register.
        register: u32,
        /// The bytes.
        offset: i64,
    },
    /// The frame is found by another register, and as many bytes as before.
    DefineCfaRegister(u32),
    /// The frame is so many bytes from where the register points.
    DefineCfaOffset(i64),
    /// So many bytes more.
    AdjustCfaOffset(i64),
    /// The frame is in an address space: LLVM's extension for heterogeneous debugging.
    DefineCfaInSpace {
        /// The register.
        register: u32,
        /// The bytes.
        offset: i64,
        /// The number of the address space.
        space: u32,
    },
    /// A register was saved so many bytes from the frame.
    Offset {
        /// The register.
        register: u32,
        /// The bytes.
        offset: i64,
    },
    /// A register was saved so many bytes from where the frame's register points.
    RelativeOffset {
        /// The register.
        register: u32,
        /// The bytes.
        offset: i64,
    },
    /// A register's value is the address so many bytes from the frame.
    ValueOffset {
        /// The register.
        register: u32,
        /// The bytes.
        offset: i64,
    },
    /// A register was saved in another one.
    Register {
        /// The register.
        register: u32,
        /// Where its value is.
        saved_in: u32,
    },
    /// Nobody knows a register's value any more.
    Undefined(u32),
    /// A register is what it was for the caller.
    SameValue(u32),
    /// A register is found as at the function's beginning.
    Restore(u32),
    /// How everything is found is kept.
    RememberState,
    /// It is as it was when it was kept.
    RestoreState,
    /// SPARC: a window of registers was saved.
    WindowSave,
    /// Bytes as they stand: `DW_CFA_` opcodes and operands.
    Escape(Vec<u8>),
    /// A symbol is the place of what follows in `.debug_frame` or `.eh_frame`.
    Label(SymbolId),
}

/// A rule from a place on.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) place: Place,
    pub(crate) says: FrameRule,
    pub(crate) location: Location,
}

/// A symbol that a frame names, and how: a `DW_EH_PE_` constant.
pub(crate) type Pointer = (SymbolId, u8);

/// The frames of a function.
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) begin: Place,
    /// Nothing before it has ended.
    pub(crate) end: Option<Place>,
    pub(crate) location: Location,
    /// What frames begin with is not said.
    pub(crate) is_simple: bool,
    /// It is that of a handler of signals.
    pub(crate) is_signal: bool,
    pub(crate) return_register: Option<u32>,
    pub(crate) personality: Option<Pointer>,
    pub(crate) data: Option<Pointer>,
    pub(crate) rules: Vec<Rule>,
}

/// A frame that cannot begin or end there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameError {
    /// No function has begun.
    Outside,
    /// The function before it in this section has not ended.
    Within,
}

impl core::fmt::Display for FrameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            FrameError::Outside => "this must stand between `.cfi_startproc` and `.cfi_endproc`",
            FrameError::Within => "the function before it has not ended: `.cfi_endproc` is missing",
        })
    }
}

impl core::error::Error for FrameError {}

/// The frames of all functions.
#[derive(Debug, Clone)]
pub(crate) struct Frames {
    pub(crate) all: Vec<Frame>,
    /// Those that have not ended, and their sections.
    open: Vec<(usize, SectionId)>,
    /// They go to `.eh_frame`, `.debug_frame`.
    pub(crate) sections: (bool, bool),
}

impl Default for Frames {
    fn default() -> Frames {
        Frames {
            all: Vec::new(),
            open: Vec::new(),
            sections: (true, false),
        }
    }
}

impl Frames {
    /// A function begins at a place in a section.
    pub(crate) fn begin(
        &mut self,
        section: SectionId,
        place: Place,
        is_simple: bool,
        location: Location,
    ) -> Result<(), FrameError> {
        if self.open.last().is_some_and(|it| it.1 == section) {
            return Err(FrameError::Within);
        }
        self.open.push((self.all.len(), section));
        self.all.push(Frame {
            begin: place,
            end: None,
            location,
            is_simple,
            is_signal: false,
            return_register: None,
            personality: None,
            data: None,
            rules: Vec::new(),
        });
        Ok(())
    }

    /// The function that has begun.
    pub(crate) fn current(&mut self) -> Result<&mut Frame, FrameError> {
        let (at, _) = *self.open.last().ok_or(FrameError::Outside)?;
        Ok(&mut self.all[at])
    }

    /// It ends.
    pub(crate) fn end(&mut self, place: Place) -> Result<(), FrameError> {
        self.current()?.end = Some(place);
        self.open.pop();
        Ok(())
    }
}
