//! No two files of a crate use each other, directly or by way of others.
//!
//! A folder whose files form a circle cannot be read in any order: each wants to be known
//! before the others. So the test reads what every file of a crate names (`use`, paths, and
//! what macros are given), finds the file that defines it, through whatever re-exports it, and
//! reports each circle with the names that tie it. Methods are not named by a path: `impl`
//! blocks of one type in several files use the type, not one another.
//!
//! It stands here because this crate reads Rust anyway: were `syn` a dependency of the tests,
//! too, cargo would make it by other flags for `cargo test` than for `cargo build`, and compile
//! everything above it a second time (`lto` in `Cargo.toml`).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, UseTree, Visibility};

/// The crates that are read.
const CRATES: &[&str] = &[
    "isa-dsl",
    "isa-macros",
    "isa-mc/engines",
    "isa-mc/metadata",
    "isa-mc",
    "isa-mc/cli",
];

#[test]
fn files_can_be_read_in_one_order() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let circles = |name: &str| {
        let folder = repository.join(name).join("src");
        let source = Source::read(Path::new("lib.rs"), &|path| {
            std::fs::read_to_string(folder.join(path)).ok()
        });
        assert!(source.files.len() > 3, "{name} was not read");
        let mut text = String::new();
        for circle in source.circles() {
            let _ = writeln!(text, "{name}: {circle}");
        }
        text
    };
    let texts = std::thread::scope(|scope| {
        let threads = CRATES.iter().map(|name| scope.spawn(|| circles(name)));
        let threads: Vec<_> = threads.collect();
        let texts = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        texts.collect::<Result<String, _>>()
    });
    let text = texts.expect("the crates were read");
    assert!(text.is_empty(), "files that use each other:\n\n{text}");
}

/// What is tried, the files with their text, and which uses form a circle.
type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);

/// What a file names is looked up as the compiler does: these are the ways.
#[test]
fn names_are_followed_to_the_file_that_defines_them() {
    let cases: &[Case] = &[
        (
            "a child uses what its parent defines, and the parent hands the child on",
            &[
                (
                    "lib.rs",
                    "mod child; pub struct Shared; pub use child::Own;",
                ),
                ("child.rs", "use super::Shared; pub struct Own(Shared);"),
            ],
            &["child.rs -> lib.rs: Shared", "lib.rs -> child.rs: Own"],
        ),
        (
            "a parent that only hands on is no part of a circle",
            &[
                ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
                ("a.rs", "pub struct A;"),
                ("b.rs", "use crate::A; pub struct B(A);"),
            ],
            &[],
        ),
        (
            "siblings, by paths in bodies and in macros",
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "pub fn a() { super::b::b() }"),
                (
                    "b.rs",
                    "use crate::a; pub fn b() { println!(\"{:?}\", a::a()) }",
                ),
            ],
            &["a.rs -> b.rs: b", "b.rs -> a.rs: a"],
        ),
        (
            "names of a glob, renamed and grouped",
            &[
                ("lib.rs", "mod a; mod b; mod all { pub use crate::a::*; }"),
                (
                    "a.rs",
                    "use crate::{b::{self, B as Other}}; pub struct A(Other);",
                ),
                ("b.rs", "use crate::all::*; pub struct B; fn f(_: &A) {}"),
            ],
            &["a.rs -> b.rs: B", "b.rs -> a.rs: A"],
        ),
        (
            "a macro of a parent, by its place in the text",
            &[
                ("lib.rs", "macro_rules! say { () => {} } mod a; use a::A;"),
                ("a.rs", "say!(); pub struct A;"),
            ],
            &["a.rs -> lib.rs: say", "lib.rs -> a.rs: A"],
        ),
        (
            "three, in folders, and one beside them that ends the circle",
            &[
                ("lib.rs", "mod a; mod b; mod d;"),
                (
                    "a/mod.rs",
                    "mod c; pub use c::C; pub struct A(crate::b::B);",
                ),
                (
                    "a/c.rs",
                    "pub struct C(crate::d::D); fn f() { let _: super::A; }",
                ),
                ("b.rs", "pub struct B(crate::a::C);"),
                ("d.rs", "pub struct D;"),
            ],
            &[
                "a/c.rs -> a/mod.rs: A",
                "a/mod.rs -> a/c.rs: C",
                "a/mod.rs -> b.rs: B",
                "b.rs -> a/c.rs: C",
            ],
        ),
        (
            "a glob offers what is public, not what its module imports for itself",
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use crate::b::*; pub struct A(C);"),
                (
                    "b.rs",
                    "use crate::a::A; pub use crate::c::C; pub fn b(_: A) {}",
                ),
                ("c.rs", "pub struct C; pub struct A;"),
            ],
            &[],
        ),
        (
            "a parent hands on what is of another crate",
            &[
                ("lib.rs", "mod a; pub use a::A; pub use other::thing;"),
                ("a.rs", "use crate::thing::Thing; pub struct A(Thing);"),
            ],
            &[],
        ),
        (
            "what is quoted, and what a macro names where it is used",
            &[
                ("lib.rs", "mod a; mod b;"),
                (
                    "a.rs",
                    "pub fn a() { quote! { use crate::b::B; } } macro_rules! m { () => { $crate::b::B } }",
                ),
                ("b.rs", "pub struct B; pub fn b() { crate::a::a() }"),
            ],
            &[],
        ),
        (
            "what is there for tests is left out",
            &[
                ("lib.rs", "mod a; mod b;"),
                (
                    "a.rs",
                    "pub struct A; #[cfg(test)] mod tests { use crate::b::B; }",
                ),
                ("b.rs", "pub struct B(crate::a::A);"),
            ],
            &[],
        ),
    ];
    for (what, files, wanted) in cases {
        let files: BTreeMap<_, _> = files.iter().copied().collect();
        let read = |path: &Path| files.get(path.to_str()?).map(|text| (*text).to_owned());
        let source = Source::read(Path::new("lib.rs"), &read);
        assert_eq!(source.files.len(), files.len(), "{what}");
        let found = source.circles().join("\n");
        let found: BTreeSet<&str> = found.lines().skip(1).map(str::trim).collect();
        assert_eq!(found, wanted.iter().copied().collect(), "{what}");
    }
}

/// The files of a crate and the modules in them; the first of each is the root.
struct Source {
    files: Vec<PathBuf>,
    modules: Vec<Module>,
}

#[derive(Default)]
struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// What the module defines, macros too.
    items: BTreeSet<String>,
    /// What it imports: the name here, and the path.
    imports: BTreeMap<String, Import>,
    globs: Vec<Import>,
    /// All paths that its code names, single names too.
    paths: BTreeSet<Vec<String>>,
}

struct Import {
    path: Vec<String>,
    /// Other modules may import it from here.
    public: bool,
}

/// What a path leads to.
enum Meaning {
    Module(usize),
    Item { file: usize, name: String },
}

/// No path of a real crate goes through as many imports; one that does imports itself.
const MAX_IMPORTS: usize = 16;

impl Source {
    fn read(root: &Path, text: &dyn Fn(&Path) -> Option<String>) -> Source {
        let mut source = Source {
            files: Vec::new(),
            modules: Vec::new(),
        };
        let folder = root.parent().unwrap_or(Path::new(""));
        source.file(root, folder, None, text);
        source
    }

    /// Reads a file as a module; its children are in `folder`.
    fn file(
        &mut self,
        path: &Path,
        folder: &Path,
        parent: Option<usize>,
        text: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let content = text(path).unwrap_or_else(|| panic!("{}: cannot be read", path.display()));
        let content =
            syn::parse_file(&content).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.files.push(path.to_owned());
        let file = self.files.len() - 1;
        self.module(file, content.items, folder, parent, text)
    }

    fn module(
        &mut self,
        file: usize,
        items: Vec<Item>,
        folder: &Path,
        parent: Option<usize>,
        text: &dyn Fn(&Path) -> Option<String>,
    ) -> usize {
        let at = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            ..Module::default()
        });
        for item in items {
            if attributes(&item).iter().any(is_for_tests) {
                continue;
            }
            match item {
                Item::Mod(child) => {
                    let name = child.ident.to_string();
                    let folder = folder.join(&name);
                    let index = if let Some((_, items)) = child.content {
                        self.module(file, items, &folder, Some(at), text)
                    } else {
                        let beside = folder.with_extension("rs");
                        let within = folder.join("mod.rs");
                        let path = if text(&beside).is_some() {
                            beside
                        } else {
                            within
                        };
                        self.file(&path, &folder, Some(at), text)
                    };
                    self.modules[at].children.insert(name, index);
                }
                Item::Use(item) => {
                    let public = !matches!(item.vis, Visibility::Inherited);
                    self.modules[at].import(&item.tree, public, &mut Vec::new());
                }
                item => self.modules[at].item(item),
            }
        }
        at
    }

    /// The files that use each other, a text for each set of them.
    fn circles(&self) -> Vec<String> {
        let uses = self.uses();
        let reached = self.reached(&uses);
        let mut seen = BTreeSet::new();
        let mut circles = Vec::new();
        for file in 0..self.files.len() {
            let circle: BTreeSet<usize> = (reached[file].iter().copied())
                .filter(|other| reached[*other].contains(&file))
                .collect();
            if circle.is_empty() || !seen.insert(circle.clone()) {
                continue;
            }
            let mut text = format!("a circle of {} files", circle.len());
            for ((from, to), names) in &uses {
                if circle.contains(from) && circle.contains(to) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let (from, to) = (self.files[*from].display(), self.files[*to].display());
                    let _ = write!(text, "\n  {from} -> {to}: {}", names.join(", "));
                }
            }
            circles.push(text);
        }
        circles
    }

    /// Which names a file takes from another.
    fn uses(&self) -> BTreeMap<(usize, usize), BTreeSet<String>> {
        let mut uses: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
        for (at, module) in self.modules.iter().enumerate() {
            let imported = module.imports.values().map(|import| &import.path);
            for path in imported.chain(&module.paths) {
                if let Some(Meaning::Item { file, name }) = self.meaning(at, path, MAX_IMPORTS)
                    && file != module.file
                {
                    uses.entry((module.file, file)).or_default().insert(name);
                }
            }
        }
        uses
    }

    /// The files that each file uses, by way of others too.
    fn reached(&self, uses: &BTreeMap<(usize, usize), BTreeSet<String>>) -> Vec<BTreeSet<usize>> {
        let walk = |file: usize| {
            let mut found = BTreeSet::new();
            let mut left = vec![file];
            while let Some(from) = left.pop() {
                for ((_, to), _) in uses.range((from, 0)..(from + 1, 0)) {
                    if found.insert(*to) {
                        left.push(*to);
                    }
                }
            }
            found
        };
        (0..self.files.len()).map(walk).collect()
    }

    /// What `path` means in a module; `None` if it is of another crate, or a local name.
    fn meaning(&self, module: usize, path: &[String], imports: usize) -> Option<Meaning> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Meaning::Module(0),
            "self" => Meaning::Module(module),
            "super" => Meaning::Module(self.modules[module].parent?),
            name => self
                .named(module, name, rest.is_empty(), imports)
                .or_else(|| self.macro_above(module, name))?,
        };
        self.follow(start, rest, imports)
    }

    fn follow(&self, start: Meaning, rest: &[String], imports: usize) -> Option<Meaning> {
        let (Meaning::Module(module), Some((name, rest))) = (&start, rest.split_first()) else {
            return Some(start);
        };
        let next = match name.as_str() {
            "super" => Meaning::Module(self.modules[*module].parent?),
            "self" => start,
            name => match self.named(*module, name, rest.is_empty(), imports) {
                Some(meaning) => meaning,
                // Of another crate.
                None if self.modules[*module].imports.contains_key(name) => return None,
                // What no code defines comes from a macro of the module.
                None => Meaning::Item {
                    file: self.modules[*module].file,
                    name: name.to_owned(),
                },
            },
        };
        self.follow(next, rest, imports)
    }

    /// What a name means in a module. One may be a module and a function: where it ends a
    /// path (`last`), it is the function.
    fn named(&self, at: usize, name: &str, last: bool, imports: usize) -> Option<Meaning> {
        let module = &self.modules[at];
        let imports = imports.checked_sub(1)?;
        let child = module.children.get(name).copied();
        if let Some(child) = child
            && !(last && module.items.contains(name))
        {
            return Some(Meaning::Module(child));
        }
        if module.items.contains(name) {
            return Some(Meaning::Item {
                file: module.file,
                name: name.to_owned(),
            });
        }
        if let Some(import) = module.imports.get(name) {
            return self.meaning(at, &import.path, imports);
        }
        module.globs.iter().find_map(|glob| {
            let Meaning::Module(from) = self.meaning(at, &glob.path, imports)? else {
                return None;
            };
            // What others import for themselves is no part of what they offer; a module
            // sees all of those around it.
            let offers = |map: &Module| map.imports.get(name).is_none_or(|it| it.public);
            let found = || self.named(from, name, last, imports);
            (self.is_within(at, from) || offers(&self.modules[from])).then(found)?
        })
    }

    fn is_within(&self, module: usize, other: usize) -> bool {
        let parent = self.modules[module].parent;
        module == other || parent.is_some_and(|parent| self.is_within(parent, other))
    }

    /// A macro that a module above defines is there by its place in the text.
    fn macro_above(&self, module: usize, name: &str) -> Option<Meaning> {
        let name = name.strip_suffix('!')?;
        let mut above = Some(module);
        while let Some(at) = above {
            let module = &self.modules[at];
            if module.items.contains(&format!("{name}!")) {
                return Some(Meaning::Item {
                    file: module.file,
                    name: name.to_owned(),
                });
            }
            above = module.parent;
        }
        None
    }
}

impl Module {
    fn import(&mut self, tree: &UseTree, public: bool, path: &mut Vec<String>) {
        let (name, rename) = match tree {
            UseTree::Path(step) => {
                path.push(step.ident.to_string());
                self.import(&step.tree, public, path);
                path.pop();
                return;
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, public, path);
                }
                return;
            }
            UseTree::Glob(_) => {
                let path = path.clone();
                self.globs.push(Import { path, public });
                return;
            }
            UseTree::Name(name) => (name.ident.to_string(), None),
            UseTree::Rename(name) => (name.ident.to_string(), Some(name.rename.to_string())),
        };
        let mut path = path.clone();
        if name != "self" {
            path.push(name);
        }
        let Some(last) = path.last() else { return };
        let name = match rename.as_deref() {
            None => last.clone(),
            // Imported for its methods.
            Some("_") => format!("_{}", self.imports.len()),
            Some(name) => name.to_owned(),
        };
        self.imports.insert(name, Import { path, public });
    }

    fn item(&mut self, item: Item) {
        let name = match &item {
            Item::Const(item) => Some(item.ident.to_string()),
            Item::Enum(item) => Some(item.ident.to_string()),
            Item::Fn(item) => Some(item.sig.ident.to_string()),
            Item::Static(item) => Some(item.ident.to_string()),
            Item::Struct(item) => Some(item.ident.to_string()),
            Item::Trait(item) => Some(item.ident.to_string()),
            Item::Type(item) => Some(item.ident.to_string()),
            Item::Union(item) => Some(item.ident.to_string()),
            Item::Macro(item) => {
                self.defined(item.mac.tokens.clone());
                item.ident.as_ref().map(|name| format!("{name}!"))
            }
            _ => None,
        };
        self.items.extend(name);
        self.code(item.into_token_stream());
    }

    /// What a macro defines: the names behind the words that define.
    fn defined(&mut self, tokens: TokenStream) {
        let mut defines = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.defined(group.stream()),
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    if defines {
                        self.items.insert(name.clone());
                    }
                    defines = matches!(
                        name.as_str(),
                        "const" | "enum" | "fn" | "static" | "struct" | "trait" | "type"
                    );
                    continue;
                }
                _ => {}
            }
            defines = false;
        }
    }

    /// The paths in some code: names with `::` between them. What follows a dot is a field
    /// or a method, and no path; what follows `$` is named where the macro is used; and what
    /// is quoted is code of another crate.
    fn code(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut marks = String::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    let goes_on = marks == "::" && !path.is_empty();
                    if !goes_on {
                        self.named_path(&mut path);
                    }
                    if goes_on || !marks.ends_with(['.', '$']) && marks != "::" {
                        path.push(name.to_string());
                    }
                    marks.clear();
                    continue;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => {
                    if !marks.ends_with(':') {
                        marks.clear();
                    }
                    marks.push(':');
                    continue;
                }
                TokenTree::Punct(mark) => {
                    if mark.as_char() == '!'
                        && let Some(last) = path.last_mut()
                    {
                        last.push('!');
                    }
                    marks = mark.as_char().to_string();
                }
                TokenTree::Group(group) => {
                    let quoted =
                        |name: &String| matches!(name.as_str(), "quote!" | "quote_spanned!");
                    if !path.last().is_some_and(quoted) {
                        self.code(group.stream());
                    }
                    marks.clear();
                }
                TokenTree::Literal(_) => marks.clear(),
            }
            if !path.last().is_some_and(|name| name.ends_with('!')) || marks.is_empty() {
                self.named_path(&mut path);
            }
        }
        self.named_path(&mut path);
    }

    fn named_path(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.paths.insert(std::mem::take(path));
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && (attribute.parse_args::<TokenStream>()).is_ok_and(|condition| {
            let mut names = condition.into_iter().flat_map(|token| match token {
                TokenTree::Group(group) => group.stream().into_iter().collect(),
                token => vec![token],
            });
            let first = names.next().map(|it| it.to_string());
            match first.as_deref() {
                Some("test") => true,
                Some("all") => names.any(|it| it.to_string() == "test"),
                _ => false,
            }
        })
}
