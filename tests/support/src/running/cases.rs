//! Every kernel, with sizes that do not fill its last workgroup.

use super::case::Argument::{Buffer, Local, Number};
use super::case::{Argument, Case};
use super::fill::{Element, Fill};
use Element::{Bytes, Double, Half, Single};

const fn buffer(fill: Fill, count: u32, element: Element) -> Argument {
    Buffer {
        fill,
        count,
        element,
    }
}

const fn result(count: u32, element: Element) -> Argument {
    buffer(Fill::Zero, count, element)
}

const fn case(
    name: &'static str,
    file: &'static str,
    grid: [u32; 3],
    group: [u32; 3],
    arguments: &'static [Argument],
) -> Case {
    Case {
        name,
        file,
        grid,
        group,
        arguments,
    }
}

/// The cases.
#[rustfmt::skip]
pub static CASES: &[Case] = &[
    case("matrix_product", "matrix_product", [40, 24, 1], [8, 8, 1], &[
        buffer(Fill::Singles, 21 * 19, Single),
        buffer(Fill::Singles, 19 * 37, Single),
        result(21 * 37, Single),
        Number(21), Number(19), Number(37),
    ]),
    case("reduction", "reduction", [512, 1, 1], [128, 1, 1], &[
        buffer(Fill::Bits, 450, Bytes(4)),
        result(4, Bytes(8)), result(4, Bytes(4)), result(4, Bytes(4)),
        Number(450),
    ]),
    case("histogram", "histogram", [384, 1, 1], [96, 1, 1], &[
        buffer(Fill::Bits, 1001, Bytes(1)),
        result(256, Bytes(4)), buffer(Fill::Ones, 256, Bytes(4)), result(256, Bytes(4)),
        Number(1001),
    ]),
    case("prefix_sum", "prefix_sum", [384, 1, 1], [128, 1, 1], &[
        buffer(Fill::Bits, 300, Bytes(4)),
        result(300, Bytes(4)), result(3, Bytes(4)),
        Local(2 * 4 * 128), Number(300),
    ]),
    case("bitonic_sort", "bitonic_sort", [192, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 333, Bytes(4)), buffer(Fill::Bits, 333, Bytes(2)),
        Number(333),
    ]),
    case("sha256", "sha256", [64, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 45 * 150, Bytes(1)), result(45 * 8, Bytes(4)),
        Number(150), Number(45),
    ]),
    case("crc", "crc", [128, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 101 * 33, Bytes(1)),
        result(101, Bytes(4)), result(101, Bytes(8)),
        Number(33), Number(101),
    ]),
    case("division", "division", [256, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 200, Bytes(8)), buffer(Fill::Bits, 200, Bytes(8)),
        result(200 * 12, Bytes(8)),
        Number(200),
    ]),
    case("half_arithmetic", "half", [256, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 250, Half), buffer(Fill::Bits, 250, Half), result(250 * 8, Half),
        buffer(Fill::Bits, 250, Bytes(4)),
        Number(250),
    ]),
    case("polynomial", "polynomial", [192, 1, 1], [64, 1, 1], &[
        buffer(Fill::Doubles, 150, Double), result(150 * 4, Double), result(150, Single),
        result(150 * 2, Bytes(8)),
        Number(150),
    ]),
    case("search", "search", [128, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 100 * 60, Bytes(1)), buffer(Fill::Bits, 4, Bytes(1)),
        result(100, Bytes(4)), result(100, Bytes(4)),
        Number(4), Number(60), Number(100),
    ]),
    case("calls", "calls", [128, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 90, Bytes(4)), result(90, Bytes(4)), result(90, Bytes(8)),
        Number(90),
    ]),
    case("float_division", "float_division", [256, 1, 1], [64, 1, 1], &[
        buffer(Fill::WideSingles, 240, Single), buffer(Fill::WideSingles, 240, Single),
        result(240 * 3, Single),
        buffer(Fill::WideDoubles, 240, Double), buffer(Fill::WideDoubles, 240, Double),
        result(240 * 3, Double),
        Number(240),
    ]),
    case("atomics", "atomics", [192, 1, 1], [96, 1, 1], &[
        buffer(Fill::Bits, 170, Bytes(8)), buffer(Fill::Bits, 12, Bytes(8)),
        buffer(Fill::Bits, 6, Bytes(4)),
        Number(170),
    ]),
    case("packed", "packed", [192, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 180, Bytes(4)), buffer(Fill::Bits, 180, Bytes(4)),
        result(180 * 8, Bytes(4)),
        Number(180),
    ]),
    case("records", "records", [192, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 170, Bytes(16)), result(170, Bytes(16)), result(170, Bytes(4)),
        Number(170),
    ]),
    case("machine", "machine", [128, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 110 * 40, Bytes(1)), result(110, Bytes(4)),
        Number(40), Number(110),
    ]),
    case("places", "places", [24, 6, 4], [8, 3, 2], &[
        result(24 * 6 * 4 * 2, Bytes(4)), result(24 * 6 * 4, Bytes(8)),
        Number(24), Number(6),
    ]),
    case("approximate", "approximate", [256, 1, 1], [64, 1, 1], &[
        buffer(Fill::Singles, 250, Single), result(250 * 7, Single),
        Number(250),
    ]),
    case("spaces", "spaces", [250, 3, 1], [48, 2, 1], &[
        buffer(Fill::Bits, 250 * 3 + 4, Bytes(4)), result(250 * 3, Bytes(4)),
        buffer(Fill::Bits, 250 * 3, Bytes(4)),
        Number(250), Number(3),
    ]),
    case("matrices", "matrices", [64, 1, 1], [64, 1, 1], &[
        buffer(Fill::Bits, 64, Bytes(4)), buffer(Fill::Bits, 64, Bytes(4)),
        result(256, Bytes(4)), result(256, Bytes(4)),
    ]),
];

/// The case of that name.
pub fn by_name(name: &str) -> Option<&'static Case> {
    CASES.iter().find(|it| it.name == name)
}
