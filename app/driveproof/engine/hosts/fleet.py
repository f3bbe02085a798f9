# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks several hosts at once: what they are, to prepare, and to measure the same thing together."""

from __future__ import annotations

import queue
import shlex
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

import driveproof
from driveproof.domain.access import Engine
from driveproof.domain.codec import DecodeError
from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.hosts import messages
from driveproof.domain.hosts.messages import PING_SECONDS, SILENT_SECONDS
from driveproof.domain.notes import Failure, failure_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.hosts import folded
from driveproof.domain.run.run import Host, HostFault
from driveproof.domain.text import visible
from driveproof.engine.hosts.gather import HostTrack, most_points
from driveproof.engine.hosts.said import said_failure
from driveproof.system.hosts.link import Heard, HeardKind, Link

CONNECTING = 30.0
"""Seconds until every host has to have said hello; ssh gives up after ten."""
_TURN = 0.25
"""Seconds between two checks for silent hosts, at most."""
_LATE = 30.0
"""Seconds that a host may need longer than a test takes; then it is told to end."""
_STUCK = 5.0
"""Further seconds until it is given up."""
_PINGS = 5
_MANY = 16
"""With this many hosts or more, each sends fewer snapshots."""
_MOST_WORDS = 20
SSH_FAILED, NOT_FOUND, NOT_RUN = 255, 127, 126
"""What ssh(1) ends with when it could not connect, and a shell for a missing command."""


@dataclass(slots=True)
class FleetHost:
    """One host, and what is known of it. `heard` is when something came, by our monotonic clock."""

    name: str
    heard: float = 0.0
    hello: messages.HelloReply | None = None
    pongs: list[tuple[float, float]] = field(default_factory=list)
    """How long each took, and how far its clock was ahead, in seconds."""
    place: messages.PlaceReply | None = None
    prepared: messages.PreparedReply | None = None
    written: int = 0
    ready: messages.ReadyReply | None = None
    track: HostTrack | None = None
    ended: messages.EndedReply | None = None
    failure: Failure | None = None
    words: list[str] = field(default_factory=list)
    status: int | None = None
    gone: bool = False
    fault: HostFault | None = None

    @property
    def ahead(self) -> float:
        """How far its clock is ahead of ours, in seconds, by the fastest answer."""
        return min(self.pongs)[1] if self.pongs else 0.0

    @property
    def said(self) -> str:
        """What it or ssh had to say last, "" for nothing."""
        if self.failure is not None:
            return str(self.failure)
        return self.words[-1] if self.words else ""


class FaultyHostError(MachineError):
    """Hosts that cannot take part; nothing was written."""


Done = Callable[[FleetHost], bool]


class Fleet:
    """All hosts of a run. All methods but `wake` are for one thread.

    `cancelled` says whether to give up; then CancelledError is raised.
    """

    def __init__(
        self,
        names: Sequence[str],
        link: Link,
        *,
        cancelled: Callable[[], bool] = lambda: False,
        silent: float = SILENT_SECONDS,
        connecting: float = CONNECTING,
        late: float = _LATE,
    ) -> None:
        self.members = {name: FleetHost(name) for name in names}
        self._link = link
        self._cancelled = cancelled
        self._silent, self._connecting, self._late = silent, connecting, late
        self._heard: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self._pinged = 0.0

    def wake(self) -> None:
        """Look whether it is cancelled; from any thread and from a signal handler."""
        self._heard.put(None)

    @property
    def alive(self) -> list[FleetHost]:
        """The hosts that still count."""
        return [member for member in self.members.values() if member.fault is None]

    def connect(self) -> None:
        """Reach every host, and check for the same Driveproof version. Raises DriveproofError."""
        begun = time.monotonic()
        for member in self.members.values():
            member.heard = begun
        self._link.begin(tuple(self.members), self._heard.put)
        self._wait(lambda member: member.hello is not None, self._connecting)
        self._refuse(lambda member: member.hello is None)
        other = [
            member
            for member in self.members.values()
            if member.hello is not None
            and (member.hello.protocol, member.hello.version)
            != (messages.PROTOCOL, driveproof.__version__)
        ]
        if other:
            hello = other[0].hello
            assert hello is not None
            raise FaultyHostError(
                "Driveproof is {theirs} on {hosts} and {ours} here: all have to be the same.",
                theirs=visible(hello.version),
                ours=driveproof.__version__,
                hosts=_named(other),
                advice=Advice(
                    "Install Driveproof {version} there.", version=driveproof.__version__
                ),
            )

    def look(self, path: str) -> None:
        """Ask for their clocks and for the folder. Raises DriveproofError."""
        for _number in range(_PINGS):
            self._measure_clocks()
        self._ask(self.alive, messages.LookRequest(path))
        self._wait(lambda member: member.place is not None, self._connecting)
        self._refuse(lambda member: member.place is None)

    def _measure_clocks(self) -> None:
        known = {member.name: len(member.pongs) for member in self.alive}
        self._ask(self.alive, messages.PingRequest(time.time()))
        self._wait(lambda member: len(member.pongs) > known[member.name], 10.0)

    def prepare(self, size: int, phases: tuple[Phase, ...], engine: Engine | None) -> None:
        """Have the test files made; they are empty until `write`. Raises DriveproofError."""
        self._ask(self.alive, messages.PrepareRequest.of(size, phases, engine))
        self._wait(lambda member: member.prepared is not None, self._connecting)
        self._refuse(lambda member: member.prepared is None)

    def write(self, size: int, tell: Callable[[int], None]) -> None:
        """Have every test file written; `tell` gets the bytes of all so far.

        Raises DriveproofError where it cannot be anywhere: every host measures, or none.
        """
        self._ask(self.alive, messages.WriteRequest())
        self._wait(
            lambda member: member.written >= size,
            None,
            tell=lambda: tell(sum(member.written for member in self.members.values())),
        )
        self._refuse(lambda member: member.written < size)

    def _refuse(self, lacks: Done) -> None:
        """Raises FaultyHostError if a host lacks what it was asked for."""
        faulty = [one for one in self.members.values() if one.fault is not None or lacks(one)]
        if faulty:
            raise self._why(faulty)

    def _why(self, faulty: Sequence[FleetHost]) -> DriveproofError:
        """Of several reasons the first one, with all hosts that have the same."""
        first = faulty[0]
        reason = _reason(first)
        hosts = _named([member for member in faulty if _reason(member) == reason])
        said = first.said or "-"
        if first.failure is not None:
            failure = first.failure
            return FaultyHostError(
                "{hosts}: {failure}", hosts=hosts, failure=failure.what, advice=failure.advice
            )
        if first.status == SSH_FAILED:
            return FaultyHostError(
                "ssh does not get to {hosts}: {said}.",
                hosts=hosts,
                said=said.removesuffix("."),
                advice=Advice(
                    "Set up an SSH key or agent, then run: {command}",
                    command=f"ssh {shlex.quote(first.name)}",
                ),
            )
        if first.status in (NOT_FOUND, NOT_RUN):
            return FaultyHostError(
                "Driveproof is missing on {hosts}: {said}.",
                hosts=hosts,
                said=said.removesuffix("."),
                advice=Advice(
                    "Install Driveproof {version} there.", version=driveproof.__version__
                ),
            )
        if first.gone:
            return FaultyHostError(
                "Driveproof ended on {hosts} with status {status}: {said}.",
                hosts=hosts,
                status=first.status,
                said=said.removesuffix("."),
                advice=Advice(
                    "Install Driveproof {version} there.", version=driveproof.__version__
                ),
            )
        return FaultyHostError(
            "{hosts} did not answer in time.",
            hosts=hosts,
            advice=Advice("Exclude these hosts."),
        )

    def repeat(
        self,
        number: int,
        phase: Phase,
        order: int,
        among: Sequence[str],
        *,
        begun: Callable[[], None],
        tell: Callable[[], None],
        enough: Callable[[], bool],
    ) -> list[FleetHost]:
        """Measure a test once on these hosts; the members that did so to the end.

        `begun` is called when all have been told to start, `tell` after each few messages. Ends
        early when `enough` says so. Raises CancelledError; what was counted until then is in the
        tracks of the members.
        """
        taking = [member for member in self.alive if member.name in among]
        for member in taking:
            member.ready = member.ended = None
            member.failure = None
            member.track = HostTrack(member.name, member.ahead, most_points(len(among)))
        every = 0.0 if len(taking) < _MANY else 0.25
        self._ask(taking, messages.RepeatRequest(number, order, every))
        self._wait(lambda member: member.ready is not None, self._connecting, among=taking)
        self._give_up(taking, lambda member: member.ready is None)
        self._ask([one for one in taking if one.fault is None], messages.GoRequest())
        begun()
        latest = time.monotonic() + phase.warmup + phase.seconds + self._late
        told_to_stop: float | None = None

        def turn() -> None:
            nonlocal told_to_stop
            tell()
            now = time.monotonic()
            if told_to_stop is None and (now > latest or enough()):
                told_to_stop = now
                self._ask([one for one in taking if not _over(one)], messages.StopRequest())
            if told_to_stop is not None and now > told_to_stop + _STUCK:
                for member in taking:
                    if not _over(member):
                        self._lose(member, HostFault.STUCK)

        try:
            self._wait(_over, None, among=taking, tell=turn)
        except CancelledError:
            self._ask([one for one in taking if not _over(one)], messages.StopRequest())
            self._wait(_over, 2.0, among=taking, cancellable=False)
            raise
        for member in taking:
            failure = None if member.ended is None else member.ended.failure
            if failure is not None and member.fault is None:
                member.failure = said_failure(failure)
                self._lose(member, HostFault.FAILED)
        return [member for member in taking if member.fault is None]

    def close(self) -> None:
        """Let everything end, everywhere. Never raises."""
        self._ask(self.members.values(), messages.EndRequest())
        self._link.close()

    def hosts(self) -> tuple[Host, ...]:
        """What is kept of each."""
        return tuple(_host(member) for member in self.members.values())

    def _ask(self, members: Iterable[FleetHost], message: messages.Request) -> None:
        names = [member.name for member in members if not member.gone]
        if names:
            self._link.send(names, messages.encode_message(message))

    def _wait(
        self,
        done: Done,
        timeout: float | None,
        *,
        among: Sequence[FleetHost] | None = None,
        tell: Callable[[], None] = lambda: None,
        cancellable: bool = True,
    ) -> None:
        """Hear what comes until every host is done or given up, or `timeout` seconds are over."""
        waited_for = self.members.values() if among is None else among
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            # First: a cancel may be what ended the links.
            if cancellable and self._cancelled():
                raise CancelledError("Cancelled.")
            if all(member.fault is not None or done(member) for member in waited_for):
                return
            now = time.monotonic()
            if end is not None and now > end:
                return
            if now - self._pinged > PING_SECONDS:
                self._pinged = now
                self._ask(self.members.values(), messages.PingRequest(time.time()))
            self._hear_for(_TURN)
            self._look_for_silent()
            tell()

    def _hear_for(self, seconds: float) -> None:
        """Take what comes until then, and leave early where nothing more is there."""
        try:
            heard = self._heard.get(timeout=seconds)
            end = time.monotonic() + seconds
            while heard is not None:
                self._take(heard)
                if time.monotonic() > end:
                    return
                heard = self._heard.get_nowait()
        except queue.Empty:
            return

    def _look_for_silent(self) -> None:
        now = time.monotonic()
        for member in self.alive:
            if member.hello is not None and now - member.heard > self._silent:
                self._lose(member, HostFault.SILENT)

    def _take(self, heard: Heard) -> None:
        member = self.members[heard.host]
        if heard.kind is HeardKind.WORDS:
            words = visible(heard.line.decode("utf-8", "replace")).strip()
            if words and len(member.words) < _MOST_WORDS:
                member.words.append(words[:300])
            return
        if heard.kind in (HeardKind.TOO_LONG, HeardKind.TOO_MUCH):
            if member.fault is None:
                member.failure = failure_of(_refused())
                self._lose(member, HostFault.FAILED)
            return
        if heard.kind is HeardKind.END:
            member.gone, member.status = True, heard.status
            if member.fault is None:
                self._lose(member, HostFault.DIED)
            return
        member.heard = time.monotonic()
        if member.fault is not None:
            return  # it was given up: whatever it says comes too late
        try:
            self._answered(member, messages.decode_reply(heard.line))
        except DecodeError:
            # A greeting of the shell there, or something that is not Driveproof.
            line = visible(heard.line[:300].decode("utf-8", "replace")).strip()
            if len(member.words) < _MOST_WORDS:
                member.words.append(line)
            if member.hello is not None:
                self._lose(member, HostFault.DIED)

    def _answered(self, member: FleetHost, said: messages.Reply) -> None:
        match said:
            case messages.HelloReply():
                member.hello = said
            case messages.PongReply():
                now = time.time()
                took = now - said.sent
                if len(member.pongs) < 2 * _PINGS:
                    member.pongs.append((took, said.time - (now + said.sent) / 2))
            case messages.PlaceReply():
                member.place = said
            case messages.PreparedReply():
                member.prepared = said
            case messages.WrittenReply():
                member.written = said.bytes
            case messages.ReadyReply():
                member.ready = said
            case messages.SnapshotReply():
                if member.track is not None:
                    member.track.add(said)
            case messages.EndedReply():
                member.ended = said
            case messages.FailedReply():
                member.failure = said_failure(said.failure)
                self._lose(member, HostFault.FAILED)

    def _lose(self, member: FleetHost, fault: HostFault) -> None:
        member.fault = fault
        self._ask([member], messages.EndRequest())

    def _give_up(self, members: Iterable[FleetHost], lacks: Done) -> None:
        for member in members:
            if member.fault is None and lacks(member):
                self._lose(member, HostFault.STUCK)


def _refused() -> MachineError:
    return MachineError(
        "The host sends too much data.", advice=Advice("Check what the login shell prints there.")
    )


def _over(member: FleetHost) -> bool:
    return member.ended is not None


def _reason(member: FleetHost) -> tuple[object, ...]:
    """What hosts with the same trouble have in common: ssh names each by another address."""
    return member.status, member.fault, str(member.failure or "")


def _named(members: Iterable[FleetHost]) -> str:
    return folded(member.name for member in members)


def _host(member: FleetHost) -> Host:
    place = member.place
    return Host(
        name=member.name,
        fio=place.fio if place else None,
        kernel=place.kernel if place else None,
        cpus=place.cpus or None if place else None,
        memory=place.memory_size or None if place else None,
        filesystem=place.filesystem or None if place else None,
        source=place.source if place else None,
        free=place.free if place and not place.device else None,
        clock=median(offset for _took, offset in sorted(member.pongs)[:3])
        if member.pongs
        else None,
        fault=member.fault or "",
        said=member.said if member.fault else "",
    )
