//! Mistakes that documents of the instruction set have made, seeded into a
//! copy of `defs/gcn`: each must be caught, by the lint or check that is there
//! for it, at the row or line that is wrong.
//!
//! The names of the mistakes are those of `docs/errata.md`.

use isa_dsl::sorted::SortedMap;
use std::fs;
use std::path::Path;

use isa_dsl::ast::{ItemKind, RowMeaning, Statement};
use isa_dsl::compile_file;
use isa_dsl::diagnostic::{Code, Diagnostic};
use isa_dsl::load::load_file;
use isa_test_support::machine::compiled_gcn;
use isa_test_support::sample::Sample;

/// A mistake: its name in `docs/errata.md`, the file, what stands there, what
/// is put in its place, the error that it must give, and what the line of that
/// error must hold.
type Mistake = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    Code,
    &'static str,
);

#[rustfmt::skip]
const MISTAKES: &[Mistake] = &[
    // ---- tables: a load's name for a store, misspelt and missing names -----
    ("T1", "scratch", "    scratch_store_dword  ", "    scratch_load_dword   ", Code::Lint, "scratch_load_dword "),
    ("T2", "global", "    global_store_dwordx2  ", "    global_load_dwordx2   ", Code::Lint, "global_load_dwordx2 "),
    ("T3", "flat", "    flat_store_dwordx4  ", "    flat_load_dwordx4   ", Code::Lint, "flat_load_dwordx4 "),
    ("T3", "flat", "    flat_store_dwordx4  ", "    flat_load_dwordx4   ", Code::Duplicate, "flat_load_dwordx4 "),
    ("T4", "flat", "    flat_atomic_dec_x2  ", "    flat_atomic_dec_x   ", Code::Lint, "flat_atomic_dec_x "),
    // ---- opcodes that two instructions would share, or that are too wide ----
    ("O1", "flat", "92     107            107 ", "92     155            155 ", Code::ValueTooWide, "flat_atomic_inc_x2"),
    ("O2", "global_atomic", "     92              76 ", "    155              76 ", Code::ValueTooWide, "global_atomic_inc_x2"),
    ("O3", "flat", "(4)      14      23", "(4)      13      23", Code::EncodingOverlap, "flat_load_dwordx4"),
    ("O4", "flat", "(4)      30      31             31", "(4)      30      29             29", Code::EncodingOverlap, "flat_store_dwordx4"),
    ("O5", "global", "(4)             31", "(4)             29", Code::EncodingOverlap, "global_store_dwordx4"),
    ("O6", "scratch", "(4)             31", "(4)             29", Code::EncodingOverlap, "scratch_store_dwordx4"),
    ("O7", "flat", "37            35 ", "36            35 ", Code::EncodingOverlap, "flat_load_short_d16_hi"),
    ("O8", "global", "37            35 ", "36            35 ", Code::EncodingOverlap, "global_load_short_d16_hi"),
    ("O9", "scratch", "37            35 ", "36            35 ", Code::EncodingOverlap, "scratch_load_short_d16_hi"),
    ("O10", "global_atomic", "70     55     55 ", "70     55     57 ", Code::EncodingOverlap, "global_atomic_and "),
    ("O11", "global_atomic", "68     53     53 ", "68     53     55 ", Code::EncodingOverlap, "global_atomic_smax"),
    ("O12", "global_atomic", "67     51     51 ", "67     51     54 ", Code::EncodingOverlap, "global_atomic_umin"),
    // ---- mnemonics ----------------------------------------------------------
    ("N1", "flat", "    flat_atomic_fcmpswap  ", "    buffer_atomic_fcmpswap", Code::Lint, "buffer_atomic_fcmpswap"),
    ("N2", "flat", "    flat_atomic_fmax_x2  ", "    buffer_atomic_fmax_x2", Code::Lint, "buffer_atomic_fmax_x2"),
    ("N3", "flat", "    flat_atomic_fmin_x2  ", "    buffer_atomic_fmin_x2", Code::Lint, "buffer_atomic_fmin_x2"),
    ("N4", "flat", "    flat_atomic_inc  ", "    flt_atomic_inc   ", Code::Lint, "flt_atomic_inc "),
    ("N5", "global_atomic", "    global_atomic_inc  ", "    glbal_atomic_inc   ", Code::Lint, "glbal_atomic_inc "),
    // ---- widths of operands --------------------------------------------------
    ("S1", "flat", "flat_load_dwordx2    (2)", "flat_load_dwordx2    (1)", Code::OpWidth, "operation load(T)"),
    ("S1", "flat", "flat_load_dword      (1)", "flat_load_dword      (2)", Code::Lint, "flat_load_dword "),
    ("S2", "flat", "    in  vaddr : vgpr x2;\n    encodings flat_loads;", "    in  vaddr : vgpr x1;\n    encodings flat_loads;", Code::Lint, "flat_load_ushort"),
    ("S3", "flat", "    in  vaddr : vgpr x2;\n    in  vdata : data_register x(d)", "    in  vaddr : vgpr x1;\n    in  vdata : data_register x(d)", Code::Lint, "flat_atomic_fcmpswap "),
    ("S4", "flat", "flat_atomic_fcmpswap_x2   (2, 4)", "flat_atomic_fcmpswap_x2   (2, 2)", Code::OpWidth, "operation atomic_fcmpswap_x2"),
    ("S4", "flat", "flat_atomic_fcmpswap_x2   (2, 4)", "flat_atomic_fcmpswap_x2   (1, 4)", Code::OpWidth, "operation atomic_fcmpswap_x2"),
    ("S5", "flat", "flat_atomic_inc_x2        (2, 2)", "flat_atomic_inc_x2        (2, 1)", Code::Lint, "flat_atomic_inc_x2"),
    ("S6", "global_atomic", "global_atomic_inc_x2          (2, 2)", "global_atomic_inc_x2          (2, 1)", Code::Lint, "global_atomic_inc_x2"),
    ("S7", "global_atomic", "global_atomic_dec_x2          (2, 2)", "global_atomic_dec_x2          (1, 1)", Code::OpWidth, "operation atomic_dec"),
    ("S8", "scratch", "scratch_load_dwordx4        (4)", "scratch_load_dwordx4        (1)", Code::OpWidth, "operation load_dwords"),
    ("S8", "scratch", "scratch_load_dwordx2        (2)", "scratch_load_dwordx2        (4)", Code::Lint, "scratch_load_dwordx2"),
    ("S9", "scratch", "in  vaddr : vgpr x(saddr == \"off\" ? 1 : 0)", "in  vaddr : vgpr x(saddr == \"off\" ? 2 : 0)", Code::Lint, "scratch_load_ubyte"),
    // ---- operations ----------------------------------------------------------
    ("P1", "flat", "= load_d16_hi(UINT16)", "= load_d16(UINT16)", Code::Lint, "flat_load_short_d16_hi"),
    ("P1", "global", "= load_d16_hi(UINT16)", "= load_d16(UINT16)", Code::Lint, "global_load_short_d16_hi"),
    ("P1", "scratch", "= load_d16_hi(UINT16)", "= load_d16(UINT16)", Code::Lint, "scratch_load_short_d16_hi"),
    ("P1", "memory", "VDST.HIGH = *(T*)ADDRESS", "VDST.LOW = *(T*)ADDRESS", Code::Lint, "_d16_hi"),
    ("P2", "flat", "= atomic_dec(UINT32)", "= atomic_inc(UINT32)", Code::Lint, "flat_atomic_dec "),
    ("P3", "memory", "P == ASDOUBLE(VDATA[2:3])", "P == ASFLOAT(VDATA[2])", Code::OpType, "operation atomic_fcmpswap_x2"),
    ("P4", "memory", "UINT32* VM = (UINT32*)ADDRESS;", "UINT32* VM = (UINT32*)((ADDRESS);", Code::Unbalanced, "operation atomic_cmpswap "),
    ("P5", "memory", "*VM = P == VDATA[2:3]", "*VM = *VM = P == VDATA[2:3]", Code::Unexpected, "operation atomic_cmpswap_x2"),
    ("P6", "memory", "P - 1 : VDATA;", "P - 1 : SDATA;", Code::OpUnknown, "operation atomic_dec"),
    ("P7", "memory", "ASDOUBLE(VDATA[0:1]) : P; if (GLC) VDST = P;", "ASDOUBLE(VDATA[0:1]) : P; if (GLC) VDST[0] = P;", Code::OpWidth, "operation atomic_fcmpswap_x2"),
    ("P8", "memory", "ASFLOAT(VDATA[0])    : P", "(UINT32)VDATA[0]     : P", Code::OpType, "operation atomic_fcmpswap "),
    ("P9", "memory", "FLOAT P = *VM;  *VM = MIN", "UINT32 P = *VM; *VM = MIN", Code::OpType, "operation atomic_fmin "),
    ("P10", "memory", "DOUBLE* VM = (DOUBLE*)ADDRESS;", "DOUBLE* VM = (DOUBLE*)VMADDR;", Code::OpUnknown, "operation atomic_fcmpswap_x2"),
    ("P11", "memory", "i++) *(UINT32*)(ADDRESS + 4 * i) =", "i++) *(UINT32*)(VM + 4 * i) =", Code::OpUnknown, "operation store_dwords"),
    ("P12", "scratch", "SWIZZLE(VADDR + SADDR, OFFSET", "SWIZZLE(ADDR, OFFSET", Code::OpUnknown, "let ADDRESS"),
    ("P14", "memory", "VDATA[0]   : P; if (GLC) VDST = P;", "VDATA[0]   : P;", Code::Lint, "atomic_cmpswap "),
    ("P15", "memory", "T P = *VM; *VM = P + VDATA;", "T P = *VM *VM = P + VDATA;", Code::Unexpected, "operation atomic_add"),
    // ---- others of the same kind ---------------------------------------------
    ("return always", "memory", "*VM = P - VDATA;                          if (GLC) VDST = P;", "*VM = P - VDATA; VDST = P;", Code::Lint, "atomic_sub"),
    ("return the new value", "memory", "*VM = P - VDATA;                          if (GLC) VDST = P;", "*VM = P - VDATA; if (GLC) VDST = *VM;", Code::Lint, "atomic_sub"),
    ("not atomic", "memory", "operation atomic_or(T)   { atomic {", "operation atomic_or(T)   { {", Code::Lint, "atomic_or"),
    ("sign of MIN", "flat", "= atomic_min(INT32)", "= atomic_min(UINT32)", Code::Lint, "flat_atomic_smin "),
    ("sign of a load", "global", "9  = load_lds(INT8)", "9  = load_lds(UINT8)", Code::Lint, "global_load_sbyte "),
    ("width of a load", "global", "10  = load_lds(UINT16)", "10  = load_lds(UINT8)", Code::Lint, "global_load_ushort "),
    ("MIN for MAX", "flat", "= atomic_max(UINT32)", "= atomic_min(UINT32)", Code::Lint, "flat_atomic_umax "),
    ("half of a store", "flat", "= store_hi(UINT8)", "= store(UINT8)", Code::Lint, "flat_store_byte_d16_hi"),
    ("and for or", "global_atomic", "= atomic_or(UINT32)", "= atomic_and(UINT32)", Code::Lint, "global_atomic_or "),
    ("single for double", "global_atomic", "= atomic_min(UINT64)", "= atomic_min(UINT32)", Code::Lint, "global_atomic_umin_x2"),
    // ---- scalar memory -------------------------------------------------------
    ("T1", "smem", "    s_buffer_store_dword  ", "    s_buffer_load_dword   ", Code::Lint, "s_buffer_load_dword "),
    ("T2", "smem", "    s_buffer_store_dwordx2", "    s_buffer_load_dwordx2 ", Code::Lint, "s_buffer_load_dwordx2"),
    ("T3", "smem", "    s_buffer_store_dwordx4", "    s_buffer_load_dwordx4 ", Code::Lint, "s_buffer_load_dwordx4"),
    ("O10", "smem_atomic", "70     70  = scalar_max", "70     72  = scalar_max", Code::EncodingOverlap, "s_buffer_atomic_and "),
    ("O11", "smem_atomic", "68     68  = scalar_min", "68     70  = scalar_min", Code::EncodingOverlap, "s_buffer_atomic_smax "),
    ("O12", "smem_atomic", "67     67  = scalar_sub", "67     69  = scalar_sub", Code::EncodingOverlap, "s_buffer_atomic_umin "),
    ("S7", "smem_atomic", "s_atomic_dec_x2            (2, 2)", "s_atomic_dec_x2            (2, 1)", Code::OpWidth, "operation scalar_dec"),
    ("S7", "smem_atomic", "s_buffer_atomic_dec_x2     (2, 2)", "s_buffer_atomic_dec_x2     (2, 1)", Code::OpWidth, "operation scalar_dec"),
    ("S8", "smem", "s_scratch_load_dwordx2    (2, 2)", "s_scratch_load_dwordx2    (1, 2)", Code::OpWidth, "operation scalar_scratch_load"),
    ("S8", "smem", "s_scratch_load_dwordx4    (4, 2)", "s_scratch_load_dwordx4    (8, 2)", Code::Lint, "s_scratch_load_dwordx4"),
    ("P4", "memory", "scalar_cmpswap    { if (INSIDE) atomic { UINT32* VM = (UINT32*)ADDRESS;", "scalar_cmpswap    { if (INSIDE) atomic { UINT32* VM = (UINT32*)((ADDRESS);", Code::Unbalanced, "operation scalar_cmpswap "),
    ("P5", "memory", "*VM = P == SDATA[2:3]", "*VM = *VM = P == SDATA[2:3]", Code::Unexpected, "operation scalar_cmpswap_x2"),
    ("P6", "memory", "P - 1 : SDATA;", "P - 1 : VDATA;", Code::OpUnknown, "operation scalar_dec"),
    ("P16", "smem", "{ SDATA = REALTIME; }", "{ SDATA = CLOCK; }", Code::Lint, "s_memrealtime"),
    ("dwords of a load", "smem", "= scalar_load(8)", "= scalar_load(4)", Code::Lint, "s_load_dwordx8"),
    ("dwords of a load", "smrd", "= scalar_buffer_load(16)", "= scalar_buffer_load(8)", Code::Lint, "s_buffer_load_dwordx16"),
    ("dwords of a store", "smem", "= scalar_store(4)", "= scalar_store(2)", Code::Lint, "s_store_dwordx4"),
    ("an address for a buffer", "smem", "s_buffer_load_dword       (1, 4)", "s_buffer_load_dword       (1, 2)", Code::OpWidth, "UINT64 SIZE = STRIDE"),
    ("a buffer for an address", "smem", "s_store_dword             (1, 2)", "s_store_dword             (1, 4)", Code::Lint, "s_store_dword "),
    ("scalar return always", "memory", "*VM = P - SDATA;                                if (GLC) SDATA = P;", "*VM = P - SDATA; SDATA = P;", Code::Lint, "s_atomic_sub "),
    ("scalar sign of MIN", "smem_atomic", "= scalar_min(INT32)", "= scalar_min(UINT32)", Code::Lint, "s_atomic_smin "),
    ("scalar MIN for MAX", "smem_atomic", "= scalar_max(UINT64)", "= scalar_min(UINT64)", Code::Lint, "s_atomic_umax_x2"),
    // ---- data share ----------------------------------------------------------
    ("T4", "ds_atomic", "    ds_wrxchg_rtn_b64 ", "    ds_wrxchg_rtn_b6  ", Code::Lint, "ds_wrxchg_rtn_b6 "),
    ("P2", "ds_atomic", "= share_dec(UINT32)", "= share_inc(UINT32)", Code::Lint, "ds_dec_u32"),
    ("share half", "ds", "= share_load_d16_hi(UINT16)", "= share_load_d16(UINT16)", Code::Lint, "ds_read_u16_d16_hi"),
    ("share half of a store", "ds", "= share_store_hi(UINT8)", "= share_store(UINT8)", Code::Lint, "ds_write_b8_d16_hi"),
    ("share sign of a load", "ds", "= share_load(INT16)", "= share_load(UINT16)", Code::Lint, "ds_read_i16 "),
    ("share width of a load", "ds", "= share_load(UINT16)", "= share_load(UINT8)", Code::Lint, "ds_read_u16 "),
    ("share one for two", "ds", "= share_load2_b64", "= share_load(UINT128)", Code::OpUnknown, "operation share_load(T)"),
    ("share sign of MIN", "ds_atomic", "= share_min(INT32)", "= share_min(UINT32)", Code::Lint, "ds_min_i32"),
    ("share MIN for MAX", "ds_atomic", "= share_max(UINT32)", "= share_min(UINT32)", Code::Lint, "ds_max_u32"),
    ("share integer for float", "ds_atomic", "= share_max(FLOAT)", "= share_max(UINT32)", Code::Lint, "ds_max_f32"),
    ("share no return", "ds_atomic", "= share_add_return(UINT32)", "= share_add(UINT32)", Code::Lint, "ds_add_rtn_u32"),
    ("share return the new value", "ds_atomic", "*VM = P - (T)VDATA0; VDST = P;", "*VM = P - (T)VDATA0; VDST = *VM;", Code::Lint, "ds_sub_rtn_u32"),
    ("share not atomic", "ds_atomic", "operation share_or(T)           { atomic {", "operation share_or(T)           { {", Code::Lint, "ds_or_b32"),
];

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("the file can be copied");
        }
    }
}

/// A mistake that goes through would be one that the documents could put into
/// the definitions unseen. Those that are not in the way of each other are made
/// together, as compiling the definitions takes time; a sample has one of six rounds.
#[test]
fn the_mistakes_of_the_documents_are_caught() {
    let mut sample = Sample::of_this_run();
    let mut rounds = rounds();
    rounds.retain(|_| sample.takes(6));
    assert!(!rounds.is_empty(), "another seed is needed");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for part in rounds.chunks(rounds.len().div_ceil(cores)) {
            scope.spawn(|| are_caught(part));
        }
    });
}

/// The mistakes, so that those of one round leave each other alone.
fn rounds() -> Vec<Vec<&'static Mistake>> {
    let mut rounds: Vec<Vec<&Mistake>> = Vec::new();
    for mistake in MISTAKES {
        let free = |round: &&mut Vec<&Mistake>| round.iter().all(|it| !in_the_way(it, mistake));
        match rounds.iter_mut().find(free) {
            Some(round) => round.push(mistake),
            None => rounds.push(vec![mistake]),
        }
    }
    rounds
}

/// Whether one could hide the other, or be taken for it: an error of one kind keeps the
/// checks of the next from running, opcodes may be each other's, and texts that hold one
/// another are found in the wrong place.
fn in_the_way(one: &Mistake, other: &Mistake) -> bool {
    let (_, file, from, to, code, row) = one;
    let (_, other_file, other_from, other_to, other_code, other_row) = other;
    let others = [other_from, other_to, other_row];
    code != other_code
        || file == other_file && *code == Code::EncodingOverlap
        || [from, to, row].iter().any(|a| {
            let hold = |b: &&&str| a.contains(**b) || b.contains(**a);
            others.iter().any(hold)
        })
}

fn are_caught(rounds: &[Vec<&Mistake>]) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(Path::new("../defs"), folder.path());
    let root = folder.path().join("gcn.isa");
    let shipped = compiled_gcn();
    assert_eq!(shipped.errors(), "", "what is copied is right");
    for round in rounds {
        let mut files: SortedMap<&str, (String, String)> = SortedMap::new();
        for (id, file, from, to, ..) in round {
            let (right, wrong) = files.entry(file).or_insert_with(|| {
                let path = folder.path().join(format!("gcn/{file}.isa"));
                let right = fs::read_to_string(path).expect("the file is there");
                (right.clone(), right)
            });
            assert!(right.contains(from), "{id}: `{from}` is not in {file}.isa");
            *wrong = wrong.replacen(from, to, 1);
        }
        let write = |file: &str, text: &str| {
            let path = folder.path().join(format!("gcn/{file}.isa"));
            fs::write(path, text).expect("the copy can be written");
        };
        files
            .iter()
            .for_each(|(file, (_, wrong))| write(file, wrong));
        let compilation = compile_file(&root);
        files
            .iter()
            .for_each(|(file, (right, _))| write(file, right));
        let line = |error: &Diagnostic| {
            let place = error.primary.0;
            let text = &compilation.sources.files[place.file as usize].text;
            let before = &text[..place.start as usize];
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            text[start..].lines().next().unwrap_or("").to_owned()
        };
        let errors = &compilation.diagnostics;
        let errors: Vec<_> = errors.iter().map(|it| (it.code, line(it))).collect();
        for (id, file, _, to, code, row) in round {
            assert!(
                errors.iter().any(|it| it.0 == *code && it.1.contains(row)),
                "{id}: `{to}` in {file}.isa should give {} at `{row}`:\n{}",
                code.as_str(),
                compilation.errors()
            );
        }
    }
}

/// Families whose operations say nothing that could be held against a name:
/// they do nothing, or what they do is undefined.
const WITHOUT_PROMISES: &[&str] = &[
    "ds_nop",
    "ds_conditional_exchange_wide",
    "ds_ordered_count",
    "ds_read_transposed",
    "ds_read_transposed_b96",
    "global_load_transposed",
    "ds_gws_value",
    "ds_gws",
    "ds_gs_register",
    "ds_node_stack",
    "ds_node_stack_wide",
];

/// A family that asks for no lint keeps none of its promises. These are the
/// families of which all rows must be held against some.
#[test]
fn families_of_memory_instructions_ask_for_lints() {
    let loaded = load_file(Path::new("../defs/gcn.isa"));
    let mut asking = 0;
    for item in &loaded.file.items {
        let ItemKind::Family(family) = &item.kind else {
            continue;
        };
        let name = family.name.text.as_str();
        if !["flat_", "global_", "scratch_", "smrd_", "smem_", "ds_"]
            .iter()
            .any(|it| name.starts_with(it))
            || WITHOUT_PROMISES.contains(&name)
        {
            continue;
        }
        let asks = |it: &Statement| matches!(it, Statement::Checks(_));
        assert!(family.statements.iter().any(asks), "{name} has no `checks`");
        for statement in &family.statements {
            if let Statement::Row(row) = statement {
                let silent = matches!(row.meaning, RowMeaning::None);
                assert!(!silent, "{} does not say what it does", row.name.text);
            }
        }
        asking += 1;
    }
    assert!(asking >= 40, "{asking} families");
}
