//! The tables as text: what people review and snapshots hold.
//!
//! A row stands for itself: it names what it refers to instead of counting,
//! so that adding an instruction adds a line and changes no other.
//!
//! `text` is what several parts say alike; then `machine`, `values`, `families`, `streams`,
//! each a part; `documentation` is what instructions do.

mod documentation;
mod families;
mod machine;
mod streams;
mod text;
mod values;

pub use documentation::{documentation, instruction_documentation};
pub use families::family;
pub use machine::{machine, memory};
pub use streams::{families as stream_family, streams};
pub use values::{class, registers, structure};

use crate::model::Model;

/// The whole description.
pub fn dump(model: &Model) -> String {
    let mut text = machine(model);
    for file in 0..model.files.len() {
        text.push('\n');
        text.push_str(&registers(model, file));
    }
    let memory = memory(model);
    if !memory.is_empty() {
        text.push('\n');
        text.push_str(&memory);
    }
    for class in 0..model.classes.len() {
        text.push('\n');
        text.push_str(&self::class(model, class));
    }
    for structure in 0..model.structs.len() {
        text.push('\n');
        text.push_str(&self::structure(model, structure));
    }
    text.push_str(&streams(model));
    for index in 0..model.families.len() {
        text.push_str(&stream_family(model, index));
        for family in family(model, index) {
            text.push('\n');
            text.push_str(&family);
        }
    }
    text
}
