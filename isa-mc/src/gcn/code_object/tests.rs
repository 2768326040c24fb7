//! What a generator says is what the assembler makes of the same in text.

use super::{CodeObjectError, add_kernel_descriptor, add_metadata, object_format};
use crate::asm::Assembler;
use crate::error::OperandError;
use crate::gcn::kernel_descriptor::{DescriptorError, KernelDescriptor};
use crate::gcn::metadata::{Fault, Map};
use crate::gcn::target_id::{CodeObjectVersion, TargetId};
use crate::gcn::{self, ScalarSource, s, syntax, v};
use crate::object::{EmitError, Fill, Location, ObjectBuilder, ObjectErrorKind};
use crate::{BuildError, OperandValue};

const SOURCE: &str = r#"
.text
.globl work
.protected work
.p2align 8
.type work,@function
work:
  s_getpc_b64 s[4:5]
  s_add_u32 s4, s4, table@rel32@lo+4
  s_addc_u32 s5, s5, table@rel32@hi+12
again:
  v_add_f32 v0, 1.5, v0
  s_cbranch_scc1 done
  s_branch again
done:
  s_mov_b32 s0, done-again
  s_endpgm
  .size work, .-work
.section .rodata,"a",@progbits
.p2align 6
.amdhsa_kernel work
  .amdhsa_next_free_vgpr 1
  .amdhsa_next_free_sgpr 6
.end_amdhsa_kernel
.amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: work
    .symbol: work.kd
    .kernarg_segment_size: 0
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 6
    .vgpr_count: 1
    .max_flat_workgroup_size: 64
    .language_version: [2, 0]
    .uses_dynamic_stack: false
    .args: []
amdhsa.printf: ["1:a", "2:b"]
.end_amdgpu_metadata
"#;

fn target_id() -> TargetId {
    TargetId::parse("amdgcn-amd-amdhsa--gfx900").expect("a target id")
}

fn builder() -> ObjectBuilder<'static> {
    let target = gcn::target("gfx900").expect("a processor");
    ObjectBuilder::new(target, object_format(target_id(), CodeObjectVersion::V6))
}

fn metadata() -> Map {
    let kernel = Map::new()
        .text(".name", "work")
        .text(".symbol", "work.kd")
        .integer(".kernarg_segment_size", 0)
        .integer(".kernarg_segment_align", 8)
        .integer(".group_segment_fixed_size", 0)
        .integer(".private_segment_fixed_size", 0)
        .integer(".wavefront_size", 64)
        .integer(".sgpr_count", 6)
        .integer(".vgpr_count", 99)
        .integer(".vgpr_count", 1)
        .integer(".max_flat_workgroup_size", 64)
        .integers(".language_version", &[2, 0])
        .boolean(".uses_dynamic_stack", false)
        .maps(".args", []);
    Map::new()
        .integers("amdhsa.version", &[1, 2])
        .maps("amdhsa.kernels", [kernel])
        .texts("amdhsa.printf", &["1:a", "2:b"])
}

fn generate() -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut object = builder();
    let work = object.symbol("work");
    object.align(256, u64::MAX, Fill::Padding, Location::default())?;
    object.begin_function(work)?;
    let table = object.symbol("table");
    object.add(&gcn::s_getpc_b64(s(4).x(2)))?;
    let low = object.address_as(table, "rel32@lo")?;
    let low = object.plus(low, 4);
    let literal = ScalarSource::Literal(0);
    object.add_with(&gcn::s_add_u32(s(4), s(4), literal), "src1", low)?;
    let high = object.address_as(table, "REL32@HI")?;
    let high = object.plus(high, 12);
    // Built before, as a pass that changes instructions has them.
    let carry = gcn::s_addc_u32(s(5), s(5), literal).build(&object.target())?;
    object.add_inst_with(carry, "src1", high)?;
    let again = object.symbol("again");
    object.bind(again)?;
    object.add(&gcn::v_add_f32(
        v(0),
        gcn::VectorSource::Literal(0x3fc0_0000),
        v(0),
    ))?;
    let done = object.symbol("done");
    let (to_done, to_again) = (object.address(done), object.address(again));
    object.add_with(&gcn::s_cbranch_scc1(0), "simm16", to_done)?;
    object.add_with(&gcn::s_branch(7), "simm16", to_again)?;
    object.bind(done)?;
    let apart = object.difference(to_done, to_again);
    object.add_with(&gcn::s_mov_b32(s(0), ScalarSource::Int(1)), "src0", apart)?;
    object.add(&gcn::s_endpgm(None))?;
    object.end_symbol(work);
    let mut descriptor = KernelDescriptor::for_target(target_id());
    descriptor.set(".amdhsa_next_free_vgpr", 1)?;
    descriptor.set(".amdhsa_next_free_sgpr", 6)?;
    let symbol = add_kernel_descriptor(&mut object, work, &descriptor)?;
    assert_eq!(&*object.symbols[symbol].name, "work.kd");
    add_metadata(&mut object, &metadata())?;
    Ok(object
        .finish()
        .map_err(|errors| errors[0].kind.clone())?
        .to_elf()?)
}

/// The file is the same, byte for byte but for the order in which symbols were named.
#[test]
fn objects_are_those_of_the_assembler() {
    let target = gcn::target("gfx900").expect("a processor");
    let assembly = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
        .assemble("work.s", SOURCE.as_bytes());
    let wanted = assembly
        .object()
        .unwrap_or_else(|| panic!("{:?}", assembly.errors));
    let wanted = wanted.to_elf().expect("a file");
    let found = generate().expect("an object");
    assert_eq!(found, wanted);
}

/// Each thing that cannot be is an error of its own.
#[test]
fn what_cannot_be_is_told() {
    let mut object = builder();
    let label = object.label();
    let place = object.address(label);
    let move_to = gcn::s_mov_b32(s(2), s(1));
    let wrong = object.add_with(&move_to, "sdst", place);
    assert_eq!(wrong, Err(EmitError::NotLater("sdst")));
    let wrong = object.add_with(&move_to, "simm16", place);
    let missing = BuildError::NoOperand("simm16");
    assert_eq!(wrong, Err(EmitError::Build(missing)));
    let wrong = object.address_as(label, "rel23@lo");
    assert_eq!(wrong, Err(EmitError::NoSpecifier("rel23@lo".to_owned())));
    let inst = move_to.build(&object.target()).expect("s_mov_b32");
    let wrong = object.add_inst_with(inst, "src0", place);
    assert_eq!(wrong, Err(EmitError::NotLater("src0")));
    // gfx600 has no such instruction, and its s_mov_b32 is another.
    let old = gcn::target("gfx600").expect("a processor");
    let foreign = gcn::s_mov_b32(s(0), s(1)).build(&old).expect("s_mov_b32");
    let wrong = object.add_inst(foreign).expect_err("another processor's");
    assert!(matches!(wrong, EmitError::Encode(_)), "{wrong}");
    let value = gcn::s_mov_b32(s(2), s(1)).operand("src0", OperandValue::Int(1 << 40));
    let wrong = object.add(&value);
    let range = BuildError::Operand("src0", OperandError::Range);
    assert_eq!(wrong, Err(EmitError::Build(range)));
    assert_eq!(object.bind(label), Ok(()));
    assert_eq!(object.bind(label), Err(ObjectErrorKind::Redefined(label)));

    let descriptor = KernelDescriptor::for_target(target_id());
    let kernel = object.symbol("kernel");
    let missing = DescriptorError::Missing {
        directive: "next_free_vgpr",
    };
    assert_eq!(
        add_kernel_descriptor(&mut object, kernel, &descriptor),
        Err(CodeObjectError::Descriptor(missing))
    );
    let mut descriptor = descriptor;
    descriptor
        .set(".amdhsa_next_free_vgpr", 1)
        .expect("a value");
    descriptor
        .set(".amdhsa_next_free_sgpr", 1)
        .expect("a value");
    assert_eq!(
        add_kernel_descriptor(&mut object, label, &descriptor),
        Err(CodeObjectError::Nameless)
    );
    assert!(add_kernel_descriptor(&mut object, kernel, &descriptor).is_ok());
    let again = add_kernel_descriptor(&mut object, kernel, &descriptor);
    let redefined = CodeObjectError::Object(ObjectErrorKind::Redefined(
        object.symbols.find("kernel.kd").expect("a symbol"),
    ));
    assert_eq!(again, Err(redefined));
    let target = gcn::target("gfx803").expect("a processor");
    let mut other = ObjectBuilder::new(target, object.format);
    let kernel = other.symbol("kernel");
    let wrong = add_kernel_descriptor(&mut other, kernel, &descriptor);
    assert_eq!(wrong, Err(CodeObjectError::Processor { found: "gfx900" }));

    let incomplete = Map::new().integers("amdhsa.version", &[1, 2]);
    let wrong = add_metadata(&mut object, &incomplete).expect_err("no kernels");
    assert_eq!(
        wrong.to_string(),
        "metadata: `amdhsa.kernels` is missing here"
    );
    let CodeObjectError::Metadata(error) = wrong else {
        panic!("{wrong}");
    };
    assert_eq!(error.fault, Fault::MissingKey("amdhsa.kernels"));
}

/// A branch to what is too far away, or to nothing, is told at the end, with the place
/// that the generator said.
#[test]
fn late_errors_say_where() {
    let mut object = builder();
    let (near, far) = (object.label(), object.symbol("far"));
    object.location = Location {
        text: 1,
        start: 10,
        end: 12,
    };
    let place = object.address(near);
    object
        .add_with(&gcn::s_branch(0), "simm16", place)
        .expect("a branch");
    object.location.start = 11;
    let place = object.address(far);
    object
        .add_with(&gcn::s_branch(0), "simm16", place)
        .expect("a branch");
    object.fill(1 << 18, Fill::Padding).expect("code");
    object.bind(near).expect("a label");
    let errors = object.finish().expect_err("neither can be");
    let starts: Vec<u32> = errors.iter().map(|error| error.location.start).collect();
    assert_eq!(starts, [10, 11]);
    assert!(matches!(errors[0].kind, ObjectErrorKind::Distance { .. }));
    assert_eq!(errors[1].kind, ObjectErrorKind::Undefined(far));
}
