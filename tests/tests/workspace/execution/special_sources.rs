//! Sources that are neither registers nor constants: states of the machine that have
//! a number among the sources, and the dword of LDS.

use isa_mc::exec::{ExecErrorKind, InMemory, NameError};
use isa_mc::{Inst, Target};
use isa_test_support::execution;

const VCC: u64 = 0x1234_5678_9abc_def0;
const EXEC: u64 = 0x8000_0001_0000_0001;

fn parse(target: &Target<'_>, syntax: &str, text: &str) -> Inst {
    let syntax = target.syntax(syntax).expect("a syntax");
    let inst = target.parse(text, syntax);
    inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, syntax, text)))
}

/// A machine whose states all hold something else.
fn machine<'a>(target: &Target<'a>, scc: u64, vcc: u64, exec: u64) -> InMemory<'a> {
    let mut machine = InMemory::new(target);
    machine.set_state("SCC", scc).expect("a state");
    machine.set_state("VCC", vcc).expect("a state");
    machine.set_state("EXEC", exec).expect("a state");
    for (state, value) in [
        ("SHARED_BASE", 0x0101_0000_0000_0011),
        ("SHARED_LIMIT", 0x0202_0000_0000_0022),
        ("PRIVATE_BASE", 0x0303_0000_0000_0033),
        ("PRIVATE_LIMIT", 0x0404_0000_0000_0044),
        ("POPS_EXITING_WAVE_ID", 0x55),
    ] {
        machine.set_state(state, value).expect("a state");
    }
    machine
}

/// The words of an architecture with what they are, in 64 bits.
fn words(cpu: &str, scc: u64, vcc: u64, exec: u64) -> Vec<(&'static str, u64)> {
    let mut all = vec![
        ("src_vccz", u64::from(vcc == 0)),
        ("src_execz", u64::from(exec == 0)),
        ("src_scc", scc),
    ];
    if cpu == "gfx900" {
        all.extend([
            ("src_shared_base", 0x0101_0000_0000_0011),
            ("src_shared_limit", 0x0202_0000_0000_0022),
            ("src_private_base", 0x0303_0000_0000_0033),
            ("src_private_limit", 0x0404_0000_0000_0044),
            ("src_pops_exiting_wave_id", 0x55),
        ]);
    }
    all
}

/// Every word is what its state holds, in scalar and in vector instructions, in 32
/// and in 64 bits, and in both syntaxes.
#[test]
fn a_word_is_what_its_state_holds() {
    let mut count = 0;
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900"] {
        let target = isa_mc::gcn::target(cpu).expect("a processor");
        for (scc, vcc, exec) in [(0, 0, EXEC), (1, VCC, EXEC), (1, 1 << 63, 0), (0, 0, 0)] {
            for (word, value) in words(cpu, scc, vcc, exec) {
                let low = value & 0xffff_ffff;
                let clrx = match word {
                    "src_pops_exiting_wave_id" => word,
                    _ => &word[4..],
                };
                for (syntax, word) in [("llvm", word), ("clrx", word), ("clrx", clrx)] {
                    let run = |text: String| {
                        let mut machine = machine(&target, scc, vcc, exec);
                        machine.set_register("s4", &[0xf0]).expect("a register");
                        machine.set_lane("v1", 0, &[0xee]).expect("a register");
                        let done = execution::execute(
                            &target,
                            parse(&target, syntax, &text),
                            &mut machine,
                        );
                        done.unwrap_or_else(|it| panic!("{text}: {}", it.display(target.tables())));
                        machine
                    };
                    let mut scalar = run(format!("s_mov_b32 s8, {word}"));
                    assert_eq!(scalar.register("s8"), Ok(vec![low]), "{cpu} SOP1 {word}");
                    assert_eq!(scalar.state("SCC"), Ok(scc), "only read: {word}");
                    let mut wide = run(format!("s_mov_b64 s[8:9], {word}"));
                    let halves = vec![low, value >> 32];
                    assert_eq!(wide.register("s[8:9]"), Ok(halves), "{cpu} SOP1 {word}");
                    let sum = Ok(vec![low + 0xf0]);
                    let mut added = run(format!("s_add_u32 s8, {word}, s4"));
                    assert_eq!(added.register("s8"), sum, "{cpu} SOP2 {word}");
                    let mut added = run(format!("s_add_u32 s8, s4, {word}"));
                    assert_eq!(added.register("s8"), sum, "{cpu} SOP2 {word}");
                    // A lane that does not run keeps what it has.
                    let lane = if exec == 0 { 0xee } else { low };
                    for text in [
                        format!("v_mov_b32_e32 v1, {word}"),
                        format!("v_mov_b32_e64 v1, {word}"),
                        format!("v_or_b32_e64 v1, 0, {word}"),
                    ] {
                        let mut moved = run(text.clone());
                        assert_eq!(moved.lane("v1", 0), Ok(vec![lane]), "{cpu} {text}");
                    }
                    count += 7;
                }
            }
        }
    }
    assert!(count > 1000, "{count} instructions");
}

/// What an instruction reads is what was there before it: also what is computed.
#[test]
fn a_computed_state_is_read_before_anything_is_written() {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    let mut machine = machine(&target, 0, 0, EXEC);
    let inst = parse(&target, "llvm", "s_or_b32 vcc_lo, src_vccz, 0x100");
    execution::execute(&target, inst, &mut machine).expect("it runs");
    assert_eq!(machine.state("VCC"), Ok(0x101));
    assert_eq!(machine.state("VCCZ"), Ok(0));
    assert_eq!(machine.state("EXECZ"), Ok(0));
    machine.set_state("EXEC", 0).expect("a state");
    assert_eq!(machine.state("EXECZ"), Ok(1));
    assert_eq!(machine.set_state("EXECZ", 0), Err(NameError::Computed));
}

/// What the description does not say is an error that names it, and never zero.
#[test]
fn a_word_without_a_value_is_an_error() {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    for (syntax, text) in [
        ("llvm", "v_mov_b32_e32 v1, src_lds_direct"),
        ("clrx", "v_add_u32 v1, lds, v2"),
        ("llvm", "v_mov_b32_e64 v1, src_lds_direct"),
    ] {
        let mut machine = machine(&target, 1, VCC, EXEC);
        machine.set_lane("v1", 0, &[7]).expect("a register");
        let inst = parse(&target, syntax, text);
        let error = execution::execute(&target, inst, &mut machine).expect_err("no value");
        assert!(matches!(error.kind, ExecErrorKind::Word { .. }), "{text}");
        let message = error.display(target.tables()).to_string();
        let name = text.split([' ', '_']).nth(1).expect("a mnemonic");
        assert!(message.contains(name), "{message}");
        assert!(
            message.ends_with(
                "src0 is src_lds_direct, and the description does not say what that stands for"
            ),
            "{message}"
        );
        assert_eq!(machine.lane("v1", 0), Ok(vec![7]), "{text}");
    }
}

/// A word that stands for a number: an address of its own instead of a base.
#[test]
fn off_is_zero() {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    let mut machine = machine(&target, 0, 0, 1);
    let global = machine.space("global").expect("a space");
    machine.poke(global, 0x40, &9_u32.to_le_bytes());
    machine
        .set_lane("v[2:3]", 0, &[0x40, 0])
        .expect("registers");
    let inst = parse(&target, "llvm", "global_load_dword v1, v[2:3], off");
    execution::execute(&target, inst, &mut machine).expect("it runs");
    assert_eq!(machine.lane("v1", 0), Ok(vec![9]));
}
