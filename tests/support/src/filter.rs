//! Which families and processors a comparison is about, from the environment.

use isa_dsl::tables::{Family, Tables};

use crate::random::Random;
use crate::sample::Sample;

/// A choice of families and processors; the default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    families: Vec<String>,
    processors: Vec<String>,
    part: Option<Part>,
}

/// So many lines of a family for a processor a sample has at most: `ISA_LINES`, or 4,000.
pub fn sampled_lines() -> usize {
    let said = std::env::var("ISA_LINES").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(4_000)
}

/// Which of a family's lines for a processor a sample has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// About so many at most.
    most: usize,
    /// Which ones follows from this number.
    seed: u64,
}

impl Part {
    /// About `most` lines at most, which `seed` determines.
    pub fn new(most: usize, seed: u64) -> Part {
        Part { most, seed }
    }

    /// Takes lines away until about as many are left as there may be.
    pub fn keep<T>(self, family: usize, lines: &mut Vec<T>) {
        let count = lines.len();
        if count > self.most {
            let mut random = Random::new(self.seed ^ family as u64);
            lines.retain(|_| random.below(count) < self.most);
        }
    }
}

impl Filter {
    /// From `ISA_FAMILY` and `ISA_CPU`: patterns with commas between them. A
    /// family is chosen if its name or that of one of its formats fits one. A pattern is part
    /// of a name, or with `*` for any text all of it; in any case.
    pub fn from_env() -> Filter {
        let list = |name: &str| Filter::list(&std::env::var(name).unwrap_or_default());
        Filter {
            families: list("ISA_FAMILY"),
            processors: list("ISA_CPU"),
            part: None,
        }
    }

    /// The families that fit `patterns`, on all processors.
    pub fn families(patterns: &str) -> Filter {
        Filter {
            families: Filter::list(patterns),
            processors: Vec::new(),
            part: None,
        }
    }

    /// The same choice, with a sample of the lines of each family: see [`sampled_lines`].
    #[must_use]
    pub fn with_sampled_lines(mut self, sample: &Sample) -> Filter {
        self.part = Some(Part::new(sampled_lines(), sample.seed()));
        self
    }

    /// One in so many families of a machine, on all processors; at least one. Of each there
    /// are `most` lines for a processor at most: some have half a million.
    pub fn sample(tables: &Tables<'_>, sample: &mut Sample, one_in: usize, most: usize) -> Filter {
        let names = |rows: &[Family]| -> Vec<String> {
            let names = rows.iter().map(|row| tables.text(row.name));
            // A pattern without `*` is part of a name.
            names
                .map(|name| format!("{name}*").to_lowercase())
                .collect()
        };
        let mut families = names(tables.families);
        families.retain(|_| sample.takes(one_in));
        if families.is_empty() {
            families = names(sample.one_of(tables.families));
        }
        Filter {
            families,
            processors: Vec::new(),
            part: Some(Part::new(most, sample.seed())),
        }
    }

    fn list(text: &str) -> Vec<String> {
        let patterns = text.split(',').map(|it| it.trim().to_lowercase());
        patterns.filter(|it| !it.is_empty()).collect()
    }

    /// Which lines of a family are compared; all of them if `None`.
    pub fn part(&self) -> Option<Part> {
        self.part
    }

    /// Whether everything is chosen.
    pub fn is_all(&self) -> bool {
        self.families.is_empty() && self.processors.is_empty()
    }

    /// Whether a family of that name and format is chosen.
    pub fn has_family(&self, name: &str, format: &str) -> bool {
        let fits = |pattern: &String| fits(pattern, name) || fits(pattern, format);
        self.families.is_empty() || self.families.iter().any(fits)
    }

    /// Whether it says which processors.
    pub fn names_processors(&self) -> bool {
        !self.processors.is_empty()
    }

    /// Whether a processor is chosen.
    pub fn has_processor(&self, name: &str) -> bool {
        self.processors.is_empty() || self.processors.iter().any(|it| fits(it, name))
    }
}

/// Whether a name is what a pattern says, all of it: in any case, with `*` for any text.
pub fn fits_whole(pattern: &str, name: &str) -> bool {
    pattern.eq_ignore_ascii_case(name) || pattern.contains('*') && fits(pattern, name)
}

/// Whether a name fits a pattern: see [`Filter::from_env`].
pub fn fits(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.to_lowercase(), name.to_lowercase());
    let Some((first, rest)) = pattern.split_once('*') else {
        return name.contains(&pattern);
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or("");
    for piece in pieces {
        match name.split_once(piece) {
            Some((_, behind)) => name = behind,
            None => return false,
        }
    }
    name.ends_with(last)
}
