//! Writes `tests/facts/kernel_descriptors.tsv`, `object_headers.tsv` and
//! `metadata_scalars.tsv`, and `tests/golden/metadata`: what llvm-mc says of kernel
//! descriptors, target ids and metadata.
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin object-facts
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isa_test_support::abi::metadata::{contents, document, llvm_note, of_assembly, scalars};
use isa_test_support::abi::{
    ask, assemble, descriptor_cases, header_cases, header_line, hsa, llvm_header,
};
use isa_test_support::kernels;
use isa_test_support::oracle::hex;

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

const SCALARS: &str = "\
# Scalars of YAML in metadata, as llvm-mc 22 stores them in MessagePack.
#
# scalar, its bytes in hexadecimal or `refused`
";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("facts");
    let mut cases = descriptor_cases();
    ask(&mut cases)?;
    let mut text = DESCRIPTORS.to_owned();
    for case in &cases {
        text += &case.line();
        text.push('\n');
    }
    fs::write(folder.join("kernel_descriptors.tsv"), text)?;
    let mut text = HEADERS.to_owned();
    for case in header_cases() {
        let header = llvm_header(case)?;
        text += &header_line(case, header);
        text.push('\n');
    }
    fs::write(folder.join("object_headers.tsv"), text)?;
    let document_start = llvm_note(&document("0"))?.ok_or("a good document is refused")?;
    let before = document_start.len() - 1;
    let mut text = SCALARS.to_owned();
    for scalar in scalars() {
        let note = llvm_note(&document(scalar))?;
        let value = note.map_or("refused".to_owned(), |it| hex(&it[before..]));
        _ = writeln!(text, "{scalar}\t{value}");
    }
    fs::write(folder.join("metadata_scalars.tsv"), text)?;
    let golden = folder.with_file_name("golden").join("metadata");
    fs::create_dir_all(&golden)?;
    for (kernel, cpu) in [("private_stack", "gfx906"), ("local_histogram", "gfx600")] {
        let path = kernels::all()
            .into_iter()
            .find(|it| kernels::name(it) == kernel);
        let assembly = kernels::assembly(&path.ok_or("no such kernel")?, cpu, "-O3")?;
        let yaml = of_assembly(&assembly).ok_or("no metadata")?.trim_end();
        let (object, errors) = assemble(hsa(cpu), None, &assembly)?;
        let note = contents(&object.ok_or(errors)?)?;
        let file = golden.join(format!("{kernel}.{cpu}.yaml"));
        fs::write(file.with_extension("hex"), lines(&note))?;
        fs::write(file, yaml.to_owned() + "\n")?;
    }
    Ok(())
}

/// Hexadecimal in short lines.
fn lines(bytes: &[u8]) -> String {
    bytes
        .chunks(40)
        .fold(String::new(), |text, line| text + &hex(line) + "\n")
}
