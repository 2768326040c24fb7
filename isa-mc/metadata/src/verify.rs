//! What metadata must say: a table of keys for each kind of map.

use isa_dsl::suggest::nearest;

use super::node::{Fault, Located, MetadataError, Node};

/// A key of a map. Keys that are not known are passed over, as LLVM does.
#[derive(Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What its value is.
    pub value: Value,
}

/// What the value of a key is.
#[derive(Debug, Clone, Copy)]
pub enum Value {
    /// An integer.
    Integer,
    /// `true` or `false`.
    Bool,
    /// A text.
    Text,
    /// One of these texts.
    Word(&'static [&'static str]),
    /// As many integers.
    Integers(usize),
    /// Texts.
    Texts,
    /// Maps with these keys.
    Maps(&'static [Key]),
}

use Value::{Bool, Integer, Integers, Maps, Text, Texts, Word};

/// The keys of the outermost map.
#[rustfmt::skip]
pub static ROOT: &[Key] = &[
    //   name                                required  value
    key("amdhsa.version",                    true,     Integers(2)),
    key("amdhsa.printf",                     false,    Texts),
    key("amdhsa.kernels",                    true,     Maps(KERNEL)),
];

/// The keys of a kernel, in the order in which LLVM checks them.
#[rustfmt::skip]
pub static KERNEL: &[Key] = &[
    //   name                                required  value
    key(".name",                             true,     Text),
    key(".symbol",                           true,     Text),
    key(".language",                         false,    Word(LANGUAGES)),
    key(".language_version",                 false,    Integers(2)),
    key(".args",                             false,    Maps(ARGUMENT)),
    key(".reqd_workgroup_size",              false,    Integers(3)),
    key(".workgroup_size_hint",              false,    Integers(3)),
    key(".vec_type_hint",                    false,    Text),
    key(".device_enqueue_symbol",            false,    Text),
    key(".kernarg_segment_size",             true,     Integer),
    key(".group_segment_fixed_size",         true,     Integer),
    key(".private_segment_fixed_size",       true,     Integer),
    key(".uses_dynamic_stack",               false,    Bool),
    key(".workgroup_processor_mode",         false,    Integer),
    key(".kernarg_segment_align",            true,     Integer),
    key(".wavefront_size",                   true,     Integer),
    key(".sgpr_count",                       true,     Integer),
    key(".vgpr_count",                       true,     Integer),
    key(".max_flat_workgroup_size",          true,     Integer),
    key(".sgpr_spill_count",                 false,    Integer),
    key(".vgpr_spill_count",                 false,    Integer),
    key(".uniform_work_group_size",          false,    Integer),
    key(".cluster_dims",                     false,    Integers(3)),
];

/// The keys of a kernel's argument.
#[rustfmt::skip]
pub static ARGUMENT: &[Key] = &[
    //   name                                required  value
    key(".name",                             false,    Text),
    key(".type_name",                        false,    Text),
    key(".size",                             true,     Integer),
    key(".offset",                           true,     Integer),
    key(".value_kind",                       true,     Word(VALUE_KINDS)),
    key(".pointee_align",                    false,    Integer),
    key(".address_space",                    false,    Word(ADDRESS_SPACES)),
    key(".access",                           false,    Word(ACCESSES)),
    key(".actual_access",                    false,    Word(ACCESSES)),
    key(".is_const",                         false,    Bool),
    key(".is_restrict",                      false,    Bool),
    key(".is_volatile",                      false,    Bool),
    key(".is_pipe",                          false,    Bool),
];

const LANGUAGES: &[&str] = &[
    "OpenCL C",
    "OpenCL C++",
    "HCC",
    "HIP",
    "OpenMP",
    "Assembler",
];

const ADDRESS_SPACES: &[&str] = &[
    "private", "global", "constant", "local", "generic", "region",
];

const ACCESSES: &[&str] = &["read_only", "write_only", "read_write"];

const VALUE_KINDS: &[&str] = &[
    "by_value",
    "global_buffer",
    "dynamic_shared_pointer",
    "sampler",
    "image",
    "pipe",
    "queue",
    "hidden_block_count_x",
    "hidden_block_count_y",
    "hidden_block_count_z",
    "hidden_group_size_x",
    "hidden_group_size_y",
    "hidden_group_size_z",
    "hidden_remainder_x",
    "hidden_remainder_y",
    "hidden_remainder_z",
    "hidden_global_offset_x",
    "hidden_global_offset_y",
    "hidden_global_offset_z",
    "hidden_grid_dims",
    "hidden_none",
    "hidden_printf_buffer",
    "hidden_hostcall_buffer",
    "hidden_heap_v1",
    "hidden_default_queue",
    "hidden_completion_action",
    "hidden_multigrid_sync_arg",
    "hidden_dynamic_lds_size",
    "hidden_private_base",
    "hidden_shared_base",
    "hidden_queue_ptr",
];

const fn key(name: &'static str, required: bool, value: Value) -> Key {
    Key {
        name,
        required,
        value,
    }
}

/// Checks a whole document. A text becomes a number or a truth value where one is
/// expected, as `!str 5` for a size.
pub fn root(root: &mut Located) -> Result<(), MetadataError> {
    map(root, ROOT, "metadata")
}

fn map(place: &mut Located, keys: &'static [Key], name: &'static str) -> Result<(), MetadataError> {
    let here = place.error(Fault::Kind {
        key: name,
        expected: "a map",
    });
    let Node::Map(entries) = &mut place.node else {
        return Err(here);
    };
    for key in keys {
        let named = |it: &(Node, Located)| match &it.0 {
            Node::Text(text) => text == key.name,
            _ => false,
        };
        match entries.iter().position(named) {
            Some(at) => value(&mut entries[at].1, key.value, key.name)?,
            None if key.required => {
                return Err(MetadataError {
                    fault: Fault::MissingKey(key.name),
                    ..here
                });
            }
            None => {}
        }
    }
    Ok(())
}

fn value(place: &mut Located, expected: Value, key: &'static str) -> Result<(), MetadataError> {
    let (scalar, words) = match expected {
        Integer | Bool => {
            // Only a text is read anew, and only as what is expected.
            if let Node::Text(text) = &place.node {
                let read = Node::inferred(text);
                place.node = read.map_err(|fault| place.error(fault))?;
            }
            match expected {
                Integer => (
                    matches!(place.node, Node::Int(_) | Node::Unsigned(_)),
                    "an integer",
                ),
                _ => (matches!(place.node, Node::Bool(_)), "`true` or `false`"),
            }
        }
        Text => (matches!(place.node, Node::Text(_)), "a text"),
        Word(words) => {
            if let Node::Text(text) = &place.node
                && !words.contains(&text.as_str())
            {
                return Err(place.error(Fault::Word {
                    key,
                    found: text.clone(),
                    suggestion: nearest(text, words.iter().copied()),
                }));
            }
            (matches!(place.node, Node::Text(_)), "a text")
        }
        Integers(count) => return list(place, key, "a list of integers", Some(count), Integer),
        Texts => return list(place, key, "a list of texts", None, Text),
        Maps(keys) => {
            let wrong = place.error(Fault::Kind {
                key,
                expected: "a list of maps",
            });
            let Node::List(entries) = &mut place.node else {
                return Err(wrong);
            };
            return entries
                .iter_mut()
                .try_for_each(|entry| map(entry, keys, key));
        }
    };
    match scalar {
        true => Ok(()),
        false => Err(place.error(Fault::Kind {
            key,
            expected: words,
        })),
    }
}

fn list(
    place: &mut Located,
    key: &'static str,
    expected: &'static str,
    count: Option<usize>,
    of: Value,
) -> Result<(), MetadataError> {
    let wrong = |fault| MetadataError {
        line: place.line,
        column: place.column,
        fault,
    };
    let Node::List(entries) = &mut place.node else {
        return Err(wrong(Fault::Kind { key, expected }));
    };
    if let Some(count) = count.filter(|&count| count != entries.len()) {
        let found = entries.len();
        return Err(wrong(Fault::Length {
            key,
            expected: count,
            found,
        }));
    }
    entries
        .iter_mut()
        .try_for_each(|entry| value(entry, of, key))
}
