//! What is looked up by what it was made of, and never walked: so the order does not matter,
//! and the hash may be the one that takes the least time.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

/// Values by keys.
pub type Known<K, V> = HashMap<K, V, FixedState>;

/// Keys alone.
pub type KnownSet<K> = HashSet<K, FixedState>;
