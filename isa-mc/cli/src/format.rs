//! `isa-mc fmt`: the layout of descriptions.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use isa_dsl::load::load_file;
use isa_dsl::render;
use isa_dsl::source::{SourceFile, Sources};

use super::args::FmtArgs;
use super::failure::Failure;
use super::input::is_standard;
use super::output::Output;
use super::report;

/// What became of one file.
enum Outcome {
    Unchanged,
    Changed,
    Wrong,
}

pub fn run(args: &FmtArgs, color: bool) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, args.includes, &mut files)?;
    }
    let mut wrong = false;
    let mut changed = false;
    let mut output = Output::open(None)?;
    for path in &files {
        match one(path, args.check, color, &mut output)? {
            Outcome::Unchanged => {}
            Outcome::Changed => changed = true,
            Outcome::Wrong => wrong = true,
        }
    }
    output.finish()?;
    if wrong || (args.check && changed) {
        return Err(Failure::Reported);
    }
    Ok(())
}

/// Adds a file, or all `.isa` files of a folder, each once.
fn collect(path: &Path, includes: bool, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let mut add = |path: PathBuf| {
        if !files.contains(&path) {
            files.push(path);
        }
    };
    if is_standard(path) {
        add(path.to_path_buf());
        return Ok(());
    }
    if !path.is_dir() {
        add(path.to_path_buf());
        if includes {
            let sources = load_file(path).sources;
            sources
                .files
                .into_iter()
                .filter_map(|file| file.path)
                .for_each(add);
        }
        return Ok(());
    }
    let unreadable = |error| cannot_read(path, &error);
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for entry in entries {
        // A link to a folder may lead back.
        if (entry.is_dir() && !entry.is_symlink())
            || entry.extension().is_some_and(|it| it == "isa")
        {
            collect(&entry, includes, files)?;
        }
    }
    Ok(())
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot read `{}`: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if !is_standard(path) {
        return std::fs::read(path).map_err(|error| cannot_read(path, &error));
    }
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut bytes);
    read.map_err(|error| cannot_read(path, &error))?;
    Ok(bytes)
}

fn one(path: &Path, check: bool, color: bool, output: &mut Output) -> Result<Outcome, Failure> {
    let name = if is_standard(path) {
        "<standard input>".to_owned()
    } else {
        path.display().to_string()
    };
    let text = match String::from_utf8(read(path)?) {
        Ok(text) => text,
        Err(error) => {
            let byte = error.utf8_error().valid_up_to();
            let heading = report::paint(color, report::ERROR, "error:");
            report::say(&format!(
                "{heading} `{name}` is left as it is: it is not a text file, byte {byte} is not UTF-8\n"
            ));
            return Ok(Outcome::Wrong);
        }
    };
    let formatted = match isa_dsl::format::format(&text) {
        Ok(formatted) => formatted,
        Err(errors) => {
            let file = SourceFile {
                name,
                path: None,
                text,
            };
            let sources = Sources { files: vec![file] };
            report::say(&render::render(&sources, &errors, color));
            return Ok(Outcome::Wrong);
        }
    };
    let same = formatted == text;
    if check {
        if !same {
            output
                .buffer
                .extend_from_slice(difference(&name, &text, &formatted).as_bytes());
        }
    } else if is_standard(path) {
        output.buffer.extend_from_slice(formatted.as_bytes());
    } else if !same {
        let mut file = Output::open(Some(path))?;
        file.buffer.extend_from_slice(formatted.as_bytes());
        file.finish()?;
    }
    Ok(if same {
        Outcome::Unchanged
    } else {
        Outcome::Changed
    })
}

/// The lines that differ, as `diff -u` shows them.
fn difference(name: &str, text: &str, formatted: &str) -> String {
    let diff = similar::TextDiff::from_lines(text, formatted);
    let title = format!("{name} (formatted)");
    diff.unified_diff()
        .context_radius(1)
        .header(name, &title)
        .to_string()
}
