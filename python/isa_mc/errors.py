"""What can go wrong. Every exception of this package is an :class:`Error`."""

from __future__ import annotations

from typing import List, NamedTuple, Sequence, Tuple

__all__ = [
    "AssemblyError",
    "DecodeError",
    "Diagnostic",
    "Error",
    "RunError",
    "StatementError",
]


class Error(Exception):
    """Something that was given cannot be so; the message says what, and what to do."""


class Diagnostic(NamedTuple):
    """An error in a source."""

    file: str
    """Name of the source, or of the macro in which it stands."""
    line: int
    """The line, from 1."""
    column: int
    """The byte in that line, from 1."""
    code: str
    """The kind of error, as ``A0101``."""
    message: str
    """What is wrong, on one line."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: error[{self.code}]: {self.message}"


class AssemblyError(Error):
    """A source with errors; all of them are in :attr:`errors`."""

    errors: List[Diagnostic]
    line: int
    """The line of the first error, from 1."""
    column: int
    """Its column, from 1."""

    def __init__(self, errors: Sequence[Tuple[str, int, int, str, str]]) -> None:
        self.errors = [Diagnostic(*error) for error in errors]
        first = self.errors[0] if self.errors else Diagnostic("", 1, 1, "", "nothing is known")
        self.line, self.column = first.line, first.column
        super().__init__("\n".join(str(error) for error in self.errors))


class StatementError(Error):
    """A text that is no instruction."""

    def __init__(self, message: str, text: str, line: int, column: int, end: int) -> None:
        super().__init__(f"{message} (line {line}, column {column})")
        self.message = message
        """What is wrong."""
        self.text = text
        """All of the text."""
        self.line = line
        """The line of what is wrong, from 1."""
        self.column = column
        """Its first byte in that line, from 1."""
        self.end_column = end
        """The byte behind it."""


class DecodeError(Error):
    """Bytes that are no instruction."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(f"at byte {offset}: {message}")
        self.message = message
        """What is wrong."""
        self.offset = offset
        """The byte where an instruction should begin, from 0."""


class RunError(Error):
    """A kernel did something wrong, or did not end."""

    def __init__(self, message: str, address: int) -> None:
        super().__init__(message)
        self.message = message
        """Which wavefront could not go on, and why."""
        self.address = address
        """The address of the instruction."""
