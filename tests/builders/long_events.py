# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a session tells of sustained writes and of rounds while they go on, made from their runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.sustained import Changes
from driveproof.domain.run.work import Part
from driveproof.engine.run import events


def told(run: Run, profile: Profile) -> Iterator[events.Event]:
    """All events but the last: a run that goes on."""
    yield events.Started(profile, run.target, run.environment, 1000.0, ())
    for index, result in enumerate(run.phases):
        planned = [one for one in profile.phases if one.name == result.name]
        phase = planned[0] if planned else _phase_of(result)
        for number, repeat in enumerate(result.repeats, start=1):
            yield events.RepeatStarted(
                index, phase, number, len(result.repeats), ("fio",), "libaio"
            )
            changes = Changes()
            seconds, written = [0.0], [0]
            written_to = repeat.directions.get("write")
            for sample in written_to.samples if written_to is not None else ():
                yield events.Measured(index, number, (sample,), False, 0.5, 100.0)
                seconds.append(sample.time)
                written.append(written[-1] + sample.bytes)
                long = result.work.part in (Part.SUSTAINED, Part.RECOVERY)
                if long and changes.due(seconds[-1], len(seconds)):
                    found = changes.look(seconds, written)
                    yield events.SpeedChanged(index, number, found)
            so_far = replace(result, repeats=result.repeats[:number])
            yield events.RepeatEnded(index, repeat, so_far)
        yield events.PhaseEnded(index, result, 10.0)


def _phase_of(result: PhaseResult) -> Phase:
    """The test that a course added."""
    return Phase(
        title=result.title, direction="write", pattern=result.pattern,
        block_size=result.block_size, queue_depth=result.queue_depth, warmup=0.0,
        seconds=result.planned_seconds, part=result.work.part, rest=result.work.rest,
    )  # fmt: skip
