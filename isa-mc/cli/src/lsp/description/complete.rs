//! What may stand at a place of a description.

use isa_dsl::sorted::SortedMap;

use isa_dsl::names::{Place, PlaceKind, Room, places};
use isa_dsl::parse::{block_words, item_words};

use super::world::World;
use crate::lsp::protocol::{CompletionItem, CompletionItemKind};

/// A name that stands where one is being written.
const STAND_IN: &str = "z__z";

/// The completions at a byte of a file.
pub fn complete(world: &mut World, file: u32, byte: usize) -> Vec<CompletionItem> {
    let source = world.text(file).as_str().to_owned();
    let start = word_start(&source, byte);
    let begin = item_start(&source, start);
    let before = &source[begin..start];
    let open = Open::of(before);
    let mut found: SortedMap<String, CompletionItem> = SortedMap::new();
    if open.in_comment {
        return Vec::new();
    }
    let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with("//");
    if before.lines().all(is_comment) {
        for word in item_words() {
            add(&mut found, word, keyword(word));
        }
        return found.into_values().collect();
    }
    if open.begins_statement {
        let mut item = before.split_whitespace();
        let head = item.find(|word| !word.starts_with('/')).unwrap_or("");
        let within = open.block.as_deref().unwrap_or(head);
        let words = if within == "encoding" { within } else { head };
        for word in block_words(words) {
            add(&mut found, word, keyword(word));
        }
    }
    if let Some(of) = rooms(before, &open)
        && let PlaceKind::Uses(rooms) = of.kind
    {
        names(world, file, begin as u32, &of, rooms, &mut found);
    }
    found.into_values().collect()
}

fn add(found: &mut SortedMap<String, CompletionItem>, name: &str, item: CompletionItem) {
    found.entry(name.to_owned()).or_insert(item);
}

fn keyword(word: &str) -> CompletionItem {
    CompletionItem::new(word, CompletionItemKind::Keyword)
}

/// What names of a room are shown as.
fn kind(room: Room) -> CompletionItemKind {
    match room {
        Room::Values => CompletionItemKind::Class,
        Room::Layouts => CompletionItemKind::Struct,
        Room::Modifiers | Room::Wraps => CompletionItemKind::Property,
        Room::Operations | Room::Formulas => CompletionItemKind::Function,
        Room::Encodings | Room::Families | Room::Halves => CompletionItemKind::Module,
        Room::Registers | Room::States | Room::Locals | Room::Counters | Room::Spaces => {
            CompletionItemKind::Variable
        }
        Room::Fields => CompletionItemKind::Field,
        Room::Instructions => CompletionItemKind::Method,
        _ => CompletionItemKind::Constant,
    }
}

/// The names of rooms, as seen from an item.
fn names(
    world: &mut World,
    file: u32,
    item: u32,
    of: &Place,
    rooms: &[Room],
    found: &mut SortedMap<String, CompletionItem>,
) {
    let in_pseudocode = rooms.contains(&Room::Operations) && rooms.len() > 1;
    let names = world.names();
    // The item as it was read last: what is being written may have broken it.
    let owners = names.named_by(of);
    for &room in rooms {
        for place in names.of(room) {
            let own = place.span.file == file && (place.item == item || place.owner == of.owner);
            let shown = match room {
                Room::Own => own,
                Room::Fields => owners.contains(&place.owner),
                _ => true,
            };
            if !shown || place.name == STAND_IN {
                continue;
            }
            // Operations write operands and fields in capitals.
            let capitals = in_pseudocode && matches!(room, Room::Own | Room::Fields);
            let label = if capitals {
                place.name.to_uppercase()
            } else {
                place.name.clone()
            };
            let doc = place.doc.trim();
            let completion = CompletionItem {
                detail: Some(room.word()),
                documentation: (!doc.is_empty()).then(|| doc.to_owned()),
                ..CompletionItem::new(label.as_str(), kind(room))
            };
            add(found, &label, completion);
        }
    }
}

fn word_start(source: &str, byte: usize) -> usize {
    let before = source.get(..byte).unwrap_or(source);
    let end = before.rfind(|it: char| !(it.is_ascii_alphanumeric() || it == '_' || it == '.'));
    let start = end.map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
    // `..gcn1.2`: the name is behind the dots.
    start + before[start..].rfind("..").map_or(0, |at| at + 2)
}

/// Where the item begins that a byte is in: a line with a word in its first column, or the
/// documentation in front of it.
fn item_start(source: &str, byte: usize) -> usize {
    let mut at = byte;
    loop {
        let line = source[..at].rfind('\n').map_or(0, |end| end + 1);
        let first = source[line..byte].chars().next();
        let begins = first.is_some_and(|it| it.is_ascii_alphabetic());
        if begins && item_words().any(|word| source[line..byte].starts_with(word)) {
            return line;
        }
        if line == 0 || first == Some('}') && line < byte {
            // Behind an item: another one may begin here.
            let next = source[line..byte]
                .find('\n')
                .map_or(byte, |end| line + end + 1);
            return if first == Some('}') { next } else { line };
        }
        at = line - 1;
    }
}

/// What is open in front of a place.
#[derive(Default)]
struct Open {
    brackets: Vec<char>,
    in_string: bool,
    in_comment: bool,
    /// A statement of a block may begin here.
    begins_statement: bool,
    /// What the innermost block belongs to.
    block: Option<String>,
}

impl Open {
    fn of(text: &str) -> Open {
        let mut open = Open::default();
        let mut heads: Vec<String> = Vec::new();
        let mut head = String::new();
        let mut fresh = true;
        let mut word = String::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if open.in_comment {
                open.in_comment = letter != '\n';
                continue;
            }
            if open.in_string {
                open.in_string = letter != '"' && letter != '\n';
                continue;
            }
            if letter.is_ascii_alphanumeric() || letter == '_' {
                word.push(letter);
                continue;
            }
            if !word.is_empty() {
                if fresh {
                    head.clone_from(&word);
                    fresh = false;
                }
                word.clear();
            }
            match letter {
                '/' if letters.peek() == Some(&'/') => open.in_comment = true,
                '"' => open.in_string = true,
                '{' => {
                    open.brackets.push('}');
                    heads.push(head.clone());
                    fresh = true;
                }
                '(' => open.brackets.push(')'),
                '[' => open.brackets.push(']'),
                '}' => {
                    open.brackets.pop();
                    heads.pop();
                    fresh = true;
                }
                ')' | ']' => {
                    open.brackets.pop();
                }
                ';' => fresh = true,
                _ => {}
            }
        }
        open.begins_statement = fresh && word.is_empty() && open.brackets.last() == Some(&'}');
        open.block = heads.pop();
        open
    }

    /// What closes all of it.
    fn closers(&self) -> String {
        let mut text = String::new();
        let mut brackets = self.brackets.iter().rev().peekable();
        while let Some(bracket) = brackets.next_if(|it| **it != '}') {
            text.push(*bracket);
        }
        text.push(';');
        text.extend(brackets);
        text
    }
}

/// In which rooms a name is looked up that stands behind a beginning of an item.
fn rooms(before: &str, open: &Open) -> Option<Place> {
    let closers = open.closers();
    let endings = if open.in_string {
        vec![format!("}}\"{closers}"), format!("}}\" }} {closers}")]
    } else {
        vec![
            closers.clone(),
            closers.replacen(';', "", 1),
            format!(" {{ }}{}", closers.replacen(';', "", 1)),
            format!(" : u1{closers}"),
            format!(" = 0{closers}"),
            format!(" \"\"{closers}"),
            // Inside of pseudocode: the name may be what is assigned to.
            format!(" = 0 {closers}"),
        ]
    };
    endings.iter().find_map(|ending| {
        let text = format!("{before}{STAND_IN}{ending}");
        let found = places(0, &text);
        found
            .into_iter()
            .find(|it| it.name == STAND_IN && matches!(it.kind, PlaceKind::Uses(_)))
    })
}
