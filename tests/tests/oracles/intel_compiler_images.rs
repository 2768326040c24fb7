//! Kernels of Intel's offline compiler that read and write images, run to what plain Rust gives. Needs the
//! program (`apt-get install intel-opencl-icd`); without it the test says so and is over.

use std::path::Path;

use isa_mc::image::Format;
use isa_test_support::igc::compiler::{self, Mode};
use isa_test_support::igc::running::{self, Picture};
use isa_test_support::igc::{ToolError, compiler::Dump};
use isa_test_support::running::{Argument, Case, Element, Fill};
use isa_test_support::sample::Sample;

/// Devices that have images.
const DEVICES: [&str; 4] = ["skl", "icllp", "tgllp", "dg2-g10"];

/// Work-items, and elements of the images: fewer, so that some lie outside.
const GRID: [u32; 3] = [48, 6, 1];
const FRACTIONS: [u32; 3] = [45, 5, 1];
const SIGNED: [u32; 3] = [47, 6, 2];
const INTEGERS: [u32; 3] = [31, 1, 1];
/// In which order the binding table has them: the compiler counts those of one dimension first,
/// then those of two and three, then arrays.
const IN_TABLE: [usize; 3] = [2, 0, 1];

const SEED: u32 = 7919;

const CASE: Case = Case {
    name: "images",
    file: "images",
    grid: GRID,
    group: [16, 2, 1],
    arguments: &[
        Argument::Buffer {
            fill: Fill::Zero,
            count: GRID[0] * GRID[1],
            element: Element::Bytes(4),
        },
        Argument::Number(SEED),
    ],
};

/// A number of an element of a format, as its bits.
fn fraction(name: &str, value: f32) -> u64 {
    let value = f64::from(value);
    let rounded = |least: f64, most: f64| (value.clamp(least, 1.0) * most).round_ties_even() as i64;
    match name {
        "8unorm" => rounded(0.0, 255.0) as u64,
        "16unorm" => rounded(0.0, 65535.0) as u64,
        "8snorm" => rounded(-1.0, 127.0) as u64,
        "16snorm" => rounded(-1.0, 32767.0) as u64,
        "16float" => half(value).into(),
        _ => (value as f32).to_bits().into(),
    }
}

/// The half nearest to a number below 65504, of two the even one: counted in steps of its last
/// digit.
fn half(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let exponent = ((value.abs().to_bits() >> 52) as i32 - 1023).max(-14);
    let steps = (value.abs() * 2_f64.powi(10 - exponent)).round_ties_even() as u16;
    // The digit before the point is one of the exponent's.
    sign + (((exponent + 14) as u16) << 10) + steps
}

/// Puts an element into an image; one that is outside is nowhere.
fn put(image: &mut [u8], size: [u32; 3], at: [u32; 3], bytes: usize, parts: &[u64]) {
    if (0..3).any(|it| at[it] >= size[it]) {
        return;
    }
    let index = (at[2] * size[1] + at[1]) * size[0] + at[0];
    for (part, value) in parts.iter().enumerate() {
        let from = (index as usize * parts.len() + part) * bytes;
        image[from..from + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
}

/// The images and sums by the kernel's words.
fn expected(formats: [Format; 3]) -> (Vec<Vec<u8>>, Vec<u8>) {
    let sizes = [FRACTIONS, SIGNED, INTEGERS];
    let mut images: Vec<Vec<u8>> = formats
        .iter()
        .zip(sizes)
        .map(|(format, size)| {
            let elements = size.iter().product::<u32>();
            vec![running::BLANK; (elements * format.bytes()) as usize]
        })
        .collect();
    let mut sums = Vec::new();
    let parts = formats.map(Format::parts);
    let bytes = formats.map(|it| it.bits() as usize / 8);
    let name = formats[0].to_string();
    let name = name.trim_start_matches(char::is_alphabetic);
    for (y, x) in (0..GRID[1]).flat_map(|y| (0..GRID[0]).map(move |x| (y, x))) {
        let f = f32::from((x * 3 + y) as u16) / 32.0 - 1.25;
        let four = [f, -f, f * f, 1.0 - f].map(|it| fraction(name, it));
        let four = &four[..parts[0] as usize];
        put(&mut images[0], FRACTIONS, [x, y, 0], bytes[0], four);
        let n = (x * 1021 + y * SEED).cast_signed() - 20000;
        let four = [n, -n, n / 64, n * 4096].map(i64::from);
        let most = (1_i64 << (8 * bytes[1] - 1)) - 1;
        let four = four.map(|it| it.clamp(-most - 1, most).cast_unsigned());
        let four = &four[..parts[1] as usize];
        put(&mut images[1], SIGNED, [x, y, y % 3], bytes[1], four);
        if y == 1 {
            let four = [x * 5, x * SEED, x << 28, !x].map(u64::from);
            let most = u64::MAX >> (64 - 8 * bytes[2]);
            let four = four.map(|it| it.min(most));
            let four = &four[..parts[2] as usize];
            put(&mut images[2], INTEGERS, [x, 0, 0], bytes[2], four);
        }
        sums.extend((x + y * SEED).to_le_bytes());
    }
    (images, sums)
}

/// The kernel of a source for a device; `None` without the compiler.
fn kernel(source: &str, device: &str) -> Option<Dump> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let mut dumps = match compiler::compile(&source, device, Mode::Usual) {
        Err(ToolError::Missing(error)) => {
            println!("NOT TRIED: cannot start ocloc ({error})");
            return None;
        }
        dumps => dumps.expect("files of the compiler"),
    };
    assert_eq!(dumps.len(), 1, "{device}: kernels");
    dumps.pop()
}

/// Images of many formats as kernels of the compiler write them. A sample has one of the devices.
#[test]
fn images_are_written() {
    let mut sample = Sample::of_this_run();
    let mut count = 0;
    for &device in sample.one_of(&DEVICES) {
        let Some(dump) = kernel("visa/images.cl", device) else {
            return;
        };
        for formats in [
            ["rgba8unorm", "rgba8sint", "r8uint"],
            ["rgba8snorm", "rg16sint", "rgba16uint"],
            ["rg16unorm", "r32sint", "rg32uint"],
            ["r16snorm", "r8sint", "rgba32uint"],
            ["rgba16float", "rgba32sint", "r16uint"],
            ["rg32float", "rgba16sint", "rg8uint"],
        ] {
            let formats = formats.map(|name| Format::named(name).expect(name));
            let sizes = [FRACTIONS, SIGNED, INTEGERS];
            let images = IN_TABLE.map(|at| Picture {
                format: formats[at],
                size: sizes[at],
                read: None,
            });
            let done = running::run_with_images(&CASE, &images, &dump, device);
            let done = done.unwrap_or_else(|error| panic!("{device}: {error}"));
            let (images, sums) = expected(formats);
            assert!(done.buffers[0] == sums, "{device}: other sums");
            for (found, at) in done.images.iter().zip(IN_TABLE) {
                let wanted = &images[at];
                let different = found.iter().zip(wanted).position(|(a, b)| a != b);
                assert_eq!(different, None, "{device}: a byte of {}", formats[at]);
            }
            count += 1;
        }
    }
    println!("{count} launches over images");
    assert!(count >= 6);
}

const MIRRORED: Case = Case {
    name: "mirrored",
    file: "mirrored",
    grid: GRID,
    group: [16, 2, 1],
    arguments: &[Argument::Buffer {
        fill: Fill::Zero,
        count: 4 * GRID[0] * GRID[1],
        element: Element::Bytes(4),
    }],
};

/// Images that are read without a sampler, and one that is written.
#[test]
fn images_are_read() {
    let mut sample = Sample::of_this_run();
    for &device in sample.one_of(&DEVICES) {
        let Some(dump) = kernel("visa/mirrored.cl", device) else {
            return;
        };
        let [width, height, _] = GRID.map(|it| it as usize);
        let fractions: Vec<u8> = (0..4 * width * height)
            .map(|it| (it * 29 + 7) as u8)
            .collect();
        let integers: Vec<u16> = (0..4 * 2 * width * height)
            .map(|it| (it * 40_503 + 11) as u16)
            .collect();
        let picture = |name: &str, size, read| {
            let format = Format::named(name).expect(name);
            Picture { format, size, read }
        };
        let bytes = integers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let done = running::run_with_images(
            &MIRRORED,
            &[
                picture("rgba8unorm", GRID, Some(fractions.clone())),
                picture("rgba16float", GRID, None),
                picture("rgba16uint", [GRID[0], GRID[1], 2], Some(bytes)),
            ],
            &dump,
            device,
        );
        let done = done.unwrap_or_else(|error| panic!("{device}: {error}"));
        let (mut halves, mut products) = (Vec::new(), Vec::new());
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let from = 4 * (y * width + width - 1 - x);
            for part in fractions[from..from + 4].iter().rev() {
                let value = (f64::from(*part) / 255.0) as f32 * 0.5;
                halves.extend(half(value.into()).to_le_bytes());
            }
            let from = 4 * ((y % 2 * height + y) * width + x);
            let four = integers[from..from + 4].iter();
            products.extend(four.flat_map(|it| (u32::from(*it) * 3).to_le_bytes()));
        }
        assert!(done.images[1] == halves, "{device}: another image");
        assert!(done.buffers[0] == products, "{device}: other products");
    }
}
