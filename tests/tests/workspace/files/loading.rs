//! Code objects in memory: what a linker made, what it did not see, and what is damaged.

use std::path::Path;

use isa_mc::asm::Assembler;
use isa_mc::gcn::loader::{Image, LoadError};
use isa_mc::gcn::{self, metadata::ValueKind, syntax};

const BASE: u64 = 0x4000_0000;

fn stored(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("code_objects")
        .join(name);
    std::fs::read(path).expect("a stored object")
}

fn assembled(source: &str) -> Vec<u8> {
    let target = gcn::target("gfx900").expect("a processor");
    let assembly = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
        .assemble("test.s", source.as_bytes());
    assert!(assembly.errors.is_empty(), "{:?}", assembly.errors);
    assembly.object().expect("an object").to_elf().expect("ELF")
}

const HEAD: &str = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n";

/// A kernel of that name, and what is in front of it.
fn kernel(name: &str, alignment: u32, code: &str) -> String {
    format!(
        "\t.text\n\t.globl {name}\n\t.p2align {alignment}\n{name}:\n{code}\n\ts_endpgm\n\
         \t.section .rodata,\"a\"\n\t.amdhsa_kernel {name}\n\t\t.amdhsa_next_free_vgpr 4\n\
         \t\t.amdhsa_next_free_sgpr 8\n\t.end_amdhsa_kernel\n"
    )
}

/// An object and what a linker makes of it are the same kernels, with the same
/// descriptors but for the distance to the code, the same code, the same arguments.
#[test]
fn linked_or_not_kernels_are_the_same() {
    let linked = Image::load(&stored("small.gfx900.so"), BASE).expect("linked");
    let object = Image::load(&stored("small.gfx900.o"), BASE).expect("an object");
    assert_eq!(linked.target, object.target);
    assert_eq!(linked.target.processor.name, "gfx900");
    assert!(!linked.kernels.is_empty());
    assert_eq!(linked.kernels.len(), object.kernels.len());
    for (one, other) in linked.kernels.iter().zip(&object.kernels) {
        assert_eq!(one.name, other.name);
        assert_eq!(one.descriptor[..16], other.descriptor[..16]);
        assert_eq!(one.descriptor[24..], other.descriptor[24..]);
        assert_eq!(one.metadata, other.metadata);
        assert!(!one.arguments().is_empty(), "{}", one.name);
        assert!(
            one.arguments()
                .iter()
                .any(|it| it.kind == ValueKind::GlobalBuffer)
        );
        let first = |image: &Image, entry| image.bytes(entry, 8).expect("code");
        assert_eq!(first(&linked, one.entry), first(&object, other.entry));
        assert_eq!(linked.symbol_before(one.entry), Some((&*one.name, 0)));
        for (image, entry) in [(&linked, one.entry), (&object, other.entry)] {
            let segment = image.segment(entry).expect("a segment");
            assert!(segment.is_executable && !segment.is_writable);
        }
    }
}

/// Relocations of every kind, against symbols of every kind, hold the values that they
/// should; a table of addresses is made for those that ask for it.
#[test]
fn relocations_are_applied() {
    let source = format!(
        "{HEAD}{}\t.text\n\t.p2align 2\nplace:\n\ts_getpc_b64 s[0:1]\n\
         \ts_add_u32 s0, s0, data@rel32@lo+4\n\ts_addc_u32 s1, s1, data@rel32@hi+12\n\
         \ts_add_u32 s0, s0, data@gotpcrel32@lo+4\n\ts_addc_u32 s1, s1, data@gotpcrel32@hi+12\n\
         \ts_branch behind\n\
         \t.data\n\t.globl data\ndata:\n\t.quad place\n\t.quad shared+8\n\t.long data@abs32@lo\n\
         \t.quad maybe\n\t.quad constant\n\
         \t.weak maybe\n\t.set constant, 0x123456789\n\t.globl constant\n\
         \t.comm shared,64,6\n\t.section .text.other,\"ax\"\n\t.globl behind\nbehind:\n\ts_nop 7\n",
        kernel("k", 8, "\ts_nop 0")
    );
    let image = Image::load(&assembled(&source), BASE).expect("an image");
    let address = |name: &str| image.address(name).unwrap_or_else(|| panic!("{name}"));
    let word = |at: u64| {
        let bytes = image.bytes(at, 4).expect("bytes");
        u64::from(u32::from_le_bytes(bytes.try_into().expect("4 bytes")))
    };
    let quad = |at: u64| word(at) | word(at + 4) << 32;
    let (place, data, shared) = (address("place"), address("data"), address("shared"));
    assert_eq!(quad(data), place);
    assert_eq!(quad(data + 8), shared + 8);
    assert_eq!(shared % 64, 0);
    assert_eq!(word(data + 16), data & 0xffff_ffff);
    assert_eq!(quad(data + 20), 0);
    assert_eq!(quad(data + 28), 0x1_2345_6789);
    // The literals lie behind the first words; what they say counts from `s_getpc_b64`.
    let after = place + 4;
    assert_eq!(
        word(place + 8) | word(place + 16) << 32,
        data.wrapping_sub(after)
    );
    let entry = after.wrapping_add(word(place + 24) | word(place + 32) << 32);
    let entry = entry.wrapping_add(16);
    assert_eq!(quad(entry), data, "the entry of the offset table");
    let table = image.segment(entry).expect("the offset table");
    assert!(!table.is_writable && !table.is_executable);
    let branch = word(place + 36);
    assert_eq!(branch >> 16, 0xbf82);
    let behind = place + 40 + ((branch & 0xffff) as i16 as i64 * 4) as u64;
    assert_eq!(behind, address("behind"));
    let zeros = image.segment(shared).expect("common memory");
    assert!(zeros.bytes.is_empty() && zeros.is_writable && zeros.size == 64);
    assert!(image.segment(data).expect("data").is_writable);
}

/// What is wrong with a file, or with what is asked for, is told so that it can be mended.
#[test]
fn errors_say_what_to_do() {
    let message = |source: &str| {
        let error = Image::load(&assembled(source), BASE).expect_err(source);
        error.to_string()
    };
    let with = |rest: &str| format!("{HEAD}{}{rest}", kernel("k", 8, ""));
    assert_eq!(
        message(&with("\t.text\n\ts_add_u32 s0, s0, other@rel32@lo\n")),
        ".text at byte 0x8 needs `other`, which is not defined: link the object with what \
         defines it"
    );
    assert_eq!(
        message(&format!(
            "{HEAD}{}",
            kernel("k", 2, "\ts_nop 0").replace(".text\n", ".text\n\ts_nop 0\n")
        )),
        "the code of kernel `k` begins at 0x40001004, which is no multiple of 256: write \
         `.p2align 8` before its label"
    );
    assert!(
        message("\t.amdgcn_target \"amdgcn-amd-amdpal--gfx900\"\n\ts_endpgm\n")
            .starts_with("this is made for `amdgcn-amd-amdpal--gfx900`, and only code for")
    );
    assert_eq!(
        message(&with(
            "\t.section .note.x,\"\",@progbits\nelse:\n\t.long 1\n\t.data\n\t.quad else\n"
        )),
        ".data at byte 0x0 needs `.note.x`, which lies in a section that is not loaded"
    );
    assert_eq!(
        message(&with("\t.bss\n\t.zero 0x60000000\n")),
        "the object is too large with section `.bss`: 1 GiB of memory at most"
    );
    let error = Image::load(b"\ts_endpgm\n", BASE).expect_err("text");
    assert_eq!(error, LoadError::NotElf);
    let error = Image::load(&stored("small.gfx900.so"), 0x123).expect_err("an odd base");
    assert_eq!(error, LoadError::Base(0x123));
}

/// A kernel is found by name, by the name in the source, or because it is the only one.
#[test]
fn kernels_are_found() {
    let one = Image::load(&assembled(&format!("{HEAD}{}", kernel("one", 8, ""))), BASE);
    let one = one.expect("an image");
    for name in [None, Some("one"), Some("one.kd")] {
        assert_eq!(one.kernel(name).expect("the kernel").name, "one");
    }
    let both = format!(
        "{HEAD}{}{}",
        kernel("first", 8, ""),
        kernel("second", 8, "")
    );
    let both = Image::load(&assembled(&both), BASE).expect("an image");
    assert_eq!(
        both.kernel(None).expect_err("two").to_string(),
        "which kernel? There are several\nkernels of this file:\n  first\n  second"
    );
    assert_eq!(
        both.kernel(Some("sceond")).expect_err("none").to_string(),
        "there is no kernel `sceond`; did you mean `second`?\nkernels of this file:\n  first\n  second"
    );
    let none = Image::load(&assembled(&format!("{HEAD}\ts_endpgm\n")), BASE).expect("an image");
    assert_eq!(none.kernel(None), Err(LoadError::NoKernels));
    let metadata = "\t.amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n  - .name: k\n    \
                    .symbol: k.kd\n    .kernarg_segment_size: 8\n    .kernarg_segment_align: 8\n    \
                    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n    \
                    .wavefront_size: 64\n    .sgpr_count: 8\n    .vgpr_count: 4\n    \
                    .max_flat_workgroup_size: 256\n...\n\t.end_amdgpu_metadata\n";
    let error = Image::load(&assembled(&format!("{HEAD}{metadata}")), BASE);
    assert_eq!(
        error.expect_err("no descriptor").to_string(),
        "the metadata says that `k.kd` is the descriptor of kernel `k`, and no symbol of 64 \
         bytes is called so"
    );
}

/// Damaged files are loaded or refused, with bounded memory, and nothing panics: every
/// byte of the file changed, and every field of 4 and 8 bytes set to extremes.
#[test]
fn damaged_files_are_harmless() {
    let (mut loaded, mut refused) = (0, 0);
    let mut tell = |file: &[u8]| match Image::load(file, BASE) {
        Ok(image) => {
            loaded += 1;
            let bytes: usize = image.segments.iter().map(|it| it.bytes.len()).sum();
            assert!(bytes <= 4 * file.len(), "{bytes} of {}", file.len());
            for kernel in &image.kernels {
                assert!(image.segment(kernel.entry).is_some());
            }
            for pair in image.segments.windows(2) {
                assert!(pair[0].address + pair[0].size <= pair[1].address);
            }
        }
        Err(error) => {
            refused += 1;
            assert!(error.to_string().len() > 20, "{error}");
        }
    };
    for name in [
        "small.gfx900.so",
        "small.gfx900.o",
        "small_stripped.gfx900.so",
    ] {
        let file = stored(name);
        for at in 0..file.len() {
            for change in [0x01, 0x10, 0x80, 0xff] {
                let mut damaged = file.clone();
                damaged[at] ^= change;
                tell(&damaged);
            }
        }
        for at in (0..file.len() - 8).step_by(4) {
            for value in [u64::MAX, 1 << 63, 1 << 31, u64::MAX - 63, 1 << 60, 0] {
                let mut damaged = file.clone();
                damaged[at..at + 8].copy_from_slice(&value.to_le_bytes());
                tell(&damaged);
            }
        }
        for end in 0..file.len() {
            assert!(
                Image::load(&file[..end], BASE).is_err(),
                "{name} cut at {end}"
            );
        }
    }
    println!("{loaded} damaged files were loaded, {refused} refused");
    assert!(loaded > 10_000 && refused > 5_000, "{loaded} {refused}");
}
