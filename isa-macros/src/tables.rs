//! The tables as constants: [`isa_dsl::tables::Written`] says which are bytes.

use std::collections::BTreeMap;

use isa_dsl::tables::{Pieces, RowBytes, TablesBuf, Written, WrittenRows, text_hash};
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
    ("Integer", "Integer, Relative"),
    ("Piece", "Piece"),
    ("Field", "Field, Rows"),
    ("Width", "Width, Rows"),
    (
        "Operand",
        "Operand, Text, Field, Rows, Reading, Kind::*, Direction::*, ValueType::*",
    ),
    ("Struct", "Struct, Text, Rows"),
    ("Reading", "Reading"),
    ("Value", "Text, Value::*"),
    ("Shape", "Shape, Rows"),
    ("HighShape", "HighShape, HighBits"),
    ("Outline", "Outline, Rows"),
    ("PrintStep", "PrintStep, Reading"),
    ("Recipe", "Recipe, Rows"),
    ("RecipeStep", "RecipeStep, Text"),
    ("OperandText", "OperandText"),
    ("Effects", "Effects, Rows"),
    ("StandIn", "StandIn, Text"),
    ("Indexed", "Indexed, StateBits, Text"),
    ("Form", "Form, Rows"),
    ("HighForm", "HighForm, HighBits"),
    ("Token", "Text, Rows, Token::*"),
    ("AnyOrder", "AnyOrder, Rows"),
    ("Modifier", "Modifier, Rows"),
    ("Spelling", "Spelling, Text"),
    ("Wrap", "Wrap, Text"),
    ("Rule", "Rule, Text, Rows"),
    ("Step", "Step::*, Operator::*"),
    ("Counted", "Counted, Rows"),
    ("CountedRange", "CountedRange"),
    ("State", "State, Text"),
    ("Space", "Space, StateBits, Text"),
    ("FloatingType", "FloatingType, StateBits"),
    ("Program", "Program, Rows"),
    ("Action", "Action, ActionKind::*, NumberKind::*"),
    ("Source", "Source, Text, SourceKind::*"),
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
    ("StreamStep", "Text, StreamStep::*"),
    ("StreamInteger", "StreamInteger, Text, Rows"),
    (
        "StreamMember",
        "StreamMember, Text, Field, Rows, Kind::*, ValueType::*",
    ),
    ("StreamPlace", "StreamPlace, Field, Rows"),
    ("StreamValue", "StreamValue"),
    (
        "StreamOperand",
        "Text, StreamOperand::*, Kind::*, ValueType::*",
    ),
    ("StreamForm", "StreamForm, Rows"),
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
        quote! { #field: &#name }
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
                        use ::isa_mc::tables::{#needs};
                        #rows
                    }}
                }
            };
            quote! { static #name: [#row; #len] = #rows; }
        }
        WrittenRows::Bytes(rows) => {
            let rows = of_pieces(table.row, &row, rows);
            quote! {
                #[allow(long_running_const_eval)]
                static #name: [#row; #len] = #rows;
            }
        }
        WrittenRows::Pages { rows, page, order } => {
            let pages = of_pieces(table.row, &row, rows);
            let order = Literal::byte_string(order);
            let page = Literal::usize_unsuffixed(*page);
            quote! {
                #[allow(long_running_const_eval)]
                static #name: [#row; #len] =
                    ::isa_mc::tables::in_order::<_, #len, #page>(&#pages, #order);
            }
        }
    }
}

/// An array of rows. Pieces are items with names that their bytes give them: rustc knows
/// by its name that one is what it was, wherever it is now. They are statics, because it
/// forgets the values of constants that nobody asked for in the build before.
fn of_pieces(name: &str, row: &TokenStream, rows: &Pieces) -> TokenStream {
    if let [only] = rows.pieces.as_slice() {
        return of_bytes(name, only);
    }
    let mut constants = BTreeMap::new();
    let names: Vec<Ident> = rows
        .pieces
        .iter()
        .map(|piece| {
            let name = format!("ROWS_{:016X}", text_hash(&piece.bytes));
            let name = Ident::new(&name, Span::call_site());
            // Two pieces of a name are an error of the build, if they are not the same.
            constants.insert(&piece.bytes, (name.clone(), piece));
            name
        })
        .collect();
    let constants = constants.into_values().map(|(constant, piece)| {
        let rows = of_bytes(name, piece);
        let len = Literal::usize_unsuffixed(piece.len);
        quote! {
            #[allow(long_running_const_eval)]
            static #constant: [#row; #len] = #rows;
        }
    });
    let len = Literal::usize_unsuffixed(rows.len);
    quote! {{
        #(#constants)*
        ::isa_mc::tables::joined::<_, #len>(&[#(&#names),*])
    }}
}

/// An array of the rows of a piece.
fn of_bytes(row: &str, piece: &RowBytes) -> TokenStream {
    let bytes = Literal::byte_string(&piece.bytes);
    let len = Literal::usize_unsuffixed(piece.len);
    if row == "u8" {
        return quote! { *#bytes };
    }
    if NUMBERS.contains(&row) {
        let function = Ident::new(&format!("{row}_of_bytes"), Span::call_site());
        return quote! { ::isa_mc::tables::#function::<#len>(#bytes) };
    }
    let row = Ident::new(row, Span::call_site());
    quote! { ::isa_mc::tables::#row::of_bytes::<#len>(#bytes) }
}
