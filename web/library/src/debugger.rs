//! Kernels run instruction by instruction.
//!
//! In the order in which the files can be read: `view`, what the page is told; `buffers`, memory
//! that arguments name; `waves`, kernels whose wavefronts run; `threads`, kernels whose threads
//! run; `kernels`, which of them a file has.

mod buffers;
mod kernels;
mod threads;
mod view;
mod waves;

use isa_mc::arguments;
#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;
use view::{CodeLine, Seen};

pub use kernels::{kernels, kernels_of};

/// Instructions that one call runs at most, so that the page can show how far it is.
const AT_ONCE: u32 = 1_000_000;

/// A kernel that runs, of whichever kind of machine.
trait Running {
    /// The instructions of the code that the kernel lies in.
    fn code(&self) -> Vec<CodeLine>;

    /// Where the next instruction is, as in a line of the code; nothing once all have ended.
    fn address(&mut self) -> Option<u64>;

    /// Runs the next instruction. What it does is kept for [`Running::see`] if it `is_watched`.
    fn step(&mut self, is_watched: bool) -> Result<(), String>;

    /// What there is to see now.
    fn see(&mut self) -> Seen;

    /// Bytes of a buffer that an argument named; nothing where nothing is.
    fn memory(&mut self, buffer: usize, offset: u32, count: u32) -> Vec<u8>;
}

/// How a kernel is started.
struct Start<'s> {
    kernel: &'s str,
    grid: [u32; 3],
    group: [u32; 3],
    /// Arguments, a line each.
    values: &'s str,
}

impl Start<'_> {
    /// Its arguments with their names, of which `names` are the first ones.
    fn arguments(
        &self,
        names: Vec<Option<String>>,
    ) -> Result<Vec<(String, arguments::Argument)>, String> {
        let mut names = names.into_iter();
        let lines = self.values.lines().map(str::trim);
        let lines = lines.filter(|it| !it.is_empty()).enumerate();
        let read = lines.map(|(at, text)| {
            let name = names.next().flatten();
            let name = name.unwrap_or_else(|| format!("argument {at}"));
            match arguments::parse(text) {
                Ok(argument) => Ok((name, argument)),
                Err(error) => Err(format!("{name}: {error}")),
            }
        });
        read.collect()
    }
}

/// A kernel that runs, and the instruction that is next.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub struct Debugger {
    running: Box<dyn Running>,
    /// What stopped it, if it cannot go on.
    stopped: Option<String>,
}

#[cfg_attr(target_family = "wasm", wasm_bindgen)]
impl Debugger {
    /// Starts a kernel over a grid; `values` are its arguments, a line each.
    ///
    /// # Errors
    ///
    /// What is wrong, for people.
    pub fn new(
        cpu: &str,
        file: &[u8],
        kernel: &str,
        grid: &str,
        group: &str,
        values: &str,
    ) -> Result<Debugger, String> {
        let sizes = |what: &str, text: &str| {
            arguments::dimensions(text.trim()).map_err(|error| format!("{what}: {error}"))
        };
        let start = Start {
            kernel,
            grid: sizes("grid", grid)?,
            group: sizes("group", group)?,
            values,
        };
        Ok(Debugger {
            running: kernels::start(cpu, file, &start)?,
            stopped: None,
        })
    }

    /// The instructions of the code that the kernel lies in.
    pub fn code(&self) -> String {
        json(&self.running.code())
    }

    /// Runs so many instructions of whichever wavefronts or threads are next.
    pub fn step(&mut self, count: u32) -> String {
        self.go(count.min(AT_ONCE), None)
    }

    /// Runs until the instruction at an address is the next one, to the end if it never is; a
    /// million instructions at most.
    ///
    /// # Errors
    ///
    /// If the text is no address.
    pub fn run_to(&mut self, address: &str) -> Result<String, String> {
        let address = match address {
            "" => None,
            text => Some(
                arguments::whole(text)
                    .and_then(|it| u64::try_from(it).ok())
                    .ok_or_else(|| {
                        format!("`{text}` is no address: expected one as 0x100000100")
                    })?,
            ),
        };
        Ok(self.go(AT_ONCE, address))
    }

    /// Bytes of memory, in hexadecimal digits; nothing where nothing is.
    pub fn memory(&mut self, buffer: usize, offset: u32, count: u32) -> String {
        crate::listing::digits(&self.running.memory(buffer, offset, count))
    }

    /// The state now.
    pub fn state(&mut self) -> String {
        let mut seen = self.running.see();
        seen.stopped.clone_from(&self.stopped);
        json(&seen)
    }
}

impl Debugger {
    fn go(&mut self, count: u32, until: Option<u64>) -> String {
        self.stopped = None;
        for done in 0..count {
            let Some(next) = self.running.address() else {
                break;
            };
            if done != 0 && until == Some(next) {
                break;
            }
            if let Err(error) = self.running.step(count == 1) {
                self.stopped = Some(error);
                break;
            }
        }
        self.state()
    }
}
