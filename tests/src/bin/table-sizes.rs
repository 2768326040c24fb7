//! Prints how many bytes the tables of `defs/gcn.isa` take.
//!
//! ```text
//! cargo run -p isa-tests --bin table-sizes
//! ```

use isa_tests::machine::gcn;

fn main() {
    let tables = gcn();
    let mut sizes = tables.sizes();
    sizes.sort_by_key(|&(name, _, bytes)| (std::cmp::Reverse(bytes), name));
    let total: usize = sizes.iter().map(|(_, _, bytes)| bytes).sum();
    println!("{:>9} {:>8}  table", "bytes", "rows");
    for (name, rows, bytes) in &sizes {
        println!("{bytes:>9} {rows:>8}  {name}");
    }
    println!("{total:>9} {:>8}  all", "");
    for (arch, row) in tables.archs.iter().enumerate() {
        let mine = |shape: u16| usize::from(tables.shapes[shape as usize].arch) == arch;
        let count = tables
            .encodings
            .iter()
            .filter(|row| mine(row.shape))
            .count();
        println!("{count:>18}  encodings of {}", tables.text(row.name));
    }
}
