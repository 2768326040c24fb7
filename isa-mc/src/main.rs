//! The command line of isa-mc.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
