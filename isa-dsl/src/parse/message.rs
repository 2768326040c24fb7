//! Syntax errors in the words of somebody who writes a description.

use crate::sorted::sort;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::Rule;
use super::token::{Token, TokenKind, Tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Characters of the source that a message quotes.
const QUOTED: usize = 40;

/// Where the grammar stopped and what would have helped.
pub(super) struct Failure {
    /// Byte of the file at which nothing matched, spaces skipped.
    pub at: usize,
    /// What could have stood there, for people.
    pub expected: Vec<String>,
    /// The stack ran out.
    pub stack: bool,
}

impl Failure {
    /// Reads pest's error for text that begins at byte `base` of the file.
    pub fn new(text: &str, base: usize, error: &Error<Rule>) -> Failure {
        let (positives, stack): (&[Rule], bool) = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => (positives, false),
            ErrorVariant::CustomError { .. } => (&[], true),
        };
        // Two places: where the last rule began to be tried, and where the
        // last token was. Rules are expected only if they are the same.
        let rules_at = base
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        let (tokens_at, tokens) = match error.parse_attempts() {
            Some(attempts) => {
                let tokens = attempts
                    .expected_tokens()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                (base + attempts.max_position, tokens)
            }
            None => (rules_at, Vec::new()),
        };
        let reached = rules_at.max(tokens_at);
        let is_malformed = |token: &Token| {
            token.kind == TokenKind::Number
                && !is_number(text.get(token.start..token.end).unwrap_or(""))
        };
        if let Some(number) = Tokens::new(text, base).find(|token| token.end >= reached)
            && is_malformed(&number)
        {
            return Failure {
                at: number.start,
                expected: Vec::new(),
                stack,
            };
        }
        let Some(token) = Tokens::new(text, base).find(|token| token.end > reached) else {
            return Failure {
                at: text.len(),
                expected: listed(positives, &tokens),
                stack,
            };
        };
        if token.start < reached {
            // It stopped within a token: not one of the grammar's.
            return Failure {
                at: token.start,
                expected: Vec::new(),
                stack,
            };
        }
        let rules = if skipped(text, base, rules_at) == token.start {
            positives
        } else {
            &[]
        };
        let tokens = if skipped(text, base, tokens_at) == token.start {
            tokens
        } else {
            Vec::new()
        };
        Failure {
            at: token.start,
            expected: listed(rules, &tokens),
            stack,
        }
    }

    /// A `;` would have helped.
    pub fn wants_semicolon(&self) -> bool {
        self.expected.iter().any(|word| word == "`;`")
    }

    /// The diagnostic. `from` is where the failed piece begins in the file's
    /// `text`; nothing in front of it is looked at.
    pub fn report(&self, file: u32, text: &str, from: usize) -> Diagnostic {
        let span = |start: usize, end: usize| Span {
            file,
            start: start as u32,
            end: end as u32,
        };
        let found = Tokens::new(text, self.at).next();
        let (start, end) = found.map_or((text.len(), text.len()), |token| (token.start, token.end));
        if self.stack {
            return Diagnostic::new(
                Code::TooDeep,
                span(start, end),
                "this is nested too deeply to be read",
            );
        }
        let shown = found.map_or("the end of the file".to_string(), |token| show(text, token));
        if let Some(token) = found
            && let Some(diagnostic) = special(text, token, span(start, end))
        {
            return diagnostic;
        }
        let before = last_token_before(text, from, self.at);
        if self.wants_semicolon()
            && let Some(before) = before
            && (found.is_none()
                || text
                    .get(before.end..start)
                    .is_some_and(|gap| gap.contains('\n')))
        {
            return Diagnostic::new(
                Code::Unexpected,
                span(before.end, before.end),
                format!("expected `;`, found {shown}"),
            )
            .label("missing `;`");
        }
        let expected = match self.list() {
            Some(list) => format!("expected {list}, found {shown}"),
            None => format!("{shown} cannot stand here"),
        };
        Diagnostic::new(Code::Unexpected, span(start, end), expected).label("not expected here")
    }

    /// `a, b or c`; nothing where the list would help nobody.
    fn list(&self) -> Option<String> {
        let (last, rest) = self.expected.split_last()?;
        match rest.len() {
            0 => Some(last.clone()),
            1..=7 => Some(format!("{} or {last}", rest.join(", "))),
            _ => None,
        }
    }
}

/// The start of the token at `at` or behind it.
fn skipped(text: &str, base: usize, at: usize) -> usize {
    Tokens::new(text, base)
        .find(|token| token.end > at)
        .map_or(text.len(), |token| token.start)
}

/// Tokens that a message names. The others begin something that has a name of
/// its own: an operator, a number, a string.
const STRUCTURE: [&str; 13] = [
    ";", ",", ":", "{", "}", "(", ")", "[", "]", "=", "=>", "->", "..",
];

/// What rules and tokens ask for, in words, without repetition.
fn listed(rules: &[Rule], tokens: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for rule in rules {
        said.extend(first_token(*rule));
        if let Some(word) = describe(*rule)
            && !words.contains(&word)
        {
            words.push(word);
        }
    }
    sort(&mut words);
    for token in tokens {
        let word = format!("`{token}`");
        if STRUCTURE.contains(&token.as_str())
            && !said.contains(&token.as_str())
            && !words.contains(&word)
        {
            words.push(word);
        }
    }
    words
}

/// A token that a described rule begins with, which then goes without saying.
fn first_token(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::row_args | Rule::params | Rule::op_params => Some("("),
        Rule::bits | Rule::span | Rule::index => Some("["),
        Rule::at_range => Some(".."),
        rule if describe(rule).as_deref() == Some("an expression") => Some("("),
        Rule::op_stmt => Some("{"),
        _ => None,
    }
}

/// A piece of source for a message: short, on one line.
pub(super) fn quote(text: &str) -> String {
    let line = text.split('\n').next().unwrap_or("").trim_end();
    let mut short = String::new();
    for c in line.chars().take(QUOTED) {
        if c.is_control() {
            short.extend(c.escape_default());
        } else {
            short.push(c);
        }
    }
    if line.chars().nth(QUOTED).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}

fn show(text: &str, token: Token) -> String {
    let words = text.get(token.start..token.end).unwrap_or("");
    match token.kind {
        TokenKind::Text(_) => format!("the string {}", quote(words)),
        _ => quote(words),
    }
}

/// Mistakes that deserve words of their own.
fn special(text: &str, token: Token, span: Span) -> Option<Diagnostic> {
    let words = text.get(token.start..token.end)?;
    match token.kind {
        TokenKind::Doc => Some(
            Diagnostic::new(Code::Unexpected, span, "documentation cannot stand here")
                .label("`///` belongs in front of an item or an instruction")
                .help("write `//` for a comment"),
        ),
        TokenKind::Number if !is_number(words) => Some(
            Diagnostic::new(
                Code::Unexpected,
                span,
                format!("{} is not a number", quote(words)),
            )
            .help("numbers look like 25, 0x19 or 0b1_1001"),
        ),
        TokenKind::Other if words.starts_with(|c: char| c.is_alphabetic()) => Some(
            Diagnostic::new(
                Code::Unexpected,
                span,
                format!("{} cannot be part of a name", quote(words)),
            )
            .help("names are made of the letters a to z and A to Z, digits and `_`"),
        ),
        TokenKind::Other if words == "==" => Some(
            Diagnostic::new(Code::Unexpected, span, "`==` cannot stand here")
                .label("compares; it does not assign")
                .help("write `=`"),
        ),
        _ => None,
    }
}

fn is_number(words: &str) -> bool {
    let of = |digits: &str, allowed: &dyn Fn(char) -> bool| {
        digits.chars().all(|c| c == '_' || allowed(c)) && digits.chars().any(allowed)
    };
    let words = ["ULL", "LL", "U"]
        .iter()
        .find_map(|suffix| words.strip_suffix(suffix))
        .unwrap_or(words);
    if let Some(digits) = words.strip_prefix("0x") {
        of(digits, &|c| c.is_ascii_hexdigit())
    } else if let Some(digits) = words.strip_prefix("0b") {
        of(digits, &|c| matches!(c, '0' | '1'))
    } else if let Some((whole, part)) = words.split_once('.') {
        of(whole, &|c| c.is_ascii_digit()) && of(part, &|c| c.is_ascii_digit())
    } else {
        of(words, &|c| c.is_ascii_digit())
    }
}

fn last_token_before(text: &str, from: usize, at: usize) -> Option<Token> {
    Tokens::new(text, from)
        .take_while(|token| token.start < at)
        .last()
}

/// A rule in words; `None` where its parts say it better.
fn describe(rule: Rule) -> Option<String> {
    if let Some(word) = format!("{rule:?}").strip_prefix("kw_") {
        return Some(format!("`{word}`"));
    }
    let words = match rule {
        Rule::name | Rule::op_name | Rule::names | Rule::path | Rule::mnemonic => "a name",
        Rule::versioned | Rule::at_range | Rule::at_from | Rule::at_upto => {
            "an architecture or processor"
        }
        Rule::processor => "a processor",
        Rule::number | Rule::op_number => "a number",
        Rule::signed => "a number, which may be negative",
        Rule::float | Rule::op_float => "a floating-point number",
        Rule::string | Rule::form_text => "a string",
        Rule::isa_line => "`word`, `arch`, `feature` or `syntax`",
        Rule::endian => "`little` or `big`",
        Rule::lexical => "a lexical property",
        Rule::group => "the size of a group",
        Rule::groups => "`groups`",
        Rule::register => "a register",
        Rule::times | Rule::width | Rule::width_of => "a width such as `x2`",
        Rule::span => "a range such as `[0..255]`",
        Rule::entry => "a value",
        Rule::entry_words => "the words of a syntax",
        Rule::value_range => "a value or a range of values",
        Rule::meaning => "what the value means",
        Rule::kind_case => "a value, `=>` and a kind",
        Rule::kind | Rule::class_kind => "a kind",
        Rule::integer | Rule::integer_width => "an integer kind such as `u12`",
        Rule::value_type => "a value type such as `f32`",
        Rule::encodings_arg => "a value type or a number",
        Rule::bits => "bits such as `[15:0]`",
        Rule::scale => "`*`",
        Rule::bias => "`+`",
        Rule::step => "`by`",
        Rule::half_form => "`asm`",
        Rule::side => "`halves`",
        Rule::pair_rule | Rule::require_part => "`require`",
        Rule::at => "`@`",
        Rule::field | Rule::fixed => "a field",
        Rule::member => "a member",
        Rule::modifier => "a modifier",
        Rule::spelling | Rule::wrap_text => "a spelling",
        Rule::params | Rule::op_params => "parameters in parentheses",
        Rule::op_param => "a parameter",
        Rule::use_layout => "a format",
        Rule::binding => "a field with its value",
        Rule::statement
        | Rule::halves_line
        | Rule::pair_line
        | Rule::op_stmt
        | Rule::op_call
        | Rule::op_declare
        | Rule::op_assign => "a statement",
        Rule::row | Rule::half_row => "an instruction",
        Rule::row_args => "arguments in parentheses",
        Rule::opcode => "an opcode",
        Rule::spelled => "a spelling for one syntax",
        Rule::call | Rule::word_value => "`=`",
        Rule::expr
        | Rule::or_expr
        | Rule::and_expr
        | Rule::cmp_expr
        | Rule::sum_expr
        | Rule::mul_expr
        | Rule::not_expr
        | Rule::atom
        | Rule::builtin
        | Rule::op_expr
        | Rule::op_binary
        | Rule::op_unary
        | Rule::postfix
        | Rule::primary
        | Rule::op_arg => "an expression",
        Rule::call_expr => "a call",
        Rule::cmp_op | Rule::sum_op | Rule::mul_op | Rule::binary_op => "an operator",
        Rule::assign_op => "an assignment",
        Rule::op_type | Rule::type_name => "a type such as `UINT32`",
        Rule::body => "`{`",
        Rule::direction => "`in`, `out` or `inout`",
        Rule::piece | Rule::stream_line => "a piece of the stream",
        Rule::piece_type | Rule::unsigned => "the type of the piece",
        Rule::case => "`case`",
        Rule::read => "`read`",
        Rule::always => "`always`",
        Rule::when => "`when`",
        Rule::extra => "`plus`",
        Rule::unaligned => "`unaligned`",
        Rule::whole => "`of` and a space",
        Rule::half_of => "`of` and a register file",
        Rule::other_half => "`else` and a text",
        Rule::home => "a register file and a number",
        Rule::part_of => "`->`",
        Rule::zero => "`or`",
        Rule::wrap => "`wrap`",
        Rule::sign_of_number => "`sign changed` or `sign cleared`",
        Rule::needs | Rule::under | Rule::chosen | Rule::where_both => "`if`",
        Rule::lint_line => "a pattern in quotes",
        Rule::except => "`except`",
        Rule::negated => "`no`",
        Rule::demand | Rule::accessed | Rule::sign | Rule::atomicity => {
            "a demand such as `loads 32`"
        }
        Rule::access_width => "a width in bits",
        Rule::access_kind => "`accesses`, `loads` or `stores`",
        Rule::reading => "`reads`",
        Rule::writing => "`writes`",
        Rule::returning => "`returns`",
        Rule::operand_width => "`width`",
        Rule::computing => "`computes`",
        _ => return None,
    };
    Some(words.to_string())
}

#[cfg(test)]
mod tests {
    use super::{is_number, quote};

    #[test]
    fn quotes_stay_on_one_line_and_short() {
        assert_eq!(quote("a\u{1b}[31m"), "`a\\u{1b}[31m`");
        assert_eq!(quote("\"a\nb"), "`\"a`");
        assert_eq!(quote(&"x".repeat(1000)).chars().count(), 43);
    }

    #[test]
    fn numbers_are_told_from_what_only_begins_like_one() {
        for good in ["0", "25", "0x19", "0b1_1001", "1.5", "0xffULL"] {
            assert!(is_number(good), "{good}");
        }
        for bad in ["0x", "0xg", "12ab", "0b2", "0x_", "1.5f"] {
            assert!(!is_number(bad), "{bad}");
        }
    }
}
