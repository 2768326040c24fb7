//! The outline of a description.

use isa_dsl::names::{Names, Place, PlaceKind, Room};

use crate::lsp::protocol::{DocumentSymbol, SymbolKind};
use crate::lsp::text::Text;

fn kind(room: Room) -> SymbolKind {
    match room {
        Room::Machine => SymbolKind::Module,
        Room::Values => SymbolKind::Class,
        Room::Layouts => SymbolKind::Struct,
        Room::Operations | Room::Formulas => SymbolKind::Function,
        Room::Encodings | Room::Families | Room::Halves => SymbolKind::Namespace,
        Room::Instructions => SymbolKind::Method,
        Room::Fields => SymbolKind::Field,
        Room::Modifiers | Room::Wraps => SymbolKind::Property,
        Room::Own => SymbolKind::Variable,
        _ => SymbolKind::Constant,
    }
}

/// The items of a file, with their rows and fields in them.
pub fn symbols(names: &Names, file: u32, text: &Text) -> Vec<DocumentSymbol> {
    let mut items: Vec<DocumentSymbol> = Vec::new();
    let mut last = None;
    for place in names.places.iter().filter(|place| place.span.file == file) {
        let PlaceKind::Declares(room) = place.kind else {
            continue;
        };
        let symbol = symbol(place, room, text);
        let first = last != Some(place.item);
        if first {
            items.push(symbol);
        } else if room != Room::Own
            && let Some(item) = items.last_mut()
        {
            // Variables of pseudocode and parameters are no outline.
            item.children.push(symbol);
        }
        last = Some(place.item);
    }
    items
}

fn symbol(place: &Place, room: Room, text: &Text) -> DocumentSymbol {
    let selection_range = text.range(place.span.start as usize, place.span.end as usize);
    let mut range = text.range(place.whole.start as usize, place.whole.end as usize);
    range.start = range.start.min(selection_range.start);
    range.end = range.end.max(selection_range.end);
    DocumentSymbol {
        name: place.name.clone(),
        detail: Some(room.word()),
        kind: kind(room),
        range,
        selection_range,
        children: Vec::new(),
    }
}
