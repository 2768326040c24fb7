//! "Did you mean": the known name most like an unknown one.

/// The candidate that the fewest edits turn `name` into, if they are few
/// enough to be a slip: one for short names, a third of the letters for long
/// ones. Case does not count. Of equals the first wins.
pub(super) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let edits = distance(&name.to_uppercase(), &candidate.to_uppercase());
        if edits <= limit && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut edits = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                edits = edits.min(before[j - 1] + 1);
            }
            row.push(edits);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_different_word_is_not() {
        let names = ["VDST", "VDATA", "VADDR", "ADDRESS"];
        assert_eq!(closest("VDTS", names), Some("VDST"));
        assert_eq!(closest("vdata", names), Some("VDATA"));
        assert_eq!(closest("ADRESS", names), Some("ADDRESS"));
        assert_eq!(closest("SGPROFFSET", names), None);
        assert_eq!(closest("", names), None);
    }
}
