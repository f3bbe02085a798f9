# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maps of a file-sizes run as a file for gnuplot: the figures, and a script that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil, sqrt

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import Grid, Setting
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.wording.dates import stamp
from driveproof.wording.profile import run_title
from driveproof.wording.run import drive_words
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import grid_title
from driveproof.wording.units import NARROW, bandwidth_unit

_TICS = 8
"""Sizes at an axis at most, or they would cover each other."""

_HEAD = """\
# Bandwidth ({unit}) over record size and file size (bytes), for gnuplot 5 and later.
#
# All operations on the screen, or as a picture:
#   gnuplot -p FILE
#   gnuplot -e "set terminal pngcairo size 1920,1200; set output 'surface.png'" FILE
# One of them, to turn with the mouse (1 is the first):
#   gnuplot -e "one = 1" FILE -
#
# Columns: record size, file size, bandwidth (NaN: not measured), and 1 where the figure was counted
# for less than 50 ms and is rough.
"""
_SETTINGS = """\
set encoding utf8
set logscale xy 2
set logscale zcb 10
set xlabel {x} rotate parallel offset 0,-1
set ylabel {y} rotate parallel offset 0,-1
set xtics offset 1.5,-0.3
set ytics offset -1.5,-0.3
set xyplane 0
set view 60, 320, 0.9, 1.2
set grid
unset colorbox
unset key
set pm3d depthorder border linecolor '#555555' linewidth 0.5
if (!exists("one")) one = 0
if (one == 0) set tics font ',8'
"""
# From what is slow to what is fast, in the colours that reads and writes have in the window.
_PALETTES = {
    Direction.READ: "set palette defined (0 '#dcebf8', 1 '#12518f')",
    Direction.WRITE: "set palette defined (0 '#fbe6d2', 1 '#9c4a0a')",
}
# What gnuplot replaces or ends a text at, also inside of quotes.
_HARMLESS = str.maketrans({"'": "\u2019", '"': "\u201d", "`": "\u2019", "\\": "/", NARROW: " "})


def gnuplot_text(run: Run, answer: Answer, *, binary: bool = False) -> str:
    """Data blocks and a script: every file operation as a surface (`splot`).

    Bandwidths are medians in MB/s, or MiB/s if `binary`. Raises ValueError for an answer without a
    grid.
    """
    grids = answer.grids
    if not grids:
        raise ValueError("the run is no file-sizes run")
    divisor = 2**20 if binary else 10**6
    blocks = "\n".join(_block(grid, divisor) for grid in grids)
    across, down = (say_text(axis.title) for axis in (grids[0].across, grids[0].down))
    settings = _SETTINGS.format(x=_quoted(across), y=_quoted(down))
    script = "\n".join(_script(run, grids, binary=binary))
    head = _HEAD.format(unit=bandwidth_unit(binary=binary))
    return f"{head}\n{blocks}\n{settings}\n{script}\n"


def _block(grid: Grid, divisor: int) -> str:
    """A line for each cell, and a blank one after each file size; as a grid it has every cell."""
    parts = []
    records = _sizes(grid.across)
    for row, size in enumerate(_sizes(grid.down)):
        lines = []
        for column, record in enumerate(records):
            cell = grid.cells[row][column]
            rate = 0.0 if cell is None else cell.summary.median
            figure = f"{rate / divisor:.6g}" if rate else "NaN"
            lines.append(f"{record} {size} {figure} {int((row, column) in grid.rough)}")
        parts.append("\n".join(lines))
    between = "\n\n" if _has_area(grid) else "\n"
    return f"${grid.key} << EOD\n{between.join(parts)}\nEOD\n"


def _script(run: Run, grids: Sequence[Grid], *, binary: bool) -> Iterator[str]:
    columns = ceil(sqrt(len(grids)))
    rows = ceil(len(grids) / columns)
    words = [
        run_title(run.title, run.profile, run.cache),
        drive_words(run.target) or run.target.path,
        stamp(run.started),
    ]
    title = _quoted(", ".join(filter(None, words)))
    yield f"if (one == 0) set multiplot layout {rows},{columns} title {title} noenhanced"
    for number, grid in zip(count(1), grids, strict=False):
        style = "pm3d" if _has_area(grid) else "linespoints pointtype 7"
        yield ""
        yield f"if (one == 0 || one == {number}) {{"
        yield f"  set title {_quoted(grid_title(grid, binary=binary))} noenhanced"
        yield f"  {_PALETTES[grid.direction]}"
        for name, axis in (("x", grid.across), ("y", grid.down)):
            sizes = _sizes(axis)
            yield f"  set {name}tics ({_tics(axis)})"
            # A little wider, or rounding leaves out the names of the ends.
            yield f"  set {name}range [{sizes[0] * 0.99:.8g}:{sizes[-1] * 1.01:.8g}]"
        yield f"  splot ${grid.key} using 1:2:3 with {style}"
        yield "}"
    yield ""
    yield "if (one == 0) unset multiplot"


def _has_area(grid: Grid) -> bool:
    """A single row or column is drawn as a line."""
    return len(grid.down.values) > 1 and len(grid.across.values) > 1


def _sizes(axis: Setting) -> list[int]:
    return list(map(int, axis.numbers))


def _tics(axis: Setting) -> str:
    step = ceil(len(axis.values) / _TICS)
    named = zip(axis.values, _sizes(axis), strict=True)
    return ", ".join(f"{_quoted(value_text(value))} {size}" for value, size in list(named)[::step])


def _quoted(text: str) -> str:
    """A text of gnuplot's. Within single quotes it replaces nothing, and nothing ends them."""
    return f"'{visible(text.replace(NARROW, ' ')).translate(_HARMLESS)}'"
