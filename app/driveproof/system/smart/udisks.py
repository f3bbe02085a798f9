# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as UDisks2 reports it, as a Health: `Drive.Ata` and `NVMe.Controller`.

The raw values of ATA attributes are not on the bus. NVMe needs UDisks2 2.10 or later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.health.flash import rotates
from driveproof.domain.health.report import (
    ABORTED,
    RUNNING,
    TEST_FAILED,
    Attribute,
    Health,
    LogValue,
    SelfTestEntry,
    SelfTests,
    SelfTestStatus,
    ValueUnit,
)
from driveproof.domain.health.rules import TEMPERATURES, threshold_state
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.notes import Note
from driveproof.domain.say import Say
from driveproof.system.smart.validation import MOST_EVENTS, ValueReader, sensors, text

# SkSmartAttributeUnit (libatasmart, atasmart.h) and BDSmartATAAttributeUnit (libblockdev, smart.h):
# unknown, none, milliseconds, sectors, millikelvin; later ones are not counts.
_UNITS = {
    1: (ValueUnit.COUNT, 1.0),
    2: (ValueUnit.SECONDS, 0.001),
    3: (ValueUnit.SECTORS, 1.0),
}
_MILLIKELVIN = 4

# The well-known names that both libraries use, with the field that the attribute fills; unknown
# attributes are called "attribute-202".
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

# SmartSelftestStatus, from UDisks2's interface description.
_ATA_TESTS = {
    "aborted": (ABORTED, Say("Aborted")),
    "interrupted": (ABORTED, Say("Interrupted by a reset")),
    "fatal": (TEST_FAILED, Say("Aborted")),
    "error_unknown": (TEST_FAILED, Say("Failed")),
    "error_electrical": (TEST_FAILED, Say("Failed")),
    "error_servo": (TEST_FAILED, Say("Failed")),
    "error_read": (TEST_FAILED, Say("Failed to read")),
    "error_handling": (TEST_FAILED, Say("Failed")),
}

# SmartSelftestStatus, from UDisks2's interface description.
_NVME_TESTS = {
    "aborted": (ABORTED, Say("Aborted")),
    "ctrl_reset": (ABORTED, Say("Interrupted by a reset")),
    "ns_removed": (ABORTED, Say("Aborted")),
    "aborted_format": (ABORTED, Say("Aborted")),
    "aborted_unknown": (ABORTED, Say("Aborted")),
    "aborted_sanitize": (ABORTED, Say("Aborted")),
    "fatal_error": (TEST_FAILED, Say("Aborted")),
    "unknown_seg_fail": (TEST_FAILED, Say("Failed")),
    "known_seg_fail": (TEST_FAILED, Say("Failed")),
}

_UNREAD = Note("UDisks2 reports no health data of this drive.")
_MINUTE, _HOUR = 60.0, 3600.0
T = TypeVar("T", int | None, float | None)


def ata_health(
    health: Health,
    properties: Mapping[str, Any],
    attributes: Any,
    reading: ValueReader,
    path: str = "",
) -> Health:
    """`health` completed with the drive's properties and the reply to SmartGetAttributes (None
    without one); `path` is the device's name in advice.
    """
    missing, advice = _missing_ata(health, path, properties)
    if missing is not None:
        return replace(health, missing=missing, advice=advice)
    rows = _rows(attributes, reading)
    failing = reading.flag(properties.get("SmartFailing"), Say("Drive self-assessment"))
    hours = reading.seconds(properties.get("SmartPowerOnSeconds"), Say("Power-on time"))
    return replace(
        health,
        passed=None if failing is None else not failing,
        rotational=rotates(rows, rate=None, trim=False, model=health.model),
        temperature=_temperature(properties, rows, reading),
        power_on=_power_on(hours, rows),
        attributes=rows,
        self_tests=_self_tests(
            properties,
            _ATA_TESTS,
            (SelfTestKind.SHORT, SelfTestKind.EXTENDED, SelfTestKind.CONVEYANCE),
            reading,
        ),
        **_counters(rows),
    )


def _missing_ata(
    health: Health, path: str, properties: Mapping[str, Any]
) -> tuple[Note | None, Advice | None]:
    if properties.get("SmartSupported") is False:
        return Note("This drive does not support SMART."), None
    if properties.get("SmartEnabled") is False:
        return (
            Note("SMART is disabled on this drive."),
            Advice(Remedy.SWITCH_SMART_ON),
        )
    if health.updated is not None:
        return None, None
    if health.asleep:
        return (
            Note("The drive is asleep."),
            Advice(Remedy.WAKE, path=path),
        )
    return _UNREAD, None


def _rows(attributes: Any, reading: ValueReader) -> tuple[Attribute, ...]:
    if attributes is None:
        return ()
    rows: dict[int, Attribute] = {}
    for told in attributes:
        row = _row(told, reading)
        if row is None:
            continue
        if row.id in rows:
            reading.note(
                Note(
                    "Attribute {number} is reported more than once.",
                    number=row.id,
                )
            )
            continue
        rows[row.id] = row
    return tuple(rows.values())


def _row(told: Any, reading: ValueReader) -> Attribute | None:
    try:
        number, name, flags, value, worst, threshold, pretty, unit = tuple(told)[:8]
    except (TypeError, ValueError):
        reading.note(Note("UDisks2 did not report the drive's attributes."))
        return None
    what = Note("Attribute {number}", number=number)
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


def _pretty(
    pretty: Any, unit: Any, what: Note, reading: ValueReader
) -> tuple[float | None, ValueUnit]:
    if unit == _MILLIKELVIN:
        told = None if not isinstance(pretty, int) else pretty / 1000
        return reading.kelvin(told, what), ValueUnit.CELSIUS
    if unit in _UNITS:
        word, scale = _UNITS[unit]
        high = 2**53 if word is ValueUnit.SECONDS else MOST_EVENTS
        read = reading.number(pretty, what, 0, high)
        return (None if read is None else read * scale), word
    return reading.number(pretty, what, -(2**63), 2**63), ValueUnit.UNKNOWN


def _counters(rows: tuple[Attribute, ...]) -> dict[str, Any]:
    counts: dict[str, int] = {}
    for row in rows:
        field = _COUNTERS.get(row.name)
        counted = row.unit in {ValueUnit.COUNT, ValueUnit.SECTORS}
        if field is not None and row.pretty is not None and counted:
            counts[field] = int(row.pretty)
    return counts


def _temperature(
    properties: Mapping[str, Any], rows: tuple[Attribute, ...], reading: ValueReader
) -> float | None:
    """In degrees Celsius. 0 stands for "none": then the attributes are searched."""
    told = reading.kelvin(properties.get("SmartTemperature"))
    others = (
        row.pretty for row in rows if row.unit is ValueUnit.CELSIUS and row.id in TEMPERATURES
    )
    return told or next((celsius for celsius in others if celsius), None)


def _power_on(seconds: float | None, rows: tuple[Attribute, ...]) -> float | None:
    """UDisks2 reports 0 for an unknown value."""
    if seconds:
        return seconds
    told = (
        row.pretty for row in rows if row.name == "power-on-hours" and row.unit is ValueUnit.SECONDS
    )
    return next(told, None)


def nvme_health(
    health: Health, properties: Mapping[str, Any], attributes: Any, reading: ValueReader
) -> Health:
    """`health` completed with `properties` and the reply to SmartGetAttributes (None without one).

    `properties` include those of the namespace as "namespace".
    """
    if health.updated is None:
        return replace(health, missing=_UNREAD)
    told = attributes if isinstance(attributes, Mapping) else {}
    log = {name: variant[1] for name, variant in told.items()}
    told_warnings = properties.get("SmartCriticalWarning")
    warnings = None
    if isinstance(told_warnings, list):
        warnings = tuple(text(word) or "unknown" for word in told_warnings)
    elif told_warnings is not None:
        reading.note(Note("UDisks2 did not report the drive's attributes."))
    figures = _Figures(log, reading)
    media = figures.count("media_errors", "Media errors")
    errors = figures.count("num_err_log_entries", "Entries in the error log")
    used = figures.share("percent_used", "Used of its rated life", 255)
    spare = figures.share("avail_spare", "Spare blocks left")
    threshold = figures.share("spare_thresh", "Least spare blocks")
    written = figures.size("total_data_written", "Written")
    read = figures.size("total_data_read", "Read")
    figures.seconds("ctrl_busy_time", "Busy", _MINUTE)
    cycles = figures.count("power_cycles", "Switched on")
    unsafe = figures.count("unsafe_shutdowns", "Power lost without warning")
    hot = figures.seconds("warning_temp_time", "Above its warning temperature", _MINUTE)
    critical = figures.seconds("critical_temp_time", "Above its critical temperature", _MINUTE)
    hours = properties.get("SmartPowerOnHours")
    told_sensors = tuple(sensors(log.get("temp_sensors"), reading.kelvin))
    return replace(
        health,
        rotational=False,
        passed=None if warnings is None else not warnings,
        warnings=warnings or (),
        # 0 stands for "none"; then the sensors are used.
        temperature=reading.kelvin(properties.get("SmartTemperature"))
        or next((one.value for one in told_sensors if one.value), None),
        temperature_warning=figures.kelvin("wctemp", "Its warning temperature"),
        temperature_critical=figures.kelvin("cctemp", "Its critical temperature"),
        warning_seconds=hot,
        critical_seconds=critical,
        power_on=reading.seconds(hours, Say("Power-on time"), _HOUR),
        power_cycles=cycles,
        unsafe_shutdowns=unsafe,
        written=written,
        read=read,
        used=used,
        used_source="" if used is None else "Percentage Used of the NVMe health log",
        spare=spare,
        spare_threshold=threshold,
        media_errors=media,
        error_log_entries=errors,
        figures=(
            *figures.lines,
            *told_sensors,
            *_utilization(properties.get("namespace", {}), reading),
        ),
        self_tests=_nvme_self_tests(properties, reading),
    )


class _Figures:
    """Takes values out of the log, and keeps each as a row for people."""

    def __init__(self, log: Mapping[str, Any], reading: ValueReader) -> None:
        self._log = log
        self._reading = reading
        self.lines: list[LogValue] = []

    def count(self, key: str, title: str) -> int | None:
        value = self._reading.whole(self._log.get(key), f"“{key}”")
        return self._keep(key, title, value, ValueUnit.COUNT)

    def share(self, key: str, title: str, high: int = 100) -> float | None:
        value = self._reading.share(self._log.get(key), f"“{key}”", high)
        return self._keep(key, title, value, ValueUnit.SHARE)

    def size(self, key: str, title: str) -> int | None:
        value = self._reading.size(self._log.get(key), f"“{key}”")
        return self._keep(key, title, value, ValueUnit.BYTES)

    def seconds(self, key: str, title: str, unit: float) -> float | None:
        value = self._reading.seconds(self._log.get(key), f"“{key}”", unit)
        return self._keep(key, title, value, ValueUnit.SECONDS)

    def kelvin(self, key: str, title: str) -> float | None:
        value = self._reading.kelvin(self._log.get(key), f"“{key}”")
        return self._keep(key, title, value, ValueUnit.CELSIUS)

    def _keep(self, key: str, title: str, value: T, unit: ValueUnit) -> T:
        if value is not None:
            self.lines.append(LogValue(key=key, title=title, value=value, unit=unit))
        return value


def _utilization(namespace: Mapping[str, Any], reading: ValueReader) -> tuple[LogValue, ...]:
    """What the drive reports as in use; on drives that support it, it falls after a TRIM."""
    formatted = namespace.get("FormattedLBASize")
    try:
        block = int(formatted[0])  # type: ignore[index]
    except (TypeError, ValueError, LookupError):
        return ()
    if not 0 < block <= 2**20:
        return ()
    what = "utilization"
    used = reading.size(namespace.get("NamespaceUtilization"), what, block)
    if used is None:
        return ()
    title = "In use, as the drive sees it"
    return (LogValue(key="namespace_utilization", title=title, value=used, unit=ValueUnit.BYTES),)


def _nvme_self_tests(properties: Mapping[str, Any], reading: ValueReader) -> SelfTests | None:
    """None where the controller does not report it: not every one has self-tests."""
    if not text(properties.get("SmartSelftestStatus")):
        return None
    return _self_tests(
        properties, _NVME_TESTS, (SelfTestKind.SHORT, SelfTestKind.EXTENDED), reading
    )


def _self_tests(
    properties: Mapping[str, Any],
    words: Mapping[str, tuple[SelfTestStatus, Say]],
    kinds: tuple[SelfTestKind, ...],
    reading: ValueReader,
) -> SelfTests:
    """The last or running one by `SmartSelftestStatus`; `words` has the entry for each status.

    "success" is in neither: a drive that never tested itself also reports it.
    """
    status = properties.get("SmartSelftestStatus")
    running = status == "inprogress"
    left = properties.get("SmartSelftestPercentRemaining") if running else None
    found: tuple[SelfTestStatus, Say] | None = None
    if running:
        found = (RUNNING, Say("Running"))
    elif isinstance(status, str):
        found = words.get(status)
    return SelfTests(
        kinds=kinds,
        running=running,
        remaining=reading.share(left, Say("Self-test")),
        entries=(SelfTestEntry(kind="", status=found[0], text=str(found[1])),) if found else (),
        passed=status == "success",
    )
