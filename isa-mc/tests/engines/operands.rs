//! Operand views.

use isa_mc::tables::Direction;
use isa_mc::{GroupError, OperandError, OperandValue, Register};

use super::*;

#[test]
fn views_name_and_type_every_operand() {
    with("new1", |target| {
        let inst = target
            .parse("gload v1, v2, s[4:5] offset:-8 glc", PLAIN)
            .unwrap();
        let views: Vec<_> = target
            .operands(inst)
            .map(|view| (view.name, view.value.unwrap()))
            .collect();
        let register = |file, number, count| {
            OperandValue::Register(Register {
                file,
                number,
                count,
            })
        };
        assert_eq!(
            views,
            [
                ("vdst", register(0, 1, 1)),
                ("vaddr", register(0, 2, 1)),
                ("saddr", register(1, 4, 2)),
                ("offset", OperandValue::Int(-8)),
                ("glc", OperandValue::Flag(true)),
                ("slc", OperandValue::Flag(false)),
                ("lds", OperandValue::Flag(false)),
            ]
        );
        let glc = target.operand(inst, "glc").unwrap();
        assert_eq!(glc.direction, Direction::Modifier);
        let off = target.parse("sload v1, off, s3", PLAIN).unwrap();
        let vaddr = target.operand(off, "vaddr").unwrap();
        assert_eq!(vaddr.value, Some(OperandValue::Absent("off")));
    });
}

#[test]
fn operands_are_set_with_checks() {
    with("new1", |target| {
        let inst = target.parse("gload v1, v2, s[4:5]", PLAIN).unwrap();
        let index = |name| target.operand(inst, name).unwrap().index;
        let print = |inst| {
            let mut out = String::new();
            target.print(inst, PLAIN, &mut out).unwrap();
            out
        };
        let set = |name, value| target.set_operand(inst, index(name), value);
        assert_eq!(
            set("offset", OperandValue::Int(-4096)).map(print).unwrap(),
            "gload v1, v2, s[4:5] offset:-4096"
        );
        assert_eq!(
            set("offset", OperandValue::Int(4096)),
            Err(OperandError::Range)
        );
        assert_eq!(
            set("offset", OperandValue::Flag(true)),
            Err(OperandError::Kind)
        );
        let pair = |number| {
            OperandValue::Register(Register {
                file: 1,
                number,
                count: 2,
            })
        };
        let misaligned = OperandError::Group(GroupError::Misaligned { align: 2 });
        assert_eq!(set("saddr", pair(5)), Err(misaligned));
        let one = OperandValue::Register(Register {
            file: 1,
            number: 6,
            count: 1,
        });
        assert_eq!(set("saddr", one), Err(OperandError::Width { need: 2 }));
        // Without a scalar base the address is a pair: both change at once.
        let address = OperandValue::Register(Register {
            file: 0,
            number: 8,
            count: 2,
        });
        assert_eq!(set("vaddr", address), Err(OperandError::Width { need: 1 }));
        let both = [
            (index("vaddr"), address),
            (index("saddr"), OperandValue::Keyword("off")),
        ];
        assert_eq!(
            target.set_operands(inst, &both).map(print).unwrap(),
            "gload v1, v[8:9], off"
        );
        assert_eq!(
            target.set_operand(inst, 99, OperandValue::Int(0)),
            Err(OperandError::NoOperand)
        );
    });
}

#[test]
fn a_field_that_the_architecture_lacks_keeps_its_default() {
    with("old1", |target| {
        let inst = target.parse("load v1, v[2:3]", PLAIN).unwrap();
        let offset = target.operand(inst, "offset").unwrap();
        assert_eq!(offset.value, Some(OperandValue::Int(0)));
        assert_eq!(
            target.set_operand(inst, offset.index, OperandValue::Int(0)),
            Ok(inst)
        );
        assert_eq!(
            target.set_operand(inst, offset.index, OperandValue::Int(4)),
            Err(OperandError::NoField)
        );
    });
}

#[test]
fn register_names_are_read_and_written() {
    with("new1", |target| {
        for name in ["v1", "v[254:255]", "s[4:5]", "vcc", "vcc_hi", "mask"] {
            let register = target
                .register(name, PLAIN)
                .unwrap_or_else(|| panic!("{name}"));
            let mut buffer = [0; 32];
            let mut out = isa_mc::Cursor::new(&mut buffer);
            assert!(target.print_register(register, &mut out));
            assert_eq!(out.as_str(), name);
        }
        for name in ["v256", "s102", "s[5:6]", "x1", "", "v1 v2", "v[255:256]"] {
            assert_eq!(target.register(name, PLAIN), None, "{name}");
        }
    });
}
