//! A mistake in a row of `defs/gcn` is caught: by the checks of the description, by the
//! opcodes and vectors that other assemblers confirmed, or by executing the instruction
//! against its meaning in plain Rust.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::Path;
use std::sync::Mutex;

use isa_dsl::tables::{Action, ActionKind, NumberKind, Tables, TablesBuf};
use isa_dsl::{Compilation, compile_text};
use isa_test_execution::executed::Bench;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::facts;
use isa_test_support::fixtures::shipped_gcn;
use isa_test_support::machine::lowered_gcn;
use isa_test_support::mutate::{Kind, Mutation, mutations, sample};
use isa_test_support::oracle::{Engine, unhex, without_suffix};
use isa_test_support::sample::Sample;

/// A confirmed instruction: processor, syntax, text, bytes.
type Line = (String, &'static str, String, Vec<u8>);

/// What is compared with, by mnemonic.
struct Known {
    text: String,
    lines: SortedMap<String, Vec<Line>>,
    programs: SortedMap<String, String>,
    tables: &'static TablesBuf,
}

impl Known {
    fn read() -> Known {
        let text = shipped_gcn();
        let mut lines: SortedMap<String, Vec<Line>> = SortedMap::new();
        let mut add = |cpu: &str, syntax: &'static str, text: &str, code: &str| {
            // Two in one have the mnemonics of both.
            for half in text.split(" :: ") {
                let name = half.split_whitespace().next().unwrap_or_default();
                let list = lines.entry(without_suffix(name).to_owned()).or_default();
                let bytes = unhex(code).expect("hexadecimal");
                list.push((cpu.to_owned(), syntax, text.to_owned(), bytes));
            }
        };
        let read = |name: &str| {
            let path = Path::new("golden").join(format!("{name}.tsv"));
            std::fs::read_to_string(&path).expect("it is in the repository")
        };
        for cpu in PROCESSORS {
            for line in read(cpu).lines() {
                let (text, code) = line.split_once('\t').expect("text, tab, bytes");
                add(cpu, "llvm", text, code);
            }
        }
        for (file, syntax) in [("fields", "llvm"), ("clrx", "clrx")] {
            for line in read(file).lines().filter(|it| !it.starts_with('#')) {
                let mut columns = line.split('\t');
                let [Some(cpu), Some(text), Some(code), None] = [(); 4].map(|()| columns.next())
                else {
                    continue;
                };
                if code != "-" {
                    add(cpu, syntax, text, code);
                }
            }
        }
        let tables = lowered_gcn();
        let programs = programs(tables);
        let known = Known {
            text,
            lines,
            programs,
            tables,
        };
        let wrong = known.vectors(&known.tables.view(), |_| true);
        assert_eq!(wrong, None, "without a mistake nothing differs");
        known
    }

    /// The first confirmed line that these tables read or write otherwise.
    fn vectors(&self, tables: &Tables<'_>, takes: impl Fn(&str) -> bool) -> Option<String> {
        let all = self.lines.iter();
        let lines = all.filter(|it| takes(it.0));
        for (cpu, syntax, text, bytes) in lines.flat_map(|it| it.1) {
            let engine = Engine::new(tables, cpu, syntax).expect("a processor with this syntax");
            let ours = engine.assemble(text);
            if ours.as_ref() != Ok(&(bytes.clone(), text.clone())) {
                return Some(format!("{cpu} `{text}` is {bytes:02x?}, ours {ours:02x?}"));
            }
            let back = engine.disassemble(bytes);
            if back.as_ref() != Some(text) {
                return Some(format!("{cpu} {bytes:02x?} is `{text}`, ours {back:?}"));
            }
        }
        None
    }
}

/// The actions of every instruction, apart from where they and their texts lie, and from
/// the signs of types where these decide nothing.
fn programs(tables: &TablesBuf) -> SortedMap<String, String> {
    let view = tables.view();
    let plain = |action: &Action| {
        let mut action = *action;
        let signs_matter = matches!(
            action.kind.get(),
            ActionKind::Divide
                | ActionKind::Remainder
                | ActionKind::ShiftRight
                | ActionKind::Less
                | ActionKind::LessEqual
                | ActionKind::Greater
                | ActionKind::GreaterEqual
                | ActionKind::Minimum
                | ActionKind::Maximum
                | ActionKind::Magnitude
        );
        if action.number == NumberKind::Signed.into() && !signs_matter {
            action.number = NumberKind::Unsigned.into();
        }
        action
    };
    let rows = view.instructions.iter().filter_map(|row| {
        let program = view.programs.get(usize::from(row.program))?;
        let lists = [program.beginning, program.actions];
        let actions = lists.map(|it| view.actions[it.range()].iter().map(plain).collect());
        let [beginning, actions]: [Vec<Action>; 2] = actions;
        let sources = &view.sources[program.sources.range()];
        let sources: Vec<_> = sources
            .iter()
            .map(|it| (it.kind, it.index, view.text(it.name)))
            .collect();
        let whole = format!("{beginning:?} {actions:?} {sources:?} {}", program.lanes);
        Some((view.text(row.name).to_owned(), whole))
    });
    rows.collect()
}

impl Known {
    /// Whether no stored line could show that encodings have other bits: the files of later
    /// processors hold only what came with them.
    fn has_no_line(&self, tables: &Tables<'_>, takes: impl Fn(&str) -> bool) -> bool {
        let own = self.tables.view();
        let pairs = own.encodings.iter().zip(tables.encodings);
        let changed = pairs.filter(|(own, other)| own.bits != other.bits);
        let archs: SortedSet<u8> = changed
            .map(|(own_row, _)| own.shapes[usize::from(own_row.shape)].arch)
            .collect();
        let is_there = |cpu: &str| {
            let mut rows = own.processors.iter();
            rows.any(|row| own.text(row.name) == cpu && archs.contains(&row.arch))
        };
        let mut lines = self.lines.iter().filter(|it| takes(it.0));
        !lines.any(|(_, lines)| lines.iter().any(|line| is_there(&line.0)))
    }

    /// Whether operands, encodings and shapes are what they were: nothing lies where fields
    /// were exchanged.
    fn has_same_operands(&self, tables: &Tables<'_>) -> bool {
        let rows = |it: &Tables<'_>| format!("{:?}{:?}{:?}", it.operands, it.encodings, it.shapes);
        rows(&self.tables.view()) == rows(tables)
    }
}

/// What the row of that name is called later.
fn later_names<'t>(tables: &Tables<'t>, name: &str) -> Vec<&'t str> {
    let rows = tables.instructions.iter();
    let behind = rows.skip_while(|row| tables.text(row.name) != name).skip(1);
    let later = behind.take_while(|row| row.renamed.is_set());
    later.map(|row| tables.text(row.name)).collect()
}

/// Whether an instruction is that of a row: two in one are of both halves.
fn is_of(instruction: &str, row: &str) -> bool {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with("_v_dual_");
    instruction.strip_prefix(row).is_some_and(ends)
        || instruction
            .strip_suffix(row)
            .is_some_and(|it| it.starts_with("v_dual_") && it.ends_with('_'))
}

/// The first instruction of that name that does something else than is said.
fn executed(tables: &Tables<'_>, name: &str) -> Option<String> {
    // The newest first: it has the most encodings.
    for cpu in PROCESSORS.into_iter().rev() {
        let bench = || Bench::new(tables, cpu).expect("a processor");
        // Wavefronts of all lanes, too, where they have fewer otherwise.
        for bench in [Some(bench()), bench().with_all_lanes()]
            .into_iter()
            .flatten()
        {
            for (row, _) in bench.instructions() {
                let is_named = is_of(tables.text(row.name), name) || bench.known_as(row) == name;
                if is_named && let Err(difference) = bench.check(row) {
                    return Some(difference.to_string());
                }
            }
        }
    }
    None
}

/// What the description says although something else in it implies that for some instructions:
/// a piece of the line, what there is changed if not anything is meant, and what implies it.
const SAID_TWICE: [(&str, Option<&str>, &str); 15] = [
    (
        "= packed_sum((INT64)M",
        None,
        "the greater or smaller of two numbers of 16 bits is within their limits",
    ),
    (
        "if (UNKNOWN == 1) undefined",
        None,
        "stores and atomics name the components of their element, or are undefined",
    ),
    (
        "- 53 - (INT32)FIRST",
        None,
        "a difference of 32 bits has the same bits with a sign and without",
    ),
    ("= kept16(2, (UINT16)(W", None, HALF_OF_RESULT),
    ("= kept_float16(3, HMAXMIN", None, HALF_OF_RESULT),
    ("= kept_float16(3, HMINMAX", None, HALF_OF_RESULT),
    ("= kept_float16(3, MAXIMUM16", None, HALF_OF_RESULT),
    ("= kept_float16(3, MINIMUM16", None, HALF_OF_RESULT),
    (
        "(U & 0x7f800000U) == 0x7f800000U ? 0xffffU",
        Some("0xffffU"),
        "any number that is larger than those of all formats is as good",
    ),
    (
        "(U & 0x7f800000U) == 0x7f800000U ? 0xffffU",
        Some("0x7f800000U"),
        "NaN has more bits than all formats, or is refused before",
    ),
    (
        "(V & (1U << FRACTION) - 1) == 0",
        Some("1U"),
        ZEROS_ABOVE_FRACTION,
    ),
    (
        "LEADINGZEROS(V & (1U << FRACTION) - 1)",
        Some("1U"),
        ZEROS_ABOVE_FRACTION,
    ),
    (
        "(V & 0x80) << 24 | 0x7f800000U",
        Some("0x80"),
        "the bits of an infinite exponent are set anyway",
    ),
    (
        "CODE > 0x7f ? 0x80U",
        Some("0x7f"),
        "the number that would follow the greatest has the bits of NaN",
    ),
    (
        "64 / WIDTH * DWORDS",
        Some("64"),
        "what is more than a multiple of the width does not count",
    ),
];

/// The exponent of a subnormal number is zero.
const ZEROS_ABOVE_FRACTION: &str = "what is above the fraction of a subnormal number is zero";

/// These instructions exist from RDNA 3 on: which bit of `op_sel` is that of the result does not
/// matter to them.
const HALF_OF_RESULT: &str = "the destination says itself which half it is";

/// What became of a mistake.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Who caught it.
    Caught(&'static str),
    /// Why it is none.
    Equivalent(&'static str),
    Survived,
}

fn fate(known: &Known, mutation: &Mutation) -> Fate {
    let text = mutation.apply(&known.text);
    let compilation: Compilation = compile_text("gcn.isa", &text);
    let about = mutation.describe(&known.text);
    if !compilation.diagnostics.is_empty() {
        let errors = compilation.errors();
        // What does not parse is no mistake of the kind.
        assert!(!errors.contains("error[E01"), "{about}:\n{errors}");
        return Fate::Caught("the checks of the description");
    }
    let (wrong, missing) = facts::opcodes(&compilation.model);
    if !wrong.is_empty() || !missing.is_empty() {
        return Fate::Caught("the known opcodes");
    }
    let Ok(tables) = compilation.tables() else {
        return Fate::Caught("the checks of the description");
    };
    let view = tables.view();
    let fields = mutation.kind == Kind::Field;
    let later = later_names(&view, &mutation.name);
    let vectors = known.vectors(&view, |name| {
        fields || name == mutation.name || later.contains(&name)
    });
    if vectors.is_some() {
        return Fate::Caught("the confirmed vectors");
    }
    let mut names = std::iter::once(&mutation.name).chain(&mutation.shared);
    if names.any(|name| executed(&view, name).is_some()) {
        assert_eq!(mutation.equivalent, None, "{about}");
        return Fate::Caught("execution against plain Rust");
    }
    let programs = programs(&tables);
    let said = SAID_TWICE.iter().find(|(line, old, _)| {
        mutation.line(&known.text).contains(line)
            && old.is_none_or(|old| mutation.old(&known.text) == old)
    });
    match mutation.equivalent.or(said.map(|it| it.2)) {
        Some(reason) => Fate::Equivalent(reason),
        None if mutation.kind != Kind::Opcode
            && mutation.kind != Kind::Field
            && programs == known.programs =>
        {
            Fate::Equivalent("it gives the same actions")
        }
        None if mutation.kind == Kind::Opcode
            && known.has_no_line(&view, |it| it == mutation.name || later.contains(&it)) =>
        {
            Fate::Equivalent("no stored line of these processors has it")
        }
        None if fields && known.has_same_operands(&view) => {
            Fate::Equivalent("nothing lies in these fields")
        }
        None => Fate::Survived,
    }
}

/// The kinds of mistakes that are tried: of a sample half of them, which follow each other.
fn kinds(sample: &Sample) -> Vec<Kind> {
    let all = Kind::ALL;
    let first = usize::try_from(sample.seed()).unwrap_or(0) % all.len();
    let count = sample.amount(all.len().div_ceil(2), all.len());
    all.iter()
        .cycle()
        .skip(first)
        .take(count)
        .copied()
        .collect()
}

/// A wrong opcode, swapped operands, a missing sign: in a sample of rows each is caught,
/// and by whom is printed.
#[test]
fn mistakes_in_rows_are_caught() {
    let known = Known::read();
    let all = mutations(&known.text);
    let wanted = Sample::of_this_run();
    // Of a sample one mistake of each kind counts, the first that changes anything.
    let mut jobs: Vec<Vec<Mutation>> = Vec::new();
    let kinds = kinds(&wanted);
    for &kind in &kinds {
        let chosen = sample(&all, kind, wanted.amount(20, 60), wanted.seed());
        match wanted.is_whole() {
            true => jobs.extend(chosen.into_iter().map(|mutation| vec![mutation])),
            false => jobs.push(chosen.into_iter().collect()),
        }
    }
    let results: Mutex<Vec<(Kind, Fate, String)>> = Mutex::default();
    let next = Mutex::new(jobs.iter());
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let job = next.lock().expect("no thread panics").next();
                    let Some(job) = job else { break };
                    for mutation in job {
                        let fate = fate(&known, mutation);
                        let is_mistake = !matches!(fate, Fate::Equivalent(_));
                        let about = mutation.describe(&known.text);
                        let result = (mutation.kind, fate, about);
                        results.lock().expect("no thread panics").push(result);
                        if is_mistake {
                            break;
                        }
                    }
                }
            });
        }
    });
    let results = results.into_inner().expect("no thread panicked");
    let mut counts: SortedMap<(Kind, &Fate), usize> = SortedMap::new();
    for (kind, fate, _) in &results {
        *counts.entry((*kind, fate)).or_default() += 1;
    }
    for kind in kinds {
        let of = |wanted: fn(&Fate) -> bool| -> usize {
            let all = counts
                .iter()
                .filter(|((it, fate), _)| *it == kind && wanted(fate));
            all.map(|(_, count)| count).sum()
        };
        let equivalent = of(|fate| matches!(fate, Fate::Equivalent(_)));
        let total = of(|_| true) - equivalent;
        let caught = of(|fate| matches!(fate, Fate::Caught(_)));
        println!("{kind}: {caught} of {total} caught, {equivalent} equivalent");
        for ((_, fate), count) in counts.iter().filter(|((it, _), _)| *it == kind) {
            println!("    {count:4} {fate:?}");
        }
        assert!(total > 0, "{kind}: nothing was tried");
    }
    let survived = results
        .iter()
        .filter(|(_, fate, _)| *fate == Fate::Survived);
    let survived: Vec<&str> = survived.map(|(_, _, about)| about.as_str()).collect();
    assert!(
        survived.is_empty(),
        "{} survive\n{}",
        survived.len(),
        survived.join("\n")
    );
}
