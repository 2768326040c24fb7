//! Of the forms of streams which are worth a look to print a value.

use crate::tables::{
    NONE, Operator, Rows, Step, StepParts, StreamChoice, StreamForm, StreamOption, StreamPlace,
    Tables, TablesBuf,
};

/// Lists of forms for the values of a place.
const LISTS: u64 = 32;
/// With fewer forms that say the value of one place nothing is gained by lists.
const LEAST: usize = 3;

/// Fills in the `choices` of all streams.
pub(super) fn stream_choices(tables: &mut TablesBuf) {
    let mut choices = Choices::default();
    let view = tables.view();
    for stream in view.streams {
        let start = choices.rows.len() as u32;
        for syntax in 0..view.syntaxes.len() {
            let choice = choices.choice(&view, stream.forms, syntax);
            choices.rows.push(choice);
        }
        let len = view.syntaxes.len() as u16;
        choices.streams.push(Rows { start, len });
    }
    for (stream, rows) in tables.streams.iter_mut().zip(choices.streams) {
        stream.choices = rows;
    }
    tables.stream_choices = choices.rows;
    tables.stream_lists = choices.lists;
    tables.stream_options = choices.options;
}

/// Which forms print a value.
#[derive(Default)]
struct Choices {
    /// By stream.
    streams: Vec<Rows>,
    rows: Vec<StreamChoice>,
    lists: Vec<Rows>,
    options: Vec<StreamOption>,
}

impl Choices {
    /// The forms of a syntax, by the place of which most of them say the value.
    fn choice(&mut self, tables: &Tables<'_>, forms: Rows, syntax: usize) -> StreamChoice {
        let forms: Vec<(u32, &StreamForm)> = (forms.start..)
            .zip(&tables.stream_forms[forms.range()])
            .filter(|(_, form)| usize::from(form.syntax) == syntax && !form.read_only.is_set())
            .collect();
        let mut counts: Vec<(u16, usize)> = Vec::new();
        for value in forms
            .iter()
            .flat_map(|(_, form)| &tables.stream_values[form.implies.range()])
        {
            match counts.iter_mut().find(|(place, _)| *place == value.place) {
                Some((_, count)) => *count += 1,
                None => counts.push((value.place, 1)),
            }
        }
        // Of as many the first.
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        let place = most
            .filter(|(_, count)| *count >= LEAST)
            .map(|(place, _)| tables.stream_places[usize::from(*place)]);
        // The bits that lists are for, and whether they are all bits of the place.
        let (bits, is_whole) = place.map_or((0, false), |place| {
            let bits = place.field.width.min(LISTS.ilog2() as u8);
            (bits, bits == place.field.total)
        });
        let start = self.lists.len() as u32;
        for list in 0..1_u64 << bits {
            let known = place.map(|place| Known {
                place,
                value: list,
                is_whole,
            });
            let first = self.options.len() as u32;
            for (index, form) in &forms {
                let when = match decide(tables, form.when, known.as_ref()) {
                    Some(false) => continue,
                    Some(true) => NONE,
                    None => form.when,
                };
                self.options.push(StreamOption { form: *index, when });
            }
            let len = (self.options.len() as u32 - first) as u16;
            self.lists.push(Rows { start: first, len });
        }
        StreamChoice {
            lists: start,
            leaf: place.map_or(0, |place| place.leaf),
            shift: place.map_or(0, |place| place.field.shift),
            mask: ((1_u16 << bits) - 1) as u8,
        }
    }
}

/// What is known of the value of a place.
struct Known {
    place: StreamPlace,
    /// Its lowest bits.
    value: u64,
    /// There are no others.
    is_whole: bool,
}

impl Known {
    /// What a comparison of a place with a number comes to; `None` if that is not known.
    fn compare(&self, place: &StreamPlace, operator: Operator, number: i32) -> Option<bool> {
        if (place.leaf, place.field) != (self.place.leaf, self.place.field) {
            return None;
        }
        let number = i64::from(number);
        if !self.is_whole {
            // The lowest bits tell that two numbers differ, never that they are the same.
            let low = (1 << LISTS.ilog2().min(u32::from(place.field.width))) - 1;
            let differ = number.cast_unsigned() & low != self.value;
            return match operator {
                Operator::Eq => differ.then_some(false),
                Operator::Ne => differ.then_some(true),
                _ => None,
            };
        }
        let value = self.value.cast_signed();
        Some(match operator {
            Operator::Eq => value == number,
            Operator::Ne => value != number,
            Operator::Lt => value < number,
            Operator::Le => value <= number,
            Operator::Gt => value > number,
            Operator::Ge => value >= number,
            _ => return None,
        })
    }
}

/// Whether a condition holds; `None` if what is known does not decide it.
fn decide(tables: &Tables<'_>, when: u16, known: Option<&Known>) -> Option<bool> {
    if when == NONE {
        return Some(true);
    }
    let program = tables.rules[usize::from(when)].program;
    let mut rest = &tables.program[program.range()];
    let mut stack = Vec::new();
    loop {
        if let Some((first, behind)) = rest.split_first_chunk()
            && let Some((place, number, operator)) = StepParts::comparison(first)
        {
            let place = &tables.stream_places[usize::from(place)];
            stack.push(known.and_then(|it| it.compare(place, operator, number)));
            rest = behind;
            continue;
        }
        let Some((step, behind)) = rest.split_first() else {
            return stack.pop()?;
        };
        rest = behind;
        match step.get() {
            Step::Binary(Operator::And) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                stack.push(match (a, b) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), it) | (it, Some(true)) => it,
                    (None, None) => None,
                });
            }
            Step::Binary(Operator::Or) => {
                let (b, a) = (stack.pop()?, stack.pop()?);
                stack.push(match (a, b) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), it) | (it, Some(false)) => it,
                    (None, None) => None,
                });
            }
            Step::Not => {
                let a = stack.pop()?;
                stack.push(a.map(|it| !it));
            }
            _ => return None,
        }
    }
}
