//! Exceptions: classes of `isa_mc.errors`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An exception of a class of `isa_mc.errors`, made of these arguments.
pub fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("isa_mc.errors")?.getattr(class)?;
        let arguments = arguments.into_pyobject(py)?;
        Ok(PyErr::from_value(class.call1(arguments)?))
    };
    made().unwrap_or_else(|error| error)
}

/// `isa_mc.errors.Error` with a message.
#[expect(
    clippy::needless_pass_by_value,
    reason = "errors as functions give them"
)]
pub fn plain(py: Python<'_>, message: impl ToString) -> PyErr {
    raise(py, "Error", (message.to_string(),))
}

/// An error in a source, as `isa_mc.errors.Diagnostic` is made of: file, line and column from 1,
/// code, message.
pub type Diagnostic = (String, usize, usize, String, String);
