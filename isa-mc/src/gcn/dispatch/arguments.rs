//! The bytes of a kernel's arguments.

use super::error::LaunchError;
use super::launch::{Launch, PRIVATE_APERTURE, SHARED_APERTURE, Value, dimensions};
use crate::gcn::loader::Kernel;
use crate::gcn::metadata::{Argument, Hidden, ValueKind};

/// The arguments as a kernel finds them.
pub(super) struct Arguments {
    pub(super) bytes: Vec<u8>,
    /// Bytes of local memory that they ask for.
    pub(super) local: u32,
}

/// The arguments of a kernel whose descriptor asks for `size` bytes of them. The queue lies
/// at `queue`.
pub(super) fn arguments(
    launch: &Launch,
    kernel: &Kernel,
    size: u32,
    queue: u64,
) -> Result<Arguments, LaunchError> {
    let fixed_local = kernel.local_bytes;
    if let Some(bytes) = &launch.kernarg_segment {
        if !launch.arguments.is_empty() {
            return Err(LaunchError::BothKinds);
        }
        if bytes.len() < size as usize {
            return Err(LaunchError::SegmentSize {
                found: bytes.len(),
                expected: size,
            });
        }
        return Ok(Arguments {
            bytes: bytes.clone(),
            local: launch.local,
        });
    }
    let Some(metadata) = &kernel.metadata else {
        return match (launch.arguments.len(), size) {
            (0, 0) => Ok(Arguments {
                bytes: Vec::new(),
                local: launch.local,
            }),
            _ => Err(LaunchError::NoMetadata { size }),
        };
    };
    let said: Vec<&Argument> = metadata
        .arguments
        .iter()
        .filter(|it| !matches!(it.kind, ValueKind::Hidden(_)))
        .collect();
    if said.len() != launch.arguments.len() {
        return Err(LaunchError::Count {
            expected: said.into_iter().cloned().collect(),
            found: launch.arguments.len(),
        });
    }
    let ends = metadata.arguments.iter();
    let ends = ends.map(|it| it.offset.saturating_add(it.size));
    let bytes = ends.fold(metadata.kernarg_segment_size.max(size.into()), u64::max);
    // An argument's place is 16 bits in descriptors of queues; more is damaged metadata.
    let Some(bytes) = usize::try_from(bytes).ok().filter(|&it| it <= 1 << 20) else {
        return Err(LaunchError::Segment { bytes });
    };
    let mut bytes = vec![0; bytes];
    let mut local = launch.local;
    for (index, (argument, value)) in said.iter().zip(&launch.arguments).enumerate() {
        let mismatch = || LaunchError::Kind {
            index,
            argument: Box::new((*argument).clone()),
            value: value.clone(),
        };
        let given = match (argument.kind, value) {
            (ValueKind::ByValue, Value::Bytes(given)) => given.clone(),
            (ValueKind::GlobalBuffer, Value::Address(address)) => address.to_le_bytes().to_vec(),
            (ValueKind::DynamicSharedPointer, Value::Local(count)) => {
                let align = argument.pointee_align.unwrap_or(16).clamp(1, 4096) as u32;
                let at = fixed_local
                    .checked_add(local)
                    .and_then(|it| it.checked_next_multiple_of(align));
                let end = at.and_then(|at| at.checked_add(*count));
                let (Some(at), Some(end)) = (at, end) else {
                    return Err(LaunchError::LocalMemory {
                        needed: u64::from(*count),
                        limit: 0,
                    });
                };
                local = end - fixed_local;
                at.to_le_bytes().to_vec()
            }
            _ => return Err(mismatch()),
        };
        // A pointer of 4 bytes takes the lower half of an address.
        if given.len() as u64 != argument.size {
            return Err(mismatch());
        }
        put(&mut bytes, argument.offset, &given);
    }
    for argument in &metadata.arguments {
        if let ValueKind::Hidden(hidden) = argument.kind {
            let value = hidden_value(hidden, launch, local, queue).to_le_bytes();
            let size = argument.size.min(8) as usize;
            put(&mut bytes, argument.offset, &value[..size]);
        }
    }
    Ok(Arguments { bytes, local })
}

fn put(bytes: &mut [u8], offset: u64, value: &[u8]) {
    let at = offset as usize;
    bytes[at..at + value.len()].copy_from_slice(value);
}

/// What the runtime tells by itself.
fn hidden_value(hidden: Hidden, launch: &Launch, local: u32, queue: u64) -> u64 {
    let (grid, group) = (launch.grid, launch.group);
    let of = |values: [u32; 3], dimension: u8| values[usize::from(dimension.min(2))];
    match hidden {
        Hidden::BlockCount(dimension) => (of(grid, dimension) / of(group, dimension)).into(),
        Hidden::GroupSize(dimension) => of(group, dimension).into(),
        Hidden::Remainder(dimension) => (of(grid, dimension) % of(group, dimension)).into(),
        Hidden::GridDimensions => dimensions(grid).into(),
        Hidden::DynamicLocalSize => local.into(),
        Hidden::PrivateBase => PRIVATE_APERTURE >> 32,
        Hidden::SharedBase => SHARED_APERTURE >> 32,
        Hidden::QueueAddress => queue,
        // The first id is zero, and there are no services.
        Hidden::GlobalOffset(_) | Hidden::None | Hidden::Service => 0,
    }
}
