//! What instructions of vISA read and write: held against their text, and against what they
//! do when they run.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::fmt::Write as _;

use isa_mc::describe::{Access, Place, Taken};
use isa_mc::exec::{self, Declaration, Fault, Machine, RegisterPart};
use isa_mc::visa::extents::extents;
use isa_mc::{StreamInst, StreamTarget};
use isa_test_support::execution;
use isa_test_support::machine::visa;

use super::visa::{is_place, syntax, target, vectors};

/// A stored instruction in each version that has it.
fn instructions() -> Vec<(StreamTarget<'static>, StreamInst)> {
    let vectors = vectors();
    let all = vectors.iter().filter(|it| !is_place(it)).map(|vector| {
        let target = target(&vector.cpu);
        let inst = target.decode(&vector.bytes).expect("it was confirmed");
        (target, inst)
    });
    all.collect()
}

/// Those of the first and the last version: between them operations are the same.
fn first_and_last() -> Vec<(StreamTarget<'static>, StreamInst)> {
    let mut all = instructions();
    all.retain(|(target, _)| ["visa3.0", "visa4.1"].contains(&visa().text(target.arch().name)));
    all
}

/// Things of files by number: `V40`.
type Things = SortedSet<(String, u64)>;

/// What the text of the document names. The null variable is nothing.
fn named(target: StreamTarget<'_>, inst: StreamInst) -> Things {
    let mut text = String::new();
    let printed = target.print(inst, syntax("document"), &mut text);
    printed.expect("every instruction has a text");
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let words = words.filter_map(|word| {
        let prefix = word.get(..1)?;
        let number = word.get(1..)?.parse().ok()?;
        "VPATS"
            .contains(prefix)
            .then_some((prefix.to_owned(), number))
    });
    words
        .filter(|(prefix, number)| prefix != "V" || *number != 0)
        .collect()
}

/// What accesses name by number.
fn numbers<'a>(accesses: impl Iterator<Item = Access<'a>>) -> Things {
    let all = accesses.filter_map(|it| it.numbered());
    all.filter_map(|it| Some((it.prefix.to_owned(), it.number?)))
        .collect()
}

/// A piece whose type names nothing, or names something else than its text says, is found.
#[test]
fn what_the_text_names_is_what_is_accessed() {
    let all = instructions();
    assert!(all.len() > 3000, "{}", all.len());
    for (target, inst) in all {
        let mut text = String::new();
        let _ = target.print(inst, syntax("document"), &mut text);
        let found = numbers(target.accesses(inst));
        assert_eq!(found, named(target, inst), "{text}");
        let description = target.describe(inst).expect("it is one of this target");
        assert_eq!(description.size(), inst.size());
        assert_eq!(description.mnemonic(), target.mnemonic(inst));
    }
}

/// A branch without a condition is always taken, whatever its operation asks besides.
#[test]
fn branches_are_taken_always_or_sometimes() {
    let target = StreamTarget::new(visa(), "visa").expect("a processor");
    for (line, taken) in [
        ("jmp (M1, 1) L1", Taken::Always),
        ("(P1) jmp (M1, 1) L1", Taken::Sometimes),
        ("(!P1.any) jmp (M1, 1) L1", Taken::Sometimes),
        ("call (M1_NM, 1) L1", Taken::Always),
        ("call (M1, 8) L1", Taken::Sometimes),
        ("goto (M1, 8) L1", Taken::Sometimes),
    ] {
        let inst = target.parse(line, syntax("visa")).expect(line);
        let branch = target.describe(inst).and_then(|it| it.branch());
        assert_eq!(branch.map(|it| it.taken), Some(taken), "{line}");
    }
}

/// What an instruction did when it ran.
#[derive(Debug, Default)]
struct Seen {
    read: Things,
    written: Things,
    /// Through an address.
    read_any: bool,
    written_any: bool,
    loads: bool,
    stores: bool,
    states_read: SortedSet<u16>,
    states_written: SortedSet<u16>,
}

/// A machine on which every variable has one type, and that writes down what is accessed.
struct Recorder {
    type_number: u32,
    /// What channels of predicates are.
    flags: u64,
    seen: Seen,
}

impl Recorder {
    /// What lies at an address of a space, if it is no memory.
    fn thing(access: exec::Access) -> Option<(String, u64)> {
        let space = visa().spaces[usize::from(access.space)];
        match visa().text(space.name) {
            "variable" => Some(("V".into(), access.address >> 32)),
            "predicate" => Some(("P".into(), access.address / 4)),
            "address" => Some(("A".into(), access.address >> 16)),
            "global" => None,
            _ => Some((String::new(), 0)),
        }
    }
}

impl Machine for Recorder {
    fn read(&mut self, _: RegisterPart, _: usize) -> u64 {
        0
    }

    fn write(&mut self, _: RegisterPart, _: usize, _: u64) {}

    fn read_state(&mut self, state: u16, _: u16) -> u64 {
        self.seen.states_read.insert(state);
        match visa().text(visa().states[usize::from(state)].name) {
            "EM" => 0xffff_ffff,
            "GRF_BYTES" => 64,
            "GLOBAL_END" => u64::MAX,
            "CALL_DEPTH" | "IP" => 1,
            // What has called is in frame 0: a subroutine there, or a function.
            "FRAME" => u64::from(self.type_number & 1),
            _ => 0,
        }
    }

    fn write_state(&mut self, state: u16, _: u16, _: u64) {
        self.seen.states_written.insert(state);
    }

    fn load(&mut self, access: exec::Access) -> Result<u64, Fault> {
        if visa().text(visa().spaces[usize::from(access.space)].name) == "entry" {
            // There is a function everywhere.
            return Ok(1 << 16);
        }
        match Recorder::thing(access) {
            None => self.seen.loads = true,
            Some((prefix, 0)) if prefix == "V" => self.seen.read_any = true,
            Some((prefix, number)) => {
                let flags = prefix == "P";
                self.seen.read.insert((prefix, number));
                if flags {
                    return Ok(self.flags);
                }
            }
        }
        Ok(0)
    }

    fn store(&mut self, access: exec::Access, _: u64) -> Result<(), Fault> {
        match Recorder::thing(access) {
            None => self.seen.stores = true,
            Some((prefix, 0)) if prefix == "V" => self.seen.written_any = true,
            Some(thing) => {
                self.seen.written.insert(thing);
            }
        }
        Ok(())
    }

    fn declaration(&mut self, _: u32) -> Option<Declaration> {
        Some(Declaration {
            type_number: self.type_number,
            elements: 4096,
        })
    }

    fn element(&mut self, _: u32, _: [u32; 4]) -> u64 {
        0x1000
    }

    fn buffer(&mut self, _: u32, offset: u64) -> u64 {
        offset | 0x1000
    }
}

/// What an instruction does where it is defined: with variables of each type, with predicates
/// that hold and that do not.
fn runs(target: StreamTarget<'_>, inst: StreamInst) -> Vec<Seen> {
    // ud, uw, ub, f, uq, hf.
    let types = [0, 2, 4, 7, 11, 14].into_iter();
    let machines = types.flat_map(|type_number| [0, 0xffff_ffff].map(|flags| (type_number, flags)));
    let seen = machines.filter_map(|(type_number, flags)| {
        let mut machine = Recorder {
            type_number,
            flags,
            seen: Seen::default(),
        };
        let done = execution::execute_stream(&target, inst, &mut machine);
        done.ok().map(|_| machine.seen)
    });
    seen.collect()
}

/// An instruction accesses nothing that its description lacks.
#[test]
fn running_accesses_what_is_described() {
    let mut ran = SortedSet::new();
    for (target, inst) in first_and_last() {
        let description = target.describe(inst).expect("it is one of this target");
        let accesses: Vec<Access<'_>> = target.accesses(inst).collect();
        let reads = numbers(accesses.iter().copied().filter(|it| it.reads));
        let writes = numbers(accesses.iter().copied().filter(|it| it.writes));
        let any = |wanted: fn(&Access<'_>) -> bool| {
            accesses
                .iter()
                .any(|it| wanted(it) && it.numbered().is_some_and(|it| it.number.is_none()))
        };
        let states = |all: &SortedSet<u16>, wanted: fn(&Access<'_>) -> bool| {
            let names = all
                .iter()
                .map(|state| visa().text(visa().states[usize::from(*state)].name));
            let missing = names.filter(|name| {
                !accesses.iter().any(|it| match it.place {
                    Place::State(state) => wanted(it) && state.name == *name,
                    _ => false,
                })
            });
            missing.map(str::to_owned).collect::<Vec<_>>()
        };
        let mut text = String::new();
        let _ = target.print(inst, syntax("visa"), &mut text);
        for seen in runs(target, inst) {
            ran.insert(target.mnemonic(inst));
            for thing in &seen.written {
                assert!(
                    thing.0.is_empty() || writes.contains(thing),
                    "{text}: {thing:?}"
                );
            }
            for thing in &seen.read {
                // Channels of a predicate that are not written stay: that is no reading.
                let kept = thing.0 == "P" && writes.contains(thing);
                assert!(
                    thing.0.is_empty() || kept || reads.contains(thing),
                    "{text}: {thing:?}"
                );
            }
            // Nobody says what the null variable holds where there has to be data.
            let null = text.contains("%null");
            assert!(!seen.read_any || null || any(|it| it.reads), "{text}");
            assert!(!seen.written_any || null || any(|it| it.writes), "{text}");
            assert!(!seen.loads || description.loads(), "{text}");
            assert!(!seen.stores || description.stores(), "{text}");
            // A state that is written under a condition is read where it stays.
            assert_eq!(
                states(&seen.states_read, |it| it.reads || it.writes),
                Vec::<String>::new(),
                "{text}"
            );
            let written = states(&seen.states_written, |it| it.writes);
            assert_eq!(written, Vec::<String>::new(), "{text}");
        }
    }
    assert!(ran.len() > 130, "{} ran", ran.len());
}

/// Bytes are those of variables that are accessed, whatever the predicate is.
#[test]
fn extents_are_of_what_is_accessed() {
    let declaration = |_| {
        Some(Declaration {
            type_number: 0,
            elements: 4096,
        })
    };
    let mut defined = SortedSet::new();
    for (target, inst) in first_and_last() {
        let Some(all) = extents(&target, inst, 64, &declaration) else {
            continue;
        };
        let accesses: Vec<Access<'_>> = target.accesses(inst).collect();
        for extent in all {
            defined.insert(target.mnemonic(inst));
            let is_it = |it: &Access<'_>| {
                let numbered = it.numbered().filter(|it| it.prefix == "V");
                numbered.and_then(|it| it.number) == Some(extent.variable.into())
            };
            let wanted = |it: &Access<'_>| if extent.writes { it.writes } else { it.reads };
            let found = accesses.iter().any(|it| is_it(it) && wanted(it));
            assert!(found, "{} {extent:?}", target.mnemonic(inst));
            assert!(!extent.bytes.is_empty(), "{extent:?}");
        }
    }
    assert!(defined.len() > 70, "{} are defined", defined.len());
}

/// Bytes of regions, counted by hand: with channels that the execution mask leaves out, types of
/// other sizes, both sizes of registers, and operands that are no regions.
#[test]
fn extents_are_those_of_regions() {
    let target = target("visa4.1");
    // V40 to V49 are ud, V50 to V59 uw, V60 to V69 uq.
    let declaration = |variable: u32| {
        let type_number = match variable {
            40..50 => 0,
            50..60 => 2,
            60..70 => 11,
            _ => return None,
        };
        Some(Declaration {
            type_number,
            elements: 512,
        })
    };
    for (text, register_bytes, expected) in [
        (
            "(!P3) add (M5, 16) V40(1,2)<1> V50(0,4)<16;8,1> V60(0,1)<0;1,0>",
            32,
            Some(vec![
                (50, 8..8 + 2 * 24, false),
                (60, 8..16, false),
                (40, 40..104, true),
            ]),
        ),
        (
            "mov (M1, 8) V50(1,0)<4> V40(1,0)<1;1,0>",
            64,
            Some(vec![(40, 64..96, false), (50, 64..64 + 2 * 29, true)]),
        ),
        (
            "svm_block_st (8) V60(0,2)<0;1,0> V40.64",
            64,
            Some(vec![(40, 64..192, false), (60, 16..24, false)]),
        ),
        (
            "gather.4 (M1, 16) T6 0x0:ud V41.0 V40.4",
            64,
            Some(vec![(41, 0..64, false), (40, 4..68, true)]),
        ),
        // Not declared, and not defined.
        ("mov (M1, 8) V99(0,0)<1> V40(0,0)<1;1,0>", 64, None),
        ("fcall (M1, 1) string1 1 1", 64, None),
    ] {
        let inst = target.parse(text, syntax("visa"));
        let inst = inst.unwrap_or_else(|error| {
            panic!("{}", error.display(&target, syntax("visa"), text));
        });
        let found = extents(&target, inst, register_bytes, &declaration);
        let found = found.map(|all| {
            let all = all.into_iter();
            all.map(|it| (it.variable, it.bytes, it.writes))
                .collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{text}");
    }
}

/// What every instruction reads, writes and does besides, for reviewers: of all stored ones of
/// a mnemonic together, in the last version.
#[test]
fn descriptions_are_reviewed() {
    let mut all: SortedMap<&str, [SortedSet<String>; 3]> = SortedMap::new();
    let instructions = instructions();
    let last = instructions
        .iter()
        .filter(|(target, _)| visa().text(target.arch().name) == "visa4.1");
    for (target, inst) in last {
        let [reads, writes, effects] = all.entry(target.mnemonic(*inst)).or_default();
        for access in target.accesses(*inst) {
            let text = match access.place {
                Place::Numbered(it) => {
                    let which = if it.number.is_none() { "any " } else { "" };
                    format!("{} {which}{}", access.name.unwrap_or("-"), it.prefix)
                }
                Place::State(state) => state.name.to_owned(),
                Place::Registers(_) => panic!("there are no registers"),
            };
            if access.reads {
                reads.insert(text.clone());
            }
            if access.writes {
                writes.insert(text);
            }
        }
        let description = target.describe(*inst).expect("it is one of this target");
        for (holds, effect) in [
            (description.loads(), "loads"),
            (description.stores(), "stores"),
            (description.is_atomic(), "atomic"),
            (description.branch().is_some(), "branches"),
        ] {
            if holds {
                effects.insert(effect.to_owned());
            }
        }
    }
    let mut text = String::new();
    for (mnemonic, lists) in &all {
        let _ = writeln!(text, "{mnemonic}");
        for (what, list) in ["reads", "writes", "does"].iter().zip(lists) {
            if !list.is_empty() {
                let list: Vec<&str> = list.iter().map(String::as_str).collect();
                let _ = writeln!(text, "  {what:<6} {}", list.join(", "));
            }
        }
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("visa_descriptions", text);
    });
}
