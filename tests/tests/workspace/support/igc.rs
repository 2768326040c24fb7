//! What is read of `GenX_IR`'s text.

use isa_test_support::igc::{Rest, is_cut, normal, read};

#[test]
fn labels_lose_their_numbers_and_digits_their_capitals() {
    assert_eq!(
        normal("(!P1.any) jmp (M1, 1) L3_409_3"),
        "(!P1.any) jmp (M1, 1) L3"
    );
    assert_eq!(
        normal("x V33:d32  flat[V80+0x7FFF]:a64"),
        "x V33:d32  flat[V80+0x7fff]:a64"
    );
    assert_eq!(normal("lsc_load.ugm LOC_x"), "lsc_load.ugm LOC_x");
}

#[test]
fn instructions_are_cut_at_their_ends_only() {
    let whole = [vec![1, 2, 3], vec![4, 5]];
    assert!(is_cut(&[1, 2, 3, 4, 5], &whole, Rest::Zeros));
    assert!(is_cut(&[1, 4, 5, 0, 0], &whole, Rest::Zeros));
    assert!(is_cut(&[1, 2, 4, 0, 0], &whole, Rest::Zeros));
    assert!(!is_cut(&[1, 5, 0, 0, 0], &whole, Rest::Zeros));
    assert!(!is_cut(&[1, 2, 4, 0, 9], &whole, Rest::Zeros));
    assert!(!is_cut(&[1, 4, 5, 0], &whole, Rest::Zeros));
    assert!(is_cut(&[1, 2, 4, 0, 9], &whole, Rest::Anything));
    assert!(!is_cut(&[1, 5, 0, 0, 0], &whole, Rest::Anything));
}

#[test]
fn text_belongs_to_the_marker_before_it() {
    let listing = ".attr=\"3d\"  LOC 1000000\n  barrier\n LOC 1000001\n LOC 1000002\n";
    let answers = read(listing, 2).expect("all markers");
    assert_eq!(answers, [Some("barrier".to_owned()), None]);
    assert_eq!(read("LOC 1000000\n", 1), None);
}
