# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables for the terminal: every number with its unit, nothing that moves the cursor."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.builders.exported import table_of

from driveproof.domain.notes import Note, sentence_failure
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import cost_of
from driveproof.domain.run.run import CANCELLED, FAILED, Run, RunHead, Summary
from driveproof.domain.run.work import Data
from driveproof.export.text.layout import columns_of, cut, plain, table
from driveproof.export.text.lists import history_table, profiles_table
from driveproof.wording.figures import spread_text
from driveproof.wording.say import say_text
from driveproof.wording.units import bandwidth_value, format_latency

MakeRun = Callable[..., Run]


def quick() -> Profile:
    """The quick profile, as its file has it."""
    kinds = (("sequential", 2**20, 8), ("sequential", 2**20, 1), ("random", 4096, 32), ("random", 4096, 1))  # fmt: skip # noqa: E501
    phases = tuple(
        Phase("", way, *kind, limit=2**31 if way == "write" else None)  # type: ignore[arg-type]
        for way in ("read", "write")
        for kind in kinds
    )
    return Profile(
        "quick", "Quick benchmark", "How fast?", phases, size=2**30, repeats=5, pause=1.0
    )


def test_reads_stand_beside_writes(make_run: MakeRun) -> None:
    run = make_run()
    shown = table_of(run)
    medians = [
        run.phases[index].summary(way, lambda result: result.bandwidth)
        for index, way in ((0, "read"), (4, "write"))
    ]
    numbers = [bandwidth_value(summary.median)[0] for summary in medians if summary]
    assert re.search(rf"^Sequential 1 MiB, Q8 .*{numbers[0]}.*{numbers[1]}", shown, re.MULTILINE)
    assert re.search(r"^ +Read +Write +Together$", shown, re.MULTILINE)
    assert re.search(r"^Test(?: +MB/s +Spread +IOPS){3}$", shown, re.MULTILINE)
    for word in ("Quick benchmark", '"before"', "Samsung SSD 990 PRO 2TB", "4B2QJXD7", "2.0 TB"):
        assert word in shown
    for sentence in ("Note: The file system compresses", "Note: new cable", "1 of 2 repeats"):
        assert sentence in shown


def test_no_figure_stands_under_the_title_of_another_test(make_run: MakeRun) -> None:
    run = make_run()
    named = tuple(replace(one, title=f"t{n}_{one.direction}") for n, one in enumerate(run.phases))
    shown = table_of(replace(run, phases=named)).partition("Latency")[0]
    for phase in named:
        way = phase.directions[0]
        summary = phase.summary(way, lambda result: result.bandwidth)
        assert summary is not None
        (line,) = re.findall(rf"^{phase.title} .*$", shown, re.MULTILINE)
        assert bandwidth_value(summary.median)[0] in line


def test_latencies_are_medians(make_run: MakeRun) -> None:
    run = make_run()
    summary = run.phases[3].summary("read", lambda result: result.latency.p99)
    assert summary is not None
    line = re.search(r"^Random 4 KiB, Q1 +read .*$", table_of(run), re.MULTILINE)
    assert line is not None
    assert plain(format_latency(summary.median)) in line[0]


def test_the_unit_is_named_and_switched(make_run: MakeRun) -> None:
    assert "MB/s" in table_of(make_run())
    binary = table_of(make_run(), binary=True, details=True)
    assert "MiB/s" in binary
    assert "MB/s" not in binary


@pytest.mark.parametrize("width", [20, 60, 80, 100, 200, None])
def test_nothing_is_wider_than_the_terminal(make_run: MakeRun, width: int | None) -> None:
    run = make_run(target={"path": "/very/long/" + "x" * 200})
    lines = table_of(run, width=width).splitlines()
    if width is not None and width >= 80:
        assert max(map(columns_of, lines)) <= width
    stacked = any(line.strip() == "Read" for line in lines)
    assert stacked == (width is not None and width < 80)
    assert all(line == line.rstrip() for line in lines)


def test_a_poor_encoding_gets_plain_letters(make_run: MakeRun) -> None:
    run = make_run(title="漢字 µ", target={"path": "/ä"})
    for encoding, unit in (("ascii", " us"), ("latin-1", " µs"), ("utf-8", " µs")):
        shown = table_of(run, details=True, commands=True, encoding=encoding)
        assert unit in shown
        shown.encode(encoding)
    assert table_of(run, encoding="no such encoding").isascii()


def test_foreign_text_cannot_move_the_cursor(make_run: MakeRun) -> None:
    text = "x\x1b[2J\r\n\0\u202e\udcff"
    phase = replace(make_run().phases[0], name=f"{text} read", title=text, command=(text,), engine=text)  # fmt: skip # noqa: E501
    run = make_run(
        text, label=text, title=text, notes=(Note(text),),
        error=sentence_failure(text), remarks=text, status=FAILED,
        phases=(phase,), target={"path": text, "model": text, "firmware": text, "filesystem": text},
    )  # fmt: skip
    shown = table_of(run, details=True, commands=True)
    assert all(char == "\n" or char.isprintable() for char in shown)
    head = RunHead(text, text, text, "failed", run.started, 0, text, text, text, text, text, text, text)  # fmt: skip # noqa: E501
    lines = history_table([head]).splitlines()
    assert len(lines) == 2
    assert all(char.isprintable() for line in lines for char in line)


def test_a_run_that_did_not_finish_says_so(make_run: MakeRun) -> None:
    failed = table_of(make_run(status=FAILED, error=sentence_failure("It is full."), phases=()))
    assert "It is full." in failed
    assert table_of(make_run(status=CANCELLED)) != table_of(make_run())


def test_details_say_what_was_written(make_run: MakeRun) -> None:
    run = make_run()
    phases = tuple(replace(p, work=replace(p.work, data=Data.SCRAMBLED)) for p in run.phases)
    shown = table_of(replace(run, phases=phases), details=True)
    count = sum(len(p.directions) for p in run.phases if p.direction != "read")
    assert 0 < shown.count(", scrambled data, ") == count


def test_details_have_every_metric_with_its_spread(make_run: MakeRun) -> None:
    run = make_run(phases=make_run().phases[:1])
    shown = table_of(run, details=True)
    for name in (
        "IOPS",
        "Bandwidth",
        "Latency, mean",
        "Latency, median",
        "Latency, p95",
        "Latency, p99",
        "Latency, p99.9",
        "Latency, maximum",
        "Longest stall",
    ):
        assert re.search(rf"^  {re.escape(name)}  ", shown, re.MULTILINE), name


def test_commands_can_be_copied(make_run: MakeRun) -> None:
    shown = table_of(make_run(), commands=True)
    command = "    cd /home/anna && fio '--name=a b' --rw=read --filename=fio-test-file"
    assert command in shown.splitlines()


def test_one_repeat_has_no_spread(make_run: MakeRun) -> None:
    phase = make_run().phases[0]
    shown = table_of(make_run(phases=(replace(phase, repeats=phase.repeats[:1]),)))
    assert "one repeat" in shown


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        (Summary(100, 98, 101, 5), "−2 +1 %"),
        (Summary(100, 100, 100, 5), "±0 %"),
        (Summary(100, 99.9, 100.1, 2), "±0 %"),
        (Summary(100, 100, 140, 3), "+0 +40 %"),
        (Summary(100, 100, 100, 1), "one repeat"),
        (Summary(0, 0, 5, 3), ""),
    ],
)
def test_spread(summary: Summary, text: str) -> None:
    assert spread_text(summary) == text


def test_the_list_of_runs(make_run: MakeRun) -> None:
    head = RunHead(
        "7g4kq2m9x", "quick", "Quick benchmark", "finished", make_run().started, 131.5, "before",
        "/",
        None, None, "Samsung SSD 990 PRO 2TB", None, "ext4",
        (("a", "read", "bandwidth", 7.05e9), ("b", "write", "bandwidth", 6e9),
         ("c", "read", "iops", 1_020_000.0)),
    )  # fmt: skip
    heading, line = history_table([head, head._replace(id="0")]).splitlines()[:2]
    for title in ("ID", "Drive", "Label", "Seq. read", "Seq. write", "Rnd. read", "Rnd. write"):
        assert title in heading
    assert line.index("7 050 MB/s") < line.index("6 000 MB/s") < line.index("1 020k IOPS")
    assert "1 020k IOPS" in line
    assert "driveproof run" in history_table([])


def test_the_cost_of_quick_is_what_is_promised() -> None:
    assert plain(say_text(cost_of(quick()))) == "at most 3 min, writes at most 44 GB"
    assert "at most 3 min, writes at most 44 GB" in profiles_table([quick()], width=80)


def test_wide_and_combining_characters_stay_aligned() -> None:
    lines = table([["漢字", "x"], ["e\u0301", "y"], ["abcd", "z"]])
    assert {columns_of(line) for line in lines} == {7}
    assert cut("漢字漢字", 5) == "漢字…"
    assert cut("abc", 3) == "abc"
