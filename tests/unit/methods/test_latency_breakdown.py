# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A latency breakdown: whose time it is, and what is claimed of a pause."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import breakdown_run

from driveproof.domain.quantity import OneOf, Seconds, Share
from driveproof.domain.run.latency_breakdown import breakdown_of
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.latency_breakdown.answer import answer


def test_what_a_read_takes_and_what_of_it_is_ours() -> None:
    run = breakdown_run()
    found = answer(run)
    assert found == answer_of(run)
    ours, after, longest = found.sentences
    assert ours.values["share"] == Share(pytest.approx(0.076, abs=0.01))
    assert (after.values["pause"], longest.values["pause"]) == (Seconds(0.1), Seconds(10.0))
    notes = {name: value for note in found.notes for name, value in note.values.items()}
    assert isinstance(notes["settings"], OneOf)
    assert notes["state"]
    assert notes["text"] == "powersave"


@pytest.mark.parametrize(
    ("kind", "slept"),
    [("drive", "drive or link"), ("cpu", "CPU"), ("nothing", "nothing")],
)
def test_what_slept(kind: str, slept: str) -> None:
    (table,) = answer(breakdown_run(kind)).tables
    told = [str(cell) for cell in table.column("slept") if cell is not None]
    assert told == [slept] * 3
    assert table.column("slowest")[0] is None
    assert table.column("cpu")[3:] == (None,) * (len(table.rows) - 3)


@pytest.mark.parametrize(
    ("kind", "repeats", "key"),
    [
        ("drive", 3, "After {pause} of idle the first read takes {latency} instead of {usual}:"
         " the drive or its link was asleep."),
        ("cpu", 3, "After {pause} of idle the first read takes {latency} instead of {usual}:"
         " the CPU was asleep."),
        ("drive", 1, "After {pause} of idle the first read takes {latency} instead of {usual}."),
        ("nothing", 3, "The first read after pauses of up to {pause} is not slower."),
    ],
)  # fmt: skip
def test_one_repeat_blames_nobody(kind: str, repeats: int, key: str) -> None:
    assert answer(breakdown_run(kind, repeats=repeats)).sentences[1].key == key


def test_the_cpu_is_the_limit() -> None:
    run = breakdown_run("nothing")
    memory = next(phase for phase in run.phases if phase.work.part is Part.MEMORY)
    phases = tuple(
        replace(phase, repeats=memory.repeats)
        if phase.work.part is Part.DRIVE and not phase.work.think_time
        else phase
        for phase in run.phases
    )
    limited = replace(run, phases=phases)
    breakdown = breakdown_of(limited)
    assert breakdown is not None and breakdown.limited_by_cpu
    assert answer(limited).sentences[0].key != answer(run).sentences[0].key


def test_nothing_measured() -> None:
    found = answer(replace(breakdown_run(), phases=()))
    assert not found.measured
    assert found.sentences == ()
    assert all(isinstance(note, Say) for note in found.notes)
