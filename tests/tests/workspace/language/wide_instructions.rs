//! Instructions of one to five words: every engine, both ways, on a small machine whose
//! fields and opcodes lie anywhere in them.

use isa_dsl::{compile_file, compile_text};
use isa_mc::exec::InMemory;
use isa_mc::tables::{BitString, Bits, Direction, MAX_BYTES, Tables};
use isa_mc::{
    BuildError, DecodeError, EncodeError, Identity, Inst, OperandError, OperandValue, PrintError,
    SyntaxId, Target,
};
use isa_test_support::machine::lowered_gcn;

/// The machine, as a crate of somebody has it.
mod machine {
    isa_mc::isa!("language/wide_instructions.isa");
}

const PLAIN: SyntaxId = SyntaxId(0);

fn target(processor: &str) -> Target<'static> {
    Target::new(&machine::TABLES, processor).expect("the processor is described")
}

/// Bytes of hexadecimal digits, as they are in memory.
fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).expect("digits"), 16);
    digits
        .chunks(2)
        .map(|it| byte(it).expect("digits"))
        .collect()
}

fn encoded(target: &Target<'_>, inst: Inst) -> Vec<u8> {
    let mut bytes = [0; MAX_BYTES];
    let size = target.encode(inst, &mut bytes).expect("it is encoded");
    bytes[..size].to_vec()
}

fn printed(target: &Target<'_>, inst: Inst) -> Result<String, PrintError> {
    let mut text = String::new();
    target.print(inst, PLAIN, &mut text).map(|()| text)
}

/// Texts with the bytes that follow from the description, worked out apart from it.
const EXAMPLES: &[(&str, &str)] = &[
    ("move r7, r3", "030e0001"),
    ("move r7, 0x12345678", "ff0f0001 78563412"),
    ("subtract r2, r1, -1", "01040202 41010000"),
    ("add r2, 0x12345678, r5", "ff050002 05000000 78563412"),
    ("reach r1, r2, r3, r4, -4", "02020003 0308feff ff000000"),
    (
        "reach r1, r2, r3, r4, 8 offset:33825 glc",
        "02020003 03080400 00110821",
    ),
    (
        "reach r1, r2, 0x12345678, r4, 0",
        "02020003 ff090000 00000000 78563412",
    ),
    (
        "fused_add r1, r2, r3, r4, mode(0, 5)",
        "55030604 02060000 10000005 10000000",
    ),
    (
        "fused_add r1, -r2, |r3|, -|r4|, mode(2, 7) scale:-8 index:9 op_sel:[1,0,0,1] clamp mul:4 bias:-3",
        "55031204 0206f8ff 1358a707 1000f6ff",
    ),
    (
        "fused_far r255, 1.0, 64, 0x3f000000, mode(1, 0)",
        "55ff0704 51810200 fc074000 00080000 0000003f",
    ),
    (
        "fused_exact r1, r2, r3, r4, mode(0, 5) bias:1",
        "55030604 02060000 10000005 10000700",
    ),
    (
        "gather r1, r2, r3, r4, r5, r6, r7, r8, r9, r10",
        "01000005 02030405 06070809 0a000001 00000000",
    ),
    (
        "gather_far r[1:3], r2, r3, r4, r5, r6, r7, r8, r9, r10 dmask:0x6 tfe tail:0xabcdef1",
        "01000005 02030405 06070809 0a000016 11efcdab",
    ),
    (
        "sum r1, r2, r3, r4, r5, r6, r7, r8, r9, r10",
        "0100ff05 02030405 06070809 0a000001 0f000000",
    ),
];

/// Each text is these bytes and back, whatever follows them, and every beginning of them
/// that is shorter is told to be.
#[test]
fn texts_are_the_bytes_that_follow_from_the_description() {
    let target = target("first1");
    for &(text, hex) in EXAMPLES {
        let inst = target.parse(text, PLAIN);
        let inst = inst.unwrap_or_else(|error| panic!("{}", error.display(target, PLAIN, text)));
        let code = bytes(hex);
        assert_eq!(encoded(&target, inst), code, "{text}");
        assert_eq!(printed(&target, inst).as_deref(), Ok(text));
        let behind = [&code[..], &[0xff; 24]].concat();
        assert_eq!(target.decode(&behind), Ok(inst), "{text}");
        assert_eq!(target.decode(&code), Ok(inst), "{text}");
        let identity = Identity {
            encoding: inst.encoding(),
            size: code.len() as u8,
        };
        assert_eq!(target.identify(&behind), Some(identity), "{text}");
        assert_eq!(target.identify(&code), Some(identity), "{text}");
        for length in 0..code.len() {
            let found = target.decode(&code[..length]);
            let Err(DecodeError::Truncated { need, have }) = found else {
                panic!("{length} bytes of {text}: {found:?}");
            };
            assert!(
                have == length && (length + 1..=code.len()).contains(&need),
                "{text}"
            );
            assert_eq!(target.identify(&code[..length]), None, "{text}");
        }
        let room = code.len() - 1;
        let error = EncodeError::Space {
            need: code.len(),
            have: room,
        };
        assert_eq!(target.encode(inst, &mut [0; MAX_BYTES][..room]), Err(error));
    }
}

/// A number whose next ones look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    fn bits(&mut self) -> Bits {
        let mut bytes = [0; MAX_BYTES];
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&(self.next() as u32).to_le_bytes());
        }
        Bits::from_le_bytes(bytes)
    }
}

/// Bytes of every encoding, with other bits at random: what is decoded is encoded as it
/// was and read as it is printed, and every operand can be set to what it holds.
#[test]
fn nothing_is_lost() {
    let tables: &Tables<'_> = &machine::TABLES;
    let mut random = Random(7);
    let (mut good, mut said) = (vec![0; tables.encodings.len()], 0);
    for processor in ["first1", "second1"] {
        let target = target(processor);
        for (index, encoding) in tables.encodings.iter().enumerate() {
            let shape = &tables.shapes[usize::from(encoding.shape)];
            if shape.arch != target.arch_index() {
                continue;
            }
            let masks = tables.shape_masks(shape);
            for round in 0..2000 {
                let some = [random.bits(), random.bits() & random.bits()][round % 2];
                let some = if round % 3 == 0 {
                    some & random.bits()
                } else {
                    some
                };
                let bits = some & !masks.mask & !masks.zero | tables.encoding_bits(encoding);
                let mut code = bits.to_le_bytes()[..usize::from(shape.size)].to_vec();
                code.extend((random.next() as u32).to_le_bytes());
                let Ok(inst) = target.decode(&code) else {
                    continue;
                };
                good[usize::from(inst.encoding())] += 1;
                assert!(usize::from(inst.encoding()) == index || shape.is_wide());
                assert_eq!(encoded(&target, inst), code[..inst.size()]);
                let identity = target.identify(&code).expect("it is decoded");
                let found = (identity.encoding, usize::from(identity.size));
                assert_eq!(found, (inst.encoding(), inst.size()));
                let literal = (inst.size() > usize::from(shape.size)).then(|| inst.literal());
                assert_eq!(target.inst(inst.encoding(), inst.bits(), literal), Ok(inst));
                if let Ok(text) = printed(&target, inst) {
                    let read = target.parse(&text, PLAIN);
                    assert_eq!(read.as_ref(), Ok(&inst), "{text}");
                    said += 1;
                }
                for operand in target.operands(inst) {
                    let value = operand.value.expect("it has a meaning");
                    let again = target.set_operand(inst, operand.index, value);
                    assert_eq!(again, Ok(inst), "{}", operand.name);
                }
            }
        }
    }
    assert!(good.iter().all(|count| *count > 300), "{good:?}");
    assert!(said > 15_000, "{said}");
}

/// What sets a reserved bit is refused, and the bit is named; ignored bits are kept.
#[test]
fn reserved_bits_are_named_and_ignored_ones_kept() {
    let target = target("first1");
    let with = |text: &str, bit: usize| {
        let inst = target.parse(text, PLAIN).expect("it is read");
        let mut code = encoded(&target, inst);
        code[bit / 8] ^= 1 << (bit % 8);
        (target.decode(&code), code)
    };
    let fused = "fused_add r1, r2, r3, r4, mode(0, 5)";
    let gather = "gather r1, r2, r3, r4, r5, r6, r7, r8, r9, r10";
    let reach = "reach r1, r2, r3, r4, 0";
    for (text, bit) in [(reach, 79), (fused, 94), (gather, 9), (gather, 126)] {
        let mask = Bits::ZERO.insert(bit, 1, 1);
        let error = DecodeError::Reserved { mask };
        assert_eq!(with(text, bit.into()).0, Err(error), "{text}");
        assert_eq!(error.to_string(), format!("reserved bit {bit} set"));
    }
    // Zero by what the number is, and by what the struct is.
    for (text, bit) in [(reach, 94), (fused, 92)] {
        let (found, _) = with(text, bit);
        assert!(
            matches!(found, Err(DecodeError::Operand { .. })),
            "{found:?}"
        );
    }
    for (text, bit) in [(fused, 109), (gather, 119)] {
        let (found, code) = with(text, bit);
        let inst = found.expect("the bit is ignored");
        assert_eq!(encoded(&target, inst), code);
        let mask = Bits::ZERO.insert(bit as u8, 1, 1);
        let encoding = inst.encoding();
        let unsaid = PrintError::NotExpressible { encoding, mask };
        assert_eq!(printed(&target, inst), Err(unsaid));
        assert_eq!(
            unsaid.display(target.tables()).to_string(),
            "this syntax cannot say ignored"
        );
    }
}

/// Bits that contradict an encoding are refused, wherever they are, and so are those that
/// an instruction does not have.
#[test]
fn bits_that_contradict_an_encoding_are_refused() {
    let target = target("first1");
    let text = "fused_add r1, r2, r3, r4, mode(0, 5)";
    let inst = target.parse(text, PLAIN).expect("it is read");
    for bit in [0, 24, 94, 101] {
        let wrong = Bits::ZERO.insert(bit, 1, 1);
        let bits = Inst::of_bits(inst.encoding(), inst.bits() ^ wrong, 16);
        let error = EncodeError::Bits { mask: wrong };
        assert_eq!(
            target.encode(bits, &mut [0; MAX_BYTES]),
            Err(error),
            "bit {bit}"
        );
        let refused = target.inst(inst.encoding(), inst.bits() ^ wrong, None);
        assert_eq!(refused, Err(DecodeError::Unknown), "bit {bit}");
    }
    let more = Inst::of_bits(inst.encoding(), Bits::ones(160), 16);
    assert_eq!(more.bits(), Bits::ones(128));
    assert_eq!(target.decode(&[0xff; 24]), Err(DecodeError::Unknown));
}

/// The same bytes are other instructions on another architecture, by bits of the second half
/// alone.
#[test]
fn bits_beyond_the_first_64_tell_instructions_apart() {
    let code = bytes("55030604 02060000 10000005 10000000");
    let mnemonic = |processor: &str, code: &[u8]| {
        let target = target(processor);
        target.decode(code).map(|inst| target.mnemonic(inst))
    };
    assert_eq!(mnemonic("first1", &code), Ok("fused_add"));
    assert_eq!(mnemonic("second1", &code), Ok("fused_sub"));
    let mut other = code.clone();
    other[12] = 18;
    assert_eq!(mnemonic("first1", &other), Err(DecodeError::Unknown));
    // A case of the same opcode.
    other[12] = 16;
    other[14] |= 3;
    assert_eq!(mnemonic("first1", &other), Ok("fused_exact"));
    // An opcode in pieces, of which the upper one is behind 128 bits.
    let sum = bytes("0100ff05 02030405 06070809 0a000001 0f000000");
    assert_eq!(mnemonic("first1", &sum), Ok("sum"));
    let mut other = sum.clone();
    other[16] = 0x0e;
    assert_eq!(mnemonic("first1", &other), Err(DecodeError::Unknown));
}

/// Code of instructions of all sizes, one after the other.
#[test]
fn code_is_walked_through() {
    let target = target("first1");
    let mut code = Vec::new();
    let mut expected = Vec::new();
    for round in 0..40 {
        for at in 0..EXAMPLES.len() {
            let (text, hex) = EXAMPLES[(at * (round % 7 + 1)) % EXAMPLES.len()];
            let inst = target.parse(text, PLAIN).expect("it is read");
            expected.push((inst.encoding(), inst.size()));
            code.extend(bytes(hex));
        }
    }
    let mut found = vec![Identity::default(); expected.len() + 64];
    let walked = target.identify_all(&code, &mut found);
    assert_eq!((walked.count, walked.size), (expected.len(), code.len()));
    let found = found[..walked.count].iter();
    let found: Vec<_> = found
        .map(|it| (it.encoding, usize::from(it.size)))
        .collect();
    assert_eq!(found, expected);
}

/// Operands of which one depends on another, in other words of the instruction.
#[test]
fn operands_are_read_and_set_in_all_words() {
    let target = target("first1");
    let text =
        "gather_far r[1:3], r2, r3, r4, r5, r6, r7, r8, r9, r10 dmask:0x6 tfe tail:0xabcdef1";
    let inst = target.parse(text, PLAIN).expect("it is read");
    let values: Vec<_> = target
        .operands(inst)
        .map(|it| (it.name, it.value))
        .collect();
    let register = |number, count| {
        let file = 0;
        Some(OperandValue::Register(isa_mc::Register {
            file,
            number,
            count,
        }))
    };
    assert_eq!(values[0], ("dst", register(1, 3)));
    assert_eq!(values[9], ("a8", register(10, 1)));
    assert_eq!(values[12], ("tail", Some(OperandValue::Int(0xabc_def1))));
    // The width follows the mask.
    let index = |name| target.operand(inst, name).expect("it is there").index;
    let mask = |number| (index("dmask"), OperandValue::Int(number));
    let alone = target.set_operands(inst, &[mask(1)]);
    let whole = target.set_operands(inst, &[mask(1), (0, register(9, 2).expect("some"))]);
    assert!(matches!(alone, Err(OperandError::Invalid(_)) | Ok(_)));
    let whole = whole.expect("a pair fits");
    let text = "gather_far r[9:10], r2, r3, r4, r5, r6, r7, r8, r9, r10 tfe tail:0xabcdef1";
    assert_eq!(printed(&target, whole).as_deref(), Ok(text));
    let rule = target.set_operands(inst, &[mask(15), (0, register(9, 4).expect("some"))]);
    assert!(matches!(
        rule,
        Err(OperandError::Width { .. } | OperandError::Invalid(DecodeError::Rule { .. }))
    ));
    // Source modifiers, and where a branch leads.
    let fused = target
        .parse("fused_add r1, r2, -r3, r4, mode(0, 5)", PLAIN)
        .expect("read");
    let wraps = |inst, at| -> Vec<_> { target.wraps(inst, at).map(|it| it.is_set).collect() };
    assert_eq!(
        [1, 2, 3].map(|at| wraps(fused, at)[0]),
        [false, true, false]
    );
    let other = target.set_wrap(fused, 3, "abs", true).expect("it takes it");
    let text = "fused_add r1, r2, -r3, |r4|, mode(0, 5)";
    assert_eq!(printed(&target, other).as_deref(), Ok(text));
    assert_eq!(target.set_wrap(other, 3, "abs", false), Ok(fused));
    let reach = target
        .parse("reach r1, r2, r3, r4, -400", PLAIN)
        .expect("read");
    assert_eq!(target.branch_target(reach, 0x1000), Some(0x1000 + 12 - 400));
    let operand = target.operand(reach, "target").expect("it is there").index as u16;
    let far = target
        .resolve(reach, operand, 4096 + 12)
        .expect("it is near enough");
    assert_eq!(
        printed(&target, far).as_deref(),
        Ok("reach r1, r2, r3, r4, 4096")
    );
    // A rule that looks beyond the first 64 bits.
    let broken = target.parse("reach r1, r2, r3, r4, 0 offset:65535", PLAIN);
    let broken = broken.expect_err("it needs glc");
    let text = "reach r1, r2, r3, r4, 0 offset:65535";
    assert_eq!(
        broken.display(target, PLAIN, text).to_string(),
        "the last offset needs glc"
    );
    let mut code = encoded(
        &target,
        target.parse(&format!("{text} glc"), PLAIN).expect("read"),
    );
    code[9] &= !0x10;
    assert!(matches!(
        target.decode(&code),
        Err(DecodeError::Rule { .. })
    ));
}

/// Typed builders make them, and descriptions say what they take.
#[test]
fn builders_make_them() {
    let target = target("first1");
    let build = |builder: isa_mc::Builder| -> Result<String, BuildError> {
        Ok(printed(&target, builder.build(&target)?).expect("it has a text"))
    };
    let r = machine::r;
    let gather = machine::gather(
        r(1).x(2),
        r(2),
        r(3),
        r(4),
        r(5),
        r(6),
        r(7),
        r(8),
        r(9),
        r(10),
    );
    assert_eq!(
        build(
            gather
                .with(machine::modifier::DMASK, 3)
                .with(machine::modifier::TAIL, 7)
        )
        .as_deref(),
        Ok("gather r[1:2], r2, r3, r4, r5, r6, r7, r8, r9, r10 dmask:0x3 tail:0x7")
    );
    let reach = machine::reach(r(1), r(2), machine::Source::Literal(0x1234_5678), r(4), 0);
    assert_eq!(
        build(reach.with(machine::modifier::OFFSET, 0x8421)).as_deref(),
        Ok("reach r1, r2, 0x12345678, r4, 0 offset:33825")
    );
    let described = |name: &str| {
        let opcode = target.opcode(name).expect("it is there");
        target.descriptions_of(opcode).next().expect("an encoding")
    };
    let fused = described("fused_far");
    assert_eq!((fused.size(), fused.max_size()), (16, 20));
    assert_eq!(
        fused.operand("src2").and_then(|it| it.first_bit()),
        Some(66)
    );
    let gather = described("gather");
    assert_eq!((gather.size(), gather.max_size()), (20, 20));
    let dst = gather.operand("dst").expect("it is there");
    assert_eq!((dst.direction, dst.widths()), (Direction::Out, 1..=5));
}

/// What they do, with operands in all words.
#[test]
fn they_run() {
    let target = target("first1");
    let mut state = InMemory::new(&target);
    for number in 0..16_u64 {
        let name = format!("r{number}");
        state
            .set_register(&name, &[100 + number])
            .expect("a register");
    }
    let mut run = |text: &str| {
        let inst = target.parse(text, PLAIN).expect("it is read");
        let done = target.execute(inst, &mut state).map(|_| ());
        done.unwrap_or_else(|error| panic!("{}", error.display(target.tables())));
        state.register("r1").expect("a register")[0]
    };
    assert_eq!(
        run("reach r1, 7, 0x1000, r4, 0 offset:33825"),
        7 + 0x1000 + 104 + 33825
    );
    assert_eq!(
        run("sum r1, r2, r3, r4, r5, r6, r7, r8, r9, r10"),
        9 * 100 + 54
    );
    let float = |number: f32| u64::from(number.to_bits());
    assert_eq!(
        run("fused_add r1, -2.0, 1.0, 0x40490fdb, mode(0, 5)"),
        float(-2.0 + f32::from_bits(0x4049_0fdb))
    );
    assert_eq!(
        run("fused_add r1, |-2.0|, 1.0, -1.0, mode(0, 5)"),
        float(1.0)
    );
    assert_eq!(
        run("fused_sub r1, -2.0, 1.0, -1.0, mode(0, 5)"),
        float(-1.0)
    );
}

/// Two formats that can be told apart, or not, by bits beyond the first 64 alone.
fn two(first: &str, second: &str, within: &str) -> String {
    let format = |name: &str, fixed: &str, within: &str| {
        format!(
            "format {name} : 128 {within} {{ opcode [7:0]; rest [63:8]; encoding {fixed}; }}\n\
             family of_{name} : {name} {{ in rest : u56; asm \"{{rest}}\";\n\
             opcodes a; op_{name} 1; }}\n"
        )
    };
    let text = format!(
        "isa wide \"Wide\" {{ word 32 little; arch a {{ a1 }} syntax plain {{ comment \"#\"; }} }}\n{}{}",
        format("ONE", first, ""),
        format("TWO", second, within),
    );
    match compile_text("wide.isa", &text).tables() {
        Ok(_) => String::new(),
        Err(errors) => errors,
    }
}

/// Encodings overlap if only high bits could tell them apart and do not.
#[test]
fn overlaps_are_found_in_high_bits() {
    let apart = two("[127:64] = 1", "[127:64] = 0x8000000000000001", "");
    assert_eq!(apart, "");
    let overlap = two("[127:64] = 1", "[127:64] = 1", "");
    assert!(overlap.contains("error[E0401]"), "{overlap}");
    assert!(
        overlap.contains("0x00000000000000010000000000000001 is an encoding of both"),
        "{overlap}"
    );
    let equal = two("[127:64] = 1", "[127:64] = 1", "within ONE");
    assert!(equal.contains("error[E0402]"), "{equal}");
}

/// The longest instruction has 160 bits, with its literal; what is said where more are
/// asked for is in `ui/check/out_of_range.isa`. Here the border itself.
#[test]
fn layouts_of_all_words_can_be_said() {
    for words in 1..=5 {
        let bits = words * 32;
        let literal = if words < 5 { "literal 32" } else { "" };
        let text = format!(
            "isa wide \"Wide\" {{ word 32 little; arch a {{ a1 }} syntax plain {{ comment \"#\"; }} }}\n\
             format ONE : {bits} {literal} {{ opcode [7:0]; ignored [{}:8]; }}\n\
             family one : ONE {{ asm \"{{mnemonic}}\"; opcodes a; one 1; }}\n",
            bits - 1
        );
        let compilation = compile_text("wide.isa", &text);
        let tables = compilation
            .tables()
            .unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(u32::from(tables.shapes[0].size) * 8, bits);
        assert_eq!(tables.high_shapes.len(), usize::from(words > 2));
    }
}

/// Machines without such instructions have no rows for them.
#[test]
fn narrow_machines_have_nothing_of_it() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("language/literals.isa");
    let tables = compile_file(&path).tables().expect("the tables carry it");
    let rows = [
        tables.high_shapes.len(),
        tables.high_forms.len(),
        tables.high_bits.len(),
    ];
    assert_eq!(rows, [0, 0, 0]);
}

/// Whether bytes begin a longer instruction is asked for everything that is none, so it must be
/// asked of the long ones alone: their rows are known, and few.
#[test]
fn long_encodings_are_found_by_their_shapes() {
    let tables = lowered_gcn();
    let mut looked_at = 0;
    for high in &tables.high_shapes {
        looked_at += high.encodings.range().len();
    }
    let (mut long, mut found) = (0, 0);
    for (index, encoding) in tables.encodings.iter().enumerate() {
        let shape = &tables.shapes[usize::from(encoding.shape)];
        if shape.size <= 8 {
            continue;
        }
        long += 1;
        let rows = tables.high_shapes[usize::from(shape.high)].encodings;
        let rows = &tables.wide_encodings[rows.range()];
        found += usize::from(rows.iter().any(|it| usize::from(*it) == index));
    }
    assert!(long > 0 && found == long, "{found} of {long}");
    assert!(
        looked_at < 2 * long,
        "{looked_at} rows for {long} encodings"
    );
}
