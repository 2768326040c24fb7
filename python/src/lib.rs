//! What `isa_mc` in Python is made of: `errors` raises the exceptions that Python declares,
//! `target` is a processor, `run` runs kernels. Numbers and bytes go over; what is nicer in
//! Python (buffers of numpy, types) is in `isa_mc/__init__.py`.
#![forbid(unsafe_code)]
#![cfg(feature = "python")]

mod errors;
mod run;
mod target;

use isa_mc::machines;
use pyo3::prelude::*;

/// The processors of all machines, by name.
#[pyfunction]
fn processors() -> Vec<&'static str> {
    let names = machines::all().iter().flat_map(|tables| {
        let rows = tables.processors.iter();
        rows.map(|row| tables.text(row.name))
    });
    names.collect()
}

#[pymodule]
fn _isa_mc(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(processors, module)?)?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(run::kernels, module)?)?;
    module.add_class::<target::NativeTarget>()?;
    Ok(())
}
