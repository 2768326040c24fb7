//! From the parser's pairs to the syntax tree: what every rule needs.
//!
//! A function per rule takes the pair of that rule and gives the tree's type
//! of the same name. They return `None` only where a pair does not have the
//! shape that the grammar promises, so callers pass it on with `?`.

use pest::iterators::{Pair, Pairs};

use super::grammar::Rule;
use super::message::quote;
use super::token::Tokens;
use crate::ast::{At, AtRange, Bits, Name, Number, Signed};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A match of a rule.
pub(crate) type Node<'i> = Pair<'i, Rule>;

/// What building needs besides the pairs.
pub(super) struct Builder<'d> {
    /// The file's index.
    pub file: u32,
    /// Byte of the file where the parsed piece begins.
    pub base: usize,
    /// Numbers and strings that are wrong in themselves.
    pub diagnostics: &'d mut Vec<Diagnostic>,
}

/// The parts of a pair in order. Keywords are no parts.
#[derive(Clone)]
pub(super) struct Parts<'i>(Pairs<'i, Rule>);

impl<'i> Parts<'i> {
    /// The next part, left in place.
    pub fn peek(&mut self) -> Option<Rule> {
        while let Some(pair) = self.0.peek() {
            if !is_keyword(pair.as_rule()) {
                return Some(pair.as_rule());
            }
            self.0.next();
        }
        None
    }

    /// The next part if it is one of `rule`.
    pub fn optional(&mut self, rule: Rule) -> Option<Node<'i>> {
        if self.peek()? == rule {
            self.0.next()
        } else {
            None
        }
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Node<'i>;

    fn next(&mut self) -> Option<Node<'i>> {
        self.peek()?;
        self.0.next()
    }
}

/// The parts of `node`.
pub(super) fn parts(node: Node<'_>) -> Parts<'_> {
    Parts(node.into_inner())
}

impl Builder<'_> {
    /// Where a pair stands.
    pub fn span(&self, node: &Node<'_>) -> Span {
        let start = self.base + node.as_span().start();
        // A rule that ends with something optional takes the space and the
        // comments in front of what is not there.
        let text = node.as_str();
        let ends_in_space = text.ends_with(|c: char| c.is_ascii_whitespace());
        let length = if ends_in_space || text.contains("//") {
            Tokens::new(text, 0).last().map_or(0, |token| token.end)
        } else {
            text.len()
        };
        Span {
            file: self.file,
            start: start as u32,
            end: (start + length) as u32,
        }
    }

    /// A word as it stands.
    pub fn name(&self, node: &Node<'_>) -> Name {
        Name {
            text: node.as_str().to_string(),
            span: self.span(node),
        }
    }

    /// The names of a `names` pair, or of any pair that holds names.
    pub fn names(&self, node: Node<'_>) -> Vec<Name> {
        parts(node).map(|name| self.name(&name)).collect()
    }

    /// A string: its escapes resolved, its span between the quotes.
    pub fn string(&mut self, node: &Node<'_>) -> Name {
        let mut span = self.span(node);
        span.start += 1;
        span.end = (span.end - 1).max(span.start);
        let raw = node.as_str();
        let raw = raw.get(1..raw.len() - 1).unwrap_or("");
        let mut text = String::with_capacity(raw.len());
        let mut chars = raw.char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next().map(|(_, c)| c) {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c @ ('"' | '\\')) => text.push(c),
                other => {
                    let len = 1 + other.map_or(0, char::len_utf8);
                    let place = span.part(at, at + len);
                    let shown = quote(raw.get(at..at + len).unwrap_or("\\"));
                    let message = format!("{shown} is not an escape");
                    self.diagnostics
                        .push(Diagnostic::new(Code::Unexpected, place, message).help(
                            "known are \\\", \\\\, \\n and \\t; a backslash is written \\\\",
                        ));
                }
            }
        }
        Name { text, span }
    }

    /// A number; 0, with an error, if it does not fit 64 bits.
    pub fn number(&mut self, node: &Node<'_>) -> Number {
        let span = self.span(node);
        Number {
            value: self.value(node.as_str(), span),
            span,
        }
    }

    /// The value of digits with their prefix.
    pub fn value(&mut self, text: &str, span: Span) -> u64 {
        let (digits, radix) = match text.get(..2) {
            Some("0x") => (text.get(2..).unwrap_or(""), 16),
            Some("0b") => (text.get(2..).unwrap_or(""), 2),
            _ => (text, 10),
        };
        let digits = digits.replace('_', "");
        if digits.is_empty() {
            let message = format!("{} is not a number", quote(text));
            self.diagnostics.push(
                Diagnostic::new(Code::Unexpected, span, message)
                    .help("numbers look like 25, 0x19 or 0b1_1001"),
            );
            return 0;
        }
        u64::from_str_radix(&digits, radix).unwrap_or_else(|_| {
            self.too_large(span, text, "64 bits");
            0
        })
    }

    fn too_large(&mut self, span: Span, text: &str, space: &str) {
        let message = format!("{} does not fit {space}", quote(text));
        self.diagnostics
            .push(Diagnostic::new(Code::NumberTooLarge, span, message).label("too large"));
    }

    /// A number with its sign.
    pub fn signed(&mut self, node: &Node<'_>) -> Signed {
        let span = self.span(node);
        let text = node.as_str();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let errors = self.diagnostics.len();
        let magnitude = i128::from(self.value(digits, span));
        let value = i64::try_from(if negative { -magnitude } else { magnitude });
        if value.is_err() && self.diagnostics.len() == errors {
            self.too_large(span, text, "64 bits with a sign");
        }
        Signed {
            value: value.unwrap_or(0),
            span,
        }
    }

    /// `@ a.., ..b, c`
    pub fn at(&mut self, node: Node<'_>) -> At {
        let span = self.span(&node);
        let ranges = self.ranges(node);
        At { span, ranges }
    }

    /// `a.. ..b c`
    pub fn ranges(&mut self, node: Node<'_>) -> Vec<AtRange> {
        parts(node)
            .filter(|part| part.as_rule() == Rule::at_range)
            .filter_map(|range| parts(range).next())
            .map(|range| {
                let rule = range.as_rule();
                let own = self.name(&range);
                let mut ends = parts(range).map(|end| self.name(&end));
                match rule {
                    Rule::at_from => AtRange {
                        from: ends.next(),
                        to: ends.next(),
                    },
                    Rule::at_upto => AtRange {
                        from: None,
                        to: ends.next(),
                    },
                    _ => AtRange {
                        from: Some(own.clone()),
                        to: Some(own),
                    },
                }
            })
            .collect()
    }

    /// An `at` where the parts have one next.
    pub fn maybe_at(&mut self, parts: &mut Parts<'_>) -> Option<At> {
        let node = parts.optional(Rule::at)?;
        Some(self.at(node))
    }

    /// A string where the parts have one next.
    pub fn maybe_string(&mut self, parts: &mut Parts<'_>) -> Option<Name> {
        let node = parts.optional(Rule::string)?;
        Some(self.string(&node))
    }

    /// All strings that come next.
    pub fn strings(&mut self, parts: &mut Parts<'_>) -> Vec<Name> {
        std::iter::from_fn(|| self.maybe_string(parts)).collect()
    }

    /// A number where the parts have one next.
    pub fn maybe_number(&mut self, parts: &mut Parts<'_>) -> Option<Number> {
        let node = parts.optional(Rule::number)?;
        Some(self.number(&node))
    }

    /// A name that must come next.
    pub fn next_name(&mut self, parts: &mut Parts<'_>) -> Option<Name> {
        let node = parts.next()?;
        Some(self.name(&node))
    }

    /// `[high:low]`
    pub fn bits(&mut self, node: Node<'_>) -> Option<Bits> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let high = self.maybe_number(&mut parts)?;
        let low = self.maybe_number(&mut parts).unwrap_or(high);
        Some(Bits { high, low, span })
    }
}

/// Documentation lines that come next, joined.
pub(super) fn doc(parts: &mut Parts<'_>) -> String {
    let mut doc = String::new();
    while let Some(line) = parts.optional(Rule::doc) {
        let line = line.as_str().strip_prefix("///").unwrap_or("").trim_end();
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(line.strip_prefix(' ').unwrap_or(line));
    }
    doc
}

fn is_keyword(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::kw_little
            | Rule::kw_big
            | Rule::kw_inout
            | Rule::kw_in
            | Rule::kw_out
            | Rule::kw_reads
            | Rule::kw_writes
            | Rule::kw_counts
            | Rule::kw_formula
            | Rule::kw_halves
            | Rule::kw_pair
            | Rule::kw_branches
            | Rule::kw_checks
            | Rule::kw_isa
            | Rule::kw_kind
            | Rule::kw_word
            | Rule::kw_arch
            | Rule::kw_feature
            | Rule::kw_syntax
            | Rule::kw_include
            | Rule::kw_registers
            | Rule::kw_groups
            | Rule::kw_aligned
            | Rule::kw_unaligned
            | Rule::kw_state
            | Rule::kw_counter
            | Rule::kw_space
            | Rule::kw_class
            | Rule::kw_literal
            | Rule::kw_escape
            | Rule::kw_int
            | Rule::kw_struct
            | Rule::kw_any
            | Rule::kw_flag
            | Rule::kw_list
            | Rule::kw_of
            | Rule::kw_hex
            | Rule::kw_relative
            | Rule::kw_format
            | Rule::kw_within
            | Rule::kw_reserved
            | Rule::kw_ignored
            | Rule::kw_modifiers
            | Rule::kw_family
            | Rule::kw_encoding
            | Rule::kw_encodings
            | Rule::kw_suffix
            | Rule::kw_plus
            | Rule::kw_or
            | Rule::kw_wrap
            | Rule::kw_sign
            | Rule::kw_unused
            | Rule::kw_names
            | Rule::kw_internal
            | Rule::kw_asm
            | Rule::kw_read
            | Rule::kw_when
            | Rule::kw_let
            | Rule::kw_require
            | Rule::kw_required
            | Rule::kw_always
            | Rule::kw_alike
            | Rule::kw_opcodes
            | Rule::kw_if
            | Rule::kw_as
            | Rule::kw_alias
            | Rule::kw_prefer
            | Rule::kw_stream
            | Rule::kw_repeat
            | Rule::kw_switch
            | Rule::kw_case
            | Rule::kw_operation
            | Rule::kw_else
            | Rule::kw_for
            | Rule::kw_atomic
            | Rule::kw_none
            | Rule::kw_once
            | Rule::kw_undefined
            | Rule::kw_per
            | Rule::kw_lane
            | Rule::kw_lanes
            | Rule::kw_limit
            | Rule::kw_base
            | Rule::kw_lint
            | Rule::kw_except
            | Rule::kw_no
            | Rule::kw_accesses
            | Rule::kw_loads
            | Rule::kw_stores
            | Rule::kw_times
            | Rule::kw_signed
            | Rule::kw_unsigned
            | Rule::kw_floating
            | Rule::kw_rounding
            | Rule::kw_subnormals
            | Rule::kw_overflow
            | Rule::kw_indexed
            | Rule::kw_with
            | Rule::kw_by
            | Rule::kw_returns
            | Rule::kw_width
            | Rule::kw_computes
            | Rule::EOI
    )
}
