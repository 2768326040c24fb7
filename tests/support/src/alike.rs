//! Pairs of fields that have the same bits in every instruction that is looked at: who
//! exchanges two such fields in a format of the description changes none of them. Stored
//! vectors leave no pair alike that an assembler's text can tell apart, which is what
//! `mutations` needs of them.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_dsl::tables::{BitString, Bits, Encoding, Layout, Part, Tables};

/// Two fields of a format that are of one width, in the order of the format.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair<'t> {
    /// Name of the format.
    pub format: &'t str,
    /// Names of the fields.
    pub fields: [&'t str; 2],
}

/// The pairs that nothing has told apart, and the families whose instructions could.
pub struct Alike<'t> {
    tables: Tables<'t>,
    left: SortedMap<Pair<'t>, SortedSet<usize>>,
}

impl<'t> Alike<'t> {
    /// All pairs of which the text of some instruction decides a field.
    pub fn new(tables: &Tables<'t>) -> Alike<'t> {
        let tables = *tables;
        let mut left: SortedMap<Pair<'t>, SortedSet<usize>> = SortedMap::new();
        for shape in tables.shapes {
            let layout = &tables.layouts[usize::from(shape.layout)];
            // Marks at operands lie in the first 64 bits.
            let mut decided = Bits::ZERO.insert(0, 64, shape.wraps);
            for operand in &tables.operands[shape.operands.range()] {
                decided |= operand.field.mask(tables.pieces);
            }
            for (pair, [first, second]) in pairs(&tables, layout) {
                let both = first.field.mask(tables.pieces) | second.field.mask(tables.pieces);
                if decided & both != Bits::ZERO {
                    left.entry(pair).or_default().insert(shape.family.into());
                }
            }
        }
        Alike { tables, left }
    }

    /// Whether the instruction of these bytes tells a pair apart that none before did.
    pub fn tell(&mut self, encoding: &Encoding, bytes: &[u8]) -> bool {
        let tables = self.tables;
        let places = (0..).step_by(8).zip(bytes);
        let bits = places.fold(Bits::ZERO, |bits, (place, byte)| {
            bits.insert(place, 8, u64::from(*byte))
        });
        let shape = &tables.shapes[usize::from(encoding.shape)];
        let layout = &tables.layouts[usize::from(shape.layout)];
        let mut told = false;
        for (pair, parts) in pairs(&tables, layout) {
            let [first, second] = parts.map(|it| it.field.get(bits, tables.pieces));
            if first != second {
                told |= self.left.remove(&pair).is_some();
            }
        }
        told
    }

    /// The pairs that are left.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair<'t>> {
        self.left.keys()
    }

    /// The families that have their formats, as the tables number them.
    pub fn families(&self) -> SortedSet<usize> {
        self.left.values().flatten().copied().collect()
    }
}

/// Pairs of fields of one width, none of them split, which a hand could exchange.
fn pairs<'t>(tables: &Tables<'t>, layout: &Layout) -> Vec<(Pair<'t>, [Part; 2])> {
    let tables = *tables;
    let format = tables.text(layout.format);
    let parts = &tables.parts[layout.parts.range()];
    let whole: Vec<&Part> = parts
        .iter()
        .filter(|it| it.field.more.len == 0)
        .filter(|it| !["reserved", "ignored"].contains(&tables.text(it.name)))
        .collect();
    let mut pairs = Vec::new();
    for (index, first) in whole.iter().enumerate() {
        let others = whole[index + 1..].iter();
        for second in others.filter(|it| it.field.width == first.field.width) {
            let fields = [first, second].map(|it| tables.text(it.name));
            pairs.push((Pair { format, fields }, [**first, **second]));
        }
    }
    pairs
}
