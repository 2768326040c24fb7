//! `amd_kernel_code_t`: how a kernel was described before code object version 3, in 256 bytes
//! before its code. For HSA nobody writes it any more; for the other operating systems LLVM 22
//! does.
//!
//! Sources: what llvm-mc 22 makes of every field with 0, 1 and -1.

use super::features::Modes;
use super::processors::Processor;
use super::target_id::TargetId;
use crate::asm::{Arguments, Code, Fault, Scope};
use crate::object::{ExpressionId, Location, ObjectError, ObjectErrorKind, Record};

/// What stands around it.
pub(super) const BLOCK: [&str; 2] = [".amd_kernel_code_t", ".end_amd_kernel_code_t"];

/// Its size in bytes.
pub(super) const SIZE: usize = 256;

/// A field: its name, the one that AMD's own assembler had for it, its lowest bit and its width.
struct Field {
    name: &'static str,
    other: &'static str,
    bit: u16,
    width: u8,
}

const fn field(name: &'static str, other: &'static str, bit: u16, width: u8) -> Field {
    Field {
        name,
        other,
        bit,
        width,
    }
}

/// A field that nothing is done with.
const IGNORED: &str = "max_scratch_backing_memory_byte_size";

/// Fields that processors have whose wavefronts may have 32 lanes: on others they are 0.
#[rustfmt::skip]
const LATER: [Field; 4] = [
    field("enable_wgp_mode",                              "compute_pgm_rsrc1_wgp_mode",        413,  1),
    field("enable_mem_ordered",                           "compute_pgm_rsrc1_mem_ordered",     414,  1),
    field("enable_fwd_progress",                          "compute_pgm_rsrc1_fwd_progress",    415,  1),
    field("enable_wavefront_size32",                      "",                                  458,  1),
];

/// The bits of two modes that gfx12 has no more.
const ENDED: [u16; 2] = [405, 407];
const FIRST_WITHOUT: u8 = 12;

/// The bits of two fields that say how many lanes wavefronts have.
const WAVEFRONT_SIZE32: u16 = 458;
const WAVEFRONT_SIZE: u16 = 824;

#[rustfmt::skip]
const FIELDS: [Field; 62] = [
    field("amd_code_version_major",                       "kernel_code_version_major",           0, 32),
    field("amd_code_version_minor",                       "kernel_code_version_minor",          32, 32),
    field("amd_machine_kind",                             "machine_kind",                       64, 16),
    field("amd_machine_version_major",                    "machine_version_major",              80, 16),
    field("amd_machine_version_minor",                    "machine_version_minor",              96, 16),
    field("amd_machine_version_stepping",                 "machine_version_stepping",          112, 16),
    field("kernel_code_entry_byte_offset",                "",                                  128, 64),
    field("kernel_code_prefetch_byte_size",               "",                                  256, 64),
    field("granulated_workitem_vgpr_count",               "compute_pgm_rsrc1_vgprs",           384,  6),
    field("granulated_wavefront_sgpr_count",              "compute_pgm_rsrc1_sgprs",           390,  4),
    field("priority",                                     "compute_pgm_rsrc1_priority",        394,  2),
    field("float_mode",                                   "compute_pgm_rsrc1_float_mode",      396,  8),
    field("priv",                                         "compute_pgm_rsrc1_priv",            404,  1),
    field("enable_dx10_clamp",                            "compute_pgm_rsrc1_dx10_clamp",      405,  1),
    field("debug_mode",                                   "compute_pgm_rsrc1_debug_mode",      406,  1),
    field("enable_ieee_mode",                             "compute_pgm_rsrc1_ieee_mode",       407,  1),
    field("enable_sgpr_private_segment_wave_byte_offset", "compute_pgm_rsrc2_scratch_en",      416,  1),
    field("user_sgpr_count",                              "compute_pgm_rsrc2_user_sgpr",       417,  5),
    field("enable_trap_handler",                          "compute_pgm_rsrc2_trap_handler",    422,  1),
    field("enable_sgpr_workgroup_id_x",                   "compute_pgm_rsrc2_tgid_x_en",       423,  1),
    field("enable_sgpr_workgroup_id_y",                   "compute_pgm_rsrc2_tgid_y_en",       424,  1),
    field("enable_sgpr_workgroup_id_z",                   "compute_pgm_rsrc2_tgid_z_en",       425,  1),
    field("enable_sgpr_workgroup_info",                   "compute_pgm_rsrc2_tg_size_en",      426,  1),
    field("enable_vgpr_workitem_id",                      "compute_pgm_rsrc2_tidig_comp_cnt",  427,  2),
    field("enable_exception_msb",                         "compute_pgm_rsrc2_excp_en_msb",     429,  2),
    field("granulated_lds_size",                          "compute_pgm_rsrc2_lds_size",        431,  9),
    field("enable_exception",                             "compute_pgm_rsrc2_excp_en",         440,  7),
    field("enable_sgpr_private_segment_buffer",           "",                                  448,  1),
    field("enable_sgpr_dispatch_ptr",                     "",                                  449,  1),
    field("enable_sgpr_queue_ptr",                        "",                                  450,  1),
    field("enable_sgpr_kernarg_segment_ptr",              "",                                  451,  1),
    field("enable_sgpr_dispatch_id",                      "",                                  452,  1),
    field("enable_sgpr_flat_scratch_init",                "",                                  453,  1),
    field("enable_sgpr_private_segment_size",             "",                                  454,  1),
    field("enable_sgpr_grid_workgroup_count_x",           "",                                  455,  1),
    field("enable_sgpr_grid_workgroup_count_y",           "",                                  456,  1),
    field("enable_sgpr_grid_workgroup_count_z",           "",                                  457,  1),
    field("enable_ordered_append_gds",                    "",                                  464,  1),
    field("private_element_size",                         "",                                  465,  2),
    field("is_ptr64",                                     "",                                  467,  1),
    field("is_dynamic_callstack",                         "",                                  468,  1),
    field("is_debug_enabled",                             "",                                  469,  1),
    field("is_xnack_enabled",                             "",                                  470,  1),
    field("workitem_private_segment_byte_size",           "",                                  480, 32),
    field("workgroup_group_segment_byte_size",            "",                                  512, 32),
    field("gds_segment_byte_size",                        "",                                  544, 32),
    field("kernarg_segment_byte_size",                    "",                                  576, 64),
    field("workgroup_fbarrier_count",                     "",                                  640, 32),
    field("wavefront_sgpr_count",                         "",                                  672, 16),
    field("workitem_vgpr_count",                          "",                                  688, 16),
    field("reserved_vgpr_first",                          "",                                  704, 16),
    field("reserved_vgpr_count",                          "",                                  720, 16),
    field("reserved_sgpr_first",                          "",                                  736, 16),
    field("reserved_sgpr_count",                          "",                                  752, 16),
    field("debug_wavefront_private_segment_offset_sgpr",  "",                                  768, 16),
    field("debug_private_segment_buffer_sgpr",            "",                                  784, 16),
    field("kernarg_segment_alignment",                    "",                                  800,  8),
    field("group_segment_alignment",                      "",                                  808,  8),
    field("private_segment_alignment",                    "",                                  816,  8),
    field("wavefront_size",                               "",                                  824,  8),
    field("call_convention",                              "",                                  832, 32),
    field("runtime_loader_kernel_symbol",                 "",                                  960, 64),
];

/// Words whose fields may have values that are known last: those of the registers
/// `COMPUTE_PGM_RSRC1` and `COMPUTE_PGM_RSRC2`. The others are worth what is known there.
const KNOWN_LAST: std::ops::Range<u16> = 384..448;

/// Values of fields, in the order in which they are written.
pub(super) struct KernelCode {
    target: TargetId,
    modes: Modes,
    values: Vec<Value>,
}

struct Value {
    field: &'static Field,
    number: Number,
    location: Location,
}

enum Number {
    Now(i64),
    Last(ExpressionId),
}

impl KernelCode {
    /// Reads what stands in the block: fields with their values, one a line.
    ///
    /// # Errors
    ///
    /// A field that there is not, or a value that is no number.
    pub(super) fn read(
        text: &str,
        (target, modes): (TargetId, Modes),
        scope: &mut Scope<'_, '_>,
    ) -> Result<KernelCode, Fault> {
        let whom = (target.processor, modes);
        let text = without_comments(text);
        let mut values = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let at = start + line.len() - line.trim_ascii_start().len();
            let end = start + line.trim_ascii_end().len();
            start += line.len();
            if at < end {
                values.extend(value(&text[..end], at, whom, scope)?);
            }
        }
        Ok(KernelCode {
            target,
            modes,
            values,
        })
    }
}

/// The field in the line that begins at a byte and ends with the text; `None` if nothing is
/// done with it.
fn value(
    text: &str,
    at: usize,
    (processor, modes): (&Processor, Modes),
    scope: &mut Scope<'_, '_>,
) -> Result<Option<Value>, Fault> {
    let (has_wave32, is_wave32) = (processor.has_wave32(), modes.is_wave32(processor));
    let rest = &text[at..];
    let is_in_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '.' | '$');
    let name = &rest[..rest.find(|it| !is_in_name(it)).unwrap_or(rest.len())];
    let mut arguments = Arguments::new(text, at + name.len());
    let span = at..at + name.len().max(1);
    if name == IGNORED {
        return Ok(None);
    }
    let is_named = |field: &&Field| name == field.name || name == field.other;
    let field = FIELDS.iter().find(is_named).filter(|_| !name.is_empty());
    let later = LATER.iter().find(is_named).filter(|_| !name.is_empty());
    let is_later = later.is_some();
    let field = field.or(later.filter(|_| has_wave32));
    if field.is_none() && !is_later {
        let message = format!(
            "`{}` is no field of `amd_kernel_code_t`{}",
            if name.is_empty() { rest } else { name },
            near(name)
        );
        return Err(Fault::new(Code::BadArguments, span, message));
    }
    if !arguments.take(b'=') {
        return Err(arguments.fault(
            Code::BadArguments,
            "expected `=` and the value of the field",
        ));
    }
    let Some(field) = field else {
        let number = arguments.number(scope)?;
        arguments.end()?;
        return match number & 1 {
            0 => Ok(None),
            _ => {
                let message = format!("`{name}` is of GFX10 and later: leave it out");
                Err(Fault::new(Code::BadArguments, span, message))
            }
        };
    };
    if [WAVEFRONT_SIZE32, WAVEFRONT_SIZE].contains(&field.bit) {
        let number = arguments.number(scope)?;
        arguments.end()?;
        let said = match (field.bit, number) {
            (WAVEFRONT_SIZE32, _) => Some(number & 1 == 1),
            (_, 5) => Some(true),
            (_, 6) => Some(false),
            _ => None,
        };
        if said.is_some_and(|said| said != is_wave32) {
            let lanes = if is_wave32 { 32 } else { 64 };
            let flags = match has_wave32 {
                true => ": flags say how many, as `-mattr=+wavefrontsize64`",
                false => "",
            };
            let message = format!("`{name}` is {number}, and wavefronts have {lanes} lanes{flags}");
            return Err(Fault::new(Code::BadArguments, span, message));
        }
        return Ok(Some(Value {
            field,
            number: Number::Now(number),
            location: scope.location,
        }));
    }
    let number = match KNOWN_LAST.contains(&field.bit) {
        true => Number::Last(arguments.expression(scope)?),
        false => Number::Now(arguments.number(scope)?),
    };
    arguments.end()?;
    if let Number::Last(value) = number
        && processor.generation() >= FIRST_WITHOUT
        && ENDED.contains(&field.bit)
        && scope.builder.number(value).is_some_and(|it| it & 1 != 0)
    {
        let message = format!("`{name}` is for GFX11 and earlier: leave it out");
        return Err(Fault::new(Code::BadArguments, span, message));
    }
    let location = scope.location;
    Ok(Some(Value {
        field,
        number,
        location,
    }))
}

/// `; did you mean …?`, if a name is nearly that of a field.
fn near(name: &str) -> String {
    let names = FIELDS.iter().chain(&LATER);
    let names = names.flat_map(|field| [field.name, field.other]);
    let names = names.filter(|it| !it.is_empty());
    match isa_dsl::suggest::nearest(name, names) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    }
}

/// A text of the same length without comments.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match rest.as_bytes() {
            [b'/', b'*', ..] => rest[2..].find("*/").map_or(rest.len(), |at| at + 4),
            [b'/', b'/', ..] | [b';', ..] => rest.find('\n').unwrap_or(rest.len()),
            _ => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let (comment, behind) = rest.split_at(length);
        out.extend(
            comment
                .bytes()
                .map(|byte| if byte == b'\n' { '\n' } else { ' ' }),
        );
        rest = behind;
    }
    out
}

impl Record for KernelCode {
    fn bytes(
        &self,
        value: &dyn Fn(ExpressionId) -> Result<i64, ObjectErrorKind>,
    ) -> Result<Vec<u8>, ObjectError> {
        let mut bytes = vec![0; SIZE];
        let [major, minor, stepping] = self.target.processor.version;
        // The version of the structure, the kind of machine, where the code begins, and
        // alignments as powers of two; nobody calls it in another way than the usual one.
        let defaults = [
            (0, 32, 1),
            (32, 32, 2),
            (64, 16, 1),
            (80, 16, i64::from(major)),
            (96, 16, i64::from(minor)),
            (112, 16, i64::from(stepping)),
            (128, 64, SIZE as i64),
            (800, 8, 4),
            (808, 8, 4),
            (816, 8, 4),
            (824, 8, 6),
            (832, 32, -1),
        ];
        for (bit, width, number) in defaults {
            set(&mut bytes, bit, width, number);
        }
        if self.target.processor.has_wave32() {
            let is_wave32 = self.modes.is_wave32(self.target.processor);
            let paired = !self.modes.cumode;
            let defaults = [paired, true, true, is_wave32];
            // llvm-mc 22 extends the sign of COMPUTE_PGM_RSRC1 into COMPUTE_PGM_RSRC2.
            set(&mut bytes, 416, 32, -1);
            for (field, number) in LATER.iter().zip(defaults) {
                set(&mut bytes, field.bit, field.width, number.into());
            }
            set(&mut bytes, WAVEFRONT_SIZE, 8, if is_wave32 { 5 } else { 6 });
        }
        for row in &self.values {
            let number = match row.number {
                Number::Now(number) => number,
                Number::Last(expression) => value(expression).map_err(|kind| ObjectError {
                    kind,
                    location: row.location,
                })?,
            };
            set(&mut bytes, row.field.bit, row.field.width, number);
        }
        Ok(bytes)
    }
}

/// Puts the lowest bits of a number into a field: what does not fit is left out, as LLVM does.
fn set(bytes: &mut [u8], bit: u16, width: u8, number: i64) {
    for at in 0..u16::from(width) {
        let mask = 1 << ((bit + at) % 8);
        let byte = &mut bytes[usize::from((bit + at) / 8)];
        match number >> at & 1 {
            0 => *byte &= !mask,
            _ => *byte |= mask,
        }
    }
}
