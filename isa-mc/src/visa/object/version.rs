//! Versions of objects, and what differs between them.

use core::fmt::{self, Display, Formatter};

/// The version of an object: 3.0 to 4.1. Later ones are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The part before the point.
    pub major: u8,
    /// The part behind it.
    pub minor: u8,
}

impl Version {
    /// The versions that are read and written, in order.
    pub const ALL: [Version; 11] = [
        Version::new(3, 0),
        Version::new(3, 1),
        Version::new(3, 2),
        Version::new(3, 3),
        Version::new(3, 4),
        Version::new(3, 5),
        Version::new(3, 6),
        Version::new(3, 7),
        Version::new(3, 8),
        Version::new(4, 0),
        Version::new(4, 1),
    ];

    /// Version `major.minor`, whether there is one or not.
    pub const fn new(major: u8, minor: u8) -> Version {
        Version { major, minor }
    }

    /// Whether objects of this version are read and written.
    pub fn is_known(self) -> bool {
        Version::ALL.contains(&self)
    }

    /// The name of the processor whose instructions are those of this version: `visa4.1`.
    pub fn processor(self) -> Option<&'static str> {
        const NAMES: [&str; 11] = [
            "visa3.0", "visa3.1", "visa3.2", "visa3.3", "visa3.4", "visa3.5", "visa3.6", "visa3.7",
            "visa3.8", "visa4.0", "visa4.1",
        ];
        let row = Version::ALL.iter().position(|&it| it == self)?;
        NAMES.get(row).copied()
    }

    /// The version whose instructions a processor has, by its name or its architecture's;
    /// `None` if there is no such processor.
    ///
    /// ```
    /// use isa_mc::visa::object::Version;
    ///
    /// assert_eq!(Version::of_processor("visa3.4"), Some(Version::new(3, 4)));
    /// assert_eq!(Version::of_processor("gfx900"), None);
    /// ```
    pub fn of_processor(name: &str) -> Option<Version> {
        let mut all = Version::ALL.into_iter();
        all.find(|version| version.processor() == Some(name))
    }

    /// Whether ids of variables, counts of strings and places in the pool have four bytes,
    /// not two: since 3.4.
    pub fn has_wide_ids(self) -> bool {
        self >= Version::new(3, 4)
    }

    /// Whether the number of inputs has four bytes, not one: since 3.5.
    pub fn has_wide_input_count(self) -> bool {
        self >= Version::new(3, 5)
    }

    /// Whether lengths of names in the header have two bytes, not one: since 3.7.
    pub fn has_wide_name_lengths(self) -> bool {
        self >= Version::new(3, 7)
    }
}

impl Display for Version {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
