//! Names of descriptions in the colours of what they are.

use isa_dsl::names::{Names, Place, PlaceKind, Room};
use serde_json::json;

use crate::lsp::text::Text;

/// The kinds, in the order in which their numbers count.
const TYPES: [&str; 9] = [
    "type",
    "struct",
    "property",
    "function",
    "namespace",
    "variable",
    "parameter",
    "method",
    "enumMember",
];

/// What kinds and marks there are: `SemanticTokensLegend` of the protocol.
pub fn legend() -> serde_json::Value {
    json!({ "tokenTypes": TYPES, "tokenModifiers": ["declaration"] })
}

fn number(room: Room) -> u32 {
    match room {
        Room::Values => 0,
        Room::Layouts => 1,
        Room::Modifiers | Room::Wraps | Room::Fields => 2,
        Room::Operations | Room::Formulas => 3,
        Room::Encodings | Room::Families | Room::Halves | Room::Machine | Room::Lints => 4,
        Room::Registers | Room::States | Room::Counters | Room::Spaces | Room::Locals => 5,
        Room::Own => 6,
        Room::Instructions => 7,
        Room::Architectures | Room::Processors | Room::Features | Room::Syntaxes => 8,
    }
}

/// The names of a file, each counted from the one before, in five numbers as the protocol has
/// them: lines and letters between, length, kind and marks.
pub fn tokens(names: &Names, file: u32, text: &Text) -> Vec<u32> {
    let mut all = Vec::new();
    let (mut line, mut start) = (0, 0);
    let of_file = names.places.iter().filter(|place| place.span.file == file);
    for place in of_file {
        let Some(room) = room(names, place) else {
            continue;
        };
        let at = text.position(place.span.start as usize);
        let end = text.position(place.span.end as usize);
        if (at.line, at.character) < (line, start) || end.line != at.line {
            continue;
        }
        let same = at.line == line;
        all.extend([
            at.line - line,
            at.character - if same { start } else { 0 },
            end.character - at.character,
            number(room),
            u32::from(matches!(place.kind, PlaceKind::Declares(_))),
        ]);
        (line, start) = (at.line, at.character);
    }
    all
}

/// The room in which a name is found.
fn room(names: &Names, place: &Place) -> Option<Room> {
    match &place.kind {
        PlaceKind::Declares(room) | PlaceKind::Uses([room]) => Some(*room),
        PlaceKind::Uses(_) => match names.declarations(place).first()?.kind {
            PlaceKind::Declares(room) => Some(room),
            PlaceKind::Uses(_) => None,
        },
    }
}
