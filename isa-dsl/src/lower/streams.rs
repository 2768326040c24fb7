//! Byte streams: layouts, their instructions, and the table of first bytes.

use crate::sorted::SortedMap;

use super::lowering::{self, Lowering};
use super::pool;
use crate::check::prefix;
use crate::expr::Value;
use crate::model::{self, Condition, Place, StreamPlace, StreamShape, StreamStep, StreamToken};
use crate::tables::{self, Flag, NONE, Rows, Step};

/// Values of a byte.
const BYTES: usize = 256;

/// Bits of a place that a walk jumps by at most.
const MAX_SWITCH_BITS: u32 = 8;

/// What of a shape all its encodings share.
struct Shape {
    stream: u16,
    forms: Rows,
    rules: Rows,
    fields: Rows,
    accesses: Rows,
}

impl Lowering<'_> {
    /// The streams that instructions use, the instructions, and the roots.
    pub(super) fn streams(&mut self) {
        let model = self.model;
        let mut known = SortedMap::new();
        let mut shapes = Vec::new();
        for shape in &model.stream_shapes {
            let shape = self.stream_shape(shape, &mut known);
            shapes.push(shape);
        }
        for encoding in &model.stream_encodings {
            let of = &model.stream_shapes[encoding.shape];
            let shape = &shapes[encoding.shape];
            let spelled = &model.instructions[encoding.instruction].spelled;
            let mnemonics: Vec<String> = spelled
                .iter()
                .map(|name| format!("{name}{}", of.suffix))
                .collect();
            let values: Vec<tables::StreamValue> = encoding
                .values(of)
                .map(|(place, value)| self.stream_value(place, value))
                .collect();
            let row = tables::StreamEncoding {
                instruction: encoding.instruction as u16,
                arch: of.arch as u8,
                stream: shape.stream,
                mnemonics: self.texts(&mnemonics).start,
                features: encoding.features,
                values: pool::append(&mut self.tables.stream_values, &values),
                forms: shape.forms,
                rules: shape.rules,
                fields: shape.fields,
                accesses: shape.accesses,
                effects: self.effects(&encoding.effects),
            };
            self.tables.stream_encodings.push(row);
        }
        self.roots();
    }

    /// For every architecture and first byte the encodings that may begin so.
    fn roots(&mut self) {
        let model = self.model;
        if model.stream_encodings.is_empty() {
            return;
        }
        for arch in 0..model.machine.archs.len() {
            let mut roots: Vec<Vec<u16>> = vec![Vec::new(); BYTES];
            for (index, encoding) in model.stream_encodings.iter().enumerate() {
                if model.stream_shapes[encoding.shape].arch != arch {
                    continue;
                }
                let (mask, bits) = prefix(encoding, model);
                let first = |pattern: u64| usize::from(pattern as u8);
                for (byte, root) in roots.iter_mut().enumerate() {
                    if (byte ^ first(bits)) & first(mask) == 0 {
                        root.push(index as u16);
                    }
                }
            }
            for root in roots {
                let rows = pool::append(&mut self.tables.stream_candidates, &root);
                self.tables.stream_roots.push(rows);
            }
        }
    }

    fn stream_shape(&mut self, shape: &StreamShape, known: &mut SortedMap<usize, u16>) -> Shape {
        let stream = self.stream(shape.stream, known);
        let forms = self.stream_forms(&shape.forms, known);
        let rules: Vec<tables::Rule> = shape
            .rules
            .iter()
            .map(|(rule, message)| self.stream_rule(rule, message))
            .collect();
        let fields: Vec<tables::StreamOperandParts> = shape
            .fields
            .iter()
            .map(|(name, place)| self.stream_field(name, place).into())
            .collect();
        let accesses: Vec<tables::StreamAccess> = self.model.streams[shape.stream]
            .accessed
            .iter()
            .map(|accessed| self.stream_access(accessed))
            .collect();
        Shape {
            stream,
            forms,
            accesses: pool::append(&mut self.tables.stream_accesses, &accesses),
            rules: pool::append(&mut self.tables.rules, &rules),
            fields: pool::append(&mut self.tables.stream_operands, &fields),
        }
    }

    /// The row of a stream; streams that are the same on several
    /// architectures share one.
    fn stream(&mut self, index: usize, known: &mut SortedMap<usize, u16>) -> u16 {
        if let Some(row) = known.get(&index) {
            return *row;
        }
        let stream = &self.model.streams[index];
        let steps: Vec<tables::StreamStepParts> = (0..stream.steps.len())
            .map(|at| match self.switch(&stream.steps[at..]) {
                Some(switch) => switch.into(),
                None => self.stream_step(&stream.steps[at], known).into(),
            })
            .collect();
        let row = tables::Stream {
            name: self.pool.text(&stream.name),
            title: self.pool.text(&stream.title),
            steps: pool::append(&mut self.tables.stream_steps, &steps),
            leaves: stream.leaves as u16,
            forms: self.stream_forms(&stream.forms, known),
            choices: Rows::default(),
        };
        let row = pool::intern(&mut self.tables.streams, row);
        known.insert(index, row);
        row
    }

    fn stream_step(
        &mut self,
        step: &StreamStep,
        known: &mut SortedMap<usize, u16>,
    ) -> tables::StreamStep {
        match step {
            StreamStep::Integer(integer) => {
                let members: Vec<tables::StreamMember> = integer
                    .members
                    .iter()
                    .map(|member| tables::StreamMember {
                        name: self.pool.text(&member.name),
                        field: self.field(&member.field),
                        kind: self.kind(&member.kind).into(),
                    })
                    .collect();
                let row = tables::StreamInteger {
                    name: self.pool.text(&integer.name),
                    leaf: integer.leaf as u16,
                    bytes: integer.bytes as u8,
                    mask: integer.mask,
                    bits: integer.bits,
                    reserved: integer.reserved,
                    default: integer.default | integer.bits,
                    members: pool::append(&mut self.tables.stream_members, &members),
                    is_total: Flag::NO,
                };
                let row = pool::intern(&mut self.tables.stream_integers, row);
                tables::StreamStep::Integer(row)
            }
            StreamStep::Nested { name, stream, leaf } => {
                let stream = self.stream(*stream, known);
                tables::StreamStep::Nested {
                    name: self.pool.text(name),
                    stream,
                    leaf: *leaf as u16,
                }
            }
            StreamStep::Unless(condition, skip) => {
                let rule = self.stream_rule(condition, "");
                tables::StreamStep::Unless {
                    rule: pool::intern(&mut self.tables.rules, rule),
                    skip: *skip as u16,
                }
            }
            StreamStep::Skip(skip) => tables::StreamStep::Skip(*skip as u16),
            StreamStep::NoCase(place) => tables::StreamStep::NoCase(self.stream_place(place)),
        }
    }

    /// What some steps begin with as one step: conditions of one small place, of which one
    /// after the other is asked.
    fn switch(&mut self, steps: &[StreamStep]) -> Option<tables::StreamStep> {
        let (place, jumps) = jumps(steps)?;
        let first = pool::append(&mut self.tables.stream_jumps, &jumps).start;
        Some(tables::StreamStep::Switch {
            place: self.stream_place(&place),
            jumps: u16::try_from(first).ok()?,
        })
    }

    fn stream_forms(
        &mut self,
        forms: &[model::StreamForm],
        known: &mut SortedMap<usize, u16>,
    ) -> Rows {
        let rows: Vec<tables::StreamForm> = forms
            .iter()
            .map(|form| self.stream_form(form, known))
            .collect();
        pool::append(&mut self.tables.stream_forms, &rows)
    }

    fn stream_form(
        &mut self,
        form: &model::StreamForm,
        known: &mut SortedMap<usize, u16>,
    ) -> tables::StreamForm {
        let tokens: Vec<tables::TokenParts> = form
            .tokens
            .iter()
            .map(|token| match token {
                StreamToken::Text(text) => tables::Token::Text(self.pool.text(text)),
                StreamToken::Mnemonic => tables::Token::Mnemonic,
                StreamToken::Operand(operand) => {
                    let row = self.stream_operand(operand, known).into();
                    let row = pool::intern(&mut self.tables.stream_operands, row);
                    tables::Token::Operand(row)
                }
            })
            .map(tables::TokenParts::from)
            .collect();
        let when = match all(&form.when) {
            None => NONE,
            Some(when) => {
                let rule = self.stream_rule(&when, "");
                pool::intern(&mut self.tables.rules, rule)
            }
        };
        let implies: Vec<tables::StreamValue> = form
            .implies
            .iter()
            .map(|(place, value)| self.stream_value(place, *value))
            .collect();
        tables::StreamForm {
            syntax: form.syntax as u8,
            read_only: form.read_only.into(),
            when,
            tokens: pool::append(&mut self.tables.tokens, &tokens),
            implies: pool::append(&mut self.tables.stream_values, &implies),
            reach: 0,
            steps: Rows::default(),
        }
    }

    fn stream_operand(
        &mut self,
        operand: &model::StreamOperand,
        known: &mut SortedMap<usize, u16>,
    ) -> tables::StreamOperand {
        match operand {
            model::StreamOperand::Value {
                name,
                place,
                kind,
                prefix,
            } => tables::StreamOperand::Value {
                name: self.pool.text(name),
                place: self.stream_place(place),
                kind: self.kind(kind),
                prefix: match prefix.as_str() {
                    "" => tables::Text::default(),
                    prefix => self.pool.text(prefix),
                },
            },
            model::StreamOperand::Stream { name, stream, leaf } => {
                let stream = self.stream(*stream, known);
                tables::StreamOperand::Stream {
                    name: self.pool.text(name),
                    stream,
                    leaf: *leaf as u16,
                }
            }
        }
    }

    fn stream_field(&mut self, name: &str, value: &StreamPlace) -> tables::StreamOperand {
        tables::StreamOperand::Value {
            name: self.pool.text(name),
            place: self.stream_place(&value.place),
            kind: self.kind(&value.kind),
            prefix: tables::Text::default(),
        }
    }

    fn stream_access(&mut self, accessed: &model::Accessed) -> tables::StreamAccess {
        let when = match all(&accessed.when) {
            None => NONE,
            Some(when) => {
                let rule = self.stream_rule(&when, "");
                pool::intern(&mut self.tables.rules, rule)
            }
        };
        tables::StreamAccess {
            piece: self.pool.text(&accessed.piece),
            prefix: self.pool.text(&accessed.prefix.text),
            place: match &accessed.place {
                Some(place) => self.stream_place(place),
                None => NONE,
            },
            when,
            // What has none was an error.
            direction: accessed
                .direction
                .map_or(tables::Direction::In, lowering::direction)
                .into(),
        }
    }

    fn stream_place(&mut self, place: &Place) -> u16 {
        let row = tables::StreamPlace {
            mask: place.field.mask().low(),
            leaf: place.leaf as u16,
            field: self.field(&place.field),
        };
        pool::intern(&mut self.tables.stream_places, row)
    }

    fn stream_value(&mut self, place: &Place, value: u64) -> tables::StreamValue {
        tables::StreamValue {
            place: self.stream_place(place),
            value,
        }
    }

    fn stream_rule(&mut self, condition: &Condition, message: &str) -> tables::Rule {
        self.rule(condition, message, &mut |lowering, place| {
            Step::Field(lowering.stream_place(place))
        })
    }
}

/// The place that the first step asks for, and for each value of it how many of the steps
/// behind are left out; `None` if that is no more than one step says.
fn jumps(steps: &[StreamStep]) -> Option<(Place, Vec<u16>)> {
    let place = match steps.first()? {
        StreamStep::Unless(condition, _) => only_place(condition)?,
        _ => return None,
    };
    let width = place.field.width();
    if width > MAX_SWITCH_BITS {
        return None;
    }
    let mut jumps = Vec::new();
    let mut most = 0;
    for value in 0..1_u64 << width {
        let (mut at, mut asked) = (0, 0);
        while let Some(StreamStep::Unless(condition, skip)) = steps.get(at) {
            if only_place(condition) != Some(place) {
                break;
            }
            asked += 1;
            at += 1;
            if condition.compute(&|_| value) != 0 {
                break;
            }
            at += skip;
        }
        most = most.max(asked);
        jumps.push(u16::try_from(at - 1).ok()?);
    }
    (most > 1).then(|| (place.clone(), jumps))
}

/// The only place that a condition looks at.
fn only_place(condition: &Condition) -> Option<&Place> {
    match condition {
        Value::Field(place) => Some(place),
        Value::Not(of) => only_place(of),
        Value::Binary(_, a, b) => match (&**a, &**b) {
            (Value::Number(_), other) | (other, Value::Number(_)) => only_place(other),
            (a, b) => only_place(a).filter(|place| only_place(b) == Some(place)),
        },
        _ => None,
    }
}

/// The conjunction of conditions; `None` of none.
fn all(conditions: &[Condition]) -> Option<Condition> {
    let (first, rest) = conditions.split_first()?;
    Some(rest.iter().fold(first.clone(), |all, condition| {
        Value::Binary(
            crate::ast::BinaryOp::And,
            Box::new(all),
            Box::new(condition.clone()),
        )
    }))
}
