//! Programs against what printing writes.

use super::Programs;
use crate::disasm::place_remark::PlaceRemark;
use crate::disasm::steps::{BEHIND, INSIDE, LITERAL, Steps};
use crate::random::Random;
use crate::tables::low_mask;
use crate::{Cursor, Inst, SyntaxId, Target};
use isa_mc::gcn::TABLES;

/// Processors of each generation, with what is written in another way on some of them.
const CPUS: [&str; 8] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx942", "gfx1030", "gfx1100", "gfx1200",
];

/// Code of one instruction, and where its statements begin.
fn code(target: &Target<'_>, inst: Inst) -> (Vec<u8>, Steps) {
    let mut code = vec![0; 40];
    let size = target.encode(inst, &mut code).expect("an instruction");
    // What follows is no part of it.
    code[size..].fill(0xff);
    let row = target.encoding(inst).expect("an encoding");
    let own = usize::from(target.shape_of(row).size);
    let mark = inst.encoding() | if size > own { LITERAL } else { 0 };
    let mut units = vec![INSIDE; size / 4];
    units[0] = mark;
    units.extend([BEHIND; 2]);
    let steps = Steps {
        shift: 2,
        units,
        ..Steps::default()
    };
    (code, steps)
}

/// Every encoding with many bits, in every syntax: a program writes what printing writes, whether
/// its texts have become ready or not, and writes nothing else. Nearly all numbers are drawn, so
/// many modifiers are set, and few of these instructions are of ready texts alone.
#[test]
fn programs_write_what_is_printed() {
    let (mut written, mut ready) = (0, 0);
    let mut numbers = Random(1);
    for cpu in CPUS {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        for syntax in (0..TABLES.syntaxes.len()).map(|syntax| SyntaxId(syntax as u8)) {
            let mut programs = Programs::new(target, syntax);
            let remark = PlaceRemark::new("//");
            for (index, encoding) in TABLES.encodings.iter().enumerate() {
                let shape = target.shape_of(encoding);
                if shape.arch != target.arch_index() || index >= usize::from(LITERAL) {
                    continue;
                }
                for round in 0..16 {
                    let random = numbers.bits();
                    // Few bits are set where modifiers and modes are to be as usual.
                    let some = [u64::MAX, random.rotate_left(23), random.rotate_left(41)];
                    let others = random >> 3 & some[round % 3] & !shape.mask & !shape.unused;
                    let bits = encoding.bits | others & low_mask(shape.size.min(8) * 8);
                    let literal = (round % 2 == 1).then_some((random >> 40) as u32);
                    let Ok(inst) = target.inst(index as u16, bits, literal) else {
                        continue;
                    };
                    let mut text = String::new();
                    let printed = target.print(inst, syntax, &mut text);
                    let (code, steps) = code(&target, inst);
                    let step = steps.step(&code, 0).expect("a statement");
                    let mut room = [0; 512];
                    let mut out = Cursor::new(&mut room);
                    let mut line = out.line().expect("room");
                    if programs.write(&step, &mut line) {
                        let length = line.written();
                        assert_eq!(printed, Ok(()), "{cpu} {index} {bits:#x}");
                        if let Some(length) = length {
                            out.advance(length);
                            assert_eq!(out.as_str(), format!("\t{text}"), "{cpu} {bits:#x}");
                            written += 1;
                        }
                    }
                    let mut room = [0; 512];
                    let mut out = Cursor::new(&mut room);
                    let shown = (round % 2 == 0).then_some(&remark);
                    let end = programs.write_ready(&steps, &code, 0..4, 0x1000, shown, &mut out);
                    let mut expected = String::new();
                    if end != 0 {
                        assert_eq!((printed, end), (Ok(()), inst.size() as u64));
                        let bytes = code[..inst.size()].iter().map(|byte| format!("{byte:02x}"));
                        expected = match shown {
                            Some(_) => {
                                format!("\t{text} // 0x1000: {}\n", bytes.collect::<String>())
                            }
                            None => format!("\t{text}\n"),
                        };
                        ready += 1;
                    }
                    assert_eq!(out.as_str(), expected, "{cpu} {index} {bits:#x}");
                }
            }
        }
    }
    assert!(written > 80_000, "{written} were written");
    assert!(ready * 8 > written, "{ready} of {written} of ready texts");
}
