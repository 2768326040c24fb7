//! Work that many threads do, and whose results come in order.

use super::text::Desk;

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

    /// Works on each item, with something that a thread keeps from one to the next.
    pub(super) fn each<T: Send, K>(
        &self,
        items: &mut [T],
        keep: impl Fn() -> K + Sync + Send,
        work: impl Fn(&mut K, &mut T) + Sync + Send,
    ) {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            use rayon::prelude::*;
            return pool.install(|| items.par_iter_mut().for_each_init(keep, work));
        }
        let mut kept = keep();
        items.iter_mut().for_each(|item| work(&mut kept, item));
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
        work: impl Fn(&T, &mut Desk) + Sync,
        mut take: impl FnMut(&T, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            return in_order(pool, items, &work, &mut take);
        }
        let mut desk = Desk::default();
        items.iter().try_for_each(|item| {
            desk.buffer.truncate(0);
            work(item, &mut desk);
            take(item, desk.buffer.as_bytes())
        })
    }
}

/// While texts of some items are taken, those of the next ones are written.
#[cfg(feature = "threads")]
fn in_order<T: Sync, E>(
    pool: &rayon::ThreadPool,
    items: &[T],
    work: &(impl Fn(&T, &mut Desk) + Sync),
    take: &mut impl FnMut(&T, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let count = pool.current_num_threads() * WAITING;
    let desks = || -> Vec<Desk> { (0..count).map(|_| Desk::default()).collect() };
    let (mut written, mut open) = (desks(), desks());
    let mut before: &[T] = &[];
    for now in items.chunks(count).chain([&[][..]]) {
        pool.in_place_scope(|scope| {
            for (item, desk) in now.iter().zip(&mut open) {
                desk.buffer.truncate(0);
                scope.spawn(move |_| work(item, desk));
            }
            let mut texts = before.iter().zip(&written);
            texts.try_for_each(|(item, desk)| take(item, desk.buffer.as_bytes()))
        })?;
        std::mem::swap(&mut written, &mut open);
        before = now;
    }
    Ok(())
}
