# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes reports (HTML, PDF) and pictures (PNG, SVG, PDF) to files, with or without a window.

A picture is a short report on one page: its charts, and what is needed to understand them.
"""

from __future__ import annotations

import os
import re
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QIODevice, QLocale, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QApplication

import driveproof
from driveproof.domain.check.check import Check
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.domain.drive_test.answer import drive_test_answer
from driveproof.domain.drive_test.drive_test import DriveTest
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run
from driveproof.export.csv.run import run_csv
from driveproof.export.files import write_data, write_whole
from driveproof.export.gnuplot import gnuplot_text
from driveproof.export.json.run import run_json
from driveproof.export.report.check import check_report
from driveproof.export.report.diagnosis import diagnosis_report
from driveproof.export.report.document import Report
from driveproof.export.report.drive_test import drive_test_report
from driveproof.export.report.health import health_report_document
from driveproof.export.report.run import run_picture, run_report
from driveproof.export.text.layout import one_line
from driveproof.export.text.run import run_table
from driveproof.methods import answer_of, measured_answer
from driveproof.ui.charts.chart_style import ChartStyle, for_paper, for_pdf
from driveproof.ui.charts.picture import (
    DPI,
    SCALE,
    begun,
    pdf_data,
    pixels_of,
    png_data,
    svg_data,
    written,
)
from driveproof.ui.output.report_layout import PICTURE, PageFormat, ReportLayout
from driveproof.ui.output.run_charts import along_drawings, run_drawings
from driveproof.wording.dates import file_stamp

FINE = 8  # device units per unit of ours: the grid on which text and curves are placed


class FileFormat(StrEnum):
    """A file of a result, as the export menu offers it."""

    HTML = "html"
    REPORT = "report"
    """The report on paper: a PDF as well."""
    PNG = "png"
    SVG = "svg"
    PDF = "pdf"
    """A picture as a PDF of one page."""
    CSV = "csv"
    JSON = "json"
    TEXT = "text"
    GNUPLOT = "gnuplot"
    """Only the maps of a file-sizes run have it."""


EVERY_FILE = tuple(one for one in FileFormat if one is not FileFormat.GNUPLOT)
"""The files that runs and comparisons can be written as."""
REPORTS = (FileFormat.HTML, FileFormat.REPORT)
PICTURES = (FileFormat.PNG, FileFormat.SVG, FileFormat.PDF)


def application() -> QApplication:
    """The running application, or a new one without a display.

    It is a QApplication: pyqtgraph uses widgets, even on pages that are never on screen.
    """
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(["driveproof"])


# Pictures


class Picture:
    """A report on one page, with its charts; `size` is in units of 1/96 inch."""

    def __init__(self, report: Report, look: ChartStyle) -> None:
        self.look = look
        self.title = one_line(report.title)
        self.description = " ".join(map(one_line, (*report.subject, report.headline)))
        laid = ReportLayout(report, look, PICTURE)
        laid.add_foot(report.footer)
        (self._paints,) = laid.pages
        self.size = QSizeF(PICTURE.width, round(laid.flow.y + PICTURE.margin))

    def paint(self, painter: QPainter) -> None:
        """Paint it with its upper left corner at the origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.fillRect(QRectF(QPointF(0, 0), self.size), self.look.surface)
        for paint in self._paints:
            painter.save()
            paint(painter)
            painter.restore()


def image_of_picture(report: Report, scale: int = SCALE) -> QImage:
    """A picture as an image; needs an application object. Raises MachineError."""
    picture = Picture(report, for_paper())
    image = QImage(pixels_of(picture.size.toSize(), scale), QImage.Format.Format_RGB32)
    if image.isNull():
        raise MachineError("There is not enough memory for the picture.")
    image.setDevicePixelRatio(scale)
    painter = begun(image)
    picture.paint(painter)
    painter.end()
    return image


def write_picture(report: Report, path: Path, file_format: str, *, scale: int = SCALE) -> None:
    """Draw a short report into a file; an existing file is replaced only on success.

    `file_format` is png, svg or pdf; `scale` is for PNG: pixels per unit of the page. Needs an
    application object. Raises UsageError for other formats, MachineError when it cannot be written.
    """
    match file_format:
        case FileFormat.PNG:
            data = png_data(image_of_picture(report, scale))
        case FileFormat.SVG:
            found = Picture(report, for_paper())
            data = svg_data(found.size, found.title, found.description, found.paint)
        case FileFormat.PDF:
            found = Picture(report, for_pdf())
            data = pdf_data(found.size, found.title, found.paint)
        case _:
            raise UsageError(
                "'{file_format}' is not a chart format.",
                file_format=file_format,
                advice=Advice("Use {name}.", name=", ".join(PICTURES)),
            )
    write_data(path, data)


def picture_of_run(run: Run, *, binary: bool = False) -> Report:
    """What a picture of a run shows; needs an application object."""
    return run_picture(run, answer_of(run), run_drawings(run, binary=binary), binary=binary)


def render_run(
    run: Run, path: Path, file_format: str = "png", *, binary: bool = False, scale: int = SCALE
) -> None:
    """Draw the result of a run as `write_picture` does, with or without an application object."""
    _keep = application()
    write_picture(picture_of_run(run, binary=binary), path, file_format, scale=scale)


# Reports


def write_check(
    check: Check, path: Path, file_format: str = "", expected: tuple[Expectation, ...] = ()
) -> None:
    """Write it as "html" or "pdf", without either in the format of the suffix; an existing file is
    replaced only on success. `expected` is what the tests of its measurement can be held against.

    Raises UsageError for another suffix, MachineError when it cannot be written.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    drawings = run_drawings(check.run, latencies=False) if check.run else ()
    report = check_report(
        check, measured_answer(check), drawings, expected, version=driveproof.__version__
    )
    write_report(report, path, html=html)


def write_diagnosis(diagnosis: Diagnosis, path: Path, file_format: str = "") -> None:
    """Write what was found out about a slow drive as "html" or "pdf", without either by the suffix.

    Raises UsageError for another suffix, MachineError.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    check = diagnosis.evidence.check
    drawings = run_drawings(check.run, latencies=False) if check.run else ()
    answer = measured_answer(check)
    report = diagnosis_report(diagnosis, answer, drawings, version=driveproof.__version__)
    write_report(report, path, html=html)


def write_drive_test(test: DriveTest, path: Path, file_format: str = "") -> None:
    """Write the report of a drive's test as "html" or "pdf", without either by the suffix.

    Raises UsageError for another suffix, MachineError.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    drawings = along_drawings(drive_test_answer(test))
    report = drive_test_report(test, drawings, version=driveproof.__version__)
    write_report(report, path, html=html)


def write_health(
    path: Path, rated: RatedHealth, file_format: str = "", *, device: str = ""
) -> None:
    """Write the report of a drive's health as "html" or "pdf", without either by the suffix.

    Raises UsageError for another suffix, MachineError.
    """
    html = file_format == "html" if file_format else _is_html(path)
    _keep = application()
    report = health_report_document(rated, device=device, version=driveproof.__version__)
    write_report(report, path, html=html)


def write_run(
    run: Run,
    path: Path,
    file_format: str,
    health: tuple[Pair, ...] = (),
    *,
    binary: bool = False,
    expected: tuple[Expectation, ...] = (),
) -> None:
    """Write the report of a run as "html" or "pdf", whatever the file's suffix.

    `health` is that of its drives, before and after, `expected` what its tests can be held
    against. Raises MachineError.
    """
    _keep = application()
    report = run_report(
        run,
        answer_of(run),
        drawings=run_drawings(run, binary=binary, latencies=False),
        health=health,
        expected=expected,
        binary=binary,
        version=driveproof.__version__,
    )
    write_report(report, path, html=file_format == "html")


def write_run_file(
    run: Run,
    path: Path,
    kind: FileFormat,
    health: tuple[Pair, ...] = (),
    *,
    expected: tuple[Expectation, ...] = (),
    binary: bool = False,
    scale: int | None = None,
) -> None:
    """Write a run as one of FileFormat. Raises DriveproofError.

    `health` is that of its drives, before and after; `expected` is what its tests can be held
    against; `scale` is for PNG: pixels per unit.
    """
    if kind in REPORTS:
        form = "html" if kind == FileFormat.HTML else "pdf"
        write_run(run, path, form, health, binary=binary, expected=expected)
    elif kind == FileFormat.CSV:
        write_data(path, run_csv(run))
    elif kind == FileFormat.GNUPLOT:
        write_data(path, gnuplot_text(run, answer_of(run), binary=binary))
    elif kind == FileFormat.JSON:
        write_data(path, run_json(run, answer_of(run), health, expected))
    elif kind == FileFormat.TEXT:
        held = expected_answer(run, expected)
        text = run_table(
            run, answer_of(run), binary=binary, details=True, health=health, expected=held
        )
        write_data(path, f"{text}\n")
    else:
        render_run(run, path, kind, binary=binary, scale=scale or SCALE)


def _is_html(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending not in {".html", ".pdf"}:
        raise UsageError(
            "The report format must be .html or .pdf, not {name}.",
            name=path.name,
            advice=Advice("Choose another name."),
        )
    return ending == ".html"


def write_report(report: Report, path: Path, *, html: bool) -> None:
    """Write it as HTML or PDF, whatever the file's suffix. Raises MachineError."""
    if html:
        from driveproof.export.report.html import render_html  # noqa: PLC0415 - jinja2

        write_data(path, render_html(report))
        return

    def write(part: Path) -> None:
        write_pdf(report, part)

    write_whole(path, write)


def page_size(locale: QLocale | None = None) -> QPageSize:
    """Letter in the countries that use it, otherwise A4."""
    system = (locale or QLocale()).measurementSystem()
    imperial = system == QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize(QPageSize.PageSizeId.Letter if imperial else QPageSize.PageSizeId.A4)


def write_pdf(report: Report, path: Path, size: QPageSize | None = None) -> int:
    """Write it with selectable text, charts as vectors and numbered pages; returns their number.
    Raises OSError when it cannot be written.
    """
    paper = size or page_size()
    points = paper.size(QPageSize.Unit.Point)
    page = PageFormat.paper(QSizeF(points.width() * DPI / 72, points.height() * DPI / 72))
    laid = ReportLayout(report, for_pdf(), page)
    path.write_bytes(written(lambda buffer: _draw(buffer, report, laid, paper, page)))
    return len(laid.pages)


def _draw(
    device: QIODevice, report: Report, laid: ReportLayout, paper: QPageSize, page: PageFormat
) -> None:
    writer = QPdfWriter(device)
    writer.setResolution(DPI * FINE)
    writer.setPageSize(paper)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(one_line(report.title))
    writer.setCreator("Driveproof")
    painter = begun(writer)
    painter.scale(FINE, FINE)
    for number, paints in enumerate(laid.pages, 1):
        if number > 1:
            writer.newPage()
        for paint in paints:
            painter.save()
            paint(painter)
            painter.restore()
        _foot(painter, page, report.footer, f"{number} / {len(laid.pages)}")
    painter.end()


def _foot(painter: QPainter, page: PageFormat, text: str, number: str) -> None:
    look = for_pdf()
    painter.setFont(look.small)
    painter.setPen(look.muted)
    metrics = QFontMetricsF(look.small)
    y = page.height - page.margin + 8
    room = page.width - 2 * page.margin - metrics.horizontalAdvance(number) - 24
    words = metrics.elidedText(one_line(text), Qt.TextElideMode.ElideRight, room)
    painter.drawText(QPointF(page.margin, y), words)
    right = page.width - page.margin - metrics.horizontalAdvance(number)
    painter.drawText(QPointF(right, y), number)


def suggested_name(check: Check) -> str:
    """A file name without a suffix, of plain letters: no foreign characters get into it."""
    return _name("check", check)


def diagnosis_name(diagnosis: Diagnosis) -> str:
    """The same of what was found out about a slow drive."""
    return _name("diagnosis", diagnosis.evidence.check)


def _name(kind: str, check: Check) -> str:
    model = check.device.model if check.device else ""
    return f"driveproof-{kind}-{file_stamp(check.taken)}-{_plain(model)}"


def drive_test_name(test: DriveTest) -> str:
    """The same of the test of a drive."""
    return f"driveproof-test-{file_stamp(test.created)}-{_plain(test.target.model or '')}"


def _plain(model: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:40] or "drive"
