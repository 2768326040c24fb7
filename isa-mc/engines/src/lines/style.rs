//! How llvm-mc writes instructions.

use crate::asm::{encoding, pad, remark};
use crate::tables::Tables;
use crate::{Inst, SyntaxId, Target};

use super::comments;

/// How llvm-mc's text is written.
pub struct Style {
    /// The syntax.
    pub syntax: SyntaxId,
    /// Its bytes stand behind each.
    pub shows_encoding: bool,
    /// What it is in memory stands behind each.
    pub shows_inst: bool,
    /// What comments begin with.
    leader: &'static str,
}

impl Style {
    /// For a syntax, and what is shown of each instruction.
    pub fn new(
        tables: &Tables<'static>,
        syntax: SyntaxId,
        (shows_encoding, shows_inst): (bool, bool),
    ) -> Style {
        Style {
            syntax,
            shows_encoding,
            shows_inst,
            leader: tables
                .comment_leaders(syntax.0)
                .next_back()
                .unwrap_or_default(),
        }
    }

    /// What an instruction is, by its bytes: the comment that is asked for.
    pub fn remark(&self, target: Target<'static>, bytes: &[u8]) -> String {
        match target.decode(bytes) {
            Ok(inst) => comments::inst(self.leader, target, inst),
            Err(_) => self.leader.to_string(),
        }
    }

    /// Appends what stands behind an instruction, and the end of its line.
    pub fn behind(
        &self,
        target: Target<'static>,
        inst: Inst,
        bytes: &[u8],
        start: usize,
        out: &mut Vec<u8>,
    ) {
        if self.shows_encoding {
            pad(start, out);
            encoding(self.leader, bytes, None, out);
        }
        if self.shows_inst {
            let text = comments::inst(self.leader, target, inst);
            remark(&text, self.shows_encoding, start, out);
        }
        out.push(b'\n');
    }
}
