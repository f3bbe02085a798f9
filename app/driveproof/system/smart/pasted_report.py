# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as people save, paste and mail it, back in the form in which smartctl printed it.

Quotation marks, fences, markup, wrong separators and wrapped lines are undone here, once; what
reads the report knows nothing of them. Encodings and blanks are domain/pasted.py's.
"""

from __future__ import annotations

import html
import quopri
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from driveproof.domain.pasted import decoded, plain_text, unquoted
from driveproof.system.smart.smartctl_rows import HEAD, RECORDS, SECTION, STARTS

_LONGEST_LINE = 400
_START = 2**16  # characters within which a text can be recognized

# The text as a whole

_QUOTED_PRINTABLE = re.compile(r"=3D=3D=3D START OF|[^=]=3D [^\n]*\n|[^=]=3D$", re.MULTILINE)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});", re.IGNORECASE)
_TAGS = (
    "a|b|i|u|p|pre|code|tt|br|hr|div|span|font|table|tbody|thead|tr|td|th|ul|li|blockquote|body"
    "|html|head|details|summary|samp|strong|em"
)
_BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr|/pre|/blockquote|hr)\b[^<>]{0,200}/?>", re.IGNORECASE)
_TAG = re.compile(rf"</?(?:{_TAGS})\b[^<>]{{0,300}}/?>", re.IGNORECASE)
_BBCODE = re.compile(
    r"\[/?(?:code|quote|pre|spoiler|tt|size|font|color|noparse|php|b|i|u)(?:=[^\]\n]{0,100})?\]",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[ \t]*[\w+-]{0,20}[ \t]*")
_ESCAPED = re.compile(r"\\([_#*~|<>\[\]-])")
# The locale's separator of thousands where a wrong encoding made something else of it: a no-break
# blank or an apostrophe in UTF-8 read as Latin-1, or one of DOS or Mac OS read as Windows-1252.
_MISREAD = re.compile(
    "(?<=\\d)(?:Â[\u00a0 ]|â€[¯™]|\u00e2\u0080[\u00af\u0099]|ï¿½|[ÿÊ\ufffd])(?=\\d{3})"
)
# Dashes that a word processor or forum made of one, two and three of smartctl's
_DASHES = {
    0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2212: "-", 0x2013: "--", 0x2014: "---",
}  # fmt: skip
_SIGNS = {0: None, 9: " ", **_DASHES}


def cleaned(words: str) -> str:
    """The text without markup, and with plain blanks and dashes."""
    start = words[:_START]
    if _QUOTED_PRINTABLE.search(start):
        words = decoded(quopri.decodestring(words.encode("utf-8", "replace")))
        start = words[:_START]
    if _TAG.search(start):
        words = _TAG.sub("", _BREAK.sub("\n", words))
    for _ in range(2):  # an "&amp;nbsp;" was escaped twice
        if _ENTITY.search(words[:_START]):
            words = html.unescape(words)
    words = _MISREAD.sub(" ", words).replace("Â\u00a0", " ")
    words = plain_text(words).translate(_SIGNS)
    return _ESCAPED.sub(r"\1", _BBCODE.sub("", words))


# Its lines

_FIRST_COLUMN = re.compile(
    r"( *)(?:smartctl \d|=== START OF|SMART overall-health|SMART/Health Info|SMART Health Status"
    r"|(?:Device Model|Model Number|Serial [Nn]umber|User Capacity|Vendor|Product|Critical Warning)"
    r":|ID# ATTRIBUTE_?NAME)"
)
_CELLS = 5
_BETWEEN_CELLS = re.compile(r" *\| *")


def plain_lines(words: str) -> list[str]:
    """The lines of a cleaned text without quotation marks and fences."""
    lines = []
    for whole in words.splitlines():
        line = unquoted(whole).rstrip()
        if line.count("|") >= _CELLS and "|||" not in line:  # a row of a table in a forum
            line = _BETWEEN_CELLS.sub(" ", line).strip()
        if not _FENCE.fullmatch(line):
            lines.append(line)
    return _single_spaced(lines)


def _single_spaced(lines: list[str]) -> list[str]:
    """Without the empty lines, where a copy put one behind every other."""
    full = sum(bool(line) for line in lines)
    behind = sum(not line and bool(before) for before, line in pairwise(lines))
    if len(lines) > 20 and behind > 0.9 * full:
        return [line for line in lines if line]
    return lines


@dataclass(frozen=True, slots=True)
class PastedReport:
    """One report of a text: its `lines` as smartctl printed them.

    `device` is what the command before it names, "" where there is none: "/dev/sda",
    "/dev/sda megaraid,1".
    """

    lines: tuple[str, ...]
    device: str = ""


def pasted_reports(words: str) -> list[PastedReport]:
    """Every report in a cleaned text of smartctl's, in their order; one for what has no head."""
    found: list[PastedReport] = []
    before: list[str] = []
    lines: list[str] = []
    seen: set[str] = set()
    for whole in plain_lines(words):
        line = whole[:_LONGEST_LINE]
        text = line.strip()
        head = HEAD.match(text) is not None
        section = "" if head else _section(text)
        if head or (section and section in seen):
            if seen:
                found.append(_pasted(lines, before))
                before, lines = lines, []
            elif head:
                before, lines = lines, []
            seen = set()
        if head:
            seen.add("head")
        elif section:
            seen.add(section)
        lines.append(line)
    return [*found, _pasted(lines, before)]


def _pasted(lines: list[str], before: list[str]) -> PastedReport:
    return PastedReport(tuple(_joined(_dedented(lines))), _device(before))


def _section(line: str) -> str:
    """A section that one report has once; "" for any other line."""
    found = SECTION.match(line)
    return found[0] if found is not None and found[0].startswith("===") else ""


_COMMAND = re.compile(r"\bsmartctl\b.*? (/dev/[\w/:.-]+|(?:\\\\\.\\)?PhysicalDrive\d+|[a-z]:)\s*$")
_TYPE = re.compile(r" (?:-d|--device)[ =]?(\w+,[\w,+]+)")


def _device(lines: list[str]) -> str:
    """The device of the last command in the lines before a report."""
    for line in reversed(lines[-12:]):
        found = _COMMAND.search(line)
        if found is not None:
            kind = _TYPE.search(line)
            return f"{found[1]} {kind[1]}" if kind else found[1]
    return ""


def _dedented(lines: list[str]) -> list[str]:
    """Without the indentation of the lines that smartctl begins in the first column."""
    indents = Counter(
        len(found[1]) for line in lines if (found := _FIRST_COLUMN.match(line)) is not None
    )
    if not indents:
        return lines
    ((indent, _),) = indents.most_common(1)
    most = " " * indent
    return [
        line[indent:] if line.startswith(most) else line.lstrip(" ") if indent else line
        for line in lines
    ]


_TERMINALS = (80, 100, 120, 132)


def _edge(lines: list[str]) -> int:
    """The width of the terminal that broke lines in the middle of words, 0 where none did."""
    most = max(map(len, lines), default=0)
    full = sum(len(line) == most for line in lines)
    return most if most in _TERMINALS and full >= 2 else 0


_PIECES = 4  # lines that one row can be wrapped into


def _joined(lines: list[str]) -> Iterator[str]:
    """With each row that a mailer wrapped in one line again.

    A row of which the rest is not found stays as it is.
    """
    edge = _edge(lines)
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        record = next((one for one in RECORDS if one.start.match(line)), None)
        if record is None:
            yield line
            continue
        taken = 0
        pieces, whole = line, bool(record.whole(line))
        for count, next_line in enumerate(lines[place : place + _PIECES], 1):
            text = next_line.strip()
            if not text or STARTS.match(next_line):
                break
            broken = edge and len(lines[place + count - 2]) == edge
            if whole and not broken and (record.more is None or not record.more.match(text)):
                break
            pieces += next_line if broken else f" {text}"
            if whole or record.whole(pieces):
                line, whole = pieces, True
                taken = count
        yield line
        place += taken
