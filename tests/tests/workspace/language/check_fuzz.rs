//! Whatever a description says, compiling it ends: soon, without a panic, with
//! errors that point into the text.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use isa_dsl::compile_text;
use isa_dsl::dump;
use isa_test_support::fixtures::{descriptions, shipped_gcn};
use isa_test_support::machine::compiled_gcn;
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

/// Far beyond what any input here needs, even on a busy machine: what takes
/// longer is no longer linear.
const LIMIT: Duration = Duration::from_secs(60);

/// Compiles, renders, dumps and lowers.
fn survives(text: &str) -> usize {
    let started = Instant::now();
    let compilation = compile_text("fuzz.isa", text);
    for error in &compilation.diagnostics {
        let others = error.secondary.iter().map(|(span, _)| *span);
        for span in others.chain([error.primary.0]) {
            let piece = text.get(span.start as usize..span.end as usize);
            assert!(
                piece.is_some(),
                "{span:?} is no piece of the text: {error:?}"
            );
        }
    }
    if compilation.diagnostics.is_empty() {
        assert!(!dump::dump(&compilation.model).is_empty());
        for family in 0..compilation.model.families.len() {
            dump::documentation(&compilation.model, family);
        }
        // Either tables or the reason why not.
        if let Err(errors) = compilation.tables() {
            assert!(errors.contains("error[E0901]"), "{errors}");
        }
    } else if compilation.diagnostics.len() < 100 {
        let shown = compilation.errors();
        for error in &compilation.diagnostics {
            assert!(
                shown.contains(error.code.as_str()),
                "{error:?} is not shown"
            );
        }
    }
    let time = started.elapsed();
    assert!(time < LIMIT, "{time:?} for {} bytes", text.len());
    compilation.diagnostics.len()
}

/// A text with a few changes of the kinds that people and editors make.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        text = change(&text, random);
    }
    text
}

fn change(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let mut pick = |count: usize| random.below(count);
    let (at, other) = (pick(lines.len()), pick(lines.len()));
    let kind = pick(8);
    let line = lines[at].clone();
    let words: Vec<&str> = line
        .split_inclusive([' ', ',', ';', '(', ')', ':', '[', ']'])
        .collect();
    match kind {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, line),
        2 => lines.swap(at, other),
        3 if !words.is_empty() => {
            let mut words = words;
            let (a, b) = (pick(words.len()), pick(words.len()));
            words.swap(a, b);
            lines[at] = words.concat();
        }
        4 if !words.is_empty() => {
            let index = pick(words.len());
            let other_line = lines[other].clone();
            let others: Vec<&str> = other_line.split_inclusive(' ').collect();
            let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            if !others.is_empty() {
                words[index] = String::from(others[pick(others.len())]);
            }
            lines[at] = words.concat();
        }
        5 => {
            let numbers = [
                "0",
                "1",
                "64",
                "65",
                "4294967295",
                "18446744073709551615",
                "-1",
            ];
            let number = numbers[pick(numbers.len())];
            lines[at] = with_number(&line, number, pick(4));
        }
        6 if !line.is_empty() => {
            let index = pick(line.chars().count());
            lines[at] = line
                .chars()
                .enumerate()
                .filter(|(place, _)| *place != index)
                .map(|(_, character)| character)
                .collect();
        }
        _ => {
            let end = line.len() / 2;
            let end = (0..=end).rev().find(|end| line.is_char_boundary(*end));
            lines[at].truncate(end.unwrap_or(0));
        }
    }
    lines.join("\n")
}

/// The line with its `which`-th run of digits replaced.
fn with_number(line: &str, number: &str, which: usize) -> String {
    let mut out = String::new();
    let mut run = 0;
    let mut inside = false;
    for character in line.chars() {
        let digit = character.is_ascii_digit();
        if digit && !inside {
            run += 1;
            if run == which + 1 {
                out.push_str(number);
            }
        }
        inside = digit;
        if !(digit && run == which + 1) {
            out.push(character);
        }
    }
    out
}

#[test]
fn changed_versions_of_the_shipped_description_are_survived() {
    let whole = shipped_gcn();
    assert!(compiled_gcn().diagnostics.is_empty());
    let sample = Sample::of_this_run();
    let mut random = Random::new(sample.seed());
    let (count, mut wrong) = (sample.amount(1, 60), 0);
    for _ in 0..count {
        wrong += usize::from(survives(&mutated(&whole, &mut random)) > 0);
    }
    // Most changes matter; if not, this test would look at nothing.
    let most = wrong > count / 2 || count < 20;
    assert!(most, "{wrong} of {count} changes gave errors");
}

#[test]
fn changed_versions_of_the_fixtures_are_survived() {
    let sample = Sample::of_this_run();
    let mut random = Random::new(sample.seed() ^ 2);
    for folder in ["language", "ui/check", "ui/syntax"] {
        for path in descriptions(folder) {
            let bytes = std::fs::read(&path).expect("it was listed");
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for _ in 0..sample.amount(1, 15) {
                survives(&mutated(&text, &mut random));
            }
        }
    }
}

const HEADER: &str = "isa toy \"A toy\" { word 32 little; arch a1 { p1 } arch a2 { p2 } \
    syntax s { comment \"#\"; } }\n\
    registers reg : 32 { r[0..31] = 0; groups 1, 2; }\n\
    class cls : 5 { 0..30 => reg; 31 => \"off\"; }\n\
    format F : 32 { d [4:0]; a [9:5]; f [10]; reserved [23:11]; opcode [31:24]; }\n\
    modifiers m { f : flag; }\nstate S : 64;\nspace near;\ncounter cnt;\n\
    operation op(T) { D = A; }\n";

/// Words that fit one another often enough to come far.
#[test]
fn soups_of_words_are_survived() {
    let items = [
        "family g(n) : F {",
        "format G : 32 {",
        "class c : 8 {",
        "operation o(T) {",
        "stream st {",
        "struct sr : 8 {",
        "modifiers mm {",
        "registers rr : 32 {",
        "alias read x =>",
        "state X :",
    ];
    let lines = [
        "unused a;",
        "unused f, a;",
        "out d : reg;",
        "in a : cls;",
        "in a : reg x(n);",
        "inout d : reg x2;",
        "asm \"{d}, {a}{m}\";",
        "asm \"{d}\";",
        "asm s when f == 1 \"{a}\";",
        "asm \"\";",
        "reads S, memory;",
        "counts cnt;",
        "opcodes a1 a2;",
        "opcodes a1;",
        "ins 1 2;",
        "ins (1) 1 -;",
        "ins 3 = op(UINT32);",
        "ins 4 { D = A; }",
        "require a == \"off\" \"no\";",
        "require f == 1 || a < 3 \"no\";",
        "let P : near BYTE* = A;",
        "encoding e : F {",
        "}",
        "x [7:0];",
        "reserved [31:8];",
        "opcode [31:24];",
        "fixed [3:0] = 2;",
        "0..3 => reg;",
        "4 => \"a\";",
        "5..6 => int 1..2;",
        "7 => 0.5;",
        "8 => literal;",
        "x : u8;",
        "when x == 1 y : u16;",
        "repeat x z : st;",
        "switch x { case 0 { w : u8; } }",
        "w : st;",
        "k : u8 { c [3:0]; reserved [7:4]; }",
        "x : flag;",
        "f : u1;",
        "f : flag { s \"f\"; }",
        "q[0..3] = 0;",
        "groups 1, 4;",
        "D = A;",
        "if (A) D = A;",
        "x [3:0] : u4;",
        "asm \"{x}\";",
        "branches a;",
        "ins(x = 1);",
    ];
    let mut random = Random::new(3);
    for _ in 0..400 {
        let mut text = String::from(HEADER);
        for _ in 0..=random.below(4) {
            let _ = writeln!(text, "{}", items[random.below(items.len())]);
            for _ in 0..random.below(9) {
                let _ = writeln!(text, "    {}", lines[random.below(lines.len())]);
            }
            text.push_str("}\n");
        }
        survives(&text);
    }
}

/// The header, and `count` pieces of text that differ by their number.
fn many(count: usize, piece: impl Fn(usize) -> String) -> String {
    let pieces: String = (0..count).map(piece).collect();
    format!("{HEADER}{pieces}")
}

/// Each of these is a list that some check walks over for every member.
#[test]
fn thousands_of_anything_are_survived() {
    let n = Sample::of_this_run().amount(1000, 4000);
    let family = "family g : F { unused a, f; out d : reg; asm \"{d}\"; opcodes a1;\n";
    let texts: Vec<(&str, String)> = vec![
        (
            "streams in a chain",
            many(n, |i| format!("stream s{i} {{ next : s{}; }}\n", i + 1)),
        ),
        (
            "streams in a ring",
            many(n, |i| {
                format!("stream s{i} {{ next : s{}; }}\n", (i + 1) % n)
            }),
        ),
        (
            "classes in a chain",
            many(n, |i| format!("class c{i} : 1 {{ 0 => c{}; }}\n", i + 1)),
        ),
        (
            "formats in a chain",
            many(n, |i| {
                format!("format g{i} : 32 within g{} {{ opcode [31:0]; }}\n", i + 1)
            }),
        ),
        (
            "unknown names",
            many(n, |i| format!("class c{i} : 1 {{ 0 => unknown{i}; }}\n")),
        ),
        (
            "equal names",
            many(n, |_| "class c : 1 { 0 => \"a\"; }\n".to_owned()),
        ),
        (
            "families",
            many(n, |i| {
                format!(
                    "family g{i} : F {{ unused a, f; out d : reg; asm \"{{d}}\"; opcodes a1; i{i} {}; }}\n",
                    i % 256
                )
            }),
        ),
        (
            "equal opcodes",
            format!(
                "{HEADER}{family}{}}}\n",
                (0..n).fold(String::new(), |text, i| text + &format!("i{i} 1;\n"))
            ),
        ),
        (
            "equal rows",
            format!("{HEADER}{family}{}}}\n", "i 1;\n".repeat(n)),
        ),
        (
            "opcodes that are too wide",
            format!(
                "{HEADER}{family}{}}}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("i{i} {};\n", 256 + i))
            ),
        ),
        (
            "forms",
            format!("{HEADER}{family}{}i 1; }}\n", "asm \"{d}\";\n".repeat(n)),
        ),
        (
            "operands",
            format!(
                "{HEADER}{family}{}i 1; }}\n",
                (0..n).fold(String::new(), |text, i| text + &format!("in o{i} : reg;\n"))
            ),
        ),
        (
            "effects",
            format!(
                "{HEADER}{family}reads {};\ni 1; }}\n",
                vec!["S"; n].join(", ")
            ),
        ),
        (
            "entries of a class",
            format!(
                "{HEADER}class c : 32 {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("{} => \"a{}\";\n", i / 2, i / 2))
            ),
        ),
        (
            "counted entries",
            format!(
                "{HEADER}class c : 32 {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!(
                        "{}..{} => \"a{{}}\" {}..{};\n",
                        i * 2,
                        i * 2 + 1,
                        i * 2,
                        i * 2 + 1
                    ))
            ),
        ),
        (
            "huge ranges",
            format!(
                "{HEADER}class c : 32 {{ 0..4294967295 => int 0..4294967295; }}\nclass d : 32 {{ 0..4294967295 => reg; }}\nregisters x : 32 {{ x[0..4294967295] = 4294967295; groups 4294967295; }}\n"
            ),
        ),
        (
            "fields",
            format!(
                "{HEADER}format G : 32 {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text + &format!("f{i} [31:0];\n"))
            ),
        ),
        (
            "members",
            format!(
                "{HEADER}struct G : 32 {{ {} asm \"\"; }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("f{i} [31:0] : u32;\n"))
            ),
        ),
        (
            "registers",
            format!(
                "{HEADER}registers x : 32 {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text + &format!("x{i} = {i};\n"))
            ),
        ),
        (
            "register files",
            many(n, |i| {
                format!("registers x{i} : 32 {{ y{i}[0..4095] = 0; }}\n")
            }),
        ),
        (
            "states",
            many(n, |i| format!("state S{i} : 32 = reg {};\n", i % 64)),
        ),
        (
            "modifiers",
            format!(
                "{HEADER}modifiers mm {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("f{i} : flag {{ s \"f\"; }}\n"))
            ),
        ),
        (
            "aliases",
            many(n, |i| format!("alias read x{i} => y{i};\n")),
        ),
        (
            "pieces",
            format!(
                "{HEADER}stream st {{ {} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("p{i} : u8;\nwhen p{i} == 1 q{i} : u8;\n"))
            ),
        ),
        (
            "cases",
            format!(
                "{HEADER}stream st {{ k : u64; switch k {{ {} }} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("case {i} {{ x : u8; }}\n"))
            ),
        ),
        (
            "processors",
            format!(
                "isa t \"t\" {{ word 32 little; arch a {{ {} }} syntax s {{ comment \"#\"; }} }}\n",
                (0..n).fold(String::new(), |text, i| text + &format!("p{i} "))
            ),
        ),
        (
            "features",
            format!(
                "isa t \"t\" {{ word 32 little; arch a {{ p }} {} syntax s {{ comment \"#\"; }} }}\n",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("feature f{i} {{ p }}\n"))
            ),
        ),
        (
            "operations",
            many(n, |i| format!("operation o{i} {{ D = A; }}\n")),
        ),
        (
            "lints",
            format!(
                "{HEADER}lint l \"l\" {{ {} }}\nfamily g : F {{ unused f; out d : reg; in a : reg; \
                 asm \"{{d}}, {{a}}\"; checks l; opcodes a1; {} }}",
                (0..n).fold(String::new(), |text, i| text
                    + &format!("\"*a*b*{i}\" => writes D, reads D; ")),
                (0..n).fold(String::new(), |text, i| text
                    + &format!("aab{i} {i} {i} {{ D = A; }}\n"))
            ),
        ),
        (
            "errors of syntax",
            many(n, |i| format!("class c{i} : 1 {{ 0 => ; }}\n")),
        ),
    ];
    for (name, text) in texts {
        let started = Instant::now();
        let errors = survives(&text);
        println!("{name}: {errors} errors, {:?}", started.elapsed());
    }
}

/// As many architectures as there can be, and widths of as many values.
#[test]
fn the_largest_machine_is_survived() {
    let mut text = String::from("isa big \"Big\" { word 32 little; syntax s { comment \"#\"; }\n");
    for arch in 0..31 {
        let _ = writeln!(text, "arch a{arch} {{ p{arch} }}");
    }
    text.push_str("}\nregisters reg : 32 { r[0..4095] = 0; groups ");
    let groups: Vec<String> = (1..=64).map(|count| count.to_string()).collect();
    let _ = writeln!(text, "{}; }}", groups.join(", "));
    text.push_str("format F : 64 { d [11:0]; key [23:12]; reserved [55:24]; opcode [63:56]; }\n");
    text.push_str("modifiers m { key : u12; }\n");
    text.push_str(
        "family f(n) : F { out d : reg x(max(1, min(64, key / n)));\nasm \"{d}{m}\";\nopcodes",
    );
    for arch in 0..31 {
        let _ = write!(text, " a{arch}");
    }
    text.push_str(";\n");
    for row in 0..20 {
        let opcodes = vec![row.to_string(); 31].join(" ");
        let _ = writeln!(text, "i{row} ({row}) {opcodes};");
    }
    text.push_str("}\n");
    assert_eq!(survives(&text), 0);
}

/// Time per instruction, to be read: it must not grow with their number.
#[test]
fn time_is_linear_in_the_number_of_instructions() {
    for count in [500, 1000, 2000, 4000, 8000] {
        let mut text = String::from(HEADER);
        text.push_str("format G : 64 { d [4:0]; a [9:5]; opcode [41:10]; kind [63:42]; }\n");
        for family in 0..count / 100 {
            let _ = writeln!(
                text,
                "family f{family}(n) : G(kind = {family}) {{ out d : reg x(n); in a : reg x(n);\n\
                 asm \"{{d}}, {{a}}\"; opcodes a1 a2;"
            );
            for row in 0..100 {
                let _ = writeln!(
                    text,
                    "/// Moves.\ni{family}_{row} (1) {row} {row} = op(UINT32);"
                );
            }
            text.push_str("}\n");
        }
        let started = Instant::now();
        let compilation = compile_text("many.isa", &text);
        let checked = started.elapsed();
        assert_eq!(compilation.errors(), "");
        let tables = compilation.tables().expect("all of it is carried");
        assert_eq!(tables.instructions.len(), count);
        let all = started.elapsed();
        let each = |time: Duration| time.as_nanos() as usize / count;
        println!(
            "{count} instructions: {} ns each to check, {} ns to lower",
            each(checked),
            each(all.checked_sub(checked).unwrap())
        );
    }
}
