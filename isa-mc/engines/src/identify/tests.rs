mod gcn {
    use crate::random::{Random, of_its_own};
    use crate::{Identity, Inst, Target};
    use isa_mc::gcn::TABLES;

    /// One of each generation, and of those with features that encodings ask for.
    const CPUS: [&str; 10] = [
        "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx942", "gfx1010", "gfx1030",
        "gfx1100", "gfx1200",
    ];

    /// Every encoding with many bits: what decodes is identified as what it is.
    #[test]
    fn what_decodes_is_identified() {
        let (mut numbers, mut compared) = (Random(1), 0);
        for cpu in CPUS {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            for encoding in TABLES.encodings {
                let shape = target.shape_of(encoding);
                for round in 0..of_its_own(&target, shape, 16) {
                    let random = numbers.bits();
                    let mut others = random >> 3 & !shape.mask;
                    if round % 2 == 0 {
                        // Sources that are literals are rare.
                        others |= 0xff & !shape.mask;
                    }
                    let bits = encoding.bits | others;
                    let mut bytes = [0x5a; 12];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    let Ok(inst) = target.decode(&bytes) else {
                        continue;
                    };
                    let found = target.identify(&bytes).map(|it| (it.encoding, it.size));
                    let expected = (inst.encoding(), inst.size() as u8);
                    assert_eq!(found, Some(expected), "{cpu} {bits:x}");
                    // Bytes that end with the instruction, and before it does.
                    for end in [inst.size(), inst.size() - 1] {
                        let cut = target.identify(&bytes[..end]).map(|it| it.encoding);
                        let decoded = target.decode(&bytes[..end]).ok();
                        assert_eq!(
                            cut,
                            decoded.map(Inst::encoding),
                            "{cpu} {bits:x}, {end} bytes"
                        );
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 50_000, "{compared}");
    }

    /// The instructions of code one by one, and where they end.
    fn one_by_one(target: &Target<'_>, code: &[u8]) -> (Vec<Identity>, usize) {
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(identity) = target.identify(&code[at..]) {
            found.push(identity);
            at += usize::from(identity.size);
        }
        (found, at)
    }

    /// The tree without windows, for each encoding with many bits: a glance tells the
    /// same, or nothing.
    #[test]
    fn a_glance_tells_what_the_tree_tells() {
        let (mut numbers, mut told, mut untold) = (Random(7), 0, 0);
        for cpu in CPUS {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            for encoding in TABLES.encodings {
                let shape = target.shape_of(encoding);
                for round in 0..of_its_own(&target, shape, 48) {
                    let random = numbers.bits();
                    let mut bits = encoding.bits | random.rotate_left(round) & !shape.mask;
                    match round % 3 {
                        0 => bits ^= 1 << (random >> 58),
                        // Sources that are literals, or say which case it is, are rare.
                        1 => bits |= 0xf8 & !shape.mask,
                        _ => {}
                    }
                    let mut bytes = [0x5a; 16];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    let closer = target.identify_closer(&bytes);
                    assert_eq!(target.identify(&bytes), closer, "{cpu} {bits:#x}");
                    match target.glance().and_then(|it| it.told(bits)) {
                        None => untold += usize::from(closer.is_some()),
                        Some(_) => told += 1,
                    }
                }
            }
        }
        // What is not told are cases of others, and what needs a feature.
        assert!(told > 2 * untold, "{told} {untold}");
    }

    /// Words that are mostly instructions, with one now and then that is none: what is
    /// passed over, counted and cut off at the end is what one after the other gives.
    #[test]
    fn all_are_what_one_after_the_other_is() {
        let mut numbers = Random(3);
        let mut next = move || numbers.bits() >> 24;
        let (mut stopped, mut ended) = (0, 0);
        for cpu in CPUS {
            let target = Target::new(&TABLES, cpu).expect("a processor");
            let here: Vec<_> = (TABLES.encodings.iter())
                .filter(|encoding| target.shape_of(encoding).arch == target.arch_index())
                .collect();
            for round in 0..400 {
                let mut code = Vec::new();
                for _ in 0..next() % 300 {
                    let encoding = here[next() as usize % here.len()];
                    let shape = target.shape_of(encoding);
                    let bits = encoding.bits | (next() << 32 | next()) & !shape.mask;
                    let mut bytes = [0; 20];
                    bytes[..8].copy_from_slice(&bits.to_le_bytes());
                    code.extend(&bytes[..usize::from(shape.size)]);
                }
                if round % 2 == 0 {
                    code.truncate(next() as usize % (code.len() + 1));
                }
                let (expected, end) = one_by_one(&target, &code);
                let most = expected.len() + 40;
                for room in [most, expected.len(), expected.len() / 2] {
                    let mut found = vec![Identity::default(); room];
                    let walked = target.identify_all(&code, &mut found);
                    assert_eq!(walked.count, expected.len().min(room), "{cpu} {round}");
                    assert_eq!(found[..walked.count], expected[..walked.count], "{cpu}");
                    let sizes = expected[..walked.count].iter();
                    let size: usize = sizes.map(|it| usize::from(it.size)).sum();
                    assert_eq!(walked.size, size, "{cpu} {round}");
                }
                *(if end == code.len() {
                    &mut ended
                } else {
                    &mut stopped
                }) += 1;
            }
        }
        assert!(stopped > 100 && ended > 100, "{stopped} {ended}");
    }
}
