# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result on one page: as PNG, SVG or PDF, with or without a window."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import (
    QImage,
    QPainter,
)
from PySide6.QtWidgets import QApplication

from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.run.run import Run
from driveproof.export.files import write_data
from driveproof.ui.charts.chart_style import ChartStyle, for_paper, for_pdf
from driveproof.ui.charts.picture import begun, pdf_data, png_data, svg_data
from driveproof.ui.output.run_page import RunPage

FORMATS = ("png", "svg", "pdf")
SCALE = 2  # picture pixels per unit of the page: sharp on every screen


class ExportPage(Protocol):
    """A drawable page, in units of 1/96 inch."""

    title: str
    size: QSizeF

    def paint(self, painter: QPainter, look: ChartStyle) -> None:
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
    page: ExportPage, path: str | os.PathLike[str], file_format: str = "png", *, scale: int = SCALE
) -> None:
    """Draw any page into a file, like `render_run`; needs an application object."""
    _check(file_format)
    draw = {"png": lambda page: png_data(image_of_page(page, scale)), "svg": _svg, "pdf": _pdf}
    write_data(Path(path), draw[file_format](page))


def _check(file_format: str) -> None:
    if file_format not in FORMATS:
        raise UsageError(
            "'{file_format}' is not a chart format.",
            file_format=file_format,
            advice=Advice("Use {name}.", name=", ".join(FORMATS)),
        )


def _paint(painter: QPainter, page: ExportPage, look: ChartStyle) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(QPointF(0, 0), page.size), look.surface)
    page.paint(painter, look)


def image_of_page(page: ExportPage, scale: int = SCALE) -> QImage:
    """Any page as an image; needs an application object. Raises MachineError."""
    image = QImage(page.size.toSize() * scale, QImage.Format.Format_RGB32)
    if image.isNull():
        raise MachineError("There is not enough memory for the picture.")
    image.setDevicePixelRatio(scale)
    painter = begun(image)
    _paint(painter, page, for_paper())
    painter.end()
    return image


def _svg(page: ExportPage) -> bytes:
    paint = partial(_paint, page=page, look=for_paper())
    return svg_data(page.size, page.title, page.describe(), paint)


def _pdf(page: ExportPage) -> bytes:
    return pdf_data(page.size, page.title, partial(_paint, page=page, look=for_pdf()))
