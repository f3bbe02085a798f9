# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels that never interpret foreign text as markup."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip

SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


_CLAUSE_END = re.compile(r"(?<=[;.]) ")
_WORD_END = re.compile(r" ")
_ENDLESS, _PART = re.compile(r"[^\s/-]{60,}"), re.compile(r".{16}")
_SLACK = 2
"""Pixels by which a label with a document, whose text can be selected, may break earlier."""


def _unbroken(text: str) -> str:
    """A text for several lines, none of which begins within "MB/s" or "I/O", or with the sign of a
    share. A foreign word without an end takes several: it would make the page wider.
    """
    for word in ("B/s", "I/O"):
        text = text.replace(word, word.replace("/", "/\N{WORD JOINER}"))
    text = _ENDLESS.sub(lambda found: _PART.sub("\\g<0>\N{ZERO WIDTH SPACE}", found[0]), text)
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


class Label(QLabel):
    """Plain text in a size and colour of the theme, which it follows.

    `size` is body, small, heading or title; `color` names one of the theme's colours.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        size: str = "body",
        color: str = "text",
        strong: bool = False,
        selectable: bool = False,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._said = ""
        self._theme = theme
        self._size = size
        self.color = color
        self._strong = strong
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self._selectable = selectable
        self._restyle()
        theme.changed.connect(self._restyle)
        self.setText(text)

    def allow_selection(self) -> None:
        """Let the text be selected and copied.

        Qt keeps a whole document for such a label, about 40 kB: it is created when the pointer
        enters.
        """
        if self.textInteractionFlags() != SELECTABLE:
            self.setTextInteractionFlags(SELECTABLE)
            self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def enterEvent(self, event: QEnterEvent) -> None:
        if self._selectable:
            self.allow_selection()
        super().enterEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            # A style sheet that is applied anew, as to a label that gets another parent, gives it
            # the palette back that it had before the first one.
            self._restyle()

    def set_color(self, name: str) -> None:
        """Use another colour of the theme, by its name."""
        if name != self.color:
            self.color = name
            self._restyle()

    def setText(self, text: str) -> None:
        self._said = text
        super().setText(_unbroken(text) if self.wordWrap() else text)

    def text(self) -> str:
        return self._said

    def say(self, text: str) -> None:
        """Set the text only if it differs: a selection stays."""
        if text != self.text():
            self.setText(text)

    def whole(self) -> str:
        """The full text."""
        return self.text()

    def _restyle(self) -> None:
        theme = self._theme
        match self._size:
            case "title":
                font = theme.title()
            case "heading":
                font = theme.heading()
            case "small":
                font = theme.small(strong=self._strong)
            case _:
                font = theme.body(strong=self._strong)
        self.setFont(font)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, getattr(theme.colors, self.color))
        palette.setColor(QPalette.ColorRole.Highlight, theme.colors.accent)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.colors.on_accent)
        self.setPalette(palette)


FEWEST = 3
"""An ellipsis after fewer letters says nothing, and nothing is shown."""


class _FittedLabel(Label):
    """Shows as much of its text as has room."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        raise NotImplementedError


class ElidedLabel(_FittedLabel):
    """One line that ends in an ellipsis if there is no room; the tool tip has all of it."""

    def __init__(self, theme: Theme, text: str = "", **look: object) -> None:
        self._whole = ""
        super().__init__(theme, **look)  # type: ignore[arg-type]
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.say(text)

    def say(self, text: str) -> None:
        if text != self._whole:
            self._whole = text
            self.setAccessibleName(text)
            self._fit()

    def whole(self) -> str:
        """The full text, even if an ellipsis replaces a part of it."""
        return self._whole

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._whole) + 4, super().sizeHint().height())

    def _fit(self) -> None:
        metrics = QFontMetrics(self.font())
        room = self.contentsRect().width()
        short = self._shortened(metrics, room)
        if short != self._whole and len(short) <= FEWEST:
            short = ""
        if short != self.text():
            self.setText(short)
        set_tip(self, self._whole if short != self._whole else "")

    def _shortened(self, metrics: QFontMetrics, room: int) -> str:
        """What is shown in so many pixels."""
        return metrics.elidedText(self._whole, Qt.TextElideMode.ElideRight, room)


class FoldedLabel(_FittedLabel):
    """At most `most` lines: where there are more, the clauses that fit and an ellipsis.

    The tool tip and the accessible name have all of it. Emits `folded(bool)` when a part of the
    text is hidden, or no longer is.
    """

    folded = Signal(bool)

    def __init__(self, theme: Theme, most: int, **look: object) -> None:
        self._most = most
        self._folds = False
        super().__init__(theme, wrap=True, **look)  # type: ignore[arg-type]

    @property
    def folds(self) -> bool:
        """Whether a part of the text is hidden."""
        return self._folds

    def setText(self, text: str) -> None:
        self._said = text
        self.setAccessibleName(text)
        self._fit()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Of what is shown in that width: the layout asks before the text is folded."""
        return self._height(self._shown(width), width)

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self._said)
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), QFontMetrics(self.font()).height())

    def _fit(self) -> None:
        short = self._shown(self.width())
        QLabel.setText(self, _unbroken(short))
        folds = short != self._said
        set_tip(self, self._said if folds else "")
        if folds != self._folds:
            self._folds = folds
            self.folded.emit(folds)

    def _shown(self, width: int) -> str:
        """The whole text, or as many clauses, otherwise words, as have room."""
        if self._fits(self._said, width):
            return self._said
        for pattern in (_CLAUSE_END, _WORD_END):
            ends = [found.start() for found in pattern.finditer(self._said)]
            for end in reversed(ends):
                short = f"{self._said[:end]} …"
                if self._fits(short, width):
                    return short
        return self._said

    def _fits(self, text: str, width: int) -> bool:
        metrics = QFontMetrics(self.font())
        most = metrics.height() + (self._most - 1) * metrics.lineSpacing()
        return self._height(text, width) <= most

    def _height(self, text: str, width: int) -> int:
        place = QRect(0, 0, max(1, width - _SLACK), 1 << 20)
        wrapped = Qt.TextFlag.TextWordWrap
        return QFontMetrics(self.font()).boundingRect(place, wrapped, _unbroken(text)).height()


class PartsLabel(ElidedLabel):
    """One line of several parts with a gap between them. Without room for all of them the least
    important ones are left out whole; the tool tip has them.
    """

    def __init__(self, theme: Theme, gap: str, **look: object) -> None:
        self._gap = gap
        self._parts: tuple[str, ...] = ()
        self._gives_way: tuple[str, ...] = ()
        super().__init__(theme, "", **look)

    def say_parts(self, parts: Sequence[str], gives_way: Sequence[str] = ()) -> None:
        """Show these; those of `gives_way` are left out first, in its order."""
        self._parts, self._gives_way = tuple(parts), tuple(gives_way)
        self.say(self._gap.join(parts))

    def _shortened(self, metrics: QFontMetrics, room: int) -> str:
        left = [*self._parts] if self._whole == self._gap.join(self._parts) else [self._whole]
        for part in self._gives_way:
            if metrics.horizontalAdvance(self._gap.join(left)) <= room:
                break
            if part in left:
                left.remove(part)
        return metrics.elidedText(self._gap.join(left), Qt.TextElideMode.ElideRight, room)


def small_print(theme: Theme, text: str) -> Label:
    """A sentence that explains what is above it."""
    return Label(theme, text, size="small", color="muted", wrap=True, selectable=True)
