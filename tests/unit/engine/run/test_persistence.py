# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A failing history loses its entry, not the measurement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import NoteKind
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.engine.run.persistence import SafeRecorder


class Full:
    """A recorder whose disk is full from step `fails` on."""

    def __init__(self, fails: int) -> None:
        self.calls = 0
        self._fails = fails

    def _step(self) -> None:
        self.calls += 1
        if self.calls > self._fails:
            raise MachineError("The history is full.", advice=Advice("Free some space."))

    def begin(self, run: Run) -> None:
        self._step()

    def keep_phase(self, run_id: str, phase: PhaseResult) -> None:
        self._step()

    def finish(self, run: Run) -> None:
        self._step()


@pytest.mark.parametrize("fails", [0, 1, 2, 3])
def test_it_measures_on(fails: int, make_run: Callable[..., Run]) -> None:
    run = make_run()
    full = Full(fails)
    recorder = SafeRecorder(full)
    recorder.begin(run)
    recorder.keep_phase(run.id, run.phases[0])
    ended = recorder.finish(run)
    if fails == 3:
        assert recorder.failure is None
        assert ended == run
        assert full.calls == 3
        return
    # After the first failure it is not tried again: half a run must not look like a whole one.
    assert full.calls == fails + 1
    assert recorder.failure is not None
    assert ended.notes[-1].kind is NoteKind.UNKEPT
    assert ended.notes[:-1] == run.notes


def test_nothing_is_kept_where_nobody_keeps(make_run: Callable[..., Run]) -> None:
    run = make_run()
    recorder = SafeRecorder(None)
    recorder.begin(run)
    assert recorder.finish(run) is run
    assert recorder.failure is None
