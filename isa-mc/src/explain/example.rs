//! An example of an encoding: its operands are filled in until they are an instruction.

use isa_dsl::sorted::SortedSet;
use std::ops::RangeInclusive;

use crate::error::OperandError;
use crate::tables::{Bits, Entry, Field, Kind, Meaning, Operand, Tables};
use crate::{DecodeError, Inst, Opcode, OperandValue, StreamInst, StreamTarget, SyntaxId, Target};

/// Operands that have another value than the one that would be taken first.
const MOST_CHANGES: usize = 3;

/// Instructions that are decoded to find an example.
const MOST_TRIES: usize = 4000;

/// Fields of fewer bits say how, and not what.
const FEW_BITS: u8 = 5;

/// Numbers of as many bits may be offsets.
const OFFSET_BITS: u8 = 8;

/// An instruction of an encoding, an index into [`Tables::encodings`]: its operands are registers
/// that differ where they may be, offsets are small multiples of eight, and all else is what a text
/// says that does not name it; the first syntax has a text for it, or the next one that has. `None` if the processor lacks the
/// encoding, or no values were found that are all allowed together.
///
/// ```
/// # #[cfg(feature = "gcn")] {
/// use isa_mc::explain::example;
/// use isa_mc::gcn::{self, syntax};
///
/// let target = gcn::target("gfx900").unwrap();
/// let inst = target.parse("v_div_fmas_f32 v0, v0, v0, v0", syntax::LLVM).unwrap();
/// let found = example(&target, inst.encoding().into()).unwrap();
/// let mut text = String::new();
/// target.print(found, syntax::LLVM, &mut text).unwrap();
/// assert_eq!(text, "v_div_fmas_f32 v2, v3, v4, v5");
/// # }
/// ```
pub fn example(target: &Target<'_>, encoding: usize) -> Option<Inst> {
    let tables = target.tables();
    let row = tables.encodings.get(encoding)?;
    let shape = tables.shapes.get(usize::from(row.shape))?;
    let mask = tables.shape_masks(shape).mask;
    let operands = &tables.operands[shape.operands.range()];
    let mut places = Vec::new();
    let mut bits = tables.encoding_bits(row);
    for (number, operand) in (0..).zip(operands) {
        let field = operand.field;
        if (field.mask(tables.pieces) & mask).any() {
            continue;
        }
        bits = field.set(bits, operand.default, tables.pieces);
        places.push(Place {
            operand: shape.operands.start + number,
            field,
            values: values(tables, operand, number.into()),
        });
    }
    let mut search = Search {
        target,
        tables,
        encoding,
        places,
        syntax: SyntaxId::default(),
        left: 0,
    };
    target.syntaxes().find_map(|(syntax, _)| {
        (search.syntax, search.left) = (syntax, MOST_TRIES);
        // What differs from the first choice in few places is found before what differs in more.
        (0..=MOST_CHANGES).find_map(|changes| search.fill(0, bits, changes))
    })
}

/// An operand that is to have a value.
struct Place {
    /// Its row.
    operand: u32,
    field: Field,
    /// The values that are tried.
    values: Vec<u64>,
}

/// The values that are tried of an operand, the one that reads best first: registers of lanes,
/// others, both aligned as groups of up to eight are; a number; whatever else its class has.
fn values(tables: &Tables<'_>, operand: &Operand, number: u64) -> Vec<u64> {
    let field = operand.field;
    let mut values = Vec::new();
    if field.total < FEW_BITS {
        values.push(operand.default);
        values.extend(0..1 << field.total);
    }
    let registers = [number + 2, number * 8];
    match operand.kind.get() {
        Kind::Register { .. } => values.extend(registers),
        Kind::Class { class, .. } => {
            let class = tables.classes.get(usize::from(class));
            let entries = class.map_or(&[][..], |it| &tables.entries[it.entries.range()]);
            for register in registers {
                values.extend(named(tables, entries, register, true));
                values.extend(named(tables, entries, register, false));
            }
            values.push(operand.default);
            values.extend(entries.iter().map(|entry| u64::from(entry.first)));
        }
        // Seen among the bits, and a multiple of what offsets are multiples of.
        Kind::Integer { .. } if field.total >= OFFSET_BITS => values.push(16 + 8 * number),
        Kind::Integer { .. } | Kind::Struct { .. } | Kind::List { .. } | Kind::Flag => {}
    }
    values.extend([operand.default, 1, 0]);
    let mut seen = SortedSet::new();
    values.retain(|&value| {
        let fits = field.total >= 64 || value >> field.total == 0;
        fits && seen.insert(value)
    });
    values
}

/// The values of a class that are the register of that number, or the group of that number, in
/// files that have one for each lane, or in the others.
fn named(
    tables: &Tables<'_>,
    entries: &[Entry],
    register: u64,
    per_lane: bool,
) -> impl Iterator<Item = u64> {
    entries.iter().filter_map(move |entry| {
        let Meaning::Register { file, number, step } = entry.meaning else {
            return None;
        };
        let file = tables.files.get(usize::from(file))?;
        let (first, last) = (u64::from(entry.first), u64::from(entry.last));
        let before = u64::from(number) / u64::from(step).max(1);
        let value = first + register.checked_sub(before)?;
        (file.per_lane.is_set() == per_lane && value <= last).then_some(value)
    })
}

struct Search<'t, 'a> {
    target: &'t Target<'a>,
    tables: &'a Tables<'a>,
    encoding: usize,
    places: Vec<Place>,
    /// The syntax that must have a text for it.
    syntax: SyntaxId,
    /// How many instructions may still be decoded.
    left: usize,
}

impl Search<'_, '_> {
    /// Fills the places from one on; so many of them may have another value than the first that
    /// is right by itself.
    fn fill(&mut self, at: usize, bits: Bits, changes: usize) -> Option<Inst> {
        let Some(place) = self.places.get(at) else {
            let inst = self.decode(bits).ok()?;
            let is_it = usize::from(inst.encoding()) == self.encoding;
            return (is_it && self.is_said(inst)).then_some(inst);
        };
        let (field, first) = (place.field, self.places[0].operand);
        let own = place.operand;
        let mut changed = 0;
        for at_value in 0..place.values.len() {
            if changed > changes || self.left == 0 {
                return None;
            }
            let value = self.places[at].values[at_value];
            let next = field.set(bits, value, self.tables.pieces);
            match self.decode(next) {
                // It is the value of this place that is wrong, or of one before.
                Err(DecodeError::Operand { operand, .. }) if (first..=own).contains(&operand) => {}
                Err(DecodeError::Feature { .. }) => return None,
                _ => {
                    if let Some(found) = self.fill(at + 1, next, changes - changed) {
                        return Some(found);
                    }
                    changed = 1;
                }
            }
        }
        None
    }

    fn decode(&mut self, bits: Bits) -> Result<Inst, DecodeError> {
        self.left = self.left.checked_sub(1).ok_or(DecodeError::Unknown)?;
        let mut bytes = bits.to_le_bytes();
        if self.tables.big_endian {
            let unit = usize::from(self.tables.word_bits / 8).max(1);
            bytes.chunks_mut(unit).for_each(<[u8]>::reverse);
        }
        self.target.decode(&bytes)
    }

    fn is_said(&self, inst: Inst) -> bool {
        let mut text = String::new();
        self.target.print(inst, self.syntax, &mut text).is_ok()
    }
}

/// Parts that are given values for an instruction of a byte stream.
const MOST_PARTS: usize = 32;

/// Numbers that are tried of a part that is not written as a word.
const NUMBERS: RangeInclusive<i64> = 1..=32;

/// An instruction of a machine of byte streams: every part has its default, and where that means
/// nothing the first value that does. `None` if the processor lacks it, or no values were found
/// that are all allowed together.
pub fn stream_example(target: &StreamTarget<'_>, opcode: Opcode) -> Option<StreamInst> {
    let tables = target.tables();
    let mut given: Vec<(String, OperandValue<'_>)> = Vec::new();
    let created = |given: &[(String, OperandValue<'_>)]| {
        let values: Vec<_> = given.iter().map(|(name, it)| (&**name, *it)).collect();
        match target.create(opcode, &values) {
            Ok(inst) => Ok(inst),
            Err(OperandError::Invalid(DecodeError::Stream(error))) => Err(Some(error)),
            Err(_) => Err(None),
        }
    };
    let mut found = created(&given);
    while let Err(Some(wrong)) = found {
        let member = tables.stream_members.get(usize::from(wrong.member))?;
        if given.len() == MOST_PARTS {
            return None;
        }
        let path = wrong.path(tables).to_string();
        let numbers = NUMBERS.map(OperandValue::Int);
        let mut values = words(tables, member.kind.get()).chain(numbers);
        found = values.find_map(|value| {
            given.push((path.clone(), value));
            let found = created(&given);
            let is_further = match &found {
                Ok(_) => true,
                Err(Some(error)) => (error.leaf, error.member) != (wrong.leaf, wrong.member),
                Err(None) => false,
            };
            if !is_further {
                given.pop();
            }
            is_further.then_some(found)
        })?;
    }
    let inst = match found {
        Ok(inst) => inst,
        // A rule is broken, which speaks of numbers: `count != 0`.
        Err(_) => {
            let names: SortedSet<_> = tables.stream_members.iter().map(|it| it.name).collect();
            names.into_iter().find_map(|name| {
                let value = (tables.text(name).to_owned(), OperandValue::Int(1));
                let given: Vec<_> = given.iter().cloned().chain([value]).collect();
                created(&given).ok()
            })?
        }
    };
    said(target, inst)
}

/// An instruction that a text says: this one, or it with ones for one or two numbers that are zero.
fn said(target: &StreamTarget<'_>, inst: StreamInst) -> Option<StreamInst> {
    let is_said = |inst: &StreamInst| {
        let mut text = String::new();
        target.print(*inst, SyntaxId::default(), &mut text).is_ok()
    };
    if is_said(&inst) {
        return Some(inst);
    }
    let numbers = target.pieces(inst).filter(|piece| {
        let kind = piece.member.map(|it| it.kind.get());
        piece.bits == 0 && matches!(kind, Some(Kind::Integer { .. }))
    });
    let numbers: Vec<String> = numbers.map(|piece| piece.path.to_string()).collect();
    let with = |paths: &[&String]| {
        let ones: Vec<_> = paths
            .iter()
            .map(|it| (&***it, OperandValue::Int(1)))
            .collect();
        target.set_values(inst, &ones).ok().filter(&is_said)
    };
    let one = numbers.iter().find_map(|it| with(&[it]));
    one.or_else(|| {
        let mut pairs = (0..numbers.len()).flat_map(|at| (0..at).map(move |it| (it, at)));
        pairs.find_map(|(first, second)| with(&[&numbers[first], &numbers[second]]))
    })
}

/// The words that values of a class are written as.
fn words<'a>(tables: &'a Tables<'a>, kind: Kind) -> impl Iterator<Item = OperandValue<'a>> {
    let class = match kind {
        Kind::Class { class, .. } => tables.classes.get(usize::from(class)),
        _ => None,
    };
    let entries = class.map_or(&[][..], |class| &tables.entries[class.entries.range()]);
    entries.iter().filter_map(|entry| match entry.meaning {
        Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } => {
            Some(OperandValue::Keyword(tables.text(text)))
        }
        _ => None,
    })
}
