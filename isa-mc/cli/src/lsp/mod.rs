//! `isa-mc lsp`: a language server for descriptions and assembly.
//!
//! In the order in which they can be read: `protocol` is what editors say and hear, `text` and
//! `uri` are texts and names as they have them; `session` is who is spoken to, and what is open; `description` knows `.isa`
//! files, a file for each question, and `assembly` sources of every machine; `requests` leads
//! each question there, and `serve` is the loop.

mod assembly;
mod description;
mod protocol;
mod requests;
mod serve;
mod session;
mod text;
mod uri;

pub use serve::{Stopped, serve};
pub use session::Settings;

use lsp_server::Connection;

use super::args::LspArgs;
use super::failure::Failure;
use super::machines;

pub(crate) fn run(args: &LspArgs) -> Result<(), Failure> {
    if let Some(cpu) = &args.cpu {
        machines::target(cpu)?;
    }
    let settings = Settings {
        cpu: args.cpu.clone(),
        syntax: args.syntax.clone(),
    };
    let (connection, threads) = Connection::stdio();
    let served = serve(&connection, settings);
    // The thread that writes ends when nobody sends any more.
    drop(connection);
    let joined = threads.join();
    match (served, joined) {
        (Ok(()), Ok(())) => Ok(()),
        (Err(stopped), _) => Err(Failure::Input(stopped.to_string())),
        (_, Err(error)) => Err(Failure::Input(format!(
            "cannot speak to the editor: {error}"
        ))),
    }
}
