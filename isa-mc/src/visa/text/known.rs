//! The names that a listing has for the numbers of a kernel or function.

use std::cell::RefCell;
use std::collections::HashMap;

use super::cursor::push_escaped;
use super::words::{SURFACES, VARIABLES, is_name};
use crate::stream::Names;
use crate::visa::object::{LabelKind, Routine, first};

/// How things are called in a listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// By the names that they are declared with, so that the text gives the same object.
    Names,
    /// As `GenX_IR`, release 1.0.12504.6, calls them when it prints an object: by their
    /// numbers, but for variables and labels, and labels with a number behind their names.
    GenX,
}

/// Names by number, as a listing writes them.
pub(super) struct Known {
    pub(super) variables: Vec<String>,
    pub(super) addresses: Vec<String>,
    pub(super) predicates: Vec<String>,
    pub(super) samplers: Vec<String>,
    pub(super) surfaces: Vec<String>,
    pub(super) labels: Vec<String>,
    /// The whole pool, as it stands within quotes.
    pub(super) strings: Vec<String>,
    /// Labels that instructions mention, in order.
    pub(super) mentioned: RefCell<Vec<u64>>,
}

impl Known {
    pub(super) fn new(routine: &Routine, style: Style) -> Known {
        match style {
            Style::Names => Known::own(routine),
            Style::GenX => Known::genx(routine),
        }
    }

    /// Declared names, where a text can have them; other things have numbers.
    fn own(routine: &Routine) -> Known {
        let strings = &routine.strings;
        let name = |number: u32| strings.text(number).into_owned();
        // A name that two things have is none, nor one that stands for something else.
        let mut counts: HashMap<String, usize> = HashMap::new();
        let variables = routine.variables.iter().map(|row| row.name);
        let addresses = routine.addresses.iter().map(|row| row.name);
        let predicates = routine.predicates.iter().map(|row| row.name);
        let states = routine.samplers.iter().chain(&routine.surfaces);
        let states = states.map(|row| row.name);
        let all = variables.chain(addresses).chain(predicates).chain(states);
        for number in all {
            *counts.entry(name(number)).or_default() += 1;
        }
        let mut taken = counts.clone();
        let mut text = |number: u32, prefix: &str, id: usize| {
            let name = name(number);
            let is_taken = counts.get(&name).is_some_and(|&count| count > 1);
            if is_name(&name) && !is_taken && !is_predefined(&name) {
                return name;
            }
            let mut own = format!("{prefix}{id}");
            while taken.contains_key(&own) || is_predefined(&own) {
                own.push('_');
            }
            taken.insert(own.clone(), 1);
            own
        };
        let rows = routine.variables.iter().zip(first::VARIABLE as usize..);
        let variables = rows.map(|(row, id)| text(row.name, "V", id)).collect();
        let rows = routine.addresses.iter().zip(first::ADDRESS as usize..);
        let addresses = rows.map(|(row, id)| text(row.name, "A", id)).collect();
        let rows = routine.predicates.iter().zip(first::PREDICATE as usize..);
        let predicates = rows.map(|(row, id)| text(row.name, "P", id)).collect();
        let rows = routine.samplers.iter().zip(first::SAMPLER as usize..);
        let samplers = rows.map(|(row, id)| text(row.name, "S", id)).collect();
        let rows = routine.surfaces.iter().zip(first::SURFACE as usize..);
        let surfaces = rows.map(|(row, id)| text(row.name, "T", id)).collect();
        let mut blocks: HashMap<String, usize> = HashMap::new();
        for label in &routine.labels {
            *blocks.entry(name(label.name)).or_default() += 1;
        }
        let rows = routine.labels.iter().enumerate();
        let labels = rows.map(|(id, label)| {
            let name = name(label.name);
            if is_name(&name) && blocks.get(&name) == Some(&1) {
                return name;
            }
            let mut own = format!("L{id}");
            while blocks.contains_key(&own) {
                own.push('_');
            }
            blocks.insert(own.clone(), 1);
            own
        });
        Known {
            variables,
            addresses,
            predicates,
            samplers,
            surfaces,
            labels: labels.collect(),
            strings: escaped_strings(routine),
            mentioned: RefCell::default(),
        }
    }

    /// Names as `GenX_IR` has them of an object that it reads: labels have the number of
    /// their name behind it, and only variables and labels have names.
    fn genx(routine: &Routine) -> Known {
        let strings = &routine.strings;
        let variables = routine.variables.iter();
        let labels = routine.labels.iter();
        let labels = labels.map(|label| {
            let name = match (label.name, label.kind()) {
                (0, _) => "L".to_owned(),
                (name, LabelKind::Composed) => strings.text(name).into_owned(),
                (name, _) => format!("{}_{name}", strings.text(name)),
            };
            name.replace(['.', '$'], "_")
        });
        let numbered = |prefix: &'static str, first: u32, count: usize| {
            (first as usize..)
                .take(count)
                .map(move |id| format!("{prefix}{id}"))
        };
        Known {
            variables: variables
                .map(|row| strings.text(row.name).into_owned())
                .collect(),
            addresses: numbered("A", first::ADDRESS, routine.addresses.len()).collect(),
            predicates: numbered("P", first::PREDICATE, routine.predicates.len()).collect(),
            samplers: numbered("S", first::SAMPLER, routine.samplers.len()).collect(),
            surfaces: numbered("T", first::SURFACE, routine.surfaces.len()).collect(),
            labels: labels.collect(),
            strings: escaped_strings(routine),
            mentioned: RefCell::default(),
        }
    }

    /// The name of a variable, predefined ones included.
    pub(super) fn variable(&self, id: u32) -> &str {
        match id.checked_sub(first::VARIABLE) {
            Some(row) => self.variables.get(row as usize).map_or("", String::as_str),
            None => VARIABLES.get(id as usize).copied().unwrap_or(""),
        }
    }
}

fn escaped_strings(routine: &Routine) -> Vec<String> {
    let strings = routine.strings.iter();
    let escaped = strings.map(|string| {
        let mut out = String::new();
        push_escaped(&mut out, string);
        out
    });
    escaped.collect()
}

/// Whether a name stands for something that nobody declares.
fn is_predefined(name: &str) -> bool {
    let numbered = |prefix: char, count: usize| {
        let digits = name.strip_prefix(prefix);
        let number = digits.and_then(|digits| digits.parse::<usize>().ok());
        number.is_some_and(|number| number < count)
    };
    SURFACES.contains(&name)
        || name == super::words::BINDLESS.0
        || numbered('V', VARIABLES.len())
        || numbered('T', SURFACES.len())
}

impl Names for Known {
    fn number(&self, _: &str, _: &str) -> Option<u64> {
        None
    }

    fn name(&self, prefix: &str, number: u64) -> Option<&str> {
        let (names, first) = match prefix {
            "V" => (&self.variables, first::VARIABLE),
            "A" => (&self.addresses, first::ADDRESS),
            "P" => (&self.predicates, first::PREDICATE),
            "S" => (&self.samplers, first::SAMPLER),
            "T" => (&self.surfaces, first::SURFACE),
            "string" => (&self.strings, 0),
            "L" => {
                let mut mentioned = self.mentioned.borrow_mut();
                if mentioned.last() != Some(&number) {
                    mentioned.push(number);
                }
                (&self.labels, first::LABEL)
            }
            _ => return None,
        };
        let row = usize::try_from(number.checked_sub(u64::from(first))?).ok()?;
        names.get(row).map(String::as_str)
    }
}
