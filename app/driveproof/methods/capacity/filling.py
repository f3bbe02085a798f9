# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The check of capacity: fill files with self-describing blocks, then read all of them back."""

from __future__ import annotations

import errno
import mmap
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from driveproof.domain.errors import MachineError
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.areas import AREA_BLOCK, AreaState, area
from driveproof.domain.run.failed_io import LOOK_AT_IT, known_failure, of_place
from driveproof.domain.say import Say
from driveproof.engine.run.capacity_lines import area_of
from driveproof.engine.run.check_runner import CheckRunner
from driveproof.engine.run.checked import CheckedAreas, Pass, slow_area
from driveproof.engine.run.explained import is_shut
from driveproof.engine.run.frame import Frame, Tools
from driveproof.helper.self_describing import SelfDescribing
from driveproof.methods.capacity.filled_files import SYNC_EVERY, FilledFiles, FullError

_PIECES = (2**16, AREA_BLOCK)
"""Where a read fails it is tried again in pieces of so many bytes, to find the bad block."""
Stopped = Callable[[], bool]


@dataclass
class Filling:
    """What the reading has to know of the writing: the blocks, and where none could be written."""

    files: FilledFiles
    blocks: SelfDescribing
    refused: set[int] = field(default_factory=set)
    """Offsets of CHECK_BLOCK bytes."""


def capacity_runners(tools: Tools) -> Callable[[Frame], CapacityRunner]:
    """Makes what does the two tests of a check."""
    files = tools.bench.own
    assert isinstance(files, FilledFiles)
    filling = Filling(files, SelfDescribing(files.number))
    return lambda frame: CapacityRunner(frame, filling)


class CapacityRunner(CheckRunner):
    """Writes everything or reads everything back."""

    def __init__(self, frame: Frame, filling: Filling) -> None:
        super().__init__(frame)
        self._filling = filling

    def planned(self) -> CheckedAreas:
        """All that is to be written, or that was."""
        files, writes = self._filling.files, self.frame.phase.writes
        least = CHECK_BLOCK if files.truly_direct or not writes else SYNC_EVERY
        return CheckedAreas(files.size if writes else files.written, least)

    def job(self) -> Pass:
        """Ours."""
        return Pass(
            self._write if self.frame.phase.writes else self._read,
            cancelled=self.frame.tools.jobs.cancelled,
            progress=lambda: self.found.done,
            on_look=self.look,
            on_silence=self.frame.stalled,
        )

    def _write(self, stopped: Stopped) -> None:
        """In a thread of its own: fill the files."""
        files, found, blocks = self._filling.files, self.found, self._filling.blocks
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
        files, found = self._filling.files, self.found
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
        for piece in self._filling.blocks.check(buffer, offset):
            each = area_of(piece)
            self.found.mark(each if slow is None else slow_area(each, slow))

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
                    self.found.failed(piece)
                    self.found.mark(area(begin, piece, AreaState.UNREADABLE))
                continue
            self.found.failed(piece)  # its time would say nothing: the drive has tried long
            self._mark(part, begin)

    def _check_device(self, error: OSError) -> None:
        """Raises MachineError unless it was a bad place: that is a finding, and it goes on."""
        if self.frame.tools.monitor.gone:
            raise known_failure(errno.ENODEV) or error
        if is_shut(self.frame.tools.bench.target):  # ext4 answers the first writes with EIO
            raise known_failure(errno.EROFS) or error
        number = error.errno or 0
        if not of_place(number):
            raise known_failure(number) or MachineError(
                "{name} failed: {reason}.",
                name=Say("The drive"),
                reason=error.strerror or str(error),
                advice=LOOK_AT_IT,
            ) from error
