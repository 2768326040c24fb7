//! Uses every name that the macro makes of `good.isa`.

mod toy {
    isa_mc::isa!("toy.isa");
}

fn main() {
    let target = toy::target("t1").unwrap();
    let inst = toy::move_(toy::r(1), toy::r(2))
        .flag(toy::modifier::FAST)
        .build(&target)
        .unwrap();
    let negate = toy::negate(toy::r(1), toy::Source::Zero).build(&target).unwrap();
    let opcodes = [toy::opcode::MOVE, toy::opcode::NEGATE];
    let mut bytes = [0; 4];
    toy::encode(&target, inst, &mut bytes).unwrap();
    let mut text = String::new();
    toy::print(&target, negate, toy::syntax::PLAIN, &mut text).unwrap();
    println!("{bytes:?} {text} {}", opcodes.len());
}
