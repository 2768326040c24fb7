//! What memory of kernels is filled with.

use isa_test_support::running::{Element, Fill};

/// Contents are the same each time, and differ from seed to seed.
#[test]
fn contents_are_fixed() {
    let fills = [Fill::Bits, Fill::Singles, Fill::WideSingles, Fill::Doubles];
    for fill in fills {
        assert_eq!(fill.bytes(100, 3), fill.bytes(100, 3));
        assert_ne!(fill.bytes(100, 3), fill.bytes(100, 4));
        assert_eq!(fill.bytes(101, 3)[..100], fill.bytes(100, 3));
    }
}

/// Numbers are in their range, and not all alike.
#[test]
fn numbers_are_in_range() {
    let bytes = Fill::WideDoubles.bytes(8 * 500, 1);
    let mut exponents = isa_dsl::sorted::SortedSet::new();
    for eight in bytes.as_chunks::<8>().0 {
        let number = f64::from_le_bytes(*eight).abs();
        assert!((2_f64.powi(-400)..2_f64.powi(401)).contains(&number));
        exponents.insert(number.log2().floor() as i32);
    }
    assert!(exponents.len() > 300, "{}", exponents.len());
    for four in Fill::Singles.bytes(4000, 1).as_chunks::<4>().0 {
        assert!(f32::from_le_bytes(*four).abs() <= 100.0);
    }
}

/// A NaN of any sign and payload becomes one; infinity and numbers stay.
#[test]
fn only_nans_are_unified() {
    let mut halves: Vec<u8> = [0xfc01_u16, 0x7fff, 0x7c00, 0x8000]
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .collect();
    Element::Half.unify(&mut halves);
    assert_eq!(halves, [0, 0x7e, 0, 0x7e, 0, 0x7c, 0, 0x80]);
}
