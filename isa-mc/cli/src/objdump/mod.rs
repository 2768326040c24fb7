//! `isa-mc objdump`, which is also what the program does under the name `llvm-objdump`.
//!
//! In the order in which they can be read: `args`, `files`.

mod args;
mod files;

use std::ffi::OsString;

use clap::{CommandFactory as _, FromArgMatches as _};
use isa_mc::dump::{Code, Dumper, Range, SourceFiles};
use isa_mc::machines::AnyTarget;
use isa_mc::object::bundle;
use isa_mc::{SyntaxId, Target};

use super::failure::Failure;
use super::flags::with_dashes;
use super::input::{self, Input};
use super::output::{Blocks, Output};
use super::{machines, report};
pub use args::ObjdumpArgs;
use files::CodeObject;

/// Runs on the arguments, of which the first one is what errors call the program.
pub fn run(arguments: Vec<OsString>) -> u8 {
    let program = arguments
        .first()
        .map(|it| it.to_string_lossy().into_owned());
    let program = program.unwrap_or_default();
    let mut command = ObjdumpArgs::command();
    let arguments = with_dashes(&command, arguments);
    let matches = command.try_get_matches_from_mut(arguments);
    let args = match matches.and_then(|it| ObjdumpArgs::from_arg_matches(&it)) {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return u8::from(error.use_stderr());
        }
    };
    let mut tool = Tool {
        program,
        args,
        found: Vec::new(),
    };
    match tool.run() {
        Ok(status) => status,
        Err(Failure::BrokenPipe) => 0,
        Err(Failure::Reported) => 1,
        Err(Failure::Input(message) | Failure::Usage(message)) => {
            tool.say("error", &message);
            1
        }
    }
}

struct Tool {
    /// What errors begin with.
    program: String,
    args: ObjdumpArgs,
    /// Sections that were asked for and are there.
    found: Vec<String>,
}

impl Tool {
    fn say(&self, kind: &str, message: &str) {
        report::say(&format!("{}: {kind}: {message}\n", self.program));
    }

    fn range(&self) -> Result<Range, Failure> {
        let all = Range::default();
        let range = Range {
            start: self.args.start_address.unwrap_or(all.start),
            stop: self.args.stop_address.unwrap_or(all.stop),
        };
        match range.start < range.stop {
            true => Ok(range),
            false => {
                let message = "start address should be less than stop address";
                Err(Failure::Usage(message.to_string()))
            }
        }
    }

    fn run(&mut self) -> Result<u8, Failure> {
        self.range()?;
        let args = &mut self.args;
        args.disassemble |= args.disassemble_all
            || args.line_numbers
            || args.source
            || !args.disassemble_symbols.is_empty();
        args.file_headers |= args.all_headers;
        args.private_headers |= args.all_headers;
        args.section_headers |= args.all_headers;
        args.syms |= args.all_headers;
        args.reloc |= args.all_headers;
        let tables = [
            args.private_headers,
            args.dynamic_syms,
            args.dynamic_reloc,
            args.reloc,
            args.syms,
            args.section_headers,
            args.full_contents,
            args.file_headers,
        ];
        if !args.disassemble && !args.offloading && !tables.contains(&true) {
            // As llvm-objdump, which then shows what there is to ask for.
            let _ = ObjdumpArgs::command().print_help();
            return Ok(2);
        }
        if let Some(triple) = &args.triple
            && !isa_mc::machines::has_triple(triple)
        {
            let message = format!("'{triple}' is no triple of the machines here");
            return Err(Failure::Usage(message));
        }
        let mut output = Output::open(None)?;
        for path in self.args.files.clone() {
            let input = input::read(&path)?;
            self.file(&input, &mut output)?;
        }
        output.finish()?;
        let missing = self
            .args
            .section
            .iter()
            .filter(|it| !self.found.contains(it));
        if self.found.is_empty() {
            for name in missing {
                let message = format!(
                    "section '{name}' mentioned in a -j/--section option, but not found in any \
                     input file"
                );
                self.say("warning", &message);
            }
        }
        Ok(0)
    }

    fn file(&mut self, input: &Input, output: &mut Output) -> Result<(), Failure> {
        if !files::may_have_bundles(input) {
            let object = CodeObject {
                name: input.name.clone(),
                bytes: &input.bytes,
            };
            return self.object(&object, output);
        }
        let wrong = |error: String| Failure::Input(format!("'{}': {error}", input.name));
        let bundled = files::bundled(input).map_err(wrong)?;
        if self.args.offloading {
            let format = bundle::host_format(&input.bytes);
            let head = format!("\n{}:\tfile format {format}\n", input.name);
            output.buffer.extend_from_slice(head.as_bytes());
        }
        if bundled.is_empty() && !self.args.offloading {
            let message = "it is for another machine, and holds no offload bundle with code for \
                           these machines";
            return Err(wrong(message.to_string()));
        }
        for object in &bundled {
            if self.args.offloading {
                files::extract(object).map_err(Failure::Input)?;
                let line = format!("Extracting offload bundle: {}\n", object.name);
                output.buffer.extend_from_slice(line.as_bytes());
            } else if !object.bytes.is_empty() {
                let is_known =
                    self.args.mcpu.is_some() || isa_mc::machines::of_file(object.bytes).is_some();
                match is_known {
                    true => self.object(object, output)?,
                    false => {
                        let message = format!("'{}': no processor of these machines", object.name);
                        self.say("warning", &message);
                    }
                }
            }
        }
        Ok(())
    }

    /// The processor of a code object.
    fn target(&self, object: &CodeObject<'_>) -> Result<Target<'static>, Failure> {
        let wrong = |message: &str| Failure::Input(format!("'{}': {message}", object.name));
        let target = match &self.args.mcpu {
            Some(name) => machines::target(name)?,
            None if !object.bytes.starts_with(b"\x7fELF") => {
                let message = "The file was not recognized as a valid object file";
                return Err(wrong(message));
            }
            None => isa_mc::machines::of_file(object.bytes).ok_or_else(|| {
                wrong("its header says no processor of these machines: use --mcpu=CPU")
            })?,
        };
        match self.with_features(target) {
            AnyTarget::Words(target) => Ok(target),
            AnyTarget::Streams(_) => Err(wrong("this processor has no object files")),
        }
    }

    /// The processor with the features that change what code means; others are left out, as
    /// llvm-objdump does it.
    fn with_features(&self, mut target: AnyTarget) -> AnyTarget {
        for feature in &self.args.features.mattr {
            let name = feature.trim_start_matches(['+', '-']);
            if name.is_empty() || ["xnack", "sramecc"].contains(&name) {
                continue;
            }
            match isa_mc::machines::with_features(target, feature) {
                Ok(made) => target = made,
                Err(error) => self.say("warning", &format!("{error}: `{feature}` is ignored")),
            }
        }
        target
    }

    fn object(&mut self, object: &CodeObject<'_>, output: &mut Output) -> Result<(), Failure> {
        let args = &self.args;
        let target = self.target(object)?;
        let wrong = |message: String| Failure::Input(format!("'{}': {message}", object.name));
        let support = machines::support(&target)
            .ok_or_else(|| wrong("this processor has no object files".to_string()))?;
        let dumper = Dumper::new(target, SyntaxId::default(), support).threads(args.threads);
        let dump = dumper
            .read(object.bytes)
            .map_err(|error| wrong(error.to_string()))?;
        let range = self.range()?;
        let head = format!("\n{}:\tfile format {}\n", object.name, dump.format());
        output.buffer.extend_from_slice(head.as_bytes());
        let out = &mut output.buffer;
        if args.file_headers {
            let start = dump.start_address();
            let architecture = dump.architecture();
            let text = format!("architecture: {architecture}\nstart address: 0x{start:016x}\n");
            out.extend_from_slice(text.as_bytes());
        }
        if args.private_headers {
            let written = dump.private_headers(out);
            written.map_err(|error| wrong(error.to_string()))?;
        }
        if args.section_headers {
            dump.section_headers(&args.section, out);
        }
        if args.syms {
            dump.symbols(range, out);
        }
        if args.dynamic_syms {
            let written = dump.dynamic_symbols(range, out);
            written.map_err(|error| wrong(error.to_string()))?;
        }
        if args.reloc && !args.disassemble {
            dump.relocations(&args.section, range, out);
        }
        if args.dynamic_reloc {
            if !dump.is_linked() {
                output.write_all_of_it()?;
                return Err(wrong("not a dynamic object".to_string()));
            }
            let written = dump.dynamic_relocations(out);
            written.map_err(|error| wrong(error.to_string()))?;
        }
        if args.full_contents {
            dump.contents(&args.section, out);
        }
        if args.disassemble {
            let code = Code {
                all_sections: args.disassemble_all,
                sections: args.section.clone(),
                symbols: args.disassemble_symbols.clone(),
                range,
                shows_zeros: args.disassemble_zeroes,
                shows_all_symbols: args.show_all_symbols,
                shows_relocations: args.reloc,
                hides_addresses: args.no_leading_addr,
            };
            let mut blocks = Blocks::new(output);
            let files = |name: &str| std::fs::read(name).ok();
            let files = |name: &str| Some(String::from_utf8_lossy(&files(name)?).into_owned());
            let files: Option<SourceFiles<'_>> = args.source.then_some(&files);
            let written = match args.line_numbers || args.source {
                true => dump.code_with_lines(&code, args.line_numbers, files, &mut blocks),
                false => dump
                    .code(&code, &mut blocks)
                    .map(|missing| (missing, Vec::new())),
            };
            let (missing, without) = match written {
                Ok(found) => found,
                Err(error) => return Err(blocks.failure(&error)),
            };
            for name in without {
                let message = format!("'{}': failed to find source {name}", object.name);
                self.say("warning", &message);
            }
            if !missing.is_empty() {
                output.write_all_of_it()?;
            }
            for name in missing {
                let message = format!(
                    "'{}': failed to disassemble missing symbol {name}",
                    object.name
                );
                self.say("warning", &message);
            }
        }
        let found = dump
            .sections()
            .filter(|name| args.section.iter().any(|it| it == name));
        let found: Vec<String> = found.map(ToString::to_string).collect();
        self.found.extend(found);
        output.flush_block()
    }
}
