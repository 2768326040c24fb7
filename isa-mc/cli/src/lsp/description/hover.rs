//! What a name of a description is.

use std::fmt::Write as _;

use isa_dsl::names::{Place, PlaceKind, Room};

use super::example;
use super::world::World;

/// Lines of a declaration that are shown.
const MOST_LINES: usize = 14;
/// Declarations that are shown.
const MOST_DECLARATIONS: usize = 3;

/// What stands at a byte of a file, as Markdown; with the bytes that it is about.
pub fn hover(world: &mut World, file: u32, byte: usize) -> Option<(String, Place)> {
    let place = world.place(file, byte)?;
    let found: Vec<Place> = world
        .names()
        .declarations(&place)
        .into_iter()
        .cloned()
        .collect();
    let first = found.first()?;
    let PlaceKind::Declares(room) = first.kind else {
        return None;
    };
    let mut text = format!("**{}** `{}`", room.word(), first.name);
    let belongs = matches!(
        room,
        Room::Registers | Room::Fields | Room::Own | Room::Instructions
    );
    if belongs && !first.owner.is_empty() {
        let _ = write!(text, " of `{}`", first.owner);
    }
    text.push_str("\n\n");
    if !first.doc.trim().is_empty() {
        text.push_str(first.doc.trim());
        text.push_str("\n\n");
    }
    for declaration in found.iter().take(MOST_DECLARATIONS) {
        let source = world.text(declaration.whole.file).as_str();
        let whole = declaration.whole.start as usize..declaration.whole.end as usize;
        let code = source.get(whole).unwrap_or("");
        text.push_str("```isa\n");
        for line in code.lines().take(MOST_LINES) {
            text.push_str(line);
            text.push('\n');
        }
        if code.lines().nth(MOST_LINES).is_some() {
            text.push_str("    …\n");
        }
        text.push_str("```\n");
    }
    if found.len() > MOST_DECLARATIONS {
        let _ = writeln!(text, "and {} more", found.len() - MOST_DECLARATIONS);
    }
    if room == Room::Instructions {
        match &world.tables {
            Some(tables) => text.push_str(&example::examples(&tables.view(), &first.name)),
            None if world.shown.is_empty() => {
                text.push_str("\nExamples follow: tables are being made.\n");
            }
            None => text.push_str("\nExamples follow when the description has no errors.\n"),
        }
    }
    Some((text, place))
}
