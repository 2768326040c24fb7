//! Which instructions a processor has.

use isa_mc::Target;

/// An instruction of a processor.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its row in the tables.
    pub row: usize,
    /// Its mnemonic there.
    pub mnemonic: &'static str,
    /// The rows of the encodings that the processor has.
    pub encodings: Vec<usize>,
}

/// The instructions of a processor, in the order of the description.
pub fn instructions(machine: &Target<'static>) -> impl Iterator<Item = Entry> + use<> {
    let tables = machine.tables();
    let (arch, features) = (machine.arch_index(), machine.features());
    let rows = tables.instructions.iter().enumerate();
    rows.filter_map(move |(row, instruction)| {
        let is_here = |&at: &usize| match tables.stream_encodings.is_empty() {
            true => tables.encodings.get(at).is_some_and(|it| {
                let shape = &tables.shapes[usize::from(it.shape)];
                shape.arch == arch && it.features & !features == 0
            }),
            false => tables
                .stream_encodings
                .get(at)
                .is_some_and(|it| it.arch == arch && it.features & !features == 0),
        };
        let encodings: Vec<usize> = instruction.encodings.range().filter(is_here).collect();
        (!encodings.is_empty()).then(|| Entry {
            row,
            mnemonic: tables.text(instruction.name),
            encodings,
        })
    })
}
