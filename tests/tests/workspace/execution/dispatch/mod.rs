//! Whole programs over a grid, in assembly that asks for one thing each: what wavefronts
//! begin with, what they share, how they wait and end, and what stops them.

mod barriers;
mod beginnings;
mod memories;
mod modes;
mod observed;

use isa_mc::exec::dispatch::{Dispatch, RunError};
use isa_mc::gcn::dispatch::{Device, Grid, Launch};
use isa_mc::gcn::loader::Image;
use isa_mc::gcn::processors::Processor;
use isa_mc::gcn::syntax;
use isa_test_support::programs;

const PROCESSORS: [&str; 10] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx1010", "gfx1030", "gfx1100", "gfx1150",
    "gfx1200",
];

/// Those whose wavefronts have 64 lanes.
const WAVE64: [&str; 5] = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"];

/// Whether a processor's wavefronts have 32 lanes.
fn is_wave32(cpu: &str) -> bool {
    !WAVE64.contains(&cpu) && cpu.starts_with("gfx1")
}

/// The row of a processor.
fn processor(cpu: &str) -> &'static Processor {
    Processor::named(cpu).expect("a processor")
}

/// Brings ids to where other processors have them behind the address of the arguments: of
/// work-items in a register each, and of groups in `s2` to `s4`.
fn unpacked(cpu: &str) -> String {
    let mut code = String::new();
    if processor(cpu).packed_items {
        code += "  v_bfe_u32 v2, v0, 20, 10\n  v_bfe_u32 v1, v0, 10, 10\n";
        code += "  v_and_b32 v0, 0x3ff, v0\n";
    }
    if processor(cpu).architected_groups {
        code += "  s_mov_b32 s2, ttmp9\n  s_and_b32 s3, ttmp7, 0xffff\n";
        code += "  s_lshr_b32 s4, ttmp7, 16\n";
    }
    code
}

/// The image of a kernel `k` with these directives and this code, which finds ids where most
/// processors have them.
fn image(cpu: &str, directives: &str, code: &str) -> Image {
    plain_image(cpu, directives, &format!("{}{code}", unpacked(cpu)))
}

/// The same with ids as the processor has them.
fn plain_image(cpu: &str, directives: &str, code: &str) -> Image {
    let words: Vec<&str> = directives.split_whitespace().collect();
    let pairs = words.chunks(2);
    let directives: Vec<String> = pairs
        .map(|pair| format!("  .amdhsa_{} {}\n", pair[0], pair[1]))
        .collect();
    let registers = "  .amdhsa_next_free_vgpr 24\n  .amdhsa_next_free_sgpr 48\n";
    // Another descriptor of a buffer, and masks of 32 lanes.
    let mut code = match is_wave32(cpu) {
        true => code
            .replace("0x27fac", "0x31016fac")
            .replace(" vcc,", " vcc_lo,"),
        false => code.to_owned(),
    };
    if processor(cpu).generation() >= 12 {
        // Registers only say how far behind the address, and barriers have two halves.
        code = code
            .replace("], 0 offen", "], null offen")
            .replace("s_barrier\n", "s_barrier_signal -1\n  s_barrier_wait -1\n");
    }
    programs::kernel(
        cpu,
        "k",
        &code,
        &format!("{registers}{}", directives.concat()),
    )
}

/// Bytes of the one buffer, which is the one argument.
const BUFFER: u64 = 4096;

/// A dispatch of `k`, and where its buffer is.
fn start(image: &Image, mut launch: Launch) -> (Dispatch<'static, Grid>, u64) {
    let mut device = Device::new();
    device.load(image);
    let buffer = device.allocate(BUFFER).expect("room");
    device.zero(buffer, BUFFER).expect("the buffer");
    launch.kernarg_segment = Some(buffer.to_le_bytes().to_vec());
    let kernel = image.kernel(None).expect("a kernel");
    let dispatch = launch.start(image, kernel, device).expect("a launch");
    (dispatch, buffer)
}

/// The dwords of the buffer.
fn dwords(dispatch: Dispatch<'static, Grid>, buffer: u64, count: usize) -> Vec<u32> {
    let mut device = dispatch.into_environment().into_device();
    let bytes = device.read(buffer, count * 4).expect("the buffer");
    let four = bytes.chunks_exact(4);
    four.map(|four| u32::from_le_bytes(four.try_into().expect("four")))
        .collect()
}

fn run(cpu: &str, directives: &str, code: &str, launch: Launch, count: usize) -> Vec<u32> {
    let image = image(cpu, directives, code);
    let (mut dispatch, buffer) = start(&image, launch);
    let target = dispatch.environment().target();
    if let Err(error) = dispatch.run(&mut ()) {
        panic!("{cpu}: {}", error.display(&target, syntax::LLVM));
    }
    let notes: Vec<String> = dispatch
        .notes()
        .map(|it| it.display(&target, syntax::LLVM).to_string())
        .collect();
    assert!(notes.is_empty(), "{cpu}: {notes:?}");
    dwords(dispatch, buffer, count)
}

/// Why a program stops, as it is told.
fn stops(cpu: &str, directives: &str, code: &str) -> (RunError, String) {
    let image = image(cpu, directives, code);
    let (mut dispatch, _) = start(&image, Launch::new([64, 1, 1], [64, 1, 1]));
    dispatch.budget(1000);
    let target = dispatch.environment().target();
    let error = dispatch.run(&mut ()).expect_err(code);
    (error, error.display(&target, syntax::LLVM).to_string())
}

/// Stores `v1` at dword `v0` of the buffer whose address is in `s[16:17]`, on every
/// processor.
const STORE: &str = "
  v_lshlrev_b32 v10, 2, v0
  s_mov_b32 s18, -1
  s_mov_b32 s19, 0x27fac
  buffer_store_dword v1, v10, s[16:19], 0 offen
";

const KERNARG: &str = "user_sgpr_kernarg_segment_ptr 1 kernarg_size 8";

/// Loads the buffer's address from the arguments in `s[0:1]`.
const ADDRESS: &str = "
  s_load_dwordx2 s[16:17], s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
";
