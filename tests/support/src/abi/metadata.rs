//! Metadata of kernels: texts, and the notes that llvm-mc makes of them.

use std::fmt::Write as _;

use isa_mc::gcn::metadata::{ARGUMENT, KERNEL, Key, ROOT, Value};

use crate::llvm::ToolError;

use super::{assemble, hsa, section, unreadable};

/// Scalars in many spellings: numbers of each base and size, what is almost a
/// number, tags, quotes.
pub const SCALARS: &str = r##"
hello           a b             'a b'           "a b"           it's            'it''s'         "it's"
0               1               -1              +1              -0              00              010
08              0o17            0o8             0O17            0x1F            0X1f            0x
0x-5            -0x10           0b101           0B11            0b2             0b              1_000
127             128             255             256             65535           65536           4294967295
4294967296      18446744073709551615            18446744073709551616            9223372036854775808
-32             -33             -128            -129            -32768          -32769          -2147483648
-2147483649     -9223372036854775808            -9223372036854775809            --5             "+-5"
1.5             -1.5            1.              .5              .               .5.             1e3
1E+3            1e              1e-40           1e39            1e400           -1e400          0.1
3.4028235677973366e38           3.5e38          1.17549435e-38  1e-38           nan             NaN
-nan            inf             -inf            INFINITY        infinity        .inf            .nan
.NaN            -.inf           +.inf           true            false           True            TRUE
yes             no              on              y               null            Null            ~
"1"             '1'             "true"          "1.5"           ''              ""              " 5"
"5 "            !str 5          !str true       !str ''         !str hello      !int 5          !int -5
!int 5.5        !int "7"        !bool yes       !bool Off       !bool 1         !bool Q         !float 5
!float 1.5      !float x        !nil ''         !nil x          !foo 5          !!str 5         !!int 5
! 5             uchar*          'uchar*'        a/b             a#b             a:b             "a: b"
"- x"           "=x"            "\n"            "a\nb"          "a\tb"          "a\x07b\e"      "\u00e9"
"\u2028"        "\U0001F44D"    "\\ \""         "x "            " x"            "~"             "null"
"0x1F "         "&a"            "*a"            "!a"            "|"             ">"             "%"
"@"             "`"             "?"             "[a"            "{a"            "a,b"           "a^b"
1e5000          +               0e0             0.0             -0.0            1.0
"#"             OpenCL C        "OpenCL C"      x--             5x              1,5             "1 2"
"##;

/// How many bytes of a note stand before the value of the scalar: the map, the
/// other two entries and the key.
pub const BEFORE: usize = 1 + 15 + 1 + 15 + 3 + 2;

/// The scalars one by one.
pub fn scalars() -> impl Iterator<Item = &'static str> {
    let lines = SCALARS.lines().flat_map(|line| line.split("  "));
    lines.map(str::trim).filter(|it| !it.is_empty())
}

/// A document with a scalar in it.
pub fn document(scalar: &str) -> String {
    format!("---\namdhsa.kernels: []\namdhsa.version: [1, 2]\nz: {scalar}\n...\n")
}

/// What llvm-mc makes of a document: the contents of the note, or `None`.
///
/// # Errors
///
/// If llvm-mc cannot be run.
pub fn llvm_note(yaml: &str) -> Result<Option<Vec<u8>>, ToolError> {
    let text = format!(".amdgpu_metadata\n{yaml}.end_amdgpu_metadata\n");
    let (object, _) = assemble(hsa("gfx900"), None, &text)?;
    object.map(|object| contents(&object)).transpose()
}

/// The contents of the note of an object.
///
/// # Errors
///
/// If there is none as LLVM writes it.
pub fn contents(object: &[u8]) -> Result<Vec<u8>, ToolError> {
    let note = section(object, ".note").ok_or_else(|| unreadable("no .note"))?;
    let size = note.get(4..8).and_then(|it| it.try_into().ok());
    let size = u32::from_le_bytes(size.ok_or_else(|| unreadable("a short .note"))?) as usize;
    let name = note.get(12..20) == Some(b"AMDGPU\0\0");
    let found = note.get(20..20 + size).filter(|_| name);
    found
        .map(<[u8]>::to_vec)
        .ok_or_else(|| unreadable("another .note"))
}

/// A document with every key that there is, and one with each mistake that a key can
/// have: missing, of another kind, of another length, another word.
pub fn documents() -> Vec<String> {
    let mut all = Vec::new();
    let kernel = entries(KERNEL);
    let argument = entries(ARGUMENT);
    let version = vec![("amdhsa.version".to_owned(), "[1, 2]".to_owned())];
    let build = |root: &[Entry], kernel: &[Entry], argument: &[Entry]| {
        let mut text = "---\n".to_owned();
        lines(&mut text, "", root);
        text.push_str("amdhsa.kernels:\n");
        lines(&mut text, "  - ", kernel);
        text.push_str("    .args:\n");
        lines(&mut text, "      - ", argument);
        text + "...\n"
    };
    all.push(build(&version, &kernel, &argument));
    for wrong in spoilt(&version, ROOT) {
        all.push(build(&wrong, &kernel, &argument));
    }
    for wrong in spoilt(&kernel, KERNEL) {
        all.push(build(&version, &wrong, &argument));
    }
    for wrong in spoilt(&argument, ARGUMENT) {
        all.push(build(&version, &kernel, &wrong));
    }
    all
}

/// A key and its value as text.
type Entry = (String, String);

fn lines(text: &mut String, first: &str, entries: &[Entry]) {
    let mut lead = first.to_owned();
    for (key, value) in entries {
        _ = writeln!(text, "{lead}{key}: {value}");
        lead = " ".repeat(first.len());
    }
}

/// A right value for each key but those that hold maps.
fn entries(keys: &[Key]) -> Vec<Entry> {
    let value = |key: &Key| {
        Some(match key.value {
            Value::Integer => "5".to_owned(),
            Value::Bool => "true".to_owned(),
            Value::Text => "text".to_owned(),
            Value::Word(words) => words[0].to_owned(),
            Value::Integers(count) => format!("[{}]", vec!["1"; count].join(", ")),
            Value::Texts => "[a, b]".to_owned(),
            Value::Maps(_) => return None,
        })
    };
    keys.iter()
        .filter_map(|key| Some((key.name.to_owned(), value(key)?)))
        .collect()
}

/// The entries with one of them left out or of another value, for each.
fn spoilt(entries: &[Entry], keys: &[Key]) -> Vec<Vec<Entry>> {
    let others = [
        "5",
        "-5",
        "!str 5",
        "true",
        "!str true",
        "text",
        "!str ''",
        "''",
        "1.5",
        "[]",
        "[1]",
        "[1, 2]",
        "[1, 2, 3]",
        "[!str 1, 2]",
        "[a, 2]",
        "{}",
        "{a: 1}",
        "[{}]",
        "!nil ''",
    ];
    let mut all = Vec::new();
    for (at, (name, _)) in entries.iter().enumerate() {
        let mut without = entries.to_vec();
        without.remove(at);
        all.push(without);
        let key = keys.iter().find(|key| key.name == *name);
        let words = match key.map(|key| key.value) {
            Some(Value::Word(words)) => words,
            _ => &[],
        };
        for value in others.iter().chain(words) {
            let mut wrong = entries.to_vec();
            (*value).clone_into(&mut wrong[at].1);
            all.push(wrong);
        }
    }
    all
}

/// What stands between `.amdgpu_metadata` and its end in assembly.
pub fn of_assembly(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(".amdgpu_metadata\n")?;
    let (yaml, _) = rest.split_once(".end_amdgpu_metadata")?;
    Some(yaml.trim_end_matches([' ', '\t']))
}
