# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the helper's FITRIM line by line: how far it is, how long still, and its end."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import TRIMMING, TrimProgress
from driveproof.system.helper.job import HelperJob, JobEnding

TICK = 0.25
"""Seconds between two looks at whether it was cancelled."""
REDRAW = 0.1
"""Seconds between two reports to the observer."""
_GRACE = 10.0
"""The helper insists after 3 s; a drive that hangs may take longer still."""
_LONGEST_LINE = 4096
_SHARE_TO_TELL = 0.02
"""Below this share, how long it takes is not known."""


@dataclass
class StepCounter:
    """Adds up what the helper reports. `size` is that of the device, `free` what was free on it."""

    size: int
    free: FreeSpace | None
    whole: bool = False
    """btrfs is trimmed in one go: its one answer is the end."""
    lengths: bool = False
    """xfs answers with the requested lengths: the free space in them is reported instead."""
    position: int = 0
    trimmed: int = 0
    _rest: bytes = b""

    def take(self, data: bytes) -> int:
        """Bytes of the job's output; how many steps have ended. Raises MachineError."""
        self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        if len(self._rest) > _LONGEST_LINE:
            raise _nonsense()
        for line in lines:
            try:
                step = json.loads(line)
                end, trimmed = int(step["start"]) + int(step["length"]), int(step["trimmed"])
            except (ValueError, LookupError, TypeError) as error:
                raise _nonsense() from error
            self.position = self.size if self.whole else min(end, self.size)
            self.trimmed += max(trimmed, 0)
        return len(lines)

    def progress(self, elapsed: float) -> TrimProgress:
        """The progress after this many seconds; where free space is, progress counts more."""
        share = self.position / self.size if self.size else None
        if self.free is not None and self.free.bins:
            share = self.free.before(self.position)
        if self.whole and not self.position:
            share = None
        trimmed = self.trimmed
        if self.lengths and self.free is not None and share is not None:
            trimmed = round(share * self.free.bytes)
        remaining = None
        if share is not None and share >= _SHARE_TO_TELL:
            remaining = elapsed * (1 - share) / share
        return TrimProgress(
            step=TRIMMING,
            position=self.position,
            size=self.size,
            trimmed=trimmed,
            elapsed=elapsed,
            share=share,
            remaining=remaining,
        )


def follow(
    job: HelperJob,
    steps: StepCounter,
    *,
    cancelled: Callable[[], bool],
    on_progress: Callable[[TrimProgress], None],
    clock: Callable[[], float] = time.monotonic,
) -> JobEnding | None:
    """Follow the job to its end; None where it did not end although it was cancelled.

    Closes the job. Raises DriveproofError when the helper has gone.
    """
    begin, asked, reported = clock(), None, -REDRAW
    try:
        with os.fdopen(job.output, "rb", buffering=0) as pipe:
            poll = select.poll()
            poll.register(pipe, select.POLLIN | select.POLLHUP)
            while True:
                if cancelled() and asked is None:
                    job.cancel()
                    asked = clock()
                if asked is not None and clock() - asked > _GRACE:
                    return None
                if poll.poll(TICK * 1000):
                    data = pipe.read(65536)
                    if not data:
                        break
                    steps.take(data)
                now = clock()
                if now - reported >= REDRAW:
                    reported = now
                    on_progress(steps.progress(now - begin))
        on_progress(steps.progress(clock() - begin))
        return job.wait(_GRACE)
    except TimeoutError as error:
        raise MachineError("Unknown output of the helper.") from error
    finally:
        job.close()


def fitrim_failure(ending: JobEnding, place: str) -> DriveproofError | None:
    """What went wrong, None for nothing; `place` is what was trimmed."""
    if not ending.status and not ending.reason:
        return None
    if ending.timed_out:
        return MachineError(
            "The TRIM of {path} did not end within hours; part of it may be trimmed.",
            path=place,
            advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
        )
    if ending.not_supported:
        return MachineError(
            "{name} does not support TRIM.",
            name=place,
            advice=Advice(Remedy.SHOW_CHAIN),
        )
    if not ending.why:
        return MachineError("{path} was not trimmed.", path=place)
    return MachineError("{path} was not trimmed: {reason}.", path=place, reason=ending.why)


def _nonsense() -> MachineError:
    return MachineError("Unknown output of the helper.")
