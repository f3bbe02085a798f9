# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test as text: what it wrote, what limited its figure, and what made it another test."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders import compared_runs as made

from driveproof.domain.run.result import written_data
from driveproof.domain.run.run import Limits, PhaseResult
from driveproof.domain.run.work import NAMES, OUR_WORK, Data
from driveproof.domain.run.work_words import work_title, work_value
from driveproof.wording.phase import limit_texts
from driveproof.wording.say import value_text

MIB = 2**20


def written(latency: float, *, depth: int = 1, limits: Limits | None = None) -> PhaseResult:
    """A sequential write test of 1000 IOPS with this mean latency in seconds."""
    found = made.phase([1000.0] * 3, direction="write", pattern="sequential", depth=depth)
    return replace(made.with_latency(found, latency), limits=limits or Limits())


def test_the_drive_itself_is_no_limit() -> None:
    assert limit_texts(written(0.00099)) == ()


@pytest.mark.parametrize(
    ("generator", "said"),
    [
        (None, "CPU"),
        (450e-6, "data generator"),
    ],
)
def test_what_set_a_figure_instead_of_the_drive(generator: float | None, said: str) -> None:
    found = written(0.0005, limits=Limits(generator=generator))
    assert limit_texts(found) == (f"limited by the {said}: only 50\u202f% of the time was I/O",)


def test_what_a_file_system_buffers_is_said_first() -> None:
    limits = Limits(submission=0.96, buffered_by="btrfs")
    assert limit_texts(written(0.032, depth=32, limits=limits)) == (
        "buffered I/O by btrfs",
        "queue depth not reached: 96\u202f% of the time was submission",
    )


@pytest.mark.parametrize("data", Data)
def test_only_of_what_is_written_the_data_is_told(data: Data) -> None:
    for direction in ("read", "trim"):
        phase = made.phase(made.STEADY, direction=direction)
        assert written_data(replace(phase, work=replace(phase.work, data=data))) is None
    phase = made.phase(made.STEADY, direction="write")
    assert written_data(replace(phase, work=replace(phase.work, data=data)))
    assert written_data(replace(phase, work=replace(phase.work, data=None))) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_the_work_has_words(name: str) -> None:
    assert value_text(work_title(name))
    assert value_text(work_value(name, getattr(OUR_WORK, name)))


def test_values_of_the_work() -> None:
    for name, value, words in (
        ("fdatasync", 32, "every 32 writes"),
        ("fsync", 1, "every write"),
        ("rate", (MIB, 0, 2 * MIB), "read 1.05 MB/s, trim 2.10 MB/s"),
        ("rate", (MIB,), "read 1.05 MB/s"),  # imported: no run of ours has one alone
        ("offset", "", "all of it"),
        ("end_fsync", True, "yes"),
    ):
        assert value_text(work_value(name, value)).replace("\u202f", " ") == words
