# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of smartctl's report that only SCSI and SAS drives have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from driveproof.domain.health.flash import rotates
from driveproof.domain.health.report import Health, LogValue, ValueUnit
from driveproof.domain.say import Say
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.smartctl_logs import scsi_self_tests
from driveproof.system.smart.validation import ValueReader, text

_COUNTS_DEFECTS, _DEFECT_BYTES = (7, 4), 8
_GIGABYTE = 10**9  # as in smartctl's own "gigabytes_processed"
_DIRECTIONS = (("read", "read"), ("write", "written"), ("verify", ""))


def scsi_values(tree: Tree, reading: ValueReader, health: Health) -> dict[str, Any]:
    """The fields of Health that a SCSI report contains."""
    counters = tree["scsi_error_counter_log"]
    values: dict[str, Any] = {}
    uncorrected: list[int] = []
    figures: list[LogValue] = []
    for direction, field in _DIRECTIONS:
        log = counters[direction]
        title = f"Errors not corrected ({direction})"
        errors = reading.whole(
            log["total_uncorrected_errors"].value, f"“{direction}.total_uncorrected_errors”"
        )
        if errors is not None:
            uncorrected.append(errors)
            key = f"{direction}.total_uncorrected_errors"
            figures.append(LogValue(key=key, title=title, value=errors))
        title = f"Errors corrected ({direction})"
        corrected = reading.whole(
            log["total_errors_corrected"].value, f"“{direction}.total_errors_corrected”", 0, 2**63
        )
        if corrected is not None:
            key = f"{direction}.total_errors_corrected"
            figures.append(LogValue(key=key, title=title, value=corrected))
        moved = _bytes(log["gigabytes_processed"].value, reading, direction)
        if field and moved is not None:
            values[field] = moved
            figures.append(
                LogValue(key=field, title=field.capitalize(), value=moved, unit=ValueUnit.BYTES)
            )
    used = reading.share(
        tree.at("scsi_percentage_used_endurance_indicator"), Say("Rated life used"), 255
    )
    cycles = tree["scsi_start_stop_cycle_counter"]["accumulated_start_stop_cycles"].value
    rate = health.rotation_rate
    rotational = False if used is not None else rotates((), rate=rate, trim=False,
                                                        model=health.model)  # fmt: skip
    grown = _grown_defects(tree, reading)
    return values | {
        "rotational": True if rotational is None and cycles else rotational,
        "media_errors": sum(uncorrected) if uncorrected else None,
        "reallocated": grown,
        "pending": reading.whole(tree.at("scsi_pending_defects.count"), Say("Pending sectors")),
        "start_stops": reading.whole(cycles, Say("Motor starts")),
        "used": used,
        "used_source": "" if used is None else "Percentage Used of the solid-state media log",
        "temperature_critical": _trip(reading, tree.at("temperature.drive_trip")),
        "figures": (*figures, *_grown(grown)),
        "self_tests": scsi_self_tests(tree, reading),
    }


def _grown_defects(tree: Tree, reading: ValueReader) -> int | None:
    """How many sectors are in the grown defect list.

    The JSON of smartctl before 7.4 reports its bytes, eight per sector. Its text does not
    ("Elements in grown defect list: 7" is 56 there), and has no version of a JSON format.
    """
    told = reading.whole(tree.at("scsi_grown_defect_list"), Say("Reallocated sectors"))
    version = tree.at("smartctl.version")
    old = (
        bool(tree["json_format_version"])
        and isinstance(version, list)
        and all(isinstance(part, int) for part in version[:2])
        and tuple(version[:2]) < _COUNTS_DEFECTS
    )
    return told // _DEFECT_BYTES if told and old and not told % _DEFECT_BYTES else told


def _grown(value: int | None) -> Iterator[LogValue]:
    if value is not None:
        yield LogValue(key="scsi_grown_defect_list", title="Grown defects", value=value)


def _bytes(told: Any, reading: ValueReader, direction: str) -> int | None:
    """ "1234.567" gigabytes, given as text."""
    if isinstance(told, str):
        said = text(told)
        if not re.fullmatch(r"\d{1,12}(\.\d{1,6})?", said, re.ASCII):
            return None
        told = float(said)
    what = f"“{direction}.gigabytes_processed”"
    read = reading.number(told, what, 0, 2**60 / _GIGABYTE)
    return None if read is None else round(read * _GIGABYTE)


def _trip(reading: ValueReader, told: Any) -> float | None:
    """The threshold; None where it is 0 or a value that no drive means."""
    read = reading.number(told, "temperature_limit", -300, 1000)
    return read if read is not None and 30 <= read <= 120 else None
