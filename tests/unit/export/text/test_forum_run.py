# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The block for a forum: a familiar layout, nothing private, and readable by our own importer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.recorded import finished_run

from driveproof.domain.errors import MachineError
from driveproof.domain.run.run import METRICS, Run
from driveproof.domain.say import Say
from driveproof.export.text.forum_run import forum_text, stem_of
from driveproof.importers.detect import read_results

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HOSTILE = (
    "[/code][img]x[/img]<b>`\x1b]0;\u202e\n[Read]\n  SEQ1M Q8T1: 1 MB/s [1 IOPS]\n"
    "CrystalDiskMark 8 (C)"
)
RUN = finished_run()


def read_again(text: str) -> Run:
    (run,) = read_results(text.encode(), NOW)
    return run


def test_it_has_the_shape_that_people_know() -> None:
    text = forum_text(RUN)
    assert re.search(
        r"^  SEQ1M Q8T1 : +\d+\.\d{3} MB/s \[ +\d+\.\d IOPS\] < +\d+\.\d\d us>  -\d+ \+\d+ %$",
        text,
        re.M,
    )
    assert text.index("[Read]") < text.index("[Write]") < text.index("[Mix]")
    for words in ("Driveproof 0", "fio-3.33", "Drive: Example SSD 2TB", "Firmware: 4B2Q", "(x3)"):
        assert words in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 90


def test_nothing_private_is_in_it() -> None:
    target = replace(RUN.target, path="/home/anna/secret", serial="SERIAL", wwn="WWN",
                     mount_point="/home/anna", drive="wwn:WWN")  # fmt: skip
    text = forum_text(replace(RUN, target=target, label="anna's", remarks="hers"))
    for word in ("anna", "secret", "SERIAL", "WWN", "hers"):
        assert word not in text


def test_our_own_importer_reads_it_again() -> None:
    again = read_again(f"Look at this:\n\n{forum_text(RUN)}\nIs that slow?\n")
    assert [phase.name for phase in again.phases if phase.direction != "mixed"] == [
        phase.name for phase in sorted(RUN.phases, key=lambda one: one.direction == "write")
        if phase.direction != "mixed"
    ]  # fmt: skip
    whole = {phase.name: phase for phase in RUN.phases}
    assert set(whole) == {phase.name for phase in again.phases}
    for phase in again.phases:
        assert (phase.block_size, phase.queue_depth, phase.jobs) == (
            whole[phase.name].block_size,
            whole[phase.name].queue_depth,
            whole[phase.name].jobs,
        )
        for way in phase.directions:
            for metric in ("bandwidth", "iops", "mean"):
                found = phase.summary(way, METRICS[metric])
                meant = whole[phase.name].summary(way, METRICS[metric])
                assert found and meant
                assert found.median == pytest.approx(meant.median, rel=1e-3, abs=0.06)
    assert (again.target.model, again.target.firmware) == ("Example SSD 2TB", "4B2Q")
    assert again.environment.fio == "3.33"
    assert again.environment.kernel == RUN.environment.kernel
    assert again.source == "Driveproof text"
    assert Say("repeats") in again.notes[0].values["missing"].names


def test_several_blocks_are_several_runs() -> None:
    text = forum_text(RUN) + "> quoted\n" + re.sub("^", "> ", forum_text(RUN), flags=re.M)
    assert len(read_results(text.encode(), NOW)) == 2


def test_foreign_words_can_end_no_block_and_begin_no_line() -> None:
    target = replace(RUN.target, model=HOSTILE, firmware=HOSTILE, filesystem=HOSTILE)
    hostile = replace(RUN, target=target, title=HOSTILE)
    text = forum_text(hostile)
    assert len(text.splitlines()) == len(forum_text(RUN).splitlines())
    assert "[/code]" not in text and "`" not in text and "\x1b" not in text
    assert "\u202e" not in text
    again = read_again(text)
    assert len(again.phases) == len(RUN.phases)
    assert again.source == "Driveproof text"


def test_what_is_no_test_of_fio_is_left_out_and_said() -> None:
    phases = [replace(RUN.phases[0], name="hdparm -t"), *RUN.phases[1:]]
    text = forum_text(replace(RUN, phases=tuple(phases)))
    assert "  hdparm -t  : " in text
    again = read_again(text)
    assert len(again.phases) == len(RUN.phases) - 1
    assert any("sections" in note.values for note in again.notes)


@pytest.mark.parametrize(
    ("name", "direction", "stem"),
    [
        ("SEQ1M Q8T1 read", "read", "SEQ1M Q8T1"),
        ("RND4K Q32T1 read · bfq", "read", "RND4K Q32T1 · bfq"),
        ("a readable test", "read", "a readable test"),
        ("hdparm -t", "read", "hdparm -t"),
    ],
)
def test_the_section_tells_the_direction(name: str, direction: str, stem: str) -> None:
    assert stem_of(name, direction) == stem


def test_a_variant_comes_back(make_run: Callable[..., Run]) -> None:
    phase = replace(RUN.phases[0], name="SEQ1M Q8T1 read · bfq")
    (found,) = read_again(forum_text(replace(RUN, phases=(phase,)))).phases
    assert found.name == phase.name


@given(st.text(), st.text(min_size=1), st.text())
def test_any_words(model: str, firmware: str, title: str) -> None:
    target = replace(RUN.target, model=model, firmware=firmware)
    text = forum_text(replace(RUN, target=target, title=title))
    assert len(read_again(text).phases) == len(RUN.phases)


@given(st.text(alphabet="SEQRND14KMQT8: .[]<>\n-0MB/sIOPus", max_size=300))
def test_any_text_below_its_head(rest: str) -> None:
    try:
        runs = read_results(f"Driveproof 1\n{'-' * 78}\n[Read]\n{rest}".encode(), NOW)
    except MachineError as error:
        assert str(error)
    else:
        assert all(run.phases for run in runs)
