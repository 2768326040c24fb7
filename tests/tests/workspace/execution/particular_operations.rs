//! What single instructions do that documents say in numbers, that is easily got wrong,
//! or that no document says.

use isa_mc::Target;
use isa_mc::exec::{ExecError, ExecErrorKind, InMemory, LANES};
use isa_test_support::execution;

fn target(cpu: &str) -> Target<'static> {
    isa_mc::gcn::target(cpu).expect("a processor")
}

fn run(target: &Target<'_>, text: &str, machine: &mut InMemory<'_>) -> Result<(), ExecError> {
    // Some are in one syntax alone.
    let [llvm, clrx] = ["llvm", "clrx"].map(|name| target.syntax(name).expect("a syntax"));
    let inst = target.parse(text, llvm);
    let inst = inst.or_else(|error| target.parse(text, clrx).map_err(|_| error));
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, llvm, text)));
    execution::execute(target, inst, machine).map(|_| ())
}

/// What is refused, where one lane is active.
fn refusal(cpu: &str, text: &str) -> String {
    let target = target(cpu);
    let mut machine = InMemory::new(&target);
    machine.set_state("EXEC", 1).expect("a state");
    machine.set_lane("v1", 0, &[7]).expect("a register");
    let error = run(&target, text, &mut machine).expect_err(text);
    let undefined = matches!(error.kind, ExecErrorKind::Undefined { .. });
    assert!(undefined, "{text}: {error:?}");
    assert_eq!(machine.lane("v1", 0), Ok(vec![7]), "{text}");
    error.display(target.tables()).to_string()
}

/// The last bit of `op_sel` says which half the sum goes to, and that half is what is added to.
#[test]
fn a_product_is_added_to_the_half_that_is_written() {
    let target = target("gfx900");
    for (op_sel, sum) in [("[0,0,0]", 0x4400_4200), ("[0,0,1]", 0x4500_4000)] {
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        // 2.0 below 4.0, and 1.0 times 1.0.
        for (register, value) in [("v1", 0x4400_4000), ("v2", 0x3c00)] {
            let set = machine.set_lane(register, 0, &[value]);
            set.expect("a register");
        }
        let text = format!("v_mac_f16_e64 v1, v2, v2 op_sel:{op_sel}");
        run(&target, &text, &mut machine).expect("it has a meaning");
        assert_eq!(machine.lane("v1", 0), Ok(vec![sum]), "{text}");
    }
}

/// What needs more than operations can say, or what nobody knows, says so; and what no
/// manual says is refused, not invented: signs of integers, `clamp` of
/// shifts, and halves of a dword that is added.
#[test]
fn what_nobody_says_is_refused() {
    for (cpu, text, reason) in [
        ("gfx900", "v_mov_fed_b32 v1, v2", "parity"),
        ("gfx900", "v_mov_prsv_b32 v1, v2", "no document says"),
        ("gfx700", "v_mul_u32_u24_e64 v1, v2, v2 clamp", "clamp"),
        ("gfx900", "exp mrt0 v1, v1, v1, v1 done vm", "export"),
        (
            "gfx900",
            "image_load v1, v[2:3], s[8:15] dmask:0x1",
            "no document says",
        ),
        (
            "gfx900",
            "image_sample v1, v[2:3], s[8:15], s[4:7] dmask:0x1",
            "no document says",
        ),
        (
            "gfx900",
            "v_interp_p1_f32_e64 v1, v2, attr0.x high",
            "no document says",
        ),
    ] {
        let error = refusal(cpu, text);
        assert!(error.contains(reason), "{text}: {error}");
    }
    for text in [
        "v_pk_add_u16 v1, v2, v3 neg_lo:[1,0]",
        "v_pk_add_u16 v1, v2, v3 neg_hi:[0,1]",
        "v_pk_mad_i16 v1, v2, v3, v4 neg_lo:[0,0,1]",
        "v_pk_lshlrev_b16 v1, v2, v3 clamp",
        "v_dot2_i32_i16 v1, v2, v3, v4 op_sel:[0,0,1]",
        "v_dot4_i32_i8 v1, v2, v3, v4 neg_lo:[1,0,0]",
        "v_mad_i32_i16 v1, v2, v3, v4 op_sel:[0,0,1,0]",
        "v_pack_b32_f16 v1, v2, v3 op_sel:[0,0,1]",
    ] {
        let error = refusal("gfx906", text);
        let says = error.contains("no manual says") || error.contains("no document says");
        assert!(says, "{text}: {error}");
    }
}

/// Constants: of integers those below 65 are 32 bits with a sign, so that both halves
/// of -1 are; floating-point ones are singles.
#[test]
fn constants_of_packed_integers_are_dwords() {
    let target = target("gfx900");
    for (text, expected) in [
        ("v_pk_add_u16 v1, v2, -1", 0x0001_0004),
        ("v_pk_add_u16 v1, v2, 7", 0x0002_000c),
        ("v_pk_add_u16 v1, v2, 7 op_sel_hi:[1,0]", 0x0009_000c),
        ("v_pk_add_u16 v1, v2, 1.0", 0x3f82_0005),
    ] {
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        machine
            .set_lane("v2", 0, &[0x0002_0005])
            .expect("a register");
        run(&target, text, &mut machine).expect("it runs");
        let found = machine.lane("v1", 0).expect("a register");
        assert_eq!(found, [expected], "{text}: {:#x}", found[0]);
    }
}

/// A scalar load of one dword may overwrite a register of its own address; AMD's
/// documents forbid it to wider ones, which may be done twice.
#[test]
fn a_scalar_load_may_overwrite_its_address() {
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900"] {
        let target = target(cpu);
        let mut machine = InMemory::new(&target);
        let global = machine.space("global").expect("a space");
        machine
            .set_register("s[4:5]", &[0x1000, 0x20])
            .expect("registers");
        machine.poke(global, 0x20_0000_1020, &0xa0_u32.to_le_bytes());
        run(&target, "s_load_dword s5, s[4:5], s5", &mut machine).expect("it runs");
        assert_eq!(machine.register("s[4:5]"), Ok(vec![0x1000, 0xa0]), "{cpu}");
    }
}

/// What lanes 0 to 31 get, if lane `i` of the address operand holds `i + 1`.
fn swizzled(offset: u32) -> Vec<u64> {
    let target = target("gfx900");
    let text = format!("ds_swizzle_b32 v5, v2 offset:{offset}");
    let mut machine = InMemory::new(&target);
    machine.set_state("EXEC", u64::MAX).expect("a state");
    for lane in 0..LANES {
        let set = machine.set_lane("v2", lane, &[lane as u64 + 1]);
        set.expect("a register");
    }
    run(&target, &text, &mut machine).expect("it runs");
    let get = |lane| machine.lane("v5", lane).expect("a register")[0];
    (0..32).map(get).collect()
}

/// The examples of AMD's documents of FFT and rotation.
#[test]
fn swizzles_are_those_of_the_documents() {
    let fft = [
        0x01, 0x11, 0x09, 0x19, 0x05, 0x15, 0x0d, 0x1d, 0x03, 0x13, 0x0b, 0x1b, 0x07, 0x17, 0x0f,
        0x1f, 0x02, 0x12, 0x0a, 0x1a, 0x06, 0x16, 0x0e, 0x1e, 0x04, 0x14, 0x0c, 0x1c, 0x08, 0x18,
        0x10, 0x20,
    ];
    assert_eq!(swizzled(0xe000), fft);
    let fft_halves = [
        0x01, 0x09, 0x05, 0x0d, 0x03, 0x0b, 0x07, 0x0f, 0x02, 0x0a, 0x06, 0x0e, 0x04, 0x0c, 0x08,
        0x10, 0x11, 0x19, 0x15, 0x1d, 0x13, 0x1b, 0x17, 0x1f, 0x12, 0x1a, 0x16, 0x1e, 0x14, 0x1c,
        0x18, 0x20,
    ];
    assert_eq!(swizzled(0xe010), fft_halves);
    assert_eq!(swizzled(0xe01f), (1..=32).collect::<Vec<u64>>());
    let left: Vec<u64> = (2..=32).chain([1]).collect();
    assert_eq!(swizzled(0xc020), left);
    let right: Vec<u64> = [32].into_iter().chain(1..=31).collect();
    assert_eq!(swizzled(0xc420), right);
    let odd_left: Vec<u64> = (0..16)
        .flat_map(|it| [2 * it + 1, (2 * it + 3) % 32 + 1])
        .collect();
    assert_eq!(swizzled(0xc021), odd_left);
    let odd_right: Vec<u64> = (0..16)
        .flat_map(|it| [(2 * it + 30) % 32 + 1, 2 * it + 2])
        .collect();
    assert_eq!(swizzled(0xc421), odd_right);
}

/// clamp keeps integers in their range from GCN 1.2 on; what it does before nobody says.
#[test]
fn integers_saturate_where_documents_say_so() {
    for cpu in ["gfx803", "gfx900"] {
        let target = target(cpu);
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        machine
            .set_lane("v1", 0, &[0xffff_fffe])
            .expect("a register");
        machine.set_lane("v2", 0, &[0x7f_ffff]).expect("a register");
        for (text, expected) in [
            ("v_mad_u32_u24 v3, 1, 7, v1", 5),
            ("v_mad_u32_u24 v3, 1, 7, v1 clamp", 0xffff_ffff),
            ("v_mul_i32_i24_e64 v3, v2, v2 clamp", 0x7fff_ffff),
            ("v_sad_u32 v3, 9, 2, v1 clamp", 0xffff_ffff),
        ] {
            run(&target, text, &mut machine).expect(text);
            assert_eq!(machine.lane("v3", 0), Ok(vec![expected]), "{cpu}: {text}");
        }
    }
    for text in [
        "v_mad_u32_u24 v1, 1, 7, v2 clamp",
        "v_mul_i32_i24_e64 v1, v2, v2 clamp",
        "v_msad_u8 v1, 1, 7, v2 clamp",
    ] {
        assert!(
            refusal("gfx700", text).contains("no document says what clamp does to integers"),
            "{text}"
        );
    }
    let text = refusal("gfx700", "s_getreg_b32 s0, hwreg(5)");
    assert!(
        text.contains("no document says what these sizes are counted in"),
        "{text}"
    );
}
