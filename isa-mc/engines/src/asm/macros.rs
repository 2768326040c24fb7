//! Macros, and the blocks of statements that directives take.
//!
//! ```text
//! .macro NAME A, B=1 ──► Signature ┐
//! statements ──────────► Body ─────┴─► Macro ──┐
//! NAME x, y ───────────► Values ───────────────┴─► text, which is read as statements
//! ```
//!
//! What a text of macros means is what LLVM's assembler makes of it: how arguments are
//! cut, which names are replaced, what the alternate mode (`.altmacro`) adds.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::arguments::Arguments;
use super::bodies::Body;
use super::error::{Code, Fault};
use super::expressions::Scope;
use super::macro_names::MacroNames;
use super::parts::Parameters;
use super::tokens::{Kind, Tokens};
use super::values::{Given, Value, Values, is_in_name};
use crate::object::Location;

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

/// The macros that there are, by name.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// Each name that ever was one's.
    names: MacroNames,
    /// What each name means now.
    all: Vec<Option<Rc<Macro>>>,
    count: usize,
    /// Those that there ever were.
    made: u64,
    /// One has a name that a line of code may begin with.
    pub(super) shadow_code: bool,
    /// The alternate mode: names of parameters are replaced wherever they stand, and
    /// `%expression` and `<text>` are arguments.
    pub(super) are_alternate: bool,
    /// Names of macros mean nothing: `.macros_off`.
    pub(super) are_off: bool,
}

impl Macros {
    /// Whether there is none that a statement may call.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0 || self.are_off
    }

    /// The names that a statement may call a macro by; `None` if there is none.
    #[inline]
    pub(super) fn called_names(&self) -> Option<&MacroNames> {
        (!self.is_empty()).then_some(&self.names)
    }

    /// The macro of a name.
    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&Rc<Macro>> {
        self.all[self.names.number(name)?].as_ref()
    }

    /// The macro whose name has a number, if a statement with so many words behind that calls
    /// it, and these are all that it needs.
    #[inline]
    pub(super) fn called(&self, number: usize, words: usize) -> Option<&Rc<Macro>> {
        if self.are_off || self.are_alternate {
            return None;
        }
        let found = self.all.get(number)?.as_ref()?;
        found.signature.takes_words(words).then_some(found)
    }

    /// Adds a macro with a body; its name has none.
    pub(super) fn insert(&mut self, signature: Signature, body: String) {
        let at = self.names.insert(&signature.name);
        if at == self.all.len() {
            self.all.push(None);
        }
        self.count += 1;
        self.made += 1;
        self.all[at] = Some(Rc::new(Macro {
            id: self.made,
            signature,
            body: Body::new(body),
        }));
    }

    /// Takes a macro away; whether there was one.
    pub(super) fn remove(&mut self, name: &str) -> bool {
        let number = self.names.number(name);
        let found = number.and_then(|at| self.all[at].take()).is_some();
        self.count -= usize::from(found);
        found
    }
}

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// No other one that ever was has this number.
    id: u64,
    signature: Signature,
    body: Body,
}

/// The name of a macro and what it takes.
#[derive(Debug)]
pub(super) struct Signature {
    name: Rc<str>,
    parameters: Vec<Parameter>,
    /// The parameters by their names.
    by_name: HashMap<String, usize>,
    /// What may be a mistake, and where.
    pub(super) doubts: Vec<(Range<usize>, String)>,
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
            name: arguments.name()?.into(),
            parameters: Vec::new(),
            by_name: HashMap::new(),
            doubts: Vec::new(),
        };
        arguments.take(b',');
        while !arguments.is_at_end() {
            let start = arguments.at();
            let name = arguments.name()?.to_string();
            let span = start..start + name.len();
            let known = &signature.parameters;
            if known.last().is_some_and(|it| it.takes_rest) {
                let message = "nothing follows a parameter that takes the rest";
                return Err(Fault::new(Code::Macro, span, message));
            }
            if signature
                .by_name
                .insert(name.clone(), known.len())
                .is_some()
            {
                let message = format!("the parameter `{name}` stands twice");
                return Err(Fault::new(Code::Macro, span, message));
            }
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
                let start = arguments.at();
                let mut tokens = arguments.tokens();
                let mut text = String::new();
                argument(&mut tokens, parameter.takes_rest, &mut text)?;
                arguments.go_to(tokens.at());
                if parameter.required {
                    let message = format!(
                        "`{}` is required: nobody needs what it is without an argument",
                        parameter.name
                    );
                    signature.doubts.push((start..arguments.at(), message));
                }
                parameter.default = Some(text).filter(|it| !it.is_empty());
            }
            signature.parameters.push(parameter);
            arguments.take(b',');
        }
        Ok(signature)
    }

    pub(super) fn name(&self) -> &Rc<str> {
        &self.name
    }

    /// Whether so many words are what its first parameters stand for, and nothing stands for
    /// the others.
    #[inline]
    fn takes_words(&self, count: usize) -> bool {
        let is_nothing = |it: &Parameter| !it.required && it.default.is_none();
        let takes_rest = self.parameters.last().is_some_and(|it| it.takes_rest);
        let others = self.parameters.get(count..);
        !takes_rest && others.is_some_and(|it| it.iter().all(is_nothing))
    }
}

impl Macro {
    /// What no other macro of the source has.
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn name(&self) -> &Rc<str> {
        &self.signature.name
    }

    /// Reads what each parameter stands for, from a byte of a statement on.
    ///
    /// # Errors
    ///
    /// Arguments that the macro does not take, or too few of them.
    pub(super) fn values(
        &self,
        text: &str,
        at: usize,
        are_alternate: bool,
        scope: &mut Scope<'_, '_>,
        values: &mut Values,
    ) -> Result<(), Fault> {
        values.read(text, at, Some(&self.signature), are_alternate, scope)
    }

    /// What the alternate mode does to a line of an expansion, from 1, that may not be meant:
    /// nothing, or words about it.
    pub(super) fn replaced(&self, line: usize) -> Option<String> {
        let names = self.body.bare(line, &self.signature.by_name);
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| {
            format!(
                "`.altmacro` replaces {} in `{}`, also without `\\`: parameters of the macro",
                names.join(" and "),
                self.name()
            )
        })
    }

    /// What is read in its place.
    pub(super) fn body(&self) -> &Body {
        &self.body
    }

    /// What stands in the body for values.
    pub(super) fn parameters(&self, are_alternate: bool) -> Parameters<'_> {
        Parameters {
            names: &self.signature.by_name,
            are_alternate,
            counts_macros: true,
        }
    }
}

impl Values {
    /// What they are.
    #[inline]
    pub(super) fn given(&self) -> Given<'_> {
        Given {
            text: &self.text,
            all: &self.all,
        }
    }

    /// Reads arguments from a byte of a statement on: those of a macro, or as many as
    /// there are.
    ///
    /// # Errors
    ///
    /// Arguments that the macro does not take, or too few of them.
    pub(super) fn read(
        &mut self,
        text: &str,
        at: usize,
        signature: Option<&Signature>,
        are_alternate: bool,
        scope: &mut Scope<'_, '_>,
    ) -> Result<(), Fault> {
        let parameters = signature.map_or(&[][..], |it| &it.parameters);
        let takes_rest = parameters.last().is_some_and(|it| it.takes_rest);
        let name = signature.map_or("", |it| &it.name);
        self.text.clear();
        self.all.clear();
        // Nearly all arguments are one word, and all that is asked of it is where it ends.
        let may_be_words = parameters.len() - usize::from(takes_rest);
        let mut tokens = Tokens::new(text, at);
        if !are_alternate && may_be_words != 0 {
            let start = self.words(text, tokens.at(), may_be_words);
            tokens.go_to(start);
        }
        let first = self.all.len();
        if first == parameters.len() && first != 0 && tokens.is_at_end() {
            return Ok(());
        }
        self.all.resize(parameters.len(), Value::default());
        if first != 0 && tokens.is_at_end() {
            return self.fill_in(name, parameters, 0..at);
        }
        if first == may_be_words {
            tokens.take_comma();
        }
        let mut has_named = false;
        for position in first.. {
            let start = tokens.at();
            let fault = |end: usize, message: String| Fault::new(Code::Macro, start..end, message);
            // One that takes none may be called with commas.
            let is_nothing = tokens.is_at_end() || tokens.peek_byte() == b',';
            let is_allowed = parameters.is_empty() && is_nothing;
            if signature.is_some() && position >= parameters.len() && !is_allowed {
                let count = parameters.len();
                let message = format!("`{name}` takes {count} arguments, this is one more");
                return Err(fault(start + 1, message));
            }
            let mut place = position;
            if let Some(word) = tokens.named() {
                has_named = true;
                let found = signature.and_then(|it| it.by_name.get(word));
                place = *found.ok_or_else(|| {
                    let message = match signature {
                        Some(_) => format!("`{name}` has no parameter `{word}`"),
                        None => "there are no names of parameters here".to_string(),
                    };
                    fault(start + word.len(), message)
                })?;
            } else if has_named {
                let message = "an argument without a name stands behind one with a name";
                return Err(fault(tokens.at() + 1, message.to_string()));
            }
            let begin = self.text.len();
            let count = if are_alternate && tokens.peek_byte() == b'%' {
                let mut arguments = Arguments::new(text, tokens.at() + 1);
                let number = arguments.number(scope)?;
                tokens.go_to(arguments.at());
                self.text.push_str(&number.to_string());
                1
            } else if are_alternate
                && tokens.peek_byte() == b'<'
                && let Some(end) = bracketed(text, tokens.at(), &mut self.text)
            {
                tokens.go_to(end);
                1
            } else if takes_rest && position + 1 == parameters.len() {
                let rest = tokens.rest();
                self.text.push_str(rest);
                tokens.go_to(text.len());
                usize::from(!rest.is_empty())
            } else {
                let keeps_quotes = parameters.get(place).is_some_and(|it| it.takes_rest);
                argument(&mut tokens, keeps_quotes, &mut self.text)?
            };
            if count != 0 {
                if self.all.len() <= place {
                    self.all.resize(place + 1, Value::default());
                }
                self.all[place] = Value {
                    start: begin,
                    end: self.text.len(),
                    tokens: count,
                    is_word: false,
                };
            }
            if tokens.is_at_end() {
                return self.fill_in(name, parameters, 0..at);
            }
            tokens.take_comma();
        }
        Ok(())
    }

    /// Takes as many arguments of one word as there are from a byte of a statement on, at most
    /// so many; gives where the first other one begins.
    #[inline]
    fn words(&mut self, text: &str, at: usize, most: usize) -> usize {
        let bytes = text.as_bytes();
        let mut start = at;
        while self.all.len() < most
            && let Some(end) = word_end(bytes, start)
        {
            self.all.push(Value::word(start - at..end - at));
            start = end;
            if bytes.get(start) != Some(&b',') || self.all.len() == most {
                break;
            }
            start += 1;
            while bytes.get(start).is_some_and(u8::is_ascii_whitespace) {
                start += 1;
            }
        }
        self.text.push_str(text.get(at..start).unwrap_or(""));
        start
    }

    /// Gives parameters without an argument their defaults.
    fn fill_in(
        &mut self,
        name: &str,
        parameters: &[Parameter],
        span: Range<usize>,
    ) -> Result<(), Fault> {
        for (parameter, value) in parameters.iter().zip(&mut self.all) {
            if value.tokens != 0 {
                continue;
            }
            if parameter.required {
                let message = format!("`{name}` needs its argument `{}`", parameter.name);
                return Err(Fault::new(Code::Macro, span, message));
            }
            if let Some(default) = &parameter.default {
                value.start = self.text.len();
                self.text.push_str(default);
                value.end = self.text.len();
            }
        }
        Ok(())
    }
}

/// Where the word at a byte ends, if it is all of an argument.
#[inline]
fn word_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut end = start;
    while bytes.get(end).is_some_and(|&byte| is_in_name(byte)) {
        end += 1;
    }
    let is_all = matches!(bytes.get(end), None | Some(b','));
    (end != start && is_all).then_some(end)
}

/// Appends an argument, and gives the number of its tokens: up to a comma or white space
/// that stands in no parentheses. White space on either side of an operator is left out.
/// Quotes around strings are, too, unless they are kept.
fn argument(tokens: &mut Tokens<'_>, keeps_quotes: bool, out: &mut String) -> Result<usize, Fault> {
    let start = tokens.at();
    let mut depth = 0_u32;
    let mut count = 0;
    loop {
        let mut next = tokens.peek()?;
        if next.is_some_and(|it| it.kind == Kind::Equal) {
            let message = "`=` begins no argument, and does not stand in one";
            let span = tokens.at()..tokens.at() + 1;
            return Err(Fault::new(Code::Macro, span, message));
        }
        if depth == 0 {
            if next.is_none_or(|it| it.kind == Kind::Comma) {
                break;
            }
            let is_behind_space = tokens.skip_space();
            if is_behind_space {
                next = tokens.peek()?;
            }
            if let Some(token) = next
                && matches!(token.kind, Kind::Operator | Kind::Equal)
            {
                out.push_str(token.text);
                count += 1;
                tokens.pass(token);
                tokens.skip_space();
                continue;
            }
            if is_behind_space {
                break;
            }
        }
        let Some(token) = next else { break };
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        let text = token.text;
        out.push_str(match token.kind {
            Kind::String if !keeps_quotes => text.get(1..text.len() - 1).unwrap_or(""),
            _ => text,
        });
        count += 1;
        tokens.pass(token);
    }
    if depth != 0 {
        let message = "a parenthesis in this argument does not close";
        return Err(Fault::new(Code::Macro, start..tokens.at(), message));
    }
    Ok(count)
}

/// Appends the text in the brackets that begin at a byte, where `!` stands before what is
/// meant as it is; gives the byte behind them. `None` if they do not close.
fn bracketed(text: &str, start: usize, out: &mut String) -> Option<usize> {
    let inside = text.get(start + 1..)?;
    let before = out.len();
    let mut characters = inside.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '>' => return Some(start + 1 + at + 1),
            '!' => out.extend(characters.next().map(|(_, escaped)| escaped)),
            other => out.push(other),
        }
    }
    out.truncate(before);
    None
}
