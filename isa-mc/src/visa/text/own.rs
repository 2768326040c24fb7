//! What only this assembler reads: what objects hold, and the text of the tools has no words
//! for.

use super::cursor::{Cursor, Found};
use super::declarations::{Reading, RealName, type_of};
use super::error::{TextError, TextErrorKind};
use super::expression::{self, Constants};
use super::names::Given;
use super::source::span;
use super::values::byte_list;
use crate::visa::object::{
    Attribute, Binary, FileVariable, LabelKind, Relocation, Strings, UntypedVariable,
};
use isa_dsl::suggest::nearest;

/// The directives that are read here, with those that stand for all of a file.
pub(super) const DIRECTIVES: [&str; 9] = [
    ".strings",
    ".label",
    ".byte",
    ".relocation",
    ".binary",
    ".binary_bytes",
    ".motion_estimation",
    ".file_variable",
    ".register_size",
];

/// The name of a property that is one of some, and passes it and its `=`.
fn property(cursor: &mut Cursor<'_>, keys: &[&'static str]) -> Found<&'static str> {
    let (word, place) = cursor.word("a property, as `name=1`")?;
    let Some(&key) = keys.iter().find(|&&key| key == word) else {
        let what = "a property that may stand here";
        let near = nearest(word, keys.iter().copied());
        let kind = TextErrorKind::UnknownWord { what, near };
        return Err(cursor.error_at(place, kind));
    };
    match cursor.takes("=") {
        true => Ok(key),
        false => Err(cursor.expected("`=`")),
    }
}

/// `"name"` or `#7`: a name behind `v_name=`.
pub(super) fn real_name_of(reading: &Reading, cursor: &mut Cursor<'_>) -> Found<RealName> {
    Ok(match reading.numbered(cursor)? {
        Some(number) => RealName::Number(number),
        None => RealName::Text(cursor.string()?.0),
    })
}

// ---- of kernels and functions ----------------------------------------------------------

/// `.strings "", "name", "V0"`: the whole pool, in order. Lines may follow one another.
pub(super) fn strings(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    loop {
        all.push(cursor.string()?.0);
        if !cursor.takes(",") {
            break;
        }
    }
    cursor.end()?;
    if reading.names.given.is_none() {
        // Its own name is taken before all others, but only when all strings are there.
        if reading.own_name.is_none() {
            let name = reading.routine.strings.get(reading.routine.name);
            let name = RealName::Text(name.unwrap_or_default().to_vec());
            reading.own_name = Some((name, 0..0));
        }
        reading.routine.strings = Strings::default();
    }
    let given = reading.names.given.get_or_insert_with(Given::default);
    for string in all {
        let number = reading.routine.strings.add(&string);
        given.add(string, number);
    }
    Ok(())
}

/// `.label name kind=1 v_name="real name" attrs={Output}`: a label before it is mentioned.
pub(super) fn label(
    reading: &mut Reading,
    cursor: &mut Cursor<'_>,
    line: &dyn Fn(usize) -> usize,
) -> Found<()> {
    let (name, place) = cursor.name("the name of a label")?;
    let mut stored = 0;
    let mut real_name = None;
    let mut attributes = Vec::new();
    while cursor.peek() != 0 {
        match property(cursor, &["kind", "v_name", "attrs"])? {
            "kind" => stored = expression::within(cursor, reading, 0, 255)? as u8,
            "v_name" => real_name = Some(real_name_of(reading, cursor)?),
            _ => attributes = reading.declared_attributes(cursor)?,
        }
    }
    let kind = match stored {
        0 => LabelKind::Block,
        1 => LabelKind::Subroutine,
        2 => LabelKind::Composed,
        other => LabelKind::Other(other),
    };
    let text = String::from_utf8_lossy(&name).into_owned();
    let (number, is_new) = reading.names.label(&text, kind);
    let place = span(cursor.start, place);
    if !is_new || number > 0xffff {
        let kind = match is_new {
            true => TextErrorKind::TooMany,
            false => {
                let first = reading.labels.get(number as usize);
                let line = line(first.map_or(0, |it| it.first.start));
                TextErrorKind::Declared { line }
            }
        };
        return Err(TextError::new(place, kind));
    }
    let name = reading.real_name(real_name, &name);
    reading.new_label(name, stored, place);
    if let Some(label) = reading.labels.last_mut() {
        label.is_declared = true;
    }
    let attributes = reading.named(attributes);
    if let Some(label) = reading.routine.labels.last_mut() {
        label.attributes = attributes;
    }
    Ok(())
}

/// `.byte 0x31, 0`: bytes among the instructions.
pub(super) fn bytes(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    let bytes = bytes_of(cursor, reading)?;
    reading.routine.code.extend(bytes);
    Ok(())
}

/// Bytes up to the end of the line.
fn bytes_of(cursor: &mut Cursor<'_>, constants: &dyn Constants) -> Found<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        bytes.push(expression::within(cursor, constants, 0, 255)? as u8);
        if !cursor.takes(",") {
            cursor.end()?;
            return Ok(bytes);
        }
    }
}

/// `.motion_estimation "name" num_elts=1 attrs={Output}`: a variable of the table that the
/// tools have no more.
pub(super) fn motion_estimation(reading: &mut Reading, cursor: &mut Cursor<'_>) -> Found<()> {
    let name = real_name_of(reading, cursor)?;
    let mut elements = 0;
    let mut attributes = Vec::new();
    while cursor.peek() != 0 {
        match property(cursor, &["num_elts", "attrs"])? {
            "num_elts" => elements = expression::within(cursor, reading, 0, 0xffff)? as u16,
            _ => attributes = reading.declared_attributes(cursor)?,
        }
    }
    if reading.routine.motion_estimations.len() >= 255 {
        return Err(cursor.error(TextErrorKind::TooMany));
    }
    let name = reading.real_name(Some(name), b"");
    let attributes = reading.named(attributes);
    reading.routine.motion_estimations.push(UntypedVariable {
        name,
        elements,
        attributes,
    });
    Ok(())
}

// ---- of the header ---------------------------------------------------------------------

/// What a relocation is of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Relocated {
    Variable,
    Function,
}

/// `.relocation function symbolic=1 resolved=0`
pub(super) fn relocation(
    constants: &dyn Constants,
    cursor: &mut Cursor<'_>,
) -> Found<(Relocated, Relocation)> {
    let of = match () {
        () if cursor.takes_word("variable") => Relocated::Variable,
        () if cursor.takes_word("function") => Relocated::Function,
        () => return Err(cursor.expected("`variable` or `function`")),
    };
    let mut relocation = Relocation::default();
    while cursor.peek() != 0 {
        let target = match property(cursor, &["symbolic", "resolved"])? {
            "symbolic" => &mut relocation.symbolic,
            _ => &mut relocation.resolved,
        };
        *target = expression::within(cursor, constants, 0, 0xffff)? as u16;
    }
    Ok((of, relocation))
}

/// `.binary platform=8`: a kernel that is compiled for a processor begins.
pub(super) fn binary(
    binaries: &mut Vec<Binary>,
    constants: &dyn Constants,
    cursor: &mut Cursor<'_>,
) -> Found<()> {
    let mut platform = 0;
    while cursor.peek() != 0 {
        property(cursor, &["platform"])?;
        platform = expression::within(cursor, constants, 0, 255)? as u8;
    }
    if binaries.len() >= 255 {
        return Err(cursor.error(TextErrorKind::TooMany));
    }
    binaries.push(Binary {
        platform,
        bytes: Vec::new(),
    });
    Ok(())
}

/// `.binary_bytes 0x01, 0x02`: its bytes. Lines may follow one another.
pub(super) fn binary_bytes(
    binaries: &mut [Binary],
    constants: &dyn Constants,
    cursor: &mut Cursor<'_>,
) -> Found<()> {
    match binaries.last_mut() {
        Some(binary) => {
            binary.bytes.extend(bytes_of(cursor, constants)?);
            Ok(())
        }
        None => Err(cursor.expected("`.binary` before its bytes")),
    }
}

/// `.file_variable "name" linkage=1 type=ud num_elts=16 align=GRF attrs={#3=[1]}`: a variable
/// of the whole file. No pool has the names of its attributes.
pub(super) fn file_variable(register_bytes: u32, cursor: &mut Cursor<'_>) -> Found<FileVariable> {
    let constants = Reading::new(b"", register_bytes);
    let mut variable = FileVariable {
        name: cursor.counted_name("a name, or one in quotes")?.0,
        ..FileVariable::default()
    };
    let mut alignment = 0;
    while cursor.peek() != 0 {
        match property(cursor, &["linkage", "type", "num_elts", "align", "attrs"])? {
            "linkage" => variable.linkage = expression::within(cursor, &constants, 0, 255)? as u8,
            "type" => variable.properties = type_of(cursor)?,
            "num_elts" => {
                variable.elements = expression::within(cursor, &constants, 0, 0xffff)? as u16;
            }
            "align" => alignment = constants.alignment(cursor)?,
            _ => variable.attributes = numbered_attributes(&constants, cursor)?,
        }
    }
    variable.properties |= alignment << 4;
    Ok(variable)
}

/// `{#3=[1, 2]}`
fn numbered_attributes(
    constants: &dyn Constants,
    cursor: &mut Cursor<'_>,
) -> Found<Vec<Attribute>> {
    if !cursor.takes("{") {
        return Err(cursor.expected("`{`"));
    }
    let mut attributes = Vec::new();
    loop {
        let (name, _) = cursor.own_number("the number of a name, as `#3`")?;
        if !cursor.takes("=") {
            return Err(cursor.expected("`=` and the bytes of the value, as `[1, 2]`"));
        }
        let value = byte_list(cursor, constants)?;
        attributes.push(Attribute { name, value });
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

/// `.register_size 32`: the bytes of a register of the hardware.
pub(super) fn register_size(cursor: &mut Cursor<'_>) -> Found<u32> {
    let size = match cursor.peek_word() {
        "32" => 32,
        "64" => 64,
        _ => return Err(cursor.expected("32 or 64, the bytes of a register of the hardware")),
    };
    cursor.at += 2;
    cursor.end()?;
    Ok(size)
}
