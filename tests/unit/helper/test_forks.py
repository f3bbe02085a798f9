# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Children of the helper begin on request, and have only what they were given."""

from __future__ import annotations

import errno
import gc
import os
import select
import signal
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from tests.builders.descriptors import descriptors_left

from driveproof.helper import forks
from driveproof.helper.confine import settle
from driveproof.helper.forks import ChildProgram, Forked, become, fork, go, refusal
from driveproof.helper.protocol import ErrorName, HelperError


def heard(child: Forked) -> bytes:
    """What it says on its line; b"" for the end of the line."""
    assert select.select([child.line], [], [], 20)[0], "the child says nothing"
    return child.line.recv(8192)


def ended(child: Forked) -> int:
    assert select.select([child.ended], [], [], 20)[0], "the child does not end"
    status = child.reap()
    child.close()
    return status


def children() -> str:
    """Of this thread; a bus that other tests share may be among them."""
    return Path("/proc/thread-self/children").read_text("ascii")


def opened() -> set[str]:
    gc.collect()
    return {each.name for each in Path("/proc/self/fd").iterdir()}


@pytest.mark.parametrize("count", range(3))
def test_what_cannot_be_watched_never_begins(count: int, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    before, others = opened(), children()
    with descriptors_left(count):
        if count < 2:  # the line has two ends, of which the child's is closed here
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                fork(lambda line: sign.touch())
        else:
            child = fork(lambda line: sign.touch())
            child.abandon()
    assert not sign.exists()
    assert opened() == before
    assert children() == others


def test_a_child_has_nothing_of_the_helpers(tmp_path: Path) -> None:
    """Neither descriptors, nor what a signal would wake."""
    secret, given = os.open("/dev/zero", os.O_RDONLY), os.open(tmp_path, os.O_RDONLY)
    read, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    former = signal.set_wakeup_fd(write)

    def work(line: socket.socket) -> None:
        os.kill(os.getpid(), signal.SIGWINCH)
        names = []
        for number in range(1024):
            with suppress(FileNotFoundError):
                names.append(str(Path(f"/proc/self/fd/{number}").readlink()))
        line.send("\n".join(names).encode())

    try:
        child = fork(work, needs=(given,))
        go(child.line)
        names = heard(child).decode().split("\n")
        assert ended(child) == 0
        with pytest.raises(BlockingIOError):
            os.read(read, 1)
    finally:
        signal.set_wakeup_fd(former)
        for descriptor in (secret, given, read, write):
            os.close(descriptor)
    assert names.count("/dev/null") == 3
    kept = [name for name in names if not name.startswith(("/dev/null", "socket:", "/proc/"))]
    assert kept == [str(tmp_path)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (HelperError(ErrorName.DEVICE_BUSY, "It is in use."), "DeviceBusy: It is in use."),
        (OSError(errno.EIO, "Input/output error"), "Failed: Input/output error."),
        (ZeroDivisionError("x"), "Failed: ZeroDivisionError: x."),
    ],
    ids=["ours", "the kernel's", "a fault"],
)
def test_why_it_did_not_begin(error: Exception, said: str) -> None:
    def work(line: socket.socket) -> None:
        raise error

    child = fork(work)
    go(child.line)
    message = heard(child)
    assert str(refusal(message[1:])) == said
    assert ended(child) == getattr(error, "errno", 1)


def test_a_program_runs_as_it_would_by_itself() -> None:
    """Its signals are as a shell would leave them, and its line has ended."""
    read, write = os.pipe2(os.O_CLOEXEC)
    script = "kill -TERM $$; exit 3"
    child = fork(lambda line: become(ChildProgram(("/bin/sh", "-c", script))), write)
    os.close(write)
    go(child.line)
    assert heard(child) == b""
    assert ended(child) == -signal.SIGTERM
    os.close(read)


def test_a_program_that_is_not_there() -> None:
    child = fork(lambda line: become(ChildProgram(("/nowhere/at/all",))))
    go(child.line)
    assert str(refusal(heard(child)[1:])).startswith("Failed: /nowhere/at/all cannot be started")
    assert ended(child) == 1


def landlock() -> int:
    return int(forks.confine_child.__globals__["_libc"].syscall(444, None, 0, 1))


@pytest.mark.parametrize("attempt", ["write", "make", "empty", "remove", "link", "move"])
def test_it_can_change_no_file(attempt: str, tmp_path: Path) -> None:
    """Whoever owns them; what it was given it can open again, as fio does."""
    if landlock() < 3:
        pytest.skip("this kernel has no Landlock that covers all of it (Linux 6.2 has)")
    theirs, own = tmp_path / "theirs", tmp_path / "own"
    theirs.write_text("kept", "ascii")
    own.write_text("before", "ascii")
    tries = {
        "write": lambda: theirs.write_text("", "ascii"),
        "make": (tmp_path / "new").touch,
        "empty": lambda: os.truncate(theirs, 0),
        "remove": theirs.unlink,
        "link": lambda: (tmp_path / "new").symlink_to(theirs),
        "move": lambda: theirs.rename(tmp_path / "new"),
    }

    def work(line: socket.socket) -> None:
        descriptor = os.open(own, os.O_RDWR)
        settle((), (descriptor,))
        again = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)
        line.send(b"opened again" if again >= 0 else b"?")
        tries[attempt]()

    child = fork(work)
    go(child.line)
    assert heard(child) == b"opened again"
    assert os.strerror(errno.EACCES) in str(refusal(heard(child)[1:]))
    assert ended(child) == errno.EACCES
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["own", "theirs"]
    assert theirs.read_text("ascii") == "kept"
