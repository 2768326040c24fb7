//! A machine of one's own: `toy.isa` becomes a module with an encoder, a
//! decoder, a printer and an assembler.
//!
//! ```text
//! cargo run -p isa-mc --example toy
//! ```

use std::fmt::Write as _;

use isa_mc::Target;

/// What `isa!` makes of the description. The path is relative to the folder
/// of the crate's `Cargo.toml`.
#[allow(missing_docs)]
mod toy {
    isa_mc::isa!("examples/toy.isa");
}

use toy::{Condition, modifier, r, syntax};

/// A little program, built by function calls.
fn program(target: &Target<'_>) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let statements = [
        toy::set(r(1), 300),
        toy::load(r(2), r(4).x(2)).flag(modifier::FAR),
        toy::add(r(2), r(1)),
        toy::jump(Condition::Nonzero, 0x40),
        toy::store(r(2), toy::SP),
    ];
    let mut code = Vec::new();
    for statement in statements {
        let inst = statement.build(target)?;
        let mut bytes = [0; 12];
        let size = toy::encode(target, inst, &mut bytes)?;
        code.extend(&bytes[..size]);
    }
    Ok(code)
}

/// The bytes as text: an offset, the code, the statement.
fn disassemble(target: &Target<'_>, code: &[u8]) -> Result<String, Box<dyn std::error::Error>> {
    let mut listing = String::new();
    let mut at = 0;
    while let Some(rest) = code.get(at..).filter(|rest| !rest.is_empty()) {
        let inst = toy::decode(target, rest)?;
        let size = inst.size();
        let mut hex = String::new();
        for byte in &rest[..size] {
            write!(hex, "{byte:02x}")?;
        }
        let mut text = String::new();
        toy::print(target, inst, syntax::PLAIN, &mut text)?;
        writeln!(listing, "{at:04x}  {hex:<8}  {text}")?;
        at += size;
    }
    Ok(listing)
}

/// The statements of a text, one a line, as bytes.
fn assemble(target: &Target<'_>, text: &str) -> Result<Vec<u8>, String> {
    let mut code = Vec::new();
    for line in text.lines() {
        let inst = toy::parse(target, line, syntax::PLAIN)
            .map_err(|error| error.display(target, syntax::PLAIN, line).to_string())
            .map_err(|message| format!("`{line}`: {message}"))?;
        let mut bytes = [0; 12];
        let size = toy::encode(target, inst, &mut bytes).map_err(|error| error.to_string())?;
        code.extend(&bytes[..size]);
    }
    Ok(code)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = toy::target("toy200").ok_or("toy.isa names this processor")?;
    let code = program(&target)?;
    let listing = disassemble(&target, &code)?;
    print!("{listing}");

    // The text behind the offset and the code assembles back.
    let text: Vec<&str> = listing.lines().filter_map(|line| line.get(16..)).collect();
    assert_eq!(assemble(&target, &text.join("\n"))?, code);

    // Mistakes are told in the terms of the description.
    for wrong in ["load r1, r4 far", "load r1, r[3:4] far", "jump maybe, 0"] {
        if let Err(error) = assemble(&target, wrong) {
            println!("{error}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(processor: &str) -> Target<'static> {
        toy::target(processor).expect("toy.isa names it")
    }

    /// The whole way round: builders, bytes, text, bytes.
    #[test]
    fn the_program_comes_back() {
        let target = target("toy200");
        let code = program(&target).expect("it is right");
        let listing = disassemble(&target, &code).expect("it was encoded");
        assert_eq!(
            listing,
            "\
0000  01812c01  set r1, 300
0004  2421      load r2, r[4:5] far
0006  2102      add r2, r1
0008  20824000  jump nonzero, 0x40
000c  2f22      store sp, r2
"
        );
        let text: Vec<&str> = listing.lines().map(|line| &line[16..]).collect();
        assert_eq!(assemble(&target, &text.join("\n")), Ok(code));
    }

    /// A column of opcodes belongs to its architecture alone.
    #[test]
    fn opcodes_follow_the_architecture() {
        let (first, second) = (target("toy100"), target("toy200"));
        let and = assemble(&first, "and r1, r2").expect("both have it");
        assert_eq!(
            disassemble(&second, &and).expect("it is another one there"),
            "0000  1206      xor r1, r2\n"
        );
        assert!(assemble(&first, "xor r1, r2").is_err());
    }

    /// `far` makes the address a pair, which begins at an even register.
    #[test]
    fn a_far_address_is_a_pair() {
        let target = target("toy201");
        for wrong in ["load r1, r4 far", "load r1, r[4:5]", "load r1, r[3:4] far"] {
            assert!(assemble(&target, wrong).is_err(), "{wrong}");
        }
        assert!(assemble(&target, "load r1, r[4:5] far").is_ok());
    }
}
