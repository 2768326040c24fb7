//! Instructions that run: text is assembled, executed over a machine in
//! memory, and what changed is shown.
//!
//! ```text
//! cargo run -p isa-mc --example run
//! ```

use std::fmt::Write as _;

use isa_mc::exec::{Executor, InMemory};
use isa_mc::gcn::{self, syntax};

const PROGRAM: &str = "\
global_load_dword v4, v[2:3], off
global_atomic_add v5, v[2:3], v4, off offset:16 glc
flat_store_dwordx2 v[2:3], v[4:5] offset:32
global_load_ubyte v6, v[2:3], off offset:1000";

/// Runs the program in four lanes; gives a line for each instruction.
fn run() -> Result<String, Box<dyn std::error::Error>> {
    let target = gcn::target("gfx900").ok_or("no such processor")?;
    let mut machine = InMemory::new(&target);
    let global = machine.space("global").ok_or("no such space")?;
    let flat = machine.space("flat").ok_or("no such space")?;
    // Flat addresses are global ones here: there is no LDS and no scratch.
    machine.window(flat, 0, 1 << 48, global, 0);
    machine.set_state("EXEC", 0b1111)?;
    for lane in 0..4_u32 {
        let address = 0x1000 + 4 * u64::from(lane);
        machine.poke(global, address, &(lane + 1).to_le_bytes());
        machine.set_lane("v[2:3]", lane as usize, &[address, 0])?;
    }
    machine.poke(global, 0x1010, &[0; 16]);
    machine.map(global, 0x1020, 32);

    let mut out = String::new();
    let mut executor = Executor::new();
    for text in PROGRAM.lines() {
        let inst = match target.parse(text, syntax::LLVM) {
            Ok(inst) => inst,
            Err(error) => {
                let error = error.display(target, syntax::LLVM, text).to_string();
                return Err(error.into());
            }
        };
        match executor.execute(&target, inst, &mut machine) {
            Ok(done) => writeln!(out, "{text}: lanes {:#b}", done.lanes)?,
            Err(error) => writeln!(out, "{}", error.display(target.tables()))?,
        }
    }
    writeln!(out, "v4 of lane 2 is {:?}", machine.lane("v4", 2)?)?;
    let Ok(bytes) = machine.peek(global, 0x1010, 16) else {
        return Err("nothing was stored".into());
    };
    writeln!(out, "memory at 0x1010 is {bytes:?}")?;
    Ok(out)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", run()?);
    Ok(())
}

/// The example does what it shows.
#[test]
fn runs() {
    let out = run().expect("the program is right");
    let want = "v4 of lane 2 is [3]\n\
                memory at 0x1010 is [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]\n";
    assert!(out.ends_with(want), "{out}");
    assert!(
        out.contains("global_load_ubyte: lane 0 loads 1 bytes"),
        "{out}"
    );
}
