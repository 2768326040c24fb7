//! For which processor a source is, and what that processor has.

use isa_dsl::sorted::SortedMap;

use isa_mc::SyntaxId;
use isa_mc::machines::{self, AnyTarget};

use isa_mc::explain::encodings;

use crate::lsp::session::Settings;

/// A processor, a syntax, and the mnemonics that they have.
pub struct Machine {
    /// The processor.
    pub target: AnyTarget,
    /// The syntax of the source.
    pub syntax: SyntaxId,
    /// Mnemonics as they are written, with the rows of their instructions.
    pub mnemonics: SortedMap<&'static str, usize>,
}

/// The processor that a source says, or that was said at the start; or else the last one of
/// the machine whose files end so.
pub fn processor(text: &str, name: &str, settings: &Settings) -> Option<String> {
    let said = machines::said_in_source(text).map(|target| machines::name(&target));
    let set = || settings.cpu.clone();
    let by_name = || machines::of_source_name(name).map(|target| machines::name(&target));
    let found = said.or_else(set).or_else(by_name);
    found.filter(|cpu| machines::named(cpu).is_ok())
}

impl Machine {
    /// The machine of that processor.
    pub fn new(cpu: &str, settings: &Settings) -> Option<Machine> {
        let target = machines::named(cpu).ok()?;
        let machine = target.target();
        let syntax = settings
            .syntax
            .as_deref()
            .and_then(|name| machine.syntax(name))
            .unwrap_or_default();
        let tables = machine.tables();
        let (arch, features) = (machine.arch_index(), machine.features());
        let mut mnemonics = SortedMap::new();
        for encoding in tables.encodings {
            let shape = &tables.shapes[usize::from(encoding.shape)];
            if shape.arch == arch && encoding.features & !features == 0 {
                let text = tables.texts[encoding.mnemonics as usize + usize::from(syntax.0)];
                mnemonics
                    .entry(tables.text(text))
                    .or_insert(usize::from(encoding.instruction));
            }
        }
        if tables.encodings.is_empty() {
            for (index, row) in tables.instructions.iter().enumerate() {
                let here = |it: &isa_mc::explain::Listed<'_>| it.arch == usize::from(arch);
                if encodings(tables, row).any(|it| here(&it)) {
                    mnemonics.entry(tables.text(row.name)).or_insert(index);
                }
            }
        }
        Some(Machine {
            target,
            syntax,
            mnemonics,
        })
    }

    /// What comments begin with.
    pub fn leaders(&self) -> Vec<&'static str> {
        let leaders = self.target.target().tables().comment_leaders(self.syntax.0);
        leaders
            .chain(["//"])
            .filter(|leader| !leader.is_empty())
            .collect()
    }
}
