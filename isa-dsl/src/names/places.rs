//! The names of one file.

use super::Room;
use crate::parse::{Node, Rule, visit};
use crate::sorted::sort_by_key;
use crate::source::Span;

/// A place where a name stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Where.
    pub span: Span,
    /// The name as it stands there.
    pub name: String,
    /// What it does there.
    pub kind: PlaceKind,
    /// The item it stands in: where that begins.
    pub item: u32,
    /// The name of that item; empty if it has none.
    pub owner: String,
    /// Of a declaration: all of the item or line that declares.
    pub whole: Span,
    /// Of a declaration: the documentation in front of it, a line each.
    pub doc: String,
}

/// What a name does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceKind {
    /// Declares.
    Declares(Room),
    /// Is looked up in these rooms, one after the other.
    Uses(&'static [Room]),
}

/// The names of a text, in its order. `file` is its index among the sources.
pub fn places(file: u32, text: &str) -> Vec<Place> {
    let mut walk = Walk {
        file,
        base: 0,
        item: 0,
        owner: String::new(),
        places: Vec::new(),
    };
    visit(text, &mut |base, node| {
        walk.base = base;
        walk.top(&node);
    });
    sort_by_key(&mut walk.places, |place| place.span);
    walk.places
}

/// What expressions of widths and rules may name.
const IN_EXPRESSIONS: &[Room] = &[Room::Own, Room::Fields, Room::Features, Room::States];
/// What pseudocode may name.
const IN_PSEUDOCODE: &[Room] = &[
    Room::Own,
    Room::Locals,
    Room::States,
    Room::Fields,
    Room::Features,
    Room::Operations,
];
/// What stands in `{…}` of a template.
const IN_TEMPLATES: &[Room] = &[
    Room::Modifiers,
    Room::Own,
    Room::Fields,
    Room::Values,
    Room::Layouts,
];
/// What lints demand something of: of the families that ask for them.
const IN_LINTS: &[Room] = &[Room::Own, Room::Fields, Room::States];
/// What the kind of an operand or a piece may be.
const KINDS: &[Room] = &[Room::Values, Room::Layouts];

struct Walk {
    file: u32,
    base: usize,
    item: u32,
    owner: String,
    places: Vec<Place>,
}

/// What stands around a node.
#[derive(Clone, Default)]
struct Around {
    doc: String,
    whole: Span,
}

impl Walk {
    fn span(&self, start: usize, end: usize) -> Span {
        Span {
            file: self.file,
            start: (self.base + start) as u32,
            end: (self.base + end) as u32,
        }
    }

    fn of(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        self.span(span.start(), span.end())
    }

    fn put(&mut self, span: Span, name: &str, kind: PlaceKind, around: &Around) {
        self.places.push(Place {
            span,
            name: name.to_owned(),
            kind,
            item: self.item,
            owner: self.owner.clone(),
            whole: around.whole,
            doc: around.doc.clone(),
        });
    }

    /// An item, or a line of the last one.
    fn top(&mut self, node: &Node<'_>) {
        if node.as_rule() == Rule::item {
            self.item = self.of(node).start;
            self.owner = String::new();
        }
        let around = self.around(node);
        self.node(node, &around);
    }

    /// The documentation of an item or row, and its place without that.
    fn around(&self, node: &Node<'_>) -> Around {
        let mut around = Around {
            doc: String::new(),
            whole: self.of(node),
        };
        for part in node.clone().into_inner() {
            if part.as_rule() == Rule::doc {
                let line = part.as_str().trim_start_matches('/').trim();
                around.doc.push_str(line);
                around.doc.push('\n');
            } else {
                around.whole.start = self.of(&part).start;
                break;
            }
        }
        around
    }

    fn node(&mut self, node: &Node<'_>, around: &Around) {
        let rule = node.as_rule();
        let around = match rule {
            Rule::row | Rule::half_row => &self.around(node),
            _ if is_line(rule) => &Around {
                doc: around.doc.clone(),
                whole: self.of(node),
            },
            _ => around,
        };
        // How many names have been seen of this node.
        let mut seen = 0;
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::name
                | Rule::versioned
                | Rule::path
                | Rule::op_name
                | Rule::mnemonic
                | Rule::processor => {
                    self.name(rule, seen, &part, around);
                    seen += 1;
                }
                Rule::names => {
                    for name in part.into_inner() {
                        self.name(rule, seen, &name, around);
                    }
                    seen += 1;
                }
                Rule::string if matches!(rule, Rule::form | Rule::half_form) => {
                    self.template(&part, around);
                }
                Rule::expr if rule == Rule::builtin && seen == 1 && is_counting(node) => {
                    let counted = PlaceKind::Uses(&[Room::Values]);
                    self.put(self.of(&part), part.as_str().trim_end(), counted, around);
                    seen += 1;
                }
                _ => self.node(&part, around),
            }
        }
    }

    /// The name that is the `nth` of a match of `rule`.
    fn name(&mut self, rule: Rule, nth: usize, node: &Node<'_>, around: &Around) {
        use PlaceKind::{Declares, Uses};

        let item = |room| if nth == 0 { Some(Declares(room)) } else { None };
        let kind = match (rule, nth) {
            (Rule::isa, _) => item(Room::Machine),
            (Rule::arch, _) if node.as_rule() == Rule::versioned => {
                Some(Declares(Room::Architectures))
            }
            (Rule::arch, _) => Some(Declares(Room::Processors)),
            (Rule::feature, 0) => Some(Declares(Room::Features)),
            (Rule::feature, _) => Some(Uses(&[Room::Processors])),
            (Rule::syntax, 0) => Some(Declares(Room::Syntaxes)),
            (Rule::registers | Rule::class | Rule::kind_by | Rule::structure, 0) => {
                item(Room::Values)
            }
            (Rule::format | Rule::stream, 0) => item(Room::Layouts),
            (Rule::kind_by, _) => Some(Uses(&[Room::Fields])),
            (Rule::state, 0) => item(Room::States),
            (Rule::counter, _) => Some(Declares(Room::Counters)),
            (Rule::space, 0) => Some(Declares(Room::Spaces)),
            (Rule::register, 0) => Some(Declares(Room::Registers)),
            (Rule::accessed | Rule::whole | Rule::in_space, _) => Some(Uses(&[Room::Spaces])),
            (
                Rule::limit
                | Rule::base
                | Rule::rounding
                | Rule::subnormals
                | Rule::overflow
                | Rule::state_part
                | Rule::index_if,
                _,
            )
            | (Rule::stand_in, 1..) => Some(Uses(&[Room::States])),
            (Rule::modifiers, 0) => item(Room::Modifiers),
            (Rule::wrapping, 0) => item(Room::Wraps),
            (Rule::half_of, _) | (Rule::wrap, 0) => Some(Uses(&[Room::Wraps, Room::Fields])),
            (Rule::operation, 0) => item(Room::Operations),
            (Rule::encodings, 0) => item(Room::Encodings),
            (Rule::family | Rule::pair, 0) => item(Room::Families),
            (Rule::halves, 0) => item(Room::Halves),
            (Rule::side, 0) => Some(Declares(Room::Own)),
            (Rule::side, _) => Some(Uses(&[Room::Halves])),
            (Rule::lint, 0) => item(Room::Lints),
            (Rule::reading | Rule::writing | Rule::returning | Rule::under, _) => {
                Some(Uses(IN_LINTS))
            }
            (Rule::formula, 0) => item(Room::Formulas),
            (Rule::local, 0) if self.owner.is_empty() => Some(Declares(Room::Locals)),
            (Rule::alias, 0) | (Rule::row | Rule::half_row | Rule::renamed, _) => {
                Some(Declares(Room::Instructions))
            }
            (Rule::alias, _) => Some(Uses(&[Room::Instructions])),
            (Rule::at_range | Rule::at_from | Rule::at_upto, _) => {
                Some(Uses(&[Room::Architectures]))
            }
            (Rule::needs, _) => Some(Uses(&[Room::Features])),
            (
                Rule::form | Rule::spelling | Rule::wrap_text | Rule::entry_words | Rule::spelled,
                0,
            )
            | (Rule::alias_in, _) => Some(Uses(&[Room::Syntaxes])),
            (
                Rule::class_kind
                | Rule::named
                | Rule::kind_case
                | Rule::home
                | Rule::index_of
                | Rule::piece_type,
                _,
            ) => Some(Uses(KINDS)),
            (Rule::use_layout | Rule::within, _) => Some(Uses(&[Room::Layouts])),
            (Rule::use_encodings, 0) => Some(Uses(&[Room::Encodings])),
            (Rule::call, _) => Some(Uses(&[Room::Operations])),
            (Rule::builtin, _) => Some(Uses(&[Room::Formulas])),
            (Rule::indexed | Rule::index_with, 0) => Some(Uses(&[Room::Own, Room::Fields])),
            (Rule::checks, _) => Some(Uses(&[Room::Lints])),
            (Rule::effect, _) => Some(Uses(&[
                Room::States,
                Room::Counters,
                Room::Own,
                Room::Fields,
            ])),
            (Rule::operand | Rule::at_home | Rule::stand_in | Rule::encoding | Rule::local, 0)
            | (Rule::params | Rule::op_param | Rule::op_declare, _) => Some(Declares(Room::Own)),
            (Rule::field | Rule::fixed | Rule::member | Rule::modifier | Rule::piece, 0) => {
                Some(Declares(Room::Fields))
            }
            (Rule::operand | Rule::wrap | Rule::unused | Rule::binding | Rule::part_of, _) => {
                Some(Uses(&[Room::Fields, Room::Own]))
            }
            (Rule::chosen | Rule::encodings_arg, _) => Some(Uses(&[Room::Own])),
            (Rule::atom | Rule::repeat | Rule::switch, _) => Some(Uses(IN_EXPRESSIONS)),
            (Rule::primary | Rule::call_expr | Rule::op_undefined, _) => Some(Uses(IN_PSEUDOCODE)),
            _ => None,
        };
        let Some(kind) = kind else { return };
        if let Declares(room) = kind
            && nth == 0
            && self.owner.is_empty()
            && !matches!(
                room,
                Room::Own | Room::Fields | Room::Locals | Room::Counters | Room::Spaces
            )
        {
            node.as_str().clone_into(&mut self.owner);
        }
        // Of `SRC.SEL` the first word is the name, the others are parts of what it is.
        let words = node.as_str();
        let first = match node.as_rule() {
            Rule::path | Rule::op_name => words.split('.').next().unwrap_or(words),
            _ => words,
        };
        let start = node.as_span().start();
        self.put(self.span(start, start + first.len()), first, kind, around);
    }

    /// The names in `{…}` of a template.
    fn template(&mut self, node: &Node<'_>, around: &Around) {
        let text = node.as_str();
        let start = node.as_span().start();
        let mut at = 0;
        while let Some(open) = text[at..].find('{') {
            let from = at + open + 1;
            let end = text[from..].find('}').map_or(text.len(), |to| from + to);
            // `{P word.id}`: letters that are written in front, then the name.
            let inside = &text[from..end];
            let skipped = inside.rfind(' ').map_or(0, |blank| blank + 1);
            let name = &inside[skipped..];
            let first: &str = name.split(['.', ':', '[']).next().unwrap_or(name);
            if !first.is_empty() {
                let from = start + from + skipped;
                let span = self.span(from, from + first.len());
                self.put(span, first, PlaceKind::Uses(IN_TEMPLATES), around);
            }
            at = end;
        }
    }
}

/// Whether a call is `distinct(CLASS, …)`, whose first argument says what is counted.
fn is_counting(call: &Node<'_>) -> bool {
    let mut parts = call.clone().into_inner();
    parts.next().is_some_and(|it| it.as_str() == "distinct")
}

/// Lines that declare something.
fn is_line(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::field
            | Rule::fixed
            | Rule::member
            | Rule::modifier
            | Rule::piece
            | Rule::operand
            | Rule::at_home
            | Rule::stand_in
            | Rule::arch
            | Rule::feature
            | Rule::syntax
            | Rule::register
            | Rule::encoding
    )
}
