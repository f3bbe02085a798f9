# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How certain a figure is as words, beside it and as notes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.compared_runs import phase, run
from tests.builders.exported import table_of

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.certainty import (
    certainty,
    certainty_in_run,
    certainty_so_far,
    going_on,
    resting,
    tells_certainty,
    within,
)
from driveproof.domain.run.result import figures_of
from driveproof.domain.run.run import CANCELLED, PhaseResult, Run
from driveproof.engine.run.going_on import with_certainty
from driveproof.export.csv.run import run_csv
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text

TEST = Phase("Random", "read", "random", 4096, 1)
PROFILE = Profile("p", "P", "?", (TEST,), 2**20, repeats=3, max_repeats=6, budget=10**9)
CALM, NOISY = (1000.0, 1010.0, 995.0), (1000.0, 1100.0, 950.0)


def ended(*phases: PhaseResult, **more: object) -> Run:
    return with_certainty(replace(run(*phases), **more), PROFILE, 5 * 10**8)  # type: ignore[arg-type]


def notes(found: Run) -> list[str]:
    return [note_text(note).replace("\u202f", " ") for note in found.notes]


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (CALM, "within 2 %"),
        ((1000.0, 1000.0, 1000.0), "within 1 %"),  # never none
        ((1000.0, 2000.0, 1500.0), "within ×3"),
        (CALM[:2], ""),
    ],
)
def test_it_is_rounded_up(values: tuple[float, ...], words: str) -> None:
    assert plain(cell_text(within(phase(values)))) == words


def test_beside_a_figure_and_in_full() -> None:
    found = ended(phase(CALM))
    (figures,) = figures_of(found)
    assert plain(cell_text(certainty(figures))) == "within 2 %"
    assert plain(cell_text(certainty_in_run(figures.phase))) == "within 2 % in this run (3 rounds)"
    assert plain(cell_text(certainty_so_far(phase(NOISY)))) == "within 21 % after 3 rounds"
    reads, writes = figures_of(ended(phase(CALM, direction="mixed")))
    assert cell_text(certainty(reads)) and not cell_text(certainty(writes))  # the reads decide


def test_runs_of_others_tell_nothing() -> None:
    found = run(phase(CALM))
    assert not tells_certainty(found)
    assert "Within" not in table_of(found)
    assert "Within" in plain(table_of(ended(phase(CALM))))


def test_what_goes_on_and_why() -> None:
    assert plain(say_text(going_on(4, 6, 1))) == ("Round 4 of up to 6: 1 test not within 10 % yet.")
    assert "2 tests not within" in say_text(going_on(5, 6, 2))
    assert say_text(resting(6.2)).startswith("Next repeat in 7 s.")


def test_notes_of_what_ended_early() -> None:
    other = phase(NOISY, direction="write")
    assert notes(ended(phase(CALM))) == []
    assert notes(ended(phase(NOISY))) == ["Not within 10 %: RND4K Q32T1 read."]
    (several,) = notes(ended(phase(NOISY), other))
    assert several.count("RND4K Q32T1") == 2
    wild = phase((1000.0, 2000.0) * 3)
    (last,) = notes(ended(wild))
    assert last == "Not within 10 %: RND4K Q32T1 read."
    assert notes(ended(phase(NOISY), status=CANCELLED)) == []


def test_the_table_of_repeats_has_it() -> None:
    text = run_csv(ended(phase(CALM)))
    heads, *rows = [line.split(",") for line in text.splitlines()]
    assert heads[-2:] == ["half_width", "ended"]
    assert [row[-1] for row in rows] == ["certain"] * 3
    assert 0.01 < float(rows[0][-2]) < 0.03
