//! Attributes as text: of what is declared, of kernels and functions.

use core::ops::Range;

use isa_dsl::suggest::nearest;

use super::attributes::{self, Owner, Value};
use super::cursor::{Cursor, Found};
use super::declarations::{Reading, RealName};
use super::error::TextErrorKind;
use super::expression::{self, Constants};
use crate::visa::object::Attribute;

/// What attributes of declarations are kept for: their names follow the owner's.
pub(super) type Attributes = Vec<(RealName, Vec<u8>)>;

impl Reading {
    /// `{Output, Scope=1}`
    pub(super) fn declared_attributes(&self, cursor: &mut Cursor<'_>) -> Found<Attributes> {
        if !cursor.takes("{") {
            return Err(cursor.expected("`{`"));
        }
        let mut attributes = Attributes::new();
        loop {
            if let Some(attribute) = self.exact_attribute(cursor)? {
                attributes.push(attribute);
            } else {
                attributes.push(self.declared_attribute(cursor)?);
            }
            if attributes.len() > 255 {
                return Err(cursor.error(TextErrorKind::TooMany));
            }
            if !cursor.takes(",") {
                break;
            }
        }
        match cursor.takes("}") {
            true => Ok(attributes),
            false => Err(cursor.expected("`,` or `}`")),
        }
    }

    fn declared_attribute(&self, cursor: &mut Cursor<'_>) -> Found<(RealName, Vec<u8>)> {
        let (name, place) = cursor.word("an attribute")?;
        let value = known(cursor, name, place, Owner::Declaration)?;
        let name = match self.numbered(cursor)? {
            Some(number) => RealName::Number(number),
            None => RealName::Text(name.as_bytes().to_vec()),
        };
        let bytes = match (value, cursor.takes("=")) {
            (Value::Flag | Value::Text, false) => Vec::new(),
            (Value::Text, true) => cursor.counted_string()?.0,
            (Value::Number, false) => 0_i32.to_le_bytes().to_vec(),
            (_, true) => {
                let bytes = self.sized_number(cursor)?;
                // What a flag is set to says nothing.
                if value == Value::Flag {
                    Vec::new()
                } else {
                    bytes
                }
            }
        };
        Ok((name, bytes))
    }

    /// `"any name"=[1, 2, 3]`: a name in quotes, and the bytes of the value as they are;
    /// `None` if no quotes begin here.
    fn exact_attribute(&self, cursor: &mut Cursor<'_>) -> Found<Option<(RealName, Vec<u8>)>> {
        if cursor.peek() != b'"' {
            return Ok(None);
        }
        let (name, _) = cursor.string()?;
        let name = match self.numbered(cursor)? {
            Some(number) => RealName::Number(number),
            None => RealName::Text(name),
        };
        if !cursor.takes("=") {
            return Err(cursor.expected("`=` and the bytes of the value, as `[1, 2]`"));
        }
        Ok(Some((name, byte_list(cursor, self)?)))
    }

    /// A number, and the bytes that it takes: four, unless a type stands behind it.
    fn sized_number(&self, cursor: &mut Cursor<'_>) -> Found<Vec<u8>> {
        let number = expression::within(cursor, self, i64::from(i32::MIN), i64::from(u32::MAX))?;
        let bytes = number.to_le_bytes();
        let size = match cursor.takes(":") {
            false => 4,
            true if cursor.takes_word("ub") => 1,
            true if cursor.takes_word("uw") => 2,
            true => return Err(cursor.expected("`ub` or `uw`")),
        };
        Ok(bytes[..size].to_vec())
    }

    /// Rows of attributes, whose names are taken from the pool now: they follow the owner's.
    pub(super) fn named(&mut self, attributes: Attributes) -> Vec<Attribute> {
        let rows = attributes.into_iter();
        rows.map(|(name, value)| Attribute {
            name: self.real_name(Some(name), b""),
            value,
        })
        .collect()
    }

    /// `.kernel_attr name=value`
    pub(super) fn attribute(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        if let Some((name, value)) = self.exact_attribute(cursor)? {
            let name = self.real_name(Some(name), b"");
            self.routine.attributes.push(Attribute { name, value });
            return Ok(());
        }
        let (name, place) = cursor.word("an attribute")?;
        let value = known(cursor, name, place, Owner::Routine)?;
        let number = self.numbered(cursor)?;
        let mut bytes = Vec::new();
        if cursor.takes("=") && cursor.peek() != 0 {
            bytes = match value {
                Value::Text => cursor.counted_string()?.0,
                Value::Number if name == attributes::TARGET && cursor.peek() == b'"' => {
                    let (text, place) = cursor.string()?;
                    match text.as_slice() {
                        b"cm" => vec![0],
                        b"3d" => vec![1],
                        _ => {
                            let what = "`\"cm\"` or `\"3d\"`";
                            let kind = TextErrorKind::Expected { what };
                            return Err(cursor.error_at(place, kind));
                        }
                    }
                }
                _ => self.sized_number(cursor)?,
            };
        } else if name == attributes::TARGET {
            return Err(cursor.expected("`=\"cm\"` or `=\"3d\"`"));
        }
        if bytes.len() > 255 {
            return Err(cursor.error(TextErrorKind::TooMany));
        }
        if name == "SimdSize" && bytes.len() <= 4 {
            let mut number = [0; 8];
            number[..bytes.len()].copy_from_slice(&bytes);
            self.channels = Some(i64::from_le_bytes(number));
        }
        let name = match name {
            "AsmName" => attributes::OUTPUT_PATH,
            name => name,
        };
        let name = self.real_name(number.map(RealName::Number), name.as_bytes());
        self.routine
            .attributes
            .push(Attribute { name, value: bytes });
        Ok(())
    }
}

/// What the value of an attribute is.
fn known(cursor: &Cursor<'_>, name: &str, place: Range<usize>, owner: Owner) -> Found<Value> {
    match attributes::value(name) {
        Some(value) if attributes::belongs(name, owner) => Ok(value),
        _ => {
            let near = nearest(name, attributes::names(owner));
            Err(cursor.error_at(place, TextErrorKind::UnknownAttribute { near }))
        }
    }
}

/// `[1, 2, 3]`: at most 255 bytes, or none.
pub(super) fn byte_list(cursor: &mut Cursor<'_>, constants: &dyn Constants) -> Found<Vec<u8>> {
    if !cursor.takes("[") {
        return Err(cursor.expected("`[`, bytes and `]`"));
    }
    let mut bytes = Vec::new();
    while !cursor.takes("]") {
        if !bytes.is_empty() && !cursor.takes(",") {
            return Err(cursor.expected("`,` or `]`"));
        }
        if bytes.len() >= 255 {
            return Err(cursor.error(TextErrorKind::TooMany));
        }
        bytes.push(expression::within(cursor, constants, 0, 255)? as u8);
    }
    Ok(bytes)
}
