# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything a person can ask of a drive's health: read, judged, kept, and tested by itself."""

from __future__ import annotations

import shlex
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from driveproof.domain.drive.drive import (
    DRIVE_KINDS,
    BlockDevice,
    DeviceKind,
    Inventory,
    is_path,
    path_in,
)
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError, own_fault
from driveproof.domain.health.changes import comparable_readings, firmware_changes
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.kept_tests import KeptTest, begun_test, self_test_durations
from driveproof.domain.health.report import COUNTERS, Health
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.health.smart_exceptions import without_dead_sensor
from driveproof.domain.health.snapshot import ASKED, FirmwareChange, HealthSnapshot
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.notes import Note, error_note
from driveproof.domain.text import visible
from driveproof.engine.health.view import DriveReading, HealthView
from driveproof.history.self_tests import KeptTests
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.domain.health.adapter import AdapterType, AdapterWish
    from driveproof.system.udisks.self_test import SmartControl

DAY = timedelta(days=1)
READ_SECONDS = 10.0
"""How long a drive may take while somebody waits."""
WAKE_SECONDS = 40.0
"""The same for one that is woken: a large disk spins up for half of that."""

FIRST_LOOK_SECONDS = 3.0
"""How long nobody looks after a self-test that has just begun: some drives fail it where its log is
read within two seconds (Micron 9550 before F3MU100, Dell's article 000391814)."""

FALLING = ("pending", "uncorrectable")
"""Sectors that a drive could read after all, or has replaced, are in these no longer."""


class Reader(Protocol):
    """What reads the health of a drive: HealthReader."""

    def read(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        occasion: Occasion = Occasion.ASKED,
        timeout: float = ...,
    ) -> Health:
        """Without a prompt, and only WAKE wakes the drive; `missing` says why nothing is known."""

    def read_whole(
        self,
        device: BlockDevice,
        inventory: Inventory | None = None,
        wish: AdapterWish | None = None,
    ) -> Health:
        """The complete health, through the helper; a `wish` is for a USB adapter. Raises
        DriveproofError.
        """

    def adapter_type(self, device: BlockDevice) -> AdapterType | None:
        """The type of the USB adapter, for smartctl; None where it finds its own."""


class HealthService:
    """Combines drives and their history. Each call may block: call it in a thread.

    Counters are judged by their change since the newest snapshot that is at least a day old, or
    since the oldest one: growth is shown for a day, however often the drive is read, and no longer.

    Drives that share their identity with another one (cheap bridges), or whose only identity is
    their path, are neither compared nor kept: the kept snapshots may belong to the other drive.
    """

    def __init__(
        self,
        reader: Reader,
        history: History,
        *,
        judge: Callable[..., HealthVerdict] = judge_health,
        link: Callable[[BlockDevice, Inventory], LinkState | None] = lambda *_: None,
        elsewhere: Callable[[str], bool] = lambda _: False,
        control: SmartControl | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._reader = reader
        self._judge = judge
        self._history = history
        self.kept = Snapshots(history)
        self.tests = KeptTests(history)
        self._own_control = control
        self._taking: dict[str, tuple[tuple[str, float], ...]] = {}
        self._link = link
        self._elsewhere = elsewhere
        self._now = now
        self._pause = pause
        self._counted: tuple[Inventory | None, Counter[str]] = (None, Counter())
        self._measured: Counter[str] = Counter()
        self._lock = threading.Lock()

    # What a page asks (composition.services)

    def look(self, device: BlockDevice, inventory: Inventory) -> HealthView:
        """Read without a prompt and without waking the drive; why nothing is known is in it."""
        return self.view(device, inventory, self.read(device, inventory))

    def look_whole(
        self, device: BlockDevice, inventory: Inventory, wish: AdapterWish | None = None
    ) -> HealthView:
        """Everything, through the helper: it may ask for a password. Kept as a snapshot. A `wish`
        has the type of a USB adapter looked for, or names it.

        A note of the view says when it is not kept. Raises DriveproofError.
        """
        if wish is not None:
            self._refuse_busy(device)
        health = _named(self._reader.read_whole(device, inventory, wish), device)
        view = self.view(device, inventory, DriveReading(health, self._linked(device, inventory)))
        try:
            if health.known and self.can_be_kept(device, inventory):
                self.keep(view)
        except DriveproofError as error:
            words = message_and_advice(error, Face.TERMINAL)
            notes = (*health.notes, Note("Not saved: {reason}", reason=words))
            view = replace(view, health=replace(health, notes=notes))
        return view

    def _refuse_busy(self, device: BlockDevice) -> None:
        """A type that is tried may have the adapter reset. Raises RefusedError."""
        if self._measured[device.name] > 0 or self._elsewhere(device.path):
            raise RefusedError(
                "{path} is being measured: no type of adapter is tried now.",
                path=device.path,
                advice=Advice("Wait for it to end."),
            )

    def keep(self, view: HealthView) -> None:
        """Keep it as a requested snapshot. Raises DriveproofError."""
        if not view.health.known:
            raise MachineError(
                "The drive reported no health data.",
                advice=view.health.advice,
            )
        self._refuse_unfindable(view.identity, alone=view.may_be_kept)
        self.kept.add(view.identity, view.health, ASKED, firmware=view.health.firmware)

    def snapshots(self, identity: str) -> tuple[HealthSnapshot, ...]:
        """All of a drive, oldest first. Raises DriveproofError."""
        return self.kept.of(identity)

    def acknowledge(self, identity: str, counter: str, value: int) -> None:
        """The person has seen this value of a counter.

        Raises DriveproofError, as `keep` does where it would not be found again.
        """
        self._refuse_unfindable(identity)
        self.kept.acknowledge(identity, counter, value)

    def start_self_test(self, device: BlockDevice, kind: SelfTestKind, *, ask: bool = True) -> None:
        """Start a self-test of the drive, and return when its progress may be read; may prompt
        unless `ask` is false. Raises DriveproofError.
        """
        path = visible(device.path)
        nvme = device.kind == DeviceKind.NVME
        if not self._control.start(device.object_path, path, kind, nvme=nvme, ask=ask):
            if not ask:
                raise MachineError(
                    "UDisks2 cannot start self-tests of {path}.",
                    path=device.path,
                    advice=Advice(
                        "Run: {command}",
                        command=f"driveproof selftest {shlex.quote(str(path))} {kind}",
                    ),
                )
            self._test_as_root(device, kind.name)
        with suppress(DriveproofError):
            self._refuse_unfindable(device.identity)
            self._note_start(device.identity, kind)
        self._pause(FIRST_LOOK_SECONDS)

    def abort_self_test(self, device: BlockDevice) -> None:
        """Abort the self-test of the drive; may prompt. Raises DriveproofError."""
        nvme = device.kind == DeviceKind.NVME
        if not self._control.abort(device.object_path, visible(device.path), nvme=nvme):
            self._test_as_root(device, "ABORT")

    def _test_as_root(self, device: BlockDevice, test: str) -> None:
        from driveproof.system.helper.client import (  # noqa: PLC0415
            Helper,
            SelfTest,
            WireAdapter,
            claim_device,
        )

        adapter = self._reader.adapter_type(device)
        if adapter is not None and adapter.nvme:
            raise MachineError("USB adapters pass on no self-tests of NVMe drives.")
        wire = WireAdapter.AUTO if adapter is None else WireAdapter[adapter.name]
        Helper().self_test(claim_device(device.path), SelfTest[test], wire)

    def switch_smart_on(self, device: BlockDevice) -> None:
        """Switch SMART on where it is off; may prompt. Raises DriveproofError."""
        if not self._control.switch_on(device.object_path, visible(device.path)):
            raise MachineError(
                "UDisks2 can enable SMART only on ATA drives, not on {path}.",
                path=device.path,
            )

    @property
    def _control(self) -> SmartControl:
        # Who only reads drives needs it as little as the helper.
        from driveproof.system.udisks.self_test import SmartControl  # noqa: PLC0415

        return self._own_control or SmartControl()

    def _note_start(self, identity: str, kind: SelfTestKind) -> None:
        """Keep that it began; the next reading that is newer says how it ended."""
        latest = self.kept.latest(identity)
        made = begun_test(kind, latest.health if latest is not None else None, self._now())
        pending = next((one for one in self.tests.of(identity) if one.running), None)
        self.tests.add(identity, replace(made, number=pending.number if pending else 0))

    # For the monitor, the engine and the command line

    def leave_alone(self, drives: Iterable[str]) -> None:
        """A run measures these drives (kernel names): they are not queried until `ask_again`,
        because an ATA drive empties its queue for a query. Several runs may be going on.
        """
        with self._lock:
            self._measured.update(drives)

    def ask_again(self, drives: Iterable[str]) -> None:
        """A run that had them left alone is over."""
        with self._lock:
            self._measured.subtract(drives)

    def read(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        occasion: Occasion = Occasion.ASKED,
        timeout: float = READ_SECONDS,
    ) -> DriveReading:
        """Ask the drive alone; touches no history. Never raises DriveproofError."""
        try:
            return self.asked(device, inventory, occasion=occasion, timeout=timeout)
        except DriveproofError as error:
            health = Health(taken=self._now(), missing=error_note(error), advice=error.advice)
        return DriveReading(_named(health, device), self._linked(device, inventory))

    def broken(self, device: BlockDevice, bug: Exception) -> DriveReading:
        """What is shown of a drive where a bug of ours prevents that it is read or judged."""
        error = own_fault(bug)
        health = Health(taken=self._now(), missing=error_note(error), advice=error.advice)
        return DriveReading(_named(health, device))

    def asked(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        occasion: Occasion = Occasion.ASKED,
        timeout: float = READ_SECONDS,
    ) -> DriveReading:
        """As `read`; raises MachineError for a drive that has gone or never answered, and where
        there is no bus or no UDisks2.
        """
        if self._measured[device.name] > 0:
            occasion = Occasion.LISTED
        health = self._reader.read(device, inventory, occasion=occasion, timeout=timeout)
        return DriveReading(_named(health, device), self._linked(device, inventory))

    def view(
        self,
        device: BlockDevice,
        inventory: Inventory,
        reading: DriveReading,
        *,
        compared: bool = True,
    ) -> HealthView:
        """What a reading means, with all that is kept of the drive, as far as that can be read;
        not `compared`: without what is kept.
        """
        identity, health = device.identity, reading.health
        since: HealthSnapshot | None = None
        acknowledged: Mapping[str, int] = {}
        changes: tuple[FirmwareChange, ...] = ()
        tests: tuple[KeptTest, ...] = ()
        known: tuple[tuple[str, float], ...] = ()
        may_be_kept = self.can_be_kept(device, inventory)
        if may_be_kept and compared:
            with suppress(DriveproofError):
                health = without_dead_sensor(health, self._as_warm(identity, health))
                since = self.since(identity, health)
                acknowledged = _accepted(self.kept, identity, health)
                changes = firmware_changes(
                    self.kept.firmware(identity), self._history.heads(identity=identity)
                )
            with suppress(DriveproofError):
                tests = self.tests.of(identity)
                tests = self.tests.learn(identity, health)
            with suppress(DriveproofError):
                known = self._known_durations(identity, health)
        verdict = self._judge(
            health,
            since=since.health if since else None,
            acknowledged=acknowledged,
            link=reading.link,
            now=self._now(),
        )
        return HealthView(
            device=device.name,
            identity=identity,
            health=health,
            verdict=verdict,
            link=reading.link,
            since=since,
            acknowledged=acknowledged,
            firmware_changes=changes,
            may_be_kept=may_be_kept,
            self_tests=tests,
            test_seconds=self_test_durations(health, known),
        )

    def _known_durations(self, identity: str, health: Health) -> tuple[tuple[str, float], ...]:
        """How long its self-tests take, by the newest reading that had it: UDisks2 has not."""
        told = health.self_tests.seconds if health.self_tests is not None else ()
        if told:
            self._taking[identity] = told
        elif identity not in self._taking:
            found = self.kept.latest(identity, fits=_has_durations)
            tests = found.health.self_tests if found is not None else None
            self._taking[identity] = tests.seconds if tests is not None else ()
        return self._taking[identity]

    def since(self, identity: str, health: Health) -> HealthSnapshot | None:
        """The snapshot to compare counters with: of the same source, and the first with all
        counters that `health` has, or the most of them. Raises MachineError.
        """
        yesterday = self._now() - DAY
        search = _Fullest(health)
        older = self.kept.latest(identity, yesterday, search.fits) or search.best
        return older or self.kept.earliest(identity, yesterday, search.fits) or search.best

    def _as_warm(self, identity: str, health: Health) -> tuple[HealthSnapshot, ...]:
        """The kept readings with its temperature; () where any has another. Raises MachineError."""
        celsius, same = health.temperature, []

        def differs(one: HealthSnapshot) -> bool:
            if one.health.temperature is None:
                return False
            same.append(one)
            return one.health.temperature != celsius

        if celsius is None or self.kept.latest(identity, fits=differs) is not None:
            return ()
        return tuple(same)

    def can_be_kept(self, device: BlockDevice, inventory: Inventory) -> bool:
        """Whether what is kept of it will be found again, and is of no other drive."""
        if device.kind not in DRIVE_KINDS or is_path(device.identity):
            return False
        known, names = self._counted
        if known is not inventory:
            drives = (each for each in inventory.devices if each.kind in DRIVE_KINDS)
            names = Counter(each.identity for each in drives)
            self._counted = inventory, names
        return names[device.identity] < 2

    def _refuse_unfindable(self, identity: str, *, alone: bool = True) -> None:
        """Raises MachineError for what is no drive's alone, as the last list of drives has it."""
        if is_path(identity):
            name = visible(path_in(identity))
            raise MachineError(
                "{name} has no serial number: nothing is saved.",
                name=name,
            )
        if not alone or self._counted[1][identity] > 1:
            raise MachineError("Several drives have this serial number: nothing is saved.")

    def _linked(self, device: BlockDevice, inventory: Inventory) -> LinkState | None:
        try:
            return self._link(device, inventory)
        except (DriveproofError, OSError):
            return None


def _has_durations(snapshot: HealthSnapshot) -> bool:
    tests = snapshot.health.self_tests
    return tests is not None and bool(tests.seconds)


def _named(health: Health, device: BlockDevice) -> Health:
    """With the firmware of the list of drives: a bridge reports its own to one of the two, and two
    sources would look like a change.
    """
    return replace(
        health,
        firmware=device.firmware or health.firmware,
        model=health.model or device.model,
        serial=health.serial or device.serial,
        wwn=health.wwn or device.wwn,
    )


def _accepted(kept: Snapshots, identity: str, health: Health) -> Mapping[str, int]:
    """The acknowledged values, none above the current one: new growth is reported again.

    A value that fell is kept as it is now, where the history can be written. Raises MachineError.
    """
    found = dict(kept.acknowledged(identity))
    for counter in FALLING:
        value: int | None = getattr(health, counter)
        if value is None or value >= found.get(counter, 0):
            continue
        found[counter] = value
        with suppress(DriveproofError):
            kept.acknowledge(identity, counter, value)
    return found


class _Fullest:
    """Searches snapshots for the first one with every counter that `health` has.

    A snapshot without a counter shows nothing about its growth, but an older one may. `best` is the
    closest so far, the earlier one of two equals.
    """

    def __init__(self, health: Health) -> None:
        self._health = health
        self._wanted = _told(health)
        self._most = -1
        self.best: HealthSnapshot | None = None

    def fits(self, one: HealthSnapshot) -> bool:
        """Whether it knows all of them, and is of the same drive and source."""
        if not comparable_readings(one.health, self._health):
            return False
        known = len(self._wanted & _told(one.health))
        if known > self._most:
            self._most, self.best = known, one
        return known == len(self._wanted)


def _told(health: Health) -> frozenset[str]:
    return frozenset(name for name in COUNTERS if getattr(health, name) is not None)
