//! A description that is being edited: its files, and what is known of them.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use isa_dsl::compile::Again;
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::load::{Files, Loaded};
use isa_dsl::names::{Names, Place, places};
use isa_dsl::source::Sources;
use isa_dsl::tables::TablesBuf;

use crate::lsp::text::Text;

/// A root file and all that it includes.
pub struct World {
    /// The root file.
    pub root: PathBuf,
    /// The files, with what is not saved yet.
    pub files: Files,
    /// What was read last.
    pub sources: Sources,
    /// Not all of it was looked at yet.
    pub is_new: bool,
    /// What was found of its families.
    pub again: Again,
    /// What tables are to be made of when the editor is quiet.
    pub due: Option<Loaded>,
    /// The files that were edited since all was checked.
    pub edited: SortedSet<PathBuf>,
    /// They were read since.
    is_read: bool,
    /// What each of them tells by itself was said since.
    pub is_told: bool,
    /// Tables are made, elsewhere.
    pub making: bool,
    /// What the editor shows.
    pub shown: Vec<Diagnostic>,
    /// The tables of the last version without errors.
    pub tables: Option<Arc<TablesBuf>>,
    /// The lines of the files that were asked for.
    texts: SortedMap<u32, Text>,
    names: Option<Names>,
    /// Names of each file, with the text that they are of.
    places: SortedMap<PathBuf, (u32, String, Vec<Place>)>,
}

impl World {
    /// A description of which nothing is read yet.
    pub fn new(root: PathBuf) -> World {
        World {
            edited: SortedSet::from([root.clone()]),
            is_read: false,
            is_told: false,
            root,
            files: Files::default(),
            sources: Sources::default(),
            is_new: true,
            again: Again::default(),
            due: None,
            making: false,
            shown: Vec::new(),
            tables: None,
            texts: SortedMap::new(),
            names: None,
            places: SortedMap::new(),
        }
    }

    /// A file of it is another one than before.
    pub fn change(&mut self, path: &Path) {
        self.edited.insert(path.to_path_buf());
        self.is_read = false;
        self.is_told = false;
    }

    /// Reads what has changed since it was read last, if something has.
    pub fn read(&mut self) {
        if !self.is_read {
            self.load();
        }
    }

    /// Reads what has changed, and gives all of it.
    pub fn load(&mut self) -> Loaded {
        self.is_read = true;
        let loaded = self.files.load(&self.root);
        self.sources = loaded.sources.clone();
        self.names = None;
        self.texts.clear();
        loaded
    }

    /// The index of a file of the description.
    pub fn index(&self, path: &Path) -> Option<u32> {
        let same = |file: &isa_dsl::source::SourceFile| {
            let own = file.path.as_deref();
            own.is_some_and(|own| own == path || own.canonicalize().is_ok_and(|it| it == path))
        };
        self.sources.files.iter().position(same).map(|at| at as u32)
    }

    /// The path of a file.
    pub fn path(&self, file: u32) -> Option<PathBuf> {
        let path = self.sources.files.get(file as usize)?.path.as_ref()?;
        Some(path.canonicalize().unwrap_or_else(|_| path.clone()))
    }

    /// The lines of a file.
    pub fn text(&mut self, file: u32) -> &Text {
        let sources = &self.sources;
        self.texts.entry(file).or_insert_with(|| {
            let source = sources.files.get(file as usize);
            Text::new(source.map_or_else(String::new, |it| it.text.clone()))
        })
    }

    /// The names of all files.
    pub fn names(&mut self) -> &Names {
        if self.names.is_none() {
            let mut all = Vec::new();
            for (index, file) in (0_u32..).zip(&self.sources.files) {
                let key = file.path.clone().unwrap_or_default();
                let known = self.places.get(&key);
                if !known.is_some_and(|(at, text, _)| *at == index && *text == file.text) {
                    let found = (index, file.text.clone(), places(index, &file.text));
                    self.places.insert(key.clone(), found);
                }
                if let Some((_, _, found)) = self.places.get(&key) {
                    all.extend(found.iter().cloned());
                }
            }
            self.names = Some(Names::new(all));
        }
        self.names.get_or_insert_with(Names::default)
    }

    /// The name at a byte of a file.
    pub fn place(&mut self, file: u32, byte: usize) -> Option<Place> {
        self.names().at(file, byte as u32).cloned()
    }
}

/// The root of the description that a file belongs to: itself if it has the header, or else a
/// file above it that includes it.
pub fn root_of(path: &Path, text: &str) -> PathBuf {
    if has_header(text) {
        return path.to_path_buf();
    }
    let mut folder = path.parent();
    for _ in 0..3 {
        let Some(here) = folder else { break };
        let mut candidates: Vec<PathBuf> = std::fs::read_dir(here)
            .map(|entries| entries.filter_map(Result::ok).map(|it| it.path()).collect())
            .unwrap_or_default();
        candidates.sort();
        for candidate in candidates {
            let is_description = candidate.extension().is_some_and(|it| it == "isa");
            if !is_description || candidate == path {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&candidate) else {
                continue;
            };
            if has_header(&text) && includes(&candidate, path, 0) {
                return candidate;
            }
        }
        folder = here.parent();
    }
    path.to_path_buf()
}

fn has_header(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("isa "))
}

/// Whether a file includes another one, itself or through those that it includes.
fn includes(file: &Path, other: &Path, depth: usize) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else {
        return false;
    };
    let folder = file.parent().unwrap_or(Path::new(""));
    text.lines().filter_map(included).any(|name| {
        let path = folder.join(name);
        let real = path.canonicalize().unwrap_or(path);
        real == other || depth < 8 && includes(&real, other, depth + 1)
    })
}

/// The file that a line includes.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("include")?;
    rest.trim_start().strip_prefix('"')?.split('"').next()
}
