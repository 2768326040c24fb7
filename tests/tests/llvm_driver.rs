//! The driver of llvm-mc answers every question, in order.
#![cfg(feature = "llvm")]

use isa_tests::llvm::{Assembled, assemble, disassemble};

/// A rejected line must not shift the answers of the lines behind it.
#[test]
fn answers_stay_with_their_lines() {
    let lines = [
        "bogus",
        "flat_load_dword v1, v[2:3]",
        "flat_load_dword v1, v2",
        "",
        "s_nop 3 ; comment",
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
    ];
    codes.extend((0..50_000_u32).map(|index| load(index as u8)));
    let texts = disassemble("gfx900", &codes).unwrap();
    assert_eq!(texts[0], None);
    assert_eq!(texts[1].as_deref(), Some("s_nop 5"));
    assert_eq!(texts[2], None);
    for (index, text) in texts[3..].iter().enumerate() {
        assert_eq!(
            text.as_deref(),
            Some(&*format!("flat_load_dword v{}, v[2:3]", index % 256))
        );
    }
}
