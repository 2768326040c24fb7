//! The layout of `.isa` files: indentation, spaces, columns.
//!
//! ```text
//! pieces        a line as tokens and comments, with the blanks in front of each
//! spacing       which neighbours a blank parts
//! lines         indentation, and what kind of line each is
//! columns       lines of one kind below one another have straight columns
//! ```
//!
//! Only blanks change, and lines that are empty: every token and comment stays where it was
//! in the order, on the line that it was on. So a text means the same after it. Where lines
//! break is the writer's choice, and so is which columns there are: a column is where a
//! writer left more than one blank. One that is straight stays where it is; a crooked one is
//! made straight.

mod columns;
mod lines;
mod pieces;
mod spacing;

use crate::diagnostic::Diagnostic;
use crate::parse::parse_file;

/// How often columns are looked at: what one moves can move another one, behind it.
const MOST_PASSES: usize = 8;

/// The text in its layout. Formatting what is formatted changes nothing.
///
/// # Errors
///
/// Those of a text that does not parse, which is nobody's to lay out: the places are in
/// file 0.
///
/// ```
/// let text = "counter vmcnt,lgkmcnt;\n\n\n// Sizes.\nclass size:1{0=>\"a\";1=>\"b\";}\n";
/// let formatted = isa_dsl::format::format(text).unwrap();
/// assert_eq!(formatted, "counter vmcnt, lgkmcnt;\n\n// Sizes.\nclass size:1 { 0 => \"a\"; 1 => \"b\"; }\n");
/// assert_eq!(isa_dsl::format::format(&formatted).unwrap(), formatted);
/// assert!(isa_dsl::format::format("counter vmcnt").is_err());
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, errors) = parse_file(0, text);
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(
        settled(text, true)
            .unwrap_or_else(|last| settled(&last, false).unwrap_or_else(|last| last)),
    )
}

/// The layout that no further pass changes; or where many of them have led.
fn settled(text: &str, straighten: bool) -> Result<String, String> {
    let mut formatted = pass(text, straighten);
    for _ in 1..MOST_PASSES {
        let again = pass(&formatted, straighten);
        if again == formatted {
            return Ok(formatted);
        }
        formatted = again;
    }
    Err(formatted)
}

fn pass(text: &str, straighten: bool) -> String {
    let mut lines = lines::lines(text);
    columns::align(&mut lines, straighten);
    let mut out = String::with_capacity(text.len());
    let mut blank = true;
    for line in &lines {
        if line.pieces.is_empty() {
            if !blank {
                out.push('\n');
            }
            blank = true;
            continue;
        }
        blank = false;
        out.extend(std::iter::repeat_n(' ', line.indent));
        for (index, piece) in line.pieces.iter().enumerate() {
            if index > 0 {
                out.extend(std::iter::repeat_n(' ', piece.gap));
            }
            out.push_str(piece.text);
        }
        out.push('\n');
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}
