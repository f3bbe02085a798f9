# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a comparison of runs or of checks, or the experiment that it ends, as any kind of file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import driveproof
from driveproof.domain.access import Direction
from driveproof.domain.check.between import CheckComparison
from driveproof.domain.comparison.answer import by_test
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.matching import paired_tests
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.quantity import Unit
from driveproof.engine.check.compare import ComparedChecks
from driveproof.engine.comparison.reading import ComparedRuns, ComparisonRequest, LoadedRun
from driveproof.export.csv.answer import answer_csv
from driveproof.export.files import write_data
from driveproof.export.json import text_of
from driveproof.export.json.check_comparison import check_comparison_document
from driveproof.export.json.comparison import comparison_document
from driveproof.export.report.check import check_comparison_report
from driveproof.export.report.comparison import comparison_picture, comparison_report, draws_changes
from driveproof.export.report.document import Report
from driveproof.export.report.experiment import experiment_report
from driveproof.export.text.check_comparison import check_comparison_page
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.history.curves import Curves
from driveproof.ui.charts.changes import Intervals
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.picture import SCALE
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.compare import texts as words
from driveproof.ui.compare.detail import charts_of
from driveproof.ui.compare.overlays import file_sizes_rows, load_charts, overview_chart
from driveproof.ui.output.drawing import ChartDrawing
from driveproof.ui.output.export import Export, Writer
from driveproof.ui.output.files import (
    EVERY_FILE,
    REPORTS,
    FileFormat,
    application,
    write_picture,
    write_report,
)
from driveproof.ui.output.run_charts import CURVES_HEIGHT, SCAN_HEIGHT
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp
from driveproof.wording.phase import direction_title
from driveproof.wording.say import value_text

LOAD = 300.0
GROUPS = 240.0
MOST_TESTS = 12  # charts of more make a file that nobody reads; the tables have all of them
MOST_TOLD = 4  # in a picture, which people look at as a whole


def answer_drawings(
    compared: ComparedRuns, *, binary: bool = False, alone: bool = False
) -> tuple[ChartDrawing, ...]:
    """The interval of each test, and load curves over each other; () if nothing can be compared.

    `alone`: with the figures of each test, and more than two sides beside each other, for what has
    no table of them below.
    """
    changes = compared.answer.changes
    if changes is None:
        return ()
    drawn = []
    if alone and (every := compared.answer.known("overview")) is not None:
        groups = overview_chart(compared.comparison, every, binary=binary)
        groups.margins, groups.title_at_edge = Margins(right=12.0), True
        drawn.append(ChartDrawing((groups,), GROUPS, "overview"))
    if not alone or draws_changes(compared.answer):
        chart = Intervals(changes, binary=binary, brief=not alone)
        drawn.append(ChartDrawing((chart,), chart.height, "intervals", tabled=True))
    for number, load in enumerate(load_charts(compared)):
        load.margins, load.title_at_edge = Margins(58.0, 40.0), True
        drawn.append(ChartDrawing((load,), LOAD, f"load{number}"))
    for number, pair in enumerate(file_sizes_rows(compared, binary=binary)):
        drawn.append(ChartDrawing(pair, LOAD, f"surface{number}"))
    return tuple(drawn)


def detail_drawings(compared: ComparedRuns, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """Curves, scans, latencies and repeats of each test, for at most MOST_TESTS."""
    found: list[ChartDrawing] = []
    for number, metric in enumerate(_tests(compared)[:MOST_TESTS]):
        title = value_text(metric_title(metric))
        mixed = metric.test.direction == Direction.MIXED
        for way in (Direction.READ, Direction.WRITE) if mixed else (metric.direction,):
            if mixed:
                title = f"{value_text(metric_title(metric))}, {direction_title(way).lower()}"
            wide, beside = charts_of(compared, metric, way, binary=binary)
            rows: list[tuple[Chart, ...]] = [(chart,) for chart in wide]
            rows += [tuple(beside)] if beside else []
            for place, charts in enumerate(rows):
                height = SCAN_HEIGHT if _along_drive(charts[0]) else CURVES_HEIGHT
                key, said = f"test{number}-{way}-{place}", "" if place else title
                found.append(_drawing(charts, height, key, said))
    return tuple(found)


def _along_drive(chart: Chart) -> bool:
    """Whether it is over the positions of a drive."""
    return isinstance(chart, PlotChart) and chart.shown.x.unit is Unit.BYTES


def telling_drawings(compared: ComparedRuns, *, binary: bool = False) -> tuple[ChartDrawing, ...]:
    """Of the tests that differ most clearly, at most MOST_TOLD, the curves beside the latencies."""
    tests = _tests(compared)
    told = sorted(tests, key=lambda metric: words.rank(metric.verdict))[:MOST_TOLD]
    found = []
    for number, metric in enumerate(tests):
        if metric in told:
            wide, beside = charts_of(compared, metric, metric.direction, binary=binary)
            charts = (*wide, *(one for one in beside if not isinstance(one, GroupsChart)))[:2]
            title = value_text(metric_title(metric))
            if charts:
                found.append(_drawing(charts, CURVES_HEIGHT, f"test{number}", title))
    return tuple(found)


def _tests(compared: ComparedRuns) -> list[Metric]:
    """The metric that decides of each test; of more than two sides that of the first."""
    found = {metric.test: metric for metric in reversed(by_test(compared.comparison))}
    return list(reversed(found.values()))


def _drawing(charts: tuple[Chart, ...], height: float, key: str, title: str) -> ChartDrawing:
    for chart in charts:
        chart.margins, chart.title_at_edge = Margins(58.0, 12.0), True
    return ChartDrawing(charts, height, key, title)


def picture_of(compared: ComparedRuns, *, binary: bool = False) -> Report:
    """What a picture of a comparison shows; needs an application object."""
    told = telling_drawings(compared, binary=binary)
    return comparison_picture(
        compared.comparison,
        compared.answer,
        compared.spans,
        (*answer_drawings(compared, binary=binary, alone=True), *told),
        more=len(_tests(compared)) - len(told) if told else 0,
        binary=binary,
        version=driveproof.__version__,
    )


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
        write_picture(picture_of(compared, binary=binary), path, kind, scale=scale or SCALE)


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


def suggested_name(compared: ComparedRuns) -> str:
    """A file name without a suffix: no foreign characters get into it."""
    last = max(run.started for side in compared.comparison.sides for run in side.runs)
    return f"driveproof-comparison-{file_stamp(last)}"


def comparison_export(
    compared: ComparedRuns, experiment: Experiment | None = None, *, binary: bool = False
) -> Export:
    """The export of a comparison; the report of a finished `experiment` is the experiment's."""

    def writer(kind: FileFormat) -> Writer:
        if experiment is not None and kind in REPORTS:
            return lambda path, _scale: write_experiment(
                experiment, compared, path, html=kind == FileFormat.HTML, binary=binary
            )
        return lambda path, scale: write_comparison(
            compared, path, kind, binary=binary, scale=scale
        )

    return Export(
        title=_("Export"),
        name=suggested_name(compared),
        writers={kind: writer(kind) for kind in EVERY_FILE},
        picture=lambda: picture_of(compared, binary=binary),
        text=lambda: forum_comparison(compared.comparison),
    )


def checks_export(compared: ComparedChecks, *, binary: bool = False) -> Export:
    """The export of a comparison of two checks."""
    found = compared.found
    stamps = (file_stamp(check.taken) for check in (found.before, found.after))

    def report(path: Path, _scale: int | None) -> None:
        write_checks(found, compared.curves, path, binary=binary)

    def data(path: Path, _scale: int | None) -> None:
        document = check_comparison_document(found)
        write_data(path, text_of(document))

    def text(path: Path, _scale: int | None) -> None:
        write_data(path, f"{check_comparison_page(found, binary=binary, details=True)}\n")

    return Export(
        title=_("Export"),
        name="-".join(("driveproof-checks", *stamps)),
        writers={
            **dict.fromkeys(REPORTS, report),
            FileFormat.JSON: data,
            FileFormat.TEXT: text,
        },
        lacking=_("Compare their measurements for charts."),
    )
