# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the page cache of the test file into the state that the run needs before each repeat."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from driveproof.domain.access import COLD, DIRECT, WARM, Cache
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.quantity import Bytes
from driveproof.engine.run.testfile import TestFile, close_quietly, explain_error
from driveproof.system.kernel import pagecache
from driveproof.wording.units import format_percent

Tell = Callable[[int, int], None]
"""How many bytes of how many are read into memory."""
Prepare = Callable[[Tell, Callable[[], bool]], Cache]
"""Brings the cache into its state and returns which that is; stops early when the second argument
says so.
"""

# A page or two may be held by somebody for an instant; more than this share is no cold cache.
COLD_SHARE = 0.001
WARM_SHARE = 0.99
# The kernel may let go of a large folio (2 MiB) although there is memory enough: what is missing is
# read again, and only a file that goes again and again does not stay.
READS = 3
# Of the memory that is available; the rest is for fio and everybody else.
USABLE = 0.8
_LOOK = 0.1


def past_cache(tell: Tell, cancelled: Callable[[], bool]) -> Cache:
    """For a target that is measured past the cache: nothing to do."""
    return DIRECT


def emptied_cache(tell: Tell, cancelled: Callable[[], bool]) -> Cache:
    """For a target whose fio is started after the helper has emptied the caches."""
    return COLD


def check_memory(size: int, available: int | None) -> None:
    """Raises MachineError when a file of `size` bytes would not stay in memory."""
    if available is not None and size > USABLE * available:
        raise MachineError(
            "The warm cache needs {size} of memory; only {available} is available.",
            size=Bytes(size, binary=True),
            available=Bytes(available, binary=True),
            advice=Advice(Remedy.CHOOSE_SMALLER_FILE),
        )


class FileCache:
    """The pages of the test file, for a run that wants them `wanted` (direct, cold or warm).

    `past` says that the I/O really goes past the cache: then there is nothing to do. Otherwise the
    state found afterwards is reported, not the requested one: on a file system in memory nothing
    can be dropped, and where direct I/O is refused the file is as cold as fio makes it.
    """

    def __init__(self, file: TestFile, wanted: Cache, *, past: bool) -> None:
        self._file = file
        self._wanted = wanted
        self._past = past

    def prepare(self, tell: Tell, cancelled: Callable[[], bool]) -> Cache:
        """Write what is dirty, then drop or read. Raises MachineError; see `Prepare`."""
        if self._past:
            return DIRECT
        done = [0]
        failure: list[OSError] = []
        # Its own descriptor: after a cancel the file may be closed before the thread has ended.
        own = os.dup(self._file.descriptor)
        work = threading.Thread(
            target=self._work, args=(own, done, failure, cancelled), name="page-cache", daemon=True
        )
        work.start()  # a drive that takes minutes to write what is dirty can still be cancelled
        while work.is_alive() and not cancelled():
            work.join(_LOOK)
            if done[0] and work.is_alive():
                tell(done[0], self._file.size)
        if cancelled():
            return self._wanted
        if failure:
            raise explain_error(failure[0], self._file.folder) from failure[0]
        return self._found()

    def _work(
        self,
        descriptor: int,
        done: list[int],
        failure: list[OSError],
        stop: Callable[[], bool],
    ) -> None:
        size = self._file.size

        def told(bytes_read: int) -> None:
            done[0] = bytes_read

        try:
            if self._wanted != WARM:
                pagecache.drop(descriptor)
                return
            pagecache.write_back(descriptor)
            for _ in range(READS):
                there = pagecache.resident(descriptor, size)
                if there is not None and there >= WARM_SHARE * size:
                    break
                pagecache.read_through(descriptor, size, told, stop)
        except OSError as error:
            failure.append(error)
        finally:
            close_quietly(descriptor)

    def _found(self) -> Cache:
        size = self._file.size
        there = pagecache.resident(self._file.descriptor, size)
        if self._wanted != WARM:
            return WARM if there is not None and there > COLD_SHARE * size else COLD
        if there is not None and there < WARM_SHARE * size:
            raise MachineError(
                "Only {share} of the test file stays in memory.",
                share=format_percent(there / size),
                advice=Advice(Remedy.CHOOSE_SMALLER_FILE),
            )
        return WARM
