//! The operations of the definitions that this repository ships, for every row.

use isa_dsl::sorted::SortedMap;
use std::path::Path;
use std::sync::Arc;

use super::{operations, parsed};
use isa_dsl::ast::{
    BinaryOp, Direction, EncodingsArg, Expr, ExprKind, Family, File, ItemKind, Kind, Row,
    RowMeaning, Statement,
};
use isa_dsl::operation::types::Scalar;
use isa_dsl::operation::{Checked, Environment, Field, FloatingType, Operand, Space, State, check};

fn definitions() -> File {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs/gcn");
    let mut file = File::default();
    for name in [
        "registers",
        "small_floats",
        "memory",
        "flat",
        "global",
        "scratch",
    ] {
        let path = folder.join(format!("{name}.isa"));
        let text = std::fs::read_to_string(&path).expect("the definitions are in the repository");
        file.items.extend(parsed(&text).items);
    }
    file
}

/// The greatest value of a width.
fn greatest(width: &Expr, constants: &[(String, i64)]) -> i64 {
    match &width.kind {
        ExprKind::Number(value) => i64::try_from(*value).expect("a small number"),
        ExprKind::Path(name) => constants
            .iter()
            .find(|(n, _)| n == name)
            // Else a feature.
            .map_or(1, |(_, v)| *v),
        ExprKind::Choose(_, a, b) => greatest(a, constants).max(greatest(b, constants)),
        ExprKind::Binary(BinaryOp::Mul, a, b) => greatest(a, constants) * greatest(b, constants),
        other => panic!("{other:?}"),
    }
}

/// The statements of a family and of its encodings, its own and those of sets, with the
/// numbers that parameters are.
fn statements<'a>(
    file: &'a File,
    family: &'a Family,
    own: &[(String, i64)],
) -> Vec<(&'a Statement, Vec<(String, i64)>)> {
    let mut all = Vec::new();
    for statement in &family.statements {
        match statement {
            Statement::Encoding(encoding) => {
                all.extend(encoding.statements.iter().map(|it| (it, own.to_vec())));
            }
            Statement::UseEncodings(used) => {
                for item in &file.items {
                    let ItemKind::Encodings(set) = &item.kind else {
                        continue;
                    };
                    if set.name.text != used.name.text {
                        continue;
                    }
                    let args = set.params.iter().zip(&used.args);
                    let numbers = args.filter_map(|(name, arg)| match arg {
                        EncodingsArg::Number(value) => {
                            Some((name.text.clone(), greatest(value, own)))
                        }
                        EncodingsArg::Type(_) => None,
                    });
                    let numbers: Vec<_> = numbers.chain(own.iter().cloned()).collect();
                    let inner = set.encodings.iter().flat_map(|it| &it.statements);
                    all.extend(inner.map(|it| (it, numbers.clone())));
                }
            }
            _ => all.push((statement, own.to_vec())),
        }
    }
    all
}

fn environment(file: &File, family: &Family, row: &Row) -> Environment {
    let params = family.params.iter().zip(&row.args);
    let constants: Vec<_> = params
        .map(|(name, arg)| (name.text.clone(), arg.value))
        .collect();
    let mut environment = Environment {
        constants,
        ..Environment::default()
    };
    // The feature that lanes ask for.
    environment.constants.push(("WAVE32".to_owned(), 1));
    let mut sets = SortedMap::new();
    let (mut states, mut all_spaces, mut floating) = (Vec::new(), Vec::new(), Vec::new());
    for item in &file.items {
        match &item.kind {
            ItemKind::State(state) => states.push(State {
                name: state.name.text.clone(),
                bits: state.bits.value as u16,
                derived: None,
            }),
            ItemKind::Spaces(spaces) => {
                let names = spaces.names.iter().map(|n| n.text.clone());
                let limit = None;
                let spaces = names.map(|name| Space {
                    name,
                    internal: spaces.internal,
                    limit,
                    limit_archs: isa_dsl::machine::ArchSet(0),
                    base: None,
                });
                all_spaces.extend(spaces);
            }
            ItemKind::FloatingTypes(types) => {
                for name in &types.names {
                    floating.push(FloatingType {
                        ty: Scalar::from_name(&name.text).expect("a type"),
                        states: Vec::new(),
                    });
                }
            }
            ItemKind::Local(local) if local.params.is_empty() => {
                Arc::make_mut(&mut environment.lets).push(local.clone());
            }
            ItemKind::Local(local) => {
                Arc::make_mut(&mut environment.functions).push(local.clone());
            }
            ItemKind::Modifiers(set) => {
                sets.insert(set.name.text.clone(), set);
            }
            _ => {}
        }
    }
    environment.states = states.into();
    environment.spaces = all_spaces.into();
    environment.floating = floating.into();
    let constants = environment.constants.clone();
    for (statement, numbers) in statements(file, family, &constants) {
        match statement {
            Statement::Lanes(lanes, _) => environment.lanes = Some(lanes.clone()),
            Statement::Local(local) => Arc::make_mut(&mut environment.lets).push(local.clone()),
            Statement::Operand(operand) => {
                let registers = operand
                    .width
                    .first()
                    .map_or(1, |w| greatest(&w.from, &numbers));
                let name = operand.name.text.to_uppercase();
                let bits = 32 * u16::try_from(registers).expect("a small number");
                let mut all = environment.operands.iter_mut();
                // Of one that architectures have differently the widest will do.
                match all.find(|it| it.name == name) {
                    Some(other) => other.bits = other.bits.max(bits),
                    None => environment.operands.push(Operand {
                        name,
                        bits,
                        readable: operand.direction != Direction::Out,
                        writable: operand.direction != Direction::In,
                        per_lane: operand.name.text.starts_with('v'),
                    }),
                }
            }
            Statement::Form(form) => {
                let used = |name: &String| form.template.text.contains(&format!("{{{name}}}"));
                for (_, set) in sets.iter().filter(|(name, _)| used(name)) {
                    for modifier in &set.modifiers {
                        let (bits, signed) = match &modifier.kind {
                            Kind::Integer(integer) => (integer.bits as u16, integer.signed),
                            _ => (1, false),
                        };
                        let name = modifier.known_as().text.to_uppercase();
                        if environment.fields.iter().all(|it| it.name != name) {
                            environment.fields.push(Field { name, bits, signed });
                        }
                    }
                }
            }
            _ => {}
        }
    }
    environment
}

/// Every row that says what it does, checked.
fn rows() -> SortedMap<String, (Environment, Checked)> {
    let file = definitions();
    let operations = operations(&file);
    let mut rows = SortedMap::new();
    for item in &file.items {
        let ItemKind::Family(family) = &item.kind else {
            continue;
        };
        for statement in &family.statements {
            let Statement::Row(row) = statement else {
                continue;
            };
            if matches!(row.meaning, RowMeaning::None) {
                continue;
            }
            let environment = environment(&file, family, row);
            match check(&operations, &environment, &row.meaning, &row.name) {
                Ok(checked) => rows.insert(row.name.text.clone(), (environment, checked)),
                Err(errors) => panic!("{}: {errors:#?}", row.name.text),
            };
        }
    }
    rows
}

#[test]
fn every_row_checks() {
    let rows = rows();
    for prefix in ["flat_", "global_", "scratch_"] {
        assert!(
            rows.keys().filter(|name| name.starts_with(prefix)).count() >= 20,
            "{prefix}"
        );
    }
    for (name, (environment, checked)) in &rows {
        // No document says whose lanes these load.
        if name.contains("_load_tr_") {
            continue;
        }
        let effects = &checked.effects;
        assert_eq!(effects.atomic, name.contains("_atomic_"), "{name}");
        let is_of_caches = ["global_inv", "global_wb", "global_wbinv"].contains(&name.as_str());
        let loads_nothing = name.contains("_store_") || is_of_caches;
        assert_eq!(effects.loads.is_empty(), loads_nothing, "{name}");
        let space = |index: &usize| environment.spaces[*index].name.as_str();
        let family = name.split('_').next();
        for index in &effects.loads {
            assert_eq!(Some(space(index)), family, "{name}");
        }
        // Operations leave no operand unused but `vdst` of nothing.
        for (index, operand) in environment.operands.iter().enumerate() {
            let used = effects.reads_operand(index) || effects.writes_operand(index);
            assert!(used, "{name}: {}", operand.name);
        }
    }
}

#[test]
fn some_texts_as_the_documentation_has_them() {
    let rows = rows();
    let text = |name: &str| rows.get(name).expect("a row").1.text.as_str();
    assert_eq!(
        text("flat_load_sbyte"),
        "flat BYTE* ADDRESS = VADDR + OFFSET;\nVDST = *(INT8*)ADDRESS;"
    );
    assert_eq!(
        text("global_load_dwordx3"),
        "global BYTE* ADDRESS = VADDR + SADDR + OFFSET;\n\
         for (i = 0; i < 3; i++)\n    VDST[i] = *(UINT32*)(ADDRESS + 4 * i);"
    );
    assert_eq!(
        text("scratch_load_short_d16_hi"),
        "scratch BYTE* ADDRESS = SWIZZLE(VADDR + SADDR, OFFSET, LANEID);\n\
         VDST.HIGH = *(UINT16*)ADDRESS;"
    );
    assert_eq!(
        text("global_load_ubyte"),
        "global BYTE* ADDRESS = VADDR + SADDR + OFFSET;\n\
         lds BYTE* LDS_ADDRESS = (M0 & 0xffff) + OFFSET + 4 * LANEID;\n\
         if (LDS)\n    *(UINT32*)LDS_ADDRESS = *(UINT8*)ADDRESS;\nelse\n    VDST = *(UINT8*)ADDRESS;"
    );
    assert_eq!(
        text("flat_atomic_dec"),
        "flat BYTE* ADDRESS = VADDR + OFFSET;\n\
         atomic {\n    UINT32* VM = (UINT32*)ADDRESS;\n    UINT32 P = *VM;\n    \
         *VM = P <= VDATA && P != 0 ? P - 1 : VDATA;\n    if (GLC)\n        VDST = P;\n}"
    );
}
