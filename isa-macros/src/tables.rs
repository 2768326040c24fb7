//! The tables as constants.

use isa_dsl::tables::TablesBuf;
use proc_macro2::{Ident, Span, TokenStream};
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
    ("Outline", "Outline, Rows"),
    ("PrintStep", "PrintStep, Reading"),
    ("Recipe", "Recipe, Rows"),
    ("RecipeStep", "RecipeStep, Text"),
    ("OperandText", "OperandText"),
    ("Effects", "Effects, Rows"),
    ("StandIn", "StandIn, Text"),
    ("Indexed", "Indexed, StateBits, Text"),
    ("Form", "Form, Rows"),
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
    ("Recognition", "Recognition"),
    ("IdentifyWindow", "IdentifyWindow"),
    ("IdentifyLeaf", "IdentifyLeaf"),
    ("IdentifyCheck", "IdentifyCheck, Comparison"),
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

/// `pub static TABLES`.
pub fn emit(tables: &TablesBuf) -> TokenStream {
    let name = &tables.name;
    let title = &tables.title;
    let word_bits = tables.word_bits;
    let big_endian = tables.big_endian;
    let strings = &tables.strings;
    let lists = tables.literals().into_iter().map(|(field, row, rows)| {
        let field = Ident::new(field, Span::call_site());
        // `{:?}` of a row is an expression of it.
        let rows: TokenStream = rows.parse().unwrap_or_default();
        let needs = NEEDS
            .iter()
            .find(|(name, _)| *name == row)
            .map(|(_, needs)| *needs);
        match needs {
            None => quote! { #field: &#rows },
            Some(needs) => {
                let needs: TokenStream = needs.parse().unwrap_or_default();
                quote! {
                    #field: {
                        #[allow(unused_imports)]
                        use ::isa_mc::tables::{#needs};
                        &#rows
                    }
                }
            }
        }
    });
    quote! {
        /// The machine's tables.
        pub static TABLES: ::isa_mc::tables::Tables<'static> = ::isa_mc::tables::Tables {
            name: #name,
            title: #title,
            word_bits: #word_bits,
            big_endian: #big_endian,
            strings: #strings,
            #(#lists,)*
        };
    }
}
