//! How the plan of a text is made.

use std::collections::HashMap;
use std::ops::Range;

use isa_dsl::sorted::{SortedMap, SortedSet, sort_by_key};
use object::elf;

use super::expression;
use super::names;
use super::plan::{Base, How, Piece, Plan, Reason, SectionPlan, SymbolPlan};
use super::source::Source;
use super::steps::Steps;
use crate::object::name_table::{NameHash, NameTable};
use crate::object::prefetch::prefetch;
use crate::object::read::{File, Place, Section, Symbol};
use crate::object::{Description, LLVM_ADDRSIG, ObjectFormat, RecordShape, RecordSymbols, flag};
use crate::threads::Threads;

impl Plan {
    pub(super) fn new(source: &Source<'_, '_>, threads: &Threads) -> Plan {
        let (file, word) = (&source.file, source.word() as u64);
        let SymbolPlans {
            symbols,
            names,
            prefix,
        } = symbol_plans(file, &source.format);
        let mut plan = Plan {
            symbols,
            sections: section_plans(file, &prefix),
            records: HashMap::new(),
        };
        plan.find_records(file, &*source.machine, &names);
        drop(names);
        plan.place_symbols(file, word);
        // Others have labels of their own, and most relocations are of others.
        let needs_label = |symbol: &Symbol<'_>| {
            let is_local = symbol.kind == elf::STT_SECTION || symbol.binding == elf::STB_LOCAL;
            is_local && matches!(symbol.place, Place::Section(_))
        };
        let needs_label: Vec<bool> = file.symbols.iter().map(needs_label).collect();
        for section in &file.sections {
            for reference in &section.relocations {
                if needs_label.get(reference.symbol) == Some(&true)
                    && let Ok(target) = expression::target(file, &plan, reference)
                    && let Base::Made(section, offset) = target.base
                {
                    plan.make_label(section, offset);
                }
            }
            // A section that follows another one names a label of it.
            if section.flags & flag::LINK_ORDER != 0 && section.link != 0 {
                plan.make_label(section.link as usize, 0);
            }
        }
        for (section, planned) in file.sections.iter().zip(&mut plan.sections) {
            sort(&mut planned.made);
            sort_by_key(&mut planned.remarks, |(at, _)| *at);
            planned.steps = Steps::find(source, section, planned, threads);
            planned.made.extend(planned.steps.targets());
            sort(&mut planned.made);
        }
        plan
    }

    /// Makes a label up, unless the last one was the same.
    fn make_label(&mut self, section: usize, offset: u64) {
        if let Some(section) = self.sections.get_mut(section)
            && section.made.last() != Some(&offset)
        {
            section.made.push(offset);
        }
    }

    /// Records that directives can have for symbols; what else might be one says why it
    /// is none.
    fn find_records(&mut self, file: &File<'_>, machine: &dyn Description, names: &NameTable) {
        let mut candidates = Vec::new();
        for (at, symbol) in file.symbols.iter().enumerate() {
            if let (Place::Section(section), elf::STT_OBJECT) = (symbol.place, symbol.kind)
                && self.sections[section].is_printed
                && let Some(shape) = machine.record(symbol.name, symbol.size)
            {
                candidates.push((symbol.value, at, section, shape));
            }
        }
        if candidates.is_empty() {
            return;
        }
        sort_by_key(&mut candidates, |(value, ..)| *value);
        // A record has its bytes for itself.
        let mut starts: HashMap<usize, Vec<u64>> = HashMap::new();
        for symbol in &file.symbols {
            if let (Place::Section(at), true) = (symbol.place, symbol.kind != elf::STT_SECTION) {
                starts.entry(at).or_default().push(symbol.value);
            }
        }
        for list in starts.values_mut() {
            list.sort_unstable();
        }
        let mut ends: HashMap<usize, u64> = HashMap::new();
        for (_, at, section, shape) in candidates {
            let symbol = &file.symbols[at];
            let inside = symbol.value..symbol.value.saturating_add(shape.size);
            let others = starts.get(&section).map_or(&[][..], Vec::as_slice);
            let first = others.partition_point(|it| *it <= inside.start);
            let is_alone = others.get(first).is_none_or(|next| *next >= inside.end)
                && ends.get(&section).is_none_or(|end| *end <= inside.start);
            let name_of = |at: u32| file.symbols[at as usize].name;
            let described = names.find(shape.of, NameHash::of(shape.of), name_of);
            let described = described.map(|at| at as usize);
            let described = described.filter(|&at| self.symbols[at].is_sayable());
            let result = match is_alone {
                true => self.record(file, machine, at, described, &shape),
                false => Err("another symbol lies in it".to_string()),
            };
            match result {
                Ok(symbols) => {
                    if let (true, Some(described)) = (symbols.visibility_follows, described) {
                        self.symbols[described].visibility_follows = true;
                    }
                    self.symbols[at].how = How::Record;
                    self.records.insert(at, symbols);
                    ends.insert(section, inside.end);
                }
                Err(reason) => {
                    let remarks = &mut self.sections[section].remarks;
                    let remark = format!("{} as data: {reason}", symbol.name);
                    remarks.push((symbol.value, remark));
                }
            }
        }
    }

    /// Whether directives give a record, with its symbols and its relocation.
    fn record(
        &self,
        file: &File<'_>,
        machine: &dyn Description,
        at: usize,
        described: Option<usize>,
        shape: &RecordShape<'_>,
    ) -> Result<RecordSymbols, String> {
        let symbol = &file.symbols[at];
        let Place::Section(number) = symbol.place else {
            return Err("it lies in no section".to_string());
        };
        let section = &file.sections[number];
        let range = symbol.value..symbol.value.saturating_add(shape.size);
        let bytes = usize::try_from(range.start)
            .ok()
            .and_then(|start| section.bytes.get(start..)?.get(..shape.size as usize));
        let bytes = bytes.ok_or("it does not lie in its section")?;
        let text = machine.record_text(shape.of, bytes)?;
        if file.is_linked {
            // The distance to the code is there; directives would ask for a relocation.
            return Err(format!(
                "a linker has put the distance to the code in, which no directive says\n{text}"
            ));
        }
        if let How::Not(reason) = self.symbols[at].how {
            return Err(reason.text().to_string());
        }
        let described = described.ok_or("nothing has the name of its code")?;
        let code = &file.symbols[described];
        // Its relocation is the one that directives leave.
        let references = &section.relocations;
        let first = references.partition_point(|it| it.offset.saturating_add(8) <= range.start);
        let mut inside = references[first..]
            .iter()
            .take_while(|it| it.offset < range.end)
            .filter(|it| it.offset.saturating_add(it.relocation.bytes.max(1).into()) > range.start);
        let reference = inside.next().ok_or("it has no relocation")?;
        if inside.next().is_some() {
            return Err("it has two relocations".to_string());
        }
        let (mut target, mut addend) = (described, shape.relocation.1);
        if let (Place::Section(at), elf::STB_LOCAL) = (code.place, code.binding) {
            // Of a local symbol it names the section.
            addend = addend.wrapping_add(code.value.cast_signed());
            if self.sections[at].is_printed
                && let Some(named) = file.symbols.get(reference.symbol)
                && named.kind == elf::STT_SECTION
                && named.place == code.place
            {
                target = reference.symbol;
                addend = addend.wrapping_sub(named.value.cast_signed());
            }
        }
        let distance = range.start + shape.reference;
        let field = &bytes[shape.reference as usize..][..reference.relocation.bytes.into()];
        let is_right = reference.offset == distance
            && reference.relocation.number == shape.relocation.0
            && reference.symbol == target
            && reference.addend == addend
            && field.iter().all(|byte| *byte == 0);
        if !is_right {
            return Err("its relocation is not that of directives".to_string());
        }
        let is_before = match code.place {
            Place::Section(at) if at == number => code.value < range.start,
            Place::Section(at) => at < number,
            Place::Undefined => false,
            _ => return Err("its code is no place".to_string()),
        };
        let symbols = machine.record_symbols(symbol, code, is_before);
        symbols.map_err(str::to_string)
    }

    /// Finds the pieces of sections, and what of them symbols can be labels of.
    fn place_symbols(&mut self, file: &File<'_>, word: u64) {
        let mut objects: HashMap<usize, Vec<usize>> = HashMap::new();
        for (at, symbol) in file.symbols.iter().enumerate() {
            if let (Place::Section(section), elf::STT_OBJECT) = (symbol.place, symbol.kind) {
                objects.entry(section).or_default().push(at);
            }
        }
        for (at, section) in file.sections.iter().enumerate() {
            if self.sections[at].is_printed {
                let objects = objects.get(&at).map_or(&[][..], Vec::as_slice);
                self.sections[at].pieces = self.pieces(file, objects, section, word);
            }
        }
        for (at, symbol) in file.symbols.iter().enumerate() {
            let Place::Section(number) = symbol.place else {
                continue;
            };
            let plan = &mut self.symbols[at];
            if symbol.kind == elf::STT_SECTION || plan.how != How::Label {
                continue;
            }
            let section = &mut self.sections[number];
            if !section.is_printed {
                // The name of a group may lie in it, and is said with its sections.
                plan.how = match file.sections[number].kind {
                    elf::SHT_GROUP => How::Signature,
                    _ => How::Not(Reason::Nowhere),
                };
                continue;
            }
            let behind = section
                .pieces
                .partition_point(|(range, _)| range.end <= symbol.value);
            let is_label = match section.pieces.get(behind) {
                Some((range, Piece::Record(_))) => range.start == symbol.value,
                Some((_, Piece::Code)) => symbol.value.is_multiple_of(word),
                Some((_, Piece::Data)) => true,
                None => symbol.value == file.sections[number].size,
            };
            if !is_label {
                plan.how = How::Value;
                section.values.push(at);
                section.made.push(0);
                continue;
            }
            section.labels.push((symbol.value, at));
            if symbol.binding == elf::STB_LOCAL && plan.is_bare {
                section.locals.push((symbol.value, at));
            }
        }
        for section in &mut self.sections {
            section.labels.sort_unstable();
            section.locals.sort_unstable();
        }
    }

    /// Code, but for symbols that say they are data; or data. Records in both.
    fn pieces(
        &self,
        file: &File<'_>,
        data_symbols: &[usize],
        section: &Section<'_>,
        word: u64,
    ) -> Vec<(Range<u64>, Piece)> {
        let mut objects: Vec<Range<u64>> = Vec::new();
        let mut records = SortedMap::new();
        for &number in data_symbols {
            let symbol = &file.symbols[number];
            let start = symbol.value.min(section.size);
            let end = start.saturating_add(symbol.size).min(section.size);
            if self.symbols[number].how == How::Record {
                records.insert(start, (end, number));
            }
            if start < end && section.is_code() {
                // Instructions begin at whole words.
                objects.push(start..end.next_multiple_of(word).min(section.size));
            }
        }
        sort_by_key(&mut objects, |range| range.start);
        let mut data: Vec<Range<u64>> = Vec::new();
        for range in objects {
            match data.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => data.push(range),
            }
        }
        let mut points = vec![0, section.size];
        points.extend(data.iter().flat_map(|it| [it.start, it.end]));
        points.extend(records.iter().flat_map(|(start, (end, _))| [*start, *end]));
        sort(&mut points);
        let mut pieces = Vec::new();
        for pair in points.windows(2) {
            let behind = data.partition_point(|range| range.end <= pair[0]);
            let is_data = data.get(behind).is_some_and(|range| range.start <= pair[0]);
            let piece = match records.get(&pair[0]) {
                Some((_, symbol)) => Piece::Record(*symbol),
                None if is_data || !section.is_code() => Piece::Data,
                None => Piece::Code,
            };
            pieces.push((pair[0]..pair[1], piece));
        }
        pieces
    }
}

/// What is known once each name was looked at.
struct SymbolPlans {
    symbols: Vec<SymbolPlan>,
    /// The numbers of the first symbols with their names.
    names: NameTable,
    /// What no symbol of the file begins with, and the assembler keeps to itself.
    prefix: String,
}

/// Which symbols have names that can be written.
fn symbol_plans(file: &File<'_>, format: &ObjectFormat) -> SymbolPlans {
    let private = format.private_prefix;
    let mut underscores = 0;
    let mut first = NameTable::default();
    // What relocations and groups name is in the object, whatever it is called.
    let mut is_named = vec![false; file.symbols.len()];
    for section in &file.sections {
        let references = section.relocations.iter().map(|it| it.symbol);
        for symbol in references.chain(section.group.map(|group| group.signature)) {
            is_named[symbol] |= symbol != 0;
        }
    }
    let mut plans = Vec::with_capacity(file.symbols.len());
    for (at, symbol) in file.symbols.iter().enumerate() {
        prefetch(&file.symbols, at, |symbol| symbol.name.as_bytes());
        let name = symbol.name;
        let spelled = names::spelled(name);
        // A directive makes such a name weak, but not global.
        let is_shared = !matches!(symbol.binding, elf::STB_LOCAL | elf::STB_WEAK);
        let behind = name.strip_prefix(private);
        if let Some(rest) = behind {
            underscores = underscores.max(1 + rest.len() - rest.trim_start_matches('_').len());
        }
        let is_private = !private.is_empty() && behind.is_some() && (is_shared || !is_named[at]);
        let mut is_first = || {
            let hash = NameHash::of(name);
            let found = first.find(name, hash, |at| file.symbols[at as usize].name);
            if found.is_none() {
                first.insert(at as u32, hash);
            }
            found.is_none()
        };
        let how = if name.is_empty() || symbol.kind == elf::STT_SECTION {
            How::Not(Reason::Nameless)
        } else if spelled.is_none() {
            How::Not(Reason::Unwritable)
        } else if is_private {
            How::Not(Reason::Private)
        } else if !is_first() {
            How::Not(Reason::Taken)
        } else if symbol.kind == elf::STT_FILE {
            How::Not(Reason::SourceFile)
        } else {
            How::Label
        };
        plans.push(SymbolPlan {
            how,
            is_bare: spelled.is_some_and(|it| it.quote.is_empty()),
            visibility_follows: false,
        });
    }
    SymbolPlans {
        symbols: plans,
        names: first,
        prefix: format!("{private}{}", "_".repeat(underscores)),
    }
}

/// Which sections the assembler does not make by itself.
fn section_plans(file: &File<'_>, prefix: &str) -> Vec<SectionPlan> {
    let mut stems = SortedSet::new();
    let mut names_so_far: SortedSet<String> = [".text".to_string()].into();
    let mut text_is_free = true;
    let plan = |(at, section): (usize, &Section<'_>)| {
        let is_loaded = section.flags & flag::ALLOC != 0;
        let is_made = match section.kind {
            elf::SHT_NULL => true,
            elf::SHT_SYMTAB | elf::SHT_STRTAB => !is_loaded,
            elf::SHT_RELA | LLVM_ADDRSIG => !file.is_linked,
            // Without members no section says that there is a group.
            elf::SHT_GROUP => !file.is_linked && section.size > 4,
            _ => false,
        };
        if is_made {
            return SectionPlan::default();
        }
        let mut remarks = Vec::new();
        let name = names::section(section.name).map(|name| name.to_string());
        let name = name.unwrap_or_else(|| {
            let remark = "the section has another name, which cannot be written";
            remarks.push((0, remark.to_string()));
            format!("section.{at}")
        });
        // Every assembly begins with this section.
        let is_text = text_is_free && name == ".text" && is_plain_code(section);
        text_is_free &= !is_text;
        let is_first = names_so_far.insert(name.clone());
        let mut stem = names::stem(section.name);
        while stem.is_empty() || !stems.insert(stem.clone()) {
            stem = format!("{stem}_{at}");
        }
        let stem = format!("{prefix}{stem}_");
        SectionPlan {
            is_printed: true,
            is_text,
            unique: (!is_text && !is_first).then_some(at),
            name,
            stem,
            remarks,
            ..SectionPlan::default()
        }
    };
    file.sections.iter().enumerate().map(plan).collect()
}

/// In order, and each once.
fn sort(places: &mut Vec<u64>) {
    places.sort_unstable();
    places.dedup();
}

/// Whether a section is as the one that every assembly begins with.
fn is_plain_code(section: &Section<'_>) -> bool {
    section.flags == flag::ALLOC | flag::EXECUTE
        && section.kind == elf::SHT_PROGBITS
        && section.entry_size == 0
}
