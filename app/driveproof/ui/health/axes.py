# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The six axes of a health verdict as rows: mark and word, sentence, and the rule on request."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.domain.health.report import counted
from driveproof.domain.health.rules import axis_rules
from driveproof.domain.health.verdict import AXIS_TITLES, GOOD, AxisVerdict, HealthAxis
from driveproof.engine.health.view import HealthView
from driveproof.ui.health.labels import axis_words
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.buttons import Opener, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.ui.widgets.rows import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.finding import findings_text
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text, value_text

_TITLE, _WORDS = 188, 160
_NARROW = 640
_EDGE = 4  # pixels above and below a line of text, as in a quiet button


def troubling(axis: AxisVerdict, view: HealthView) -> list[tuple[str, int]]:
    """The counters of an axis that are not zero and not acknowledged at this value."""
    if axis.verdict == GOOD:
        return []
    found = []
    for counter in axis.counters:
        value = getattr(view.health, counter, None)
        if value and view.acknowledged.get(counter) != value:
            found.append((counter, value))
    return found


class AxisRow(QWidget):
    """One axis. Emits `acknowledge(list[(counter, value)])`."""

    acknowledge = Signal(list)

    def __init__(self, theme: Theme, axis: HealthAxis) -> None:
        super().__init__()
        self._theme = theme
        self._counters: list[tuple[str, int]] = []
        self._narrow: bool | None = None
        self.verdict = ""
        self._grid = QGridLayout(self)
        title = say_text(AXIS_TITLES[axis])
        self.title = Label(theme, title, color="muted", wrap=True)
        self.title.setFixedWidth(_TITLE)
        self.words = VerdictLabel(theme)
        self.words.setFixedWidth(_WORDS)
        self.detail = Label(theme, wrap=True, selectable=True)
        self.accept = quiet_button(_("Acknowledge"))
        self.accept.clicked.connect(lambda: self.acknowledge.emit(self._counters))
        self.why = Opener()
        self.why.setIconSize(QSize(12, 12))
        self.why.setAccessibleName(_("{name}: {text}").format(name=title, text=_("Details")))
        self.why.opened.connect(self._toggled)
        self.rule = Label(theme, color="muted", wrap=True, selectable=True)
        self.rule.hide()
        theme.changed.connect(self._restyle)
        self._build()
        self._restyle()

    def _build(self) -> None:
        grid = self._grid
        grid.setContentsMargins(0, 5, 0, 5)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(0)
        top = Qt.AlignmentFlag.AlignTop
        self.title.setContentsMargins(0, _EDGE, 0, 0)  # aligned with the text of the buttons
        self.detail.setContentsMargins(0, _EDGE, 0, _EDGE)
        self.words.setFixedHeight(self.words.sizeHint().height() + 2 * _EDGE - 4)
        for column, part in ((0, self.title), (1, self.words), (4, self.why)):
            grid.addWidget(part, 0, column, top)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> None:
        """In a narrow window the sentence goes below the words."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        grid, top = self._grid, Qt.AlignmentFlag.AlignTop
        for part in (self.detail, self.rule, self.accept):
            grid.removeWidget(part)
        grid.addWidget(self.accept, int(narrow), 3, 1, 1 + int(narrow), top)
        if narrow:
            grid.addWidget(self.detail, 1, 0, 1, 3, top)
            grid.addWidget(self.rule, 2, 0, 1, 5, top)
        else:
            grid.addWidget(self.detail, 0, 2, top)
            grid.addWidget(self.rule, 1, 2, 1, 3, top)
        grid.setColumnStretch(2, 1)

    def show_axis(self, axis: AxisVerdict, view: HealthView, *, may_accept: bool) -> None:
        """Show a verdict; `may_accept` is False if the drive cannot be stored in the history."""
        self.verdict = axis.verdict
        words = axis_words(axis)
        # the sentence beside them has the value, too
        self.words.say(axis.verdict, words, words.partition(" (")[0], words.partition(" · ")[0])
        self.words.setAccessibleName(
            f"{say_text(axis.title)}: {grade_title(axis.verdict)}, {say_text(axis.short)}"
        )
        # a temperature alone is beside it
        self.detail.say("" if axis.details == (axis.value,) else shown(findings_text(axis.details)))
        # the focusable part of a row describes all of it to people who cannot see it
        self.why.describe(f"{self.words.accessibleName()}. {self.detail.text()}")
        self._counters = troubling(axis, view) if may_accept else []
        names = value_text(counted(self._counters))
        self.accept.setVisible(bool(self._counters))
        about = _("Ignore {names} in the rating until there are more.").format(names=names)
        set_tip(self.accept, about if names else "")
        said = _("{name}: {text}").format(name=names, text=_("Acknowledge"))
        self.accept.setAccessibleName(said if names else "")
        rule = self._explanation(axis, view)
        self.rule.say(rule)
        self.why.setVisible(bool(rule))
        set_tip(self.why, rule.replace("\n", " "))

    def _explanation(self, axis: AxisVerdict, view: HealthView) -> str:
        parts = [
            _("{name}: {text}").format(name=grade_title(grade), text=say_text(rule))
            for grade, rule in axis_rules(axis)
        ]
        if axis.source:
            parts.append(_("Source: {text}").format(text=shown(axis.source)))
        seen = [(name, value) for name in axis.counters if (value := view.acknowledged.get(name))]
        if seen:
            parts.append(_("Acknowledged: {names}").format(names=value_text(counted(seen))))
        return "\n".join(parts)

    @Slot(bool)
    def _toggled(self, opened: bool) -> None:
        self.rule.setVisible(opened)
        self._restyle()

    def _restyle(self) -> None:
        name = "chevron-down" if self.why.is_open else "chevron-right"
        self.why.setIcon(line_icon(name, self._theme.colors.muted, 12))


class AxisRows(QWidget):
    """The rows with hairlines between; created for the first verdict, then updated."""

    acknowledge = Signal(list)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: dict[HealthAxis, AxisRow] = {}
        self._column = vertical(self, spacing=0)

    def show_view(self, view: HealthView, *, may_accept: bool) -> None:
        """Show the axes of a verdict."""
        names = [axis.axis for axis in view.verdict.axes]
        if names != list(self.rows):
            self._make(names)
        for axis in view.verdict.axes:
            self.rows[axis.axis].show_axis(axis, view, may_accept=may_accept)

    def close_all(self) -> None:
        """Hide the rules again, for another drive."""
        for row in self.rows.values():
            row.why.set_open(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for row in self.rows.values():
            row.set_narrow(self.width() < _NARROW)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, super().minimumSizeHint().height())

    def _make(self, names: Sequence[HealthAxis]) -> None:
        clear(self._column)
        self.rows = {}
        for name in names:
            row = AxisRow(self._theme, name)
            row.acknowledge.connect(self.acknowledge)
            row.set_narrow(self.width() < _NARROW)
            self.rows[name] = row
            self._column.addWidget(row)
            self._column.addWidget(HairLine(self._theme))
