//! Parts of registers and other lanes, as the vendor's documents say in prose.

/// Parts in the order of their numbers: name, lowest bit, how many.
pub const PARTS: [(&str, u32, u32); 7] = [
    ("BYTE_0", 0, 8),
    ("BYTE_1", 8, 8),
    ("BYTE_2", 16, 8),
    ("BYTE_3", 24, 8),
    ("WORD_0", 0, 16),
    ("WORD_1", 16, 16),
    ("DWORD", 0, 32),
];

/// What becomes of other bits of the destination.
pub const RESTS: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];

/// A part of a source, extended by its sign or with zeros.
pub fn part(value: u32, part: usize, sign: bool) -> u32 {
    let bytes = value.to_le_bytes();
    let number = match part {
        0..=3 if sign => i32::from(bytes[part].cast_signed()),
        0..=3 => i32::from(bytes[part]),
        4 | 5 => {
            let at = 2 * (part - 4);
            let word = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            if sign {
                i32::from(word.cast_signed())
            } else {
                i32::from(word)
            }
        }
        _ => value.cast_signed(),
    };
    number.cast_unsigned()
}

/// The destination after a result went to a part of it.
pub fn merged(before: u32, result: u32, part: usize, rest: usize) -> u32 {
    let (_, low, bits) = PARTS[part];
    let mut after = 0;
    for bit in 0..32 {
        let value = if bit >= low && bit < low + bits {
            result >> (bit - low) & 1
        } else if rest == 2 {
            before >> bit & 1
        } else if rest == 1 && bit >= low + bits {
            result >> (bits - 1) & 1
        } else {
            0
        };
        after |= value << bit;
    }
    after
}

/// Where the source of a lane lies; `None` if there is no such lane.
pub type SourceLane = Box<dyn Fn(usize) -> Option<usize>>;

/// Ways to move lanes, as text and as where a lane's source lies. `None` if there
/// is no such lane.
pub fn controls() -> Vec<(String, SourceLane)> {
    let mut all: Vec<(String, SourceLane)> = Vec::new();
    for quad in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 1, 3, 0]] {
        let [a, b, c, d] = quad;
        let from = move |lane: usize| Some(lane / 4 * 4 + quad[lane % 4]);
        all.push((format!("quad_perm:[{a},{b},{c},{d}]"), Box::new(from)));
    }
    for step in [1_usize, 7, 15] {
        let left = move |lane: usize| (lane % 16 + step < 16).then_some(lane + step);
        let right = move |lane: usize| (lane % 16 >= step).then(|| lane - step);
        let around = move |lane: usize| Some(lane / 16 * 16 + (lane + 16 - step) % 16);
        all.push((format!("row_shl:{step}"), Box::new(left)));
        all.push((format!("row_shr:{step}"), Box::new(right)));
        all.push((format!("row_ror:{step}"), Box::new(around)));
    }
    all.push((
        "wave_shl:1".into(),
        Box::new(|lane| (lane < 63).then_some(lane + 1)),
    ));
    all.push(("wave_rol:1".into(), Box::new(|lane| Some((lane + 1) % 64))));
    all.push((
        "wave_shr:1".into(),
        Box::new(|lane: usize| lane.checked_sub(1)),
    ));
    all.push(("wave_ror:1".into(), Box::new(|lane| Some((lane + 63) % 64))));
    all.push((
        "row_mirror".into(),
        Box::new(|lane| Some(lane / 16 * 16 + 15 - lane % 16)),
    ));
    all.push((
        "row_half_mirror".into(),
        Box::new(|lane| Some(lane / 8 * 8 + 7 - lane % 8)),
    ));
    all.push((
        "row_bcast:15".into(),
        Box::new(|lane| (lane / 16 * 16).checked_sub(1)),
    ));
    all.push((
        "row_bcast:31".into(),
        Box::new(|lane| (lane >= 32).then_some(31)),
    ));
    for of in SHARED {
        let from = move |lane: usize| Some(lane / 16 * 16 + of);
        all.push((format!("row_newbcast:{of}"), Box::new(from)));
        let from = move |lane: usize| Some(lane / 16 * 16 + of);
        all.push((format!("row_share:{of}"), Box::new(from)));
        let from = move |lane: usize| Some(lane ^ of);
        all.push((format!("row_xmask:{of}"), Box::new(from)));
    }
    all
}

/// Of which lanes of a row all can have the value, from CDNA 2 on and on RDNA; and how lanes
/// of a row change places in pairs there.
const SHARED: [usize; 3] = [0, 6, 15];

/// Permutations of eight lanes.
pub const EIGHTS: [[usize; 8]; 3] = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [7, 6, 5, 4, 3, 2, 1, 0],
    [5, 5, 0, 7, 2, 1, 6, 3],
];

/// What moves lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moves {
    /// Rows and whole wavefronts.
    Waves,
    /// The same, and one lane of each row to all others.
    WavesAndLanes,
    /// RDNA: rows alone.
    Rows,
}

/// Which of the [`controls`] there are; those of 64 bits have `row_newbcast` alone where there
/// is one.
pub fn controls_of(moves: Moves, wide: bool) -> Vec<usize> {
    let has = |text: &str| {
        let newbcast = text.starts_with("row_newbcast");
        let rdna = text.starts_with("row_share") || text.starts_with("row_xmask");
        let old = text.starts_with("wave_") || text.starts_with("row_bcast");
        match moves {
            Moves::Waves => !newbcast && !rdna,
            Moves::WavesAndLanes if wide => newbcast,
            Moves::WavesAndLanes => !rdna,
            Moves::Rows => !newbcast && !old,
        }
    };
    let all = controls().into_iter().enumerate();
    all.filter(|(_, (text, _))| has(text))
        .map(|(at, _)| at)
        .collect()
}
