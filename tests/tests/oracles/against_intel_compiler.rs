//! Whole kernels as Intel's offline compiler writes them. Needs the program
//! (`apt-get install intel-opencl-icd`); without it the test says so and is over.
//!
//! ```text
//! cargo test -p isa-tests --features igc --test oracles -- against_intel_compiler --nocapture
//! ```

use isa_mc::visa::object::{Attribute, Object, Routine, UntypedVariable, Version};
use isa_mc::visa::text::{self, Style};
use isa_test_support::igc::compiler::Mode;
use isa_test_support::igc::{self, ToolError, compiler};
use isa_test_support::oracle::hex;
use isa_test_support::report::Report;
use isa_test_support::running::{CASES, Case, Programs, stored};
use isa_test_support::sample::Sample;
use isa_test_support::visa_files;

/// The compiler's kernels: its text becomes an object whose tables say what those of its own
/// object say, and whose instructions are its own up to where these are cut; our listing
/// gives the same object again, and has the instructions of its text. A sample has one of the
/// devices, and every other source.
#[test]
fn kernels_of_the_compiler() {
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    let (mut refused, mut kernels, mut instructions) = (0, 0, 0);
    for &device in sample.one_of(&compiler::DEVICES) {
        let sources = compiler::sources().expect("the folders of kernels");
        for source in sources.into_iter().filter(|_| sample.takes(2)) {
            let dumps = match compiler::compile(&source, device, Mode::Usual) {
                Err(ToolError::Missing(error)) => {
                    println!(
                        "NOT TRIED: cannot start ocloc ({error}); apt-get install intel-opencl-icd"
                    );
                    return;
                }
                dumps => dumps.expect("files of the compiler"),
            };
            refused += usize::from(dumps.is_empty());
            for dump in dumps {
                kernels += 1;
                let name = format!("{} {device} {}", source.display(), dump.name);
                instructions += compare(&name, &dump, &mut report);
            }
        }
    }
    println!(
        "{kernels} kernels, {instructions} instructions; {refused} sources that ocloc refuses"
    );
    report.finish(sample.amount(80, 1_000));
}

/// Options with which clang rounds a product and a sum once.
const CONTRACTED: &[&str] = match cfg!(target_arch = "x86_64") {
    true => &["-ffp-contract=fast", "-mfma"],
    false => &["-ffp-contract=fast"],
};

/// What a kernel gives, as the compiler makes it in a mode.
enum Wanted {
    /// What the CPU gives when it is compiled with these options too.
    Same(&'static [&'static str]),
    /// In its third buffer singles that are as near as `OpenCL` asks; else what the CPU gives.
    Near,
}

/// How a case is compiled, and what is wanted then. All of them give what the CPU gives, bit
/// for bit; where the compiler is free to give something else, or wrong, it is asked twice.
fn ways(case: &str) -> &'static [(Mode, Wanted)] {
    const AS_WRITTEN: Wanted = Wanted::Same(&[]);
    match case {
        // A product and a sum are rounded once, as OpenCL allows.
        "matrix_product" | "polynomial" => &[
            (Mode::Usual, Wanted::Same(CONTRACTED)),
            (Mode::Exact, AS_WRITTEN),
        ],
        "float_division" => &[(Mode::Usual, Wanted::Near), (Mode::Exact, AS_WRITTEN)],
        // Its optimizer takes stores for dead that are not.
        "calls" => &[
            (Mode::Usual, Wanted::Same(&["-DWORDS_ARE_LOST"])),
            (Mode::Unoptimized, AS_WRITTEN),
        ],
        _ => &[(Mode::Usual, AS_WRITTEN)],
    }
}

/// Kernels of `tests/run` as the compiler makes them, run: the same as on the CPU, bit for bit.
/// A sample has one of the devices, and one source in three.
#[test]
fn kernels_give_what_the_cpu_gives() {
    let results = stored::results().expect("results");
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    let (mut tried, mut ran) = (0, 0);
    for &device in sample.one_of(&compiler::DEVICES) {
        for source in compiler::sources().expect("the folders of kernels") {
            let file = source.file_stem().unwrap_or_default();
            let cases = CASES.iter().filter(|it| file == it.file);
            if source.extension().is_none_or(|it| it != "c") || !sample.takes(3) {
                continue;
            }
            let ways = cases.flat_map(|case| ways(case.name).iter().map(move |way| (case, way)));
            for (case, (mode, wanted)) in ways {
                let dumps = match compiler::compile(&source, device, *mode) {
                    Err(ToolError::Missing(error)) => {
                        println!("NOT TRIED: cannot start ocloc ({error})");
                        return;
                    }
                    dumps => compiler::joined(dumps.expect("files of the compiler")),
                };
                let line = format!(".kernel \"{}\"", case.name);
                let of_case = |it: &&compiler::Dump| it.text.lines().any(|it| it.trim() == line);
                for dump in dumps.iter().filter(of_case) {
                    tried += 1;
                    let name = format!("{} {device} {mode:?} {}", case.name, dump.name);
                    let found = match igc::running::run(case, dump, device) {
                        Ok((found, _)) => found,
                        Err(error) => {
                            report.check(false, || format!("{name} does not run: {error}"));
                            continue;
                        }
                    };
                    ran += 1;
                    let stored = results.iter().find(|it| it.0 == case.name);
                    let is_right = match wanted {
                        Wanted::Same([]) => stored.is_some_and(|it| it.1 == Case::hash(&found)),
                        Wanted::Same(options) => found == on_cpu(case, options),
                        Wanted::Near => are_near(&found, &on_cpu(case, &[])),
                    };
                    report.check(is_right, || format!("{name}: other results than the CPU's"));
                }
            }
        }
    }
    println!("{ran} of {tried} kernels ran");
    report.finish(sample.amount(3, 95));
}

/// The buffers of a case on the CPU, with options of clang.
fn on_cpu(case: &Case, options: &[&str]) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Programs::with(folder.path(), options);
    programs.run(case).expect("a program for the CPU")
}

/// Whether quotients, reciprocals and roots of singles are at most two singles away from the
/// nearest ones, and so within the 2.5 units in the last place that `OpenCL` C asks of quotients
/// (of roots it asks 3). Those of doubles are the nearest.
fn are_near(found: &[Vec<u8>], nearest: &[Vec<u8>]) -> bool {
    const SINGLES: usize = 2;
    let numbers = |buffers: &[Vec<u8>]| {
        let (numbers, _) = buffers[SINGLES].as_chunks();
        let bits = numbers.iter().map(|it| u32::from_le_bytes(*it));
        bits.collect::<Vec<u32>>()
    };
    let (singles, wanted) = (numbers(found), numbers(nearest));
    let mut singles = singles.iter().zip(&wanted);
    let mut others = (0..found.len()).filter(|at| *at != SINGLES);
    singles.all(|(a, b)| a.abs_diff(*b) <= 2) && others.all(|at| found[at] == nearest[at])
}

/// Compares a kernel, and gives how many instructions it has.
fn compare(name: &str, dump: &compiler::Dump, report: &mut Report) -> usize {
    let version = Version::new(4, 1);
    let theirs = match Object::read(&dump.object) {
        Ok(theirs) => theirs,
        Err(error) => {
            report.check(false, || format!("{name}: its object: {error}"));
            return 0;
        }
    };
    let ours = match text::assemble(&dump.text, version) {
        Ok(ours) => ours,
        Err(errors) => {
            println!("REFUSED: {name}");
            report.check(false, || format!("{name} is refused: {errors:?}"));
            return 0;
        }
    };
    let bytes = ours.write().expect("an object");
    let listing = text::list(&ours, Style::Names).expect("a listing");
    let again = text::assemble(&listing, version).map(|object| object.write());
    report.check(again.as_ref() == Ok(&Ok(bytes)), || {
        format!("{name}: the listing is another object\n{listing}")
    });
    let (ours_read, theirs_read) = (statements(&listing), statements(&dump.text));
    let different = ours_read.iter().zip(&theirs_read).find(|(a, b)| a != b);
    report.check(
        different.is_none() && ours_read.len() == theirs_read.len(),
        || format!("{name}: {different:?}"),
    );

    // Of the tables the names, and a few instructions have numbers of strings.
    let source = with_strings(&dump.text, &theirs);
    let ours = text::assemble(&source, version).unwrap_or(ours);
    let target = visa_files::target(version);
    let mut count = 0;
    let both = ours.kernels.iter().map(|it| (&it.routine, &it.inputs));
    let other = theirs.kernels.iter().map(|it| (&it.routine, &it.inputs));
    for ((ours, our_inputs), (theirs, their_inputs)) in both.zip(other) {
        let mut instructions = Vec::new();
        let mut rest = ours.code.as_slice();
        while let Ok(inst) = target.decode(rest) {
            let mut bytes = inst.bytes().to_vec();
            // Bits that the compiler sets and its text leaves out: that the address of a store
            // is not aligned, and what a fence orders that is for the finalizer alone.
            match target.mnemonic(inst) {
                "svm_block_st" => bytes[2] |= 0x80,
                "fence_sw" => bytes[1] |= 0x21,
                _ => {}
            }
            instructions.push(bytes);
            rest = &rest[inst.size()..];
        }
        count += instructions.len();
        let is_cut =
            rest.is_empty() && igc::is_cut(&theirs.code, &instructions, igc::Rest::Anything);
        report.check(is_cut, || {
            let (theirs, ours) = (hex(&theirs.code), hex(&ours.code));
            format!("{name}: code\n    compiler {theirs}\n    ours     {ours}")
        });
        let (a, b) = (tables(ours), tables(theirs));
        let different = a.iter().zip(&b).find(|(a, b)| !are_same(a, b));
        report.check(different.is_none() && a.len() == b.len(), || {
            format!("{name}: tables\n    {different:?}\n    {a:?}\n    {b:?}")
        });
        report.check(our_inputs == their_inputs, || {
            format!("{name}: inputs\n    {our_inputs:?}\n    {their_inputs:?}")
        });
    }
    let counts = |it: &Object| (it.kernels.len(), it.functions.len());
    report.check(counts(&ours) == counts(&theirs), || {
        format!("{name}: {:?} is {:?}", counts(&theirs), counts(&ours))
    });
    count
}

/// A text whose strings have the numbers that they have in an object, and which says the names
/// of samplers and surfaces.
fn with_strings(text: &str, object: &Object) -> String {
    let Some(kernel) = object.kernels.first() else {
        return text.to_owned();
    };
    let strings = kernel.routine.strings.iter();
    let strings = strings.map(|it| format!("{:?}", String::from_utf8_lossy(it)));
    let strings = strings.collect::<Vec<_>>().join(", ");
    let mut lines: Vec<String> = text.lines().map(with_quotes).collect();
    let first = lines.iter().position(|line| line.starts_with(".kernel "));
    lines.insert(first.map_or(0, |at| at + 1), format!(".strings {strings}"));
    lines.join("\n")
}

/// A line with the name of a sampler or surface in quotes: without them it is forgotten, as
/// `GenX_IR` forgets it.
fn with_quotes(line: &str) -> String {
    match line.split_once(" v_name=") {
        Some((before, name)) if line.starts_with(".decl ") => {
            format!("{before} v_name=\"{}\"", name.trim())
        }
        _ => line.to_owned(),
    }
}

/// Whether two rows are the same: the compiler's text has a number behind the names of labels,
/// and those of predicates and addresses without a zero before their number.
fn are_same(ours: &str, theirs: &str) -> bool {
    for kind in ["predicate P", "address A"] {
        if theirs.starts_with(kind) {
            return ours == theirs.replace(&format!("{kind}0"), kind);
        }
    }
    let Some((name, kind)) = theirs
        .rsplit_once(' ')
        .filter(|it| it.0.starts_with("label "))
    else {
        return ours == theirs;
    };
    let number = ours
        .strip_prefix(name)
        .and_then(|rest| rest.strip_suffix(kind)?.strip_suffix(' '));
    number.is_some_and(|it| {
        it.trim_start_matches('_')
            .bytes()
            .all(|it| it.is_ascii_digit())
    })
}

/// The instructions and labels of a text, with one blank between words and small digits.
fn statements(text: &str) -> Vec<String> {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    let lines = lines.filter(|line| !line.trim_start().starts_with('.'));
    let words = |line: &str| {
        let words = line.split_whitespace();
        // The byte of a variable whose address is taken is a row and a column in our text; its
        // bytes are compared.
        let words = words.map(|word| match word.starts_with('&') {
            true => word.split(['[', '(']).next().unwrap_or(word),
            false => word,
        });
        let words: Vec<&str> = words.collect();
        igc::normal(&words.join(" "))
            .replace(" )", ")")
            .replace("( ", "(")
    };
    lines.map(words).filter(|line| !line.is_empty()).collect()
}

/// What the tables of a routine say, with names in the place of their numbers, which follow
/// the order in which a program came by them.
fn tables(routine: &Routine) -> Vec<String> {
    let name = |number| routine.strings.text(number).into_owned();
    // What the compiler calls its files is in none of its texts.
    let attributes = |rows: &[Attribute]| {
        let rows = rows.iter().map(|it| (name(it.name), &it.value));
        let rows = rows.filter(|(name, _)| name != "OutputAsmPath");
        // A number is stored in as many bytes as the program had for it.
        let rows = rows.map(|(name, value)| {
            let significant = value
                .iter()
                .rposition(|byte| *byte != 0)
                .map_or(0, |at| at + 1);
            (name, value[..significant].to_vec())
        });
        rows.collect::<Vec<_>>()
    };
    let state = |kind: &str, it: &UntypedVariable| {
        let attributes = attributes(&it.attributes);
        format!("{kind} {} {} {attributes:?}", name(it.name), it.elements)
    };
    let mut tables = vec![name(routine.name)];
    tables.extend(routine.variables.iter().map(|it| {
        let alias = (it.alias, it.alias_offset, it.alias_scope);
        let attributes = attributes(&it.attributes);
        let (name, properties) = (name(it.name), it.properties);
        format!(
            "variable {name} {properties:#x} {} {alias:?} {attributes:?}",
            it.elements
        )
    }));
    let addresses = routine.addresses.iter();
    tables.extend(addresses.map(|it| format!("address {} {}", name(it.name), it.elements)));
    let predicates = routine.predicates.iter();
    tables.extend(predicates.map(|it| format!("predicate {} {}", name(it.name), it.elements)));
    let labels = routine.labels.iter();
    tables.extend(labels.map(|it| format!("label {} {:?}", name(it.name), it.kind())));
    tables.extend(routine.samplers.iter().map(|it| state("sampler", it)));
    tables.extend(routine.surfaces.iter().map(|it| state("surface", it)));
    tables.push(format!("{:?}", attributes(&routine.attributes)));
    tables
}
