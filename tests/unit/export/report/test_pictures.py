# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a picture says beside its charts."""

from __future__ import annotations

import pytest
from tests.builders.recorded import finished_run
from tests.builders.report_of_comparison import comparison

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.rating import ODD
from driveproof.export.report.comparison import comparison_picture, draws_changes
from driveproof.export.report.document import TableBlock, TextBlock
from driveproof.export.report.run import run_picture, run_report
from driveproof.methods import answer_of


@pytest.mark.parametrize(("sides", "drawn"), [(3, True), (12, True), (14, False)])
def test_many_sides_are_a_table_in_place_of_rows_of_changes(sides: int, drawn: bool) -> None:
    compared = comparison(sides=sides)
    answer = comparison_answer(compared)
    report = comparison_picture(compared, answer, (), ())
    assert draws_changes(answer) is drawn
    tables = [b for part in report.sections for b in part.blocks if isinstance(b, TableBlock)]
    assert any(len(table.rows) == sides for table in tables) is not drawn


def test_a_picture_has_the_head_and_the_cautions_of_the_report() -> None:
    run = finished_run()
    report, picture = run_report(run, answer_of(run)), run_picture(run, answer_of(run), ())
    assert (picture.headline, picture.subject) == (report.headline, report.subject)
    compared = comparison()
    found = comparison_picture(compared, comparison_answer(compared), (), ()).sections[0].blocks
    doubts = [b for b in found if isinstance(b, TextBlock) and b.word == ODD]
    assert len(doubts) == len(compared.cautions)
