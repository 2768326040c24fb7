//! Lines of LLVM's tests of its assembler, `llvm/test/MC/AMDGPU`, and bytes of those of its
//! disassembler: what people who wrote them thought of, good and bad. Each is compared by itself,
//! on every processor.

use isa_dsl::sorted::SortedSet;
use std::path::Path;

use crate::checkout::Checkout;
use isa_test_support::facts::rows;
use isa_test_support::filter::{fits, fits_whole};

/// The tests of the assembler in a checkout of LLVM.
pub const FOLDER: &str = "llvm/test/MC/AMDGPU";

/// Those of the disassembler.
pub const CODE_FOLDER: &str = "llvm/test/MC/Disassembler/AMDGPU";

/// LLVM's repository.
pub const LLVM: Checkout = Checkout {
    name: "llvm",
    variable: "ISA_LLVM",
    url: "https://github.com/llvm/llvm-project",
    revision: "llvmorg-22.1.8",
    folders: &[FOLDER, CODE_FOLDER],
};

/// All different lines of the files of a folder and its folders that are instructions, or
/// would be if they were right.
///
/// # Errors
///
/// If a file cannot be read.
pub fn lines(folder: &Path) -> std::io::Result<SortedSet<String>> {
    let mut all = SortedSet::new();
    each_source(folder, "s", &mut |source| all.extend(statements(source)))?;
    Ok(all)
}

/// The bytes of all different lines of the files of a folder and its folders that a disassembler
/// reads: an instruction each, or what would be one if it were right.
///
/// # Errors
///
/// If a file cannot be read.
pub fn codes(folder: &Path) -> std::io::Result<SortedSet<Vec<u8>>> {
    let mut all = SortedSet::new();
    each_source(folder, "txt", &mut |source| {
        all.extend(source.lines().filter_map(code));
    })?;
    Ok(all)
}

/// Has something done with the text of each file of a folder and its folders that has an
/// extension.
fn each_source(folder: &Path, extension: &str, each: &mut dyn FnMut(&str)) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            each_source(&path, extension, each)?;
        } else if path.extension().is_some_and(|it| it == extension) {
            each(&String::from_utf8_lossy(&std::fs::read(&path)?));
        }
    }
    Ok(())
}

/// The bytes of a line, `0x01,0x02`, which may be in brackets and have a comment behind them;
/// `None` if there are none.
fn code(line: &str) -> Option<Vec<u8>> {
    let text = line.split('#').next()?.trim();
    let text = text.trim_start_matches('[').trim_end_matches(']');
    let byte = |text: &str| u8::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok();
    text.split(',').map(byte).collect()
}

/// The instructions of a source, without comments. Lines of macros are none by
/// themselves.
fn statements(source: &str) -> impl Iterator<Item = String> + '_ {
    let mut in_comment = false;
    source.lines().filter_map(move |line| {
        let mut line = line;
        if in_comment {
            line = line.split_once("*/")?.1;
        }
        in_comment = false;
        let mut text = String::new();
        while let Some((before, after)) = line.split_once("/*") {
            text += before;
            in_comment = !after.contains("*/");
            line = after.split_once("*/").map_or("", |it| it.1);
        }
        text += line;
        let end = ["//", ";", "# "]
            .iter()
            .filter_map(|it| text.find(it))
            .min();
        let text = text.get(..end.unwrap_or(text.len()))?.trim();
        let first = text.split_whitespace().next()?;
        let is_instruction = first
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !text.contains(['\\', '"', '='])
            && first.contains('_') | matches!(first, "exp");
        is_instruction.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}

/// A difference that is there for a reason.
#[derive(Debug, Clone)]
pub struct Known {
    processors: String,
    line: String,
    /// The reason.
    pub why: String,
}

/// All of them: `tests/facts/llvm_lines.tsv`.
///
/// # Panics
///
/// If the table is damaged.
pub fn known() -> Vec<Known> {
    let known = |[processors, line, why]: [String; 3]| Known {
        processors,
        line,
        why,
    };
    rows("llvm_lines.tsv").into_iter().map(known).collect()
}

impl Known {
    /// Whether it is about a line on a processor.
    pub fn holds(&self, cpu: &str, line: &str) -> bool {
        let mut processors = self.processors.split(',');
        processors.any(|it| fits_whole(it, cpu)) && fits(&self.line, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines of which nothing is read would be compared by nobody.
    #[test]
    fn bytes_are_told_from_what_stands_around_them() {
        let found = ["0x01,0x02 # a", "[0xff, 0x00]", "# GFX9: 0x1", "", "0x1g"].map(code);
        let expected = [Some(vec![1, 2]), Some(vec![255, 0]), None, None, None];
        assert_eq!(found, expected);
    }

    /// A comment that is taken for a part of the line makes both refuse it, and nothing
    /// would be compared.
    #[test]
    fn statements_are_told_from_what_stands_around_them() {
        let source = "// RUN: llvm-mc %s\nfoo:\n  s_nop  0x1 // CHECK: s_nop\n.set x, 1\n\
                      /* v_nop */ s_endpgm ; one\n/* s_sleep 1\ns_sleep 2 */ v_nop\nx = 1\n\
                      exp mrt0 v1, v2, v3, v4 done\nv_mov_b32 v0, \\x\n";
        let found: Vec<String> = statements(source).collect();
        let expected = [
            "s_nop 0x1",
            "s_endpgm",
            "v_nop",
            "exp mrt0 v1, v2, v3, v4 done",
        ];
        assert_eq!(found, expected);
    }
}
