//! A kernel is started.

use super::error::LaunchError;
use super::grid::Grid;
use super::launch::Launch;
use crate::device::Device;
use crate::exec::dispatch::Dispatch;
use crate::gcn::loader::{Image, Kernel};

impl Launch {
    /// The dispatch of a kernel. Its code is in `device` already ([`Device::load`]).
    ///
    /// # Errors
    ///
    /// [`LaunchError`] says what does not fit the kernel, and what would.
    pub fn start(
        &self,
        image: &Image,
        kernel: &Kernel,
        device: Device,
    ) -> Result<Dispatch<'static, Grid>, LaunchError> {
        let grid = Grid::new(self, image, kernel, device)?;
        let target = grid.target();
        Ok(Dispatch::new(&target, grid))
    }
}
