//! A format of a buffer has one name and another number from RDNA 3 on, and descriptors
//! change: what is loaded stays the same.

use isa_mc::Target;
use isa_mc::exec::{ExecError, ExecErrorKind, InMemory};
use isa_test_support::execution;

const BASE: u64 = 0x12_3456_7000;

fn machine<'t>(target: &Target<'t>, descriptor: [u64; 4]) -> InMemory<'t> {
    let mut machine = InMemory::new(target);
    machine.set_state("EXEC", 1).expect("a state");
    let set = machine.set_register("s[4:7]", &descriptor);
    set.expect("four registers");
    machine.set_register("s8", &[0]).expect("a register");
    let global = machine.space("global").expect("a space");
    let bytes: Vec<u8> = (0..0x1000_u32).map(|it| (it * 37 + 0x91) as u8).collect();
    machine.poke(global, BASE, &bytes);
    machine
}

fn load(cpu: &str, descriptor: [u64; 4], text: &str) -> Result<Vec<u64>, ExecError> {
    let target = isa_mc::gcn::target(cpu).expect("a processor");
    let llvm = target.syntax("llvm").expect("a syntax");
    let inst = target.parse(text, llvm);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, llvm, text)));
    let mut machine = machine(&target, descriptor);
    machine.set_lane("v2", 0, &[41]).expect("a register");
    machine.set_lane("v3", 0, &[37]).expect("a register");
    execution::execute(&target, inst, &mut machine)?;
    Ok(machine.lane("v[10:13]", 0).expect("four registers"))
}

/// A buffer whose records have `stride` bytes, and dword 3.
fn buffer(stride: u64, swizzle: u64, last: u64) -> [u64; 4] {
    let high = BASE >> 32 | stride << 16 | swizzle << 30;
    [BASE & 0xffff_ffff, high, 0x1000, last]
}

#[test]
fn formats_of_one_name_load_the_same() {
    let components = "8 16 8_8 32 16_16 10_11_11 11_11_10 10_10_10_2 2_10_10_10 8_8_8_8 32_32 \
                      16_16_16_16 32_32_32 32_32_32_32";
    let mut both = 0;
    for data in components.split_whitespace() {
        for number in "UNORM SNORM USCALED SSCALED UINT SINT FLOAT".split_whitespace() {
            let text = format!(
                "tbuffer_load_format_xyzw v[10:13], off, s[4:7], s8 \
                 format:[BUF_FMT_{data}_{number}] offset:4"
            );
            let on = |cpu| {
                let target = isa_mc::gcn::target(cpu).expect("a processor");
                let llvm = target.syntax("llvm").expect("a syntax");
                target.parse(&text, llvm).is_ok()
            };
            assert_eq!(on("gfx1100"), on("gfx1200"), "{text}");
            if !on("gfx1030") || !on("gfx1100") {
                continue;
            }
            both += 1;
            let unswizzled = buffer(0, 0, 0x3000_0fac);
            let loaded = |cpu| load(cpu, unswizzled, &text).map_err(|error| error.kind);
            let before = loaded("gfx1030");
            assert_eq!(loaded("gfx1100"), before, "{text}");
            assert_eq!(loaded("gfx1150"), before, "{text}");
            assert_eq!(loaded("gfx1200"), before, "{text}");
        }
    }
    assert_eq!(both, 63);
}

/// The descriptor has the number too: that of four singles is another one on RDNA 3.
#[test]
fn descriptors_have_the_numbers_of_their_architecture() {
    let text = "buffer_load_format_xyzw v[10:13], off, s[4:7], s8 offset:4";
    let of = |cpu, number: u64| load(cpu, buffer(0, 0, 0x3000_0fac | number << 12), text).ok();
    let singles = of("gfx1030", 77);
    assert!(singles.is_some());
    assert_eq!(of("gfx1100", 63), singles);
    assert_eq!(of("gfx1200", 63), singles);
    assert_ne!(of("gfx1030", 63), singles);
}

/// Swizzled elements have four bytes or sixteen from RDNA 3 on. Here a record has 32 bytes, and
/// 8 records are together.
#[test]
fn swizzled_elements_have_two_sizes() {
    let text = "buffer_load_dword v10, v[2:3], s[4:7], s8 idxen offen";
    let at = |place: u64| {
        let byte = |it: u64| (it as u32 * 37 + 0x91) as u8;
        let bytes = [0, 1, 2, 3].map(|it| byte((place & !3) + it));
        u64::from(u32::from_le_bytes(bytes))
    };
    let (record, offset) = (41, 0x24);
    let place = |element: u64| {
        record / 8 * 8 * 32
            + offset / element * element * 8
            + record % 8 * element
            + offset % element
    };
    let on = |cpu, swizzle, last| load(cpu, buffer(32, swizzle, last), text).map(|it| it[0]);
    // Whether a record exists is all that is checked.
    for (cpu, swizzle, element) in [
        ("gfx1030", 2, 4),
        ("gfx1100", 1, 4),
        ("gfx1200", 1, 4),
        ("gfx1100", 3, 16),
        ("gfx1200", 3, 16),
    ] {
        let loaded = on(cpu, swizzle, 0x1000_0fac).expect("it runs");
        assert_eq!(loaded, at(place(element)), "{cpu} {swizzle}");
    }
    // What no document says is refused: the third size, and strides times something.
    for (cpu, swizzle, last) in [
        ("gfx1100", 2, 0x1000_0fac),
        ("gfx1200", 2, 0x1000_0fac),
        ("gfx1200", 0, 0x1004_0fac),
    ] {
        let refused = on(cpu, swizzle, last).expect_err("nobody says what it does");
        assert!(
            matches!(refused.kind, ExecErrorKind::Undefined { .. }),
            "{cpu}"
        );
    }
}
