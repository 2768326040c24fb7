//! Families and shapes.

use crate::sorted::SortedMap;

use super::gathers::lookup_key;
use super::lowering::{self, Lowering};
use super::pool;
use crate::ast::BinaryOp;
use crate::bits::BitField;
use crate::distinct::Counted;
use crate::expr::Value;
use crate::model::{self, Kind, PartKind, Token, Width};
use crate::tables::{self, Flag, NONE, Operator, Rows, Step, StepParts};

impl Lowering<'_> {
    pub(super) fn families(&mut self) {
        let model = self.model;
        // The first layout of each family.
        let mut formats: SortedMap<usize, &str> = SortedMap::new();
        for shape in &model.shapes {
            let format = formats.entry(shape.family);
            format.or_insert(&model.layouts[shape.layout].name);
        }
        for shape in &model.stream_shapes {
            let format = formats.entry(shape.family);
            format.or_insert(&model.streams[shape.stream].name);
        }
        for (index, family) in model.families.iter().enumerate() {
            let format = formats.get(&index).copied().unwrap_or_default();
            let row = tables::Family {
                name: self.pool.text(&family.name),
                doc: self.pool.text(&family.doc),
                format: self.pool.text(format),
            };
            self.tables.families.push(row);
        }
    }

    /// The parts of a layout on an architecture.
    fn layout(&mut self, layout: usize, arch: usize) -> u16 {
        let layout = &self.model.layouts[layout];
        let start = self.tables.parts.len() as u32;
        for part in layout.parts(arch) {
            let name = match part.kind {
                PartKind::Reserved => "reserved",
                PartKind::Ignored => "ignored",
                PartKind::Field | PartKind::Fixed(_) => &part.name,
            };
            for field in in_words(&part.field) {
                let row = tables::Part {
                    name: self.pool.text(name),
                    field: self.field(&field),
                };
                self.tables.parts.push(row);
            }
        }
        let row = tables::Layout {
            format: self.pool.text(&layout.name),
            parts: Rows {
                start,
                len: (self.tables.parts.len() as u32 - start) as u16,
            },
        };
        self.tables.layouts.push(row);
        (self.tables.layouts.len() - 1) as u16
    }

    pub(super) fn shapes(&mut self) {
        // Shapes share layouts: their parts are listed once.
        let mut layouts: SortedMap<(usize, usize), u16> = SortedMap::new();
        for shape in &self.model.shapes {
            let key = (shape.layout, shape.arch);
            let layout = match layouts.get(&key) {
                Some(&layout) => layout,
                None => {
                    let layout = self.layout(shape.layout, shape.arch);
                    layouts.insert(key, layout);
                    layout
                }
            };
            let operands = shape.operands.iter().enumerate();
            let operands: Vec<tables::Operand> = operands
                .map(|(index, operand)| tables::Operand {
                    read_only: is_read_only(index, shape).into(),
                    ..self.operand(operand)
                })
                .collect();
            let forms: Vec<tables::Form> = shape
                .forms
                .iter()
                .map(|form| {
                    debug_assert!(
                        !(form.spoken & shape.mask).any(),
                        "a form says what the shape fixes"
                    );
                    self.form(form, &shape.operands)
                })
                .collect();
            let rules: Vec<tables::Rule> = shape
                .rules
                .iter()
                // What holds for all bits of this architecture is no rule here.
                .filter(|rule| !matches!(rule.condition, Value::Number(number) if number != 0))
                .map(|rule| self.featured_rule(rule))
                .collect();
            // Modifiers of which the defaults of the operands do not say
            // whether they are printed.
            let special = shape.forms.iter().any(|form| {
                form.tokens.iter().any(|token| match token {
                    Token::Modifiers(modifiers) => modifiers.iter().any(|it| {
                        let default = shape.operands[it.operand].default;
                        it.required || it.always || it.default != default
                    }),
                    _ => false,
                })
            });
            let size = (self.model.layouts[shape.layout].bits / 8) as u8;
            let high = if size > 8 {
                self.tables.high_shapes.push(tables::HighShape {
                    mask: shape.mask.high(),
                    reserved: shape.reserved.high(),
                    unused: shape.unused.high(),
                    ..tables::HighShape::default()
                });
                (self.tables.high_shapes.len() - 1) as u16
            } else {
                NONE
            };
            let row = tables::Shape {
                family: shape.family as u16,
                arch: shape.arch as u8,
                layout,
                size,
                suffixed: (!shape.suffix.is_empty()).into(),
                mask: shape.mask.low(),
                reserved: shape.reserved.low(),
                unused: shape.unused.low(),
                operands: pool::append(&mut self.tables.operands, &operands),
                positional: shape.positional as u8,
                forms: pool::append(&mut self.tables.forms, &forms),
                rules: pool::append(&mut self.tables.rules, &rules),
                stand_ins: self.stand_ins(&shape.stand_ins),
                indexed: self.indexed(&shape.indexed),
                zero: 0,
                // Nor does the default of a field tell what a part of it writes.
                always: (special || shape.operands.iter().any(|operand| operand.part)).into(),
                checks: Rows::default(),
                unread: Flag::NO,
                structured: Flag::NO,
                wraps: 0,
                halved: Flag::NO,
                relative: NONE,
                outlines: 0,
                modifiers: 0,
                modifier_defaults: 0,
                high,
            };
            self.tables.shapes.push(row);
        }
    }

    fn stand_ins(&mut self, stand_ins: &[model::StandIn]) -> Rows {
        let row = |it: &model::StandIn| tables::StandIn {
            name: self.pool.text(&it.name),
            state: it.state as u16,
        };
        let rows: Vec<tables::StandIn> = stand_ins.iter().map(row).collect();
        pool::append(&mut self.tables.stand_ins, &rows)
    }

    fn indexed(&mut self, indexed: &[model::Indexed]) -> Rows {
        let bits = |it: &model::StateBits| tables::StateBits {
            state: it.state as u16,
            low: it.low as u16,
            bits: it.bits as u16,
        };
        let none = tables::StateBits {
            state: NONE,
            low: 0,
            bits: 0,
        };
        let rows = indexed.iter().map(|it| {
            let condition = |index| it.conditions.get(index).map_or(none, bits);
            let (by, reason) = match &it.by {
                model::IndexBy::State(by) => (bits(by), ""),
                model::IndexBy::Undefined(reason) => (none, reason.as_str()),
            };
            tables::Indexed {
                operand: self.pool.text(&it.operand),
                file: it.file.map_or(NONE, |file| file as u16),
                by,
                reason: self.pool.text(reason),
                conditions: [condition(0), condition(1)],
            }
        });
        let rows: Vec<tables::Indexed> = rows.collect();
        pool::append(&mut self.tables.indexed, &rows)
    }

    pub(super) fn field(&mut self, field: &BitField) -> tables::Field {
        let field = field.in_fewest_pieces();
        let Some((&(shift, width), more)) = field.pieces.split_first() else {
            return tables::Field::default();
        };
        let more: Vec<tables::Piece> = more
            .iter()
            .map(|&(shift, width)| tables::Piece {
                shift: shift as u8,
                width: width as u8,
            })
            .collect();
        tables::Field {
            shift: shift as u8,
            width: width as u8,
            total: field.width() as u8,
            more: pool::append(&mut self.tables.pieces, &more),
        }
    }

    pub(super) fn operand(&mut self, operand: &model::Operand) -> tables::Operand {
        let (width, width_table) = match &operand.width {
            Width::Fixed(width) => (*width as u8, NONE),
            width => (0, self.width(width)),
        };
        tables::Operand {
            name: self.pool.text(&operand.name),
            field: self.field(&operand.field),
            kind: self.kind(&operand.kind).into(),
            direction: match operand.direction {
                None if operand.part => tables::Direction::Part.into(),
                None => tables::Direction::Modifier.into(),
                Some(direction) => lowering::direction(direction).into(),
            },
            width,
            width_table,
            value_width: operand.value_width as u8,
            unaligned: operand.unaligned.into(),
            signed_bits: match &operand.kind {
                Kind::Integer(integer) if integer.signed => integer.bits as u8,
                _ => 0,
            },
            read_only: Flag::NO,
            zero: self.pool.text(&operand.zero),
            default: operand.default,
            mask: 0,
            default_bits: 0,
            reading: tables::Reading::default(),
            pages: tables::NO_PAGES,
            wraps: self.wraps(&operand.wraps),
            signs: self.signs(&operand.signs),
        }
    }

    /// The row of a width.
    fn width(&mut self, width: &Width) -> u16 {
        let (key, values, choices) = match width {
            Width::Fixed(width) => (Vec::new(), vec![*width as u8], 0),
            Width::Choices(widths) => (Vec::new(), widths.clone(), widths.len() as u8),
            Width::Table(key, values) => {
                let (key, values) = lookup_key(key, values);
                (key, values, 0)
            }
            Width::ByFeature {
                feature,
                with,
                without,
            } => {
                let rows = match (&**without, &**with) {
                    // One after the other, as readings look them up.
                    (Width::Fixed(without), Width::Fixed(with)) => {
                        let values = [*without as u8, *with as u8];
                        let first = pool::append(&mut self.tables.width_values, &values).start;
                        [first, first + 1].map(|values| self.fixed_width(values))
                    }
                    (without, with) => [without, with].map(|width| self.width(width)),
                };
                let [without, with_feature] = rows;
                let row = tables::Width {
                    feature: 1 << feature,
                    with_feature,
                    ..self.tables.widths[without as usize]
                };
                return pool::intern(&mut self.tables.widths, row);
            }
        };
        let key: Vec<tables::Field> = key.iter().map(|field| self.field(field)).collect();
        let row = tables::Width {
            key: pool::append(&mut self.tables.fields, &key),
            values: pool::append(&mut self.tables.width_values, &values).start,
            shift: 0,
            bits: 0,
            choices,
            feature: 0,
            with_feature: NONE,
            gather: NONE,
        };
        pool::intern(&mut self.tables.widths, row)
    }

    /// The row of a width that is always the same, which stands there.
    fn fixed_width(&mut self, values: u32) -> u16 {
        let row = tables::Width {
            key: Rows::default(),
            values,
            shift: 0,
            bits: 0,
            choices: 0,
            feature: 0,
            with_feature: NONE,
            gather: NONE,
        };
        pool::intern(&mut self.tables.widths, row)
    }

    fn wraps(&mut self, wraps: &[model::Wrap]) -> Rows {
        let rows: Vec<tables::Wrap> = wraps
            .iter()
            .map(|wrap| {
                let spellings = self.wrap_spellings(&wrap.spellings);
                tables::Wrap {
                    name: self.pool.text(&wrap.name),
                    bit: wrap.field.mask().trailing_zeros() as u8,
                    file: wrap.half.map_or(NONE, |half| half.file as u16),
                    features: wrap.half.map_or(0, |half| half.features),
                    spellings,
                }
            })
            .collect();
        pool::append(&mut self.tables.wraps, &rows)
    }

    fn signs(&mut self, signs: &[model::SignOf]) -> Rows {
        let rows: Vec<tables::Wrap> = signs
            .iter()
            .map(|sign| tables::Wrap {
                name: tables::Text::default(),
                bit: match sign.clears {
                    true => tables::CLEARS_SIGN,
                    false => tables::CHANGES_SIGN,
                },
                file: NONE,
                features: 0,
                spellings: self.wrap_spellings(&sign.spellings),
            })
            .collect();
        pool::append(&mut self.tables.wraps, &rows)
    }

    /// The lists of spellings of a source modifier, one for each syntax; the first of them.
    fn wrap_spellings(&mut self, spellings: &[Vec<String>]) -> u32 {
        let lists: Vec<Rows> = spellings
            .iter()
            .map(|texts| {
                let spellings: Vec<model::Spelling> = texts
                    .iter()
                    .map(|text| model::Spelling {
                        text: text.clone(),
                        negatable: false,
                    })
                    .collect();
                self.spellings(&spellings, None)
            })
            .collect();
        pool::append(&mut self.tables.wrap_spellings, &lists).start
    }

    pub(super) fn kind(&mut self, kind: &Kind) -> tables::Kind {
        match kind {
            Kind::Register(file, scale) => tables::Kind::Register {
                file: *file as u16,
                scale: *scale as u8,
            },
            Kind::Class(class, value) => tables::Kind::Class {
                class: *class as u16,
                value: *value,
            },
            Kind::Integer(integer) => tables::Kind::Integer {
                integer: self.integer(integer),
            },
            Kind::List(count, element) => tables::Kind::List {
                count: *count as u8,
                integer: self.integer(element),
            },
            Kind::Struct(structure) => tables::Kind::Struct {
                structure: *structure as u16,
            },
            Kind::Flag => tables::Kind::Flag,
        }
    }

    fn integer(&mut self, integer: &model::Integer) -> u16 {
        let row = tables::Integer {
            bits: integer.bits as u8,
            signed: integer.signed,
            hex: integer.hex,
            scale: integer.scale,
            bias: i32::try_from(integer.bias).unwrap_or(0),
            signless: integer.signless,
            relative: integer.relative.map(|relative| tables::Relative {
                base: relative.base.unwrap_or(0),
                unit: relative.unit,
            }),
            float: integer.float,
        };
        pool::intern(&mut self.tables.integers, row)
    }

    pub(super) fn form(&mut self, form: &model::Form, operands: &[model::Operand]) -> tables::Form {
        let tokens: Vec<tables::TokenParts> = form
            .tokens
            .iter()
            .map(|token| match token {
                Token::Text(text) => tables::Token::Text(self.pool.text(text)),
                Token::Operand(index) => tables::Token::Operand(*index as u16),
                Token::Modifiers(modifiers) => {
                    let modifiers: Vec<tables::Modifier> = modifiers
                        .iter()
                        .map(|modifier| tables::Modifier {
                            operand: modifier.operand as u16,
                            required: modifier.required.into(),
                            always: (modifier.always || modifier.required).into(),
                            default: modifier.default,
                            spellings: self
                                .spellings(&modifier.spellings, operands.get(modifier.operand)),
                        })
                        .collect();
                    tables::Token::Modifiers(pool::append(&mut self.tables.modifiers, &modifiers))
                }
                Token::Mnemonic => tables::Token::Mnemonic,
                Token::AnyOrder(list) => {
                    let items: Vec<tables::Modifier> = list
                        .items
                        .iter()
                        .map(|(operand, spellings)| tables::Modifier {
                            operand: *operand as u16,
                            required: Flag::NO,
                            always: Flag::NO,
                            default: operands[*operand].default,
                            spellings: self.spellings(spellings, operands.get(*operand)),
                        })
                        .collect();
                    let mut default = form.rest.low();
                    for (operand, _) in &list.items {
                        let field = self.field(&operands[*operand].field);
                        let value = operands[*operand].default;
                        default = field.set(default, value, &self.tables.pieces);
                    }
                    let row = tables::AnyOrder {
                        default,
                        separators: self.texts(&list.separators),
                        items: pool::append(&mut self.tables.modifiers, &items),
                    };
                    tables::Token::AnyOrder(pool::intern(&mut self.tables.any_orders, row))
                }
            })
            .map(tables::TokenParts::from)
            .collect();
        let when = match &form.when {
            None => NONE,
            Some(when) => {
                let rule = self.word_rule(when, "");
                pool::intern(&mut self.tables.rules, rule)
            }
        };
        let rules: Vec<tables::Rule> = form
            .rules
            .iter()
            .map(|rule| self.featured_rule(rule))
            .collect();
        let high = tables::HighForm {
            spoken: form.spoken.high(),
            rest: form.rest.high(),
        };
        let high = match high == tables::HighForm::default() {
            true => NONE,
            false => pool::intern(&mut self.tables.high_forms, high),
        };
        tables::Form {
            syntax: form.syntax as u8,
            read_only: form.read_only.into(),
            features: form.features,
            when,
            tokens: pool::append(&mut self.tables.tokens, &tokens),
            spoken: form.spoken.low(),
            rest: form.rest.low(),
            high,
            rules: pool::append(&mut self.tables.rules, &rules),
        }
    }

    /// How what an operand says is spelled. Values without a text before them have rows of their
    /// own for each class and struct, because what they begin with depends on that; it is filled in
    /// where classes and structs are known.
    fn spellings(
        &mut self,
        spellings: &[model::Spelling],
        operand: Option<&model::Operand>,
    ) -> Rows {
        let values = match operand.map(|it| &it.kind) {
            Some(Kind::Class(class, _)) => 1 + 2 * *class as u64,
            Some(Kind::Struct(structure)) => 2 + 2 * *structure as u64,
            _ => 0,
        };
        let rows: Vec<tables::Spelling> = spellings
            .iter()
            .map(|spelling| {
                let (before, after, valued) = match spelling.text.split_once("{}") {
                    Some((before, after)) => (before, after, true),
                    None => (spelling.text.as_str(), "", false),
                };
                tables::Spelling {
                    before: self.pool.text(before),
                    after: self.pool.text(after),
                    valued: valued.into(),
                    negatable: spelling.negatable.into(),
                    begins: if before.is_empty() && valued {
                        values
                    } else {
                        0
                    },
                }
            })
            .collect();
        pool::append(&mut self.tables.spellings, &rows)
    }

    fn featured_rule(&mut self, rule: &model::Rule) -> tables::Rule {
        tables::Rule {
            features: rule.features,
            ..self.word_rule(&rule.condition, &rule.message)
        }
    }

    fn word_rule(&mut self, value: &Value, message: &str) -> tables::Rule {
        self.rule(value, message, &mut |lowering, field| {
            let field = lowering.field(field);
            Step::Field(pool::intern(&mut lowering.tables.fields, field))
        })
    }

    /// A rule over fields or places; `step` pushes the value of one.
    pub(super) fn rule<F: Clone + PartialEq>(
        &mut self,
        value: &Value<F>,
        message: &str,
        step: &mut dyn FnMut(&mut Self, &F) -> Step,
    ) -> tables::Rule {
        let mut program = Vec::new();
        self.program(value, &mut program, step);
        tables::Rule {
            program: self.rule_program(program),
            message: self.pool.text(message),
            features: 0,
            mask: 0,
            bits: 0,
            keys: Rows::default(),
            gather: NONE,
            answers: 0,
            equal: Flag::NO,
            uncounted: 0,
            most: 0,
        }
    }

    /// Where the program of a rule lies; as many families ask the same, each is there once.
    fn rule_program(&mut self, program: Vec<Step>) -> Rows {
        let table = &mut self.tables.program;
        *self
            .rule_programs
            .entry(program)
            .or_insert_with_key(|program| {
                let program: Vec<StepParts> =
                    program.iter().copied().map(StepParts::from).collect();
                pool::append(table, &program)
            })
    }

    fn program<F: Clone + PartialEq>(
        &mut self,
        value: &Value<F>,
        program: &mut Vec<Step>,
        step: &mut dyn FnMut(&mut Self, &F) -> Step,
    ) {
        match value {
            Value::Number(number) => push(*number, program),
            Value::Field(field) => {
                let step = step(self, field);
                program.push(step);
            }
            Value::Binary(op, a, b) => {
                self.program(a, program, step);
                self.program(b, program, step);
                program.push(Step::Binary(match op {
                    BinaryOp::Add => Operator::Add,
                    BinaryOp::Sub => Operator::Sub,
                    BinaryOp::Mul => Operator::Mul,
                    BinaryOp::Div => Operator::Div,
                    BinaryOp::Max => Operator::Max,
                    BinaryOp::Min => Operator::Min,
                    BinaryOp::Eq => Operator::Eq,
                    BinaryOp::Ne => Operator::Ne,
                    BinaryOp::Lt => Operator::Lt,
                    BinaryOp::Le => Operator::Le,
                    BinaryOp::Gt => Operator::Gt,
                    BinaryOp::Ge => Operator::Ge,
                    BinaryOp::And => Operator::And,
                    BinaryOp::Or => Operator::Or,
                }));
            }
            Value::Not(a) => {
                self.program(a, program, step);
                program.push(Step::Not);
            }
            Value::Choose(a, b, c) => {
                self.program(a, program, step);
                self.program(b, program, step);
                self.program(c, program, step);
                program.push(Step::Choose);
            }
            Value::Popcount(a) => {
                self.program(a, program, step);
                program.push(Step::Popcount);
            }
            Value::Distinct(operands) => {
                let rows: Vec<tables::Counted> = operands
                    .iter()
                    .map(|operand| self.counted(operand, step))
                    .collect();
                let rows = pool::append(&mut self.tables.counted, &rows);
                program.push(Step::Distinct {
                    first: rows.start as u16,
                    len: rows.len as u8,
                });
            }
        }
    }

    fn counted<F: Clone + PartialEq>(
        &mut self,
        operand: &Counted<F>,
        step: &mut dyn FnMut(&mut Self, &F) -> Step,
    ) -> tables::Counted {
        let field = match operand.field.as_ref().map(|field| step(self, field)) {
            Some(Step::Field(field)) => field,
            _ => NONE,
        };
        let ranges: Vec<tables::CountedRange> = operand
            .ranges
            .iter()
            .map(|range| tables::CountedRange {
                first: range.first as u32,
                last: range.last as u32,
                number: range.number as u32,
                step: range.step as u8,
                sized: range.sized.into(),
            })
            .collect();
        tables::Counted {
            field,
            width: operand.width as u8,
            without: operand.without.map_or(0, |(_, width)| width as u8),
            feature: operand.without.map_or(0, |(feature, _)| feature),
            last: ranges.last().map_or(0, |range| range.last),
            ranges: pool::append(&mut self.tables.counted_ranges, &ranges),
        }
    }
}

/// Whether an operand is another way to write bits of another one, which no text that is
/// printed has. What is printed must have a meaning, whatever else holds the bits.
fn is_read_only(index: usize, shape: &model::Shape) -> bool {
    let says = |token: &Token| match token {
        Token::Operand(operand) => *operand == index,
        Token::Modifiers(modifiers) => modifiers.iter().any(|it| it.operand == index),
        Token::Text(_) | Token::Mnemonic | Token::AnyOrder(_) => false,
    };
    let mut printed = shape.forms.iter().filter(|form| !form.read_only);
    shape.operands[index].part && !printed.any(|form| form.tokens.iter().any(says))
}

/// A part of a layout as people see it, in numbers of 64 bits: only reserved and ignored
/// bits are ever more.
fn in_words(field: &BitField) -> Vec<BitField> {
    let [(low, width)] = field.pieces[..] else {
        return vec![field.clone()];
    };
    (0..width.div_ceil(64))
        .map(|word| BitField::single(low + 64 * word, (width - 64 * word).min(64)))
        .collect()
}

/// Pushes a number. A step holds 32 bits; of a larger number the upper bits are
/// pushed first, and moved up by a product.
fn push(number: i64, program: &mut Vec<Step>) {
    if let Ok(number) = i32::try_from(number) {
        program.push(Step::Push(number));
        return;
    }
    push(number >> 16, program);
    program.push(Step::Push(1 << 16));
    program.push(Step::Binary(Operator::Mul));
    program.push(Step::Push((number & 0xffff) as i32));
    program.push(Step::Binary(Operator::Add));
}
