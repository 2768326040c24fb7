//! Instructions become an object: code, kernel descriptor, metadata.

use isa_mc::gcn::code_object::{
    CodeObjectError, add_kernel_descriptor, add_metadata, object_format,
};
use isa_mc::gcn::kernel_descriptor::{DescriptorError, KernelDescriptor, extra_sgprs};
use isa_mc::gcn::metadata::Map;
use isa_mc::gcn::register_use::RegisterUse;
use isa_mc::gcn::target_id::{CodeObjectVersion, TargetId};
use isa_mc::object::{EmitError, Fill, Location, Object, ObjectBuilder, ObjectErrorKind, SymbolId};

use super::ir::Program;
use super::parse::{Kernel, ParameterKind};
use super::select::{GROUP, arguments};

/// Where code begins: instruction fetch likes it.
const CODE_ALIGNMENT: u64 = 256;

/// Why there is no object.
#[derive(Debug, Clone, PartialEq)]
pub enum ObjectError {
    Instruction(EmitError),
    Section(ObjectErrorKind),
    Descriptor(DescriptorError),
    CodeObject(CodeObjectError),
    /// The code is larger than branches reach.
    Finish(ObjectErrorKind),
}

impl From<ObjectErrorKind> for ObjectError {
    fn from(error: ObjectErrorKind) -> Self {
        ObjectError::Section(error)
    }
}

/// The object of a kernel whose registers are given.
pub fn emit(kernel: &Kernel, program: &Program<'_>, id: TargetId) -> Result<Object, ObjectError> {
    let format = object_format(id, CodeObjectVersion::V5);
    let mut object = ObjectBuilder::new(program.target, format);
    let symbol = object.symbol(&kernel.name);
    object.align(CODE_ALIGNMENT, u64::MAX, Fill::Padding, Location::default())?;
    object.begin_function(symbol)?;
    let labels: Vec<SymbolId> = program.blocks.iter().map(|_| object.label()).collect();
    let mut used = RegisterUse::default();
    for (block, label) in program.blocks.iter().zip(&labels) {
        object.bind(*label)?;
        for instruction in &block.instructions {
            used.note(&program.target, instruction.inst);
            let added = match instruction.place {
                None => object.add_inst(instruction.inst),
                Some((operand, block)) => {
                    let place = object.address(labels[block.0]);
                    object.add_inst_with(instruction.inst, operand, place)
                }
            };
            added.map_err(ObjectError::Instruction)?;
        }
    }
    object.end_symbol(symbol);
    let descriptor = descriptor(id, used).map_err(ObjectError::Descriptor)?;
    add_kernel_descriptor(&mut object, symbol, &descriptor).map_err(ObjectError::CodeObject)?;
    let metadata = metadata(kernel, id, used);
    add_metadata(&mut object, &metadata).map_err(ObjectError::CodeObject)?;
    object.finish().map_err(|errors| {
        let first = errors.into_iter().next().map(|error| error.kind);
        ObjectError::Finish(first.unwrap_or(ObjectErrorKind::Unsettled))
    })
}

fn descriptor(id: TargetId, used: RegisterUse) -> Result<KernelDescriptor, DescriptorError> {
    let mut descriptor = KernelDescriptor::for_target(id);
    let rows = [
        (".amdhsa_next_free_vgpr", used.vgprs.into()),
        (".amdhsa_next_free_sgpr", used.sgprs.into()),
        (".amdhsa_user_sgpr_dispatch_ptr", 1),
        (".amdhsa_user_sgpr_kernarg_segment_ptr", 1),
        // Subnormal numbers are numbers.
        (".amdhsa_float_denorm_mode_32", 3),
    ];
    for (name, value) in rows {
        descriptor.set(name, value)?;
    }
    if id.processor.has_wave32() {
        descriptor.set(".amdhsa_wavefront_size32", 0)?;
    }
    if id.processor.unified_registers {
        let vectors = used.vgprs.max(1).next_multiple_of(4);
        descriptor.set(".amdhsa_accum_offset", vectors.into())?;
    }
    Ok(descriptor)
}

fn metadata(kernel: &Kernel, id: TargetId, used: RegisterUse) -> Map {
    let reserved = extra_sgprs(id.processor, true, true, id.xnack.on_or_any());
    let places = arguments(kernel);
    let end = places.last().map_or(0, |it| it.offset + it.size);
    let argument = |name: &str, at: usize| {
        Map::new()
            .text(".name", name)
            .integer(".offset", places[at].offset.into())
            .integer(".size", places[at].size.into())
    };
    let parameters = kernel.parameters.iter().enumerate().map(|(at, it)| {
        let map = argument(&it.name, at);
        let array = |map: Map, access| {
            let map = map.text(".value_kind", "global_buffer");
            map.text(".address_space", "global")
                .text(".actual_access", access)
        };
        match it.kind {
            ParameterKind::Number => map.text(".value_kind", "by_value"),
            ParameterKind::Input => array(map, "read_only"),
            ParameterKind::Output => array(map, "write_only"),
        }
    });
    let count = argument("count", places.len() - 1).text(".value_kind", "by_value");
    let described = Map::new()
        .text(".name", &kernel.name)
        .text(".symbol", &format!("{}.kd", kernel.name))
        .maps(".args", parameters.chain([count]))
        .integer(".kernarg_segment_size", end.into())
        .integer(".kernarg_segment_align", 8)
        .integer(".group_segment_fixed_size", 0)
        .integer(".private_segment_fixed_size", 0)
        .integer(".wavefront_size", 64)
        .integer(".sgpr_count", (u32::from(used.sgprs) + reserved).into())
        .integer(".vgpr_count", used.vgprs.into())
        .integer(".max_flat_workgroup_size", GROUP.into())
        .integers(".reqd_workgroup_size", &[GROUP.into(), 1, 1]);
    Map::new()
        .integers("amdhsa.version", &[1, 2])
        .maps("amdhsa.kernels", [described])
}
