# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a report: sections of a few kinds of blocks, the same for HTML and for PDF.

Reports of a check, a run, a comparison and a drive's health differ only in their blocks. All text
is plain: the writer escapes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

Pairs = tuple[tuple[str, str], ...]


class Drawing(Protocol):
    """A picture that the caller draws; export draws nothing itself."""

    @property
    def title(self) -> str:
        """A heading; the picture itself may say more."""

    @property
    def alt(self) -> str:
        """What the picture shows, in a sentence."""

    def svg(self, *, dark: bool, narrow: bool = False) -> str:
        """The picture as one `<svg>` element, for a light or a dark ground; `narrow` for a screen
        on which the usual one would be shrunk, "" where it needs none there.
        """


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding: `word`, a rating or "", gives its mark, `grade` is the word beside that, `name`
    its subject.
    """

    word: str
    grade: str
    name: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class FindingsBlock:
    """Findings below each other."""

    lines: tuple[FindingLine, ...]


@dataclass(frozen=True, slots=True)
class FactsBlock:
    """Names with their values."""

    pairs: Pairs


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Figures; the first `left` columns are words, the others numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """A chart."""

    drawing: Drawing


@dataclass(frozen=True, slots=True)
class CommandBlock:
    """A command to be repeated, with the test that it belongs to."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph; `quiet` ones explain another block, and `word`, a rating or "", colours it."""

    text: str
    quiet: bool = False
    word: str = ""


ReportBlock = FindingsBlock | FactsBlock | TableBlock | PictureBlock | CommandBlock | TextBlock


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading, "" for none."""

    title: str
    blocks: tuple[ReportBlock, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One report: `headline` is the verdict and comes first, `word` its mark ("" for none)."""

    title: str
    headline: str
    word: str = ""
    subject: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    footer: str = ""
    language: str = "en"


def footer(version: str, *parts: str) -> str:
    """The program with its version, then what the report is of."""
    return ", ".join((f"Driveproof {version}".rstrip(), *filter(None, parts)))
