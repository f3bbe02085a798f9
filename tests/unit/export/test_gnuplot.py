# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The file for gnuplot: its figures, what it draws, and that foreign names do nothing in it."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest
from tests.builders.guided_runs import file_sizes_run, scheduler_run

from driveproof.domain.run.operation_map import maps_of
from driveproof.domain.run.run import Run
from driveproof.export.gnuplot import gnuplot_text
from driveproof.methods import answer_of

RUN = file_sizes_run()
MAPS = maps_of(RUN.phases)
# Everything that ends a string or a comment of gnuplot's, or has a command run.
HOSTILE = "x'; system('touch ran'); \"`touch ran`\" @one \\\nsystem('touch ran')\n# \\"


def blocks(text: str) -> dict[str, list[list[tuple[float, ...]]]]:
    """The data blocks as gnuplot reads them: by name, in rows that a blank line ends."""
    found = {}
    for name, content in re.findall(r"^(\$\w+) << EOD\n(.*?)^EOD$", text, re.MULTILINE | re.DOTALL):
        found[name] = [
            [tuple(map(float, line.split())) for line in row.splitlines()]
            for row in content.strip().split("\n\n")
        ]
    return found


def text_of(run: Run, *, binary: bool = False) -> str:
    return gnuplot_text(run, answer_of(run), binary=binary)


def only(sizes: int, records: int) -> Run:
    """The run with the first sizes of files and records alone."""
    kept = MAPS[0].sizes[:sizes], MAPS[0].records[:records]
    phases = tuple(
        phase
        for phase in RUN.phases
        if phase.work.extent in kept[0] and phase.block_size in kept[1]
    )
    return replace(RUN, phases=phases)


def test_each_map_is_a_grid_with_every_cell() -> None:
    found = blocks(text_of(RUN))
    assert len(found) == len(MAPS)
    for each, rows in zip(MAPS, found.values(), strict=True):
        assert [row[0][1] for row in rows] == list(each.sizes)
        for size, row in zip(each.sizes, rows, strict=True):
            assert [cell[:2] for cell in row] == [(record, size) for record in each.records]
            for record, _size, rate, rough in row:
                measured = each.bandwidth(size, int(record))
                assert not rough
                if measured is None:
                    assert isnan(rate)
                else:
                    assert rate == pytest.approx(measured / 1e6, rel=1e-5)
    assert isnan(found["$write"][0][-1][2])  # 16 MiB do not fit into 4 MiB


def test_bandwidths_are_in_the_unit_of_its_titles() -> None:
    decimal, binary = text_of(RUN), text_of(RUN, binary=True)
    assert "O_SYNC, MB/s'" in decimal and "O_SYNC, MiB/s'" in binary
    one, other = blocks(decimal)["$read"][0][0], blocks(binary)["$read"][0][0]
    assert one[2] * 1e6 == pytest.approx(other[2] * 2**20, rel=1e-4)


def test_each_map_is_drawn_as_a_surface() -> None:
    text = text_of(RUN)
    drawn = re.findall(r"^  splot (\$\w+) using 1:2:3 with pm3d$", text, re.MULTILINE)
    assert drawn == list(blocks(text))
    assert [int(one) for one in re.findall(r"one == 0 \|\| one == (\d+)\)", text)] == list(
        range(1, len(MAPS) + 1)
    )


def test_a_single_line_is_drawn_as_one() -> None:
    for run in (only(1, 3), only(3, 1)):
        text = text_of(run)
        assert "pm3d\n" not in text and "with linespoints" in text
        assert all(len(rows) == 1 for rows in blocks(text).values())


def test_foreign_names_are_texts_and_nothing_else() -> None:
    run = replace(RUN, target=replace(RUN.target, model=HOSTILE), title=HOSTILE)
    text = text_of(run)
    (line,) = [line for line in text.splitlines() if "multiplot layout" in line]
    assert line.count("'") == 2 and "`" not in text and "\\" not in text
    assert len(text.splitlines()) == len(text_of(RUN).splitlines())


def test_a_run_without_a_map_is_refused() -> None:
    with pytest.raises(ValueError, match="no file-sizes run"):
        text_of(scheduler_run())


@pytest.mark.skipif(shutil.which("gnuplot") is None, reason="gnuplot is not installed")
@pytest.mark.parametrize(
    ("run", "one"), [(RUN, 0), (RUN, 2), (only(1, 3), 0), (only(3, 1), 0), (only(1, 1), 0)]
)
def test_gnuplot_draws_it(run: Run, one: int, tmp_path: Path) -> None:
    run = replace(run, target=replace(run.target, model=HOSTILE))
    (tmp_path / "a.gp").write_text(text_of(run), "utf-8")
    begin = f"one = {one}; set terminal svg size 1600,1200; set output 'a.svg'"
    done = subprocess.run(
        ["gnuplot", "-e", begin, "a.gp"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not re.search(r"^\s+line \d+:(?! warning)", done.stderr, re.MULTILINE | re.IGNORECASE)
    picture = (tmp_path / "a.svg").read_text("utf-8")
    assert (picture.count(", MB/s<") > 1) is (one == 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.gp", "a.svg"]
