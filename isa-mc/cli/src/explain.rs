//! `isa-mc explain`: one instruction, bit for bit.

use isa_mc::explain::{self, Detail, Explanation, NotExplained};
use isa_mc::lines::hex;

use super::args::ExplainArgs;
use super::failure::Failure;
use super::output::Output;
use super::report::Reporter;
use super::{machines, report};

pub fn run(args: &ExplainArgs, color: bool) -> Result<(), Failure> {
    let target = machines::target_with(&args.cpu, &args.features.mattr)?;
    let machine = target.target();
    let syntax = machines::syntax(&machine, args.syntax.as_deref())?;
    let detail = match args.full {
        true => Detail::Full,
        false => Detail::Folded,
    };
    let show = |it: &Explanation| show(&it.text(detail));
    let text = args.instruction.join(" ");
    if !looks_like_hex(&text) {
        let explanation = explain::statement(&target, syntax, &text);
        if explanation.is_err()
            && let Some(example) = explain::mnemonic(&target, syntax, text.trim())
        {
            show(&example)?;
            let name = example.mnemonic;
            report::say(&format!(
                "note: `{name}` alone is no instruction: this is an example of one\n"
            ));
            return Ok(());
        }
        return match explanation {
            Ok(explanation) => show(&explanation),
            Err(NotExplained::Statement { error, message }) => {
                let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
                let span = error.span.start as usize..error.span.end as usize;
                let code = isa_mc::asm::Code::of_statement(&error.kind);
                reporter.error(code.as_str(), span, &message);
                Err(Failure::Reported)
            }
            Err(error) => Err(Failure::Input(error.to_string())),
        };
    }
    let mut bytes = Vec::new();
    if let Err(problem) = hex::parse(text.as_bytes(), &mut bytes) {
        let mut reporter = Reporter::new("<instruction>", text.as_bytes(), color);
        reporter.error(problem.code, problem.span, &problem.message);
        return Err(Failure::Reported);
    }
    match explain::bytes(&target, syntax, &bytes) {
        Ok(explanation) => {
            show(&explanation)?;
            let rest = bytes.len() - explanation.bytes.len().min(bytes.len());
            if rest != 0 {
                report::say(&format!("note: {rest} more bytes follow the instruction\n"));
            }
            Ok(())
        }
        Err(error) => {
            self::show(&explain::raw(&machine, &bytes))?;
            Err(Failure::Input(format!(
                "no instruction of {}: {error}",
                args.cpu
            )))
        }
    }
}

fn show(text: &str) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    output.buffer.extend_from_slice(text.as_bytes());
    output.finish()
}

/// Digits and spaces only, and enough digits that it is no mnemonic.
fn looks_like_hex(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_hexdigit).count();
    let others = text.bytes().filter(|byte| !byte.is_ascii_hexdigit());
    let starts = text.trim_start().as_bytes().first();
    let mut others = others.peekable();
    let only = others.all(|byte| byte.is_ascii_whitespace());
    only && (digits >= 8 || starts.is_some_and(u8::is_ascii_digit))
}
