//! The driver of llvm-mc answers every question, in order.

use isa_test_support::llvm::{Assembled, Disassembled, assemble, disassemble, disassemble_by_tool};
use isa_test_support::machine::gcn;
use isa_test_support::random;

/// A rejected line must not shift the answers of the lines behind it.
#[test]
fn answers_stay_with_their_lines() {
    let lines = [
        "bogus",
        "flat_load_dword v1, v[2:3]",
        "flat_load_dword v1, v2",
        "",
        "s_nop 3 ; comment",
        "s_branch somewhere",
    ];
    let answers = assemble("gfx900", &lines.map(str::to_owned)).unwrap();
    assert_eq!(
        answers[0],
        Assembled::Rejected("invalid instruction".into())
    );
    assert_eq!(
        answers[1],
        Assembled::Accepted {
            bytes: vec![0, 0, 0x50, 0xdc, 2, 0, 0, 1],
            text: "flat_load_dword v1, v[2:3]".into()
        }
    );
    assert!(matches!(&answers[2], Assembled::Rejected(message) if message.contains("operand")));
    assert_eq!(answers[3], Assembled::Rejected("no instruction".into()));
    assert!(matches!(&answers[4], Assembled::Accepted { bytes, .. } if bytes[0] == 3));
    assert_eq!(answers[5], Assembled::Unresolved);
}

/// Bytes that are not one instruction have no text, markers among them do not
/// confuse, and many questions keep their order.
#[test]
fn byte_strings_keep_their_order() {
    let load = |register: u8| vec![0, 0, 0x50, 0xdc, 2, 0, 0, register];
    let mut codes = vec![
        vec![0xff; 8],
        vec![5, 0, 0x80, 0xbf],
        vec![0, 0, 0x80, 0xbf, 0, 0, 0x80, 0xbf],
        // What the driver itself marks strings with.
        vec![0xff, 0x00, 0x80, 0xbe, 9, 0, 0x5a, 0x5a],
    ];
    codes.extend((0..50_000_u32).map(|index| load(index as u8)));
    let texts = disassemble("gfx900", &codes).unwrap();
    let text = |text: &str| Disassembled::Text(text.to_owned());
    assert_eq!(texts[0], Disassembled::Data);
    assert_eq!(texts[1], text("s_nop 5"));
    assert_eq!(texts[2], Disassembled::Data);
    assert_eq!(texts[3], text("s_mov_b32 s0, 0x5a5a0009"));
    for (index, found) in texts[4..].iter().enumerate() {
        let register = index % 256;
        let load = format!("flat_load_dword v{register}, v[2:3]");
        assert_eq!(*found, text(&load));
    }
}

/// The library and the tool read the same, and die of the same.
#[test]
fn library_and_tool_agree() {
    let codes = random::instructions(gcn(), "gfx900", 1_000, 7);
    let library = disassemble("gfx900", &codes).unwrap();
    let tool = disassemble_by_tool("gfx900", &codes).unwrap();
    assert!(
        library.contains(&Disassembled::Died),
        "a sample of the dead"
    );
    for ((code, library), tool) in codes.iter().zip(library).zip(tool) {
        assert_eq!(library, tool, "{code:02x?}");
    }
}
