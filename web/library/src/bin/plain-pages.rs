//! Writes a page of plain HTML for each instruction: for search engines, and for who has no
//! scripts. `plain-pages OUT` makes the folder, and prints how many there are.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use isa_mc::machines::{self, AnyTarget};
use isa_mc::{SyntaxId, TargetMachine};
use isa_web::{View, example, instructions, view};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [out] = arguments.as_slice() else {
        eprintln!("usage: plain-pages OUT");
        return ExitCode::from(2);
    };
    match write(Path::new(out)) {
        Ok(count) => {
            println!("{count} plain pages");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {}: {error}", Path::new(out).display());
            ExitCode::FAILURE
        }
    }
}

/// The processor that an instruction is shown on, and what it looks like there.
struct Shown {
    machine: &'static str,
    mnemonic: &'static str,
    views: Vec<View>,
}

/// Writes all pages; gives their number.
fn write(folder: &Path) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let mut all: BTreeMap<(usize, &str), Shown> = BTreeMap::new();
    for (number, tables) in machines::all().iter().enumerate() {
        // The newest processor that has an instruction shows it.
        for row in (0..tables.processors.len()).rev() {
            let Some(target) = AnyTarget::of_row(tables, row) else {
                continue;
            };
            for entry in instructions(&target.target()) {
                if all.contains_key(&(number, entry.mnemonic)) {
                    continue;
                }
                let instruction = &tables.instructions[entry.row];
                let mut views: Vec<View> = Vec::new();
                for (syntax, _) in target.target().syntaxes() {
                    for &at in &entry.encodings {
                        let text = example(&target, instruction, at, syntax);
                        let found = text.and_then(|text| of_text(&target, syntax, &text));
                        let is_new = |view: &View| !views.iter().any(|it| it.hex == view.hex);
                        views.extend(found.filter(is_new));
                    }
                    if !views.is_empty() {
                        break;
                    }
                }
                let shown = Shown {
                    machine: tables.name,
                    mnemonic: entry.mnemonic,
                    views,
                };
                all.insert((number, entry.mnemonic), shown);
            }
        }
    }
    let mut index = String::new();
    let mut machine = "";
    for shown in all.values() {
        if shown.machine != machine {
            if !machine.is_empty() {
                index.push_str("</ul>\n");
            }
            machine = shown.machine;
            let _ = write!(index, "<h2>{}</h2>\n<ul>\n", escaped(machine));
        }
        let name = file(shown);
        let _ = writeln!(
            index,
            "<li><a href=\"{name}\">{}</a>",
            escaped(shown.mnemonic)
        );
        fs::write(folder.join(name), page(shown))?;
    }
    index.push_str("</ul>\n");
    let title = "All instructions";
    fs::write(
        folder.join("index.html"),
        html(title, &format!("<h1>{title}</h1>\n{index}")),
    )?;
    Ok(all.len())
}

fn of_text(target: &AnyTarget, syntax: SyntaxId, text: &str) -> Option<View> {
    let bytes = match target {
        AnyTarget::Words(target) => encoded(target, syntax, text),
        AnyTarget::Streams(target) => encoded(target, syntax, text),
    }?;
    view(target, syntax, &bytes).ok()
}

fn encoded<T: TargetMachine<'static>>(target: &T, syntax: SyntaxId, text: &str) -> Option<Vec<u8>> {
    let parsed = target.parse_with(text, syntax, &isa_mc::NoSymbols).ok()?;
    let mut room = T::buffer();
    let size = target.encode(parsed.inst, room.as_mut()).ok()?;
    Some(room.as_ref()[..size].to_vec())
}

/// The name of an instruction's page; machines may call different things the same.
fn file(shown: &Shown) -> String {
    let letter = |it: char| {
        if it.is_ascii_alphanumeric() || "_-.".contains(it) {
            it
        } else {
            '-'
        }
    };
    let name: String = shown.mnemonic.chars().map(letter).collect();
    format!("{}-{name}.html", shown.machine)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn html(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:1rem auto;\
         padding:0 1rem}}td,th{{text-align:left;padding:.1rem .6rem}}\
         pre,td{{font-family:monospace;overflow-x:auto}}</style>\n<main>\n{body}</main>\n</html>\n",
        escaped(title)
    )
}

/// The page of an instruction.
fn page(shown: &Shown) -> String {
    let name = escaped(shown.mnemonic);
    let mut body = format!("<h1>{name}</h1>\n");
    let Some(first) = shown.views.first() else {
        body.push_str("<p><a href=\"index.html\">All instructions</a></p>\n");
        return html(shown.mnemonic, &body);
    };
    for text in &first.documentation {
        let _ = writeln!(body, "<p>{}</p>", escaped(text));
    }
    let _ = writeln!(
        body,
        "<p><a href=\"../index.html#{}/{}\">Try it</a> · <a href=\"index.html\">All \
         instructions</a></p>",
        first.processor,
        shown.mnemonic.replace('%', "%25")
    );
    if let Some(operation) = &first.operation {
        let _ = writeln!(
            body,
            "<h2>Operation</h2>\n<pre>{}</pre>",
            escaped(&operation.body)
        );
    }
    for view in &shown.views {
        let _ = write!(
            body,
            "<h2>{} on {}</h2>\n<pre>{}\n{}</pre>\n<table>\n\
             <tr><th>bits<th>name<th>value<th>meaning\n",
            escaped(view.format),
            escaped(view.processor),
            escaped(&view.text),
            view.hex
        );
        for field in &view.fields {
            let _ = writeln!(
                body,
                "<tr><td>{}<td>{}<td>{}<td>{}",
                field.range,
                escaped(&field.name),
                field.value,
                escaped(&field.meaning)
            );
        }
        body.push_str("</table>\n");
    }
    if !first.elsewhere.is_empty() {
        body.push_str("<h2>On other processors</h2>\n<ul>\n");
        for other in &first.elsewhere {
            let _ = writeln!(
                body,
                "<li>{}: {}, {}",
                escaped(&other.archs.join(", ")),
                escaped(other.mnemonic),
                escaped(&other.encodings.join(", "))
            );
        }
        body.push_str("</ul>\n");
    }
    html(&format!("{} ({})", shown.mnemonic, shown.machine), &body)
}
