//! From a description to its tables: the machine of `defs/gcn.isa`, step by
//! step, and synthetic machines, to see that time grows with the number of
//! instructions and no faster.
//!
//! ```text
//! cargo bench -p isa-tests --bench build             measures
//! cargo bench -p isa-tests --bench build -- --test   runs everything once
//! ```

use std::path::{Path, PathBuf};

use divan::Bencher;
use divan::counter::ItemsCount;
use isa_dsl::{check, load, lower};
use isa_test_support::synthetic;

fn main() {
    divan::main();
}

fn gcn() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs/gcn.isa")
}

/// Files to syntax tree.
#[divan::bench]
fn gcn_load(bencher: Bencher) {
    bencher.bench(|| load::load_file(&gcn()));
}

/// Syntax tree to checked model.
#[divan::bench]
fn gcn_check(bencher: Bencher) {
    let loaded = load::load_file(&gcn());
    bencher.bench(|| check::check(&loaded.file));
}

/// Model to tables.
#[divan::bench]
fn gcn_lower(bencher: Bencher) {
    let (model, _) = check::check(&load::load_file(&gcn()).file);
    bencher.bench(|| lower::lower(&model));
}

/// Tables to the rows that the macro writes out.
#[divan::bench]
fn gcn_emit(bencher: Bencher) {
    let tables = isa_dsl::compile_file(&gcn()).tables().unwrap_or_default();
    bencher.bench(|| tables.written());
}

/// All of it but the last step.
#[divan::bench]
fn gcn_compile(bencher: Bencher) {
    bencher.bench(|| isa_dsl::compile_file(&gcn()).tables());
}

const SIZES: [usize; 5] = [500, 1_000, 2_000, 4_000, 8_000];

#[divan::bench(args = SIZES, sample_count = 10)]
fn synthetic_load(bencher: Bencher, size: usize) {
    let text = synthetic::machine(size);
    bencher
        .counter(ItemsCount::new(size))
        .bench(|| load::load_text("synthetic.isa", &text));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn synthetic_check(bencher: Bencher, size: usize) {
    let loaded = load::load_text("synthetic.isa", &synthetic::machine(size));
    bencher
        .counter(ItemsCount::new(size))
        .bench(|| check::check(&loaded.file));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn synthetic_lower(bencher: Bencher, size: usize) {
    let loaded = load::load_text("synthetic.isa", &synthetic::machine(size));
    let (model, _) = check::check(&loaded.file);
    bencher
        .counter(ItemsCount::new(size))
        .bench(|| lower::lower(&model));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn synthetic_emit(bencher: Bencher, size: usize) {
    let compilation = isa_dsl::compile_text("synthetic.isa", &synthetic::machine(size));
    let tables = compilation.tables().unwrap_or_default();
    assert_eq!(tables.instructions.len(), size);
    bencher
        .counter(ItemsCount::new(size))
        .bench(|| tables.written());
}
