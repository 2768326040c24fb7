//! The arguments, with their help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::definition::Definition;
use super::features::FeatureArgs;

const EXIT_STATUS: &str = "\
Exit status: 0 good, 1 the input was wrong, 2 the command line was wrong.";

const ASM_EXAMPLES: &str = "\
Examples:
  isa-mc asm --cpu gfx900 --emit bin kernel.s           writes kernel.bin
  isa-mc asm --cpu gfx900 --emit tsv kernel.s           line, bytes and text
  isa-mc asm --cpu gfx906:xnack- --defsym wide=1 kernel.s
  isa-mc asm --cpu gfx1030 --mattr +wavefrontsize64 kernel.s   64 lanes, not 32
  echo 'flat_load_dword v1, v[2:3] glc' | isa-mc asm --cpu gfx803 --emit tsv
  isa-mc asm --cpu gfx700 --syntax clrx --emit asm old.s -o canonical.s
  isa-mc asm --cpu visa4.1 kernel.visaasm               a vISA object, kernel.isa
  isa-mc asm --cpu visa3.4 --emit bin lines.visaasm     bytes of vISA 3.4
  isa-mc asm --cpu gfx900 -g kernel.s                   with its lines, for debuggers

tsv: one line per instruction statement, LINE<TAB>HEX<TAB>TEXT: its line, its
bytes in memory order, its canonical text. A rejected statement gives
LINE<TAB><TAB>error: MESSAGE.

Exit status: 0 good, 1 the input was wrong, 2 the command line was wrong. A
run that fails leaves no output file.";

const DISASM_EXAMPLES: &str = "\
Examples:
  isa-mc disasm --cpu gfx900 kernel.bin                 raw code
  isa-mc disasm --cpu gfx900 kernel.o -o kernel.s       an object, with symbols
  isa-mc disasm --cpu gfx906 --bytes code_object.so     a linked code object
  isa-mc disasm --cpu gfx900 --source kernel.o          with lines of its source
  isa-mc disasm --cpu gfx803 --syntax clrx --emit tsv kernel.bin
  isa-mc disasm --mattr +wavefrontsize64 kernel.gfx1030.o      64 lanes, not 32
  echo '0000 30dc 0200 0001' | isa-mc disasm --cpu gfx700 --hex
  isa-mc disasm kernel.isa -o kernel.visaasm            a vISA object, with its names
  isa-mc disasm --list librocrand.so.1                  code for GPUs in a library
  isa-mc disasm --cpu gfx906 librocrand.so.1            that for one of them

tsv: PLACE<TAB>HEX<TAB>TEXT; PLACE is the offset in bytes, or with --hex the
line, both in decimal. What is no instruction becomes data (.long, .byte) with
a comment that says why; so does an instruction that the syntax cannot say.
The text assembles back to the same bytes.

An ELF file (an object, or a linked code object) becomes text with sections,
symbols, relocations, kernel descriptors and metadata; what directives cannot
say is data or a comment, with the reason. tsv lists its sections of code;
PLACE is then the address, or in an object the offset in its section.

Exit status: 0 good, 1 the input was wrong, 2 the command line was wrong.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  isa-mc explain --cpu gfx900 0100e0dd00000201
  isa-mc explain --cpu gfx803 'flat_atomic_add v1, v[2:3], v4 glc'
  isa-mc explain --cpu gfx1030 --mattr +wavefrontsize64 0105847d
  isa-mc explain --cpu gfx900 --full v_add_f32 v1, v2, v3
  isa-mc explain --cpu visa 'jmp (M1, 1) L1'
  isa-mc explain --cpu visa lsc_load                    a mnemonic alone

HEX is the bytes in memory order, as `asm --emit tsv` prints them.

Exit status: 0 good, 1 the input was wrong, 2 the command line was wrong.";

const LIST_EXAMPLES: &str = "\
Examples:
  isa-mc list                          every instruction of every machine
  isa-mc list atomic                   those with `atomic` in their name
  isa-mc list --cpu gfx700 '*_x2'      those of gfx700 that end so
  isa-mc list --cpu gfx1030 --mattr +wavefrontsize64 v_cmp
  isa-mc list --diff gcn1.2 gcn1.4     what changed: gone, new, other opcodes,
                                       other formats, other bits
  isa-mc list --diff gfx906 gfx1030 --emit json

Exit status: 0 good, 1 nothing matches, 2 the command line was wrong.";

const DUMP_EXAMPLES: &str = "\
Examples:
  isa-mc dump defs/gcn.isa
  isa-mc dump my.isa -o my.dump

Exit status: 0 good, 1 the description was wrong, 2 the command line was wrong.";

const CHECK_EXAMPLES: &str = "\
Examples:
  isa-mc check defs/gcn.isa
  isa-mc check --color always my.isa other.isa | less -R

Exit status: 0 good, 1 a description was wrong, 2 the command line was wrong.";

const FMT_EXAMPLES: &str = "\
Examples:
  isa-mc fmt defs                      all .isa files below defs
  isa-mc fmt --includes defs/gcn.isa   the file and all that it includes
  isa-mc fmt --check defs              what would change, and nothing written
  isa-mc fmt - < my.isa                to standard output

Lines stay what they are: blanks, indentation and columns alone change. A column
is where a writer left more than one blank; a crooked one is made straight. A
file that does not parse is left as it is, with its errors.

Exit status: 0 good, 1 a file was wrong, or --check found one to format; 2 the
command line was wrong.";

const LSP_EXAMPLES: &str = "\
Editors start it and speak to it over standard input and output: docs/editor.md
has what to paste into the configuration of VS Code, Neovim, Helix and Emacs.

  isa-mc lsp                           for .isa files and assembly
  isa-mc lsp --cpu gfx1100             assembly that does not name its processor

Exit status: 0 the editor ended it, 1 what came in was not the protocol, 2 the
command line was wrong.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  isa-mc completions bash > ~/.local/share/bash-completion/completions/isa-mc
  isa-mc completions zsh > ~/.zfunc/_isa-mc             a folder of $fpath
  isa-mc completions fish > ~/.config/fish/completions/isa-mc.fish

Exit status: 0 good, 1 it could not be written, 2 the command line was wrong.";

const MAN_EXAMPLES: &str = "\
Examples:
  isa-mc man ~/.local/share/man/man1                    then: man isa-mc-asm

Exit status: 0 good, 1 a page could not be written, 2 the command line was wrong.";

const RUN_EXAMPLES: &str = "\
Examples:
  isa-mc run kernels.so --list                          kernels and arguments
  isa-mc run saxpy.so --grid 1024 --arg f32:2.5 \\
      --arg buffer:file=x.bin --arg buffer:zero=4096,out=y.bin --arg u32:1000
  isa-mc run sum.so --kernel sum --grid 64,64 --group 8,8 \\
      --arg 'buffer:u32=1 2 3 4,show=u32' --arg local:1K --stats
  isa-mc run fill.so --grid 64 --arg buffer:zero=256 --break fill+0x40
  isa-mc asm --cpu gfx900 k.s -o - | isa-mc run - --grid 64 --arg buffer:empty=256

Arguments, one --arg for each of the kernel's, in its order:
  TYPE:NUMBER            a number; TYPE is i8 to i64, u8 to u64, f16, f32, f64
  bytes:HEX              a value of any size, as it lies in memory
  local:BYTES            a pointer to so many bytes of local memory
  null                   no buffer
  buffer:CONTENTS[,out=FILE][,show=TYPE][,image=FORMAT:SIZE]
                         a buffer; it is written to FILE, or shown as numbers,
                         when the kernel has ended. It is an image for kernels of
                         vISA, as rgba8unorm:16x8 or r32float:5x3x2
CONTENTS is one of
  file=FILE              the bytes of a file
  zero=BYTES             zeros
  empty=BYTES            nothing: loading what was not stored is reported
  random=BYTES[,seed=N]  bytes that look random, the same for each seed
  TYPE=NUMBERS           numbers, with blanks between
BYTES may end in K, M or G. Two commas are one in the name of a file.

FILE is a linked code object, or an object that no linker has seen. What runs
is the pseudocode of the descriptions: workgroups one after the other, always
in the same order.

Exit status: 0 good, 1 the file was wrong or the kernel did something wrong,
2 the command line was wrong. A run that fails leaves no output file.";

/// Assembler, disassembler and reference for instruction sets described in .isa files
#[derive(Debug, Parser)]
#[command(name = "isa-mc", version, after_help = EXIT_STATUS, propagate_version = true)]
pub struct Cli {
    /// When to colour errors
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If standard error is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Assemble text
    #[command(after_help = ASM_EXAMPLES)]
    Asm(AsmArgs),
    /// Disassemble machine code
    #[command(after_help = DISASM_EXAMPLES)]
    Disasm(DisasmArgs),
    /// Explain one instruction: every bit, its documentation, its operation
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// List mnemonics with their opcode on every architecture
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArgs),
    /// Run a kernel of a code object, by the pseudocode of its instructions
    #[command(after_help = RUN_EXAMPLES)]
    Run(Box<RunArgs>),
    /// Print the tables of a description as text
    #[command(after_help = DUMP_EXAMPLES)]
    Dump(DumpArgs),
    /// Check descriptions
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Format descriptions
    #[command(after_help = FMT_EXAMPLES)]
    Fmt(FmtArgs),
    /// Serve an editor: errors, names, documentation, completion
    #[command(after_help = LSP_EXAMPLES)]
    Lsp(LspArgs),
    /// Assemble, with the flags and the output of llvm-mc
    #[command(disable_help_flag = true)]
    Mc(OtherArgs),
    /// List object files, with the flags and the text of llvm-objdump
    #[command(disable_help_flag = true)]
    Objdump(OtherArgs),
    /// Write what a shell needs to complete commands and options
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write pages of the manual, one for each subcommand
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Folder to write to, made if it is not there
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

/// Arguments that another program reads.
#[derive(Debug, Args)]
pub struct OtherArgs {
    /// Flags and files: `--help` shows them
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    arguments: Vec<OsString>,
}

impl OtherArgs {
    /// All of them, behind the name of the program.
    pub fn named(&self, program: &str) -> Vec<OsString> {
        let program = OsString::from(program);
        [program]
            .into_iter()
            .chain(self.arguments.iter().cloned())
            .collect()
    }
}

#[derive(Debug, Args)]
pub struct AsmArgs {
    /// Processor to assemble for, as gfx900, or gfx906:sramecc+:xnack- with features
    #[arg(long, value_name = "CPU")]
    pub cpu: String,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// Symbol with a value that the source cannot change, as wide=1; may stand again
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::definition::definition)]
    pub defsym: Vec<Definition>,
    /// Syntax of the text, as llvm or clrx [default: the machine's first]
    #[arg(long, value_name = "SYNTAX")]
    pub syntax: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = AsmEmit::Obj, value_name = "FORM")]
    pub emit: AsmEmit,
    /// File to write; `-` is standard output [default: FILE with another
    /// ending for obj and bin, standard output for text]
    #[arg(short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Folder where files of .include and .incbin are looked for, behind the
    /// current one and that of FILE; may stand again
    #[arg(short = 'I', value_name = "FOLDER")]
    pub include: Vec<PathBuf>,
    /// Write debug information of the source itself: lines of instructions, and
    /// labels. What a source says with .file and .loc goes before
    #[arg(short = 'g')]
    pub debug: bool,
    /// Version of DWARF, 2 to 5; .file 0 makes it 5 [default: 4]
    #[arg(long, value_name = "VERSION", value_parser = clap::value_parser!(u16).range(2..=5))]
    pub dwarf_version: Option<u16>,
    /// Folder that debug information says names of files count from [default:
    /// the current one]
    #[arg(long, value_name = "FOLDER")]
    pub debug_folder: Option<PathBuf>,
    /// Threads for a large source, 0 for one per processor; the object is the
    /// same
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub threads: usize,
    /// File to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
}

/// What `asm` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AsmEmit {
    /// An object file
    Obj,
    /// The bytes and nothing else
    Bin,
    /// Canonical text, with labels
    Asm,
    /// One line per instruction: line, bytes, text
    Tsv,
}

#[derive(Debug, Args)]
pub struct DisasmArgs {
    /// Processor whose code it is, as gfx900, or gfx906:xnack- with features
    /// [default: what an object file says]
    #[arg(long, value_name = "CPU")]
    pub cpu: Option<String>,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// List what is in an offload bundle, or in a program that holds some, and
    /// disassemble nothing
    #[arg(long, conflicts_with = "hex")]
    pub list: bool,
    /// The code object of this number in that list [default: the only one for
    /// the processor]
    #[arg(long, value_name = "NUMBER", conflicts_with = "hex")]
    pub entry: Option<usize>,
    /// Syntax to print, as llvm or clrx [default: the machine's first]
    #[arg(long, value_name = "SYNTAX")]
    pub syntax: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = DisasmEmit::Asm, value_name = "FORM")]
    pub emit: DisasmEmit,
    /// FILE is text: the bytes of one instruction in hexadecimal per line
    #[arg(long)]
    pub hex: bool,
    /// With the address and the bytes of every instruction of an object file
    /// in a comment
    #[arg(long, conflicts_with = "hex")]
    pub bytes: bool,
    /// With the file and the line that code of an object file comes from, in a
    /// comment wherever that changes
    #[arg(short = 'l', long, conflicts_with = "hex")]
    pub line_numbers: bool,
    /// With the text of the line that code of an object file comes from, in a
    /// comment wherever that changes
    #[arg(short = 'S', long, conflicts_with = "hex")]
    pub source: bool,
    /// Threads for a large object file, 0 for one per processor; the text is
    /// the same
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub threads: usize,
    /// File to write; `-` is standard output
    #[arg(short, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// File to read; `-` is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
}

/// What `disasm` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DisasmEmit {
    /// Text that assembles back to the same bytes
    Asm,
    /// One line per instruction: offset or line, bytes, text
    Tsv,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Processor, as gfx900
    #[arg(long, value_name = "CPU")]
    pub cpu: String,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// Syntax of the text, as llvm or clrx [default: the machine's first]
    #[arg(long, value_name = "SYNTAX")]
    pub syntax: Option<String>,
    /// Show the operation also as the description has it, for all encodings and values
    #[arg(long)]
    pub full: bool,
    /// The instruction: its bytes in hexadecimal, or its text
    #[arg(value_name = "HEX|TEXT", required = true, num_args = 1..)]
    pub instruction: Vec<String>,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Kernel to run [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Work-items in each dimension; the last workgroups may be smaller
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = isa_mc::arguments::dimensions,
        required_unless_present = "list")]
    pub grid: Option<[u32; 3]>,
    /// Work-items of a workgroup [default: what the kernel requires, or 64]
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = isa_mc::arguments::dimensions)]
    pub group: Option<[u32; 3]>,
    /// An argument of the kernel, see below
    #[arg(long = "arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub arguments: Vec<String>,
    /// Show the kernels of the file with their arguments, and run nothing
    #[arg(long)]
    pub list: bool,
    /// Instructions that may run in all before it is taken for endless
    #[arg(long, value_name = "COUNT", default_value_t = 1_000_000_000)]
    pub budget: u64,
    /// Bytes of stack of a work-item, for kernels that do not say how many they need
    #[arg(long, value_name = "BYTES", value_parser = isa_mc::arguments::stack)]
    pub stack: Option<u32>,
    /// What becomes of reading registers and memory that were never written
    #[arg(long, value_enum, default_value_t = UninitializedArg::Report, value_name = "WHAT")]
    pub uninitialized: UninitializedArg,
    /// Write each instruction with what it reads and writes [default FILE: standard output]
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
        default_missing_value = "-")]
    pub trace: Option<PathBuf>,
    /// Stop before the instruction at an address, a symbol or SYMBOL+OFFSET, the first of
    /// several that a wavefront comes to, and show its states and registers
    #[arg(long = "break", value_name = "PLACE")]
    pub breaks: Vec<String>,
    /// Count instructions by format, active lanes and memory traffic
    #[arg(long)]
    pub stats: bool,
    /// Syntax of instructions in messages, as llvm or clrx [default: the machine's first]
    #[arg(long, value_name = "SYNTAX")]
    pub syntax: Option<String>,
    /// File to read; `-` is standard input
    #[arg(value_name = "CODE_OBJECT")]
    pub file: PathBuf,
}

/// What becomes of reading what was never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UninitializedArg {
    /// It reads as zero, with a warning for each instruction
    Report,
    /// It is an error
    Fatal,
    /// It reads as zero
    Ignore,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only this machine, as gcn
    #[arg(long, value_name = "NAME")]
    pub isa: Option<String>,
    /// Only what this processor has
    #[arg(long, value_name = "CPU")]
    pub cpu: Option<String>,
    #[command(flatten)]
    pub features: FeatureArgs,
    /// What changed between two architectures, as gcn1.2 and gcn1.4, or two
    /// processors
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with = "cpu")]
    pub diff: Option<Vec<String>>,
    /// What to write of --diff
    #[arg(long, value_enum, requires = "diff", default_value_t = ListEmit::Text, value_name = "FORM")]
    pub emit: ListEmit,
    /// Part of a mnemonic, or all of it with `*` for any text; in any case
    #[arg(value_name = "PATTERN")]
    pub pattern: Option<String>,
}

/// What `list --diff` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListEmit {
    /// Tables for people
    Text,
    /// An object for programs: the names that were compared, and a list of rows for each kind
    /// of difference
    Json,
}

#[derive(Debug, Args)]
pub struct DumpArgs {
    /// The description
    #[arg(value_name = "FILE.isa")]
    pub file: PathBuf,
    /// File to write; `-` is standard output
    #[arg(short, value_name = "OUT")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The descriptions
    #[arg(value_name = "FILE.isa", required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    /// Write nothing: show what would change, and fail if there is something
    #[arg(long)]
    pub check: bool,
    /// With the files that are included
    #[arg(long)]
    pub includes: bool,
    /// Descriptions, or folders of them; `-` is standard input, formatted to
    /// standard output
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct LspArgs {
    /// Processor of assembly that does not name its own, as gfx1100
    #[arg(long, value_name = "CPU")]
    pub cpu: Option<String>,
    /// Syntax of assembly, as llvm or clrx [default: the machine's first]
    #[arg(long, value_name = "SYNTAX")]
    pub syntax: Option<String>,
}
