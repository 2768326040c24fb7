//! Whole kernels of vISA, run to what plain Rust gives.

mod flow;
mod launches;
mod memory;
mod pairs;
mod values;

use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::run::{Argument, Device, Launch, RunErrorKind};
use isa_mc::visa::text;

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }
}

fn assembled(source: &str) -> Object {
    text::assemble(source, Version::new(4, 1)).unwrap_or_else(|errors| {
        let errors: Vec<String> = errors
            .iter()
            .map(|it| format!("{it} at {}", &source[it.span.clone()]))
            .collect();
        panic!("{}", errors.join("\n"))
    })
}

fn bytes(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

fn dwords(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|it| u32::from_le_bytes(*it)).collect()
}

fn buffer(device: &mut Device, contents: &[u8]) -> Argument {
    let address = device.allocate(contents.len() as u64).expect("room");
    device.write(address, contents).expect("memory");
    let bytes = contents.len() as u32;
    Argument::Buffer { address, bytes }
}

fn contents(device: &mut Device, argument: &Argument) -> Vec<u8> {
    let Argument::Buffer { address, bytes } = *argument else {
        panic!("{argument:?}");
    };
    device.read(address, bytes as usize).expect("memory")
}

/// Runs a kernel over buffers and gives what they hold then.
fn run(
    source: &str,
    (groups, threads): ([u32; 3], [u32; 3]),
    buffers: &[Vec<u8>],
    values: &[u32],
) -> Vec<Vec<u8>> {
    launched(source, Launch::new(groups, threads), buffers, values)
}

/// The same with a launch that says more.
fn launched(source: &str, mut launch: Launch, buffers: &[Vec<u8>], values: &[u32]) -> Vec<Vec<u8>> {
    let object = assembled(source);
    let mut device = Device::new();
    for contents in buffers {
        launch.arguments.push(buffer(&mut device, contents));
    }
    let placed = launch.arguments.clone();
    let values = values.iter().map(|it| it.to_le_bytes().to_vec());
    launch.arguments.extend(values.map(Argument::Bytes));
    let dispatch = launch.start(&object, 0, device);
    let mut dispatch = dispatch.unwrap_or_else(|error| panic!("{error}"));
    dispatch.run().unwrap_or_else(|error| panic!("{error}"));
    let mut device = dispatch.into_device();
    placed.iter().map(|it| contents(&mut device, it)).collect()
}

/// Where a kernel stops that does not come to its end.
fn stopped(body: &str, groups: [u32; 3], threads: [u32; 3]) -> RunErrorKind {
    let object = assembled(body);
    let launch = Launch::new(groups, threads);
    let dispatch = launch.start(&object, 0, Device::new());
    let mut dispatch = dispatch.unwrap_or_else(|error| panic!("{error}"));
    dispatch.budget(10_000);
    dispatch.run().expect_err("it stops").kind
}

const HEAD: &str = ".version 4.1\n.kernel \"k\"\n.decl x v_type=G type=ud num_elts=16 align=GRF\n.decl a v_type=G type=uq num_elts=1 align=qword\n.decl p v_type=P num_elts=1\n.kernel_attr Target=\"cm\"\n";

/// What kernels of eight channels declare and begin with: each channel's number and four times
/// of it, and an offset in a buffer: 32 bytes for each thread, 96 for each group.
const CHANNELS: &str = r#"
.version 4.1
.kernel "threads"
.decl header v_type=G type=ud num_elts=8 align=GRF alias=<%r0, 0>
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl index v_type=G type=ud num_elts=8 align=GRF
.decl place v_type=G type=ud num_elts=8 align=GRF
.decl out v_type=G type=ud num_elts=8 align=GRF
.decl data v_type=G type=ud num_elts=8 align=GRF
.decl back v_type=G type=ud num_elts=8 align=GRF
.decl more v_type=G type=ud num_elts=8 align=GRF
.decl at v_type=G type=ud num_elts=8 align=GRF
.decl one v_type=G type=ud num_elts=1 align=dword
.decl buffer v_type=G type=uq num_elts=1 align=qword
.input buffer offset=64 size=8
.kernel_attr Target="cm"
.kernel_attr SpillMemOffset=1500
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) index(0,0)<1> lanes(0,0)<1;1,0>
    shl (M1, 8) place(0,0)<1> index(0,0)<1;1,0> 0x2:ud
    mad (M1, 8) out(0,0)<1> %hw_id(0,0)<0;1,0> 0x20:ud place(0,0)<1;1,0>
    mad (M1, 8) out(0,0)<1> %group_id_x(0,0)<0;1,0> 0x60:ud out(0,0)<1;1,0>
"#;
