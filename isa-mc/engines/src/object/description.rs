//! What a machine knows of its object files when they become text: the other way round
//! of `asm::dialect`.

use super::read::Symbol;

/// The machine's part of the header of a file.
#[derive(Debug, Clone, Copy)]
pub struct Head {
    /// `EI_OSABI`
    pub os_abi: u8,
    /// `EI_ABIVERSION`
    pub abi_version: u8,
    /// `e_flags`
    pub flags: u32,
}

/// What the header becomes.
#[derive(Debug, Default)]
pub struct HeadText {
    /// Directives, a line each.
    pub directives: Vec<String>,
    /// What they cannot say.
    pub unsaid: Option<String>,
}

/// A record that directives may say instead of its bytes.
#[derive(Debug, Clone, Copy)]
pub struct RecordShape<'n> {
    /// The symbol that it describes.
    pub of: &'n str,
    /// Its size in bytes.
    pub size: u64,
    /// Where it holds the distance to that symbol.
    pub reference: u64,
    /// The number of the relocation there, and its addend.
    pub relocation: (u32, i64),
}

/// How the directives of a record leave its two symbols.
#[derive(Debug, Clone, Default)]
pub struct RecordSymbols {
    /// The directives make the described symbol as visible as it is: nothing may be said
    /// of that before.
    pub visibility_follows: bool,
    /// What has to be said of the record's symbol behind it, `.globl` and its like.
    pub behind: Vec<&'static str>,
}

/// What a machine knows of its object files. Many threads may ask it at once.
pub trait Description: Send + Sync {
    /// The header as directives. It is asked first.
    ///
    /// # Errors
    ///
    /// Why the file is for another processor.
    fn head(&mut self, head: Head) -> Result<HeadText, String>;

    /// The directive of a symbol in a section that only the machine knows.
    fn special(&self, number: u16, name: &str, size: u64, align: u64) -> Option<String>;

    /// The record that a symbol of data may be.
    fn record<'n>(&self, symbol: &'n str, size: u64) -> Option<RecordShape<'n>>;

    /// What to say of the symbols of a record.
    ///
    /// # Errors
    ///
    /// Why the directives cannot have these symbols.
    fn record_symbols(
        &self,
        record: &Symbol<'_>,
        described: &Symbol<'_>,
        is_defined_before: bool,
    ) -> Result<RecordSymbols, &'static str>;

    /// The directives that give exactly these bytes of a record, a line each.
    ///
    /// # Errors
    ///
    /// Why there are none.
    fn record_text(&self, of: &str, bytes: &[u8]) -> Result<String, String>;

    /// The note at the front of some bytes: how many it has, and the directives that
    /// give exactly them. `None` if it is none of the machine's.
    fn note(&self, bytes: &[u8]) -> Option<(usize, Result<String, String>)>;

    /// The section that directives write notes to.
    fn note_section(&self) -> &'static str;

    /// What listings call the format of its files.
    fn format_name(&self) -> &'static str;

    /// What the architecture is called, as triples begin with it.
    fn architecture(&self) -> &'static str;

    /// The column of listings in which comments begin.
    fn comment_column(&self) -> usize;

    /// What listings show of the bytes behind a symbol of a kind (`STT_`), which stand at an
    /// address: how many bytes, and lines of text, or else why they cannot be read. `None`
    /// if the machine knows nothing of it.
    fn listed_record(
        &self,
        symbol: &str,
        kind: u8,
        bytes: &[u8],
        address: u64,
    ) -> Option<(usize, Result<String, String>)>;
}
