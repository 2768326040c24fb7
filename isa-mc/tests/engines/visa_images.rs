//! Kernels of vISA over images, run to what plain Rust gives.

use isa_mc::exec::ExecErrorKind;
use isa_mc::image::{Format, Image};
use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::run::{Argument, Device, Launch, LaunchError, RunErrorKind};
use isa_mc::visa::text;

fn assembled(source: &str) -> Object {
    text::assemble(source, Version::new(4, 1)).unwrap_or_else(|errors| {
        let errors = errors.iter().map(|it| format!("{it} at {:?}", it.span));
        panic!("{}", errors.collect::<Vec<_>>().join("\n"))
    })
}

fn image(device: &mut Device, name: &str, size: [u32; 3], contents: &[u8]) -> Image {
    let format = Format::named(name).expect("a format");
    let address = device.allocate(contents.len() as u64).expect("room");
    device.write(address, contents).expect("memory");
    let image = Image {
        address,
        size,
        format,
    };
    assert_eq!(image.bytes(), Some(contents.len() as u64));
    image
}

/// Eight channels of each group: x of each, y of the group.
const HEAD: &str = r#"
.version 4.1
.kernel "image"
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl x v_type=G type=ud num_elts=8 align=GRF
.decl y v_type=G type=ud num_elts=8 align=GRF
.decl parts v_type=G type=f num_elts=64 align=wordx32
.decl from v_type=T num_elts=1
.decl to v_type=T num_elts=1
"#;

const CHANNELS: &str = r#"
.kernel_attr Target="cm"
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) x(0,0)<1> lanes(0,0)<1;1,0>
    mov (M1, 8) y(0,0)<1> %group_id_x(0,0)<0;1,0>
"#;

/// What an image of 5 by 3 elements of four fractions becomes in one of halves: red and alpha
/// are halved, and outside red is 0 and alpha 1.
fn halved(source: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for (y, x) in (0..3).flat_map(|y| (0..8).map(move |x| (y, x))) {
        let parts = match x < 5 {
            true => [0, 3].map(|part| f32::from(source[4 * (y * 5 + x) + part]) / 255.0),
            false => [0.0, 1.0],
        };
        for part in parts {
            out.extend(to_half(part / 2.0).to_le_bytes());
        }
    }
    out
}

/// A half of a number from 0 to 1, found among all of these.
fn to_half(value: f32) -> u16 {
    let number = |bits: u16| {
        let fraction = f64::from(bits & 0x3ff);
        match i32::from(bits >> 10) {
            0 => fraction * 2_f64.powi(-24),
            exponent => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
        }
    };
    let distance = |bits: &u16| (number(*bits) - f64::from(value)).abs();
    let nearest = (0..=0x3c00).min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let nearest = nearest.expect("a half");
    // Of two that are as near, the even one.
    match nearest % 2 == 1 && distance(&(nearest + 1)) <= distance(&nearest) {
        true => nearest + 1,
        false => nearest,
    }
}

fn fractions() -> Vec<u8> {
    (0..5 * 3 * 4_u32).map(|it| (it * 37 + 11) as u8).collect()
}

/// Images that are inputs: a row of another length, a part of another place, a conversion that
/// is left out.
#[test]
fn images_are_inputs() {
    let object = assembled(&format!(
        "{HEAD}.input from offset=0 size=4\n.input to offset=4 size=4\n{CHANNELS}
    gather4_typed.RA (M1, 8) from x.0 y.0 %null.0 %null.0 parts.0
    mul (M1, 8) parts(0,0)<1> parts(0,0)<1;1,0> 0.5:f
    mul (M1, 8) parts(1,0)<1> parts(1,0)<1;1,0> 0.5:f
    scatter4_typed.RG (M1, 8) to x.0 y.0 %null.0 %null.0 parts.0
    ret (M1, 1)
"
    ));
    let mut device = Device::new();
    let from = image(&mut device, "rgba8unorm", [5, 3, 1], &fractions());
    let to = image(&mut device, "rg16float", [8, 3, 1], &[0xee; 8 * 3 * 4]);
    let mut launch = Launch::new([3, 1, 1], [1; 3]);
    launch.arguments = vec![Argument::Image(from), Argument::Image(to)];
    launch.register_bytes = 32;
    let mut dispatch = launch.start(&object, 0, device).expect("a launch");
    dispatch.run().unwrap_or_else(|error| panic!("{error}"));
    let found = dispatch.into_device().read(to.address, 8 * 3 * 4);
    assert_eq!(found.expect("memory"), halved(&fractions()));
}

/// Images of the binding table, which no input names: in the order of the arguments, before and
/// behind a buffer, with messages of both generations.
#[test]
fn images_are_rows_of_the_binding_table() {
    let object = assembled(&format!(
        "{HEAD}.decl one v_type=G type=uq num_elts=1 align=qword
.input one offset=64 size=8
{CHANNELS}
    lsc_load_quad.tgm (M1, 8)  parts:d32.xw  bti(0x0)[x, y, %null, %null]:a32
    mul (M1, 8) parts(0,0)<1> parts(0,0)<1;1,0> 0.5:f
    mul (M1, 8) parts(1,0)<1> parts(1,0)<1;1,0> 0.5:f
    movs (M1_NM, 1) to(0) 0x2:ud
    scatter4_typed.RG (M1, 8) to x.0 y.0 %null.0 %null.0 parts.0
    lsc_atomic_iinc.tgm (M1, 8)  %null:d32  bti(0x3)[y, %null, %null, %null]:a32  %null  %null
    ret (M1, 1)
"
    ));
    let mut device = Device::new();
    let buffer = device.allocate(64).expect("room");
    let from = image(&mut device, "rgba8unorm", [5, 3, 1], &fractions());
    let to = image(&mut device, "rg16float", [8, 3, 1], &[0xee; 8 * 3 * 4]);
    let counts = image(&mut device, "r32uint", [2, 1, 1], &[7, 0, 0, 0, 9, 0, 0, 0]);
    let mut launch = Launch::new([3, 1, 1], [1; 3]);
    launch.register_bytes = 32;
    launch.arguments = vec![
        Argument::Image(from),
        Argument::Buffer {
            address: buffer,
            bytes: 64,
        },
        Argument::Image(to),
        Argument::Image(counts),
    ];
    let mut dispatch = launch.start(&object, 0, device).expect("a launch");
    dispatch.run().unwrap_or_else(|error| panic!("{error}"));
    let mut device = dispatch.into_device();
    let found = device.read(to.address, 8 * 3 * 4).expect("memory");
    assert_eq!(found, halved(&fractions()));
    // Eight channels of each group add one; the third group is outside.
    let found = device.read(counts.address, 8).expect("memory");
    assert_eq!(found, [15, 0, 0, 0, 17, 0, 0, 0]);
}

/// A buffer has no elements of a format, and an image is no variable.
#[test]
fn what_is_no_image_is_told() {
    let body =
        "    gather4_typed.R (M1, 8) from x.0 y.0 %null.0 %null.0 parts.0\n    ret (M1, 1)\n";
    let object = assembled(&format!(
        "{HEAD}.input from offset=0 size=4\n{CHANNELS}{body}"
    ));
    let mut device = Device::new();
    let address = device.allocate(64).expect("room");
    let mut launch = Launch::new([1; 3], [1; 3]);
    launch.arguments = vec![Argument::Buffer { address, bytes: 64 }];
    let mut dispatch = launch.start(&object, 0, device).expect("a launch");
    let stopped = dispatch.run().expect_err("it stops");
    let RunErrorKind::Execution(error) = stopped.kind else {
        panic!("{stopped}");
    };
    assert!(matches!(error.kind, ExecErrorKind::Undefined { .. }));
    assert!(
        stopped
            .to_string()
            .ends_with("this surface has no elements of a format"),
        "{stopped}"
    );
    // Two images for one surface: the second has only a row of the table. None is too few.
    let mut device = Device::new();
    let small = image(&mut device, "r8uint", [1; 3], &[1]);
    launch.arguments = vec![Argument::Image(small), Argument::Image(small)];
    assert!(launch.start(&object, 0, device.clone()).is_ok());
    launch.arguments.clear();
    let error = launch.start(&object, 0, device.clone()).expect_err("none");
    let count = LaunchError::Count {
        expected: 1,
        found: 0,
    };
    assert_eq!(error, count);
    launch.arguments = vec![Argument::Bytes(vec![0; 4])];
    let error = launch.start(&object, 0, device).expect_err("no surface");
    let kind = LaunchError::Kind {
        index: 0,
        bytes: None,
    };
    assert_eq!(error, kind);
}
