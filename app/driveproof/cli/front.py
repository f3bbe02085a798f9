# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The process that the shell waits for: a subcommand works in its child, so that no drive and no
server that is away holds a person up.

A thread that waits for a drive in the kernel cannot be ended, and a process is there as long as one
of its threads is: only another process can return to the shell. This one touches no path of a
person's and asks no drive.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from typing import NamedTuple, NoReturn

from driveproof.cli.output import say
from driveproof.domain.errors import CancelledError
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _, use

LONGEST = 1.8
"""Seconds after a cancel until we leave, where the kernel holds a thread: the shell is back within
two. A cancel in order takes less than one."""
HELD = 0.75
"""A thread in the same wait for so many seconds is held."""
_LOOK = 0.2
TIMEOUT = 8.0
"""Seconds that putting things in order may take where nothing is held; it goes on behind the shell
then."""
_AFTER = 0.2
"""Seconds for a child to end that was told to."""
_AT_EXIT = 1.0
"""The same for one that has said how it ended: another thread of it may be held."""
_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_BELL = signal.SIGUSR1
"""The child has said how it ended."""
_LEFT = b"l"
"""What the child is told when it goes on without us."""
_ASKERS = frozenset({"fio", "stat"})
"""Children that keep nothing."""
_PROC = Path("/proc")


def in_child(work: Callable[[], int], words: Sequence[str]) -> int:
    """Run `work` in a child and return its exit status, or 130 as soon as a cancel would have to
    wait for a drive; ends by the signal that ended the child. `words` are the command line.

    This returns in the child as well, with what `work` returned.
    """
    # A signal that nohup set to be ignored stays ignored.
    ends = {one for one in _ENDS if signal.getsignal(one) is not signal.SIG_IGN}
    waited = {*ends, signal.SIGCHLD, _BELL}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    said, said_by_child = os.pipe()
    told, tell = os.pipe()
    front = os.getpid()
    pid = os.fork()
    if pid:
        os.close(said_by_child)
        os.close(told)
        return _Front(pid, said, tell, waited, words).wait()
    os.close(said)
    os.close(tell)
    # In a thread that takes none of these signals: they are for the main one.
    threading.Thread(target=_listen, args=(told,), name="front", daemon=True).start()
    if signal.SIGINT in ends:
        signal.signal(signal.SIGINT, _interrupt_once)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)
    try:
        status = work()
    except SystemExit as ended:  # argparse has shown its help
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except KeyboardInterrupt:  # in the last moment, when all was said
        status = CancelledError.exit_status
    if signal.SIGINT in ends:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # there is nothing to cancel any more
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    with contextlib.suppress(OSError):
        os.write(said_by_child, bytes([status]))
        if os.getppid() == front:
            os.kill(front, _BELL)
    _be_silent()  # there is no more to say, and a thread that is held keeps what is open
    return status


def _interrupt_once(*_rest: object) -> NoReturn:
    """Ctrl-C ends what goes on; a second one does not interrupt what is put in order after it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _listen(told: int) -> None:
    """Be silent when the front process has left; end with it when it was killed."""
    if os.read(told, 1) == _LEFT:
        _be_silent()
    else:
        os.kill(os.getpid(), signal.SIGKILL)


def _be_silent() -> None:
    """Close the three streams: whoever reads a pipe sees its end."""
    nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    for number in range(3):
        os.dup2(nothing, number)


class _Front:
    """Waits for the child `pid`, which says how it ended in the pipe `said`."""

    def __init__(
        self, pid: int, said: int, tell: int, waited: set[signal.Signals], words: Sequence[str]
    ) -> None:
        os.set_blocking(said, False)
        self._pid, self._said, self._tell = pid, said, tell
        self._waited, self._words = waited, words

    def wait(self) -> int:
        """The exit status."""
        while (status := self._status()) is None:
            got = signal.sigwaitinfo(self._waited)
            if got.si_signo in _ENDS:
                self._pass_on(got)
                return self._cancel()
        return status

    def _cancel(self) -> int:
        """The exit status after a signal that is to end the child."""
        begun = time.monotonic()
        since: dict[_Wait, float] = {}
        asked_again = False
        while not asked_again and (now := time.monotonic()) < begun + TIMEOUT:
            since = {one: since.get(one, now) for one in _waits(self._family())}
            held = any(now - first >= HELD for first in since.values())
            if held and now - begun >= LONGEST:
                return self._leave(held=True)
            got = signal.sigtimedwait(self._waited, _LOOK)
            if (status := self._status()) is not None:
                return status
            if got is not None and got.si_signo in _ENDS:
                self._pass_on(got)
                asked_again = now - begun >= LONGEST
        return self._leave(held=False)

    def _leave(self, *, held: bool) -> int:
        """Return to the shell before the child has ended."""
        for one in self._family():
            if one.name in _ASKERS:  # nobody waits any more for what it hears of a drive
                _kill(one.pid, signal.SIGKILL)
        self._go_on_without_us()
        if not _handles(self._pid, signal.SIGTERM):  # it has nothing to put in order
            _kill(self._pid, signal.SIGKILL)
        self._gone(_AFTER)
        self._tell_what_is_left(held=held, cancelled=True)
        return CancelledError.exit_status

    def _tell_what_is_left(self, *, held: bool, cancelled: bool) -> None:
        if "--json" in self._words:
            use(NullTranslations())
        family = self._family()
        waiting = {
            one.pid for one in _waits(family)
        }  # a zombie whose thread is held is one of them
        left = [one for one in family if one.state not in "XZ" or one.pid in waiting]
        words = [_silence(self._words) if held else "", _("Cancelled.") if cancelled else ""]
        say(" ".join(filter(None, [*words, _farewell(left, held=held) if left else ""])))

    def _go_on_without_us(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._tell, _LEFT)

    def _pass_on(self, got: signal.struct_siginfo) -> None:
        """Send the child what somebody sent us; what was typed on the terminal it gets itself."""
        if got.si_code <= 0:
            _kill(self._pid, signal.Signals(got.si_signo))

    def _status(self) -> int | None:
        """How the child ended, None while it goes on."""
        with contextlib.suppress(BlockingIOError):
            if (said := os.read(self._said, 1)) and not self._gone(_AT_EXIT):
                self._go_on_without_us()
                if _waits(self._family()):
                    self._tell_what_is_left(held=True, cancelled=False)
                return said[0]
        return _outcome(self._pid)

    def _gone(self, timeout: float) -> bool:
        """Whether the child ends within so many seconds."""
        end = time.monotonic() + timeout
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, self._pid, flags) is None:
            left = end - time.monotonic()
            if left <= 0:
                return False
            signal.sigtimedwait({signal.SIGCHLD}, left)
        return True

    def _family(self) -> list[_Process]:
        """The child, then all that it started and what those started."""
        every = _processes()
        found = [one for one in every if one.pid == self._pid]
        for one in found:  # which grows meanwhile
            found += [other for other in every if other.parent == one.pid]
        return found


def _outcome(pid: int) -> int | None:
    """The exit status of a child, None while it goes on; ends this process by its signal."""
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG)
    if ended is None:
        return None
    if ended.si_code == os.CLD_EXITED:
        return ended.si_status
    number = signal.Signals(ended.si_status)
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
    return 128 + number  # one that a process cannot die of


def _kill(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


@dataclass(frozen=True, slots=True)
class _Process:
    pid: int
    parent: int
    name: str
    state: str


class _Wait(NamedTuple):
    """A thread in the middle of a wait in the kernel, and how often it has waited."""

    pid: int
    thread: str
    waits: str


def _processes() -> list[_Process]:
    """Every process of the machine. Of these files of /proc none waits for the process."""
    found = []
    for folder in _entries(_PROC):
        with contextlib.suppress(OSError, ValueError, IndexError):
            name, state, parent = _stat((folder / "stat").read_bytes())
            found.append(_Process(int(folder.name), int(parent), name, state))
    return found


def _entries(folder: Path) -> list[Path]:
    """What is in a folder of /proc: nothing where its process ends at this moment."""
    try:
        return [folder / name for name in os.listdir(folder) if name.isdigit()]  # noqa: PTH208
    except OSError:
        return []


def _stat(raw: bytes) -> tuple[str, str, str]:
    """The name, the state and the parent of a process or thread, as /proc's `stat` has them."""
    begin, _rest, end = raw.decode("utf-8", "replace").rpartition(")")
    state, parent = end.split()[:2]
    return begin.partition("(")[2], state, parent


def _waits(processes: Sequence[_Process]) -> frozenset[_Wait]:
    found = set()
    for one in processes:
        for folder in _entries(_PROC / str(one.pid) / "task"):
            with contextlib.suppress(OSError, ValueError):
                if _stat((folder / "stat").read_bytes())[1] == "D" or _asks_a_program(folder):
                    counted = (folder / "status").read_text("utf-8", "replace")
                    found.add(_Wait(one.pid, folder.name, _switches(counted)))
    return frozenset(found)


def _asks_a_program(thread: Path) -> bool:
    """Whether a thread waits for a FUSE program: until a signal comes it seems to sleep only."""
    place = (thread / "wchan").read_text("ascii", "replace")
    return place.startswith("fuse_") or place == "request_wait_answer"


def _switches(status: str) -> str:
    return next((x for x in status.splitlines() if x.startswith("voluntary_ctxt_switches")), "")


def _handles(pid: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal."""
    with contextlib.suppress(OSError, ValueError):
        for line in (_PROC / str(pid) / "status").read_text("utf-8", "replace").splitlines():
            if line.startswith("SigCgt:"):
                return bool(int(line.split()[1], 16) >> (number - 1) & 1)
    return False


def _silence(words: Sequence[str]) -> str:
    """What does not answer: the places that the command line names."""
    places = ", ".join(shown(word) for word in words if word.startswith("/"))
    return _("{name} does not answer.").format(name=places or _("The drive"))


def _farewell(left: Sequence[_Process], *, held: bool) -> str:
    """How the processes that are left end."""
    names = ", ".join(f"{shown(one.name)} ({one.pid})" for one in left)
    if held:
        return _("Waiting for an answer, then cleaning up: {names}.").format(names=names)
    return _("Still cleaning up: {names}.").format(names=names)
