# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before each repeat its file system is made anew and its test file written, unless it is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import OnFilesystem, Repeat
from driveproof.engine.run import events
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.layout import lay_out
from driveproof.engine.run.phase import PhaseRunner
from driveproof.methods.filesystems.bench import Maker


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], FilesystemRunner]:
    """fio, on the file system of the test."""
    mounted = _Mounted(profile.size, tools)
    return lambda frame: FilesystemRunner(frame, mounted)


class _Mounted:
    """The file system that is mounted; a test file has `size` bytes."""

    def __init__(self, size: int, tools: Tools) -> None:
        assert isinstance(tools.bench.own, Maker)
        self._maker = tools.bench.own
        self._size, self._tools = size, tools
        self._made_for = "", 0
        """Its name, and the round that it was made for."""
        self.made = OnFilesystem(0.0, 0)
        """What making it came to."""

    def switch(self, phase: Phase, order: int) -> None:
        """Make the one of a test, unless it is there. Raises DriveproofError."""
        tools, name = self._tools, phase.asked.filesystem
        if self._made_for == (name, order):
            return
        tools.observer(events.MakingFilesystem(name, tools.progress.remaining()))
        tools.bench, self.made = self._maker.make(name)
        layout = tools.bench.files.layout
        assert layout is not None
        lay_out(tools, layout(self._size), self._size)
        self._made_for = name, order


class FilesystemRunner(PhaseRunner):
    """Has fio measure on a file system that was made for it."""

    def __init__(self, frame: Frame, mounted: _Mounted) -> None:
        super().__init__(frame, mounted.switch)
        self._mounted = mounted

    def finished(self, repeat: Repeat) -> Repeat:
        """With what the machine has spent: the file system is what is measured."""
        spent = self.frame.effort
        found = replace(self._mounted.made, cpu=spent.cpu, stalled=spent.stalled)
        return replace(repeat, on_filesystem=found)
