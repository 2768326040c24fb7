//! Typed surfaces through the load/store cache, functions, messages, matrices, results
//! of shaders, what waits, and constants of every type.

use super::super::object::{
    ADDRESSES, FIRST_STRING, FIRST_SURFACE, FIRST_VARIABLE, PREDICATES, SAMPLERS, STRINGS,
    SURFACES, VARIABLES,
};
use super::Maker;

impl Maker<'_> {
    /// Typed elements. `GenX_IR` prints no offsets of coordinates, and of `lsc_ccs_update`
    /// nothing behind the channels.
    pub(super) fn typed(&mut self) {
        let subs = [2, 6].into_iter().chain(8..29);
        for sub in subs.chain([30]) {
            let mut code = self.code();
            code.byte(0x8a).byte(sub);
            if sub == 30 {
                // The channels are not printed.
                code.byte(0x80);
            } else {
                self.exec(&mut code);
            }
            self.predicate(&mut code);
            for _ in 0..2 {
                code.byte(self.random.below(7) as u8);
            }
            let kind = 1 + self.random.below(5) as u8;
            code.byte(kind);
            if sub == 30 {
                code.byte(2).byte(3).byte(1).byte(1).byte(1);
            } else {
                code.byte(1 + self.random.below(3) as u8);
                code.byte(1 + self.random.below(7) as u8);
                let elements = if matches!(sub, 2 | 6) {
                    code.byte(1);
                    1 + self.random.below(15) as u8
                } else {
                    code.byte(1 + self.random.below(2) as u8);
                    1 + self.random.below(8) as u8
                };
                code.byte(elements).byte(elements);
            }
            if matches!(kind, 1 | 5) {
                code.byte(5).byte(0).dword(0);
            } else {
                self.lsc_scalar(&mut code);
            }
            let store = matches!(sub, 6 | 28);
            let load = matches!(sub, 2 | 27 | 30);
            if store {
                code.raw(0, 0);
            } else {
                self.raw_or_null(&mut code);
            }
            for place in 0..4 {
                if sub == 30 || place > 0 && self.random.below(2) == 0 {
                    code.raw(0, 0);
                } else {
                    let id = self.variable_id();
                    code.raw(id, 0);
                }
            }
            for null in [load, load || store] {
                if null {
                    code.raw(0, 0);
                } else {
                    self.raw_or_null(&mut code);
                }
            }
            self.push(&code);
        }
    }

    /// Functions of three sources, sums of addresses, random rounding, and moves of
    /// constants of every type.
    pub(super) fn constants(&mut self) {
        for function in [0x00, 0x08, 0xd8, 0xff, self.random.word() as u8] {
            let mut code = self.code();
            code.byte(0x85);
            self.exec(&mut code);
            self.predicate(&mut code);
            self.destination(&mut code, true);
            for _ in 0..3 {
                self.source(&mut code);
            }
            code.byte(function);
            self.push(&code);
        }
        for kind in 0..4 {
            let mut code = self.code();
            code.byte(0x28);
            self.exec(&mut code);
            code.byte(1)
                .word(self.random.below(usize::from(ADDRESSES)) as u16)
                .byte(self.random.below(16) as u8)
                .byte(0);
            match kind {
                0 => {
                    // A row and a column are printed in bytes.
                    let id = self.variable_id();
                    code.byte(0).variable(id).word(0).word(0x0121);
                }
                1 => self.other(&mut code, 1),
                2 => {
                    let surfaces = usize::from(FIRST_SURFACE + SURFACES);
                    code.byte(6)
                        .byte(0)
                        .word(self.random.below(surfaces) as u16);
                    code.byte(self.pick(&[0, 1, 127]));
                }
                _ => {
                    let sampler = self.random.below(usize::from(SAMPLERS));
                    code.byte(6).byte(1).word(sampler as u16);
                    code.byte(self.pick(&[0, 1, 127]));
                }
            }
            self.source(&mut code);
            self.push(&code);
        }
        let mut code = self.code();
        code.byte(0x1e);
        self.exec(&mut code);
        self.destination(&mut code, true);
        for _ in 0..2 {
            self.source(&mut code);
        }
        self.push(&code);
        for _ in 0..14 {
            let mut code = self.code();
            code.byte(0x29);
            self.exec(&mut code);
            code.word(0);
            code.destination(40);
            self.immediate(&mut code);
            self.push(&code);
        }
    }

    /// Functions and what debuggers are told.
    pub(super) fn functions(&mut self) {
        let string = FIRST_STRING + self.random.below(usize::from(STRINGS)) as u16;
        for opcode in [0x67, 0x4f] {
            let mut code = self.code();
            code.byte(opcode);
            self.exec(&mut code);
            self.predicate(&mut code);
            if opcode == 0x67 {
                code.word(string);
            } else {
                self.scalar_source(&mut code);
            }
            code.byte(self.random.word() as u8);
            code.byte(self.random.word() as u8);
            self.push(&code);
        }
        let mut code = self.code();
        code.byte(0x50).word(string);
        code.byte(0);
        let id = self.variable_id();
        code.variable(id)
            .word(self.random.word() as u16)
            .word(0x0200);
        self.push(&code);
        let mut code = self.code();
        code.byte(0x51).variable(u32::from(string));
        self.push(&code);
        for end in [0, 1] {
            // It dies of predefined ones.
            let mut code = self.code();
            let id = FIRST_VARIABLE + self.random.below(VARIABLES as usize) as u32;
            code.byte(0x7b).byte(end).variable(id);
            self.push(&code);
            let mut code = self.code();
            let address = self.random.below(usize::from(ADDRESSES)) as u32;
            code.byte(0x7b).byte(0x10 | end).variable(address);
            self.push(&code);
            let mut code = self.code();
            let predicate = 1 + self.random.below(usize::from(PREDICATES)) as u32;
            code.byte(0x7b).byte(0x20 | end).variable(predicate);
            self.push(&code);
        }
    }

    /// Messages, conditional ones and the last of a thread among them.
    pub(super) fn sends(&mut self) {
        for modifier in [0, 1] {
            let mut code = self.code();
            code.byte(0x5d).byte(modifier);
            self.exec(&mut code);
            self.predicate(&mut code);
            code.dword(self.random.word() as u32 >> self.random.below(32));
            code.byte(self.random.below(16) as u8);
            code.byte(self.random.below(16) as u8);
            self.scalar_source(&mut code);
            self.raw(&mut code);
            self.raw_or_null(&mut code);
            self.push(&code);
        }
        for modifier in 0..4 {
            let mut code = self.code();
            code.byte(0x7a).byte(modifier);
            self.exec(&mut code);
            self.predicate(&mut code);
            for _ in 0..3 {
                code.byte(self.random.below(16) as u8);
            }
            if self.version >= (3, 6) {
                code.byte(self.random.below(16) as u8);
            }
            self.scalar_source(&mut code);
            self.scalar_source(&mut code);
            self.raw(&mut code);
            self.raw_or_null(&mut code);
            self.raw_or_null(&mut code);
            self.push(&code);
        }
    }

    /// Products of matrices in every precision. The region of the last source is not
    /// printed; it is the one that `GenX_IR` writes.
    pub(super) fn matrices(&mut self) {
        let precisions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];
        for opcode in [0x83, 0x1c] {
            for precision in precisions {
                let mut code = self.code();
                code.byte(opcode);
                self.exec(&mut code);
                self.raw(&mut code);
                self.raw_or_null(&mut code);
                self.raw(&mut code);
                self.elements(&mut code, 0, 0, 0x0122);
                let other = self.pick(&precisions);
                code.byte(precision).byte(other);
                code.byte(self.pick(&[1, 2, 4, 8]));
                code.byte(1 + self.random.below(8) as u8);
                self.push(&code);
            }
        }
    }

    /// Pixels with everything that they may have, and vertices.
    pub(super) fn graphics(&mut self) {
        for round in 0..6 {
            let mut code = self.code();
            code.byte(0x71);
            self.exec(&mut code);
            self.predicate(&mut code);
            let mode = match round {
                0 => 0,
                1 => 0x1ffc,
                _ => self.random.word() as u16 & 0x1ffc,
            };
            code.word(mode);
            self.surface(&mut code);
            self.raw(&mut code);
            for bit in [11, 8, 2] {
                if mode >> bit & 1 != 0 {
                    self.scalar_source(&mut code);
                }
            }
            let there = |bit: u16| usize::from(mode >> bit & 1);
            for _ in 0..there(3) + there(4) + 4 + there(5) + there(6) {
                self.raw(&mut code);
            }
            self.push(&code);
        }
        let mut code = self.code();
        code.byte(0x72);
        self.exec(&mut code);
        self.predicate(&mut code);
        code.byte(self.random.below(9) as u8);
        self.raw_or_null(&mut code);
        code.word(self.random.word() as u16);
        self.raw(&mut code);
        self.raw_or_null(&mut code);
        self.raw(&mut code);
        self.push(&code);
    }

    /// What waits. Of `nbarrier.wait` the number of threads is not printed.
    pub(super) fn synchronization(&mut self) {
        let mut code = self.code();
        code.byte(0x5b);
        if self.version >= (3, 1) {
            self.scalar_source(&mut code);
        }
        self.push(&code);
        for signal in [0, 1] {
            let mut code = self.code();
            code.byte(0x60).byte(signal);
            self.scalar_source(&mut code);
            if signal == 1 {
                self.scalar_source(&mut code);
            } else {
                code.byte(5).byte(0).dword(0);
            }
            self.push(&code);
        }
        for mask in 0..16 {
            let mut code = self.code();
            let mask = (self.random.below(8) as u8) << 4 | mask;
            code.byte(0x5c).byte(mask);
            self.push(&code);
        }
        let mut code = self.code();
        code.byte(0x5c).byte(0x80);
        self.push(&code);
    }
}
