# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a comparison, or the experiment that it ends, as any kind of file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import driveproof
from driveproof.domain.access import Direction
from driveproof.domain.check.between import CheckComparison
from driveproof.domain.comparison.answer import by_test
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.matching import paired_tests
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.experiment.experiment import Experiment
from driveproof.engine.comparison.reading import ComparedRuns, ComparisonRequest, LoadedRun
from driveproof.export.csv.answer import answer_csv
from driveproof.export.files import write_data
from driveproof.export.json import text_of
from driveproof.export.json.comparison import comparison_document
from driveproof.export.report.check import check_comparison_report
from driveproof.export.report.comparison import comparison_report
from driveproof.export.report.document import Report
from driveproof.export.report.experiment import experiment_report
from driveproof.export.text.comparison import comparison_table
from driveproof.history.curves import Curves
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.intervals import Intervals
from driveproof.ui.charts.overlaid_scan import OverlaidScan
from driveproof.ui.compare.detail import charts_of
from driveproof.ui.compare.file_sizes import file_sizes_rows
from driveproof.ui.compare.load_curve import load_charts
from driveproof.ui.compare.printed_comparison import ComparePaper
from driveproof.ui.output.chart_export import SCALE, application, render_page
from driveproof.ui.output.formats import REPORTS, FileFormat
from driveproof.ui.output.report_charts import LINE, SCAN, ChartDrawing
from driveproof.ui.output.report_files import write_report
from driveproof.wording.phase import direction_title
from driveproof.wording.say import value_text

LOAD = 300.0
MOST_TESTS = 12  # charts of more make a file that nobody reads; the tables have all of them


def answer_drawings(compared: ComparedRuns, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """The interval of each test, and load curves over each other; () if nothing can be compared."""
    changes = compared.answer.changes
    if changes is None:
        return ()
    # The table below has the ends of the intervals: their lines get the room here.
    chart = Intervals(changes, binary=binary, brief=True)
    drawn = [ChartDrawing((chart,), chart.height, "intervals", tabled=True)]
    for number, load in enumerate(load_charts(compared)):
        load.margins, load.title_at_edge = Margins(58.0, 40.0), True
        drawn.append(ChartDrawing((load,), LOAD, f"load{number}"))
    for number, pair in enumerate(file_sizes_rows(compared, binary=binary)):
        drawn.append(ChartDrawing(pair, LOAD, f"surface{number}"))
    return tuple(drawn)


def detail_drawings(compared: ComparedRuns, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """Curves, scans, latencies and repeats of each test, for at most MOST_TESTS."""
    found: list[ChartDrawing] = []
    seen = {metric.test: metric for metric in reversed(by_test(compared.comparison))}
    for number, metric in enumerate(list(reversed(seen.values()))[:MOST_TESTS]):
        title = value_text(metric_title(metric))
        mixed = metric.test.direction == Direction.MIXED
        for way in (Direction.READ, Direction.WRITE) if mixed else (metric.direction,):
            if mixed:
                title = f"{value_text(metric_title(metric))}, {direction_title(way).lower()}"
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


ENDINGS = {
    ".html": FileFormat.HTML,
    ".pdf": FileFormat.REPORT,
    ".png": FileFormat.PNG,
    ".svg": FileFormat.SVG,
    ".csv": FileFormat.CSV,
    ".json": FileFormat.JSON,
    ".txt": FileFormat.TEXT,
}
"""The kind of file by its suffix, if no kind was given."""


def write_comparison(
    compared: ComparedRuns,
    path: Path,
    kind: FileFormat,
    *,
    binary: bool = False,
    scale: int | None = None,
) -> None:
    """Write a comparison as one of FileFormat. Raises DriveproofError when it cannot.

    `html` and `report` are the report; `png`, `svg` and `pdf` are one page of charts. `scale` is
    for PNG: pixels per unit.
    """
    if kind == FileFormat.CSV:
        write_data(path, answer_csv(compared.answer))
    elif kind == FileFormat.JSON:
        document = comparison_document(compared.comparison, compared.answer, compared.spans)
        write_data(path, text_of(document))
    elif kind == FileFormat.TEXT:
        text = comparison_table(
            compared.comparison, compared.answer, compared.spans, binary=binary, details=True
        )
        write_data(path, f"{text}\n")
    elif kind in REPORTS:
        _keep = application()
        write_report(report_of(compared, binary=binary), path, html=kind == FileFormat.HTML)
    else:
        _keep = application()
        render_page(ComparePaper(compared, binary=binary), path, kind, scale=scale or SCALE)


def report_of(compared: ComparedRuns, *, binary: bool = False) -> Report:
    """The report with its charts; needs an application object."""
    return comparison_report(
        compared.comparison,
        compared.answer,
        compared.spans,
        answer_drawings(compared, binary=binary),
        detail_drawings(compared, binary=binary),
        binary=binary,
        version=driveproof.__version__,
    )


def drawable(
    comparison: Comparison, spans: Sequence[HealthSpan], curves: Mapping[str, Curves]
) -> ComparedRuns:
    """A comparison that was made elsewhere, with the `curves` of its runs by their ids."""
    sides = comparison.sides
    return ComparedRuns(
        request=ComparisonRequest(tuple(run.id for side in sides for run in side.runs)),
        comparison=comparison,
        spans=tuple(spans),
        order=sides,
        can_pool=False,
        kept={
            run.id: LoadedRun(run, curves.get(run.id, {})) for side in sides for run in side.runs
        },
        tests=paired_tests(sides),
    )


def write_checks(
    found: CheckComparison, curves: Mapping[str, Curves], path: Path, *, binary: bool = False
) -> None:
    """Write the report of two checks as HTML or PDF, by the file's suffix. Raises MachineError."""
    _keep = application()
    measured = None
    if found.measured is not None:
        drawn = drawable(found.measured, found.spans, curves)
        measured = report_of(drawn, binary=binary)
    report = check_comparison_report(found, measured, version=driveproof.__version__)
    write_report(report, path, html=path.suffix.lower() == ".html")


def write_experiment(
    experiment: Experiment,
    compared: ComparedRuns | None,
    path: Path,
    *,
    html: bool,
    missing: str = "",
    binary: bool = False,
) -> None:
    """Write the report of an experiment as HTML or PDF, whatever the file's suffix.

    `compared` are its sides, None before its end or if a run was deleted (`missing` then says so).
    Raises MachineError.
    """
    _keep = application()
    comparison = None if compared is None else report_of(compared, binary=binary)
    report = experiment_report(
        experiment, comparison, missing=missing, version=driveproof.__version__
    )
    write_report(report, path, html=html)
