//! A vISA object around instructions: one kernel that declares whatever they
//! may name. All integers are little-endian, nothing is padded.

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

/// Whether ids of variables have four bytes in objects of this version, not two.
pub fn wide_ids(version: Version) -> bool {
    version >= (3, 4)
}

/// An object of this version with these instructions.
pub fn object(version: Version, code: &[u8]) -> Vec<u8> {
    let (kernel, inputs) = kernel(version, code);
    // The header's length does not depend on the place that it names.
    let length = header(version, 0, 0, kernel.len()).len();
    let mut bytes = header(version, length, length + inputs, kernel.len());
    bytes.extend(kernel);
    bytes
}

const NAME: &[u8] = b"k";

fn header(version: Version, kernel: usize, inputs: usize, size: usize) -> Vec<u8> {
    let mut out = b"CISA".to_vec();
    out.extend([version.0, version.1]);
    out.extend(1u16.to_le_bytes()); // kernels
    out.push(NAME.len() as u8);
    if version >= (3, 7) {
        out.push(0); // the length has two bytes
    }
    out.extend(NAME);
    out.extend((kernel as u32).to_le_bytes());
    out.extend((size as u32).to_le_bytes());
    out.extend((inputs as u32).to_le_bytes());
    out.extend([0; 4]); // relocations of variables and of symbols
    out.push(0); // binaries
    out.extend([0; 4]); // variables of the file, functions
    out
}

/// The kernel, and where in it the inputs stand.
fn kernel(version: Version, code: &[u8]) -> (Vec<u8>, usize) {
    let mut strings: Vec<String> = vec![String::new(), "k".to_owned()];
    let id = |out: &mut Vec<u8>, value: u32| {
        let bytes = value.to_le_bytes();
        out.extend(&bytes[..if wide_ids(version) { 4 } else { 2 }]);
    };
    let mut tables = Vec::new();
    let mut declare = |tables: &mut Vec<u8>, name: String, rest: &[u8]| {
        id(tables, strings.len() as u32);
        strings.push(name);
        tables.extend(rest);
    };

    id(&mut tables, VARIABLES);
    for number in FIRST_VARIABLE..FIRST_VARIABLE + VARIABLES {
        // Type ud, aligned to a register, 64 elements, no alias, no attribute.
        let mut rest = vec![0x50, 64, 0];
        id(&mut rest, 0);
        rest.extend([0; 4]);
        declare(&mut tables, format!("V{number}"), &rest);
    }
    tables.extend(ADDRESSES.to_le_bytes());
    for number in 0..ADDRESSES {
        declare(&mut tables, format!("A{number}"), &[16, 0, 0]);
    }
    tables.extend(PREDICATES.to_le_bytes());
    for number in 1..=PREDICATES {
        declare(&mut tables, format!("P{number}"), &[32, 0, 0]);
    }
    tables.extend(LABELS.to_le_bytes());
    for number in 0..LABELS {
        declare(&mut tables, format!("L{number}"), &[0, 0]);
    }
    tables.push(SAMPLERS);
    for number in 0..SAMPLERS {
        declare(&mut tables, format!("S{number}"), &[1, 0, 0]);
    }
    tables.push(SURFACES);
    for number in FIRST_SURFACE..FIRST_SURFACE + SURFACES {
        declare(&mut tables, format!("T{number}"), &[1, 0, 0]);
    }
    tables.push(0); // motion estimation

    let mut out = Vec::new();
    id(&mut out, strings.len() as u32);
    for string in &strings {
        out.extend(string.as_bytes());
        out.push(0);
    }
    id(&mut out, 1);
    out.extend(tables);
    let inputs = out.len();
    out.extend(&[0; 4][..if version >= (3, 5) { 4 } else { 1 }]);
    out.extend((code.len() as u32).to_le_bytes());
    let entry = out.len() + 6;
    out.extend((entry as u32).to_le_bytes());
    out.extend([0; 2]); // attributes
    out.extend(code);
    (out, inputs)
}
