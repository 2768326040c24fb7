//! The registers with which wavefronts begin, and the memory that they see.

use super::arguments::{Arguments, arguments};
use super::error::LaunchError;
use super::extent::Extent;
use super::launch::{Launch, PRIVATE_APERTURE, SHARED_APERTURE, WAVEFRONT};
use super::packet::{self, Addresses, halves};
use crate::device::Device;
use crate::exec::dispatch::{Environment, Flow, Place};
use crate::exec::interleaved::{Interleaved, moved, pieces};
use crate::exec::{Access, Fault, Machine, Memory, RegisterPart, Registers};
use crate::gcn::loader::{Image, Kernel};
use crate::gcn::processors::Processor;
use crate::{Register, Target};

/// Where the private memory of wavefronts lies in the device's, below 40 bits.
const SCRATCH: u64 = 0x80_0000_0000;
/// The end of private memory: no more wavefronts than a group has.
const SCRATCH_END: u64 = SCRATCH + (1 << 34);
/// Between the private memory of two wavefronts nothing is mapped.
const SCRATCH_APART: u64 = 64 << 10;
/// The greatest private memory of a work-item in bytes; all wavefronts of a group
/// together have sixteen times as much for each lane.
const MAX_PRIVATE: u64 = 1 << 20;

/// What `LDS_ALLOC` counts in: bytes.
const LOCAL_GRANULE: u64 = 256;

/// Dwords of what is left of the barrier of a workgroup where signalling it and waiting for it
/// are two instructions: how many wavefronts have signalled it, how many there are, and how
/// often it was complete.
const BARRIER: u64 = 3;

/// Bytes of memory that all workgroups share.
const GDS: u64 = 64 << 10;
/// The bit of MODE that has vector instructions passed over, before gfx10 (AMD's manuals,
/// VSKIP).
const VSKIP: u64 = 1 << 28;

/// The state that has the address of private memory.
const FLAT_SCRATCH: &str = "FLAT_SCRATCH";

/// A kernel over a grid: its [`Environment`].
#[derive(Debug, Clone)]
pub struct Grid {
    target: Target<'static>,
    processor: &'static Processor,
    device: Device,
    names: Names,
    extent: Extent,
    entry: u64,
    /// What the descriptor says.
    descriptor: Descriptor,
    /// The user SGPRs.
    user: Vec<u32>,
    mode: u64,
    /// `GPR_ALLOC`.
    registers: u64,
    local: Memory,
    local_bytes: u64,
    gds: Memory,
    barrier: Memory,
    /// Bytes of private memory of each work-item.
    private_bytes: u64,
    /// From the private memory of a wavefront to the next one's.
    scratch_stride: u64,
}

/// Registers, states and spaces that are used by name.
#[derive(Debug, Clone)]
struct Names {
    flow: Flow,
    s0: Register,
    v0: Register,
    flat_scratch: Option<Register>,
    ttmp0: Option<Register>,
    /// The state of that name, which has its address where no registers have.
    scratch_state: Option<u16>,
    flat: Option<u16>,
    scratch: Option<u16>,
    lds: Option<u16>,
    gds: Option<u16>,
    barrier: Option<u16>,
}

impl Names {
    fn new(target: &Target<'static>, has_vskip: bool) -> Option<Names> {
        let tables = target.tables();
        let register = |name| target.register(name, crate::gcn::syntax::LLVM);
        let space = |name: &str| {
            let mut rows = tables.spaces.iter();
            let index = rows.position(|row| tables.text(row.name) == name)?;
            u16::try_from(index).ok()
        };
        let state = |name: &str| {
            let mut rows = tables.states.iter();
            let index = rows.position(|row| tables.text(row.name) == name)?;
            u16::try_from(index).ok()
        };
        let states = ["PC", "ENDED", "BARRIER", "TRAP", "HALTED"];
        let flow = Flow::named(target, states)?.waiting(target, "WAITS")?;
        Some(Names {
            flow: match has_vskip {
                true => flow.skipping(target, "MODE", VSKIP)?,
                false => flow,
            },
            s0: register("s0")?,
            v0: register("v0")?,
            flat_scratch: register("flat_scratch"),
            ttmp0: register("ttmp0"),
            scratch_state: state(FLAT_SCRATCH),
            flat: space("flat"),
            scratch: space("scratch"),
            lds: space("lds"),
            gds: space("gds"),
            barrier: space("barrier"),
        })
    }
}

/// Bytes at the start of a kernel that load what others preload.
const PRELOADING: u64 = 256;

/// The parts of a descriptor that are needed for every wavefront.
#[derive(Debug, Clone, Copy)]
struct Descriptor {
    user_sgprs: u32,
    group_id: [bool; 3],
    group_info: bool,
    wavefront_offset: bool,
    /// `flat_scratch` has the address of the wavefront's private memory.
    finds_scratch: bool,
    /// How many dimensions work-items know.
    item_ids: u32,
}

impl Descriptor {
    /// The number of a group, with zeros where it was not asked for.
    fn number(self, group: [u32; 3]) -> [u32; 3] {
        let [x, y, z] = self.group_id;
        let [at_x, at_y, at_z] = group;
        let asked = |is_asked, number| if is_asked { number } else { 0 };
        [asked(x, at_x), asked(y, at_y), asked(z, at_z)]
    }
}

impl Grid {
    pub(super) fn new(
        launch: &Launch,
        image: &Image,
        kernel: &Kernel,
        mut device: Device,
    ) -> Result<Grid, LaunchError> {
        let processor = image.target.processor;
        let directives = kernel.directives(image.target);
        let directives = directives.map_err(LaunchError::Descriptor)?;
        let value = |name: &str| directives.value(name).unwrap_or(0);
        let modes = kernel.modes(image.target);
        let lanes = match modes.is_wave32(processor) {
            true => WAVEFRONT / 2,
            false => WAVEFRONT,
        };
        let extent = Extent::new(launch, kernel, lanes)?;

        let size = value("kernarg_size");
        let queue = packet::allocate_queue(&mut device).ok_or(LaunchError::Memory)?;
        let Arguments { bytes, local } = arguments(launch, kernel, size, queue)?;
        let local_bytes = u64::from(kernel.local_bytes) + u64::from(local);
        let limit = u64::from(processor.local_memory);
        if local_bytes > limit {
            return Err(LaunchError::LocalMemory {
                needed: local_bytes,
                limit,
            });
        }
        let is_dynamic = value("uses_dynamic_stack") != 0
            || kernel
                .metadata
                .as_ref()
                .is_some_and(|it| it.uses_dynamic_stack);
        let stack = if is_dynamic { launch.stack } else { 0 };
        let private = u64::from(value("private_segment_fixed_size")) + u64::from(stack);
        let private_bytes = private.next_multiple_of(16);
        if private_bytes > MAX_PRIVATE {
            return Err(LaunchError::PrivateMemory { bytes: private });
        }
        let scratch_stride =
            (private_bytes * u64::from(lanes)).next_multiple_of(SCRATCH_APART) + SCRATCH_APART;

        let target = crate::gcn::target(processor.name);
        let target = target.map(|target| crate::gcn::with_modes(target, modes));
        let has_vskip = processor.generation() < 10;
        let names = target.as_ref().and_then(|it| Names::new(it, has_vskip));
        let (Some(target), Some(names)) = (target, names) else {
            // The description has every processor and these names: tests run them all.
            return Err(LaunchError::Memory);
        };
        let sizes = [local_bytes as u32, private_bytes as u32];
        let addresses = Addresses::new(&mut device, queue, launch, kernel, &bytes, sizes);
        let addresses = addresses.ok_or(LaunchError::Memory)?;

        let mut gds = Memory::default();
        gds.map(0, GDS);
        let _ = gds.zero(0, GDS);
        let mut grid = Grid {
            target,
            processor,
            device,
            names,
            extent,
            // Hardware that preloads goes past the instructions that load for those that
            // do not (LLVM, "Preloaded Kernel Arguments").
            entry: match value("user_sgpr_kernarg_preload_length") {
                0 => kernel.entry,
                _ => kernel.entry + PRELOADING,
            },
            descriptor: Descriptor {
                user_sgprs: value("user_sgpr_count"),
                group_id: ["x", "y", "z"].map(|name| {
                    directives.value(&format!("system_sgpr_workgroup_id_{name}")) == Some(1)
                }),
                group_info: value("system_sgpr_workgroup_info") != 0,
                wavefront_offset: value("system_sgpr_private_segment_wavefront_offset") != 0,
                finds_scratch: value("enable_private_segment") != 0,
                item_ids: value("system_vgpr_workitem_id") + 1,
            },
            user: Vec::new(),
            mode: u64::from(
                value("float_round_mode_32")
                    | value("float_round_mode_16_64") << 2
                    | value("float_denorm_mode_32") << 4
                    | value("float_denorm_mode_16_64") << 6
                    | value("dx10_clamp") << 8
                    | value("ieee_mode") << 9
                    | value("fp16_overflow") << 23,
            ),
            registers: allocated(kernel),
            local: Memory::default(),
            local_bytes,
            gds,
            barrier: Memory::default(),
            private_bytes,
            scratch_stride,
        };
        grid.user = grid.user_registers(&value, &addresses);
        for wave in 0..extent.waves([0; 3]) {
            let bytes = private_bytes * u64::from(lanes);
            grid.device.memory.map(grid.scratch(wave), bytes);
        }
        Ok(grid)
    }

    /// Lanes of a wavefront, 32 or 64.
    pub fn lanes(&self) -> u32 {
        self.extent.lanes()
    }

    /// The processor that it runs on.
    pub fn target(&self) -> Target<'static> {
        self.target
    }

    /// The memory.
    pub fn device(&mut self) -> &mut Device {
        &mut self.device
    }

    /// The memory, when nothing runs any more.
    pub fn into_device(self) -> Device {
        self.device
    }

    /// The private memory of a wavefront.
    fn scratch(&self, wave: u32) -> u64 {
        SCRATCH + u64::from(wave) * self.scratch_stride
    }

    /// The user SGPRs, in the order that the descriptor's bits have.
    fn user_registers(&mut self, value: &dyn Fn(&str) -> u32, addresses: &Addresses) -> Vec<u32> {
        let mut all = Vec::new();
        let generation = self.processor.generation();
        let size = self.private_bytes as u32;
        let [low, high] = halves(SCRATCH);
        let stride = if self.lanes() == WAVEFRONT { 3 } else { 2 };
        let descriptor = [
            low,
            // Swizzled, records of no size of their own.
            high | 1 << 31,
            u32::MAX,
            // Elements of 4 bytes, the lanes beside one another, each with its number as the
            // index; what loads give is the dword.
            match generation {
                // UFMT_32_FLOAT, RESOURCE_LEVEL, and OOB_SELECT for raw buffers (LLVM
                // SIInstrInfo, getScratchRsrcWords23).
                10.. => 22 << 12 | 1 << 24 | 3 << 28,
                8.. => 7 << 12 | 1 << 19,
                _ => 7 << 12 | 1 << 19 | 4 << 15,
            } | stride << 21
                | 1 << 23
                | 0xfac,
        ];
        // From gfx9 on an address; before, how far from where private memory lies, and
        // how many bytes a work-item has.
        let flat_scratch = match generation {
            9.. => [low, high],
            _ => [0, size],
        };
        let pair = |address: u64| halves(address).to_vec();
        for (name, words) in [
            ("private_segment_buffer", descriptor.to_vec()),
            ("dispatch_ptr", pair(addresses.packet)),
            ("queue_ptr", pair(addresses.queue)),
            ("kernarg_segment_ptr", pair(addresses.arguments)),
            ("dispatch_id", pair(1)),
            ("flat_scratch_init", flat_scratch.to_vec()),
            ("private_segment_size", vec![size]),
        ] {
            if value(&format!("user_sgpr_{name}")) != 0 {
                all.extend(words);
            }
        }
        let preloaded = value("user_sgpr_kernarg_preload_length") as usize;
        let first = 4 * u64::from(value("user_sgpr_kernarg_preload_offset"));
        let bytes = self.device.read(addresses.arguments + first, 4 * preloaded);
        let bytes = bytes.unwrap_or_default();
        let words = bytes.chunks_exact(4).map(|it| [it[0], it[1], it[2], it[3]]);
        all.extend(words.map(u32::from_le_bytes));
        all
    }

    /// The address in the device of a byte of a lane's private memory.
    fn private(&self, registers: &mut Registers<'_>, access: Access) -> Result<u64, Fault> {
        let unmapped = Fault::Unmapped {
            address: access.address,
        };
        let base = match (self.names.flat_scratch, self.names.scratch_state) {
            (Some(register), _) => {
                let mut word = |at: u16| u64::from(registers.read(part(register, at), 0) as u32);
                match self.processor.generation() {
                    9.. => word(0) | word(1) << 32,
                    _ => SCRATCH + (word(1) << 8),
                }
            }
            // A hardware register that kernels set (LLVM, "Flat Scratch").
            (None, Some(state)) => registers.read_state(state, 0),
            (None, None) => return Err(unmapped),
        };
        let offset = access.address & 0xffff_ffff;
        if offset.saturating_add(access.bytes.into()) > self.private_bytes {
            let left = self.private_bytes.saturating_sub(offset);
            let address = access.address.wrapping_add(left);
            return Err(Fault::Unmapped { address });
        }
        let lanes = self.lanes();
        let place = Interleaved { base, lanes }.place(access.lane, offset);
        place.ok_or(unmapped)
    }

    /// Where an access goes.
    fn route(&self, registers: &mut Registers<'_>, access: Access) -> Result<Routed, Fault> {
        let space = Some(access.space);
        if space == self.names.lds {
            return Ok(Routed::Local(access.address));
        }
        if space == self.names.gds {
            return Ok(Routed::Gds(access.address));
        }
        if space == self.names.barrier {
            return Ok(Routed::Barrier(access.address));
        }
        if space == self.names.scratch {
            return self.private(registers, access).map(Routed::Private);
        }
        if SCRATCH <= access.address && access.address < SCRATCH_END {
            // Through the descriptor that begins with this memory: behind a dword of a
            // lane lie those of the others.
            return Ok(Routed::Private(access.address));
        }
        if space == self.names.flat {
            return match access.address & !0xffff_ffff {
                SHARED_APERTURE => Ok(Routed::Local(access.address & 0xffff_ffff)),
                PRIVATE_APERTURE => self.private(registers, access).map(Routed::Private),
                _ => Ok(Routed::Device(access.address)),
            };
        }
        Ok(Routed::Device(access.address))
    }
}

/// An address, and the memory that it counts in.
enum Routed {
    Device(u64),
    Local(u64),
    Gds(u64),
    Barrier(u64),
    /// In the device, dword by dword.
    Private(u64),
}

impl Environment for Grid {
    fn groups(&self) -> [u32; 3] {
        self.extent.groups()
    }

    fn waves(&self, group: [u32; 3]) -> u32 {
        self.extent.waves(group)
    }

    fn flow(&self) -> Flow {
        self.names.flow
    }

    fn begin_group(&mut self, group: [u32; 3]) {
        self.local = Memory::default();
        self.local.map(0, self.local_bytes);
        self.barrier = Memory::default();
        self.barrier.map(0, 4 * BARRIER);
        for (at, value) in (0..BARRIER).zip([0, self.waves(group), 0]) {
            // It was mapped just now.
            let _ = self.barrier.store(4 * at, 4, value.into());
        }
        let bytes = self.private_bytes * u64::from(self.lanes());
        for wave in 0..self.waves(group) {
            let at = self.scratch(wave);
            self.device.memory.forget(at, bytes);
        }
    }

    fn begin_wave(&mut self, place: Place, registers: &mut Registers<'_>) {
        let waves = self.waves(place.group);
        let first = place.wave * self.lanes();
        let lanes = (self.extent.items(place.group) - first).min(self.lanes());
        let descriptor = self.descriptor;
        let mut number = 0_u16;
        let s0 = self.names.s0;
        for &word in &self.user {
            registers.write(part(s0, number), 0, word.into());
            number += 1;
        }
        // Those that the descriptor counts and does not name come behind.
        number = number.max(descriptor.user_sgprs as u16);
        match self.names.ttmp0 {
            Some(ttmp0) if self.processor.architected_groups => {
                // X in `ttmp9`, Y and Z in the halves of `ttmp7`, and in `ttmp8` which
                // wavefront of the group it is (LLVM, SIISelLowering and AMDGPUSubtarget).
                let [x, y, z] = descriptor.number(place.group).map(u64::from);
                registers.write(part(ttmp0, 7), 0, y & 0xffff | (z & 0xffff) << 16);
                registers.write(part(ttmp0, 8), 0, u64::from(place.wave) << 25);
                registers.write(part(ttmp0, 9), 0, x);
            }
            _ => {
                for dimension in 0..3 {
                    if descriptor.group_id[dimension] {
                        registers.write(part(s0, number), 0, place.group[dimension].into());
                        number += 1;
                    }
                }
            }
        }
        if descriptor.group_info {
            // First wavefront, and how many there are (LLVM, "Initial Kernel Execution
            // State").
            let info = u32::from(place.wave == 0) << 31 | waves;
            registers.write(part(s0, number), 0, info.into());
            number += 1;
        }
        if descriptor.wavefront_offset {
            let offset = u64::from(place.wave) * self.scratch_stride;
            registers.write(part(s0, number), 0, offset & 0xffff_ffff);
        }
        if descriptor.finds_scratch {
            let scratch = self.scratch(place.wave);
            match self.names.flat_scratch {
                Some(register) => {
                    for (at, word) in (0..).zip(halves(scratch)) {
                        registers.write(part(register, at), 0, word.into());
                    }
                }
                None => {
                    // Where no registers have it, the description has this state.
                    let _ = registers.set_state(FLAT_SCRATCH, scratch);
                }
            }
        }
        for lane in 0..lanes {
            let ids = self.extent.ids(place.group, first + lane);
            let ids = (0..).zip(ids).take(descriptor.item_ids as usize);
            if self.processor.packed_items {
                // Ten bits each in one register (LLVM, "Initial Kernel Execution State").
                let packed = ids.fold(0, |all, (at, id)| all | u64::from(id) << (10 * at));
                registers.write(part(self.names.v0, 0), lane as usize, packed);
                continue;
            }
            for (at, id) in ids {
                registers.write(part(self.names.v0, at), lane as usize, id.into());
            }
        }
        let limit = 0xffff_ffff;
        for (state, value) in [
            ("PC", self.entry),
            ("EXEC", u64::MAX >> (WAVEFRONT - lanes)),
            ("MODE", self.mode),
            ("SHARED_BASE", SHARED_APERTURE),
            ("SHARED_LIMIT", SHARED_APERTURE | limit),
            ("PRIVATE_BASE", PRIVATE_APERTURE),
            ("PRIVATE_LIMIT", PRIVATE_APERTURE | limit),
            ("UNALIGNED", u64::from(self.processor.generation() >= 7)),
            ("IN_GROUP", u64::from(waves > 1)),
            // The wavefronts of a group go to the four SIMDs in turns.
            (
                "HW_ID",
                u64::from((place.wave / 4) | ((place.wave % 4) << 4)),
            ),
            ("GPR_ALLOC", self.registers),
            ("LDS_ALLOC", self.local_bytes.div_ceil(LOCAL_GRANULE) << 12),
            // Nothing promises a limit of local memory here: kernels set it themselves.
            ("M0", 0),
        ] {
            // The description has these names: tests run every processor.
            let _ = registers.set_state(state, value);
        }
    }

    fn load(
        &mut self,
        _: Place,
        registers: &mut Registers<'_>,
        access: Access,
        written: bool,
    ) -> Result<u64, Fault> {
        let (bytes, lanes) = (access.bytes, self.lanes());
        let (memory, at) = match self.route(registers, access)? {
            Routed::Device(at) => (&mut self.device.memory, at),
            Routed::Local(at) => (&mut self.local, at),
            Routed::Gds(at) => (&mut self.gds, at),
            Routed::Barrier(at) => (&mut self.barrier, at),
            Routed::Private(at) => {
                let mut value = 0;
                for piece in pieces(access) {
                    let at = piece.at(at, lanes);
                    let loaded = self.device.memory.load(at, piece.bytes, written);
                    let loaded = loaded.map_err(|fault| moved(fault, at, piece.address));
                    value |= loaded? << piece.shift;
                }
                return Ok(value);
            }
        };
        let loaded = memory.load(at, bytes, written);
        loaded.map_err(|fault| moved(fault, at, access.address))
    }

    fn store(
        &mut self,
        _: Place,
        registers: &mut Registers<'_>,
        access: Access,
        value: u64,
    ) -> Result<(), Fault> {
        let (bytes, lanes) = (access.bytes, self.lanes());
        let (memory, at) = match self.route(registers, access)? {
            Routed::Device(at) => (&mut self.device.memory, at),
            Routed::Local(at) => (&mut self.local, at),
            Routed::Gds(at) => (&mut self.gds, at),
            Routed::Barrier(at) => (&mut self.barrier, at),
            Routed::Private(at) => {
                for piece in pieces(access) {
                    let at = piece.at(at, lanes);
                    let stored = self
                        .device
                        .memory
                        .store(at, piece.bytes, value >> piece.shift);
                    stored.map_err(|fault| moved(fault, at, piece.address))?;
                }
                return Ok(());
            }
        };
        let stored = memory.store(at, bytes, value);
        stored.map_err(|fault| moved(fault, at, access.address))
    }

    fn fetch(&mut self, address: u64, bytes: &mut [u8]) -> usize {
        self.device.memory.copy(address, bytes)
    }
}

/// `GPR_ALLOC`: vector registers in fours [13:8] and scalar ones in sixteens [27:24], one less
/// each. `compute_pgm_rsrc1` of the descriptor has them as granules of fours [5:0] and of
/// eights [9:6], one less each.
fn allocated(kernel: &Kernel) -> u64 {
    let rsrc1 = u32::from_le_bytes([48, 49, 50, 51].map(|at: usize| kernel.descriptor[at]));
    let vectors = rsrc1 & 63;
    let scalars = (rsrc1 >> 6 & 15) / 2;
    u64::from(vectors << 8 | scalars << 24)
}

/// The register so many behind another one.
fn part(register: Register, at: u16) -> RegisterPart {
    RegisterPart {
        file: register.file,
        number: register.number + at,
        part: 0,
    }
}
