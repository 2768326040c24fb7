"""Assemble, disassemble, decode, explain and run GPU instructions.

>>> import isa_mc
>>> target = isa_mc.Target("gfx900")
>>> target.parse("s_nop 0").code.hex()
'000080bf'
>>> [it.text for it in target.decode(bytes.fromhex("000080bf 000081bf"))]
['s_nop 0', 's_endpgm']

Code and buffers may be anything with bytes in a row: ``bytes``, ``bytearray``,
``memoryview``, arrays of numpy. Nothing here needs a GPU, nor LLVM.
"""

from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _isa_mc
from ._isa_mc import __version__
from .errors import (
    AssemblyError,
    DecodeError,
    Diagnostic,
    Error,
    RunError,
    StatementError,
)

__all__ = [
    "AssemblyError",
    "DecodeError",
    "Diagnostic",
    "Error",
    "Explanation",
    "Field",
    "Instruction",
    "Local",
    "Result",
    "RunError",
    "StatementError",
    "Target",
    "__version__",
    "kernels",
    "processors",
    "run",
]

#: Instructions that may run in all before a kernel is taken for endless.
DEFAULT_BUDGET = 1_000_000_000


class Instruction(NamedTuple):
    """An instruction."""

    offset: int
    """Where it begins in the code, in bytes."""
    code: bytes
    """Its bytes."""
    text: str
    """Its text; the nearest one if the syntax cannot say its bytes."""
    mnemonic: str
    """Its mnemonic, without a suffix for the encoding."""
    operands: Dict[str, str]
    """Its operands by name, as text writes them; empty for vISA."""


class Field(NamedTuple):
    """Bits of an instruction."""

    name: str
    """Its name in the description."""
    bits: str
    """Which bits, as ``31:26``."""
    value: int
    """Their value."""
    meaning: str
    """What that means."""


class Explanation(NamedTuple):
    """An instruction, explained; ``str()`` of it is all of it as text."""

    text: str
    """All of it, as ``isa-mc explain`` prints it."""
    mnemonic: str
    """The mnemonic."""
    code: bytes
    """The bytes."""
    operation: Optional[str]
    """What it does, as pseudocode; ``None`` where the description does not say it."""
    fields: List[Field]
    """The bits, the lowest first."""

    def __str__(self) -> str:
        return self.text


class Local(NamedTuple):
    """An argument of a kernel: a pointer to local memory."""

    size: int
    """How many bytes a workgroup has there."""


class Result(NamedTuple):
    """A kernel that has ended."""

    instructions: int
    """How many instructions ran, of all wavefronts together."""
    warnings: List[str]
    """What was read although nothing had written it."""


class Target:
    """A processor, and the syntax of its text.

    ``name`` is a processor (``gfx900``, ``gfx906:xnack-``, ``visa4.1``), ``features`` what code
    is made with or without (``+wavefrontsize64``), ``syntax`` ``"llvm"`` or ``"clrx"`` for AMD.

    Raises :class:`Error` with the names that are near if there is no such processor.
    """

    __slots__ = ("_native",)

    def __init__(self, name: str, *, features: str = "", syntax: Optional[str] = None) -> None:
        self._native = _isa_mc.NativeTarget(name, features, syntax)

    def __repr__(self) -> str:
        return f"isa_mc.Target({self.name!r})"

    @property
    def name(self) -> str:
        """The processor's name."""
        return self._native.name()

    @property
    def architecture(self) -> str:
        """The architecture's name, as ``gcn1.4``."""
        return self._native.architecture()

    def assemble(self, source: str, *, object: bool = True, name: str = "<source>") -> bytes:
        """Assembles a source: an object file, or with ``object=False`` its code alone.

        Raises :class:`AssemblyError` with every error, its line and its column.
        """
        return self._native.assemble(source, name, object)

    def disassemble(self, data: Any) -> str:
        """The text of an object file or of code, which assembles to the same bytes again."""
        return self._native.disassemble(_bytes(data))

    def decode(self, code: Any) -> List[Instruction]:
        """The instructions of code, one after the other.

        Raises :class:`DecodeError` with the offset of what is none.
        """
        return [_instruction(it) for it in self._native.decode(_bytes(code))]

    def parse(self, text: str) -> Instruction:
        """The instruction that a text is.

        Raises :class:`StatementError` with the column of what is wrong.
        """
        return _instruction(self._native.parse(text))

    def explain(self, instruction: Any, *, full: bool = False) -> Explanation:
        """Explains an instruction, given as text or as bytes.

        With ``full`` also the operation for all encodings and values. Raises
        :class:`StatementError` or :class:`DecodeError`.
        """
        if isinstance(instruction, str):
            made = self._native.explain(instruction, b"", full)
        else:
            made = self._native.explain(None, _bytes(instruction), full)
        text, mnemonic, code, operation, fields = made
        return Explanation(
            text, mnemonic, bytes(code), operation, [Field(*field) for field in fields]
        )


def processors() -> List[str]:
    """The names of all processors."""
    return _isa_mc.processors()


def kernels(code_object: Any) -> List[str]:
    """The names of a code object's kernels. Raises :class:`Error` if it cannot be loaded."""
    return _isa_mc.kernels(_bytes(code_object))


def run(
    code_object: Any,
    arguments: Sequence[Any] = (),
    *,
    grid: Union[int, Sequence[int]],
    group: Union[None, int, Sequence[int]] = None,
    kernel: Optional[str] = None,
    budget: int = DEFAULT_BUDGET,
) -> Result:
    """Runs a kernel by the pseudocode of its instructions, without a GPU.

    ``grid`` and ``group`` are work-items in up to three dimensions. Of the arguments

    * one whose memory can be written (an array of numpy, ``bytearray``) is a buffer, which holds
      afterwards what the kernel left there;
    * one whose memory cannot be written (``numpy.uint32(7)``, ``bytes``) is a value;
    * :class:`Local` is local memory, and ``None`` a null pointer.

    Raises :class:`RunError` if the kernel does something wrong or does not end within ``budget``
    instructions, and :class:`Error` if it cannot be started.
    """
    given: List[Tuple[str, bytes, int]] = []
    buffers: List[memoryview] = []
    for at, argument in enumerate(arguments):
        if argument is None:
            given.append(("null", b"", 0))
        elif isinstance(argument, Local):
            given.append(("local", b"", argument.size))
        else:
            view = _view(argument, f"argument {at}")
            if view.readonly:
                given.append(("value", view.tobytes(), 0))
            else:
                buffers.append(view)
                given.append(("buffer", view.tobytes(), 0))
    contents, instructions, warnings = _isa_mc.run(
        _bytes(code_object), kernel, _three(grid), None if group is None else _three(group), given, budget
    )
    for view, left in zip(buffers, contents):
        view[:] = bytes(left)
    return Result(instructions, warnings)


def _three(sizes: Union[int, Sequence[int]]) -> List[int]:
    """Sizes in three dimensions."""
    sizes = [sizes] if isinstance(sizes, int) else [int(it) for it in sizes]
    if not 1 <= len(sizes) <= 3:
        raise Error(f"a grid has one to three dimensions, and not {len(sizes)}")
    return sizes + [1] * (3 - len(sizes))


def _view(data: Any, what: str) -> memoryview:
    """The memory of something, as bytes."""
    try:
        view = memoryview(data)
    except TypeError:
        kind = type(data).__name__
        raise Error(
            f"{what} is `{kind}`, which has no bytes: give an array, bytes, or a number of numpy"
            " (numpy.uint32(7))"
        ) from None
    if not view.c_contiguous:
        raise Error(f"the bytes of {what} are not in a row: give numpy.ascontiguousarray(...)")
    if view.nbytes == 0:
        return memoryview(b"") if view.readonly else memoryview(bytearray())
    return view.cast("B")


def _bytes(data: Any) -> bytes:
    return data if isinstance(data, bytes) else _view(data, "the code").tobytes()


def _instruction(made: Tuple[int, Any, str, str, List[Tuple[str, str]]]) -> Instruction:
    offset, code, text, mnemonic, operands = made
    return Instruction(offset, bytes(code), text, mnemonic, dict(operands))
