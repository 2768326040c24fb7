//! White space and comments: around lines, and between their tokens.

use isa_mc::gcn::TABLES;

use crate::parse::{LineContext, Mnemonics, NoSymbols};
use crate::{SyntaxId, Target};

/// What ends a line of a source without being part of the statement.
#[test]
fn lines_end_with_white_space_and_comments() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let mut mnemonics = Mnemonics::default();
    for syntax in (0..TABLES.syntaxes.len()).map(|syntax| SyntaxId(syntax as u8)) {
        let leaders = TABLES.syntaxes[usize::from(syntax.0)].comments;
        let leaders = &TABLES.texts[leaders.range()];
        for text in [
            "s_nop 0",
            "s_endpgm",
            "s_branch place",
            "s_waitcnt vmcnt(0)",
            "global_load_dword v1, v[2:3], off offset:8",
        ] {
            let read = |mnemonics: &mut Mnemonics<'static>, text: &str| {
                let mut context = LineContext {
                    syntax,
                    symbols: &NoSymbols,
                    mnemonics,
                };
                let line = target.parse_code(text, 0, &mut context)?;
                Some((line.code, line.size, line.later, line.end))
            };
            let Some((code, size, later, _)) = read(&mut mnemonics, text) else {
                continue;
            };
            for leader in leaders {
                let leader = target.text(*leader);
                for end in [
                    "\r".to_owned(),
                    " \t ".to_owned(),
                    format!(" {leader}"),
                    format!("\t{leader} a comment, s_nop 1 /* \" \r"),
                ] {
                    let line = format!("{text}{end}\ns_nop 1");
                    let expected = (code, size, later, text.len() + end.len());
                    assert_eq!(read(&mut mnemonics, &line), Some(expected), "{line:?}");
                }
            }
            let found = read(&mut mnemonics, &format!("{text} # no comment\n"));
            let is_comment = leaders.iter().any(|leader| target.text(*leader) == "#");
            assert_eq!(found.is_some(), is_comment, "{text}");
        }
    }
    // A statement by itself has no comments.
    let found = target.parse_line("s_endpgm ; a comment", SyntaxId(0), &NoSymbols);
    assert_eq!(found, None);
}

/// Lines as people write them: other white space, comments between operands, before and
/// behind them. Each is read in one pass, and as the line without.
#[test]
fn spacing_and_comments_need_one_pass() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    for line in [
        "s_endpgm",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "s_mov_b32 s5, 0x12345678",
        "v_mov_b32_e32 v1, v2",
        "v_add3_u32 v1, v2, s3, 64",
        "v_add_co_u32_e32 v1, vcc, v3, v4",
        "buffer_load_dword v1, off, s[4:7], s3 offset:16 glc",
        "global_load_dwordx2 v[1:2], v[3:4], off offset:8",
        "scratch_store_dword off, v1, s3 offset:8",
        "v_mov_b32_dpp v1, v2 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
    ] {
        let read = |mnemonics: &mut Mnemonics<'static>, text: &str| {
            let at = text.find(|it: char| !it.is_whitespace()).unwrap_or(0);
            let mut code = Vec::new();
            let text = format!("{text}\n.p2align 2");
            let end = text.len() - ".p2align 2".len();
            let mut context = LineContext {
                syntax,
                symbols: &NoSymbols,
                mnemonics,
            };
            let stop = target.parse_lines(&text, at, text.len(), &mut context, &mut code);
            (code, stop.0 == end)
        };
        let plain = read(&mut mnemonics, line);
        assert!(plain.1 && !plain.0.is_empty(), "`{line}`");
        let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
        for other in [
            format!("\t{name} {operands}\r"),
            format!("        {name}\t\t{operands}"),
            format!("{name}      {operands}   \t"),
            line.replace(", ", ","),
            line.replace(", ", ",   "),
            line.replace(", ", ",\t"),
            line.replace(", ", "\t ,"),
            line.replace(", ", " /* and */ , /* to */ "),
            format!("{line} // a comment, s_nop 1 /* \""),
            format!("{line}\t; \u{e4}"),
            format!("{line} /* a */ /* b */ // c"),
            format!("/* a */ {line}"),
            format!("// a\n; b\n\n/* c */\n\t{line}"),
        ] {
            assert_eq!(read(&mut mnemonics, &other), plain, "`{other}`");
        }
        // What goes on in the next line is left to others, and so is what nothing closes.
        for other in [
            format!("/* a\n */ {line}"),
            format!("{line} /* a\n */"),
            format!("{line} /* a"),
            format!("{line} /"),
            format!("{line} # a"),
        ] {
            let (code, all) = read(&mut mnemonics, &other);
            assert!(code.is_empty() && !all, "`{other}`");
        }
    }
}

/// Texts of structs are read in one pass with white space anywhere between their tokens, and not
/// within words and quotes.
#[test]
fn structs_with_other_white_space_need_one_pass() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    let mut read = |line: &str| {
        let mut context = LineContext {
            syntax,
            symbols: &NoSymbols,
            mnemonics: &mut mnemonics,
        };
        let mut code = Vec::new();
        target.parse_lines(line, 0, line.len(), &mut context, &mut code);
        code
    };
    for (printed, others) in [
        (
            "s_sendmsg sendmsg(MSG_GS, GS_OP_EMIT, 0)",
            ["MSG_GS,GS_OP_EMIT,0)", " MSG_GS,\tGS_OP_EMIT, 0 )"],
        ),
        (
            "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01pip\")",
            ["BITMASK_PERM, \"01pip\")", " BITMASK_PERM , \"01pip\" )"],
        ),
        (
            "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,16)",
            ["SWAP, 16)", " SWAP ,16)"],
        ),
    ] {
        let code = read(printed);
        assert!(!code.is_empty(), "`{printed}`");
        let front = &printed[..=printed.find('(').expect("a bracket")];
        for other in others {
            let other = format!("{front}{other}");
            assert_eq!(read(&other), code, "`{other}`");
        }
    }
    for wrong in [
        "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\" 01pip\")",
        "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"01pip \")",
        "ds_swizzle_b32 v1, v2 offset:swizzle(BIT MASK_PERM,\"01pip\")",
    ] {
        assert!(read(wrong).is_empty(), "`{wrong}`");
        assert!(target.parse(wrong, syntax).is_err(), "`{wrong}`");
    }
}

/// Where reading stops is up to whoever reads a long text, and may be within a line, a comment
/// or white space. What is read piece by piece is what is read at once.
#[test]
fn a_text_may_be_read_in_pieces() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let mut mnemonics = Mnemonics::default();
    for text in [
        "  s_nop 1\n",
        "  s_nop 1\n\n\n\n",
        "  s_nop 1 // a\n  // s_nop 2\n\n",
        "/* s_nop 1 */ s_nop 2 ; s_nop 3\n\n\tv_add_f32_e64 v1, v2, s63",
        "s_mov_b32 s1, 0x12345678\n\n/* a */\n// b\ns_nop 1\n\n",
    ] {
        let mut read = |piece: usize| {
            let (mut at, mut code) = (0, Vec::new());
            while at < text.len() {
                let most = text.len().min(at + piece);
                let before = at;
                let mut context = LineContext {
                    syntax,
                    symbols: &NoSymbols,
                    mnemonics: &mut mnemonics,
                };
                (at, _) = target.parse_lines(text, at, most, &mut context, &mut code);
                assert!(at >= most && at > before, "{text:?} by {piece}: {at}");
            }
            assert_eq!(at, text.len(), "{text:?} by {piece}");
            code
        };
        let whole = read(text.len());
        assert!(!whole.is_empty());
        for piece in 1..text.len() {
            assert_eq!(read(piece), whole, "{text:?} by {piece}");
        }
    }
}
