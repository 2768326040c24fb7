//! Other programs and their sources: what is fetched of them, how results are compared with
//! theirs, and how long both take.
#![forbid(unsafe_code)]

pub mod aliases;
pub mod changed_sources;
pub mod checkout;
pub mod clrx;
pub mod clrx_known;
pub mod compare_code;
pub mod debian;
pub mod growth;
pub mod linux;
pub mod mesa;
pub mod peers;
pub mod public_sources;
pub mod test_lines;
