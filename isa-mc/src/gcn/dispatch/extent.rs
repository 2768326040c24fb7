//! How a grid is cut into workgroups, and these into wavefronts.

use super::error::LaunchError;
use super::launch::{Launch, MAX_GROUP};
use crate::gcn::loader::Kernel;

/// A grid and the size of its workgroups, of which the last one of a dimension may be
/// smaller.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    grid: [u32; 3],
    group: [u32; 3],
    /// Lanes of a wavefront.
    lanes: u32,
}

impl Extent {
    /// What is asked for, if the kernel can run over it, in wavefronts of so many lanes.
    pub(super) fn new(launch: &Launch, kernel: &Kernel, lanes: u32) -> Result<Extent, LaunchError> {
        check_sizes(launch, kernel)?;
        Ok(Extent {
            grid: launch.grid,
            group: launch.group,
            lanes,
        })
    }

    /// Workgroups in each dimension.
    pub(super) fn groups(&self) -> [u32; 3] {
        [0, 1, 2].map(|at: usize| self.grid[at].div_ceil(self.group[at]))
    }

    /// Work-items of a workgroup in each dimension.
    fn sizes(&self, group: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|at: usize| {
            let before = group[at].saturating_mul(self.group[at]);
            self.group[at].min(self.grid[at].saturating_sub(before))
        })
    }

    /// Work-items of a workgroup.
    pub(super) fn items(&self, group: [u32; 3]) -> u32 {
        self.sizes(group).into_iter().product()
    }

    /// Wavefronts of a workgroup.
    pub(super) fn waves(&self, group: [u32; 3]) -> u32 {
        self.items(group).div_ceil(self.lanes)
    }

    /// Lanes of a wavefront.
    pub(super) fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Where in its workgroup a work-item is.
    pub(super) fn ids(&self, group: [u32; 3], item: u32) -> [u32; 3] {
        let [x, y, _] = self.sizes(group).map(|size| size.max(1));
        [item % x, item / x % y, item / x / y]
    }
}

/// Checks grid and group.
fn check_sizes(launch: &Launch, kernel: &Kernel) -> Result<(), LaunchError> {
    if launch.grid.contains(&0) || launch.group.contains(&0) {
        return Err(LaunchError::Empty);
    }
    let items: u64 = launch
        .group
        .iter()
        .fold(1, |all, &it| u64::saturating_mul(all, it.into()));
    let limit = match &kernel.metadata {
        Some(metadata) => metadata.max_flat_workgroup_size.min(MAX_GROUP.into()),
        None => MAX_GROUP.into(),
    };
    if items > limit {
        return Err(LaunchError::Group {
            found: items,
            limit,
        });
    }
    let required = kernel.metadata.as_ref();
    if let Some(expected) = required.and_then(|it| it.required_group_size)
        && expected != launch.group.map(u64::from)
    {
        let found = launch.group;
        return Err(LaunchError::RequiredGroup { expected, found });
    }
    // Without metadata nothing asks for whole groups.
    let is_uniform = required.is_some_and(|it| it.uniform_group_size);
    for (dimension, (grid, group)) in launch.grid.into_iter().zip(launch.group).enumerate() {
        if is_uniform && grid % group != 0 {
            return Err(LaunchError::Multiple {
                dimension,
                grid,
                group,
            });
        }
    }
    Ok(())
}
