//! Prints how many bytes the tables of `defs/gcn.isa` take: each table, and what
//! each architecture has of the rows that are its own.
//!
//! ```text
//! cargo run -p isa-tests --features programs --bin table-sizes
//! ```

use isa_test_support::machine::gcn;

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
    println!();
    println!(
        "{:>9} {:>8} {:>8} {:>8}  encodings with their shapes, operands and forms",
        "bytes", "encode", "shapes", "operands"
    );
    let mut shared = total;
    for (arch, row) in tables.archs.iter().enumerate() {
        let shapes: Vec<_> = tables
            .shapes
            .iter()
            .filter(|shape| usize::from(shape.arch) == arch)
            .collect();
        let encodings = tables
            .encodings
            .iter()
            .filter(|row| usize::from(tables.shapes[row.shape as usize].arch) == arch)
            .count();
        // Shapes may share rows; each row counts once.
        let operands = rows(shapes.iter().map(|shape| shape.operands.range()));
        let forms = rows(shapes.iter().map(|shape| shape.forms.range()));
        let bytes = encodings * each(tables.encodings)
            + shapes.len() * each(tables.shapes)
            + operands * each(tables.operands)
            + forms * each(tables.forms);
        shared = shared.saturating_sub(bytes);
        println!(
            "{bytes:>9} {encodings:>8} {:>8} {operands:>8}  {}",
            shapes.len(),
            tables.text(row.name)
        );
    }
    println!("{shared:>9} {:>26}  what architectures share", "");
}

/// How many rows some ranges have, those in several counted once.
fn rows(ranges: impl Iterator<Item = std::ops::Range<usize>>) -> usize {
    let all: isa_dsl::sorted::SortedSet<usize> = ranges.flatten().collect();
    all.len()
}

/// Bytes of a row.
fn each<T>(_: &[T]) -> usize {
    size_of::<T>()
}
