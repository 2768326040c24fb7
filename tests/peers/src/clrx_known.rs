//! Statements of CLRX's test tables that the `clrx` syntax does not take as CLRX does.

/// Differences that have one reason.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// The line of `docs/errata.md`.
    pub id: &'static str,
    /// The reason.
    pub why: &'static str,
    /// Architecture and statement, with single blanks.
    pub cases: &'static [(&'static str, &'static str)],
}

/// The reason why a case of an architecture differs, as an index into [`KNOWN`] and
/// one into its cases.
pub fn known(arch: &str, input: &str) -> Option<(usize, usize)> {
    let words: Vec<&str> = input.split_whitespace().collect();
    let statement = words.join(" ");
    KNOWN.iter().enumerate().find_map(|(reason, known)| {
        let mut cases = known.cases.iter();
        let case = cases.position(|&case| case == (arch, statement.as_str()))?;
        Some((reason, case))
    })
}

/// All of them.
pub const KNOWN: &[Known] = &[
    Known {
        id: "C1",
        why: "no modifier stands twice",
        cases: &[
            ("gcn1.0", "s_waitcnt vmcnt(14) & expcnt(2)&expcnt(3)"),
            ("gcn1.0", "s_waitcnt vmcnt(14) & expcnt(2)&vmcnt(12)"),
            ("gcn1.0", "s_waitcnt lgkmcnt(13) & expcnt(2) & lgkmcnt(11)"),
            ("gcn1.0", "v_add_f32 v154, v21, v107 mul:4 div:2"),
            ("gcn1.0", "ds_add_u32 v71, v169 offset:52 offset:42"),
            (
                "gcn1.0",
                "ds_wrxchg2st64_rtn_b64 v[139:142], v71, v[169:170], v[86:87] offset0:103 offset1:205 offset1:51 offset0:6",
            ),
            (
                "gcn1.0",
                "buffer_load_format_x v61, v18, s[80:83], s35 offset:1779 offset:603",
            ),
            ("gcn1.2", "s_load_dword s50, s[58:59], 0x1345b glc glc"),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, abs(v65), v107, vcc dst_sel:word1 dst_sel:word0",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, abs(v65), v107, vcc src0_sel:word1 src0_sel:word0",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, abs(v65), v107, vcc src1_sel:word1 src1_sel:word0",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, v65, v107, vcc dst_unused:pad dst_un:PRESERVE",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, v190, v107, vcc quad_perm:[2,1,0,3] bank_mask:1 bank_mask:14 row_mask:2 row_mask:11",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, v190, v107, vcc quad_perm:[0,0,0,0] bound_ctrl:0 bound_ctrl",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, v190, v107, vcc row_ror:2 wave_ror:1",
            ),
            (
                "gcn1.2",
                "v_cndmask_b32 v154, v190, v107, vcc row_half_mirror wave_ror:1",
            ),
        ],
    },
    Known {
        id: "C2",
        why: "the value of a flag is 0 or 1; CLRX takes any number but zero for 1",
        cases: &[(
            "gcn1.0",
            "buffer_load_format_x v61, v[18:19], s[80:83], s35 offset:603 glc:132 slc:771 addr64:-1 lds:-1",
        )],
    },
    Known {
        id: "C3",
        why: "`gds` stands last where it is always set",
        cases: &[("gcn1.1", "ds_gws_sema_release_all v71 gds offset:52583")],
    },
    Known {
        id: "C4",
        why: "a pair of scalar registers begins with an even one: CLRX does not look, LLVM refuses it",
        cases: &[
            ("gcn1.0", "v_sub_i32 v55, s[13:14], s27, -v90"),
            ("gcn1.0", "v_rcp_f64 v[158:159], s[81:82]"),
            ("gcn1.0", "v_cmp_f_f32 s[29:30], v79, v201"),
            ("gcn1.0", "v_fma_f64 v[5:6], v[1:2], v[3:4], s[1:2]"),
            ("gcn1.0", "v_mul_f64 v[55:56], s[77:78], v[166:167]"),
            ("gcn1.0", "v_div_scale_f32 v55, s[37:38], v79, v166, v79"),
        ],
    },
    Known {
        id: "C5",
        why: "the classes asked for are one dword, not a pair as CLRX has them",
        cases: &[
            ("gcn1.0", "v_cmp_class_f64 vcc, v[79:80], v[201:202]"),
            ("gcn1.0", "v_cmp_class_f64 s[42:43], v[50:51], v[107:108]"),
            ("gcn1.0", "v_cmpx_class_f64 vcc, v[79:80], v[201:202]"),
            ("gcn1.0", "v_cmpx_class_f64 s[42:43], v[50:51], v[107:108]"),
            ("gcn1.2", "v_cmp_class_f64 vcc, v[78:79], v[201:202]"),
            ("gcn1.2", "v_cmp_class_f64 s[46:47], v[78:79], v[201:202]"),
            ("gcn1.2", "v_cmpx_class_f64 vcc, v[78:79], v[201:202]"),
            ("gcn1.2", "v_cmpx_class_f64 s[46:47], v[78:79], v[201:202]"),
        ],
    },
    Known {
        id: "C6",
        why: "with `compr` two sources share a register: both are on or both are off",
        cases: &[
            ("gcn1.0", "exp mrt0, v116, v116, v93, off done compr vm"),
            ("gcn1.0", "exp mrt0, off , v116, v93, v93 done compr vm"),
            ("gcn1.0", "exp mrt0, off , v116, off, v93 done compr vm"),
            ("gcn1.0", "exp mrt0, v116, off, v93, off done compr vm"),
            ("gcn1.0", "exp mrt0, off, off, v93, off done compr vm"),
            ("gcn1.0", "exp mrt0, v116, off, off, off done compr vm"),
        ],
    },
    Known {
        id: "C7",
        why: "CLRX does not look which file a register is of; the machine and LLVM do",
        cases: &[
            ("gcn1.0", "v_writelane_b32 v26, v21, s94"),
            ("gcn1.0", "v_readfirstlane_b32 s30, s79"),
            (
                "gcn1.1",
                "v_mqsad_u32_u8 v[55:58], v[79:80], v166, s[28:31]",
            ),
            ("gcn1.2", "v_readfirstlane_b32 s30, s79"),
            ("gcn1.2", "v_readfirstlane_b32 s55, s27 vop3"),
            ("gcn1.2", "v_readlane_b32 s55, v27, v90"),
            ("gcn1.2", "v_writelane_b32 v55, v27, v90"),
            ("gcn1.2", "v_writelane_b32 v55, s27, v90"),
            ("gcn1.4", "v_writelane_b32 v55, v27, v90"),
        ],
    },
    Known {
        id: "C8",
        why: "a literal and VCC both come over the constant bus, which is read once",
        cases: &[
            ("gcn1.0", "v_cndmask_b32 v154, 1323, v107, vcc"),
            ("gcn1.0", "xx=1323;v_cndmask_b32 v154, xx, v107, vcc"),
            ("gcn1.0", "v_cndmask_b32 v154, xx, v107, vcc; xx=1323"),
        ],
    },
    Known {
        id: "C9",
        why: "a symbol is its number, wherever it is defined: CLRX makes a literal of one that follows",
        cases: &[
            ("gcn1.0", "v_cndmask_b32 v154, xx, v107, vcc; xx=2"),
            ("gcn1.0", "v_add_f32 v154, -vx, v107; vx=7"),
            ("gcn1.0", "v_mov_b32 v15, vxx; vxx=9"),
        ],
    },
    Known {
        id: "C10",
        why: "`op_sel_hi` of two sources leaves the bit of the third one set, as LLVM has it",
        cases: &[
            ("gcn1.4", "v_pk_add_i16 v55, v79, v166 op_sel_hi:[0,1]"),
            (
                "gcn1.4",
                "v_pk_add_i16 v55, v79, v166 op_sel:[1,1] op_sel_hi:[0,1]",
            ),
        ],
    },
    Known {
        id: "C11",
        why: "a list of signs counts the operands that take one: the first of an interpolation is `vsrc`",
        cases: &[
            ("gcn1.2", "v_interp_p1_f32 v42, v16, attr39.z neg:2"),
            ("gcn1.2", "v_interp_p1_f32 v42, v16, attr39.z abs:2"),
        ],
    },
    Known {
        id: "C12",
        why: "signs of packed halves are lists: `neg_lo:[1,1,0]`",
        cases: &[
            ("gcn1.4", "v_pk_mad_i16 v55, -v79, -v166, v229"),
            ("gcn1.4", "v_pk_mad_i16 v55, -v79, -v166, v229 clamp"),
        ],
    },
    Known {
        id: "C13",
        why: "gfx906 has v_fma_mix_f32 and its like under these opcodes, which round once",
        cases: &[
            ("gcn1.4.1", "v_mad_mix_f32 v55, v79, v166, v229"),
            ("gcn1.4.1", "v_mad_mixlo_f16 v55, v79, v166, v229"),
            ("gcn1.4.1", "v_mad_mixhi_f16 v55, v79, v166, v229"),
        ],
    },
];
