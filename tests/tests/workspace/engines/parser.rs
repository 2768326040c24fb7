//! A parser that remembers what mnemonics and modifiers mean reads what `Target::parse` reads,
//! which remembers nothing.

use isa_mc::{Parser, Symbols, Target};
use isa_test_support::machine::gcn;
use isa_test_support::oracle::Engine;
use isa_test_support::random::{Random, instructions};
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;

/// A name that is another number for each statement, and one that is known later.
struct Names(i64);

impl Symbols for Names {
    fn value(&self, name: &str) -> Option<i64> {
        (name == "number").then_some(self.0)
    }

    fn is_later(&self, name: &str) -> bool {
        name == "place"
    }
}

/// A statement as it was, written in another way, with a name in it, or wrong.
fn rewritten(text: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let word = random.below(words.len());
    let at = random.below(text.len());
    match random.below(10) {
        0 => "number".clone_into(&mut words[word]),
        1 => "place,".clone_into(&mut words[word]),
        // Longer than what is looked at as it lies, too.
        2 => words[word] += &" ".repeat(random.below(200)),
        3 => drop(words.remove(word)),
        4 => {
            let value = words[word].find(|it: char| it == ':' || it.is_ascii_digit());
            let value = value.map_or(0, |at| at + usize::from(words[word][at..].starts_with(':')));
            words[word].replace_range(value.., "number");
        }
        5 => words[word] = words[word].to_uppercase(),
        6 => words[0] = words[0].replace("_e32", "").replace("_e64", ""),
        7 => return format!("{}{}", &text[..at], &text[at + 1..]),
        8 => return format!("{}{}{}", &text[..at], &text[at..=at], &text[at..]),
        _ => {}
    }
    words.join(" ")
}

/// In any order and with anything between them: what is remembered of one statement changes no
/// other, and numbers that names are now are not remembered.
#[test]
fn what_is_remembered_changes_nothing() {
    let sample = Sample::of_this_run();
    let mut random = Random::new(sample.seed());
    let mut report = Report::default();
    let (mut read, mut wrong) = (0, 0);
    for (seed, processor) in gcn().processors.iter().enumerate() {
        let cpu = gcn().text(processor.name);
        let target = Target::new(gcn(), cpu).expect("it is in the tables");
        let count = sample.amount(400, 2_000);
        let codes = instructions(gcn(), cpu, count, sample.seed() ^ seed as u64);
        for (syntax, name) in target.syntaxes() {
            let engine = Engine::new(gcn(), cpu, name).expect("both are known");
            let texts = codes.iter().filter_map(|code| engine.disassemble(code));
            let texts: Vec<String> = texts.filter(|text| text.is_ascii()).collect();
            let mut parser = Parser::new(target, syntax);
            for _ in 0..3 * texts.len() {
                let text = rewritten(&texts[random.below(texts.len())], &mut random);
                let names = Names(random.below(70) as i64 - 3);
                let found = parser.parse_with(&text, &names);
                let expected = target.parse_with(&text, syntax, &names);
                *if expected.is_ok() {
                    &mut read
                } else {
                    &mut wrong
                } += 1;
                report.check(found == expected, || {
                    format!("{cpu} {name} `{text}`: {found:?}, expected {expected:?}")
                });
            }
        }
    }
    assert!(
        read > wrong / 2 && wrong > 1_000,
        "{read} read, {wrong} wrong"
    );
    report.finish(10_000);
}
