# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maps of a surface run as charts: each file operation flat and as a surface to turn."""

from __future__ import annotations

from driveproof.domain.run.operation_map import OperationMap
from driveproof.domain.surface import GridAxis, Surface, Unit
from driveproof.ui.charts.grid_map import GridMap
from driveproof.ui.charts.surface import SurfaceChart, axis_name
from driveproof.wording.catalogue import _
from driveproof.wording.operation_map import ROUGH, file_axis, map_title, record_axis


def surface_of(found: OperationMap, *, binary: bool = False) -> Surface:
    """The bandwidths of a file operation over record size (x) and file size (y)."""
    unit = Unit.BINARY_BYTES_PER_SECOND if binary else Unit.BYTES_PER_SECOND
    return Surface(
        _("Bandwidth"),
        unit,
        GridAxis(record_axis(), Unit.BLOCK_BYTES, tuple(map(float, found.records)), log=True),
        GridAxis(file_axis(), Unit.BLOCK_BYTES, tuple(map(float, found.sizes)), log=True),
        found.rows,
        log=True,
    )


def grid_of(found: OperationMap, *, binary: bool = False) -> GridMap:
    """The map with a cell for each pair of sizes."""
    surface = surface_of(found, binary=binary)
    rough = frozenset(
        (row, column)
        for row, size in enumerate(found.sizes)
        for column, record in enumerate(found.records)
        if found.rough(size, record)
    )
    title = axis_name(map_title(found), surface.unit)
    chart = GridMap(surface, title, direction=found.direction, rough=rough, rough_mark=ROUGH)
    chart.title_at_edge = True
    return chart


def turnable(
    found: OperationMap,
    *,
    before: OperationMap | None = None,
    names: tuple[str, str] = ("", ""),
    binary: bool = False,
) -> SurfaceChart:
    """The same as a surface in a box; with `before` two of the same grid."""
    return SurfaceChart(
        surface_of(found, binary=binary),
        map_title(found),
        direction=found.direction,
        before=None if before is None else surface_of(before, binary=binary),
        names=names,
    )
