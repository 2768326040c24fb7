//! One description that holds a machine several times, as it would hold further
//! generations of it: each copy has architectures, processors, classes, formats, operations,
//! families, lints and mnemonics of its own. What all generations hold is there once:
//! registers, states, address spaces, counters, source modifiers, structs with the classes
//! that they name.

use isa_dsl::sorted::SortedSet;
use std::fmt::Write as _;

use isa_dsl::ast::{self, ItemKind, Statement};
use isa_dsl::load::{Loaded, load_text};
use isa_dsl::source::Span;

/// A description with `times` copies of what another one describes.
///
/// The first has the names of the original, the others have a prefix: `m2_v_add_f32` on
/// `m2_gfx900`. Streams are not copied.
///
/// # Panics
///
/// If the description has errors of syntax, or no header.
pub fn copies(loaded: &Loaded, times: usize) -> String {
    assert!(loaded.diagnostics.is_empty(), "the description is read");
    let machine = Machine::new(loaded);
    let mut text = machine.header(times);
    for item in &loaded.file.items {
        if matches!(item.kind, ItemKind::Isa(_)) {
            continue;
        }
        let source = machine.text(item.span);
        match machine.is_shared(&item.kind) {
            true => machine.shared(source, times, &mut text),
            false => (1..=times).for_each(|copy| machine.copy(item, source, copy, &mut text)),
        }
    }
    text
}

/// A processor of the copy of that number.
pub fn processor(name: &str, copy: usize) -> String {
    renamed(name, copy)
}

/// The same description with the opcodes of two rows exchanged: an edit as small as any
/// that changes what engines do.
///
/// # Panics
///
/// If no family has two rows with opcodes of one architecture.
pub fn edited(text: &str) -> String {
    let loaded = load_text("machine.isa", text);
    let pair = loaded.file.items.iter().find_map(|item| {
        let ItemKind::Family(family) = &item.kind else {
            return None;
        };
        let mut opcodes = family
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Row(row) => row.opcodes.first().filter(|(code, _)| code.is_some()),
                _ => None,
            });
        Some((opcodes.next()?.1, opcodes.next()?.1))
    });
    let (first, second) = pair.expect("a family has two rows");
    let range = |span: Span| span.start as usize..span.end as usize;
    let (first, second) = (range(first), range(second));
    [
        &text[..first.start],
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first],
        &text[second.end..],
    ]
    .concat()
}

/// A name in the copy of that number.
fn renamed(name: &str, copy: usize) -> String {
    let is_constant = !name.contains(|letter: char| letter.is_ascii_lowercase());
    match (copy, is_constant) {
        (1, _) => name.to_owned(),
        (_, true) => format!("M{copy}_{name}"),
        (_, false) => format!("m{copy}_{name}"),
    }
}

/// What is copied.
struct Machine<'l> {
    loaded: &'l Loaded,
    isa: &'l ast::Isa,
    /// Names that each copy has for itself.
    own: SortedSet<&'l str>,
}

impl<'l> Machine<'l> {
    fn new(loaded: &'l Loaded) -> Machine<'l> {
        let isa = loaded.file.items.iter().find_map(|item| match &item.kind {
            ItemKind::Isa(isa) => Some(isa),
            _ => None,
        });
        let isa = isa.expect("the description has a header");
        let mut own: SortedSet<&str> = SortedSet::new();
        for item in &loaded.file.items {
            names(&item.kind, &mut own);
        }
        let mut machine = Machine { loaded, isa, own };
        for item in &loaded.file.items {
            if matches!(item.kind, ItemKind::Struct(_)) {
                for token in tokens(machine.text(item.span)) {
                    machine.own.remove(token);
                }
            }
        }
        machine
    }

    /// What is there once.
    fn is_shared(&self, kind: &ItemKind) -> bool {
        match kind {
            // Words of structs.
            ItemKind::Class(ast::Class { name, .. })
            | ItemKind::Operation(ast::Operation { name, .. }) => {
                !self.own.contains(name.text.as_str())
            }
            ItemKind::Registers(_)
            | ItemKind::State(_)
            | ItemKind::Counters(_)
            | ItemKind::Spaces(_)
            | ItemKind::FloatingTypes(_)
            | ItemKind::Indexed(_)
            | ItemKind::Wrapping(_)
            | ItemKind::Struct(_) => true,
            _ => false,
        }
    }

    fn text(&self, span: Span) -> &'l str {
        let file = &self.loaded.sources.files[span.file as usize];
        &file.text[span.start as usize..span.end as usize]
    }

    /// The header with the architectures of all copies.
    fn header(&self, times: usize) -> String {
        let isa = self.isa;
        let mut text = format!("isa {} {:?} {{\n", isa.name.text, isa.title.text);
        for (bits, little) in &isa.words {
            let order = if *little { "little" } else { "big" };
            let _ = writeln!(text, "    word {} {order};", bits.value);
        }
        let all = |names: &[ast::Name], copies: std::ops::RangeInclusive<usize>| -> String {
            let of_copy = |copy| names.iter().map(move |name| renamed(&name.text, copy));
            let names: Vec<String> = copies.flat_map(of_copy).collect();
            names.join(" ")
        };
        for copy in 1..=times {
            for arch in &isa.archs {
                let name = renamed(&arch.name.text, copy);
                let processors = all(&arch.processors, copy..=copy);
                let _ = writeln!(text, "    arch {name} {{ {processors} }}");
            }
        }
        for feature in &isa.features {
            let processors = all(&feature.processors, 1..=times);
            let optional = if feature.optional { " optional" } else { "" };
            let name = &feature.name.text;
            let at = self.of_all(feature.at.as_ref(), times);
            let rest = match feature.processors.is_empty() {
                true => ";".to_owned(),
                false => format!(" {{ {processors} }}"),
            };
            let _ = writeln!(text, "    feature {name}{optional}{at}{rest}");
        }
        for syntax in &isa.syntaxes {
            let at = self.of_all(syntax.at.as_ref(), times);
            let _ = writeln!(text, "    syntax {}{at} {{", syntax.name.text);
            for (word, strings) in &syntax.lexical {
                let strings: Vec<String> =
                    strings.iter().map(|it| format!(" {:?}", it.text)).collect();
                let strings = strings.concat();
                let _ = writeln!(text, "        {}{strings};", word.text);
            }
            text += "    }\n";
        }
        text += "}\n";
        text
    }

    /// A clause that says architectures, of those of all copies, behind a space.
    fn of_all(&self, at: Option<&ast::At>, times: usize) -> String {
        let mut text = String::new();
        if let Some(clause) = at {
            text.push(' ');
            self.shared(self.text(clause.span), times, &mut text);
        }
        text.trim_end().to_owned()
    }

    /// An item that all copies share: where it says architectures, it says those of all.
    fn shared(&self, source: &str, times: usize, text: &mut String) {
        let mut tokens = tokens(source).into_iter().peekable();
        while let Some(token) = tokens.next() {
            *text += token;
            if token != "@" {
                continue;
            }
            let is_range = |token: &&str| {
                token.trim().is_empty() || matches!(*token, "." | ",") || self.is_arch(token)
            };
            let mut ranges = Vec::new();
            while let Some(token) = tokens.next_if(is_range) {
                ranges.push(token);
            }
            let lists: Vec<String> = (1..=times)
                .map(|copy| self.bounded(&ranges, copy).trim().to_owned())
                .collect();
            *text += " ";
            *text += &lists.join(", ");
        }
        *text += "\n";
    }

    /// An item of a copy, limited to the copy's architectures.
    fn copy(&self, item: &ast::Item, source: &str, copy: usize, text: &mut String) {
        for line in item.doc.lines() {
            let _ = writeln!(text, "/// {line}");
        }
        // Before what stands the place of the whole item, if it has none of its own.
        let mut end = match &item.kind {
            ItemKind::Family(ast::Family { at: None, .. })
            | ItemKind::Format(ast::Format { at: None, .. }) => Some("{"),
            ItemKind::Alias(ast::Alias { at: None, .. }) => Some(";"),
            _ => None,
        };
        let is_lint = matches!(item.kind, ItemKind::Lint(_));
        let tokens = tokens(source);
        let is_opening = |token: &&&str| **token == "{";
        let head = tokens.iter().take_while(|it| !is_opening(it)).count();
        let mut written: Vec<String> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            if end.is_some_and(|end| end == *token) {
                written.push(format!("@ {} ", self.bounded(&["."], copy)));
                end = None;
            }
            // What a lint looks for in mnemonics, or a template with names.
            let token = match token.strip_prefix('"') {
                Some(pattern) if is_lint && at > head && !pattern.starts_with('*') => {
                    format!("\"{}", renamed(pattern, copy))
                }
                Some(_) if !is_lint => self.template(token, copy),
                None if self.own.contains(token) => renamed(token, copy),
                Some(_) | None => (*token).to_owned(),
            };
            written.push(token);
        }
        let written: Vec<&str> = written.iter().map(String::as_str).collect();
        *text += &self.bounded(&written, copy);
        *text += "\n";
    }

    /// A string in which names stand in braces.
    fn template(&self, string: &str, copy: usize) -> String {
        let mut parts = string.split('{');
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            text.push('{');
            let end = part.find('}').unwrap_or(0);
            let (name, rest) = part.split_at(end);
            match self.own.contains(name) {
                true => text += &renamed(name, copy),
                false => text += name,
            }
            text += rest;
        }
        text
    }

    fn is_arch(&self, token: &str) -> bool {
        self.isa.archs.iter().any(|arch| arch.name.text == token)
    }

    /// Tokens in which architectures are those of a copy. Ranges with one end have two
    /// then: behind the copy's last architecture come those of the next.
    fn bounded(&self, tokens: &[&str], copy: usize) -> String {
        let ends = (self.isa.archs.first(), self.isa.archs.last());
        let (Some(first), Some(last)) = ends else {
            return String::new();
        };
        if tokens == ["."] {
            let (first, last) = (&first.name.text, &last.name.text);
            return format!("{}..{}", renamed(first, copy), renamed(last, copy));
        }
        let mut text = String::new();
        for (at, token) in tokens.iter().enumerate() {
            if !self.is_arch(token) {
                text += token;
                continue;
            }
            let before = at.checked_sub(3).map(|from| &tokens[from..at]);
            let closes = tokens[..at].ends_with(&[".", "."]);
            let is_open = |it: &[&str]| !self.is_arch(it[0]);
            if closes && before.is_none_or(is_open) {
                // The points stand there already.
                let points = text.len() - 2;
                text.insert_str(points, &renamed(&first.name.text, copy));
            }
            text += &renamed(token, copy);
            let opens = tokens[at + 1..].starts_with(&[".", "."]);
            let next = tokens.get(at + 3);
            if opens && !next.is_some_and(|next| self.is_arch(next)) {
                // They follow: what they lead to has to follow them.
                text += "..";
                text += &renamed(&last.name.text, copy);
                text.push(SKIP);
            }
        }
        text.replace(&format!("{SKIP}.."), "")
    }
}

/// Stands before points that were written already.
const SKIP: char = '\0';

/// The names that an item gives to itself and to its rows.
fn names<'a>(kind: &'a ItemKind, own: &mut SortedSet<&'a str>) {
    let name = match kind {
        ItemKind::Class(it) => &it.name,
        ItemKind::KindBy(it) => &it.name,
        ItemKind::Format(it) => &it.name,
        ItemKind::Modifiers(it) => &it.name,
        ItemKind::Operation(it) => &it.name,
        ItemKind::Encodings(it) => &it.name,
        ItemKind::Lint(it) => &it.name,
        ItemKind::Local(it) => &it.name,
        ItemKind::Formula(it) => &it.name,
        ItemKind::Pair(it) => &it.name,
        ItemKind::Alias(it) => {
            own.insert(&it.target.text);
            &it.name
        }
        ItemKind::Family(ast::Family {
            name, statements, ..
        })
        | ItemKind::Halves(ast::Halves {
            name, statements, ..
        }) => {
            for statement in statements {
                if let Statement::Row(row) = statement {
                    own.insert(&row.name.text);
                    own.extend(row.renamed.iter().map(|it| it.name.text.as_str()));
                }
            }
            name
        }
        ItemKind::Isa(_)
        | ItemKind::Include(_)
        | ItemKind::Registers(_)
        | ItemKind::State(_)
        | ItemKind::Counters(_)
        | ItemKind::Spaces(_)
        | ItemKind::FloatingTypes(_)
        | ItemKind::Indexed(_)
        | ItemKind::Wrapping(_)
        | ItemKind::Struct(_)
        | ItemKind::Stream(_) => return,
    };
    own.insert(&name.text);
}

/// Words, strings, comments and white space of a text, and everything else by the byte.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            string(rest)
        } else if is_word(first) {
            word(rest)
        } else if first.is_whitespace() {
            let end = |letter: char| !letter.is_whitespace();
            rest.find(end).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// The length of the word that a text begins with, and of the numbers behind points that
/// belong to it: `gcn1.0`, but not `gcn1..`.
fn word(text: &str) -> usize {
    let name = |text: &str| text.find(|it| !is_word(it)).unwrap_or(text.len());
    let mut length = name(text);
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return length;
    }
    while let Some(version) = text[length..].strip_prefix('.')
        && version.starts_with(|first: char| first.is_ascii_digit())
    {
        length += 1 + name(version);
    }
    length
}

/// The length of the string that a text begins with.
fn string(text: &str) -> usize {
    let mut escaped = true;
    for (at, letter) in text.char_indices() {
        match letter {
            '"' if !escaped => return at + 1,
            '\\' if !escaped => escaped = true,
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {

    use isa_dsl::load::load_file;

    use super::*;

    fn gcn() -> Loaded {
        load_file(&isa_test_support::folder().join("../defs/gcn.isa"))
    }

    /// Each copy must be a whole machine, and must not be part of another one.
    #[test]
    fn copies_are_machines() {
        let tables = |times| {
            let text = copies(&gcn(), times);
            let compilation = isa_dsl::compile_text("machine.isa", &text);
            assert_eq!(compilation.errors(), "", "{times} times");
            compilation.tables().expect("the tables carry it")
        };
        let (one, two) = std::thread::scope(|scope| {
            let one = scope.spawn(|| tables(1));
            let two = tables(2);
            (one.join().expect("the test of one went well"), two)
        });
        let original = isa_mc::gcn::TABLES.encodings.len();
        assert_eq!(one.encodings.len(), original);
        assert_eq!(two.encodings.len(), 2 * original);
        assert_eq!(two.archs.len(), 2 * one.archs.len());
        assert_eq!(two.files.len(), one.files.len());
    }

    #[test]
    fn an_edit_exchanges_two_opcodes() {
        let text = "isa toy \"A toy\" { arch toy1 { t1 } }\n\
                    family f : F {\n    opcodes toy1;\n    a 1;\n    b 22;\n    c 3;\n}\n";
        let edited = edited(text);
        assert_eq!(
            edited,
            text.replace("a 1;", "a 22;").replace("b 22;", "b 1;")
        );
    }

    #[test]
    fn names_of_architectures_are_words() {
        assert_eq!(
            tokens("x @ ..gcn1.1, gcn1.4.. \"a \\\" b\" // c"),
            [
                "x",
                " ",
                "@",
                " ",
                ".",
                ".",
                "gcn1.1",
                ",",
                " ",
                "gcn1.4",
                ".",
                ".",
                " ",
                "\"a \\\" b\"",
                " ",
                "// c"
            ]
        );
    }
}
