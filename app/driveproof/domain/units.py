# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes as text, for people and in the names of tests, and numbers as people type them."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from driveproof.domain.errors import Advice, UsageError

NARROW = "\u202f"  # a narrow no-break space keeps number and unit together
# ASCII only: without it the Kelvin sign passes for a K.
_GROUPS = re.compile(r"\d,\d{3}(?!\d)")
# There is no part of a byte: "4,096" is no size, and "4,000" would be 4.
_SIZE = re.compile(
    r"(\d{1,18}|\d{1,18}\.\d{1,6}(?=\s*[KMGT]))\s*(?:([KMGT])(i?B)?|B)?", re.IGNORECASE | re.ASCII
)
# Without a letter there is no decimal mark: "99,000" would be 99.
_IOPS = re.compile(
    r"(\d{1,12}|\d{1,12}\.\d{1,6}(?=\s*[KM]))\s*([KM])?(?:\s*IOPS)?", re.IGNORECASE | re.ASCII
)


def as_typed(text: str) -> str:
    """The text of a number as Python reads it, "1.5" for "1,5".

    A comma is a decimal mark like the point, whatever the locale, and never separates groups. What
    "1,500" means would depend on who reads it: it stays as it is, and is no number.
    """
    return text if _GROUPS.search(text) else text.replace(",", ".")


def parse_size(text: str) -> int:
    """Bytes of a size like "1G", "1 GiB", "1.5 GB", "1,5 GB" or "4096".

    A bare letter is binary, as fio reads it (fio's `kb_base=1024`); "GB" is 10^9, "GiB" 2^30.
    Raises UsageError for anything else, for zero, and for what is not a whole number of bytes.
    """
    wrong = UsageError(
        "'{text}' is not valid.",
        text=text,
        advice=Advice("Write it like {example}.", example='"1G", "512 MiB"'),
    )
    match = _SIZE.fullmatch(as_typed(text.strip()))
    if match is None:
        raise wrong
    number, letter, suffix = match.groups()
    decimal = suffix is not None and suffix.upper() == "B"
    exponent = " KMGT".index((letter or " ").upper())
    value = Decimal(number) * (1000**exponent if decimal else 1024**exponent)
    if value <= 0 or value != int(value) or value >= 2**63:
        raise wrong
    return int(value)


@lru_cache(maxsize=1024)  # each test's name has it, and a list of tests asks for its names often
def block_name(size: int) -> str:
    """A block size as in the names and titles of tests, in every language: "4 KiB", "1 MiB"."""
    value, unit = float(size), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB", "PiB"):
        if value < 1023.5:
            break
        value, unit = value / 1024, larger
    whole = unit == "B" or value == int(value) or value >= 99.95
    number = f"{round(value):,}".replace(",", NARROW) if whole else f"{value:.1f}"
    return f"{number}{NARROW}{unit}"


def parse_iops(text: str) -> int:
    """I/Os a second as data sheets write them: "1200000", "1200K", "1.2M" or "1,2M".

    Raises UsageError for anything else and for zero.
    """
    match = _IOPS.fullmatch(as_typed(text.strip()))
    value = Decimal(0)
    if match is not None:
        number, letter = match.groups()
        value = Decimal(number) * 1000 ** " KM".index((letter or " ").upper())
    if value < 1 or value != int(value):
        raise UsageError(
            "'{text}' is not valid.",
            text=text,
            advice=Advice("Write it like {example}.", example='"1200K", "1.2M"'),
        )
    return int(value)
