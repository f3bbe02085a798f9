# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run's remarks on its own figures."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.guided_runs import probe_run
from tests.builders.measured_run import WRITE, measured

from driveproof.domain.notes import NoteKind, calling
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import capacity_on_device
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import (
    CUT_SHORT,
    Limits,
)
from driveproof.engine.run.findings import findings
from driveproof.engine.run.profiles import Profiles
from driveproof.wording.run import note_text

PROFILE = Profile("p", "P", "?", (WRITE,), size=2**30)


def test_a_full_queue_for_the_whole_time_says_nothing() -> None:
    assert findings(PROFILE, [measured((2.0, 1000, 0.001), (1.9, 990, 0.001))]) == ()


def test_a_write_that_ended_at_its_limit_says_so() -> None:
    (note,) = findings(PROFILE, [measured((0.6, 1000, 0.001), (0.5, 1000, 0.001))])
    assert str(note.values["tests"]) == "SEQ1M Q1T1 write"
    assert note.values["seconds"] == Seconds(0.55, precise=True)
    profile = Profile("p", "P", "?", (replace(WRITE, seconds=0.5),), size=2**30)
    (short,) = findings(profile, [measured((0.09, 1000, 0.001))])
    assert (short.values["planned"], short.kind) == (Seconds(0.5, precise=True), NoteKind.DOUBT)


def test_a_fill_that_wrote_all_of_it_says_nothing() -> None:
    """It is over when the device is full; that spares nothing."""
    fill = replace(WRITE, to_end=True)
    profile = Profile("p", "P", "?", (fill,), size=2**30)
    result = replace(measured((0.1, 1000, 0.001)), name=fill.name)
    assert findings(profile, [result]) == ()


def test_a_probe_writes_single_blocks_and_fills_nothing() -> None:
    run = probe_run()
    profile = capacity_on_device(
        with_choices(Profiles().find("capacity"), {"probe": True}), run.target.size or 0
    )
    assert findings(profile, run.phases) == ()


def test_what_several_tests_share_is_one_sentence() -> None:
    """Four tests of a profile said nearly the same, one below the other."""
    tests = tuple(replace(WRITE, block_size=size) for size in (4096, 65536, 2**20))
    profile = Profile("p", "P", "?", tests, size=2**30)
    results = [
        replace(measured((seconds, 1000, 0.001)), name=test.name)
        for test, seconds in zip(tests, (0.04, 0.09, 0.6), strict=True)
    ]
    short, long = findings(profile, results)
    names = {tests[0].name: "Small, random", tests[1].name: "Larger"}
    said = note_text(calling(short, names)).replace("\u202f", " ")
    assert all(one in said for one in ("Small, random; Larger", "40.0 ms", "2.00 s"))
    assert short.kind is NoteKind.DOUBT and long.kind is NoteKind.OTHER
    assert str(long.values["tests"]) == tests[2].name


def test_a_processor_that_limits_is_named() -> None:
    (note,) = findings(PROFILE, [measured((2.0, 2246, 150e-6))])
    assert "34\u202f%" in note_text(note)


def test_a_generator_that_explains_it_is_named() -> None:
    result = measured((2.0, 2246, 150e-6))
    made = replace(result, limits=Limits(generator=160e-6))
    (found,), (other,) = findings(PROFILE, [made]), findings(PROFILE, [result])
    assert found.values["text"] != other.values["text"]


def test_reads_are_held_up_by_the_processor_alone() -> None:
    written = measured((2.0, 2246, 150e-6))
    repeats = tuple(
        replace(repeat, directions={"read": repeat.directions["write"]})
        for repeat in written.repeats
    )
    read = replace(written, name="SEQ1M Q1T1 read", direction="read", repeats=repeats)
    (sentence,) = map(note_text, findings(PROFILE, [read]))
    assert "34\u202f% full" in sentence


def test_repeats_that_were_cut_short_are_not_judged() -> None:
    assert findings(PROFILE, [measured((1.1, 10, 0.001), disturbed=(CUT_SHORT,))]) == ()
