//! Structs, for the generator: values that their forms say, and texts that no
//! form has.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Form, Kind, Meaning, Operand, Struct, Token, low_mask};

use crate::generate::field_edges;
use crate::spell::Speller;

/// So many members of a struct are combined.
const COMBINED: usize = 3;

impl<'a> Speller<'a> {
    /// The struct here, with the members and the forms of the syntax.
    fn struct_parts(&self, structure: u16) -> Option<(&'a Struct, &'a [Operand], Vec<&'a Form>)> {
        let row = self.tables.struct_on(structure, self.arch)?;
        let forms = self.tables.forms[row.forms.range()].iter();
        let forms = forms.filter(|form| form.syntax == self.syntax).collect();
        Some((row, &self.tables.operands[row.members.range()], forms))
    }

    /// Members that a form mentions.
    fn mentioned(&self, members: &'a [Operand], form: &Form) -> Vec<&'a Operand> {
        let tokens = self.tables.tokens[form.tokens.range()].iter();
        let mentioned = tokens.flat_map(|token| match token.get() {
            Token::Operand(index) => vec![index],
            Token::AnyOrder(list) => {
                let items = self.tables.any_orders[list as usize].items;
                let items = self.tables.modifiers[items.range()].iter();
                items.map(|item| item.operand).collect()
            }
            _ => Vec::new(),
        });
        mentioned
            .filter_map(|index| members.get(index as usize))
            .collect()
    }

    /// Values of a struct worth a line: for each form, the first of its members in all
    /// combinations of the edges of what they can be, each of the others at its edges, and
    /// the rest at their least.
    pub fn struct_edges(&self, structure: u16) -> SortedSet<u64> {
        let mut edges = SortedSet::new();
        let Some((row, members, forms)) = self.struct_parts(structure) else {
            return edges;
        };
        for form in forms {
            let mentioned = self.mentioned(members, form);
            // From the first values that a condition admits.
            let mut bases = SortedSet::from([form.rest]);
            for (place, member) in mentioned.iter().enumerate() {
                let values = self.member_edges(member);
                let with =
                    |base: &u64, value: &u64| self.set(member.field, (*base).into(), *value).low();
                let more: Vec<u64> = bases
                    .iter()
                    .flat_map(|base| values.iter().map(move |value| with(base, value)))
                    .collect();
                // Few members have all of their combinations.
                if place < COMBINED && more.len() <= 4096 {
                    bases.extend(more);
                } else {
                    let only = |value: &u64| with(&form.rest, value);
                    bases.extend(values.iter().map(only));
                }
            }
            let fits = |value: &u64| self.struct_form_holds(form, *value);
            edges.extend(bases.into_iter().filter(fits));
        }
        // And some that only a number says, or nothing.
        let all = low_mask(row.bits);
        edges.extend([0, 1, all / 2, all / 2 + 1, all - 1, all]);
        edges
    }

    fn member_edges(&self, member: &Operand) -> SortedSet<u64> {
        match member.kind.get() {
            Kind::Integer { integer } => field_edges(self.tables.integers[integer as usize]),
            Kind::Struct { structure } => self.struct_edges(structure),
            Kind::Class { class, .. } => {
                let entries = self.tables.classes[class as usize].entries;
                let entries = self.tables.entries[entries.range()].iter();
                let here = entries.filter(|entry| self.here(entry.archs));
                here.flat_map(|entry| [u64::from(entry.first), u64::from(entry.last)])
                    .collect()
            }
            Kind::Flag | Kind::Register { .. } | Kind::List { .. } => SortedSet::from([0, 1]),
        }
    }

    /// Texts of a struct, right and wrong: each form with each of its members
    /// spoilt, or missing, or in another case.
    pub fn struct_spoilt(&self, structure: u16) -> SortedSet<String> {
        let mut texts = SortedSet::new();
        let Some((row, _, forms)) = self.struct_parts(structure) else {
            return texts;
        };
        for form in forms {
            let values = self.struct_edges(structure);
            let value = values
                .iter()
                .filter(|value| self.struct_form_holds(form, **value));
            let text = value
                .copied()
                .find_map(|value| self.struct_form(row.members, form, value));
            let Some(text) = text else { continue };
            texts.insert(text.to_lowercase());
            texts.insert(text.replace(',', " , "));
            texts.insert(text.replace(['(', ')', '['], ""));
            texts.insert(format!("{text})"));
            texts.insert(format!("{text} x"));
            texts.insert(text.replacen(',', "", 1));
            texts.insert(text.replacen(',', ",,", 1));
            for (at, _) in text.match_indices([',', '(']) {
                // What stands behind a comma or bracket, replaced.
                let rest = &text[at + 1..];
                let end = rest.find([',', ')']).map_or(text.len(), |end| at + 1 + end);
                for other in [
                    "-1", "1", "2", "3", "4", "16", "31", "32", "33", "1+1", "x", "", "1.5",
                ] {
                    texts.insert(format!("{}{other}{}", &text[..=at], &text[end..]));
                }
            }
        }
        for entry in self.tables.entries {
            if let Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } = entry.meaning {
                texts.insert(self.tables.text(text).to_owned());
            }
        }
        texts
    }
}
