//! What concerns several lanes, or none.

use crate::meaning::{is_newer, is_rdna};

use super::effect::{Effect, Meaning, WaveEffect};
use super::wave::{Fields, LANES, Wave, replaced};

/// Whether an access may begin anywhere, and M0 is no limit: from GCN 1.4 on.
pub fn has_any_address(arch: &str) -> bool {
    is_newer(arch)
}

/// What follows `ds_`, if it works on the wavefront as a whole.
pub(super) fn meaning(name: &str, arch: &str, lanes: usize) -> Option<Meaning> {
    // RDNA exchanges among 32 lanes, and has wavefronts of as many; RDNA 4 among all.
    let group = match arch {
        "rdna4" => lanes,
        _ if is_rdna(arch) => 32,
        _ => LANES,
    };
    // Dwords of the destination, an address, dwords of data.
    let (dst, addr, data0, effect): (_, _, _, WaveEffect) = match name {
        "nop" => (0, true, 0, Box::new(|_, _| {})),
        "swizzle_b32" if has_any_address(arch) => (1, true, 0, Box::new(swizzle_vega)),
        "swizzle_b32" => (1, true, 0, Box::new(swizzle)),
        "permute_b32" => (
            1,
            true,
            1,
            Box::new(move |wave, it| permute(wave, it, group)),
        ),
        "bpermute_b32" => (
            1,
            true,
            1,
            Box::new(move |wave, it| bpermute(wave, it, group, false)),
        ),
        "bpermute_fi_b32" => (
            1,
            true,
            1,
            Box::new(move |wave, it| bpermute(wave, it, group, true)),
        ),
        "append" => (1, false, 0, Box::new(|wave, it| count(wave, it, true))),
        "consume" => (1, false, 0, Box::new(|wave, it| count(wave, it, false))),
        _ => return outside(name),
    };
    Some(Meaning {
        dst,
        addr,
        data0,
        data1: 0,
        bits: 32,
        effect: Effect::Wave(effect),
    })
}

/// What depends on other wavefronts.
fn outside(name: &str) -> Option<Meaning> {
    let (dst, addr) = match name {
        "ordered_count" => (1, true),
        "gws_init" | "gws_sema_br" | "gws_barrier" => (0, true),
        "gws_sema_v" | "gws_sema_p" | "gws_sema_release_all" => (0, false),
        _ => return None,
    };
    Some(Meaning {
        dst,
        addr,
        data0: 0,
        data1: 0,
        bits: 32,
        effect: Effect::Undefined,
    })
}

fn set(wave: &mut Wave, lane: usize, value: u32) {
    wave.dst[lane] = replaced(wave.dst[lane], 32, u128::from(value));
}

/// Every active lane takes `addr` of another one; zero if that does not run.
fn fetch(wave: &mut Wave, from: impl Fn(usize) -> usize) {
    for lane in wave.active() {
        let source = from(lane);
        let runs = wave.exec >> source & 1 == 1;
        let value = if runs { wave.addr[source] } else { 0 };
        set(wave, lane, value);
    }
}

/// Groups of four with a choice of two bits for each, or of 32 with three
/// masks.
fn swizzle(wave: &mut Wave, fields: Fields) {
    let bits = |from: u32, count: u32| (fields.offset >> from) as usize % (1 << count);
    if bits(15, 1) == 1 {
        fetch(wave, |lane| lane / 4 * 4 + bits(2 * (lane as u32 % 4), 2));
    } else {
        let (and, or, xor) = (bits(0, 5), bits(5, 5), bits(10, 5));
        fetch(wave, |lane| {
            lane / 32 * 32 + (((lane % 32) & and | or) ^ xor)
        });
    }
}

/// Vega has two more modes. Lanes whose number has a bit of the mask keep that
/// bit.
fn swizzle_vega(wave: &mut Wave, fields: Fields) {
    let mask = fields.offset as usize % 32;
    let count = fields.offset as usize / 32 % 32;
    match fields.offset {
        // The order in which an FFT wants its input: bits of the number
        // reversed, and moved down past those of the mask.
        0xe000.. => fetch(wave, |lane| {
            let five = (lane % 32) as u8;
            let reversed = usize::from(five.reverse_bits() >> 3);
            lane / 32 * 32 + (reversed >> mask.count_ones() | five as usize & mask)
        }),
        // Around, from higher lanes or, with bit 10, from lower ones.
        0xc000.. => fetch(wave, |lane| {
            let up = match fields.offset / 0x400 % 2 {
                0 => lane + count,
                _ => lane + 32 - count,
            };
            lane / 32 * 32 + ((lane % 32) & mask | (up % 32) & !mask)
        }),
        _ => swizzle(wave, fields),
    }
}

/// The lane that an address means: dwords, among the lane's group.
fn lane_of(wave: &Wave, lane: usize, fields: Fields, group: usize) -> usize {
    lane / group * group + (wave.addr[lane].wrapping_add(fields.offset) / 4) as usize % group
}

/// Lanes send; where several send to one, the last one is heard. Who hears
/// nothing has zero.
fn permute(wave: &mut Wave, fields: Fields, group: usize) {
    let mut heard = [0; LANES];
    for lane in wave.active() {
        heard[lane_of(wave, lane, fields, group)] = wave.data0[lane] as u32;
    }
    for lane in wave.active() {
        set(wave, lane, heard[lane]);
    }
}

/// Lanes fetch, zero from those that do not run, or from any.
fn bpermute(wave: &mut Wave, fields: Fields, group: usize, any: bool) {
    for lane in wave.active() {
        let source = lane_of(wave, lane, fields, group);
        let runs = any || wave.exec >> source & 1 == 1;
        set(wave, lane, if runs { wave.data0[source] as u32 } else { 0 });
    }
}

/// One counter for all lanes. Its address is the offset alone; in GDS behind
/// the base in M0 (AMD's CDNA4 document says both; Mesa's compiler gives LDS
/// counters an offset and no base).
fn count(wave: &mut Wave, fields: Fields, up: bool) {
    let base = if fields.gds { wave.m0 >> 16 } else { 0 };
    let at = base + fields.offset / 4 * 4;
    let old = wave.memory.load(at, 4) as u32;
    let lanes = wave.exec.count_ones();
    let new = match up {
        true => old.wrapping_add(lanes),
        false => old.wrapping_sub(lanes),
    };
    wave.memory.store(at, 4, u128::from(new));
    for lane in wave.active() {
        set(wave, lane, old);
    }
}
