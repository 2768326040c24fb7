//! Macros, and the blocks of statements that directives take.

use std::collections::HashMap;

use super::arguments::Arguments;
use super::error::{Code, Fault};
use super::head::name_end;
use crate::object::Location;

/// Bytes of one expansion at most.
pub(super) const MAX_EXPANSION: usize = 1 << 28;

/// A directive that takes the statements up to its end.
pub(super) struct Block {
    pub(super) kind: BlockKind,
    /// The directive.
    pub(super) location: Location,
}

/// What becomes of the statements.
pub(super) enum BlockKind {
    /// They are a macro.
    Macro(Signature),
    /// They are read so many times.
    Repeat(u64),
    /// They are the machine's, as they stand, up to a line with this word.
    Raw(&'static str),
    /// They are read once for each text that a name stands for.
    Each { name: String, texts: Vec<String> },
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    signature: Signature,
    body: String,
}

/// The name of a macro and what it takes.
#[derive(Debug, Default)]
pub(super) struct Signature {
    name: String,
    parameters: Vec<Parameter>,
    /// The parameters by their names.
    by_name: HashMap<String, usize>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    default: Option<String>,
    required: bool,
    /// It takes all that is left, commas too.
    takes_rest: bool,
}

impl Signature {
    /// `NAME A, B=DEFAULT, C:req, D:vararg`
    pub(super) fn read(arguments: &mut Arguments<'_>) -> Result<Signature, Fault> {
        let mut signature = Signature {
            name: arguments.name()?.to_string(),
            parameters: Vec::new(),
            by_name: HashMap::new(),
        };
        arguments.take(b',');
        while !arguments.is_at_end() {
            let start = arguments.at();
            let name = arguments.name()?.to_string();
            let span = start..start + name.len();
            let mut parameter = Parameter {
                name,
                default: None,
                required: false,
                takes_rest: false,
            };
            if arguments.take(b':') {
                let start = arguments.at();
                match arguments.name()? {
                    "req" => parameter.required = true,
                    "vararg" => parameter.takes_rest = true,
                    word => {
                        let message = format!("`{word}` says nothing of a parameter: req, vararg");
                        return Err(Fault::new(Code::Macro, start..start + word.len(), message));
                    }
                }
            }
            if arguments.take(b'=') {
                parameter.default = Some(argument(arguments, false));
            }
            let known = &signature.parameters;
            let name = parameter.name.clone();
            if signature.by_name.insert(name, known.len()).is_some() {
                let message = format!("the parameter `{}` stands twice", parameter.name);
                return Err(Fault::new(Code::Macro, span, message));
            }
            if known.last().is_some_and(|it| it.takes_rest) {
                let message = "nothing follows a parameter that takes the rest";
                return Err(Fault::new(Code::Macro, span, message));
            }
            signature.parameters.push(parameter);
            arguments.take(b',');
        }
        Ok(signature)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Macro {
    pub(super) fn new(signature: Signature, body: String) -> Macro {
        Macro { signature, body }
    }

    pub(super) fn name(&self) -> &str {
        &self.signature.name
    }

    /// What each parameter stands for.
    pub(super) fn values(
        &self,
        mut arguments: Arguments<'_>,
        end: usize,
    ) -> Result<Vec<String>, Fault> {
        let parameters = &self.signature.parameters;
        let name = &self.signature.name;
        let mut values: Vec<Option<String>> = vec![None; parameters.len()];
        let mut next = 0;
        while !arguments.is_at_end() {
            let start = arguments.at();
            let named = named(arguments.rest());
            let at = match named {
                Some((word, behind)) => match self.signature.by_name.get(word) {
                    Some(&at) => {
                        arguments.skip(behind);
                        at
                    }
                    None => next,
                },
                None => next,
            };
            let Some(parameter) = parameters.get(at) else {
                let message = format!(
                    "`{name}` takes {} arguments, this is one more",
                    parameters.len()
                );
                return Err(Fault::new(Code::Macro, start..start + 1, message));
            };
            values[at] = Some(match parameter.takes_rest {
                true => arguments.take_rest(),
                false => argument(&mut arguments, true),
            });
            next = at + 1;
            let comma = arguments.take(b',');
            // An empty argument at the end.
            if comma && arguments.is_at_end() {
                break;
            }
        }
        parameters
            .iter()
            .zip(values)
            .map(|(parameter, value)| {
                let value = value.filter(|it| !it.is_empty());
                match value.or_else(|| parameter.default.clone()) {
                    Some(value) => Ok(value),
                    None if parameter.required => {
                        let message = format!("`{name}` needs its argument `{}`", parameter.name);
                        Err(Fault::new(Code::Macro, 0..end, message))
                    }
                    None => Ok(String::new()),
                }
            })
            .collect()
    }

    /// The body with these values, in the expansion of a number. `None` if it gets too
    /// long.
    pub(super) fn text(&self, values: &[String], number: u64) -> Option<String> {
        let value_of = |name: &str| {
            let at = *self.signature.by_name.get(name)?;
            values.get(at).map(|it| &**it)
        };
        let longest = self.signature.parameters.iter().map(|it| it.name.len());
        let longest = longest.max().unwrap_or(0);
        substitute(&self.body, longest, value_of, number)
    }
}

/// `NAME=` at the front of an argument: the name, and the bytes of both.
fn named(text: &str) -> Option<(&str, usize)> {
    let end = name_end(text.as_bytes());
    let behind = text[end..].trim_ascii_start();
    let is_one = end != 0 && behind.starts_with('=') && !behind.starts_with("==");
    is_one.then(|| (&text[..end], text.len() - behind.len() + 1))
}

/// An argument of a macro: up to a comma that stands in no brackets and no string.
/// White space ends it too, unless an operator stands there.
pub(super) fn argument(arguments: &mut Arguments<'_>, spaced: bool) -> String {
    let text = arguments.rest();
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    let mut at = 0;
    let mut in_string = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => break,
            byte if byte.is_ascii_whitespace() && depth == 0 && !spaced => break,
            byte if byte.is_ascii_whitespace() && depth == 0 => {
                // All of the white space at once: it may be long.
                let behind = text[at..].trim_ascii_start();
                let space = text.len() - at - behind.len();
                let operator =
                    |text: &str| text.starts_with(|it: char| "+-*/%&|^<>=!~,".contains(it));
                let before = text[..at].ends_with(|it: char| "+-*/%&|^<>=!~(".contains(it));
                if !before && !operator(behind) {
                    break;
                }
                at += space - 1;
            }
            _ => {}
        }
        at += 1;
    }
    let at = at.min(text.len());
    let value = text[..at].trim_ascii();
    arguments.skip(at);
    let quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
    match quoted {
        true => value[1..value.len() - 1].to_string(),
        false => value.to_string(),
    }
}

/// The body with values for its names, of which the longest has so many bytes: `\name`,
/// `\@` for the number of the expansion, `\()` for nothing. `None` if it gets too long.
pub(super) fn substitute<'v>(
    body: &str,
    longest: usize,
    value_of: impl Fn(&str) -> Option<&'v str>,
    number: u64,
) -> Option<String> {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let end = behind
            .bytes()
            .take(longest)
            .position(|byte| !(byte.is_ascii_alphanumeric() || b"_$.".contains(&byte)))
            .unwrap_or(longest.min(behind.len()));
        // The longest name that there is: `\reg.x` may be `\reg` and `.x`.
        let value = (1..=end).rev().find_map(|end| {
            let value = value_of(behind.get(..end)?)?;
            Some((value, end))
        });
        if let Some((value, end)) = value {
            out.push_str(value);
            rest = &behind[end..];
        } else if let Some(after) = behind.strip_prefix('@') {
            out.push_str(&number.to_string());
            rest = after;
        } else if let Some(after) = behind.strip_prefix("()") {
            rest = after;
        } else {
            out.push('\\');
            rest = behind;
        }
        if out.len() > MAX_EXPANSION {
            return None;
        }
    }
    out.push_str(rest);
    (out.len() <= MAX_EXPANSION).then_some(out)
}
