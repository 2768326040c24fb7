//! The engines allocate nothing: every allocation of the process is counted
//! while they run.

use std::hint::black_box;

use allocation_counter::measure;
use isa_mc::describe::Description;
use isa_mc::{Cursor, Identified, Identity, StreamTarget, SyntaxId};
use isa_test_support::corpus::{Corpus, Source};
use isa_test_support::machine::visa;

/// The stored vectors: every instruction, with all its modifiers. And code of kernels.
fn corpora() -> impl Iterator<Item = Corpus> {
    let cpus = ["gfx700", "gfx803", "gfx900"].into_iter();
    cpus.flat_map(|cpu| {
        [Source::Vectors, Source::Kernels].map(|source| Corpus::new(source, cpu, 20_000))
    })
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

/// Nor does walking through all of it, which finds what decoding does.
#[test]
fn identify_allocates_nothing() {
    for corpus in corpora() {
        let mut found = vec![Identity::default(); corpus.insts.len() + 1];
        let mut walked = Identified::default();
        let counted = measure(|| walked = corpus.target.identify_all(&corpus.code, &mut found));
        let expected = (corpus.insts.len(), corpus.code.len());
        assert_eq!((walked.count, walked.size), expected);
        assert_eq!(counted.count_total, 0);
        for (identity, inst) in found.iter().zip(&corpus.insts) {
            let expected = (inst.encoding(), inst.size());
            assert_eq!((identity.encoding, usize::from(identity.size)), expected);
        }
    }
}

/// What is no instruction costs nothing either.
#[test]
fn decode_errors_allocate_nothing() {
    for corpus in corpora() {
        let mut count = 0;
        let counted = measure(|| {
            for word in 0..30_000_u64 {
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
        let mut bytes = [0; 20];
        let counted = measure(|| {
            for &inst in &corpus.insts {
                size += corpus.target.encode(inst, &mut bytes).unwrap_or(0);
            }
        });
        assert_eq!((size, counted.count_total), (corpus.code.len(), 0));
    }
}

/// What a register allocator and a scheduler ask.
#[test]
fn descriptions_allocate_nothing() {
    for corpus in corpora() {
        let mut places = 0;
        let counted = measure(|| {
            for &inst in &corpus.insts {
                places += corpus.target.accesses(inst).count();
                let description = corpus.target.describe(inst);
                for operand in description.iter().flat_map(Description::operands) {
                    places += operand.registers().count();
                }
            }
        });
        assert!(places > 2 * corpus.insts.len(), "{places}");
        assert_eq!(counted.count_total, 0);
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

/// All engines of byte streams, errors included.
#[test]
fn streams_allocate_nothing() {
    let target = StreamTarget::new(visa(), "visa4.1").expect("a processor");
    let text = "(!P1.any) typed_atomic.maxsint.16 (M5_NM, 8) T7 V32.32 V33.4 V36.0 V37.0 V48.0 \
                %null.0 V49.0";
    let mut buffer = [0; 256];
    let mut bytes = [0; 128];
    let mut steps = 0;
    let counted = measure(|| {
        let inst = target.parse(text, SyntaxId(0)).expect("an instruction");
        let size = target.encode(inst, &mut bytes).expect("room");
        assert_eq!(target.decode(&bytes[..size]), Ok(inst));
        let mut cursor = Cursor::new(&mut buffer);
        assert!(target.print(inst, SyntaxId(0), &mut cursor).is_ok());
        assert_eq!(cursor.as_str(), text);
        for cut in 0..size {
            steps += usize::from(target.decode(&bytes[..cut]).is_err());
        }
        for cut in 0..text.len() {
            steps += usize::from(target.parse(&text[..cut], SyntaxId(0)).is_err());
        }
        for piece in target.pieces(inst) {
            steps += usize::from(piece.value.is_some());
        }
    });
    assert!(steps > 100, "{steps}");
    assert_eq!(counted.count_total, 0);
}
