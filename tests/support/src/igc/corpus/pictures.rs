//! Blocks of surfaces, gathering, samplers and video.

use super::super::object::{ADDRESSES, SAMPLERS};
use super::{Code, Maker};

/// Types of constants of at most 32 bits whose value `GenX_IR` prints.
const NARROW: [u8; 8] = [0, 1, 2, 3, 4, 5, 7, 14];

impl Maker<'_> {
    fn sampler(&mut self, code: &mut Code) {
        code.byte(self.random.below(usize::from(SAMPLERS)) as u8);
    }

    /// A constant of at most 32 bits, an element of a variable, or one that an
    /// address points at.
    pub(super) fn scalar_source(&mut self, code: &mut Code) {
        if self.random.below(4) != 0 {
            return self.direct_source(code);
        }
        // It dies of types that only constants have.
        code.byte(3);
        code.word(self.random.below(usize::from(ADDRESSES)) as u16);
        code.byte(self.random.below(16) as u8);
        code.word(self.random.word() as u16);
        code.byte(self.pick(&NARROW)).word(0x0121);
    }

    /// The same without an address.
    fn direct_source(&mut self, code: &mut Code) {
        if self.random.below(3) != 0 {
            let modifier = self.pick(&[0, 0, 0, 1, 2, 3]);
            return self.elements(code, modifier, 0, 0x0121);
        }
        let kind = self.pick(&NARROW);
        let value = (self.random.word() >> self.random.below(64)) as u32;
        code.byte(5).byte(kind);
        match kind {
            2 | 14 => code.dword(value & 0xffff),
            4 => code.dword(value & 0xff),
            3 => code.dword(i32::from(value as i16) as u32),
            5 => code.dword(i32::from(value as i8) as u32),
            _ => code.dword(value),
        };
    }

    fn scalar_sources(&mut self, code: &mut Code, count: usize) {
        for _ in 0..count {
            self.scalar_source(code);
        }
    }

    fn raws(&mut self, code: &mut Code, count: usize) {
        for _ in 0..count {
            self.raw(code);
        }
    }

    /// Loads and stores of owords and of rectangles, all without `.mod`, which `GenX_IR`
    /// does not print.
    pub(super) fn blocks(&mut self) {
        for opcode in [0x35, 0x36, 0x3c] {
            let mut code = self.code();
            code.byte(opcode).byte(self.random.below(5) as u8);
            if opcode != 0x36 {
                code.byte(0);
            }
            self.surface(&mut code);
            self.scalar_source(&mut code);
            self.raw(&mut code);
            self.push(&code);
        }
        let loads = (0..6).map(|modifier| (0x37, modifier));
        for (opcode, modifier) in loads.chain([(0x38, 0), (0x38, 2), (0x38, 3)]) {
            let mut code = self.code();
            code.byte(opcode).byte(modifier);
            self.surface(&mut code);
            // It dies of more lines of one field than there are, and of some addresses.
            code.byte(self.random.below(4) as u8);
            code.byte(self.pick(&[1, 4, 16, 32]));
            code.byte(1 + self.random.below(8) as u8);
            self.direct_source(&mut code);
            self.direct_source(&mut code);
            self.raw(&mut code);
            self.push(&code);
        }
    }

    /// Elements at a place for each channel. `GenX_IR` prints neither `.mod` nor the
    /// predicate of `gather4_typed` and `scatter4_typed`.
    pub(super) fn gathers(&mut self) {
        for opcode in [0x39, 0x3a] {
            let mut code = self.code();
            code.byte(opcode).byte(self.random.below(3) as u8);
            if opcode == 0x39 {
                code.byte(0);
            }
            let masks = if self.version >= (3, 1) { 16 } else { 9 };
            let mask = self.random.below(masks) << 4;
            code.byte((mask | self.random.below(3)) as u8);
            self.surface(&mut code);
            self.scalar_source(&mut code);
            self.raws(&mut code, 2);
            self.push(&code);
        }
        for opcode in [0x74, 0x75, 0x78, 0x79] {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            self.predicate(&mut code);
            if opcode < 0x78 {
                code.byte(self.random.below(16) as u8);
            } else {
                code.byte(0).byte(self.random.below(4) as u8);
            }
            code.word(0);
            self.surface(&mut code);
            self.scalar_source(&mut code);
            self.raw(&mut code);
            self.raw_or_null(&mut code);
            self.push(&code);
        }
        for opcode in [0x86, 0x87] {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            self.predicate(&mut code);
            code.byte(self.random.below(4) as u8);
            self.surface(&mut code);
            self.raw(&mut code);
            self.raw_or_null(&mut code);
            self.push(&code);
        }
        for opcode in [0x4b, 0x4c] {
            let mut code = self.code();
            code.byte(opcode);
            if self.version >= (3, 2) {
                self.exec(&mut code);
                code.word(0).byte(self.random.below(16) as u8);
            } else {
                code.byte(self.random.below(16) as u8);
                let masks = if self.version >= (3, 1) { 16 } else { 9 };
                code.byte((self.random.below(masks) << 4) as u8);
            }
            self.surface(&mut code);
            self.raw(&mut code);
            let nulls = if self.version >= (3, 2) { 3 } else { 2 };
            for _ in 0..nulls {
                self.raw_or_null(&mut code);
            }
            self.raw(&mut code);
            self.push(&code);
        }
    }

    /// Samples. Of the words behind the operation `GenX_IR` prints `divS` never, and
    /// before 4.0 none; of `sample4_po` and `sample4_po_c` it prints another channel.
    pub(super) fn samplers(&mut self) {
        for opcode in [0x40, 0x42] {
            let mut code = self.code();
            let channels = 1 + self.random.below(15) as u8;
            code.byte(opcode).byte(channels | self.pick(&[0, 0x10]));
            if opcode == 0x40 {
                self.sampler(&mut code);
            }
            self.surface(&mut code);
            self.raws(&mut code, 4);
            self.push(&code);
        }
        let mut code = self.code();
        let channels = 1 + self.random.below(15) as u8;
        code.byte(0x41)
            .byte(channels | (self.random.below(4) as u8) << 4);
        self.sampler(&mut code);
        self.surface(&mut code);
        self.scalar_sources(&mut code, 4);
        self.raw(&mut code);
        self.push(&code);

        let samples = [
            0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x09, 0x0c, 0x14, 0x18, 0x19,
        ];
        for op in samples {
            let flags = self.pick(&[0, 0x100, 0x200, 0x300]);
            self.sampler_3d(0x6d, op, flags, 16);
        }
        for op in [0x07, 0x1a, 0x1c, 0x1d] {
            let flags = self.pick(&[0, 0x100]);
            self.sampler_3d(0x6e, op, flags, 16);
        }
        for op in [0x08, 0x10] {
            let flags = self.pick(&[0, 0x100]);
            self.sampler_3d(0x6f, op, flags, 8);
        }
        for op in [0x0a, 0x0b] {
            let mut code = self.code();
            code.byte(0x70).byte(op);
            self.exec(&mut code);
            code.byte(self.random.below(16) as u8);
            self.surface(&mut code);
            self.raws(&mut code, if op == 0x0a { 2 } else { 1 });
            self.push(&code);
        }
    }

    fn sampler_3d(&mut self, opcode: u8, op: u8, flags: u16, most: usize) {
        let mut code = self.code();
        code.byte(opcode);
        if self.version >= (4, 0) {
            code.word(u16::from(op) | flags);
        } else {
            code.byte(op);
        }
        let exec = code.bytes.len();
        self.exec(&mut code);
        // It dies of messages that are too long.
        let most = if code.bytes[exec] & 15 == 5 { 6 } else { most };
        self.predicate(&mut code);
        let channels = if opcode == 0x6f { 4 } else { 16 };
        code.byte(self.random.below(channels) as u8);
        if self.version >= (3, 4) {
            self.scalar_source(&mut code);
        } else {
            code.word(self.random.word() as u16);
        }
        if opcode != 0x6e {
            self.sampler(&mut code);
        }
        self.surface(&mut code);
        self.raw(&mut code);
        let count = self.random.below(most);
        code.byte(count as u8);
        for _ in 0..count {
            self.raw_or_null(&mut code);
        }
        self.push(&code);
    }

    /// Scaling, analysis and motion. Left out: the larger kernel of `va.convolve`, which
    /// `GenX_IR` drops; what it dies of; and `vme_idm`, which it prints as `vme_sic`.
    pub(super) fn video(&mut self) {
        let mut code = self.code();
        code.byte(0x43).byte(1 + self.random.below(15) as u8);
        self.sampler(&mut code);
        self.surface(&mut code);
        self.scalar_sources(&mut code, 7);
        code.byte(self.random.below(4) as u8);
        self.scalar_source(&mut code);
        code.byte(self.pick(&[0, 2]));
        self.scalar_source(&mut code);
        self.raw(&mut code);
        self.push(&code);

        for sub in 1..=7 {
            let mut code = self.analysis(0x44, sub, matches!(sub, 1 | 3 | 4 | 5));
            match sub {
                1 | 4 | 5 => _ = code.byte(self.random.below(4) as u8),
                2 => self.extremes(&mut code),
                3 => {
                    code.byte(self.pick(&[0, 2])).byte(self.pick(&[0, 2]));
                    code.byte(5).byte(4).dword(self.random.below(3) as u32);
                }
                6 => self.scalar_sources(&mut code, 2),
                _ => self.scalar_source(&mut code),
            }
            self.raw(&mut code);
            self.push(&code);
        }
        for sub in [8, 9, 10] {
            let mut code = self.analysis(0x4d, sub, true);
            code.byte(self.pick(&[0, 2, 3]));
            self.raws(&mut code, if sub == 10 { 2 } else { 1 });
            self.push(&code);
        }
        let mut code = self.code();
        code.byte(0x4d).byte(11).byte(self.random.below(2) as u8);
        self.raw(&mut code);
        self.scalar_sources(&mut code, 3);
        self.raw(&mut code);
        self.push(&code);
        for sub in [12, 13, 15] {
            let mut code = self.analysis(0x4d, sub, false);
            match sub {
                12 => _ = code.byte(self.random.below(3) as u8),
                13 => self.scalar_source(&mut code),
                _ => self.scalar_sources(&mut code, 6),
            }
            self.raw(&mut code);
            self.push(&code);
        }
        for sub in 16..=24 {
            let mut code = self.analysis(0x4d, sub, !matches!(sub, 20 | 21));
            match sub {
                16 => _ = code.byte(self.pick(&[0, 1, 0x10, 0x11])),
                17 => {
                    code.byte(self.random.below(2) as u8);
                    code.byte(self.random.below(3) as u8);
                }
                20 => self.scalar_source(&mut code),
                21 => _ = code.byte(1 + self.random.below(2) as u8),
                22 | 23 => _ = code.byte(self.random.below(2) as u8),
                24 => {
                    code.byte(self.random.below(2) as u8);
                    self.raw(&mut code);
                }
                _ => {}
            }
            self.surface(&mut code);
            self.scalar_sources(&mut code, 2);
            self.push(&code);
        }

        let mut code = self.code();
        code.byte(0x54);
        code.byte(self.random.below(4) as u8);
        code.byte(self.random.below(4) as u8);
        self.raws(&mut code, 2);
        self.surface(&mut code);
        self.raws(&mut code, 4);
        self.push(&code);
        for opcode in [0x55, 0x56] {
            let mut code = self.code();
            code.byte(opcode);
            self.raws(&mut code, 2);
            self.surface(&mut code);
            if opcode == 0x56 {
                self.scalar_sources(&mut code, 3);
            }
            self.raw(&mut code);
            self.push(&code);
        }
    }

    /// Everything up to the coordinates, `sampled` with a sampler.
    fn analysis(&mut self, opcode: u8, sub: u8, sampled: bool) -> Code {
        let mut code = self.code();
        code.byte(opcode).byte(sub);
        if sampled {
            self.sampler(&mut code);
        }
        self.surface(&mut code);
        self.scalar_sources(&mut code, 2);
        code
    }

    /// What is looked for: a word, or an element.
    fn extremes(&mut self, code: &mut Code) {
        if self.random.below(2) == 0 {
            code.byte(5).byte(4).dword(self.random.below(3) as u32);
        } else {
            self.elements(code, 0, 0, 0x0121);
        }
    }
}
