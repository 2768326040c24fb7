//! Metadata that a program makes: maps without a text.

use super::node::{Located, MetadataError, Node};
use super::{pack, verify};

/// A map of metadata under construction, with keys as text has them.
///
/// ```
/// use isa_mc::gcn::metadata::{Map, to_yaml};
///
/// let root = Map::new().integers("amdhsa.version", &[1, 2]).maps("amdhsa.kernels", []);
/// let note = root.to_message_pack().unwrap();
/// assert_eq!(
///     to_yaml(&note).unwrap(),
///     "---\namdhsa.kernels:  []\namdhsa.version:\n  - 1\n  - 2\n...\n"
/// );
/// ```
#[derive(Debug, Clone, Default)]
pub struct Map {
    /// In the order of their keys.
    entries: Vec<(Node, Located)>,
}

fn located(node: Node) -> Located {
    Located {
        node,
        line: 0,
        column: 0,
    }
}

fn list(entries: impl IntoIterator<Item = Node>) -> Node {
    Node::List(entries.into_iter().map(located).collect())
}

impl Map {
    /// Without entries.
    pub fn new() -> Map {
        Map::default()
    }

    /// A key with its value; the last one counts.
    fn with(mut self, key: &str, value: Node) -> Map {
        let key = Node::Text(key.to_owned());
        let found = self
            .entries
            .binary_search_by(|(other, _)| other.compare(&key));
        match found {
            Ok(at) => self.entries[at].1 = located(value),
            Err(at) => self.entries.insert(at, (key, located(value))),
        }
        self
    }

    /// With a number; the last value of a key counts.
    #[must_use]
    pub fn integer(self, key: &str, value: u64) -> Map {
        self.with(key, Node::Unsigned(value))
    }

    /// With a text or a word.
    #[must_use]
    pub fn text(self, key: &str, value: &str) -> Map {
        self.with(key, Node::Text(value.to_owned()))
    }

    /// With `true` or `false`.
    #[must_use]
    pub fn boolean(self, key: &str, value: bool) -> Map {
        self.with(key, Node::Bool(value))
    }

    /// With a list of numbers.
    #[must_use]
    pub fn integers(self, key: &str, values: &[u64]) -> Map {
        self.with(key, list(values.iter().copied().map(Node::Unsigned)))
    }

    /// With a list of texts.
    #[must_use]
    pub fn texts(self, key: &str, values: &[&str]) -> Map {
        let values = values.iter().map(|&value| Node::Text(value.to_owned()));
        self.with(key, list(values))
    }

    /// With a list of maps.
    #[must_use]
    pub fn maps(self, key: &str, values: impl IntoIterator<Item = Map>) -> Map {
        let values = values.into_iter().map(|map| Node::Map(map.entries));
        self.with(key, list(values))
    }

    /// The contents of the note, of the outermost map. It is checked as text is: see
    /// [`ROOT`](super::ROOT).
    ///
    /// # Errors
    ///
    /// [`MetadataError`], of line 0, if a key is missing or its value is of another
    /// kind.
    pub fn to_message_pack(&self) -> Result<Vec<u8>, MetadataError> {
        let mut root = located(Node::Map(self.entries.clone()));
        verify::root(&mut root)?;
        Ok(pack::write(&root.node))
    }
}
