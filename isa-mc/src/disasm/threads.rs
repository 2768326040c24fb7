//! Work that many threads do, and whose results come in order.

use super::block::Block;

/// The threads that work on a file; without the feature `threads` the one that asks.
#[derive(Default)]
pub(super) struct Threads {
    #[cfg(feature = "threads")]
    pool: Option<rayon::ThreadPool>,
}

/// Results for each thread that may wait to be taken: threads that are done early do not
/// wait for the others.
#[cfg(feature = "threads")]
const WAITING: usize = 4;

impl Threads {
    /// So many threads. Where there can be no others, the one that asks does the work.
    #[cfg(feature = "threads")]
    pub(super) fn new(count: usize) -> Threads {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(count);
        Threads {
            pool: (count > 1).then(|| builder.build().ok()).flatten(),
        }
    }

    /// The pool of threads that share the work, if there is one.
    #[cfg(feature = "threads")]
    fn pool(&self) -> Option<&rayon::ThreadPool> {
        self.pool.as_ref()
    }

    /// Works on each item.
    pub(super) fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            use rayon::prelude::*;
            return pool.install(|| items.par_iter_mut().for_each(&work));
        }
        items.iter_mut().for_each(work);
    }

    /// Whether more than one thread does the work.
    pub(super) fn are_many(&self) -> bool {
        #[cfg(feature = "threads")]
        return self.pool().is_some();
        #[cfg(not(feature = "threads"))]
        false
    }

    /// Lets `work` write a text for each item, and hands the texts over in the order of
    /// the items.
    pub(super) fn in_order<T: Sync, E>(
        &self,
        items: &[T],
        work: impl Fn(&T, &mut Block) + Sync,
        mut take: impl FnMut(&T, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            return in_order(pool, items, &work, &mut take);
        }
        let mut block = Block::default();
        items.iter().try_for_each(|item| {
            block.truncate(0);
            work(item, &mut block);
            take(item, block.as_bytes())
        })
    }
}

/// While texts of some items are taken, those of the next ones are written.
#[cfg(feature = "threads")]
fn in_order<T: Sync, E>(
    pool: &rayon::ThreadPool,
    items: &[T],
    work: &(impl Fn(&T, &mut Block) + Sync),
    take: &mut impl FnMut(&T, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let count = pool.current_num_threads() * WAITING;
    let blocks = || -> Vec<Block> { (0..count).map(|_| Block::default()).collect() };
    let (mut written, mut open) = (blocks(), blocks());
    let mut before: &[T] = &[];
    for now in items.chunks(count).chain([&[][..]]) {
        pool.in_place_scope(|scope| {
            for (item, block) in now.iter().zip(&mut open) {
                block.truncate(0);
                scope.spawn(move |_| work(item, block));
            }
            let mut texts = before.iter().zip(&written);
            texts.try_for_each(|(item, block)| take(item, block.as_bytes()))
        })?;
        std::mem::swap(&mut written, &mut open);
        before = now;
    }
    Ok(())
}
