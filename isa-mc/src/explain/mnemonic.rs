//! What a mnemonic alone stands for: an instruction of which nothing else is said.

use crate::machines::AnyTarget;
use crate::stream::StreamBuilder;
use crate::tables::{Instruction, MAX_STREAM_BYTES, StreamStep};
use crate::{DecodeError, Opcode, StreamInst, StreamTarget, SyntaxId, Target};

use super::explanation::{Explanation, explain};

/// Values that are tried of an instruction of which zeros mean nothing.
const MAX_STEPS: usize = 1024;

/// Explains an instruction that a processor calls so, in any case, in which nothing else is
/// said: its fields are zero, or what they are where nothing is written. `None` if the
/// processor has none of that name, or none without more being said.
///
/// ```
/// # #[cfg(feature = "visa")] {
/// use isa_mc::{SyntaxId, explain, machines};
///
/// let target = machines::target("visa4.1").unwrap();
/// let explanation = explain::mnemonic(&target, SyntaxId::default(), "mov").unwrap();
/// assert_eq!(explanation.mnemonic, "mov");
/// assert!(explain::mnemonic(&target, SyntaxId::default(), "move").is_none());
/// # }
/// ```
pub fn mnemonic(target: &AnyTarget, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    match target {
        AnyTarget::Words(target) => of_words(target, syntax, name),
        AnyTarget::Streams(target) => of_streams(target, syntax, name),
    }
}

fn of_words(target: &Target<'static>, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    let tables = target.tables();
    tables.encodings.iter().find_map(|encoding| {
        let row = tables.instructions.get(usize::from(encoding.instruction))?;
        let shape = tables.shapes.get(usize::from(encoding.shape))?;
        let said = tables
            .texts
            .get(encoding.mnemonics as usize + usize::from(syntax.0));
        let is_name = |text: &str| text.eq_ignore_ascii_case(name);
        let is_it =
            is_name(tables.text(row.name)) || said.is_some_and(|it| is_name(tables.text(*it)));
        if !is_it || shape.arch != target.arch_index() {
            return None;
        }
        let mut bytes = tables.encoding_bits(encoding).to_le_bytes();
        if tables.big_endian {
            let unit = usize::from(tables.word_bits / 8).max(1);
            bytes.chunks_mut(unit).for_each(<[u8]>::reverse);
        }
        explain(target, syntax, target.decode(&bytes).ok()?)
    })
}

fn of_streams(target: &StreamTarget<'static>, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    let tables = target.tables();
    let mut rows = tables.instructions.iter().zip(0..);
    let (row, opcode) = rows.find(|(row, _)| tables.text(row.name).eq_ignore_ascii_case(name))?;
    let built = StreamBuilder::new(Opcode(opcode)).build(target).ok();
    let inst = built.or_else(|| first_of(target, opcode, row))?;
    explain(target, syntax, inst)
}

/// The instruction with the least values that mean something, where zeros mean nothing.
fn first_of(target: &StreamTarget<'static>, opcode: u16, row: &Instruction) -> Option<StreamInst> {
    let tables = target.tables();
    let encodings = tables.stream_encodings.get(row.encodings.range())?;
    let streams = encodings.iter().map(|it| usize::from(it.stream));
    let mut streams: Vec<usize> = streams.collect();
    streams.dedup();
    streams.into_iter().find_map(|stream| {
        let stream = tables.streams.get(stream)?;
        let first = match tables
            .stream_steps
            .get(stream.steps.range())?
            .first()?
            .get()
        {
            StreamStep::Integer(row) => tables.stream_integers.get(usize::from(row))?.bits as u8,
            _ => return None,
        };
        // A second opcode, where there is one, is the byte behind the first.
        (0..=u8::MAX).find_map(|second| {
            let mut bytes = [0; MAX_STREAM_BYTES];
            (bytes[0], bytes[1]) = (first, second);
            for _ in 0..MAX_STEPS {
                match target.decode(&bytes) {
                    Ok(inst) => {
                        let found = target.describe(inst).map(|it| it.opcode());
                        return (found == Some(Opcode(opcode))).then_some(inst);
                    }
                    // The next value of what has none: a number of up to two bytes.
                    Err(DecodeError::Stream(error)) if error.at > 1 => {
                        let value = bytes.get_mut(usize::from(error.at)..)?;
                        let (low, rest) = value.split_first_mut()?;
                        *low = low.wrapping_add(1);
                        if *low == 0 {
                            let high = rest.first_mut()?;
                            *high = high.checked_add(1)?;
                        }
                    }
                    Err(_) => return None,
                }
            }
            None
        })
    })
}
