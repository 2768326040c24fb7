//! Errors of assembly as editors show them.

use std::path::Path;

use isa_mc::asm::Assembler;
use isa_mc::machines::AnyTarget;
use isa_mc::{SyntaxId, TargetMachine};

use crate::asm::Folders;
use crate::lsp::protocol::{Diagnostic, DiagnosticSeverity};
use crate::lsp::text::Text;
use crate::machines;

/// Errors that are shown; more of them nobody reads.
const MOST: usize = 500;

/// What is wrong with a source.
pub fn errors(target: &AnyTarget, syntax: SyntaxId, path: &Path, text: &Text) -> Vec<Diagnostic> {
    match target {
        AnyTarget::Words(target) => of_statements(*target, syntax, path, text),
        #[cfg(feature = "visa")]
        AnyTarget::Streams(target) if crate::visa::is_whole(text.as_str().as_bytes()) => {
            crate::visa::errors(target, text.as_str())
                .into_iter()
                .take(MOST)
                .map(|(span, code, message)| one(text, span.start, span.end, code, message, true))
                .collect()
        }
        AnyTarget::Streams(target) => of_statements(*target, syntax, path, text),
    }
}

fn of_statements<T: TargetMachine<'static>>(
    target: T,
    syntax: SyntaxId,
    path: &Path,
    text: &Text,
) -> Vec<Diagnostic> {
    let files = Folders::of(path.parent().map(Path::to_path_buf).into_iter().collect());
    let mut assembler = Assembler::new(target, syntax).files(&files).externals();
    if let Some(support) = machines::support(&target.target()) {
        assembler = assembler.machine(support);
    }
    let name = path.display().to_string();
    let assembly = assembler.assemble(&name, text.as_str().as_bytes());
    let errors = assembly.errors.iter().map(|error| (error, true));
    let warnings = assembly.warnings.iter().map(|warning| (warning, false));
    let all = errors.chain(warnings).take(MOST).map(|(error, is_error)| {
        // What a macro or another file has wrong is shown at what asks for it.
        let at = assembly.texts.outermost(error.location);
        one(
            text,
            at.start as usize,
            at.end as usize,
            error.code.as_str(),
            error.message.clone(),
            is_error,
        )
    });
    all.collect()
}

fn one(
    text: &Text,
    start: usize,
    end: usize,
    code: &str,
    message: String,
    is_error: bool,
) -> Diagnostic {
    let severity = match is_error {
        true => DiagnosticSeverity::Error,
        false => DiagnosticSeverity::Warning,
    };
    Diagnostic {
        range: text.range(start, end.max(start)),
        severity,
        code: Some(code.to_owned()),
        source: "isa-mc",
        message,
        related_information: Vec::new(),
    }
}
