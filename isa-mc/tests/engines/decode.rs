//! Bytes to text and back.

use isa_mc::tables::Bits;
use isa_mc::{DecodeError, EncodeError, Inst, PrintError};

use super::*;

fn prints(processor: &str, first: u32, second: u32, expected: &str) {
    with(processor, |target| {
        let bytes = words(first, second);
        assert_eq!(text(target, PLAIN, &bytes).as_deref(), Ok(expected));
        assert_eq!(
            super::bytes(target, PLAIN, expected),
            Ok(bytes),
            "{expected}"
        );
    });
}

fn refuses(processor: &str, first: u32, second: u32, why: &str) {
    with(processor, |target| {
        assert_eq!(
            text(target, PLAIN, &words(first, second)),
            Err(why.to_owned())
        );
    });
}

#[test]
fn modifiers_are_printed_in_order_and_only_if_set() {
    prints("new1", 0xdc50_0000, 0x0100_0002, "load v1, v[2:3]");
    prints(
        "new1",
        0xdc53_0fff,
        0x0100_0002,
        "load v1, v[2:3] offset:4095 glc slc",
    );
    prints(
        "new1",
        0xdc51_9000,
        0x017f_0002,
        "gload v1, v[2:3], off offset:-4096 glc",
    );
}

#[test]
fn the_same_text_is_other_bits_on_another_architecture() {
    prints("old1", 0xdc30_0000, 0x0100_0002, "load v1, v[2:3]");
    prints("old1", 0xdc30_0000, 0x0180_0002, "load v[1:2], v[2:3] tfe");
}

#[test]
fn widths_follow_other_fields() {
    prints("new1", 0xdc50_8000, 0x0104_0002, "gload v1, v2, s[4:5]");
    prints("new1", 0xdc50_8000, 0x016a_0002, "gload v1, v2, vcc");
    prints("new1", 0xdc50_4000, 0x0103_0000, "sload v1, off, s3");
    prints("new1", 0xdc50_4000, 0x017f_0002, "sload v1, v2, off");
}

#[test]
fn a_form_is_chosen_by_its_condition() {
    prints("new1", 0xdd08_0000, 0x0000_0402, "atomic v[2:3], v4");
    prints(
        "new1",
        0xdd09_0000,
        0x0100_0402,
        "atomic v1, v[2:3], v4 glc",
    );
    prints("new1", 0xdc50_a000, 0x007f_0002, "gload v[2:3], off lds");
}

#[test]
fn an_instruction_without_operands_has_no_space_behind_it() {
    with("new1", |target| {
        let bytes = 0xbf80_0000_u32.to_le_bytes();
        assert_eq!(text(target, PLAIN, &bytes).as_deref(), Ok("nop"));
        assert_eq!(
            super::bytes(target, PLAIN, " NOP ").as_deref(),
            Ok(&bytes[..])
        );
    });
}

#[test]
fn what_text_cannot_say_is_not_printed() {
    with("new1", |target| {
        // A result register without glc: decoded, kept, but not this text.
        let inst = target.decode(&words(0xdd08_0000, 0x0900_0402)).unwrap();
        let mut out = String::from("before");
        let error = target.print(inst, PLAIN, &mut out);
        let encoding = inst.encoding();
        assert_eq!(
            error,
            Err(PrintError::NotExpressible {
                encoding,
                mask: Bits::from_low(0x0900_0000_0000_0000)
            })
        );
        assert_eq!(out, "before");
        target.print_reading(inst, PLAIN, &mut out).unwrap();
        assert_eq!(out, "beforeatomic v[2:3], v4");
        // The other syntax says it.
        let mut out = String::new();
        target.print(inst, LOUD, &mut out).unwrap();
        assert_eq!(out, "atomic v9, v[2:3], v4");
    });
}

/// Compilers leave there what they like: it has to be read, and not lost.
#[test]
fn bits_of_an_operand_that_is_not_there_are_kept_and_not_said() {
    with("new1", |target| {
        let code = words(0xdc50_4000, 0x0103_0007);
        let inst = target.decode(&code).unwrap();
        let mut out = String::new();
        let encoding = inst.encoding();
        let mask = Bits::from_low(0xff_0000_0000);
        assert_eq!(
            target.print(inst, PLAIN, &mut out),
            Err(PrintError::NotExpressible { encoding, mask })
        );
        target.print_reading(inst, PLAIN, &mut out).unwrap();
        assert_eq!(out, "sload v1, off, s3");
        let again = bytes(target, PLAIN, &out).unwrap();
        assert_eq!(again, words(0xdc50_4000, 0x0103_0000));
        let mut buffer = [0; 8];
        target.encode(inst, &mut buffer).unwrap();
        assert_eq!(buffer[..], code[..]);
    });
}

#[test]
fn refusals_say_why() {
    refuses("new1", 0xffff_ffff, 0, "no instruction has these bits");
    refuses("new1", 0xde50_0000, 0x0100_0002, "reserved bit 25 set");
    refuses(
        "new1",
        0xdc50_1000,
        0x0100_0002,
        "offset is 4096, which is out of range",
    );
    refuses(
        "new1",
        0xdc50_8000,
        0x0105_0002,
        "saddr is 5, which is not a multiple of 2",
    );
    refuses(
        "new1",
        0xdc50_8000,
        0x016c_0002,
        "saddr is 108, which has no meaning",
    );
    refuses(
        "new1",
        0xdc50_0000,
        0x0100_00ff,
        "vaddr is 255, which begins a group that leaves its range",
    );
    refuses("new1", 0xdc54_8000, 0x017f_0002, "gload_extra needs extras");
    refuses("new1", 0xdc52_8000, 0x017f_0002, "slc is broken");
}

#[test]
fn short_input_says_how_much_is_missing() {
    with("new1", |target| {
        let bytes = words(0xdc50_0000, 0x0100_0002);
        assert_eq!(
            target.decode(&[]),
            Err(DecodeError::Truncated { need: 4, have: 0 })
        );
        assert_eq!(
            target.decode(&bytes[..3]),
            Err(DecodeError::Truncated { need: 4, have: 3 })
        );
        assert_eq!(
            target.decode(&bytes[..7]),
            Err(DecodeError::Truncated { need: 8, have: 7 })
        );
    });
}

#[test]
fn encode_refuses_what_is_not_on_the_target() {
    // Index of the encoding that needs a feature; the same for every processor.
    let mut index = 0;
    with("new2", |target| {
        let inst = target.decode(&words(0xdc54_8000, 0x017f_0002)).unwrap();
        assert_eq!(target.mnemonic(inst), "gload_extra");
        index = inst.encoding();
        assert_eq!(
            target.encode(inst, &mut [0; 7]),
            Err(EncodeError::Space { need: 8, have: 7 })
        );
        assert_eq!(
            target.encode(Inst::new(index, 0, 8), &mut [0; 8]),
            Err(EncodeError::Bits {
                mask: Bits::from_low(0xdc54_8000)
            })
        );
    });
    with("new1", |target| {
        assert_eq!(
            target.encode(Inst::new(index, 0xdc54_8000, 8), &mut [0; 8]),
            Err(EncodeError::NotOnTarget { encoding: index })
        );
        assert_eq!(
            target.encode(Inst::new(9999, 0, 8), &mut [0; 8]),
            Err(EncodeError::Unknown)
        );
    });
}
