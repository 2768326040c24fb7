//! isa-mc as the page sees it: a question is a few texts, the answer is JSON.
//!
//! What is here only asks the library and arranges its answers; whatever would be of use to
//! others is a function of isa-mc. `web/page/scripts/library.js` has a function for each
//! function here.
//!
//! In the order in which the files can be read: `place`, positions as JavaScript counts them;
//! `target`, names of processors and syntaxes; `listing`, text and bytes; `instruction`, all
//! about one; `index`, which instructions there are; `search`; `compare`; `debugger`.
#![forbid(unsafe_code)]

mod compare;
mod debugger;
mod index;
mod instruction;
mod listing;
mod place;
mod search;
mod target;

use serde::Serialize;
#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;

pub use debugger::{Debugger, kernels_of};
pub use index::{Entry, instructions};
pub use instruction::{View, example, view};

/// A value as JSON. What is here has no maps with keys that are no texts, which alone fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// An answer, or what was wrong with the question.
fn answer(result: Result<impl Serialize, String>) -> String {
    #[derive(Serialize)]
    struct Wrong {
        error: String,
    }
    match result {
        Ok(value) => json(&value),
        Err(error) => json(&Wrong { error }),
    }
}

/// The machines with their processors and syntaxes.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn machines() -> String {
    json(&target::machines())
}

/// The bytes of a text, statement by statement, and what is wrong with it.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn assemble(cpu: &str, syntax: &str, text: &str) -> String {
    answer(listing::assemble(cpu, syntax, text))
}

/// The text of bytes in hexadecimal digits, instruction by instruction.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn disassemble(cpu: &str, syntax: &str, digits: &str) -> String {
    answer(listing::disassemble(cpu, syntax, digits))
}

/// All about the instruction that bytes in hexadecimal digits begin with.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn explain(cpu: &str, syntax: &str, digits: &str) -> String {
    answer(instruction::explain(cpu, syntax, digits))
}

/// The instruction of a mnemonic on a processor: an example of each encoding.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn examples(cpu: &str, mnemonic: &str) -> String {
    answer(instruction::examples(cpu, mnemonic))
}

/// Instructions by words and `key:value`, on a processor or, without one, anywhere.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn find(cpu: &str, query: &str) -> String {
    answer(search::find(cpu, query))
}

/// What changed between two processors or architectures.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn differences(old: &str, new: &str) -> String {
    answer(compare::differences(old, new))
}

/// The kernels of a file: an object, or text in assembly for a processor.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn kernels(cpu: &str, file: &[u8]) -> String {
    answer(debugger::kernels(cpu, file))
}
