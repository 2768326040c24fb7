//! What instructions that are byte streams read and write, as their description says it.

use std::path::Path;

use isa_dsl::{compile_file, dump};
use isa_mc::describe::Place;
use isa_mc::{StreamTarget, SyntaxId};

/// Reads and writes of an instruction as text, `V40` or a state; of something that is not said
/// which one it is `any V`. Behind them what it does to memory.
fn effects(text: &str) -> (Vec<String>, Vec<String>, (bool, bool)) {
    let compilation = compile_file(Path::new("language/stream_accesses.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = StreamTarget::new(&view, "one").expect("it is described");
    let inst = target.parse(text, SyntaxId(0));
    let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(&target, SyntaxId(0), text)));
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for access in target.accesses(inst) {
        let place = match access.place {
            Place::Numbered(it) => match it.number {
                Some(number) => format!("{}{number}", it.prefix),
                None => format!("any {}", it.prefix),
            },
            Place::State(state) => state.name.to_owned(),
            Place::Registers(_) => panic!("there are no registers"),
        };
        let name = access.name.unwrap_or("-");
        if access.reads {
            reads.push(format!("{name} {place}"));
        }
        if access.writes {
            writes.push(format!("{name} {place}"));
        }
    }
    let description = target.describe(inst).expect("it is one of this target");
    (reads, writes, (description.loads(), description.stores()))
}

/// What holds a condition is named, what does not is not; elements of a list have their own
/// names; an address is read where what it points at is written.
#[test]
fn pieces_name_what_is_accessed() {
    let nothing = (false, false);
    let move_of = |text| effects(text);
    assert_eq!(
        move_of("move V4 = V5, V6"),
        (
            vec!["src0 V5".into(), "src1 V6".into()],
            vec!["dst V4".into()],
            nothing
        )
    );
    assert_eq!(
        move_of("move [A2] = null"),
        (vec!["dst A2".into()], vec!["dst any V".into()], nothing)
    );
    assert_eq!(
        move_of("move V4 = [A2]"),
        (
            vec!["src0 A2".into(), "src0 any V".into()],
            vec!["dst V4".into()],
            nothing
        )
    );
}

/// A direction that depends on the opcode, and spaces that are no memory.
#[test]
fn directions_depend_on_earlier_values() {
    assert_eq!(
        effects("load V4, V5"),
        (vec!["at V5".into()], vec!["data V4".into()], (true, false))
    );
    assert_eq!(
        effects("store V4, V5"),
        (
            vec!["at V5".into(), "data V4".into()],
            Vec::new(),
            (false, true)
        )
    );
    assert_eq!(effects("fence"), (Vec::new(), Vec::new(), (true, true)));
}

/// What the dump does not show nobody reviews.
#[test]
fn dumps_show_what_is_named() {
    let compilation = compile_file(Path::new("language/stream_accesses.isa"));
    insta::with_settings!({
        snapshot_path => "../../../snapshots/streams",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("stream_accesses", dump::dump(&compilation.model));
    });
}
