# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text as people save, paste and mail it: other encodings, blanks, line ends and quote marks."""

from __future__ import annotations

import codecs
import re

# Longest first: the mark of UTF-32 begins like that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 400  # bytes by which UTF-16 without a mark is known
_MUCH = 2**20  # characters by which it is told whether it is UTF-8
_BROKEN = "\ufffd"

_BLANKS = "\u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""Every blank that Unicode has beside the usual one: web pages, mail programs and other languages
put them between columns, and between the thousands of a number."""
_NOTHING = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Characters without a width: soft hyphens, joiners, marks of direction and of byte order."""
_PLAIN = str.maketrans(
    {**dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_NOTHING), "\u2028": "\n", "\u2029": "\n"}
)
_LINE_END = re.compile(r"\r\n?")
# What a terminal is told in between: colours, the cursor, a title.
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?)?")
# What mails and forums put before each line that is quoted.
_QUOTED = re.compile(r"[ \t]{0,3}(?:[>|][ \t]?)+")


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or the usual encoding of Western Windows and Linux.

    Every byte string has one: what fits no encoding becomes U+FFFD.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if encoding := _wide(data[:_SAMPLE]):
        return data.decode(encoding, "replace")
    text = data.decode("utf-8", "replace")
    sample = text[:_MUCH]
    broken = sample.count(_BROKEN)
    # A character that was cut in two makes no other encoding: most others would be wrong in it.
    if broken and broken >= sum(char > "\x7f" for char in sample) - broken:
        return data.decode("cp1252", "replace")
    return text


def _wide(sample: bytes) -> str:
    """The kind of UTF-16 in which this is written without a mark, "" for none.

    Western text has a zero in every other byte then, and in no other encoding.
    """
    pairs = len(sample) // 2
    first, second = sample[: pairs * 2 : 2].count(0), sample[1 : pairs * 2 : 2].count(0)
    if pairs and not min(first, second) and max(first, second) > 0.7 * pairs:
        return "utf-16-be" if first else "utf-16-le"
    return ""


def plain_text(text: str) -> str:
    """Text with usual blanks and line ends, and without the commands that terminals take.

    Not for JSON, whose texts may hold each of these on purpose.
    """
    return _ESCAPE.sub("", _LINE_END.sub("\n", text.translate(_PLAIN)))


def unquoted(line: str) -> str:
    """A line without the marks that mails and forums put before what they quote."""
    found = _QUOTED.match(line)
    return line[found.end() :] if found else line
