//! Names are found where they are declared, whatever stands between.

use isa_dsl::names::{Names, PlaceKind, Room, places};

const TEXT: &str = "\
isa m \"M\" { word 32 little; arch a1 \"A\" { p1 } syntax s { } }
counter loads;
class reg : 4 { 0..15 => \"r{}\" 0..15; }
format F : 8 { dst [3:0]; op [7:4]; }
modifiers flags { slow : flag; }
operation copy(T) { DST = (T)SRC; }
/// Moves.
family moves : F { out dst : reg; asm \"{dst}{flags}\"; counts loads; opcodes a1; mov 1 = copy(UINT32); }
";

fn names() -> Names {
    Names::new(places(0, TEXT))
}

/// The text of the line from the place on that declares the last occurrence of a word.
fn declared(word: &str) -> String {
    let names = names();
    let byte = TEXT.rfind(word).unwrap() as u32;
    let place = names.at(0, byte).unwrap();
    let found = names.declarations(place);
    let from = &TEXT[found[0].span.start as usize..];
    from.lines().next().unwrap().chars().take(14).collect()
}

/// Catches a use that leads nowhere, or into another room.
#[test]
fn uses_lead_to_declarations() {
    assert_eq!(declared("loads;"), "loads;");
    assert_eq!(declared("reg;"), "reg : 4 { 0..1");
    assert_eq!(declared("F {"), "F : 8 { dst [3");
    assert_eq!(declared("flags}"), "flags { slow :");
    assert_eq!(declared("copy("), "copy(T) { DST ");
    assert_eq!(declared("a1;"), "a1 \"A\" { p1 } ");
    assert_eq!(declared("dst}"), "dst : reg; asm");
}

/// Catches a class that `distinct` counts, or an operand that is `indexed`, of which nothing is
/// known: renaming them would leave these places behind.
#[test]
fn what_is_counted_and_indexed_is_known() {
    let text = TEXT.replace(
        "counts loads;",
        "counts loads; require distinct(reg, dst) <= 1 \"one\"; indexed dst by STEP;",
    );
    let names = Names::new(places(0, &text));
    for (use_, declaration) in [
        ("reg, dst)", "reg : 4"),
        ("dst) <=", "dst : reg"),
        ("dst by", "dst : reg"),
    ] {
        let at = text.find(use_).unwrap() as u32;
        let place = names.at(0, at).unwrap_or_else(|| panic!("{use_}"));
        let found = names.declarations(place);
        let begin = found.first().unwrap_or_else(|| panic!("{use_}")).span.start;
        assert!(text[begin as usize..].starts_with(declaration), "{use_}");
    }
}

/// Catches references that leave out the declaration, or take in another name.
#[test]
fn references_are_all_places() {
    let names = names();
    let place = names.at(0, TEXT.find("loads").unwrap() as u32).unwrap();
    let starts: Vec<usize> = names
        .references(place)
        .iter()
        .map(|it| it.span.start as usize)
        .collect();
    assert_eq!(
        starts,
        [TEXT.find("loads").unwrap(), TEXT.rfind("loads").unwrap()]
    );
}

/// Catches an item that is lost because a line of it is wrong.
#[test]
fn names_are_found_beside_mistakes() {
    let broken = TEXT.replace("counts loads;", "counts ;");
    let names = Names::new(places(0, &broken));
    let moves: Vec<_> = names.of(Room::Instructions).collect();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].owner, "moves");
    let family = names.of(Room::Families).next().unwrap();
    assert_eq!(
        (family.name.as_str(), family.doc.as_str()),
        ("moves", "Moves.\n")
    );
    assert!(matches!(family.kind, PlaceKind::Declares(Room::Families)));
}
