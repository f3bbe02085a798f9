# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""UDisks2's `NVMe.Controller` (2.10 and later) as a Health."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from driveproof.domain.health.report import (
    ABORTED,
    TEST_FAILED,
    Figure,
    Health,
    SelfTests,
)
from driveproof.system.smart.figures import sensors
from driveproof.system.smart.udisks_self_tests import UNREAD, self_tests
from driveproof.system.smart.validation import Reading, text

WARNINGS = ("spare", "temperature", "degraded", "readonly", "volatile_mem", "pmr_readonly")
"""NVMe's critical warnings in the order of their bits (NVM Express Base Specification 2.0, figure
207), by the names that UDisks2 has for them.
"""

_MINUTE, _HOUR = 60.0, 3600.0
T = TypeVar("T", int | None, float | None)

# SmartSelftestStatus, as UDisks2's interface description has it.
_TESTS = {
    "aborted": (ABORTED, "Aborted"),
    "ctrl_reset": (ABORTED, "Aborted by a reset of the controller"),
    "ns_removed": (ABORTED, "Aborted, the namespace was removed"),
    "aborted_format": (ABORTED, "Aborted by a format"),
    "aborted_unknown": (ABORTED, "Aborted, nobody knows why"),
    "aborted_sanitize": (ABORTED, "Aborted by a sanitize"),
    "fatal_error": (TEST_FAILED, "Could not be completed"),
    "unknown_seg_fail": (TEST_FAILED, "Failed, nobody knows in which part"),
    "known_seg_fail": (TEST_FAILED, "Failed"),
}


def nvme_health(
    health: Health, properties: Mapping[str, Any], attributes: Any, reading: Reading
) -> Health:
    """`health` with `properties`, those of the namespace among them as "namespace", and with the
    answer to SmartGetAttributes (None where there was none).
    """
    if health.updated is None:
        return replace(health, missing=UNREAD)
    told = attributes if isinstance(attributes, Mapping) else {}
    log = {name: variant[1] for name, variant in told.items()}
    told_warnings = properties.get("SmartCriticalWarning")
    warnings = None
    if isinstance(told_warnings, list):
        warnings = tuple(text(word) or "unknown" for word in told_warnings)
    elif told_warnings is not None:
        reading.note("UDisks2 told the drive's critical warnings in a shape that is not known.")
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
        # 0 is told for "none"; the sensors are the second place.
        temperature=reading.kelvin(properties.get("SmartTemperature"))
        or next((one.value for one in told_sensors if one.value), None),
        temperature_warning=figures.kelvin("wctemp", "Its warning temperature"),
        temperature_critical=figures.kelvin("cctemp", "Its critical temperature"),
        warning_seconds=hot,
        critical_seconds=critical,
        power_on=reading.seconds(hours, "the time that it has run", _HOUR),
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
        self_tests=_self_tests(properties, reading),
    )


class _Figures:
    """Takes values out of the log, and keeps each as a line for people."""

    def __init__(self, log: Mapping[str, Any], reading: Reading) -> None:
        self._log = log
        self._reading = reading
        self.lines: list[Figure] = []

    def count(self, key: str, title: str) -> int | None:
        value = self._reading.whole(self._log.get(key), f"“{title}”")
        return self._keep(key, title, value, "count")

    def share(self, key: str, title: str, high: int = 100) -> float | None:
        value = self._reading.share(self._log.get(key), f"“{title}”", high)
        return self._keep(key, title, value, "share")

    def size(self, key: str, title: str) -> int | None:
        value = self._reading.size(self._log.get(key), f"“{title}”")
        return self._keep(key, title, value, "bytes")

    def seconds(self, key: str, title: str, unit: float) -> float | None:
        value = self._reading.seconds(self._log.get(key), f"“{title}”", unit)
        return self._keep(key, title, value, "seconds")

    def kelvin(self, key: str, title: str) -> float | None:
        value = self._reading.kelvin(self._log.get(key), f"“{title}”")
        return self._keep(key, title, value, "celsius")

    def _keep(self, key: str, title: str, value: T, unit: str) -> T:
        if value is not None:
            self.lines.append(Figure(key=key, title=title, value=value, unit=unit))
        return value


def _utilization(namespace: Mapping[str, Any], reading: Reading) -> tuple[Figure, ...]:
    """What the drive says is in use; on drives that report it, it falls after a TRIM."""
    formatted = namespace.get("FormattedLBASize")
    try:
        block = int(formatted[0])  # type: ignore[index]
    except (TypeError, ValueError, LookupError):
        return ()
    if not 0 < block <= 2**20:
        return ()
    what = "what is in use of the namespace"
    used = reading.size(namespace.get("NamespaceUtilization"), what, block)
    if used is None:
        return ()
    title = "In use, as the drive sees it"
    return (Figure(key="namespace_utilization", title=title, value=used, unit="bytes"),)


def _self_tests(properties: Mapping[str, Any], reading: Reading) -> SelfTests | None:
    """None where the controller does not say: not each one tests itself."""
    if not text(properties.get("SmartSelftestStatus")):
        return None
    return self_tests(properties, _TESTS, ("short", "extended"), reading)
