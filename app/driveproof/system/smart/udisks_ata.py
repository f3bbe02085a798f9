# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""UDisks2's `Drive.Ata` as a Health. The raw values of attributes are not on the bus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from driveproof.domain.health.flash import rotates
from driveproof.domain.health.report import (
    ABORTED,
    TEST_FAILED,
    Attribute,
    Health,
)
from driveproof.domain.health.rules import TEMPERATURES, threshold_state
from driveproof.system.smart.udisks_self_tests import UNREAD, self_tests
from driveproof.system.smart.validation import MOST_EVENTS, Reading, text

# SkSmartAttributeUnit (libatasmart, atasmart.h) and BDSmartATAAttributeUnit (libblockdev, smart.h):
# unknown, none, milliseconds, sectors, millikelvin; what follows there is no count of anything.
_UNITS = {1: ("count", 1.0), 2: ("seconds", 0.001), 3: ("sectors", 1.0)}
_MILLIKELVIN = 4

# The well-known names that both libraries give, with the field that the attribute is; what they do
# not know they call "attribute-202".
_COUNTERS = {
    "reallocated-sector-count": "reallocated",
    "current-pending-sector": "pending",
    "offline-uncorrectable": "uncorrectable",
    "reported-uncorrect": "media_errors",
    "spin-retry-count": "spin_retries",
    "end-to-end-error": "end_to_end",
    "command-timeout": "command_timeouts",
    "reallocated-event-count": "reallocation_events",
    "udma-crc-error-count": "crc_errors",
    "power-cycle-count": "power_cycles",
    "start-stop-count": "start_stops",
}

# SmartSelftestStatus, as UDisks2's interface description has it.
_TESTS = {
    "aborted": (ABORTED, "Aborted"),
    "interrupted": (ABORTED, "Interrupted by a reset"),
    "fatal": (TEST_FAILED, "Could not be completed"),
    "error_unknown": (TEST_FAILED, "Failed, nobody knows where"),
    "error_electrical": (TEST_FAILED, "Failed in the electronics"),
    "error_servo": (TEST_FAILED, "Failed in the servo"),
    "error_read": (TEST_FAILED, "Failed to read"),
    "error_handling": (TEST_FAILED, "Failed, damaged by handling"),
}


def ata_health(
    health: Health, properties: Mapping[str, Any], attributes: Any, reading: Reading
) -> Health:
    """`health` with the properties of the drive, and with the answer to SmartGetAttributes (None
    where there was none).
    """
    missing, advice = _missing(health, properties)
    if missing:
        return replace(health, missing=missing, advice=advice)
    rows = _rows(attributes, reading)
    failing = reading.flag(properties.get("SmartFailing"), "the drive's verdict")
    hours = reading.seconds(properties.get("SmartPowerOnSeconds"), "the time that it has run")
    return replace(
        health,
        passed=None if failing is None else not failing,
        rotational=rotates(rows, rate=None, trim=False, model=health.model),
        temperature=_temperature(properties, rows, reading),
        power_on=_power_on(hours, rows),
        attributes=rows,
        self_tests=self_tests(properties, _TESTS, ("short", "extended", "conveyance"), reading),
        **_counters(rows),
    )


def _missing(health: Health, properties: Mapping[str, Any]) -> tuple[str, str]:
    if properties.get("SmartSupported") is False:
        return "This drive has no SMART: it keeps no record of its health.", ""
    if properties.get("SmartEnabled") is False:
        return (
            "SMART is switched off on this drive.",
            "Switch it on with: sudo smartctl --smart=on DEVICE",
        )
    if health.updated is not None:
        return "", ""
    if health.asleep:
        return (
            "The drive sleeps, and nothing was read from it before.",
            "It is asked as soon as something wakes it.",
        )
    return UNREAD, ""


def _rows(attributes: Any, reading: Reading) -> tuple[Attribute, ...]:
    if attributes is None:
        return ()
    rows: dict[int, Attribute] = {}
    for told in attributes:
        row = _row(told, reading)
        if row is None:
            continue
        if row.id in rows:
            reading.note(f"Attribute {row.id} is told more than once: the first counts.")
            continue
        rows[row.id] = row
    return tuple(rows.values())


def _row(told: Any, reading: Reading) -> Attribute | None:
    try:
        number, name, flags, value, worst, threshold, pretty, unit = tuple(told)[:8]
    except (TypeError, ValueError):
        reading.note("UDisks2 told an attribute in a shape that is not known.")
        return None
    what = f"attribute {number}"
    known = not str(name).startswith("attribute-")
    value, worst, threshold = (
        None if figure == -1 else reading.whole(figure, what, 0, 255)
        for figure in (value, worst, threshold)
    )
    shown, word = _pretty(pretty, unit, what, reading)
    return Attribute(
        id=int(number),
        name=text(name),
        value=value,
        worst=worst,
        threshold=threshold,
        pretty=shown,
        unit=word,
        prefail=bool(flags & 1),
        online=bool(flags & 2),
        flags=flags,
        named=known,
        failed=threshold_state(value, worst, threshold),
    )


def _pretty(pretty: Any, unit: Any, what: str, reading: Reading) -> tuple[float | None, str]:
    if unit == _MILLIKELVIN:
        told = None if not isinstance(pretty, int) else pretty / 1000
        return reading.kelvin(told, what), "celsius"
    if unit in _UNITS:
        word, scale = _UNITS[unit]
        high = 2**53 if word == "seconds" else MOST_EVENTS
        read = reading.number(pretty, what, 0, high)
        return (None if read is None else read * scale), word
    return reading.number(pretty, what, -(2**63), 2**63), ""


def _counters(rows: tuple[Attribute, ...]) -> dict[str, Any]:
    counts: dict[str, int] = {}
    for row in rows:
        field = _COUNTERS.get(row.name)
        if field is not None and row.pretty is not None and row.unit in {"count", "sectors"}:
            counts[field] = int(row.pretty)
    return counts


def _temperature(
    properties: Mapping[str, Any], rows: tuple[Attribute, ...], reading: Reading
) -> float | None:
    """In degrees Celsius. 0 is what is told for "none", and is looked for in the attributes."""
    told = reading.kelvin(properties.get("SmartTemperature"))
    others = (row.pretty for row in rows if row.unit == "celsius" and row.id in TEMPERATURES)
    return told or next((celsius for celsius in others if celsius), None)


def _power_on(seconds: float | None, rows: tuple[Attribute, ...]) -> float | None:
    """UDisks2 says 0 for what it does not know."""
    if seconds:
        return seconds
    told = (row.pretty for row in rows if row.name == "power-on-hours" and row.unit == "seconds")
    return next(told, None)
