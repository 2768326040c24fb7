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
    /// RDNA.
    Rdna,
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
        if layout == Layout::Rdna {
            // The width is in two dwords, rows say no pitch, and the slices stand together.
            let width = self.width - 1;
            return [
                (self.base >> 8) as u32,
                (self.base >> 40) as u32 | self.number << 20 | (width & 3) << 30,
                width >> 2 | (self.height - 1) << 14,
                selection | self.levels.0 << 12 | self.levels.1 << 16 | self.kind.number() << 28,
                depth | first << 16,
                self.smaller << 4,
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
        let (of_row, all) = match self.smaller {
            0 if layout != Layout::Rdna => (u64::from(self.pitch) * bytes, rows),
            // Whole lines of memory, as wide as the first level in all of them.
            _ => {
                let wide = u64::from(self.width) * bytes;
                (wide.next_multiple_of(256), self.rows().iter().sum())
            }
        };
        let above: u32 = self.rows()[..level as usize].iter().sum();
        let row = u64::from(plane * all + above + y);
        Some(self.base + row * of_row + u64::from(*x) * bytes)
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
    /// Asks the descriptor.
    Size,
}

/// What follows `image_`, and whether the last coordinate is a level; `None` if nobody
/// has said it.
pub fn meaning(name: &str) -> Option<(Access, bool)> {
    if name.starts_with("atomic_") {
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
