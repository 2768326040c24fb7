//! Interpolation, images and exports: what can be said of them runs, and what cannot
//! is an error that says why.

use isa_dsl::tables::NONE;
use isa_mc::Target;
use isa_mc::exec::{ExecErrorKind, InMemory};
use isa_tests::machine::gcn;
use isa_tests::meaning::graphics::{is_unknown, parameter};

const PROCESSORS: [&str; 4] = ["gfx600", "gfx700", "gfx803", "gfx900"];

fn run(target: &Target<'_>, text: &str, machine: &mut InMemory<'_>) -> Result<(), ExecErrorKind> {
    let syntax = target.syntax("llvm").expect("a syntax");
    let inst = target.parse(text, syntax);
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, syntax, text)));
    let done = target.execute(inst, machine);
    done.map(|_| ()).map_err(|error| error.kind)
}

/// Every parameter of some attributes, for waves whose quads have one primitive, many,
/// and one each; LDS has no limit here, and lanes that do not run keep what they have.
#[test]
fn a_parameter_is_moved_for_each_primitive() {
    let mut count = 0;
    for cpu in PROCESSORS {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        for mask in [0, 0b101_0011, 0x7fff, 0x4001, 0xffff] {
            for (attribute, channel) in [(0, 0), (0, 3), (1, 1), (32, 2)] {
                for name in ["p0", "p10", "p20"] {
                    let m0 = mask << 16 | 0x40;
                    let exec: u64 = 0xf0ff_ffff_0fff_7ff1;
                    let mut machine = InMemory::new(&target);
                    let lds = machine.space("lds").expect("a space");
                    machine.set_state("M0", m0.into()).expect("a state");
                    machine.set_state("EXEC", exec).expect("a state");
                    for lane in 0..64 {
                        machine.set_lane("v1", lane, &[7]).expect("a register");
                        let at = parameter(m0, lane as u32, attribute, channel, name);
                        machine.poke(lds, at, &(at as u32 ^ 0xabcd_0000).to_le_bytes());
                    }
                    let channel = ["x", "y", "z", "w"][channel as usize];
                    let text = format!("v_interp_mov_f32 v1, {name}, attr{attribute}.{channel}");
                    run(&target, &text, &mut machine).expect("it runs");
                    let channel = "xyzw".find(channel).expect("one of them") as u32;
                    for lane in 0..64 {
                        let at = parameter(m0, lane as u32, attribute, channel, name);
                        let moved = u64::from(at as u32 ^ 0xabcd_0000);
                        let want = if exec >> lane & 1 == 1 { moved } else { 7 };
                        assert_eq!(
                            machine.lane("v1", lane),
                            Ok(vec![want]),
                            "{cpu} {text} in lane {lane}, M0 {m0:#x}"
                        );
                    }
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, 4 * 5 * 4 * 3);
}

/// What nobody can say gives an error with the reason, and changes nothing.
#[test]
fn what_nobody_says_is_an_error() {
    let tables = gcn();
    let mut unknown = 0;
    for row in tables.instructions {
        let name = tables.text(row.name);
        if is_unknown(name) {
            assert!(row.program != NONE, "{name} gives no reason");
            assert!(tables.text(row.operation).contains("undefined"), "{name}");
            unknown += 1;
        }
    }
    assert!(unknown > 100, "{unknown} instructions");
    for text in [
        "exp mrt0 v1, v1, v1, v1 done vm",
        "image_load v1, v[2:3], s[8:15] dmask:0x1",
        "image_sample v1, v[2:3], s[8:15], s[4:7] dmask:0x1",
        "v_interp_p1_f32 v1, v2, attr0.x",
        "v_interp_p2_f32 v1, v2, attr0.x",
    ] {
        let target = isa_mc::gcn::target("gfx900").expect("a processor");
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", 1).expect("a state");
        machine.set_lane("v1", 0, &[7]).expect("a register");
        let error = run(&target, text, &mut machine).expect_err("nobody says it");
        assert!(matches!(error, ExecErrorKind::Undefined { .. }), "{text}");
        assert_eq!(machine.lane("v1", 0), Ok(vec![7]), "{text}");
    }
}
