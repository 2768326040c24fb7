//! Code objects in offload bundles: which there are, and which one is meant.

use std::borrow::Cow;

use isa_mc::Target;
use isa_mc::machines::{self, AnyTarget};
use isa_mc::object::bundle::{self, Entry};

use super::failure::Failure;
use super::input::Input;
use super::output::Output;

/// What is in the bundles of a file, in order; `None` if it is no file that may hold some.
fn entries(input: &Input) -> Result<Option<Vec<Entry<'_>>>, Failure> {
    if machines::is_object(&input.bytes) || !bundle::may_have(&input.bytes) {
        return Ok(None);
    }
    let bundles = bundle::all(&input.bytes);
    let bundles = bundles.map_err(|error| Failure::Input(format!("{}: {error}", input.name)))?;
    let entries = bundles.into_iter().flat_map(|bundle| bundle.entries);
    Ok(Some(entries.collect()))
}

/// Writes a table of what is in the bundles of a file.
pub fn list(input: &Input, output: &mut Output) -> Result<(), Failure> {
    let Some(entries) = entries(input)? else {
        let message = format!("{}: it is no offload bundle, and holds none", input.name);
        return Err(Failure::Input(message));
    };
    output
        .buffer
        .extend_from_slice(b"entry      offset        size  id\n");
    for (at, entry) in entries.iter().enumerate() {
        let (offset, size, id) = (entry.offset, entry.bytes.len(), entry.id);
        let line = format!("{at:5}  {offset:#10x}  {size:10}  {id}\n");
        output.buffer.extend_from_slice(line.as_bytes());
        output.flush_block()?;
    }
    Ok(())
}

/// The code object that is meant: the file itself, unless it is or holds bundles; then the
/// entry of a number, or the only one for a processor.
pub fn chosen<'i>(
    input: &'i Input,
    target: Option<&AnyTarget>,
    number: Option<usize>,
) -> Result<Cow<'i, [u8]>, Failure> {
    let wrong = |message: String| Failure::Input(format!("{}: {message}", input.name));
    let Some(entries) = entries(input)? else {
        return match number {
            None => Ok(Cow::Borrowed(&input.bytes)),
            Some(_) => Err(wrong(
                "it is no offload bundle: --entry chooses nothing".to_string(),
            )),
        };
    };
    if let Some(number) = number {
        let entry = entries.get(number).ok_or_else(|| {
            let count = entries.len();
            wrong(format!(
                "there is no entry {number}, only {count} of them: see --list"
            ))
        })?;
        return Ok(Cow::Owned(entry.bytes.to_vec()));
    }
    let fits = |entry: &&Entry<'_>| match target {
        None => machines::of_file(entry.bytes).is_some(),
        Some(target) => is_for(entry, &target.target()),
    };
    let fitting: Vec<&Entry<'_>> = entries.iter().filter(fits).collect();
    match fitting[..] {
        [entry] => Ok(Cow::Owned(entry.bytes.to_vec())),
        [] => Err(wrong(
            "no code object in it is for this processor: see --list".to_string(),
        )),
        _ => Err(wrong(format!(
            "{} code objects in it fit: choose one with --entry, see --list",
            fitting.len()
        ))),
    }
}

/// Whether a code object is for a processor, with its features if those are said.
fn is_for(entry: &Entry<'_>, target: &Target<'_>) -> bool {
    let Some(found) = machines::of_file(entry.bytes).map(|it| it.target()) else {
        return false;
    };
    machines::is_meant(&found, target)
}
