# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SMART of drives behind USB adapters: read with the type of adapter that is known, or with one
that is looked for where a person asks for that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Protocol

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.health.adapter import (
    AdapterSearch,
    AdapterType,
    AdapterWish,
    FoundBy,
    Outcome,
    TypeAttempt,
    UsbSmart,
    known_types,
    learned,
    may_be_chosen,
    plausible,
    types_to_try,
    why_unread,
)
from driveproof.domain.health.report import Health
from driveproof.domain.run.kernel_messages import Trouble, mentions, trouble
from driveproof.history.adapter_types import BehindAdapter, KeptAdapterTypes
from driveproof.system.helper.client import ErrorName, SmartReport, WireAdapter
from driveproof.system.kernel.kernel_log import KernelLogReader, names_in_log
from driveproof.system.kernel.sysfs import SYS
from driveproof.system.smart.smartctl import parse_report
from driveproof.system.smart.usb_adapters import (
    UDEV,
    AdapterAnswer,
    database_types,
    machine_knows,
    read_answer,
)

SETTLE_SECONDS = 2.0
"""How long nobody asks an adapter for more after the first answer: one that takes a command badly
resets within that (smartmontools, issues 256 and 490, for what comes later)."""


class Ask(Protocol):
    """What runs smartctl as root on the drive, and gives its output."""

    def __call__(self, adapter: WireAdapter, report: SmartReport) -> bytes:
        """Raises DriveproofError; SmartctlSilentError where smartctl had to be ended."""


class SmartctlSilentError(MachineError):
    """smartctl, and so the drive or its adapter, did not answer in time."""


class UsbReader:
    """One for all drives of the process; what worked is kept in `kept`.

    `database` is what smartctl's drive database has for an adapter; `root` and `udev` are where the
    kernel and udev tell of devices.
    """

    def __init__(
        self,
        kept: KeptAdapterTypes,
        *,
        database: Callable[[UsbAdapter], tuple[str, ...]] = database_types,
        root: Path = SYS,
        udev: Path = UDEV,
        log: Callable[[], KernelLogReader] = KernelLogReader,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._kept = kept
        self._database = cache(database)
        self._root = root
        self._udev = udev
        self._log = log
        self._pause = pause

    def known(self, device: BlockDevice) -> UsbSmart | None:
        """What is known of the adapter of a drive, without a command to it; None where the kernel
        does not say which one it is.
        """
        smart = machine_knows(
            device.attachment, device.number, database=self._database, udev=self._udev
        )
        if smart is None:
            return None
        place = _place(device, smart.adapter)
        attempts: tuple[TypeAttempt, ...] = ()
        elsewhere: tuple[AdapterType, ...] = ()
        with suppress(DriveproofError):
            attempts = self._kept.of(place)
            elsewhere = self._kept.elsewhere(place)
        return replace(smart, attempts=attempts, elsewhere=elsewhere)

    def usual(self, device: BlockDevice) -> AdapterType | None:
        """The type that a drive is read with; None where none is known."""
        smart = self.known(device)
        known = known_types(smart) if smart is not None else ()
        return known[0][0] if known else None

    def explained(self, health: Health, device: BlockDevice, source: str) -> Health:
        """The health of a drive that UDisks2 (`source`) cannot read, with why, and what to do."""
        smart = self.known(device)
        if smart is None:
            return health
        missing, advice = why_unread(smart, device.path, source)
        return replace(health, adapter=smart, missing=missing, advice=advice)

    def read(
        self,
        device: BlockDevice,
        smart: UsbSmart,
        ask: Ask,
        now: datetime,
        *,
        wish: AdapterWish | None = None,
        in_use: bool = True,
    ) -> Health:
        """Read a drive with what is known of its adapter; with a `wish`, look for its type, or try
        the one that a person names; `in_use`: what is on the drive is mounted or mapped. Raises
        DriveproofError.
        """
        work = _Reading(self, device, smart, ask, now)
        if wish is None:
            return work.with_known()
        if isinstance(wish, AdapterSearch):
            return work.by_trying(types_to_try(smart, mounted=in_use), FoundBy.TRIED)
        if not may_be_chosen(smart, wish, mounted=in_use):
            raise RefusedError(
                "{type} may reset a drive that is not made for it, and {path} is in use.",
                type=str(wish),
                path=device.path,
                advice=Advice("Unmount it, then try again."),
            )
        return work.by_trying((wish,), FoundBy.CHOSEN)

    def keep(self, device: BlockDevice, smart: UsbSmart) -> None:
        """Keep what was tried; a history that cannot be written costs no answer."""
        with suppress(DriveproofError):
            self._kept.keep(_place(device, smart.adapter), smart.attempts, datetime.now(UTC))

    def watched(self, device: BlockDevice) -> _KernelWatch:
        """The kernel's log from now on."""
        return _KernelWatch(self._log(), names_in_log(device.name, self._root))

    def settle(self) -> None:
        """Wait for what an adapter does to a command that it takes badly."""
        self._pause(SETTLE_SECONDS)


class _Reading:
    """One reading of one drive."""

    def __init__(
        self, reader: UsbReader, device: BlockDevice, smart: UsbSmart, ask: Ask, now: datetime
    ) -> None:
        self._reader = reader
        self._device = device
        self._smart = smart
        self._ask = ask
        self._now = now

    def with_known(self) -> Health:
        """With the types that are known, the likeliest first."""
        used: set[AdapterType] = set()
        # What is known changes where that which worked has failed, and is forgotten.
        while todo := [one for one in known_types(self._smart) if one[0] not in used]:
            kind, found = todo[0]
            used.add(kind)
            health = self._report(kind, found, SmartReport.WHOLE)
            if health is not None:
                return health
        return self._unread()

    def by_trying(self, types: Sequence[AdapterType], found: FoundBy) -> Health:
        """With the first of these types that a plausible drive answers to."""
        for kind in types:
            outcome = self._try(kind)
            if outcome is Outcome.WORKED:
                return self._read_found(kind, found)
            if outcome is Outcome.RESET:
                break
        return self._unread()

    def _read_found(self, kind: AdapterType, found: FoundBy) -> Health:
        """What the drive says: its values first, and the logs where the adapter bore that."""
        with closing(self._reader.watched(self._device)) as watch:
            values = self._report(kind, found, SmartReport.VALUES)
            if values is None:
                return self._unread()
            if watch.troubled():
                self._note(TypeAttempt(type=kind, outcome=Outcome.RESET))
                return self._unread()
        with suppress(SmartctlSilentError):
            return self._report(kind, found, SmartReport.WHOLE) or values
        return values

    def _try(self, kind: AdapterType) -> Outcome:
        """Ask through the adapter what drive it has, and see what that does."""
        with closing(self._reader.watched(self._device)) as watch:
            try:
                answer = read_answer(self._ask(WireAdapter[kind.name], SmartReport.IDENTITY))
            except SmartctlSilentError:
                self._note(TypeAttempt(type=kind, outcome=Outcome.RESET))
                raise
            except DriveproofError as error:
                if error.code == ErrorName.DEVICE_CHANGED:  # the command made it fall off the bus
                    self._note(TypeAttempt(type=kind, outcome=Outcome.RESET))
                raise
            attempt = self._judged(kind, answer)
            if attempt.worked:
                self._reader.settle()
            if watch.troubled():
                attempt = replace(attempt, outcome=Outcome.RESET)
        self._note(attempt)
        return attempt.outcome

    def _judged(self, kind: AdapterType, answer: AdapterAnswer) -> TypeAttempt:
        if answer.too_old:
            return TypeAttempt(type=kind, outcome=Outcome.TOO_OLD)
        if answer.error:
            return TypeAttempt(type=kind, outcome=Outcome.REFUSED, words=answer.error)
        fits = answer.smart and plausible(
            answer.model, answer.capacity, self._device.size, nvme=answer.nvme
        )
        return TypeAttempt(
            type=kind,
            outcome=Outcome.WORKED if fits else Outcome.IMPLAUSIBLE,
            kind=answer.kind,
            model=answer.model,
            serial=answer.serial,
        )

    def _report(self, kind: AdapterType, found: FoundBy, report: SmartReport) -> Health | None:
        """A report of the drive; None where the type does not work, which is noted."""
        data = self._ask(WireAdapter[kind.name], report)
        attempt = self._judged(kind, read_answer(data))
        same = (one for one in self._smart.attempts if one.type is kind and one.worked)
        before = next(same, None)
        if attempt.worked and before is not None and _other_drive(before, attempt):
            attempt = replace(attempt, outcome=Outcome.IMPLAUSIBLE)
        if not attempt.worked:
            self._note(attempt)
            if before is not None:
                self._forget(kind)
            return None
        health = parse_report(data, self._device.path, taken=self._now)
        if not health.known:
            self._note(replace(attempt, outcome=Outcome.REFUSED, words=str(health.missing)))
            return None
        if found not in {FoundBy.UDEV, FoundBy.DATABASE}:  # what the machine knows is not kept
            self._note(attempt)
        self._smart = replace(self._smart, type=kind, found=found)
        if kind.nvme and health.self_tests is not None:  # smartctl passes on none (scsinvme.cpp)
            health = replace(health, self_tests=replace(health.self_tests, kinds=()))
        return replace(health, adapter=self._smart)

    def _note(self, attempt: TypeAttempt) -> None:
        """Keep it, unless Linux has refused the command in place of the adapter."""
        if self._smart.blocked and attempt.outcome is Outcome.REFUSED:
            return
        attempts = learned(self._smart.attempts, attempt)
        self._smart = replace(self._smart, attempts=attempts)
        self._reader.keep(self._device, self._smart)

    def _forget(self, kind: AdapterType) -> None:
        """What worked with another drive, or no longer: nothing is known of it."""
        attempts = tuple(one for one in self._smart.attempts if one.type is not kind)
        self._smart = replace(self._smart, attempts=attempts)
        self._reader.keep(self._device, self._smart)

    def _unread(self) -> Health:
        """Nothing was read: why, and what to do."""
        missing, advice = why_unread(self._smart, self._device.path, "")
        return Health(taken=self._now, adapter=self._smart, missing=missing, advice=advice)


def _other_drive(before: TypeAttempt, now: TypeAttempt) -> bool:
    return (before.kind, before.model, before.serial) != (now.kind, now.model, now.serial)


class _KernelWatch:
    """What the kernel says of an adapter while it is asked."""

    def __init__(self, log: KernelLogReader, names: frozenset[str]) -> None:
        self._log = log
        self._names = names
        log.begin()

    def troubled(self) -> bool:
        """Whether it was reset, or is gone, or did not answer."""
        _source, lines = self._log.read()
        return any(
            trouble(line.text) in _BADLY_TAKEN and mentions(line.text, self._names)
            for line in lines
        )

    def close(self) -> None:
        """Read nothing more."""
        self._log.close()


_BADLY_TAKEN = frozenset({Trouble.RESET, Trouble.GONE, Trouble.TIMEOUT})


def _place(device: BlockDevice, adapter: UsbAdapter) -> BehindAdapter:
    driver = device.attachment.usb_driver or ""
    return BehindAdapter(f"{adapter.key} {driver}".rstrip(), f"{device.identity} {device.size}")
