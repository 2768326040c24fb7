//! `--mattr`, which several subcommands and programs take.

use clap::Args;

/// What code is made with or without.
#[derive(Debug, Args)]
pub struct FeatureArgs {
    /// Features of the processor that code is made with or without, as
    /// +wavefrontsize64,+cumode, or those of target ids, as +xnack,-sramecc
    #[arg(
        long,
        value_name = "FEATURES",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub mattr: Vec<String>,
}
