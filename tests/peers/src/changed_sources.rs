//! Changes of sources that make them what an assembler takes: the same for every assembler, and
//! made by rule, so that nothing of a source has to be stored.

use std::path::{Path, PathBuf};

/// What is changed in sources before they are assembled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Parameters of macros that get another name: `_` is added.
    renamed: Vec<String>,
    /// Lines that begin with these words are left out.
    dropped: Vec<String>,
}

impl Changes {
    /// From `rename=A,B drop=.C`, or `-` for none.
    ///
    /// # Errors
    ///
    /// A change that there is not.
    pub fn read(text: &str) -> Result<Changes, String> {
        let mut changes = Changes::default();
        for word in text.split(' ').filter(|it| !it.is_empty() && *it != "-") {
            let (kind, names) = word.split_once('=').unwrap_or((word, ""));
            let names = names.split(',').map(str::to_owned);
            match kind {
                "rename" => changes.renamed.extend(names),
                "drop" => changes.dropped.extend(names),
                _ => return Err(format!("`{kind}` is no change of a source: rename, drop")),
            }
        }
        Ok(changes)
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Changes::default()
    }

    /// A source as it is then.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let first = line.split_ascii_whitespace().next().unwrap_or("");
            if self.dropped.iter().any(|word| word == first) {
                // Lines keep their numbers.
                out.push_str(&line[line.trim_end_matches(['\n', '\r']).len()..]);
            } else {
                self.rename(line, first == ".macro", &mut out);
            }
        }
        out
    }

    /// Appends a line with parameters under their new names: any word where a macro begins,
    /// else words behind `\`.
    fn rename(&self, line: &str, begins_macro: bool, out: &mut String) {
        let is_in_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
        let mut rest = line;
        let mut before = ' ';
        while let Some(first) = rest.chars().next() {
            let length = rest.find(|it| !is_in_name(it)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(length.max(first.len_utf8()));
            out.push_str(word);
            if (begins_macro || before == '\\') && self.renamed.iter().any(|it| it == word) {
                out.push('_');
            }
            before = first;
            rest = behind;
        }
    }

    /// Copies the sources of a folder, changed, into another one, which is made: those that
    /// are assembled, and what they include by its name alone.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn copy(&self, from: &Path, to: &Path) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(to)?;
        for entry in std::fs::read_dir(from)? {
            let path = entry?.path();
            let ending = path.extension().and_then(|it| it.to_str());
            let name = path.file_name().unwrap_or_default();
            if matches!(ending, Some("s" | "inc")) {
                let text = std::fs::read(&path)?;
                let text = self.apply(&String::from_utf8_lossy(&text));
                std::fs::write(to.join(name), text)?;
            }
        }
        Ok(to.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that are only part of a word, or stand without `\` in a body, must stay: there
    /// they are the instruction's.
    #[test]
    fn parameters_are_renamed() {
        let changes = Changes::read("rename=vmcnt,n").expect("changes");
        let text = ".macro wait vmcnt=0, n_of, n\n x = \\vmcnt + \\n_of + \\n\n vmcnt(\\n) \\\\n\n";
        let expected =
            ".macro wait vmcnt_=0, n_of, n_\n x = \\vmcnt_ + \\n_of + \\n_\n vmcnt(\\n_) \\\\n_\n";
        assert_eq!(changes.apply(text), expected);
    }

    /// Lines that are left out must not move those behind them: errors name lines.
    #[test]
    fn lines_are_left_out() {
        let changes = Changes::read("drop=.old,.older").expect("changes");
        assert_eq!(
            changes.apply("  .old 1\n.olds\n.older\r\nx"),
            "\n.olds\n\r\nx"
        );
        assert!(Changes::read("-").expect("none").is_empty());
        assert!(Changes::read("cut=.old").is_err());
    }
}
