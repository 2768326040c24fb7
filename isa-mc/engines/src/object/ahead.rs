//! Texts that are wanted soon: names lie in the order of a table that sorts them by their ends, and
//! who reads one after the other waits for the memory each time.

use std::hint::black_box;

/// As many are asked for at once as memory gives at a time, and more.
pub(crate) const BLOCK: usize = 64;

/// Reads the first byte of each of some texts, at most a [`BLOCK`] of them: none of these reads
/// waits for another one, and what reads the texts afterwards finds them in the cache.
#[inline]
pub(crate) fn ask_for<'t>(texts: impl Iterator<Item = &'t [u8]>) {
    let firsts = texts.filter_map(<[u8]>::first);
    black_box(firsts.fold(0, |all, first| all ^ first));
}
