# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text for a terminal: aligned columns, in characters that its encoding has."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

from driveproof.domain.text import visible
from driveproof.wording.units import NARROW

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
    """Rows as lines of aligned columns, those in `left` to the left, the others to the right."""
    cells = [[plain(cell, encoding) for cell in row] for row in rows]
    widths = [max(columns_of(row[place]) for row in cells) for place in range(len(cells[0]))]
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
