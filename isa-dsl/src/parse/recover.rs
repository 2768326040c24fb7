//! Items one by one, and the lines of those that are wrong.

use std::ops::Range;

use super::build::{Builder, Node};
use super::grammar::Rule;
use super::message::{Failure, quote};
use super::peg;
use super::scan::{Cut, Cutter};
use super::token::Tokens;
use crate::ast::{Item, ItemKind, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Errors of one file before parsing gives up on the rest of it.
const MAX_ERRORS: usize = 1000;

/// Words that begin an item, with the entry point for a line of its block.
const ITEMS: &[(&str, Option<Rule>)] = &[
    ("isa", Some(Rule::one_isa_line)),
    ("include", None),
    ("registers", Some(Rule::one_register_line)),
    ("state", None),
    ("counter", None),
    ("space", None),
    ("floating", None),
    ("indexed", None),
    ("class", Some(Rule::one_entry)),
    ("kind", Some(Rule::one_kind_case)),
    ("struct", Some(Rule::one_struct_line)),
    ("format", Some(Rule::one_format_line)),
    ("modifiers", Some(Rule::one_modifier)),
    ("wrap", None),
    ("operation", Some(Rule::one_op_stmt)),
    ("encodings", Some(Rule::one_encoding)),
    ("family", Some(Rule::one_statement)),
    ("halves", Some(Rule::one_halves_line)),
    ("pair", Some(Rule::one_pair_line)),
    ("alias", None),
    ("lint", Some(Rule::one_lint_line)),
    ("stream", Some(Rule::one_stream_line)),
    ("let", None),
    ("formula", None),
];

/// Words that begin a line of a block, for "did you mean".
fn line_words(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::one_isa_line => &["word", "arch", "feature", "syntax"],
        Rule::one_register_line => &["groups"],
        Rule::one_struct_line => &["asm", "any", "reserved"],
        Rule::one_format_line => &["reserved", "ignored"],
        Rule::one_statement => &[
            "encoding",
            "encodings",
            "unused",
            "in",
            "out",
            "inout",
            "asm",
            "indexed",
            "reads",
            "writes",
            "counts",
            "branches",
            "checks",
            "lanes",
            "let",
            "require",
            "opcodes",
        ],
        Rule::one_encoding => &["encoding"],
        Rule::one_encoding_line => &[
            "unused", "in", "out", "inout", "asm", "reads", "writes", "counts", "branches",
            "require",
        ],
        Rule::one_halves_line => &["unused", "in", "out", "inout", "asm", "opcodes"],
        Rule::one_pair_line => &[
            "halves", "asm", "unused", "reads", "writes", "counts", "branches", "checks", "lanes",
            "require",
        ],
        Rule::one_stream_line => &["switch", "when", "repeat"],
        Rule::one_op_stmt => &["if", "for", "atomic", "once", "undefined"],
        _ => &[],
    }
}

/// Words that items begin with.
pub(super) fn item_words() -> impl Iterator<Item = &'static str> {
    ITEMS.iter().map(|(word, _)| *word)
}

/// Words that lines of an item's block may begin with, by the word of the item.
pub(super) fn block_words(item: &str) -> &'static [&'static str] {
    match item {
        "encoding" => line_words(Rule::one_encoding_line),
        _ => {
            let line = ITEMS.iter().find(|(word, _)| *word == item);
            line.and_then(|(_, line)| *line).map_or(&[], line_words)
        }
    }
}

fn is_item_word(word: &str) -> bool {
    ITEMS.iter().any(|(item, _)| *item == word)
}

/// Where the lines of a block go.
enum Owner<'o> {
    Item(&'o mut ItemKind),
    Encoding(&'o mut Vec<Statement>),
}

/// The state of parsing one file.
pub(super) struct FileParser<'a> {
    file: u32,
    text: &'a str,
    /// What could be parsed.
    pub items: Vec<Item>,
    /// What could not.
    pub diagnostics: Vec<Diagnostic>,
    /// Sees every match, with the byte of the file where its piece begins.
    visit: Option<&'a mut Visit<'a>>,
}

/// What sees matches.
pub(super) type Visit<'a> = dyn FnMut(usize, Node<'_>) + 'a;

impl<'a> FileParser<'a> {
    pub fn new(file: u32, text: &'a str) -> FileParser<'a> {
        FileParser {
            file,
            text,
            items: Vec::new(),
            diagnostics: Vec::new(),
            visit: None,
        }
    }

    /// With something that sees every match.
    #[cfg(feature = "compiler")]
    pub fn visited(self, visit: &'a mut Visit<'a>) -> FileParser<'a> {
        FileParser {
            visit: Some(visit),
            ..self
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span {
            file: self.file,
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or("")
    }

    fn at_line_start(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes().get(at - 1) == Some(&b'\n')
    }

    fn enough(&mut self, at: usize) -> bool {
        if self.diagnostics.len() < MAX_ERRORS {
            return false;
        }
        self.diagnostics.truncate(MAX_ERRORS);
        let message = format!("more than {MAX_ERRORS} errors; the rest of the file is not read");
        self.diagnostics.push(Diagnostic::new(
            Code::Unexpected,
            self.span(&(at..at)),
            message,
        ));
        true
    }

    pub fn run(&mut self) {
        let begin = if self.text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        let mut cutter = Cutter::new(self.file, self.text, begin..self.text.len(), &is_item_word);
        // What follows an item that ended too early is a part of it.
        let mut lost = false;
        while let Some(cut) = cutter.next_cut() {
            let bracket_errors = std::mem::take(&mut cutter.diagnostics);
            let word = self.slice(&cut.word);
            if lost && !is_item_word(word) && (word == "}" || !self.at_line_start(cut.word.start)) {
                continue;
            }
            self.diagnostics.extend(bracket_errors);
            let before = self.diagnostics.len();
            self.cut(&cut);
            lost = self.diagnostics.len() > before && cut.block.is_none();
            if self.enough(cut.range.end) {
                return;
            }
        }
    }

    fn cut(&mut self, cut: &Cut) {
        let word = self.slice(&cut.word);
        if cut.broken.first() == Some(&cut.word.start) {
            return;
        }
        if word.is_empty() {
            let message = "documentation without an item";
            self.diagnostics.push(
                Diagnostic::new(Code::Unexpected, self.span(&cut.range), message)
                    .label("nothing follows it")
                    .help("write `//` for a comment"),
            );
            return;
        }
        let Some((_, line)) = ITEMS.iter().find(|(item, _)| *item == word) else {
            self.unknown_item(cut, word);
            return;
        };
        let failure = if cut.broken.is_empty() {
            match self.parse_item(self.slice(&cut.range), cut.range.start) {
                Ok(()) => return,
                Err(failure) => Some(failure),
            }
        } else {
            None
        };
        if let (Some(line), Some(block)) = (*line, cut.block.clone()) {
            let before = self.diagnostics.len();
            self.item_by_lines(cut, line, block);
            if self.diagnostics.len() > before {
                return;
            }
        }
        if let Some(failure) = failure {
            self.report(&failure, &cut.range);
            if let Some(split) = self.missing_semicolon(&failure, &cut.range) {
                let repaired = format!("{};", self.slice(&(cut.range.start..split)));
                // What is missing is reported; the rest counts.
                let _ = self.parse_item(&repaired, cut.range.start);
            }
        }
    }

    fn unknown_item(&mut self, cut: &Cut, word: &str) {
        let known: Vec<&str> = ITEMS.iter().map(|(item, _)| *item).collect();
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let message = if is_word {
            format!("no item begins with {}", quote(word))
        } else {
            format!("expected an item, found {}", quote(word))
        };
        let error = Diagnostic::new(Code::Unexpected, self.span(&cut.word), message)
            .label("not expected here");
        let help = did_you_mean(word, known.iter().copied());
        self.diagnostics.push(
            error.help(help.unwrap_or_else(|| format!("items begin with {}", known.join(", ")))),
        );
    }

    // ---- one piece through the grammar ---------------------------------------

    /// Parses `text`, which begins at byte `base` of the file, and builds.
    fn parse<T>(
        &mut self,
        rule: Rule,
        text: &str,
        base: usize,
        build: impl FnOnce(&mut Builder<'_>, Node<'_>) -> Option<T>,
    ) -> Result<T, Failure> {
        let unknown = Failure {
            at: base,
            expected: Vec::new(),
            stack: false,
        };
        if let Ok(mut pairs) = peg::parse(rule, text) {
            let mut builder = Builder {
                file: self.file,
                base,
                diagnostics: &mut self.diagnostics,
            };
            let node = pairs.next();
            if let (Some(visit), Some(node)) = (&mut self.visit, &node) {
                visit(base, node.clone());
            }
            return node
                .and_then(|node| build(&mut builder, node))
                .ok_or(unknown);
        }
        // Once more, for the details of the message. They slow down parsing,
        // so that nothing pays for them before the first error.
        pest::set_error_detail(true);
        match peg::explain(rule, text) {
            Ok(_) => Err(unknown),
            Err(error) => Err(Failure::new(self.text, base, &error)),
        }
    }

    fn parse_item(&mut self, text: &str, base: usize) -> Result<(), Failure> {
        let item = self.parse(Rule::one_item, text, base, |builder, node| {
            builder.item(node)
        })?;
        self.items.push(item);
        Ok(())
    }

    fn report(&mut self, failure: &Failure, range: &Range<usize>) {
        self.diagnostics
            .push(failure.report(self.file, self.text, range.start));
    }

    /// Where the missing `;` belongs, if that is all that was wrong in front
    /// of the failure: the next line then begins at `failure.at`.
    fn missing_semicolon(&self, failure: &Failure, range: &Range<usize>) -> Option<usize> {
        let before = Tokens::new(self.text, range.start)
            .take_while(|token| token.start < failure.at)
            .last()?;
        let gap = self.slice(&(before.end..failure.at));
        (failure.wants_semicolon() && (gap.contains('\n') || failure.at >= self.text.len()))
            .then_some(before.end)
    }

    // ---- an item by its lines ------------------------------------------------

    fn item_by_lines(&mut self, cut: &Cut, line: Rule, block: Range<usize>) {
        let head = cut.range.start..block.start.saturating_sub(1);
        let head_is_whole = cut.broken.first().is_none_or(|&first| first >= head.end);
        let mut item = None;
        if head_is_whole {
            let text = format!("{}{{}}", self.slice(&head));
            match self.parse(Rule::one_item, &text, head.start, |builder, node| {
                builder.item(node)
            }) {
                Ok(mut parsed) => {
                    parsed.span.end = cut.range.end as u32;
                    item = Some(parsed);
                }
                Err(failure) => self.report(&failure, &head),
            }
        }
        // Lines are checked even if nothing can own them.
        let mut nobody = ItemKind::Counters(Vec::new());
        let owner = item.as_mut().map_or(&mut nobody, |item| &mut item.kind);
        self.lines(line, block, &mut Owner::Item(owner));
        self.items.extend(item);
    }

    fn lines(&mut self, rule: Rule, block: Range<usize>, owner: &mut Owner<'_>) {
        let mut cutter = Cutter::new(self.file, self.text, block, &|_| false);
        // The cutter of the items has already said what is wrong with the
        // brackets in here.
        while let Some(cut) = cutter.next_cut() {
            if cut.broken.is_empty() {
                self.line(rule, &cut, owner);
            }
            if self.diagnostics.len() > MAX_ERRORS {
                return;
            }
        }
    }

    fn line(&mut self, rule: Rule, cut: &Cut, owner: &mut Owner<'_>) {
        let mut range = cut.range.clone();
        loop {
            let text = self.slice(&range);
            let Err(failure) = self.parse_line(rule, text, range.start, owner) else {
                return;
            };
            if matches!(rule, Rule::one_statement | Rule::one_encoding)
                && self.slice(&cut.word) == "encoding"
                && let Some(block) = cut.block.clone()
                && self.encoding_by_lines(cut, block, owner)
            {
                return;
            }
            self.report(&failure, &range);
            let word = Tokens::new(self.text, range.start).next();
            let word = word.map_or("", |word| self.slice(&(word.start..word.end)));
            let words = line_words(rule);
            if !words.contains(&word)
                && let Some(help) = did_you_mean(word, words.iter().copied())
                && let Some(last) = self.diagnostics.last_mut()
            {
                last.help.get_or_insert(help);
            }
            match self.missing_semicolon(&failure, &range) {
                Some(split) => {
                    let repaired = format!("{};", self.slice(&(range.start..split)));
                    let _ = self.parse_line(rule, &repaired, range.start, owner);
                    if failure.at >= range.end
                        || failure.at <= range.start
                        || self.diagnostics.len() > MAX_ERRORS
                    {
                        return;
                    }
                    range.start = failure.at;
                }
                None => return,
            }
        }
    }

    fn parse_line(
        &mut self,
        rule: Rule,
        text: &str,
        base: usize,
        owner: &mut Owner<'_>,
    ) -> Result<(), Failure> {
        self.parse(rule, text, base, |builder, node| match owner {
            Owner::Encoding(statements) => {
                statements.push(builder.line(node)?);
                Some(())
            }
            Owner::Item(item) => add_line(builder, item, node),
        })
    }

    /// An encoding inside a family or a set whose lines are wrong; `false` if nothing
    /// was found to report.
    fn encoding_by_lines(&mut self, cut: &Cut, block: Range<usize>, owner: &mut Owner<'_>) -> bool {
        let before = self.diagnostics.len();
        let head = cut.range.start..block.start.saturating_sub(1);
        let text = format!("{}{{}}", self.slice(&head));
        let mut encoding = None;
        match self.parse(Rule::one_statement, &text, head.start, |builder, node| {
            builder.statement(node)
        }) {
            Ok(Statement::Encoding(parsed)) => encoding = Some(parsed),
            Ok(_) => {}
            Err(failure) => self.report(&failure, &head),
        }
        let mut nobody = Vec::new();
        let statements = encoding
            .as_mut()
            .map_or(&mut nobody, |encoding| &mut encoding.statements);
        self.lines(
            Rule::one_encoding_line,
            block,
            &mut Owner::Encoding(statements),
        );
        match (encoding, owner) {
            (Some(encoding), Owner::Item(ItemKind::Family(family))) => {
                family.statements.push(Statement::Encoding(encoding));
            }
            (Some(encoding), Owner::Item(ItemKind::Encodings(set))) => set.encodings.push(encoding),
            _ => {}
        }
        self.diagnostics.len() > before
    }
}

/// Puts a line into the item it belongs to.
fn add_line(builder: &mut Builder<'_>, item: &mut ItemKind, node: Node<'_>) -> Option<()> {
    match item {
        ItemKind::Isa(isa) => builder.isa_line(isa, node)?,
        ItemKind::Registers(registers) => builder.register_line(registers, node)?,
        ItemKind::Class(class) => class.entries.push(builder.entry(node)?),
        ItemKind::KindBy(kind) => kind.cases.push(builder.kind_case(node)?),
        ItemKind::Struct(structure) => builder.struct_line(structure, node)?,
        ItemKind::Format(format) => builder.format_line(format, node)?,
        ItemKind::Modifiers(modifiers) => modifiers.modifiers.push(builder.modifier(node)?),
        ItemKind::Operation(operation) => operation.body.push(builder.op_stmt(node)?),
        ItemKind::Encodings(set) => set.encodings.push(builder.encoding(node)?),
        ItemKind::Family(family) => family.statements.push(builder.statement(node)?),
        ItemKind::Halves(halves) => halves.statements.push(builder.statement(node)?),
        ItemKind::Pair(pair) => builder.pair_line(pair, node)?,
        ItemKind::Lint(lint) => lint.lines.push(builder.lint_line(node)?),
        ItemKind::Stream(stream) => stream.lines.push(builder.stream_line(node)?),
        // The head was wrong: there is nothing to add to.
        _ => {}
    }
    Some(())
}
