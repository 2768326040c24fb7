//! The tables of `docs/directives.md`.

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// The directive, as the table calls it.
    pub name: String,
    /// A source with it.
    pub example: String,
    /// The assembler takes the example.
    pub is_taken: bool,
    /// Why.
    pub why: String,
}

impl Row {
    /// Whether the row says that LLVM does the same.
    pub fn is_as_llvm(&self) -> bool {
        self.why.starts_with("as LLVM")
    }
}

/// Every row, in order.
///
/// # Panics
///
/// The document is not there, or has a row that is none.
pub fn rows() -> Vec<Row> {
    let path = crate::folder().join("../docs/directives.md");
    let text = std::fs::read_to_string(path).expect("docs/directives.md");
    let mut rows = Vec::new();
    for line in text.lines() {
        let Some(cells) = line
            .strip_prefix("| `")
            .and_then(|it| it.strip_suffix(" |"))
        else {
            continue;
        };
        let line = line.to_owned();
        let cells: Vec<&str> = cells.split(" | ").collect();
        let [name, example, here, why] = cells[..] else {
            panic!("a row of four cells: {line}");
        };
        let code = |cell: &str| cell.trim_matches('`').replace("\\|", "|");
        let example = code(example).split(" ↵ ").collect::<Vec<_>>().join("\n");
        assert!(matches!(here, "taken" | "refused"), "{line}");
        rows.push(Row {
            name: code(name),
            example: example + "\n",
            is_taken: here == "taken",
            why: why.to_owned(),
        });
    }
    rows
}

/// A case of `tests/macros/cases.txt`.
#[derive(Debug, Clone)]
pub struct Case {
    /// What it is about.
    pub name: String,
    /// The source.
    pub source: String,
    /// The bytes of `.text`; `None` if the source is refused.
    pub text: Option<Vec<u8>>,
}

/// Every case, in order.
///
/// # Panics
///
/// The file is not there, or has a case that is none.
pub fn macro_cases() -> Vec<Case> {
    let path = crate::folder().join("macros/cases.txt");
    let text = std::fs::read_to_string(path).expect("tests/macros/cases.txt");
    let mut cases = Vec::new();
    for case in text.split("=== ").skip(1) {
        let (name, rest) = case.split_once('\n').expect("a name and a source");
        let at = rest.rfind("--- ").expect("what becomes of it");
        let (source, result) = rest.split_at(at);
        let result = result.trim_start_matches("--- ").trim();
        let bytes = result.strip_prefix("taken").map(|bytes| {
            let bytes = bytes.split_ascii_whitespace();
            let byte = |it| u8::from_str_radix(it, 16).expect("bytes in base 16");
            bytes.map(byte).collect()
        });
        assert!(bytes.is_some() || result == "refused", "{name}: {result}");
        cases.push(Case {
            name: name.to_owned(),
            source: source.to_owned(),
            text: bytes,
        });
    }
    cases
}
