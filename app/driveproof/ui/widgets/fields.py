# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fields of a form and of a list; the wheel of the mouse scrolls the page and changes none."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, QMargins, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, group_digits, grouped


class WrittenField(QLineEdit):
    """What a person writes of something kept. Emits `written(text)` when it was changed and left;
    Escape takes back what was typed, before it leaves the page.
    """

    written = Signal(str)

    def __init__(self, empty: str, most: int | None = None) -> None:
        """`empty` stands where nothing is written, `most` are pixels."""
        super().__init__()
        self._kept = ""
        self.setPlaceholderText(empty)
        if most is not None:
            self.setMaximumWidth(most)
        self.editingFinished.connect(self._finished)

    def show_kept(self, text: str) -> None:
        """Show what is kept; a long text is read from its beginning."""
        self._kept = text
        self.setText(text)
        self.setCursorPosition(0)

    def keep(self, text: str) -> None:
        """This is kept now; the person may be writing already."""
        self._kept = text

    def event(self, event: QEvent) -> bool:
        key = event.key() if isinstance(event, QKeyEvent) else None
        if key == Qt.Key.Key_Escape and self.text() != self._kept:
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                self.setText(self._kept)
            return True
        return super().event(event)

    @Slot()
    def _finished(self) -> None:
        text = self.text().strip()
        if text != self._kept:
            self.written.emit(text)


class ChoiceBox(QComboBox):
    """Where there is no room its text ends in an ellipsis: below a style sheet Qt cuts it through a
    letter. The wheel scrolls the page and changes no choice on its way.

    On Linux Qt tells a screen reader the choice as the name of a box, and what it is about only by
    a label that it belongs to. Where the page has none, a hidden one has its accessible name.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.least = 0
        """Pixels that it is wide at least; its choices may need more, and are never cut for it."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel
        # Also when its choices come after it was shown.
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(self.least, 0))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(self.least, 0))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.accessibleName() and not any(one.buddy() is self for one in self._labels()):
            label = QLabel(self.accessibleName(), self.parentWidget())
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(self)
            label.hide()

    def _labels(self) -> list[QLabel]:
        """Beside it: Qt looks nowhere else."""
        beside = Qt.FindChildOption.FindDirectChildrenOnly
        parent = self.parentWidget()
        return [] if parent is None else parent.findChildren(QLabel, options=beside)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        place = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        metrics, text, room = self.fontMetrics(), option.currentText, place.width() - 2
        if metrics.horizontalAdvance(text) > room:  # in whole pixels, as it was made wide for it
            option.currentText = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


# A style sheet's padding does not reach the text of a spin box (QStyleSheetStyle ignores its left).
_ROOM = QMargins(9, 0, 0, 0)
_SPACES = {ord(space): "" for space in (NARROW, "\N{NO-BREAK SPACE}", " ")}


def _plain(box: QSpinBox | QDoubleSpinBox, text: str) -> str:
    """The number in the text of a field, without its unit and its groups of digits."""
    number = text.removeprefix(box.prefix()).removesuffix(box.suffix())
    return number.translate(_SPACES).replace(",", ".")


class NumberBox(QSpinBox):
    """A whole number."""

    def __init__(self) -> None:
        super().__init__()
        # Qt's locale would write "7,450" or "7.450", and take a decimal mark for one of groups.
        self.setLocale(QLocale.c())
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def textFromValue(self, value: int) -> str:
        return group_digits(value)

    def valueFromText(self, text: str) -> int:
        return int(_plain(self, text))

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """A decimal mark is not swallowed, which would make 15 of "1.5": it stays in the text until
        the field is left, which then shows the whole number that it took, 1.
        """
        plain = _plain(self, text)
        whole, mark, rest = plain.partition(".")
        if mark and all(not part or part.isdecimal() for part in (whole, rest)):
            return QValidator.State.Intermediate, text, at
        state, _text, _at = super().validate(f"{self.prefix()}{plain}{self.suffix()}", at)
        return state, text, at

    def fixup(self, text: str) -> str:
        """Leave the text alone: Qt would take the comma out of it."""
        return text

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number with decimals; "." and "," are both its decimal mark, in every locale."""

    def __init__(self) -> None:
        super().__init__()
        self.setLocale(QLocale.c())
        self.lineEdit().setTextMargins(_ROOM)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # and not by the wheel

    def textFromValue(self, value: float) -> str:
        return grouped(value, self.decimals())

    def valueFromText(self, text: str) -> float:
        return float(_plain(self, text))

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        plain = _plain(self, text)
        state, _text, _at = super().validate(f"{self.prefix()}{plain}{self.suffix()}", at)
        return state, text, at

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


_WIDEST, _LEAST = 360, 120
_ICONS = 64  # pixels besides the text
_PAUSE = 150  # milliseconds after the last key press


class FilterField(QLineEdit):
    """`hint` says what is searched, if there is room for it, and is the accessible name.

    Emits `typed` once the person pauses, which `textChanged` does at each key.
    """

    typed = Signal()

    def __init__(self, theme: Theme, hint: str) -> None:
        super().__init__()
        self._theme = theme
        self._hint = hint
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(_LEAST)
        self.setMaximumWidth(_WIDEST)
        self._search = self.addAction(self._icon(), QLineEdit.ActionPosition.LeadingPosition)
        self._typing = Delayed(self, _PAUSE, self.typed)
        self.textChanged.connect(self._typing.start)
        theme.changed.connect(self._restyle)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fits = QFontMetrics(self.font()).horizontalAdvance(self._hint) + _ICONS <= self.width()
        self.setPlaceholderText(self._hint if fits else _("Filter"))
        set_tip(self, "" if fits else self._hint)

    def _icon(self) -> QIcon:
        return line_icon("search", self._theme.colors.muted, 16)

    @Slot()
    def _restyle(self) -> None:
        self._search.setIcon(self._icon())
