# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A helper's job handled like an fio of our own: with recorded output and a hand-made bus."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from jeepney import DBusAddress, Message, Parser, new_method_return, new_signal
from jeepney.low_level import HeaderFields
from tests.builders.fio_output import DATA, VERSION

from driveproof.domain.errors import DriveproofError, MachineError, RefusedError
from driveproof.engine.run.fio_run import FioEnding, FioRun
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.fio.stream import FioReport
from driveproof.helper.protocol import BUS_NAME, FINISHED, INTERFACE, OBJECT_PATH
from driveproof.system.bus import THE_BUS, Connection
from driveproof.system.helper.job import HelperJob

RECORDED = (DATA / f"{VERSION}-read-q1.txt").read_bytes()
JOB = f"{OBJECT_PATH}/job/1"
HELPER, STRANGER = ":1.2", ":1.3"
pytestmark = pytest.mark.timeout(60)


class Bus:
    """The other end of a connection and of a job's pipe: says what bus and helper would say."""

    def __init__(self) -> None:
        self._socket, ours = socket.socketpair()
        self._parser = Parser()
        hello = threading.Thread(target=self._greet)
        hello.start()
        self.connection = Connection(ours)
        hello.join()
        self.connection.follow(BUS_NAME)
        while self.hear().header.fields[HeaderFields.member] != "GetNameOwner":
            pass
        self.say(new_method_return(self._last, "s", (HELPER,)))
        self.reader, self.writer = os.pipe()

    def _greet(self) -> None:
        self.say(new_method_return(self.hear(), "s", (":1.1",)))

    def hear(self) -> Message:
        """The next message."""
        while (message := self._parser.get_next_message()) is None:
            self._parser.add_data(self._socket.recv(4096))
        self._last = message
        return message

    def say(self, message: Message, sender: str = THE_BUS.bus_name) -> None:
        message.header.fields[HeaderFields.sender] = sender
        self._socket.sendall(message.serialise(serial=1))

    def finish(
        self, status: int, reason: str = "", words: str = "", job: str = JOB, sender: str = HELPER
    ) -> None:
        emitter = DBusAddress(OBJECT_PATH, interface=INTERFACE)
        body = (job, status, reason, words)
        self.say(new_signal(emitter, "Finished", FINISHED, body), sender)

    def lose_helper(self, sender: str = THE_BUS.bus_name) -> None:
        gone = new_signal(THE_BUS, "NameOwnerChanged", "sss", (BUS_NAME, HELPER, ""))
        self.say(gone, sender)

    def write(self, data: bytes) -> None:
        with os.fdopen(self.writer, "wb") as pipe:
            pipe.write(data)
        self.writer = -1

    def is_left(self) -> bool:
        """Whether the other side has gone: the helper ends its job then."""
        self._socket.settimeout(10)
        return self._socket.recv(1) == b""

    def close(self) -> None:
        self._socket.close()
        if self.writer >= 0:
            os.close(self.writer)


@pytest.fixture
def bus() -> Iterator[Bus]:
    made = Bus()
    yield made
    made.close()


class Watching:
    """An FioRun on the bus's job, and its reports."""

    def __init__(self, bus: Bus) -> None:
        self.reports: list[FioReport] = []
        self.silences: list[float] = []
        self.cancelled = False
        job = HelperJob(bus.connection, JOB, bus.reader)
        self.run = FioRun(
            HelperLaunch(("fio",), lambda _: job),
            interval=0.05,
            cancelled=lambda: self.cancelled,
            on_report=self.reports.append,
            on_silence=self.silences.append,
        )

    def cancel(self) -> None:
        self.cancelled = True
        self.run.wake()


def test_a_whole_output(bus: Bus) -> None:
    watching = Watching(bus)
    bus.finish(7, job=f"{OBJECT_PATH}/job/2")  # somebody else's
    bus.finish(7, sender=STRANGER)
    bus.lose_helper(STRANGER)
    bus.finish(0)
    threading.Thread(target=bus.write, args=(RECORDED,)).start()
    ending = watching.run.run()
    assert (ending.failure, ending.cancelled) == (None, False)
    assert ending.final is not None
    assert ending.final.snapshot.get("read").ios > 0
    assert len(watching.reports) > 1
    assert bus.is_left()


@pytest.mark.parametrize(
    ("status", "reason", "words", "said"),
    [
        (0, "TimedOut", "", ""),
        (128, "Cancelled", "", ""),
        (1, "", "fio: pid=7, err=5/file:io_u.c:1876, func=io_u error, error=E", "an I/O error"),
        (3, "", "fio: bad option", "3"),
        (-9, "", "", "9"),
    ],
)
def test_a_job_that_fails(bus: Bus, status: int, reason: str, words: str, said: str) -> None:
    watching = Watching(bus)
    bus.write(RECORDED)
    bus.finish(status, reason, words)
    failure = watching.run.run().failure
    assert isinstance(failure, MachineError)
    assert said in failure.message
    assert bus.is_left()


def test_the_helper_is_gone(bus: Bus) -> None:
    watching = Watching(bus)
    bus.write(RECORDED[:20_000])
    bus.lose_helper()
    ending = watching.run.run()
    assert isinstance(ending.failure, MachineError)
    assert watching.reports


@pytest.mark.parametrize("answers", [True, False], ids=["it ends", "it is held by the kernel"])
def test_cancel(bus: Bus, answers: bool) -> None:
    """What came until then is there, whether or not the helper can say that it ended."""
    watching = Watching(bus)
    endings: list[FioEnding] = []
    thread = threading.Thread(target=lambda: endings.append(watching.run.run()))
    os.write(bus.writer, RECORDED[:40_000])
    thread.start()
    while not watching.silences:  # it waits for the rest
        threading.Event().wait(0.01)
    watching.cancel()
    call = bus.hear()
    assert call.header.fields[HeaderFields.member] == "Cancel"
    assert call.body == (JOB,)
    if answers:
        bus.write(RECORDED[40_000:])
        bus.finish(128, "Cancelled")
    thread.join(30)
    (ending,) = endings
    assert (ending.cancelled, ending.failure) == (True, None)
    assert watching.reports
    assert bus.is_left()


def launch_that(raises: DriveproofError) -> HelperLaunch:
    def start(_: Callable[[Callable[[], None]], None]) -> HelperJob:
        raise raises

    return HelperLaunch(("fio",), start)


def follow(launch: HelperLaunch, cancelled: Callable[[], bool]) -> FioRun:
    return FioRun(
        launch,
        interval=0.05,
        cancelled=cancelled,
        on_report=lambda _: None,
        on_silence=lambda _: None,
    )


def test_a_refusal_is_the_failure() -> None:
    ending = follow(launch_that(RefusedError("No.")), lambda: False).run()
    assert isinstance(ending.failure, RefusedError)
    assert not ending.cancelled


@pytest.mark.parametrize("early", [True, False])
def test_cancel_at_the_prompt_hangs_up(early: bool) -> None:
    """Also in the instant before there is a connection."""
    hung_up, waiting, cancelled = threading.Event(), threading.Event(), threading.Event()

    def cancel() -> None:
        cancelled.set()
        job.wake()

    def cancel_later() -> None:
        assert waiting.wait(30)
        cancel()

    def start(opened: Callable[[Callable[[], None]], None]) -> HelperJob:
        if early:
            cancel()
        opened(hung_up.set)
        waiting.set()
        assert hung_up.wait(30)
        raise MachineError("The connection is gone.")

    job = follow(HelperLaunch(("fio",), start), cancelled.is_set)
    if not early:
        threading.Thread(target=cancel_later).start()
    ending = job.run()
    assert (ending.cancelled, ending.failure) == (True, None)


def test_nobody_is_asked_after_a_cancel() -> None:
    ending = follow(launch_that(RefusedError("Somebody was asked.")), lambda: True).run()
    assert (ending.cancelled, ending.failure) == (True, None)


def test_a_job_that_nobody_waits_for_any_longer(bus: Bus) -> None:
    """A discard that fails keeps the helper's child in the kernel for most of a minute, and its
    output open: who hangs up is free at once.
    """
    job = HelperJob(bus.connection, JOB, bus.reader)
    raised: list[DriveproofError] = []

    def read() -> None:
        try:
            job.read()
        except DriveproofError as error:
            raised.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    os.write(bus.writer, b"a part")
    bus.connection.sock.shutdown(socket.SHUT_RDWR)
    thread.join(30)
    assert not thread.is_alive()
    assert raised


def test_all_of_a_job(bus: Bus) -> None:
    job = HelperJob(bus.connection, JOB, bus.reader)
    writing = threading.Thread(target=bus.write, args=(RECORDED,))
    writing.start()
    assert job.read() == RECORDED
    writing.join()
