# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The charts in the report of a comparison: the result, then each test with all its sides."""

from __future__ import annotations

from dataclasses import replace

from driveproof.engine.comparison.load import Compared
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.intervals import Intervals
from driveproof.ui.charts.overlaid_scan import OverlaidScan
from driveproof.ui.compare import wording as words
from driveproof.ui.compare.detail import charts_of
from driveproof.ui.output.report_charts import LINE, SCAN, ChartDrawing
from driveproof.wording.phase import direction_title

MOST_TESTS = 12  # charts of more make a file that nobody reads; the tables have all of them


def answer_drawings(compared: Compared, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """The interval of each test; () if nothing can be compared."""
    comparison = compared.comparison
    # The table below has the detectable change: the intervals get its room here.
    rows = [
        replace(row, verdict=row.verdict.partition(";")[0])
        for row in words.interval_rows(comparison, binary=binary)
    ]
    if not rows:
        return ()
    table, heads = words.whole_table(comparison, binary=binary), words.figure_heads(comparison)
    chart = Intervals(rows, table, heads=heads)
    return (ChartDrawing((chart,), chart.height, "intervals"),)


def detail_drawings(compared: Compared, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """Curves, scans, latencies and repeats of each test, for at most MOST_TESTS."""
    found: list[ChartDrawing] = []
    seen = {metric.test: metric for metric in reversed(words.by_test(compared.comparison))}
    for number, metric in enumerate(list(reversed(seen.values()))[:MOST_TESTS]):
        title = words.test_title(metric)
        mixed = metric.test.direction == "mixed"
        for way in ("read", "write") if mixed else (metric.direction,):
            if mixed:
                title = f"{words.test_title(metric)}, {direction_title(way).lower()}"
            wide, beside = charts_of(compared, metric, way, binary=binary)
            rows: list[tuple[Chart, ...]] = [(chart,) for chart in wide]
            rows += [tuple(beside)] if beside else []
            for place, charts in enumerate(rows):
                for chart in charts:
                    chart.margins, chart.title_at_edge = Margins(58.0, 12.0), True
                height = SCAN if isinstance(charts[0], OverlaidScan) else LINE
                key = f"test{number}-{way}-{place}"
                found.append(ChartDrawing(charts, height, key, "" if place else title))
    return tuple(found)
