//! Work that many threads do, and whose results come in order.

/// The threads that work on a file; without the feature `threads` the one that asks.
#[derive(Default)]
pub(crate) struct Threads {
    #[cfg(feature = "threads")]
    pool: Option<rayon_core::ThreadPool>,
}

/// Results for each thread that may wait to be taken: threads that are done early do not
/// wait for the others.
#[cfg(feature = "threads")]
const WAITING: usize = 4;

/// How many threads somebody means: 0 are as many as there are processors.
#[cfg(feature = "threads")]
pub(crate) fn meant(count: usize) -> usize {
    match count {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        count => count,
    }
}

impl Threads {
    /// So many threads, if there is enough to do for more than one. Where there can be no
    /// others, the one that asks does the work.
    pub(crate) fn new(count: usize, is_worth_it: bool) -> Threads {
        #[cfg(feature = "threads")]
        if count > 1 && is_worth_it {
            let builder = rayon_core::ThreadPoolBuilder::new().num_threads(count);
            return Threads {
                pool: builder.build().ok(),
            };
        }
        let _ = (count, is_worth_it);
        Threads::default()
    }

    /// The pool of threads that share the work, if there is one.
    #[cfg(feature = "threads")]
    fn pool(&self) -> Option<&rayon_core::ThreadPool> {
        self.pool.as_ref()
    }

    /// Works on each item.
    #[cfg(feature = "object")]
    pub(crate) fn each<T: Send>(&self, items: &mut [T], work: impl Fn(&mut T) + Sync) {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            let work = &work;
            return pool.scope(|scope| {
                for item in items {
                    scope.spawn(move |_| work(item));
                }
            });
        }
        items.iter_mut().for_each(work);
    }

    /// Lets each of the other threads do what `work` gives it, while this one goes on.
    #[cfg(feature = "std")]
    pub(crate) fn beside<W: FnOnce() + Send, R>(
        &self,
        work: impl Fn() -> W,
        go_on: impl FnOnce() -> R,
    ) -> R {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            return pool.in_place_scope(|scope| {
                for _ in 1..pool.current_num_threads() {
                    let work = work();
                    scope.spawn(move |_| work());
                }
                // What it holds is with them alone, and gone once they are done.
                drop(work);
                go_on()
            });
        }
        drop(work);
        go_on()
    }

    /// Whether more than one thread does the work.
    pub(crate) fn are_many(&self) -> bool {
        #[cfg(feature = "threads")]
        return self.pool().is_some();
        #[cfg(not(feature = "threads"))]
        false
    }

    /// Lets `work` leave something on a desk for each item, which may have been used for
    /// another one before, and hands the desks over in the order of the items.
    #[cfg(feature = "object")]
    pub(crate) fn in_order<T: Sync, D: Default + Send + Sync, E>(
        &self,
        items: &[T],
        work: impl Fn(&T, &mut D) + Sync,
        mut take: impl FnMut(&T, &D) -> Result<(), E>,
    ) -> Result<(), E> {
        #[cfg(feature = "threads")]
        if let Some(pool) = self.pool() {
            return in_order(pool, items, &work, &mut take);
        }
        let mut desk = D::default();
        items.iter().try_for_each(|item| {
            work(item, &mut desk);
            take(item, &desk)
        })
    }
}

/// While desks of some items are taken, the next ones are worked at.
#[cfg(feature = "threads")]
fn in_order<T: Sync, D: Default + Send + Sync, E>(
    pool: &rayon_core::ThreadPool,
    items: &[T],
    work: &(impl Fn(&T, &mut D) + Sync),
    take: &mut impl FnMut(&T, &D) -> Result<(), E>,
) -> Result<(), E> {
    let count = pool.current_num_threads() * WAITING;
    let desks = || -> Vec<D> { (0..count).map(|_| D::default()).collect() };
    let (mut done, mut open) = (desks(), desks());
    let mut before: &[T] = &[];
    for now in items.chunks(count).chain([&[][..]]) {
        pool.in_place_scope(|scope| {
            for (item, desk) in now.iter().zip(&mut open) {
                scope.spawn(move |_| work(item, desk));
            }
            let mut taken = before.iter().zip(&done);
            taken.try_for_each(|(item, desk)| take(item, desk))
        })?;
        std::mem::swap(&mut done, &mut open);
        before = now;
    }
    Ok(())
}
