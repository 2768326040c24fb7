//! `isa-mc dump` and `isa-mc check`: the language's own tools.

use std::path::Path;

use isa_dsl::{Compilation, compile_file, dump as tables_text, render};

use super::args::{CheckArgs, DumpArgs};
use super::failure::Failure;
use super::output::Output;
use super::report;

pub fn dump(args: &DumpArgs, color: bool) -> Result<(), Failure> {
    let compilation = compile_file(&args.file);
    if says_errors(&compilation, color) {
        return Err(Failure::Reported);
    }
    let mut output = Output::open(args.output.as_deref())?;
    let text = tables_text::dump(&compilation.model);
    output.buffer.extend_from_slice(text.as_bytes());
    output.finish()
}

pub fn check(args: &CheckArgs, color: bool) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    let mut wrong = false;
    for path in &args.files {
        if path
            .extension()
            .is_some_and(|it| it == "visaasm" || it == "s")
        {
            return Err(Failure::Usage(format!(
                "`{}` is assembly, and `check` reads descriptions: `isa-mc asm` says what is wrong with it",
                path.display()
            )));
        }
        let compilation = compile_file(path);
        if says_errors(&compilation, color) {
            wrong = true;
            continue;
        }
        let line = summary(path, &compilation);
        output.buffer.extend_from_slice(line.as_bytes());
        // Taking it apart is a sixth of the time, and the program ends soon.
        std::mem::forget(compilation);
    }
    output.finish()?;
    if wrong {
        Err(Failure::Reported)
    } else {
        Ok(())
    }
}

fn summary(path: &Path, compilation: &Compilation) -> String {
    let count = |number: usize, name: &str| {
        let end = if number == 1 { "" } else { "s" };
        format!("{number} {name}{end}")
    };
    let model = &compilation.model;
    format!(
        "{}: ok: {}, {}\n",
        path.display(),
        count(model.instructions.len(), "instruction"),
        count(
            model.encodings.len() + model.stream_encodings.len(),
            "encoding"
        )
    )
}

/// Whether a description has errors; they are then on standard error.
fn says_errors(compilation: &Compilation, color: bool) -> bool {
    if compilation.diagnostics.is_empty() {
        return false;
    }
    let text = render::render(&compilation.sources, &compilation.diagnostics, color);
    report::say(&text);
    true
}
