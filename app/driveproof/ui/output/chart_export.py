# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result on one page: as PNG, SVG or PDF, with or without a window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QByteArray, QMarginsF, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QImage,
    QImageWriter,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.run.run import Run
from driveproof.export.files import write_whole
from driveproof.ui.charts.chart_style import Look, for_paper, for_pdf
from driveproof.ui.charts.svg_fonts import mend_file
from driveproof.ui.output.run_page import RunPage

FORMATS = ("png", "svg", "pdf")
SCALE = 2  # picture pixels per unit of the page: sharp on every screen
PDF_DPI = 96


class Page(Protocol):
    """A drawable page, in units of 1/96 inch."""

    title: str
    size: QSizeF

    def paint(self, painter: QPainter, look: Look) -> None:
        """Paint it with its upper left corner at the origin."""

    def describe(self) -> str:
        """Its content, in a sentence."""


def application() -> QApplication:
    """The running application, or a new one without a display.

    It is a QApplication: pyqtgraph uses widgets, even on pages that are never on screen.
    """
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(["driveproof"])


def render_run(
    run: Run,
    path: str | os.PathLike[str],
    file_format: str = "png",
    *,
    binary: bool = False,
    scale: int = SCALE,
) -> None:
    """Draw the result of a run into a file; an existing file is replaced only on success.

    `file_format` is png, svg or pdf; `scale` is for PNG: pixels per unit of the page. Raises
    UsageError for other formats, MachineError when the file cannot be written.
    """
    _check(file_format)
    _keep = application()
    render_page(RunPage(run, binary=binary), path, file_format, scale=scale)


def render_page(
    page: Page, path: str | os.PathLike[str], file_format: str = "png", *, scale: int = SCALE
) -> None:
    """Draw any page into a file, like `render_run`; needs an application object."""
    _check(file_format)
    draw = {"png": lambda page, part: _png(page, part, scale), "svg": _svg, "pdf": _pdf}
    write_whole(Path(path), lambda part: draw[file_format](page, part))


def _check(file_format: str) -> None:
    if file_format not in FORMATS:
        raise UsageError(
            "'{file_format}' is not a format for charts.",
            file_format=file_format,
            advice=Advice("Use {join}.", join=", ".join(FORMATS)),
        )


def write_text(path: Path, text: str | bytes) -> None:
    """Write a file completely or not at all. Raises MachineError."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")

    def write(part: Path) -> None:
        part.write_bytes(data)

    write_whole(path, write)


def _paint(device: QPaintDevice, page: Page, look: Look, factor: float = 1.0) -> None:
    painter = QPainter()
    if not painter.begin(device):
        raise MachineError("The picture cannot be written.", advice=Advice("Is the disk full?"))
    painter.scale(factor, factor)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(QPointF(0, 0), page.size), look.surface)
    page.paint(painter, look)
    painter.end()


def image_of_page(page: Page, scale: int = SCALE) -> QImage:
    """Any page as an image; needs an application object. Raises MachineError."""
    image = QImage(page.size.toSize() * scale, QImage.Format.Format_RGB32)
    if image.isNull():
        raise MachineError("There is not enough memory for the picture.")
    image.setDevicePixelRatio(scale)
    _paint(image, page, for_paper())
    return image


def _png(page: Page, path: Path, scale: int) -> None:
    image = image_of_page(page, scale)
    writer = QImageWriter(str(path), QByteArray(b"png"))
    if not writer.write(image):
        raise MachineError(
            "The picture cannot be written: {errorString}.", errorString=writer.errorString()
        )


def _svg(page: Page, path: Path) -> None:
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setFileName(str(path))
    generator.setSize(QSize(page.size.toSize()))
    generator.setViewBox(QRectF(QPointF(0, 0), page.size))
    generator.setResolution(PDF_DPI)
    generator.setTitle(page.title)
    generator.setDescription(page.describe())
    _paint(generator, page, for_paper())
    mend_file(path)


def _pdf(page: Page, path: Path) -> None:
    writer = QPdfWriter(str(path))
    writer.setResolution(PDF_DPI * 4)
    points = QSizeF(page.size.width() * 72 / PDF_DPI, page.size.height() * 72 / PDF_DPI)
    writer.setPageSize(
        QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    )
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(page.title)
    writer.setCreator("Driveproof")
    _paint(writer, page, for_pdf(), 4.0)
