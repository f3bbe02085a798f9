# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an ATA drive has moved in its life: for the host, and to its flash."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from driveproof.domain.health.raw_values import MOVED, RawReading
from driveproof.domain.health.report import Attribute, FlashWrites, LogValue, ValueUnit
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes
from driveproof.domain.say import Say
from driveproof.system.smart.validation import ValueReader

# What a host has transferred, with the unit in smartctl's own name: Host_Writes_32MiB,
# Lifetime_Writes_GiB, Lifetime_Wts_Frm_Hst_GB. Writes to the flash itself are another figure.
_IN_UNITS = re.compile(
    r"(?:Host|Lifetime|Total)_(Write|Read|Wts|Rds)[a-z]*(?:_Frm_Hst)?_(\d{0,4})([MGT]i?B)", re.ASCII
)
_UNIT_BYTES = {"MiB": 2**20, "GiB": 2**30, "TiB": 2**40, "MB": 10**6, "GB": 10**9, "TB": 10**12}
# Names without a unit: they should count the drive's sectors, but not all drives do.
_IN_SECTORS = {"Total_LBAs_Written": "written", "Total_LBAs_Read": "read"}
_STATISTIC = {"Logical Sectors Written": "written", "Logical Sectors Read": "read"}

# The same of what went to the flash: NAND_Writes_32MiB (Intel), Flash_Writes_GiB (Phison),
# Total_NAND_Prog_Ct_GiB (SanDisk) in one attribute; by the kind of cell in two, which add up:
# TLC_Writes_32MiB (Silicon Motion), NAND_GB_Written_TLC (WD, in GiB as its Host_Writes_GiB).
_TO_FLASH = re.compile(
    r"(?:Total_|Lifetime_)?(?:NAND|Nand|Flash)_(?:Writes|Prg|Prog_Ct)_(\d{0,4})([MGT]i?B)", re.ASCII
)
_TO_CELLS = re.compile(r"[TS]LC_Writes_(\d{1,4})(MiB)|NAND_GB_Written_[TS]LC", re.ASCII)
# Micron counts pages: those of the host, and what the drive moved by itself beside them.
_HOST_PAGES = "Host_Program_Page_Count"
_OWN_PAGES = frozenset({"FTL_Program_Page_Count", "Bckgnd_Program_Page_Cnt"})

_HOUR = 3600.0
_MOST_MOVED = 600e6
"""Bytes per second: more does not go through SATA's 6 Gb/s."""
_MOST_WRITES = 100_000
"""How often no flash can be written whole: what one bit a cell is rated for."""
_LEAST_MOVED = 100e3 / _HOUR
"""The same where only the name says that sectors are counted; our own choice. A system writes
megabytes an hour; an attribute in units of 32 MiB or a GiB, taken for sectors, falls far below."""
_LONG_ENOUGH = 100 * _HOUR
_NAMES = {"written": Say("Data written"), "read": Say("Data read")}


@dataclass(frozen=True, slots=True)
class Belief:
    """What a drive can have moved at most: in the seconds that it has run, and by its capacity in
    bytes where it is flash. What cannot be goes into the notes.
    """

    power_on: float | None
    flash: int | None
    reading: ValueReader

    def size(self, size: int | None, name: str, *, least: float = 0.0) -> int | None:
        """Bytes that a drive can have moved, from `least` bytes a second on; None with a note for
        any others: their unit is another.
        """
        if size is None:
            return None
        hours = None if self.power_on is None else int(self.power_on // _HOUR)
        too_few = too_fast = False
        if self.power_on is not None:
            too_fast = size > _MOST_MOVED * (self.power_on + _HOUR)
            too_few = self.power_on >= _LONG_ENOUGH and size < least * self.power_on
        if too_few or too_fast:
            self.reading.note(
                Note(
                    "“{name}” is ignored: {size} in {hours} hours is implausible.",
                    name=name,
                    size=Bytes(size),
                    hours=hours,
                )
            )
            return None
        if self.flash and size > _MOST_WRITES * self.flash:
            self.reading.note(
                Note(
                    "“{name}” is ignored: {size} is implausible for {capacity} of flash.",
                    name=name,
                    size=Bytes(size),
                    capacity=Bytes(self.flash),
                )
            )
            return None
        return size


def moved(
    rows: tuple[Attribute, ...],
    statistics: tuple[LogValue, ...],
    sector: int,
    known: tuple[RawReading, ...],
    belief: Belief,
) -> dict[str, int | None]:
    """What the host has written and read, in bytes.

    A name that contains its unit takes precedence: smartctl's database knows the drive. Then come
    the device statistics, which count sectors on every drive, then what is `known` of the drive's
    units, and last an attribute that should count sectors (some count other units, whatever their
    name). What no drive could have moved in the time that it has run is not believed.
    """
    reading = belief.reading
    found: dict[str, int | None] = {}
    unit = next((one.unit for one in known if one.unit), None)
    for row in rows:
        if row.raw is None:
            continue
        if unit and (field := MOVED.get(row.id)):
            found[field] = belief.size(reading.size(row.raw, _NAMES[field], unit), row.name)
        elif row.named and (field := _IN_SECTORS.get(row.name)):
            size = reading.size(row.raw, _NAMES[field], sector)
            found[field] = belief.size(size, row.name, least=_LEAST_MOVED)
    for figure in statistics:
        if figure.unit is not ValueUnit.UNKNOWN and (field := _STATISTIC.get(figure.title)):
            size = reading.size(figure.value, _NAMES[field], sector)
            found[field] = belief.size(size, figure.title)
    for row in rows:
        named = _IN_UNITS.fullmatch(row.name) if row.named and row.raw is not None else None
        if named:
            field = "written" if named[1] in {"Write", "Wts"} else "read"
            size = reading.size(row.raw, _NAMES[field], int(named[2] or 1) * _UNIT_BYTES[named[3]])
            found[field] = belief.size(size, row.name)
    return found


def flash_writes(rows: tuple[Attribute, ...], written: int | None) -> FlashWrites | None:
    """What went to the flash, beside what the host wrote; None where no name of smartctl's database
    says it. What is reported twice is taken once.
    """
    counts = {row.name: row for row in rows if row.named and row.raw is not None}
    own = next((counts[name] for name in counts if name in _OWN_PAGES), None)
    host = counts.get(_HOST_PAGES)
    if host is not None and own is not None and host.raw:
        return FlashWrites(flash=host.raw + (own.raw or 0), host=host.raw)
    if written is None:
        return None
    whole, cells = _named_in(counts.values(), _TO_FLASH), _named_in(counts.values(), _TO_CELLS)
    total = whole[0] if whole else sum(cells)
    return FlashWrites(flash=total, host=written, unit=1) if total else None


def _named_in(rows: Iterable[Attribute], names: re.Pattern[str]) -> list[int]:
    return [_bytes(row, found) for row in rows if (found := names.fullmatch(row.name))]


def _bytes(row: Attribute, found: re.Match[str]) -> int:
    groups = [one for one in found.groups() if one is not None]
    unit = int(groups[0] or 1) * _UNIT_BYTES[groups[1]] if groups else _UNIT_BYTES["GiB"]
    return (row.raw or 0) * unit
