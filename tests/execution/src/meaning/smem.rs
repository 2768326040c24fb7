//! Scalar memory: SMRD of GCN 1.0 and 1.1, SMEM of GCN 1.2 and 1.4. It runs
//! once for a wave, so it starts from registers and memory, not from lanes.

use isa_dsl::sorted::SortedMap;

/// Memory in dwords, of which only those have a value that somebody met.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    /// What the dwords hold that are met, one after the other; then from the
    /// beginning.
    pub fresh: Vec<u32>,
    /// The dwords in the order in which they were met, as they were.
    pub before: Vec<(u64, u32)>,
    /// The same dwords as they are.
    pub after: SortedMap<u64, u32>,
}

impl Memory {
    fn dword(&mut self, at: u64) -> &mut u32 {
        assert_eq!(at % 4, 0, "scalar memory has no bytes");
        let (fresh, before) = (&self.fresh, &mut self.before);
        self.after.entry(at).or_insert_with(|| {
            let value = fresh[before.len() % fresh.len()];
            before.push((at, value));
            value
        })
    }
}

/// What an instruction finds.
#[derive(Debug, Clone)]
pub struct Wave {
    /// The registers of `sbase`.
    pub base: [u32; 4],
    /// The offset in the instruction, in bytes.
    pub offset: i64,
    /// The register of the offset; 0 if there is none.
    pub register: u32,
    /// The flag.
    pub glc: bool,
    /// The registers of `sdata`, and those behind them.
    pub data: [u32; 16],
    /// Cycles of the shader core.
    pub clock: u64,
    /// The counter of a constant rate.
    pub real_time: u64,
    /// Memory.
    pub memory: Memory,
}

/// Bytes are not addressed: each part of an address counts in whole dwords.
fn whole(bytes: u64) -> u64 {
    bytes / 4 * 4
}

impl Wave {
    fn low64(&self) -> u64 {
        u64::from(self.base[0]) + (u64::from(self.base[1]) << 32)
    }

    /// What offset and register add, as the sum of both.
    fn distance(&self) -> i128 {
        i128::from(self.offset.div_euclid(4) * 4) + i128::from(self.register / 4 * 4)
    }

    /// Address of a dword; `None` if it lies outside of the buffer.
    fn address(&self, place: Place, dword: usize) -> Option<u64> {
        let step = 4 * dword as i128;
        let at = |base: u64, distance: i128| Some((i128::from(base) + distance) as u64);
        match place {
            Place::Memory => at(whole(self.low64()), self.distance() + step),
            // The register counts 64 bytes for one.
            Place::Scratch => {
                let register = i128::from(self.register / 4 * 4) * 64;
                let number = i128::from(self.offset.div_euclid(4) * 4);
                at(whole(self.low64()), register + number + step)
            }
            Place::Buffer => {
                let base = self.low64() % (1 << 48);
                let stride = self.base[1] >> 16 & 0x3fff;
                let records = i128::from(self.base[2]);
                let bytes = match stride {
                    0 => records,
                    stride => records * i128::from(stride),
                };
                let distance = self.distance() + step;
                if (0..bytes).contains(&distance) {
                    at(whole(base), distance)
                } else {
                    None
                }
            }
        }
    }
}

/// Where memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At an address in two registers.
    Memory,
    /// The same, with an offset in units of 64 bytes.
    Scratch,
    /// In a buffer, which four registers describe.
    Buffer,
}

/// What `sdata` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// So many registers.
    Registers(usize),
    /// A number.
    Number,
    /// It has none.
    None,
}

/// What an instruction does.
pub struct Meaning {
    /// Its first operand.
    pub data: Data,
    /// Where it finds memory; `None` if it has no address.
    pub place: Option<Place>,
    /// Width in bits of the numbers of an atomic; 0 for all others.
    pub atomic: u32,
    /// Registers and memory afterwards.
    pub run: Box<dyn Fn(&mut Wave)>,
}

/// The meaning of an instruction; `None` if it is none of scalar memory.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let name = mnemonic.strip_prefix("s_")?;
    let still = |data, place| {
        Some(Meaning {
            data,
            place,
            atomic: 0,
            run: Box::new(|_| {}),
        })
    };
    match name {
        "memtime" => return Some(time(|wave| wave.clock)),
        "memrealtime" => return Some(time(|wave| wave.real_time)),
        // Caches hold what memory holds; only time shows that they are there.
        "dcache_inv" | "dcache_inv_vol" | "dcache_wb" | "dcache_wb_vol" | "gl1_inv" => {
            return still(Data::None, None);
        }
        "dcache_discard" | "dcache_discard_x2" => {
            return still(Data::None, Some(Place::Memory));
        }
        "atc_probe" => return still(Data::Number, Some(Place::Memory)),
        "atc_probe_buffer" => return still(Data::Number, Some(Place::Buffer)),
        _ => {}
    }
    let (place, name) = if let Some(name) = name.strip_prefix("buffer_") {
        (Place::Buffer, name)
    } else if let Some(name) = name.strip_prefix("scratch_") {
        (Place::Scratch, name)
    } else {
        (Place::Memory, name)
    };
    let (what, name) = name.split_once('_')?;
    match what {
        "load" if part(name).is_some() => part(name).map(|it| load_part(place, it)),
        "load" => Some(load(place, dwords(name)?)),
        "store" => Some(store(place, dwords(name)?)),
        "atomic" => atomic(place, name),
        _ => None,
    }
}

fn dwords(name: &str) -> Option<usize> {
    match name.strip_prefix("dword").or(name.strip_prefix("b96"))? {
        "" if name == "b96" => Some(3),
        "" => Some(1),
        times => times.strip_prefix('x')?.parse().ok(),
    }
}

fn time(counter: fn(&Wave) -> u64) -> Meaning {
    Meaning {
        data: Data::Registers(2),
        place: None,
        atomic: 0,
        run: Box::new(move |wave| {
            let now = counter(wave);
            wave.data[0] = now as u32;
            wave.data[1] = (now >> 32) as u32;
        }),
    }
}

/// Each dword is looked up for itself: outside of the buffer it is zero.
fn load(place: Place, count: usize) -> Meaning {
    Meaning {
        data: Data::Registers(count),
        place: Some(place),
        atomic: 0,
        run: Box::new(move |wave| {
            for dword in 0..count {
                wave.data[dword] = match wave.address(place, dword) {
                    Some(at) => *wave.memory.dword(at),
                    None => 0,
                };
            }
        }),
    }
}

/// Less than a dword: how many bytes, and whether there is a sign.
fn part(name: &str) -> Option<(u32, bool)> {
    Some(match name {
        "i8" => (1, true),
        "u8" => (1, false),
        "i16" => (2, true),
        "u16" => (2, false),
        _ => return None,
    })
}

/// Bytes are addressed here.
fn load_part(place: Place, (bytes, with_sign): (u32, bool)) -> Meaning {
    Meaning {
        data: Data::Registers(1),
        place: Some(place),
        atomic: 0,
        run: Box::new(move |wave| {
            let distance = i128::from(wave.offset) + i128::from(wave.register);
            let (base, inside) = match place {
                Place::Buffer => {
                    let each = wave.base[1] >> 16 & 0x3fff;
                    let size = i128::from(wave.base[2]) * i128::from(each.max(1));
                    (wave.low64() % (1 << 48), (0..size).contains(&distance))
                }
                _ => (wave.low64(), true),
            };
            let mut value = 0;
            if inside {
                let at = (i128::from(base) + distance) as u64;
                for byte in 0..u64::from(bytes) {
                    let dword = *wave.memory.dword(whole(at + byte));
                    value |= (dword >> (8 * ((at + byte) % 4)) & 0xff) << (8 * byte);
                }
            }
            let above = 32 - 8 * bytes;
            wave.data[0] = match with_sign {
                true => ((value << above).cast_signed() >> above).cast_unsigned(),
                false => value,
            };
        }),
    }
}

/// What lies outside of the buffer is not stored.
fn store(place: Place, count: usize) -> Meaning {
    Meaning {
        data: Data::Registers(count),
        place: Some(place),
        atomic: 0,
        run: Box::new(move |wave| {
            for dword in 0..count {
                if let Some(at) = wave.address(place, dword) {
                    *wave.memory.dword(at) = wave.data[dword];
                }
            }
        }),
    }
}

fn atomic(place: Place, name: &str) -> Option<Meaning> {
    let (name, count) = match name.strip_suffix("_x2") {
        Some(name) => (name, 2),
        None => (name, 1),
    };
    let change = change(name)?;
    let compares = name == "cmpswap";
    Some(Meaning {
        data: Data::Registers(if compares { 2 * count } else { count }),
        place: Some(place),
        atomic: 32 * count as u32,
        run: Box::new(move |wave| {
            let number = |dwords: &[u32]| {
                let high = dwords.get(1).copied().unwrap_or(0);
                u64::from(dwords[0]) | u64::from(high) << 32
            };
            let data = number(&wave.data[..count]);
            let compare = number(&wave.data[count..2 * count]);
            let places: Option<Vec<u64>> = (0..count).map(|it| wave.address(place, it)).collect();
            let Some(places) = places else {
                // Nothing happens in memory, and what comes back is zero.
                if wave.glc {
                    wave.data[..count].fill(0);
                }
                return;
            };
            let old: Vec<u32> = places.iter().map(|at| *wave.memory.dword(*at)).collect();
            let new = change(Number {
                old: number(&old),
                data,
                compare,
                bits: 32 * count as u32,
            });
            for (dword, at) in places.iter().enumerate() {
                *wave.memory.dword(*at) = (new >> (32 * dword)) as u32;
                if wave.glc {
                    wave.data[dword] = old[dword];
                }
            }
        }),
    })
}

/// What an atomic works on.
struct Number {
    old: u64,
    data: u64,
    compare: u64,
    bits: u32,
}

impl Number {
    /// The order of the values as signed numbers, as that of unsigned ones.
    fn signed(&self, value: u64) -> u64 {
        value ^ 1 << (self.bits - 1)
    }

    /// Zero after the greatest number, if that is what the data is.
    fn following(&self) -> u64 {
        if self.old < self.data {
            self.old + 1
        } else {
            0
        }
    }

    /// The data after zero, and instead of what is greater.
    fn preceding(&self) -> u64 {
        match self.old {
            0 => self.data,
            old if old > self.data => self.data,
            old => old - 1,
        }
    }
}

/// What an atomic leaves in memory.
fn change(name: &str) -> Option<fn(Number) -> u64> {
    Some(match name {
        "swap" => |it| it.data,
        "cmpswap" => |it| {
            if it.old == it.compare {
                it.data
            } else {
                it.old
            }
        },
        "add" => |it| it.old.wrapping_add(it.data),
        "sub" => |it| it.old.wrapping_sub(it.data),
        "smin" => |it| it.signed(it.signed(it.old).min(it.signed(it.data))),
        "smax" => |it| it.signed(it.signed(it.old).max(it.signed(it.data))),
        "umin" => |it| it.old.min(it.data),
        "umax" => |it| it.old.max(it.data),
        "and" => |it| it.old & it.data,
        "or" => |it| it.old | it.data,
        "xor" => |it| it.old ^ it.data,
        "inc" => |it| it.following(),
        "dec" => |it| it.preceding(),
        _ => return None,
    })
}
