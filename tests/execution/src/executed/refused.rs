//! What nobody can say of instructions that run otherwise: modifiers that no document
//! gives a meaning. Each is refused with its reason, and changes no register.

use isa_mc::exec::{ExecErrorKind, InMemory};

use super::bench::{Bench, Check, Checked};
use crate::meaning::{is_newer, is_rdna};

/// Instructions from GCN 1.4 on with modifiers that are refused.
pub(super) const CHECK: Check = Check {
    name: "refused modifiers",
    takes: |name, _, arch| is_newer(arch) && FORMS.iter().any(|form| form.0 == name),
    run,
};

/// What the reason speaks of, by mnemonic, operands and modifiers.
const FORMS: &[(&str, &str, &str)] = &[
    ("v_mad_u32_u16", "v1, v2, v3, v4 op_sel:[0,0,1,0]", "op_sel"),
    ("v_mad_u32_u16", "v1, v2, v3, v4 op_sel:[0,0,0,1]", "op_sel"),
    ("v_mad_i32_i16", "v1, v2, v3, v4 op_sel:[0,0,1,0]", "op_sel"),
    ("v_mad_i32_i16", "v1, v2, v3, v4 op_sel:[0,0,0,1]", "op_sel"),
    (
        "v_cvt_pknorm_i16_f16",
        "v1, v2, v3 op_sel:[0,0,1]",
        "op_sel",
    ),
    (
        "v_cvt_pknorm_u16_f16",
        "v1, v2, v3 op_sel:[0,0,1]",
        "op_sel",
    ),
    ("v_pack_b32_f16", "v1, v2, v3 op_sel:[0,0,1]", "op_sel"),
    (
        "v_alignbit_b32",
        "v1, v2, v3, v4 op_sel:[1,0,0,0]",
        "op_sel",
    ),
    (
        "v_alignbyte_b32",
        "v1, v2, v3, v4 op_sel:[0,0,0,1]",
        "op_sel",
    ),
    ("v_pk_lshlrev_b16", "v1, v2, v3 clamp", "clamp"),
    ("v_pk_lshrrev_b16", "v1, v2, v3 neg_lo:[1,0]", "signs"),
    ("v_pk_ashrrev_i16", "v1, v2, v3 neg_hi:[0,1]", "signs"),
    ("v_pk_add_u16", "v1, v2, v3 neg_lo:[1,0]", "signs"),
    ("v_pk_add_u16", "v1, v2, v3 neg_hi:[0,1]", "signs"),
    ("v_pk_mad_i16", "v1, v2, v3, v4 neg_lo:[0,0,1]", "signs"),
    (
        "v_div_scale_f64",
        "v[2:3], vcc, v[4:5], v[4:5], v[6:7] mul:2",
        "modifiers",
    ),
    ("v_trig_preop_f64", "v[2:3], v[4:5], v6 clamp", "modifiers"),
    ("v_trig_preop_f64", "v[2:3], v[4:5], v6 mul:2", "modifiers"),
    ("v_cvt_f32_ubyte0", "v1, v2 mul:2", "mode"),
    ("v_cvt_off_f32_i4", "v1, v2 div:2", "mode"),
];

/// All forms of an instruction.
fn run(bench: &Bench<'_>, name: &str) -> Checked {
    for (_, operands, reason) in FORMS.iter().filter(|form| form.0 == name) {
        let text = format!("{name} {operands}");
        let inst = match bench.parse(&text, &["llvm"]) {
            // Not all of these can be written for RDNA.
            Err(_) if is_rdna(bench.arch) => continue,
            inst => inst?,
        };
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("EXEC", 5).expect("a state");
        let before = bench.fill(&mut machine);
        let Err(error) = bench.run(inst, &mut machine) else {
            holds!(false, "{text} does something that nobody can say");
            continue;
        };
        let stopped = bench.stopped(&text, &error);
        let undefined = matches!(error.kind, ExecErrorKind::Undefined { .. });
        holds!(
            undefined && stopped.0.contains(reason),
            "{stopped}, and not because of {reason}"
        );
        holds!(
            bench.registers(&mut machine) == before,
            "{text} changes a register"
        );
    }
    Ok(())
}
