# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks of verdicts: a different shape for each, not only a colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, WORN
from driveproof.domain.step_state import StepState
from driveproof.domain.trim.path import BLOCK, PART, PASS, PathVerdict
from driveproof.ui.theme.style import GRID, Colors, Theme
from driveproof.ui.theme.text import set_tip

MARK = 10.0
"""Width and height of a mark in pixels."""
GAP = 6
_SLOT = round(MARK) + GAP


def verdict_color(colors: Colors, word: str) -> QColor:
    """The colour of a verdict; unknown is muted."""
    known: dict[str, QColor] = {
        GOOD: colors.good,
        CAUTION: colors.caution,
        WORN: colors.worn,
        FAILING: colors.bad,
    }
    return known.get(word, colors.muted)


def paint_verdict_mark(painter: QPainter, middle: QPointF, word: str, color: QColor) -> None:
    """Good is a disc, caution a triangle, worn a diamond, failing a square with a bar, unknown a
    ring.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    x, y, half = middle.x(), middle.y(), MARK / 2
    if word == GOOD:
        painter.drawEllipse(middle, half - 0.5, half - 0.5)
    elif word == CAUTION:
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - half), QPointF(x + half + 0.5, y + half - 0.5),
                       QPointF(x - half - 0.5, y + half - 0.5)])
        )  # fmt: skip
    elif word == WORN:
        wide = half + 0.5
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - wide), QPointF(x + wide, y), QPointF(x, y + wide),
                       QPointF(x - wide, y)])
        )  # fmt: skip
    elif word == FAILING:
        painter.drawRoundedRect(QRectF(x - half, y - half, MARK, MARK), 2, 2)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setBrush(QColor("#ffffff") if color.lightnessF() < 0.55 else QColor("#1d1f23"))
        painter.drawRect(QRectF(x - 0.9, y - 3.2, 1.8, 3.8))
        painter.drawRect(QRectF(x - 0.9, y + 1.6, 1.8, 1.8))
    else:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 1.6))
        painter.drawEllipse(middle, half - 1.3, half - 1.3)
    painter.restore()


class VerdictLabel(QWidget):
    """A mark and text on one line.

    If the text does not fit, the first of the `shorter` ones that fits is shown, and an ellipsis if
    none does; the tool tip has the full text.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._word: str = UNKNOWN
        self._long = ""
        self._shorter: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    def say(self, word: str, text: str, *shorter: str) -> None:
        """`word` selects mark and colour; without a text nothing is shown."""
        self._word, self._long, self._shorter = word, text, shorter
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        self._restyle()

    def text(self) -> str:
        """The full text."""
        return self._long

    @property
    def word(self) -> str:
        """The verdict on screen."""
        return self._word

    def drawn(self) -> str:
        """The text as it fits now."""
        metrics, room = self._metrics(), self.width() - _SLOT
        texts = (self._long, *self._shorter)
        for text in texts:
            if metrics.horizontalAdvance(text) <= room:
                return text
        return metrics.elidedText(texts[-1], Qt.TextElideMode.ElideRight, max(0, room))

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._theme.body())

    def _restyle(self) -> None:
        self.updateGeometry()
        self._tell()
        self.update()

    def _tell(self) -> None:
        set_tip(self, self._long if self.drawn() != self._long else "")

    def sizeHint(self) -> QSize:
        metrics = self._metrics()
        return QSize(metrics.horizontalAdvance(self._long) + _SLOT + 2, metrics.height() + 4)

    def minimumSizeHint(self) -> QSize:
        metrics = self._metrics()
        least = (self._long, *self._shorter)[-1]
        wide = min(metrics.horizontalAdvance(least), 160)
        return QSize(wide + _SLOT + 2, metrics.height() + 4)

    def resizeEvent(self, event: object) -> None:
        self._tell()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._long:
            return
        painter = QPainter(self)
        color = verdict_color(self._theme.colors, self._word)
        middle = self.height() / 2
        paint_verdict_mark(painter, QPointF(MARK / 2 + 0.5, middle + 0.5), self._word, color)
        painter.setFont(self._theme.body())
        painter.setPen(color)
        place = self.rect().adjusted(_SLOT, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, self.drawn())


CHAIN_WIDTH, STEP_WIDTH = 3 * GRID, 4 * GRID
DISC = 16.0


def path_color(theme: Theme, verdict: PathVerdict) -> QColor:
    """Good, bad or muted; never the only sign."""
    colors = theme.colors
    return {PASS: colors.good, BLOCK: colors.bad}.get(verdict, colors.muted)


def paint_path_mark(painter: QPainter, theme: Theme, centre: QPointF, verdict: PathVerdict) -> None:
    """A disc with a tick, a cross, or a bar for a part; a ring with a question mark if unknown."""
    color, page = path_color(theme, verdict), theme.colors.page
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    disc = QRectF(centre.x() - DISC / 2, centre.y() - DISC / 2, DISC, DISC)
    known = verdict in (PASS, BLOCK, PART)
    painter.setPen(QPen(color, 1.5))
    painter.setBrush(color if known else page)
    painter.drawEllipse(disc.adjusted(0.75, 0.75, -0.75, -0.75))
    pen = QPen(page if known else color, 1.75)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    x, y = centre.x(), centre.y()
    if verdict == PASS:
        painter.drawPolyline(
            [QPointF(x - 3.4, y + 0.2), QPointF(x - 0.9, y + 2.7), QPointF(x + 3.6, y - 2.6)]
        )
    elif verdict == BLOCK:
        painter.drawLine(QPointF(x - 2.7, y - 2.7), QPointF(x + 2.7, y + 2.7))
        painter.drawLine(QPointF(x - 2.7, y + 2.7), QPointF(x + 2.7, y - 2.7))
    elif verdict == PART:
        painter.drawLine(QPointF(x - 3.2, y), QPointF(x + 3.2, y))
    else:
        font = theme.small(strong=True)
        font.setPixelSize(11)
        painter.setFont(font)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, "?")


class _LinkedMark(QWidget):
    """A mark with the line that leads to it from above, and on to the next one.

    `above` and `below` are True, False or None for no line at all; `height` is the middle of the
    mark, in pixels from the top.
    """

    gap = 0.0
    """Pixels between the line and the disc's middle."""

    def __init__(
        self, theme: Theme, *, above: bool | None, below: bool | None, width: int, height: float
    ) -> None:
        super().__init__()
        self._theme = theme
        self.above, self.below = above, below
        self._middle = height
        self.setFixedWidth(width)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), 4 * GRID)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(DISC / 2 + 0.5, self._middle)
        for part, top, bottom in (
            (self.above, 0.0, self._middle - self.gap),
            (self.below, self._middle + self.gap, float(self.height())),
        ):
            if part is not None:
                painter.setPen(self._pen(part))
                painter.drawLine(QPointF(centre.x(), top), QPointF(centre.x(), bottom))
        self._paint_mark(painter, centre)

    def _pen(self, part: bool) -> QPen:
        raise NotImplementedError

    def _paint_mark(self, painter: QPainter, centre: QPointF) -> None:
        raise NotImplementedError


class ChainMark(_LinkedMark):
    """A layer on the way of a TRIM: the line is solid where it passes, dotted where it does not.
    Without a verdict there is no mark.
    """

    def __init__(
        self,
        theme: Theme,
        verdict: PathVerdict | None = None,
        *,
        above: bool | None = None,
        below: bool | None = None,
        height: float = 20.0,
    ) -> None:
        super().__init__(theme, above=above, below=below, width=CHAIN_WIDTH, height=height)
        self.verdict = verdict

    def _pen(self, part: bool) -> QPen:
        colors = self._theme.colors
        pen = QPen(colors.muted if part else colors.line, 1.5)
        if not part:
            pen.setDashPattern([1.0, 3.0])
        return pen

    def _paint_mark(self, painter: QPainter, centre: QPointF) -> None:
        if self.verdict is not None:
            paint_path_mark(painter, self._theme, centre, self.verdict)


class StepMark(_LinkedMark):
    """A tick for a completed step, a dot in a ring for the one that is next, a ring for others;
    the line is pale between those to come. `first` and `last` are the ends of the line.
    """

    gap = DISC / 2 + 3

    def __init__(self, theme: Theme, state: StepState, *, first: bool, last: bool) -> None:
        done = state is StepState.DONE
        super().__init__(
            theme,
            above=None if first else done or state is StepState.NOW,
            below=None if last else done,
            width=STEP_WIDTH,
            height=2.0 * GRID,
        )
        self._state = state

    def _pen(self, part: bool) -> QPen:
        colors = self._theme.colors
        return QPen(colors.good if part else colors.line, 1.5)

    def _paint_mark(self, painter: QPainter, centre: QPointF) -> None:
        if self._state is StepState.DONE:
            paint_path_mark(painter, self._theme, centre, PASS)
            return
        colors, now = self._theme.colors, self._state is StepState.NOW
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(colors.accent if now else colors.muted, 2.0 if now else 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, DISC / 2 - 1, DISC / 2 - 1)
        if now:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.accent)
            painter.drawEllipse(centre, 3.6, 3.6)
