//! MIMG without a sampler: where an element of a linear image lies, and whether it exists.
//! What is done with it formats and atomics of flat memory say.

use super::flat;
use super::lane::Meaning;
use super::typed::Format;

/// What an image is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One row.
    Line,
    /// Rows.
    Plane,
    /// Planes one behind the other.
    Solid,
    /// Lines, each a slice.
    Lines,
    /// Planes, each a slice.
    Planes,
    /// Planes, each a face: six of them, or of an array six times as many.
    Cube,
}

/// All of them.
pub const KINDS: [Kind; 6] = [
    Kind::Line,
    Kind::Plane,
    Kind::Solid,
    Kind::Lines,
    Kind::Planes,
    Kind::Cube,
];

impl Kind {
    /// The number in a descriptor.
    pub fn number(self) -> u32 {
        match self {
            Kind::Line => 8,
            Kind::Plane => 9,
            Kind::Solid => 10,
            Kind::Lines => 12,
            Kind::Planes => 13,
            Kind::Cube => 11,
        }
    }

    /// How many coordinates it has, the slice among them.
    pub fn coordinates(self) -> usize {
        match self {
            Kind::Line => 1,
            Kind::Plane | Kind::Lines => 2,
            Kind::Solid | Kind::Planes | Kind::Cube => 3,
        }
    }

    /// Whether it has slices.
    pub fn is_array(self) -> bool {
        matches!(self, Kind::Lines | Kind::Planes | Kind::Cube)
    }
}

/// How a descriptor says what an image is, and how its elements lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Up to GCN 1.2.
    Early,
    /// GCN 1.4 and CDNA.
    Vega,
    /// RDNA 1 and 2.
    Rdna,
    /// RDNA 3, which says a pitch where an image has no depth and no slices.
    Rdna3,
    /// RDNA 4, which does so too, and has wider fields.
    Rdna4,
}

impl Layout {
    /// Whether the instruction says the kind, and the descriptor the width in two dwords.
    pub fn is_rdna(self) -> bool {
        matches!(self, Layout::Rdna) || self.says_pitch()
    }

    /// Whether rows of an image without depth and slices are as long as it says.
    pub fn says_pitch(self) -> bool {
        matches!(self, Layout::Rdna3 | Layout::Rdna4)
    }
}

/// A descriptor.
#[derive(Debug, Clone, Copy)]
pub struct Image {
    /// What it is.
    pub kind: Kind,
    /// Address of the first element: a multiple of 256.
    pub base: u64,
    /// Elements of a row.
    pub width: u32,
    /// Rows; a line says a number, too, and it means nothing.
    pub height: u32,
    /// Planes, of what is solid.
    pub depth: u32,
    /// The first and the last slice, of what has slices.
    pub slices: (u32, u32),
    /// Elements from one row to the next.
    pub pitch: u32,
    /// What the elements are.
    pub format: Format,
    /// The same as RDNA counts it.
    pub number: u32,
    /// Which components are loaded.
    pub selection: [u32; 4],
    /// The first and the last level that it shows.
    pub levels: (u32, u32),
    /// Levels that lie in memory besides the first one. Up to GCN 1.2 and on RDNA nobody can say
    /// where.
    pub smaller: u32,
}

impl Image {
    /// The eight dwords, as an architecture has them.
    pub fn dwords(&self, layout: Layout) -> [u32; 8] {
        let newest = layout != Layout::Early;
        let selection = (0..4).map(|at| self.selection[at] << (3 * at)).sum::<u32>();
        let tiling = if newest { 0 } else { 8 };
        let (first, last) = match self.kind.is_array() {
            true => self.slices,
            false => (0, 0),
        };
        let (pitch, smaller) = match newest && self.smaller > 0 {
            true => (self.rows().iter().sum(), self.smaller),
            false => (self.pitch, 0),
        };
        let depth = match self.kind {
            Kind::Solid => self.depth - 1,
            _ if newest => last,
            // The number of slices, which nothing asks for.
            _ => 77,
        };
        if layout.is_rdna() {
            // The width is in two dwords, rows of most say no pitch, and the slices stand together.
            let width = self.width - 1;
            let low = (self.base >> 40) as u32 | (width & 3) << 30;
            let high = selection | self.kind.number() << 28;
            let (first_level, last_level) = self.levels;
            let (low, high, levels) = match layout {
                Layout::Rdna4 => (
                    low | self.smaller << 12 | self.number << 17 | first_level << 25,
                    high | last_level << 15,
                    0,
                ),
                _ => {
                    let low = low | self.number << 20;
                    let high = high | first_level << 12 | last_level << 16;
                    match layout {
                        Layout::Rdna3 => (low | self.smaller << 16, high, 0),
                        _ => (low, high, self.smaller << 4),
                    }
                }
            };
            let depth = match self.kind {
                Kind::Line | Kind::Plane if layout.says_pitch() => self.pitch - 1,
                _ => depth,
            };
            return [
                (self.base >> 8) as u32,
                low,
                width >> 2 | (self.height - 1) << 14,
                high,
                depth | first << 16,
                levels,
                0,
                0,
            ];
        }
        [
            (self.base >> 8) as u32,
            (self.base >> 40) as u32 | self.format.data << 20 | self.format.numbers << 26,
            (self.width - 1) | (self.height - 1) << 14,
            selection
                | self.levels.0 << 12
                | self.levels.1 << 16
                | tiling << 20
                | self.kind.number() << 28,
            depth | (pitch - 1) << 13,
            first | smaller << 28 | if newest { 0 } else { last << 13 },
            0,
            0,
        ]
    }

    /// Rows of each level that lies in memory: half of those above it, and one more where
    /// that leaves a rest.
    fn rows(&self) -> Vec<u32> {
        let first = match self.kind {
            Kind::Line | Kind::Lines => 1,
            _ => self.height,
        };
        let levels = std::iter::successors(Some(first), |rows| Some(rows.div_ceil(2)));
        levels.take(self.smaller as usize + 1).collect()
    }

    /// Where an element of a level begins; `None` if there is none.
    pub fn element(&self, coordinates: &[u32], level: u32, layout: Layout) -> Option<u64> {
        let level = level.checked_add(self.levels.0)?;
        let level = Some(level).filter(|it| *it <= self.levels.1)?;
        let shown = |size: u32| (size >> level).max(1);
        let (x, rest) = coordinates.split_first()?;
        let (y, rest) = match self.kind {
            Kind::Line | Kind::Lines => (0, rest),
            _ => (*rest.first()?, &rest[1..]),
        };
        let rows = match self.kind {
            Kind::Line | Kind::Lines => 1,
            _ => self.height,
        };
        let plane = match self.kind {
            Kind::Line | Kind::Plane => 0,
            Kind::Solid => Some(rest[0]).filter(|it| *it < shown(self.depth))?,
            Kind::Lines | Kind::Planes | Kind::Cube => {
                let slice = rest[0].checked_add(self.slices.0)?;
                Some(slice).filter(|it| *it <= self.slices.1)?
            }
        };
        if *x >= shown(self.width) || y >= shown(rows) {
            return None;
        }
        let bytes = self.format.bytes();
        // Whole lines of memory, as wide as the first level in all of them.
        let wide = u64::from(self.width) * bytes;
        let (of_row, of_plane, all) = match self.smaller {
            0 if !layout.is_rdna() => {
                let row = u64::from(self.pitch) * bytes;
                (row, row, rows)
            }
            0 if layout.says_pitch() && matches!(self.kind, Kind::Line | Kind::Plane) => {
                let row = u64::from(self.pitch) * bytes;
                (row, row, rows)
            }
            // RDNA 4 has narrower lines, but as much room for a slice.
            0 if layout == Layout::Rdna4 => {
                (wide.next_multiple_of(128), wide.next_multiple_of(256), rows)
            }
            _ => {
                let row = wide.next_multiple_of(256);
                (row, row, self.rows().iter().sum())
            }
        };
        let above: u32 = self.rows()[..level as usize].iter().sum();
        let before = u64::from(plane * all) * of_plane + u64::from(above + y) * of_row;
        Some(self.base + before + u64::from(*x) * bytes)
    }

    /// Width, height, depth and the number of levels, as of a level; `None` for what
    /// nobody can say.
    pub fn size(&self, level: u32, newest: bool) -> Option<[Option<u32>; 4]> {
        let (first, last) = self.levels;
        let level = level.checked_add(first).filter(|it| *it <= last)?;
        let at = |size: u32| Some((size >> level).max(1));
        let slices = Some(self.slices.1 - self.slices.0 + 1);
        Some([
            at(self.width),
            match self.kind {
                Kind::Line => None,
                Kind::Lines => slices.filter(|_| !newest),
                _ => at(self.height),
            },
            match self.kind {
                Kind::Solid => at(self.depth),
                Kind::Planes | Kind::Cube => slices,
                _ => None,
            },
            Some(last - first + 1),
        ])
    }
}

/// What an instruction does.
pub enum Access {
    /// Loads components.
    Load,
    /// Loads dwords as they are, or extended by their sign.
    LoadRaw(bool),
    /// Stores components.
    Store,
    /// Stores dwords as they are.
    StoreRaw,
    /// Changes one dword, or two.
    Atomic([Meaning; 2]),
    /// Changes one dword.
    Float(Meaning),
    /// Asks the descriptor.
    Size,
}

/// What follows `image_`, and whether the last coordinate is a level; `None` if nobody
/// has said it.
pub fn meaning(name: &str) -> Option<(Access, bool)> {
    if let Some(float) = name.strip_prefix("atomic_") {
        // What RDNA 4 alone has, and its names for what there was before.
        let name = match float {
            "add_flt" => return Some((Access::Float(flat::meaning("atomic_add_f32")?), false)),
            "pk_add_f16" | "pk_add_bf16" => {
                return Some((Access::Float(flat::meaning(name)?), false));
            }
            "min_flt" => "atomic_fmin",
            "max_flt" => "atomic_fmax",
            "add_uint" => "atomic_add",
            "sub_uint" => "atomic_sub",
            "min_int" => "atomic_smin",
            "min_uint" => "atomic_umin",
            "max_int" => "atomic_smax",
            "max_uint" => "atomic_umax",
            "inc_uint" => "atomic_inc",
            "dec_uint" => "atomic_dec",
            _ => name,
        };
        let both = [flat::meaning(name)?, flat::meaning(&format!("{name}_x2"))?];
        return Some((Access::Atomic(both), false));
    }
    let plain = name.replace("_mip", "");
    let access = match plain.as_str() {
        "load" => Access::Load,
        "load_pck" => Access::LoadRaw(false),
        "load_pck_sgn" => Access::LoadRaw(true),
        "store" => Access::Store,
        "store_pck" => Access::StoreRaw,
        "get_resinfo" => Access::Size,
        _ => return None,
    };
    Some((access, plain != name))
}
