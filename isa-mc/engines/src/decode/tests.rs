//! The usual way of decoding against the one with every case.

use crate::Target;
use crate::random::{Random, of_its_own};
use isa_mc::gcn::TABLES;

/// Every encoding with other bits, and with one bit of it turned: whatever is decoded in
/// few steps is decoded so with every case too, and of the rest hardly anything is.
#[test]
fn the_usual_case_is_decoded_as_every_case_is() {
    let (mut usual, mut unusual, mut refused) = (0, 0, 0);
    let mut numbers = Random(1);
    for cpu in [
        "gfx600", "gfx700", "gfx803", "gfx906", "gfx942", "gfx950", "gfx1010", "gfx1030",
        "gfx1100", "gfx1150", "gfx1200",
    ] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        for encoding in TABLES.encodings {
            let shape = target.shape_of(encoding);
            for _ in 0..of_its_own(&target, shape, 16) {
                let (random, turned) = (numbers.bits(), (numbers.bits() >> 58) as u32);
                let others = random.rotate_left(turned) & !shape.mask;
                let bits = (encoding.bits | others) ^ 1 << turned;
                let mut bytes = [0x3f; 16];
                bytes[..8].copy_from_slice(&bits.to_le_bytes());
                let every = target.decode_any(&bytes).ok();
                match target.decode_usual(bits, &bytes) {
                    Some(found) => {
                        assert_eq!(Some(found), every, "{cpu} {bits:#x}");
                        usual += 1;
                    }
                    None if every.is_some() => unusual += 1,
                    None => refused += 1,
                }
            }
        }
    }
    assert!(
        usual > 100_000 && refused > 100_000 && unusual * 20 < usual,
        "{usual} {unusual} {refused}"
    );
}
