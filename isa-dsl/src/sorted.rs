//! Maps and sets that go through their keys in order, and lists that are brought into one.
//!
//! What is described is looked up by a hundred kinds of keys and values, and every kind of a
//! `BTreeMap` is compiled anew: its tree was a quarter of what compiling this crate costs, and a
//! twelfth of the engines and of the library, which keep what they know in these as well. These
//! keep their entries in blocks of sorted lists, which is a fifth of the code for each kind, and
//! their functions have the same names and say the same. Adding an entry moves at most a block of
//! entries and the list of blocks.
//!
//! ```
//! use isa_dsl::sorted::{SortedMap, SortedSet};
//!
//! let mut opcodes = SortedMap::new();
//! opcodes.insert("s_nop", 0);
//! opcodes.insert("s_endpgm", 1);
//! assert_eq!(opcodes.get("s_nop"), Some(&0));
//! let names: SortedSet<&str> = opcodes.keys().copied().collect();
//! assert!(names.iter().eq(&["s_endpgm", "s_nop"]));
//! ```

mod iter;
mod map;
mod order;
mod set;

pub use iter::{IntoIter, IntoKeys, Iter, Keys};
pub use map::{Entry, SortedMap};
pub use order::{sort, sort_by, sort_by_key};
pub use set::SortedSet;
