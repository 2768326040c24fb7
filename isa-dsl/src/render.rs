//! Diagnostics as text: the place, the lines of the source, what to do.

use crate::sorted::{SortedMap, sort_by_key};
use std::fmt::Write as _;

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::termcolor::Ansi;
use codespan_reporting::term::{self, Config};

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceFile, Sources, Span};

/// Bytes of a source line that are shown; of longer ones a window around the
/// place.
const LINE_BYTES: usize = 240;
/// Bytes in front of the place that the window begins with.
const WINDOW_BEFORE: usize = 80;

/// All diagnostics, sorted by file and place, each once, with an empty line
/// between them. `color` adds terminal colours.
///
/// The first line of each is `PATH:LINE:COLUMN: error[CODE]: MESSAGE`, with
/// line and column (in characters) counted from 1; the source lines with their
/// labels follow, then help.
///
/// ```
/// let loaded = isa_dsl::load::load_text("tiny.isa", "space flat lds;");
/// let text = isa_dsl::render::render(&loaded.sources, &loaded.diagnostics, false);
/// assert!(text.starts_with("tiny.isa:1:12: error[E0101]: expected"));
/// ```
pub fn render(sources: &Sources, diagnostics: &[Diagnostic], color: bool) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sort_by_key(&mut sorted, |diagnostic| {
        (
            diagnostic.primary.0,
            diagnostic.code,
            &diagnostic.message,
            &diagnostic.primary.1,
        )
    });
    sorted.dedup();
    let mut files: Vec<Option<Lines<'_>>> = sources.files.iter().map(|_| None).collect();
    let mut out = String::new();
    for diagnostic in sorted {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&one(sources, &mut files, diagnostic, color));
    }
    out
}

/// One diagnostic, as in [`render`].
pub fn render_one(sources: &Sources, diagnostic: &Diagnostic, color: bool) -> String {
    let mut files: Vec<Option<Lines<'_>>> = sources.files.iter().map(|_| None).collect();
    one(sources, &mut files, diagnostic, color)
}

/// The place of the first byte of a span: name of the file, line and column,
/// counted from 1, the column in characters. `None` if there is no such file.
pub fn location(sources: &Sources, span: Span) -> Option<(&str, usize, usize)> {
    let file = sources.files.get(span.file as usize)?;
    let (line, column) = Lines::new(file).place(span.start as usize);
    Some((&file.name, line, column))
}

fn one<'s>(
    sources: &'s Sources,
    files: &mut [Option<Lines<'s>>],
    diagnostic: &Diagnostic,
    color: bool,
) -> String {
    let (span, label) = &diagnostic.primary;
    let mut out = String::new();
    if let Some(file) = lines(sources, files, *span) {
        let (line, column) = file.place(span.start as usize);
        let _ = write!(out, "{}:{line}:{column}: ", clean(&file.file.name));
    }
    let code = diagnostic.code.as_str();
    let message = clean(&diagnostic.message);
    let _ = if color {
        writeln!(
            out,
            "\u{1b}[1;31merror[{code}]\u{1b}[0m\u{1b}[1m: {message}\u{1b}[0m"
        )
    } else {
        writeln!(out, "error[{code}]: {message}")
    };

    let mut excerpts = Excerpts::default();
    let mut labels = vec![(*span, label.as_str(), true)];
    labels.extend(
        diagnostic
            .secondary
            .iter()
            .map(|(span, label)| (*span, label.as_str(), false)),
    );
    // Lines first, then labels: adding a line moves the bytes of later ones.
    for (span, _, _) in &labels {
        // Nothing to point at in a file that holds nothing.
        if diagnostic.code != Code::EmptyFile
            && let Some(file) = lines(sources, files, *span)
        {
            excerpts.add(file, *span);
        }
    }
    excerpts.finish();
    let mut report = Report::error();
    for (span, label, primary) in labels {
        if let Some(range) = excerpts.range(span) {
            let made = if primary {
                Label::primary(span.file, range)
            } else {
                Label::secondary(span.file, range)
            };
            report = report.with_label(made.with_message(clean(label)));
        }
    }
    if let Some(help) = &diagnostic.help {
        report = report.with_note(format!("help: {}", clean(help)));
    }
    // The rendering begins with a header of its own, which the first line
    // above replaces: it says the place too.
    let rendered = emit(&excerpts, &report, color);
    let body = rendered.split_once('\n').map_or("", |(_, body)| body);
    for line in body.trim_end().lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn emit(excerpts: &Excerpts, report: &Report<u32>, color: bool) -> String {
    let config = Config::default();
    if color {
        let mut writer = Ansi::new(Vec::new());
        // Writing to memory does not fail, and every label lies in its excerpt.
        let _ = term::emit_to_write_style(&mut writer, &config, excerpts, report);
        String::from_utf8_lossy(&writer.into_inner()).into_owned()
    } else {
        term::emit_into_string(&config, excerpts, report).unwrap_or_default()
    }
}

fn lines<'f, 's>(
    sources: &'s Sources,
    files: &'f mut [Option<Lines<'s>>],
    span: Span,
) -> Option<&'f Lines<'s>> {
    let file = sources.files.get(span.file as usize)?;
    let slot = files.get_mut(span.file as usize)?;
    Some(slot.get_or_insert_with(|| Lines::new(file)))
}

/// Text without what would change the terminal or the order of reading.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if is_unsafe(c) { '\u{fffd}' } else { c })
        .collect()
}

fn is_unsafe(c: char) -> bool {
    // Controls, and the marks that reverse the direction of text.
    (c.is_control() && c != '\t' && c != '\n')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A file with the beginnings of its lines.
struct Lines<'s> {
    file: &'s SourceFile,
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    fn new(file: &'s SourceFile) -> Lines<'s> {
        let breaks = file
            .text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n');
        Lines {
            file,
            starts: std::iter::once(0)
                .chain(breaks.map(|(at, _)| at + 1))
                .collect(),
        }
    }

    /// The line of a byte, counted from 0.
    fn line(&self, at: usize) -> usize {
        self.starts
            .partition_point(|start| *start <= at)
            .saturating_sub(1)
    }

    /// The bytes of a line without its end.
    fn range(&self, line: usize) -> std::ops::Range<usize> {
        let start = self
            .starts
            .get(line)
            .copied()
            .unwrap_or(self.file.text.len());
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.file.text.len(), |next| next - 1);
        let text = self.file.text.get(start..end).unwrap_or("");
        start..start + text.trim_end_matches('\r').len()
    }

    /// Line and column of a byte, counted from 1.
    fn place(&self, at: usize) -> (usize, usize) {
        let line = self.line(at);
        (line + 1, self.column(line, at))
    }

    /// The character of a byte within its line, counted from 1.
    fn column(&self, line: usize, at: usize) -> usize {
        let start = self.range(line).start;
        let at = floor(&self.file.text, at);
        1 + self
            .file
            .text
            .get(start..at)
            .map_or(0, |before| before.chars().count())
    }
}

/// The character boundary at `at` or before it.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A source line, or the window of it that is shown.
struct Shown {
    /// The text: characters replaced, cut off where it is long.
    text: String,
    /// Where in `text` bytes of the source stand: (byte of the file, byte of
    /// `text`), in order. In between the next lower one counts.
    map: Vec<(usize, usize)>,
    /// Byte of the excerpt where it begins.
    start: usize,
    /// Column of its first byte, for the line above the snippet.
    column: usize,
}

/// The lines that one diagnostic shows, as a small file of their own.
#[derive(Default)]
struct Excerpt {
    name: String,
    text: String,
    lines: SortedMap<usize, Shown>,
    /// Number (from 0) of the source line of each line of the excerpt.
    numbers: Vec<usize>,
}

/// The excerpts of all files of one diagnostic.
#[derive(Default)]
struct Excerpts {
    files: SortedMap<u32, Excerpt>,
    /// Source line and first byte of every span that is shown.
    shown: SortedMap<Span, usize>,
}

impl Excerpts {
    fn add(&mut self, file: &Lines<'_>, span: Span) {
        if file.file.text.trim_ascii().is_empty() {
            return;
        }
        let excerpt = self.files.entry(span.file).or_default();
        excerpt.name = clean(&file.file.name);
        // The end of the file behind its last line break is no line to show.
        let mut line = file.line(span.start as usize);
        while line > 0
            && file.range(line).is_empty()
            && span.start as usize >= file.file.text.trim_end().len()
        {
            line -= 1;
        }
        self.shown.insert(span, line);
        excerpt
            .lines
            .entry(line)
            .or_insert_with(|| window(file, line, span.start as usize));
    }

    /// Puts the lines behind one another. Two empty lines between lines that
    /// are not neighbours make the gap visible.
    fn finish(&mut self) {
        for excerpt in self.files.values_mut() {
            let mut last: Option<usize> = None;
            for (line, shown) in excerpt.lines.iter_mut() {
                if let Some(last) = last
                    && last + 1 < *line
                {
                    excerpt.text.push_str("\n\n");
                    excerpt.numbers.extend([last + 1, last + 1]);
                }
                shown.start = excerpt.text.len();
                excerpt.text.push_str(&shown.text);
                excerpt.text.push('\n');
                excerpt.numbers.push(*line);
                last = Some(*line);
            }
        }
    }

    /// The bytes of an excerpt that stand for the first line of a span.
    fn range(&self, span: Span) -> Option<std::ops::Range<usize>> {
        let line = self.shown.get(&span)?;
        let shown = self.files.get(&span.file)?.lines.get(line)?;
        let start = shown.find(span.start as usize);
        let end = shown.find(span.end as usize).max(start);
        Some(shown.start + start..shown.start + end)
    }
}

impl Shown {
    fn find(&self, at: usize) -> usize {
        let next = self.map.partition_point(|(source, _)| *source <= at);
        match self.map.get(next.saturating_sub(1)) {
            Some((source, shown)) if *source <= at => *shown,
            Some((_, shown)) => *shown,
            None => 0,
        }
    }
}

fn window(file: &Lines<'_>, line: usize, at: usize) -> Shown {
    let source = &file.file.text;
    let whole = file.range(line);
    let (mut start, mut end) = (whole.start, whole.end);
    if end - start > LINE_BYTES {
        let at = at.clamp(start, end);
        start = floor(
            source,
            at.saturating_sub(WINDOW_BEFORE)
                .clamp(start, end - LINE_BYTES),
        );
        end = floor(source, start + LINE_BYTES);
    }
    let mut text = String::new();
    let mut map = Vec::new();
    if start > whole.start {
        map.push((whole.start, 0));
        text.push('…');
    }
    for (offset, c) in source.get(start..end).unwrap_or("").char_indices() {
        map.push((start + offset, text.len()));
        text.push(if is_unsafe(c) { '\u{fffd}' } else { c });
    }
    map.push((end, text.len()));
    if end < whole.end {
        text.push('…');
    }
    Shown {
        text,
        map,
        start: 0,
        column: file.column(line, start),
    }
}

impl<'a> Files<'a> for Excerpts {
    type FileId = u32;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: u32) -> Result<&'a str, Error> {
        self.files
            .get(&id)
            .map(|excerpt| excerpt.name.as_str())
            .ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: u32) -> Result<&'a str, Error> {
        self.files
            .get(&id)
            .map(|excerpt| excerpt.text.as_str())
            .ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: u32, byte: usize) -> Result<usize, Error> {
        let text = self.source(id)?;
        Ok(text
            .bytes()
            .take(byte)
            .filter(|byte| *byte == b'\n')
            .count())
    }

    fn line_number(&'a self, id: u32, index: usize) -> Result<usize, Error> {
        let excerpt = self.files.get(&id).ok_or(Error::FileMissing)?;
        Ok(1 + excerpt.numbers.get(index).copied().unwrap_or(0))
    }

    fn column_number(&'a self, id: u32, index: usize, byte: usize) -> Result<usize, Error> {
        let excerpt = self.files.get(&id).ok_or(Error::FileMissing)?;
        let line = excerpt
            .numbers
            .get(index)
            .and_then(|line| excerpt.lines.get(line));
        let Some(shown) = line else {
            return Ok(1);
        };
        let offset = floor(&shown.text, byte.saturating_sub(shown.start));
        let before = shown.text.get(..offset).unwrap_or("");
        Ok(shown.column + before.trim_start_matches('…').chars().count())
    }

    fn line_range(&'a self, id: u32, index: usize) -> Result<std::ops::Range<usize>, Error> {
        let text = self.source(id)?;
        let mut start = 0;
        for line in text.split_inclusive('\n').take(index) {
            start += line.len();
        }
        let end = text
            .get(start..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |n| start + n);
        Ok(start..end)
    }
}
