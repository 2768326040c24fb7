//! Items that declare values and layouts.

use std::sync::Arc;

use super::build::{self, Builder, Node, Parts, parts};
use super::grammar::Rule;
use crate::ast::{
    AnyOrder, Arch, Bits, Class, Entry, Feature, Field, Fixed, FloatingTypes, Format, HalfOf,
    IndexBy, Indexed, Integer, Isa, Item, ItemKind, Kind, KindBy, KindCase, Local, Meaning, Member,
    Modifier, Modifiers, Name, Number, Register, Registers, Relative, Reserved, Spaces, State,
    StatePart, StatePartAt, Struct, Syntax, SyntaxSpelling, WordValue, WrapText, Wrapping,
};

impl Builder<'_> {
    pub fn item(&mut self, node: Node<'_>) -> Option<Item> {
        let mut span = self.span(&node);
        let mut parts = parts(node);
        let doc = build::doc(&mut parts);
        let node = parts.next()?;
        span.start = self.span(&node).start;
        let kind = match node.as_rule() {
            Rule::isa => ItemKind::Isa(self.isa(node)?),
            Rule::include => ItemKind::Include(self.string(&self::parts(node).next()?)),
            Rule::registers => ItemKind::Registers(self.registers(node)?),
            Rule::state => ItemKind::State(self.state(node)?),
            Rule::counter => ItemKind::Counters(self.names(self::parts(node).next()?)),
            Rule::space => ItemKind::Spaces(self.spaces(node)?),
            Rule::indexed => ItemKind::Indexed(self.indexed(node)?),
            Rule::floating_types => ItemKind::FloatingTypes(self.floating_types(node)?),
            Rule::class => ItemKind::Class(self.class(node)?),
            Rule::kind_by => ItemKind::KindBy(self.kind_by(node)?),
            Rule::structure => ItemKind::Struct(self.structure(node)?),
            Rule::format => ItemKind::Format(self.format(node)?),
            Rule::modifiers => ItemKind::Modifiers(self.modifiers(node)?),
            Rule::wrapping => ItemKind::Wrapping(self.wrapping(node)?),
            Rule::operation => ItemKind::Operation(self.operation(node)?),
            Rule::encodings => ItemKind::Encodings(self.encodings(node)?),
            Rule::family => ItemKind::Family(self.family(node)?),
            Rule::halves => ItemKind::Halves(self.halves(node)?),
            Rule::pair => ItemKind::Pair(self.pair(node)?),
            Rule::alias => ItemKind::Alias(self.alias(node)?),
            Rule::lint => ItemKind::Lint(self.lint(node)?),
            Rule::stream => ItemKind::Stream(self.stream(node)?),
            Rule::local => ItemKind::Local(Arc::new(Local {
                outside: true,
                ..self.local(node)?
            })),
            Rule::formula => ItemKind::Formula(self.formula(node)?),
            _ => return None,
        };
        Some(Item {
            doc,
            span,
            asks: false,
            kind,
        })
    }

    // ---- machine -----------------------------------------------------------

    fn isa(&mut self, node: Node<'_>) -> Option<Isa> {
        let mut parts = parts(node);
        let mut isa = Isa {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts)?,
            words: Vec::new(),
            archs: Vec::new(),
            features: Vec::new(),
            syntaxes: Vec::new(),
        };
        for line in parts {
            self.isa_line(&mut isa, line)?;
        }
        Some(isa)
    }

    pub fn isa_line(&mut self, isa: &mut Isa, node: Node<'_>) -> Option<()> {
        let line = parts(node).next()?;
        let rule = line.as_rule();
        let mut parts = parts(line);
        match rule {
            Rule::word => {
                let bits = self.maybe_number(&mut parts)?;
                isa.words.push((bits, parts.next()?.as_str() == "little"));
            }
            Rule::arch => isa.archs.push(Arch {
                name: self.next_name(&mut parts)?,
                title: self.maybe_string(&mut parts),
                processors: parts.map(|name| self.name(&name)).collect(),
            }),
            Rule::feature => isa.features.push(Feature {
                name: self.next_name(&mut parts)?,
                optional: parts.optional(Rule::optional).is_some(),
                at: self.maybe_at(&mut parts),
                processors: parts.map(|name| self.name(&name)).collect(),
            }),
            _ => {
                let name = self.next_name(&mut parts)?;
                let at = self.maybe_at(&mut parts);
                let lexical = parts
                    .map(|line| self.lexical(line))
                    .collect::<Option<_>>()?;
                isa.syntaxes.push(Syntax { name, at, lexical });
            }
        }
        Some(())
    }

    /// A word and its strings.
    fn lexical(&mut self, node: Node<'_>) -> Option<(Name, Vec<Name>)> {
        let mut parts = parts(node);
        Some((self.next_name(&mut parts)?, self.strings(&mut parts)))
    }

    /// How a syntax spells a modifier.
    fn spelling(&mut self, node: Node<'_>) -> Option<SyntaxSpelling> {
        let mut parts = parts(node);
        Some(SyntaxSpelling {
            syntax: self.next_name(&mut parts)?,
            texts: self.strings(&mut parts),
            required: parts.optional(Rule::required).is_some(),
            default: self.maybe_number(&mut parts),
            always: parts.optional(Rule::always).is_some(),
        })
    }

    // ---- values ------------------------------------------------------------

    fn registers(&mut self, node: Node<'_>) -> Option<Registers> {
        let mut parts = parts(node);
        let mut registers = Registers {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts),
            bits: self.maybe_number(&mut parts)?,
            per_lane: parts.optional(Rule::per_lane).is_some(),
            registers: Vec::new(),
            groups: Vec::new(),
        };
        for line in parts {
            self.register_line(&mut registers, line)?;
        }
        Some(registers)
    }

    pub fn register_line(&mut self, registers: &mut Registers, line: Node<'_>) -> Option<()> {
        if line.as_rule() == Rule::groups {
            let mut sizes = Vec::new();
            let mut at = None;
            for part in parts(line) {
                if part.as_rule() == Rule::at {
                    at = Some(self.at(part));
                    continue;
                }
                let mut parts = parts(part);
                let size = self.maybe_number(&mut parts)?;
                sizes.push((size, self.maybe_number(&mut parts)));
            }
            let groups = sizes
                .into_iter()
                .map(|(size, align)| (size, align, at.clone()));
            registers.groups.extend(groups);
            return Some(());
        }
        let mut parts = parts(line);
        let name = self.next_name(&mut parts)?;
        let range = match parts.optional(Rule::span) {
            Some(span) => {
                let mut ends = self::parts(span);
                Some((self.maybe_number(&mut ends)?, self.maybe_number(&mut ends)?))
            }
            None => None,
        };
        let number = self.maybe_number(&mut parts)?;
        let times = match parts.optional(Rule::times) {
            Some(times) => self.maybe_number(&mut self::parts(times)),
            None => None,
        };
        let read = parts.optional(Rule::read).is_some();
        let at = self.maybe_at(&mut parts);
        registers.registers.push(Register {
            name,
            range,
            number,
            times,
            read,
            at,
        });
        Some(())
    }

    fn state(&mut self, node: Node<'_>) -> Option<State> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let bits = self.maybe_number(&mut parts)?;
        let home = match parts.optional(Rule::home) {
            Some(home) => {
                let mut parts = self::parts(home);
                let file = self.next_name(&mut parts)?;
                Some((file, self.maybe_number(&mut parts)?))
            }
            None => None,
        };
        let is_end = parts.peek().is_none_or(|it| it == Rule::at);
        let derived = match is_end {
            false => Some(self.op_expr(parts.next()?)?),
            true => None,
        };
        Some(State {
            name,
            bits,
            home,
            derived,
            at: self.maybe_at(&mut parts),
        })
    }

    fn spaces(&mut self, node: Node<'_>) -> Option<Spaces> {
        let mut parts = parts(node);
        let names = self.names(parts.next()?);
        let internal = parts.optional(Rule::internal).is_some();
        let limit = self.maybe_state_part_at(&mut parts, Rule::limit)?;
        let base = self.maybe_state_part(&mut parts, Rule::base)?;
        let of = match parts.optional(Rule::whole) {
            Some(whole) => Some(self.next_name(&mut self::parts(whole))?),
            None => None,
        };
        Some(Spaces {
            names,
            internal,
            limit,
            base,
            of,
        })
    }

    fn floating_types(&mut self, node: Node<'_>) -> Option<FloatingTypes> {
        let mut parts = parts(node);
        Some(FloatingTypes {
            names: self.names(parts.next()?),
            rounding: self.maybe_state_part(&mut parts, Rule::rounding)?,
            subnormals: self.maybe_state_part(&mut parts, Rule::subnormals)?,
            overflow: self.maybe_state_part_at(&mut parts, Rule::overflow)?,
        })
    }

    pub fn indexed(&mut self, node: Node<'_>) -> Option<Indexed> {
        let mut parts = parts(node);
        let operand = self.next_name(&mut parts)?;
        let mut named = |rule| match parts.optional(rule) {
            Some(part) => self.next_name(&mut self::parts(part)).map(Some),
            None => Some(None),
        };
        let (file, with) = (named(Rule::index_of)?, named(Rule::index_with)?);
        let by = match parts.optional(Rule::index_by) {
            Some(part) => IndexBy::State(self.state_part(self::parts(part).next()?)?),
            None => {
                let reason = self::parts(parts.optional(Rule::index_undefined)?).next()?;
                IndexBy::Undefined(self.string(&reason))
            }
        };
        let conditions = match parts.optional(Rule::index_if) {
            Some(all) => self::parts(all)
                .map(|part| self.state_part(part))
                .collect::<Option<_>>()?,
            None => Vec::new(),
        };
        Some(Indexed {
            operand,
            file,
            with,
            by,
            conditions,
            at: self.maybe_at(&mut parts),
        })
    }

    /// A state, and which bits of it.
    fn state_part(&mut self, node: Node<'_>) -> Option<StatePart> {
        let mut parts = parts(node);
        let state = self.next_name(&mut parts)?;
        let bits = self.maybe_bits(&mut parts)?;
        Some(StatePart { state, bits })
    }

    /// A state, and which bits of it, behind a word that may come next; `None` if
    /// they are wrong.
    fn maybe_state_part(&mut self, parts: &mut Parts<'_>, rule: Rule) -> Option<Option<StatePart>> {
        let Some(part) = parts.optional(rule) else {
            return Some(None);
        };
        let mut parts = self::parts(part);
        let state = self.next_name(&mut parts)?;
        let bits = self.maybe_bits(&mut parts)?;
        Some(Some(StatePart { state, bits }))
    }

    /// The same, where only some architectures may have it.
    fn maybe_state_part_at(
        &mut self,
        parts: &mut Parts<'_>,
        rule: Rule,
    ) -> Option<Option<StatePartAt>> {
        let Some(part) = parts.optional(rule) else {
            return Some(None);
        };
        let mut parts = self::parts(part);
        let state = self.next_name(&mut parts)?;
        let bits = self.maybe_bits(&mut parts)?;
        let at = self.maybe_at(&mut parts);
        let part = StatePart { state, bits };
        Some(Some(StatePartAt { part, at }))
    }

    /// Bits that may come next; `None` if they are wrong.
    fn maybe_bits(&mut self, parts: &mut Parts<'_>) -> Option<Option<Bits>> {
        match parts.optional(Rule::bits) {
            Some(bits) => self.bits(bits).map(Some),
            None => Some(None),
        }
    }

    fn class(&mut self, node: Node<'_>) -> Option<Class> {
        let mut parts = parts(node);
        let mut class = Class {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts),
            bits: self.maybe_number(&mut parts)?,
            entries: Vec::new(),
        };
        for entry in parts {
            class.entries.push(self.entry(entry)?);
        }
        Some(class)
    }

    pub fn entry(&mut self, node: Node<'_>) -> Option<Entry> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let (first, last) = self.value_range(parts.next()?)?;
        let meaning = self.meaning(parts.next()?)?;
        let value = match parts.optional(Rule::word_value) {
            Some(value) => Some(self.word_value(value)?),
            None => None,
        };
        let at = self.maybe_at(&mut parts);
        let words = parts
            .map(|line| self.lexical(line))
            .collect::<Option<_>>()?;
        Some(Entry {
            first,
            last,
            meaning,
            value,
            at,
            words,
            span,
        })
    }

    fn word_value(&mut self, node: Node<'_>) -> Option<WordValue> {
        let node = parts(node).next()?;
        Some(match node.as_rule() {
            Rule::number => WordValue::Number(self.number(&node)),
            _ => WordValue::State(self.name(&node)),
        })
    }

    /// One value or two with `..` between them; both ends included.
    pub fn value_range(&mut self, node: Node<'_>) -> Option<(Number, Number)> {
        let mut parts = parts(node);
        let first = self.maybe_number(&mut parts)?;
        Some((first, self.maybe_number(&mut parts).unwrap_or(first)))
    }

    fn meaning(&mut self, node: Node<'_>) -> Option<Meaning> {
        let node = parts(node).next()?;
        let span = self.span(&node);
        Some(match node.as_rule() {
            Rule::literal => Meaning::Literal(span),
            Rule::unprinted => Meaning::Escape(span),
            Rule::float => Meaning::Float(self.name(&node)),
            Rule::ints => {
                let mut ends = parts(node);
                let first = self.signed(&ends.next()?);
                Meaning::Ints(first, ends.next().map_or(first, |last| self.signed(&last)))
            }
            Rule::pattern => {
                let mut parts = parts(node);
                let text = self.maybe_string(&mut parts)?;
                if parts.optional(Rule::alike).is_some() {
                    return Some(Meaning::Alike(text));
                }
                let first = parts.next().map(|first| self.signed(&first));
                let last = parts.next().map(|last| self.signed(&last));
                Meaning::Text(text, first.map(|first| (first, last.unwrap_or(first))))
            }
            _ => {
                let mut parts = parts(node);
                let name = self.next_name(&mut parts)?;
                let first = self.maybe_number(&mut parts);
                let last = self.maybe_number(&mut parts);
                let step = match parts.optional(Rule::step) {
                    Some(step) => self.maybe_number(&mut self::parts(step)),
                    None => None,
                };
                let numbers = first.map(|first| (first, last.unwrap_or(first)));
                Meaning::Named(name, numbers, step)
            }
        })
    }

    fn kind_by(&mut self, node: Node<'_>) -> Option<KindBy> {
        let mut parts = parts(node);
        let mut kind = KindBy {
            name: self.next_name(&mut parts)?,
            field: self.next_name(&mut parts)?,
            cases: Vec::new(),
        };
        for case in parts {
            kind.cases.push(self.kind_case(case)?);
        }
        Some(kind)
    }

    pub fn kind_case(&mut self, node: Node<'_>) -> Option<KindCase> {
        let mut parts = parts(node);
        Some(KindCase {
            value: self.maybe_number(&mut parts)?,
            kind: self.next_name(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    fn structure(&mut self, node: Node<'_>) -> Option<Struct> {
        let mut parts = parts(node);
        let mut structure = Struct {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts),
            bits: self.maybe_number(&mut parts)?,
            members: Vec::new(),
            reserved: Vec::new(),
            forms: Vec::new(),
            lists: Vec::new(),
        };
        for line in parts {
            self.struct_line(&mut structure, line)?;
        }
        Some(structure)
    }

    pub fn struct_line(&mut self, structure: &mut Struct, line: Node<'_>) -> Option<()> {
        match line.as_rule() {
            Rule::form => structure.forms.push(self.form(line)?),
            Rule::any_form => {
                let mut parts = parts(line);
                structure.lists.push(AnyOrder {
                    name: self.next_name(&mut parts)?,
                    separators: self.strings(&mut parts),
                    items: parts
                        .map(|item| self.lexical(item))
                        .collect::<Option<_>>()?,
                });
            }
            Rule::reserved => structure.reserved.push(self.reserved(line)?),
            _ => structure.members.push(self.member(line)?),
        }
        Some(())
    }

    pub fn member(&mut self, node: Node<'_>) -> Option<Member> {
        let mut parts = parts(node);
        Some(Member {
            name: self.next_name(&mut parts)?,
            bits: self.all_bits(&mut parts)?,
            kind: self.kind(parts.next()?)?,
            default: self.maybe_number(&mut parts),
            at: self.maybe_at(&mut parts),
        })
    }

    pub fn kind(&mut self, node: Node<'_>) -> Option<Kind> {
        let node = parts(node).next()?;
        let span = self.span(&node);
        Some(match node.as_rule() {
            Rule::flag => Kind::Flag(span),
            Rule::list => {
                let mut parts = parts(node);
                let count = self.maybe_number(&mut parts)?;
                Kind::List(count, Box::new(self.kind(parts.next()?)?), span)
            }
            Rule::integer => Kind::Integer(self.integer(node)?),
            Rule::literal_kind => {
                let value_type = parts(node).next().map(|name| self.name(&name));
                Kind::Literal(value_type, span)
            }
            _ => {
                let mut parts = parts(node);
                let name = self.next_name(&mut parts)?;
                let mut value_type = None;
                let mut scale = None;
                for part in parts {
                    match part.as_rule() {
                        Rule::scale => scale = self.maybe_number(&mut self::parts(part)),
                        _ => value_type = Some(self.name(&part)),
                    }
                }
                Kind::Class(name, value_type, scale)
            }
        })
    }

    fn integer(&mut self, node: Node<'_>) -> Option<Integer> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let width = parts.next()?;
        let digits = width.as_str().get(1..).unwrap_or("");
        let mut integer = Integer {
            span,
            signed: width.as_str().starts_with('s'),
            signless: width.as_str().starts_with('i'),
            // A width beyond 32 bits of digits is too wide for every field.
            bits: u32::try_from(self.value(digits, self.span(&width))).unwrap_or(u32::MAX),
            scale: None,
            bias: None,
            hex: None,
            relative: None,
        };
        for part in parts {
            match part.as_rule() {
                Rule::scale => integer.scale = self.maybe_number(&mut self::parts(part)),
                Rule::bias => integer.bias = self.maybe_number(&mut self::parts(part)),
                Rule::radix => {
                    let span = self.span(&part);
                    let from = self.maybe_number(&mut self::parts(part));
                    integer.hex = Some(from.unwrap_or(Number { span, value: 0 }));
                }
                _ => integer.relative = Some(self.relative(part)),
            }
        }
        Some(integer)
    }

    fn relative(&mut self, node: Node<'_>) -> (Relative, Option<Number>) {
        let mut parts = parts(node);
        let unit = parts
            .optional(Rule::scale)
            .and_then(|scale| self.maybe_number(&mut self::parts(scale)));
        let base = match parts.next() {
            None => Relative::End,
            Some(part) if part.as_rule() == Rule::number => Relative::Start(self.number(&part)),
            Some(part) if part.as_str() == "end" => Relative::End,
            Some(part) => Relative::Unknown(self.name(&part)),
        };
        (base, unit)
    }

    // ---- layouts -----------------------------------------------------------

    fn format(&mut self, node: Node<'_>) -> Option<Format> {
        let mut parts = parts(node);
        let mut format = Format {
            name: self.next_name(&mut parts)?,
            title: self.maybe_string(&mut parts),
            bits: self.maybe_number(&mut parts)?,
            literal: None,
            within: None,
            at: None,
            fields: Vec::new(),
            fixed: Vec::new(),
            reserved: Vec::new(),
            ignored: Vec::new(),
        };
        if let Some(literal) = parts.optional(Rule::with_literal) {
            format.literal = self.maybe_number(&mut self::parts(literal));
        }
        if let Some(within) = parts.optional(Rule::within) {
            format.within = self.next_name(&mut self::parts(within));
        }
        format.at = self.maybe_at(&mut parts);
        for line in parts {
            self.format_line(&mut format, line)?;
        }
        Some(format)
    }

    pub fn format_line(&mut self, format: &mut Format, line: Node<'_>) -> Option<()> {
        match line.as_rule() {
            Rule::reserved => format.reserved.push(self.reserved(line)?),
            Rule::ignored => format.ignored.push(self.reserved(line)?),
            Rule::fixed => format.fixed.push(self.fixed(line)?),
            _ => format.fields.push(self.field(line)?),
        }
        Some(())
    }

    fn all_bits(&mut self, parts: &mut Parts<'_>) -> Option<Vec<Bits>> {
        let mut all = Vec::new();
        while let Some(bits) = parts.optional(Rule::bits) {
            all.push(self.bits(bits)?);
        }
        Some(all)
    }

    pub fn field(&mut self, node: Node<'_>) -> Option<Field> {
        let mut parts = parts(node);
        Some(Field {
            name: self.next_name(&mut parts)?,
            bits: self.all_bits(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    pub fn fixed(&mut self, node: Node<'_>) -> Option<Fixed> {
        let mut parts = parts(node);
        Some(Fixed {
            name: self.next_name(&mut parts)?,
            bits: self.all_bits(&mut parts)?,
            value: self.maybe_number(&mut parts)?,
            at: self.maybe_at(&mut parts),
        })
    }

    pub fn reserved(&mut self, node: Node<'_>) -> Option<Reserved> {
        let mut parts = parts(node);
        Some(Reserved {
            bits: self.bits(parts.next()?)?,
            at: self.maybe_at(&mut parts),
        })
    }

    // ---- modifiers ---------------------------------------------------------

    fn modifiers(&mut self, node: Node<'_>) -> Option<Modifiers> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let modifiers = parts
            .map(|modifier| self.modifier(modifier))
            .collect::<Option<_>>()?;
        Some(Modifiers { name, modifiers })
    }

    fn wrapping(&mut self, node: Node<'_>) -> Option<Wrapping> {
        let mut parts = parts(node);
        let name = self.next_name(&mut parts)?;
        let half = match parts.optional(Rule::half_of) {
            None => None,
            Some(half) => {
                let mut parts = self::parts(half);
                let file = self.next_name(&mut parts)?;
                let needs = match parts.optional(Rule::needs) {
                    Some(needs) => self.next_name(&mut self::parts(needs)),
                    None => None,
                };
                Some(HalfOf { file, needs })
            }
        };
        let spellings = parts
            .map(|line| {
                let mut parts = self::parts(line);
                Some(WrapText {
                    syntax: self.next_name(&mut parts)?,
                    texts: self.strings(&mut parts),
                    other: match parts.optional(Rule::other_half) {
                        Some(other) => self.maybe_string(&mut self::parts(other)),
                        None => None,
                    },
                })
            })
            .collect::<Option<_>>()?;
        Some(Wrapping {
            name,
            half,
            spellings,
        })
    }

    pub fn modifier(&mut self, node: Node<'_>) -> Option<Modifier> {
        // `{}` and `;` differ: only the first says that no syntax spells it.
        let block = node.as_str().trim_end().ends_with('}');
        let mut parts = parts(node);
        Some(Modifier {
            name: self.next_name(&mut parts)?,
            part_of: match parts.optional(Rule::part_of) {
                Some(part) => {
                    let mut parts = self::parts(part);
                    let field = self.next_name(&mut parts)?;
                    let bits = match parts.next() {
                        Some(bits) => Some(self.bits(bits)?),
                        None => None,
                    };
                    Some((field, bits))
                }
                None => None,
            },
            kind: self.kind(parts.next()?)?,
            required: parts.optional(Rule::required).is_some(),
            default: self.maybe_number(&mut parts),
            at: self.maybe_at(&mut parts),
            spellings: if block {
                Some(
                    parts
                        .map(|spelling| self.spelling(spelling))
                        .collect::<Option<_>>()?,
                )
            } else {
                None
            },
        })
    }
}
