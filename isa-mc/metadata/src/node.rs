//! Metadata as a tree, and how scalars are understood.

use core::cmp::Ordering;
use core::fmt::{self, Display, Formatter};

/// How deep lists and maps may lie in one another; metadata needs five.
pub(super) const DEPTH: usize = 64;

/// A value.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A number below zero. Zero is one if it is written `-0`.
    Int(i64),
    Unsigned(u64),
    Nil,
    Bool(bool),
    Float(f64),
    Text(String),
    List(Vec<Located>),
    /// In the order of [`compare`].
    Map(Vec<(Node, Located)>),
}

/// A value and where it stands, from line 1 and column 1; zeros if it was not read
/// from text.
#[derive(Debug, Clone)]
pub(super) struct Located {
    pub node: Node,
    pub line: usize,
    pub column: usize,
}

/// Why a text is no metadata, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetadataError {
    /// The line of the text, from 1; 0 for a [`Map`](super::Map).
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It is no YAML, with the words of the parser.
    Yaml(String),
    /// There is no document.
    Empty,
    /// More than one document.
    SecondDocument,
    /// `*name`.
    Alias,
    /// Lists and maps lie too deep in one another.
    Depth,
    /// A value is missing.
    MissingValue,
    /// A key is a list or a map.
    Key,
    /// A key stands twice in a map.
    Duplicate(String),
    /// A scalar is not what its tag says.
    Tag {
        /// The tag.
        tag: String,
        /// The scalar.
        text: String,
    },
    /// A number in a spelling that is not read here.
    Spelling(String),
    /// A key must be there.
    MissingKey(&'static str),
    /// The value of a key is of another kind.
    Kind {
        /// The key.
        key: &'static str,
        /// What is expected.
        expected: &'static str,
    },
    /// A list of another length.
    Length {
        /// The key.
        key: &'static str,
        /// The length that is expected.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// None of the words that a key can have.
    Word {
        /// The key.
        key: &'static str,
        /// The word.
        found: String,
        /// One that is near.
        suggestion: Option<&'static str>,
    },
}

impl Located {
    /// An error here.
    pub fn error(&self, fault: Fault) -> MetadataError {
        MetadataError {
            line: self.line,
            column: self.column,
            fault,
        }
    }
}

impl Node {
    /// What a scalar means that has no tag: a number, a truth value, or itself.
    /// Quotes make no difference.
    pub fn inferred(text: &str) -> Result<Node, Fault> {
        if let Some(number) = integer(text) {
            return Ok(number);
        }
        match text {
            "true" => return Ok(Node::Bool(true)),
            "false" => return Ok(Node::Bool(false)),
            _ => {}
        }
        Ok(match float(text)? {
            Some(number) => Node::Float(number),
            None => Node::Text(text.to_owned()),
        })
    }

    /// What a scalar with a tag means. One that is not known makes a text.
    pub fn tagged(text: &str, tag: &str) -> Result<Node, Fault> {
        let wrong = || Fault::Tag {
            tag: tag.to_owned(),
            text: text.to_owned(),
        };
        match tag {
            "!" | "!!str" => Node::inferred(text),
            "!int" => integer(text).ok_or_else(wrong),
            "!nil" => Ok(Node::Nil),
            "!bool" => match text {
                "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On"
                | "ON" => Ok(Node::Bool(true)),
                "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off"
                | "OFF" => Ok(Node::Bool(false)),
                _ => Err(wrong()),
            },
            "!float" => float(text)?.map(Node::Float).ok_or_else(wrong),
            _ => Ok(Node::Text(text.to_owned())),
        }
    }

    /// The order of keys: by kind, then by value.
    pub fn compare(&self, other: &Node) -> Ordering {
        match (self, other) {
            (Node::Int(a), Node::Int(b)) => a.cmp(b),
            (Node::Unsigned(a), Node::Unsigned(b)) => a.cmp(b),
            (Node::Bool(a), Node::Bool(b)) => a.cmp(b),
            (Node::Float(a), Node::Float(b)) => a.total_cmp(b),
            (Node::Text(a), Node::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Node::Int(_) => 0,
            Node::Unsigned(_) => 1,
            Node::Nil => 2,
            Node::Bool(_) => 3,
            Node::Float(_) => 4,
            Node::Text(_) => 5,
            Node::List(_) => 6,
            Node::Map(_) => 7,
        }
    }
}

/// An integer, as C writes them: in decimal, `0x`, `0b`, `0o` or octal behind `0`.
fn integer(text: &str) -> Option<Node> {
    if let Some(number) = unsigned(text) {
        return Some(Node::Unsigned(number));
    }
    let magnitude = unsigned(text.strip_prefix('-')?)?;
    0_i64.checked_sub_unsigned(magnitude).map(Node::Int)
}

fn unsigned(text: &str) -> Option<u64> {
    let bytes = text.as_bytes();
    let (radix, digits) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    // `from_str_radix` takes a sign.
    let first = digits.bytes().next()?;
    let number = first.is_ascii_hexdigit().then_some(digits)?;
    u64::from_str_radix(number, radix).ok()
}

/// A number of floating point as C's `strtod` reads a whole text. An empty text is
/// zero for LLVM.
fn float(text: &str) -> Result<Option<f64>, Fault> {
    if text.is_empty() {
        return Ok(Some(0.0));
    }
    // C's texts end at a zero.
    if let Some((head, _)) = text.split_once('\0') {
        return match float(head)? {
            Some(_) => Err(Fault::Spelling(text.to_owned())),
            None => Ok(None),
        };
    }
    let number = text.trim_start_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r']);
    let magnitude = number.strip_prefix(['-', '+']).unwrap_or(number);
    // As most texts: of the words only `nan`, `inf` and `infinity` are numbers.
    if !magnitude.starts_with(['.', 'i', 'I', 'n', 'N'])
        && !magnitude.starts_with(|it: char| it.is_ascii_digit())
    {
        return Ok(None);
    }
    let lower = magnitude.to_ascii_lowercase();
    if is_hexadecimal(&lower) || is_nan_with_payload(&lower) {
        return Err(Fault::Spelling(text.to_owned()));
    }
    if lower == "nan" {
        let sign = if number.starts_with('-') { -1.0 } else { 1.0 };
        return Ok(Some(f64::NAN.copysign(sign)));
    }
    Ok(number.parse().ok())
}

/// `0x`, digits with a point or without, and `p` with an exponent or not.
fn is_hexadecimal(text: &str) -> bool {
    let Some(digits) = text.strip_prefix("0x") else {
        return false;
    };
    let (digits, exponent) = digits.split_once('p').unwrap_or((digits, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all = |text: &str, is: fn(&u8) -> bool| text.bytes().all(|it| is(&it));
    !(whole.is_empty() && part.is_empty())
        && all(whole, u8::is_ascii_hexdigit)
        && all(part, u8::is_ascii_hexdigit)
        && !exponent.is_empty()
        && all(exponent, u8::is_ascii_digit)
}

/// `nan(…)` with letters, digits and `_`.
fn is_nan_with_payload(text: &str) -> bool {
    let payload = text
        .strip_prefix("nan(")
        .and_then(|it| it.strip_suffix(')'));
    payload.is_some_and(|it| {
        it.bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_')
    })
}

impl Display for MetadataError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // What no text says has no place.
        if self.line != 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        match &self.fault {
            Fault::Yaml(words) => write!(f, "no YAML: {words}"),
            Fault::Empty => f.write_str("the metadata is empty"),
            Fault::SecondDocument => f.write_str("metadata is one document"),
            Fault::Alias => f.write_str("an alias has no meaning in metadata: write the value"),
            Fault::Depth => write!(f, "more than {DEPTH} lists and maps within one another"),
            Fault::MissingValue => {
                f.write_str("a value is missing; an empty list is `[]`, an empty text `!str ''`")
            }
            Fault::Key => f.write_str("a key must be a text or a number"),
            Fault::Duplicate(key) => write!(f, "`{key}` stands here twice"),
            Fault::Tag { tag, text } => write!(f, "`{text}` is no `{tag}`"),
            Fault::Spelling(text) => write!(
                f,
                "`{text}` would be a number of floating point: write it in decimal, or `!str` \
                 before a text"
            ),
            Fault::MissingKey(key) => write!(f, "`{key}` is missing here"),
            Fault::Kind { key, expected } => write!(f, "`{key}` must be {expected}"),
            Fault::Length {
                key,
                expected,
                found,
            } => write!(f, "`{key}` must have {expected} entries and has {found}"),
            Fault::Word {
                key,
                found,
                suggestion,
            } => {
                write!(f, "`{key}` cannot be `{found}`")?;
                match suggestion {
                    Some(near) => write!(f, "; did you mean `{near}`?"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl core::error::Error for MetadataError {}
