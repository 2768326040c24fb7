//! Bytes to instruction: the decode tree, then what every field must hold.

use crate::operand;
use crate::rule;
use crate::tables::{EMPTY_SLOT, Encoding, NODE_SLOT, NONE, Shape};
use crate::{DecodeError, Inst, Target};

/// What the walk through the tree found.
enum Found {
    /// An index into the encodings.
    Encoding(u16),
    /// Nothing; the reserved bits that were set in the nearest encoding.
    Nothing { reserved: u64 },
}

impl Target<'_> {
    /// The instruction at the front of `bytes`.
    ///
    /// Bits of fields that the instruction does not use are kept, whatever
    /// they hold; [`Target::encode`] gives back exactly the bytes read.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says why the bytes are no instruction of this processor.
    pub fn decode(&self, bytes: &[u8]) -> Result<Inst, DecodeError> {
        let (bits, next) = match bytes.first_chunk::<8>() {
            Some(chunk) if !self.tables.big_endian => (u64::from_le_bytes(*chunk), &bytes[8..]),
            _ => (self.load(bytes, 8), bytes.get(8..).unwrap_or(&[])),
        };
        if bytes.len() < 8 {
            let word = self.word();
            if bytes.len() < word {
                return Err(DecodeError::Truncated {
                    need: word,
                    have: bytes.len(),
                });
            }
        }
        if self.root == NONE {
            return Err(DecodeError::Unknown);
        }
        let index = match self.walk(self.root, bits) {
            Found::Encoding(index) => index,
            Found::Nothing { reserved: 0 } => return Err(DecodeError::Unknown),
            Found::Nothing { reserved } => return Err(DecodeError::Reserved { mask: reserved }),
        };
        let encoding = &self.tables.encodings[index as usize];
        let shape = self.shape_of(encoding);
        let size = shape.size as usize;
        if bytes.len() < size {
            return Err(DecodeError::Truncated {
                need: size,
                have: bytes.len(),
            });
        }
        self.check_features(index, encoding)?;
        // What lies behind a short instruction is not part of it.
        let bits = if size < 8 {
            bits & ((1 << (size * 8)) - 1)
        } else {
            bits
        };
        let inst = Inst::new(index, bits, shape.size);
        if !self.check_operands(shape, bits)? {
            return Ok(inst);
        }
        let literal = if size == 8 { next } else { &bytes[size..] };
        if literal.len() < 4 {
            return Err(DecodeError::Truncated {
                need: size + 4,
                have: bytes.len(),
            });
        }
        Ok(inst.with_literal(self.load(literal, 4) as u32))
    }

    /// Walks the tree from a node to an encoding whose fixed bits all match.
    fn walk(&self, node: u16, bits: u64) -> Found {
        let tables = self.tables;
        let mut node = tables.nodes[node as usize];
        let mut missed = 0;
        loop {
            if node.width == 0 {
                let first = node.base as usize;
                for &slot in &tables.slots[first..first + node.len as usize] {
                    let found = if slot & NODE_SLOT == 0 {
                        self.try_encoding(slot, bits)
                    } else {
                        self.walk(slot & !NODE_SLOT, bits)
                    };
                    match found {
                        Found::Encoding(index) => return Found::Encoding(index),
                        Found::Nothing { reserved } if missed == 0 => missed = reserved,
                        Found::Nothing { .. } => {}
                    }
                }
                return Found::Nothing { reserved: missed };
            }
            let offset = bits >> node.shift & ((1 << node.width) - 1);
            let slot = tables.slots[node.base as usize + offset as usize];
            if slot & NODE_SLOT == 0 {
                return self.try_encoding(slot, bits);
            }
            node = tables.nodes[(slot & !NODE_SLOT) as usize];
        }
    }

    fn try_encoding(&self, slot: u16, bits: u64) -> Found {
        if slot == EMPTY_SLOT {
            return Found::Nothing { reserved: 0 };
        }
        let index = slot - 1;
        let encoding = &self.tables.encodings[index as usize];
        let shape = self.shape_of(encoding);
        let wrong = (bits ^ encoding.bits) & shape.mask;
        if wrong == 0 {
            return Found::Encoding(index);
        }
        Found::Nothing {
            reserved: if wrong & !shape.reserved == 0 {
                wrong
            } else {
                0
            },
        }
    }

    pub(crate) fn check_features(
        &self,
        index: u16,
        encoding: &Encoding,
    ) -> Result<(), DecodeError> {
        let missing = encoding.features & !self.features;
        if missing == 0 {
            Ok(())
        } else {
            Err(DecodeError::Feature {
                encoding: index,
                missing,
            })
        }
    }

    /// Whether every operand of the bits has a meaning; `true` if a literal
    /// follows.
    pub(crate) fn check_operands(&self, shape: &Shape, bits: u64) -> Result<bool, DecodeError> {
        let tables = self.tables;
        let mut literal = false;
        let first = shape.operands.start;
        for (at, row) in tables.operands[shape.operands.range()].iter().enumerate() {
            match operand::check(self, row, bits) {
                Ok(is_literal) => literal |= is_literal,
                Err(problem) => {
                    return Err(DecodeError::Operand {
                        operand: first + at as u32,
                        value: row.field.get(bits, tables.pieces),
                        problem,
                    });
                }
            }
        }
        for row in &tables.rules[shape.rules.range()] {
            if rule::evaluate(tables, row.program, bits) == 0 {
                return Err(DecodeError::Rule {
                    message: row.message,
                });
            }
        }
        Ok(literal)
    }

    /// Bytes of a code unit.
    fn word(&self) -> usize {
        (self.tables.word_bits as usize / 8).max(1)
    }

    /// Up to `count` bytes as a number, code units in order, lowest first;
    /// bytes that are missing are zero.
    fn load(&self, bytes: &[u8], count: usize) -> u64 {
        let mut value = 0;
        let word = self.word();
        for (at, &byte) in bytes.iter().take(count).enumerate() {
            let at = if self.tables.big_endian {
                let first = at / word * word;
                first + (word - 1 - at % word)
            } else {
                at
            };
            if at < 8 {
                value |= u64::from(byte) << (at * 8);
            }
        }
        value
    }
}
