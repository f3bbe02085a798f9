# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of smartctl's report that only NVMe drives have."""

from __future__ import annotations

from typing import Any

from driveproof.domain.health.report import CRITICAL_WARNINGS, Health, LogValue, ValueUnit
from driveproof.domain.notes import Note
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.smartctl_logs import nvme_errors, nvme_self_tests
from driveproof.system.smart.validation import MOST_EVENTS, ValueReader, What, sensors

_UNIT = 512_000
"""Bytes of a "data unit": a thousand 512-byte blocks (NVM Express Base Specification 2.0,
5.16.1.3).
"""

_MINUTE, _HOUR = 60.0, 3600.0
_OF_LIFE = frozenset({"used", "spare", "spare_threshold"})
_ONES = 255
"""255 % used is valid (the maximum), but a spare threshold of 255 % is not: a log with both has all
bits set.
"""

_U = ValueUnit
# Key in the log, title, unit, factor for the value (the highest one of a share or a count), field
# of Health.
_FIGURES = (
    ("available_spare", "Spare blocks left", _U.SHARE, 100, "spare"),
    ("available_spare_threshold", "Least spare blocks", _U.SHARE, 100, "spare_threshold"),
    ("percentage_used", "Used of its rated life", _U.SHARE, 255, "used"),
    ("data_units_read", "Read", _U.BYTES, _UNIT, "read"),
    ("data_units_written", "Written", _U.BYTES, _UNIT, "written"),
    ("host_reads", "Read commands", _U.COUNT, 2**63, ""),
    ("host_writes", "Write commands", _U.COUNT, 2**63, ""),
    ("controller_busy_time", "Busy", _U.SECONDS, _MINUTE, ""),
    ("power_cycles", "Switched on", _U.COUNT, MOST_EVENTS, "power_cycles"),
    ("power_on_hours", "Has run", _U.SECONDS, _HOUR, "power_on"),
    ("unsafe_shutdowns", "Power lost without warning", _U.COUNT, MOST_EVENTS, "unsafe_shutdowns"),
    ("media_errors", "Media errors", _U.COUNT, MOST_EVENTS, "media_errors"),
    ("num_err_log_entries", "Entries in the error log", _U.COUNT, MOST_EVENTS, "error_log_entries"),
    ("warning_temp_time", "Above its warning temperature", _U.SECONDS, _MINUTE, "warning_seconds"),
    (
        "critical_comp_time", "Above its critical temperature", _U.SECONDS, _MINUTE,
        "critical_seconds",
    ),
)  # fmt: skip


def nvme_values(tree: Tree, reading: ValueReader, health: Health) -> dict[str, Any]:
    """The fields of Health that an NVMe report contains."""
    log = tree["nvme_smart_health_information_log"]
    values: dict[str, Any] = {}
    figures: list[LogValue] = []
    ones = log["available_spare_threshold"].value == log["percentage_used"].value == _ONES
    for key, title, unit, scale, field in _FIGURES:
        if ones and field in _OF_LIFE:
            reading.note(Note("Wear is not reported."))
            continue
        value = _read(reading, log[key].value, f"“{key}”", unit, scale)
        if value is None:
            continue
        figures.append(LogValue(key=key, title=title, value=value, unit=unit))
        if field:
            values[field] = value
    if "used" in values:
        values["used_source"] = "Percentage Used of the NVMe health log"
    figures += sensors(log["temperature_sensors"].value, reading.celsius)
    figures += _utilization(tree, reading)
    limits = tree["nvme_composite_temperature_threshold"]
    values["temperature_warning"] = _limit(reading, limits["warning"].value, "temperature_limit")
    values["temperature_critical"] = _limit(reading, limits["critical"].value, "temperature_limit")
    bits = reading.whole(log["critical_warning"].value, "critical_warning", 0, 255)
    if bits is None:
        bits = reading.whole(tree.at("smart_status.nvme.value"), "critical_warning", 0, 255)
    warnings = () if bits is None else _warnings(bits)
    passed = health.passed if bits is None else not bits and health.passed is not False
    return values | {
        "warnings": warnings,
        "passed": passed,
        "figures": tuple(figures),
        "errors": nvme_errors(tree, reading),
        "self_tests": nvme_self_tests(tree, reading),
    }


def _read(
    reading: ValueReader, value: Any, what: What, unit: ValueUnit, scale: float
) -> float | int | None:
    match unit:
        case ValueUnit.SHARE:
            return reading.share(value, what, int(scale))
        case ValueUnit.BYTES:
            return reading.size(value, what, int(scale))
        case ValueUnit.SECONDS:
            return reading.seconds(value, what, scale)
    return reading.whole(value, what, 0, int(scale))


def _limit(reading: ValueReader, value: Any, what: str) -> float | None:
    """0 kelvin means "none" in the log, so 0 degrees Celsius or less is no limit either."""
    read = reading.number(value, what, -300, 1000)
    return reading.celsius(read) if read is not None and read > 0 else None


def _warnings(bits: int) -> tuple[str, ...]:
    named = tuple(name for place, name in enumerate(CRITICAL_WARNINGS) if bits & 1 << place)
    return named if bits < 1 << len(CRITICAL_WARNINGS) else (*named, "reserved")


def _utilization(tree: Tree, reading: ValueReader) -> list[LogValue]:
    for namespace in tree["nvme_namespaces"].rows():
        told = namespace["utilization"]["bytes"].value
        used = reading.size(told, "utilization")
        if used is not None:
            title = "In use, as the drive sees it"
            return [
                LogValue(key="namespace_utilization", title=title, value=used, unit=ValueUnit.BYTES)
            ]
    return []
