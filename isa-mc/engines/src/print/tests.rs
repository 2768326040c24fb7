//! The readings of operands against the rows that they stand for.

use std::collections::BTreeSet;

use super::values::{write_struct, write_struct_by_form};
use super::{Printer, Unsaid, struct_outlines};
use crate::random::Random;
use crate::sink::Line;
use crate::tables::{Bits, MAX_BYTES, NO_READINGS, READING_GOOD, READING_LITERAL, reading_text};
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
/// form writes that says the instruction, whether its first bits tell the outline or all of
/// them do.
#[test]
fn outlines_agree_with_their_forms() {
    let (mut traced, mut whole, mut wide, mut wrapped, mut asked) = (0, 0, 0, 0, 0);
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
                let some = some[round % 3];
                let mut bytes = [0; MAX_BYTES];
                for (at, word) in bytes.chunks_mut(8).enumerate() {
                    let random = match at {
                        0 => random >> 3,
                        _ => numbers.bits(),
                    };
                    word.copy_from_slice(&(random & some).to_le_bytes()[..word.len()]);
                }
                let masks = TABLES.shape_masks(shape);
                let own = Bits::ones(u32::from(shape.size) * 8) & !masks.mask & !masks.unused;
                let others = Bits::from_le_bytes(bytes) & own;
                let bits = TABLES.encoding_bits(encoding) | others;
                let literal = (round % 2 == 1).then_some((random >> 40) as u32);
                let Ok(inst) = target.inst(index as u16, bits, literal) else {
                    continue;
                };
                for syntax in 0..TABLES.syntaxes.len() {
                    let printer = Printer::new(&target, inst, SyntaxId(syntax as u8))
                        .expect("an instruction of the processor");
                    asked += usize::from(printer.form().is_ok());
                    let mut formed = [0; 512];
                    let mut formed = Cursor::new(&mut formed);
                    let form = printer.form();
                    if let Ok(form) = form {
                        printer.write(form, &mut formed);
                    }
                    let syntax = SyntaxId(syntax as u8);
                    let low = inst.low_bits();
                    let first = line(|line| {
                        target.print_outlined(index as u16, low, syntax, || Some(inst), line)
                    });
                    let second = line(|line| {
                        let written = target.print_outlined_whole(inst, syntax, line)?;
                        line.go_on(written);
                        Ok(())
                    });
                    traced += usize::from(first.is_some());
                    whole += usize::from(second.is_some());
                    if second.is_some() && first.is_none() {
                        wide += usize::from(shape.is_wide());
                        wrapped += usize::from(printer.is_wrapped());
                    }
                    for text in [first, second].into_iter().flatten() {
                        assert!(form.is_ok(), "{cpu} {text}: {form:?}");
                        assert_eq!(text, formed.as_str(), "{cpu} {bits:x?}");
                    }
                }
            }
        }
    }
    assert!(
        traced > 30_000 && traced * 4 > asked && whole >= traced,
        "{traced} and {whole} of {asked} were written by outlines"
    );
    assert!(wide > 3_000 && wrapped > 10_000, "{wide} and {wrapped}");
}

/// What is written to a line, if all of it is.
fn line(write: impl FnOnce(&mut Line<'_>) -> Result<(), Unsaid>) -> Option<String> {
    let mut room = [0; 512];
    let mut line = Line::new(&mut room).expect("room for a line");
    write(&mut line).ok()?;
    let written = line.written().expect("a line that is long enough");
    Some(String::from_utf8_lossy(&room[..written]).into_owned())
}

/// Every struct with all of its values, or some where they are many, in every syntax: what an
/// outline writes is what the form writes that says the value.
#[test]
fn outlines_of_structs_agree_with_their_forms() {
    let mut numbers = Random(1);
    let (mut outlined, mut asked) = (0, 0);
    for (cpu, target) in targets() {
        let count = (TABLES.structs.len() / TABLES.archs.len()) as u16;
        for structure in 0..count {
            let row = TABLES.struct_on(structure, target.arch_index());
            let row = row.expect("a struct of the machine");
            let total = row.bits.min(63);
            let is_small = total <= 10;
            for round in 0..if is_small { 1 << total } else { 3000 } {
                let random = numbers.bits() >> (64 - total.max(1));
                // Most of a wide one are zeros in many a value.
                let value = match round % 3 {
                    _ if is_small => round,
                    0 => random,
                    1 => random & numbers.bits() & numbers.bits(),
                    _ => random >> (round % u64::from(total)),
                };
                for syntax in 0..TABLES.syntaxes.len() {
                    let syntax = SyntaxId(syntax as u8);
                    let (mut first, mut second) = ([0; 128], [0; 128]);
                    let mut formed = Cursor::new(&mut first);
                    let is_said =
                        write_struct_by_form(&target, structure, value, syntax, &mut formed);
                    asked += usize::from(is_said);
                    if struct_outlines::find(&target, row, value, syntax).is_none() {
                        continue;
                    }
                    let mut written = Cursor::new(&mut second);
                    assert!(write_struct(
                        &target,
                        structure,
                        value,
                        syntax,
                        &mut written
                    ));
                    let name = TABLES.text(row.name);
                    assert!(is_said, "{cpu} {name} {value:#x}: {}", written.as_str());
                    assert_eq!(written.as_str(), formed.as_str(), "{cpu} {name} {value:#x}");
                    outlined += 1;
                }
            }
        }
    }
    assert!(
        outlined > 10_000 && outlined * 3 > asked,
        "{outlined} of {asked}"
    );
}

/// Every modifier of every outline with each value that its text is looked up for: it is what
/// would be put together.
#[test]
fn texts_of_modifiers_are_what_is_put_together() {
    let mut seen = BTreeSet::new();
    let (mut compared, mut silent) = (0, 0);
    for (cpu, target) in targets() {
        for (index, encoding) in TABLES.encodings.iter().enumerate() {
            let shape = target.shape_of(encoding);
            if shape.arch != target.arch_index() {
                continue;
            }
            for syntax in 0..TABLES.syntaxes.len() {
                let outline = &TABLES.outlines[shape.outlines as usize + syntax];
                for step in &TABLES.modifier_steps[outline.modifiers.range()] {
                    // A text between modifiers is none.
                    let Some(modifier) = TABLES.modifiers.get(step.modifier as usize) else {
                        continue;
                    };
                    let first = shape.operands.start as usize;
                    let row = &TABLES.operands[first + usize::from(modifier.operand)];
                    let key = (step.modifier, step.reading.base, target.arch_index());
                    if step.reading.base == NO_READINGS || !seen.insert(key) {
                        continue;
                    }
                    for value in 0..1_u64 << row.field.total {
                        let bits = TABLES.encoding_bits(encoding);
                        let bits = row.field.set(bits, value, TABLES.pieces);
                        let entry = step.reading.get(bits, target.features(), &TABLES);
                        let text = reading_text(entry);
                        if text.len == 0 {
                            silent += usize::from(text.start != 0);
                            assert!(text.start == 0 || value == modifier.default);
                            continue;
                        }
                        let inst = Inst::of_bits(index as u16, bits, shape.size);
                        let mut buffer = [0; 64];
                        let mut cursor = Cursor::new(&mut buffer);
                        Printer::new(&target, inst, SyntaxId(syntax as u8))
                            .expect("an instruction of the processor")
                            .write_modifier(modifier, row, value, &mut cursor);
                        assert_eq!(TABLES.text(text), cursor.as_str(), "{cpu} {value:#x}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 2_000 && silent > 200, "{compared} and {silent}");
}
