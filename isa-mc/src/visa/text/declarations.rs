//! Directives that declare, within a kernel or function.

use core::ops::Range;

use isa_dsl::suggest::nearest;

use super::cursor::{Cursor, Found};
use super::error::{TextError, TextErrorKind, Thing};
use super::expression::{self, Constants};
use super::names::{Declared, RoutineNames, predefined};
use super::source::span;
use super::words;
use crate::visa::object::{Input, Label, LabelKind, Routine, UntypedVariable, Variable, first};

/// A kernel or function that is being read.
pub(super) struct Reading {
    pub(super) routine: Routine,
    pub(super) inputs: Vec<Input>,
    pub(super) names: RoutineNames,
    /// The value of `SimdSize`.
    pub(super) channels: Option<i64>,
    /// The labels, by number.
    pub(super) labels: Vec<LabelUse>,
    /// Bytes of a register of the hardware.
    pub(super) register_bytes: u32,
    /// Its own name, and where the text says it, until all strings are known.
    pub(super) own_name: Option<(RealName, Range<usize>)>,
}

/// What is known of a label.
pub(super) struct LabelUse {
    /// Where it stands first, in bytes of the source.
    pub(super) first: Range<usize>,
    /// Where it is put, in bytes of the source; `None` as long as it is nowhere.
    pub(super) place: Option<usize>,
    /// Whether `.label` declares it: then it may be nowhere, as in objects.
    pub(super) is_declared: bool,
}

/// A name as an object has it.
pub(super) enum RealName {
    /// A string, which is new unless `.strings` has it.
    Text(Vec<u8>),
    /// The number of one that `.strings` has.
    Number(u32),
}

impl Constants for Reading {
    fn size_of(&self, name: &str) -> Option<i64> {
        let Some(declared) = self.names.find(name) else {
            return (name == "GRF").then_some(i64::from(self.register_bytes));
        };
        let row = declared.number;
        match declared.thing {
            Thing::Variable => {
                let row = row.checked_sub(first::VARIABLE)? as usize;
                let variable = self.routine.variables.get(row)?;
                let bytes = words::TYPES[usize::from(variable.element_type())].1;
                Some(i64::from(variable.elements) * i64::from(bytes))
            }
            Thing::Address => {
                let address = self.routine.addresses.get(row as usize)?;
                Some(i64::from(address.elements) * 2)
            }
            _ => None,
        }
    }

    fn channels(&self) -> Option<i64> {
        self.channels
    }
}

impl Reading {
    /// A kernel or function of that name: its pool has the names that nobody declares.
    pub(super) fn new(name: &[u8], register_bytes: u32) -> Reading {
        let mut reading = Reading {
            routine: Routine::default(),
            inputs: Vec::new(),
            names: RoutineNames::new(),
            channels: None,
            labels: Vec::new(),
            register_bytes,
            own_name: None,
        };
        reading.routine.name = reading.string(name);
        for name in words::VARIABLES.iter().chain(&words::SURFACES) {
            reading.string(name.as_bytes());
        }
        reading.string(words::BINDLESS.0.as_bytes());
        reading
    }

    /// The number of a string, which is new unless `.strings` has it.
    pub(super) fn string(&mut self, string: &[u8]) -> u32 {
        if let Some(number) = self
            .names
            .given
            .as_mut()
            .and_then(|given| given.take(string))
        {
            return number;
        }
        match string {
            b"" => 0,
            string => self.routine.strings.add(string),
        }
    }

    /// Looks its own name up among the strings that are given: before anything else takes one.
    pub(super) fn settle_name(&mut self) -> Found<()> {
        let Some((name, place)) = self.own_name.take() else {
            return Ok(());
        };
        if let RealName::Number(number) = name {
            let last = self.routine.strings.len() as i64 - 1;
            let kind = match &self.names.given {
                None => TextErrorKind::Expected {
                    what: "`.strings` behind this line: only there strings have numbers",
                },
                Some(_) if i64::from(number) > last => TextErrorKind::Range {
                    number: i64::from(number),
                    low: 0,
                    high: last,
                },
                Some(_) => {
                    self.routine.name = number;
                    return Ok(());
                }
            };
            return Err(TextError::new(place, kind));
        }
        self.routine.name = self.real_name(Some(name), b"");
        Ok(())
    }

    /// The number of a string: the one that is said, or that of a name.
    pub(super) fn real_name(&mut self, said: Option<RealName>, name: &[u8]) -> u32 {
        match said {
            Some(RealName::Number(number)) => number,
            Some(RealName::Text(text)) => self.string(&text),
            None => self.string(name),
        }
    }

    /// `#7`: the number of a string, where `.strings` has given all of them.
    pub(super) fn numbered(&self, cursor: &mut Cursor<'_>) -> Found<Option<u32>> {
        if cursor.peek() != b'#' {
            return Ok(None);
        }
        if self.names.given.is_none() {
            return Err(cursor.expected("`.strings` before the number of a string"));
        }
        let last = self.routine.strings.len() as i64 - 1;
        let (number, place) = cursor.own_number("the number of a string")?;
        if i64::from(number) > last {
            let (number, low, high) = (i64::from(number), 0, last);
            let kind = TextErrorKind::Range { number, low, high };
            return Err(cursor.error_at(place, kind));
        }
        Ok(Some(number))
    }

    /// Keeps the labels and strings that a statement has mentioned, which begins at byte
    /// `start` of the source.
    pub(super) fn mentioned(&mut self, start: usize, text: &str) {
        for label in self.names.take_mentioned() {
            let kind = match label.kind {
                LabelKind::Block => 0,
                LabelKind::Composed => 2,
                _ => 1,
            };
            let name = self.string(label.name.as_bytes());
            self.new_label(name, kind, span(start, word_in(text, &label.name)));
        }
        for string in self.names.take_strings() {
            self.string(&string);
        }
    }

    /// A row for a label.
    pub(super) fn new_label(&mut self, name: u32, kind: u8, place: Range<usize>) {
        self.routine.labels.push(Label {
            name,
            kind,
            attributes: Vec::new(),
        });
        self.labels.push(LabelUse {
            first: place,
            place: None,
            is_declared: false,
        });
    }

    // ---- `.decl` -----------------------------------------------------------------------

    /// `.decl name v_type=G type=ud num_elts=16 align=GRF alias=<other, 0> attrs={Output}`
    pub(super) fn declaration(
        &mut self,
        cursor: &mut Cursor<'_>,
        line: &dyn Fn(usize) -> usize,
    ) -> Found<()> {
        let (name, place) = cursor.word("the name of what is declared")?;
        self.declared(cursor, name, place, line).inspect_err(|_| {
            self.names.lost.insert(name.to_owned());
        })
    }

    fn declared(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &str,
        place: Range<usize>,
        line: &dyn Fn(usize) -> usize,
    ) -> Found<()> {
        let mut class = None;
        let mut element_type = None;
        let mut elements = None;
        let mut alignment = 0;
        let mut alias = (0, 0);
        let mut alias_scope = 0;
        let mut real_name = None;
        let mut attributes = Vec::new();
        while cursor.peek() != 0 {
            let (key, key_place) = cursor.word("a property, as `num_elts=16`")?;
            if !cursor.takes("=") {
                return Err(cursor.expected("`=`"));
            }
            match key {
                "v_type" => class = Some(class_of(cursor)?),
                "type" => element_type = Some(type_of(cursor)?),
                "num_elts" => {
                    elements = Some(expression::within(cursor, self, 0, 0xffff)? as u16);
                }
                "align" => alignment = self.alignment(cursor)?,
                "alias" => alias = self.alias(cursor)?,
                "alias_scope" => alias_scope = expression::within(cursor, self, 0, 255)? as u8,
                "v_name" if cursor.peek() == b'"' => {
                    real_name = Some(RealName::Text(cursor.string()?.0));
                }
                "v_name" if cursor.peek() == b'#' => {
                    real_name = self.numbered(cursor)?.map(RealName::Number);
                }
                // The tools read this word, and take the other name all the same.
                "v_name" => {
                    cursor.variable("a name")?;
                }
                "attrs" => attributes = self.declared_attributes(cursor)?,
                _ => {
                    const KEYS: [&str; 8] = [
                        "v_type",
                        "type",
                        "num_elts",
                        "align",
                        "alias",
                        "alias_scope",
                        "v_name",
                        "attrs",
                    ];
                    let near = nearest(key, KEYS);
                    let what = "a property of a declaration";
                    let kind = TextErrorKind::UnknownWord { what, near };
                    return Err(cursor.error_at(key_place, kind));
                }
            }
        }
        let Some(class) = class else {
            return Err(cursor.expected("`v_type=` and G, A, P, S or T"));
        };
        let Some(elements) = elements else {
            return Err(cursor.expected("`num_elts=` and how many elements there are"));
        };
        let element_type = match (class, element_type) {
            (Thing::Variable, None) => return Err(cursor.expected("`type=` and a type")),
            (_, found) => found.unwrap_or(0),
        };

        // As many rows as tables of objects can have. Instructions may have less room for
        // their numbers, and say so themselves.
        let (rows, first, most) = match class {
            Thing::Variable => (self.routine.variables.len(), first::VARIABLE, 1 << 24),
            Thing::Address => (self.routine.addresses.len(), first::ADDRESS, 0xffff),
            Thing::Predicate => (self.routine.predicates.len(), first::PREDICATE, 0xffff),
            Thing::Sampler => (self.routine.samplers.len(), first::SAMPLER, 255),
            _ => (self.routine.surfaces.len(), first::SURFACE, 255),
        };
        if rows >= most {
            return Err(cursor.error_at(place, TextErrorKind::TooMany));
        }
        let number = rows as u32 + first;
        let declared = Declared {
            thing: class,
            number,
            at: cursor.start + place.start,
        };
        if let Some(old) = self.names.declare(name, declared) {
            let line = line(old.at);
            return Err(cursor.error_at(place, TextErrorKind::Declared { line }));
        }
        let name = self.real_name(real_name, name.as_bytes());
        let attributes = self.named(attributes);
        match class {
            Thing::Variable => self.routine.variables.push(Variable {
                name,
                properties: element_type | alignment << 4,
                elements,
                alias: alias.0,
                alias_offset: alias.1,
                alias_scope,
                attributes,
            }),
            class => {
                let table = match class {
                    Thing::Address => &mut self.routine.addresses,
                    Thing::Predicate => &mut self.routine.predicates,
                    Thing::Sampler => &mut self.routine.samplers,
                    _ => &mut self.routine.surfaces,
                };
                table.push(UntypedVariable {
                    name,
                    elements,
                    attributes,
                });
            }
        }
        Ok(())
    }

    pub(super) fn alignment(&self, cursor: &mut Cursor<'_>) -> Found<u8> {
        if cursor.peek() == b'#' {
            let (number, place) = cursor.own_number("the number of an alignment, as `#5`")?;
            return u8::try_from(number)
                .ok()
                .filter(|&number| number < 16)
                .ok_or_else(|| {
                    let (number, low, high) = (i64::from(number), 0, 15);
                    cursor.error_at(place, TextErrorKind::Range { number, low, high })
                });
        }
        let word = cursor.peek_word();
        if let Some(number) = words::alignment(word) {
            cursor.at += word.len();
            return Ok(number);
        }
        let is_word = word.starts_with(|first: char| first.is_ascii_alphabetic());
        if is_word {
            let near = nearest(word, words::ALIGNMENTS);
            let what = "an alignment";
            return Err(cursor.error(TextErrorKind::UnknownWord { what, near }));
        }
        cursor.skip_blanks();
        let from = cursor.at;
        let bytes = expression::number(cursor, self)?;
        words::alignment_of(bytes).ok_or_else(|| {
            let what = "1, 2, 4, 8, 16, 32, 64 or 128 bytes";
            cursor.error_at(from..cursor.at, TextErrorKind::Expected { what })
        })
    }

    fn alias(&self, cursor: &mut Cursor<'_>) -> Found<(u32, u16)> {
        if !cursor.takes("<") {
            return Err(cursor.expected("`<`, a variable, `,`, an offset in bytes, `>`"));
        }
        let number = match cursor.peek() {
            b'#' => cursor.own_number("the number of a variable, as `#32`")?.0,
            _ => {
                let (name, place) = cursor.variable("the variable that it lies in")?;
                self.number_of(cursor, name, place, Thing::Variable)?
            }
        };
        if !cursor.takes(",") {
            return Err(cursor.expected("`,`"));
        }
        cursor.skip_blanks();
        let from = cursor.at;
        let offset = expression::number_before_angle(cursor, self)?;
        let offset = u16::try_from(offset).map_err(|_| {
            let (low, high) = (0, 0xffff);
            let number = offset;
            cursor.error_at(from..cursor.at, TextErrorKind::Range { number, low, high })
        })?;
        match cursor.takes(">") {
            true => Ok((number, offset)),
            false => Err(cursor.expected("`>`")),
        }
    }

    /// The number of what is declared as something.
    fn number_of(
        &self,
        cursor: &Cursor<'_>,
        name: &str,
        place: Range<usize>,
        thing: Thing,
    ) -> Found<u32> {
        let kind = match self.names.find(name) {
            Some(declared) if declared.thing == thing => return Ok(declared.number),
            Some(declared) => TextErrorKind::OtherThing {
                is: declared.thing,
                wanted: thing,
            },
            None => match predefined(thing, name) {
                Some(number) => return Ok(number),
                None => TextErrorKind::NotDeclared {
                    thing,
                    near: self.names.near(name, thing),
                },
            },
        };
        Err(cursor.error_at(place, kind))
    }

    // ---- inputs ------------------------------------------------------------------------

    /// `.input name offset=64 size=4`; other origins have numbers from 1 on.
    pub(super) fn input(&mut self, cursor: &mut Cursor<'_>, origin: u8) -> Found<()> {
        if cursor.peek() == b'#' {
            return self.exact_input(cursor);
        }
        let (name, place) = cursor.word("the name of what is given")?;
        let (kind, number) = match self.names.find(name) {
            Some(it) => match it.thing {
                Thing::Variable => (0, it.number),
                Thing::Sampler => (1, it.number),
                Thing::Surface => (2, it.number),
                is => {
                    let wanted = Thing::Variable;
                    let kind = TextErrorKind::OtherThing { is, wanted };
                    return Err(cursor.error_at(place, kind));
                }
            },
            None => (0, self.number_of(cursor, name, place, Thing::Variable)?),
        };
        let mut offset = 0;
        let mut size = None;
        while cursor.peek() != 0 {
            if cursor.takes_word("attrs") {
                if !cursor.takes("=") {
                    return Err(cursor.expected("`=`"));
                }
                // Inputs have none, and the tools forget them.
                self.declared_attributes(cursor)?;
                continue;
            }
            let is_offset = cursor.takes_word("offset");
            if !is_offset && !cursor.takes_word("size") {
                return Err(cursor.expected("`offset=` or `size=`"));
            }
            if !cursor.takes("=") {
                return Err(cursor.expected("`=`"));
            }
            match is_offset {
                true => offset = expression::within(cursor, self, -0x8000, 0xffff)? as u16,
                false => size = Some(expression::within(cursor, self, 0, 0xffff)? as u16),
            }
        }
        let size = size.or_else(|| {
            let bytes = self.size_of(name).or(Some(4).filter(|_| kind != 0))?;
            u16::try_from(bytes).ok()
        });
        let Some(size) = size else {
            return Err(cursor.expected("`size=` and how many bytes it has"));
        };
        self.inputs.push(Input {
            properties: kind | origin << 3,
            id: number,
            offset: offset.cast_signed(),
            size,
        });
        Ok(())
    }

    /// `.input #40 properties=7 offset=64 size=4`: what names nothing that is declared.
    fn exact_input(&mut self, cursor: &mut Cursor<'_>) -> Found<()> {
        let (id, _) = cursor.own_number("a number, as `#40`")?;
        let mut input = Input {
            id,
            ..Input::default()
        };
        while cursor.peek() != 0 {
            let (key, place) = cursor.word("`properties=`, `offset=` or `size=`")?;
            if !cursor.takes("=") {
                return Err(cursor.expected("`=`"));
            }
            match key {
                "properties" => input.properties = expression::within(cursor, self, 0, 255)? as u8,
                "offset" => {
                    let offset = expression::within(cursor, self, -0x8000, 0xffff)?;
                    input.offset = offset as i16;
                }
                "size" => input.size = expression::within(cursor, self, 0, 0xffff)? as u16,
                _ => {
                    let what = "a property of an input";
                    let near = nearest(key, ["properties", "offset", "size"]);
                    let kind = TextErrorKind::UnknownWord { what, near };
                    return Err(cursor.error_at(place, kind));
                }
            }
        }
        self.inputs.push(input);
        Ok(())
    }
}

fn class_of(cursor: &mut Cursor<'_>) -> Found<Thing> {
    let class = match cursor.peek_word() {
        "G" => Thing::Variable,
        "A" => Thing::Address,
        "P" => Thing::Predicate,
        "S" => Thing::Sampler,
        "T" => Thing::Surface,
        _ => return Err(cursor.expected("G, A, P, S or T")),
    };
    cursor.at += 1;
    Ok(class)
}

pub(super) fn type_of(cursor: &mut Cursor<'_>) -> Found<u8> {
    let word = cursor.peek_word();
    let lower = word.to_ascii_lowercase();
    let found = words::TYPES.iter().position(|&(name, _)| name == lower);
    match found {
        Some(number) => {
            cursor.at += word.len();
            Ok(number as u8)
        }
        None => {
            let near = nearest(&lower, words::TYPES.map(|(name, _)| name));
            let what = "a type of elements";
            Err(cursor.error(TextErrorKind::UnknownWord { what, near }))
        }
    }
}

/// The first place of a word in a text; all of the text if it is not there.
fn word_in(text: &str, word: &str) -> Range<usize> {
    let mut found = text.match_indices(word).filter(|(at, _)| {
        let is_part = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$@?".contains(byte))
        };
        let bytes = text.as_bytes();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        !is_part(before) && !is_part(bytes.get(at + word.len()))
    });
    found
        .next()
        .map_or(0..text.len(), |(at, _)| at..at + word.len())
}
