//! The flags of llvm-mc that make sense for these machines.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use crate::features::FeatureArgs;

const EXAMPLES: &str = "\
Examples:
  isa-mc mc -triple=amdgcn-amd-amdhsa -mcpu=gfx906 -filetype=obj -o a.o a.s
  isa-mc mc -arch=amdgcn -mcpu=fiji -show-encoding a.s
  isa-mc mc -triple=amdgcn-amd-amdhsa -mcpu=gfx906 -mattr=-xnack,+sramecc a.s
  isa-mc mc -triple=amdgcn -mcpu=gfx1030 -mattr=+wavefrontsize64 a.s
  isa-mc mc -triple=amdgcn -mcpu=gfx900 -defsym N=4 -I include -filetype=null a.s
  echo '0x00 0x00 0x80 0xbf' | isa-mc mc -arch=amdgcn -mcpu=gfx900 -disassemble
  ln -s isa-mc llvm-mc                  the program under LLVM's name

Flags may have one dash or two, and values stand behind `=` or in the next
argument. Objects are those of llvm-mc 22; errors stand where it shows them,
in words of this program's.

Exit status: 0 good, 1 a flag or the source was wrong. A run that fails leaves
no output file.";

/// Assemble as llvm-mc does
#[derive(Debug, Parser)]
#[command(name = "mc", version, after_help = EXAMPLES)]
pub struct McArgs {
    /// The target triple, as amdgcn-amd-amdhsa
    #[arg(long, value_name = "TRIPLE")]
    pub triple: Option<String>,
    /// The architecture, if there is no triple: amdgcn
    #[arg(long, value_name = "ARCH")]
    pub arch: Option<String>,
    /// The processor, as gfx906
    #[arg(long, value_name = "CPU")]
    pub mcpu: Option<String>,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// What to write
    #[arg(long, value_enum, default_value_t = FileType::Asm, value_name = "TYPE")]
    pub filetype: FileType,
    /// Show the bytes of each instruction in a comment
    #[arg(long)]
    pub show_encoding: bool,
    /// Show what each instruction is in a comment
    #[arg(long)]
    pub show_inst: bool,
    /// Assemble, which is the default
    #[arg(long, conflicts_with = "disassemble")]
    pub assemble: bool,
    /// Read bytes, as 0x00 0x00 0x80 0xbf, and write instructions
    #[arg(long)]
    pub disassemble: bool,
    /// Bytes to disassemble are digits alone, as 000080bf
    #[arg(long)]
    pub hex: bool,
    /// Folder where files of .include and .incbin are looked for; may stand again
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// Symbol with a value, as N=4; may stand again
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub defsym: Vec<String>,
    /// Debug information for the assembly source itself
    #[arg(short = 'g')]
    pub debug: bool,
    /// The version of debug information, 2 to 5
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u16).range(2..=5))]
    pub dwarf_version: u16,
    /// Debug information has offsets of 64 bits
    #[arg(long)]
    pub dwarf64: bool,
    /// The folder that debug information counts names from [default: the current one]
    #[arg(long, value_name = "FOLDER")]
    pub fdebug_compilation_dir: Option<PathBuf>,
    /// Macros and repetitions within one another at most, up to 90
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(..=90))]
    pub asm_macro_max_nesting_depth: u32,
    /// File to write; `-` is standard output
    #[arg(short, value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Warnings are errors
    #[arg(long)]
    pub fatal_warnings: bool,
    /// Warnings are not shown
    #[arg(long, alias = "no-deprecated-warn", short_alias = 'W')]
    pub no_warn: bool,
    /// Taken for the sake of scripts: it changes nothing of these objects
    #[arg(long)]
    pub position_independent: bool,
    /// The same
    #[arg(long)]
    pub large_code_model: bool,
    /// The same
    #[arg(long)]
    pub preserve_comments: bool,
    /// The same
    #[arg(long)]
    pub print_imm_hex: bool,
    /// The same
    #[arg(long, value_name = "N")]
    pub output_asm_variant: Option<u32>,
    /// The same
    #[arg(long)]
    pub color: Option<Option<String>>,
    /// Threads for a large source, 0 for one per processor; the object is the same
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub threads: usize,
    /// File to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FileType {
    /// An object file
    Obj,
    /// Text
    Asm,
    /// Nothing
    Null,
}
