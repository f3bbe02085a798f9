# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives with health for tests of the window: values, and the services that supply them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.adapter import AdapterWish
from driveproof.domain.health.report import (
    ATA,
    NVME,
    PASSED,
    TEST_FAILED,
    UDISKS_ATA,
    UDISKS_NVME,
    Attribute,
    ErrorEntry,
    Health,
    LogValue,
    SelfTestEntry,
    SelfTests,
    ValueUnit,
)  # fmt: skip
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.snapshot import AFTER, BEFORE, OPEN, FirmwareChange, HealthSnapshot
from driveproof.domain.health.verdict import AXES, HealthVerdict
from driveproof.domain.watch import DriveEvent, Happening
from driveproof.engine.health.view import HealthView

NOW = datetime(2026, 11, 20, 20, 14, tzinfo=UTC)
HOUR = 3600
TB = 10**12

UNLISTED = FirmwareNews()

Told = Callable[[HealthView], None]
OnEvent = Callable[[DriveEvent], None]


def let_work_end() -> None:
    """Wait for the window's worker threads."""
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(10)


@dataclass
class MadeMonitor:
    """Records its calls; the test decides what it reports."""

    on_view: Told
    on_event: OnEvent
    calls: list[tuple[str, object]] = field(default_factory=list)

    def start(self) -> None:
        self.calls.append(("start", None))

    def set_inventory(self, inventory: Inventory) -> None:
        self.calls.append(("inventory", len(inventory.devices)))

    def set_shown(self, name: str) -> None:
        self.calls.append(("shown", name))

    def look_now(self, name: str, *, wake: bool = False) -> None:
        self.calls.append(("wake" if wake else "look", name))

    def stop(self) -> None:
        self.calls.append(("stop", None))


@dataclass
class MadeRequests:
    """Answers at once, raises on request, or waits for permission to answer."""

    kept: tuple[HealthSnapshot, ...] = ()
    news: FirmwareNews = UNLISTED
    whole: HealthView | None = None
    error: DriveproofError | None = None
    gate: threading.Event | None = None
    calls: list[tuple[object, ...]] = field(default_factory=list)

    def _asked(self, *call: object) -> None:
        self.calls.append(call)
        if self.gate is not None:
            self.gate.wait(30)
        if self.error is not None:
            raise self.error

    def look(self, device: BlockDevice, inventory: Inventory) -> HealthView:
        raise AssertionError("the page shows what the monitor tells")

    def look_whole(
        self, device: BlockDevice, inventory: Inventory, wish: AdapterWish | None = None
    ) -> HealthView:
        self._asked("whole", device.name, *([wish] if wish else []))
        assert self.whole is not None
        return self.whole

    def keep(self, view: HealthView) -> None:
        self._asked("keep", view.device)
        self.kept += (snapshot(view, len(self.kept) + 1, 0),)

    def snapshots(self, identity: str) -> tuple[HealthSnapshot, ...]:
        return self.kept

    def acknowledge(self, identity: str, counter: str, value: int) -> None:
        self._asked("acknowledge", identity, counter, value)

    def start_self_test(self, device: BlockDevice, kind: SelfTestKind) -> None:
        self._asked("start", device.name, kind)

    def abort_self_test(self, device: BlockDevice) -> None:
        self._asked("abort", device.name)

    def switch_smart_on(self, device: BlockDevice) -> None:
        self._asked("smart", device.name)

    def firmware(self, device: BlockDevice) -> FirmwareNews:
        return self.news


@dataclass
class MadeHealth:
    """The fake service; the monitor that was made last is `monitor`."""

    requests: MadeRequests = field(default_factory=MadeRequests)
    monitors: list[MadeMonitor] = field(default_factory=list)

    def services(self) -> dict[str, object]:
        return {
            "health": self.requests,
            "new_announcer": self.start_monitor,
            "firmware": self.requests.firmware,
        }

    def start_monitor(self, on_view: Told, on_event: OnEvent) -> MadeMonitor:
        self.monitors.append(MadeMonitor(on_view, on_event))
        return self.monitors[-1]

    @property
    def monitor(self) -> MadeMonitor:
        return self.monitors[-1]

    def tell(self, *views: HealthView) -> None:
        """Report from a thread, as the monitor does."""
        thread = threading.Thread(target=lambda: [self.monitor.on_view(view) for view in views])
        thread.start()
        thread.join()

    def worse(self, view: HealthView, before: HealthVerdict) -> None:
        """Report from a thread that the verdict got worse."""
        event = DriveEvent(
            what=Happening.WORSE,
            key=view.identity,
            device=f"/dev/{view.device}",
            model=view.health.model or view.device,
            grade=view.verdict.word,
            before=before.word,
            verdict=view.verdict,
        )
        self.happened(event)

    def happened(self, event: DriveEvent) -> None:
        """Report an event from a thread."""
        thread = threading.Thread(target=self.monitor.on_event, args=(event,))
        thread.start()
        thread.join()


HEALTHY = "All is well."
"""What a made verdict says."""


def verdict(word: str = "good", sentence: str = HEALTHY, **axes: object) -> HealthVerdict:
    """A verdict whose axes are good unless `axes` says otherwise."""
    said = "The drive reports no critical warning"
    life = "11.4 TB written; spare 100 %, threshold 10 %"
    errors = "0 media errors; spare 100 %, threshold 10 %"
    counters = ("media_errors", "reallocated", "pending")
    link = "PCIe 4.0 x4, as the drive and the slot can"
    heat = "Below the drive's own limit of 82 °C"
    plain = {
        "self_assessment": made_axis(
            "self_assessment", "good", "No", said, source="NVMe health log"
        ),
        "wear": made_axis("wear", "good", "3 % used", life, source="percentage_used"),
        "media_errors": made_axis(
            "media_errors", "good", "No errors", errors, source="media_errors", counters=counters
        ),
        "link": made_axis(
            "link", "good", "Full speed", link, source="sysfs", counters=("crc_errors",)
        ),
        "temperature": made_axis("temperature", "good", "46 °C", heat, source="WCTEMP"),
        "data_quality": made_axis("data_quality", "good", "Complete", "NVMe log through UDisks2"),
    }
    plain |= axes  # type: ignore[arg-type]
    return made_verdict(word, sentence, (), tuple(plain[name] for name in AXES))


def nvme_health(**more: object) -> Health:
    """A healthy NVMe drive as UDisks2 reports it."""
    facts: dict[str, object] = {
        "taken": NOW, "source": UDISKS_NVME, "kind": NVME, "model": "Samsung SSD 990 PRO 2TB",
        "firmware": "4B2QJXD7", "passed": True, "temperature": 46.0, "used": 0.03,
        "power_on": 1860.0 * HOUR, "written": 11_400 * 10**9, "read": 9_100 * 10**9,
        "spare": 1.0, "spare_threshold": 0.1, "media_errors": 0, "error_log_entries": 0,
        "figures": (
            LogValue(key="percentage_used", title="Rated life used", value=0.03,
                     unit=ValueUnit.SHARE),
            LogValue(key="data_units_written", title="Data written", value=11_400 * 10**9,
                     unit=ValueUnit.BYTES),
            LogValue(key="power_on_hours", title="Power-on time", value=1860 * HOUR,
                     unit=ValueUnit.SECONDS),
            LogValue(key="temperature", title="Temperature", value=46.0, unit=ValueUnit.CELSIUS),
            LogValue(key="media_errors", title="Media errors", value=0),
            LogValue(key="num_err_log_entries", title="Entries in the error log", value=2**64 - 1),
        ),
        "self_tests": SelfTests(
            kinds=("short", "extended"), seconds=(("short", 120.0), ("extended", 2100.0)),
            entries=(SelfTestEntry(kind="short", status=PASSED, at=1400.0 * HOUR),),
        ),
    }  # fmt: skip
    return Health(**(facts | more))  # type: ignore[arg-type]


def ata_health(**more: object) -> Health:
    """A hard disk with a few bad sectors."""
    names = (
        (1, "Raw_Read_Error_Rate", 200, 200, 51, 0, True, 0x2F),
        (5, "Reallocated_Sector_Ct", 198, 198, 140, 8, True, 0x33),
        (9, "Power_On_Hours", 83, 83, 0, 12511, False, 0x32),
        (190, "Vendor<b>Thing</b>", 65, 44, 0, 35, False, 0x22),
        (199, "UDMA_CRC_Error_Count", 200, 200, 0, 3, False, 0x32),
    )
    facts: dict[str, object] = {
        "taken": NOW, "source": UDISKS_ATA, "kind": ATA, "model": "WDC WD40EFZX-68AWUN0",
        "firmware": "81.00B81", "passed": True, "temperature": 35.0, "power_on": 12511.0 * HOUR,
        "reallocated": 8, "pending": 0, "crc_errors": 3, "error_log_entries": 1,
        "attributes": tuple(
            Attribute(id=number, name=name, value=value, worst=worst, threshold=limit, raw=raw,
                      prefail=prefail, online=True, flags=flags, named=number != 190)
            for number, name, value, worst, limit, raw, prefail, flags in names
        ),
        "errors": (ErrorEntry(number=1, text="UNC at LBA", at=9000.0 * HOUR, lba=123456),),
        "self_tests": SelfTests(
            kinds=("short", "extended", "conveyance"),
            entries=(SelfTestEntry(kind="extended", status=TEST_FAILED, text="read failure",
                                   at=12000.0 * HOUR, lba=998877),),
        ),
    }  # fmt: skip
    return Health(**(facts | more))  # type: ignore[arg-type]


def view_of(device: BlockDevice, health: Health | None = None, judged: HealthVerdict | None = None,
            **more: object) -> HealthView:  # fmt: skip
    """The health of a device of the demo inventory."""
    return HealthView(
        device=device.name, identity=device.identity, health=health or nvme_health(),
        verdict=judged or verdict(), **more,  # type: ignore[arg-type]
    )  # fmt: skip


def snapshot(view: HealthView, number: int, days_ago: float, **more: object) -> HealthSnapshot:
    """A snapshot of a drive some days before NOW."""
    taken = NOW - timedelta(days=days_ago)
    facts = {"reason": OPEN, "run": None, "firmware": view.health.firmware} | more
    health = replace(view.health, taken=taken)
    if "written" in facts:
        health = replace(health, written=facts.pop("written"))  # type: ignore[arg-type]
    return HealthSnapshot(
        number, view.identity, taken, str(facts["reason"]), facts["run"],  # type: ignore[arg-type]
        str(facts["firmware"]), health,
    )  # fmt: skip


def half_a_year(view: HealthView) -> tuple[HealthSnapshot, ...]:
    """A snapshot every four days, a firmware change, and a run that wrote much."""
    found = []
    for number in range(46):
        days = 180 - 4 * number
        grown = round((1.0 + 10.0 * number / 45) * TB)
        firmware = "3B2QJXD7" if number < 27 else "4B2QJXD7"
        found.append(snapshot(view, number + 1, days, written=grown, firmware=firmware))
    last = found[-1].health.written or 0
    found.append(snapshot(view, 90, -0.01, written=last + 10**9, reason=BEFORE, run="r1"))
    found.append(snapshot(view, 91, -0.02, written=last + 401 * 10**9, reason=AFTER, run="r1"))
    return tuple(found)


CHANGE = FirmwareChange(NOW - timedelta(days=72), "3B2QJXD7", "4B2QJXD7")
