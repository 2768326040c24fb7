"""What the package promises, with arrays of numpy where they make a difference."""

import doctest

import numpy
import pytest

import isa_mc

IDS = """
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
    .globl ids
    .p2align 8
ids:
    s_load_dwordx2 s[2:3], s[0:1], 0x0
    s_load_dword s4, s[0:1], 0x8
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v0, s4, v0
    global_store_dword v1, v0, s[2:3]
    s_endpgm
    .rodata
    .amdhsa_kernel ids
        .amdhsa_kernarg_size 12
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_next_free_vgpr 2
        .amdhsa_next_free_sgpr 5
    .end_amdhsa_kernel
"""

ADD = "add (M1, 8) V32(0,0)<1> V33(0,0)<1;1,0> V34(0,0)<1;1,0>"


def test_the_examples_of_the_documentation():
    assert doctest.testmod(isa_mc).failed == 0


def test_processors():
    names = isa_mc.processors()
    assert "gfx900" in names and "visa4.1" in names
    target = isa_mc.Target("gfx900")
    assert (target.name, target.architecture) == ("gfx900", "gcn1.4")
    with pytest.raises(isa_mc.Error, match="did you mean `gfx900`"):
        isa_mc.Target("gfx990")
    with pytest.raises(isa_mc.Error, match="syntax"):
        isa_mc.Target("gfx900", syntax="att")


def test_text_and_bytes():
    target = isa_mc.Target("gfx900")
    load = target.parse("global_load_dword v1, v2, s[4:5] offset:16 glc")
    assert load.code == bytes.fromhex("108051dc02000401")
    assert load.operands == {"vdst": "v1", "vaddr": "v2", "saddr": "s[4:5]"}
    clrx = isa_mc.Target("gfx900", syntax="clrx")
    assert clrx.decode(load.code)[0].text.endswith("inst_offset:16 glc")


def test_code_is_anything_with_bytes():
    target = isa_mc.Target("gfx900")
    words = numpy.array([0xBF800000, 0xBF810000], dtype="<u4")
    code = [words, words.tobytes(), bytearray(words.tobytes()), memoryview(words)]
    for given in code:
        decoded = target.decode(given)
        assert [(it.offset, it.mnemonic) for it in decoded] == [(0, "s_nop"), (4, "s_endpgm")]
    with pytest.raises(isa_mc.Error, match="in a row"):
        target.decode(numpy.zeros(8, dtype="<u4")[::2])
    with pytest.raises(isa_mc.DecodeError) as wrong:
        target.decode(numpy.array([0xBF800000, 0xFFFFFFFF], dtype="<u4"))
    assert wrong.value.offset == 4


def test_errors_say_where():
    target = isa_mc.Target("gfx900")
    with pytest.raises(isa_mc.AssemblyError) as wrong:
        target.assemble("s_nop 0\n  v_nope v1\ns_mov_b32 s0\n", name="k.s")
    assert [(it.file, it.line, it.column) for it in wrong.value.errors] == [
        ("k.s", 2, 3),
        ("k.s", 3, 13),
    ]
    assert (wrong.value.line, wrong.value.column) == (2, 3)
    assert str(wrong.value).startswith("k.s:2:3: error[A0101]: ")
    with pytest.raises(isa_mc.StatementError) as wrong:
        target.parse("s_mov_b32 s0, v1")
    assert (wrong.value.line, wrong.value.column) == (1, 15)
    assert issubclass(isa_mc.StatementError, isa_mc.Error)


def test_objects_come_back():
    target = isa_mc.Target("gfx900")
    file = target.assemble(IDS)
    text = target.disassemble(file)
    assert target.assemble(text) == file
    assert isa_mc.kernels(file) == ["ids"]
    code = target.assemble("s_nop 1\ns_endpgm\n", object=False)
    assert target.disassemble(code) == "s_nop 1\ns_endpgm\n"


def test_instructions_are_explained():
    target = isa_mc.Target("gfx900")
    explanation = target.explain("v_add_f32_e64 v1, v2, v3")
    assert explanation.operation == "VDST = ASFLOAT(SRC0) + ASFLOAT(SRC1);"
    assert isa_mc.Field("vdst", "7:0", 1, "v1") in explanation.fields
    assert str(target.explain(explanation.code)) == str(explanation)
    assert len(target.explain(explanation.code, full=True).text) > len(explanation.text)
    with pytest.raises(isa_mc.DecodeError):
        target.explain(b"\xff\xff\xff\xff")
    with pytest.raises(isa_mc.StatementError):
        target.explain("v_add_f33 v1, v2, v3")


def test_kernels_run_over_arrays():
    file = isa_mc.Target("gfx900").assemble(IDS)
    out = numpy.zeros(64, dtype=numpy.uint32)
    done = isa_mc.run(file, [out, numpy.uint32(100)], grid=64)
    assert (out == numpy.arange(100, 164)).all()
    assert done.instructions == 7 and done.warnings == []
    short = numpy.zeros(8, dtype=numpy.uint32)
    with pytest.raises(isa_mc.RunError) as wrong:
        isa_mc.run(file, [short, numpy.uint32(0)], grid=64)
    assert wrong.value.address > 0
    assert (short == 0).all()
    with pytest.raises(isa_mc.RunError):
        isa_mc.run(file, [out, numpy.uint32(0)], grid=64, budget=3)
    with pytest.raises(isa_mc.Error, match="argument 0 is `int`"):
        isa_mc.run(file, [7], grid=64)
    with pytest.raises(isa_mc.Error):
        isa_mc.run(b"nonsense", [], grid=64)
    with pytest.raises(isa_mc.Error, match="dimensions"):
        isa_mc.run(file, [], grid=(1, 1, 1, 1))


def test_visa():
    target = isa_mc.Target("visa4.1")
    add = target.parse(ADD)
    assert target.decode(add.code)[0].text == ADD
    explanation = target.explain(ADD)
    assert explanation.mnemonic == "add" and explanation.fields[0].name == "op"
    with pytest.raises(isa_mc.Error, match="object=False"):
        target.assemble(ADD)
    assert target.assemble(ADD + "\n", object=False) == add.code
