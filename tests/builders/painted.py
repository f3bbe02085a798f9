# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every text that a window paints, with its place: also those of tables, delegates and charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import (
    QFontMetricsF,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QTextItem,
)
from PySide6.QtWidgets import QWidget

ELLIPSIS = "…"
_DOTS_PER_INCH = 96
_TOUCHING = 4.0
"""Pixels between two pieces of one text, as before and after a mnemonic or a letter that the font
does not have.
"""


@dataclass(frozen=True, slots=True)
class Painted:
    """A text on one line. `box` is its ink, `line` its advance and the height of its font, `seen`
    what may be painted where it stands, all in pixels of the window; `flat` unless it is turned.
    """

    text: str
    box: QRectF
    line: QRectF
    seen: QRectF
    flat: bool

    @property
    def whole(self) -> str:
        """The text before its ellipsis."""
        return self.text.partition(ELLIPSIS)[0]


class _Texts(QPaintEngine):
    """Paints nothing, and notes what it was to write."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.found: list[Painted] = []

    def drawTextItem(self, place: QPointF, item: QTextItem) -> None:
        painter = self.painter()
        to_window = painter.deviceTransform()
        metrics = QFontMetricsF(item.font())
        ink = metrics.tightBoundingRect(item.text()).translated(place)
        line = QRectF(place.x(), place.y() - item.ascent(), item.width(), 0)
        line.setHeight(item.ascent() + item.descent())
        seen = QRectF(self.systemClip().boundingRect())
        if painter.hasClipping():
            seen &= to_window.mapRect(painter.clipBoundingRect())
        self.found.append(
            Painted(
                item.text(),
                to_window.mapRect(ink),
                to_window.mapRect(line),
                seen,
                flat=not to_window.isRotating(),
            )
        )

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, _state: QPaintEngineState) -> None:
        """Only text counts, and so it is with what is not painted below."""

    def drawPixmap(self, *_what: object) -> None: ...
    def drawTiledPixmap(self, *_what: object) -> None: ...
    def drawImage(self, *_what: object) -> None: ...
    def drawPath(self, *_what: object) -> None: ...
    def drawPolygon(self, *_what: object) -> None: ...
    def drawRects(self, *_what: object) -> None: ...
    def drawLines(self, *_what: object) -> None: ...
    def drawPoints(self, *_what: object) -> None: ...
    def drawEllipse(self, *_what: object) -> None: ...


class _Paper(QPaintDevice):
    def __init__(self, size: QSize) -> None:
        super().__init__()
        self.texts = _Texts()
        self._size = size

    def paintEngine(self) -> QPaintEngine:
        return self.texts

    def metric(self, which: QPaintDevice.PaintDeviceMetric) -> int:
        known = QPaintDevice.PaintDeviceMetric
        return {
            known.PdmWidth: self._size.width(),
            known.PdmHeight: self._size.height(),
            known.PdmDpiX: _DOTS_PER_INCH,
            known.PdmDpiY: _DOTS_PER_INCH,
            known.PdmPhysicalDpiX: _DOTS_PER_INCH,
            known.PdmPhysicalDpiY: _DOTS_PER_INCH,
            known.PdmDepth: 32,
            known.PdmDevicePixelRatioScaled: int(QPaintDevice.devicePixelRatioFScale()),
        }.get(which, 1)


def painted(window: QWidget) -> list[Painted]:
    """The texts that can be seen, at least in part."""
    paper = _Paper(window.size())
    window.render(paper)
    found = [one for one in paper.texts.found if one.text.strip() and one.box.intersects(one.seen)]
    return list(_joined(found))


def _joined(pieces: Iterable[Painted]) -> Iterator[Painted]:
    """The pieces of a line become one text."""
    last: Painted | None = None
    for piece in pieces:
        if last is not None and _continues(last, piece):
            last = replace(
                last,
                text=last.text + piece.text,
                box=last.box | piece.box,
                line=last.line | piece.line,
            )
            continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _continues(last: Painted, piece: Painted) -> bool:
    return (
        last.flat
        and piece.flat
        and last.seen == piece.seen
        and abs(last.line.right() - piece.line.left()) < _TOUCHING
        and last.line.top() < piece.line.bottom()
        and piece.line.top() < last.line.bottom()
    )
