# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What pages consist of: a head, what scrolls below it, one view of several, keys, and the head of
what is running.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.stylesheet import SCROLL_BAR
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, ESCAPE, BackButton, pressed_at
from driveproof.ui.widgets.labels import ElidedLabel, FoldedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, FlowBox, horizontal, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_duration

_LEAST_WORDS = 300


class PageHead(QWidget):
    """`title` states, `detail` explains; widgets added by `add` are in the right corner, or below
    where they would leave less than `_LEAST_WORDS` to the words.

    The title takes as many lines as it needs: a sentence is useless when cut. On a page that says
    the whole of it elsewhere it takes `most_lines`.
    """

    def __init__(
        self, theme: Theme, parent: QWidget | None = None, *, most_lines: int | None = None
    ) -> None:
        super().__init__(parent)
        self.title = (
            Label(theme, size="heading", selectable=True, wrap=True)
            if most_lines is None
            else FoldedLabel(theme, most_lines, size="heading", selectable=True)
        )
        self.detail = ElidedLabel(theme, color="muted", selectable=True)
        words = vertical(spacing=GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        self._side = BaselineBox(narrow=None)
        self._side.addStretch(1)
        row = FlowBox(self, narrow=self._needed)
        row.addLayout(words, 1)
        row.addLayout(self._side)

    def add(self, widget: QWidget, *, before: QWidget | None = None) -> None:
        """Add a widget at the right end, or before another one."""
        place = -1 if before is None else self._side.indexOf(before)
        corner = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        self._side.insertWidget(place, widget, 0, corner)

    def say(self, title: str, detail: str = "") -> None:
        """Set both texts; an empty detail takes no space."""
        self.title.say(title)
        self.detail.say(detail)
        self.detail.setVisible(bool(detail))

    def _needed(self) -> int:
        """The pixels from which the buttons are beside the words."""
        title = QFontMetrics(self.title.font()).horizontalAdvance(self.title.text()) + GRID
        return min(title, _LEAST_WORDS) + GRID + self._side.width_across()


BESIDE_BAR = MARGIN - SCROLL_BAR
"""The right margin of what scrolls: it ends where the top of the page ends, beside the bar."""


class _ScrollArea(QScrollArea):
    """Scrolls to what takes the focus. Qt does so for Tab, but not for a mnemonic.

    The place of the scroll bar is always kept, so that nothing moves when a page grows; the bar is
    only seen where there is something to scroll.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self.verticalScrollBar()
        bar.setEnabled(False)
        bar.rangeChanged.connect(self._show_bar)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    @Slot(int, int)
    def _show_bar(self, first: int, last: int) -> None:
        self.verticalScrollBar().setEnabled(last > first)

    @Slot(QWidget, QWidget)
    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is None or QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            return  # what is clicked can be seen, and stays below the pointer
        inside = self.widget()
        if inside is not None and inside.isAncestorOf(now):
            self.ensureWidgetVisible(now)


def kept_row(theme: Theme, back: BackButton, *fields: tuple[str, QWidget, int]) -> QHBoxLayout:
    """The first row of what was opened from a list: the link back, then what a person wrote of it;
    each field with its title and its share of the row.
    """
    row = horizontal(margins=(MARGIN - GRID, 2 * GRID, MARGIN, 0), spacing=GRID)
    row.addWidget(back)
    row.addSpacing(GRID)
    for title, field, share in fields:
        name = Label(theme, title, color="muted")
        name.setBuddy(field)
        row.addSpacing(GRID)
        row.addWidget(name)
        row.addWidget(field, share)
    return row


def page_top(*rows: QWidget | QLayout, below: int = GRID) -> QVBoxLayout:
    """The top of such a page: its rows below each other. A link back, or a layout that begins with
    one, stands out to the left by the frame of the link.
    """
    top = vertical(margins=(MARGIN - GRID, 2 * GRID, MARGIN, below), spacing=GRID)
    for row in rows:
        if isinstance(row, BackButton):
            top.addWidget(row, 0, Qt.AlignmentFlag.AlignLeft)
        elif isinstance(row, QLayout):
            top.addLayout(row)
        else:
            inner = horizontal(margins=(GRID, 0, 0, 0))
            inner.addWidget(row)
            top.addLayout(inner)
    return top


def scroll_page(
    page: QWidget,
    top: QLayout,
    body: QWidget | None = None,
    *,
    first: QWidget | None = None,
    name: str = "",
) -> QScrollArea:
    """Lay out `page`; without a `body` its area is still empty. `first` goes above the top.

    The area takes no focus if it contains focusable widgets; with a `name` it does, so that keys
    can scroll it.
    """
    area = _ScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.TabFocus if name else Qt.FocusPolicy.NoFocus)
    area.setAccessibleName(name)
    if body is not None:
        area.setWidget(body)
    column = vertical(page, spacing=0)
    if first is not None:
        column.addWidget(first)
    column.addLayout(top)
    column.addWidget(area, 1)
    column.addStretch(0)  # keeps the top together while the area is hidden
    return area


def view_stack(page: QWidget, *views: QWidget) -> QStackedWidget:
    """Add these views to `page`; the first is shown."""
    stack = QStackedWidget()
    for view in views:
        stack.addWidget(view)
    column = vertical(page)
    column.addWidget(stack)
    return stack


def shortcut(
    page: QWidget, keys: QKeySequence, work: Callable[[], object] | SignalInstance
) -> QShortcut:
    """Call this at these keys, wherever in `page` the focus is."""
    made = QShortcut(keys, page)
    made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.activated.connect(work)
    return made


_WHOLE = 1000
LATE_MS = 3000
"""Milliseconds that an end takes at most where the drive answers."""


class LiveHead(QVBoxLayout):
    """A page adds what belongs below with `addWidget`. Emits `cancel` when its button is pressed.

    `tip` says what cancelling does, `progress` names the bar. The `title` stands out as a heading
    where nothing else on the page does.
    """

    cancel = Signal()

    def __init__(self, theme: Theme, *, tip: str, progress: str, heading: bool = False) -> None:
        super().__init__()
        self.title = ElidedLabel(theme, size="heading") if heading else Label(theme, strong=True)
        self.where = ElidedLabel(theme, color="muted")
        self.remaining = Label(theme, color="muted")
        self.button = QPushButton(_("&Cancel"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        set_tip(self.button, tip)
        self.button.clicked.connect(self.cancel)
        pressed_at(self.button, ESCAPE)
        self.progress = QProgressBar()
        self.progress.setRange(0, _WHOLE)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName(progress)
        self.late = Delayed(self, LATE_MS, self._say_late)
        self._row = horizontal(spacing=GRID)
        self._row.addWidget(self.title, int(heading))
        self._row.addWidget(self.where, int(not heading))
        self._row.addWidget(self.remaining)
        self._row.addSpacing(GRID)
        self._row.addWidget(self.button)
        self.setContentsMargins(MARGIN, 3 * GRID, MARGIN, GRID)
        self.setSpacing(GRID)
        self.addLayout(self._row)
        self.addWidget(self.progress)
        if heading:
            self.where.hide()

    def add_button(self, button: QPushButton) -> None:
        """Put another button before the one that cancels."""
        self._row.insertWidget(self._row.count() - 1, button)

    def begin(self, title: str, where: str = "") -> None:
        """It was started; nothing is known of its progress yet."""
        self.late.stop()
        self.title.say(title)
        self.where.say(where)
        self.remaining.say("")
        self.show_progress(0)
        self.button.setEnabled(True)

    @property
    def ending(self) -> bool:
        """Whether it was cancelled."""
        return not self.button.isEnabled()

    def show_progress(self, share: float | None) -> None:
        """From 0 to 1; None where it is unknown."""
        self.progress.setRange(0, 0 if share is None else _WHOLE)
        if share is not None:
            self.progress.setValue(round(_WHOLE * share))

    def say_left(self, seconds: float) -> None:
        """How long it will take still."""
        self.say_remaining(_("{time} left").format(time=format_duration(seconds)))

    def say_remaining(self, text: str) -> None:
        """The same in words; once it was cancelled, that is all that is said."""
        if not self.ending:
            self.remaining.say(text)

    def cancelling(self) -> None:
        """The person cancelled it, and it is ending."""
        self.button.setEnabled(False)
        self.remaining.say(_("Stopping…"))
        self.late.start()

    def _say_late(self) -> None:
        self.remaining.say(_("Stopping… waiting for the drive or server."))
