//! When descriptions are checked. What is edited is checked at once, as far as its own file
//! tells; all of a description when the editor is quiet, in a thread of its own: while one types
//! it would only take time from what is asked for.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::Sender;
use isa_dsl::compile;
use isa_dsl::compile::compile_part;
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::load::Loaded;
use isa_dsl::tables::TablesBuf;

use super::errors;
use super::world::World;
use crate::cli::lsp::session::Session;

/// What a thread has found.
pub struct Checked {
    /// The root of the description.
    pub root: PathBuf,
    /// The version that was checked.
    pub version: u64,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// Its tables, if nothing is; they come later than the errors.
    pub tables: Option<Arc<TablesBuf>>,
    /// The thread is done.
    pub last: bool,
}

/// Checks what was edited.
pub fn edited(world: &mut World, session: &mut Session) {
    let edited = std::mem::take(&mut world.edited);
    if edited.is_empty() {
        return;
    }
    let loaded = world.load();
    // What is known of the other files stays, until they are checked again.
    let mut all = std::mem::take(&mut world.shown);
    for path in edited {
        let Some(file) = world.index(&path) else {
            continue;
        };
        let found = compile_part(&loaded, file);
        all.retain(|error| error.primary.0.file != file && !found.contains(error));
        all.extend(found);
    }
    publish(world, session, &all);
    world.version += 1;
    world.due = Some(loaded);
}

/// Starts checking all of a description, if that is due.
pub fn quiet(world: &mut World, results: &Sender<Checked>) {
    if world.checking {
        return;
    }
    if let Some(loaded) = world.due.take() {
        check_all(world, loaded, results);
    }
}

/// Runs all checks in a thread.
fn check_all(world: &mut World, loaded: Loaded, results: &Sender<Checked>) {
    world.checking = true;
    let (root, version, results) = (world.root.clone(), world.version, results.clone());
    std::thread::spawn(move || {
        let compilation = compile(loaded);
        let checked = |tables, last| Checked {
            root: root.clone(),
            version,
            diagnostics: compilation.diagnostics.clone(),
            tables,
            last,
        };
        // Whoever waited for it may be gone.
        let _ = results.send(checked(None, !compilation.diagnostics.is_empty()));
        if compilation.diagnostics.is_empty() {
            let tables = compilation.lowered().ok().map(Arc::new);
            let _ = results.send(checked(tables, true));
        }
    });
}

/// Takes what a thread has found.
pub fn take(world: &mut World, session: &mut Session, checked: Checked) {
    if checked.last {
        world.checking = false;
    }
    if let Some(tables) = checked.tables {
        world.tables = Some(tables);
    }
    // What was edited since is due already.
    if checked.version == world.version {
        publish(world, session, &checked.diagnostics);
    }
}

/// Shows errors at their files, and none at the others of the description.
fn publish(world: &mut World, session: &mut Session, all: &[Diagnostic]) {
    world.shown = all.to_vec();
    let count = world.sources.files.len() as u32;
    let shown = session.published();
    for file in 0..count {
        let Some(path) = world.path(file) else {
            continue;
        };
        let of_file = all.iter().filter(|error| error.primary.0.file == file);
        let diagnostics: Vec<_> = of_file
            .map(|error| errors::diagnostic(session, world, error))
            .collect();
        let is_open = session.documents.contains_key(&path);
        if !diagnostics.is_empty() || is_open || shown.contains(&path) {
            session.publish(Path::new(&path), diagnostics);
        }
    }
}
