//! What a mnemonic alone stands for: an example of it.

use crate::machines::AnyTarget;
use crate::{Opcode, StreamTarget, SyntaxId, Target};

use super::example::{example, stream_example};
use super::explanation::{Explanation, explain};

/// Explains an [example] of an instruction that a processor calls so, in any case. `None` if the
/// processor has none of that name, or no example was found.
///
/// ```
/// # #[cfg(feature = "visa")] {
/// use isa_mc::{SyntaxId, explain, machines};
///
/// let target = machines::target("visa4.1").unwrap();
/// let explanation = explain::mnemonic(&target, SyntaxId::default(), "mov").unwrap();
/// assert_eq!(explanation.mnemonic, "mov");
/// assert!(explain::mnemonic(&target, SyntaxId::default(), "move").is_none());
/// # }
/// ```
pub fn mnemonic(target: &AnyTarget, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    match target {
        AnyTarget::Words(target) => of_words(target, syntax, name),
        AnyTarget::Streams(target) => of_streams(target, syntax, name),
    }
}

fn of_words(target: &Target<'static>, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    let tables = target.tables();
    let mut encodings = tables.encodings.iter().enumerate();
    encodings.find_map(|(index, encoding)| {
        let row = tables.instructions.get(usize::from(encoding.instruction))?;
        let shape = tables.shapes.get(usize::from(encoding.shape))?;
        let said = tables
            .texts
            .get(encoding.mnemonics as usize + usize::from(syntax.0));
        let is_name = |text: &str| text.eq_ignore_ascii_case(name);
        let is_it =
            is_name(tables.text(row.name)) || said.is_some_and(|it| is_name(tables.text(*it)));
        if !is_it || shape.arch != target.arch_index() {
            return None;
        }
        explain(target, syntax, example(target, index)?)
    })
}

fn of_streams(target: &StreamTarget<'static>, syntax: SyntaxId, name: &str) -> Option<Explanation> {
    let tables = target.tables();
    let rows = tables.instructions.iter().zip(0..);
    let mut named = rows.filter(|(row, _)| tables.text(row.name).eq_ignore_ascii_case(name));
    let inst = named.find_map(|(_, opcode)| stream_example(target, Opcode(opcode)))?;
    explain(target, syntax, inst)
}
