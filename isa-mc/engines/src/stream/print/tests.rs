//! What tables decide beforehand against trying every form, token by token.

use super::write_value;
use crate::error::leaf_of;
use crate::random::Random;
use crate::stream::walk::{self, Leaves};
use crate::stream::write::Said;
use crate::tables::{MAX_LEAVES, NONE, Rows, Stream, StreamForm, StreamOperand, Token};
use crate::{Cursor, PrintError, StreamTarget, SyntaxId};
use isa_mc::visa::TABLES;

/// What forms say, from the outside to the inside: values, places of tokens, and the first
/// leaf of their stream.
type Saying = (Rows, Vec<u16>, u8);

/// Prints by trying every form in its order, with nothing but what forms say themselves.
struct Every<'t> {
    target: &'t StreamTarget<'static>,
    mnemonic: &'static str,
    syntax: SyntaxId,
    leaves: &'t Leaves,
    forms: usize,
}

impl Every<'_> {
    fn part(
        &mut self,
        forms: Rows,
        stream: &Stream,
        base: u8,
        around: &[Saying],
        whole: bool,
    ) -> Option<String> {
        let syntax = self.syntax.0;
        TABLES.stream_forms[forms.range()]
            .iter()
            .filter(|form| form.syntax == syntax && !form.read_only.is_set())
            .find_map(|form| {
                let values = &self.leaves.values;
                let holds = form.when == NONE || walk::holds(&TABLES, form.when, base, values);
                let text = holds.then(|| self.form(form, stream, base, around, whole))??;
                self.forms += 1;
                // The parser skips forms whose text begins otherwise.
                let first = text.trim_ascii_start().bytes().next();
                let reach = &TABLES.stream_reaches[form.reach as usize];
                assert!(
                    first.is_none_or(|byte| whole || reach.may_begin(byte)),
                    "{text} is not looked at: {form:?}"
                );
                Some(text)
            })
    }

    fn form(
        &mut self,
        form: &StreamForm,
        stream: &Stream,
        base: u8,
        around: &[Saying],
        whole: bool,
    ) -> Option<String> {
        let tokens = &TABLES.tokens[form.tokens.range()];
        let operand = |token: &Token| match token {
            Token::Operand(index) => Some(TABLES.stream_operands[usize::from(*index)].get()),
            _ => None,
        };
        let tokens: Vec<Token> = tokens.iter().map(|token| token.get()).collect();
        let (mut written, mut nested) = (Vec::new(), Vec::new());
        for operand in tokens.iter().filter_map(operand) {
            match operand {
                StreamOperand::Value { place, .. } => written.push(place),
                StreamOperand::Stream { stream, leaf, .. } => {
                    let count = TABLES.streams[usize::from(stream)].leaves;
                    nested.extend((leaf..leaf + count).map(|leaf| leaf_of(base, leaf)));
                }
            }
        }
        let mut said = around.to_vec();
        said.push((form.implies, written, base));
        let own = (0..stream.leaves).map(|leaf| leaf_of(base, leaf));
        for leaf in own.filter(|leaf| !nested.contains(leaf) && self.leaves.has(*leaf)) {
            if self.left(leaf, &said) != 0 {
                return None;
            }
        }
        let mut text = String::new();
        if whole && !tokens.contains(&Token::Mnemonic) {
            text.push_str(self.mnemonic);
            text.push_str(if tokens.is_empty() { "" } else { " " });
        }
        for token in &tokens {
            match (token, operand(token)) {
                (Token::Text(piece), _) => text.push_str(TABLES.text(*piece)),
                (Token::Mnemonic, _) => text.push_str(self.mnemonic),
                (_, Some(StreamOperand::Stream { stream, leaf, .. })) => {
                    let stream = &TABLES.streams[usize::from(stream)];
                    let base = leaf_of(base, leaf);
                    text.push_str(&self.part(stream.forms, stream, base, &said, false)?);
                }
                (
                    _,
                    Some(StreamOperand::Value {
                        place,
                        kind,
                        prefix,
                        ..
                    }),
                ) => {
                    let value = walk::place_value(&TABLES, place, base, &self.leaves.values);
                    let bits = TABLES.stream_places[usize::from(place)].field.total;
                    let mut room = [0; 256];
                    let mut out = Cursor::new(&mut room);
                    let target = &self.target.target;
                    write_value(target, kind, bits, value, self.syntax, &mut out);
                    text.push_str(TABLES.text(prefix));
                    text.push_str(out.as_str());
                }
                _ => {}
            }
        }
        Some(text)
    }

    /// The bits of a leaf that what was said gets wrong.
    fn left(&self, leaf: u8, said: &[Saying]) -> u64 {
        let value = self.leaves.values[usize::from(leaf)];
        let default = self.leaves.row(&TABLES, leaf).map_or(0, |row| row.default);
        let mut left = value ^ default;
        for (values, written, base) in said {
            for row in &TABLES.stream_values[values.range()] {
                let place = &TABLES.stream_places[usize::from(row.place)];
                if leaf_of(*base, place.leaf) == leaf {
                    let told = place.field.set(value, row.value, TABLES.pieces);
                    let mask = place.field.mask(TABLES.pieces).low();
                    left = left & !mask | (value ^ told) & mask;
                }
            }
            for place in written {
                let place = &TABLES.stream_places[usize::from(*place)];
                if leaf_of(*base, place.leaf) == leaf {
                    left &= !place.field.mask(TABLES.pieces).low();
                }
            }
        }
        left
    }
}

/// Instructions of every encoding with drawn values, in every syntax: the text is that of the
/// first form, of all there are, that says everything, and there is none where no form does.
#[test]
fn choices_and_steps_agree_with_trying_every_form() {
    let (mut told, mut unsaid, mut forms) = (0, 0, 0);
    let mut numbers = Random(1);
    for cpu in ["visa3.0", "visa3.4", "visa4.1"] {
        let target = StreamTarget::new(&TABLES, cpu).expect("a processor");
        for (index, encoding) in TABLES.stream_encodings.iter().enumerate() {
            if encoding.arch != target.arch_index() {
                continue;
            }
            let mnemonics = encoding.mnemonics as usize;
            for _ in 0..40 {
                let mut said = Said::new();
                for leaf in 0..MAX_LEAVES {
                    // Small numbers choose kinds of operands and mean something mostly.
                    let random = numbers.bits() >> 8;
                    said.values[leaf] = random >> [60, 62, 52, 0][(random >> 20 & 3) as usize];
                    said.masks[leaf] = if random >> 22 & 1 == 0 { u64::MAX } else { 0 };
                }
                said.say_encoding(&TABLES, encoding);
                said.needed = 0;
                let made = target.assemble(index as u16, encoding, &said);
                let Ok((inst, _)) = made else {
                    continue;
                };
                let leaves = target.leaves(&inst);
                for syntax in 0..TABLES.syntaxes.len() {
                    let syntax = SyntaxId(syntax as u8);
                    let mut every = Every {
                        target: &target,
                        mnemonic: TABLES.text(TABLES.texts[mnemonics + usize::from(syntax.0)]),
                        syntax,
                        leaves: &leaves,
                        forms: 0,
                    };
                    let own = [(encoding.values, Vec::new(), 0)];
                    let stream = &TABLES.streams[usize::from(encoding.stream)];
                    let expected = every.part(encoding.forms, stream, 0, &own, true);
                    forms += every.forms;
                    let mut room = [0; 2048];
                    let mut out = Cursor::new(&mut room);
                    let printed = target.print(inst, syntax, &mut out);
                    match &expected {
                        Some(text) => {
                            told += 1;
                            assert_eq!(printed, Ok(()), "{cpu} {text}");
                            assert_eq!(out.as_str(), text, "{cpu} {:x?}", inst.bytes());
                        }
                        None => {
                            unsaid += 1;
                            let is_unsaid = matches!(printed, Err(PrintError::Unsaid { .. }));
                            let text = out.as_str();
                            assert!(is_unsaid, "{cpu} {printed:?} `{text}` {:x?}", inst.bytes());
                        }
                    }
                }
            }
        }
    }
    println!("{told} texts, {unsaid} without one, {forms} forms");
    assert!(
        told > 10_000 && unsaid > 400 && forms > 100_000,
        "{told} {unsaid} {forms}"
    );
}
