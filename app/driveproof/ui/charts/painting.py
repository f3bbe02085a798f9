# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text, lines and areas, painted crisp on a screen and small in a vector file."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPaintEngine,
    QPainter,
    QPen,
    QPolygonF,
)

from driveproof.domain.run.columns import Floats
from driveproof.ui.theme.text import shown

LEFT, RIGHT, CENTRE = (
    Qt.AlignmentFlag.AlignLeft,
    Qt.AlignmentFlag.AlignRight,
    Qt.AlignmentFlag.AlignHCenter,
)
# With more points than this a line is one pixel wide and not antialiased.
_SMOOTH_LIMIT = 2000
_AREA_POINTS = 32


def is_vector(painter: QPainter) -> bool:
    """Whether the painter writes a vector file, not pixels."""
    engine = painter.paintEngine()
    return engine is not None and engine.type() in (
        QPaintEngine.Type.SVG,
        QPaintEngine.Type.Pdf,
        QPaintEngine.Type.Picture,
    )


def with_alpha(color: QColor, alpha: float) -> QColor:
    """The colour with an opacity of `alpha` (0 to 1)."""
    result = QColor(color)
    result.setAlphaF(alpha)
    return result


def _parts(color: QColor) -> tuple[float, float, float]:
    return color.redF(), color.greenF(), color.blueF()


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """`share` of the colour on the background, opaque."""
    return QColor.fromRgbF(
        *(
            ground_part + (part - ground_part) * share
            for part, ground_part in zip(_parts(color), _parts(ground), strict=True)
        )
    )


def text(
    painter: QPainter,
    at: QPointF,
    words: str,
    font: QFont,
    color: QColor,
    *,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """Draw a line of text, vertically centred at `at`; returns its width in pixels.

    Control characters are escaped: charts contain the names of foreign tests, and an SVG with a
    control character is not valid XML.
    """
    words = shown(words)
    metrics = QFontMetricsF(font)
    width = metrics.horizontalAdvance(words)
    x = at.x() - {LEFT: 0.0, RIGHT: width, CENTRE: width / 2}.get(align, 0.0)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(QPointF(x, at.y() + _below_middle(metrics)), words)
    return width


def baseline(middle: float, font: QFont) -> float:
    """Where a line of text is drawn so that its capitals are centred at `middle`."""
    return middle + _below_middle(QFontMetricsF(font))


def _below_middle(metrics: QFontMetricsF) -> float:
    return (metrics.capHeight() or metrics.ascent() * 0.7) / 2


def elided(words: str, font: QFont, width: float) -> str:
    """The text, cut with an ellipsis if it does not fit."""
    return QFontMetricsF(font).elidedText(
        shown(words), Qt.TextElideMode.ElideRight, max(0.0, width)
    )


def elided_middle(words: str, font: QFont, width: float) -> str:
    """The text, cut in its middle if it does not fit."""
    return QFontMetricsF(font).elidedText(
        shown(words), Qt.TextElideMode.ElideMiddle, max(0.0, width)
    )


def elided_apart(names: Sequence[str], font: QFont, width: float) -> list[str]:
    """Each name cut to the available width.

    Names that would be cut to the same text lose their middle instead of their end.
    """
    cut = {name: elided(name, font, width) for name in names}
    shared = Counter(cut.values())
    return [
        cut[name] if shared[cut[name]] == 1 else elided_middle(name, font, width) for name in names
    ]


def shared_room(names: Sequence[str], font: QFont, width: float) -> float:
    """The maximum width of a name if each has `width`: short names leave room for long ones."""
    metrics = QFontMetricsF(font)
    left = max(0.0, width) * len(names)
    for place, needed in enumerate(sorted(metrics.horizontalAdvance(name) for name in names)):
        room = left / (len(names) - place)
        if needed > room:
            return room
        left -= needed
    return max(width, *(metrics.horizontalAdvance(name) for name in names), 0.0)


def hairline(painter: QPainter, line: tuple[float, float, float, float], color: QColor) -> None:
    """A line of one pixel from x, y to x, y, aligned with the pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    pen = QPen(color)
    pen.setWidthF(1.0)
    pen.setCosmetic(not is_vector(painter))
    painter.setPen(pen)
    painter.drawLine(QLineF(*line))
    painter.restore()


def dashed(
    painter: QPainter,
    start: QPointF,
    end: QPointF,
    color: QColor,
    dash: tuple[float, float] = (4.0, 3.0),
) -> None:
    """A thin dashed line: a limit, a figure or an event, never measured data."""
    pen = QPen(color, 1)
    pen.setDashPattern(dash)
    painter.setPen(pen)
    painter.drawLine(start, end)


def points(x: Floats, y: Floats) -> list[QPointF]:
    """Pairs of pixels as points."""
    return list(map(QPointF, x.tolist(), y.tolist()))


def curve(
    painter: QPainter,
    x: Floats,
    y: Floats,
    color: QColor,
    *,
    width: float = 1.5,
    dash: tuple[float, ...] = (),
) -> None:
    """A line through the points (pixels), broken at NaN.

    On pixels each segment is a separate line with round caps: joining wide antialiased lines costs
    the raster engine forty times as much and looks the same. A vector file gets whole polylines.
    """
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash:
        pen.setDashPattern(list(dash))
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    smooth = len(x) <= _SMOOTH_LIMIT
    vector = is_vector(painter)
    if not smooth and not vector:
        pen.setWidth(1)
        pen.setCosmetic(True)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
    painter.setPen(pen)
    for part in _pieces(y):
        if not smooth and not dash and part.stop - part.start > 1:
            painter.drawPolyline(arrayToQPolygonF(x[part], y[part]))
            continue
        line = points(x[part], y[part])
        if len(line) == 1:
            painter.drawPoint(line[0])
        elif vector or dash:
            painter.drawPolyline(QPolygonF(line))
        else:
            # Line by line: given a list, drawLines() of PySide6 6.11 ended the process when the
            # paint() of an item called it.
            for start, end in itertools.pairwise(line):
                painter.drawLine(start, end)
    painter.restore()


def area(painter: QPainter, x: Floats, y: Floats, base: float, color: QColor) -> None:
    """The area between the points (pixels) and a base line, to be covered by a line of its own.

    On pixels it is not antialiased, as the line covers its edge, and filled in parts: one polygon
    of hundreds of points costs the raster engine eight times as much and looks the same. A vector
    file gets whole polygons.
    """
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    vector = is_vector(painter)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, vector)
    for piece in _pieces(y):
        most = piece.stop - piece.start if vector else _AREA_POINTS
        for first in range(piece.start, piece.stop - 1, most):
            part = slice(first, min(first + most + 1, piece.stop))  # the next begins where it ends
            xs, ys = x[part], y[part]
            outline = np.append(xs, xs[[-1, 0]]), np.append(ys, (base, base))
            painter.drawPolygon(arrayToQPolygonF(*outline))
    painter.restore()


def _pieces(y: Floats) -> list[slice]:
    """The stretches without a gap (NaN)."""
    good = np.isfinite(y)
    if good.all():
        return [slice(0, len(y))] if len(y) else []
    edges = np.flatnonzero(np.diff(np.concatenate(([0], good.view(np.int8), [0]))))
    return [slice(int(a), int(b)) for a, b in edges.reshape(-1, 2)]


def hatch(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """A hatched band: no I/O completed here."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(with_alpha(color, 0.10))
    painter.drawRect(rect)
    painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(with_alpha(color, 0.45), 1))
    height = rect.height()
    x = rect.left() - height
    while x < rect.right():
        painter.drawLine(QLineF(x, rect.bottom(), x + height, rect.top()))
        x += 7
    painter.restore()


def fill(painter: QPainter, rect: QRectF, color: QColor) -> None:
    """A plain rectangle."""
    painter.fillRect(rect, QBrush(color))
