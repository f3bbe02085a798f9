# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder on several hosts as the target of a run: reached, compared, prepared, measured, left."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from driveproof.domain.access import Engine
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.hosts.messages import PlaceReply
from driveproof.domain.hosts.places import check_alike, check_room_of_all, notes_on
from driveproof.domain.hosts.profiles import on_hosts
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.for_device import reading_only
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Host, IoPath, Target, TargetKind
from driveproof.engine.hosts.fleet import Fleet
from driveproof.engine.hosts.runner import HostsRunner
from driveproof.engine.hosts.said import said_note
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench, Files, Fio, Io
from driveproof.engine.run.device import holes_note, left_out_notes
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.target import check_file_size, check_words
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
    sized: bool = False,
) -> Iterator[Bench]:
    """The folder on every host, ready to be measured; a device, ready to be read. When it ends,
    everything ends everywhere. `sized`: the person has chosen the size of the test files.

    Raises DriveproofError, with nothing written anywhere; CancelledError when it is not wanted.
    """
    check_words(path)
    if not path.startswith("/"):
        raise UsageError(
            "{path} is not an absolute path.",
            path=path,
        )
    profile = on_hosts(profile, len(hosts))
    check_file_size(profile)
    fleet = Fleet(hosts, link, cancelled=cancelled)
    try:
        fleet.connect()
        fleet.look(path)
        places = {name: one.place for name, one in fleet.members.items() if one.place is not None}
        check_alike(places)
        reads = any(place.device for place in places.values())
        left_out: tuple[Note, ...] = ()
        if reads and sized:
            raise UsageError(
                "{title} has no test file.",
                advice=Advice(Remedy.LEAVE_SIZE_OUT),
                title=path,
            )
        if reads:
            asked, profile = profile, reading_only(profile)
            left_out = left_out_notes(asked, profile)
        else:
            check_room_of_all(places, profile.size)
        fleet.prepare(profile.size, profile.phases, engine)
        yield _prepared(profile, path, fleet, places, engine=engine, left_out=left_out)
    finally:
        fleet.close()


def _prepared(
    profile: Profile,
    path: str,
    fleet: Fleet,
    places: dict[str, PlaceReply],
    *,
    engine: Engine | None,
    left_out: tuple[Note, ...],
) -> Bench:
    reads = any(place.device for place in places.values())
    clocks = {name: one.ahead for name, one in fleet.members.items()}
    answers = [one.prepared for one in fleet.members.values() if one.prepared is not None]
    first = next(iter(places.values()))
    ways = {answer.io_path for answer in answers}
    said = dict.fromkeys(note for answer in answers for note in answer.notes)
    mixed = () if len(ways) == 1 else (_mixed_ways(),)
    return Bench(
        profile=profile,
        target=Target(
            path=path,
            kind=TargetKind.DEVICE if reads else TargetKind.FILE,
            size=first.total if reads and _same(p.total for p in places.values()) else None,
            filesystem=_common(p.filesystem for p in places.values()),
            mount_point=_common(p.mount_point for p in places.values()),
        ),
        fio=Fio(first.fio, engine),
        io=Io(
            path=ways.pop() if len(ways) == 1 else IoPath.DIRECT,
            direct=all(answer.direct for answer in answers),
            fresh=any(answer.fresh for answer in answers),
            laid_out=not reads,
        ),
        files=Files(size=None if reads else profile.size),
        notes=(
            *notes_on(places, clocks),
            *mixed,
            *map(said_note, said),
            *left_out,
            *((holes_note(),) if reads else ()),
        ),
        elsewhere=(there := OnHosts(fleet, profile)),
        begin=there.lay_out,
    )


def _mixed_ways() -> Note:
    return Note("Some hosts use direct I/O, others buffered I/O.", kind=NoteKind.DOUBT)


def _same(values: Iterable[object]) -> bool:
    return len(set(values)) == 1


def _common(values: Iterable[str]) -> str | None:
    """What all have, None where they differ or have nothing."""
    found = set(values)
    return (found.pop() or None) if len(found) == 1 else None


class OnHosts:
    """What measures on the hosts of a fleet."""

    def __init__(self, fleet: Fleet, profile: Profile) -> None:
        self._fleet = fleet
        self._profile = profile
        self._numbers = {phase: number for number, phase in enumerate(profile.phases)}

    def lay_out(self, tools: Tools) -> int:
        """Have the test files written, and tell how far that is; the bytes. Raises
        DriveproofError.
        """
        size, total = self._profile.size, self._profile.laid_out
        if not size:
            return 0  # devices, which are only read
        told = -1

        def tell(done: int) -> None:
            nonlocal told
            if done != told:
                told = done
                tools.progress.layout(done, time.monotonic() - begun)
                tools.observer(events.Preparing(done, total, tools.progress.remaining()))

        begun = time.monotonic()
        tell(0)
        self._fleet.write(size, tell)
        tools.progress.layout_ended(time.monotonic() - begun)
        return total

    def runner(self, frame: Frame) -> HostsRunner:
        """What measures a test of the profile there."""
        return HostsRunner(frame, self._fleet, self._numbers[frame.phase])

    def hosts(self) -> tuple[Host, ...]:
        """What is known of them now."""
        return self._fleet.hosts()
