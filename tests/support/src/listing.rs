//! Listings of a compiler: bytes, and what LLVM said of them.

use crate::machine::gcn;
use crate::oracle::{Engine, hex};
use crate::report::Report;

/// Compares instructions with what LLVM said of them.
pub struct Comparison<'a> {
    engine: Engine<'a>,
    name: String,
}

impl Comparison<'static> {
    /// For a processor; `name` says in reports what the listing is.
    ///
    /// # Panics
    ///
    /// If there is no such processor.
    pub fn new(cpu: &str, name: String) -> Comparison<'static> {
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        Comparison { engine, name }
    }

    /// The bytes are an instruction, whose text is LLVM's and gives them again.
    /// Without LLVM's text, any that gives them again.
    pub fn check(&self, bytes: &[u8], text: Option<&str>, report: &mut Report) {
        let back = self.engine.disassemble(bytes);
        let ours = back.as_ref().map(|text| self.engine.assemble(text));
        let same = matches!(&ours, Some(Ok((again, printed)))
            if again == bytes && Some(printed) == back.as_ref());
        let good = same && (text.is_none() || back.as_deref() == text);
        report.check(good, || {
            format!(
                "{} {} `{}`\n    ours {back:?}, {ours:x?}",
                self.name,
                hex(bytes),
                text.unwrap_or("?")
            )
        });
    }
}
