//! Whatever the text, parsing ends: soon, without a panic, with spans inside
//! the text.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::load::load_text;
use isa_dsl::parse::parse_file;
use isa_dsl::render::render;
use proptest::prelude::*;

/// Parses and renders; what is checked holds for every text.
fn survives(text: &str) -> Vec<Diagnostic> {
    let loaded = load_text("fuzz.isa", text);
    for diagnostic in &loaded.diagnostics {
        let spans = diagnostic
            .secondary
            .iter()
            .map(|(span, _)| *span)
            .chain([diagnostic.primary.0]);
        for span in spans {
            assert!(
                span.start <= span.end && span.end as usize <= text.len(),
                "{span:?} lies outside {} bytes",
                text.len()
            );
        }
    }
    assert!(
        !loaded.diagnostics.is_empty() || !loaded.file.items.is_empty(),
        "neither an item nor an error"
    );
    let rendered = render(&loaded.sources, &loaded.diagnostics, false);
    for diagnostic in &loaded.diagnostics {
        assert!(
            rendered.contains(&format!("error[{}]", diagnostic.code.as_str())),
            "{diagnostic:?} is not shown"
        );
    }
    loaded.diagnostics
}

/// The grammar's own words, taken from its file so that new ones take part.
fn words() -> Vec<String> {
    let grammar = include_str!("../../../../isa-dsl/src/grammar.pest");
    let mut words: Vec<String> = grammar
        .split('"')
        .skip(1)
        .step_by(2)
        .map(|word| word.replace('\\', ""))
        .filter(|word| !word.is_empty())
        .collect();
    for word in [
        "x2", "a", "T", "VDST", "\"{a}\"", "7", "0x1f", "1.5", "u12", "@ a1.0..", "\n", "// c\n",
        "/// d\n", "\"",
    ] {
        words.push(word.to_string());
    }
    words.sort();
    words.dedup();
    words
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    /// Random bytes hardly get beyond the first word; these do.
    #[test]
    fn random_words_of_the_grammar_never_panic(
        picks in proptest::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..120),
        item in any::<prop::sample::Index>(),
    ) {
        let items = ["family f(n) : F {", "format F : 64 {", "class c : 8 {", "operation o {", "stream s {",
            "isa i \"t\" {", "struct s : 8 {", "modifiers m {", "registers r : 32 {", ""];
        let words = words();
        let mut text = format!("{} ", item.get(&items));
        for (pick, space) in picks {
            let _ = write!(text, "{}{}", pick.get(&words), if space { " " } else { "" });
        }
        survives(&text);
    }
}

/// A file that was cut off, or lost a character, is what an editor sees most.
#[test]
fn every_prefix_and_every_lost_byte_of_a_real_file_is_survived() {
    let whole = include_str!("../../../../defs/gcn/flat.isa");
    assert!(whole.is_ascii(), "bytes are characters below");
    // Items do not influence one another, so a few at a time show all there is
    // to see, in a time that does not grow with the square of the file.
    let mut pieces: Vec<String> = vec![String::new()];
    for line in whole.split_inclusive('\n') {
        let last = pieces.last_mut().expect("there is always one");
        last.push_str(line);
        if line == "}\n" || last.len() > 900 && line.ends_with(";\n") {
            pieces.push(String::new());
        }
    }
    for (index, piece) in pieces.iter().filter(|piece| !piece.is_empty()).enumerate() {
        // The later pieces are rows like the first ones.
        let step = if index < 2 { 1 } else { 13 };
        for at in (0..piece.len()).step_by(step) {
            survives(&piece[..at]);
            survives(&format!("{}{}", &piece[..at], &piece[at + 1..]));
        }
    }
}

/// Repetition is what breaks parsers that go back, or that recurse.
#[test]
fn long_repetitions_take_linear_time_and_little_stack() {
    let units = [
        "(",
        "[",
        "{",
        "}",
        ")",
        "!",
        "*",
        "-",
        "~",
        "(T)",
        "(T*)",
        "a[",
        "f(",
        "a[0]",
        "a ? ",
        "a ? b : ",
        "a + ",
        "if (a) ",
        "if (a) {} else ",
        "for (i = 0; i < 4; i++) ",
        "atomic {",
        "list 3 of ",
        "\"",
        "\"\\",
        "///\n",
        "//",
        "\n",
        ";",
        ",",
        "a, ",
        "a;\n",
        "a\n",
        "family f {\n",
        "counter a\n",
        "popcount(",
        "!(",
        "switch a { case 0 { ",
        "@ a..",
        "0x",
        "é",
        "\u{feff}",
        "\\",
        "when a ",
    ];
    let heads = [
        "",
        "operation o {\nVDST = ",
        "operation o {\n",
        "family f : F {\nin a : ",
        "family f : F {\nrequire ",
        "stream s {\n",
        "class c : 8 {\n0 => ",
        "format F : 64 { ",
        "family f : F {\n",
    ];
    for head in heads {
        for unit in units {
            let text = format!("{head}{}", unit.repeat(20_000 / unit.len()));
            let started = Instant::now();
            // Not rendered: that is for people, who stop reading earlier.
            let (_, errors) = parse_file(0, &text);
            let time = started.elapsed();
            assert!(errors.len() <= 1001, "{} errors", errors.len());
            assert!(
                time < Duration::from_secs(10),
                "{head:?} and many {unit:?} took {time:?}"
            );
        }
    }
}
