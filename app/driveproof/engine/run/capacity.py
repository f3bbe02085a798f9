# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of capacity: fill files with self-describing blocks, then read all of them back."""

from __future__ import annotations

import errno
import mmap
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import CHECK_BLOCK, DIRECT, Phase
from driveproof.domain.run.areas import BLOCK, OWN_ENGINE, AreaState, area
from driveproof.domain.run.run import CUT_SHORT, PhaseResult, Repeat
from driveproof.domain.run.self_describing import SelfDescribing
from driveproof.domain.run.work import Data
from driveproof.engine.run import events
from driveproof.engine.run.checked import Found, Pass, PassEnding, slow_area
from driveproof.engine.run.filled_files import SYNC_EVERY, FilledFiles, FullError
from driveproof.engine.run.monitor import Throttling
from driveproof.engine.run.phase import Tools, without_repeats

_PIECES = (2**16, BLOCK)
"""Where a read fails it is tried again in pieces of so many bytes, to find the bad block."""
_GONE = frozenset({errno.ENODEV, errno.ENXIO, errno.ENOMEDIUM, errno.ESTALE, errno.ESHUTDOWN})

Stopped = Callable[[], bool]


@dataclass
class Filling:
    """What the reading has to know of the writing: the blocks, and where none could be written."""

    files: FilledFiles
    blocks: SelfDescribing = field(default_factory=lambda: SelfDescribing(secrets.randbits(64)))
    refused: set[int] = field(default_factory=set)
    """Offsets of CHECK_BLOCK bytes."""


def capacity_runners(tools: Tools) -> Callable[[Phase, int], CapacityRunner]:
    """Makes what does the two tests of a check, given the test and its number (from 0)."""
    files = tools.prepared.fills
    assert files is not None
    filling = Filling(files)

    def made(phase: Phase, index: int) -> CapacityRunner:
        return CapacityRunner(phase, index, tools, filling)

    return made


class CapacityRunner:
    """Writes everything or reads everything back; `result` has the outcome."""

    def __init__(self, phase: Phase, index: int, tools: Tools, filling: Filling) -> None:
        self._phase = phase
        self._index = index
        self._tools = tools
        self._filling = filling
        self._order = 1
        self._found = Found(0)
        self._begun = time.monotonic()
        self._started = datetime.now(UTC)
        self._throttling = Throttling(tools.monitor)
        self._first = tools.monitor.stats.read()
        self.result: PhaseResult | None = None

    def end(self) -> None:
        """The test is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Go through all of it once; what made it fail, None when nothing or a cancel did. A check
        is never ended early.
        """
        tools, phase, files = self._tools, self._phase, self._filling.files
        writes, self._order = phase.writes, order
        self._found = Found(
            files.size if writes else files.written,
            CHECK_BLOCK if files.truly_direct or not writes else SYNC_EVERY,
        )
        self.result = without_repeats(
            phase,
            (),
            engine=OWN_ENGINE,
            direct=tools.prepared.direct,
            cache=DIRECT,
            data=Data.FRESH,
        )
        tools.observer(events.RepeatStarted(self._index, phase, order, 1, (), OWN_ENGINE))
        self._begun, self._started = time.monotonic(), datetime.now(UTC)
        self._first = tools.monitor.stats.read()
        self._throttling.begin()
        ending = tools.start(
            Pass(
                self._write if writes else self._read,
                cancelled=tools.cancelled,
                progress=lambda: self._found.done,
                on_look=self._tell,
                on_silence=lambda gap: tools.observer(events.Stalled(self._index, order, gap)),
            )
        )
        tools.progress.repeat_ended(self._index, time.monotonic() - self._begun)
        self._add(ending)
        return ending.failure

    def _tell(self) -> None:
        self._throttling.look()
        found, progress = self._found, self._tools.progress
        elapsed = time.monotonic() - self._begun
        if found.done:
            whole = elapsed * found.total / found.done
            progress.expect(self._index, whole)
            if self._phase.writes:  # reading takes about as long
                progress.expect(self._index + 1, whole)
        self._tools.observer(
            events.Checked(
                self._index,
                self._order,
                found.done,
                found.total,
                found.positions,
                found.areas,
                progress.share(self._index, elapsed),
                progress.remaining(self._index, elapsed),
            )
        )

    def _add(self, ending: PassEnding) -> None:
        """Keep what was found, however it ended."""
        result = self._found.result()
        assert self.result is not None
        if result is None:
            return
        self._tell()
        stats = self._tools.monitor.stats
        seconds = time.monotonic() - self._begun
        repeat = Repeat(
            order=self._order,
            directions={self._phase.direction: result},
            disturbed=(*self._throttling.words, *(() if ending.whole else (CUT_SHORT,))),
            started=self._started,
            members=stats.between(self._first, stats.read(), seconds),
        )
        self.result = replace(self.result, repeats=(repeat,))
        self._tools.observer(events.RepeatEnded(self._index, repeat, self.result))

    def _write(self, stopped: Stopped) -> None:
        """In a thread of its own: fill the files."""
        files, found, blocks = self._filling.files, self._found, self._filling.blocks
        with files.in_use(), mmap.mmap(-1, CHECK_BLOCK) as memory, memoryview(memory) as buffer:
            for offset in range(0, files.size, CHECK_BLOCK):
                if stopped():
                    return
                blocks.fill(buffer, offset)
                begun = time.monotonic()
                try:
                    files.write(buffer, offset)
                except FullError:
                    files.full = True
                    break
                except OSError as error:
                    self._check_device(error)
                    self._filling.refused.add(offset)
                    found.failed(CHECK_BLOCK)
                    found.mark(area(offset, CHECK_BLOCK, AreaState.UNWRITABLE))
                    files.written = offset + CHECK_BLOCK
                    continue
                found.took(offset, CHECK_BLOCK, time.monotonic() - begun)
            try:
                files.forget(stopped)
            except OSError as error:
                self._check_device(error)

    def _read(self, stopped: Stopped) -> None:
        """In a thread of its own: read everything back."""
        files, found = self._filling.files, self._found
        with files.in_use(), mmap.mmap(-1, CHECK_BLOCK) as memory, memoryview(memory) as buffer:
            for offset in range(0, files.written, CHECK_BLOCK):
                if stopped():
                    return
                if offset in self._filling.refused:
                    found.failed(CHECK_BLOCK)
                    found.mark(area(offset, CHECK_BLOCK, AreaState.UNWRITABLE))
                    continue
                begun = time.monotonic()
                try:
                    files.read(buffer, offset)
                except OSError as error:
                    self._check_device(error)
                    self._pieces(buffer, offset, CHECK_BLOCK, 0, stopped)
                    continue
                seconds = time.monotonic() - begun
                slow = found.took(offset, CHECK_BLOCK, seconds) and files.direct
                self._mark(buffer, offset, seconds if slow else None)

    def _mark(self, buffer: memoryview, offset: int, slow: float | None = None) -> None:
        for each in self._filling.blocks.check(buffer, offset):
            self._found.mark(each if slow is None else slow_area(each, slow))

    def _pieces(
        self, buffer: memoryview, offset: int, size: int, level: int, stopped: Stopped
    ) -> None:
        """Read a place that could not be read at once in smaller pieces."""
        piece = _PIECES[level]
        for begin in range(offset, offset + size, piece):
            if stopped():
                return
            part = buffer[:piece]
            try:
                self._filling.files.read(part, begin)
            except OSError as error:
                self._check_device(error)
                if level + 1 < len(_PIECES):
                    self._pieces(buffer, begin, piece, level + 1, stopped)
                else:
                    self._found.failed(piece)
                    self._found.mark(area(begin, piece, AreaState.UNREADABLE))
                continue
            self._found.failed(piece)  # its time would say nothing: the drive has tried long
            self._mark(part, begin)

    def _check_device(self, error: OSError) -> None:
        """Raises MachineError unless it was a bad place: that is a finding, and it goes on."""
        if error.errno == errno.EROFS:
            raise MachineError(
                "The file system became read-only in the middle of the test.",
                advice=Advice(
                    "The kernel does that after an error: look at its log (journalctl -k or dmesg)."
                ),
            ) from error
        if error.errno in _GONE or self._tools.monitor.gone:
            raise MachineError(
                "The device went away in the middle of the test.",
                advice=Advice("Is it still plugged in?"),
            ) from error
        if error.errno != errno.EIO:
            raise MachineError(
                "The drive failed in the middle of the check: {reason}.",
                reason=error.strerror or str(error),
                advice=Advice(
                    "Look at the kernel's log (journalctl -k or dmesg) and at the drive's health."
                ),
            ) from error
