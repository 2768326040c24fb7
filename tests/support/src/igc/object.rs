//! A vISA object around instructions: one kernel that declares whatever they
//! may name.

use isa_mc::visa::object::{Kernel, Label, Object, Routine, Strings, UntypedVariable, Variable};

/// Version of an object: 3.0 to 4.1.
pub type Version = (u8, u8);

/// Every version that the reader is asked about.
pub const VERSIONS: [Version; 11] = [
    (3, 0),
    (3, 1),
    (3, 2),
    (3, 3),
    (3, 4),
    (3, 5),
    (3, 6),
    (3, 7),
    (3, 8),
    (4, 0),
    (4, 1),
];

/// First general variable that an object declares.
pub const FIRST_VARIABLE: u32 = 32;
/// General variables that are declared: V32 to V131.
pub const VARIABLES: u32 = 100;
/// Address variables: A0 to A15.
pub const ADDRESSES: u16 = 16;
/// Predicates: P1 to P20.
pub const PREDICATES: u16 = 20;
/// Labels: L0 to L15.
pub const LABELS: u16 = 16;
/// Samplers: S0 to S15.
pub const SAMPLERS: u8 = 16;
/// First surface that an object declares.
pub const FIRST_SURFACE: u8 = 6;
/// Surfaces: T6 to T25.
pub const SURFACES: u8 = 20;

/// First text that instructions may name by its place in the table: `string190` is the
/// text with that number.
pub const FIRST_STRING: u16 = 190;
/// Texts that instructions may name.
pub const STRINGS: u16 = 16;

/// Whether ids of variables have four bytes in objects of this version, not two.
pub fn wide_ids(version: Version) -> bool {
    version >= (3, 4)
}

/// An object of this version with these instructions.
///
/// # Panics
///
/// If there is no such version.
pub fn object(version: Version, code: &[u8]) -> Vec<u8> {
    let (major, minor) = version;
    let version = isa_mc::visa::object::Version::new(major, minor);
    let mut object = Object::new(version);
    object.kernels.push(Kernel {
        name: b"k".to_vec(),
        routine: routine(code),
        ..Kernel::default()
    });
    object.write().expect("a version that objects can have")
}

fn routine(code: &[u8]) -> Routine {
    let mut strings = Strings::new();
    let name = strings.add(b"k");
    let mut named = |text: String| strings.add(text.as_bytes());
    let variables = (FIRST_VARIABLE..FIRST_VARIABLE + VARIABLES).map(|number| Variable {
        name: named(format!("V{number}")),
        // Type ud, aligned to a register.
        properties: 0x50,
        elements: 64,
        ..Variable::default()
    });
    let variables = variables.collect();
    let addresses = (0..ADDRESSES).map(|number| UntypedVariable {
        name: named(format!("A{number}")),
        elements: 16,
        attributes: Vec::new(),
    });
    let addresses = addresses.collect();
    let predicates = (1..=PREDICATES).map(|number| UntypedVariable {
        name: named(format!("P{number}")),
        elements: 32,
        attributes: Vec::new(),
    });
    let predicates = predicates.collect();
    let labels = (0..LABELS).map(|number| Label {
        name: named(format!("L{number}")),
        ..Label::default()
    });
    let labels = labels.collect();
    let mut state = |text: String| UntypedVariable {
        name: named(text),
        elements: 1,
        attributes: Vec::new(),
    };
    let samplers = (0..SAMPLERS).map(|number| state(format!("S{number}")));
    let samplers = samplers.collect();
    let surfaces =
        (FIRST_SURFACE..FIRST_SURFACE + SURFACES).map(|number| state(format!("T{number}")));
    let surfaces = surfaces.collect();
    debug_assert_eq!(strings.len(), usize::from(FIRST_STRING));
    for number in FIRST_STRING..FIRST_STRING + STRINGS {
        strings.add(format!("string{number}").as_bytes());
    }
    Routine {
        strings,
        name,
        variables,
        addresses,
        predicates,
        labels,
        samplers,
        surfaces,
        code: code.to_vec(),
        ..Routine::default()
    }
}
