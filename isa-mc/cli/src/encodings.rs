//! Which instructions a list is of.

pub(super) use isa_mc::explain::encodings;

/// Part of a name, or all of it with `*` for any text; in any case.
pub(super) struct Pattern {
    pieces: Vec<String>,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Pattern {
        let text = text.to_lowercase();
        // A part of a name is all of it with anything around.
        let text = if text.contains('*') {
            text
        } else {
            format!("*{text}*")
        };
        Pattern {
            pieces: text.split('*').map(str::to_string).collect(),
        }
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let [first, middle @ .., last] = self.pieces.as_slice() else {
            return false;
        };
        let Some(mut rest) = name.strip_prefix(first.as_str()) else {
            return false;
        };
        for piece in middle {
            match rest.split_once(piece.as_str()) {
                Some((_, behind)) => rest = behind,
                None => return false,
            }
        }
        rest.ends_with(last.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_match_parts_or_with_stars_all_of_a_name() {
        let cases = [
            ("load", "flat_load_dword", true),
            ("LOAD", "flat_load_dword", true),
            ("", "flat_load_dword", true),
            ("flat_*", "flat_load_dword", true),
            ("*_x2", "flat_atomic_add_x2", true),
            ("flat*dword", "flat_load_dwordx2", false),
            ("load*", "flat_load_dword", false),
            ("f*l*d", "flat_load_dword", true),
            ("a*a", "a", false),
        ];
        for (pattern, name, matches) in cases {
            assert_eq!(
                Pattern::new(pattern).matches(name),
                matches,
                "{pattern} {name}"
            );
        }
    }
}
