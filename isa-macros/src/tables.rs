//! The tables as constants: [`isa_dsl::tables::Written`] says which are bytes.

use isa_dsl::tables::{TablesBuf, Written, WrittenRows};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// What the rows of a table are written with: the types of their fields.
/// Each table has a scope of its own, because variants of different enums
/// share names.
const NEEDS: &[(&str, &str)] = &[
    ("Arch", "Arch, Text"),
    ("Processor", "Processor, Text"),
    ("Text", "Text"),
    ("Syntax", "Syntax, Text, Rows"),
    ("RegisterFile", "RegisterFile, Text, Rows"),
    ("Register", "Register, Text"),
    ("Group", "Group"),
    ("Class", "Class, Text, Rows"),
    ("Entry", "Entry, Text, Rows, Meaning::*, WordValue::*"),
    ("Word", "Word, Text"),
    ("Integer", "Integer, Relative, ValueType::*"),
    ("Piece", "Piece"),
    ("Field", "Field, Rows"),
    ("Width", "Width, Rows"),
    (
        "Operand",
        "Operand, Text, Field, Rows, Reading, ReadingKey, KindParts, Direction",
    ),
    ("Struct", "Struct, Text, Rows"),
    ("Reading", "Reading, ReadingKey"),
    ("Gather", "Gather"),
    ("ValueParts", "ValueParts, Text"),
    ("Shape", "Shape, Rows"),
    ("HighShape", "HighShape, HighBits, Rows"),
    ("Outline", "Outline, Rows"),
    ("PrintStep", "PrintStep, Reading, ReadingKey"),
    ("ModifierStep", "ModifierStep, Reading, ReadingKey"),
    ("Recipe", "Recipe, Rows"),
    ("RecipeStep", "RecipeStep, Text"),
    ("OperandText", "OperandText"),
    ("Effects", "Effects, Rows"),
    ("StandIn", "StandIn, Text"),
    ("Indexed", "Indexed, StateBits, Text"),
    ("Form", "Form, Rows"),
    ("HighForm", "HighForm, HighBits"),
    ("TokenParts", "TokenParts"),
    ("AnyOrder", "AnyOrder, Rows"),
    ("Modifier", "Modifier, Rows"),
    ("Spelling", "Spelling, Text"),
    ("Wrap", "Wrap, Text"),
    ("Rule", "Rule, Text, Rows"),
    ("StepParts", "StepParts"),
    ("Counted", "Counted, Rows"),
    ("CountedRange", "CountedRange"),
    ("State", "State, Text"),
    ("Space", "Space, StateBits, Text"),
    ("FloatingType", "FloatingType, StateBits"),
    ("Program", "Program, Rows"),
    ("Action", "Action, ActionKind, NumberKind"),
    ("Source", "Source, Text, SourceKind"),
    ("Family", "Family, Text, Rows"),
    ("Layout", "Layout, Text, Rows"),
    ("Part", "Part, Text, Field, Rows"),
    ("Instruction", "Instruction, Text, Rows"),
    ("Encoding", "Encoding"),
    ("HighBits", "HighBits"),
    ("Recognition", "Recognition"),
    ("DecodeCheck", "DecodeCheck"),
    ("Caption", "Caption"),
    ("IdentifyRoot", "IdentifyRoot, Comparison"),
    ("IdentifyWindow", "IdentifyWindow"),
    ("IdentifyLeaf", "IdentifyLeaf"),
    ("IdentifyCheck", "IdentifyCheck"),
    ("MnemonicSlot", "MnemonicSlot, Text, Rows"),
    ("Candidate", "Candidate"),
    ("Lookup", "Lookup"),
    ("Stream", "Stream, Text, Rows"),
    ("StreamStepParts", "StreamStepParts, Text"),
    ("StreamInteger", "StreamInteger, Text, Rows"),
    ("StreamMember", "StreamMember, Text, Field, Rows, KindParts"),
    ("StreamPlace", "StreamPlace, Field, Rows"),
    ("StreamValue", "StreamValue"),
    ("StreamOperandParts", "StreamOperandParts, Text, KindParts"),
    ("StreamForm", "StreamForm, Rows"),
    ("StreamReach", "StreamReach, Rows"),
    ("StreamChoice", "StreamChoice"),
    ("StreamOption", "StreamOption"),
    ("StreamPrintStep", "StreamPrintStep"),
    ("StreamEncoding", "StreamEncoding, Rows"),
    ("Rows", "Rows"),
];

/// Types of rows that are numbers of Rust.
const NUMBERS: &[&str] = &["u8", "u16", "u32", "u64"];

/// `pub static TABLES`.
///
/// Each table is an item of its own: rustc keeps what it knows of an item that is as it
/// was, so an edit costs what the tables cost that it changes.
pub fn emit(tables: &TablesBuf) -> TokenStream {
    let name = &tables.name;
    let title = &tables.title;
    let word_bits = tables.word_bits;
    let big_endian = tables.big_endian;
    let strings = &tables.strings;
    let written = tables.written();
    let items = written.iter().filter(|table| table.len != 0).map(item);
    let fields = written.iter().map(|table| {
        let field = Ident::new(table.field, Span::call_site());
        if table.len == 0 {
            return quote! { #field: &[] };
        }
        let name = item_name(table);
        match table.is_second_way {
            true => quote! { #field: ::isa_mc::second_way(&#name) },
            false => quote! { #field: &#name },
        }
    });
    quote! {
        /// The machine's tables.
        pub static TABLES: ::isa_mc::tables::Tables<'static> = {
            #(#items)*
            ::isa_mc::tables::Tables {
                name: #name,
                title: #title,
                word_bits: #word_bits,
                big_endian: #big_endian,
                strings: #strings,
                #(#fields,)*
            }
        };
    }
}

fn item_name(table: &Written) -> Ident {
    Ident::new(&table.field.to_uppercase(), Span::call_site())
}

/// The item of a table.
fn item(table: &Written) -> TokenStream {
    let name = item_name(table);
    let number = NUMBERS.contains(&table.row);
    let row = Ident::new(table.row, Span::call_site());
    let row = match number {
        true => quote! { #row },
        false => quote! { ::isa_mc::tables::#row },
    };
    let len = Literal::usize_unsuffixed(table.len);
    match &table.rows {
        WrittenRows::Expressions(rows) => {
            // `{:?}` of a row is an expression of it.
            let rows: TokenStream = rows.parse().unwrap_or_default();
            let needs = NEEDS.iter().find(|(name, _)| *name == table.row);
            let rows = match needs {
                None => rows,
                Some((_, needs)) => {
                    let needs: TokenStream = needs.parse().unwrap_or_default();
                    quote! {{
                        #[allow(unused_imports)]
                        use ::isa_mc::tables::{Flag, Numbered, #needs};
                        #rows
                    }}
                }
            };
            quote! { static #name: [#row; #len] = #rows; }
        }
        WrittenRows::Bytes(bytes) => {
            let bytes = Literal::byte_string(bytes);
            let rows = match (number, table.row) {
                (true, "u8") => quote! { *#bytes },
                (true, _) => {
                    let of_bytes = format!("{}_of_bytes", table.row);
                    let of_bytes = Ident::new(&of_bytes, Span::call_site());
                    quote! { ::isa_mc::tables::#of_bytes(*#bytes) }
                }
                (false, _) => quote! { #row::of_bytes(*#bytes) },
            };
            quote! { static #name: [#row; #len] = #rows; }
        }
    }
}
