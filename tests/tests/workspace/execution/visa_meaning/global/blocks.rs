//! Blocks of surfaces of two dimensions, by the document's listing.

use isa_test_support::random::Random;

use super::{BASE, GRF, State, check, execute};

/// Bytes of a variable that a block is loaded to.
const ROOM: usize = super::DATA;

/// A surface in memory, and where a block begins in it.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Bytes of a row that are there, rows, and bytes from row to row.
    size: [usize; 3],
    /// First column and row; they may lie before the first ones of the surface.
    at: [i64; 2],
}

impl Place {
    /// The first byte of an element, from the block's first one; `None` outside of the surface.
    fn element(&self, bytes: usize, [x, y]: [usize; 2]) -> Option<usize> {
        let [width, height, pitch] = self.size;
        let x = usize::try_from(self.at[0] + x as i64).ok()?;
        let y = usize::try_from(self.at[1] + y as i64).ok()?;
        ((x + 1) * bytes <= width && y < height).then_some(y * pitch + x * bytes)
    }

    fn text(&self) -> String {
        let [width, height, pitch] = self.size.map(|it| it - 1);
        let [x, y] = self.at.map(|it| it as u32);
        format!("flat[0x{BASE:x}, 0x{width:x}, 0x{height:x}, 0x{pitch:x}, 0x{x:x}, 0x{y:x}]")
    }
}

/// What a load gives for the bytes of registers, an element after the other.
fn loaded(
    state: &State,
    place: Place,
    (bytes, blocks, [width, height]): (usize, usize, [usize; 2]),
    (transposed, transformed): (bool, bool),
) -> Vec<u64> {
    let in_dword = if transformed { (4 / bytes).max(1) } else { 1 };
    let in_register = GRF / bytes;
    let (long, count) = if transposed {
        (height, width)
    } else {
        (width, height)
    };
    let pitch = long.next_power_of_two();
    let block = (pitch * count).next_multiple_of(in_register);
    let mut all = vec![0; blocks * block];
    for number in 0..blocks {
        for x in 0..width {
            for y in 0..height {
                let (line, inside) = if transposed { (x, y) } else { (y, x) };
                let first = line / in_dword * in_dword;
                let to = number * block + first * pitch + inside * in_dword + (line - first);
                let from = place.element(bytes, [number * width + x, y]);
                all[to] = from.map_or(0, |at| state.get(at, bytes));
            }
        }
    }
    all
}

/// Rows and columns that are mixed up, a block that begins elsewhere, zeros that are missing,
/// elements from beyond the edge.
#[test]
fn blocks_are_loaded() {
    let mut random = Random::new(25);
    let mut tried = 0;
    while tried < 160 {
        let bytes = [1, 2, 4, 8][random.below(4)];
        let (transposed, transformed) = (random.below(3) == 0, bytes < 4 && random.below(2) == 0);
        let size = [1 + random.below(17), 1 + random.below(17)];
        let blocks = 1 + random.below(4);
        let lines = if transposed { size[0] } else { size[1] };
        if transformed && lines % (4 / bytes) != 0 {
            continue;
        }
        let place = Place {
            size: [
                8 * (1 + random.below(8)),
                1 + random.below(20),
                64 + 8 * random.below(4),
            ],
            at: [random.below(12) as i64 - 3, random.below(12) as i64 - 3],
        };
        let before = State::new(tried + 1);
        let all = loaded(
            &before,
            place,
            (bytes, blocks, size),
            (transposed, transformed),
        );
        if all.len() * bytes + 64 > ROOM {
            continue;
        }
        tried += 1;
        let mut after = before.clone();
        for (index, value) in all.iter().enumerate() {
            after.set(33, 64 + index * bytes, bytes, *value);
        }
        let letter = |is: bool| if is { "t" } else { "n" };
        let ([width, height], count) = (
            size,
            if blocks == 1 {
                String::new()
            } else {
                format!("{blocks}x")
            },
        );
        let line = format!(
            "lsc_load_block2d.ugm (M1_NM, 1)  V33.64:d{}.{count}{width}x{height}{}{}  {}",
            8 * bytes,
            letter(transposed),
            letter(transformed),
            place.text(),
        );
        check(&line, &before, 0, 0, &after);
    }
}

/// A row or a column that is stored elsewhere, or beyond the edge.
#[test]
fn blocks_are_stored() {
    let mut random = Random::new(26);
    for turn in 0..80 {
        let bytes = [1, 2, 4, 8][random.below(4)];
        let [width, height] = [1 + random.below(17), 1 + random.below(17)];
        let place = Place {
            size: [
                8 * (1 + random.below(8)),
                1 + random.below(20),
                64 + 8 * random.below(4),
            ],
            at: [random.below(12) as i64 - 3, random.below(12) as i64 - 3],
        };
        let before = State::new(turn);
        let mut after = before.clone();
        for x in 0..width {
            for y in 0..height {
                if let Some(at) = place.element(bytes, [x, y]) {
                    let from = 32 + bytes * (y * width.next_power_of_two() + x);
                    after.put(at, bytes, before.value(33, from, bytes));
                }
            }
        }
        let line = format!(
            "lsc_store_block2d.ugm (M1_NM, 1)  {}  V33.32:d{}.{width}x{height}nn",
            place.text(),
            8 * bytes,
        );
        check(&line, &before, 0, 0, &after);
    }
}

/// Elements of variables say where a block lies; a predicate and the mask, whether it is moved;
/// and a load to null has only been made.
#[test]
fn where_a_block_lies() {
    let place = Place {
        size: [40, 12, 64],
        at: [2, 3],
    };
    let mut before = State::new(7).addresses(4, &[39, 11, 63, 2, 3, 0, 0, 0]);
    before.set(34, 8, 8, BASE);
    let all = loaded(&before, place, (2, 1, [8, 4]), (false, false));
    let mut after = before.clone();
    for (index, value) in all.iter().enumerate() {
        after.set(33, 2 * index, 2, *value);
    }
    let flat = "flat[V34(0,1), V32(0,0), V32(0,1), V32(0,2), V32(0,3), V32(0,4)]";
    let line = |predicate: &str, exec: &str, dst: &str| {
        format!("{predicate}lsc_load_block2d.ugm {exec}  {dst}:d16.8x4nn  {flat}")
    };
    for (line, em, p, expected) in [
        (line("", "(M1_NM, 1)", "V33"), 0, 0, &after),
        (line("(P1) ", "(M1_NM, 1)", "V33"), 0, 1, &after),
        (line("(!P1) ", "(M1_NM, 1)", "V33"), 0, 1, &before),
        (line("", "(M1, 1)", "V33"), 0xfe, 0, &before),
        (line("", "(M1_NM, 1)", "%null"), 0, 0, &before),
    ] {
        check(&line, &before, em, p, expected);
    }
    for line in [
        // A base of dwords, a width of qwords, more channels, slm.
        "lsc_load_block2d.ugm (M1_NM, 1)  V33:d16.8x4nn  flat[V32(0,1), 0x3f, 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_load_block2d.ugm (M1_NM, 1)  V33:d16.8x4nn  flat[0x10000, V34(0,1), 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_load_block2d.ugm (M1_NM, 8)  V33:d16.8x4nn  flat[0x10000, 0x3f, 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_load_block2d.slm (M1_NM, 1)  V33:d16.8x4nn  flat[0x10000, 0x3f, 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_load_block2d.ugm (M1_NM, 1)  V33:d16.8x3nt  flat[0x10000, 0x3f, 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_load_block2d.ugm (M1_NM, 1)  V33:d16.5x8x4nn  flat[0x10000, 0x3f, 0x3f, 0x3f, 0x0, 0x0]",
        "lsc_store_block2d.ugm (M1_NM, 1)  flat[0x10000, 0x3f, 0x3f, 0x3f, 0x0, 0x0]  V33:d16.8x4tn",
    ] {
        assert!(execute(line, &before, 0, 0).is_err(), "{line}");
    }
}
