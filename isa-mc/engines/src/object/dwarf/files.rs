//! The source files of line numbers.
//!
//! Which numbers, directories and names files get is LLVM's rule, so that files are the
//! same byte for byte: a file without a directory is cut at its last separator, and from
//! version 5 on a file with the name and the checksum of the first is that one.

use std::collections::HashMap;

use isa_dsl::sorted::SortedMap;

/// The MD5 checksum of a source file.
pub type Checksum = [u8; 16];

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFile {
    pub(crate) name: Vec<u8>,
    /// 0, or the place of its directory in the table, from 1.
    pub(crate) directory: usize,
    pub(crate) checksum: Option<Checksum>,
    pub(crate) text: Option<Vec<u8>>,
}

/// What is said of a source file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceFileName<'n> {
    /// Its directory; empty if `name` says it, or it is where the compiler ran.
    pub directory: &'n [u8],
    /// Its name.
    pub name: &'n [u8],
    /// Its MD5 checksum.
    pub checksum: Option<Checksum>,
    /// All of its text.
    pub text: Option<&'n [u8]>,
}

/// A number of a source file that another one has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken;

/// The source files of an object.
#[derive(Debug, Clone)]
pub(crate) struct SourceFiles {
    pub(crate) directories: Vec<Vec<u8>>,
    places: HashMap<Vec<u8>, usize>,
    /// By number, from 1.
    pub(crate) files: SortedMap<u32, SourceFile>,
    /// Numbers of files that nobody numbered, by directory and name.
    numbers: HashMap<(Vec<u8>, Vec<u8>), u32>,
    /// File 0, of version 5.
    pub(crate) root: Option<SourceFile>,
    /// Where the compiler ran, if file 0 says it.
    pub(crate) directory: Vec<u8>,
    all_have_checksums: bool,
    any_has_checksum: bool,
    /// Whether a file has its text.
    pub(crate) has_text: bool,
}

impl Default for SourceFiles {
    fn default() -> SourceFiles {
        SourceFiles {
            directories: Vec::new(),
            places: HashMap::new(),
            files: SortedMap::new(),
            numbers: HashMap::new(),
            root: None,
            directory: Vec::new(),
            all_have_checksums: true,
            any_has_checksum: false,
            has_text: false,
        }
    }
}

impl SourceFiles {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.root.is_none()
    }

    /// The directory and the name of a file by its number, not 0, as tables hold them.
    pub(crate) fn named(&self, number: u32) -> Option<(&[u8], &[u8])> {
        let file = self.files.get(&number)?;
        let directory = file.directory.checked_sub(1);
        let directory = directory.and_then(|at| self.directories.get(at));
        Some((directory.map_or(&[], |it| it), &file.name))
    }

    /// Whether all have checksums.
    pub(crate) fn have_checksums(&self) -> bool {
        self.all_have_checksums
    }

    /// Whether all have checksums, or none has.
    pub(crate) fn agree(&self) -> bool {
        self.files.is_empty() || self.all_have_checksums == self.any_has_checksum
    }

    /// Whether a line may be one of the file of that number.
    pub(crate) fn is_assigned(&self, number: u32, version: u16) -> bool {
        match number {
            0 => version >= 5,
            number => self.files.contains_key(&number),
        }
    }

    /// The first number that no file has, though a later one has one.
    pub(crate) fn gap(&self) -> Option<u32> {
        let mut numbers = (1..).zip(self.files.keys());
        numbers
            .find(|(expected, found)| expected != *found)
            .map(|(expected, _)| expected)
    }

    /// Forgets all of them, but not where the compiler ran.
    pub(crate) fn forget(&mut self) {
        *self = SourceFiles {
            directory: std::mem::take(&mut self.directory),
            ..SourceFiles::default()
        };
    }

    fn saw(&mut self, file: &SourceFileName<'_>) {
        self.all_have_checksums &= file.checksum.is_some();
        self.any_has_checksum |= file.checksum.is_some();
        self.has_text |= file.text.is_some();
    }

    /// File 0 is the one that was compiled; its directory is where the compiler ran.
    pub(crate) fn set_root(&mut self, file: &SourceFileName<'_>) {
        self.directory = file.directory.to_vec();
        self.root = Some(SourceFile {
            name: file.name.to_vec(),
            directory: 0,
            checksum: file.checksum,
            text: file.text.map(<[u8]>::to_vec),
        })
        .filter(|root| !root.name.is_empty());
        self.saw(file);
    }

    /// Gives a file its number, or the next one; gives that.
    ///
    /// # Errors
    ///
    /// Another file has the number.
    pub(crate) fn add(
        &mut self,
        number: Option<u32>,
        file: &SourceFileName<'_>,
        version: u16,
    ) -> Result<u32, Taken> {
        let mut directory = file.directory;
        let mut name = file.name;
        if directory == self.directory {
            directory = b"";
        }
        if name.is_empty() {
            (directory, name) = (b"", b"<stdin>");
        }
        if self.files.is_empty() {
            self.saw(file);
        }
        let is_root = |root: &SourceFile| root.name == name && root.checksum == file.checksum;
        if version >= 5 && self.root.as_ref().is_some_and(is_root) {
            return Ok(0);
        }
        let number = match number {
            Some(number) => number,
            None => {
                let next = self.files.last_key_value().map_or(1, |(last, _)| last + 1);
                let key = (directory.to_vec(), name.to_vec());
                match self.numbers.entry(key) {
                    std::collections::hash_map::Entry::Occupied(found) => return Ok(*found.get()),
                    std::collections::hash_map::Entry::Vacant(place) => *place.insert(next),
                }
            }
        };
        if self.files.contains_key(&number) {
            return Err(Taken);
        }
        if directory.is_empty() {
            let (before, last) = cut(name);
            directory = before;
            if !directory.is_empty() {
                name = last;
            }
        }
        let place = match directory {
            b"" => 0,
            directory => match self.places.get(directory) {
                Some(&place) => place,
                None => {
                    self.directories.push(directory.to_vec());
                    let place = self.directories.len();
                    self.places.insert(directory.to_vec(), place);
                    place
                }
            },
        };
        let row = SourceFile {
            name: name.to_vec(),
            directory: place,
            checksum: file.checksum,
            text: file.text.map(<[u8]>::to_vec),
        };
        self.files.insert(number, row);
        self.saw(file);
        Ok(number)
    }
}

/// A path as its directory and its last part. What two separators begin is the name of a
/// host; a separator at the end stands for `.`.
fn cut(path: &[u8]) -> (&[u8], &[u8]) {
    let is_separator = |at: usize| path.get(at) == Some(&b'/');
    let has_host = path.len() > 3 && path.starts_with(b"//") && !is_separator(2);
    let root = match has_host {
        true => (2..path.len()).find(|&at| is_separator(at)),
        false => is_separator(0).then_some(0),
    };
    // Where the last part of some bytes begins.
    let start = |path: &[u8]| match path {
        [] => 0,
        [.., b'/'] => path.len() - 1,
        path => match path.iter().rposition(|&byte| byte == b'/') {
            None => 0,
            Some(1) if path[0] == b'/' => 0,
            Some(at) => at + 1,
        },
    };
    let mut end = path.len();
    while end > 0 && Some(end - 1) != root && is_separator(end - 1) {
        end -= 1;
    }
    let is_dot = path.ends_with(b"/") && root.is_none_or(|root| end > root + 1);
    let name = match is_dot {
        true => &b"."[..],
        false => &path[start(&path[..end])..end],
    };
    let mut end = start(path);
    let was_separator = is_separator(end);
    while end > 0 && root.is_none_or(|root| end > root) && is_separator(end - 1) {
        end -= 1;
    }
    if Some(end) == root && !was_separator {
        end += 1;
    }
    (&path[..end], name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths are cut where LLVM cuts them, which the file table of llvm-mc 22 shows: with
    /// another cut the table has other directories.
    #[test]
    fn paths_are_cut() {
        let cases: &[(&str, &str, &str)] = &[
            ("a.c", "", "a.c"),
            ("x/a.c", "x", "a.c"),
            ("/b.c", "/", "b.c"),
            ("/q/b.c", "/q", "b.c"),
            ("x//b.c", "x", "b.c"),
            ("x/", "x", "."),
            ("/", "", "/"),
            ("//b.c", "", "//b.c"),
            ("///q/b.c", "///q", "b.c"),
            ("//net/b.c", "//net/", "b.c"),
            ("//net", "", "//net"),
            ("", "", ""),
        ];
        for (path, directory, name) in cases {
            let found = cut(path.as_bytes());
            let found = (
                str::from_utf8(found.0).expect("text"),
                str::from_utf8(found.1).expect("text"),
            );
            assert_eq!(found, (*directory, *name), "{path}");
        }
    }

    fn named<'n>(directory: &'n str, name: &'n str) -> SourceFileName<'n> {
        SourceFileName {
            directory: directory.as_bytes(),
            name: name.as_bytes(),
            ..SourceFileName::default()
        }
    }

    /// Directories are stored once, numbers are given once, and what is missing between
    /// them is found.
    #[test]
    fn files_have_numbers() {
        let mut files = SourceFiles::default();
        assert_eq!(files.add(Some(3), &named("/d", "x.c"), 4), Ok(3));
        assert_eq!(files.gap(), Some(1));
        assert_eq!(files.add(Some(1), &named("/d", "y.c"), 4), Ok(1));
        assert_eq!(files.add(Some(2), &named("", "/d/z.c"), 4), Ok(2));
        assert_eq!(files.gap(), None);
        assert_eq!(files.directories, [b"/d"]);
        assert_eq!(files.add(Some(2), &named("", "w.c"), 4), Err(Taken));
        assert_eq!(files.add(None, &named("", "w.c"), 4), Ok(4));
        assert_eq!(files.add(None, &named("", "w.c"), 4), Ok(4));
        assert!(files.is_assigned(4, 4) && !files.is_assigned(5, 5));
        assert!(!files.is_assigned(0, 4) && files.is_assigned(0, 5));
    }

    /// From version 5 on the file that was compiled is file 0, by its name alone.
    #[test]
    fn the_first_file_is_found_again() {
        let mut files = SourceFiles::default();
        files.set_root(&named("/d", "a.c"));
        assert_eq!(files.add(Some(1), &named("/e", "a.c"), 5), Ok(0));
        assert_eq!(files.add(Some(1), &named("/e", "a.c"), 4), Ok(1));
        assert!(files.agree());
        let checked = SourceFileName {
            checksum: Some([1; 16]),
            ..named("/d", "b.c")
        };
        assert_eq!(files.add(Some(2), &checked, 5), Ok(2));
        assert!(!files.agree(), "one has a checksum, the others have none");
    }
}
