//! Instructions to ask `GenX_IR` about: every one that the definitions have,
//! with every kind of operand, put together here byte by byte and not from the
//! definitions, so that each confirms the other.
//!
//! Left out is what `GenX_IR` prints with less than it reads; `defs/visa` says
//! in comments what that is.

mod pictures;
mod rest;

use super::object::{
    ADDRESSES, FIRST_SURFACE, FIRST_VARIABLE, LABELS, PREDICATES, SAMPLERS, SURFACES, VARIABLES,
    Version, wide_ids,
};
use crate::random::Random;

/// Groups of instructions, a file of stored vectors each.
pub const GROUPS: [&str; 18] = [
    "typed_atomic",
    "dword_atomic",
    "arithmetic",
    "control",
    "places",
    "svm",
    "lsc",
    "typed",
    "constants",
    "functions",
    "blocks",
    "gathers",
    "samplers",
    "video",
    "sends",
    "matrices",
    "graphics",
    "synchronization",
];

/// Instructions of a group: `rounds` of each, with operands that differ; always the same.
pub fn group(name: &str, version: Version, rounds: usize) -> Vec<Vec<u8>> {
    let seed = name.bytes().map(u64::from).sum::<u64>() << 16;
    drawn(
        name,
        version,
        rounds,
        seed | u64::from(version.0) << 8 | u64::from(version.1),
    )
}

/// The same, with operands that a seed decides.
pub fn drawn(name: &str, version: Version, rounds: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::new(seed);
    let mut out = Vec::new();
    for round in 0..rounds {
        let mut make = Maker {
            version,
            round,
            random: &mut random,
            out: &mut out,
        };
        match name {
            "typed_atomic" => make.typed_atomic(),
            "dword_atomic" => make.dword_atomic(),
            "arithmetic" => make.arithmetic(),
            "control" => make.control(),
            "places" => make.places(),
            "svm" => make.svm(),
            "lsc" => make.lsc(),
            "typed" => make.typed(),
            "constants" => make.constants(),
            "functions" => make.functions(),
            "blocks" => make.blocks(),
            "gathers" => make.gathers(),
            "samplers" => make.samplers(),
            "video" => make.video(),
            "sends" => make.sends(),
            "matrices" => make.matrices(),
            "graphics" => make.graphics(),
            "synchronization" => make.synchronization(),
            _ => {}
        }
    }
    out
}

/// Typed atomics with every operation, width, size and mask, and with every
/// kind of predicate and pattern of null operands in turn.
pub fn every_typed_atomic(version: Version) -> Vec<Vec<u8>> {
    let masks = if version >= (3, 1) { 16 } else { 9 };
    let mut out = Vec::new();
    for op in ATOMIC {
        for half in [0, 0x20] {
            for size in 0..6 {
                for mask in 0..masks {
                    let turn = out.len();
                    let mut code = Code::new(version);
                    code.byte(0x73).byte(op | half).byte(mask << 4 | size);
                    // None, plain, any, all; the last three also inverted.
                    let kinds = [0, 0x0001, 0x2002, 0x4003, 0x8004, 0xa005, 0xc006];
                    code.word(kinds[turn % kinds.len()]);
                    code.byte((turn % usize::from(FIRST_SURFACE + SURFACES)) as u8);
                    code.raw(FIRST_VARIABLE, 0);
                    for place in 0..6 {
                        if (turn >> 2) >> place & 1 == 0 {
                            code.raw(0, 0);
                        } else {
                            code.raw(FIRST_VARIABLE + 1 + place, 4 * (turn % 64) as u16);
                        }
                    }
                    out.push(code.bytes);
                }
            }
        }
    }
    out
}

/// Bytes of one instruction.
pub struct Code {
    version: Version,
    bytes: Vec<u8>,
}

impl Code {
    /// No bytes yet, of an object of this version.
    pub fn new(version: Version) -> Code {
        Code {
            version,
            bytes: Vec::new(),
        }
    }

    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A byte.
    pub fn byte(&mut self, value: u8) -> &mut Code {
        self.bytes.push(value);
        self
    }

    /// Two bytes.
    pub fn word(&mut self, value: u16) -> &mut Code {
        self.bytes.extend(value.to_le_bytes());
        self
    }

    /// Four bytes.
    pub fn dword(&mut self, value: u32) -> &mut Code {
        self.bytes.extend(value.to_le_bytes());
        self
    }

    /// The id of a general variable.
    pub fn variable(&mut self, id: u32) -> &mut Code {
        if wide_ids(self.version) {
            self.dword(id)
        } else {
            self.word(id as u16)
        }
    }

    /// A raw operand.
    pub fn raw(&mut self, id: u32, offset: u16) -> &mut Code {
        self.variable(id).word(offset)
    }

    /// A source: row 0, column 0, region `<8;8,1>` of a variable.
    pub fn general(&mut self, id: u32) -> &mut Code {
        self.byte(0).variable(id).word(0).word(0x0255)
    }

    /// A source: the first element of a variable.
    pub fn scalar(&mut self, id: u32) -> &mut Code {
        self.byte(0).variable(id).word(0).word(0x0121)
    }

    /// A destination: row 0, column 0, `<1>` of a variable.
    pub fn destination(&mut self, id: u32) -> &mut Code {
        self.byte(0).variable(id).word(0).word(0x0200)
    }
}

/// Atomic operations that have a spelling.
const ATOMIC: [u8; 18] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x10, 0x11, 0x12,
    0x13, 0x14,
];

/// Op codes with a predicate, a destination and that many sources.
const ARITHMETIC: [(usize, &[u8]); 4] = [
    (
        1,
        &[
            0x08, 0x09, 0x0b, 0x12, 0x13, 0x14, 0x15, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1f, 0x23,
            0x27, 0x29, 0x2e, 0x2f, 0x48, 0x7e,
        ],
    ),
    (
        2,
        &[
            0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x0a, 0x0d, 0x0f, 0x10, 0x11, 0x16, 0x20,
            0x21, 0x22, 0x24, 0x25, 0x26, 0x2a, 0x6b, 0x7f, 0x80, 0x81,
        ],
    ),
    (3, &[0x0c, 0x0e, 0x46, 0x6a, 0x82, 0x84, 0x91, 0x92]),
    (4, &[0x47]),
];

/// Regions of sources: vertical stride, width and horizontal stride, as codes.
const REGIONS: [u16; 8] = [
    0x0255, 0x0121, 0x0200, 0x0356, 0x0245, 0x0777, 0x0234, 0x0465,
];

struct Maker<'a> {
    version: Version,
    round: usize,
    random: &'a mut Random,
    out: &'a mut Vec<Vec<u8>>,
}

impl Maker<'_> {
    fn code(&self) -> Code {
        Code::new(self.version)
    }

    fn push(&mut self, code: &Code) {
        self.out.push(code.bytes.clone());
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len())]
    }

    /// Size and mask. In 3.0 there is one mask without mask.
    fn exec(&mut self, code: &mut Code) {
        let masks = if self.version >= (3, 1) { 16 } else { 9 };
        let size = self.random.below(6);
        let mask = self.random.below(masks);
        code.byte((mask << 4 | size) as u8);
    }

    /// None in every third, otherwise any and all and inverted.
    fn predicate(&mut self, code: &mut Code) {
        if self.random.below(3) == 0 {
            code.word(0);
            return;
        }
        let id = 1 + self.random.below(usize::from(PREDICATES)) as u16;
        let combine = self.pick(&[0, 0x2000, 0x4000]);
        code.word(id | combine | self.pick(&[0, 0x8000]));
    }

    fn surface(&mut self, code: &mut Code) {
        // The declared ones, and the six that there always are.
        let index = self.random.below(usize::from(FIRST_SURFACE + SURFACES)) as u8;
        code.byte(index);
    }

    fn variable_id(&mut self) -> u32 {
        // 1 to 20 are predefined.
        match self.random.below(8) {
            0 => 1 + self.random.below(20) as u32,
            _ => FIRST_VARIABLE + self.random.below(VARIABLES as usize) as u32,
        }
    }

    fn raw(&mut self, code: &mut Code) {
        let offset = match self.random.below(3) {
            0 => self.random.word() as u16,
            1 => self.pick(&[4, 32, 64, 0xffff]),
            _ => 0,
        };
        let id = self.variable_id();
        code.raw(id, offset);
    }

    fn raw_or_null(&mut self, code: &mut Code) {
        if self.random.below(3) == 0 {
            code.raw(0, 0);
        } else {
            self.raw(code);
        }
    }

    /// `class` 0: a variable, 3: through an address.
    fn elements(&mut self, code: &mut Code, modifier: u8, class: u8, region: u16) {
        code.byte(class | modifier << 3);
        if class == 0 {
            let id = self.variable_id();
            code.variable(id);
            code.word(self.random.word() as u16);
        } else {
            code.word(self.random.below(usize::from(ADDRESSES)) as u16);
            code.byte(self.random.below(16) as u8);
            code.word(self.random.word() as u16);
            code.byte(self.random.below(16) as u8);
        }
        code.word(region);
    }

    /// `class` 1, 2 or 6: an address, a predicate or a state.
    fn other(&mut self, code: &mut Code, class: u8) {
        code.byte(class);
        match class {
            1 => {
                code.word(self.random.below(usize::from(ADDRESSES)) as u16);
                code.byte(self.random.below(16) as u8);
                code.byte(self.random.below(5) as u8);
            }
            2 => {
                code.word(1 + self.random.below(usize::from(PREDICATES)) as u16);
            }
            _ if self.random.below(2) == 0 => {
                code.byte(0);
                code.word(self.random.below(usize::from(FIRST_SURFACE + SURFACES)) as u16);
                code.byte(self.random.below(16) as u8);
            }
            _ => {
                code.byte(1);
                code.word(self.random.below(usize::from(SAMPLERS)) as u16);
                code.byte(self.random.below(16) as u8);
            }
        }
    }

    fn immediate(&mut self, code: &mut Code) {
        // All but bool and bf, of which GenX_IR does not print the value.
        let kind = self.pick(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14]);
        let value = self.random.word() >> self.random.below(64);
        code.byte(5).byte(kind);
        match kind {
            6 | 11 | 13 => code.dword(value as u32).dword((value >> 32) as u32),
            2 | 14 => code.dword(value as u32 & 0xffff),
            4 => code.dword(value as u32 & 0xff),
            // Extended by the sign, as the types themselves are.
            3 => code.dword(i32::from(value as i16) as u32),
            5 => code.dword(i32::from(value as i8) as u32),
            _ => code.dword(value as u32),
        };
    }

    fn source(&mut self, code: &mut Code) {
        match self.random.below(12) {
            0 => self.other(code, 1),
            1 => self.other(code, 2),
            2 => self.other(code, 6),
            3..5 => self.immediate(code),
            5 => {
                let region = self.pick(&[0x0255, 0x0121, 0x0250, 0x0240, 0x0200]);
                let modifier = self.pick(&[0, 1, 2, 3, 5]);
                self.elements(code, modifier, 3, region);
            }
            _ => {
                let region = self.pick(&REGIONS);
                let modifier = self.pick(&[0, 0, 1, 2, 3, 5]);
                self.elements(code, modifier, 0, region);
            }
        }
    }

    fn destination(&mut self, code: &mut Code, saturated: bool) {
        let modifier = if saturated { self.pick(&[0, 0, 4]) } else { 0 };
        let region = self.pick(&[0x0100, 0x0200, 0x0300, 0x0400, 0x0700]);
        match self.random.below(8) {
            0 => self.other(code, 1),
            1 => self.other(code, 2),
            2 => self.elements(code, modifier, 3, region),
            3 if !saturated => self.other(code, 6),
            _ => self.elements(code, modifier, 0, region),
        }
    }

    fn typed_atomic(&mut self) {
        for op in ATOMIC {
            for half in [0, 0x20] {
                let mut code = self.code();
                code.byte(0x73).byte(op | half);
                self.exec(&mut code);
                self.predicate(&mut code);
                self.surface(&mut code);
                self.raw(&mut code);
                // V, R and LOD: with and without, and all else.
                for bit in 0..3 {
                    if self.round >> bit & 1 == 0 {
                        code.raw(0, 0);
                    } else {
                        self.raw(&mut code);
                    }
                }
                for _ in 0..3 {
                    self.raw_or_null(&mut code);
                }
                self.push(&code);
            }
        }
    }

    fn dword_atomic(&mut self) {
        for op in ATOMIC {
            for half in [0, 0x20] {
                let mut code = self.code();
                code.byte(0x7d).byte(op | half);
                self.exec(&mut code);
                self.predicate(&mut code);
                self.surface(&mut code);
                self.raw(&mut code);
                for _ in 0..3 {
                    self.raw_or_null(&mut code);
                }
                self.push(&code);
            }
        }
    }

    fn arithmetic(&mut self) {
        for (sources, opcodes) in ARITHMETIC {
            for &opcode in opcodes {
                let mut code = self.code();
                code.byte(opcode);
                self.exec(&mut code);
                match opcode {
                    // The verifier dies of `add3.o` without a predicate.
                    0x92 => _ = code.word(0x2001),
                    _ => self.predicate(&mut code),
                }
                self.destination(&mut code, true);
                for _ in 0..sources {
                    self.source(&mut code);
                }
                self.push(&code);
            }
        }
        for opcode in [0x49, 0x4a] {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            self.predicate(&mut code);
            self.destination(&mut code, false);
            self.destination(&mut code, false);
            self.source(&mut code);
            self.source(&mut code);
            self.push(&code);
        }
        // Comparisons, minimum and maximum: a byte behind the channels.
        let choices = (0..6).map(|relation| (0x2c, relation));
        for (opcode, choice) in choices.chain([(0x45, 0), (0x45, 1)]) {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            code.byte(choice);
            match opcode {
                // Anything else kills the verifier.
                0x2c if self.random.below(2) == 0 => self.other(&mut code, 2),
                0x2c => self.elements(&mut code, 0, 0, 0x0200),
                _ => self.destination(&mut code, true),
            }
            self.source(&mut code);
            self.source(&mut code);
            self.push(&code);
        }
        for opcode in [0x1d, 0x2b, 0x2d] {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            self.destination(&mut code, false);
            self.source(&mut code);
            self.push(&code);
        }
    }

    fn control(&mut self) {
        for opcode in [0x32, 0x33, 0x6c, 0x34, 0x68] {
            let mut code = self.code();
            code.byte(opcode);
            if opcode == 0x32 {
                code.byte(0);
            } else {
                self.exec(&mut code);
            }
            self.predicate(&mut code);
            if matches!(opcode, 0x32 | 0x33 | 0x6c) {
                code.word(self.random.below(usize::from(LABELS)) as u16);
            }
            self.push(&code);
        }
        if self.round == 0 {
            for bytes in [&[0x59][..], &[0x5a], &[0x5f], &[0x7c, 0], &[0x7c, 1]] {
                self.out.push(bytes.to_vec());
            }
        }
        let labels = [1, 2, 3, 8, 31, 32][self.round % 6];
        let mut code = self.code();
        code.byte(0x69).byte(0).byte(labels);
        self.source(&mut code);
        for _ in 0..labels {
            code.word(self.random.below(usize::from(LABELS)) as u16);
        }
        self.push(&code);
        let mut code = self.code();
        code.byte(0x52).dword(self.random.below(100_000) as u32);
        self.push(&code);
    }

    /// Where a subroutine begins, and where branches go.
    fn places(&mut self) {
        for opcode in [0x30, 0x31] {
            let mut code = self.code();
            code.byte(opcode);
            code.word(self.random.below(usize::from(LABELS)) as u16);
            self.push(&code);
        }
    }

    fn svm(&mut self) {
        for op in [1, 2] {
            let mut code = self.code();
            code.byte(0x4e).byte(op).byte(self.random.below(5) as u8);
            self.source(&mut code);
            self.raw(&mut code);
            self.push(&code);
        }
        for op in [3, 4] {
            let mut code = self.code();
            code.byte(0x4e).byte(op);
            self.exec(&mut code);
            self.predicate(&mut code);
            code.byte(self.random.below(3) as u8);
            code.byte(self.random.below(4) as u8);
            self.raw(&mut code);
            self.raw(&mut code);
            self.push(&code);
        }
        for op in ATOMIC {
            let mut code = self.code();
            code.byte(0x4e).byte(5);
            self.exec(&mut code);
            self.predicate(&mut code);
            code.byte(op | self.pick(&[0, 0x20, 0x40]));
            self.raw(&mut code);
            for _ in 0..3 {
                self.raw_or_null(&mut code);
            }
            self.push(&code);
        }
        for op in [6, 7] {
            let mut code = self.code();
            code.byte(0x4e).byte(op);
            self.exec(&mut code);
            self.predicate(&mut code);
            code.byte(1 + self.random.below(15) as u8).word(0);
            self.source(&mut code);
            self.raw(&mut code);
            self.raw(&mut code);
            self.push(&code);
        }
    }

    /// A number or an element of a variable.
    fn lsc_scalar(&mut self, code: &mut Code) {
        if self.random.below(2) == 0 {
            let value = self.random.word() as u32 >> self.random.below(32);
            code.byte(5).byte(0).dword(value);
        } else {
            let id = self.variable_id();
            let place = self.pick(&[0, self.round as u16]);
            code.byte(0).variable(id).word(place).word(0x0121);
        }
    }

    /// Everything up to the kind of address.
    fn lsc_head(&mut self, op: u8) -> Code {
        let mut code = self.code();
        code.byte(0x89).byte(op);
        self.exec(&mut code);
        self.predicate(&mut code);
        code.byte(self.random.below(4) as u8);
        for _ in 0..2 {
            code.byte(self.random.below(7) as u8);
        }
        code
    }

    fn lsc(&mut self) {
        for op in (0..29).filter(|op| !matches!(op, 3 | 7)) {
            let quad = matches!(op, 2 | 6);
            let strided = matches!(op, 1 | 5);
            let mut code = self.lsc_head(op);
            let kind = 1 + self.random.below(5) as u8;
            let offset = self.pick(&[0, 0, 1, 0x100, !0, !0xff, 0x7fff_ffff, 0x8000_0000]);
            code.byte(kind).word(1).dword(offset);
            code.byte(1 + self.random.below(3) as u8);
            code.byte(1 + self.random.below(7) as u8);
            let elements = if quad {
                code.byte(1);
                1 + self.random.below(15) as u8
            } else {
                code.byte(1 + self.random.below(2) as u8);
                1 + self.random.below(8) as u8
            };
            code.byte(elements).byte(elements);
            if matches!(kind, 1 | 5) {
                code.byte(5).byte(0).dword(0);
            } else {
                self.lsc_scalar(&mut code);
            }
            // Destination, address, sources: stores have none of the first,
            // loads none of the last.
            let store = matches!(op, 4..=6 | 28);
            let load = matches!(op, 0..=2 | 27);
            if store {
                code.raw(0, 0);
            } else {
                self.raw_or_null(&mut code);
            }
            self.raw(&mut code);
            if strided {
                self.lsc_scalar(&mut code);
            }
            if load {
                code.raw(0, 0);
            } else {
                self.raw_or_null(&mut code);
            }
            if !strided && (load || store) {
                code.raw(0, 0);
            } else if !strided {
                self.raw_or_null(&mut code);
            }
            self.push(&code);
        }
        for op in [3, 7] {
            let mut code = self.lsc_head(op);
            code.byte(1 + self.random.below(7) as u8);
            code.byte(1 + self.random.below(2) as u8);
            code.byte(self.pick(&[1, 1, 2, 4, 255]));
            code.word(self.pick(&[1, 8, 16, 0xffff]));
            code.word(self.pick(&[1, 4, 32, 0xffff]));
            code.byte(self.random.below(2) as u8);
            if op == 3 {
                self.raw_or_null(&mut code);
            } else {
                code.raw(0, 0);
            }
            for _ in 0..6 {
                self.lsc_scalar(&mut code);
            }
            if op == 7 {
                self.raw_or_null(&mut code);
            } else {
                code.raw(0, 0);
            }
            self.push(&code);
        }
        let mut code = self.code();
        // The mask and size that its text stands for.
        code.byte(0x8b).byte(0x80).word(0);
        code.byte(self.random.below(4) as u8);
        code.byte(self.random.below(7) as u8);
        code.byte(self.random.below(7) as u8);
        self.push(&code);
    }
}
