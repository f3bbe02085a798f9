# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands a run to the history in slices, and continues to measure when the history fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from driveproof.domain.errors import DriveproofError
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.wording.errors import Face, message_and_advice


class Recorder(Protocol):
    """Keeps a run in slices, so that a kill loses at most the repeat that was running."""

    def begin(self, run: Run) -> None:
        """A run has started."""

    def keep_phase(self, run_id: str, phase: PhaseResult) -> None:
        """A phase as it is now, in place of what was kept of it before."""

    def finish(self, run: Run) -> None:
        """The run is over: keep its end, and what of its phases was not kept yet."""


class SafeRecorder:
    """Hands a run to a recorder that may fail: minutes of measuring are not thrown away for a file.

    After its first failure, which is in `failure`, nothing more is handed on. None keeps nothing.
    """

    def __init__(self, recorder: Recorder | None) -> None:
        self._recorder = recorder
        self.failure: DriveproofError | None = None

    def begin(self, run: Run) -> Run:
        """A run has started; the same run, with a note when it will not be kept."""
        self._try(lambda recorder: recorder.begin(run))
        return self._noted(run)

    def keep_phase(self, run_id: str, phase: PhaseResult) -> None:
        """A phase has another repeat."""
        self._try(lambda recorder: recorder.keep_phase(run_id, phase))

    def finish(self, run: Run) -> Run:
        """The run is over; the same run, with a note when it is not kept."""
        self._try(lambda recorder: recorder.finish(run))
        return self._noted(run)

    def _noted(self, run: Run) -> Run:
        if self.failure is None:
            return run
        note = Note(
            "Not saved: {reason}",
            kind=NoteKind.UNKEPT,
            reason=message_and_advice(self.failure, Face.WINDOW),
        )
        return run if note in run.notes else replace(run, notes=(*run.notes, note))

    def _try(self, step: Callable[[Recorder], None]) -> None:
        if self._recorder is None:
            return
        try:
            step(self._recorder)
        except DriveproofError as error:
            self._recorder = None
            self.failure = error
