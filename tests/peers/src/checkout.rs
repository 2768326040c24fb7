//! Public repositories that comparisons read and that are not stored here.
//!
//! A folder is given, by a program's argument or an environment variable; else git fetches
//! what is needed of one commit into `target/checkouts`. Where neither works the comparison
//! is left out, and says so.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What is read of a repository.
#[derive(Debug, Clone, Copy)]
pub struct Checkout {
    /// What the folder is called, and people call it.
    pub name: &'static str,
    /// The environment variable that names a folder which is there already.
    pub variable: &'static str,
    /// Where git finds it.
    pub url: &'static str,
    /// A commit or a tag: the same comparison every time.
    pub revision: &'static str,
    /// Folders that are read; all of it if there are none.
    pub folders: &'static [&'static str],
}

impl Checkout {
    /// Its folder: the one given, that of the environment variable, the one that was
    /// fetched before, or one fetched now.
    ///
    /// # Errors
    ///
    /// Why there is none, in words for whoever runs the comparison.
    pub fn folder(&self, given: Option<PathBuf>) -> Result<PathBuf, String> {
        let variable = || std::env::var_os(self.variable).map(PathBuf::from);
        if let Some(folder) = given.or_else(variable) {
            return match folder.is_dir() {
                true => Ok(folder),
                false => Err(format!("{}: no such folder", folder.display())),
            };
        }
        let target = isa_test_support::folder().join("../target/checkouts");
        let folder = target.join(self.name);
        // Written when everything is there: a fetch that broke off is done again.
        let whole = target.join(format!("{}.{}", self.name, self.revision));
        let lacks = |part: &&str| !folder.join(part).is_dir();
        if !whole.exists() || self.folders.iter().any(lacks) {
            self.fetch(&folder).map_err(|why| {
                format!(
                    "{} is not here, and cannot be fetched: {why}\nset {} to a checkout of {}",
                    self.name, self.variable, self.url
                )
            })?;
            std::fs::write(&whole, "").map_err(|error| error.to_string())?;
        }
        Ok(folder)
    }

    fn fetch(&self, folder: &Path) -> Result<(), String> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
        }
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        eprintln!("fetching {} from {}", self.name, self.url);
        git(folder, &["init", "--quiet"])?;
        git(folder, &["remote", "add", "origin", self.url])?;
        if !self.folders.is_empty() {
            let sparse = ["sparse-checkout", "set"];
            let words: Vec<&str> = sparse.iter().chain(self.folders).copied().collect();
            git(folder, &words)?;
        }
        let filter = "--filter=blob:none";
        let fetch = ["fetch", "--quiet", "--depth=1", filter, "origin"];
        let words: Vec<&str> = fetch.iter().chain([&self.revision]).copied().collect();
        git(folder, &words)?;
        git(folder, &["checkout", "--quiet", "FETCH_HEAD"])
    }
}

/// Runs git in a folder. It asks nobody for a password.
fn git(folder: &Path, words: &[&str]) -> Result<(), String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words);
    command.env("GIT_TERMINAL_PROMPT", "0");
    let output = command
        .output()
        .map_err(|error| format!("git cannot be started ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let last = message.lines().last().unwrap_or("git failed");
    Err(format!("git {}: {last}", words[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is not there must be said to be, and not be fetched in its place:
    /// a comparison of nothing looks like one that found nothing.
    #[test]
    fn a_folder_that_is_given_is_the_one_that_is_read() {
        let checkout = Checkout {
            name: "none",
            variable: "ISA_NO_SUCH_VARIABLE",
            url: "file:///nowhere",
            revision: "v1",
            folders: &[],
        };
        let here = isa_test_support::folder().to_path_buf();
        assert_eq!(checkout.folder(Some(here.clone())), Ok(here.clone()));
        let missing = checkout.folder(Some(here.join("no-such-folder")));
        assert!(missing.is_err_and(|why| why.contains("no-such-folder")));
    }
}
