//! Writes `tests/facts/kernel_descriptors.tsv` and `object_headers.tsv`: what
//! llvm-mc says of kernel descriptors and of target ids.
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin object-facts
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;

use isa_tests::abi::{ask, descriptor_cases, header_cases, header_line, llvm_header};

const DESCRIPTORS: &str = "\
# What llvm-mc 22 makes of directives of kernel descriptors.
#
# processor and features, directives without `.amdhsa_`, the words of the descriptor that
# are not zero with their first byte, without the distance to the code; or `refused`
";

const HEADERS: &str = "\
# Headers of objects that llvm-mc 22 writes.
#
# target id, features asked for (-mattr), code object version, OS/ABI, ABI version, e_flags
";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("facts");
    let mut cases = descriptor_cases();
    ask(&mut cases).map_err(|error| error.to_string())?;
    let mut text = DESCRIPTORS.to_owned();
    for case in &cases {
        text += &case.line();
        text.push('\n');
    }
    fs::write(folder.join("kernel_descriptors.tsv"), text)?;
    let mut text = HEADERS.to_owned();
    for case in header_cases() {
        let header = llvm_header(case).map_err(|error| error.to_string())?;
        text += &header_line(case, header);
        text.push('\n');
    }
    fs::write(folder.join("object_headers.tsv"), text)?;
    Ok(())
}
