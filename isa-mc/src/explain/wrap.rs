//! Running text in lines.

/// Running text in lines of bounded width; empty lines stay.
pub fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        if !out.is_empty() {
            out.push('\n');
        }
        let mut column = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if column != 0 && column + 1 + length > width {
                out.push('\n');
                column = 0;
            }
            if column != 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
        out.push('\n');
    }
    out
}
