//! The parts of an instruction that is bytes one after the other.

use crate::stream::PieceView;
use crate::tables::{Kind, Tables};
use crate::{Cursor, StreamInst, StreamTarget};

/// A part of an instruction that is bytes one after the other: an integer, or bits of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its name with those of what it lies in: `src0.general.row`.
    pub name: String,
    /// Offset of its integer from the first byte of the instruction, in bytes.
    pub offset: usize,
    /// Bytes of its integer.
    pub size: usize,
    /// The bytes of that integer.
    pub bytes: Vec<u8>,
    /// Whether it is the first part of its integer.
    pub is_first: bool,
    /// Its lowest bit in that integer.
    pub low: u32,
    /// How many bits it has.
    pub bits: u32,
    /// Its value.
    pub value: u64,
    /// What that means here.
    pub meaning: String,
    /// What values of its kind are called, as "a general variable"; empty for plain numbers.
    pub title: &'static str,
}

/// Every part of an instruction, in the order of its bytes.
pub(super) fn pieces(target: &StreamTarget<'static>, inst: StreamInst) -> Vec<Piece> {
    let mut last = None;
    let all = target.pieces(inst).map(|piece| {
        let is_first = last != Some(piece.path.leaf());
        last = Some(piece.path.leaf());
        let is_opcode = is_opcode(target, inst, &piece);
        let kind = piece.member.map(|member| member.kind.get());
        let title = kind
            .filter(|_| !is_opcode)
            .map(|kind| title(target.tables(), kind));
        Piece {
            name: piece.path.to_string(),
            offset: piece.offset,
            size: piece.size,
            bytes: {
                let place = piece.offset..piece.offset + piece.size;
                inst.bytes().get(place).unwrap_or_default().to_vec()
            },
            is_first,
            low: u32::from(piece.field.shift),
            bits: u32::from(piece.field.total),
            value: piece.bits,
            meaning: meaning(target, inst, &piece),
            title: title.unwrap_or_default(),
        }
    });
    all.collect()
}

fn meaning(target: &StreamTarget<'static>, inst: StreamInst, piece: &PieceView<'_>) -> String {
    if is_opcode(target, inst, piece) {
        return target.mnemonic(inst).to_string();
    }
    if piece.member.is_none() {
        return "fixed".to_string();
    }
    let mut room = [0; 256];
    let mut text = Cursor::new(&mut room);
    target.print_piece(piece, &mut text);
    match text.as_str() {
        "" => "not written",
        text => text,
    }
    .to_string()
}

/// What a value of a kind is called; empty for plain numbers.
fn title(tables: &Tables<'static>, kind: Kind) -> &'static str {
    match kind {
        Kind::Class { class, .. } => tables.text(tables.classes[class as usize].title),
        Kind::Register { file, .. } => tables.text(tables.files[file as usize].title),
        _ => "",
    }
}

/// Whether a part says which instruction it is.
fn is_opcode(target: &StreamTarget<'static>, inst: StreamInst, piece: &PieceView<'_>) -> bool {
    let tables = target.tables();
    target.encoding(inst).is_some_and(|encoding| {
        let values = &tables.stream_values[encoding.values.range()];
        values.first().is_some_and(|row| {
            let place = tables.stream_places[row.place as usize];
            place.leaf == u16::from(piece.path.leaf()) && place.field == piece.field
        })
    })
}
