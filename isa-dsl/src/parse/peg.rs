//! Matching by a grammar that is data: a function that runs over a table of what rules say,
//! with pest's own state of a parser. Pairs, and what was expected where, are pest's.
//!
//! pest's derive writes a function for each rule and a closure for each of its parts instead, and
//! each of those has copies of pest's functions: a quarter of what rustc would compile of this
//! crate, for a parser that is no faster.

use std::fmt::Debug;
use std::hash::Hash;

use pest::error::Error;
use pest::iterators::Pairs;
use pest::{Atomicity, ParseResult, ParserState};

/// What matches.
pub(super) enum Expr<R: 'static> {
    /// This text.
    Text(&'static str),
    /// A character that is one of these.
    Class(fn(char) -> bool),
    /// Any character.
    Any,
    /// Everything in front of the first of these texts, or all that is left.
    Until(&'static [&'static str]),
    /// Nothing, where the text begins.
    Start,
    /// Nothing, where the text ends.
    End,
    /// What the rule says.
    Rule(R),
    /// One after the other.
    Sequence(&'static [Expr<R>]),
    /// The first that matches.
    Choice(&'static [Expr<R>]),
    /// Once or not at all.
    Optional(&'static Expr<R>),
    /// As often as it goes, or not at all.
    Repeat(&'static Expr<R>),
    /// Nothing, where this would match.
    Ahead(&'static Expr<R>),
    /// Nothing, where this would not match.
    NotAhead(&'static Expr<R>),
}

/// What a match of a rule becomes.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A pair.
    Normal,
    /// Nothing of its own.
    Silent,
    /// A pair without space and without pairs in it.
    Atomic,
    /// A pair without space in it.
    CompoundAtomic,
}

/// A rule.
pub(super) struct Definition<R: 'static> {
    pub kind: Kind,
    pub begins: Begins,
    pub expr: Expr<R>,
}

/// How the text of a rule may begin.
pub(super) struct Begins {
    /// The ASCII characters, each a bit.
    pub ascii: u128,
    /// Any other character.
    pub other: bool,
    /// It may be empty.
    pub empty: bool,
}

impl Begins {
    /// Whether a rule can match in front of this byte, or at the end of the text.
    fn at(&self, byte: Option<u8>) -> bool {
        self.empty
            || match byte {
                Some(byte @ ..128) => self.ascii >> byte & 1 == 1,
                Some(_) => self.other,
                None => false,
            }
    }
}

/// The rules of a grammar.
pub(super) trait Rules: Copy + Debug + Eq + Hash + Ord + 'static {
    /// White space, and comments.
    const SKIPPED: [Self; 2];

    /// What a rule says.
    fn definition(self) -> &'static Definition<Self>;
}

/// Matches a rule from the beginning of a text. What cannot match here is not tried, so the error
/// does not say all that could stand where it is: [`explain`] does.
pub(super) fn parse<R: Rules>(rule: R, text: &str) -> Result<Pairs<'_, R>, Error<R>> {
    let matcher = Matcher {
        text: text.as_bytes(),
        tries_all: false,
    };
    pest::state(text, |state| matcher.rule(state, rule))
}

/// The same, with all that was expected where the text does not match.
pub(super) fn explain<R: Rules>(rule: R, text: &str) -> Result<Pairs<'_, R>, Error<R>> {
    let matcher = Matcher {
        text: text.as_bytes(),
        tries_all: true,
    };
    pest::state(text, |state| matcher.rule(state, rule))
}

type State<'i, R> = Box<ParserState<'i, R>>;

#[derive(Clone, Copy)]
struct Matcher<'i> {
    text: &'i [u8],
    /// Rules are tried that cannot match.
    tries_all: bool,
}

impl Matcher<'_> {
    /// The byte behind what was matched.
    fn next<R: Rules>(self, state: &State<'_, R>) -> Option<u8> {
        self.text.get(state.position().pos()).copied()
    }

    fn rule<R: Rules>(self, state: State<'_, R>, rule: R) -> ParseResult<State<'_, R>> {
        let Definition { kind, begins, expr } = rule.definition();
        if !self.tries_all && !begins.at(self.next(&state)) {
            return Err(state);
        }
        match kind {
            Kind::Silent => self.matched(state, expr),
            Kind::Normal => state.rule(rule, |state| self.matched(state, expr)),
            Kind::Atomic => state.rule(rule, |state| {
                state.atomic(Atomicity::Atomic, |state| self.matched(state, expr))
            }),
            Kind::CompoundAtomic => state.atomic(Atomicity::CompoundAtomic, |state| {
                state.rule(rule, |state| self.matched(state, expr))
            }),
        }
    }

    fn matched<'i, R: Rules>(
        self,
        state: State<'i, R>,
        expr: &'static Expr<R>,
    ) -> ParseResult<State<'i, R>> {
        match expr {
            Expr::Text(text) => state.match_string(text),
            Expr::Class(class) => state.match_char_by(class),
            Expr::Any => state.skip(1),
            Expr::Until(texts) => state.skip_until(texts),
            Expr::Start => state.start_of_input(),
            Expr::End => state.end_of_input(),
            Expr::Rule(rule) => self.rule(state, *rule),
            Expr::Sequence(all) => state.sequence(|mut state| {
                for (at, one) in all.iter().enumerate() {
                    if at > 0 {
                        state = self.skipped(state)?;
                    }
                    state = self.matched(state, one)?;
                }
                Ok(state)
            }),
            Expr::Choice(any) => {
                let mut state = state;
                for one in *any {
                    match self.matched(state, one) {
                        Ok(state) => return Ok(state),
                        Err(unmatched) => state = unmatched,
                    }
                }
                Err(state)
            }
            Expr::Optional(one) => state.optional(|state| self.matched(state, one)),
            Expr::Repeat(one) if state.atomicity() == Atomicity::NonAtomic => {
                state.optional(|state| {
                    self.matched(state, one)?.repeat(|state| {
                        state.sequence(|state| self.matched(self.skipped(state)?, one))
                    })
                })
            }
            Expr::Repeat(one) => state.repeat(|state| self.matched(state, one)),
            Expr::Ahead(one) => state.lookahead(true, |state| self.matched(state, one)),
            Expr::NotAhead(one) => state.lookahead(false, |state| self.matched(state, one)),
        }
    }

    /// White space and comments, where they may stand.
    fn skipped<R: Rules>(self, state: State<'_, R>) -> ParseResult<State<'_, R>> {
        let [space, comment] = R::SKIPPED;
        let next = self.next(&state);
        let is_there = [space, comment].map(|it| it.definition().begins.at(next));
        if is_there == [false; 2] || state.atomicity() != Atomicity::NonAtomic {
            return Ok(state);
        }
        state.atomic(Atomicity::Atomic, |state| {
            state
                .repeat(|state| self.rule(state, space))?
                .repeat(|state| {
                    state.sequence(|state| {
                        self.rule(state, comment)?
                            .repeat(|state| self.rule(state, space))
                    })
                })
        })
    }
}
