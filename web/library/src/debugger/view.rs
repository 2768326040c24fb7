//! What the page is told.

use serde::Serialize;

/// Instructions of a kernel that are listed.
pub const LISTED: usize = 20_000;

/// A line of code.
#[derive(Serialize)]
pub struct CodeLine {
    pub address: String,
    pub hex: String,
    pub text: String,
    pub label: String,
}

/// A register, a variable or a state with its values.
#[derive(Serialize)]
pub struct Held {
    pub name: String,
    /// In hexadecimal digits; one for each lane, and nothing for lanes in which it was never
    /// written.
    pub values: Vec<String>,
    pub is_changed: bool,
}

/// A buffer that an argument named.
#[derive(Debug, Clone, Serialize)]
pub struct Buffer {
    pub name: String,
    pub address: String,
    pub bytes: u64,
    /// Type of the numbers in it.
    pub show: String,
    #[serde(skip)]
    pub at: u64,
}

/// What there is to see before an instruction.
#[derive(Serialize)]
pub struct Seen {
    /// Where it is; nothing once all have ended.
    pub address: Option<String>,
    /// Which wavefront or thread of which group.
    pub place: String,
    pub instructions: u64,
    /// Lanes that are shown.
    pub lanes: u32,
    /// What stopped it, if it cannot go on.
    pub stopped: Option<String>,
    /// What the last step did.
    pub events: Vec<String>,
    /// What `scalars` and `vectors` are.
    pub titles: [&'static str; 2],
    pub scalars: Vec<Held>,
    pub vectors: Vec<Held>,
    pub buffers: Vec<Buffer>,
}

/// A place in three dimensions, as it is written.
pub fn place([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
