# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive turns, and how much of its life flash has left: what many attributes say."""

from __future__ import annotations

import re

from driveproof.domain.health.report import Attribute
from driveproof.domain.health.rules import LIFE_BY_FAMILY, LIFE_IF_RAW_AGREES

# Attributes that only flash has, by what their names have in them (smartctl's and libatasmart's).
# Failed erasures and programs are not among them: smartctl calls 175, 176, 181 and 182 so on any
# drive that it does not know, and disks of Fujitsu have them.
_OF_FLASH = re.compile(r"wear|nand|ssd|erase_c|flash|life_left|lifetime_rem|percent_life", re.ASCII)
# Attributes that only what turns has.
_OF_A_DISK = re.compile(r"spin_retry|seek_error|seek_time|load_cycle|head_flying", re.ASCII)
_FLASH_MODEL = re.compile(r"SSD|solid.?state|NVMe", re.ASCII | re.IGNORECASE)

# Counts of erasures that a raw value is compared with. What smartctl calls them: drivedb.h.
_AVERAGE = re.compile(r"(?:Average|Avg|Ave)_(?!SLC)\S*(?:Erase|PE|P/E)\S*", re.ASCII)
_IN_WORDS = re.compile(r"\(Average (\d{1,6})\)", re.ASCII)
_RATED = frozenset({"Max_Erase_Count_of_Spec", "Max_Rated_PE_Count", "Max_PE_Count_Spec"})
_FEWEST, _MOST = 300, 10_000
"""Erase cycles that flash is rated for, where the drive does not say: from four bits a cell to the
best two. Figures of our own, wide on purpose."""
_ROUNDING = 0.02
"""Both figures are whole percents, and drives round them in their own ways."""


def rotates(
    rows: tuple[Attribute, ...], *, rate: int | None, trim: bool, model: str
) -> bool | None:
    """Whether a drive rotates; None where there is no evidence.

    A drive is flash when anything says so: attributes that only flash has, the model, a rotation
    `rate` of 0, or TRIM where no rate is reported (shingled disks have TRIM, and report their
    rate). It is a disk when its rate or attributes that only disks have say so, never for lack of
    other evidence.
    """
    names = [row.name.lower().replace("-", "_") for row in rows if row.named or rate is None]
    if _FLASH_MODEL.search(model) or any(_OF_FLASH.search(name) for name in names):
        return False
    if rate is not None:
        return rate > 0
    if trim:
        return False
    return True if any(_OF_A_DISK.search(name) for name in names) else None


def life_left(row: Attribute, rows: tuple[Attribute, ...], family: str) -> int | None:
    """What is left of the rated life in percent, by an attribute; None where it is not credible.

    Some firmwares leave the normalized value at 100, others count it in the wrong direction: where
    it and the raw value differ, the one that agrees with the erase counts is used.
    """
    what = (row.id, row.name)
    if not row.named or row.value is None or row.value > 100:
        return None
    if family.startswith(LIFE_BY_FAMILY.get(what, ())):
        return row.value
    raw = _raw(row)
    if what not in LIFE_IF_RAW_AGREES or raw is None or raw > 100:
        return None
    if raw == row.value:
        return raw
    erased = _erased(rows)
    if erased is None:
        return None
    fitting = [left for left in (raw, row.value) if _fits(erased, _rated(rows), left)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(erased: int, rated: int | None, left: int) -> bool:
    """Whether so many erasures can have used up what is not left."""
    used = 1 - left / 100
    if rated:
        return abs(erased / rated - used) <= _ROUNDING
    least, most = erased / (used + _ROUNDING / 2), _MOST
    if used > _ROUNDING / 2:
        most = min(most, round(erased / (used - _ROUNDING / 2)))
    return least <= _MOST and most >= _FEWEST


def _erased(rows: tuple[Attribute, ...]) -> int | None:
    for row in rows:
        if row.named and _AVERAGE.fullmatch(row.name) and (count := _raw(row)):
            return count
    said = (_IN_WORDS.search(row.raw_text) for row in rows if row.named and "Erase" in row.name)
    return next((int(found[1]) for found in said if found), None)


def _rated(rows: tuple[Attribute, ...]) -> int | None:
    return next((_raw(row) for row in rows if row.named and row.name in _RATED), None)


def _raw(row: Attribute) -> int | None:
    """The raw value as smartctl reads it, where that is one number."""
    return int(row.raw_text) if re.fullmatch(r"\d{1,15}", row.raw_text, re.ASCII) else row.raw
