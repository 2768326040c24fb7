//! Addresses and bytes in comments.

use crate::sink::Writer;

/// Bytes before an address that are copied at once.
const FRONT: usize = 16;

/// What stands around an address and bytes in a comment, of which there is one a line.
pub(super) struct PlaceRemark {
    before: String,
    /// The front of `before`, to be copied at once.
    front: [u8; FRONT],
    behind: &'static str,
}

impl PlaceRemark {
    /// In comments of this leader; without one they are block comments.
    pub(super) fn new(leader: &str) -> PlaceRemark {
        let (leader, behind) = match leader {
            "" => ("/*", " */"),
            leader => (leader, ""),
        };
        let before = format!(" {leader} 0x");
        let mut front = [0; FRONT];
        for (to, from) in front.iter_mut().zip(before.bytes()) {
            *to = from;
        }
        PlaceRemark {
            before,
            front,
            behind,
        }
    }

    /// Appends a comment with an address and the bytes that stand there.
    #[inline]
    pub(super) fn write(&self, address: u64, bytes: &[u8], out: &mut impl Writer) {
        match self.before.len() <= FRONT {
            true => out.push_front(&self.front, self.before.len()),
            false => out.push_str(&self.before),
        }
        out.push_hex_digits(address);
        out.push_front(b": ", 2);
        out.push_hex_bytes(bytes);
        if !self.behind.is_empty() {
            out.push_str(self.behind);
        }
    }
}
