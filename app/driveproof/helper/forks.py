# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Children: copies of the helper that do whatever a device or mount may block.

The helper's own thread never opens, closes or changes a device, its settings or a mount: each of
these can wait for a drive that does not answer, or for a hostile FUSE daemon, and SIGKILL does not
end such a wait. A child inherits nothing of the helper but what it is given.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Callable, Iterable
from typing import NamedTuple

from driveproof.helper.confine import confine_child, settle
from driveproof.helper.protocol import ErrorName, HelperError

ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/"}
_GO = b"go"
_ENDINGS = (signal.SIGTERM, signal.SIGINT)

ChildWork = Callable[[socket.socket], None]
"""What a child does.

It reports its start on its line to the helper: a HelperError in the words of `words_of`, or the end
of the line (closed, or by an exec) once its program runs.
"""


class ChildProgram(NamedTuple):
    """The program a child executes: arguments, what it inherits and may read, capabilities, and
    what of that it may write.
    """

    arguments: tuple[str, ...]
    descriptors: tuple[int, ...] = ()
    capabilities: frozenset[int] = frozenset()
    writable: tuple[int, ...] = ()


class Forked:
    """A running child, with the helper's ends of its connections."""

    __slots__ = ("ended", "line", "pid")

    def __init__(self, pid: int, ended: int, line: socket.socket) -> None:
        """`ended` becomes readable when it ends; `line` is a socket of messages."""
        self.pid = pid
        self.ended = ended
        self.line = line

    def signal(self, number: signal.Signals) -> None:
        """Signal its whole session, or the child alone where it has no session yet."""
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def reap(self) -> int:
        """Its status, negative for a signal. Call it only after the end: before, it would block."""
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def abandon(self) -> None:
        """Kill a child that cannot be watched, before it begins."""
        self.line.close()
        self.signal(signal.SIGKILL)
        self.reap()
        self.close()

    def close(self) -> None:
        """Close the descriptors."""
        self.line.close()
        os.close(self.ended)


def socket_line() -> tuple[socket.socket, socket.socket]:
    """The two ends of a line that preserves message boundaries. Raises OSError."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def fork(
    work: ChildWork,
    output: int = -1,
    errors: int = -1,
    *,
    needs: Iterable[int] = (),
    dies_with_parent: bool = True,
) -> Forked:
    """Start a child in a session of its own, with only these descriptors.

    It begins at `go`, which follows everything that may fail; if `line` is closed before, it
    leaves. Raises OSError.
    """
    parent = os.getpid()
    ours, theirs = socket_line()
    try:
        # A signal between the fork and the child's first lines would reach the helper's handler.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
        try:
            pid = os.fork()
            if pid == 0:
                streams = (output, errors)
                run_child(
                    work, theirs, streams, needs, parent if dies_with_parent else 0
                )  # does not return
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        try:
            ended = os.pidfd_open(pid)
        except OSError:
            ours.close()  # it leaves at once
            os.waitpid(pid, 0)
            raise
    except BaseException:
        ours.close()
        theirs.close()
        raise
    ours.setblocking(False)
    return Forked(pid, ended, ours)


def go(line: socket.socket) -> None:
    """Let the child at the other end begin."""
    with contextlib.suppress(OSError):  # it was killed, which is noticed elsewhere
        line.send(_GO)


def run_child(
    work: ChildWork,
    theirs: socket.socket,
    streams: tuple[int, int],
    needs: Iterable[int],
    parent: int,
) -> None:
    """In the child: drop what belongs to the helper, then do the work. Does not return.

    `parent` is 0 for a child that outlives the helper to restore something.
    """
    status = 1
    try:
        leave(theirs.fileno(), streams, needs)
        confine_child(parent)
        if theirs.recv(16) != _GO:
            os._exit(status)
        status = _do(work, theirs, streams[1])
    finally:
        os._exit(status)


def leave(theirs: int, streams: tuple[int, int], needs: Iterable[int]) -> None:
    """In a child: start a session of its own and close every descriptor but these."""
    signal.set_wakeup_fd(-1)
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for number, stream in enumerate((null, *streams)):
        os.dup2(null if stream < 0 else stream, number)
    first = 3
    for number in sorted({theirs, *needs}):
        os.closerange(first, number)
        first = number + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))
    os.chdir("/")


def _do(work: ChildWork, theirs: socket.socket, errors: int) -> int:
    """Its exit status: 0, the number of the system's error, or 1 for any other."""
    status = 1
    try:
        work(theirs)
    except HelperError as error:
        said = error
    except OSError as error:
        said, status = (
            HelperError(ErrorName.FAILED, f"{error.strerror or error}."),
            error.errno or 1,
        )
    except Exception as error:  # noqa: BLE001 - of whatever kind, the caller is told
        said = HelperError(ErrorName.FAILED, f"{type(error).__name__}: {error}.")
    else:
        return 0
    # Errors go over the line until it is closed; later ones, to standard error like any program's.
    if theirs.fileno() >= 0:
        with contextlib.suppress(OSError):
            theirs.send(b"-" + words_of(said))
    elif errors >= 0:
        os.write(2, said.text.encode("utf-8", "replace") + b"\n")
    return status


def words_of(error: HelperError) -> bytes:
    """An error as a message on a line."""
    return f"{error.name.value} {error.text}".encode("utf-8", "replace")[:4096]


def refusal(said: bytes) -> HelperError:
    """The error that a child sent with `words_of`; Failed for anything else."""
    name, _, text = said.decode("utf-8", "replace").partition(" ")
    if name in {each.value for each in ErrorName} and text:
        return HelperError(ErrorName(name), text)
    return HelperError(ErrorName.FAILED, "The helper's child ended before it was done.")


def become(program: ChildProgram) -> None:
    """In a child: drop all that the program does not need, and execute it. Raises HelperError."""
    for descriptor in program.descriptors:
        os.set_inheritable(descriptor, True)
    settle(program.capabilities, program.writable, program.descriptors)
    # A program would inherit the signals that Python ignores.
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(program.arguments[0], program.arguments, ENVIRONMENT)
    except OSError as error:
        text = f"{program.arguments[0]} cannot be started: {error.strerror}."
        raise HelperError(ErrorName.FAILED, text) from error
