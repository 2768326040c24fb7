//! Why a processor has no syntax of some name.

use core::fmt::{self, Display, Formatter};

use crate::Target;

/// Why [`Target::syntax`] finds none of this name, in words.
#[derive(Debug, Clone, Copy)]
pub struct NoSyntax<'a> {
    /// The processor.
    pub target: Target<'a>,
    /// The name.
    pub name: &'a str,
}

impl Display for NoSyntax<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let NoSyntax { target, name } = *self;
        let tables = target.tables();
        let arch = u32::from(target.arch_index());
        let mut rows = tables.syntaxes.iter();
        let named = rows.find(|row| tables.text(row.name).eq_ignore_ascii_case(name));
        match named {
            None => write!(f, "unknown syntax `{name}`")?,
            Some(row) => {
                let name = tables.text(row.name);
                let (verb, end) = match row.archs >> arch {
                    0 => ("ends at", u32::BITS - 1 - row.archs.leading_zeros()),
                    _ => ("begins at", row.archs.trailing_zeros()),
                };
                let end = tables.archs.get(end as usize);
                let end = end.map_or("", |row| tables.text(row.name));
                write!(f, "syntax `{name}` {verb} {end}")?;
            }
        }
        let arch = tables.text(target.arch().name);
        write!(f, "; {arch} has: ")?;
        for (index, (_, known)) in target.syntaxes().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(f, "{separator}{known}")?;
        }
        Ok(())
    }
}
