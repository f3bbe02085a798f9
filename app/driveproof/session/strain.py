# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What slowed the drive itself down while it was measured: heat, and a link that became slower."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.run import Run
from driveproof.domain.throttling import HOT, SLOWER_LINK, marked
from driveproof.session.watch import Watch

_NOTE = (
    "The drive counted time above its warning temperature during this run, and drives slow down"
    " there."
)


class Strain:
    """Of one repeat at a time: `begin` it, `look` at every snapshot that counts."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._hot = False
        self._dips = watch.link.dips

    def begin(self) -> None:
        """A repeat starts."""
        self._hot = False
        self._dips = self._watch.link.dips

    def look(self) -> None:
        """A snapshot of the measured time."""
        self._hot = self._hot or self._watch.hot

    @property
    def words(self) -> tuple[str, ...]:
        """By what it was disturbed until now, as `Repeat.disturbed` has it."""
        found = [HOT] if self._hot else []
        return (*found, SLOWER_LINK) if self._watch.link.dips > self._dips else tuple(found)


def after_heat(run: Run) -> Run:
    """A run whose drive says afterwards that it was too warm: its hottest repeats are marked."""
    return replace(run, phases=marked(run.phases), notes=(*run.notes, _NOTE))
