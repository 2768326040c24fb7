//! The usual way of decoding against the one with every case.

use crate::Target;
use crate::random::Random;
use isa_mc::gcn::TABLES;

/// Every encoding with other bits, and with one bit of it turned: whatever is decoded in
/// few steps is decoded so with every case too, and nothing else is.
#[test]
fn the_usual_case_is_decoded_as_every_case_is() {
    let (mut usual, mut refused) = (0, 0);
    let mut numbers = Random(1);
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        for encoding in TABLES.encodings {
            let shape = target.shape_of(encoding);
            for turned in 0..64_u32 {
                let random = numbers.bits();
                let others = random.rotate_left(turned) & !shape.mask;
                let bits = (encoding.bits | others) ^ 1 << turned;
                let mut bytes = [0x3f; 16];
                bytes[..8].copy_from_slice(&bits.to_le_bytes());
                let found = target.decode_usual(bits, &bytes);
                assert_eq!(found, target.decode_any(&bytes).ok(), "{cpu} {bits:#x}");
                *match found {
                    Some(_) => &mut usual,
                    None => &mut refused,
                } += 1;
            }
        }
    }
    assert!(usual > 100_000 && refused > 100_000, "{usual} {refused}");
}
