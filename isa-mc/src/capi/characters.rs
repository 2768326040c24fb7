//! Texts cut to a size.

/// The longest front of a text that has no more than so many bytes.
pub(super) fn cut_at_character(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
