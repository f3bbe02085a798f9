# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording: what it comes to in a year, who is named, and what is not claimed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import recording_run, requested

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Cell
from driveproof.domain.quantity import Bytes, OneOf, Seconds, Share
from driveproof.domain.run.observed import REGIONS, Requested, Requests, Writer
from driveproof.domain.run.recording import recorded_of
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded, Say
from driveproof.methods import answer_of
from driveproof.methods.record.answer import MOST, answer, sizes_groups


def changed(run: Run, **more: object) -> Run:
    (phase,) = run.phases
    (repeat,) = phase.repeats
    assert repeat.observed is not None
    observed = replace(repeat.observed, **more)  # type: ignore[arg-type]
    return replace(run, phases=(replace(phase, repeats=(replace(repeat, observed=observed),)),))


def fact(found: Answer, key: str) -> Cell:
    (value,) = (one.value for one in found.facts if one.key == key)
    return value


def test_an_hour_beside_the_endurance() -> None:
    run = recording_run()
    found = answer(run)
    assert found == answer_of(run)
    recorded = recorded_of(run)
    assert recorded is not None
    moved, most, idle = found.sentences
    assert moved.values["written"] == Bytes(recorded.written)
    assert most.values["writer"] == "postgresql.service"
    assert idle.values["duration"] == Seconds(96.0)
    year = fact(found, "per_year")
    assert isinstance(year, Say)
    share = year.values["share"]
    assert isinstance(share, Share)
    assert share.number == pytest.approx(recorded.written * 8760 / 6e14)
    sizes = fact(found, "write_sizes")
    assert isinstance(sizes, OneOf)
    assert [str(one) for one in sizes.names] == [
        "4096 bytes 73%",
        "8192 bytes 10%",
        "65536 bytes 8%",
    ]
    writers = found.table("writers")
    assert writers.column("who")[0] == "postgresql.service"
    assert isinstance(writers.column("share")[0], Share)
    assert writers.column("share")[-1] is None  # a process may have written to another drive


def test_where_it_was_written_to() -> None:
    (regions,) = answer(recording_run()).positions
    assert regions.size > 0
    assert [(way, len(amounts)) for way, amounts in regions.parts] == [
        ("read", REGIONS),
        ("write", REGIONS),
    ]
    assert answer(recording_run(traced=False)).positions == ()


def test_nobody_is_blamed_where_groups_are_not_counted() -> None:
    found = answer(changed(recording_run(traced=False), grouped=False, writers=()))
    assert all("writer" not in one.values for one in found.sentences)
    assert found.table("writers").rows == ()
    assert found.measured


def test_an_idle_drive() -> None:
    found = answer(changed(recording_run(), quiet=3600.0, writers=()))
    assert len(found.sentences) == 2
    assert found.sentences[-1].values == {}


@pytest.mark.parametrize(
    ("seconds", "longest", "code"),
    [(3600.0, 700.0, "possible"), (3600.0, 96.0, "no"), (60.0, 60.0, "unknown")],
)
def test_whether_a_disk_could_sleep(seconds: float, longest: float, code: str) -> None:
    run = changed(recording_run(seconds), rotational=True, longest_quiet=longest)
    sleep = fact(answer(run), "sleep")
    assert isinstance(sleep, Coded)
    assert sleep.code == code
    assert "sleep" not in {one.key for one in answer(recording_run()).facts}


def test_what_was_not_seen_is_not_known() -> None:
    run = recording_run()
    recorded = recorded_of(run)
    assert recorded is not None and recorded.requests is not None
    few = replace(recorded.requests, lost=recorded.requests.count)
    found = answer(changed(run, requests=few))
    assert fact(found, "in_flight") is None
    assert fact(found, "lost") is not None


def test_notes_say_what_a_recording_lacks() -> None:
    run = recording_run()
    usual = len(answer(run).notes)
    recorded = recorded_of(run)
    assert recorded is not None and recorded.requests is not None
    cut = changed(run, requests=replace(recorded.requests, seconds=600.0))
    assert len(answer(cut).notes) == usual + 1
    assert len(answer(recording_run(60.0)).notes) == usual + 1
    assert len(answer(changed(run, grouped=False)).notes) == usual + 1


def test_a_writer_of_a_kind_that_is_not_known_has_none() -> None:
    run = changed(recording_run(), writers=(Writer("process", "a", 0, 5), Writer("new", "b", 0, 5)))
    assert len(answer(run).table("writers").rows) == 1


def test_a_run_without_a_recording_has_nothing_to_say() -> None:
    run = recording_run()
    found = answer(replace(run, phases=(replace(run.phases[0], repeats=()),)))
    assert not found.measured
    assert found.sentences == ()


def test_the_sizes_of_requests() -> None:
    found = sizes_groups(requested())
    first = found.groups[0]
    assert first.title == Bytes(4096, binary=True)
    read, write = first.bars
    assert read is not None and write is not None
    assert write.height == pytest.approx(0.73, abs=0.005) and write.label == Share(write.height)
    assert len(found.key) == len(found.spoken) == 2
    table = found.table
    assert table.column("size")[0] == first.title
    assert table.column("write_share")[0] == Share(write.height, figures=2)


def test_the_most_frequent_sizes_are_drawn() -> None:
    def drawn(read: Requested) -> list[object]:
        return [one.title for one in sizes_groups(Requests("sda", 2**30, 1.0, read=read)).groups]

    assert len(drawn(Requested(tuple((4096 * at, at) for at in range(1, 60))))) == MOST
    # What is written as 0 % takes no room from the bars that count.
    assert drawn(Requested(((4096, 9990), (8192, 10)))) == [Bytes(4096, binary=True)]
    assert drawn(Requested()) == []
