//! The shipped descriptions, held against what other assemblers and documents say.

mod constants;
mod descriptions;
mod effects;
mod errata;
mod generated;
mod generator;
mod golden;
mod later_encodings;
mod lints;
mod mutations;
mod shipped;
mod undefined;
mod visa;
mod visa_descriptions;
