//! Listings of compiled kernels.

use isa_test_support::kernels::{assembled, disassembled};

#[test]
fn lines_of_objdump_are_read() {
    let line = "\ts_cbranch_execz 8       // 000000000028: BF880008 <sum_int+0x4c>";
    let branch = disassembled(line).expect("an instruction");
    assert_eq!(branch.bytes, [8, 0, 0x88, 0xbf]);
    assert_eq!(branch.text.as_deref(), Some("s_cbranch_execz 8"));
    assert_eq!(disassembled("0000000000000000 <sum_int>:"), None);
    assert_eq!(disassembled("\t..."), None);
}

/// Functions begin at multiples, and symbols have no text.
#[test]
fn lines_of_the_assembler_find_their_bytes() {
    let listing = "\t.text\n\ts_nop 1   ; encoding: [0x01,0x00,0x80,0xbf]\n\
                   \t.section\t.rodata\n\t.p2align\t6\n\t.text\n\t.p2align\t3\n\
                   \ts_branch end ; encoding: [A,A,0x82,0xbf]\n";
    let code = [1, 0, 0x80, 0xbf, 0, 0, 0, 0, 7, 0, 0x82, 0xbf];
    let all = assembled(listing, &code).expect("instructions");
    assert_eq!(all[0].text.as_deref(), Some("s_nop 1"));
    assert_eq!((all[1].bytes.as_slice(), &all[1].text), (&code[8..], &None));
    assert!(assembled(listing, &code[..8]).is_err());
}
