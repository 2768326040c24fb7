//! What the metadata says of kernels and their arguments, with types.
//!
//! ```
//! use isa_mc::gcn::metadata::{ValueKind, kernels, to_message_pack};
//!
//! let yaml = "
//! amdhsa.version: [1, 2]
//! amdhsa.kernels:
//!   - .name: copy
//!     .symbol: copy.kd
//!     .kernarg_segment_size: 8
//!     .kernarg_segment_align: 8
//!     .group_segment_fixed_size: 0
//!     .private_segment_fixed_size: 0
//!     .wavefront_size: 64
//!     .sgpr_count: 8
//!     .vgpr_count: 4
//!     .max_flat_workgroup_size: 256
//!     .args:
//!       - { .name: to, .size: 8, .offset: 0, .value_kind: global_buffer }
//! ";
//! let found = kernels(&to_message_pack(yaml).unwrap()).unwrap();
//! assert_eq!(found[0].symbol, "copy.kd");
//! assert_eq!(found[0].arguments[0].kind, ValueKind::GlobalBuffer);
//! ```
//!
//! Source: LLVM's `AMDGPUUsage`, "Code Object V3 Metadata" to "Code Object V5 Metadata".

use core::fmt::{self, Display, Formatter};

use super::node::{Located, MetadataError, Node};
use super::pack::NoteError;
use super::{pack, verify};

/// What the metadata says of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelMetadata {
    /// Its name in the source language.
    pub name: String,
    /// The symbol of its descriptor.
    pub symbol: String,
    /// Its arguments, hidden ones among them.
    pub arguments: Vec<Argument>,
    /// Bytes that all arguments take.
    pub kernarg_segment_size: u64,
    /// Their alignment in bytes.
    pub kernarg_segment_align: u64,
    /// Bytes of local memory, without what is asked for when it starts.
    pub group_segment_fixed_size: u64,
    /// Bytes of private memory of a work-item, without a stack of unknown size.
    pub private_segment_fixed_size: u64,
    /// Whether it needs a stack of a size that nobody knows.
    pub uses_dynamic_stack: bool,
    /// Lanes of its wavefronts.
    pub wavefront_size: u64,
    /// Work-items that a group may have.
    pub max_flat_workgroup_size: u64,
    /// The only size that its groups may have.
    pub required_group_size: Option<[u64; 3]>,
    /// Whether its groups must all be of the same size: no grid that is not a multiple
    /// of the group.
    pub uniform_group_size: bool,
}

/// An argument of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, if somebody has said it.
    pub name: Option<String>,
    /// Its type in the source language, `uint*`.
    pub type_name: Option<String>,
    /// Its size in bytes.
    pub size: u64,
    /// Where it begins, from the first argument.
    pub offset: u64,
    /// What it is.
    pub kind: ValueKind,
    /// What a pointer points to, `global`.
    pub address_space: Option<String>,
    /// How a pointer to local memory must be aligned, in bytes.
    pub pointee_align: Option<u64>,
}

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// A value, copied.
    ByValue,
    /// An address in global memory.
    GlobalBuffer,
    /// An address in local memory that is given out when the kernel starts.
    DynamicSharedPointer,
    /// A sampler.
    Sampler,
    /// An image.
    Image,
    /// A pipe.
    Pipe,
    /// A queue.
    Queue,
    /// One that the runtime gives, and no caller.
    Hidden(Hidden),
}

/// What the runtime tells a kernel by itself. Dimensions are 0 to 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// How many whole groups the grid has in a dimension.
    BlockCount(u8),
    /// How many work-items a group has in a dimension.
    GroupSize(u8),
    /// How many work-items the last, smaller group has in a dimension; 0 if there is none.
    Remainder(u8),
    /// The first global id of a dimension.
    GlobalOffset(u8),
    /// How many dimensions the grid has.
    GridDimensions,
    /// Bytes of local memory beyond those of fixed size.
    DynamicLocalSize,
    /// The upper half of addresses of private memory among all.
    PrivateBase,
    /// The upper half of addresses of local memory among all.
    SharedBase,
    /// The address of the queue.
    QueueAddress,
    /// A space that nobody uses.
    None,
    /// A service of the runtime: queues, heaps, printing, calls of the host.
    Service,
}

use Hidden::Service;
use ValueKind::{
    ByValue, DynamicSharedPointer, GlobalBuffer, Hidden as Given, Image, Pipe, Queue, Sampler,
};

/// Every word of `.value_kind`.
#[rustfmt::skip]
const KINDS: &[(&str, ValueKind)] = &[
    ("by_value",                  ByValue),
    ("global_buffer",             GlobalBuffer),
    ("dynamic_shared_pointer",    DynamicSharedPointer),
    ("sampler",                   Sampler),
    ("image",                     Image),
    ("pipe",                      Pipe),
    ("queue",                     Queue),
    ("hidden_block_count_x",      Given(Hidden::BlockCount(0))),
    ("hidden_block_count_y",      Given(Hidden::BlockCount(1))),
    ("hidden_block_count_z",      Given(Hidden::BlockCount(2))),
    ("hidden_group_size_x",       Given(Hidden::GroupSize(0))),
    ("hidden_group_size_y",       Given(Hidden::GroupSize(1))),
    ("hidden_group_size_z",       Given(Hidden::GroupSize(2))),
    ("hidden_remainder_x",        Given(Hidden::Remainder(0))),
    ("hidden_remainder_y",        Given(Hidden::Remainder(1))),
    ("hidden_remainder_z",        Given(Hidden::Remainder(2))),
    ("hidden_global_offset_x",    Given(Hidden::GlobalOffset(0))),
    ("hidden_global_offset_y",    Given(Hidden::GlobalOffset(1))),
    ("hidden_global_offset_z",    Given(Hidden::GlobalOffset(2))),
    ("hidden_grid_dims",          Given(Hidden::GridDimensions)),
    ("hidden_none",               Given(Hidden::None)),
    ("hidden_printf_buffer",      Given(Service)),
    ("hidden_hostcall_buffer",    Given(Service)),
    ("hidden_heap_v1",            Given(Service)),
    ("hidden_default_queue",      Given(Service)),
    ("hidden_completion_action",  Given(Service)),
    ("hidden_multigrid_sync_arg", Given(Service)),
    ("hidden_dynamic_lds_size",   Given(Hidden::DynamicLocalSize)),
    ("hidden_private_base",       Given(Hidden::PrivateBase)),
    ("hidden_shared_base",        Given(Hidden::SharedBase)),
    ("hidden_queue_ptr",          Given(Hidden::QueueAddress)),
];

/// The kernels of a note, in its order.
///
/// # Errors
///
/// [`NoteError`] if the note is damaged, or lacks something that must be there.
pub fn kernels(note: &[u8]) -> Result<Vec<KernelMetadata>, NoteError> {
    let mut root = Located::from(pack::read(note)?);
    verify::root(&mut root).map_err(|error| NoteError::Invalid(Box::new(error)))?;
    let invalid = |error: MetadataError| NoteError::Invalid(Box::new(error));
    let rows = View(&root.node).list("amdhsa.kernels");
    rows.map(|row| kernel(View(row)).map_err(invalid)).collect()
}

fn kernel(row: View<'_>) -> Result<KernelMetadata, MetadataError> {
    let arguments = row.list(".args").map(|it| argument(View(it)));
    Ok(KernelMetadata {
        name: row.text(".name").unwrap_or_default(),
        symbol: row.text(".symbol").unwrap_or_default(),
        arguments: arguments.collect::<Result<_, _>>()?,
        kernarg_segment_size: row.size(".kernarg_segment_size")?,
        kernarg_segment_align: row.size(".kernarg_segment_align")?,
        group_segment_fixed_size: row.size(".group_segment_fixed_size")?,
        private_segment_fixed_size: row.size(".private_segment_fixed_size")?,
        uses_dynamic_stack: matches!(row.value(".uses_dynamic_stack"), Some(Node::Bool(true))),
        wavefront_size: row.size(".wavefront_size")?,
        max_flat_workgroup_size: row.size(".max_flat_workgroup_size")?,
        required_group_size: row.required_group_size()?,
        uniform_group_size: row.size(".uniform_work_group_size")? != 0,
    })
}

fn argument(row: View<'_>) -> Result<Argument, MetadataError> {
    let word = row.text(".value_kind").unwrap_or_default();
    let kind = KINDS.iter().find(|it| it.0 == word);
    Ok(Argument {
        name: row.text(".name"),
        type_name: row.text(".type_name"),
        size: row.size(".size")?,
        offset: row.size(".offset")?,
        // A test says that every word that passes the checks is here.
        kind: kind.map_or(Given(Service), |it| it.1),
        address_space: row.text(".address_space"),
        pointee_align: match row.value(".pointee_align") {
            Some(_) => Some(row.size(".pointee_align")?),
            None => None,
        },
    })
}

/// A map that was checked.
#[derive(Clone, Copy)]
struct View<'n>(&'n Node);

impl<'n> View<'n> {
    fn value(self, key: &str) -> Option<&'n Node> {
        let Node::Map(entries) = self.0 else {
            return None;
        };
        let named = |it: &&(Node, Located)| matches!(&it.0, Node::Text(text) if text == key);
        entries.iter().find(named).map(|it| &it.1.node)
    }

    fn text(self, key: &str) -> Option<String> {
        match self.value(key) {
            Some(Node::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// A number; 0 if it is not there.
    fn size(self, key: &'static str) -> Result<u64, MetadataError> {
        match self.value(key) {
            None => Ok(0),
            Some(node) => size(node, key),
        }
    }

    fn list(self, key: &str) -> impl Iterator<Item = &'n Node> + use<'n> {
        let entries: &[Located] = match self.value(key) {
            Some(Node::List(entries)) => entries,
            _ => &[],
        };
        entries.iter().map(|it| &it.node)
    }

    fn required_group_size(self) -> Result<Option<[u64; 3]>, MetadataError> {
        let key = ".reqd_workgroup_size";
        let numbers: Vec<u64> = self
            .list(key)
            .map(|node| size(node, key))
            .collect::<Result<_, _>>()?;
        Ok(numbers.try_into().ok())
    }
}

/// A number that counts something.
fn size(node: &Node, key: &'static str) -> Result<u64, MetadataError> {
    match node {
        Node::Unsigned(number) => Ok(*number),
        _ => Err(MetadataError {
            line: 0,
            column: 0,
            fault: super::Fault::Kind {
                key,
                expected: "an integer that is not negative",
            },
        }),
    }
}

impl Argument {
    /// Whether the runtime gives it, and no caller.
    pub fn is_hidden(&self) -> bool {
        matches!(self.kind, ValueKind::Hidden(_))
    }
}

/// The word of the metadata, `global_buffer`.
impl Display for ValueKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = KINDS.iter().find(|it| it.1 == *self);
        f.write_str(word.map_or("hidden", |it| it.0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ARGUMENT, Value, to_message_pack};
    use super::*;

    /// Every word that the checks let through has a meaning.
    #[test]
    fn words_are_those_of_the_checks() {
        let row = ARGUMENT.iter().find(|it| it.name == ".value_kind");
        let Some(Value::Word(words)) = row.map(|it| it.value) else {
            panic!("the row of `.value_kind`");
        };
        assert!(words.iter().eq(KINDS.iter().map(|it| &it.0)));
    }

    fn note(extra: &str, arguments: &str) -> Vec<u8> {
        let yaml = format!(
            "amdhsa.version: [1, 2]\namdhsa.kernels:\n  - .name: k\n    .symbol: k.kd\n    \
             .kernarg_segment_size: 24\n    .kernarg_segment_align: 8\n    \
             .group_segment_fixed_size: 16\n    .private_segment_fixed_size: 4\n    \
             .wavefront_size: 64\n    .sgpr_count: 8\n    .vgpr_count: 4\n    \
             .max_flat_workgroup_size: 256\n{extra}    .args: [{arguments}]\n"
        );
        to_message_pack(&yaml).expect("metadata")
    }

    /// What is said is found, and what may be left out has its default.
    #[test]
    fn kernels_are_read() {
        let bytes = note(
            "    .reqd_workgroup_size: [64, 2, 1]\n    .uniform_work_group_size: 1\n",
            "{ .size: 4, .offset: 8, .value_kind: hidden_block_count_y }, \
             { .name: p, .type_name: 'int*', .size: 4, .offset: 12, \
               .value_kind: dynamic_shared_pointer, .address_space: local, .pointee_align: 16 }",
        );
        let found = kernels(&bytes).expect("a kernel");
        let kernel = &found[0];
        assert_eq!(
            (found.len(), &*kernel.name, &*kernel.symbol),
            (1, "k", "k.kd")
        );
        assert_eq!(kernel.group_segment_fixed_size, 16);
        assert_eq!(kernel.required_group_size, Some([64, 2, 1]));
        assert!(kernel.uniform_group_size && !kernel.uses_dynamic_stack);
        let [hidden, local] = &kernel.arguments[..] else {
            panic!("{:?}", kernel.arguments);
        };
        assert_eq!(hidden.kind, ValueKind::Hidden(Hidden::BlockCount(1)));
        assert!(hidden.is_hidden() && !local.is_hidden());
        assert_eq!((local.offset, local.pointee_align), (12, Some(16)));
        assert_eq!(local.kind.to_string(), "dynamic_shared_pointer");
    }

    /// A size below zero passes the checks of LLVM, and is no size.
    #[test]
    fn negative_sizes_are_errors() {
        let bytes = note("", "{ .size: -4, .offset: 0, .value_kind: by_value }");
        let error = kernels(&bytes).expect_err("negative");
        assert_eq!(
            error.to_string(),
            "the metadata is not valid: `.size` must be an integer that is not negative"
        );
    }
}
