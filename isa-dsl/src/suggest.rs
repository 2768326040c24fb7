//! "Did you mean": the nearest name.

/// The candidate that needs the fewest edits, if it is near enough to have
/// been meant. Ties go to the first candidate.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        let edits = distance(name, candidate);
        if edits <= limit && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A help line for [`nearest`].
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// Levenshtein distance, without regard to case. Names longer than 64
/// characters are compared by their first 64.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).flat_map(char::to_lowercase).collect();
    let b: Vec<char> = b.chars().take(64).flat_map(char::to_lowercase).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_found_and_a_stranger_is_not() {
        let names = ["vdst", "vaddr", "vdata"];
        assert_eq!(nearest("vadr", names), Some("vaddr"));
        assert_eq!(nearest("VDTS", ["vdsts"]), Some("vdsts"));
        assert_eq!(nearest("opcode", names), None);
    }
}
