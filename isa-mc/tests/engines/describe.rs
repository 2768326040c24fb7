//! Descriptions of instructions that are known well.

use isa_mc::describe::{Branch, Place, Taken};
use isa_mc::gcn::{self, s, syntax, v};
use isa_mc::tables::Direction;
use isa_mc::{Cursor, OperandValue, Target};

/// What an instruction reads and writes, as `r:`, `w:`, `rw:` and names; names of what
/// it does not name in parentheses.
fn accesses(target: &Target<'_>, text: &str) -> String {
    let inst = target.parse(text, syntax::LLVM).expect(text);
    let parts: Vec<String> = target
        .accesses(inst)
        .map(|access| {
            let mut name = [0; 24];
            let mut out = Cursor::new(&mut name);
            let name = match access.place {
                Place::Registers(register) => {
                    assert!(target.print_register(register, &mut out), "{text}");
                    out.as_str().to_string()
                }
                Place::State(state) => state.name.to_string(),
                Place::Numbered(it) => panic!("{it:?} is none of words"),
            };
            let name = match access.operand {
                Some(_) => name,
                None => format!("({name})"),
            };
            let verb = match (access.reads, access.writes) {
                (true, true) => "rw",
                (true, false) => "r",
                _ => "w",
            };
            format!("{verb}:{name}")
        })
        .collect();
    parts.join(" ")
}

#[test]
fn what_instructions_read_and_write() {
    let cases = [
        ("v_add_f32 v0, v1, v2", "w:v0 r:v1 r:v2 r:(exec) r:(MODE)"),
        ("v_mac_f32 v0, s1, v2", "rw:v0 r:s1 r:v2 r:(exec) r:(MODE)"),
        ("v_cmp_eq_u32 vcc, 1, v2", "r:v2 r:(exec) w:(vcc)"),
        ("v_cmp_eq_u32 s[2:3], 1, v2", "w:s[2:3] r:v2 r:(exec)"),
        ("s_add_u32 s0, scc, 7", "w:s0 r:SCC w:(SCC)"),
        // Whether VCC is zero is computed from it.
        ("s_mov_b32 s0, vccz", "w:s0 r:vcc"),
        ("s_cbranch_vccz 3", "r:(vcc) r:(PC) w:(PC)"),
        ("s_mov_b64 exec, s[2:3]", "w:exec r:s[2:3]"),
        (
            "global_load_dwordx2 v[0:1], v2, s[4:5]",
            "w:v[0:1] r:v2 r:s[4:5] r:(exec)",
        ),
        (
            "global_load_short_d16 v0, v[2:3], off",
            "rw:v0 r:v[2:3] r:(exec)",
        ),
        (
            "image_load v[0:2], v[4:7], s[8:15] dmask:0x7 unorm",
            "w:v[0:2] r:v[4:7] r:s[8:15] r:(exec)",
        ),
        ("s_nop 0", ""),
    ];
    let target = gcn::target("gfx900").expect("a processor");
    let all: Vec<_> = cases
        .iter()
        .map(|(text, _)| (*text, accesses(&target, text)))
        .collect();
    for ((text, found), (_, wanted)) in all.iter().zip(cases) {
        assert_eq!(found, wanted, "{text}; {all:#?}");
    }
}

#[test]
fn where_instructions_go_on() {
    let branch = |direct, taken| {
        Some(Branch {
            operand: 0,
            direct,
            taken,
        })
    };
    let cases = [
        ("s_branch", branch(true, Taken::Always)),
        ("s_cbranch_scc0", branch(true, Taken::Sometimes)),
        ("s_cbranch_execz", branch(true, Taken::Sometimes)),
        ("s_setpc_b64", branch(false, Taken::Always)),
        ("s_mov_b64", None),
        ("s_endpgm", None),
    ];
    let target = gcn::target("gfx803").expect("a processor");
    for (mnemonic, wanted) in cases {
        let opcode = target.opcode(mnemonic).expect(mnemonic);
        let description = target.descriptions_of(opcode).next().expect(mnemonic);
        assert_eq!(description.branch(), wanted, "{mnemonic}");
    }
    let call = target.opcode("s_call_b64").expect("gfx900 has it");
    assert_eq!(target.descriptions_of(call).count(), 0);
    assert!(target.opcode("s_jump").is_none());
}

/// What operands accept, and what they do not.
#[test]
fn what_operands_accept() {
    let target = gcn::target("gfx900").expect("a processor");
    let of = |mnemonic: &str, at: usize| {
        let opcode = target.opcode(mnemonic).expect(mnemonic);
        target.descriptions_of(opcode).nth(at).expect(mnemonic)
    };
    let short = of("v_add_f32", 0);
    let (first, second) = (
        short.operand("src0").expect("an operand"),
        short.operand("src1").expect("an operand"),
    );
    assert_eq!((short.size(), short.max_size()), (4, 8));
    assert!(first.takes_literal() && first.takes_constant());
    assert!(!second.takes_literal() && !second.takes_constant());
    assert!(first.accepts(s(3).into()) && !second.accepts(s(3).into()));
    assert!(first.accepts(OperandValue::Float(1.0)) && !second.accepts(OperandValue::Int(1)));
    assert!(!first.accepts(v(3).x(2).into()));
    let sets: Vec<_> = first
        .registers()
        .map(|it| (it.file, it.first, it.last, it.align))
        .collect();
    let [scalar, vector] = [s(0).0.file, v(0).0.file];
    assert!(sets.contains(&(vector, 0, 255, 1)), "{sets:?}");
    assert!(
        sets.iter().any(|it| it.0 == scalar && it.1 == 0),
        "{sets:?}"
    );

    let load = of("s_load_dwordx8", 0);
    let data = load.operand("sdata").expect("an operand");
    assert_eq!(data.direction, Direction::Out);
    assert_eq!(data.widths(), 8..=8);
    assert!(
        data.registers()
            .all(|set| set.align == 4 && set.last <= 127)
    );
    assert!(load.loads() && !load.stores() && load.counters().eq(["lgkmcnt"]));
    let image = of("image_load", 0);
    let data = image.operand("vdata").expect("an operand");
    assert_eq!(data.widths(), 1..=5);
    let address = of("global_store_dword", 0)
        .operand("vaddr")
        .expect("an operand");
    assert_eq!(address.widths(), 1..=2);
    assert!(of("global_atomic_add", 0).is_atomic());
    // Stores read their data late on old processors.
    let store = of("buffer_store_dword", 0);
    assert!(store.stores() && !store.loads() && store.counters().eq(["vmcnt"]));
    let old = gcn::target("gfx700").expect("a processor");
    let store = old
        .descriptions_of(store.opcode())
        .next()
        .expect("it has it");
    assert!(store.counters().eq(["vmcnt", "expcnt"]));
}

/// Every description of every processor can be looked at, its operands are those of an
/// instruction, and its places are registers that exist.
#[test]
fn all_descriptions_are_whole() {
    for cpu in gcn::PROCESSORS {
        let target = gcn::target(cpu).expect("a processor");
        let mut count = 0;
        // Those of one instruction follow each other.
        let (mut opcode, mut same) = (None, Vec::new());
        for description in target.descriptions() {
            count += 1;
            let name = description.mnemonic();
            assert!(!name.is_empty() && !description.family().is_empty());
            assert!(description.max_size() >= description.size());
            for state in description.reads().chain(description.writes()) {
                let exists = |it| target.check_register(it).is_ok();
                assert!(state.registers.is_none_or(exists), "{cpu} {name} {state:?}");
            }
            for operand in description.operands() {
                let widths = operand.widths();
                assert!(
                    widths.start() <= widths.end(),
                    "{cpu} {name} {}",
                    operand.name
                );
                for set in operand.registers() {
                    assert!(
                        set.first <= set.last && set.align > 0,
                        "{cpu} {name} {set:?}"
                    );
                }
            }
            if opcode.replace(description.opcode()) != Some(description.opcode()) {
                let all = target.descriptions_of(description.opcode());
                same = all.map(|it| it.encoding()).collect();
            }
            assert!(same.contains(&description.encoding()), "{cpu} {name}");
        }
        assert!(count > 1000, "{cpu}: {count}");
    }
}
