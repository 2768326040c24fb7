//! Code of clang, again and again.

use isa_test_support::code::{Count, Module, count, repeat};

const CLANG: &str = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n\t.text\n\
    \t.globl\tf                       ; -- Begin function f\n\
    f:                                      ; @f\n; %bb.0:\n\ts_branch .LBB0_1\n\
    \t.section\t.rodata,\"a\",@progbits\n\t.amdhsa_kernel f\n\t.end_amdhsa_kernel\n\
    \t.text\n\t.set f.num_vgpr, 2\n.LBB0_1:\n\ts_add_u32 s4, s4, .Ltable@rel32@lo+4\n";

#[test]
fn code_stays_and_nothing_else() {
    let module = Module::new(CLANG);
    let expected = [
        "\t.text",
        "\t.globl\tf",
        "f:",
        "\ts_branch .LBB0_1",
        "\t.text",
        ".LBB0_1:",
        "\ts_add_u32 s4, s4, .Ltable@rel32@lo+4",
    ];
    assert_eq!(module.lines, expected);
    assert_eq!((module.instructions, module.names.len()), (2, 2));
}

/// Names that are defined are new in each copy, others stay.
#[test]
fn copies_have_names_of_their_own() {
    let text = repeat(&[Module::new(CLANG)], 3);
    assert!(text.contains("\n\t.globl\tf_0\nf_0:\n\ts_branch .LBB0_1_0\n"));
    assert!(text.contains("\n\t.globl\tf_1\nf_1:\n\ts_branch .LBB0_1_1\n"));
    assert_eq!(text.matches(" s4, s4, table@rel32@lo+4\n").count(), 2);
    let expected = Count {
        instructions: 4,
        labels: 4,
        directives: 7,
    };
    assert_eq!(count(&text), expected);
}

#[test]
fn the_same_modules_give_the_same_source() {
    let modules: Vec<Module> = (0..5)
        .map(|at| Module::new(&format!("f{at}:\n\ts_nop {at}\n")))
        .collect();
    let text = repeat(&modules, 20);
    assert_eq!(count(&text).instructions, 20);
    assert_eq!(text, repeat(&modules, 20));
    // The second time in another order.
    let order = |copy: usize| -> Vec<&str> {
        let lines = text.lines().filter(|line| line.starts_with("\ts_nop"));
        lines.skip(5 * copy).take(5).collect()
    };
    assert_ne!(order(0), order(1));
}

#[test]
fn modules_without_instructions_give_nothing() {
    assert_eq!(repeat(&[Module::new("\t.text\n")], 5), "\t.text\n");
    assert_eq!(repeat(&[], 5), "\t.text\n");
}
