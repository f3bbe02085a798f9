# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pseudo-language made from English, whose texts are recognizable by their brackets.

"Free space" becomes "⟦Ƒřéé šþáčé~~~~⟧": with accents and 40 % longer; fields, markup, mnemonics
and line breaks are kept. Text outside of brackets was not translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from gettext import NullTranslations
from textwrap import wrap

from msgspec import Struct

from driveproof.domain.say import Say
from driveproof.wording.catalogue import use

BEGIN, END = "⟦", "⟧"
_ACCENTED = str.maketrans("acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ",
                          "áčđéğĥíĵķłñöřšťüŵýžÁČĐÉĞĤÍĴĶŁÑÖŘŠŤÜŴÝŽ")  # fmt: skip
# A field, including doubled braces; a markup element; an entity.
_KEPT = re.compile(r"(\{\{|\}\}|\{[^{}]*\}|<[^<>]*>|&[a-z]+;)")

_WORD_LENGTH = 10


def pseudo(text: str) -> str:
    """A text in the pseudo-language; leading and trailing white space stays outside."""
    core = text.strip()
    if not core:
        return text
    parts = _KEPT.split(core)
    letters = "".join(part if number % 2 else part.translate(_ACCENTED)
                      for number, part in enumerate(parts))  # fmt: skip
    longer = "~" * max(1, round(0.4 * sum(map(len, parts[::2]))))
    longer = " ".join(wrap(longer, _WORD_LENGTH))  # which lets a long text wrap, as words do
    return text.replace(core, f"{BEGIN}{letters}{longer}{END}")


class Pseudo(NullTranslations):
    """Translates every text into the pseudo-language."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """A number is recognizable as it is."""
        return message if context in {"units", "marks of a number"} else pseudo(message)


@contextmanager
def spoken() -> Iterator[None]:
    """Inside the `with`, every text is in the pseudo-language."""
    before = use(Pseudo())
    try:
        yield
    finally:
        use(before)


def outside(text: str) -> str:
    """The text outside of any brackets, which was not translated."""
    depth, found = 0, []
    for char in text:
        if char == BEGIN:
            depth += 1
            found.append(" ")
        elif char == END:
            depth -= 1
        elif depth <= 0:
            found.append(char)
    return "".join(found)


_WORD = re.compile(r"[A-Za-z][A-Za-z'’]{2,}")
# Units, and names that are the same in every language.
SAME = {
    "IOPS", "KiB", "MiB", "GiB", "TiB", "PiB", "min", "fio", "Driveproof", "driveproof", "TRIM",
    "NVMe", "ATA", "SATA", "USB", "SCSI", "PCIe", "SMART", "UDisks", "FITRIM", "btrfs", "ext",
    "xfs", "GPT", "MBR", "EFI", "vfat", "hdparm", "JSON", "CSV", "HTML", "PDF", "PNG", "SVG",
    "LUKS", "LVM", "Linux", "RAID", "SSD", "HDD", "RND", "SEQ",
}  # fmt: skip


def untranslated(text: str, values: frozenset[str] | set[str] = frozenset()) -> list[str]:
    """The words outside of brackets, without values: paths, options, figures, names in SAME."""
    rest = re.sub(r"</?[a-z][^<>]*>", " ", outside(text))
    if not _words(rest):  # what is taken away below adds no word
        return []
    for value in sorted((one for one in values if one in rest), key=len, reverse=True):
        rest = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", " ", rest)
    rest = re.sub(r"(?:\.{0,2}/|--?)[\w./<>\[\]=-]+|\b\w*\d\w*\b|\b\w+[._/]\w[\w./]*", " ", rest)
    return _words(rest)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(text) if word not in SAME]


def strings(value: object) -> set[str]:
    """Every text in a value, such as those that a sentence quotes."""
    match value:
        case Enum():
            return set()  # a code, which is worded
        case str():
            return {value, *value.split(", ")}
        case tuple() | list() | frozenset() | set():
            return set[str]().union(
                *(strings(one) for one in value if not isinstance(one, int | float))
            )
        case dict():
            return strings(tuple(value.values()))
        case Say():  # its key is ours, and is translated
            return strings(dict(value.values))
        case Struct():
            return set[str]().union(
                *(strings(getattr(value, name)) for name in value.__struct_fields__)
            )
    if is_dataclass(value):
        return set[str]().union(*(strings(getattr(value, one.name)) for one in fields(value)))
    return set()
