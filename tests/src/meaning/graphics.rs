//! Interpolation: where parameters lie.

/// Where a parameter of an attribute lies in LDS, in bytes: of a channel, for a lane
/// of a wave with this M0. Twelve dwords for each attribute and primitive hold them.
pub fn parameter(m0: u32, lane: u32, attribute: u32, channel: u32, parameter: &str) -> u64 {
    // The bit of a quad says that it begins with another primitive than the last one.
    let begins = |quad: u32| quad > 0 && m0 >> (16 + quad - 1) & 1 == 1;
    let primitive = (1..=lane / 4).filter(|quad| begins(*quad)).count();
    let primitives = 1 + (1..16).filter(|quad| begins(*quad)).count();
    let place = match parameter {
        "p0" => 2 * channel,
        "p10" => 2 * channel + 1,
        _ => 8 + channel,
    };
    let element = attribute as usize * primitives + primitive;
    u64::from(m0 % 0x1_0000) + 4 * (12 * element as u64 + u64::from(place))
}
