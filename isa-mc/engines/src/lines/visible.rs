//! Text that a terminal can be given.

use std::fmt::Display;

/// Characters of a message at most.
const MAX_MESSAGE: usize = 400;

/// A character that does nothing to a terminal and can be seen: no control
/// characters, none that change the direction of text or take no space.
pub fn printable(char: char) -> char {
    match char {
        '\t' => ' ',
        '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => '\u{fffd}',
        _ if char.is_control() => '\u{fffd}',
        _ => char,
    }
}

/// A text without control characters, of so many characters at most.
pub fn visible(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).map(printable).collect();
    if out.len() < text.len() && text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

/// A message on one line, of bounded length, without control characters.
pub fn one_line(message: &dyn Display) -> String {
    visible(&message.to_string(), MAX_MESSAGE)
}
