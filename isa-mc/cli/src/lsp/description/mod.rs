//! Descriptions: `.isa` files.
//!
//! `world` is one with its files and names; `errors` shows and mends what is wrong, and
//! `checking` finds it; the others answer a question each: `example`, `hover`, `complete`,
//! `symbols`, `tokens`. [`Descriptions`] are all that are open.

mod checking;
mod complete;
mod errors;
mod example;
mod hover;
mod symbols;
mod tokens;
mod world;

use isa_dsl::sorted::SortedMap;
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use isa_dsl::names::PlaceKind;

pub use checking::Made;
pub use tokens::legend;

use super::protocol::{
    CodeAction, CompletionItem, DocumentSymbol, Hover, Location, MarkupContent, Position, Range,
    TextEdit, WorkspaceEdit,
};
use super::session::Session;
use super::text::Text;
use world::World;

/// Why a name is not changed.
pub type Refused = String;

/// The descriptions of which files are open.
#[derive(Default)]
pub struct Descriptions {
    /// By their roots.
    worlds: SortedMap<PathBuf, World>,
    /// The root of every open file.
    roots: SortedMap<PathBuf, PathBuf>,
}

impl Descriptions {
    /// A file is open, or has another text than before.
    pub fn edit(&mut self, path: &Path, text: &str) {
        let mut root = self.roots.get(path).cloned();
        if root.as_deref().is_none_or(|root| root == path) {
            root = Some(world::root_of(path, text));
        }
        let root = root.unwrap_or_else(|| path.to_path_buf());
        self.roots.insert(path.to_path_buf(), root.clone());
        let world = self
            .worlds
            .entry(root.clone())
            .or_insert_with(|| World::new(root));
        world.files.set(path, Some(text.to_owned()));
        world.change(path);
    }

    /// A file is closed: what is on the disk counts.
    pub fn close(&mut self, path: &Path) {
        if let Some(world) = self.world(path) {
            world.files.set(path, None);
            world.change(path);
        }
        self.roots.remove(path);
    }

    /// Files have changed on the disk.
    pub fn changed_on_disk(&mut self) {
        for world in self.worlds.values_mut() {
            let root = world.root.clone();
            world.change(&root);
        }
    }

    fn world(&mut self, path: &Path) -> Option<&mut World> {
        self.worlds.get_mut(self.roots.get(path)?)
    }

    /// The description of a file, read as it is now, and the index of the file.
    fn current(&mut self, path: &Path) -> Option<(&mut World, u32)> {
        let world = self.world(path)?;
        world.read();
        let file = world.index(path)?;
        Some((world, file))
    }

    /// Checks what was edited, until a message waits.
    pub fn check(&mut self, session: &mut Session, waits: &dyn Fn() -> bool) {
        for world in self.worlds.values_mut() {
            checking::edited(world, session, waits);
        }
    }

    /// Whether something is left to check.
    pub fn has_more(&self) -> bool {
        let mut worlds = self.worlds.values();
        worlds.any(|world| !world.edited.is_empty())
    }

    /// Whether tables are to be made when the editor is quiet.
    pub fn is_due(&self) -> bool {
        let mut worlds = self.worlds.values();
        worlds.any(|world| world.due.is_some() && !world.making)
    }

    /// Makes the tables that are due, in threads whose results come through the channel.
    pub fn quiet(&mut self, results: &Sender<Made>) {
        for world in self.worlds.values_mut() {
            checking::quiet(world, results);
        }
    }

    /// Takes what a thread has made.
    pub fn take(&mut self, made: Made) {
        if let Some(world) = self.worlds.get_mut(&made.root) {
            checking::take(world, made);
        }
    }

    /// Where the name at a place is declared.
    pub fn definition(&mut self, session: &Session, path: &Path, at: Position) -> Vec<Location> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        let byte = world.text(file).byte(at);
        if let Some(included) = included(world, session, file, byte) {
            return vec![included];
        }
        let Some(place) = world.place(file, byte) else {
            return Vec::new();
        };
        let spans: Vec<_> = world
            .names()
            .declarations(&place)
            .iter()
            .map(|it| it.span)
            .collect();
        spans
            .into_iter()
            .filter_map(|span| errors::location(session, world, span))
            .collect()
    }

    /// Where the name at a place stands.
    pub fn references(
        &mut self,
        session: &Session,
        path: &Path,
        at: Position,
        declared: bool,
    ) -> Vec<Location> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        let byte = world.text(file).byte(at);
        let Some(place) = world.place(file, byte) else {
            return Vec::new();
        };
        let places = world.names().references(&place);
        let places = places
            .iter()
            .filter(|it| declared || !matches!(it.kind, PlaceKind::Declares(_)));
        let spans: Vec<_> = places.map(|it| it.span).collect();
        spans
            .into_iter()
            .filter_map(|span| errors::location(session, world, span))
            .collect()
    }

    /// The name at a place, if it can be changed.
    pub fn renamed(&mut self, path: &Path, at: Position) -> Option<(Range, String)> {
        let (world, file) = self.current(path)?;
        let byte = world.text(file).byte(at);
        let place = world.place(file, byte)?;
        if world.names().declarations(&place).is_empty() {
            return None;
        }
        Some((errors::range(world, place.span), place.name))
    }

    /// Gives the name at a place another one, wherever it stands.
    pub fn rename(
        &mut self,
        session: &Session,
        path: &Path,
        at: Position,
        to: &str,
    ) -> Result<WorkspaceEdit, Refused> {
        let Some((world, file)) = self.current(path) else {
            return Err("the file belongs to no description".to_owned());
        };
        let mut letters = to.chars();
        let begins = letters
            .next()
            .is_some_and(|it| it.is_ascii_alphabetic() || it == '_');
        if !begins || !letters.all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '.') {
            return Err(format!(
                "`{to}` is no name: names are made of the letters a to z and A to Z, digits and `_`"
            ));
        }
        let byte = world.text(file).byte(at);
        let Some(place) = world.place(file, byte) else {
            return Err("expected a name here".to_owned());
        };
        let places: Vec<_> = world
            .names()
            .references(&place)
            .into_iter()
            .cloned()
            .collect();
        if places.is_empty() {
            return Err(format!("nothing declares `{}`", place.name));
        }
        let mut edits = WorkspaceEdit::default();
        for place in places {
            let Some(location) = errors::location(session, world, place.span) else {
                continue;
            };
            // Operations write operands and fields in capitals.
            let shouted = place.name.chars().any(char::is_alphabetic)
                && place.name == place.name.to_uppercase();
            let new_text = if shouted {
                to.to_uppercase()
            } else {
                to.to_owned()
            };
            let edit = TextEdit {
                range: location.range,
                new_text,
            };
            edits.changes.entry(location.uri).or_default().push(edit);
        }
        Ok(edits)
    }

    /// What the name at a place is.
    pub fn hover(&mut self, path: &Path, at: Position) -> Option<Hover> {
        let (world, file) = self.current(path)?;
        let byte = world.text(file).byte(at);
        let (value, place) = hover::hover(world, file, byte)?;
        Some(Hover {
            contents: MarkupContent::markdown(value),
            range: errors::range(world, place.span),
        })
    }

    /// What may stand at a place.
    pub fn complete(&mut self, path: &Path, at: Position) -> Vec<CompletionItem> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        let byte = world.text(file).byte(at);
        complete::complete(world, file, byte)
    }

    /// The outline of a file.
    pub fn symbols(&mut self, path: &Path) -> Vec<DocumentSymbol> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        let text = world.text(file).clone();
        symbols::symbols(world.names(), file, &text)
    }

    /// What the names of a file are.
    pub fn tokens(&mut self, path: &Path) -> Vec<u32> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        let text = world.text(file).clone();
        tokens::tokens(world.names(), file, &text)
    }

    /// What mends the errors in a part of a file.
    pub fn actions(&mut self, session: &Session, path: &Path, part: Range) -> Vec<CodeAction> {
        let Some((world, file)) = self.current(path) else {
            return Vec::new();
        };
        // What was typed since is looked at first.
        let found = match world.edited.is_empty() {
            true => world.shown.clone(),
            false => {
                let loaded = world.load();
                isa_dsl::compile::compile_part(&loaded, file)
            }
        };
        let Some(uri) = session.uri(path) else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        for error in &found {
            if error.primary.0.file != file {
                continue;
            }
            let range = errors::range(world, error.primary.0);
            if range.end < part.start || part.end < range.start {
                continue;
            }
            for mend in errors::mends(world, error) {
                let error = errors::diagnostic(session, world, error);
                let action = CodeAction::quick_fix(mend.title, error, uri.clone(), mend.edit);
                if !actions.contains(&action) {
                    actions.push(action);
                }
            }
        }
        actions
    }
}

/// The file that an `include` at a place names.
fn included(world: &mut World, session: &Session, file: u32, byte: usize) -> Option<Location> {
    let path = world.path(file)?;
    let text = world.text(file);
    let line = text.line(text.position(byte).line as usize);
    let name = line
        .trim_start()
        .strip_prefix("include")?
        .split('"')
        .nth(1)?;
    let target = path.parent()?.join(name);
    let target = target.canonicalize().unwrap_or(target);
    Some(Location::new(session.uri(&target)?, Range::default()))
}

/// The changes that give a description its layout; none if it does not parse.
pub fn format(text: &Text) -> Vec<TextEdit> {
    let Ok(formatted) = isa_dsl::format::format(text.as_str()) else {
        return Vec::new();
    };
    if formatted == text.as_str() {
        return Vec::new();
    }
    vec![TextEdit {
        range: text.range(0, text.as_str().len()),
        new_text: formatted,
    }]
}
