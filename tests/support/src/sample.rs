//! What part of everything a run of the tests tries.
//!
//! A test over every row, word or kernel takes minutes, and a person waits for it. So it
//! tries a sample, which still touches each row and each encoding on each architecture, and
//! which another seed makes another one. A test that fails prints the seed.
//!
//! - `ISA_SEED`: the seed, a number of 64 bits; 1 if there is none, so that a test that was
//!   good is good again. `.ci/run` takes another one for each tree.
//! - `ISA_WHOLE=1`: no sample but everything. CONTRIBUTING.md says how long that takes.

use std::env;

use crate::random::Random;

/// What part of everything one test tries.
pub struct Sample {
    seed: u64,
    is_whole: bool,
    random: Random,
    block: Block,
}

/// Neighbours of which one is tried.
#[derive(Default)]
struct Block {
    size: usize,
    /// How many of them were not asked for yet.
    left: usize,
    /// How many are left behind the one that is tried.
    chosen: usize,
}

impl Sample {
    /// The sample that the environment asks for; it is printed.
    ///
    /// # Panics
    ///
    /// If `ISA_SEED` is no number.
    pub fn of_this_run() -> Sample {
        let seed = env::var("ISA_SEED").map_or(1, |text| {
            text.parse()
                .unwrap_or_else(|error| panic!("ISA_SEED={text}: {error}"))
        });
        let is_whole = env::var_os("ISA_WHOLE").is_some_and(|it| it == "1");
        match is_whole {
            true => println!("everything, with ISA_SEED={seed}"),
            false => println!("a sample with ISA_SEED={seed}; ISA_WHOLE=1 tries everything"),
        }
        Sample::new(seed, is_whole)
    }

    /// The sample that a seed determines, or everything.
    pub fn new(seed: u64, is_whole: bool) -> Sample {
        Sample {
            seed,
            is_whole,
            random: Random::new(seed),
            block: Block::default(),
        }
    }

    /// Whether everything is tried.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// What else is random in the test follows from this number.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// `part` of something in a sample, `whole` of it otherwise.
    pub fn amount(&self, part: usize, whole: usize) -> usize {
        match self.is_whole {
            true => whole,
            false => part,
        }
    }

    /// Whether this one of many is tried: of each `one_in` that are asked for one after the
    /// other it is one, so that no seed makes a sample much smaller than another does.
    pub fn takes(&mut self, one_in: usize) -> bool {
        if self.is_whole {
            return true;
        }
        let block = &mut self.block;
        if block.left == 0 || block.size != one_in {
            *block = Block {
                size: one_in,
                left: one_in,
                chosen: self.random.below(one_in),
            };
        }
        block.left -= 1;
        block.left == block.chosen
    }

    /// One of several that stand for one another; all of them if everything is tried.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a [T] {
        if self.is_whole || all.is_empty() {
            return all;
        }
        let at = self.random.below(all.len());
        &all[at..=at]
    }
}
