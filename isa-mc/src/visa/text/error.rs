//! What is wrong with a text.

use core::fmt::{self, Display, Formatter};
use core::ops::Range;

/// What a name is declared as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "they are the classes of the language, by name")]
pub enum Thing {
    Variable,
    Address,
    Predicate,
    Sampler,
    Surface,
    Label,
}

impl Thing {
    /// What stands behind a name where such a thing is declared.
    fn example(self) -> &'static str {
        match self {
            Thing::Variable => " v_type=G type=ud num_elts=16",
            Thing::Address => " v_type=A num_elts=1",
            Thing::Predicate => " v_type=P num_elts=16",
            Thing::Sampler => " v_type=S num_elts=1",
            Thing::Surface => " v_type=T num_elts=1",
            Thing::Label => "",
        }
    }
}

impl Display for Thing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Thing::Variable => "variable",
            Thing::Address => "address",
            Thing::Predicate => "predicate",
            Thing::Sampler => "sampler",
            Thing::Surface => "surface",
            Thing::Label => "label",
        })
    }
}

/// An error in a text: where, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: TextErrorKind,
    /// What stands there: the bytes of `span`, as far as they are on one line and not long.
    pub found: String,
}

/// Characters of a text that an error shows at most.
const MAX_FOUND: usize = 40;

impl TextError {
    pub(super) fn new(span: Range<usize>, kind: TextErrorKind) -> TextError {
        let found = String::new();
        TextError { span, kind, found }
    }

    /// Looks at what stands there.
    pub(super) fn look(&mut self, text: &str) {
        let found = text.get(self.span.clone()).unwrap_or("");
        let line = found.lines().next().unwrap_or("");
        self.found = line.chars().take(MAX_FOUND).collect();
        if self.found.len() < line.len() {
            self.found.push('…');
        }
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TextErrorKind {
    /// A comment or a string has no end.
    Unterminated {
        /// The characters that end it.
        end: &'static str,
    },
    /// Something else was expected.
    Expected {
        /// What.
        what: &'static str,
    },
    /// More stands there than belongs there.
    Left,
    /// The first statement is no `.version`.
    NoVersion,
    /// There is no such version, or it is later than the object's.
    Version {
        /// The version that the text says.
        said: String,
        /// The version of the object that is made.
        made: String,
    },
    /// It stands before any `.kernel` or `.global_function`.
    NoRoutine,
    /// It stands behind a function that is in another file.
    Elsewhere,
    /// No directive has that name.
    UnknownDirective {
        /// The nearest one.
        near: Option<&'static str>,
    },
    /// No attribute has that name, or it may not stand there.
    UnknownAttribute {
        /// The nearest one.
        near: Option<&'static str>,
    },
    /// A word that is none of those that may stand there.
    UnknownWord {
        /// What it should be.
        what: &'static str,
        /// The nearest one.
        near: Option<&'static str>,
    },
    /// The name is declared already.
    Declared {
        /// The line of the declaration, from 1.
        line: usize,
    },
    /// The name is not declared.
    NotDeclared {
        /// What it should be.
        thing: Thing,
        /// A name that is near.
        near: Option<String>,
    },
    /// The name is declared as something else.
    OtherThing {
        /// What it is.
        is: Thing,
        /// What it should be.
        wanted: Thing,
    },
    /// A label is nowhere.
    NoPlace,
    /// A label is there already.
    PlaceTwice {
        /// The line where it is, from 1.
        line: usize,
    },
    /// A number is not within its limits.
    Range {
        /// The number.
        number: i64,
        /// The least one.
        low: i64,
        /// The greatest one.
        high: i64,
    },
    /// A number is divided by zero.
    DivisionByZero,
    /// Parentheses are nested too deep.
    TooDeep,
    /// Something ends with `}` that no `{` began, or is not ended.
    Scope,
    /// The instruction is none: the engine's words.
    Instruction {
        /// What is wrong.
        message: String,
    },
    /// More is declared than objects can hold.
    TooMany,
}

impl TextErrorKind {
    /// A code for the kind, which stays: `docs/visa-files.md` has them all.
    pub fn code(&self) -> &'static str {
        match self {
            TextErrorKind::Unterminated { .. } => "V0101",
            TextErrorKind::Expected { .. } | TextErrorKind::Left => "V0102",
            TextErrorKind::UnknownDirective { .. } => "V0103",
            TextErrorKind::UnknownAttribute { .. } => "V0104",
            TextErrorKind::UnknownWord { .. } => "V0105",
            TextErrorKind::Scope | TextErrorKind::TooDeep => "V0106",
            TextErrorKind::NoVersion | TextErrorKind::Version { .. } => "V0201",
            TextErrorKind::NoRoutine | TextErrorKind::Elsewhere => "V0202",
            TextErrorKind::Declared { .. } | TextErrorKind::PlaceTwice { .. } => "V0301",
            TextErrorKind::NotDeclared { .. } | TextErrorKind::NoPlace => "V0302",
            TextErrorKind::OtherThing { .. } => "V0303",
            TextErrorKind::Range { .. } | TextErrorKind::TooMany => "V0401",
            TextErrorKind::DivisionByZero => "V0402",
            TextErrorKind::Instruction { .. } => "V0501",
        }
    }
}

impl Display for TextError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        match &self.kind {
            TextErrorKind::Unterminated { end } => write!(f, "this has no end: `{end}` is missing"),
            TextErrorKind::Expected { what } => {
                write!(f, "expected {what}")?;
                found_there(f, found)
            }
            TextErrorKind::Left => {
                f.write_str("expected the end of the line")?;
                found_there(f, found)
            }
            TextErrorKind::NoVersion => f.write_str(
                "expected `.version` before everything else: write `.version 4.1` as the first line",
            ),
            TextErrorKind::Version { said, made } => write!(
                f,
                "version {said} is unknown, or later than {made}, which is asked for: use --cpu visa{said} if there is such a processor"
            ),
            TextErrorKind::NoRoutine => f.write_str(
                "this belongs to a kernel or a function: write `.kernel \"name\"` before it",
            ),
            TextErrorKind::Elsewhere => f.write_str(
                "a function that is elsewhere has nothing but relocations: leave `elsewhere` out of its first line",
            ),
            TextErrorKind::UnknownDirective { near } => {
                write!(f, "no directive is called `{found}`")?;
                meant(f, *near)
            }
            TextErrorKind::UnknownAttribute { near } => {
                write!(f, "`{found}` is no attribute that may stand here")?;
                meant(f, *near)
            }
            TextErrorKind::UnknownWord { what, near } => {
                write!(f, "`{found}` is not {what}")?;
                meant(f, *near)
            }
            TextErrorKind::Declared { line } => write!(
                f,
                "`{found}` is declared already, in line {line}: choose another name"
            ),
            TextErrorKind::NotDeclared { thing, near } => {
                write!(f, "no {thing} is called `{found}`")?;
                match (near, thing) {
                    (Some(_), _) => meant(f, near.as_deref()),
                    (None, Thing::Label) => Ok(()),
                    (None, _) => write!(f, ": declare it before this with `.decl {found}{}`", thing.example()),
                }
            }
            TextErrorKind::OtherThing { is, wanted } => {
                write!(f, "a {wanted} must stand here, and `{found}` is declared as {is}")
            }
            TextErrorKind::NoPlace => write!(
                f,
                "the label `{found}` stands nowhere: write `{found}:` where it is",
            ),
            TextErrorKind::PlaceTwice { line } => write!(
                f,
                "the label `{found}` stands in line {line} already: choose another name"
            ),
            TextErrorKind::Range { number, low, high } => {
                write!(f, "{number} cannot stand here, {low} to {high} can")
            }
            TextErrorKind::DivisionByZero => f.write_str("a division by zero"),
            TextErrorKind::TooDeep => f.write_str("too many parentheses within one another"),
            TextErrorKind::Scope if found.is_empty() => {
                f.write_str("a `{` of this kernel or function is not ended: write its `}`")
            }
            TextErrorKind::Scope => f.write_str("no `{` stands before this `}`: take it out"),
            TextErrorKind::Instruction { message } => f.write_str(message),
            TextErrorKind::TooMany => f.write_str("objects cannot hold so many of these"),
        }
    }
}

fn found_there(f: &mut Formatter<'_>, found: &str) -> fmt::Result {
    match found {
        "" => f.write_str(", found the end of the line"),
        found => write!(f, ", found `{found}`"),
    }
}

fn meant(f: &mut Formatter<'_>, near: Option<&str>) -> fmt::Result {
    match near {
        Some(near) => write!(f, "; did you mean `{near}`?"),
        None => Ok(()),
    }
}

impl core::error::Error for TextError {}
