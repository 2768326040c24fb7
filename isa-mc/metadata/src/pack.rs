//! The tree as `MessagePack`, in the shortest form of each value, and back.

use core::fmt::{self, Display, Formatter};

use rmp::Marker;
use rmp::encode::ByteBuf;

use super::node::{DEPTH, Located, MetadataError, Node};

/// Why the contents of a note are no metadata that text could say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoteError {
    /// The bytes end within a value.
    Truncated,
    /// Bytes follow the value.
    Trailing {
        /// The first of them.
        at: usize,
    },
    /// Something that text cannot say: binary data, an extension, a text that is not
    /// UTF-8, a list or a map as a key.
    Value {
        /// Where it begins.
        at: usize,
    },
    /// Lists and maps lie too deep in one another.
    Depth {
        /// Where that is.
        at: usize,
    },
    /// Text gives other bytes: a value is not in its shortest form, or keys are not in
    /// their order.
    Unsaid,
    /// The metadata is not valid.
    Invalid(Box<MetadataError>),
}

/// The bytes of a tree.
pub fn write(node: &Node) -> Vec<u8> {
    let mut out = ByteBuf::new();
    value(&mut out, node);
    out.into_vec()
}

/// Writing to memory cannot fail, which the type of the error says.
fn value(out: &mut ByteBuf, node: &Node) {
    use rmp::encode as put;
    match node {
        Node::Int(number) => _ = put::write_sint(out, *number),
        Node::Unsigned(number) => _ = put::write_uint(out, *number),
        Node::Nil => _ = put::write_nil(out),
        Node::Bool(truth) => _ = put::write_bool(out, *truth),
        // LLVM stores what is in the range of 32 bits in 32 bits, rounded.
        Node::Float(number) => {
            let range = f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX);
            match range.contains(&number.abs()) {
                true => _ = put::write_f32(out, *number as f32),
                false => _ = put::write_f64(out, *number),
            }
        }
        Node::Text(text) => _ = put::write_str(out, text),
        Node::List(entries) => {
            _ = put::write_array_len(out, entries.len() as u32);
            entries.iter().for_each(|entry| value(out, &entry.node));
        }
        Node::Map(entries) => {
            _ = put::write_map_len(out, entries.len() as u32);
            for (key, entry) in entries {
                value(out, key);
                value(out, &entry.node);
            }
        }
    }
}

/// The tree of a note.
pub fn read(note: &[u8]) -> Result<Node, NoteError> {
    let mut input = Input { note, at: 0 };
    let root = input.value(0)?;
    match input.at == note.len() {
        true => Ok(root),
        false => Err(NoteError::Trailing { at: input.at }),
    }
}

struct Input<'a> {
    note: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], NoteError> {
        let bytes = self.note[self.at..].get(..count);
        let bytes = bytes.ok_or(NoteError::Truncated)?;
        self.at += count;
        Ok(bytes)
    }

    /// A number of as many bytes, the highest first.
    fn number(&mut self, count: usize) -> Result<u64, NoteError> {
        let bytes = self.bytes(count)?;
        Ok(bytes
            .iter()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn value(&mut self, depth: usize) -> Result<Node, NoteError> {
        let at = self.at;
        let marker = Marker::from_u8(self.bytes(1)?[0]);
        Ok(match marker {
            Marker::FixPos(number) => Node::Unsigned(number.into()),
            Marker::FixNeg(number) => Node::Int(number.into()),
            Marker::U8 => Node::Unsigned(self.number(1)?),
            Marker::U16 => Node::Unsigned(self.number(2)?),
            Marker::U32 => Node::Unsigned(self.number(4)?),
            Marker::U64 => Node::Unsigned(self.number(8)?),
            Marker::I8 => Node::Int((self.number(1)? as i8).into()),
            Marker::I16 => Node::Int((self.number(2)? as i16).into()),
            Marker::I32 => Node::Int((self.number(4)? as i32).into()),
            Marker::I64 => Node::Int(self.number(8)?.cast_signed()),
            Marker::F32 => Node::Float(f32::from_bits(self.number(4)? as u32).into()),
            Marker::F64 => Node::Float(f64::from_bits(self.number(8)?)),
            Marker::Null => Node::Nil,
            Marker::True => Node::Bool(true),
            Marker::False => Node::Bool(false),
            Marker::FixStr(count) => self.text(at, count.into())?,
            Marker::Str8 => self.sized_text(at, 1)?,
            Marker::Str16 => self.sized_text(at, 2)?,
            Marker::Str32 => self.sized_text(at, 4)?,
            Marker::FixArray(count) => self.list(at, count.into(), depth)?,
            Marker::Array16 => self.sized_list(at, 2, depth)?,
            Marker::Array32 => self.sized_list(at, 4, depth)?,
            Marker::FixMap(count) => self.map(at, count.into(), depth)?,
            Marker::Map16 => self.sized_map(at, 2, depth)?,
            Marker::Map32 => self.sized_map(at, 4, depth)?,
            _ => return Err(NoteError::Value { at }),
        })
    }

    fn text(&mut self, at: usize, count: u64) -> Result<Node, NoteError> {
        let count = usize::try_from(count).map_err(|_| NoteError::Truncated)?;
        let text = core::str::from_utf8(self.bytes(count)?);
        let text = text.map_err(|_| NoteError::Value { at })?;
        Ok(Node::Text(text.to_owned()))
    }

    fn sized_text(&mut self, at: usize, size: usize) -> Result<Node, NoteError> {
        let count = self.number(size)?;
        self.text(at, count)
    }

    /// Entries are not made before they are read, so a wrong length costs nothing.
    fn list(&mut self, at: usize, count: u64, depth: usize) -> Result<Node, NoteError> {
        if depth == DEPTH {
            return Err(NoteError::Depth { at });
        }
        let mut entries = Vec::new();
        for _ in 0..count {
            entries.push(Located::from(self.value(depth + 1)?));
        }
        Ok(Node::List(entries))
    }

    fn sized_list(&mut self, at: usize, size: usize, depth: usize) -> Result<Node, NoteError> {
        let count = self.number(size)?;
        self.list(at, count, depth)
    }

    fn map(&mut self, at: usize, count: u64, depth: usize) -> Result<Node, NoteError> {
        if depth == DEPTH {
            return Err(NoteError::Depth { at });
        }
        let mut entries = Vec::new();
        for _ in 0..count {
            let at = self.at;
            let key = self.value(depth + 1)?;
            if matches!(key, Node::List(_) | Node::Map(_)) {
                return Err(NoteError::Value { at });
            }
            entries.push((key, Located::from(self.value(depth + 1)?)));
        }
        Ok(Node::Map(entries))
    }

    fn sized_map(&mut self, at: usize, size: usize, depth: usize) -> Result<Node, NoteError> {
        let count = self.number(size)?;
        self.map(at, count, depth)
    }
}

impl From<Node> for Located {
    fn from(node: Node) -> Located {
        Located {
            node,
            line: 0,
            column: 0,
        }
    }
}

impl Display for NoteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoteError::Truncated => f.write_str("the note ends within a value"),
            NoteError::Trailing { at } => {
                write!(f, "the note goes on behind its value, at byte {at}")
            }
            NoteError::Value { at } => write!(f, "YAML has no text for the value at byte {at}"),
            NoteError::Depth { at } => write!(
                f,
                "more than {DEPTH} lists and maps within one another at byte {at}"
            ),
            NoteError::Unsaid => f.write_str(
                "no text gives these bytes: keys are not in order, or a value is not in its \
                 shortest form",
            ),
            NoteError::Invalid(error) => write!(f, "the metadata is not valid: {error}"),
        }
    }
}

impl core::error::Error for NoteError {}
