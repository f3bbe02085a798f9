# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text for a terminal: aligned columns, in characters that its encoding has."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from driveproof.domain.text import visible
from driveproof.wording.units import NARROW, bandwidth_unit, bandwidth_value

WIDTH = 100  # of sentences where nobody says how wide it is
_PLAIN = {
    "µ": "u",
    "±": "+/-",
    "–": "-",
    "−": "-",
    "…": "...",
    "·": "-",
    "×": "x",
    "°C": "C",
    "→": "->",
}


def plain(text: str, encoding: str = "utf-8") -> str:
    """Text with ordinary spaces, reduced to what an encoding has.

    The narrow no-break space is missing in many terminal fonts, and in the way of `grep`.
    """
    text = text.replace(NARROW, " ")
    if text.isascii():
        return text
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        for character, instead in _PLAIN.items():
            text = text.replace(character, instead)
        return text.encode("ascii", "backslashreplace").decode()
    return text


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: two for a wide character, none for an accent."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )


def one_line(text: str) -> str:
    """Foreign text with its control characters visible; our own narrow spaces stay as they are."""
    return NARROW.join(visible(part) for part in text.split(NARROW))


def cut(text: str, longest: int) -> str:
    """Text of at most so many columns, with an ellipsis where some of it is missing."""
    if columns_of(text) <= longest:
        return text
    while text and columns_of(text) > longest - 1:
        text = text[:-1]
    return text + "…"


def table(
    rows: Sequence[Sequence[str]], left: Iterable[int] = (0,), *, encoding: str = "utf-8"
) -> list[str]:
    """Rows as lines of aligned columns, those in `left` to the left, the others to the right.

    No rows are no lines.
    """
    cells = [[plain(cell, encoding) for cell in row] for row in rows]
    widths = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    leftward = frozenset(left)
    return [
        "  ".join(
            cell + " " * (width - columns_of(cell))
            if place in leftward
            else " " * (width - columns_of(cell)) + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def widest(lines: Iterable[str]) -> int:
    """The columns that the widest of some lines takes."""
    return max(map(columns_of, lines), default=0)


def wrapped(text: str, width: int, *, encoding: str = "utf-8", indent: str = "") -> list[str]:
    """A sentence as lines of at most `width` columns, those after the first with an indent."""
    lines = textwrap.wrap(
        text,
        max(20, width),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    # Only now: until here the narrow no-break spaces kept numbers and units on one line.
    return [plain(line, encoding) for line in lines]


@dataclass(frozen=True, slots=True)
class TextLayout:
    """What a text is laid out for: sentences of `width` columns, tables of `room`, characters of
    `encoding`; bandwidths are in MiB/s with `binary`, otherwise in MB/s.
    """

    width: int = WIDTH
    room: int = WIDTH
    encoding: str = "utf-8"
    binary: bool = False

    @property
    def unit(self) -> str:
        """The unit of bandwidths, for the head of a column."""
        return bandwidth_unit(binary=self.binary)

    def rate(self, value: float | None) -> str:
        """A bandwidth of bytes a second without its unit, "" where there is none."""
        return "" if value is None else bandwidth_value(value, binary=self.binary)[0]

    def table(self, rows: Sequence[Sequence[str]], left: Iterable[int] = (0,)) -> list[str]:
        """Rows as `table` has them, in characters of the encoding."""
        return table(rows, left, encoding=self.encoding)

    def wrapped(self, text: str, indent: str = "", *, beside: int = 0) -> list[str]:
        """A sentence as `wrapped` has it, in characters of the encoding, with so many columns less
        for what stands `beside` it.
        """
        return wrapped(text, self.width - beside, encoding=self.encoding, indent=indent)

    def plain(self, text: str) -> str:
        """A text in characters of the encoding."""
        return plain(text, self.encoding)

    def text(self, lines: Iterable[str]) -> str:
        """Lines as one text, in characters of the encoding."""
        return "\n".join(plain(line, self.encoding) for line in lines)

    def below(self, *texts: str) -> list[str]:
        """Sentences, each below an empty line; nothing for an empty one."""
        return [line for text in texts if text for line in ("", *self.wrapped(text))]

    def fits(self, lines: Iterable[str]) -> bool:
        """Whether there is room for a table."""
        return widest(lines) <= self.room

    def fitting(
        self, rows: Sequence[Sequence[str]], left: Iterable[int], *dropped: Sequence[int]
    ) -> list[str]:
        """A table with all columns, or without the first of `dropped` that lets it fit; the last
        of them where none does. `left` are the columns that stay to the left, counted from the
        end where negative.
        """
        lines: list[str] = []
        for places in ((), *dropped):
            kept = [[cell for place, cell in enumerate(row) if place not in places] for row in rows]
            columns = len(kept[0])
            lines = self.table(kept, [place % columns for place in left])
            if self.fits(lines):
                break
        return lines
