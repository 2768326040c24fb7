//! What instructions that ran have read and written, in words.

use std::fmt::Write as _;

use isa_dsl::sorted::SortedMap;

use super::run::{Event, Location};
use super::text::DeclaredNames;

/// Elements of one width that an instruction reads, or writes, in one variable.
struct Elements {
    is_write: bool,
    what: String,
    bytes: u32,
    /// Values by the number of the element.
    values: SortedMap<u32, u64>,
}

/// A line for each variable, predicate and access of memory of an instruction, in the order in
/// which it came to them: `reads value: [0]=0x3 [1]=0x4`, or `reads value = 0x3 in 16 elements`
/// where all are the same. Elements count by the width of the access. What is read more than once
/// has its first value here, what is written more than once the last; what an instruction reads
/// that it has written itself is not said, nor that writing channels of a predicate reads the
/// others.
///
/// ```
/// use isa_mc::visa::run::{Event, Location};
/// use isa_mc::visa::text::DeclaredNames;
/// use isa_mc::visa::trace::lines;
///
/// // %thread_x, which nobody declares.
/// let location = Location::Variable { number: 1, byte: 0 };
/// let event = Event { is_write: false, location, bytes: 2, channel: 0, value: 5 };
/// assert_eq!(lines(&DeclaredNames::default(), &[event]), ["reads %thread_x = 0x5"]);
/// ```
pub fn lines(names: &DeclaredNames, events: &[Event]) -> Vec<String> {
    /// A line, or the place of one that is complete when all events are known.
    enum Line {
        Text(String),
        Elements(usize),
    }
    let mut order = Vec::new();
    let mut all: Vec<Elements> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let behind = events.get(at + 1);
        let is_predicate = matches!(event.location, Location::Predicate { .. });
        let is_own = behind.is_some_and(|it| it.is_write && it.location == event.location);
        if !event.is_write && is_predicate && is_own {
            continue;
        }
        let (what, byte) = match event.location {
            Location::Memory { address } => {
                let verb = if event.is_write { "stores" } else { "loads" };
                let Event {
                    channel,
                    bytes,
                    value,
                    ..
                } = event;
                let line =
                    format!("channel {channel} {verb} {bytes} bytes at {address:#x}: {value:#x}");
                order.push(Line::Text(line));
                continue;
            }
            Location::Variable { number, byte } => (variable(names, number), byte),
            Location::Partner { number, byte } => {
                let name = variable(names, number);
                (format!("{name} of the other thread"), byte)
            }
            Location::Address { number, byte } => {
                let name = names.address(number).map(str::to_owned);
                (name.unwrap_or_else(|| format!("A{number}")), byte)
            }
            Location::Predicate { number } => {
                let name = names.predicate(number).map(str::to_owned);
                (name.unwrap_or_else(|| format!("P{number}")), 0)
            }
            Location::Mask => ("the execution mask".to_owned(), 0),
        };
        let bytes = u32::from(event.bytes);
        let element = byte / bytes.max(1);
        let same = |it: &&Elements| it.bytes == bytes && it.what == what;
        let mut written = all.iter().filter(same).filter(|it| it.is_write);
        if !event.is_write && written.any(|it| it.values.contains_key(&element)) {
            continue;
        }
        let same = |it: &Elements| it.is_write == event.is_write && same(&it);
        let at = all.iter().position(same).unwrap_or_else(|| {
            order.push(Line::Elements(all.len()));
            all.push(Elements {
                is_write: event.is_write,
                what,
                bytes,
                values: SortedMap::new(),
            });
            all.len() - 1
        });
        let value = all[at].values.entry(element).or_insert(event.value);
        if event.is_write {
            *value = event.value;
        }
    }
    let lines = order.into_iter().map(|line| match line {
        Line::Text(line) => line,
        Line::Elements(at) => all[at].line(),
    });
    lines.collect()
}

fn variable(names: &DeclaredNames, number: u32) -> String {
    let name = names.variable(number).map(str::to_owned);
    name.unwrap_or_else(|| format!("V{number}"))
}

impl Elements {
    fn line(&self) -> String {
        let verb = if self.is_write { "writes" } else { "reads" };
        let mut line = format!("{verb} {}", self.what);
        let mut values = self.values.iter();
        match values.next() {
            Some((0, value)) if self.values.len() == 1 => {
                let _ = write!(line, " = {value:#x}");
            }
            Some((_, value)) if self.values.len() > 1 && values.all(|(_, it)| it == value) => {
                let _ = write!(line, " = {value:#x} in {} elements", self.values.len());
            }
            _ => {
                line.push(':');
                for (element, value) in &self.values {
                    let _ = write!(line, " [{element}]={value:#x}");
                }
            }
        }
        line
    }
}
