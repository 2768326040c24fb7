//! Descriptions, held against every record of LLVM's target description, and against
//! what instructions touch when they run.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_mc::describe::Place;
use isa_mc::exec::{Access, Column, Executor, Fault, Machine, RegisterPart};
use isa_mc::gcn::syntax;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::corpus::{Corpus, Source};
use isa_test_support::descriptions::{Comparison, compare, reasons};
use isa_test_support::execution;
use isa_test_support::facts;
use isa_test_support::sample::Sample;

/// Directions, ties, register files, widths, constants and literals of operands are
/// what LLVM says, but for the differences that are listed with a reason; and each of
/// these is needed.
#[test]
fn operands_are_those_of_llvm() {
    let records = facts::records();
    let reasons = reasons();
    let mut comparison = Comparison::default();
    for cpu in PROCESSORS {
        compare(cpu, &records, &mut comparison);
    }
    assert!(comparison.records > 15_000, "{}", comparison.records);
    assert!(comparison.operands > 40_000, "{}", comparison.operands);
    let mut used = SortedSet::new();
    let mut strange: SortedMap<_, Vec<String>> = SortedMap::new();
    for difference in &comparison.differences {
        let all = reasons.iter().enumerate();
        let holding: Vec<usize> = all
            .filter(|(_, reason)| reason.holds(difference))
            .map(|(index, _)| index)
            .collect();
        if holding.is_empty() {
            let names = strange.entry(&difference.what).or_default();
            names.push(format!("{} {}", difference.cpu, difference.record));
        }
        used.extend(holding);
    }
    assert!(strange.is_empty(), "{strange:#?}");
    for (index, reason) in reasons.iter().enumerate() {
        assert!(used.contains(&index), "nothing needs {reason:?}");
        assert!(reason.reason.len() > 10, "{reason:?}");
    }
}

/// A machine that notes what is touched. Its memory is everywhere.
#[derive(Default)]
struct Noting {
    reads: SortedSet<(u16, u16)>,
    writes: SortedSet<(u16, u16)>,
    states_read: SortedSet<u16>,
    states_written: SortedSet<u16>,
    loads: bool,
    stores: bool,
}

impl Machine for Noting {
    fn read(&mut self, register: RegisterPart, _: usize) -> u64 {
        self.reads.insert((register.file, register.number));
        // All lanes are active, and no address is beyond a limit.
        match register.number {
            124.. => 0xffff_ffff,
            _ => 0x3fff_ffff,
        }
    }

    fn write(&mut self, register: RegisterPart, _: usize, _: u64) {
        self.writes.insert((register.file, register.number));
    }

    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        values.fill(self.read(register, 0));
    }

    fn write_lanes(&mut self, register: RegisterPart, mask: u64, _: &Column) {
        if mask != 0 {
            self.write(register, 0, 0);
        }
    }

    fn read_state(&mut self, state: u16, _: u16) -> u64 {
        self.states_read.insert(state);
        0
    }

    fn write_state(&mut self, state: u16, _: u16, _: u64) {
        self.states_written.insert(state);
    }

    fn load(&mut self, _: Access) -> Result<u64, Fault> {
        self.loads = true;
        Ok(0)
    }

    fn store(&mut self, _: Access, _: u64) -> Result<(), Fault> {
        self.stores = true;
        Ok(())
    }
}

/// Instructions that run touch no register, no state and no memory but what their
/// descriptions say. What is only written may be read for nothing: what some
/// encodings keep of it is computed for all. A sample has every second vector.
#[test]
fn what_runs_touches_only_what_is_described() {
    let (mut ran, mut written) = (0, 0);
    let mut sample = Sample::of_this_run();
    let mut strange: SortedMap<String, String> = SortedMap::new();
    for cpu in PROCESSORS {
        let corpus = Corpus::new(Source::Vectors, cpu, 10_000);
        let target = corpus.target;
        let tables = target.tables();
        let insts: SortedSet<(u16, u64)> = corpus
            .insts
            .iter()
            .map(|it| (it.encoding(), it.low_bits()))
            .collect();
        let mut executor = Executor::new();
        for inst in corpus.insts {
            if !sample.takes(4) {
                continue;
            }
            let mut machine = Noting::default();
            if execution::execute_again(&mut executor, &target, inst, &mut machine).is_err() {
                continue;
            }
            ran += 1;
            let mut text = String::new();
            let _ = target.print(inst, syntax::LLVM, &mut text);
            let description = target.describe(inst).expect("it is here");
            let units = |wanted: fn(&isa_mc::describe::Access<'_>) -> bool| {
                let accesses = target.accesses(inst).filter(move |it| wanted(it));
                accesses.flat_map(|it| it.units()).collect::<SortedSet<_>>()
            };
            let names = |wanted: fn(&isa_mc::describe::Access<'_>) -> bool| {
                let accesses = target.accesses(inst).filter(move |it| wanted(it));
                let states = accesses.filter_map(|it| match it.place {
                    Place::State(state) => Some(state.name),
                    Place::Registers(_) | Place::Numbered(_) => None,
                });
                states.collect::<SortedSet<_>>()
            };
            let may_read = units(|_| true);
            let may_write = units(|it| it.writes);
            written += machine.writes.len();
            let mut note = |what: &str| {
                let key = format!("{} {what}", target.mnemonic(inst));
                strange.entry(key).or_insert(format!("{cpu} {text}"));
            };
            for unit in machine.reads.difference(&may_read) {
                note(&format!("reads {unit:?}"));
            }
            for unit in machine.writes.difference(&may_write) {
                note(&format!("writes {unit:?}"));
            }
            let (read, write) = (names(|_| true), names(|it| it.writes));
            let name = |state: u16| tables.text(tables.states[usize::from(state)].name);
            for state in machine.states_read {
                let said = read.contains(name(state));
                // How arithmetic rounds is asked for even where nothing has to be
                // rounded; `tests/facts/effects.tsv` is about that.
                if !said && tables.floating.iter().all(|it| it.rounding.state != state) {
                    note(&format!("reads {}", name(state)));
                }
            }
            for state in machine.states_written {
                if !write.contains(name(state)) {
                    note(&format!("writes {}", name(state)));
                }
            }
            if machine.loads && !description.loads() {
                note("loads");
            }
            if machine.stores && !description.stores() {
                note("stores");
            }
        }
        assert!(insts.len() > 300, "{cpu}: {}", insts.len());
    }
    assert!(strange.is_empty(), "{strange:#?}");
    assert!(ran > 20_000 && written > 20_000, "{ran} {written}");
}
