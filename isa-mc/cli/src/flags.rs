//! Flags as LLVM's programs take them, made into flags as clap takes them: long names with one
//! dash, and names of one letter with two.

use std::ffi::OsString;

use clap::{Arg, Command};

/// The arguments of a program, the first of which is its name, with the dashes that its
/// command wants. What is no flag of it stays as it is.
pub fn with_dashes(command: &Command, arguments: Vec<OsString>) -> Vec<OsString> {
    let mut is_value = false;
    let mut is_over = false;
    let mut changed = Vec::with_capacity(arguments.len());
    for (at, argument) in arguments.into_iter().enumerate() {
        let text = argument.to_str().map(ToString::to_string);
        let Some(text) = text.filter(|_| at != 0 && !is_value && !is_over) else {
            changed.push(argument);
            is_value = false;
            continue;
        };
        is_over = text == "--";
        let (flag, found) = flag(command, &text);
        is_value = found.is_some_and(|arg| takes_next(arg, &flag));
        changed.push(flag.into());
    }
    changed
}

/// A flag with the right dashes, and which one it is.
fn flag<'c>(command: &'c Command, text: &str) -> (String, Option<&'c Arg>) {
    let name = text.trim_start_matches('-');
    let dashes = text.len() - name.len();
    let behind = name.find('=').unwrap_or(name.len());
    let (name, value) = name.split_at(behind);
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.as_str().is_empty());
    let found = match dashes {
        1 | 2 if letter.is_some() => short(command, letter),
        1 | 2 => long(command, name),
        _ => None,
    };
    match found {
        Some(_) if letter.is_some() => (format!("-{name}{value}"), found),
        Some(_) => (format!("--{name}{value}"), found),
        None => match grouped(command, text) {
            Letters::Unknown if dashes == 1 && !name.is_empty() => {
                // A long flag that there is not: errors then name one that is near.
                (format!("--{name}{value}"), None)
            }
            Letters::Flags(last) => (text.to_string(), Some(last)),
            Letters::Unknown | Letters::Value => (text.to_string(), None),
        },
    }
}

/// What letters behind one dash are.
enum Letters<'c> {
    /// Flags, of which this is the last one.
    Flags(&'c Arg),
    /// The last flag has its value behind it.
    Value,
    /// Not all of them are flags.
    Unknown,
}

fn short(command: &Command, letter: Option<char>) -> Option<&Arg> {
    let is_it = |arg: &&Arg| {
        let others = arg.get_all_short_aliases().unwrap_or_default();
        arg.get_short()
            .into_iter()
            .chain(others)
            .any(|it| Some(it) == letter)
    };
    command.get_arguments().find(is_it)
}

fn long<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let is_it = |arg: &&Arg| {
        let others = arg.get_all_aliases().unwrap_or_default();
        arg.get_long()
            .into_iter()
            .chain(others)
            .any(|it| it == name)
    };
    command.get_arguments().find(is_it)
}

/// What several letters behind one dash are.
fn grouped<'c>(command: &'c Command, text: &str) -> Letters<'c> {
    let letters = text.strip_prefix('-').filter(|it| !it.starts_with('-'));
    let mut letters = letters.unwrap_or_default().chars();
    while let Some(letter) = letters.next() {
        let Some(arg) = short(command, Some(letter)) else {
            break;
        };
        if letters.as_str().is_empty() {
            return Letters::Flags(arg);
        }
        if arg.get_action().takes_values() {
            return Letters::Value;
        }
    }
    Letters::Unknown
}

/// Whether the next argument is the value of a flag.
fn takes_next(arg: &Arg, text: &str) -> bool {
    let is_bare = !text.contains('=');
    is_bare && arg.get_action().takes_values() && !arg.is_require_equals_set()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command() -> Command {
        Command::new("program")
            .arg(Arg::new("triple").long("triple"))
            .arg(Arg::new("mattr").long("mattr").allow_hyphen_values(true))
            .arg(
                Arg::new("disassemble")
                    .short('d')
                    .long("disassemble")
                    .num_args(0),
            )
            .arg(Arg::new("reloc").short('r').long("reloc").num_args(0))
            .arg(Arg::new("section").short('j').long("section"))
            .arg(Arg::new("include").short('I'))
            .mut_arg("disassemble", |arg| arg.action(clap::ArgAction::SetTrue))
            .mut_arg("reloc", |arg| arg.action(clap::ArgAction::SetTrue))
    }

    fn changed(arguments: &str) -> String {
        let all = ["program"].into_iter().chain(arguments.split(' '));
        let all = with_dashes(&command(), all.map(OsString::from).collect());
        let all: Vec<_> = all[1..].iter().map(|it| it.to_string_lossy()).collect();
        all.join(" ")
    }

    /// One dash and two, `=` and a blank, letters in groups: what LLVM takes arrives as clap
    /// takes it. Values that look like flags, and what is unknown, stay.
    #[test]
    fn dashes_are_those_of_clap() {
        for (given, expected) in [
            ("-triple=a -mattr=+b f.s", "--triple=a --mattr=+b f.s"),
            ("-triple a --triple b", "--triple a --triple b"),
            (
                "--d -disassemble --disassemble",
                "-d --disassemble --disassemble",
            ),
            ("-dr -drj .text", "-dr -drj .text"),
            ("-mattr -triple -triple a", "--mattr -triple --triple a"),
            (
                "-j -triple -Isome -I -reloc -reloc",
                "-j -triple -Isome -I -reloc --reloc",
            ),
            ("-zork --zork=1 -", "--zork --zork=1 -"),
            ("-- -triple", "-- -triple"),
            ("-djx -reloc", "-djx --reloc"),
            ("-disasemble -drx", "--disasemble --drx"),
        ] {
            assert_eq!(changed(given), expected, "{given}");
        }
    }
}
