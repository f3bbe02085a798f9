# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Thirty thousand hostile calls, from a seed that is printed: the helper survives them unchanged.

DRIVEPROOF_FUZZ_SEED repeats a run, DRIVEPROOF_FUZZ_CALLS makes it longer.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import select
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import prep_socket
from jeepney.low_level import HeaderFields, MessageType
from tests.system.helper.agent import Agent, Prompt
from tests.system.helper.bench import BROKER_BUS, DAEMON_BUS, Rig
from tests.system.helper.caller import (
    DAEMON,
    HELPER,
    MIB,
    NOBODY,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    user,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.fuzz_calls import PEER, Hostile, Shot, broken
from tests.system.machine import run
from tests.system.measuring import wait_for

from driveproof.helper.protocol import API_VERSION, BUS_NAME, INTERFACE, WireDirection
from driveproof.helper.wire import Wire

pytestmark = [pytest.mark.root, pytest.mark.bus]

CALLS = int(os.environ.get("DRIVEPROOF_FUZZ_CALLS", "30000"))
SEED = int(os.environ.get("DRIVEPROOF_FUZZ_SEED", "0")) or random.SystemRandom().randrange(1, 2**32)
ROUNDS = 10
VOLLEY = 60
"""Calls on one connection that wait for their answers at once: a bus may allow 128 of them."""

LINES = 4
SCARCE = 12  # descriptors: a job takes 7 to begin and 2 while it runs
MORE_WRITES = ("HoldDevice", "StartDiscard")
CAPACITY_CHECKS = ("StartFill", "StartReadBack", "StartProbe")
GROWTH = 1024
"""KiB that the helper may have more after the last round than after the first. If it kept a tuple
of one value, 48 bytes, for each of the 27,000 calls between, it would be 1265.
"""
ERRORS = {
    "org.freedesktop.DBus.Error.UnknownMethod",
    "org.freedesktop.DBus.Error.InvalidArgs",
    "org.freedesktop.DBus.Error.AccessDenied",  # descriptors: the bus's own no
}
BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


class Line:
    """A connection of an unprivileged user that sends without waiting."""

    def __init__(self, address: str, uid: int) -> None:
        with user(uid):
            self._wire = Wire(address)
        self._wire.send(new_method_call(BUS, "Hello"))
        self._waiting: dict[int, Shot] = {}
        self.answers: Counter[str] = Counter()

    def fire(self, shot: Shot) -> None:
        """Send it, and wait for nothing."""
        serial = self._wire.send(shot.message, *shot.descriptors)
        if shot.answered:
            self._waiting[serial] = shot

    def settle(self) -> None:
        """Wait until every call has its one reply, and none has what it must not have."""
        ping = new_method_call(PEER, "Ping")
        self.fire(Shot(ping, answered=True, may_succeed=True))
        poll = select.poll()
        poll.register(self._wire.fileno(), select.POLLIN)
        while self._waiting:
            assert poll.poll(60_000), f"no answer to {list(self._waiting.values())[:3]}"
            for message in self._wire.receive():
                shot = self._waiting.pop(message.reply_serial, None)
                if shot is None:
                    continue  # the bus's own to "Hello", or for what was no call
                self.answers[message.error_name] += 1
                if message.kind is MessageType.method_return:
                    assert shot.may_succeed, f"it was done: {shot}"
                else:
                    known = message.error_name in ERRORS
                    assert known or message.error_name.startswith(BUS_NAME), message.error_name

    def close(self) -> None:
        """Leave, whatever is under way."""
        self._wire.close()


class Careful(Agent):
    """A person who may let the drives of the test be touched, and never another."""

    def __init__(self, address: str, allowed: set[str]) -> None:
        self._allowed = allowed
        super().__init__(address)

    def decide(self, prompt: Prompt) -> str:
        return self.answer if self._allowed & {*prompt.message.split()} else "dismiss"


class Attack:
    """One seed's calls against one helper."""

    def __init__(self, rig: Rig, victims: list[Disk], bystanders: list[Disk]) -> None:
        self._rig = rig
        self._victims = victims
        self._bystanders = bystanders
        self.chance = random.Random(SEED)
        # dbus-broker 33 reads no more of who has sent some tens of descriptors that it refused.
        claims = [disk.claim() for disk in (*victims, *bystanders)]
        self.hostile = Hostile(SEED, claims, with_descriptors=not rig.on_broker)
        self.sent = 0
        self.started = 0
        self.answers: Counter[str] = Counter()  # where nobody can be asked
        self.refused: Counter[str] = Counter()  # where somebody is

    def volleys(self, count: int) -> None:
        """Calls of every kind on some connections, which end when all are answered, or at once."""
        lines = [self._line() for _ in range(LINES)]
        end = self.sent + count
        while self.sent < end:
            for place, line in enumerate(lines):
                for shot in self.hostile.shots(VOLLEY):
                    line.fire(shot)
                self.sent += VOLLEY
                if self.chance.random() < 0.02:
                    line.close()
                    lines[place] = self._line()
            for line in lines:
                line.settle()
                self.answers += line.answers
                line.answers.clear()
        for line in lines:
            line.close()

    def _line(self) -> Line:
        return Line(self._rig.address, self.chance.choice((NOBODY, NOBODY, DAEMON)))

    def raw(self, count: int) -> None:
        """Connections that end in the middle of a message or are thrown out for what they say."""
        for _ in range(count):
            with user(NOBODY):
                socket = prep_socket(get_bus(self._rig.address), enable_fds=True, timeout=10.0)
            with socket, contextlib.suppress(ConnectionError):
                data = [new_method_call(BUS, "Hello").serialise(serial=1)]
                shots = [self.hostile.wrong_values() for _ in range(4)]
                data += [shot.message.serialise(serial=7) for shot in shots]
                self.sent += len(shots)
                socket.sendall(b"".join(data))
                if self.chance.random() < 0.5:
                    assert socket.recv(4096), "the bus throws it out before anything is wrong"
                socket.sendall(broken(data[-1], self.chance))

    def allowed(self, count: int) -> None:
        """Calls of which some are authorized: jobs that are cancelled, left, or forgotten."""
        person = Careful(self._rig.address, {disk.path for disk in self._victims})
        callers = [Caller(self._rig.address) for _ in range(3)]
        running: list[tuple[Caller, str]] = []
        try:
            for _ in range(count):
                place = self.chance.randrange(len(callers))
                caller = callers[place]
                person.answer = self.chance.choice(("allow", "allow", "allow", "dismiss", "wait"))
                self.sent += 1
                path = self._answer(caller, self._ask(caller), wait=person.answer != "wait")
                if path:
                    self.started += 1
                    running.append((caller, path))
                if person.answer == "wait" or self.chance.random() < 0.05:
                    # In the middle of a prompt or a job.
                    caller.close()
                    callers[place] = Caller(self._rig.address)
                    running = [each for each in running if each[0] is not caller]
                while len(running) > 3 or (running and self.chance.random() < 0.3):
                    self._end(*running.pop(self.chance.randrange(len(running))), callers)
        finally:
            for caller in callers:
                caller.close()
            person.close()

    def _ask(self, caller: Caller) -> int:
        allowed = self.chance.random() < 0.8
        disk = self.chance.choice(self._victims if allowed else self._bystanders)
        device = wire(disk.claim())
        long = self.chance.choice((200, 60_000))
        method, *body = self.chance.choice(
            (
                ("StartReadTest", device, phase(milliseconds=long).wire(), 0, 0),
                ("StartReadTest", device, phase(milliseconds=long, jobs=2).wire(), MIB, MIB * 4),
                ("StartWriteTest", device, phase(WireDirection.WRITE).wire(), MIB, 2 * MIB),
                ("StartTrim", device, 0, 0),
                ("ReadSmart", device, 0, 2),
                ("StartSelfTest", device, 1, 0),
                ("StartHdparm", device, 1),
                ("SetScheduler", device, "none"),
                ("SetScheduler", device, "mq-deadline"),
                *((name, device, MIB, MIB) for name in MORE_WRITES),
                *((name, device, MIB, MIB, 1) for name in CAPACITY_CHECKS),
            )
        )
        return caller.send(method, *body)

    def _answer(self, caller: Caller, serial: int, *, wait: bool) -> str:
        """The job that was started, "" for none; with `wait`, an open prompt is answered."""
        ping = next(caller.connection.outgoing_serial)
        caller.connection.send(new_method_call(PEER, "Ping"), serial=ping)
        path, pinged = "", False
        while wait or not pinged:
            message = caller.connection.receive(timeout=60)
            replied = message.header.fields.get(HeaderFields.reply_serial)
            pinged = pinged or replied == ping
            if replied != serial:
                continue
            wait = False
            if message.header.message_type is MessageType.error:
                name = str(message.header.fields[HeaderFields.error_name])
                assert name.startswith(BUS_NAME), message.body
                self.refused[name.removeprefix(f"{BUS_NAME}.Error.")] += 1
            elif message.body:
                path, output = message.body
                with output.to_file("rb", buffering=0) as pipe:
                    if self.chance.random() < 0.3:
                        pipe.read(self.chance.randint(1, 4096))
        return str(path)

    def _end(self, caller: Caller, path: str, others: list[Caller]) -> None:
        stranger = self.chance.choice(others)
        if stranger is not caller:
            with pytest.raises(RefusedError, match="NoSuchJob"):
                stranger.call("Cancel", path)
        for _ in range(self.chance.randint(0, 2)):
            with contextlib.suppress(RefusedError):  # it may have ended by itself
                caller.call("Cancel", path)
        self.sent += 2


@contextlib.contextmanager
def scarce(process: Process, count: int) -> Iterator[None]:
    """The helper gets that many descriptors more, and no further one."""
    _, most = before = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
    highest = max(int(each.name) for each in Path(f"/proc/{process.pid}/fd").iterdir())
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (highest + 1 + count, most))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, before)


def descriptors(process: Process) -> int:
    return len(list(Path(f"/proc/{process.pid}/fd").iterdir()))


def memory(process: Process) -> int:
    """KiB."""
    return int(process.status("VmRSS").split()[0])


@pytest.fixture
def victims(make_disk: Callable[..., Disk]) -> list[Disk]:
    """Devices that may be read and overwritten if the person allows it."""
    return [make_disk() for _ in range(3)]


@pytest.fixture
def bystanders(make_disk: Callable[..., Disk], tmp_path: Path) -> Iterator[list[Disk]]:
    """Devices that nobody may touch; the last is mounted."""
    disks = [make_disk() for _ in range(3)]
    point = tmp_path / "mounted"
    point.mkdir()
    run("mkfs.ext4", "-q", disks[-1].path)
    run("mount", "-o", "ro", disks[-1].path, str(point))
    try:
        yield disks
    finally:
        run("umount", "--lazy", str(point))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("rig", "calls"), [(DAEMON_BUS, CALLS), (BROKER_BUS, CALLS // 20)], indirect=["rig"]
)
def test_fuzz(
    calls: int, helper: Process, rig: Rig, connect: Callable[..., Caller], victims: list[Disk],
    bystanders: list[Disk],
) -> None:  # fmt: skip
    """A twentieth on dbus-broker: what differs there is what it hands on, and not the helper."""
    print(f"DRIVEPROOF_FUZZ_SEED={SEED} DRIVEPROOF_FUZZ_CALLS={CALLS}")
    before = [disk.digest() for disk in bystanders]
    queues = [scheduler(disk) for disk in victims]
    attack = Attack(rig, victims, bystanders)
    measured: list[tuple[int, int]] = []
    witness = connect()
    begun = time.monotonic()
    try:
        for number in range(ROUNDS):
            attack.volleys(calls // ROUNDS)
            if not rig.on_broker:  # broken bytes end at the bus: once is enough
                attack.raw(60)
            # Every other round descriptors run out in the middle of whatever is done then.
            with scarce(helper, SCARCE) if number % 2 else contextlib.nullcontext():
                attack.allowed(25)
                wait_for("every job has ended", lambda: children(helper.pid) == [])
            wait_for("every job has ended", lambda: children(helper.pid) == [])
            assert version(witness) == API_VERSION  # and so it has taken what was sent before
            measured.append((memory(helper), descriptors(helper)))
            print(f"round {number}: {attack.sent} calls, {attack.started} jobs,"
                  f" {measured[-1][0]} KiB, {measured[-1][1]} descriptors")  # fmt: skip
    finally:
        attack.hostile.close()
    print(f"{time.monotonic() - begun:.1f} s; {dict(attack.answers)}, {dict(attack.refused)}")
    (early, open_before), (late, open_after) = measured[0], measured[-1]
    assert attack.sent >= calls
    assert attack.started >= ROUNDS, "too few were authorized"
    assert open_after == open_before
    assert late < early + GROWTH
    assert [disk.digest() for disk in bystanders] == before
    assert [scheduler(disk) for disk in victims] == queues


def version(caller: Caller) -> int:
    properties = HELPER.with_interface("org.freedesktop.DBus.Properties")
    call = new_method_call(properties, "Get", "ss", (INTERFACE, "ApiVersion"))
    ((_, number),) = caller.connection.send_and_get_reply(call, timeout=60).body
    return int(number)


def scheduler(disk: Disk) -> str:
    return Path("/sys/block", Path(disk.path).name, "queue/scheduler").read_text("ascii")
