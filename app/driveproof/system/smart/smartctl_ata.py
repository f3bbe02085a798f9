# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of smartctl's report that only ATA drives have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from driveproof.domain.health.flash import life_left, rotates
from driveproof.domain.health.raw_values import LifeIn, RawReading, raw_readings_of
from driveproof.domain.health.report import (
    NOW,
    PAST,
    Attribute,
    Health,
    LogValue,
    ThresholdState,
    ValueUnit,
)
from driveproof.domain.health.rules import has_limit, threshold_state
from driveproof.domain.notes import Note
from driveproof.domain.say import Say
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.known_drives import shipped_raw_readings
from driveproof.system.smart.smartctl_logs import ata_errors, ata_self_tests
from driveproof.system.smart.transferred import Belief, flash_writes, moved
from driveproof.system.smart.validation import ALL_ONES, MOST_EVENTS, ValueReader, text

# Attributes by id, and the beginning of the drive database's name for them. The same id means other
# things on other drives: only both together count.
_COUNTERS = {
    "reallocated": (5, ("Reallocate", "Retired_Block", "Bad_Block")),
    "pending": (197, ("Current_Pending", "Total_Pending", "Pending_Sector")),
    "uncorrectable": (198, ("Offline_Uncorrect", "Uncorrectable_Sector")),
    "media_errors": (187, ("Reported_U", "Uncorrectable_E")),
    "spin_retries": (10, ("Spin_Retry",)),
    "end_to_end": (184, ("End-to-End",)),
    "command_timeouts": (188, ("Command_Timeout",)),
    "reallocation_events": (196, ("Reallocated_Event",)),
    "crc_errors": (199, ("UDMA_CRC", "CRC_Error", "SATA_CRC")),
    "start_stops": (4, ("Start_Stop",)),
}

# smartctl's default names that all manufacturers of hard disks use in the same sense: they also
# apply to hard disks that its database does not know, as in libatasmart. SSDs use the same ids
# differently.
_OF_ANY_DISK = {"reallocated": (5, "Reallocated_Sector_Ct"),
                "spin_retries": (10, "Spin_Retry_Count"),
                "end_to_end": (184, "End-to-End_Error"),
                "media_errors": (187, "Reported_Uncorrect"),
                "command_timeouts": (188, "Command_Timeout"),
                "reallocation_events": (196, "Reallocated_Event_Count"),
                "pending": (197, "Current_Pending_Sector"),
                "uncorrectable": (198, "Offline_Uncorrectable"),
                "crc_errors": (199, "UDMA_CRC_Error_Count")}  # fmt: skip
_LISTED = "5, 10, 184, 187, 188 and 196 to 199"
# Seagate packs three 16-bit counts into attribute 188: where the upper ones are used, or a count is
# that large, the raw value is not a plain count.
_PACKED = {"command_timeouts": 2**16 - 1}

# ATA/ATAPI Command Set, device statistics log (9.5): these mean the same on every drive.
_STATISTICS = {
    "Number of Reallocated Logical Sectors": "reallocated",
    "Number of Realloc. Candidate Logical Sectors": "pending",
    "Number of Reported Uncorrectable Errors": "media_errors",
    "Number of Interface CRC Errors": "crc_errors",
}
# These statistics count the same as the attribute; the others are only related: either end counts
# an interface CRC error, and a reported error need not be in the attribute.
_SAME_COUNTER = frozenset({"reallocated", "pending"})
_USED = "Percentage Used Endurance Indicator"
_LONG_UNITS = {
    "Power-on Hours": 3600.0, "Spindle Motor Power-on Hours": 3600.0, "Head Flying Hours": 3600.0,
    "Time in Over-Temperature": 60.0, "Time in Under-Temperature": 60.0,
}  # fmt: skip


_LIMITS = (30.0, 120.0)
"""The highest plausible maximum in degrees Celsius: some drives report 127 for "none"."""


def ata_values(tree: Tree, reading: ValueReader, health: Health) -> dict[str, Any]:
    """The fields of Health that an ATA report contains."""
    known = tree.at("in_smartctl_database") is True
    rows = tuple(_unique(_attributes(tree, reading, known=known), reading))
    statistics = tuple(_statistics(tree, reading))
    rate = health.rotation_rate
    rotational = rotates(rows, rate=rate, trim=tree.at("trim.supported") is True,
                         model=health.model)  # fmt: skip
    if any(one.title == _USED for one in statistics):
        rotational = False
    values: dict[str, Any] = _counters(rows)
    if not known and rotational:
        rows = tuple(replace(row, counted=_counts_anywhere(row)) for row in rows)
        values |= _usual_counters(rows)
    values |= _counted_elsewhere(statistics, values)
    sector = reading.whole(tree.at("logical_block_size"), Say("Block size"), 256, 2**20) or 512
    told = raw_readings_of(health.model, health.firmware, shipped_raw_readings())
    flash = health.capacity if rotational is False else None
    values |= moved(rows, statistics, sector, told, Belief(health.power_on, flash, reading))
    values["flash_writes"] = flash_writes(rows, values.get("written"))
    values |= _life(rows, statistics, rotational, text(tree.at("model_family")), told)
    limit = _limit(tree.at("temperature.op_limit_max"))
    hottest = next(
        (one for one in statistics if one.key.endswith("Maximum Operating Temperature")), None
    )
    if limit is None and hottest is not None:
        limit = _limit(hottest.value)
    if not known:
        reading.note(
            Note(
                "The drive is not in smartctl's database: only {attributes} are rated.",
                attributes=_LISTED,
            )
            if rotational
            else Note("The drive is not in smartctl's database: raw values are not rated.")
        )
    errors, count = ata_errors(tree, reading)
    return values | {
        "rotational": rotational,
        "temperature_warning": limit,
        "temperature_critical": _limit(tree.at("temperature.limit_max")),
        "attributes": rows,
        "figures": statistics,
        "errors": errors,
        "error_log_entries": count,
        "self_tests": ata_self_tests(tree, reading),
    }


def _attributes(tree: Tree, reading: ValueReader, *, known: bool) -> Iterator[Attribute]:
    for row in tree["ata_smart_attributes"]["table"].rows():
        number = reading.whole(row.at("id"), "id", 1, 255)
        if number is None:
            continue
        name = text(row.at("name"))
        flags = row["flags"]
        flag = Note("Attribute {number}", number=number)
        raw = row["raw"]["value"].value
        raw = None if isinstance(raw, dict | list) else raw  # cannot be looked up
        value, worst, threshold = (
            reading.whole(row.at(key), what, 0, 255)
            for key, what in (
                ("value", Note("Attribute {number}", number=number)),
                ("worst", Note("Attribute {number}", number=number)),
                ("thresh", Note("Attribute {number}", number=number)),
            )
        )
        yield Attribute(
            id=number,
            name=name,
            value=value,
            worst=worst,
            threshold=threshold,
            raw=None
            if raw in ALL_ONES
            else reading.whole(raw, Note("Attribute {number}", number=number), 0, 2**64 - 1),
            raw_text="" if raw in ALL_ONES else text(row.at("raw.string")),
            reported=raw not in ALL_ONES,
            prefail=reading.flag(flags["prefailure"].value, flag),
            online=reading.flag(flags["updated_online"].value, flag),
            flags=reading.whole(flags["value"].value, flag, 0, 65535),
            named=known and bool(name) and not name.startswith("Unknown_"),
            failed=_failed(value, threshold, text(row.at("when_failed"))),
        )


def _failed(value: int | None, threshold: int | None, told: str) -> ThresholdState:
    """NOW by the values, where value and threshold are known; PAST as smartctl reports it.

    smartctl knows the drives whose worst value is meaningless. Its word also counts where the
    values are missing.
    """
    if value is None or threshold is None:
        return {"now": NOW, "past": PAST}.get(told, ThresholdState.NEVER)
    state = threshold_state(value, None, threshold)
    past = told == "past" and has_limit(threshold)
    return PAST if past and state is not NOW else state


def _unique(rows: Iterator[Attribute], reading: ValueReader) -> Iterator[Attribute]:
    seen: set[int] = set()
    for row in rows:
        if row.id in seen:
            reading.note(
                Note(
                    "Attribute {number} is reported more than once.",
                    number=row.id,
                )
            )
        else:
            seen.add(row.id)
            yield row


def _number_of(row: Attribute) -> int | None:
    """The count in a raw value as the drive database reads it: "24 (Average 5)" is 24.

    The 48 bits may hold more than one figure. Where the database reads three 16-bit words (188 of
    Seagate: "0 0 5"), the last is the lowest: all of them, then the slower ones.
    """
    words = re.fullmatch(r"\d{1,5} \d{1,5} (\d{1,5})", row.raw_text, re.ASCII)
    if words:
        return int(words[1])
    found = re.match(r"\d{1,15}(?![\dxX.])", row.raw_text, re.ASCII)
    value = int(found[0]) if found else row.raw if not row.raw_text else None
    return value if value is not None and value <= MOST_EVENTS else None


def _count_of(row: Attribute, field: str) -> int | None:
    """The plain count in a raw value; None where there is none."""
    count = _number_of(row)
    return None if count is None or count > _PACKED.get(field, MOST_EVENTS) else count


def _counters(rows: tuple[Attribute, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for row in rows:
        for field, (number, names) in _COUNTERS.items():
            if row.named and row.id == number and _begins(row.name, names):
                count = _count_of(row, field)
                if count is not None:
                    counts[field] = count
    return counts


def _begins(name: str, names: tuple[str, ...]) -> bool:
    """Markdown takes the underscores of a pasted table for emphasis, and drops them."""
    return name.startswith(names) or name.startswith(tuple(one.replace("_", "") for one in names))


def _counts_anywhere(row: Attribute) -> bool:
    return any(_is(row, what) for what in _OF_ANY_DISK.values())


def _is(row: Attribute, what: tuple[int, str]) -> bool:
    number, name = what
    return row.id == number and row.name in {name, name.replace("_", "")}


def _usual_counters(rows: tuple[Attribute, ...]) -> dict[str, int]:
    return {
        field: count
        for row in rows
        for field, what in _OF_ANY_DISK.items()
        if _is(row, what) and (count := _count_of(row, field)) is not None
    }


def _counted_elsewhere(statistics: tuple[LogValue, ...], counts: dict[str, Any]) -> dict[str, int]:
    """The counters that the statistics know better: the larger one where both count the same.

    A drive that keeps one of them at 0 must not hide the other.
    """
    told: dict[str, int] = {}
    for figure in statistics:
        field, value = _STATISTICS.get(figure.title), figure.value
        if field is None or value is None or figure.unit is ValueUnit.UNKNOWN:
            continue
        if not 0 <= value <= MOST_EVENTS:
            continue
        if field not in counts:
            told[field] = int(value)
        elif field in _SAME_COUNTER:
            told[field] = max(int(value), counts[field])
    return told


def _statistics(tree: Tree, reading: ValueReader) -> Iterator[LogValue]:
    for page in tree["ata_device_statistics"]["pages"].rows():
        for row in page["table"].rows():
            name = text(row.at("name"))
            if row["flags"]["valid"].value is not True or not name:
                continue
            what = f"“{name}”"
            if name == _USED:
                value: float | int | None = reading.share(row.at("value"), what, 255)
                unit = ValueUnit.SHARE
            elif "Temperature" in name and "Time" not in name:
                value, unit = reading.celsius(row.at("value"), what), ValueUnit.CELSIUS
            elif name in _LONG_UNITS:
                value = reading.seconds(row.at("value"), what, _LONG_UNITS[name])
                unit = ValueUnit.SECONDS
            elif row["flags"]["normalized"].value is True:
                # A figure on the manufacturer's own scale, not a count (ATA/ATAPI Command Set,
                # device statistics, NORMALIZED): shown, but not judged.
                value = reading.whole(row.at("value"), what, -(2**63), 2**63)
                unit = ValueUnit.UNKNOWN
            else:
                high = 2**63 if "Sectors" in name or "Commands" in name else MOST_EVENTS
                value, unit = reading.whole(row.at("value"), what, -(2**63), high), ValueUnit.COUNT
            if value is not None:
                yield LogValue(key=name, title=name, value=value, unit=unit)


def _life(
    rows: tuple[Attribute, ...],
    statistics: tuple[LogValue, ...],
    rotational: bool | None,
    family: str,
    known: tuple[RawReading, ...],
) -> dict[str, Any]:
    told = next((one for one in statistics if one.title == _USED), None)
    if told is not None:
        return {"used": told.value, "used_source": "Percentage Used of the device statistics"}
    if rotational is not False:
        return {}
    ours = next((one for one in known if one.life), None)
    for row in rows:
        mine = ours is not None and ours.attribute == row.id
        left = ours.life_left(row) if ours and mine else life_left(row, rows, family)
        if left is not None:
            source = f"attribute {row.id}, {row.name}"
            if mine and ours and ours.life is not LifeIn.VALUE:
                source = f"raw value of {source}"
            return {"used": (100 - left) / 100, "used_source": source, "used_attribute": row.id}
    return {}


def _limit(told: Any) -> float | None:
    low, high = _LIMITS
    if isinstance(told, bool) or not isinstance(told, int | float) or not low <= told <= high:
        return None
    return float(told)
