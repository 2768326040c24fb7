//! Places where a run stops, and the state of the wavefront that came to one.

use isa_mc::exec::dispatch::{Dispatch, Next, Observer, RunError};
use isa_mc::gcn::dispatch::Grid;
use isa_mc::gcn::loader::Image;
use isa_mc::{SyntaxId, Target};

use super::trace;
use crate::failure::Failure;
use isa_mc::arguments::whole;

/// Bytes of the longest instruction.
const LONGEST: u64 = 8;

/// The addresses of places, as the command line has them.
pub fn places(texts: &[String], image: &Image) -> Result<Vec<u64>, Failure> {
    let place = |text: &String| {
        let wrong = |reason: &str| Failure::Usage(format!("--break {text}: {reason}"));
        let address = address(text, image).map_err(|reason| wrong(&reason))?;
        let mut code = image.segments.iter().filter(|it| it.is_executable);
        match code.any(|it| address.wrapping_sub(it.address) < it.size) {
            true => Ok(address),
            false => Err(wrong("no code of the file lies there")),
        }
    };
    texts.iter().map(place).collect()
}

/// An address, a symbol, or a symbol with how far behind it.
fn address(text: &str, image: &Image) -> Result<u64, String> {
    // Names may hold any character.
    if let Some(address) = image.symbol(text) {
        return Ok(address);
    }
    if let Some(address) = number(text) {
        return Ok(address);
    }
    let (name, offset) = match text.rsplit_once('+') {
        Some((name, offset)) => {
            let offset = number(offset).ok_or_else(|| format!("`{offset}` is no number"))?;
            (name, offset)
        }
        None => (text, 0),
    };
    let unknown = || format!("the file has no symbol `{name}`");
    let start = image.symbol(name).ok_or_else(unknown)?;
    Ok(start.wrapping_add(offset))
}

fn number(text: &str) -> Option<u64> {
    whole(text).and_then(|number| u64::try_from(number).ok())
}

/// Runs until a wavefront is about to run an instruction at one of these places; `None` if
/// none came there.
pub fn run_to(
    dispatch: &mut Dispatch<'_, Grid>,
    observer: &mut impl Observer,
    places: &[u64],
) -> Result<Option<Next>, RunError> {
    while let Some(next) = dispatch.upcoming() {
        if places.contains(&next.address) {
            return Ok(Some(next));
        }
        dispatch.step_with(observer)?;
    }
    Ok(None)
}

/// The instruction that a wavefront is about to run, and all that its states and registers
/// hold: states that are not zero, and registers that were written.
pub fn state(
    dispatch: &mut Dispatch<'_, Grid>,
    next: Next,
    image: &Image,
    syntax: SyntaxId,
) -> Vec<u8> {
    let target = dispatch.environment().target();
    let mut out = Vec::new();
    let text = instruction(dispatch, &target, next.address, syntax);
    trace::heading(next.place, next.address, &text, image, &mut out);
    if let Some(registers) = dispatch.registers() {
        for (state, part, value) in registers.set_states() {
            trace::state(&target, "", state, part, value, &mut out);
        }
        for (register, lanes, values) in registers.written() {
            trace::column(&target, "", register, lanes, &values, &mut out);
        }
    }
    out
}

/// The text of the instruction at an address.
fn instruction(
    dispatch: &mut Dispatch<'_, Grid>,
    target: &Target<'_>,
    address: u64,
    syntax: SyntaxId,
) -> String {
    let device = dispatch.environment().device();
    // The last instruction of a segment may be shorter than the longest.
    let lengths = [LONGEST, LONGEST / 2];
    let bytes = lengths
        .iter()
        .find_map(|&length| device.read(address, length as usize).ok());
    let Some(inst) = bytes.and_then(|bytes| target.decode(&bytes).ok()) else {
        return "no instruction".to_owned();
    };
    let mut text = String::new();
    match target.print(inst, syntax, &mut text) {
        Ok(()) => text.trim().to_owned(),
        Err(_) => target.mnemonic(inst).to_owned(),
    }
}
