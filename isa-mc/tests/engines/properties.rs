//! What holds for every input.

use super::*;

/// A small generator of numbers, always the same.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[test]
fn decoding_loses_nothing_and_text_comes_back() {
    for processor in ["old1", "new1", "new2"] {
        with(processor, |target| {
            let tables = target.tables();
            let here: Vec<_> = tables
                .encodings
                .iter()
                .filter(|row| tables.shapes[row.shape as usize].arch == target.arch_index())
                .collect();
            let mut random = Random(0x9e37_79b9_7f4a_7c15);
            let mut printed = 0;
            for _ in 0..20_000 {
                // Near an encoding of the architecture, so that most are
                // instructions; now and then with fixed bits wrong.
                let encoding = here[random.next() as usize % here.len()];
                let shape = &tables.shapes[encoding.shape as usize];
                let fixed = if random.next().is_multiple_of(8) {
                    0
                } else {
                    shape.mask
                };
                let noise = random.next() & random.next() & !fixed;
                let off = (0x007f_0000_0000_0000 * (random.next() % 2)) & !fixed;
                let bits = encoding.bits | noise | off;
                let bytes = bits.to_le_bytes();
                let Ok(inst) = target.decode(&bytes) else {
                    continue;
                };
                let mut out = [0; 16];
                let size = target.encode(inst, &mut out).unwrap();
                assert_eq!(out[..size], bytes[..size]);
                assert_eq!(target.decode(&out[..size]), Ok(inst));
                for syntax in [PLAIN, LOUD] {
                    let mut text = String::new();
                    if target.print(inst, syntax, &mut text).is_ok() {
                        printed += 1;
                        let again = target.parse(&text, syntax);
                        assert_eq!(again, Ok(inst), "{text}");
                    }
                }
            }
            assert!(printed > 2_000, "only {printed} were printed");
        });
    }
}

#[test]
fn no_text_makes_the_parser_panic() {
    let pieces = [
        "load",
        "gload",
        "atomic",
        "sload",
        "nop",
        " ",
        " ",
        " ",
        ", ",
        ",",
        "v1",
        "v[2:3]",
        "v[",
        "]",
        "[",
        "(",
        ")",
        "offset:",
        "8",
        "-",
        "~",
        "+",
        "<<",
        ">>",
        "/",
        "%",
        "0",
        "0x",
        "1.5",
        "1e",
        "off",
        "glc",
        "noglc",
        "glc:1",
        ":",
        "s[4:5]",
        "[v1,v2]",
        "[v1,[v2]]",
        "é",
        "\u{0}",
        "99999999999999999999",
        "vcc",
        "'",
        "\"",
        "offset:(((",
        "-9223372036854775808",
        "|",
        "\n",
    ];
    with("new1", |target| {
        let mut random = Random(42);
        for _ in 0..60_000 {
            let mut text = String::from(pieces[random.next() as usize % 5]);
            for _ in 0..random.next() % 9 {
                text.push_str(pieces[random.next() as usize % pieces.len()]);
            }
            for syntax in [PLAIN, LOUD] {
                if let Err(error) = target.parse(&text, syntax) {
                    let (start, end) = (error.span.start as usize, error.span.end as usize);
                    assert!(text.get(start..end).is_some(), "{text:?} {error:?}");
                    let message = error.display(target, syntax, &text).to_string();
                    assert!(!message.is_empty());
                }
                let _ = target.register(&text, syntax);
            }
        }
        let deep = format!("load v1, v[2:3] offset:{}", "(".repeat(60_000));
        assert!(target.parse(&deep, PLAIN).is_err());
        assert!(target.parse(&"v1,".repeat(30_000), PLAIN).is_err());
    });
}

#[test]
fn a_buffer_that_is_too_small_is_an_error() {
    with("new1", |target| {
        let inst = target
            .parse("gload v1, v[2:3], off offset:-4096 glc", PLAIN)
            .unwrap();
        let mut whole = String::new();
        target.print(inst, PLAIN, &mut whole).unwrap();
        for size in 0..64 {
            let mut buffer = vec![0; size];
            let mut out = isa_mc::Cursor::new(&mut buffer);
            let result = target.print(inst, PLAIN, &mut out);
            assert_eq!(result.is_ok(), size >= whole.len(), "{size}");
            assert_eq!(out.as_str(), if result.is_ok() { &whole } else { "" });
        }
    });
}
