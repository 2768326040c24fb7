//! Instruction selection: a kernel becomes instructions over virtual registers.
//!
//! ```text
//! entry:  arguments, descriptors of the arrays, the first element of each lane
//! head:   lanes with an element go on; none: leave
//! body:   loads, values, stores; the next element of each lane; again
//! done:   end
//! ```
//!
//! Arrays are read and written through buffer descriptors, which the hardware checks:
//! what lies beyond the ends reads as zero. So neighbours need no code for the edges.

use std::collections::HashMap;

use isa_mc::gcn::target_id::TargetId;
use isa_mc::gcn::{self, ScalarSource, VectorSource, s, v};
use isa_mc::{BuildError, Builder, Opcode, Target};

use super::ir::{BlockId, Instruction, Kind, Part, Program, Virtual};
use super::parse::{Binary, Comparison, Expression, Kernel, ParameterKind, Statement, Unary};

/// Work-items of a workgroup: one wavefront.
pub const GROUP: u32 = 64;

/// Where the count of work-items lies in the dispatch packet (HSA, 2.9.6).
const GRID_SIZE_X: i64 = 12;

/// What the entry finds: `s[0:1]` is the address of the dispatch packet, `s[2:3]` that
/// of the arguments, `s4` or `ttmp9` the number of the workgroup, `v0` that of the work-item.
/// [`super::emit`] asks for it in the kernel descriptor.
const PACKET: u16 = 0;
const ARGUMENTS: u16 = 2;
const WORKGROUP: u16 = 4;
/// Where processors have the number of the workgroup that find it in a register of trap
/// handlers.
const ARCHITECTED_WORKGROUP: &str = "ttmp9";

/// The last word of a buffer descriptor: components X, Y, Z, W, numbers of 32 bits,
/// floating point.
const BUFFER_FORMAT: u32 = 0x27fac;

/// The same on RDNA, where a format is one number: what lies beyond the end is told byte by
/// byte.
const UNIFIED_FORMAT: u32 = 0x3101_6fac;

/// The greatest offset in the bits of a buffer instruction.
const MAX_BUFFER_OFFSET: i64 = 4095;

/// A place of the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    pub offset: u32,
    pub size: u32,
}

/// Where the arguments of a kernel lie: its parameters, then how many elements there
/// are.
pub fn arguments(kernel: &Kernel) -> Vec<Argument> {
    let mut offset = 0_u32;
    let sizes = kernel.parameters.iter().map(|it| match it.kind {
        ParameterKind::Number => 4,
        ParameterKind::Input | ParameterKind::Output => 8,
    });
    sizes
        .chain([4])
        .map(|size: u32| {
            offset = offset.next_multiple_of(size);
            let argument = Argument { offset, size };
            offset += size;
            argument
        })
        .collect()
}

/// A value of an expression.
#[derive(Debug, Clone, Copy)]
enum Value {
    Constant(f32),
    Scalar(Virtual),
    Vector(Virtual),
}

struct Selector<'a> {
    program: Program<'a>,
    block: BlockId,
    /// What arrays and numbers became, for each parameter.
    parameters: Vec<Virtual>,
    lets: Vec<Value>,
    /// The offset in bytes of the lane's element.
    offset: Option<Virtual>,
    /// Elements that were loaded for this round.
    loaded: HashMap<(usize, i32), Virtual>,
}

type Selected<T> = Result<T, BuildError>;

/// The code of a kernel.
pub fn select<'a>(kernel: &Kernel, target: Target<'a>) -> Selected<Program<'a>> {
    let mut program = Program::new(target);
    let entry = program.block();
    let mut selector = Selector {
        program,
        block: entry,
        parameters: Vec::new(),
        lets: Vec::new(),
        offset: None,
        loaded: HashMap::new(),
    };
    selector.kernel(kernel)?;
    Ok(selector.program)
}

/// A name of an operand and what is in it: all of a virtual register, or a part.
type Named = (&'static str, Virtual, u8, u8);

impl Selector<'_> {
    fn vector(&mut self) -> Virtual {
        let file = v(0).0.file;
        self.program.register(Kind { file, count: 1 })
    }

    fn scalar(&mut self, count: u8) -> Virtual {
        let file = s(0).0.file;
        self.program.register(Kind { file, count })
    }

    fn whole(&self, name: &'static str, register: Virtual) -> Named {
        (name, register, 0, self.program.kinds[register.0].count)
    }

    /// Adds an instruction; `named` are its operands that are virtual registers.
    fn emit(&mut self, builder: &Builder, named: &[Named]) -> Selected<()> {
        let target = self.program.target;
        let inst = builder.build(&target)?;
        let mut parts = Vec::new();
        for &(name, register, first, count) in named {
            let found = target.operand(inst, name);
            parts.push(Part {
                operand: found.ok_or(BuildError::NoOperand(name))?.index,
                register,
                first,
                count,
            });
        }
        let place = None;
        let block = &mut self.program.blocks[self.block.0].instructions;
        block.push(Instruction { inst, parts, place });
        Ok(())
    }

    fn branch(&mut self, builder: &Builder, to: BlockId) -> Selected<()> {
        let target = self.program.target;
        let inst = builder.build_with_later(&target, "simm16")?.inst;
        let (parts, place) = (Vec::new(), Some(("simm16", to)));
        let block = &mut self.program.blocks[self.block.0].instructions;
        block.push(Instruction { inst, parts, place });
        Ok(())
    }

    fn has(&self, opcode: Opcode) -> bool {
        self.program.target.descriptions_of(opcode).next().is_some()
    }

    /// The first of two instructions that the processor has: later ones have other names.
    fn either(&self, one: &Builder, other: &Builder) -> Builder {
        *if self.has(one.opcode()) { one } else { other }
    }

    // ---- the frame ------------------------------------------------------------------

    fn kernel(&mut self, kernel: &Kernel) -> Selected<()> {
        let places = arguments(kernel);
        let last = places.last().map_or(0, |it| it.offset.into());
        let count = self.scalar(1);
        self.load_scalar(ARGUMENTS, last, count, 0, 1)?;
        let stride = self.scalar(1);
        self.load_scalar(PACKET, GRID_SIZE_X, stride, 0, 1)?;
        for (parameter, place) in kernel.parameters.iter().zip(&places) {
            let array = parameter.kind != ParameterKind::Number;
            let register = self.scalar(if array { 4 } else { 1 });
            let words = if array { 2 } else { 1 };
            self.load_scalar(ARGUMENTS, place.offset.into(), register, 0, words)?;
            self.parameters.push(register);
        }
        for (at, parameter) in kernel.parameters.iter().enumerate() {
            if parameter.kind != ParameterKind::Number {
                self.describe_buffer(self.parameters[at], count)?;
            }
        }
        let first = self.scalar(1);
        let shift = ScalarSource::Int(GROUP.trailing_zeros().into());
        let named = [self.whole("sdst", first)];
        let workgroup = self.workgroup();
        self.emit(&gcn::s_lshl_b32(s(0), workgroup, shift), &named)?;
        let index = self.vector();
        self.add_integer(index, first, None)?;

        let head = self.program.block();
        self.block = head;
        let named = [self.whole("src0", count), self.whole("src1", index)];
        self.emit(&gcn::v_cmp_gt_u32(s(0), v(0)), &named)?;
        self.emit(&gcn::s_and_b64(gcn::EXEC, gcn::EXEC, gcn::VCC), &[])?;
        let body = BlockId(head.0 + 1);
        let done = BlockId(body.0 + 1);
        self.branch(&gcn::s_cbranch_execz(0), done)?;

        self.block = self.program.block();
        let offset = self.vector();
        let named = [self.whole("vdst", offset), self.whole("src1", index)];
        self.emit(
            &gcn::v_lshlrev_b32(v(0), VectorSource::Int(2), v(0)),
            &named,
        )?;
        self.offset = Some(offset);
        // All loads first, so that they are on their way together.
        let mut elements = Vec::new();
        for statement in &kernel.statements {
            let (Statement::Let(value) | Statement::Store { value, .. }) = statement;
            value.elements(&mut elements);
        }
        for (array, offset) in elements {
            self.load(array, offset)?;
        }
        for statement in &kernel.statements {
            match statement {
                Statement::Let(value) => {
                    let value = self.value(value)?;
                    self.lets.push(value);
                }
                Statement::Store { array, value } => self.store(*array, value)?,
            }
        }
        self.add_integer(index, stride, Some(index))?;
        self.branch(&gcn::s_branch(0), head)?;

        self.block = self.program.block();
        self.emit(&gcn::s_endpgm(None), &[])
    }

    /// The register with the number of the workgroup.
    fn workgroup(&self) -> gcn::Sgpr {
        let target = &self.program.target;
        let is_architected = TargetId::of(target).is_some_and(|it| it.processor.architected_groups);
        let found = target.register(ARCHITECTED_WORKGROUP, gcn::syntax::LLVM);
        match found.filter(|_| is_architected) {
            Some(register) => gcn::Sgpr(register),
            None => s(WORKGROUP),
        }
    }

    /// Loads words to a part of a register.
    fn load_scalar(
        &mut self,
        base: u16,
        offset: i64,
        register: Virtual,
        first: u8,
        words: u8,
    ) -> Selected<()> {
        // Up to GCN 1.1 offsets count dwords; only these processors have this shift, too.
        let counts_words = self.has(gcn::opcode::V_LSHL_B32);
        let offset = Some(if counts_words { offset / 4 } else { offset });
        let base = s(base).x(2);
        let builder = match words {
            1 => self.either(
                &gcn::s_load_dword(s(0), base, offset),
                &gcn::s_load_b32(s(0), base, offset),
            ),
            _ => self.either(
                &gcn::s_load_dwordx2(s(0).x(2), base, offset),
                &gcn::s_load_b64(s(0).x(2), base, offset),
            ),
        };
        self.emit(&builder, &[("sdata", register, first, words)])
    }

    /// The last two words of an array's descriptor; the first two are its address.
    fn describe_buffer(&mut self, register: Virtual, count: Virtual) -> Selected<()> {
        let named = [("sdst", register, 2, 1), self.whole("src0", count)];
        self.emit(&gcn::s_lshl_b32(s(0), s(0), ScalarSource::Int(2)), &named)?;
        let format = ScalarSource::Literal(match self.has(gcn::opcode::V_ADD_NC_U32) {
            true => UNIFIED_FORMAT,
            false => BUFFER_FORMAT,
        });
        self.emit(&gcn::s_mov_b32(s(0), format), &[("sdst", register, 3, 1)])
    }

    /// The sum of a scalar and a vector; of `v0` if no vector is given. It is named
    /// otherwise on each processor.
    fn add_integer(&mut self, to: Virtual, left: Virtual, right: Option<Virtual>) -> Selected<()> {
        let builder = match self.has(gcn::opcode::V_ADD_U32) {
            true => gcn::v_add_u32(v(0), s(0), v(0)),
            false if self.has(gcn::opcode::V_ADD_NC_U32) => gcn::v_add_nc_u32(v(0), s(0), v(0)),
            false => Builder::new(gcn::opcode::V_ADD_I32)
                .operand("vdst", v(0).into())
                .operand("src0", s(0).into())
                .operand("src1", v(0).into()),
        };
        let mut named = vec![self.whole("vdst", to), self.whole("src0", left)];
        named.extend(right.map(|right| self.whole("src1", right)));
        self.emit(&builder, &named)
    }

    // ---- arrays -----------------------------------------------------------------------

    /// The offset of an element and what the instruction itself adds to it.
    fn element(&mut self, offset: i32) -> Selected<(Virtual, i64)> {
        let Some(own) = self.offset else {
            return Err(BuildError::NoOperand("vaddr"));
        };
        let bytes = i64::from(offset) * 4;
        if (0..=MAX_BUFFER_OFFSET).contains(&bytes) {
            return Ok((own, bytes));
        }
        let distance = self.scalar(1);
        let bytes = ScalarSource::Int(bytes);
        let named = [self.whole("sdst", distance)];
        self.emit(&gcn::s_mov_b32(s(0), bytes), &named)?;
        let other = self.vector();
        self.add_integer(other, distance, Some(own))?;
        Ok((other, 0))
    }

    fn load(&mut self, array: usize, offset: i32) -> Selected<Virtual> {
        if let Some(known) = self.loaded.get(&(array, offset)) {
            return Ok(*known);
        }
        let (address, bytes) = self.element(offset)?;
        let value = self.vector();
        let zero = gcn::ScalarSourceInline::Int(0);
        let null = gcn::ScalarDestination::Null;
        let builder = self
            .either(
                &gcn::buffer_load_dword(Some(v(0)), Some(v(0)), s(0).x(4), zero),
                &gcn::buffer_load_b32(v(0), Some(v(0)), s(0).x(4), null),
            )
            .flag(gcn::modifier::OFFEN)
            .with(gcn::modifier::OFFSET, bytes);
        let named = [
            self.whole("vdata", value),
            self.whole("vaddr", address),
            self.whole("srsrc", self.parameters[array]),
        ];
        self.emit(&builder, &named)?;
        self.loaded.insert((array, offset), value);
        Ok(value)
    }

    fn store(&mut self, array: usize, value: &Expression) -> Selected<()> {
        let value = self.value(value)?;
        let value = self.in_vector(value)?;
        let (address, bytes) = self.element(0)?;
        let zero = gcn::ScalarSourceInline::Int(0);
        let null = gcn::ScalarDestination::Null;
        let builder = self
            .either(
                &gcn::buffer_store_dword(v(0), Some(v(0)), s(0).x(4), zero),
                &gcn::buffer_store_b32(v(0), Some(v(0)), s(0).x(4), null),
            )
            .flag(gcn::modifier::OFFEN)
            .with(gcn::modifier::OFFSET, bytes);
        let named = [
            self.whole("vdata", value),
            self.whole("vaddr", address),
            self.whole("srsrc", self.parameters[array]),
        ];
        self.emit(&builder, &named)
    }

    // ---- values -------------------------------------------------------------------------

    fn value(&mut self, expression: &Expression) -> Selected<Value> {
        match expression {
            Expression::Constant(number) => Ok(Value::Constant(*number)),
            Expression::Number(parameter) => Ok(Value::Scalar(self.parameters[*parameter])),
            Expression::Name(name) => Ok(self.lets[*name]),
            Expression::Element { array, offset } => Ok(Value::Vector(self.load(*array, *offset)?)),
            Expression::Unary(operator, inner) => {
                let inner = self.value(inner)?;
                // The sign bit is changed, as the language says: also that of zero.
                let builder = match operator {
                    Unary::Negate => gcn::v_xor_b32(v(0), VectorSource::Literal(1 << 31), v(0)),
                    Unary::Magnitude => {
                        gcn::v_and_b32(v(0), VectorSource::Literal(!(1 << 31)), v(0))
                    }
                };
                let inner = self.in_vector(inner)?;
                let to = self.vector();
                let named = [self.whole("vdst", to), self.whole("src1", inner)];
                self.emit(&builder, &named)?;
                Ok(Value::Vector(to))
            }
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.binary(*operator, left, right)
            }
            Expression::Choose {
                comparison,
                sides,
                choices,
            } => {
                let [yes, no] = &**choices;
                let (yes, no) = (self.value(yes)?, self.value(no)?);
                let (yes, no) = (self.in_vector(yes)?, self.in_vector(no)?);
                let [left, right] = &**sides;
                let (left, right) = (self.value(left)?, self.value(right)?);
                self.compare(*comparison, left, right)?;
                let to = self.vector();
                let named = [
                    self.whole("vdst", to),
                    self.whole("src0", no),
                    self.whole("src1", yes),
                ];
                self.emit(&gcn::v_cndmask_b32(v(0), v(0), v(0)), &named)?;
                Ok(Value::Vector(to))
            }
        }
    }

    /// The source for a value, and the register that it is.
    fn source(&self, value: Value) -> (VectorSource, Option<Named>) {
        match value {
            Value::Constant(number) => (VectorSource::Float(number.into()), None),
            Value::Scalar(it) => (s(0).into(), Some(self.whole("src0", it))),
            Value::Vector(it) => (v(0).into(), Some(self.whole("src0", it))),
        }
    }

    fn in_vector(&mut self, value: Value) -> Selected<Virtual> {
        if let Value::Vector(register) = value {
            return Ok(register);
        }
        let to = self.vector();
        let (source, named) = self.source(value);
        let named: Vec<Named> = [self.whole("vdst", to)].into_iter().chain(named).collect();
        self.emit(&gcn::v_mov_b32(v(0), source), &named)?;
        Ok(to)
    }

    /// The second source is a vector register; the first may be anything.
    fn binary(&mut self, operator: Binary, left: Value, right: Value) -> Selected<Value> {
        let swap = !matches!(right, Value::Vector(_));
        let (first, second) = if swap { (right, left) } else { (left, right) };
        let second = self.in_vector(second)?;
        let (source, named) = self.source(first);
        let builder = match (operator, swap) {
            (Binary::Add, _) => gcn::v_add_f32(v(0), source, v(0)),
            (Binary::Subtract, false) => gcn::v_sub_f32(v(0), source, v(0)),
            (Binary::Subtract, true) => gcn::v_subrev_f32(v(0), source, v(0)),
            (Binary::Multiply, _) => gcn::v_mul_f32(v(0), source, v(0)),
            (Binary::Minimum, _) => self.either(
                &gcn::v_min_f32(v(0), source, v(0)),
                &gcn::v_min_num_f32(v(0), source, v(0)),
            ),
            (Binary::Maximum, _) => self.either(
                &gcn::v_max_f32(v(0), source, v(0)),
                &gcn::v_max_num_f32(v(0), source, v(0)),
            ),
        };
        let to = self.vector();
        let mut all = vec![self.whole("vdst", to), self.whole("src1", second)];
        all.extend(named);
        self.emit(&builder, &all)?;
        Ok(Value::Vector(to))
    }

    /// Sets VCC.
    fn compare(&mut self, comparison: Comparison, left: Value, right: Value) -> Selected<()> {
        let (source, named) = self.source(left);
        let right = self.in_vector(right)?;
        let builder = match comparison {
            Comparison::Less => gcn::v_cmp_lt_f32(source, v(0)),
            Comparison::LessEqual => gcn::v_cmp_le_f32(source, v(0)),
            Comparison::Greater => gcn::v_cmp_gt_f32(source, v(0)),
            Comparison::GreaterEqual => gcn::v_cmp_ge_f32(source, v(0)),
            Comparison::Equal => gcn::v_cmp_eq_f32(source, v(0)),
            Comparison::NotEqual => gcn::v_cmp_neq_f32(source, v(0)),
        };
        let named: Vec<Named> = [self.whole("src1", right)]
            .into_iter()
            .chain(named)
            .collect();
        self.emit(&builder, &named)
    }
}
