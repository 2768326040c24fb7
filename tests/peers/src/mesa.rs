//! The instructions in Mesa's tests of the assembler of its own compiler, ACO: words that ACO made,
//! beside the text that LLVM's disassembler printed for them.
//!
//! They stand in comments behind what makes them: `//! v_nop ; 7e000000` on all processors that
//! the test names, `//~gfx[8-9]>> …` on some; `insert_pattern('…')` of one branch of a condition.

use crate::checkout::Checkout;
use isa_test_support::facts::rows;

/// Mesa's repository.
pub const MESA: Checkout = Checkout {
    name: "Mesa",
    variable: "ISA_MESA",
    url: "https://gitlab.freedesktop.org/mesa/mesa",
    revision: "mesa-25.0.7",
    folders: &["src/amd/compiler/tests"],
};

/// The file that has them.
pub const FILE: &str = "src/amd/compiler/tests/test_assembler.cpp";

/// Mesa's generations of processors from GFX6 on, each as one of them.
const PROCESSORS: [&str; 7] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx1010", "gfx1100", "gfx1200",
];

/// The version of LLVM whose text counts.
const LLVM: usize = 22;

/// An instruction on a processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Line of the file, from 1.
    pub line: usize,
    /// The processor.
    pub cpu: &'static str,
    /// What LLVM printed.
    pub text: String,
    /// Its bytes in memory.
    pub code: Vec<u8>,
}

/// The instructions of the file in all their processors, those whose text is none left out: names
/// of blocks, parts that a pattern leaves open.
pub fn cases(source: &str) -> Vec<Case> {
    let mut all = Vec::new();
    let mut tested = Vec::new();
    let mut branches = Branches::default();
    for (line, text) in (1..).zip(source.lines()) {
        let text = text.trim();
        if text.starts_with("BEGIN_TEST(") {
            tested.clear();
        }
        let Some(pattern) = text.strip_prefix("//") else {
            if text.contains("setup_cs(") || text.starts_with("for ") {
                tested.extend(generations(text, "GFX"));
                fill_range(text, &mut tested);
            }
            continue;
        };
        let pattern = pattern.trim_start_matches(';').trim();
        if branches.enter(pattern, &tested) {
            continue;
        }
        let inserted = pattern.strip_prefix("insert_pattern('");
        let (here, pattern) = match (inserted, pattern.strip_prefix('~')) {
            (Some(inserted), _) => (branches.here.clone(), inserted.trim_end_matches("')")),
            (None, Some(variant)) => {
                let (variant, pattern) = variant.split_at(variant.find(['>', '!']).unwrap_or(0));
                (variants(variant), pattern)
            }
            (None, None) => (tested.clone(), pattern),
        };
        let Some((text, code)) = instruction(pattern) else {
            continue;
        };
        let processors = here
            .iter()
            .filter_map(|it| PROCESSORS.get(it.checked_sub(6)?));
        all.extend(processors.map(|cpu| Case {
            line,
            cpu,
            text: text.clone(),
            code: code.clone(),
        }));
    }
    all
}

/// Conditions between comments: `if llvm_ver >= 16 and variant == 'gfx11':`.
#[derive(Default)]
struct Branches {
    /// The generations that none of the branches before is for.
    left: Vec<usize>,
    /// Those that this one is for.
    here: Vec<usize>,
}

impl Branches {
    /// Whether a comment begins a branch.
    fn enter(&mut self, comment: &str, tested: &[usize]) -> bool {
        let Some(line) = comment.strip_suffix(':') else {
            return false;
        };
        let (word, condition) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "if" => self.left = tested.to_vec(),
            "elif" | "else" => {}
            _ => return false,
        }
        let holds = |generation: &usize| condition.split(" and ").all(|it| holds(it, *generation));
        (self.here, self.left) = self.left.iter().partition(|it| holds(it));
        true
    }
}

/// Whether a part of a condition holds on a generation.
fn holds(condition: &str, generation: usize) -> bool {
    let words: Vec<&str> = condition.split_whitespace().collect();
    match words[..] {
        ["variant", "==", name] => variants(name.trim_matches('\'')).contains(&generation),
        ["llvm_ver", operator, version] => number(version).is_some_and(|version| match operator {
            ">=" => LLVM >= version,
            "<" => LLVM < version,
            _ => LLVM == version,
        }),
        _ => true,
    }
}

/// Texts, as patterns, that are not as Mesa has them, and why: `tests/facts/mesa.tsv`.
///
/// # Panics
///
/// If the table is damaged.
pub fn known() -> Vec<[String; 2]> {
    rows("mesa.tsv")
}

/// The numbers behind a word, each as often as it stands there.
fn generations(text: &str, word: &str) -> Vec<usize> {
    let behind = text.split(word).skip(1);
    behind.filter_map(number).collect()
}

/// The number at the front.
fn number(text: &str) -> Option<usize> {
    let end = text.find(|it: char| !it.is_ascii_digit());
    text.get(..end.unwrap_or(text.len()))?.parse().ok()
}

/// A loop names the first and the last generation.
fn fill_range(text: &str, tested: &mut Vec<usize>) {
    if let [first, last] = tested[..]
        && text.contains("<=")
    {
        *tested = (first..=last).collect();
    }
}

/// `gfx9` or `gfx[8-9]`.
fn variants(text: &str) -> Vec<usize> {
    let text = text.trim_start_matches("gfx");
    let range = text.strip_prefix('[').and_then(|it| it.split_once('-'));
    match range {
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), Some(last)) => (first..=last).collect(),
            _ => Vec::new(),
        },
        None => number(text).into_iter().collect(),
    }
}

/// The text and the bytes of a pattern; `None` if it is another one.
fn instruction(pattern: &str) -> Option<(String, Vec<u8>)> {
    let pattern = pattern.trim_start_matches(['>', '!']).trim();
    let (text, words) = pattern.rsplit_once(';')?;
    let mut code = Vec::new();
    for word in words.split_whitespace() {
        let is_word = word.len() == 8;
        let word = u32::from_str_radix(word, 16).ok().filter(|_| is_word)?;
        code.extend(word.to_le_bytes());
    }
    let text: Vec<&str> = text.split_whitespace().collect();
    let is_open = |it: &&str| it.starts_with("BB") || it.contains(['$', '@', '#', ';']);
    let mnemonic = text.first()?;
    let is_mnemonic = *mnemonic == "exp" || *mnemonic == "export" || mnemonic.contains('_');
    (is_mnemonic && !text.iter().any(is_open)).then(|| (text.join(" "), code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pattern that is read for another processor would be compared with the wrong bytes, or,
    /// if both refuse it, with nothing.
    #[test]
    fn patterns_are_for_the_processors_that_they_or_their_test_name() {
        let source = "\
            BEGIN_TEST(assembler.one)\n\
            for (unsigned i = GFX6; i <= GFX8; i++) {\n\
            //~gfx[6-7]>> s_nop 1 ; bf800001\n\
            //! s_nop  2   ; bf800002\n\
            //! s_branch BB1 ; bf820040\n\
            //! s_nop 3 ; $_\n\
            BEGIN_TEST(assembler.two)\n\
            for (amd_gfx_level gfx : filter_gfx_levels({GFX11, GFX12})) {\n\
            //; if llvm_ver >= 16 and variant == 'gfx11':\n\
            //;    insert_pattern('v_nop ; 7e000000')\n\
            //; elif variant == 'gfx11':\n\
            //;    insert_pattern('v_nop of old ; 7e000000')\n\
            //; else:\n\
            //;    insert_pattern('v_nop of new ; 7e000000')\n\
            //! ds_nop ; d8500000 00000000\n";
        let found: Vec<_> = cases(source)
            .into_iter()
            .map(|it| (it.line, it.cpu, it.text, it.code.len()))
            .collect();
        let case = |line, cpu, text: &str, size| (line, cpu, text.to_owned(), size);
        let expected = [
            case(3, "gfx600", "s_nop 1", 4),
            case(3, "gfx700", "s_nop 1", 4),
            case(4, "gfx600", "s_nop 2", 4),
            case(4, "gfx700", "s_nop 2", 4),
            case(4, "gfx803", "s_nop 2", 4),
            case(10, "gfx1100", "v_nop", 4),
            case(14, "gfx1200", "v_nop of new", 4),
            case(15, "gfx1100", "ds_nop", 8),
            case(15, "gfx1200", "ds_nop", 8),
        ];
        assert_eq!(found, expected);
    }
}
