//! Lines of the source itself, as llvm-mc's `-g` writes them: each instruction and each
//! label has the line on which it stands. Where a preprocessor left markers of lines,
//! `# 12 "FILE"`, they are those of the file that it read.

use super::debug::Marker;
use super::reading::{Reading, Statement};
use super::text::OriginKind;
use crate::object::{Location, SourceFileName, SourceLabel, SourcePosition, SourceUnit, flag};

impl Reading<'_, '_, '_> {
    /// Begins with what is told of debug information; `source` is the text that is read.
    pub(super) fn begin_debug_information(&mut self, name: &str, source: &[u8]) {
        let settings = &self.settings.debug;
        self.builder.dwarf(settings.format);
        self.builder.compilation_directory(&settings.directory);
        let Some(producer) = &settings.producer else {
            return;
        };
        let debug = &mut self.builder.debug;
        debug.unit = Some(SourceUnit {
            labels: Vec::new(),
            producer: producer.clone(),
            language: SourceUnit::ASSEMBLER,
        });
        let within = name.strip_prefix(&*settings.directory);
        let within = within.filter(|it| !settings.directory.is_empty() && !it.is_empty());
        let name = within.map_or(name, |it| it.strip_prefix('/').unwrap_or(it));
        // Only version 5 has checksums.
        let checksum = (settings.format.version >= 5).then(|| md5::compute(source).0);
        debug.files.set_root(&SourceFileName {
            directory: settings.directory.as_bytes(),
            name: name.as_bytes(),
            checksum,
            text: None,
        });
    }

    /// Whether lines of the source itself are written.
    #[inline]
    pub(super) fn writes_own_lines(&self) -> bool {
        self.builder.debug.unit.is_some()
    }

    /// Whether they are written for what is added here.
    fn is_here(&self) -> bool {
        let code = flag::ALLOC | flag::EXECUTE;
        let here = self.builder.section_of(self.builder.current());
        here.flags & code == code
    }

    /// The number of the file that is read.
    fn own_file(&mut self) -> u32 {
        if let Some(file) = self.own_lines.file {
            return file;
        }
        let debug = &mut self.builder.debug;
        let directory = self.settings.debug.directory.as_bytes();
        if let Some(name) = &self.own_lines.first {
            debug.files.set_root(&SourceFileName {
                directory,
                name,
                ..SourceFileName::default()
            });
        }
        let Some(root) = debug.files.root.clone() else {
            return 0;
        };
        let file = self.builder.source_file_with(&SourceFileName {
            directory,
            name: &root.name,
            checksum: root.checksum,
            text: None,
        });
        self.own_lines.file = Some(file);
        file
    }

    /// An instruction that stands there is added next.
    pub(super) fn own_line(&mut self, location: Location) {
        if !self.is_here() {
            return;
        }
        let mut file = self.own_file();
        let mut line = self.line_of_statement(location);
        if let Some(marker) = &self.own_lines.marker {
            file = self.builder.source_file_with(&SourceFileName {
                name: &marker.name,
                ..SourceFileName::default()
            });
            self.own_lines.file = Some(file);
            let behind = line.wrapping_sub(marker.stands_on);
            line = marker.line.wrapping_sub(1).wrapping_add(behind);
        }
        self.builder.line_at(SourcePosition::new(file, line, 0));
    }

    /// The line of a statement in its text; of what a macro became that of its outermost
    /// use.
    fn line_of_statement(&mut self, location: Location) -> u32 {
        let mut at = location;
        let mut found = location;
        while let Some(origin) = self.texts.get(at).and_then(|text| text.origin) {
            if origin.kind != OriginKind::Include {
                found = origin.location;
            }
            at = origin.location;
        }
        match found.text {
            0 => self.line_of_first(found.start),
            _ => self.texts.line(found) as u32,
        }
    }

    /// The line of a byte of the first text, whose statements come one behind the other.
    fn line_of_first(&mut self, start: u32) -> u32 {
        let (before, line) = self.own_lines.last;
        let passed = self.texts.get(Location::default()).and_then(|text| {
            let range = before as usize..start as usize;
            text.text.as_bytes().get(range)
        });
        let line = match passed {
            Some(passed) => line + memchr::memchr_iter(b'\n', passed).count() as u32,
            None => {
                let location = Location {
                    start,
                    ..Location::default()
                };
                self.texts.line(location) as u32
            }
        };
        self.own_lines.last = (start, line);
        line
    }

    /// A label that stands there is defined next.
    pub(super) fn own_label(&mut self, name: &str, location: Location) {
        let private = self.builder.format.private_prefix;
        let is_private = !private.is_empty() && name.starts_with(private);
        if is_private || !self.is_here() {
            return;
        }
        let label = SourceLabel {
            // As a compiler of C would call it.
            name: name.strip_prefix('_').unwrap_or(name).as_bytes().to_vec(),
            file: self.own_file(),
            line: self.texts.line(location) as u32,
            place: self.builder.here(),
        };
        if let Some(unit) = &mut self.builder.debug.unit {
            unit.labels.push(label);
        }
    }

    /// `# LINE "FILE"`, if a line is that; what else begins so is a comment.
    pub(super) fn marker(&mut self, statement: &Statement<'_>) {
        if !self.writes_own_lines() {
            return;
        }
        let text = statement.text[1..].trim_ascii_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (line, rest) = text.split_at(digits);
        let name = rest.trim_ascii_start().strip_prefix('"');
        let (Ok(line), Some((name, _))) = (line.parse(), name.and_then(|it| it.split_once('"')))
        else {
            return;
        };
        let name = name.as_bytes().to_vec();
        if self.own_lines.first.is_none() {
            self.own_lines.first = Some(name.clone());
            // File 0 is another one then.
            self.own_lines.file = self.own_lines.file.filter(|file| *file != 0);
        }
        let stands_on = self.texts.line(statement.whole()) as u32;
        self.own_lines.marker = Some(Marker {
            name,
            line,
            stands_on,
        });
    }
}
