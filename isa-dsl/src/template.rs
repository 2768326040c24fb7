//! Templates: text with `{placeholders}`.

use crate::ast::Name;
use crate::diagnostic::{Code, Diagnostic};

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text as it stands.
    Text(String),
    /// `{name}`, with its place.
    Placeholder(Name),
}

/// Cuts a template at its placeholders. `{{` and `}}` are braces.
pub fn parse(template: &Name) -> Result<Vec<Piece>, Diagnostic> {
    let text = &template.text;
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = rest.find(['{', '}']).unwrap_or(rest.len());
        if length > 0 {
            plain.push_str(&rest[..length]);
            at += length;
        } else if rest.starts_with("{{") || rest.starts_with("}}") {
            plain.push_str(&rest[..1]);
            at += 2;
        } else if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find(['{', '}']);
            let Some(end) = end.filter(|end| inner[*end..].starts_with('}')) else {
                return Err(Diagnostic::new(
                    Code::BadTemplate,
                    template.span.part(at, at + 1),
                    "this placeholder has no end",
                )
                .help("write `{name}`, or `{{` for a brace"));
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Placeholder(Name {
                text: inner[..end].trim().to_owned(),
                span: template.span.part(at + 1, at + 1 + end),
            }));
            at += end + 2;
        } else {
            return Err(Diagnostic::new(
                Code::BadTemplate,
                template.span.part(at, at + 1),
                "a closing brace without an opening one",
            )
            .help("write `}}` for a brace"));
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn template(text: &str) -> Name {
        let span = Span {
            file: 0,
            start: 100,
            end: 100 + text.len() as u32,
        };
        Name {
            text: text.to_owned(),
            span,
        }
    }

    /// An error inside a template must point into the string.
    #[test]
    fn placeholders_know_their_place() {
        let pieces = parse(&template("{vdst}, x{{")).unwrap();
        let name = Name {
            text: "vdst".into(),
            span: Span {
                file: 0,
                start: 101,
                end: 105,
            },
        };
        assert_eq!(
            pieces,
            [Piece::Placeholder(name), Piece::Text(", x{".into())]
        );
    }

    #[test]
    fn braces_must_pair() {
        assert_eq!(parse(&template("a {b")).unwrap_err().primary.0.start, 102);
        // Not a placeholder called `b, {c`.
        assert_eq!(
            parse(&template("a {b, {c}")).unwrap_err().primary.0.start,
            102
        );
        assert_eq!(parse(&template("a } b")).unwrap_err().primary.0.start, 102);
    }
}
