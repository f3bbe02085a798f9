# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks one drive: its identity, health, link, discard path and speed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from msgspec import structs

from driveproof.domain.check import rules as check_rules
from driveproof.domain.check import speed as check_speed
from driveproof.domain.check.check import (
    OF_A_DRIVE,
    OF_A_SHARE,
    TOPIC_TITLES,
    Check,
    CheckCode,
    CheckFinding,
    LeftOut,
    Topic,
    ordered,
)
from driveproof.domain.check.network import network_findings, request_findings
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import (
    CancelledError,
    DriveproofError,
    MachineError,
)
from driveproof.domain.expected_speed import Expectation, Unknown, expectations
from driveproof.domain.finding import Finding
from driveproof.domain.health.report import Health
from driveproof.domain.notes import error_note, failure_of
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.domain.say import Coded, Say
from driveproof.domain.trim.path import BLOCK, PART, UNKNOWN, DiscardPath
from driveproof.engine.asking import Asker
from driveproof.engine.check.target import MEASURING, Subject, subject_of
from driveproof.engine.health.view import HealthView
from driveproof.engine.ongoing import Works
from driveproof.engine.run import events
from driveproof.engine.run.events import Event
from driveproof.system.kernel.network_mounts import network_link, nfs_counters
from driveproof.wording.dates import stamp


@dataclass(frozen=True, slots=True)
class TopicBegun:
    """A step began: its topic; `remaining` in seconds, None when unknown."""

    topic: Topic
    remaining: float | None = None


@dataclass(frozen=True, slots=True)
class TopicsPlanned:
    """What this check looks at is known now."""

    topics: tuple[Topic, ...]


CheckEvent = TopicsPlanned | TopicBegun | CheckFinding | Event
CheckObserver = Callable[[CheckEvent], None]
"""Called in the thread of the check: its steps, findings as they come, the measurement's events."""


class Measurement(Protocol):
    """The quick measurement, as engine.run.session.Session is one."""

    def run(self) -> Run:
        """Measure. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop."""


@dataclass(frozen=True)
class CheckParts:
    """The parts of a check, each a callable that may raise DriveproofError; None: not available.

    `look` reads a drive's health without a prompt, `firmware` queries fwupd, `link(device,
    inventory, under_load)` reads its current connection, `chain(target, inventory)` follows the
    discard path. `quick()` is the quick profile, `measure(profile, path, observer, label)` creates
    a run of it, `expected(run)` is what that can be held against; `keep` stores a check that was
    not cancelled, and gives its id.
    """

    inventory: Callable[[], Inventory | None]
    quick: Callable[[], Profile]
    measure: Callable[[Profile, str, events.Observer, str], Measurement]
    look: Callable[[BlockDevice, Inventory], HealthView] | None = None
    firmware: Callable[[BlockDevice], FirmwareNews] | None = None
    link: Callable[[BlockDevice, Inventory, bool], LinkState | None] | None = None
    chain: Callable[[str, Inventory | None], DiscardPath] | None = None
    keep: Callable[[Check, Inventory | None], str] | None = None
    expected: Callable[[Run], tuple[Expectation, ...]] | None = None
    works: Works = field(default_factory=Works)


LABEL = "check"
"""How the label of the measurement begins. The moment of the check follows: runs with one label are
one side of a comparison, and two checks are two states."""
TIMEOUT = 15.0
"""Seconds that one part may take to answer; a drive that hangs is not waited for."""


class CheckSession:
    """One check of what `target` names: a device, a folder or a mount point.

    `run` works in the caller's thread; `cancel` may be called from any thread and from a signal
    handler. `measure` False leaves the measurement out; `sold_as_new`: use is odd then.
    """

    def __init__(
        self,
        target: str,
        parts: CheckParts,
        observer: CheckObserver,
        *,
        measure: bool = True,
        label: str = "",
        sold_as_new: bool = False,
        timeout: float = TIMEOUT,
        find: Callable[[str, Inventory | None, Profile], Subject] = subject_of,
    ) -> None:
        self._target = target
        self._parts = parts
        self._observer = observer
        self._wanted = measure
        self._label = label
        self._sold_as_new = sold_as_new
        self._subject_of = find
        self._asker = Asker(timeout, lambda: self._cancelled)
        self._cancelled = False
        self._current: Measurement | None = None
        self._findings: list[CheckFinding] = []
        self._left_out: list[Finding] = []
        self._link: LinkState | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the person asked to stop."""
        return self._cancelled

    def cancel(self) -> None:
        """Stop soon; `run` returns what there is."""
        self._cancelled = True
        current = self._current
        if current is not None:
            current.cancel()

    def run(self) -> Check:
        """Check everything that can be checked. A part that fails becomes a finding that says so.

        Raises DriveproofError when the target does not exist or cannot be identified.
        """
        with self._parts.works.during(OngoingWork.CHECK, self._target):
            return self._run()

    def _run(self) -> Check:
        begun, taken = time.monotonic(), datetime.now(UTC)
        self._step(Topic.IDENTITY)
        inventory = self._inventory()
        subject = self._subject_of(self._target, inventory, self._parts.quick())
        drive, network = subject.drive, subject.network
        self._left_out += subject.notes
        self._observer(TopicsPlanned(OF_A_DRIVE if network is None else OF_A_SHARE))
        view: HealthView | None = None
        news: FirmwareNews | None = None
        chain: DiscardPath | None = None
        if network is not None:
            if not self._cancelled:
                self._find(*network_findings(network))
            self._link = network_link(network.point)
        else:
            if not self._cancelled:
                self._find(*check_rules.identity(drive, inventory))
            view = self._look(drive, inventory)
            news = self._firmware(drive)
            self._link = view.link if view else None
            self._read_link(drive, inventory)
            chain = self._chain(subject, inventory)
        health, verdict = (view.health, view.verdict) if view else (None, None)
        label = f"{LABEL} {stamp(taken)}"
        before = nfs_counters(network.point) if network is not None else None
        run = self._speed(subject, inventory, label)
        if network is not None and before is not None:
            after = nfs_counters(network.point)
            self._find(*(request_findings(after.since(before)) if after is not None else ()))
        check = Check(
            taken=taken,
            seconds=time.monotonic() - begun,
            target=self._target,
            device=drive,
            findings=ordered(tuple(self._findings)),
            health=health,
            verdict=verdict,
            firmware=news,
            link=self._link,
            chain=chain,
            run=run,
            left_out=tuple(self._left_out),
            sold_as_new=self._sold_as_new,
            label=self._label,
        )
        return self._kept(check, inventory)

    def _kept(self, check: Check, inventory: Inventory | None) -> Check:
        """With its id, or with why the history could not keep it."""
        keep = self._parts.keep
        if keep is None or self._cancelled:
            return check
        try:
            return replace(check, id=keep(check, inventory))
        except DriveproofError as error:
            return replace(check, unkept=failure_of(error))

    # The parts in their order

    def _inventory(self) -> Inventory | None:
        try:
            return self._asker.answer(self._parts.inventory)
        except CancelledError:
            raise
        except DriveproofError:
            return None

    def _look(self, drive: BlockDevice | None, inventory: Inventory | None) -> HealthView | None:
        look = self._parts.look
        view: HealthView | None = None
        missing: Health | None = None
        if self._begins(Topic.USE):
            try:
                if drive is None or inventory is None or look is None:
                    raise MachineError("Health was not read.")
                view = self._asker.answer(lambda: look(drive, inventory))
            except CancelledError:
                pass
            except DriveproofError as error:
                missing = Health(
                    taken=datetime.now(UTC),
                    missing=error_note(error),
                    advice=error.advice,
                )
            if not self._skipped(Topic.USE):
                health = view.health if view else missing
                self._find(check_rules.use(health, sold_as_new=self._sold_as_new))
        if self._begins(Topic.HEALTH):
            health = view.health if view else missing
            self._find(*check_rules.healthiness(health, view.verdict if view else None))
        return view

    def _firmware(self, drive: BlockDevice | None) -> FirmwareNews | None:
        ask = self._parts.firmware
        news: FirmwareNews | None = None
        if self._begins(Topic.FIRMWARE):
            try:
                if drive is not None and ask is not None:
                    news = self._asker.answer(lambda: ask(drive))
            except CancelledError:
                pass
            except DriveproofError as error:
                news = FirmwareNews(missing=error_note(error))
            if not self._skipped(Topic.FIRMWARE):
                self._find(check_rules.firmware(drive, news))
        return news

    def _read_link(self, drive: BlockDevice | None, inventory: Inventory | None) -> None:
        if self._begins(Topic.LINK):
            self._link = self._link_now(drive, inventory) or self._link
            if not self._skipped(Topic.LINK):
                self._find(*check_rules.connection(self._link))

    def _link_now(
        self, drive: BlockDevice | None, inventory: Inventory | None, *, under_load: bool = False
    ) -> LinkState | None:
        read = self._parts.link
        if drive is None or inventory is None or read is None:
            return None
        try:
            return self._asker.answer(lambda: read(drive, inventory, under_load), 1.0)
        except DriveproofError:
            return None

    def _chain(self, subject: Subject, inventory: Inventory | None) -> DiscardPath | None:
        """Follow a TRIM from each file system; the chain that lets the least through is kept."""
        found: list[tuple[CheckFinding, DiscardPath | None]] = []
        if self._begins(Topic.TRIM):
            found = [self._one_chain(subject, target, inventory) for target in subject.chains]
            if not self._skipped(Topic.TRIM):
                self._find(*dict.fromkeys(finding for finding, _ in found))
        known = [chain for _, chain in found if chain is not None]
        return next(
            (one for word in (BLOCK, PART, UNKNOWN) for one in known if one.verdict == word),
            known[0] if known else None,
        )

    def _one_chain(
        self, subject: Subject, target: str, inventory: Inventory | None
    ) -> tuple[CheckFinding, DiscardPath | None]:
        follow = self._parts.chain
        chain: DiscardPath | None = None
        why: tuple[Finding, ...] = ()
        try:
            if follow is not None:
                chain = self._asker.answer(lambda: follow(target, inventory))
        except CancelledError:
            pass
        except DriveproofError as error:
            why = (Finding(CheckCode.QUOTED, (Say("{text}", text=error),)),)
        found = check_rules.trim(subject.drive, chain)
        where = Coded(target, target) if len(subject.chains) > 1 else None
        say = (*found.say, *(one for each in why for one in each.say))
        return structs.replace(found, say=say, where=where), chain

    def _speed(self, subject: Subject, inventory: Inventory | None, label: str) -> Run | None:
        if not self._begins(Topic.SPEED):
            return None
        run: Run | None = None
        why_not = subject.why_not
        if not self._wanted:
            why_not = Finding(LeftOut.NOT_ASKED_FOR, (Say("Nothing was measured."),))
        elif subject.profile is not None:
            try:
                run = self._measure(subject, subject.profile, inventory, label)
            except CancelledError:
                why_not = Finding(
                    LeftOut.CANCELLED_BEFORE, (Say("Cancelled before anything was changed."),)
                )
            except DriveproofError as error:
                why_not = Finding(LeftOut.QUOTED, (Say("{text}", text=error),))
        if run is None or not run.phases:
            failure = run.error if run else None
            why = why_not or (
                Finding(LeftOut.QUOTED, (Say("{text}", text=failure),)) if failure else None
            )
            nothing = Say("Nothing was measured.")
            said = Say(
                "{name}: {text}", name=Say("Speed"), text=nothing if why is None else why.say[0]
            )
            self._left_out.append(Finding(LeftOut.SPEED, (said,)))
        self._find(*check_speed.speed(run, self._expected(run), why_not))
        return run

    def _expected(self, run: Run | None) -> tuple[Expectation, ...]:
        """What the measurement can be held against; without a history its link and its floor."""
        if run is None:
            return ()
        ask = self._parts.expected
        if ask is None:
            return expectations(run, (), Unknown.NO_HISTORY)
        return ask(run)

    def _measure(
        self, subject: Subject, profile: Profile, inventory: Inventory | None, label: str
    ) -> Run:
        """Measure, and read the link once more under load: an idle one is often slowed down."""
        loaded = False

        def observe(event: Event) -> None:
            nonlocal loaded
            self._observer(event)
            if isinstance(event, events.Measured) and not event.warming and not loaded:
                loaded = True
                self._under_load(subject.drive, inventory)

        measurement = self._parts.measure(profile, subject.place, observe, label)
        self._current = measurement
        late = threading.Event()

        def stop() -> None:
            late.set()
            measurement.cancel()

        timer = threading.Timer(MEASURING, stop)
        timer.daemon = True
        timer.start()
        try:
            if self._cancelled:
                measurement.cancel()
            run = measurement.run()
        finally:
            timer.cancel()
            self._current = None
        if run.status == CANCELLED and late.is_set():
            self._left_out.append(
                Finding(
                    LeftOut.ENDED_LATE,
                    (Say("The measurement was stopped after {limit}.", limit=Seconds(MEASURING)),),
                )
            )
        elif run.status == CANCELLED:
            self._left_out.append(
                Finding(LeftOut.CANCELLED, (Say("Cancelled; completed tests are shown."),))
            )
        elif run.status == FAILED:
            failed = Say("The measurement failed: {reason}", reason=run.error or Say("Unknown."))
            self._left_out.append(Finding(LeftOut.FAILED, (failed,)))
        return run

    def _under_load(self, drive: BlockDevice | None, inventory: Inventory | None) -> None:
        state = self._link_now(drive, inventory, under_load=True)
        if state is None or state == self._link:
            return
        self._link = state
        self._findings = [finding for finding in self._findings if finding.topic is not Topic.LINK]
        self._find(*check_rules.connection(state))

    # Asking, telling

    def _begins(self, topic: Topic) -> bool:
        """Report a step; False when the person asked to stop, which is reported then."""
        if self._skipped(topic):
            return False
        self._step(topic)
        return True

    def _skipped(self, topic: Topic) -> bool:
        if self._cancelled and all(finding.topic != topic for finding in self._findings):
            said = Say("{name}: {text}.", name=TOPIC_TITLES[topic], text=Say("cancelled"))
            cancelled = Finding(LeftOut.TOPIC_CANCELLED, (said,))
            if cancelled not in self._left_out:
                self._left_out.append(cancelled)
        return self._cancelled

    def _step(self, topic: Topic) -> None:
        self._observer(TopicBegun(topic))

    def _find(self, *found: CheckFinding) -> None:
        for finding in found:
            self._findings.append(finding)
            self._observer(finding)
