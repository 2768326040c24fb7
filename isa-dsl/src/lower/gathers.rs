//! Fields of which several are looked up at once, and what brings their bits together.

use super::pool;
use crate::bits::BitField;
use crate::sorted::sort;
use crate::tables::{Bits, Field, Gather, NONE, Piece, Rows, TablesBuf, low_mask};

/// Bits of a key that is looked up at once.
const MAX_KEY: u32 = 9;

/// A key of several fields as one that is looked up at once, with its values: as one field over
/// all of them if they lie close to one another, so that a shift and a mask find the value; else
/// from the lowest field to the highest, as they are gathered. Bits between fields do not matter.
pub(super) fn lookup_key(key: &[BitField], values: &[u8]) -> (Vec<BitField>, Vec<u8>) {
    let is_split = key.iter().any(|field| field.pieces.len() != 1);
    if key.len() < 2 || is_split {
        return (key.to_vec(), values.to_vec());
    }
    let mut fields = key.to_vec();
    sort(&mut fields);
    let window = over(&fields);
    if window.width() <= MAX_KEY {
        fields = vec![window];
    }
    while gather(&fields).is_none()
        && let Some(joined) = joined_nearest(&fields)
    {
        fields = joined;
    }
    let values = spread(key, values, &fields);
    (fields, values)
}

/// One field over all of some.
fn over(fields: &[BitField]) -> BitField {
    let masks = fields.iter().map(BitField::mask);
    let mask = masks.fold(Bits::ZERO, |all, mask| all | mask);
    let low = mask.trailing_zeros();
    BitField::single(low, mask.width().saturating_sub(low))
}

/// Fields, from the lowest to the highest, of which the two that are nearest to each other are
/// one over both; `None` if that is too much to look up.
fn joined_nearest(fields: &[BitField]) -> Option<Vec<BitField>> {
    let width = |fields: &[BitField]| fields.iter().map(BitField::width).sum::<u32>();
    let gap = |pair: &[BitField]| over(pair).width() - width(pair);
    let pairs = fields.windows(2).enumerate();
    let (at, pair) = pairs.min_by_key(|(_, pair)| gap(pair))?;
    let mut joined = fields.to_vec();
    joined.splice(at..at + 2, [over(pair)]);
    (width(&joined) <= MAX_KEY).then_some(joined)
}

/// The values of a key by other fields, which cover all of its bits.
fn spread(key: &[BitField], values: &[u8], fields: &[BitField]) -> Vec<u8> {
    let joined = |fields: &[BitField]| BitField {
        pieces: fields.iter().flat_map(|it| it.pieces.clone()).collect(),
    };
    let (key, fields) = (joined(key), joined(fields));
    let at = |value: u64| key.take(fields.place(value)) as usize;
    let spread = (0..1_u64 << fields.width()).map(at);
    spread
        .map(|at| values.get(at).copied().unwrap_or_default())
        .collect()
}

/// Fills in the gathers of widths and of rules.
pub(super) fn gathers(tables: &mut TablesBuf) {
    let (fields, pieces) = (&tables.fields, &tables.pieces);
    let mut rows = Vec::new();
    let mut row = |key: Rows| {
        let key = &fields[key.range()];
        let gather = gather(
            &key.iter()
                .map(|it| in_pieces(it, pieces))
                .collect::<Vec<_>>(),
        );
        gather.map_or(NONE, |gather| pool::intern(&mut rows, gather))
    };
    for width in &mut tables.widths {
        width.gather = match (width.key.len, width.bits) {
            (1.., 0) => row(width.key),
            _ => NONE,
        };
    }
    for rule in &mut tables.rules {
        rule.gather = match rule.keys.len {
            0 => NONE,
            _ => row(rule.keys),
        };
    }
    tables.gathers = rows;
}

/// A field of the tables, with all of its pieces.
pub(super) fn in_pieces(field: &Field, pieces: &[Piece]) -> BitField {
    let more = pieces[field.more.range()].iter();
    let first = (u32::from(field.shift), u32::from(field.width));
    let more = more.map(|it| (u32::from(it.shift), u32::from(it.width)));
    BitField {
        pieces: std::iter::once(first).chain(more).collect(),
    }
}

/// What brings fields together, the first lowest; `None` if no product does, or if they are not
/// among the first 64 bits.
///
/// Each piece has a term of the factor, which moves it to its place among the highest bits. Every
/// term moves all pieces. So they come together if no two bits are moved to one place: nothing is
/// carried then, and each of the highest bits is taken by what belongs there.
pub(super) fn gather(fields: &[BitField]) -> Option<Gather> {
    let pieces = || fields.iter().flat_map(|field| &field.pieces);
    let total: u32 = pieces().map(|piece| piece.1).sum();
    let shift = u64::BITS.checked_sub(total).filter(|it| *it < u64::BITS)?;
    let (mut mask, mut factor, mut place) = (0_u64, 0_u64, shift);
    for &(low, width) in pieces() {
        if low + width > u64::BITS {
            return None;
        }
        mask |= low_mask(width as u8) << low;
        factor |= 1 << place.checked_sub(low)?;
        place += width;
    }
    let mut taken = 0_u64;
    for term in (0..u64::BITS).filter(|term| factor >> term & 1 != 0) {
        let moved = mask << term;
        if taken & moved != 0 {
            return None;
        }
        taken |= moved;
    }
    Some(Gather {
        mask,
        factor,
        shift: shift as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::{BitField, gather, lookup_key};

    fn fields(pieces: &[(u32, u32)]) -> Vec<BitField> {
        let fields = pieces.iter();
        fields
            .map(|&(low, width)| BitField::single(low, width))
            .collect()
    }

    /// Whatever the other bits are, a product finds what the fields hold, or there is none.
    #[test]
    fn products_bring_fields_together() {
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        };
        let mut found = 0;
        for _ in 0..2000 {
            let count = 1 + next() % 4;
            let pieces: Vec<(u32, u32)> = (0..count)
                .map(|_| (next() as u32 % 64, 1 + next() as u32 % 5))
                .collect();
            let fields = fields(&pieces);
            let Some(gather) = gather(&fields) else {
                continue;
            };
            found += 1;
            for _ in 0..50 {
                let bits = next() << 33 ^ next() << 10 ^ next();
                let joined = fields.iter().rev().fold(0, |joined, field| {
                    joined << field.width() | field.take(bits)
                });
                assert_eq!(gather.of(bits), joined, "{fields:?} of {bits:#x}");
            }
        }
        assert!(found > 300, "{found}");
    }

    /// Of two fields with one bit between them, and one far from both, no product is exact. Over
    /// the two it is, whatever the bit between them.
    #[test]
    fn what_is_between_fields_does_not_matter() {
        let key = fields(&[(5, 1), (22, 4), (3, 1)]);
        assert_eq!(gather(&fields(&[(3, 1), (5, 1), (22, 4)])), None);
        let values: Vec<u8> = (0..64).collect();
        let (found, values) = lookup_key(&key, &values);
        assert_eq!(found, fields(&[(3, 3), (22, 4)]));
        let gather = gather(&found).expect("they come together");
        for value in 0..1_u64 << 7 {
            let bits = (value & 7) << 3 | (value >> 3) << 22;
            let own = bits >> 5 & 1 | (bits >> 22 & 15) << 1 | (bits >> 3 & 1) << 5;
            assert_eq!(u64::from(values[gather.of(bits) as usize]), own);
        }
    }
}
