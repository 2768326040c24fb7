//! The rules of `src/grammar.pest` as a table. Made from it, do not edit:
//!
//! ```text
//! ISA_GRAMMAR=write cargo test -p isa-dsl grammar
//! ```

use super::peg::{Begins, Definition, Expr, Kind, Rules};

#[cfg(test)]
mod tests;

/// A rule of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
pub(crate) enum Rule {
    WHITESPACE,
    COMMENT,
    item,
    doc,
    name,
    versioned,
    processor,
    number,
    signed,
    float,
    string,
    word_end,
    names,
    at,
    at_range,
    at_from,
    at_upto,
    isa,
    isa_line,
    word,
    endian,
    arch,
    feature,
    optional,
    syntax,
    lexical,
    include,
    registers,
    per_lane,
    register_line,
    register,
    span,
    times,
    groups,
    group,
    state,
    home,
    counter,
    space,
    internal,
    whole,
    limit,
    base,
    floating_types,
    rounding,
    subnormals,
    overflow,
    indexed,
    index_of,
    index_with,
    index_by,
    index_undefined,
    index_if,
    state_part,
    class,
    entry,
    word_value,
    entry_words,
    value_range,
    meaning,
    named,
    step,
    literal,
    unprinted,
    ints,
    pattern,
    alike,
    kind_by,
    kind_case,
    structure,
    struct_line,
    member,
    any_form,
    kind,
    flag,
    list,
    integer,
    integer_width,
    scale,
    bias,
    radix,
    relative,
    literal_kind,
    class_kind,
    value_type,
    format,
    format_line,
    with_literal,
    within,
    field,
    fixed,
    reserved,
    ignored,
    bits,
    modifiers,
    modifier,
    part_of,
    required,
    spelling,
    always,
    wrapping,
    half_of,
    wrap_text,
    other_half,
    family,
    params,
    use_layout,
    binding,
    statement,
    encoding,
    encoding_line,
    encodings,
    use_encodings,
    encodings_arg,
    operand,
    chosen,
    direction,
    at_home,
    stand_in,
    width,
    width_of,
    extra,
    unaligned,
    zero,
    wrap,
    sign_of_number,
    index,
    unused,
    form,
    no_text,
    read,
    when,
    effect,
    checks,
    local,
    in_space,
    lanes,
    require,
    opcodes,
    row,
    mnemonic,
    row_args,
    opcode,
    needs,
    spelled,
    renamed,
    call,
    alias,
    alias_in,
    prefer,
    form_text,
    halves,
    half_bound,
    halves_line,
    half_form,
    half_row,
    pair,
    pair_line,
    side,
    pair_rule,
    require_part,
    where_both,
    lint,
    lint_line,
    except,
    demand,
    negated,
    accessed,
    access_kind,
    access_width,
    sign,
    atomicity,
    reading,
    writing,
    returning,
    under,
    operand_width,
    computing,
    formula,
    expr,
    or_expr,
    and_expr,
    cmp_expr,
    cmp_op,
    sum_expr,
    sum_op,
    mul_expr,
    mul_op,
    not_expr,
    bang,
    atom,
    builtin,
    path,
    stream,
    stream_line,
    naming,
    anything,
    directed,
    piece,
    repeat,
    at_most,
    between,
    piece_type,
    unsigned,
    piece_bits,
    bits_line,
    switch,
    case,
    operation,
    op_params,
    op_param,
    body,
    op_stmt,
    op_if,
    op_for,
    op_atomic,
    op_once,
    op_undefined,
    op_declare,
    op_assign,
    assign_op,
    op_call,
    op_type,
    star,
    type_name,
    op_expr,
    op_binary,
    binary_op,
    op_unary,
    unary_op,
    cast,
    postfix,
    subscript,
    primary,
    op_name,
    call_expr,
    op_arg,
    op_number,
    op_float,
    one_item,
    one_isa_line,
    one_register_line,
    one_entry,
    one_kind_case,
    one_struct_line,
    one_format_line,
    one_modifier,
    one_statement,
    one_encoding,
    one_encoding_line,
    one_halves_line,
    one_pair_line,
    one_lint_line,
    one_stream_line,
    one_op_stmt,
    kw_little,
    kw_big,
    kw_inout,
    kw_in,
    kw_out,
    kw_reads,
    kw_writes,
    kw_counts,
    kw_branches,
    kw_checks,
    kw_isa,
    kw_word,
    kw_optional,
    kw_arch,
    kw_feature,
    kw_syntax,
    kw_include,
    kw_registers,
    kw_groups,
    kw_aligned,
    kw_unaligned,
    kw_state,
    kw_counter,
    kw_space,
    kw_class,
    kw_literal,
    kw_escape,
    kw_int,
    kw_struct,
    kw_any,
    kw_flag,
    kw_list,
    kw_of,
    kw_hex,
    kw_relative,
    kw_format,
    kw_within,
    kw_reserved,
    kw_ignored,
    kw_modifiers,
    kw_family,
    kw_encoding,
    kw_suffix,
    kw_plus,
    kw_or,
    kw_wrap,
    kw_unused,
    kw_asm,
    kw_read,
    kw_when,
    kw_let,
    kw_require,
    kw_opcodes,
    kw_if,
    kw_alias,
    kw_prefer,
    kw_stream,
    kw_repeat,
    kw_switch,
    kw_case,
    kw_operation,
    kw_else,
    kw_for,
    kw_atomic,
    kw_once,
    kw_undefined,
    kw_per,
    kw_lane,
    kw_lanes,
    kw_limit,
    kw_base,
    kw_required,
    kw_none,
    kw_encodings,
    kw_always,
    kw_lint,
    kw_kind,
    kw_alike,
    kw_except,
    kw_no,
    kw_accesses,
    kw_loads,
    kw_stores,
    kw_times,
    kw_signed,
    kw_unsigned,
    kw_floating,
    kw_indexed,
    kw_with,
    kw_by,
    kw_rounding,
    kw_subnormals,
    kw_overflow,
    kw_returns,
    kw_width,
    kw_computes,
    kw_sign,
    kw_changed,
    kw_cleared,
    kw_formula,
    kw_as,
    kw_halves,
    kw_pair,
    kw_internal,
    kw_names,
    EOI,
}

impl Rules for Rule {
    const SKIPPED: [Rule; 2] = [Rule::WHITESPACE, Rule::COMMENT];

    fn definition(self) -> &'static Definition<Rule> {
        &RULES[self as usize]
    }
}

#[rustfmt::skip]
static RULES: &[Definition<Rule>] = &[
    // WHITESPACE
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x0001_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text(" "), Expr::Text("\t"), Expr::Text("\r"), Expr::Text("\n")]) },
    // COMMENT
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x8000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("//"), Expr::NotAhead(&Expr::Sequence(&[Expr::Text("/"), Expr::NotAhead(&Expr::Text("/"))])), Expr::Repeat(&Expr::Sequence(&[Expr::NotAhead(&Expr::Text("\n")), Expr::Any]))]) },
    // item
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x008d_bb6a_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Repeat(&Expr::Rule(Rule::doc)), Expr::Choice(&[Expr::Rule(Rule::isa), Expr::Rule(Rule::include), Expr::Rule(Rule::registers), Expr::Rule(Rule::state), Expr::Rule(Rule::counter), Expr::Rule(Rule::space), Expr::Rule(Rule::floating_types), Expr::Rule(Rule::indexed), Expr::Rule(Rule::class), Expr::Rule(Rule::kind_by), Expr::Rule(Rule::structure), Expr::Rule(Rule::format), Expr::Rule(Rule::modifiers), Expr::Rule(Rule::wrapping), Expr::Rule(Rule::operation), Expr::Rule(Rule::encodings), Expr::Rule(Rule::halves), Expr::Rule(Rule::pair), Expr::Rule(Rule::family), Expr::Rule(Rule::alias), Expr::Rule(Rule::lint), Expr::Rule(Rule::stream), Expr::Rule(Rule::local), Expr::Rule(Rule::formula)])]) },
    // doc
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("///"), Expr::NotAhead(&Expr::Text("/")), Expr::Until(&["\n"])]) },
    // name
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphabetic()), Expr::Text("_")]), Expr::Repeat(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Text("_")]))]) },
    // versioned
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Sequence(&[Expr::Text("."), Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]))]) },
    // processor
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::versioned), Expr::Repeat(&Expr::Sequence(&[Expr::Text("-"), Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_alphanumeric()))]))]) },
    // number
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Sequence(&[Expr::Text("0x"), Expr::Choice(&[Expr::Class(|it| it.is_ascii_hexdigit()), Expr::Text("_")]), Expr::Repeat(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_hexdigit()), Expr::Text("_")]))]), Expr::Sequence(&[Expr::Text("0b"), Expr::Choice(&[Expr::Text("0"), Expr::Text("1"), Expr::Text("_")]), Expr::Repeat(&Expr::Choice(&[Expr::Text("0"), Expr::Text("1"), Expr::Text("_")]))]), Expr::Sequence(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Text("_")]))])]), Expr::NotAhead(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Text("_")]))]) },
    // signed
    Definition { kind: Kind::CompoundAtomic, begins: Begins { ascii: 0x03ff_a001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Optional(&Expr::Text("-")), Expr::Rule(Rule::number)]) },
    // float
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x03ff_a001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Optional(&Expr::Text("-")), Expr::Sequence(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]), Expr::Text("."), Expr::NotAhead(&Expr::Text(".")), Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]) },
    // string
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("\""), Expr::Repeat(&Expr::Choice(&[Expr::Sequence(&[Expr::Text("\\"), Expr::NotAhead(&Expr::Text("\n")), Expr::Any]), Expr::Sequence(&[Expr::NotAhead(&Expr::Choice(&[Expr::Text("\""), Expr::Text("\\"), Expr::Text("\n")])), Expr::Any])])), Expr::Text("\"")]) },
    // word_end
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x0, other: false, empty: true }, expr: Expr::NotAhead(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Text("_")])) },
    // names
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::name)]))]) },
    // at
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0001_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("@"), Expr::Rule(Rule::at_range), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::NotAhead(&Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Text("=")])), Expr::Rule(Rule::at_range)]))]) },
    // at_range
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_4000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::at_from), Expr::Rule(Rule::at_upto), Expr::Rule(Rule::versioned)]) },
    // at_from
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::versioned), Expr::Text(".."), Expr::Optional(&Expr::Sequence(&[Expr::NotAhead(&Expr::Choice(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::kw_as)])), Expr::Rule(Rule::versioned)]))]) },
    // at_upto
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::versioned)]) },
    // isa
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_isa), Expr::Rule(Rule::name), Expr::Rule(Rule::string), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::isa_line)), Expr::Text("}")]) },
    // isa_line
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0088_0042_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::word), Expr::Rule(Rule::arch), Expr::Rule(Rule::feature), Expr::Rule(Rule::syntax)]) },
    // word
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_word), Expr::Rule(Rule::number), Expr::Rule(Rule::endian), Expr::Text(";")]) },
    // endian
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::kw_little), Expr::Rule(Rule::kw_big)]) },
    // arch
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_arch), Expr::Rule(Rule::versioned), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Text("{"), Expr::Sequence(&[Expr::Rule(Rule::processor), Expr::Repeat(&Expr::Rule(Rule::processor))]), Expr::Text("}")]) },
    // feature
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_feature), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::optional)), Expr::Choice(&[Expr::Sequence(&[Expr::Rule(Rule::at), Expr::Text(";")]), Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Sequence(&[Expr::Rule(Rule::processor), Expr::Repeat(&Expr::Rule(Rule::processor))]), Expr::Text("}")])])]) },
    // optional
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_optional) },
    // syntax
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_syntax), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::lexical)), Expr::Text("}")]) },
    // lexical
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Rule(Rule::string)), Expr::Text(";")]) },
    // include
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_include), Expr::Rule(Rule::string), Expr::Text(";")]) },
    // registers
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_registers), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Text(":"), Expr::Rule(Rule::number), Expr::Optional(&Expr::Rule(Rule::per_lane)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::register_line)), Expr::Text("}")]) },
    // per_lane
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_per), Expr::Rule(Rule::kw_lane)]) },
    // register_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::groups), Expr::Rule(Rule::register)]) },
    // register
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::span)), Expr::Text("="), Expr::Rule(Rule::number), Expr::Optional(&Expr::Rule(Rule::times)), Expr::Optional(&Expr::Rule(Rule::read)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // span
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("["), Expr::Rule(Rule::number), Expr::Text(".."), Expr::Rule(Rule::number), Expr::Text("]")]) },
    // times
    Definition { kind: Kind::CompoundAtomic, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("x"), Expr::Rule(Rule::number)]) },
    // groups
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_groups), Expr::Rule(Rule::group), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::group)])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // group
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_aligned), Expr::Rule(Rule::number)]))]) },
    // state
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_state), Expr::Rule(Rule::name), Expr::Text(":"), Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Text("="), Expr::Choice(&[Expr::Rule(Rule::home), Expr::Rule(Rule::op_expr)])])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // home
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Rule(Rule::number)]) },
    // counter
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_counter), Expr::Rule(Rule::names), Expr::Text(";")]) },
    // space
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_space), Expr::Rule(Rule::names), Expr::Choice(&[Expr::Rule(Rule::internal), Expr::Rule(Rule::whole), Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::limit)), Expr::Optional(&Expr::Rule(Rule::base))])]), Expr::Text(";")]) },
    // internal
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_internal) },
    // whole
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_of), Expr::Rule(Rule::name)]) },
    // limit
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_limit), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits)), Expr::Optional(&Expr::Rule(Rule::at))]) },
    // base
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_base), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // floating_types
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_floating), Expr::Rule(Rule::names), Expr::Optional(&Expr::Rule(Rule::rounding)), Expr::Optional(&Expr::Rule(Rule::subnormals)), Expr::Optional(&Expr::Rule(Rule::overflow)), Expr::Text(";")]) },
    // rounding
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_rounding), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // subnormals
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_subnormals), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // overflow
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_overflow), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits)), Expr::Optional(&Expr::Rule(Rule::at))]) },
    // indexed
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_indexed), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::index_of)), Expr::Optional(&Expr::Rule(Rule::index_with)), Expr::Choice(&[Expr::Rule(Rule::index_by), Expr::Rule(Rule::index_undefined)]), Expr::Optional(&Expr::Rule(Rule::index_if)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // index_of
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_of), Expr::Rule(Rule::name)]) },
    // index_with
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_with), Expr::Rule(Rule::name)]) },
    // index_by
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_by), Expr::Rule(Rule::state_part)]) },
    // index_undefined
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_undefined), Expr::Rule(Rule::string)]) },
    // index_if
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::state_part), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::state_part)]))]) },
    // state_part
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // class
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_class), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Text(":"), Expr::Rule(Rule::number), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::entry)), Expr::Text("}")]) },
    // entry
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::value_range), Expr::Text("=>"), Expr::Rule(Rule::meaning), Expr::Optional(&Expr::Rule(Rule::word_value)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Choice(&[Expr::Sequence(&[Expr::Text("{"), Expr::Sequence(&[Expr::Rule(Rule::entry_words), Expr::Repeat(&Expr::Rule(Rule::entry_words))]), Expr::Text("}")]), Expr::Text(";")])]) },
    // word_value
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x2000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("="), Expr::Choice(&[Expr::Rule(Rule::number), Expr::Rule(Rule::name)])]) },
    // entry_words
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Repeat(&Expr::Rule(Rule::string))]), Expr::Text(";")]) },
    // value_range
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::number)]))]) },
    // meaning
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_a005_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::literal), Expr::Rule(Rule::unprinted), Expr::Rule(Rule::float), Expr::Rule(Rule::ints), Expr::Rule(Rule::pattern), Expr::Rule(Rule::named)]) },
    // named
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::number)])), Expr::Optional(&Expr::Rule(Rule::step))]))]) },
    // step
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_by), Expr::Rule(Rule::number)]) },
    // literal
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_literal) },
    // unprinted
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_escape) },
    // ints
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_int), Expr::Rule(Rule::signed), Expr::Optional(&Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::signed)]))]) },
    // pattern
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Optional(&Expr::Choice(&[Expr::Rule(Rule::alike), Expr::Sequence(&[Expr::Rule(Rule::signed), Expr::Optional(&Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::signed)]))])]))]) },
    // alike
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_alike) },
    // kind_by
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_kind), Expr::Rule(Rule::name), Expr::Rule(Rule::kw_by), Expr::Rule(Rule::name), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::kind_case)), Expr::Text("}")]) },
    // kind_case
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::number), Expr::Text("=>"), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // structure
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_struct), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Text(":"), Expr::Rule(Rule::number), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::struct_line)), Expr::Text("}")]) },
    // struct_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::form), Expr::Rule(Rule::any_form), Expr::Rule(Rule::reserved), Expr::Rule(Rule::member)]) },
    // member
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::bits), Expr::Repeat(&Expr::Rule(Rule::bits))]), Expr::Text(":"), Expr::Rule(Rule::kind), Expr::Optional(&Expr::Sequence(&[Expr::Text("="), Expr::Rule(Rule::number)])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // any_form
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_any), Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Repeat(&Expr::Rule(Rule::string))]), Expr::Text("{"), Expr::Sequence(&[Expr::Rule(Rule::lexical), Expr::Repeat(&Expr::Rule(Rule::lexical))]), Expr::Text("}")]) },
    // kind
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::flag), Expr::Rule(Rule::list), Expr::Rule(Rule::integer), Expr::Rule(Rule::literal_kind), Expr::Rule(Rule::class_kind)]) },
    // flag
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_flag) },
    // list
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_list), Expr::Rule(Rule::number), Expr::Rule(Rule::kw_of), Expr::Rule(Rule::kind)]) },
    // integer
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0028_0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::integer_width), Expr::Optional(&Expr::Rule(Rule::scale)), Expr::Optional(&Expr::Rule(Rule::bias)), Expr::Optional(&Expr::Rule(Rule::radix)), Expr::Optional(&Expr::Rule(Rule::relative))]) },
    // integer_width
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0028_0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Text("u"), Expr::Text("s"), Expr::Text("i")]), Expr::Sequence(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]), Expr::Rule(Rule::word_end)]) },
    // scale
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0400_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("*"), Expr::Rule(Rule::number)]) },
    // bias
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("+"), Expr::Rule(Rule::number)]) },
    // radix
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_hex), Expr::Optional(&Expr::Rule(Rule::number))]) },
    // relative
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_relative), Expr::Optional(&Expr::Rule(Rule::scale)), Expr::Optional(&Expr::Choice(&[Expr::Rule(Rule::name), Expr::Rule(Rule::number)]))]) },
    // literal_kind
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_literal), Expr::Optional(&Expr::Rule(Rule::value_type))]) },
    // class_kind
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::value_type)), Expr::Optional(&Expr::Rule(Rule::scale))]) },
    // value_type
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0244_0010_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Sequence(&[Expr::Choice(&[Expr::Text("b"), Expr::Text("u"), Expr::Text("i"), Expr::Text("f")]), Expr::Choice(&[Expr::Text("16x2"), Expr::Text("16"), Expr::Text("32"), Expr::Text("64")])]), Expr::Text("bf16x2"), Expr::Text("bf16"), Expr::Sequence(&[Expr::Text("T"), Expr::Optional(&Expr::Class(|it| it.is_ascii_digit()))])]), Expr::Rule(Rule::word_end)]) },
    // format
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_format), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Text(":"), Expr::Rule(Rule::number), Expr::Optional(&Expr::Rule(Rule::with_literal)), Expr::Optional(&Expr::Rule(Rule::within)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::format_line)), Expr::Text("}")]) },
    // format_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::reserved), Expr::Rule(Rule::ignored), Expr::Rule(Rule::fixed), Expr::Rule(Rule::field)]) },
    // with_literal
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_literal), Expr::Rule(Rule::number)]) },
    // within
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_within), Expr::Rule(Rule::name)]) },
    // field
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::bits), Expr::Repeat(&Expr::Rule(Rule::bits))]), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // fixed
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::bits), Expr::Repeat(&Expr::Rule(Rule::bits))]), Expr::Text("="), Expr::Rule(Rule::number), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // reserved
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_reserved), Expr::Rule(Rule::bits), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // ignored
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_ignored), Expr::Rule(Rule::bits), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // bits
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("["), Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Text(":"), Expr::Rule(Rule::number)])), Expr::Text("]")]) },
    // modifiers
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x2000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_modifiers), Expr::Rule(Rule::name), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::modifier)), Expr::Text("}")]) },
    // modifier
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::part_of)), Expr::Text(":"), Expr::Rule(Rule::kind), Expr::Optional(&Expr::Choice(&[Expr::Rule(Rule::required), Expr::Sequence(&[Expr::Text("="), Expr::Rule(Rule::number)])])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Choice(&[Expr::Sequence(&[Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::spelling)), Expr::Text("}")]), Expr::Text(";")])]) },
    // part_of
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x2000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("->"), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // required
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_required) },
    // spelling
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Rule(Rule::string)), Expr::Optional(&Expr::Choice(&[Expr::Rule(Rule::required), Expr::Sequence(&[Expr::Text("="), Expr::Rule(Rule::number)])])), Expr::Optional(&Expr::Rule(Rule::always)), Expr::Text(";")]) },
    // always
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_always) },
    // wrapping
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_wrap), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::half_of)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::wrap_text)), Expr::Text("}")]) },
    // half_of
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_of), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::needs))]) },
    // wrap_text
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Repeat(&Expr::Rule(Rule::string))]), Expr::Optional(&Expr::Rule(Rule::other_half)), Expr::Text(";")]) },
    // other_half
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_else), Expr::Rule(Rule::string)]) },
    // family
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_family), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::params)), Expr::Optional(&Expr::Sequence(&[Expr::Text(":"), Expr::Rule(Rule::use_layout)])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::statement)), Expr::Text("}")]) },
    // params
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::name), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::name)])), Expr::Text(")")]) },
    // use_layout
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::binding), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::binding)])), Expr::Text(")")]))]) },
    // binding
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::path), Expr::Text("="), Expr::Rule(Rule::expr), Expr::Optional(&Expr::Rule(Rule::at))]) },
    // statement
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::encoding), Expr::Rule(Rule::use_encodings), Expr::Rule(Rule::unused), Expr::Rule(Rule::operand), Expr::Rule(Rule::at_home), Expr::Rule(Rule::stand_in), Expr::Rule(Rule::indexed), Expr::Rule(Rule::form), Expr::Rule(Rule::effect), Expr::Rule(Rule::checks), Expr::Rule(Rule::lanes), Expr::Rule(Rule::local), Expr::Rule(Rule::require), Expr::Rule(Rule::opcodes), Expr::Rule(Rule::row)]) },
    // encoding
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_encoding), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_suffix), Expr::Optional(&Expr::Rule(Rule::read)), Expr::Rule(Rule::string)])), Expr::Text(":"), Expr::Rule(Rule::use_layout), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::encoding_line)), Expr::Text("}")]) },
    // encoding_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x00a4_820e_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::unused), Expr::Rule(Rule::operand), Expr::Rule(Rule::at_home), Expr::Rule(Rule::stand_in), Expr::Rule(Rule::form), Expr::Rule(Rule::effect), Expr::Rule(Rule::require)]) },
    // encodings
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_encodings), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::params)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::encoding)), Expr::Text("}")]) },
    // use_encodings
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_encodings), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::encodings_arg), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::encodings_arg)])), Expr::Text(")")])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // encodings_arg
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::value_type), Expr::Rule(Rule::number), Expr::Rule(Rule::name)]) },
    // operand
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::direction), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Text("->"), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))])), Expr::Text(":"), Expr::Rule(Rule::kind), Expr::Optional(&Expr::Rule(Rule::width)), Expr::Optional(&Expr::Rule(Rule::extra)), Expr::Optional(&Expr::Rule(Rule::unaligned)), Expr::Optional(&Expr::Rule(Rule::zero)), Expr::Repeat(&Expr::Rule(Rule::wrap)), Expr::Optional(&Expr::Rule(Rule::chosen)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // chosen
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::name)]) },
    // direction
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::kw_inout), Expr::Rule(Rule::kw_in), Expr::Rule(Rule::kw_out)]) },
    // at_home
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::direction), Expr::Rule(Rule::name), Expr::Text("="), Expr::Rule(Rule::home), Expr::Optional(&Expr::Rule(Rule::width)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // stand_in
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::direction), Expr::Rule(Rule::name), Expr::Text("="), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // width
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::times), Expr::Sequence(&[Expr::Text("x"), Expr::Text("("), Expr::Rule(Rule::width_of), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::width_of)])), Expr::Text(")")])]) },
    // width_of
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::expr), Expr::Optional(&Expr::Sequence(&[Expr::Text(".."), Expr::Rule(Rule::expr)]))]) },
    // extra
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_plus), Expr::Rule(Rule::expr)]) },
    // unaligned
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_unaligned) },
    // zero
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_or), Expr::Rule(Rule::string)]) },
    // wrap
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_wrap), Expr::Choice(&[Expr::Rule(Rule::name), Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Repeat(&Expr::Rule(Rule::string))])]), Expr::Text("->"), Expr::Choice(&[Expr::Rule(Rule::sign_of_number), Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::index))])])]) },
    // sign_of_number
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_sign), Expr::Choice(&[Expr::Rule(Rule::kw_changed), Expr::Rule(Rule::kw_cleared)])]) },
    // index
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("["), Expr::Rule(Rule::number), Expr::Text("]")]) },
    // unused
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_unused), Expr::Rule(Rule::names), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // form
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_asm), Expr::Optional(&Expr::Sequence(&[Expr::NotAhead(&Expr::Choice(&[Expr::Rule(Rule::kw_read), Expr::Rule(Rule::kw_when), Expr::Rule(Rule::kw_none), Expr::Rule(Rule::kw_if)])), Expr::Rule(Rule::name)])), Expr::Choice(&[Expr::Rule(Rule::no_text), Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::read)), Expr::Optional(&Expr::Rule(Rule::needs)), Expr::Optional(&Expr::Rule(Rule::when)), Expr::Rule(Rule::string)])]), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // no_text
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_none) },
    // read
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_read) },
    // when
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_when), Expr::Rule(Rule::expr)]) },
    // effect
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0084_000c_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Rule(Rule::kw_reads), Expr::Rule(Rule::kw_writes), Expr::Rule(Rule::kw_counts), Expr::Rule(Rule::kw_branches)]), Expr::Rule(Rule::names), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // checks
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_checks), Expr::Rule(Rule::names), Expr::Text(";")]) },
    // local
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_let), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::op_params)), Expr::Text(":"), Expr::Optional(&Expr::Rule(Rule::in_space)), Expr::Rule(Rule::op_type), Expr::Text("="), Expr::Rule(Rule::op_expr), Expr::Text(";")]) },
    // in_space
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::NotAhead(&Expr::Rule(Rule::type_name)), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::name), Expr::Rule(Rule::kw_else), Expr::Rule(Rule::name)]))]) },
    // lanes
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_lanes), Expr::Rule(Rule::op_expr), Expr::Text(";")]) },
    // require
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_require), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_in), Expr::Rule(Rule::name)])), Expr::Optional(&Expr::Rule(Rule::needs)), Expr::Rule(Rule::expr), Expr::Rule(Rule::string), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // opcodes
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_opcodes), Expr::Sequence(&[Expr::Rule(Rule::at_range), Expr::Repeat(&Expr::Rule(Rule::at_range))]), Expr::Text(";")]) },
    // row
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Repeat(&Expr::Rule(Rule::doc)), Expr::Rule(Rule::mnemonic), Expr::Optional(&Expr::Rule(Rule::row_args)), Expr::Sequence(&[Expr::Rule(Rule::opcode), Expr::Repeat(&Expr::Rule(Rule::opcode))]), Expr::Optional(&Expr::Rule(Rule::needs)), Expr::Repeat(&Expr::Rule(Rule::spelled)), Expr::Repeat(&Expr::Rule(Rule::renamed)), Expr::Choice(&[Expr::Sequence(&[Expr::Rule(Rule::call), Expr::Text(";")]), Expr::Rule(Rule::body), Expr::Text(";")])]) },
    // mnemonic
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Sequence(&[Expr::Text("."), Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Text("_")]), Expr::Repeat(&Expr::Choice(&[Expr::Class(|it| it.is_ascii_alphanumeric()), Expr::Text("_")]))]))]) },
    // row_args
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::signed), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::signed)])), Expr::Text(")")]) },
    // opcode
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x03ff_2000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("-"), Expr::Rule(Rule::number)]) },
    // needs
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::name)]) },
    // spelled
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Rule(Rule::string)]) },
    // renamed
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_as), Expr::Rule(Rule::mnemonic), Expr::Rule(Rule::at)]) },
    // call
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x2000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("="), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::op_arg), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::op_arg)])), Expr::Text(")")]))]) },
    // alias
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_alias), Expr::Choice(&[Expr::Rule(Rule::read), Expr::Rule(Rule::prefer)]), Expr::Optional(&Expr::Rule(Rule::alias_in)), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::form_text)), Expr::Text("=>"), Expr::Rule(Rule::name), Expr::Optional(&Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::binding), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::binding)])), Expr::Text(")")])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")]) },
    // alias_in
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_in), Expr::Rule(Rule::name)]) },
    // prefer
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_prefer) },
    // form_text
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::string) },
    // halves
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_halves), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::half_bound)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::halves_line)), Expr::Text("}")]) },
    // half_bound
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::binding), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::binding)])), Expr::Text(")")]) },
    // halves_line
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::unused), Expr::Rule(Rule::operand), Expr::Rule(Rule::stand_in), Expr::Rule(Rule::half_form), Expr::Rule(Rule::opcodes), Expr::Rule(Rule::half_row)]) },
    // half_form
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_asm), Expr::Rule(Rule::string), Expr::Text(";")]) },
    // half_row
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Repeat(&Expr::Rule(Rule::doc)), Expr::Rule(Rule::mnemonic), Expr::Sequence(&[Expr::Rule(Rule::opcode), Expr::Repeat(&Expr::Rule(Rule::opcode))]), Expr::Choice(&[Expr::Sequence(&[Expr::Rule(Rule::call), Expr::Text(";")]), Expr::Rule(Rule::body), Expr::Text(";")])]) },
    // pair
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_pair), Expr::Rule(Rule::name), Expr::Text(":"), Expr::Rule(Rule::use_layout), Expr::Optional(&Expr::Rule(Rule::needs)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::pair_line)), Expr::Text("}")]) },
    // pair_line
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x00a4_110e_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::side), Expr::Rule(Rule::half_form), Expr::Rule(Rule::unused), Expr::Rule(Rule::effect), Expr::Rule(Rule::checks), Expr::Rule(Rule::lanes), Expr::Rule(Rule::pair_rule)]) },
    // side
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_halves), Expr::Rule(Rule::name), Expr::Text(":"), Expr::Rule(Rule::names), Expr::Text(";")]) },
    // pair_rule
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::require_part), Expr::Optional(&Expr::Rule(Rule::where_both)), Expr::Text(";")]) },
    // require_part
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_require), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_in), Expr::Rule(Rule::name)])), Expr::Optional(&Expr::Rule(Rule::needs)), Expr::Rule(Rule::expr), Expr::Rule(Rule::string), Expr::Optional(&Expr::Rule(Rule::at))]) },
    // where_both
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::names)]) },
    // lint
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_lint), Expr::Rule(Rule::name), Expr::Rule(Rule::string), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::lint_line)), Expr::Text("}")]) },
    // lint_line
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::string), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::string)])), Expr::Optional(&Expr::Rule(Rule::except)), Expr::Text("=>"), Expr::Rule(Rule::demand), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::demand)])), Expr::Text(";")]) },
    // except
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_except), Expr::Rule(Rule::string), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::string)]))]) },
    // demand
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x00ac_504a_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::negated)), Expr::Choice(&[Expr::Rule(Rule::accessed), Expr::Rule(Rule::sign), Expr::Rule(Rule::atomicity), Expr::Rule(Rule::reading), Expr::Rule(Rule::writing), Expr::Rule(Rule::returning), Expr::Rule(Rule::operand_width), Expr::Rule(Rule::computing)])]) },
    // negated
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_no) },
    // accessed
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_1002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::access_kind), Expr::Optional(&Expr::Rule(Rule::access_width)), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_in), Expr::Rule(Rule::name)]))]) },
    // access_kind
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_1002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::kw_accesses), Expr::Rule(Rule::kw_loads), Expr::Rule(Rule::kw_stores)]) },
    // access_width
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::number), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_times), Expr::Rule(Rule::number)]))]) },
    // sign
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0028_0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::kw_signed), Expr::Rule(Rule::kw_unsigned), Expr::Rule(Rule::kw_floating)]) },
    // atomicity
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_atomic) },
    // reading
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_reads), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits))]) },
    // writing
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_writes), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::bits)), Expr::Optional(&Expr::Rule(Rule::under))]) },
    // returning
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_returns), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::under))]) },
    // under
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::name)]) },
    // operand_width
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_width), Expr::Rule(Rule::name), Expr::Rule(Rule::number)]) },
    // computing
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_computes), Expr::Choice(&[Expr::Rule(Rule::binary_op), Expr::Rule(Rule::name)])]) },
    // formula
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_formula), Expr::Rule(Rule::name), Expr::Rule(Rule::params), Expr::Text("="), Expr::Rule(Rule::expr), Expr::Text(";")]) },
    // expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::or_expr), Expr::Optional(&Expr::Sequence(&[Expr::Text("?"), Expr::Rule(Rule::expr), Expr::Text(":"), Expr::Rule(Rule::expr)]))]) },
    // or_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::and_expr), Expr::Repeat(&Expr::Sequence(&[Expr::Text("||"), Expr::Rule(Rule::and_expr)]))]) },
    // and_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::cmp_expr), Expr::Repeat(&Expr::Sequence(&[Expr::Text("&&"), Expr::Rule(Rule::cmp_expr)]))]) },
    // cmp_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::sum_expr), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::cmp_op), Expr::Rule(Rule::sum_expr)]))]) },
    // cmp_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x7000_0002_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("=="), Expr::Text("!="), Expr::Text("<="), Expr::Text(">="), Expr::Text("<"), Expr::Text(">")]) },
    // sum_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::mul_expr), Expr::Repeat(&Expr::Sequence(&[Expr::Rule(Rule::sum_op), Expr::Rule(Rule::mul_expr)]))]) },
    // sum_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x2800_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("+"), Expr::Text("-")]) },
    // mul_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::not_expr), Expr::Repeat(&Expr::Sequence(&[Expr::Rule(Rule::mul_op), Expr::Rule(Rule::not_expr)]))]) },
    // mul_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8400_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("*"), Expr::Text("/")]) },
    // not_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8107_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Repeat(&Expr::Rule(Rule::bang)), Expr::Rule(Rule::atom)]) },
    // bang
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000, other: false, empty: false }, expr: Expr::Text("!") },
    // atom
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_0104_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::number), Expr::Rule(Rule::string), Expr::Rule(Rule::builtin), Expr::Rule(Rule::path), Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::expr), Expr::Text(")")])]) },
    // builtin
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Text("("), Expr::Rule(Rule::expr), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::expr)])), Expr::Text(")")]) },
    // path
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::name), Expr::Repeat(&Expr::Sequence(&[Expr::Text("."), Expr::Rule(Rule::name)]))]) },
    // stream
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_stream), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::string)), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::stream_line)), Expr::Text("}")]) },
    // stream_line
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::switch), Expr::Rule(Rule::form), Expr::Rule(Rule::naming), Expr::Rule(Rule::directed), Expr::Rule(Rule::piece)]) },
    // naming
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_names), Expr::Rule(Rule::name), Expr::Choice(&[Expr::Rule(Rule::anything), Expr::Rule(Rule::path)]), Expr::Optional(&Expr::Rule(Rule::when)), Expr::Text(";")]) },
    // anything
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Rule(Rule::kw_any) },
    // directed
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::direction), Expr::Rule(Rule::names), Expr::Optional(&Expr::Rule(Rule::when)), Expr::Text(";")]) },
    // piece
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::when)), Expr::Optional(&Expr::Rule(Rule::repeat)), Expr::Optional(&Expr::Rule(Rule::direction)), Expr::Rule(Rule::names), Expr::Text(":"), Expr::Rule(Rule::piece_type), Expr::Choice(&[Expr::Rule(Rule::piece_bits), Expr::Sequence(&[Expr::Optional(&Expr::Sequence(&[Expr::Text("="), Expr::Rule(Rule::number)])), Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text(";")])])]) },
    // repeat
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_repeat), Expr::Rule(Rule::path), Expr::Optional(&Expr::Rule(Rule::at_most)), Expr::Optional(&Expr::Rule(Rule::between))]) },
    // at_most
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_limit), Expr::Rule(Rule::number)]) },
    // between
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_with), Expr::Rule(Rule::string)]) },
    // piece_type
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::unsigned), Expr::Rule(Rule::name)]) },
    // unsigned
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("u"), Expr::Choice(&[Expr::Text("8"), Expr::Text("16"), Expr::Text("32"), Expr::Text("64")]), Expr::Rule(Rule::word_end)]) },
    // piece_bits
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0001_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Optional(&Expr::Rule(Rule::at)), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::bits_line)), Expr::Text("}")]) },
    // bits_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::reserved), Expr::Rule(Rule::ignored), Expr::Rule(Rule::member), Expr::Rule(Rule::fixed), Expr::Rule(Rule::field)]) },
    // switch
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_switch), Expr::Rule(Rule::path), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::case)), Expr::Text("}")]) },
    // case
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_case), Expr::Rule(Rule::value_range), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::value_range)])), Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::stream_line)), Expr::Text("}")]) },
    // operation
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_operation), Expr::Rule(Rule::name), Expr::Optional(&Expr::Rule(Rule::op_params)), Expr::Rule(Rule::body)]) },
    // op_params
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::op_param), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::op_param)])), Expr::Text(")")]) },
    // op_param
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Sequence(&[Expr::Rule(Rule::op_type), Expr::Rule(Rule::name)]), Expr::Rule(Rule::name)]) },
    // body
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("{"), Expr::Repeat(&Expr::Rule(Rule::op_stmt)), Expr::Text("}")]) },
    // op_stmt
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4fff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::op_if), Expr::Rule(Rule::op_for), Expr::Rule(Rule::op_atomic), Expr::Rule(Rule::op_once), Expr::Rule(Rule::body), Expr::Sequence(&[Expr::Choice(&[Expr::Rule(Rule::op_undefined), Expr::Rule(Rule::op_declare), Expr::Rule(Rule::op_assign), Expr::Rule(Rule::op_call)]), Expr::Choice(&[Expr::Text(";"), Expr::Ahead(&Expr::Text("}"))])])]) },
    // op_if
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_if), Expr::Text("("), Expr::Rule(Rule::op_expr), Expr::Text(")"), Expr::Rule(Rule::op_stmt), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::kw_else), Expr::Rule(Rule::op_stmt)]))]) },
    // op_for
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_for), Expr::Text("("), Expr::Rule(Rule::name), Expr::Text("="), Expr::Rule(Rule::op_expr), Expr::Text(";"), Expr::Rule(Rule::name), Expr::Text("<"), Expr::Rule(Rule::op_expr), Expr::Text(";"), Expr::Rule(Rule::name), Expr::Text("++"), Expr::Text(")"), Expr::Rule(Rule::op_stmt)]) },
    // op_atomic
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_atomic), Expr::Rule(Rule::body)]) },
    // op_once
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_once), Expr::Rule(Rule::body)]) },
    // op_undefined
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::kw_undefined), Expr::Choice(&[Expr::Rule(Rule::string), Expr::Rule(Rule::name)])]) },
    // op_declare
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0030_0354_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::op_type), Expr::Rule(Rule::name), Expr::Text("="), Expr::Rule(Rule::op_expr)]) },
    // op_assign
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x47ff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::op_unary), Expr::Rule(Rule::assign_op), Expr::Rule(Rule::op_expr)]) },
    // assign_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_4000_0000_7000_2c40_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("<<="), Expr::Text(">>="), Expr::Text("+="), Expr::Text("-="), Expr::Text("*="), Expr::Text("&="), Expr::Text("|="), Expr::Text("^="), Expr::Sequence(&[Expr::Text("="), Expr::NotAhead(&Expr::Text("="))])]) },
    // op_call
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Rule(Rule::call_expr) },
    // op_type
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0030_0354_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::type_name), Expr::Repeat(&Expr::Rule(Rule::star))]) },
    // star
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0400_0000_0000, other: false, empty: false }, expr: Expr::Text("*") },
    // type_name
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0030_0354_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Sequence(&[Expr::Choice(&[Expr::Text("UINT"), Expr::Text("INT")]), Expr::Choice(&[Expr::Text("8"), Expr::Text("16"), Expr::Text("32"), Expr::Text("64"), Expr::Text("128")])]), Expr::Text("BYTE"), Expr::Text("HALF"), Expr::Text("FLOAT"), Expr::Text("DOUBLE"), Expr::Text("BOOL"), Expr::Text("T")]), Expr::Rule(Rule::word_end)]) },
    // op_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x47ff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::op_binary), Expr::Optional(&Expr::Sequence(&[Expr::Text("?"), Expr::Rule(Rule::op_expr), Expr::Text(":"), Expr::Rule(Rule::op_expr)]))]) },
    // op_binary
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x47ff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::op_unary), Expr::Repeat(&Expr::Sequence(&[Expr::Rule(Rule::binary_op), Expr::Rule(Rule::op_unary)]))]) },
    // binary_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x1000_0000_4000_0000_7000_ac62_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("||"), Expr::Text("&&"), Expr::Text("=="), Expr::Text("!="), Expr::Sequence(&[Expr::Text("<<"), Expr::NotAhead(&Expr::Text("="))]), Expr::Sequence(&[Expr::Text(">>"), Expr::NotAhead(&Expr::Text("="))]), Expr::Text("<="), Expr::Text(">="), Expr::Text("<"), Expr::Text(">"), Expr::Sequence(&[Expr::Choice(&[Expr::Text("|"), Expr::Text("&"), Expr::Text("^"), Expr::Text("+"), Expr::Text("-"), Expr::Text("*"), Expr::Text("/"), Expr::Text("%")]), Expr::NotAhead(&Expr::Text("="))])]) },
    // op_unary
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x47ff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Sequence(&[Expr::Rule(Rule::cast), Expr::Rule(Rule::op_unary)]), Expr::Sequence(&[Expr::Rule(Rule::unary_op), Expr::Rule(Rule::op_unary)]), Expr::Rule(Rule::postfix)]) },
    // unary_op
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_2442_0000_0000, other: false, empty: false }, expr: Expr::Choice(&[Expr::Text("*"), Expr::Text("&"), Expr::Text("~"), Expr::Text("!"), Expr::Text("-")]) },
    // cast
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0100_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::type_name), Expr::Repeat(&Expr::Rule(Rule::star)), Expr::Text(")")]) },
    // postfix
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8101_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::primary), Expr::Repeat(&Expr::Rule(Rule::subscript))]) },
    // subscript
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("["), Expr::Rule(Rule::op_expr), Expr::Optional(&Expr::Sequence(&[Expr::Text(":"), Expr::Rule(Rule::op_expr)])), Expr::Text("]")]) },
    // primary
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_03ff_8101_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::op_float), Expr::Rule(Rule::op_number), Expr::Rule(Rule::call_expr), Expr::Rule(Rule::op_name), Expr::Sequence(&[Expr::Text("("), Expr::Rule(Rule::op_expr), Expr::Text(")")])]) },
    // op_name
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::NotAhead(&Expr::Choice(&[Expr::Rule(Rule::kw_if), Expr::Rule(Rule::kw_else), Expr::Rule(Rule::kw_for), Expr::Rule(Rule::kw_atomic), Expr::Rule(Rule::kw_once), Expr::Rule(Rule::kw_undefined), Expr::Rule(Rule::type_name)])), Expr::Rule(Rule::path)]) },
    // call_expr
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Rule(Rule::op_name), Expr::Text("("), Expr::Optional(&Expr::Sequence(&[Expr::Rule(Rule::op_arg), Expr::Repeat(&Expr::Sequence(&[Expr::Text(","), Expr::Rule(Rule::op_arg)]))])), Expr::Text(")")]) },
    // op_arg
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0x47ff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Choice(&[Expr::Rule(Rule::type_name), Expr::Rule(Rule::op_expr)]) },
    // op_number
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Choice(&[Expr::Sequence(&[Expr::Text("0x"), Expr::Class(|it| it.is_ascii_hexdigit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_hexdigit()))]), Expr::Sequence(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))])]), Expr::Optional(&Expr::Choice(&[Expr::Text("ULL"), Expr::Text("LL"), Expr::Text("U")])), Expr::Rule(Rule::word_end)]) },
    // op_float
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x03ff_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Sequence(&[Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]), Expr::Text("."), Expr::Class(|it| it.is_ascii_digit()), Expr::Repeat(&Expr::Class(|it| it.is_ascii_digit()))]) },
    // one_item
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x008d_bb6a_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::item), Expr::Rule(Rule::EOI)]) },
    // one_isa_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x0088_0042_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::isa_line), Expr::Rule(Rule::EOI)]) },
    // one_register_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::register_line), Expr::Rule(Rule::EOI)]) },
    // one_entry
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x03ff_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::entry), Expr::Rule(Rule::EOI)]) },
    // one_kind_case
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x03ff_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::kind_case), Expr::Rule(Rule::EOI)]) },
    // one_struct_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::struct_line), Expr::Rule(Rule::EOI)]) },
    // one_format_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::format_line), Expr::Rule(Rule::EOI)]) },
    // one_modifier
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::modifier), Expr::Rule(Rule::EOI)]) },
    // one_statement
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::statement), Expr::Rule(Rule::EOI)]) },
    // one_encoding
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x0020_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::encoding), Expr::Rule(Rule::EOI)]) },
    // one_encoding_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x00a4_820e_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::encoding_line), Expr::Rule(Rule::EOI)]) },
    // one_halves_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::halves_line), Expr::Rule(Rule::EOI)]) },
    // one_pair_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x00a4_110e_0000_0000_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::pair_line), Expr::Rule(Rule::EOI)]) },
    // one_lint_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x8005_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::lint_line), Expr::Rule(Rule::EOI)]) },
    // one_stream_line
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x07ff_fffe_87ff_fffe_0000_8001_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::stream_line), Expr::Rule(Rule::EOI)]) },
    // one_op_stmt
    Definition { kind: Kind::Silent, begins: Begins { ascii: 0x4fff_fffe_87ff_fffe_03ff_a543_0000_2600, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Start, Expr::Rule(Rule::op_stmt), Expr::Rule(Rule::EOI)]) },
    // kw_little
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("little"), Expr::Rule(Rule::word_end)]) },
    // kw_big
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("big"), Expr::Rule(Rule::word_end)]) },
    // kw_inout
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("inout"), Expr::Rule(Rule::word_end)]) },
    // kw_in
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("in"), Expr::Rule(Rule::word_end)]) },
    // kw_out
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("out"), Expr::Rule(Rule::word_end)]) },
    // kw_reads
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("reads"), Expr::Rule(Rule::word_end)]) },
    // kw_writes
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("writes"), Expr::Rule(Rule::word_end)]) },
    // kw_counts
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("counts"), Expr::Rule(Rule::word_end)]) },
    // kw_branches
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("branches"), Expr::Rule(Rule::word_end)]) },
    // kw_checks
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("checks"), Expr::Rule(Rule::word_end)]) },
    // kw_isa
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("isa"), Expr::Rule(Rule::word_end)]) },
    // kw_word
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("word"), Expr::Rule(Rule::word_end)]) },
    // kw_optional
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("optional"), Expr::Rule(Rule::word_end)]) },
    // kw_arch
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("arch"), Expr::Rule(Rule::word_end)]) },
    // kw_feature
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("feature"), Expr::Rule(Rule::word_end)]) },
    // kw_syntax
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("syntax"), Expr::Rule(Rule::word_end)]) },
    // kw_include
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("include"), Expr::Rule(Rule::word_end)]) },
    // kw_registers
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("registers"), Expr::Rule(Rule::word_end)]) },
    // kw_groups
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("groups"), Expr::Rule(Rule::word_end)]) },
    // kw_aligned
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("aligned"), Expr::Rule(Rule::word_end)]) },
    // kw_unaligned
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("unaligned"), Expr::Rule(Rule::word_end)]) },
    // kw_state
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("state"), Expr::Rule(Rule::word_end)]) },
    // kw_counter
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("counter"), Expr::Rule(Rule::word_end)]) },
    // kw_space
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("space"), Expr::Rule(Rule::word_end)]) },
    // kw_class
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("class"), Expr::Rule(Rule::word_end)]) },
    // kw_literal
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("literal"), Expr::Rule(Rule::word_end)]) },
    // kw_escape
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("escape"), Expr::Rule(Rule::word_end)]) },
    // kw_int
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("int"), Expr::Rule(Rule::word_end)]) },
    // kw_struct
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("struct"), Expr::Rule(Rule::word_end)]) },
    // kw_any
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("any"), Expr::Rule(Rule::word_end)]) },
    // kw_flag
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("flag"), Expr::Rule(Rule::word_end)]) },
    // kw_list
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("list"), Expr::Rule(Rule::word_end)]) },
    // kw_of
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("of"), Expr::Rule(Rule::word_end)]) },
    // kw_hex
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("hex"), Expr::Rule(Rule::word_end)]) },
    // kw_relative
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("relative"), Expr::Rule(Rule::word_end)]) },
    // kw_format
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("format"), Expr::Rule(Rule::word_end)]) },
    // kw_within
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("within"), Expr::Rule(Rule::word_end)]) },
    // kw_reserved
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("reserved"), Expr::Rule(Rule::word_end)]) },
    // kw_ignored
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("ignored"), Expr::Rule(Rule::word_end)]) },
    // kw_modifiers
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x2000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("modifiers"), Expr::Rule(Rule::word_end)]) },
    // kw_family
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("family"), Expr::Rule(Rule::word_end)]) },
    // kw_encoding
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("encoding"), Expr::Rule(Rule::word_end)]) },
    // kw_suffix
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("suffix"), Expr::Rule(Rule::word_end)]) },
    // kw_plus
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("plus"), Expr::Rule(Rule::word_end)]) },
    // kw_or
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("or"), Expr::Rule(Rule::word_end)]) },
    // kw_wrap
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("wrap"), Expr::Rule(Rule::word_end)]) },
    // kw_unused
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("unused"), Expr::Rule(Rule::word_end)]) },
    // kw_asm
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("asm"), Expr::Rule(Rule::word_end)]) },
    // kw_read
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("read"), Expr::Rule(Rule::word_end)]) },
    // kw_when
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("when"), Expr::Rule(Rule::word_end)]) },
    // kw_let
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("let"), Expr::Rule(Rule::word_end)]) },
    // kw_require
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("require"), Expr::Rule(Rule::word_end)]) },
    // kw_opcodes
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("opcodes"), Expr::Rule(Rule::word_end)]) },
    // kw_if
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("if"), Expr::Rule(Rule::word_end)]) },
    // kw_alias
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("alias"), Expr::Rule(Rule::word_end)]) },
    // kw_prefer
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("prefer"), Expr::Rule(Rule::word_end)]) },
    // kw_stream
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("stream"), Expr::Rule(Rule::word_end)]) },
    // kw_repeat
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("repeat"), Expr::Rule(Rule::word_end)]) },
    // kw_switch
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("switch"), Expr::Rule(Rule::word_end)]) },
    // kw_case
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("case"), Expr::Rule(Rule::word_end)]) },
    // kw_operation
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("operation"), Expr::Rule(Rule::word_end)]) },
    // kw_else
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("else"), Expr::Rule(Rule::word_end)]) },
    // kw_for
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("for"), Expr::Rule(Rule::word_end)]) },
    // kw_atomic
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("atomic"), Expr::Rule(Rule::word_end)]) },
    // kw_once
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("once"), Expr::Rule(Rule::word_end)]) },
    // kw_undefined
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("undefined"), Expr::Rule(Rule::word_end)]) },
    // kw_per
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("per"), Expr::Rule(Rule::word_end)]) },
    // kw_lane
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("lane"), Expr::Rule(Rule::word_end)]) },
    // kw_lanes
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("lanes"), Expr::Rule(Rule::word_end)]) },
    // kw_limit
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("limit"), Expr::Rule(Rule::word_end)]) },
    // kw_base
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("base"), Expr::Rule(Rule::word_end)]) },
    // kw_required
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("required"), Expr::Rule(Rule::word_end)]) },
    // kw_none
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("none"), Expr::Rule(Rule::word_end)]) },
    // kw_encodings
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("encodings"), Expr::Rule(Rule::word_end)]) },
    // kw_always
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("always"), Expr::Rule(Rule::word_end)]) },
    // kw_lint
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("lint"), Expr::Rule(Rule::word_end)]) },
    // kw_kind
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0800_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("kind"), Expr::Rule(Rule::word_end)]) },
    // kw_alike
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("alike"), Expr::Rule(Rule::word_end)]) },
    // kw_except
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("except"), Expr::Rule(Rule::word_end)]) },
    // kw_no
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("no"), Expr::Rule(Rule::word_end)]) },
    // kw_accesses
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("accesses"), Expr::Rule(Rule::word_end)]) },
    // kw_loads
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x1000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("loads"), Expr::Rule(Rule::word_end)]) },
    // kw_stores
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("stores"), Expr::Rule(Rule::word_end)]) },
    // kw_times
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0010_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("times"), Expr::Rule(Rule::word_end)]) },
    // kw_signed
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("signed"), Expr::Rule(Rule::word_end)]) },
    // kw_unsigned
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0020_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("unsigned"), Expr::Rule(Rule::word_end)]) },
    // kw_floating
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("floating"), Expr::Rule(Rule::word_end)]) },
    // kw_indexed
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("indexed"), Expr::Rule(Rule::word_end)]) },
    // kw_with
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("with"), Expr::Rule(Rule::word_end)]) },
    // kw_by
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("by"), Expr::Rule(Rule::word_end)]) },
    // kw_rounding
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("rounding"), Expr::Rule(Rule::word_end)]) },
    // kw_subnormals
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("subnormals"), Expr::Rule(Rule::word_end)]) },
    // kw_overflow
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x8000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("overflow"), Expr::Rule(Rule::word_end)]) },
    // kw_returns
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0004_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("returns"), Expr::Rule(Rule::word_end)]) },
    // kw_width
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0080_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("width"), Expr::Rule(Rule::word_end)]) },
    // kw_computes
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("computes"), Expr::Rule(Rule::word_end)]) },
    // kw_sign
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("sign"), Expr::Rule(Rule::word_end)]) },
    // kw_changed
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("changed"), Expr::Rule(Rule::word_end)]) },
    // kw_cleared
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0008_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("cleared"), Expr::Rule(Rule::word_end)]) },
    // kw_formula
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0040_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("formula"), Expr::Rule(Rule::word_end)]) },
    // kw_as
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0002_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("as"), Expr::Rule(Rule::word_end)]) },
    // kw_halves
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0100_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("halves"), Expr::Rule(Rule::word_end)]) },
    // kw_pair
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0001_0000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("pair"), Expr::Rule(Rule::word_end)]) },
    // kw_internal
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x0200_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("internal"), Expr::Rule(Rule::word_end)]) },
    // kw_names
    Definition { kind: Kind::Atomic, begins: Begins { ascii: 0x4000_0000_0000_0000_0000_0000_0000, other: false, empty: false }, expr: Expr::Sequence(&[Expr::Text("names"), Expr::Rule(Rule::word_end)]) },
    // EOI
    Definition { kind: Kind::Normal, begins: Begins { ascii: 0, other: false, empty: true }, expr: Expr::End },
];
