# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress of a measurement, as text for the strip and for the drive's row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import format_duration, format_size


@dataclass(frozen=True, slots=True)
class Running:
    """`path` is the target, `text` the current step, `progress` a fraction from 0 to 1, `remaining`
    in seconds, None if unknown.
    """

    path: str
    text: str = ""
    progress: float = 0.0
    remaining: float | None = None

    @property
    def words(self) -> str:
        """The current step, and the remaining time."""
        if self.remaining is None:
            return self.text
        left = _("{seconds} left").format(seconds=format_duration(self.remaining))
        return f"{self.text} · {left}" if self.text else left


def follow(before: Running | None, news: Iterable[object]) -> Running | None:
    """The measurement after these events of it; unrelated events change nothing."""
    from driveproof.engine.run import events  # noqa: PLC0415 - numpy

    now = before
    for event in news:
        if isinstance(event, events.Started):
            now = Running(event.target.device or event.target.path, remaining=event.seconds)
        if now is None:
            continue
        match event:
            case events.Preparing():
                done, total = format_size(event.done), format_size(event.total)
                text = _("Writing the test file: {done} of {total}")
                if event.reading:
                    text = _("Reading the test file: {done} of {total}")
                text = text.format(done=done, total=total)
                now = replace(now, text=text, remaining=event.remaining)
            case events.RepeatStarted():
                phase = event.phase
                text = _("{test}, {direction}: repeat {number} of {count}").format(
                    test=phase.title,
                    direction=" + ".join(direction_word(name) for name in phase.directions),
                    number=event.order,
                    count=event.repeats,
                )
                now = replace(now, text=text)
            case events.Measured() | events.Scanned():
                now = replace(now, progress=event.progress, remaining=event.remaining)
    return now
