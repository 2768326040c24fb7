//! Sources of macros with conditions, and what comes out of them.

use std::io::{Result, Write};

use isa_test_support::random::Random;

/// What macros take, and what of it conditions compare with.
const PARAMETERS: [(&str, u64); 3] = [("a", 128), ("b", 60), ("c", 200)];

/// Macros, and instructions that come out of each.
const MACROS: usize = 10;
const INSTRUCTIONS: usize = 10;

/// A line of a body.
enum Line {
    Instruction(String),
    /// A parameter is greater than its limit.
    If(usize),
    Else,
    EndIf,
}

/// Calls of macros of ten instructions each with one to three conditions, with other values
/// every time: nothing is gained by remembering lines. `are_expanded`: what they stand for
/// instead.
pub fn macros_of_ten(out: &mut dyn Write, count: usize, are_expanded: bool) -> Result<()> {
    let bodies: Vec<Vec<Line>> = (0..MACROS).map(body).collect();
    if !are_expanded {
        for (number, body) in bodies.iter().enumerate() {
            define(out, number, body)?;
        }
    }
    let mut random = Random::new(1);
    for call in 0..count / INSTRUCTIONS {
        let values = PARAMETERS.map(|_| random.word() % 256);
        let number = call % MACROS;
        if are_expanded {
            expand(out, &bodies[number], values)?;
        } else {
            let [a, b, c] = values;
            writeln!(out, "\tten_{number} {a}, {b}, {c}")?;
        }
    }
    Ok(())
}

/// The lines of a macro.
fn body(number: usize) -> Vec<Line> {
    let conditions = 1 + number % 3;
    let each = INSTRUCTIONS / (conditions + 1);
    let mut lines = Vec::new();
    let add = |lines: &mut Vec<Line>, count: usize| {
        for _ in 0..count {
            lines.push(Line::Instruction(instruction(number * 31 + lines.len())));
        }
    };
    add(&mut lines, INSTRUCTIONS - conditions * each);
    for condition in 0..conditions {
        lines.push(Line::If((number + condition) % PARAMETERS.len()));
        add(&mut lines, each);
        lines.push(Line::Else);
        add(&mut lines, each);
        lines.push(Line::EndIf);
    }
    lines
}

/// An instruction over parameters.
fn instruction(number: usize) -> String {
    let register = number * 13 % 256;
    let [to, left, right] = [0, 1, 2].map(|at| PARAMETERS[(number + at) % 3].0);
    match number % 4 {
        0 => format!("v_add_f32_e32 v\\{to}, v\\{left}, v{register}"),
        1 => format!("v_xor_b32_e32 v\\{to}, v\\{left}, v{register}"),
        2 => format!(
            "s_add_u32 s{}, s{}, {:#x}\\{to}",
            number % 90,
            register % 90,
            number + 4096
        ),
        _ => format!("v_fma_f32 v\\{to}, v\\{left}, v\\{right}, v{register}"),
    }
}

fn define(out: &mut dyn Write, number: usize, body: &[Line]) -> Result<()> {
    writeln!(out, ".macro ten_{number} a, b, c")?;
    for line in body {
        match line {
            Line::Instruction(text) => writeln!(out, "\t{text}")?,
            Line::If(parameter) => {
                let (name, limit) = PARAMETERS[*parameter];
                writeln!(out, "\t.if \\{name} > {limit}")?;
            }
            Line::Else => writeln!(out, "\t.else")?,
            Line::EndIf => writeln!(out, "\t.endif")?,
        }
    }
    writeln!(out, ".endm")
}

fn expand(out: &mut dyn Write, body: &[Line], values: [u64; 3]) -> Result<()> {
    let mut is_read = true;
    for line in body {
        match line {
            Line::If(parameter) => is_read = values[*parameter] > PARAMETERS[*parameter].1,
            Line::Else => is_read = !is_read,
            Line::EndIf => is_read = true,
            Line::Instruction(text) if is_read => {
                let mut text = text.clone();
                for ((name, _), value) in PARAMETERS.iter().zip(values) {
                    text = text.replace(&format!("\\{name}"), &value.to_string());
                }
                writeln!(out, "\t{text}")?;
            }
            Line::Instruction(_) => {}
        }
    }
    Ok(())
}
