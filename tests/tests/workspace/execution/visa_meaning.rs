//! What instructions of vISA do, against the document in plain Rust.

mod arithmetic;
mod atomics;
mod control;
mod elements;
mod global;
mod matrices;
mod moves;
mod typed;

use isa_mc::tables::ActionKind;
use isa_test_support::machine::visa;

/// Whether a channel takes part: execution mask, then predicate.
///
/// # Panics
///
/// If there is no such predicate.
pub fn takes_part(
    channel: usize,
    size: usize,
    (first, masked): (usize, bool),
    em: u32,
    predicate: &str,
    p: u32,
) -> bool {
    let of = |bits: u32, channel: usize| bits.unbounded_shr((first + channel) as u32) & 1 == 1;
    let all = (0..size).all(|channel| of(p, channel));
    let any = (0..size).any(|channel| of(p, channel));
    (!masked || of(em, channel))
        && match predicate {
            "" => true,
            "(P1) " => of(p, channel),
            "(!P1) " => !of(p, channel),
            "(P1.any) " => any,
            "(!P1.any) " => !any,
            "(P1.all) " => all,
            "(!P1.all) " => !all,
            _ => panic!("{predicate}"),
        }
}

/// Instructions of which only the undefined part is described.
const UNDEFINED: &[&str] = &[
    "media_ld",
    "media_st",
    "sample",
    "load",
    "sample_unorm",
    "sample_3d",
    "sample_b",
    "sample_l",
    "sample_c",
    "sample_d",
    "sample_b_c",
    "sample_l_c",
    "lod",
    "sample_killpix",
    "sample_d_c",
    "sample_lz",
    "sample_c_lz",
    "load_2dms_w",
    "load_mcs",
    "sample4",
    "sample4_c",
    "sample4_po",
    "sample4_po_c",
    "resinfo",
    "sampleinfo",
    "avs",
    "vme_ime",
    "vme_sic",
    "vme_idm",
    "vme_fbr",
    "raw_send",
    "raw_sendc",
    "raw_sends",
    "raw_sendsc",
    "rt_write_3d",
    "urb_write_3d",
    "wait",
    "nbarrier.wait",
    "nbarrier.signal",
    "lsc_read_state_info",
    "lsc_ccs_update",
    "lsc_ccs_update_typed",
    "lsc_load_status_typed",
    "lsc_load_status",
];

/// Those that have a statement in plain Rust, apart from families of atomic
/// operations and of memory.
const STATED: &[&str] = &[
    "frc",
    "rndd",
    "rndu",
    "rnde",
    "rndz",
    "sqrt",
    "rsqrt",
    "inv",
    "sqrtm",
    "lzd",
    "cbit",
    "fbl",
    "fbh",
    "bfrev",
    "not",
    "mov",
    "add",
    "mul",
    "divm",
    "div",
    "mod",
    "avg",
    "mulh",
    "shl",
    "shr",
    "asr",
    "rol",
    "ror",
    "and",
    "or",
    "xor",
    "sel",
    "sad2",
    "plane",
    "mad",
    "lrp",
    "bfe",
    "dp4a",
    "add3",
    "sad2add",
    "madw",
    "add3.o",
    "bfi",
    "addc",
    "subb",
    "cmp",
    "min",
    "max",
    "fcvt",
    "setp",
    "jmp",
    "call",
    "goto",
    "ret",
    "subroutine",
    "label",
    "barrier",
    "sampler_cache_flush",
    "yield",
    "switchjmp",
    "sbarrier.wait",
    "sbarrier.signal",
    "loc",
    "lsc_fence",
    "exp",
    "log",
    "sin",
    "cos",
    "pow",
    "addr_add",
    "oword_ld",
    "oword_ld_unaligned",
    "oword_st",
    "gather",
    "scatter",
    "gather_scaled",
    "scatter_scaled",
    "gather4_scaled",
    "scatter4_scaled",
    "bfn",
    "srnd",
    "file",
    "lifetime.start",
    "lifetime.end",
    "fence_global",
    "fence_local",
    "fence_sw",
    "qw_gather",
    "qw_scatter",
    "dpas",
    "dpasw",
    "gather4_typed",
    "scatter4_typed",
    "load_3d",
    "load_lz",
    "fcall",
    "ifcall",
    "faddr",
    "fret",
    "dp2",
    "dp3",
    "dp4",
    "dph",
    "line",
    "movs",
];

/// An instruction that is described anew has to be tested here, or to say that
/// nobody can say what it does.
#[test]
fn every_instruction_is_stated_or_undefined() {
    let memory = ["typed_atomic.", "dword_atomic.", "svm_", "lsc_"];
    let rows = visa().instructions.iter();
    let unknown = rows.map(|row| visa().text(row.name)).filter(|name| {
        let listed = UNDEFINED.contains(name) || STATED.contains(name);
        let video = name.starts_with("va.") || name.starts_with("va_skl_plus.");
        !listed && !video && !memory.iter().any(|prefix| name.starts_with(prefix))
    });
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&str>::new());
    // Of those that are undefined nothing but the reason is said.
    let undefined = visa().instructions.iter().filter(|row| {
        let name = visa().text(row.name);
        UNDEFINED.contains(&name) || name.starts_with("va")
    });
    let mut count = 0;
    for row in undefined {
        let name = visa().text(row.name);
        count += usize::from(UNDEFINED.contains(&name));
        let program = visa().programs[usize::from(row.program)];
        let beginning = visa().actions[program.beginning.range()].iter();
        let actions: Vec<_> = beginning
            .chain(&visa().actions[program.actions.range()])
            .collect();
        let reasons = actions
            .iter()
            .filter(|it| it.kind == ActionKind::Undefined.into());
        assert_eq!((reasons.count(), actions.len()), (1, 1), "{name}");
    }
    assert_eq!(count, UNDEFINED.len());
}
