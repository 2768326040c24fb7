//! Work on several processors.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use crate::sorted::sort_by_key;

/// What `work` gives for each of some parts, in their order. Which thread works on a part makes
/// no difference to it; where there are no threads, as on the web, all parts are this one's.
pub fn in_parts<P: Send, T: Send>(parts: Vec<P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = processors.min(parts.len());
    let parts = Mutex::new(parts.into_iter().enumerate());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        let mut done = Vec::new();
        while let Some((place, part)) = next() {
            done.push((place, work(part)));
        }
        done
    };
    let mut all = thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            // Where there can be no more of them, those that there are do the work.
            .map_while(|_| Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let mut all = run();
        for other in others {
            match other.join() {
                Ok(done) => all.extend(done),
                Err(panic) => resume_unwind(panic),
            }
        }
        all
    });
    sort_by_key(&mut all, |&(place, _)| place);
    all.into_iter().map(|(_, done)| done).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_order() {
        for count in [0, 1, 2, 1000] {
            let numbers: Vec<usize> = (0..count).collect();
            assert_eq!(in_parts(numbers.clone(), |number| number), numbers);
        }
    }

    #[test]
    #[should_panic(expected = "part 7")]
    fn a_panic_is_handed_on() {
        let parts = (0..100).collect();
        in_parts(parts, |part| assert_ne!(part, 7, "part {part}"));
    }
}
