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
    PlaceTwice,
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
            TextErrorKind::NoRoutine => "V0202",
            TextErrorKind::Declared { .. } | TextErrorKind::PlaceTwice => "V0301",
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
        match &self.kind {
            TextErrorKind::Unterminated { end } => write!(f, "this has no end: `{end}` is missing"),
            TextErrorKind::Expected { what } => write!(f, "expected {what}"),
            TextErrorKind::Left => f.write_str("expected the end of the line"),
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
            TextErrorKind::UnknownDirective { near } => {
                f.write_str("no directive has this name")?;
                meant(f, *near)
            }
            TextErrorKind::UnknownAttribute { near } => {
                f.write_str("no attribute that may stand here has this name")?;
                meant(f, *near)
            }
            TextErrorKind::UnknownWord { what, near } => {
                write!(f, "this is not {what}")?;
                meant(f, *near)
            }
            TextErrorKind::Declared { line } => {
                write!(f, "this name is declared already, in line {line}: choose another one")
            }
            TextErrorKind::NotDeclared { thing, near } => {
                write!(f, "no {thing} of this name is declared")?;
                meant(f, near.as_deref())
            }
            TextErrorKind::OtherThing { is, wanted } => {
                write!(f, "a {wanted} must stand here, and this is declared as {is}")
            }
            TextErrorKind::NoPlace => f.write_str(
                "nothing stands at this label: write its name and a colon where it is",
            ),
            TextErrorKind::PlaceTwice => f.write_str("this label is somewhere already"),
            TextErrorKind::Range { number, low, high } => {
                write!(f, "{number} cannot stand here, {low} to {high} can")
            }
            TextErrorKind::DivisionByZero => f.write_str("a division by zero"),
            TextErrorKind::TooDeep => f.write_str("too many parentheses within one another"),
            TextErrorKind::Scope => f.write_str("`{` and `}` must pair"),
            TextErrorKind::Instruction { message } => f.write_str(message),
            TextErrorKind::TooMany => f.write_str("objects cannot hold so many of these"),
        }
    }
}

fn meant(f: &mut Formatter<'_>, near: Option<&str>) -> fmt::Result {
    match near {
        Some(near) => write!(f, "; did you mean `{near}`?"),
        None => Ok(()),
    }
}

impl core::error::Error for TextError {}
