//! Functions in expressions of assembly, as LLVM's compiler writes them where the
//! registers of a kernel depend on what it calls:
//!
//! ```text
//! .set k.num_vgpr, max(45, f.num_vgpr)
//! .amdhsa_next_free_vgpr max(totalnumvgprs(k.num_agpr, k.num_vgpr), 1, 0)
//! ```
//!
//! A name is a function if `(` follows; otherwise it is a symbol. Their arguments may
//! name symbols that are set later, so they are evaluated at the end of the file.
//!
//! ```
//! use isa_mc::gcn::functions::Function;
//! use isa_mc::gcn::processors::Processor;
//!
//! let gfx900 = Processor::named("gfx900").unwrap();
//! let max = Function::named("max").unwrap();
//! assert_eq!(max.evaluate(gfx900, &[3, 1, 7]), Ok(7));
//! ```
//!
//! Source: LLVM's `AMDGPUMCExpr`, and what llvm-mc 22 computes. It takes other numbers
//! of arguments too: more are passed over, of fewer it dies.

use core::fmt::{self, Display, Formatter};

use super::kernel_descriptor::extra_sgprs;
use super::processors::Processor;

/// A function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    /// `max(a, …)`: the greatest.
    Max,
    /// `or(a, …)`: the bits of all.
    Or,
    /// `extrasgprs(vcc, flat_scratch, xnack)`: how many SGPRs these take, each used
    /// if it is not zero.
    ExtraSgprs,
    /// `totalnumvgprs(accumulation, ordinary)`: the greater one, or both where they are of one
    /// file.
    TotalVgprs,
    /// `alignto(a, b)`: the next multiple of `b`.
    AlignTo,
    /// `occupancy(waves, granule, vgprs, generation, most, used sgprs, used vgprs)`: how
    /// many wavefronts run on a SIMD at once.
    Occupancy,
}

/// Names, and how many arguments; 0 if one or more.
const FUNCTIONS: [(&str, usize, Function); 6] = [
    ("max", 0, Function::Max),
    ("or", 0, Function::Or),
    ("extrasgprs", 3, Function::ExtraSgprs),
    ("totalnumvgprs", 2, Function::TotalVgprs),
    ("alignto", 2, Function::AlignTo),
    ("occupancy", 7, Function::Occupancy),
];

/// The names of all functions.
pub const NAMES: [&str; FUNCTIONS.len()] = {
    let mut names = [""; FUNCTIONS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = FUNCTIONS[at].0;
        at += 1;
    }
    names
};

/// Why a function has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionError {
    /// Another number of arguments than it takes.
    Arguments {
        /// The function.
        function: Function,
        /// How many it takes; 0 if one or more.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An argument that it cannot have.
    Argument {
        /// The function.
        function: Function,
        /// Which one, from 0.
        index: usize,
        /// Its value.
        value: i64,
    },
}

impl Function {
    /// The function of that name.
    pub fn named(name: &str) -> Option<Function> {
        FUNCTIONS.iter().find(|it| it.0 == name).map(|it| it.2)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    fn row(self) -> (&'static str, usize, Function) {
        let row = FUNCTIONS.iter().find(|it| it.2 == self);
        *row.unwrap_or(&FUNCTIONS[0])
    }

    /// Its value on a processor.
    pub fn evaluate(self, processor: &Processor, arguments: &[i64]) -> Result<i64, FunctionError> {
        let expected = self.row().1;
        let fits = match expected {
            0 => !arguments.is_empty(),
            count => arguments.len() == count,
        };
        if !fits {
            return Err(FunctionError::Arguments {
                function: self,
                expected,
                found: arguments.len(),
            });
        }
        let wrong = |index: usize| FunctionError::Argument {
            function: self,
            index,
            value: arguments[index],
        };
        let positive = match self {
            Function::Max | Function::Or | Function::ExtraSgprs => None,
            Function::TotalVgprs | Function::AlignTo | Function::Occupancy => {
                arguments.iter().position(|&it| it < 0)
            }
        };
        if let Some(index) = positive {
            return Err(wrong(index));
        }
        match *arguments {
            [vcc, flat_scratch, xnack] if self == Function::ExtraSgprs => {
                let count = extra_sgprs(processor, vcc != 0, flat_scratch != 0, xnack != 0);
                Ok(count.into())
            }
            [value, step] if self == Function::AlignTo => {
                if step == 0 {
                    return Err(wrong(1));
                }
                let rest = value % step;
                let missing = if rest == 0 { 0 } else { step - rest };
                value.checked_add(missing).ok_or_else(|| wrong(0))
            }
            [
                waves,
                granule,
                vgprs,
                generation,
                most,
                used_sgprs,
                used_vgprs,
            ] if self == Function::Occupancy => {
                let mut count = most;
                if used_sgprs > 0 {
                    count = count.min(waves_of_sgprs(used_sgprs, waves, generation));
                }
                if used_vgprs > 0 {
                    if granule == 0 {
                        return Err(wrong(1));
                    }
                    count = count.min(waves_of_vgprs(used_vgprs, granule, waves, vgprs));
                }
                Ok(count)
            }
            // One file holds both, the accumulation registers behind whole blocks of four.
            [accumulation, vectors]
                if self == Function::TotalVgprs
                    && processor.unified_registers
                    && accumulation > 0 =>
            {
                let blocks = vectors.checked_add(3).map(|sum| sum / 4 * 4);
                let total = blocks.and_then(|vectors| vectors.checked_add(accumulation));
                total.ok_or_else(|| wrong(0))
            }
            _ if self == Function::Or => Ok(arguments.iter().fold(0, |all, it| all | it)),
            _ => Ok(arguments.iter().copied().max().unwrap_or(0)),
        }
    }
}

/// How many wavefronts have so many SGPRs. Generations are LLVM's numbers: 7 is gfx8,
/// 8 is gfx9, 9 is gfx10, on which all have as many as they can name.
fn waves_of_sgprs(used: i64, waves: i64, generation: i64) -> i64 {
    let steps: &[(i64, i64)] = match generation {
        9.. => return waves,
        7..9 => &[(80, 10), (88, 9), (100, 8), (i64::MAX, 7)],
        _ => &[(48, 10), (56, 9), (64, 8), (72, 7), (80, 6), (i64::MAX, 5)],
    };
    let step = steps.iter().find(|it| used <= it.0);
    step.map_or(waves, |it| it.1)
}

/// How many wavefronts have so many of `all` VGPRs, which are given in granules.
fn waves_of_vgprs(used: i64, granule: i64, waves: i64, all: i64) -> i64 {
    if used < granule {
        return waves;
    }
    let granules = used / granule + i64::from(used % granule != 0);
    let waves_of_all = all / granules.saturating_mul(granule);
    waves_of_all.max(1).min(waves)
}

impl Display for FunctionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            FunctionError::Arguments {
                function,
                expected: 0,
                ..
            } => write!(f, "`{}` takes arguments", function.name()),
            FunctionError::Arguments {
                function,
                expected,
                found,
            } => {
                let name = function.name();
                write!(
                    f,
                    "`{name}` takes {expected} arguments, and here are {found}"
                )
            }
            FunctionError::Argument {
                function,
                index,
                value,
            } => {
                let (name, place) = (function.name(), index + 1);
                write!(f, "argument {place} of `{name}` cannot be {value}")
            }
        }
    }
}

impl core::error::Error for FunctionError {}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::ToString;

    use super::{FUNCTIONS, Function};
    use crate::gcn::processors::Processor;

    /// Values that llvm-mc 22 computes.
    #[test]
    fn values_are_those_of_llvm() {
        let cases: &[(&str, &str, &[i64], i64)] = &[
            ("gfx900", "max", &[1, 2, -3], 2),
            ("gfx900", "max", &[-5], -5),
            ("gfx900", "or", &[1, 6], 7),
            ("gfx900", "or", &[5], 5),
            ("gfx900", "totalnumvgprs", &[3, 9], 9),
            ("gfx900", "totalnumvgprs", &[9, 3], 9),
            ("gfx90a", "totalnumvgprs", &[3, 9], 15),
            ("gfx90a", "totalnumvgprs", &[0, 9], 9),
            ("gfx908", "totalnumvgprs", &[3, 9], 9),
            ("gfx900", "alignto", &[5, 4], 8),
            ("gfx900", "alignto", &[8, 8], 8),
            ("gfx900", "alignto", &[7, 3], 9),
            ("gfx600", "extrasgprs", &[1, 0, 0], 2),
            ("gfx600", "extrasgprs", &[0, 5, 0], 4),
            ("gfx600", "extrasgprs", &[0, 0, 1], 0),
            ("gfx803", "extrasgprs", &[0, 5, 0], 6),
            ("gfx803", "extrasgprs", &[0, 0, 1], 4),
            ("gfx900", "extrasgprs", &[-1, 0, 0], 2),
            ("gfx900", "occupancy", &[10, 4, 256, 8, 10, 90, 25], 8),
            ("gfx900", "occupancy", &[10, 4, 256, 5, 10, 49, 1], 9),
            ("gfx900", "occupancy", &[10, 4, 256, 7, 9, 0, 0], 9),
        ];
        for (cpu, name, arguments, expected) in cases {
            let processor = Processor::named(cpu).expect("a processor");
            let function = Function::named(name).expect("a function");
            let found = function.evaluate(processor, arguments);
            assert_eq!(found, Ok(*expected), "{cpu} {name} {arguments:?}");
        }
    }

    /// Every function with few, many, and extreme arguments: an error or a value,
    /// and the error names the function.
    #[test]
    fn no_arguments_make_it_panic() {
        let processor = Processor::named("gfx900").expect("a processor");
        let values = [0, 1, -1, 7, i64::MAX, i64::MIN];
        let mut refused = 0;
        for (name, expected, function) in FUNCTIONS {
            assert_eq!(Function::named(name), Some(function));
            for count in 0..9 {
                for first in values {
                    for other in values {
                        let mut arguments = [other; 9];
                        arguments[0] = first;
                        let value = function.evaluate(processor, &arguments[..count]);
                        if let Err(error) = value {
                            assert!(error.to_string().contains(name), "{error}");
                            refused += 1;
                        } else {
                            assert!(expected == count || expected == 0 && count > 0);
                        }
                    }
                }
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
