//! When descriptions are checked: at once, what is not as it was. What takes longer is shown when
//! it is known, and goes on between messages. Tables, which examples are made of, follow when the
//! editor is quiet, in a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;
use isa_dsl::compile;
use isa_dsl::compile::{State, compile_part};
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::tables::TablesBuf;

use super::errors;
use super::world::World;
use crate::lsp::session::Session;

/// How long families are checked before what is known is shown, or as long as what is in front
/// of them takes.
const SOON: Duration = Duration::from_millis(80);

/// What a thread has made.
pub struct Made {
    /// The root of the description.
    pub root: PathBuf,
    /// Its tables, if it has no errors.
    pub tables: Option<Arc<TablesBuf>>,
}

/// Checks what was edited, until a message waits. What is left then is still among the edited
/// files.
pub fn edited(world: &mut World, session: &mut Session, waits: &dyn Fn() -> bool) {
    if world.edited.is_empty() {
        return;
    }
    let loaded = world.load();
    if world.is_new && !world.is_told {
        // All of a large description takes a second: until it is known, what one file tells.
        world.is_told = true;
        let edited = world.edited.iter();
        let files: Vec<u32> = edited
            .filter(|it| session.documents.contains_key(*it))
            .filter_map(|it| world.index(it))
            .collect();
        let found: Vec<Diagnostic> = files
            .iter()
            .flat_map(|file| compile_part(&loaded, *file))
            .collect();
        publish(world, session, &found);
    }
    let started = Instant::now();
    let mut until = None;
    let mut has_time = |counts: bool| {
        // On a machine that is busy, too, half of the time is that of families.
        let until = *until.get_or_insert_with(|| Instant::now() + started.elapsed().max(SOON));
        !(waits() || counts && Instant::now() > until)
    };
    let found = world.again.check(&loaded, &mut has_time);
    if found.state != State::Missing {
        world.is_new = false;
        publish(world, session, &found.diagnostics);
    }
    if found.state == State::Whole {
        world.edited.clear();
        world.due = found.diagnostics.is_empty().then_some(loaded);
    }
}

/// Starts making the tables of a description, if that is due.
pub fn quiet(world: &mut World, results: &Sender<Made>) {
    if world.making {
        return;
    }
    let Some(loaded) = world.due.take() else {
        return;
    };
    let (root, results) = (world.root.clone(), results.clone());
    let thread = std::thread::Builder::new().name("tables".to_owned());
    let made = thread.spawn(move || {
        let tables = compile(loaded).lowered().ok().map(Arc::new);
        // Whoever waited for it may be gone.
        let _ = results.send(Made { root, tables });
    });
    world.making = made.is_ok();
}

/// Takes what a thread has made.
pub fn take(world: &mut World, made: Made) {
    world.making = false;
    if let Some(tables) = made.tables {
        world.tables = Some(tables);
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
