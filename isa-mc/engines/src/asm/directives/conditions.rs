//! `.if` and its like.

use super::super::arguments::Arguments;
use super::super::conditions::{Condition, Directive, Kind, State};
use super::super::error::{Code, Fault};
use super::super::reading::{Reading, Statement};
use crate::object::{Base, Definition, Location, SymbolId};

impl Reading<'_, '_, '_> {
    /// Does what a condition asks for; whether the statement is one.
    pub(in super::super) fn condition(&mut self, statement: &Statement<'_>) -> bool {
        let Some((directive, end)) = Directive::at_front(statement.text) else {
            return false;
        };
        if let Err(fault) = self.decide(statement.text, statement.whole(), directive, end) {
            self.fault(statement, fault);
        }
        true
    }

    /// Does what a directive about conditions asks for: the statement, where it stands, and
    /// where the name of the directive ends in it.
    #[inline]
    pub(in super::super) fn decide(
        &mut self,
        statement: &str,
        location: Location,
        directive: Directive,
        end: usize,
    ) -> Result<(), Fault> {
        let mut arguments = Arguments::new(statement, end);
        match directive {
            Directive::ElseIf => self.else_if(&mut arguments, location, end),
            Directive::Else => arguments.end().and_then(|()| self.otherwise(end)),
            Directive::EndIf => arguments
                .end()
                .and_then(|()| match self.conditions.open.pop() {
                    Some(_) => Ok(()),
                    None => Err(unbalanced(".endif", end)),
                }),
            Directive::If(kind) => {
                let state = if self.conditions.is_skipping() {
                    Ok(State::Done)
                } else {
                    let holds = self.holds(location, kind, &mut arguments);
                    holds.map(|holds| if holds { State::Holds } else { State::Not })
                };
                self.conditions.open.push(Condition {
                    location,
                    // What stands under a condition that is wrong is not read.
                    state: *state.as_ref().unwrap_or(&State::Done),
                    has_else: false,
                });
                state.map(|_| ())
            }
        }
    }

    /// `.elseif VALUE`
    fn else_if(
        &mut self,
        arguments: &mut Arguments<'_>,
        location: Location,
        end: usize,
    ) -> Result<(), Fault> {
        let fault = |message| Err(Fault::new(Code::Unbalanced, 0..end, message));
        let state = match self.conditions.open.last() {
            None => return Err(unbalanced(".elseif", end)),
            Some(open) if open.has_else => return fault("`.elseif` behind `.else`"),
            Some(open) => open.state,
        };
        let state = match state {
            State::Not => {
                let value = arguments.number(&mut self.scope(location))?;
                arguments.end()?;
                if value == 0 { State::Not } else { State::Holds }
            }
            _ => State::Done,
        };
        if let Some(open) = self.conditions.open.last_mut() {
            open.state = state;
        }
        Ok(())
    }

    /// `.else`
    fn otherwise(&mut self, end: usize) -> Result<(), Fault> {
        let Some(open) = self.conditions.open.last_mut() else {
            return Err(unbalanced(".else", end));
        };
        if open.has_else {
            let message = "a second `.else`";
            return Err(Fault::new(Code::Unbalanced, 0..end, message));
        }
        open.has_else = true;
        open.state = match open.state {
            State::Not => State::Holds,
            _ => State::Done,
        };
        Ok(())
    }

    /// Whether a symbol is a label, or worth a number or what counts from a label.
    fn is_defined(&self, symbol: SymbolId) -> bool {
        let symbols = &self.builder.symbols;
        match symbols[symbol].definition {
            Definition::Place(_) => true,
            Definition::Expression(value) => {
                let value = self.builder.evaluate(value);
                value.is_ok_and(|value| match value.plus {
                    Some(Base::Symbol(base, _)) => {
                        matches!(symbols[base].definition, Definition::Place(_))
                    }
                    Some(Base::Place(_)) | None => true,
                })
            }
            _ => false,
        }
    }

    /// Whether a condition holds.
    fn holds(
        &mut self,
        location: Location,
        kind: Kind,
        arguments: &mut Arguments<'_>,
    ) -> Result<bool, Fault> {
        let holds = match kind {
            Kind::Number(compares) => {
                let scope = &mut self.scope(location);
                compares(&arguments.number(scope)?, &0)
            }
            Kind::Defined(is_asked) => {
                let name = arguments.name()?;
                let symbol = self.builder.symbols.find(name);
                symbol.is_some_and(|symbol| self.is_defined(symbol)) == is_asked
            }
            Kind::Blank(is_asked) => return Ok(arguments.rest().is_empty() == is_asked),
            Kind::Texts(is_asked) => {
                let mut tokens = arguments.tokens();
                let left = tokens.up_to_comma()?;
                if !tokens.take_comma() {
                    let message = "expected two texts with a comma between them";
                    return Err(arguments.fault(Code::BadArguments, message));
                }
                return Ok((left == tokens.rest()) == is_asked);
            }
            Kind::Strings(is_asked) => {
                let left = arguments.quoted()?;
                arguments.comma()?;
                (left == arguments.quoted()?) == is_asked
            }
        };
        arguments.end()?;
        Ok(holds)
    }
}

fn unbalanced(name: &str, end: usize) -> Fault {
    let message = format!("`{name}` without its `.if`");
    Fault::new(Code::Unbalanced, 0..end, message)
}
