# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One chart as a picture of any size: an image, or a PNG, SVG or PDF file."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from driveproof.domain.errors import Advice, MachineError
from driveproof.export.files import write_whole
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.svg_fonts import mend_file
from driveproof.ui.theme.text import shown

EDGE = 16
"""Margin around the chart, in its own units."""
DPI = 96
MOST_PIXELS = 120_000_000
"""Pixels of the largest image: half a gigabyte of memory."""


def name_of(chart: Chart) -> str:
    """A file name without a suffix, of plain letters: no foreign characters get into it."""
    words = re.sub(r"[^a-z0-9]+", "-", chart.title.lower()).strip("-")[:60].strip("-")
    return f"driveproof-{words or 'chart'}"


def pixels_of(size: QSize, scale: int) -> QSize:
    """The size of the image in pixels. Raises MachineError if it would not fit into memory."""
    found = size * scale
    if found.isEmpty() or found.width() * found.height() > MOST_PIXELS:
        raise MachineError(
            "A picture of {width} × {height} pixels is too large.",
            width=found.width(),
            height=found.height(),
            advice=Advice("Choose a smaller size or scale."),
        )
    return found


def image_of(chart: Chart, size: QSize, look: Look, scale: int = 1) -> QImage:
    """The chart with its background, `scale` pixels per unit of `size`. Raises MachineError."""
    image = QImage(pixels_of(size, scale), QImage.Format.Format_RGB32)
    if image.isNull():
        raise MachineError("There is not enough memory for the picture.")
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    _paint(painter, chart, QSizeF(size), look)
    painter.end()
    image.setDevicePixelRatio(1)
    return image


def png_of(chart: Chart, size: QSize, look: Look, scale: int = 1) -> QByteArray:
    """The same as the bytes of a PNG. Raises MachineError."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    if not writer.write(image_of(chart, size, look, scale)):
        raise MachineError(
            "The picture cannot be made: {errorString}.", errorString=writer.errorString()
        )
    buffer.close()
    return data


def write_chart(
    chart: Chart, path: Path, file_format: str, size: QSize, *, look: Look, scale: int = 1
) -> None:
    """Write the chart as png, svg or pdf; an existing file is replaced only on success.

    `size` is in units of 1/96 inch. Raises MachineError.
    """

    def write(part: Path) -> None:
        if file_format == "png":
            part.write_bytes(png_of(chart, size, look, scale).data())
        elif file_format == "svg":
            _svg(chart, part, size, look)
        else:
            _pdf(chart, part, size, look)

    write_whole(path, write)


def _paint(painter: QPainter, chart: Chart, size: QSizeF, look: Look) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    whole = QRectF(0, 0, size.width(), size.height())
    painter.fillRect(whole, look.surface)
    edge = min(EDGE, size.width() / 8, size.height() / 8)
    chart.paint(painter, whole.adjusted(edge, edge, -edge, -edge), look)


def _begun(device: QPaintDevice) -> QPainter:
    painter = QPainter()
    if not painter.begin(device):
        raise MachineError("The picture cannot be written.", advice=Advice("Is the disk full?"))
    return painter


def _svg(chart: Chart, path: Path, size: QSize, look: Look) -> None:
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setResolution(DPI)
    generator.setTitle(shown(chart.title))
    generator.setDescription(shown(chart.describe()))
    painter = _begun(generator)
    _paint(painter, chart, QSizeF(size), look)
    painter.end()
    mend_file(path)


def _pdf(chart: Chart, path: Path, size: QSize, look: Look) -> None:
    writer = QPdfWriter(str(path))
    writer.setResolution(DPI * 4)
    points = QSizeF(size.width() * 72 / DPI, size.height() * 72 / DPI)
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", exact))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(shown(chart.title))
    writer.setCreator("Driveproof")
    painter = _begun(writer)
    painter.scale(4, 4)
    _paint(painter, chart, QSizeF(size), look)
    painter.end()
