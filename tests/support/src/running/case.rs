//! A kernel, what it is called with, and what it gives.

use isa_mc::exec::dispatch::{Observer, Uninitialized};
use isa_mc::gcn::dispatch::{CODE_BASE, Device, Launch, Value};
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::syntax;

use super::fill::{Element, Fill};

/// Processors that the kernels are compiled for.
pub use crate::compare::PROCESSORS;

/// Levels of optimization.
pub const LEVELS: [&str; 2] = ["O0", "O3"];

/// All of them.
pub const ALL_LEVELS: [&str; 4] = ["O0", "O1", "O2", "O3"];

/// Instructions of a case at most; the longest has a tenth of them.
const BUDGET: u64 = 20_000_000;

/// A kernel and what it is called with.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// The source in `tests/run` without its ending.
    pub file: &'static str,
    /// Work-items in each dimension.
    pub grid: [u32; 3],
    /// Work-items of a workgroup in each dimension.
    pub group: [u32; 3],
    /// Its arguments.
    pub arguments: &'static [Argument],
}

/// An argument of a kernel.
#[derive(Debug, Clone, Copy)]
pub enum Argument {
    /// A buffer of as many elements.
    Buffer {
        /// What it holds before.
        fill: Fill,
        /// How many elements.
        count: u32,
        /// What it holds afterwards.
        element: Element,
    },
    /// A number of 32 bits.
    Number(u32),
    /// As many bytes of local memory.
    Local(u32),
}

impl Case {
    /// The buffers before the kernel runs, in the order of the arguments; the seeds are
    /// always the same.
    pub fn buffers(&self) -> Vec<Vec<u8>> {
        let mut buffers = Vec::new();
        for (at, argument) in (0..).zip(self.arguments) {
            if let Argument::Buffer {
                fill,
                count,
                element,
            } = argument
            {
                let bytes = *count as usize * element.bytes();
                buffers.push(fill.bytes(bytes, at));
            }
        }
        buffers
    }

    /// What buffers hold, with every NaN the same: which one an operation gives differs
    /// from processor to processor.
    pub fn comparable(&self, buffers: &mut [Vec<u8>]) {
        let elements = self.arguments.iter().filter_map(|it| match it {
            Argument::Buffer { element, .. } => Some(*element),
            _ => None,
        });
        for (buffer, element) in buffers.iter_mut().zip(elements) {
            element.unify(buffer);
        }
    }

    /// Whether its results are those of the CPU bit for bit: those of instructions that
    /// approximate are not.
    pub fn is_exact(&self) -> bool {
        self.name != "approximate"
    }

    /// Whether a processor can run what clang makes of it at a level. The first one has no
    /// pointers to any memory; at -O0 clang 22 gives functions of the next ones no address of
    /// the hidden arguments that say where such memory begins, and they load from 0xc0.
    pub fn runs_on(&self, processor: &str, level: &str) -> bool {
        self.file != "spaces"
            || match processor {
                "gfx600" => false,
                "gfx700" | "gfx803" => level != "O0",
                _ => true,
            }
    }

    /// A number for the contents of all buffers, FNV-1a of 64 bits.
    pub fn hash(buffers: &[Vec<u8>]) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in buffers.iter().flatten() {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash
    }

    /// Runs the kernel; gives its buffers afterwards and how many instructions ran.
    ///
    /// # Errors
    ///
    /// Why it was not loaded, not started, or did not end, in words.
    pub fn run(
        &self,
        file: &[u8],
        observer: &mut impl Observer,
    ) -> Result<(Vec<Vec<u8>>, u64), String> {
        let image = Image::load(file, CODE_BASE).map_err(|error| error.to_string())?;
        let kernel = image.kernel(Some(self.name));
        let kernel = kernel.map_err(|error| error.to_string())?;
        let mut device = Device::new();
        device.load(&image);
        let mut launch = Launch::new(self.grid, self.group);
        let mut contents = self.buffers().into_iter();
        let mut places = Vec::new();
        for argument in self.arguments {
            launch = launch.argument(match argument {
                Argument::Number(number) => Value::Bytes(number.to_le_bytes().to_vec()),
                Argument::Local(bytes) => Value::Local(*bytes),
                Argument::Buffer { .. } => {
                    let bytes = contents.next().ok_or("a buffer")?;
                    let address = device.allocate(bytes.len() as u64).ok_or("no room")?;
                    device
                        .write(address, &bytes)
                        .map_err(|it| format!("{it:?}"))?;
                    places.push((address, bytes.len()));
                    Value::Address(address)
                }
            });
        }
        let started = launch.start(&image, kernel, device);
        let mut dispatch = started.map_err(|error| error.to_string())?;
        dispatch.budget(BUDGET);
        dispatch.uninitialized(Uninitialized::Report);
        let target = dispatch.environment().target();
        let done = dispatch.run(observer).map_err(|error| {
            let symbol = image.symbol_before(error.address);
            let symbol = symbol.map_or(String::new(), |(name, at)| format!(" ({name}+{at:#x})"));
            format!("{}{symbol}", error.display(&target, syntax::LLVM))
        })?;
        let mut device = dispatch.into_environment().into_device();
        let read = |(address, count)| device.read(address, count).map_err(|it| format!("{it:?}"));
        let mut buffers: Vec<Vec<u8>> = places.into_iter().map(read).collect::<Result<_, _>>()?;
        self.comparable(&mut buffers);
        Ok((buffers, done.instructions))
    }
}
