# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A grid of an answer as charts: flat with a cell for each pair, and as a surface to turn."""

from __future__ import annotations

from driveproof.domain.figure import ROUGH, Grid, Setting
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, Unit
from driveproof.domain.surface import GridAxis, Surface
from driveproof.ui.charts.grid_map import GridMap
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import grid_title


def surface_of(grid: Grid, *, binary: bool = False) -> Surface:
    """The figures of a grid; `binary` writes MiB/s instead of MB/s."""
    return Surface(
        value_text(grid.figure.title),
        Unit.BANDWIDTH if grid.figure.key == MetricName.BANDWIDTH else Unit.IOPS,
        _axis(grid.across),
        _axis(grid.down),
        [[None if cell is None else cell.summary.median for cell in row] for row in grid.cells],
        log=grid.log,
        binary=binary,
    )


def _axis(setting: Setting) -> GridAxis:
    sizes = [value.number for value in setting.values if isinstance(value, Bytes)]
    counts = [value for value in setting.values if isinstance(value, int)]
    unit = Unit.BYTES if sizes else Unit.COUNT
    return GridAxis(say_text(setting.title), unit, tuple(map(float, sizes or counts)), log=True)


def grid_map(grid: Grid, *, binary: bool = False) -> GridMap:
    """A cell for each pair of values."""
    chart = GridMap(
        surface_of(grid, binary=binary),
        grid_title(grid, binary=binary),
        direction=grid.direction,
        rough=grid.rough,
        rough_mark=ROUGH,
    )
    chart.title_at_edge = True
    return chart


def turnable(
    grid: Grid,
    *,
    before: Grid | None = None,
    names: tuple[str, str] = ("", ""),
    binary: bool = False,
) -> SurfaceChart:
    """The same as a surface in a box; with `before` two of the same values."""
    return SurfaceChart(
        surface_of(grid, binary=binary),
        say_text(grid.title),
        direction=grid.direction,
        before=None if before is None else surface_of(before, binary=binary),
        names=names,
    )
