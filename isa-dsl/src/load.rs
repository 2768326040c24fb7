//! Reading a description: the root file and everything it includes.

use crate::sorted::SortedMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::ast::{File, ItemKind, Name};
use crate::diagnostic::{Code, Diagnostic};
use crate::parallel::in_parts;
use crate::parse::{MAX_FILE_BYTES, not_text, parse_file};
use crate::source::{SourceFile, Sources, Span};
use crate::{formulas, reasons};

/// A description as read: its files, and the items of all of them.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The files, in the order of reading.
    pub sources: Sources,
    /// The items of all files in the order of the text: an include is replaced
    /// by the items of its file. No [`ItemKind::Include`] is left.
    pub file: File,
    /// What is wrong so far: reading and syntax.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the file at `path` and what it includes. Paths of includes are
/// relative to the including file.
///
/// Files that cannot be read, or include themselves, are errors at the place
/// of their `include`; everything else is loaded.
pub fn load_file(path: &Path) -> Loaded {
    let mut loader = Loader {
        ahead: parse_ahead(path),
        ..Loader::default()
    };
    let shown = display(path);
    loader.file(path, shown, None);
    loader.finish()
}

/// The trees of a file and of those that it includes, on several processors, by the indices that
/// they have if none of these includes more: whoever reads them looks whether it is so.
fn parse_ahead(path: &Path) -> SortedMap<u32, Parsed> {
    let parse = |(index, path): (u32, PathBuf)| {
        let text = String::from_utf8(read(&path).ok()?).ok()?;
        Some((index, Parsed::new(index, text)))
    };
    let Some((_, root)) = parse((0, path.to_path_buf())) else {
        return SortedMap::new();
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let includes = root.file.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Include(name) => Some(folder.join(&name.text)),
        _ => None,
    });
    let parsed = in_parts((1..).zip(includes).collect(), parse);
    let parsed = parsed.into_iter().flatten();
    parsed.chain([(0, root)]).collect()
}

/// Files that are read again and again while they are edited: what an editor has not saved
/// yet, and the trees of those that have not changed.
///
/// ```
/// let mut files = isa_dsl::load::Files::default();
/// files.set("/nowhere/my.isa".as_ref(), Some("counter vmcnt;".to_owned()));
/// let loaded = files.load("/nowhere/my.isa".as_ref());
/// assert_eq!(loaded.file.items.len(), 1);
/// // What has not changed is not copied.
/// let again = files.load("/nowhere/my.isa".as_ref());
/// assert!(std::sync::Arc::ptr_eq(&loaded.file.items[0], &again.file.items[0]));
/// ```
#[derive(Debug, Default)]
pub struct Files {
    /// Texts that stand for those of the files, by real path.
    unsaved: SortedMap<PathBuf, String>,
    /// What was parsed, by real path.
    parsed: SortedMap<PathBuf, Parsed>,
}

/// A file that was parsed.
#[derive(Debug)]
struct Parsed {
    /// Its index among the sources, which its spans have.
    index: u32,
    text: String,
    file: File,
    errors: Vec<Diagnostic>,
}

impl Parsed {
    fn new(index: u32, text: String) -> Parsed {
        let (file, errors) = read_items(index, &text);
        Parsed {
            index,
            text,
            file,
            errors,
        }
    }
}

impl Files {
    /// Puts a text in the place of the one that a file has; `None` takes it away again.
    pub fn set(&mut self, path: &Path, text: Option<String>) {
        let real = real(path);
        match text {
            Some(text) => self.unsaved.insert(real, text),
            None => self.unsaved.remove(&real),
        };
    }

    /// As [`load_file`], of these files.
    pub fn load(&mut self, path: &Path) -> Loaded {
        let mut loader = Loader {
            files: Some(self),
            ..Loader::default()
        };
        loader.file(path, display(path), None);
        loader.finish()
    }

    /// The bytes of a file, or of what stands for it.
    fn read(&self, path: &Path, real: &Path) -> Result<Vec<u8>, String> {
        match self.unsaved.get(real) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => read(path),
        }
    }

    /// The tree of a text, from before if it is the same.
    fn parse(&mut self, path: &Path, index: u32, text: &str) -> (File, Vec<Diagnostic>) {
        let real = real(path);
        if let Some(parsed) = self.parsed.get(&real)
            && parsed.index == index
            && parsed.text == text
        {
            return (parsed.file.clone(), parsed.errors.clone());
        }
        let parsed = Parsed::new(index, text.to_owned());
        let found = (parsed.file.clone(), parsed.errors.clone());
        self.parsed.insert(real, parsed);
        found
    }
}

/// Parses a file, and looks which of its items name what is put in.
fn read_items(index: u32, text: &str) -> (File, Vec<Diagnostic>) {
    let (mut file, errors) = parse_file(index, text);
    for item in &mut file.items {
        let item = Arc::make_mut(item);
        item.asks = formulas::may_ask(&mut item.kind) | reasons::asks(&mut item.kind);
    }
    (file, errors)
}

/// The path without links, by which a file is known.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Takes `text` for a file called `name`. It has no folder, so its includes
/// are errors.
///
/// ```
/// let loaded = isa_dsl::load::load_text("tiny.isa", "include \"more.isa\";");
/// assert_eq!(loaded.diagnostics[0].code.as_str(), "E0105");
/// ```
pub fn load_text(name: &str, text: &str) -> Loaded {
    let mut loader = Loader::default();
    loader.text(SourceFile {
        name: name.to_string(),
        path: None,
        text: text.to_string(),
    });
    loader.finish()
}

/// Files that include one another, one inside the other.
const MAX_INCLUDES_DEEP: usize = 64;

#[derive(Default)]
struct Loader<'f> {
    loaded: Loaded,
    /// Where files come from, if not from the disk alone.
    files: Option<&'f mut Files>,
    /// What was parsed before it was its turn, by index.
    ahead: SortedMap<u32, Parsed>,
    /// The files that are being read, outermost first: index and real path.
    open: Vec<(u32, PathBuf)>,
    /// Every file that was read, by real path, with its include.
    seen: Vec<(PathBuf, Option<Span>)>,
}

impl Loader<'_> {
    /// What was read, once all of it is there.
    fn finish(mut self) -> Loaded {
        let errors = reasons::put_in(&mut self.loaded.file);
        self.loaded.diagnostics.extend(errors);
        let errors = formulas::put_in(&mut self.loaded.file);
        self.loaded.diagnostics.extend(errors);
        self.loaded
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.loaded.diagnostics.push(diagnostic);
    }

    /// Adds a file and gives its index.
    fn add(&mut self, source: SourceFile) -> u32 {
        self.loaded.sources.files.push(source);
        (self.loaded.sources.files.len() - 1) as u32
    }

    /// Reads a file; `include` is the place that asked for it.
    fn file(&mut self, path: &Path, shown: String, include: Option<Span>) {
        let real = real(path);
        if let Some(span) = include
            && self.seen_before(&real, &shown, span)
        {
            return;
        }
        let bytes = match &self.files {
            Some(files) => files.read(path, &real),
            None => read(path),
        };
        let (text, wrong) = match bytes {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) => (text, None),
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    (
                        String::from_utf8_lossy(error.as_bytes()).into_owned(),
                        Some(at),
                    )
                }
            },
            Err(reason) => {
                let message = format!("cannot read `{shown}`: {reason}");
                // A root that cannot be read still has a name to report.
                let span = include.unwrap_or_else(|| {
                    let source = SourceFile {
                        name: shown,
                        path: Some(path.to_path_buf()),
                        text: String::new(),
                    };
                    Span {
                        file: self.add(source),
                        start: 0,
                        end: 0,
                    }
                });
                self.report(Diagnostic::new(Code::Unreadable, span, message));
                return;
            }
        };
        self.seen.push((real.clone(), include));
        let source = SourceFile {
            name: shown,
            path: Some(path.to_path_buf()),
            text,
        };
        if let Some(at) = wrong {
            let index = self.add(source);
            let place = Span {
                file: index,
                start: at as u32,
                end: at as u32 + 1,
            };
            self.report(not_text(place, "is not UTF-8"));
            return;
        }
        let index = self.loaded.sources.files.len() as u32;
        self.open.push((index, real));
        self.text(source);
        self.open.pop();
    }

    /// Whether an include asks for a file a second time; says so.
    fn seen_before(&mut self, real: &Path, shown: &str, span: Span) -> bool {
        let name = |index: u32| {
            self.loaded
                .sources
                .files
                .get(index as usize)
                .map_or("", |file| file.name.as_str())
                .to_string()
        };
        if let Some(first) = self.open.iter().position(|(_, open)| open == real) {
            let mut chain: Vec<String> = self
                .open
                .iter()
                .skip(first)
                .map(|(index, _)| name(*index))
                .collect();
            chain.extend(chain.first().cloned());
            let message = format!("the file includes itself: {}", chain.join(" → "));
            self.report(
                Diagnostic::new(Code::IncludeCycle, span, message).label("this closes the circle"),
            );
            return true;
        }
        if self.open.len() >= MAX_INCLUDES_DEEP {
            let message = format!("includes are more than {MAX_INCLUDES_DEEP} files deep");
            self.report(Diagnostic::new(Code::TooDeep, span, message));
            return true;
        }
        if let Some((_, first)) = self.seen.iter().find(|(seen, _)| seen == real).cloned() {
            let message = format!("`{shown}` is included twice");
            let error = Diagnostic::new(Code::Duplicate, span, message);
            let error = match first {
                Some(first) => error.also(first, "included here first"),
                None => error,
            };
            self.report(error.label("included again").help("remove one of the two"));
            return true;
        }
        false
    }

    /// Parses a file and goes on with its includes.
    fn text(&mut self, source: SourceFile) {
        let index = self.loaded.sources.files.len() as u32;
        let ahead = self.ahead.remove(&index);
        let (file, errors) = match (&mut self.files, &source.path, ahead) {
            (_, _, Some(ahead)) if ahead.text == source.text => (ahead.file, ahead.errors),
            (Some(files), Some(path), _) => files.parse(path, index, &source.text),
            _ => read_items(index, &source.text),
        };
        let place = source.path.clone().map(|path| (path, source.name.clone()));
        self.add(source);
        self.loaded.diagnostics.extend(errors);
        for item in file.items {
            match &item.kind {
                ItemKind::Include(name) => self.include(name, place.as_ref()),
                _ => self.loaded.file.items.push(item),
            }
        }
    }

    fn include(&mut self, name: &Name, place: Option<&(PathBuf, String)>) {
        let Some((path, shown)) = place else {
            let message = format!(
                "cannot include `{}` from text that is not in a folder",
                name.text
            );
            self.report(Diagnostic::new(Code::Unreadable, name.span, message));
            return;
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let shown = Path::new(shown)
            .parent()
            .unwrap_or(Path::new(""))
            .join(&name.text);
        self.file(&folder.join(&name.text), display(&shown), Some(name.span));
    }
}

/// The bytes of a file that is not too long, or the reason in words.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    use std::io::Read as _;

    let file = std::fs::File::open(path).map_err(|error| reason(&error))?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err("it is a folder".to_string());
    }
    let mut bytes = Vec::new();
    // A device has no length; reading one byte more than allowed shows it.
    let limit = MAX_FILE_BYTES as u64 + 1;
    file.take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| reason(&error))?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(format!("it is longer than {} MiB", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

/// What the operating system says; the same on every system where it is common.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_string(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}

/// A path as errors show it, with `/` on every system.
fn display(path: &Path) -> String {
    let text = path.display().to_string();
    if std::path::MAIN_SEPARATOR == '/' {
        text
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}
