//! The readings of operands against the rows that they stand for.

use super::Printer;
use crate::random::Random;
use crate::tables::{Bits, NO_READINGS, READING_GOOD, READING_LITERAL};
use crate::{Cursor, Inst, SyntaxId, Target, operand};
use isa_mc::gcn::TABLES;

/// Processors of some generations, and those of which programs choose how many lanes
/// there are and how operands of 16 bits are written, with each choice.
fn targets() -> Vec<(String, Target<'static>)> {
    let cpus = [
        "gfx600", "gfx700", "gfx803", "gfx900", "gfx1030", "gfx1100", "gfx1200",
    ];
    let mut targets = Vec::new();
    for cpu in cpus {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        targets.push((cpu.to_owned(), target));
        for (bit, name) in (0..).zip(TABLES.features) {
            let name = TABLES.text(*name);
            if ["wave32", "true16"].contains(&name) && target.features() >> bit & 1 != 0 {
                targets.push((format!("{cpu} without {name}"), target.without_feature(bit)));
            }
        }
    }
    targets
}

/// Every operand of every encoding, with every value of its field and several
/// of the others: the reading is good where the operand has a meaning, its text is what
/// would be put together without it, and its value what would be read.
#[test]
fn readings_agree_with_their_operands() {
    let (mut compared, mut values) = (0, 0);
    let mut numbers = Random(1);
    for (cpu, target) in targets() {
        for (index, encoding) in TABLES.encodings.iter().enumerate() {
            let shape = target.shape_of(encoding);
            if shape.arch != target.arch_index() {
                continue;
            }
            for row in &TABLES.operands[shape.operands.range()] {
                if row.reading.base == NO_READINGS {
                    continue;
                }
                for value in 0..1_u64 << row.field.total {
                    let random = numbers.bits();
                    let free = Bits::from(random >> 3) & !TABLES.shape_masks(shape).mask;
                    let others = TABLES.encoding_bits(encoding) | free;
                    let bits = row.field.set(others, value, TABLES.pieces);
                    let entry = row.reading.get(bits, target.features(), &TABLES);
                    let known = operand::check(&target, row, bits).ok();
                    let read = (entry & READING_GOOD != 0).then_some(entry & READING_LITERAL != 0);
                    assert_eq!(read, known, "{cpu} encoding {index} {row:?} {bits:x?}");
                    let literal = random as u32;
                    let held = operand::read(&target, row, bits, literal, 0);
                    if let Some(known) = operand::known(&target, row, bits, literal) {
                        assert_eq!(Some(known), held, "{cpu} encoding {index} {bits:x?}");
                        values += 1;
                    }
                    let text = TABLES.text(row.reading.text(bits, target.features(), &TABLES));
                    if !text.is_empty() {
                        let inst = Inst::of_bits(index as u16, bits, shape.size);
                        let mut buffer = [0; 64];
                        let mut cursor = Cursor::new(&mut buffer);
                        Printer::new(&target, inst, SyntaxId(0))
                            .expect("an instruction of the processor")
                            .write_value(row, row.get(bits, TABLES.pieces), &mut cursor);
                        assert_eq!(text, cursor.as_str());
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 50_000, "{compared}");
    assert!(values >= compared, "{values}");
}

/// Every encoding with many bits, in every syntax: what an outline writes is what the
/// form writes that says the instruction.
#[test]
fn outlines_agree_with_their_forms() {
    let (mut traced, mut asked) = (0, 0);
    let mut numbers = Random(1);
    for (cpu, target) in targets() {
        for (index, encoding) in TABLES.encodings.iter().enumerate() {
            let shape = target.shape_of(encoding);
            if shape.arch != target.arch_index() {
                continue;
            }
            for round in 0..24 {
                let random = numbers.bits();
                // Few bits are set where modifiers and modes are to be as usual.
                let some = [u64::MAX, random.rotate_left(23), random.rotate_left(41)];
                let others = random >> 3 & some[round % 3] & !shape.mask & !shape.unused;
                let bits = encoding.bits | others;
                let literal = (round % 2 == 1).then_some((random >> 40) as u32);
                let Ok(inst) = target.inst(index as u16, bits, literal) else {
                    continue;
                };
                for syntax in 0..TABLES.syntaxes.len() {
                    let printer = Printer::new(&target, inst, SyntaxId(syntax as u8))
                        .expect("an instruction of the processor");
                    asked += usize::from(printer.form().is_ok());
                    let (mut first, mut second) = ([0; 512], [0; 512]);
                    let mut outlined = Cursor::new(&mut first);
                    let syntax = SyntaxId(syntax as u8);
                    let mut line = outlined.line().expect("room for a line");
                    let encoding = index as u16;
                    let whole = || Some(inst);
                    let low = inst.low_bits();
                    if target
                        .print_outlined(encoding, low, syntax, whole, &mut line)
                        .is_err()
                    {
                        continue;
                    }
                    let written = line.written().expect("a line that is long enough");
                    outlined.advance(written);
                    let mut formed = Cursor::new(&mut second);
                    let form = printer.form().unwrap_or_else(|error| {
                        panic!("{cpu} {}: {error:?}", outlined.as_str());
                    });
                    printer.write(form, &mut formed);
                    assert_eq!(outlined.as_str(), formed.as_str(), "{cpu} {bits:x?}");
                    traced += 1;
                }
            }
        }
    }
    assert!(
        traced > 30_000 && traced * 4 > asked,
        "{traced} of {asked} were written by outlines"
    );
}
