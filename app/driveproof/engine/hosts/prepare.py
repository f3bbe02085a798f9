# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder on several hosts as the target of a run: reached, compared, prepared, measured, left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from driveproof.domain.access import Engine
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.hosts.messages import Place
from driveproof.domain.hosts.places import check_alike, check_room_of_all, notes_on
from driveproof.domain.hosts.profiles import check_profile
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.profile import Phase, Profile
from driveproof.domain.run.run import DIRECT as PAST_CACHE
from driveproof.domain.run.run import Host, Target, TargetKind
from driveproof.engine.hosts.fleet import Fleet
from driveproof.engine.hosts.runner import HostsRunner
from driveproof.engine.hosts.said import said_note
from driveproof.engine.run import events
from driveproof.engine.run.phase import Tools
from driveproof.engine.run.target import PreparedTarget, check_size, check_words
from driveproof.fio.process import Launch
from driveproof.system.hosts.link import Link


@contextmanager
def prepare_hosts(
    profile: Profile,
    path: str,
    cancelled: Callable[[], bool],
    *,
    hosts: Sequence[str],
    link: Link,
    engine: Engine | None = None,
) -> Iterator[PreparedTarget]:
    """The folder on every host, ready to be measured. When it ends, everything ends everywhere.

    Raises DriveproofError, with nothing written anywhere; CancelledError when it is not wanted.
    """
    check_words(path)
    if not path.startswith("/"):
        raise UsageError(
            "{path} is no whole path, and other hosts have other current folders.",
            path=path,
            advice=Advice("Type it from its beginning: a slash, then folder by folder."),
        )
    check_profile(profile)
    check_size(profile)
    fleet = Fleet(hosts, link, cancelled=cancelled)
    try:
        fleet.connect()
        fleet.look(path)
        places = {name: one.place for name, one in fleet.members.items() if one.place is not None}
        check_alike(places)
        check_room_of_all(places, profile.size)
        fleet.prepare(profile.size, profile.phases, engine)
        yield _prepared(profile, path, fleet, places, engine=engine)
    finally:
        fleet.close()


def _prepared(
    profile: Profile,
    path: str,
    fleet: Fleet,
    places: dict[str, Place],
    *,
    engine: Engine | None,
) -> PreparedTarget:
    clocks = {name: one.ahead for name, one in fleet.members.items()}
    answers = [one.prepared for one in fleet.members.values() if one.prepared is not None]
    first = next(iter(places.values()))
    ways = {answer.io_path for answer in answers}
    said = dict.fromkeys(note for answer in answers for note in answer.notes)
    mixed = () if len(ways) == 1 else (_mixed_ways(),)
    return PreparedTarget(
        profile=profile,
        target=Target(
            path=path,
            kind=TargetKind.FILE,
            filesystem=first.filesystem if _same(p.filesystem for p in places.values()) else None,
            mount_point=first.mount_point
            if _same(p.mount_point for p in places.values())
            else None,
        ),
        fio=first.fio,
        engine=engine,
        direct=all(answer.direct for answer in answers),
        io_path=ways.pop() if len(ways) == 1 else PAST_CACHE,
        launch=_nothing_here,
        layout=None,
        test_file_size=profile.size,
        counted=None,
        drives=(),
        scheduler=None,
        fill=None,
        notes=(
            *notes_on(places, clocks),
            *mixed,
            *map(said_note, said),
        ),
        fresh=any(answer.fresh for answer in answers),
        elsewhere=OnHosts(fleet, profile),
    )


def _mixed_ways() -> Note:
    return Note(
        "The I/O goes past the page cache on some hosts, and not on others.", kind=NoteKind.DOUBT
    )


def _same(values: Iterator[str]) -> bool:
    return len(set(values)) == 1


def _nothing_here(phase: Phase, order: int) -> Launch:
    raise MachineError("Nothing is measured on this host.")


class OnHosts:
    """What measures on the hosts of a fleet."""

    def __init__(self, fleet: Fleet, profile: Profile) -> None:
        self._fleet = fleet
        self._profile = profile
        self._numbers = {phase: number for number, phase in enumerate(profile.phases)}

    def lay_out(self, tools: Tools) -> None:
        """Have the test files written, and tell how far that is. Raises DriveproofError."""
        size = self._profile.size
        total = size * len(self._fleet.members)

        told = -1

        def tell(done: int) -> None:
            nonlocal told
            if done != told:
                told = done
                tools.progress.layout(done, total, time.monotonic() - begun)
                tools.observer(events.Preparing(done, total, tools.progress.remaining()))

        begun = time.monotonic()
        tell(0)
        self._fleet.write(size, tell)
        tools.progress.layout_ended(time.monotonic() - begun)

    def runner(self, phase: Phase, index: int, tools: Tools) -> HostsRunner:
        """What measures a test of the profile there."""
        return HostsRunner(
            self._fleet,
            phase,
            index,
            number=self._numbers[phase],
            repeats=self._profile.repeats,
            tools=tools,
        )

    def hosts(self) -> tuple[Host, ...]:
        """What is known of them now."""
        return self._fleet.hosts()
