//! The parts of an instruction that is bytes one after the other: a line each.

use std::fmt::Write as _;

use isa_mc::stream::PieceView;
use isa_mc::tables::{Kind, Tables};
use isa_mc::{Cursor, StreamInst, StreamTarget};

use super::hex;

/// Columns of a line.
const WIDTH: usize = 79;

/// Bytes on a line that are not taken apart.
const ROW: usize = 16;

/// Bytes as they are, with the offset of each line.
pub fn rows(bytes: &[u8]) -> String {
    let mut text = String::new();
    for (row, bytes) in bytes.chunks(ROW).enumerate() {
        let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "{:4}  {}", row * ROW, digits.join(" "));
    }
    text
}

/// Every part: where it is, what it holds and what that means.
pub fn table(target: &StreamTarget<'static>, inst: StreamInst, out: &mut String) {
    let mut lines = vec![["at", "bytes", "name", "bits", "value", "meaning"].map(String::from)];
    let mut last = None;
    for piece in target.pieces(inst) {
        // The bytes of an integer stand beside the first of its parts.
        let first = last != Some(piece.path.leaf());
        last = Some(piece.path.leaf());
        let mut bytes = Vec::new();
        let place = piece.offset..piece.offset + piece.size;
        hex::push(&mut bytes, inst.bytes().get(place).unwrap_or(&[]));
        let bytes = String::from_utf8_lossy(&bytes).into_owned();
        let only = |text: String| if first { text } else { String::new() };
        let digits = usize::from(piece.field.total).div_ceil(4).max(1);
        lines.push([
            only(piece.offset.to_string()),
            only(bytes),
            piece.path.to_string(),
            bits(&piece),
            format!("0x{:0digits$x}", piece.bits),
            meaning(target, inst, &piece),
        ]);
    }
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    for line in &lines {
        let [at, bytes, name, bits, value, meaning] = line;
        // The title is left out where it does not fit the line.
        let most = WIDTH.saturating_sub(widths.iter().sum::<usize>() + 2 * widths.len());
        let meaning = match meaning.split_once(", ") {
            Some((short, _)) if meaning.chars().count() > most => short,
            _ => meaning,
        };
        let text = format!(
            "{at:>a$}  {bytes:b$}  {name:c$}  {bits:>d$}  {value:>e$}  {meaning}",
            a = widths[0],
            b = widths[1],
            c = widths[2],
            d = widths[3],
            e = widths[4],
        );
        let _ = writeln!(out, "{}", text.trim_end());
    }
}

/// The bits of a part of an integer; nothing for a whole integer.
fn bits(piece: &PieceView<'_>) -> String {
    let field = piece.field;
    let low = u32::from(field.shift);
    match field.width {
        _ if usize::from(field.total) == piece.size * 8 => String::new(),
        0 | 1 => low.to_string(),
        width => format!("{}:{low}", low + u32::from(width) - 1),
    }
}

fn meaning(target: &StreamTarget<'static>, inst: StreamInst, piece: &PieceView<'_>) -> String {
    let tables = target.tables();
    if is_opcode(target, inst, piece) {
        return target.mnemonic(inst).to_string();
    }
    let Some(member) = piece.member else {
        return "fixed".to_string();
    };
    let mut room = [0; 256];
    let mut text = Cursor::new(&mut room);
    target.print_piece(piece, &mut text);
    let text = match text.as_str() {
        "" => "not written",
        text => text,
    };
    match title(tables, member.kind.get()) {
        "" => text.to_string(),
        title => format!("{text}, {title}"),
    }
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
