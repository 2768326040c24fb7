//! What a code generator says of its sources: which line an instruction comes from, and
//! how frames of callers are found.
//!
//! ```
//! use isa_mc::disasm::SourceLines;
//! use isa_mc::gcn::code_object::object_format;
//! use isa_mc::gcn::processors::Processor;
//! use isa_mc::gcn::target_id::{CodeObjectVersion, System, TargetId};
//! use isa_mc::gcn::{self, s};
//! use isa_mc::object::ObjectBuilder;
//!
//! let target = gcn::target("gfx900").unwrap();
//! let id = TargetId::new(System::Hsa, Processor::named("gfx900").unwrap());
//! let mut object = ObjectBuilder::new(target, object_format(id, CodeObjectVersion::V6));
//! object.frame_sections(false, true);
//! object.begin_frame().unwrap();
//! let file = object.source_file("/home/me", "scale.lang");
//! object.line(file, 3, 5);
//! object.add(&gcn::s_mov_b32(s(0), s(1))).unwrap();
//! object.line(file, 4, 0);
//! object.add(&gcn::s_endpgm(None)).unwrap();
//! object.end_frame().unwrap();
//! let file = object.finish().unwrap().to_elf().unwrap();
//!
//! let lines = SourceLines::read(&file, target, gcn::SUPPORT).unwrap();
//! let text = lines.section(".text").unwrap();
//! let found = lines.at(text, 4).unwrap();
//! assert_eq!((found.file, found.line, found.begins), ("/home/me/scale.lang", 4, 4));
//! ```

use super::builder::ObjectBuilder;
use super::dwarf::{
    DwarfFormat, FrameError, FrameRule, Rule, SourceFileName, SourcePosition, SourceUnit, Taken,
};
use super::place::SymbolId;

impl ObjectBuilder<'_> {
    // ---- lines ------------------------------------------------------------------

    /// Which form of DWARF is written; version 4 if nobody says.
    pub fn dwarf(&mut self, format: DwarfFormat) {
        self.debug.format = format;
    }

    /// Which form of DWARF is written.
    pub fn dwarf_format(&self) -> DwarfFormat {
        self.debug.format
    }

    /// The directory that names of files count from. Version 5 writes it.
    pub fn compilation_directory(&mut self, directory: &str) {
        self.debug.directory = directory.as_bytes().to_vec();
    }

    /// The number of a source file, the same for the same names. `directory` may be
    /// empty.
    pub fn source_file(&mut self, directory: &str, name: &str) -> u32 {
        let file = SourceFileName {
            directory: directory.as_bytes(),
            name: name.as_bytes(),
            ..SourceFileName::default()
        };
        self.source_file_with(&file)
    }

    /// [`source_file`](Self::source_file) with a checksum, or with its text.
    pub fn source_file_with(&mut self, file: &SourceFileName<'_>) -> u32 {
        let version = self.debug.format.version;
        let added = self.debug.files.add(None, file, version);
        // A new number is nobody's.
        added.unwrap_or(0)
    }

    /// A source file of that number; 0 is the one that is compiled, which only version 5
    /// has: with it that is written. From version 5 on a file that is file 0 again gets no
    /// number of its own.
    pub(crate) fn numbered_source_file(
        &mut self,
        number: u32,
        file: &SourceFileName<'_>,
    ) -> Result<(), Taken> {
        if number == 0 {
            self.debug.format.version = self.debug.format.version.max(5);
            self.debug.files.set_root(file);
            return Ok(());
        }
        let version = self.debug.format.version;
        self.debug
            .files
            .add(Some(number), file, version)
            .map(|_| ())
    }

    /// What is added from here on, in this section, comes from a line of a file, and a
    /// debugger may stop there. Columns count from 1; 0 is the whole line.
    pub fn line(&mut self, file: u32, line: u32, column: u16) {
        self.line_at(SourcePosition::new(file, line, column));
    }

    /// [`line`](Self::line) with all that can be said.
    pub fn line_at(&mut self, position: SourcePosition) {
        // The line before has a row, even if nothing stands there.
        self.take_line();
        self.debug.rows.current = position;
        self.debug.rows.is_waiting = true;
    }

    /// Describes what is compiled: the first source file, in a language (a `DW_LANG_`
    /// constant of DWARF), by a program of that name. Debuggers look for lines only where
    /// something is described; sections of code of this object are.
    pub fn debug_unit(&mut self, producer: &str, language: u16) {
        self.debug.unit = Some(SourceUnit {
            labels: Vec::new(),
            producer: producer.to_owned(),
            language,
        });
    }

    /// A table of lines of its own begins here; the symbol is where that is.
    pub(crate) fn line_label(&mut self, symbol: SymbolId) {
        let place = self.here();
        self.debug
            .rows
            .label(self.whole(self.current()), place, symbol);
    }

    // ---- frames -----------------------------------------------------------------

    /// Which sections frames are described in: `.eh_frame`, for handlers of exceptions,
    /// which is also loaded, and `.debug_frame`. The first alone if nobody says.
    pub fn frame_sections(&mut self, eh_frame: bool, debug_frame: bool) {
        self.debug.frames.sections = (eh_frame, debug_frame);
    }

    /// A function begins here, and with it the description of its frames.
    ///
    /// # Errors
    ///
    /// [`FrameError::Within`] if one has begun in this section that has not ended.
    pub fn begin_frame(&mut self) -> Result<(), FrameError> {
        let (place, location) = (self.here(), self.location);
        let section = self.whole(self.current());
        self.debug.frames.begin(section, place, false, location)
    }

    /// From here on frames are found by another rule.
    ///
    /// # Errors
    ///
    /// [`FrameError::Outside`] if no function has begun.
    pub fn frame_rule(&mut self, rule: FrameRule) -> Result<(), FrameError> {
        let (place, location) = (self.here(), self.location);
        let frame = self.debug.frames.current()?;
        frame.rules.push(Rule {
            place,
            says: rule,
            location,
        });
        Ok(())
    }

    /// The function ends here.
    ///
    /// # Errors
    ///
    /// [`FrameError::Outside`] if none has begun.
    pub fn end_frame(&mut self) -> Result<(), FrameError> {
        let place = self.here();
        self.debug.frames.end(place)
    }
}
