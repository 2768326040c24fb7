//! The command line of isa-mc.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    isa_mc_cli::run()
}
