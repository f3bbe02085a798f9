# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof remote` at the other end of a pipe, with the real fio; and when nobody asks."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from tests.system.machine import wait_for
from tests.system.measuring import MIB, loop_device

import driveproof
from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import RefusedError
from driveproof.domain.hosts import messages
from driveproof.domain.profile.phase import Phase
from driveproof.engine.hosts.remote import FarEnd, opened_device
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.fio.program import find_fio

READ = Phase("", Direction.READ, Pattern.RANDOM, 4096, 1, warmup=0.1, seconds=0.3)
LONG = Phase("", Direction.READ, Pattern.RANDOM, 4096, 1, warmup=0.1, seconds=120)
Said = TypeVar("Said")


class Remote:
    """The process, and what it says as it comes."""

    def __init__(self, state: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "driveproof", "remote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **dict.fromkeys(("XDG_STATE_HOME", "XDG_DATA_HOME"), str(state))},
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self.said: queue.SimpleQueue[messages.Reply] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()

    def _read(self, lines: Iterator[bytes]) -> None:
        for line in lines:
            self.said.put(messages.decode_reply(line))

    def ask(self, message: messages.Request) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(messages.encode_message(message))
        self.process.stdin.flush()

    def until(self, kind: type[Said]) -> Said:
        while not isinstance(said := self.said.get(timeout=20), kind):
            pass
        return said

    def prepared(self, folder: Path, *phases: Phase) -> None:
        self.ask(messages.LookRequest(str(folder)))
        self.until(messages.PlaceReply)
        self.ask(messages.PrepareRequest.of(4 * MIB, phases))
        self.until(messages.PreparedReply)
        self.ask(messages.WriteRequest())
        while self.until(messages.WrittenReply).bytes < 4 * MIB:
            pass  # it takes a while on a busy machine

    def measuring(self) -> int:
        """Start the first test; fio's PID once it has told something."""
        self.ask(messages.RepeatRequest(0, 1, 0.0))
        self.until(messages.ReadyReply)
        self.ask(messages.GoRequest())
        self.until(messages.SnapshotReply)
        (program,) = _children(self.process.pid)
        return _children(program)[0]


def _children(pid: int) -> list[int]:
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()))


@pytest.fixture
def disk_folder(tmp_path: Path) -> Path:
    """A folder of its own: what is measured here may be in memory."""
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


@pytest.fixture
def remote(tmp_path: Path) -> Iterator[Remote]:
    made = Remote(tmp_path / "state")
    yield made
    made.process.kill()
    made.process.wait()


def test_it_does_what_it_is_asked(remote: Remote, disk_folder: Path) -> None:
    assert remote.until(messages.HelloReply) == messages.HelloReply(1, driveproof.__version__)
    remote.ask(messages.PingRequest(12.5))
    pong = remote.until(messages.PongReply)
    assert pong.sent == 12.5 and abs(pong.time - time.time()) < 60
    remote.prepared(disk_folder, READ)
    assert not any(disk_folder.iterdir())  # the file has no name
    for order in (1, 2):
        remote.ask(messages.RepeatRequest(0, order, 0.0))
        ready = remote.until(messages.ReadyReply)
        assert ready.engine == "psync" and ready.command[0].endswith("fio")
        remote.ask(messages.GoRequest())
        snapshots = []
        while not isinstance(said := remote.said.get(timeout=20), messages.EndedReply):
            assert isinstance(said, messages.SnapshotReply)
            snapshots.append(said)
        assert said == messages.EndedReply()
        assert len(snapshots) >= 2  # a busy disk answers late, and there is nothing to tell
        last = snapshots[-1].directions[Direction.READ]
        # What grew between snapshots is all that there is.
        counts = sum(sum(one.directions[Direction.READ].bins.values()) for one in snapshots)
        assert counts == last.ios > 0
        assert last.bytes == last.ios * 4096
    remote.ask(messages.EndRequest())
    assert remote.process.wait(timeout=10) == 0


@pytest.mark.deep
def test_what_it_may_not_do_it_does_not(remote: Remote, disk_folder: Path) -> None:
    own = disk_folder / "mine"
    own.write_bytes(b"precious")
    for path in (str(own), "/dev/null", "relative", "", str(disk_folder / "missing")):
        remote.ask(messages.LookRequest(path))
        assert remote.until(messages.FailedReply).failure
    remote.ask(messages.WriteRequest())
    assert remote.until(messages.FailedReply).failure
    remote.prepared(disk_folder, READ)
    remote.ask(messages.RepeatRequest(7, 1, 0.0))
    assert remote.until(messages.FailedReply).failure
    assert own.read_bytes() == b"precious"
    assert list(disk_folder.iterdir()) == [own]


@pytest.mark.root
def test_a_device_is_never_written_to(remote: Remote, tmp_path: Path) -> None:
    content = os.urandom(4 * MIB)
    with loop_device(tmp_path, content) as device:
        remote.ask(messages.LookRequest(device))
        place = remote.until(messages.PlaceReply)
        assert place.device and place.total == 4 * MIB
        writes = replace(READ, direction=Direction.WRITE)
        mixed = replace(READ, direction=Direction.MIXED)
        for phases in ((writes,), (READ, mixed)):
            remote.ask(messages.PrepareRequest.of(0, phases))
            remote.until(messages.FailedReply)
        remote.ask(messages.PrepareRequest.of(0, (READ,)))
        assert remote.until(messages.PreparedReply).direct
        remote.ask(messages.WriteRequest())
        remote.until(messages.FailedReply)
        remote.ask(messages.RepeatRequest(0, 1, 0.0))
        assert "--readonly" in remote.until(messages.ReadyReply).command
        remote.ask(messages.GoRequest())
        assert remote.until(messages.EndedReply) == messages.EndedReply()
        assert Path(device).read_bytes() == content
        remote.ask(messages.EndRequest())
        remote.process.wait(timeout=10)


@pytest.mark.deep
@pytest.mark.root
def test_a_device_needs_rights_there(tmp_path: Path) -> None:
    with loop_device(tmp_path, bytes(MIB)) as device:
        try:
            os.seteuid(65534)
            with pytest.raises(RefusedError) as refused, opened_device(device):
                pass
        finally:
            os.seteuid(0)
    assert device in str(refused.value)


@pytest.mark.deep
def test_a_line_that_is_no_question_ends_it(remote: Remote) -> None:
    assert remote.process.stdin is not None
    remote.process.stdin.write(b'{"is": "prepare", "size": 1, "exec_prerun": "id"}\n')
    remote.process.stdin.flush()
    remote.until(messages.FailedReply)
    remote.process.wait(timeout=10)


@pytest.mark.deep
def test_a_stop_ends_the_test_and_not_the_rest(remote: Remote, disk_folder: Path) -> None:
    remote.prepared(disk_folder, LONG, READ)
    fio = remote.measuring()
    remote.ask(messages.StopRequest())
    assert remote.until(messages.EndedReply).cut
    assert not Path(f"/proc/{fio}").exists()
    remote.ask(messages.RepeatRequest(1, 1, 0.0))
    remote.until(messages.ReadyReply)
    remote.ask(messages.GoRequest())
    assert remote.until(messages.EndedReply) == messages.EndedReply()


@pytest.mark.deep
def test_when_nobody_asks_any_more_fio_ends(remote: Remote, disk_folder: Path) -> None:
    remote.prepared(disk_folder, LONG)
    fio = remote.measuring()
    assert remote.process.stdin is not None
    remote.process.stdin.close()
    remote.process.wait(timeout=10)
    wait_for("fio", lambda: not Path(f"/proc/{fio}").exists())
    assert not any(disk_folder.iterdir())


@pytest.mark.deep
def test_a_kill_ends_fio(remote: Remote, disk_folder: Path) -> None:
    remote.prepared(disk_folder, LONG)
    fio = remote.measuring()
    remote.process.kill()
    wait_for("fio", lambda: not Path(f"/proc/{fio}").exists())
    assert not any(disk_folder.iterdir())


@pytest.mark.deep
def test_who_hears_nothing_for_long_ends(tmp_path: Path, disk_folder: Path) -> None:
    """The other end is there, but silent: as where a link is cut and nobody says so."""
    hears, asks = os.pipe()
    answers, says = os.pipe()
    far = FarEnd(
        hears, says, find_fio=find_fio, registry=TestFileRegistry(tmp_path / "r"), silent=2.0
    )
    ended = threading.Event()

    def run() -> None:
        far.run(last=None)
        ended.set()

    thread = threading.Thread(target=run)
    thread.start()
    lines = os.fdopen(answers, "rb")

    def until(kind: type[Said]) -> Said:
        while not isinstance(said := messages.decode_reply(lines.readline()), kind):
            pass
        return said

    def ask(message: messages.Request) -> None:
        os.write(asks, messages.encode_message(message))

    try:
        ask(messages.LookRequest(str(disk_folder)))
        until(messages.PlaceReply)
        ask(messages.PrepareRequest.of(4 * MIB, (LONG,)))
        until(messages.PreparedReply)
        ask(messages.WriteRequest())
        while until(messages.WrittenReply).bytes < 4 * MIB:
            pass
        ask(messages.RepeatRequest(0, 1, 0.0))
        until(messages.ReadyReply)
        ask(messages.GoRequest())
        assert until(
            messages.EndedReply
        ).cut  # it runs for two minutes, and nobody has told it to stop
        assert ended.wait(10)
    finally:
        os.close(asks)
        thread.join(10)
        lines.close()
        for one in (hears, says):
            os.close(one)
    assert not any(disk_folder.iterdir())
