# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maps of a file-sizes run as a file for gnuplot: the figures, and a script that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil, sqrt

from driveproof.domain.access import Direction
from driveproof.domain.run.operation_map import OperationMap, maps_of
from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.wording.dates import stamp
from driveproof.wording.operation_map import file_axis, map_title, record_axis
from driveproof.wording.profile import run_title
from driveproof.wording.run import drive_words
from driveproof.wording.units import NARROW, bandwidth_value, block_size_text

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


def gnuplot_text(run: Run, *, binary: bool = False) -> str:
    """Data blocks and a script: every file operation as a surface (`splot`).

    Bandwidths are medians in MB/s, or MiB/s if `binary`. Raises ValueError for a run without a map.
    """
    maps = maps_of(run.phases)
    if not maps:
        raise ValueError("the run is no file-sizes run")
    _number, unit = bandwidth_value(0.0, binary=binary)
    divisor = 2**20 if binary else 10**6
    blocks = "\n".join(_block(found, divisor) for found in maps)
    settings = _SETTINGS.format(x=_quoted(record_axis()), y=_quoted(file_axis()))
    script = "\n".join(_script(run, maps, unit))
    return f"{_HEAD.format(unit=unit)}\n{blocks}\n{settings}\n{script}\n"


def _block(found: OperationMap, divisor: int) -> str:
    """A line for each cell, and a blank one after each file size; as a grid it has every cell."""
    parts = []
    for size in found.sizes:
        lines = []
        for record in found.records:
            rate = found.bandwidth(size, record)
            figure = f"{rate / divisor:.6g}" if rate else "NaN"
            lines.append(f"{record} {size} {figure} {int(found.rough(size, record))}")
        parts.append("\n".join(lines))
    between = "\n\n" if _is_grid(found) else "\n"
    return f"{_name(found)} << EOD\n{between.join(parts)}\nEOD\n"


def _script(run: Run, maps: Sequence[OperationMap], unit: str) -> Iterator[str]:
    columns = ceil(sqrt(len(maps)))
    rows = ceil(len(maps) / columns)
    words = [
        run_title(run.title, run.profile, run.cache),
        drive_words(run.target) or run.target.path,
        stamp(run.started),
    ]
    title = _quoted(", ".join(filter(None, words)))
    yield f"if (one == 0) set multiplot layout {rows},{columns} title {title} noenhanced"
    for number, found in zip(count(1), maps, strict=False):
        style = "pm3d" if _is_grid(found) else "linespoints pointtype 7"
        yield ""
        yield f"if (one == 0 || one == {number}) {{"
        yield f"  set title {_quoted(f'{map_title(found)}, {unit}')} noenhanced"
        yield f"  {_PALETTES[found.direction]}"
        for axis, sizes in (("x", found.records), ("y", found.sizes)):
            yield f"  set {axis}tics ({_tics(sizes)})"
            # A little wider, or rounding leaves out the names of the ends.
            yield f"  set {axis}range [{sizes[0] * 0.99:.8g}:{sizes[-1] * 1.01:.8g}]"
        yield f"  splot {_name(found)} using 1:2:3 with {style}"
        yield "}"
    yield ""
    yield "if (one == 0) unset multiplot"


def _is_grid(found: OperationMap) -> bool:
    """Whether it has an area; a single row or column is drawn as a line."""
    return len(found.sizes) > 1 and len(found.records) > 1


def _name(found: OperationMap) -> str:
    return f"${found.operation.replace(' ', '_')}{'_sync' if found.sync else ''}"


def _tics(sizes: Sequence[int]) -> str:
    step = ceil(len(sizes) / _TICS)
    return ", ".join(f"{_quoted(block_size_text(size))} {size}" for size in sizes[::step])


def _quoted(text: str) -> str:
    """A text of gnuplot's. Within single quotes it replaces nothing, and nothing ends them."""
    return f"'{visible(text.replace(NARROW, ' ')).translate(_HARMLESS)}'"
