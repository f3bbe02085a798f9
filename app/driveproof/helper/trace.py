# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: counts a device's requests, by an instance of the kernel's tracing of its own.

The instance has buffers and events of its own, so that nobody else's tracing changes; only events
of this device are written into it. It is gone when the child has ended, however that was: a second
process waits for that, and removes it. The device itself is not opened.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import signal
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator

from driveproof.helper.confine import give_up
from driveproof.helper.protocol import ErrorName, HelperError
from driveproof.helper.requests import PageLayout, RequestEvent, Tally, events

INSTANCES = "/sys/kernel/tracing/instances"
PREFIX = "driveproof-"
MOST = 32
"""The most instances of ours at a time: those of all users (limits.py), of root, and what a helper
that was killed may have left.
"""
BUFFERS = 8 * 2**20
"""Bytes of all processors' buffers together; each has at least LEAST."""
LEAST = 64 * 2**10
LOOK = 0.25
"""Seconds between two looks at the buffers."""
TELL = 1.0
"""Seconds between two lines."""
OPEN = 128
"""The number of processors whose buffers stay open; more are opened for each look."""
_SMALLEST = 4096  # page of any machine
_PAGE = 64 * 2**10  # the largest page of any machine that Debian supports
_TIMEOUT = 5.0


def _refused(error: OSError) -> HelperError:
    text = f"The kernel's tracing cannot be used here: {error.strerror}."
    return HelperError(ErrorName.UNSUPPORTED, text)


def sweep_traces(instances: str = INSTANCES) -> None:
    """Remove what a helper that was killed with all its children left."""
    with contextlib.suppress(HelperError), _alone(instances):
        _unused(instances)


def _unused(instances: str) -> int:
    """Remove ours that nobody reads, which the kernel knows; how many are in use."""
    used = 0
    try:
        names = os.listdir(instances)
    except OSError:
        return 0
    for name in names:
        if name.startswith(PREFIX):
            try:
                os.rmdir(f"{instances}/{name}")
            except OSError as error:
                used += error.errno != errno.ENOENT
    return used


class Instance:
    """One of the kernel's tracing for one device, ready to be read."""

    def __init__(self, number: int, instances: str = INSTANCES) -> None:
        """Make it for the device of this number, and the process that removes it.

        Raises HelperError: Unsupported without tracing, Busy with too many of them.
        """
        with _alone(instances):
            if _unused(instances) >= MOST:
                raise HelperError(ErrorName.BUSY, "Too many devices are being traced.")
            self.path = f"{instances}/{PREFIX}{os.urandom(8).hex()}"
            try:
                os.mkdir(self.path, 0o700)
            except OSError as error:
                raise _refused(error) from error
            try:
                _guard(self.path)
            except OSError:
                os.rmdir(self.path)
                raise
            try:
                self._set_up(number)
            except (OSError, ValueError) as error:
                if isinstance(error, OSError):
                    raise _refused(error) from error
                text = f"The kernel's tracing cannot be read: {error}."
                raise HelperError(ErrorName.UNSUPPORTED, text) from error

    def _set_up(self, number: int) -> None:
        folders = sorted(os.listdir(f"{self.path}/per_cpu"))
        self._files = [f"{self.path}/per_cpu/{name}/trace_pipe_raw" for name in folders]
        each = max(LEAST, BUFFERS // max(1, len(folders)))
        self._most = each // _SMALLEST
        self._put("tracing_on", "0")
        self._put("buffer_size_kb", str(each // 1024))
        self._put("trace_clock", "mono")
        # As the kernel has a device's number, not as user space does (include/linux/kdev_t.h).
        inside = os.major(number) << 20 | os.minor(number)
        for event in ("block_rq_issue", "block_rq_complete"):
            self._put(f"events/block/{event}/filter", f"dev == {inside}")
            self._put(f"events/block/{event}/enable", "1")
        self.layout = PageLayout.of(
            self._get("events/header_page"),
            self._get("events/block/block_rq_issue/format"),
            self._get("events/block/block_rq_complete/format"),
        )
        self._opened = [_open(path) for path in self._files[:OPEN]]
        self._put("tracing_on", "1")

    def pages(self) -> Iterator[bytes]:
        """What has come since the last time, page by page."""
        for descriptor in self._opened:
            yield from _pages(descriptor, self._most)
        for path in self._files[OPEN:]:
            descriptor = _open(path)
            try:
                yield from _pages(descriptor, self._most)
            finally:
                os.close(descriptor)

    def _put(self, name: str, text: str) -> None:
        descriptor = os.open(f"{self.path}/{name}", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, text.encode("ascii"))
        finally:
            os.close(descriptor)

    def _get(self, name: str) -> str:
        descriptor = os.open(f"{self.path}/{name}", os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.read(descriptor, 65536).decode("ascii", "replace")
        finally:
            os.close(descriptor)


def _open(path: str) -> int:
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)


def _pages(descriptor: int, most: int) -> Iterator[bytes]:
    """What is in a buffer, `most` pages of it: a device may be faster than we read, and then this
    would never end and take all memory. What does not fit meanwhile the kernel counts as lost.
    """
    for _page in range(most):
        try:
            page = os.read(descriptor, _PAGE)
        except BlockingIOError:
            return
        except InterruptedError:
            continue
        if not page:
            return
        yield page


@contextlib.contextmanager
def _alone(instances: str) -> Iterator[None]:
    """One at a time makes an instance: it can be removed until somebody reads it."""
    try:
        descriptor = os.open(instances, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        text = (
            "The kernel's tracing (tracefs) is not mounted at /sys/kernel/tracing, or this kernel"
            " has none."
        )
        raise HelperError(ErrorName.UNSUPPORTED, text) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _guard(path: str) -> None:
    """Start the process that removes an instance once this one has ended. Raises OSError.

    It is in a session of its own, so that what ends the child does not end it, and does not hear
    SIGTERM, which systemd sends to all that is left of a helper that was killed.
    """
    alive, ours = os.pipe2(os.O_CLOEXEC)
    if os.fork() == 0:
        status = 1
        try:
            os.setsid()
            for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(ending, signal.SIG_IGN)
            null = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
            for stream in range(3):
                os.dup2(null, stream)
            os.closerange(3, alive)
            os.closerange(alive + 1, os.sysconf("SC_OPEN_MAX"))
            give_up()
            os.read(alive, 1)  # until the last end of the pipe has gone
            _remove(path)
            status = 0
        finally:
            os._exit(status)
    os.close(alive)
    global _life  # noqa: PLW0603 - as long as this process
    _life = ours


_life = -1


def _remove(path: str) -> None:
    """The end of a process closes its files one after the other."""
    until = time.monotonic() + _TIMEOUT
    while time.monotonic() < until:
        try:
            os.rmdir(path)
        except OSError as error:
            if error.errno != errno.EBUSY:
                return
            time.sleep(0.01)
        else:
            return


def count(instance: Instance, size: int, seconds: float, tell: Callable[[bytes], None]) -> None:
    """Count the requests of a device of `size` bytes for so many seconds.

    `tell` gets a line of JSON each second, and one at the end, of all until then. Raises OSError
    when nobody reads any more.
    """
    tally, waiting = Tally(size), list[RequestEvent]()
    begun = time.monotonic()
    told = begun
    while (now := time.monotonic()) < begun + seconds:
        time.sleep(min(LOOK, begun + seconds - now))
        waiting = _take(instance, tally, waiting)
        if time.monotonic() >= told + TELL:
            told = time.monotonic()
            tell(tally.line(told - begun))
    tell(tally.line(time.monotonic() - begun))


def _take(instance: Instance, tally: Tally, waiting: list[RequestEvent]) -> list[RequestEvent]:
    """Add what has come, in the order of time; what has to wait for the next look.

    Each processor has a buffer of its own, and they are read one after the other: of what happened
    meanwhile a part is read now and a part the next time. A request would end before it began.
    """
    now = time.monotonic_ns()  # the clock of the instance
    found, lost = waiting, 0
    for page in instance.pages():
        some, missed = events(page, instance.layout)
        found += some
        lost += missed
    if lost:
        tally.lose(lost)
    found.sort(key=lambda seen: seen.time)
    ready = bisect_left(found, now, key=lambda seen: seen.time)
    for seen in found[:ready]:
        tally.add(seen)
    return found[ready:]
