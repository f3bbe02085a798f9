# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two drives against each other: two runs, one repeat of one and then one of the other."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, DriveproofError, MachineError, UsageError
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.against import (
    SIDES,
    check_against,
    of_drive,
    on_both,
    place_of,
    title_of,
    turns_of,
)
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Companion, InTurn, PhaseResult, Run
from driveproof.engine.ongoing import OngoingNotice, Works
from driveproof.engine.run import events
from driveproof.engine.run.target import check_words, drives_of, examine_folder
from driveproof.history.ids import new_id
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.sysfs import Sysfs

if TYPE_CHECKING:
    from driveproof.engine.run.session import Session


class Turns:
    """Whose turn it is. Each side prepares itself; once both will do, each is kept and told, then
    each writes its test file, then both follow the order. What one that has ended would have had
    belongs to the other.
    """

    def __init__(self, order: tuple[int, ...]) -> None:
        self._order = (*SIDES, *SIDES, *SIDES, *order)
        self._at = 0
        self._ended: set[int] = set()
        self._changed = threading.Condition()

    def begin(self, side: int) -> None:
        """Wait for the first turn."""
        with self._changed:
            self._changed.wait_for(lambda: self._has(side))

    def next(self, side: int) -> None:
        """The turn is over: wait for the next one."""
        with self._changed:
            self._at += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._has(side))

    def end(self, side: int) -> None:
        """This side takes no further turn."""
        with self._changed:
            self._ended.add(side)
            self._changed.notify_all()

    def _has(self, side: int) -> bool:
        if self._ended:  # the other one is alone, or was woken to end as well
            return True
        return self._at >= len(self._order) or self._order[self._at] == side


@dataclass(frozen=True)
class Turn:
    """What one of two runs is given: its id, how it is bound to the other, and a wait for its turn
    before it is kept, before it writes anything, and before each repeat.
    """

    run_id: str
    in_turn: InTurn
    turns: Turns

    def wait(self) -> None:
        """Let the other one work until it is this one's turn again."""
        self.turns.next(self.in_turn.side)


MakeSession = Callable[[Profile, str, events.Observer, Turn], "Session"]
"""Makes a run of a profile on a path that waits for its turns."""


@dataclass(frozen=True)
class _Told:
    """An event of one side; None for its end."""

    side: int
    event: events.Event | None


class AgainstSession:
    """Measures two drives in turn; the results are two runs, which name each other.

    `run` works in the caller's thread, which calls the observer; `cancel` may be called from any
    thread and from a signal handler.
    """

    def __init__(
        self,
        profile: Profile,
        paths: tuple[str, str],
        make: MakeSession,
        *,
        inventory: Callable[[], Inventory | None],
        observer: events.Observer,
        works: Works | None = None,
        sysfs: Sysfs | None = None,
        seed: int | None = None,
    ) -> None:
        """`seed` draws the order; None for any. Raises UsageError for a profile that two drives
        cannot take in turn.
        """
        check_against(profile)
        # The order is drawn before, and what one drive needs would leave the other without a turn.
        self._profile = profile.fixed()
        self._paths = paths
        self._make = make
        self._inventory = inventory
        self._observer = observer
        self._works = works or Works()
        self._sysfs = sysfs or Sysfs()
        self._seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        self._told: queue.SimpleQueue[_Told] = queue.SimpleQueue()
        self._sessions: list[Session] = []
        self._cancelled = False
        self._refused: list[DriveproofError] = []
        """Why there is nothing to measure, the reason first, then what that did to the other."""
        self._bugs: list[BaseException] = []
        self._runs: dict[int, Run] = {}
        self._started: dict[int, events.Started] = {}
        self._left = [profile.seconds] * len(SIDES)
        self._share = [0.0] * len(SIDES)
        self._notice: OngoingNotice | None = None
        self.failures: tuple[DriveproofError | None, ...] = ()
        """What made each of the runs fail."""

    def cancel(self) -> None:
        """Stop both within a second; what was measured is kept."""
        self._cancelled = True
        for session in tuple(self._sessions):
            session.cancel()

    def run(self) -> tuple[Run, ...]:
        """Measure. Returns both runs in the order of the paths, finished, cancelled or failed.

        One that fails does not end the other. Raises DriveproofError when one of the targets, or
        the machine, will not do; nothing was measured and nothing is kept then.
        """
        self._refuse_same()
        turns = Turns(turns_of(self._profile, self._seed))
        with self._works.during(
            OngoingWork.MEASUREMENT, self._paths[0], beside=self._paths[1:]
        ) as self._notice:
            for side, turn in enumerate(self._turns(turns)):
                self._sessions.append(
                    self._make(self._profile, self._paths[side], self._observe(side), turn)
                )
            if self._cancelled:  # before there was a session
                self.cancel()
            threads = [
                threading.Thread(target=self._measure, args=(side, turns), name=f"drive-{side + 1}")
                for side in SIDES
            ]
            for thread in threads:
                thread.start()
            self._tell(len(threads))
            for thread in threads:
                thread.join()
        if self._bugs:
            raise self._bugs[0]
        if self._refused:
            raise self._refused[0]
        runs = tuple(self._runs[side] for side in SIDES)
        self.failures = tuple(session.failure for session in self._sessions)
        self._observer(events.BothEnded(runs))
        return runs

    def _turns(self, turns: Turns) -> list[Turn]:
        now = datetime.now(UTC)
        ids = [new_id(now) for _side in SIDES]
        while ids[0] == ids[1]:
            ids[1] = new_id(now)
        order = "".join(map(str, turns_of(self._profile, self._seed)))
        return [
            Turn(ids[side], InTurn(ids[1 - side], side, self._seed, order), turns) for side in SIDES
        ]

    def _measure(self, side: int, turns: Turns) -> None:
        session = self._sessions[side]
        try:
            turns.begin(side)
            if not self._refused:
                self._runs[side] = session.run()
        except DriveproofError as error:
            # Nothing was measured on this one: the other has nothing to be held against.
            self._refused.append(error)
            self._sessions[1 - side].cancel()
        except BaseException as error:  # noqa: BLE001 - raised again by who waits
            self._bugs.append(error)
            self._sessions[1 - side].cancel()
        finally:
            turns.end(side)
            self._told.put(_Told(side, None))

    # Events

    def _observe(self, side: int) -> events.Observer:
        return lambda event: self._told.put(_Told(side, event))

    def _tell(self, running: int) -> None:
        """Pass on what both tell, from this thread, until both have ended."""
        while running:
            told = self._told.get()
            if told.event is None:
                running -= 1
                continue
            event = self._worded(told.side, told.event)
            if event is None or self._bugs:
                continue
            try:
                self._observer(event)
            except BaseException as error:  # noqa: BLE001 - raised when both have ended
                self._bugs.append(error)
                self.cancel()

    def _worded(  # noqa: PLR0911 - one for each kind of event
        self, side: int, event: events.Event
    ) -> events.Event | None:
        """An event of one as one of both; None for what the other has to come to as well."""
        match event:
            case events.Started():
                self._started[side] = event
                self._left[side] = event.seconds
                return self._both_started() if len(self._started) == len(SIDES) else None
            case events.RunEnded():
                self._left[side], self._share[side] = 0.0, 1.0
                return None
            case events.Preparing() | events.MakingFilesystem():
                return replace(event, remaining=self._remaining(side, event.remaining))
            case events.RepeatStarted():
                phase = of_drive(event.phase, side)
                return replace(event, index=place_of(event.index, side), phase=phase)
            case events.Measured():
                self._share[side] = event.progress
                found = replace(
                    event,
                    index=place_of(event.index, side),
                    progress=sum(self._share) / len(SIDES),
                    remaining=self._remaining(side, event.remaining),
                )
                if self._notice is not None:
                    self._notice.tell(found.progress, found.remaining)
                return found
            case events.RepeatEnded():
                result = None if event.result is None else _of_drive(event.result, side)
                return replace(event, index=place_of(event.index, side), result=result)
            case events.PhaseEnded():
                return replace(
                    event,
                    index=place_of(event.index, side),
                    result=_of_drive(event.result, side),
                    remaining=self._remaining(side, event.remaining),
                )
            case events.Stalled():
                return replace(event, index=place_of(event.index, side))
            case _:
                return event

    def _remaining(self, side: int, seconds: float) -> float:
        self._left[side] = seconds
        return sum(self._left)

    def _both_started(self) -> events.Started:
        first, other = (self._started[side] for side in SIDES)
        drives = tuple(
            Companion(one.target.path, one.target.device, one.target.model, one.target.serial)
            for one in (first, other)
        )
        return events.Started(
            profile=on_both(first.profile, other.profile),
            target=first.target,
            environment=replace(first.environment, drives=drives),
            seconds=sum(self._left),
            notes=tuple(dict.fromkeys((*first.notes, *other.notes))),
        )

    # Two drives

    def _refuse_same(self) -> None:
        """Raises UsageError where both are on one drive, DriveproofError for what is no target."""
        for path in self._paths:
            check_words(path)
        inventory = None
        with contextlib.suppress(DriveproofError):
            inventory = self._inventory()
        one, other = (self._drives(path, inventory) for path in self._paths)
        if one & other:
            raise UsageError(
                "Both targets are on the same drive.",
                advice=Advice("Choose another drive."),
            )

    def _drives(self, path: str, inventory: Inventory | None) -> frozenset[str]:
        """What tells the drives below a target from others."""
        if is_device(path):
            device = inventory.get(path) if inventory else None
            if inventory is None or device is None:
                raise MachineError(
                    "UDisks2 does not list {path}.",
                    path=path,
                    advice=Advice("Choose a folder."),
                )
            below = inventory.drives_below(device)
            found = [one.name for one in below] or [self._sysfs.disk_of(device.name)]
            return frozenset((*found, *filter(None, (one.identity for one in below))))
        return drives_of(examine_folder(path, inventory, self._sysfs))


def _of_drive(result: PhaseResult, side: int) -> PhaseResult:
    return replace(result, title=title_of(result.title, side))
