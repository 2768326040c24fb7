//! A program in assembly that works on images: it reads their descriptors from its
//! arguments, as a driver's programs do, and turns a picture around.

use isa_mc::gcn::dispatch::{Device, Launch};
use isa_mc::gcn::loader::Image as Code;
use isa_mc::gcn::syntax;
use isa_test_execution::meaning::image::{Image, Kind, Layout};
use isa_test_execution::meaning::typed::Format;
use isa_test_support::programs;

/// Work-item `8 y + x` loads from there, and stores to `(y, x)` of another image.
fn kernel(cpu: &str, d16: bool) -> Code {
    // Offsets of loads count dwords up to GCN 1.1.
    let second = if matches!(cpu, "gfx600" | "gfx700") {
        "0x8"
    } else {
        "0x20"
    };
    let (data, flag) = match (d16, cpu) {
        (false, _) | (true, "gfx803") => ("v[4:7]", if d16 { " d16" } else { "" }),
        (true, _) => ("v[4:5]", " d16"),
    };
    let code = format!(
        "  s_load_dwordx8 s[8:15], s[0:1], 0x0
  s_load_dwordx8 s[16:23], s[0:1], {second}
  v_and_b32 v1, 7, v0
  v_lshrrev_b32 v2, 3, v0
  v_mov_b32 v3, v1
  s_waitcnt lgkmcnt(0)
  image_load {data}, v[1:2], s[8:15] dmask:0xf unorm{flag}
  s_waitcnt vmcnt(0)
  image_store {data}, v[2:3], s[16:23] dmask:0xf unorm{flag}
  s_endpgm"
    );
    let descriptor = "  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 24
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_kernarg_size 64
";
    programs::kernel(cpu, "turn", &code, descriptor)
}

/// Eight bits for each colour become eight bits again, and 16 as floating-point numbers:
/// a fraction of 255 rounded to a single, and then towards zero.
#[test]
fn a_picture_is_turned_around() {
    let half = |byte: u8| {
        let single = f32::from(byte) / 255.0;
        let bits = single.to_bits();
        // All but the zero are normal halves.
        match byte {
            0 => 0,
            _ => ((bits >> 13) - (112 << 10)) as u16,
        }
    };
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        for (data, d16) in [(10, false), (12, false), (10, true), (12, true)] {
            if d16 && matches!(cpu, "gfx600" | "gfx700") {
                continue;
            }
            let code = kernel(cpu, d16);
            let mut device = Device::new();
            device.load(&code);
            let places: Vec<u64> = (0..2)
                .map(|_| {
                    let place = device.allocate(8192).expect("room");
                    device.zero(place, 8192).expect("the image");
                    place.next_multiple_of(256)
                })
                .collect();
            let image = |base, data, numbers, pitch| Image {
                kind: Kind::Plane,
                base,
                width: 7,
                height: 8,
                depth: 1,
                slices: (0, 0),
                pitch,
                format: Format { data, numbers },
                number: Format { data, numbers }.number(),
                selection: [4, 5, 6, 7],
                levels: (0, 0),
                smaller: 0,
            };
            let from = image(places[0], 10, 0, 64);
            let to = Image {
                width: 8,
                height: 6,
                ..image(places[1], data, if data == 12 { 7 } else { 0 }, 32)
            };
            let layout = match cpu {
                "gfx900" | "gfx906" => Layout::Vega,
                _ => Layout::Early,
            };
            let colour = |x: u32, y: u32| [0, 1, 2, 3].map(|at| (x * 31 + y * 5 + at * 77) as u8);
            for (x, y) in (0..64).map(|at| (at % 8, at / 8)) {
                if let Some(place) = from.element(&[x, y], 0, layout) {
                    device.write(place, &colour(x, y)).expect("the image");
                }
            }
            let both = [from.dwords(layout), to.dwords(layout)].concat();
            let mut launch = Launch::new([64, 1, 1], [64, 1, 1]);
            launch.kernarg_segment = Some(both.iter().flat_map(|it| it.to_le_bytes()).collect());
            let kernel = code.kernel(None).expect("a kernel");
            let mut dispatch = launch.start(&code, kernel, device).expect("a launch");
            let target = dispatch.environment().target();
            if let Err(error) = dispatch.run(&mut ()) {
                panic!("{cpu}: {}", error.display(&target, syntax::LLVM));
            }
            let notes: Vec<String> = dispatch
                .notes()
                .map(|it| it.display(&target, syntax::LLVM).to_string())
                .collect();
            assert!(notes.is_empty(), "{cpu}: {notes:?}");
            let mut device = dispatch.into_environment().into_device();
            let mut stored = 0;
            for (x, y) in (0..64).map(|at| (at % 8, at / 8)) {
                let Some(place) = to.element(&[x, y], 0, layout) else {
                    continue;
                };
                stored += 1;
                // Beyond the picture there is nothing, and nothing is zero.
                let found = from
                    .element(&[y, x], 0, layout)
                    .map_or([0; 4], |_| colour(y, x));
                let expected: Vec<u8> = match data {
                    12 => found
                        .into_iter()
                        .flat_map(|it| half(it).to_le_bytes())
                        .collect(),
                    // 16 bits keep what eight bits are.
                    _ => found.to_vec(),
                };
                let found = device.read(place, expected.len()).expect("the image");
                assert_eq!(
                    found, expected,
                    "{cpu}: {x}, {y} of format {data}, d16 {d16}"
                );
            }
            assert_eq!(stored, 48, "{cpu}");
            // A row ends before the next one begins, and the last one behind the image.
            let behind = places[1] + (32 * 6) * to.format.bytes();
            let between = places[1] + 8 * to.format.bytes();
            for place in [behind, between] {
                let found = device.read(place, 64).expect("the image");
                assert_eq!(found, [0; 64], "{cpu}: stored beyond the image");
            }
        }
    }
}
