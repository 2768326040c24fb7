//! "Did you mean": the nearest of many words. Without an allocator, because
//! the engines suggest too.

/// Longest word that is compared.
const MAX: usize = 48;

/// The word nearest to `word` by edit distance, if it is near enough to be
/// meant; of two that are as near, the first in order of bytes.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let [nearest] = near(word, words);
    nearest
}

/// As [`nearest`], so many words at most, the nearest first; those that stand there twice
/// are one.
pub fn near<'a, const MOST: usize>(
    word: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> [Option<&'a str>; MOST] {
    let mut best = [None; MOST];
    for other in words {
        compare(word, other, &mut best);
    }
    best.map(|best| best.map(|best| best.1))
}

/// Puts a word among the nearest ones with their distances, if it is near enough.
fn compare<'a>(word: &str, other: &'a str, best: &mut [Option<(usize, &'a str)>]) {
    let limit = (word.len() / 3).clamp(1, 3);
    // Of one letter any other is as near.
    if word.len() < 2 || other.len().abs_diff(word.len()) > limit {
        return;
    }
    let Some(distance) = distance(word.as_bytes(), other.as_bytes()) else {
        return;
    };
    if distance > limit || best.contains(&Some((distance, other))) {
        return;
    }
    let mut found = Some((distance, other));
    for place in best {
        if place.is_none_or(|before| found.is_some_and(|found| found < before)) {
            core::mem::swap(place, &mut found);
        }
    }
}

/// A help line for [`nearest`].
#[cfg(feature = "operations")]
pub fn did_you_mean<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, words).map(|near| format!("did you mean `{near}`?"))
}

/// Insertions, deletions, replacements and swaps of neighbours that make one
/// word of another, without regard to case; `None` for long words.
fn distance(a: &[u8], b: &[u8]) -> Option<usize> {
    if a.len() > MAX || b.len() > MAX {
        return None;
    }
    // Three rows of the usual table: the one before last, the last, this one.
    let mut rows = [[0_usize; MAX + 1]; 3];
    for (at, cell) in rows[1].iter_mut().enumerate() {
        *cell = at;
    }
    for (i, from) in a.iter().enumerate() {
        let [before, last, this] = &mut rows;
        this[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let differs = !from.eq_ignore_ascii_case(to);
            let mut cell = (last[j] + usize::from(differs))
                .min(last[j + 1] + 1)
                .min(this[j] + 1);
            let swapped = i > 0
                && j > 0
                && from.eq_ignore_ascii_case(&b[j - 1])
                && a[i - 1].eq_ignore_ascii_case(to);
            if swapped {
                cell = cell.min(before[j - 1] + 1);
            }
            this[j + 1] = cell;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][b.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits_and_swaps_as_one() {
        assert_eq!(distance(b"flat", b"flat"), Some(0));
        assert_eq!(distance(b"flta", b"flat"), Some(1));
        assert_eq!(distance(b"", b"abc"), Some(3));
        assert_eq!(distance(b"kitten", b"SITTING"), Some(3));
    }

    #[test]
    fn suggests_only_what_is_near() {
        let words = ["flat_load_dword", "flat_load_dwordx2", "flat_store_dword"];
        assert_eq!(nearest("flat_load_dwrd", words), Some("flat_load_dword"));
        assert_eq!(nearest("nop", words), None);
        let found = near::<3>(
            "gfx90",
            ["gfx906", "gfx900", "gfx900", "gfx9", "gfx803", "gfx902"],
        );
        assert_eq!(found, [Some("gfx9"), Some("gfx900"), Some("gfx902")]);
        assert_eq!(nearest("a", ["b"]), None);
    }
}
