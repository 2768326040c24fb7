//! Names are visited in another order than they lie in: a table of names sorts them by their ends,
//! and who reads one after the other waits for the memory each time.

use std::hint::black_box;

/// As many names are asked for at once as memory gives at a time, and more.
pub(super) const BLOCK: usize = 64;

/// Called for each row in turn, asks now and then for the texts of the next rows: none of these
/// reads waits for another one, and what looks at the texts afterwards finds them in the cache.
#[inline]
pub(crate) fn prefetch<'t, R>(rows: &[R], at: usize, text: impl Fn(&R) -> &'t [u8]) {
    if at.is_multiple_of(BLOCK) {
        let next = rows.iter().skip(at).take(BLOCK);
        let firsts = next.filter_map(|row| text(row).first());
        black_box(firsts.fold(0, |all, first| all ^ first));
    }
}
