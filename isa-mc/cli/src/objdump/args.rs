//! The flags of llvm-objdump that make sense for code objects.

use std::path::PathBuf;

use clap::Parser;

use isa_mc::lines::integer;

use crate::features::FeatureArgs;

const EXAMPLES: &str = "\
Examples:
  isa-mc objdump -d kernel.o                      code, with addresses and bytes
  isa-mc objdump -dr --disassemble-symbols=f a.o  one function, with relocations
  isa-mc objdump -h -t -r -s a.o                  tables, and contents in bytes
  isa-mc objdump -d --mattr=+wavefrontsize64 a.o  code of wavefronts of 64 lanes
  isa-mc objdump -p -T -R a.so                    what a linker says of a code object
  isa-mc objdump -d librocrand.so.1               code for GPUs in a host library
  isa-mc objdump --offloading librocrand.so.1     each code object as a file
  ln -s isa-mc llvm-objdump                       the program under LLVM's name

The text is that of llvm-objdump 22. Long flags may have one dash, and values
stand behind `=` or in the next argument.

Exit status: 0 good, 1 a flag or a file was wrong, 2 nothing was asked for.";

/// List object files as llvm-objdump does
#[derive(Debug, Parser)]
#[command(
    name = "objdump",
    version,
    after_help = EXAMPLES,
    disable_version_flag = true,
    disable_help_flag = true
)]
pub struct ObjdumpArgs {
    /// List the code of sections that are executable
    #[arg(short, long)]
    pub disassemble: bool,
    /// List all sections as if they were code
    #[arg(short = 'D', long)]
    pub disassemble_all: bool,
    /// Only code that begins with one of these symbols, with commas between
    #[arg(long, value_name = "SYMBOLS", value_delimiter = ',')]
    pub disassemble_symbols: Vec<String>,
    /// List zeros too, which are left out otherwise
    #[arg(short = 'z', long)]
    pub disassemble_zeroes: bool,
    /// Only sections of this name; may stand again
    #[arg(short = 'j', long, value_name = "NAME")]
    pub section: Vec<String>,
    /// Processor whose code it is [default: what the file says]
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// The target triple, as the file's own
    #[arg(long, value_name = "TRIPLE", aliases = ["arch-name"])]
    pub triple: Option<String>,
    /// Only from this address on
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub start_address: Option<u64>,
    /// Only before this address
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub stop_address: Option<u64>,
    /// No bytes behind instructions: this format always has them
    #[arg(long)]
    pub no_show_raw_insn: bool,
    /// No addresses before symbols and relocations
    #[arg(long, alias = "no-addresses")]
    pub no_leading_addr: bool,
    /// All symbols of a place, not only one of them
    #[arg(long)]
    pub show_all_symbols: bool,
    /// Names of functions and numbers of lines within code, from debug information
    #[arg(short, long)]
    pub line_numbers: bool,
    /// Lines of sources within code
    #[arg(short = 'S', long)]
    pub source: bool,
    /// Relocations; within code, if it is listed
    #[arg(short, long)]
    pub reloc: bool,
    /// The table of symbols
    #[arg(short = 't', long)]
    pub syms: bool,
    /// The table of sections
    #[arg(short = 'h', long, aliases = ["headers"])]
    pub section_headers: bool,
    /// Program headers and the dynamic section
    #[arg(short, long)]
    pub private_headers: bool,
    /// All headers, symbols and relocations: -f -p -h -r -t
    #[arg(short = 'x', long)]
    pub all_headers: bool,
    /// The table of dynamic symbols
    #[arg(short = 'T', long)]
    pub dynamic_syms: bool,
    /// The relocations that a linker left
    #[arg(short = 'R', long)]
    pub dynamic_reloc: bool,
    /// The contents of sections
    #[arg(short = 's', long)]
    pub full_contents: bool,
    /// What the file as a whole is for
    #[arg(short, long)]
    pub file_headers: bool,
    /// Write each code object of an offload bundle to a file of its own
    #[arg(long)]
    pub offloading: bool,
    /// Whether to use colours: none are used
    #[arg(long, value_name = "MODE")]
    pub disassembler_color: Option<String>,
    /// Taken for the sake of scripts; numbers are printed as they are anyway
    #[arg(long, overrides_with = "no_print_imm_hex")]
    pub print_imm_hex: bool,
    /// The same
    #[arg(long)]
    pub no_print_imm_hex: bool,
    /// Nothing: for scripts that were written for GNU's objdump
    #[arg(short, long)]
    pub wide: bool,
    /// Threads for a large file, 0 for one per processor; the text is the same
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub threads: usize,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    pub help: Option<bool>,
    /// Print version
    #[arg(short = 'v', long, action = clap::ArgAction::Version)]
    pub version: Option<bool>,
    /// Files to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "a.out")]
    pub files: Vec<PathBuf>,
}

/// An address, as a number in any notation of LLVM.
fn address(text: &str) -> Result<u64, String> {
    let number = integer(text).and_then(|it| u64::try_from(it).ok());
    number.ok_or_else(|| format!("expected a non-negative integer, but got '{text}'"))
}
