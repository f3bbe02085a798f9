# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fake SMART data: what UDisks2 reports of drives in every state, in the format of each version.

UDisks2 2.9 supports only ATA; `NVMe.Controller` and `NVMe.Namespace` came with 2.10. From 2.11 on
libblockdev reads ATA, and reports more units of attributes under the same names.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.made_machine import PREFIX, Interfaces, Made, MadeMachine, Variant

ATA, NVME = f"{PREFIX}Drive.Ata", f"{PREFIX}NVMe.Controller"
NAMESPACE = f"{PREFIX}NVMe.Namespace"
_HOUR = 3600

UNKNOWN, COUNT, MILLISECONDS, SECTORS, MILLIKELVIN, _SMALL, PERCENT, MEGABYTES = range(8)


@dataclass
class MadeSmart:
    """One drive's SMART data: `properties` after an update, and `attributes` as the reply.

    `asleep`: an update without waking is refused. `delay`: seconds until the drive answers.
    `vanishes`: the drive is gone when it is queried. `refused`: not authorized.
    """

    interface: str
    properties: dict[str, Variant]
    attributes: Any
    known: bool = True
    """Whether UDisks2 has read the drive before the first request."""
    age: float = 0.0
    """Seconds since then."""
    asleep: bool = False
    delay: float = 0.0
    vanishes: bool = False
    refused: bool = False
    clock: Callable[[], float] = time.time
    pace: int = 30
    """Percent of a self-test that is done from one look to the next."""
    options: list[dict[str, Variant]] = field(default_factory=list)
    """The options of every SmartUpdate, in order."""

    @property
    def signature(self) -> str:
        """The signature of the reply to SmartGetAttributes."""
        return "a(ysqiiixia{sv})" if self.interface == ATA else "a{sv}"

    def at_first(self) -> dict[str, Variant]:
        """The properties before the first request."""
        if not self.known:
            return {"SmartSupported": ("b", True), "SmartEnabled": ("b", True)} | {
                name: (kind, type(value)()) for name, (kind, value) in self.properties.items()
                if not name.startswith(("SmartSupported", "SmartEnabled"))
            }  # fmt: skip
        return self.properties | {"SmartUpdated": ("t", int(self.clock() - self.age))}

    def now(self) -> dict[str, Variant]:
        """The properties after an update; a self-test has advanced."""
        status = self.properties.get("SmartSelftestStatus", ("s", ""))[1]
        if status == "inprogress":
            left = self.properties["SmartSelftestPercentRemaining"][1] - self.pace
            self.properties["SmartSelftestPercentRemaining"] = ("i", max(0, left))
            if left <= 0:
                self.properties["SmartSelftestStatus"] = ("s", "success")
        self.known = True
        return self.properties | {"SmartUpdated": ("t", int(self.clock()))}

    def start_test(self) -> None:
        """Start a self-test."""
        self.properties["SmartSelftestStatus"] = ("s", "inprogress")
        self.properties["SmartSelftestPercentRemaining"] = ("i", 90)

    def switch_on(self) -> None:
        """Switch SMART on: UDisks2 has read nothing yet."""
        self.properties["SmartEnabled"] = ("b", True)

    def abort_test(self) -> None:
        """Abort the self-test."""
        self.properties["SmartSelftestStatus"] = ("s", "aborted")
        self.properties["SmartSelftestPercentRemaining"] = ("i", 0)


def give(machine: MadeMachine, made: Made, smart: MadeSmart) -> MadeSmart:
    """Assign this SMART data to a fake drive, if the machine's UDisks2 is new enough."""
    block = machine.objects[made.object_path]
    drive = block[f"{PREFIX}Block"]["Drive"][1]
    interfaces = machine.objects[drive]
    if smart.interface == NVME and machine.version.startswith("2.9"):
        interfaces.pop(NVME, None)
        return smart
    interfaces[smart.interface] = smart.at_first()
    machine.smart[drive] = smart
    if smart.interface == NVME:
        size = block[f"{PREFIX}Block"]["Size"][1]
        block |= _namespace(size, size // 3)
    return smart


def _namespace(size: int, used: int) -> Interfaces:
    return {
        NAMESPACE: {
            "NSID": ("u", 1),
            "LBAFormats": ("a(qqy)", [(512, 0, 1)]),
            "FormattedLBASize": ("(qqy)", (512, 0, 1)),
            "NamespaceSize": ("t", size // 512),
            "NamespaceCapacity": ("t", size // 512),
            "NamespaceUtilization": ("t", used // 512),
        }
    }


# ATA: id, name, prefail, value, worst, threshold, pretty, unit
_Row = tuple[int, str, bool, int, int, int, int, int]


def ata(
    hours: float = 4200,
    celsius: float | None = 29,
    *,
    failing: bool = False,
    changes: dict[int, tuple[int, int]] | None = None,
    selftest: str = "success",
    rotating: bool = False,
    **state: Any,
) -> MadeSmart:
    """A SATA drive; `changes` are normalized value and pretty value by id."""
    kelvin = 0 if celsius is None else round((celsius + 273.15) * 1000)
    rows: list[_Row] = [
        (1, "raw-read-error-rate", True, 100, 100, 6, 0, UNKNOWN),
        (5, "reallocated-sector-count", True, 100, 100, 10, 0, SECTORS),
        (9, "power-on-hours", False, 98, 98, 0, round(hours * _HOUR * 1000), MILLISECONDS),
        (12, "power-cycle-count", False, 99, 99, 0, 812, COUNT),
        (187, "reported-uncorrect", False, 100, 100, 0, 0, SECTORS),
        (194, "temperature-celsius-2", False, 71, 48, 0, kelvin, MILLIKELVIN),
        (196, "reallocated-event-count", False, 100, 100, 0, 0, COUNT),
        (197, "current-pending-sector", False, 100, 100, 0, 0, SECTORS),
        (198, "offline-uncorrectable", False, 100, 100, 0, 0, SECTORS),
        (199, "udma-crc-error-count", False, 100, 100, 0, 0, COUNT),
        (202, "attribute-202", False, 88, 88, 1, 12, UNKNOWN),
    ]
    if rotating:
        rows[2:2] = [
            (3, "spin-up-time", True, 178, 175, 21, 4083, MILLISECONDS),
            (4, "start-stop-count", False, 99, 99, 0, 1033, COUNT),
        ]
        rows.insert(6, (10, "spin-retry-count", True, 100, 100, 51, 0, COUNT))
        rows = [row for row in rows if row[0] != 202]
    for place, row in enumerate(rows):
        if row[0] in (changes or {}):
            value, pretty = (changes or {})[row[0]]
            rows[place] = (*row[:3], value, value, row[5], pretty, row[7])
    properties: dict[str, Variant] = {
        "SmartSupported": ("b", True),
        "SmartEnabled": ("b", True),
        "SmartUpdated": ("t", 0),
        "SmartFailing": ("b", failing),
        "SmartPowerOnSeconds": ("t", round(hours * _HOUR)),
        "SmartTemperature": ("d", kelvin / 1000),
        "SmartNumAttributesFailing": ("i", sum(row[2] and row[3] <= row[5] for row in rows)),
        "SmartNumAttributesFailedInThePast": ("i", 0),
        "SmartNumBadSectors": ("x", sum(row[6] for row in rows if row[0] in {5, 197})),
        "SmartSelftestStatus": ("s", selftest),
        "SmartSelftestPercentRemaining": ("i", 60 if selftest == "inprogress" else 0),
    }
    reply = [
        (number, name, (1 if prefail else 0) | 2, value, worst, limit, pretty, unit, {})
        for number, name, prefail, value, worst, limit, pretty, unit in rows
    ]
    return MadeSmart(ATA, properties, reply, **state)


def nvme(
    hours: int = 1860,
    celsius: float = 41.85,
    *,
    warnings: tuple[str, ...] = (),
    attributes: dict[str, Variant] | None = None,
    selftest: str = "success",
    **state: Any,
) -> MadeSmart:
    """An NVMe drive as UDisks2 2.10 and later report it."""
    kelvin = round(celsius + 273.15)
    reply: dict[str, Variant] = {
        "avail_spare": ("y", 100),
        "spare_thresh": ("y", 10),
        "percent_used": ("y", 3),
        "total_data_read": ("t", 18_400_000_000_000),
        "total_data_written": ("t", 11_400_000_000_000),
        "ctrl_busy_time": ("t", 1940),
        "power_cycles": ("t", 611),
        "unsafe_shutdowns": ("t", 23),
        "media_errors": ("t", 0),
        "num_err_log_entries": ("t", 0),
        "temp_sensors": ("aq", [kelvin, kelvin + 7]),
        "wctemp": ("q", 355),
        "cctemp": ("q", 358),
        "warning_temp_time": ("u", 3),
        "critical_temp_time": ("u", 0),
    }
    properties: dict[str, Variant] = {
        "State": ("s", "live"),
        "ControllerID": ("q", 1),
        "NVMeRevision": ("s", "2.0"),
        "UnallocatedCapacity": ("t", 0),
        "SmartUpdated": ("t", 0),
        "SmartCriticalWarning": ("as", list(warnings)),
        "SmartPowerOnHours": ("t", hours),
        "SmartTemperature": ("q", kelvin),
        "SmartSelftestStatus": ("s", selftest),
        "SmartSelftestPercentRemaining": ("i", -1),
        "SanitizeStatus": ("s", "never_sanitized"),
        "SanitizePercentRemaining": ("i", -1),
    }
    return MadeSmart(NVME, properties, reply | (attributes or {}), **state)


def worn_nvme(**state: Any) -> MadeSmart:
    """Past its rated life, but still working."""
    return nvme(
        31_000, 38.0, attributes={"percent_used": ("y", 104), "avail_spare": ("y", 61)}, **state
    )


def broken_nvme(**state: Any) -> MadeSmart:
    """A critical warning: its spare blocks are below the threshold."""
    worn = {"avail_spare": ("y", 4), "percent_used": ("y", 97), "media_errors": ("t", 3)}
    return nvme(22_000, 52.0, warnings=("spare",), attributes=worn, **state)  # type: ignore[arg-type]


def worn_ata(**state: Any) -> MadeSmart:
    """A hard disk that has begun to reallocate sectors, with a bad cable."""
    changes = {5: (97, 24), 196: (99, 3), 197: (100, 2), 199: (200, 41)}
    return ata(38_400, 36, rotating=True, changes=changes, **state)


def failing_ata(**state: Any) -> MadeSmart:
    """The drive itself reports failure: a prefail attribute is at its threshold."""
    changes = {5: (10, 3980), 197: (92, 312), 198: (95, 120)}
    return ata(
        51_000, 44, failing=True, rotating=True, changes=changes, selftest="error_read", **state
    )


Maker = Callable[[], MadeSmart]
STATES: dict[str, Maker] = {
    "good ATA": ata,
    "worn ATA": worn_ata,
    "failing ATA": failing_ata,
    "ATA asleep": lambda: ata(rotating=True, asleep=True, age=3 * _HOUR),
    "ATA slow": lambda: ata(delay=30.0),
    "ATA vanishing": lambda: ata(vanishes=True),
    "good NVMe": nvme,
    "worn NVMe": worn_nvme,
    "NVMe with a critical warning": broken_nvme,
}
"""Every state by name."""
