# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a repeat keeps beside its figures, as stored in the history, and malformed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.guided_runs import (
    bad_sectors_run,
    caches_run,
    capacity_run,
    everyday_run,
    filesystem_run,
    hosts_run,
    iops_at_latency_run,
    mirror_run,
    mixed_run,
    multi_drive_run,
    recording_run,
)
from tests.builders.tasks_done import example_real_life

from driveproof.domain.codec import DecodeError
from driveproof.domain.run.run import Position, Run
from driveproof.history.documents import StoredDocument
from driveproof.history.rows import (
    ENVIRONMENT,
    PHASE,
    REPEAT,
    RESULT,
    TARGET,
    pack_positions,
    unpack_positions,
)

RUNS = (
    bad_sectors_run, caches_run, capacity_run, everyday_run, filesystem_run, hosts_run,
    iops_at_latency_run, mirror_run, mixed_run, multi_drive_run, recording_run, example_real_life,
)  # fmt: skip
NUMBERS = st.integers(0, 2**63 - 1)
PLACES = st.builds(Position, NUMBERS, NUMBERS, st.floats(0, 1e9))


@given(st.lists(PLACES).map(tuple))
def test_positions_come_back(positions: tuple[Position, ...]) -> None:
    assert unpack_positions(pack_positions(positions)) == positions


@pytest.mark.parametrize(
    "blob", [b"", b"\x07abc", b"\x01abc", b"\x01" + zlib.compress(b"12345")], ids=repr
)
def test_what_is_no_positions_is_refused(blob: bytes) -> None:
    with pytest.raises(ValueError, match="positions"):
        unpack_positions(blob)


@pytest.mark.parametrize("made", RUNS, ids=lambda made: made.__name__)
def test_everything_of_a_run_comes_back(made: Callable[[], Run]) -> None:
    run = made()
    assert ENVIRONMENT.unpack(ENVIRONMENT.pack(run.environment)) == run.environment
    assert TARGET.unpack(TARGET.pack(run.target)) == run.target
    for phase in run.phases:
        assert again(PHASE, phase) == phase
        for repeat in phase.repeats:
            assert again(REPEAT, repeat) == repeat
            for result in repeat.directions.values():
                assert again(RESULT, result) == result


def again(document: StoredDocument[Any], value: object) -> object:
    """Through its document, with what is kept beside it."""
    return document.unpack(
        document.pack(value), **{name: getattr(value, name) for name in document.beside}
    )


@pytest.mark.parametrize(
    "text",
    [
        None,
        b"\xff",
        "{",
        "[1]",
        "{}",
        '{"order": "1"}',
        '{"order": 1, "hosts": [1]}',
        '{"order": 1, "hosts": [{"host": "a", "late": 0, "directions": []}]}',
        '{"order": 1, "members": [{"device": "sda"}]}',
        '{"order": 1, "members": [{"device": "sda", "role": "above"}]}',
        '{"order": 1, "observed": {"quiet": 1}}',
    ],
    ids=repr,
)
def test_what_cannot_be_understood_is_refused(text: object) -> None:
    with pytest.raises(DecodeError):
        REPEAT.unpack(text, directions={})
