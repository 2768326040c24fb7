//! Limits of numbers: as many as there may be are there, and one more is an error that says
//! how many there may be.

use isa_dsl::lower::{Beyond, beyond};
use isa_dsl::tables::TablesBuf;
use isa_test_support::machine::{lowered_gcn, lowered_visa};

/// Something that is limited.
struct Limit {
    /// How many there may be.
    most: usize,
    /// A description with so many.
    of: fn(usize) -> String,
    /// What the error of one more says.
    error: &'static str,
}

const fn limit(most: usize, of: fn(usize) -> String, error: &'static str) -> Limit {
    Limit { most, of, error }
}

const LIMITS: &[Limit] = &[
    limit(
        32,
        archs,
        "E0205]: a machine has 1 to 32 architectures, not 33",
    ),
    limit(
        32,
        features,
        "E0205]: a machine has at most 32 features, not 33",
    ),
    limit(
        8,
        syntaxes,
        "E0205]: a machine has at most 8 syntaxes, not 9",
    ),
    limit(
        254,
        files,
        "E0901]: the tables do not carry more than 254 register files",
    ),
    limit(
        254,
        lines_of_registers,
        "E0901]: the tables do not carry more than 254 lines of registers",
    ),
    limit(64, registers_of_a_group, "E0205]: a group of 65 registers"),
    limit(4096, registers, "E0205]: register number 4096 is too large"),
    limit(1024, bits_of_a_state, "E0205]: a state of 1025 bits"),
    limit(16, operands, "E0205]: `f` has 17 operands"),
    limit(32, modifiers, "E0205]: `f` has 33 modifiers"),
    limit(64, forms, "E0205]: an encoding has at most 64 forms"),
    limit(8, elements, "E0205]: a list of 9 elements"),
    limit(
        16,
        formulas,
        "E0205]: more than 16 formulas, one inside the other",
    ),
    limit(
        1024,
        terms,
        "E0205]: this expression has more than 1024 terms",
    ),
    limit(8, counted, "E0205]: `distinct` compares at most 8 operands"),
    limit(
        0xffff,
        processors,
        "E0901]: the tables do not carry 65536 processors",
    ),
];

#[test]
fn one_more_than_there_may_be_is_an_error() {
    for &Limit { most, of, error } in LIMITS {
        let errors = |count| {
            let compilation = isa_dsl::compile_text("limit.isa", &of(count));
            compilation.tables().err().unwrap_or_default()
        };
        assert_eq!(errors(most), "", "{error}");
        let errors = errors(most + 1);
        assert!(errors.contains(error), "{error}\n{errors}");
    }
}

/// Where the error of many rows stands, and what it says to do.
#[test]
fn an_error_of_rows_says_what_to_do() {
    let compilation = isa_dsl::compile_text("limit.isa", &processors(0x10000));
    let errors = compilation.tables().err().unwrap_or_default();
    assert!(errors.starts_with("limit.isa:1:24: "), "{errors}");
    assert!(errors.contains("expected at most 65535"), "{errors}");
    assert!(
        errors.contains("describe a part of the machine as another one"),
        "{errors}"
    );
}

/// The tables of a machine.
type Made = fn() -> &'static TablesBuf;

const GCN: Made = lowered_gcn;
const VISA: Made = lowered_visa;

/// A machine whose tables have such rows, what they are called, how many there may be, and
/// what makes it so many.
type Rows = (Made, &'static str, usize, fn(&mut TablesBuf, usize));

const ROWS: &[Rows] = &[
    (GCN, "processors", 0xffff, |it, len| {
        fill(&mut it.processors, len);
    }),
    (GCN, "classes", 0xffff, |it, len| {
        fill(&mut it.classes, len);
    }),
    (GCN, "entries of a class", 0xfffe, |it, len| {
        it.classes[0].entries.len = len as u16;
    }),
    (GCN, "kinds of integers", 0xffff, |it, len| {
        fill(&mut it.integers, len);
    }),
    (GCN, "fields of rules and widths", 0xffff, |it, len| {
        fill(&mut it.fields, len);
    }),
    (GCN, "widths", 0xffff, |it, len| fill(&mut it.widths, len)),
    (GCN, "layouts", 0xffff, |it, len| {
        fill(&mut it.layouts, len);
    }),
    (GCN, "families", 0xffff, |it, len| {
        fill(&mut it.families, len);
    }),
    (GCN, "shapes", 0xffff, |it, len| fill(&mut it.shapes, len)),
    (GCN, "rules", 0xffff, |it, len| fill(&mut it.rules, len)),
    (GCN, "lists", 0xffff, |it, len| {
        fill(&mut it.any_orders, len);
    }),
    (GCN, "operands of `distinct`", 0xffff, |it, len| {
        fill(&mut it.counted, len);
    }),
    (GCN, "states", 0xffff, |it, len| fill(&mut it.states, len)),
    (GCN, "address spaces", 0xffff, |it, len| {
        fill(&mut it.spaces, len);
    }),
    (GCN, "operations", 0xffff, |it, len| {
        fill(&mut it.programs, len);
    }),
    (GCN, "constants of operations", 0xffff, |it, len| {
        fill(&mut it.constants, len);
    }),
    (GCN, "reasons", 0xffff, |it, len| {
        fill(&mut it.reasons, len);
    }),
    (GCN, "effects", 0xffff, |it, len| {
        fill(&mut it.effects, len);
    }),
    (GCN, "instructions", 0xfffe, |it, len| {
        fill(&mut it.instructions, len);
    }),
    (GCN, "encodings", 0xfffe, |it, len| {
        fill(&mut it.encodings, len);
    }),
    (GCN, "slots of decode trees", 1 << 20, |it, len| {
        fill(&mut it.slots, len);
    }),
    (GCN, "pages of words", 0xffff, |it, len| {
        fill(&mut it.text_values, len * 32);
    }),
    (GCN, "actions", 0xfffe, |it, len| {
        first_program(it).actions.len = len as u16;
    }),
    (GCN, "values at once", 0xfffe, |it, len| {
        first_program(it).slots = len as u16;
    }),
    (VISA, "encodings", 0xfffe, |it, len| {
        fill(&mut it.stream_encodings, len);
    }),
    (VISA, "streams", 0xffff, |it, len| {
        fill(&mut it.streams, len);
    }),
    (VISA, "integers of streams", 0xffff, |it, len| {
        fill(&mut it.stream_integers, len);
    }),
    (VISA, "places of streams", 0xffff, |it, len| {
        fill(&mut it.stream_places, len);
    }),
    (VISA, "operands of streams", 0xffff, |it, len| {
        fill(&mut it.stream_operands, len);
    }),
];

fn fill<T: Copy>(rows: &mut Vec<T>, len: usize) {
    let last = *rows.last().expect("the machine has such rows");
    rows.resize(len, last);
}

/// The operation of the first instruction that has one.
fn first_program(tables: &mut TablesBuf) -> &mut isa_dsl::tables::Program {
    let mut programs = tables.instructions.iter().map(|it| usize::from(it.program));
    let first = programs.find(|program| *program < tables.programs.len());
    &mut tables.programs[first.expect("an instruction with an operation")]
}

/// Descriptions of so many rows take seconds each to compile: here the rows are made.
#[test]
fn tables_have_as_many_rows_as_others_can_name() {
    for &(tables, what, most, lengthen) in ROWS {
        let mut tables = tables().clone();
        let mut found = |count| {
            lengthen(&mut tables, count);
            beyond(&tables).map(
                |Beyond {
                     what, count, most, ..
                 }| (what, count, most),
            )
        };
        assert_eq!(found(most), None, "{most} {what}");
        assert_eq!(found(most + 1), Some((what, most + 1, most)));
    }
}

/// What all descriptions here begin with, but those of the header.
const HEAD: &str = "isa toy \"A toy\" { word 32 little; arch toy1 { t1 } syntax plain { } }\n";

/// A line for each number, or a word.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| line(number) + "\n").collect()
}

fn archs(count: usize) -> String {
    let archs = lines(count, |it| format!("arch a{it} {{ p{it} }}"));
    format!("isa toy \"A toy\" {{ {archs} syntax plain {{ }} }}")
}

fn features(count: usize) -> String {
    let features = lines(count, |it| format!("feature f{it} {{ t1 }}"));
    format!("isa toy \"A toy\" {{ arch toy1 {{ t1 }} {features} syntax plain {{ }} }}")
}

fn syntaxes(count: usize) -> String {
    let syntaxes = lines(count, |it| format!("syntax s{it} {{ }}"));
    format!("isa toy \"A toy\" {{ arch toy1 {{ t1 }} {syntaxes} }}")
}

fn processors(count: usize) -> String {
    let processors = lines(count, |it| format!("p{it}"));
    format!("isa toy \"A toy\" {{ arch toy1 {{ {processors} }} syntax plain {{ }} }}")
}

fn files(count: usize) -> String {
    let file = |it| format!("registers f{it} \"register\" : 32 {{ f{it}_r[0..1] = 0; }}");
    HEAD.to_owned() + &lines(count, file)
}

fn lines_of_registers(count: usize) -> String {
    let registers = lines(count, |it| format!("name_{it}_x = {it};"));
    format!("{HEAD}registers r \"register\" : 32 {{ {registers} }}")
}

fn registers_of_a_group(count: usize) -> String {
    format!("{HEAD}registers r \"register\" : 32 {{ r[0..255] = 0; groups 1, {count}; }}")
}

fn registers(count: usize) -> String {
    format!(
        "{HEAD}registers r \"register\" : 32 {{ r[0..{}] = 0; }}",
        count - 1
    )
}

fn bits_of_a_state(count: usize) -> String {
    format!("{HEAD}state S : {count};")
}

/// An instruction whose format has an opcode and so many fields of a bit, `x0` and on.
fn instruction(items: &str, count: usize, statements: &str) -> String {
    let fields = lines(count, |it| format!("x{it} [{it}];"));
    format!(
        "{HEAD}{items}\nformat F : 64 {{ opcode [63:48]; reserved [47:{count}]; {fields} }}\n\
         family f : F {{ {statements} opcodes toy1; stop 1; }}\n"
    )
}

/// Names of so many fields, with commas.
fn names(count: usize, name: impl Fn(usize) -> String) -> String {
    let names: Vec<String> = (0..count).map(name).collect();
    names.join(", ")
}

fn operands(count: usize) -> String {
    let operands = lines(count, |it| format!("in x{it} : u1;"));
    let form = names(count, |it| format!("{{x{it}}}"));
    instruction("", count, &format!("{operands} asm \"{form}\";"))
}

fn modifiers(count: usize) -> String {
    let flags = lines(count, |it| format!("x{it} : flag;"));
    let set = format!("modifiers flags {{ {flags} }}");
    instruction(&set, count, "asm \"{flags}\";")
}

fn forms(count: usize) -> String {
    let forms = lines(count - 1, |it| format!("asm read \"{{x0}} or {it}\";"));
    instruction("", 1, &format!("in x0 : u1; asm \"{{x0}}\"; {forms}"))
}

fn elements(count: usize) -> String {
    let list = format!("in x : list {count} of u1; asm \"{{x}}\";");
    let text = instruction("", count, &list);
    let fields = lines(count, |it| format!("x{it} [{it}];"));
    text.replace(&fields, &format!("x [{}:0];", count - 1))
}

/// Formulas of which each but the first asks for the one before.
fn formulas(count: usize) -> String {
    let others = lines(count - 1, |it| {
        format!("formula f{}(x) = f{it}(x);", it + 1)
    });
    let all = format!("formula f0(x) = x; {others}");
    let rule = format!("require f{}(x0) == 0 \"zero\";", count - 1);
    instruction(&all, 1, &format!("in x0 : u1; asm \"{{x0}}\"; {rule}"))
}

/// A formula that has so many terms with those that it asks for: sums, and what
/// names them.
fn terms(count: usize) -> String {
    let sum = |terms: usize| vec!["x"; terms.div_ceil(2)].join(" + ");
    let (negated, own) = match count.is_multiple_of(2) {
        true => ("!", 9),
        false => ("", 8),
    };
    let all = format!(
        "formula a(x) = {}; formula b(x) = {}; formula f(x) = {negated}(a(x) + a(x) + b(x));",
        sum(301),
        sum(count - own - 602),
    );
    let rule = "require f(x0) == 0 \"zero\";";
    instruction(&all, 1, &format!("in x0 : u1; asm \"{{x0}}\"; {rule}"))
}

fn counted(count: usize) -> String {
    let registers = "registers r \"register\" : 32 { r[0..1] = 0; }";
    let operands = lines(count, |it| format!("in x{it} : r;"));
    let form = names(count, |it| format!("{{x{it}}}"));
    let all = names(count, |it| format!("x{it}"));
    let rule = format!("require distinct(r, {all}) <= 1 \"at most one register\";");
    instruction(
        registers,
        count,
        &format!("{operands} asm \"{form}\"; {rule}"),
    )
}
