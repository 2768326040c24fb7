//! What people see when a description does not parse.
//!
//! Every file of `ui/syntax` has one mistake, or one kind of mistake, and its
//! snapshot beside it in `ui/syntax/snapshots`.

use std::path::Path;

use isa_dsl::load::{Files, Loaded, load_file, load_text};
use isa_dsl::render::render;
use isa_test_support::fixtures::{descriptions, stem};

/// Messages are a part of the product: each change of one is read in a diff.
#[test]
fn every_mistake_is_explained_at_its_place() {
    for path in descriptions("ui/syntax") {
        let loaded = load_file(&path);
        assert!(
            !loaded.diagnostics.is_empty(),
            "{} should not parse",
            path.display()
        );
        let text = render(&loaded.sources, &loaded.diagnostics, false);
        insta::with_settings!({
            snapshot_path => "../../../ui/syntax/snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(stem(&path), text);
        });
    }
}

/// The shipped description is the largest input that must pass.
#[test]
fn the_shipped_definitions_load_without_errors() {
    let loaded = load_file(Path::new("../defs/gcn.isa"));
    let text = render(&loaded.sources, &loaded.diagnostics, false);
    assert!(loaded.diagnostics.is_empty(), "{text}");
    let names: Vec<&str> = loaded
        .sources
        .files
        .iter()
        .map(|file| file.name.as_str())
        .collect();
    assert_eq!(names[..2], ["../defs/gcn.isa", "../defs/gcn/registers.isa"]);
    assert!(
        loaded.file.items.len() > 50,
        "{} items",
        loaded.file.items.len()
    );
}

/// Colour may add nothing but colour.
#[test]
fn colours_do_not_change_the_text() {
    let loaded = load_text("a.isa", "space flat lds;\nclass c : 8 {\n    0 => ;\n}\n");
    let plain = render(&loaded.sources, &loaded.diagnostics, false);
    let mut colored = render(&loaded.sources, &loaded.diagnostics, true);
    assert!(colored.contains("\u{1b}["));
    while let Some(start) = colored.find("\u{1b}[") {
        let end = colored[start..].find('m').expect("an escape ends with m");
        colored.replace_range(start..=start + end, "");
    }
    let trimmed: Vec<&str> = colored.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
}

/// An include is replaced by the items of its file, in the order of the text.
#[test]
fn includes_keep_the_order_of_the_text() {
    let loaded = load_file(Path::new("../defs/gcn.isa"));
    let firsts: Vec<u32> = loaded
        .file
        .items
        .iter()
        .map(|item| item.span.file)
        .collect();
    assert!(firsts.is_sorted(), "{firsts:?}");
    assert_eq!(
        loaded.sources.files.len(),
        1 + loaded
            .file
            .items
            .last()
            .map_or(0, |item| item.span.file as usize)
    );
}

/// Included files are parsed before it is their turn, under the numbers that they probably have:
/// of one that is missing, or there twice, those behind it have others.
#[test]
fn files_parsed_ahead_are_what_they_are_in_their_turn() {
    for path in [
        "ui/syntax/includes.isa",
        "../defs/gcn.isa",
        "../defs/visa.isa",
    ] {
        let ahead = load_file(path.as_ref());
        let in_turn = Files::default().load(path.as_ref());
        assert_eq!(ahead.diagnostics, in_turn.diagnostics, "{path}");
        let names = |it: &Loaded| -> Vec<String> {
            it.sources.files.iter().map(|it| it.name.clone()).collect()
        };
        assert_eq!(names(&ahead), names(&in_turn));
        let (items, others) = (&ahead.file.items, &in_turn.file.items);
        assert_eq!(items.len(), others.len(), "{path}");
        let mut pairs = items.iter().zip(others);
        assert!(pairs.all(|(a, b)| a.span == b.span), "{path}");
    }
}

/// A definition is parsed at every build of the crate that holds it.
#[test]
fn parsing_is_fast_enough_to_do_at_every_build() {
    let text = include_str!("../../../../defs/gcn/flat.isa").repeat(20);
    let started = std::time::Instant::now();
    let (file, errors) = isa_dsl::parse::parse_file(0, &text);
    assert!(errors.is_empty() && file.items.len() > 100);
    let time = started.elapsed();
    eprintln!("{} KB in {time:?}", text.len() / 1024);
    // Twenty times what an unoptimised build needs.
    assert!(time < std::time::Duration::from_secs(20), "{time:?}");
}
