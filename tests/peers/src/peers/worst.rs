//! Sources that should be slow: what they cost our programs and LLVM's, in time and memory.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use super::Reason;
use super::material::llvm_mc;
use super::program::{Ended, Program, Used};
use super::sources;
use super::table::short;
use isa_test_support::random::Random;

/// A program gets so many seconds of the processor for a file.
pub const LIMIT: u64 = 120;

/// A kind of source.
pub struct Case {
    /// What it is, with the count of something.
    pub name: &'static str,
    /// How many for each instruction that is asked for.
    each: usize,
    write: fn(&mut dyn Write, usize) -> std::io::Result<()>,
}

/// The kinds.
pub const CASES: [Case; 13] = [
    Case {
        name: "instructions from one line of `.rept`",
        each: 1,
        write: |out, count| writeln!(out, ".rept {count}\n\tv_add_f32_e32 v1, v2, v3\n.endr"),
    },
    Case {
        name: "instructions from calls of a macro of 100 lines with an argument",
        each: 1,
        write: |out, count| {
            writeln!(out, ".macro block to")?;
            for at in 0..100 {
                writeln!(out, "\tv_add_f32_e32 v\\to, v{at}, v{}", at + 1)?;
            }
            writeln!(out, ".endm")?;
            for at in 0..count / 100 {
                writeln!(out, "\tblock {}", at % 256)?;
            }
            Ok(())
        },
    },
    Case {
        name: "instructions in the body of one macro, called once",
        each: 1,
        write: |out, count| {
            writeln!(out, ".macro all to")?;
            for at in 0..count {
                writeln!(out, "\tv_add_f32_e32 v\\to, v{}, v1", at % 256)?;
            }
            writeln!(out, ".endm\n\tall 7")
        },
    },
    Case {
        name: "instructions, for the next two",
        each: 1,
        write: |out, count| {
            for at in 0..count / 10 {
                for to in 0..10 {
                    let [left, right] = registers(at);
                    writeln!(out, "\tv_add_f32_e32 v{to}, v{left}, v{right}")?;
                }
            }
            Ok(())
        },
    },
    Case {
        name: "instructions from ten macros a line, each with one and three arguments",
        each: 1,
        write: |out, count| {
            let body = "\tv_add_f32_e32 v\\to, v\\left, v\\right";
            ten_a_line(out, count, body)
        },
    },
    Case {
        name: "instructions from ten such macros a line, with `.if` and `.else` in each",
        each: 1,
        write: |out, count| {
            let body = "\t.if \\to > 200\n\ts_nop 0\n\t.else\n\
                        \tv_add_f32_e32 v\\to, v\\left, v\\right\n\t.endif";
            ten_a_line(out, count, body)
        },
    },
    Case {
        name: "instructions from macros of ten, with one to three `.if` in each",
        each: 1,
        write: |out, count| sources::macros_of_ten(out, count, false),
    },
    Case {
        name: "instructions, which those macros stand for",
        each: 1,
        write: |out, count| sources::macros_of_ten(out, count, true),
    },
    Case {
        name: "labels, one a line, and nothing else",
        each: 10,
        write: |out, count| (0..count).try_for_each(|at| writeln!(out, "label_{at}:")),
    },
    Case {
        name: "branches, each to a label of its own",
        each: 1,
        write: |out, count| {
            (0..count).try_for_each(|at| writeln!(out, ".Lto_{at}:\n\ts_cbranch_vccz .Lto_{at}"))
        },
    },
    Case {
        name: "functions with a symbol, each naming another one",
        each: 1,
        write: |out, count| {
            (0..count).try_for_each(|at| {
                let other = (at * 7919 + 1) % count;
                writeln!(
                    out,
                    "\t.globl function_{at}\nfunction_{at}:\n\
                     \ts_add_u32 s4, s4, function_{other}@rel32@lo+4"
                )
            })
        },
    },
    Case {
        name: "bytes of one line of `.byte`, with its commas",
        each: 100,
        write: |out, count| {
            write!(out, "\t.byte 1")?;
            for _ in 0..(count.max(9) - 9) / 2 {
                write!(out, ",2")?;
            }
            writeln!(out)
        },
    },
    Case {
        name: "words of code that are no instructions, or are any",
        each: 1,
        write: |out, count| {
            let mut random = Random::new(1);
            (0..count).try_for_each(|_| writeln!(out, "\t.long {:#x}", random.word() as u32))
        },
    },
];

/// Two registers that are others in every line.
fn registers(line: usize) -> [usize; 2] {
    [line * 7 % 256, line * 13 % 256]
}

/// Lines that call a macro that calls another one ten times, which has that body.
fn ten_a_line(out: &mut dyn Write, count: usize, body: &str) -> std::io::Result<()> {
    writeln!(out, ".macro one to, left, right\n{body}\n.endm")?;
    writeln!(out, ".macro ten left, right")?;
    for to in 0..10 {
        writeln!(out, "\tone {to}, \\left, \\right")?;
    }
    writeln!(out, ".endm")?;
    (0..count / 10).try_for_each(|line| {
        let [left, right] = registers(line);
        writeln!(out, "\tten {left}, {right}")
    })
}

/// What a kind of source cost.
pub struct Row {
    work: String,
    ours: Result<Ended, Reason>,
    peer: Result<Ended, Reason>,
}

/// Writes the sources into a folder and runs the programs over them: the assemblers over
/// the source, the disassemblers over llvm-mc's object of it, or ours where llvm-mc gives
/// none.
///
/// # Errors
///
/// If a source cannot be written.
pub fn measure(
    folder: &Path,
    cpu: &str,
    program: &Path,
    instructions: usize,
    core: Option<usize>,
    told: &mut dyn FnMut(&str),
) -> Result<Vec<Row>, Reason> {
    let mut rows = Vec::new();
    let source = folder.join("worst.s");
    let (ours, peer) = (folder.join("worst.ours.o"), folder.join("worst.peer.o"));
    for case in &CASES {
        told(case.name);
        let count = case.each * instructions;
        let written = File::create(&source).and_then(|file| {
            let mut out = BufWriter::new(file);
            (case.write)(&mut out, count)?;
            out.flush()
        });
        written.map_err(|error| format!("{}: {error}", source.display()))?;
        let run = |program: Program| program.pinned(core).limited(LIMIT).run();
        for object in [&ours, &peer] {
            // One that is left over must not be taken for this one.
            if object.exists() {
                std::fs::remove_file(object)
                    .map_err(|error| format!("{}: {error}", object.display()))?;
            }
        }
        rows.push(Row {
            work: format!("assemble {} {}", thousands(count), case.name),
            ours: run(Program::new(program).args(["asm", "--cpu", cpu]).args([
                source.as_path(),
                "-o".as_ref(),
                ours.as_path(),
            ])),
            peer: run(llvm_mc(cpu, "", &source, &peer)),
        });
        let object = if peer.exists() { &peer } else { &ours };
        if !isa_test_support::llvm::has_disassembler(cpu) || !object.exists() {
            continue;
        }
        rows.push(Row {
            work: "disassemble its object".to_owned(),
            ours: run(Program::new(program)
                .args(["disasm", "--cpu", cpu])
                .args([object])),
            peer: run(Program::new("llvm-objdump-22")
                .args(["-d".to_owned(), format!("--mcpu={cpu}")])
                .args([object])),
        });
    }
    for path in [source, ours, peer] {
        // It is in the way of nothing if it stays.
        let _ = std::fs::remove_file(path);
    }
    Ok(rows)
}

/// The rows as a table of Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| work | ours: time, memory | LLVM's: time, memory | times as fast |\n|---|---|---|---|\n",
    );
    for row in rows {
        let ratio = match (&row.ours, &row.peer) {
            (Ok(Ended::Well(ours)), Ok(Ended::Well(peer))) => {
                short(peer.processor.as_secs_f64() / ours.processor.as_secs_f64())
            }
            (Ok(Ended::Well(ours)), Ok(Ended::Late(limit))) => {
                let least = limit.as_secs_f64() / ours.processor.as_secs_f64();
                format!("more than {}", short(least))
            }
            _ => "–".to_owned(),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {ratio} |",
            row.work,
            shown(&row.ours),
            shown(&row.peer)
        );
    }
    text
}

fn shown(ended: &Result<Ended, Reason>) -> String {
    let used = |used: &Used| {
        let seconds = short(used.processor.as_secs_f64());
        format!("{seconds} s, {} MB", short(used.memory as f64 / 1e6))
    };
    match ended {
        Ok(Ended::Well(it)) => used(it),
        Ok(Ended::Badly(it)) => format!("fails ({})", used(it)),
        Ok(Ended::Late(limit)) => format!("not in {} s", Duration::as_secs(limit)),
        Err(reason) => reason.clone(),
    }
}

/// A number with blanks between thousands.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at != 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_mc::asm::Assembler;
    use isa_mc::gcn::{self, syntax};

    /// Every source is one, and grows with what is asked for.
    #[test]
    fn sources_assemble() {
        for case in &CASES {
            let size = |count: usize| {
                let mut source = Vec::new();
                (case.write)(&mut source, count).expect("a vector has room");
                let target = gcn::target("gfx900").expect("a processor");
                let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
                let assembly = assembler.externals().assemble("a.s", &source);
                assert!(assembly.errors.is_empty(), "{}", case.name);
                let object = assembly.object().expect("it has no errors");
                object.to_elf().expect("it is small").len()
            };
            let (few, many) = (size(1000 * case.each), size(4000 * case.each));
            assert!(many > 2 * few, "{}: {few}, {many}", case.name);
        }
    }

    /// What macros cost is compared with plain text: it has to be the same code.
    #[test]
    fn macros_make_the_plain_instructions() {
        let code = |name: &str| {
            let case = CASES.iter().find(|case| case.name.contains(name));
            let mut source = Vec::new();
            (case.expect("a case").write)(&mut source, 100).expect("a vector has room");
            let target = gcn::target("gfx900").expect("a processor");
            let assembly = Assembler::new(target, syntax::LLVM).assemble("a.s", &source);
            let object = assembly.object().expect("it has no errors");
            object.sections[0].bytes.clone()
        };
        let plain = code("for the next two");
        assert_eq!(plain.len(), 400);
        assert_eq!(code("from ten macros"), plain);
        assert_eq!(code("from ten such macros"), plain);
        let plain = code("those macros stand for");
        assert!(plain.len() > 400, "{}", plain.len());
        assert_eq!(code("from macros of ten"), plain);
    }

    #[test]
    fn numbers_can_be_read() {
        assert_eq!(thousands(100), "100");
        assert_eq!(thousands(12_345_678), "12 345 678");
    }

    #[test]
    fn how_it_ended_is_said() {
        let used = |seconds| Used {
            processor: Duration::from_secs(seconds),
            passed: Duration::from_secs(seconds),
            memory: 5_000_000,
        };
        let late = Ended::Late(Duration::from_secs(120));
        let row = |ours, peer| Row {
            work: "w".to_owned(),
            ours: Ok(ours),
            peer: Ok(peer),
        };
        let rows = [
            row(Ended::Well(used(2)), Ended::Well(used(5))),
            row(Ended::Well(used(2)), late),
            row(Ended::Badly(used(2)), late),
        ];
        let table = markdown(&rows);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| w | 2.00 s, 5.00 MB | 5.00 s, 5.00 MB | 2.50 |",
                "| w | 2.00 s, 5.00 MB | not in 120 s | more than 60.0 |",
                "| w | fails (2.00 s, 5.00 MB) | not in 120 s | – |",
            ]
        );
    }
}
