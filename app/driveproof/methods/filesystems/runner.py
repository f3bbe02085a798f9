# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before each repeat its file system is made anew and its test file written, unless it is there."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events
from driveproof.engine.run.layout import lay_out
from driveproof.engine.run.phase import PhaseRunner, Tools, phase_runners
from driveproof.methods.filesystems.bench import Maker


def runners(profile: Profile, tools: Tools) -> Callable[[Phase, int], PhaseRunner]:
    """fio, on the file system of the test."""
    maker = tools.bench.own
    assert isinstance(maker, Maker)
    mounted: tuple[str, int] | None = None
    # The file system that is mounted, and the round that it was made for.

    def switch(phase: Phase, order: int) -> None:
        nonlocal mounted
        name = phase.asked.filesystem
        if mounted == (name, order):
            return
        tools.observer(events.MakingFilesystem(name, tools.progress.remaining()))
        tools.bench, tools.on_filesystem = maker.make(name)
        layout = tools.bench.files.layout
        assert layout is not None
        lay_out(tools, layout(profile.size), profile.size)
        mounted = name, order

    return phase_runners(profile, tools, switch)
