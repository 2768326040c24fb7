//! The messages. What llvm-mc makes of metadata is in `tests/facts` and
//! `tests/golden/metadata`.

use super::{NoteError, to_message_pack, to_yaml, without_comments};

/// Comments of the assembler end lines of metadata, as for llvm-mc 22, and no strings; places
/// in errors stay what they are.
#[test]
fn comments_of_the_assembler_end_lines() {
    let lines = [
        ("a: 0 // none ä", "a: 0           "),
        ("a: [1, 2] ; two\n", "a: [1, 2]      \n"),
        ("a: \"b//c;\" // d", "a: \"b//c;\"     "),
        ("a: \"b\\\"//c\"", "a: \"b\\\"//c\""),
        ("a: b/c # d", "a: b/c # d"),
        ("// all\nb: 1", "      \nb: 1"),
    ];
    for (line, wanted) in lines {
        assert_eq!(without_comments(line), wanted);
        assert_eq!(without_comments(line).len(), line.len(), "{line}");
    }
}

/// Each mistake says where it is and what to do.
#[test]
fn mistakes_are_explained() {
    let good = "amdhsa.version: [1, 2]\namdhsa.kernels: []\n";
    let cases = [
        ("", "line 1, column 1: the metadata is empty"),
        ("- 1", "line 1, column 1: `metadata` must be a map"),
        ("a: [1", "no YAML: "),
        (
            "a: &x 1\nb: *x",
            "line 2, column 4: an alias has no meaning",
        ),
        ("a: 1\nb:\n", "a value is missing; an empty list is `[]`"),
        ("? [1]\n: 2", "a key must be a text or a number"),
        ("a: 1\na: 2", "line 2, column 1: `a` stands here twice"),
        ("5: 1\n0x5: 2", "line 2, column 1: `5` stands here twice"),
        ("a: !int x", "`x` is no `!int`"),
        (
            "a: 0x1.8p3",
            "`0x1.8p3` would be a number of floating point",
        ),
        ("a: nan(1)", "`nan(1)` would be a number of floating point"),
        ("a: 1", "line 1, column 1: `amdhsa.version` is missing here"),
        (
            "amdhsa.version: [1]",
            "column 17: `amdhsa.version` must have 2 entries and has 1",
        ),
        (
            "amdhsa.version: 1",
            "`amdhsa.version` must be a list of integers",
        ),
        (
            "amdhsa.version: [1, x]",
            "column 21: `amdhsa.version` must be an integer",
        ),
        ("amdhsa.version: [1, 2]", "`amdhsa.kernels` is missing here"),
        (
            "amdhsa.version: [1, 2]\namdhsa.kernels:\n  - .name: 5",
            "line 3, column 12: `.name` must be a text",
        ),
        (
            "amdhsa.version: [1, 2]\namdhsa.kernels:\n  - {.name: k, .symbol: s, .language: HIPP}",
            "line 3, column 39: `.language` cannot be `HIPP`; did you mean `HIP`?",
        ),
    ];
    for (text, expected) in cases {
        let error = to_message_pack(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
    let twice = format!("{good}---\n{good}");
    let error = to_message_pack(&twice)
        .expect_err("two documents")
        .to_string();
    assert!(
        error.contains("line 3, column 1: metadata is one document"),
        "{error}"
    );
    assert!(to_message_pack(good).is_ok());
}

/// A note that no text gives says why, so that it can be printed as data.
#[test]
fn notes_are_read_or_refused() {
    let good = to_message_pack("amdhsa.version: [1, 2]\namdhsa.kernels: []\n").expect("good");
    assert!(to_yaml(&good).is_ok());
    assert_eq!(to_yaml(&good[..9]), Err(NoteError::Truncated));
    assert_eq!(
        to_yaml(&[&good[..], &[0]].concat()),
        Err(NoteError::Trailing { at: good.len() })
    );
    // A byte string, an extension, a text that is none, a list as a key.
    for wrong in [
        &[0xc4, 0][..],
        &[0xd4, 0, 0],
        &[0xa1, 0xff],
        &[0x81, 0x90, 0],
    ] {
        assert!(
            matches!(to_yaml(wrong), Err(NoteError::Value { .. })),
            "{wrong:?}"
        );
    }
    // 1 in two bytes; the keys in the other order.
    let at = good
        .iter()
        .position(|&byte| byte == 0x92)
        .expect("the version")
        + 1;
    let longer = [&good[..at], &[0xcc, 1], &good[at + 1..]].concat();
    assert_eq!(to_yaml(&longer), Err(NoteError::Unsaid));
    let kernels = &good[1..17];
    let swapped = [&good[..1], &good[17..], kernels].concat();
    assert_eq!(to_yaml(&swapped), Err(NoteError::Unsaid));
    assert!(matches!(to_yaml(&[0x80]), Err(NoteError::Invalid(_))));
}
