//! `isa-mc completions` and `isa-mc man`: what shells and `man` know of this program, made of
//! the same arguments that it takes.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::failure::Failure;
use super::mc::McArgs;
use super::objdump::ObjdumpArgs;
use super::output::Output;

/// The program with all subcommands, those that have flags of their own in full.
fn command() -> Command {
    Cli::command()
        .mut_subcommand("mc", |_| McArgs::command().name("mc"))
        .mut_subcommand("objdump", |_| ObjdumpArgs::command().name("objdump"))
}

/// Writes the completions of a shell to standard output.
pub fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.buffer = script(args.shell);
    output.finish()
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command(), "isa-mc", &mut script);
    script
}

/// Writes the pages of the manual to a folder, which is made if it is not there.
pub fn man(args: &ManArgs) -> Result<(), Failure> {
    let wrong = |path: &Path, error: &io::Error| {
        Failure::Input(format!("cannot write {}: {error}", path.display()))
    };
    // All pages are made before the first one is written.
    let pages = pages().map_err(|error| wrong(&args.folder, &error))?;
    fs::create_dir_all(&args.folder).map_err(|error| wrong(&args.folder, &error))?;
    for (name, page) in pages {
        let mut output = Output::open_binary(Some(&args.folder.join(name)))?;
        output.buffer = page;
        output.finish()?;
    }
    Ok(())
}

/// Names of files and what is in them: a page for the program, and one for each subcommand.
fn pages() -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut whole = command().disable_help_subcommand(true);
    whole.build();
    let mut pages = vec![("isa-mc.1".to_string(), page(&whole, "isa-mc")?)];
    for subcommand in whole.get_subcommands() {
        let name = format!("isa-mc-{}", subcommand.get_name());
        pages.push((format!("{name}.1"), page(subcommand, &name)?));
    }
    Ok(pages)
}

fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let after = command.get_after_help().map(ToString::to_string);
    let is_program = command.has_subcommands();
    let man = Man::new(command.clone().version(env!("CARGO_PKG_VERSION")));
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if is_program {
        man.render_subcommands_section(&mut out)?;
    }
    if let Some(after) = after {
        out.extend_from_slice(notes(&after).as_bytes());
    }
    if name != "isa-mc" {
        out.extend_from_slice(b".SH \"SEE ALSO\"\n\\fBisa\\-mc\\fR(1)\n");
    }
    Ok(out)
}

/// What stands behind the options of `--help`, line by line as it is there: roff would fill the
/// lines of examples.
fn notes(text: &str) -> String {
    let mut out = String::from(".SH NOTES\n.nf\n");
    for line in text.lines() {
        let line = line
            .replace('\\', "\\e")
            .replace('-', "\\-")
            .replace('\'', "\\(aq");
        if line.starts_with('.') {
            out.push_str("\\&");
        }
        out.push_str(&line);
        out.push('\n');
    }
    out.push_str(".fi\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments that contradict one another, or have no help, are found where all are together.
    #[test]
    fn the_whole_program_holds_together() {
        command().debug_assert();
        for (name, page) in pages().expect("memory can be written") {
            let text = String::from_utf8(page).expect("pages are text");
            assert!(
                text.contains(".SH NAME\n") && text.contains(".SH SYNOPSIS\n"),
                "{name}"
            );
            assert!(
                text.contains("--help") || text.contains("\\-\\-help"),
                "{name}: {text}"
            );
        }
    }

    #[test]
    fn what_roff_would_read_is_text() {
        let notes = notes("Examples:\n.loc 1\n  a 'b' \\\n  --c");
        let lines: Vec<&str> = notes.lines().collect();
        assert_eq!(
            lines[2..6],
            ["Examples:", "\\&.loc 1", "  a \\(aqb\\(aq \\e", "  \\-\\-c"]
        );
    }
}
