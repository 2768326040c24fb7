//! Divisions as compilers make them give the quotient of IEEE 754. Each of their steps is
//! compared in `executed::division`.

use isa_mc::exec::{Column, Executor, InMemory, Machine, RegisterPart};
use isa_mc::gcn::syntax::{CLRX, LLVM};
use isa_mc::{Inst, Target};
use isa_test_execution::meaning::vector::division::quotient;
use isa_test_execution::meaning::vector::number;
use isa_test_support::execution;

const LANES: usize = 64;
/// One processor of each architecture.
const PROCESSORS: [&str; 4] = ["gfx600", "gfx700", "gfx803", "gfx906"];
/// Everything to nearest even; subnormal numbers are kept by all types, or by doubles.
const MODES: [u32; 2] = [0xf0, 0xc0];

fn target(cpu: &str) -> Target<'static> {
    isa_mc::gcn::target(cpu).expect("a processor")
}

fn parse(target: &Target<'static>, text: &str) -> Inst {
    let inst = target.parse(text, LLVM);
    let inst = inst.or_else(|error| target.parse(text, CLRX).map_err(|_| error));
    inst.unwrap_or_else(|error| panic!("{text}: {}", error.display(target, LLVM, text)))
}

fn register(target: &Target<'static>, number: usize) -> RegisterPart {
    let register = target
        .register(&format!("v{number}"), LLVM)
        .expect("a register");
    RegisterPart {
        file: register.file,
        number: register.number,
        part: 0,
    }
}

/// A machine with all lanes active and values of so many bits in registers.
struct Wave {
    target: Target<'static>,
    machine: InMemory<'static>,
    executor: Executor<'static>,
}

impl Wave {
    fn new(cpu: &str) -> Wave {
        let target = target(cpu);
        let mut machine = InMemory::new(&target);
        machine.set_state("EXEC", u64::MAX).expect("a state");
        Wave {
            target,
            machine,
            executor: Executor::new(),
        }
    }

    fn mode(&mut self, mode: u32) {
        self.machine
            .set_state("MODE", mode.into())
            .expect("a state");
    }

    fn set(&mut self, number: usize, width: u32, values: &[u64; LANES]) {
        for dword in 0..width as usize / 32 {
            let column: Column = values.map(|value| value >> (32 * dword) & 0xffff_ffff);
            let register = register(&self.target, number + dword);
            self.machine.write_lanes(register, u64::MAX, &column);
        }
    }

    fn get(&mut self, number: usize, width: u32) -> [u64; LANES] {
        let mut all = [0; LANES];
        for dword in 0..width as usize / 32 {
            let mut column = [0; LANES];
            self.machine
                .read_lanes(register(&self.target, number + dword), &mut column);
            for (value, part) in all.iter_mut().zip(column) {
                *value |= part << (32 * dword);
            }
        }
        all
    }

    fn run(&mut self, inst: Inst) {
        let done =
            execution::execute_again(&mut self.executor, &self.target, inst, &mut self.machine);
        done.unwrap_or_else(|error| panic!("{}", error.display(self.target.tables())));
    }

    fn text(&mut self, text: &str) {
        let inst = parse(&self.target, text);
        self.run(inst);
    }
}

/// Numbers without a pattern, always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Pairs of a dividend and a divisor: every edge with every other one, and many without a
/// pattern, of which every other quotient is at an end of the type.
fn pairs(width: u32, count: usize) -> Vec<[u64; 2]> {
    let mut edges = number::edges(width);
    let (fraction, greatest) = match width {
        32 => (23, 254),
        _ => (52, 2046),
    };
    for exponent in [
        1,
        2,
        24,
        53,
        54,
        127,
        150,
        230,
        greatest - 2,
        greatest - 1,
        greatest,
    ] {
        edges.extend([
            exponent << fraction,
            (exponent << fraction) + 1,
            ((exponent + 1) << fraction) - 1,
        ]);
    }
    let mut all: Vec<_> = edges
        .iter()
        .flat_map(|&a| edges.iter().map(move |&b| [a, b]))
        .collect();
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mask = u64::MAX >> (64 - width);
    for index in 0..count {
        let (a, b) = (numbers.next() & mask, numbers.next() & mask);
        let bias = greatest / 2;
        let exponent = |bits: u64| bits >> fraction & (2 * bias + 1);
        // The exponent of the quotient: anything, the least ones, the greatest ones.
        let wanted = match index % 4 {
            0 | 1 => {
                all.push([a, b]);
                continue;
            }
            2 => numbers.next() % (fraction + 6),
            _ => 2 * bias - numbers.next() % 4,
        };
        let place = exponent(b) + wanted + u64::from(index % 4 == 2);
        let other = match index % 4 {
            2 => place.checked_sub(bias + fraction),
            _ => place.checked_sub(bias),
        };
        if let Some(place) = other.filter(|place| (0..=greatest).contains(place)) {
            let a = a & !((2 * bias + 1) << fraction) | place << fraction;
            all.push([a, b]);
        }
    }
    all
}

/// What LLVM makes of a quotient of singles, v[2] / v[4]; what stands between the bars runs
/// with subnormal numbers.
const SINGLE: &str = "
    v_div_scale_f32 v10, s[8:9], v4, v4, v2
    v_div_scale_f32 v11, vcc, v2, v4, v2
    v_rcp_f32 v12, v10
    |
    v_fma_f32 v13, -v10, v12, 1.0
    v_fma_f32 v12, v13, v12, v12
    v_mul_f32 v14, v11, v12
    v_fma_f32 v15, -v10, v14, v11
    v_fma_f32 v14, v15, v12, v14
    v_fma_f32 v10, -v10, v14, v11
    |
    v_div_fmas_f32 v10, v10, v12, v14
    v_div_fixup_f32 v20, v10, v4, v2";

/// The same of doubles.
const DOUBLE: &str = "
    v_div_scale_f64 v[10:11], s[8:9], v[4:5], v[4:5], v[2:3]
    v_rcp_f64 v[12:13], v[10:11]
    v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
    v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
    v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
    v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
    v_div_scale_f64 v[16:17], vcc, v[2:3], v[4:5], v[2:3]
    v_mul_f64 v[14:15], v[16:17], v[12:13]
    v_fma_f64 v[18:19], -v[10:11], v[14:15], v[16:17]
    v_div_fmas_f64 v[18:19], v[18:19], v[12:13], v[14:15]
    v_div_fixup_f64 v[20:21], v[18:19], v[4:5], v[2:3]";

/// What it makes on GCN 1.0, where it does not trust the bits of `v_div_scale`.
const DOUBLE_WITHOUT_BITS: &str = "
    v_div_scale_f64 v[10:11], s[8:9], v[4:5], v[4:5], v[2:3]
    v_rcp_f64 v[12:13], v[10:11]
    v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
    v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
    v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
    v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
    v_div_scale_f64 v[16:17], s[8:9], v[2:3], v[4:5], v[2:3]
    v_cmp_eq_u32 s[8:9], v3, v17
    v_cmp_eq_u32 vcc, v5, v11
    s_xor_b64 vcc, s[8:9], vcc
    v_mul_f64 v[14:15], v[16:17], v[12:13]
    v_fma_f64 v[18:19], -v[10:11], v[14:15], v[16:17]
    v_div_fmas_f64 v[18:19], v[18:19], v[12:13], v[14:15]
    v_div_fixup_f64 v[20:21], v[18:19], v[4:5], v[2:3]";

fn divide(cpu: &str, width: u32, sequence: &str, mode: u32, count: usize) {
    let mut wave = Wave::new(cpu);
    let lines = sequence
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let steps: Vec<Option<Inst>> = lines
        .map(|line| (line != "|").then(|| parse(&wave.target, line)))
        .collect();
    for chunk in pairs(width, count).chunks(LANES) {
        let operand = |which: usize| {
            let mut column = [0; LANES];
            for (value, pair) in column.iter_mut().zip(chunk) {
                *value = pair[which];
            }
            column
        };
        wave.set(2, width, &operand(0));
        wave.set(4, width, &operand(1));
        wave.mode(mode);
        let mut inside = false;
        for step in &steps {
            match step {
                Some(inst) => wave.run(*inst),
                None => {
                    inside = !inside;
                    wave.mode(if inside { mode | 0x30 } else { mode });
                }
            }
        }
        let found = wave.get(20, width);
        for (&[a, b], found) in chunk.iter().zip(found) {
            let expected = quotient(width, mode, a, b);
            assert_eq!(
                found, expected,
                "{cpu}: {a:#x} / {b:#x} in MODE {mode:#x}: {found:#x} is not {expected:#x}"
            );
        }
    }
}

/// Singles, with subnormal numbers and without: the edges and 100,000 pairs.
#[test]
fn quotients_of_singles_are_those_of_ieee() {
    for cpu in PROCESSORS {
        for mode in MODES {
            divide(
                cpu,
                32,
                SINGLE,
                mode,
                if cpu == "gfx906" { 100_000 } else { 4_000 },
            );
        }
    }
}

/// Doubles: the edges and 100,000 pairs.
#[test]
fn quotients_of_doubles_are_those_of_ieee() {
    for cpu in PROCESSORS {
        for mode in MODES {
            divide(
                cpu,
                64,
                DOUBLE,
                mode,
                if cpu == "gfx906" { 100_000 } else { 4_000 },
            );
        }
    }
    divide("gfx600", 64, DOUBLE_WITHOUT_BITS, MODES[0], 20_000);
}

/// What is scaled, by how much, and where the sum has to be scaled back.
#[test]
fn operands_are_scaled_where_a_division_needs_it() {
    // Denominator, numerator, then by how much each is scaled, and whether that is undone:
    // each line a place of AMD's description.
    let power = |exponent: i32| f64::powi(2.0, exponent);
    let singles = [
        (3.0, 5.0, 0, 0, false),
        (1.0, power(96), 64, 0, true),
        (1.0, power(95), 0, 0, false),
        (power(-130), power(-100), 64, 64, false),
        (power(127), power(20), -64, -64, false),
        (power(127), power(-10), -64, 0, true),
        (power(100), power(-40), 0, 64, true),
        (power(-90), power(-104), 64, 64, false),
        (power(-90), power(-103), 0, 0, false),
    ];
    for cpu in PROCESSORS {
        for (below, above, by_below, by_above, back) in singles {
            let (b, c) = ((below as f32).to_bits(), (above as f32).to_bits());
            let mut wave = Wave::new(cpu);
            wave.mode(0xf0);
            wave.set(4, 32, &[b.into(); LANES]);
            wave.set(2, 32, &[c.into(); LANES]);
            for (text, number, by) in [
                ("v_div_scale_f32 v10, s[8:9], v4, v4, v2", below, by_below),
                ("v_div_scale_f32 v10, s[8:9], v2, v4, v2", above, by_above),
            ] {
                wave.text(text);
                let expected = ((number * power(by)) as f32).to_bits();
                let what = format!("{cpu}: {text} of {above:e} / {below:e}");
                assert_eq!(wave.get(10, 32), [u64::from(expected); LANES], "{what}");
                let bits = if back { [0xffff_ffff; 2] } else { [0; 2] };
                assert_eq!(
                    wave.machine.register("s[8:9]").expect("registers"),
                    bits,
                    "{what}"
                );
            }
        }
        let doubles = [
            (3.0, 5.0, 0, 0, false),
            (1.0, power(768), 128, 0, true),
            (power(-1000) * power(-60), power(-900), 128, 128, false),
            (power(1023), power(100), -128, -128, false),
            (power(1023), power(-10), -128, 0, true),
            (power(900), power(-200), 0, 128, true),
            (power(-900), power(-970), 128, 128, false),
            (power(-900), power(-969), 0, 0, false),
        ];
        for (below, above, by_below, by_above, back) in doubles {
            let (below, above): (f64, f64) = (below, above);
            let mut wave = Wave::new(cpu);
            wave.mode(0xf0);
            wave.set(4, 64, &[below.to_bits(); LANES]);
            wave.set(2, 64, &[above.to_bits(); LANES]);
            for (text, number, by) in [
                (
                    "v_div_scale_f64 v[10:11], vcc, v[4:5], v[4:5], v[2:3]",
                    below,
                    by_below,
                ),
                (
                    "v_div_scale_f64 v[10:11], vcc, v[2:3], v[4:5], v[2:3]",
                    above,
                    by_above,
                ),
            ] {
                wave.text(text);
                let what = format!("{cpu}: {text} of {above:e} / {below:e}");
                assert_eq!(
                    wave.get(10, 64),
                    [(number * power(by)).to_bits(); LANES],
                    "{what}"
                );
                let bits = if back { [0xffff_ffff; 2] } else { [0; 2] };
                assert_eq!(
                    wave.machine.register("vcc").expect("registers"),
                    bits,
                    "{what}"
                );
            }
        }
    }
}
