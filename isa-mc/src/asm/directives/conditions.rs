//! `.if` and its like.

use super::super::arguments::Arguments;
use super::super::error::{Code, Fault};
use super::super::head::name_end;
use super::super::reading::{Reading, Statement};
use crate::TargetMachine;
use crate::object::{Definition, Location};

/// The conditions that statements of a text stand under.
#[derive(Debug, Default)]
pub(in super::super) struct Conditions {
    open: Vec<Condition>,
}

#[derive(Debug)]
struct Condition {
    location: Location,
    state: State,
    /// `.else` was there.
    has_else: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The statements are read.
    Holds,
    /// They are not, but a later branch may be.
    Not,
    /// A branch was read already, or what stands around it is not read.
    Done,
}

impl Conditions {
    /// Whether statements are passed over.
    pub(in super::super) fn is_skipping(&self) -> bool {
        self.open.last().is_some_and(|it| it.state != State::Holds)
    }

    /// A condition without its end.
    pub(in super::super) fn unclosed(&self) -> Option<Location> {
        self.open.last().map(|it| it.location)
    }
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    /// Does what a condition asks for; whether the statement is one.
    pub(in super::super) fn condition(
        &mut self,
        statement: &Statement<'_>,
        conditions: &mut Conditions,
    ) -> bool {
        let text = statement.text;
        let begins = |word: &str| {
            text.get(..3)
                .is_some_and(|it| it.eq_ignore_ascii_case(word))
        };
        if ![".if", ".el", ".en"].into_iter().any(begins) {
            return false;
        }
        let end = name_end(text.as_bytes());
        let name = text[..end].to_ascii_lowercase();
        let mut arguments = Arguments::new(text, end);
        let location = statement.whole();
        let unbalanced = || {
            let message = format!("`{name}` without its `.if`");
            Fault::new(Code::Unbalanced, 0..end, message)
        };
        let result = match &*name {
            ".elseif" => match conditions.open.last_mut() {
                None => Err(unbalanced()),
                Some(open) if open.has_else => Err(Fault::new(
                    Code::Unbalanced,
                    0..end,
                    "`.elseif` behind `.else`",
                )),
                Some(open) if open.state == State::Not => {
                    match arguments.number(&mut self.scope(location)) {
                        Ok(0) => Ok(()),
                        Ok(_) => {
                            open.state = State::Holds;
                            Ok(())
                        }
                        Err(fault) => Err(fault),
                    }
                }
                Some(open) => {
                    open.state = State::Done;
                    Ok(())
                }
            },
            ".else" => match conditions.open.last_mut() {
                None => Err(unbalanced()),
                Some(open) if open.has_else => {
                    Err(Fault::new(Code::Unbalanced, 0..end, "a second `.else`"))
                }
                Some(open) => {
                    open.has_else = true;
                    open.state = match open.state {
                        State::Not => State::Holds,
                        _ => State::Done,
                    };
                    Ok(())
                }
            },
            ".endif" => conditions.open.pop().map(|_| ()).ok_or_else(unbalanced),
            _ if name.starts_with(".if") => {
                let state = if conditions.is_skipping() {
                    Ok(State::Done)
                } else {
                    let holds = self.holds(statement, &name[3..], end, &mut arguments);
                    holds.map(|holds| if holds { State::Holds } else { State::Not })
                };
                conditions.open.push(Condition {
                    location,
                    // What stands under a condition that is wrong is not read.
                    state: *state.as_ref().unwrap_or(&State::Done),
                    has_else: false,
                });
                self.texts.keep(location);
                state.map(|_| ())
            }
            _ => return false,
        };
        if let Err(fault) = result {
            self.fault(statement, fault);
        }
        true
    }

    /// Whether a condition holds, by what stands behind `.if` in its name.
    fn holds(
        &mut self,
        statement: &Statement<'_>,
        kind: &str,
        end: usize,
        arguments: &mut Arguments<'_>,
    ) -> Result<bool, Fault> {
        let location = statement.whole();
        let holds = match kind {
            "" | "ne" => arguments.number(&mut self.scope(location))? != 0,
            "eq" => arguments.number(&mut self.scope(location))? == 0,
            "ge" => arguments.number(&mut self.scope(location))? >= 0,
            "gt" => arguments.number(&mut self.scope(location))? > 0,
            "le" => arguments.number(&mut self.scope(location))? <= 0,
            "lt" => arguments.number(&mut self.scope(location))? < 0,
            "def" | "ndef" | "notdef" => {
                let name = arguments.name()?;
                let symbol = self.builder.symbols.find(name);
                let is_defined = symbol.is_some_and(|symbol| {
                    self.builder.symbols[symbol].definition != Definition::Undefined
                });
                is_defined == (kind == "def")
            }
            "b" => return Ok(arguments.rest().is_empty()),
            "nb" => return Ok(!arguments.rest().is_empty()),
            "c" | "nc" => {
                let Some((left, right)) = arguments.rest().split_once(',') else {
                    let message = "expected two texts with a comma between them";
                    return Err(arguments.fault(Code::BadArguments, message));
                };
                return Ok((left.trim_ascii() == right.trim_ascii()) == (kind == "c"));
            }
            "eqs" | "nes" => {
                let left = arguments.string()?;
                arguments.comma()?;
                (left == arguments.string()?) == (kind == "eqs")
            }
            _ => {
                let message = format!("there is no directive `.if{kind}`");
                return Err(Fault::new(Code::UnknownDirective, 0..end, message));
            }
        };
        arguments.end()?;
        Ok(holds)
    }
}
