//! What is taken: ranges of numbers and names, on each architecture.

use crate::sorted::SortedMap;
use std::borrow::Borrow;

use crate::machine::ArchSet;
use crate::source::Span;

/// Something that was there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// Where it stands.
    pub place: Span,
    /// Where both exist.
    pub archs: ArchSet,
    /// The lowest number that both have; 0 for names.
    pub number: i128,
}

/// Disjoint ranges of numbers per architecture. Numbers are wide enough for
/// whatever 64 bits hold, signed or not.
#[derive(Debug, Default)]
pub struct Ranges {
    archs: SortedMap<usize, SortedMap<i128, (i128, Span)>>,
}

impl Ranges {
    /// Takes `first..=last`; the first range that it clashes with, if any.
    /// Where it clashes nothing changes.
    pub fn take(&mut self, first: i128, last: i128, archs: ArchSet, place: Span) -> Option<Clash> {
        let mut clash: Option<Clash> = None;
        for arch in archs.iter() {
            let taken = self.archs.entry(arch).or_default();
            let below = taken.range(..=last).next_back();
            match below.filter(|(_, (end, _))| *end >= first) {
                None => {
                    taken.insert(first, (last, place));
                }
                Some((start, (_, place))) => {
                    let clash = clash.get_or_insert(Clash {
                        place: *place,
                        archs: ArchSet(0),
                        number: first.max(*start),
                    });
                    if clash.place == *place {
                        clash.archs.0 |= 1 << arch;
                    }
                }
            }
        }
        clash
    }
}

/// Names, or whatever has an order, per architecture.
#[derive(Debug)]
pub struct Names<K> {
    names: SortedMap<K, Vec<(ArchSet, Span)>>,
}

impl<K> Default for Names<K> {
    fn default() -> Self {
        Names {
            names: SortedMap::new(),
        }
    }
}

impl<K: Ord> Names<K> {
    /// Takes a name; where it clashes nothing changes.
    pub fn take(&mut self, name: K, archs: ArchSet, place: Span) -> Option<Clash> {
        let places = self.names.entry(name).or_default();
        let clash = places.iter().find_map(|&(other, place)| {
            let shared = other.and(archs);
            (!shared.is_empty()).then_some(Clash {
                place,
                archs: shared,
                number: 0,
            })
        });
        if clash.is_none() {
            places.push((archs, place));
        }
        clash
    }

    /// Where a name is taken.
    pub fn of<Q: Ord + ?Sized>(&self, name: &Q) -> ArchSet
    where
        K: Borrow<Q>,
    {
        let places = self.names.get(name).into_iter().flatten();
        places.fold(ArchSet(0), |all, (archs, _)| ArchSet(all.0 | archs.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: u32) -> Span {
        Span {
            file: 0,
            start,
            end: start + 1,
        }
    }

    #[test]
    fn ranges_clash_where_both_exist() {
        let mut ranges = Ranges::default();
        assert_eq!(ranges.take(0, 9, ArchSet(0b01), at(1)), None);
        assert_eq!(ranges.take(5, 20, ArchSet(0b10), at(2)), None);
        let clash = ranges.take(8, 12, ArchSet(0b11), at(3));
        let expected = Clash {
            place: at(1),
            archs: ArchSet(0b01),
            number: 8,
        };
        assert_eq!(clash, Some(expected));
        assert_eq!(ranges.take(10, 12, ArchSet(0b01), at(4)), None);
    }

    #[test]
    fn a_name_may_be_used_again_elsewhere() {
        let mut names = Names::default();
        assert_eq!(names.take("a", ArchSet(0b01), at(1)), None);
        assert_eq!(names.take("a", ArchSet(0b10), at(2)), None);
        let clash = names.take("a", ArchSet(0b110), at(3)).map(|it| it.place);
        assert_eq!(clash, Some(at(2)));
    }
}
