# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two compared runs over file sizes in one picture, in the window and in files."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.comparing import Open
from tests.builders.deep import deep
from tests.builders.guided_runs import file_sizes_run
from tests.builders.made_runs import pair

from driveproof.domain.run.operation_map import maps_of
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.compare.files import write_comparison

ONE = replace(file_sizes_run(), id="r1aa", label="before")
OTHER = replace(file_sizes_run(faster=1.5), id="r2bb", label="after")


def test_both_runs_of_an_operation_are_in_one_picture(compare: Open) -> None:
    made = compare(ONE, OTHER).file_sizes
    assert made is not None
    count = made.operations.count()
    assert count == len(maps_of(ONE.phases))
    for number in range(count):
        made.operations.setCurrentIndex(number)
        chart = made.surface.chart
        assert isinstance(chart, SurfaceChart) and len(chart.sides) == 2
        assert chart.title == made.operations.currentText()
        assert [chart.name_of(side) for side in (0, 1)] == ["before", "after"]
        before, after = chart.sides
        assert after == pytest.approx(1.5 * before, rel=0.01, nan_ok=True)


def test_another_unit_leaves_the_operation_that_was_chosen(compare: Open) -> None:
    made = compare(ONE, OTHER)
    assert made.file_sizes is not None
    made.file_sizes.operations.setCurrentIndex(2)
    made.switch.choose(binary=True)
    assert made.file_sizes.operations.currentIndex() == 2
    assert isinstance(made.file_sizes.surface.chart, SurfaceChart)
    assert made.file_sizes.surface.chart.quantity.binary


def test_other_runs_have_none(compare: Open) -> None:
    assert compare(*pair()).file_sizes is None


@pytest.mark.parametrize("ending", ["html", *deep("svg")])
def test_files_have_them_all(ending: str, compare: Open, tmp_path: Path) -> None:
    made = compare(ONE, OTHER)
    assert made.compared is not None
    write_comparison(made.compared, tmp_path / f"c.{ending}", ending)
    drawn = re.sub(r"\s+", " ", (tmp_path / f"c.{ending}").read_text("utf-8"))
    assert drawn.count("<svg") and len(drawn) > 10_000 * len(maps_of(ONE.phases))
