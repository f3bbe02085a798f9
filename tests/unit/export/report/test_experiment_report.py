# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of an experiment: its steps, what does not count, the comparison."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.experiment_report import said
from tests.builders.experiments import NOW, experiment
from tests.builders.exported import compared_report
from tests.builders.html import HOSTILE
from tests.builders.html import read as parsed
from tests.builders.run_pairs import pair
from tests.fakes.made_looks import headline

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.matching import Side
from driveproof.domain.experiment.action import MOUNT_OPTIONS, TRIM
from driveproof.domain.notes import Note, sentence_failure
from driveproof.export.json import values_of
from driveproof.export.json.experiment import experiment_document
from driveproof.export.report.document import CommandBlock
from driveproof.export.report.experiment import experiment_report
from driveproof.export.report.html import render_html
from driveproof.export.run_health import run_changes
from driveproof.export.text.experiment import experiment_text
from driveproof.wording.experiment import verdict_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import NARROW


def compared(*, folder: str = "/mnt/x", text: str = "") -> Comparison:
    command = ("fio", "--name=x", "--filename=/proc/self/fd/9")
    sides = []
    for number, factor in enumerate((1.0, 0.8)):
        test = phase(times(factor), command=(*command, f"--x={text}") if text else command)
        target = {"path": folder if number else "/mnt/x", "model": f"Disk X{text}"}
        state = {"scheduler": ("none", "bfq")[number]}
        one = run(test, id=f"{number}r", days=number, target=target, environment=state, label=text)
        sides.append(Side(("baseline", "after")[number], (one,)))
    return compare_sides(sides)


def test_a_command_to_run_next_is_whole_wherever_it_is_shown() -> None:
    """On a line of its own: it is copied."""
    point = "/mnt/" + "a very long name with blanks " * 5
    one = experiment(MOUNT_OPTIONS, text="")
    one = replace(one, target=replace(one.target, mount_point=point))
    one = one.checked(NOW).begun("r1", NOW).measured("r1", NOW)
    command = one.command
    assert command.endswith(f"'{point}'")
    assert f"  {command}" in experiment_text(one, width=40).splitlines()
    blocks = [block for part in experiment_report(one, None).sections for block in part.blocks]
    assert [block.text for block in blocks if isinstance(block, CommandBlock)] == [command]
    assert values_of(experiment_document(one))["next"]["command"] == command
    given_up = experiment_report(one.cancelled(), None).sections
    assert not any(isinstance(block, CommandBlock) for part in given_up for block in part.blocks)


def test_the_steps_with_their_proof_and_what_does_not_count_come_before_the_figures() -> None:
    going = experiment(TRIM).checked(NOW, Note("found by its serial number"))
    going = going.begun("r1", NOW).given_up("r1", sentence_failure("cancelled by the person"))
    going = going.begun("r2", NOW).measured("r2", NOW)
    going = going.without_another_baseline(Note("Once only."))
    done = replace(going, verdict=headline(Verdict.SLOWER))
    words = said(experiment_report(done, compared_report(compared()), version="1.2"))
    for text in (
        "found by its serial number", "r2", "Once only.", "cancelled by the person",
        "0abc", "Driveproof 1.2", "3 Mar 2026",
    ):  # fmt: skip
        assert text in words, text


def test_an_open_session_says_what_is_next() -> None:
    report = experiment_report(experiment().checked(NOW))
    assert "experiment continue 0abc" in report.headline and not report.word
    assert "What changed" not in said(report)


def test_a_session_whose_runs_were_deleted_keeps_its_verdict() -> None:
    over = replace(experiment(), verdict=headline(Verdict.SLOWER))
    report = experiment_report(
        over, None, missing="The comparison cannot be made again: no run r1."
    )
    assert report.headline == verdict_text(over)
    assert "no run r1" in said(report)


def test_foreign_words_stay_words() -> None:
    going = experiment(name=HOSTILE, text=HOSTILE, notes=(Note(HOSTILE),))
    page = render_html(experiment_report(going, compared_report(compared(text=HOSTILE))))
    reader = parsed(page)
    assert "script" not in reader.tags and "img" not in reader.tags
    assert not reader.handlers and not reader.loaded
    assert "\x1b" not in page and "\u202e" not in page


def test_what_happened_to_the_health_of_the_drive_is_told() -> None:
    found = compared()
    one = found.sides[0].runs[0]
    before, after = pair(one)
    assert before and after
    changes = run_changes(one, (before, after))
    words = said(compared_report(found, (HealthSpan("wwn:1", before, after, changes),)))
    assert changes and "wwn:1" in words
    for change in changes:
        told = " ".join(map(cell_text, (change.title, *change.ends)))
        assert told.replace(NARROW, " ") in words


def test_the_environment_of_both_sides_stands_beside_each_other() -> None:
    section = next(
        one for one in compared_report(compared()).sections if one.title == "Environment"
    )
    (table,) = section.blocks
    rows = {row[0]: row[1:] for row in table.rows}  # type: ignore[union-attr]
    assert rows["I/O scheduler"] == ("none", "bfq")
    assert rows["Model"] == ("Disk X", "Disk X") and rows["Serial number"] == ("S1", "S1")
    assert "Run" not in rows and "Measured" not in rows


def commands(comparison: Comparison) -> list[CommandBlock]:
    report = compared_report(comparison)
    section = next(
        one
        for one in report.sections
        if any(isinstance(block, CommandBlock) for block in one.blocks)
    )
    return [one for one in section.blocks if isinstance(one, CommandBlock)]


def test_a_command_that_both_sides_ran_is_said_once() -> None:
    (one,) = commands(compared())
    assert one.text == "cd /mnt/x && fio --name=x --filename=fio-test-file"
    before, after = commands(compared(folder="/mnt/other disk"))
    assert before.title.endswith("(before)") and before.text == one.text
    assert after.title.endswith("(after)") and "cd '/mnt/other disk'" in after.text


def test_values_of_several_runs_are_all_told() -> None:
    runs = tuple(run(phase(STEADY), id=f"{n}", environment={"kernel": f"6.{n}"}) for n in range(2))
    sides = (Side("before", runs), Side("after", runs[:1]))
    report = compared_report(compare_sides(sides))
    assert "6.0; 6.1" in said(report)
