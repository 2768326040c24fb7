//! What a reviewer reads: the tables and the documentation of the shipped
//! descriptions as text, a file for each family, in `tests/snapshots`.
//!
//! They stand here, before the macro and the engines, so that an edited row has
//! its verdict without compiling those.

use std::path::Path;
use std::sync::OnceLock;

use isa_dsl::compile_file;
use isa_dsl::dump;
use isa_dsl::model::Model;

/// The machines that are shipped.
const MACHINES: [&str; 2] = ["gcn", "visa"];

/// A machine, compiled once for both tests.
fn model(machine: usize) -> &'static Model {
    static MODELS: [OnceLock<Model>; MACHINES.len()] = [const { OnceLock::new() }; MACHINES.len()];
    MODELS[machine].get_or_init(|| {
        let path = format!("../defs/{}.isa", MACHINES[machine]);
        let compilation = compile_file(Path::new(&path));
        assert_eq!(compilation.errors(), "");
        compilation.model
    })
}

/// What a machine has nothing of has no file.
fn snapshot(folder: &str, name: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    insta::with_settings!({
        snapshot_path => format!("../../tests/snapshots/{folder}"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, text);
    });
}

/// The rows of the tables, a family a file with all its architectures.
#[test]
fn tables() {
    for (index, machine) in MACHINES.into_iter().enumerate() {
        let model = model(index);
        snapshot(machine, "machine", &dump::machine(model));
        snapshot(machine, "memory", &dump::memory(model));
        let files: Vec<String> = (0..model.files.len())
            .map(|file| dump::registers(model, file))
            .collect();
        snapshot(machine, "registers", &files.join("\n"));
        let classes: Vec<String> = (0..model.classes.len())
            .map(|class| dump::class(model, class))
            .collect();
        snapshot(machine, "classes", &classes.join("\n"));
        let structs: Vec<String> = (0..model.structs.len())
            .map(|structure| dump::structure(model, structure))
            .collect();
        snapshot(machine, "structs", &structs.join("\n"));
        snapshot(machine, "streams", &dump::streams(model));
        for (index, family) in model.families.iter().enumerate() {
            let streams = dump::stream_family(model, index);
            let texts: Vec<String> = std::iter::once(streams)
                .chain(dump::family(model, index))
                .filter(|text| !text.is_empty())
                .collect();
            let folder = format!("{machine}/tables");
            snapshot(&folder, &family.name, &texts.join("\n"));
        }
    }
}

/// The printed documentation, a family a file.
#[test]
fn documentation() {
    for (index, machine) in MACHINES.into_iter().enumerate() {
        let model = model(index);
        for (index, family) in model.families.iter().enumerate() {
            let text = dump::documentation(model, index);
            let folder = format!("{machine}/documentation");
            snapshot(&folder, &family.name, &text);
        }
    }
}
