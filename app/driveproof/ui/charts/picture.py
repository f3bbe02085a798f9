# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One chart as a picture of any size: an image, or a PNG, SVG or PDF file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import QImage, QImageWriter, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from driveproof.domain.errors import Advice, MachineError
from driveproof.export.files import write_data
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.theme.text import shown

EDGE = 16
"""Margin around the chart, in its own units."""
DPI = 96
_FINE = 4
"""Units of a PDF in one of ours: the grid on which text and curves are placed."""
SCALE = 1
"""Pixels of an image per unit unless a person chooses: forums show them as they are."""
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
            "{width} × {height} pixels are too large.",
            width=found.width(),
            height=found.height(),
            advice=Advice("Choose a smaller size."),
        )
    return found


def image_of(chart: Chart, size: QSize, look: ChartStyle, scale: int = 1) -> QImage:
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


_FAMILY = re.compile(r'font-family="([^"]*)"')
_EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\s*")
_DEFAULTS = (' transform="matrix(1,0,0,1,0,0)"', ' vector-effect="none"')
_QT_GENERIC, _GENERIC = "Sans Serif", "sans-serif"

Paint = Callable[[QPainter], object]


def written(work: Callable[[QBuffer], object]) -> bytes:
    """What Qt writes, in memory: of a file it would not say why it could not be written, and of a
    PDF not even that it could not.
    """
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    work(buffer)
    buffer.close()
    return bytes(data.data())


def png_data(image: QImage) -> bytes:
    """An image as a PNG. Raises MachineError."""

    def work(buffer: QBuffer) -> None:
        writer = QImageWriter(buffer, QByteArray(b"png"))
        if not writer.write(image):
            raise MachineError(
                "The picture cannot be made: {errorString}.", errorString=writer.errorString()
            )

    return written(work)


def svg_data(size: QSizeF, title: str, description: str, paint: Paint) -> bytes:
    """What `paint` draws as an SVG of this size, in units of 1/96 inch. Raises MachineError."""

    def work(buffer: QBuffer) -> None:
        generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        generator.setSize(size.toSize())
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        generator.setResolution(DPI)
        generator.setTitle(title)
        generator.setDescription(description)
        painter = begun(generator)
        paint(painter)
        painter.end()

    return for_browsers(written(work).decode()).encode()


def for_browsers(svg: str) -> str:
    """With the generic family of CSS at the end of each list of families, and less than half as
    long.

    Qt writes its own name for it, which no browser knows: without the fonts of this machine the
    labels of a chart would have serifs there. It also writes a group for each change of a pen, most
    of them empty, and attributes that have their default.
    """

    def named(found: re.Match[str]) -> str:
        families = [one for one in found[1].split(",") if one not in (_QT_GENERIC, _GENERIC)]
        return f'font-family="{",".join([*families, _GENERIC])}"'

    found = 1
    while found:
        svg, found = _EMPTY.subn("", svg)
    for default in _DEFAULTS:
        svg = svg.replace(default, "")
    return _FAMILY.sub(named, svg)


def pdf_data(size: QSizeF, title: str, paint: Paint) -> bytes:
    """The same as a PDF of one page."""

    def work(buffer: QBuffer) -> None:
        writer = QPdfWriter(buffer)
        writer.setResolution(DPI * _FINE)
        points = QSizeF(size.width() * 72 / DPI, size.height() * 72 / DPI)
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        writer.setPageSize(QPageSize(points, QPageSize.Unit.Point, "", exact))
        writer.setPageMargins(QMarginsF(0, 0, 0, 0))
        writer.setTitle(title)
        writer.setCreator("Driveproof")
        painter = begun(writer)
        painter.scale(_FINE, _FINE)
        paint(painter)
        painter.end()

    return written(work)


def begun(device: QPaintDevice) -> QPainter:
    """A painter on a device. Raises MachineError."""
    painter = QPainter()
    if not painter.begin(device):
        raise MachineError("There is not enough memory for the picture.")
    return painter


def png_of(chart: Chart, size: QSize, look: ChartStyle, scale: int = 1) -> bytes:
    """A chart as a PNG: `size` and `scale` as of `image_of`. Raises MachineError."""
    return png_data(image_of(chart, size, look, scale))


def write_chart(
    chart: Chart, path: Path, file_format: str, size: QSize, *, look: ChartStyle, scale: int = 1
) -> None:
    """Write the chart as png, svg or pdf; an existing file is replaced only on success.

    `size` is in units of 1/96 inch. Raises MachineError.
    """

    whole = QSizeF(size)

    def paint(painter: QPainter) -> None:
        _paint(painter, chart, whole, look)

    if file_format == "png":
        data = png_of(chart, size, look, scale)
    elif file_format == "svg":
        data = svg_data(whole, shown(chart.title), shown(chart.describe()), paint)
    else:
        data = pdf_data(whole, shown(chart.title), paint)
    write_data(path, data)


def _paint(painter: QPainter, chart: Chart, size: QSizeF, look: ChartStyle) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    whole = QRectF(0, 0, size.width(), size.height())
    painter.fillRect(whole, look.surface)
    edge = min(EDGE, size.width() / 8, size.height() / 8)
    chart.paint(painter, whole.adjusted(edge, edge, -edge, -edge), look)
