//! Kernels run by the pseudocode of their instructions.

use isa_mc::SyntaxId;
use isa_mc::exec::dispatch::Uninitialized;
use isa_mc::gcn::dispatch::{CODE_BASE, Device, Launch, Value};
use isa_mc::gcn::loader::{Image, Kernel};
use pyo3::prelude::*;

use crate::errors::{plain, raise};

/// An argument: what it is (`buffer`, `value`, `local`, `null`), its bytes, how many of local
/// memory.
type Argument = (String, Vec<u8>, u32);

/// What became of a run: bytes of the buffers, in their order; instructions; what was read and
/// never written.
type Done = (Vec<Vec<u8>>, u64, Vec<String>);

/// Group sizes where nothing is said.
const DEFAULT_GROUP: [u32; 3] = [64, 1, 1];

/// The names of a code object's kernels.
#[pyfunction]
pub fn kernels(py: Python<'_>, file: &[u8]) -> PyResult<Vec<String>> {
    let image = Image::load(file, CODE_BASE).map_err(|error| plain(py, error))?;
    Ok(image
        .kernels
        .into_iter()
        .map(|kernel| kernel.name)
        .collect())
}

/// Runs a kernel of a code object.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "pyo3 gives what Python gave as its own"
)]
pub fn run(
    py: Python<'_>,
    file: &[u8],
    kernel: Option<&str>,
    grid: [u32; 3],
    group: Option<[u32; 3]>,
    arguments: Vec<Argument>,
    budget: u64,
) -> PyResult<Done> {
    let done = py.detach(|| run_kernel(file, kernel, grid, group, &arguments, budget));
    done.map_err(|failed| match failed {
        Failed::Before(message) => plain(py, message),
        Failed::Running(message, address) => raise(py, "RunError", (message, address)),
    })
}

/// Why a kernel did not run to its end.
enum Failed {
    /// It was not started.
    Before(String),
    /// It did something wrong: what, and at which address.
    Running(String, u64),
}

fn run_kernel(
    file: &[u8],
    name: Option<&str>,
    grid: [u32; 3],
    group: Option<[u32; 3]>,
    arguments: &[Argument],
    budget: u64,
) -> Result<Done, Failed> {
    let before = |error: &dyn std::error::Error| Failed::Before(error.to_string());
    let image = Image::load(file, CODE_BASE).map_err(|error| before(&error))?;
    let kernel = image.kernel(name).map_err(|error| before(&error))?;
    let mut device = Device::new();
    device.load(&image);
    let mut launch = Launch::new(grid, group.unwrap_or_else(|| required(kernel)));
    let mut buffers = Vec::new();
    let mut values = Vec::new();
    for (kind, bytes, local) in arguments {
        values.push(match kind.as_str() {
            "buffer" => {
                let size = bytes.len();
                let full = || Failed::Before(format!("there is no room for {size} bytes"));
                let address = device.allocate(size as u64).ok_or_else(full)?;
                device.write(address, bytes).map_err(|_| full())?;
                buffers.push((address, size));
                Value::Address(address)
            }
            "local" => Value::Local(*local),
            "null" => Value::Address(0),
            _ => Value::Bytes(bytes.clone()),
        });
    }
    match &kernel.metadata {
        Some(_) => launch.arguments = values,
        // Nothing says where they are: one behind the other, as C would lay them out.
        None => launch.kernarg_segment = Some(segment(&values)?),
    }
    let started = launch.start(&image, kernel, device);
    let mut dispatch = started.map_err(|error| before(&error))?;
    dispatch.budget(budget);
    dispatch.uninitialized(Uninitialized::Report);
    let target = dispatch.environment().target();
    let syntax = SyntaxId::default();
    let done = dispatch.run(&mut ()).map_err(|error| {
        Failed::Running(error.display(&target, syntax).to_string(), error.address)
    })?;
    let notes = dispatch.notes();
    let notes = notes
        .map(|it| it.display(&target, syntax).to_string())
        .collect();
    let mut device = dispatch.into_environment().into_device();
    let mut contents = Vec::new();
    for (address, size) in buffers {
        let bytes = device.read(address, size);
        contents.push(bytes.map_err(|_| Failed::Before("a buffer is gone".to_string()))?);
    }
    Ok((contents, done.instructions, notes))
}

/// The group that a kernel was compiled for.
fn required(kernel: &Kernel) -> [u32; 3] {
    let sizes = kernel
        .metadata
        .as_ref()
        .and_then(|it| it.required_group_size);
    sizes.map_or(DEFAULT_GROUP, |sizes| {
        sizes.map(|it| u32::try_from(it).unwrap_or(u32::MAX))
    })
}

fn segment(values: &[Value]) -> Result<Vec<u8>, Failed> {
    let mut bytes = Vec::new();
    for value in values {
        let value = match value {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Address(address) => address.to_le_bytes().to_vec(),
            Value::Local(_) => {
                let message = "a kernel without metadata says no local memory of its arguments";
                return Err(Failed::Before(message.to_string()));
            }
        };
        let align = value.len().next_power_of_two().clamp(1, 8);
        bytes.resize(bytes.len().next_multiple_of(align), 0);
        bytes.extend(value);
    }
    Ok(bytes)
}
