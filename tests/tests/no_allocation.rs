//! The engines allocate nothing: every allocation of the process is counted
//! while they run.

use std::hint::black_box;

use allocation_counter::measure;
use isa_mc::Cursor;
use isa_tests::corpus::{Corpus, Source};

/// The stored vectors: every instruction, with all its modifiers.
fn corpora() -> [Corpus; 3] {
    ["gfx700", "gfx803", "gfx900"].map(|cpu| Corpus::new(Source::Vectors, cpu, 20_000))
}

/// What is tested here must be able to fail.
#[test]
fn allocations_are_counted() {
    let counted = measure(|| drop(black_box(Box::new(1))));
    assert_eq!(counted.count_total, 1);
}

#[test]
fn decode_allocates_nothing() {
    for corpus in corpora() {
        let mut count = 0;
        let counted = measure(|| {
            let mut code = &corpus.code[..];
            while let Ok(inst) = corpus.target.decode(code) {
                code = &code[inst.size()..];
                count += 1;
            }
        });
        assert_eq!((count, counted.count_total), (corpus.insts.len(), 0));
    }
}

/// What is no instruction costs nothing either.
#[test]
fn decode_errors_allocate_nothing() {
    for corpus in corpora() {
        let mut count = 0;
        let counted = measure(|| {
            for word in 0..20_000_u64 {
                let bytes = word.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
                count += usize::from(corpus.target.decode(&bytes).is_err());
            }
        });
        assert!(count > 10_000, "{count}");
        assert_eq!(counted.count_total, 0);
    }
}

#[test]
fn encode_allocates_nothing() {
    for corpus in corpora() {
        let mut size = 0;
        let mut bytes = [0; 16];
        let counted = measure(|| {
            for &inst in &corpus.insts {
                size += corpus.target.encode(inst, &mut bytes).unwrap_or(0);
            }
        });
        assert_eq!((size, counted.count_total), (corpus.code.len(), 0));
    }
}

#[test]
fn print_allocates_nothing() {
    for corpus in corpora() {
        for text in &corpus.texts {
            let mut buffer = vec![0; text.lines.len() + 256];
            let mut cursor = Cursor::new(&mut buffer);
            let counted = measure(|| {
                for &inst in &corpus.insts {
                    let printed = corpus.target.print(inst, text.syntax, &mut cursor);
                    assert!(printed.is_ok());
                    cursor.push_byte(b'\n');
                }
            });
            assert_eq!(counted.count_total, 0);
            assert_eq!(cursor.as_str(), text.lines);
        }
    }
}

/// Appending to a string only lets the string grow.
#[test]
fn print_to_a_string_with_room_allocates_nothing() {
    for corpus in corpora() {
        let text = &corpus.texts[0];
        let mut lines = String::with_capacity(text.lines.len());
        let counted = measure(|| {
            for &inst in &corpus.insts {
                let printed = corpus.target.print(inst, text.syntax, &mut lines);
                assert!(printed.is_ok());
                lines.push('\n');
            }
        });
        assert_eq!(counted.count_total, 0);
        assert_eq!(lines, text.lines);
    }
}

#[test]
fn parse_allocates_nothing() {
    for corpus in corpora() {
        for text in &corpus.texts {
            let mut count = 0;
            let counted = measure(|| {
                for statement in text.lines.lines() {
                    count += usize::from(corpus.target.parse(statement, text.syntax).is_ok());
                }
            });
            assert_eq!((count, counted.count_total), (corpus.insts.len(), 0));
        }
    }
}

/// A statement that is none: the error is found without allocating.
#[test]
fn parse_errors_allocate_nothing() {
    for corpus in corpora() {
        let text = &corpus.texts[0];
        let mut count = 0;
        let counted = measure(|| {
            for statement in text.lines.lines() {
                let end = statement.len() - 1;
                let cut = corpus.target.parse(&statement[..end], text.syntax);
                count += usize::from(cut.is_err());
            }
        });
        assert!(count > 1000, "{count}");
        assert_eq!(counted.count_total, 0);
    }
}
