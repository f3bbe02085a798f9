# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's self-tests: which it supports, the progress of a running one, earlier results."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QMenu, QProgressBar, QPushButton, QWidget

from driveproof.domain.health.kept_tests import KeptTest, seconds_left
from driveproof.domain.health.report import SelfTests
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, horizontal, vertical
from driveproof.wording.catalogue import _
from driveproof.wording.health.self_tests import (
    kind_title,
    self_test_notice,
    self_test_progress,
)
from driveproof.wording.profile import with_cost
from driveproof.wording.units import format_bound

_STEPS = 1000


class SelfTestStart(QWidget):
    """The button that starts self-tests. Emits `start(kind)`.

    It is the page's primary button, for the short test, with a menu for the longer ones; or, with
    `aside`, one quieter button with all of them in its menu.
    """

    start = Signal(object)  # SelfTestKind

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tests: SelfTests | None = None
        self._wanted = ""
        self._taking: Mapping[str, float] = {}
        self.button = primary_button("")
        self.button.clicked.connect(self._first)
        self.more = QPushButton()
        self.more.setAccessibleName(_("Other self-tests"))
        self.more.setToolTip(_("Other self-tests"))
        self.more.setFixedSize(BUTTON_HEIGHT, BUTTON_HEIGHT)
        self.more.setStyleSheet("padding: 0;")
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        self.aside = QPushButton(_("Self-&test"))
        self.aside.setMinimumHeight(BUTTON_HEIGHT)
        self.aside.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the arrow after the text
        self.all = QMenu(self.aside)
        self.aside.setMenu(self.all)
        self.aside.hide()
        row = horizontal(self, spacing=GRID // 2)
        row.addWidget(self.button)
        row.addWidget(self.more)
        row.addWidget(self.aside)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def kinds(self) -> tuple[SelfTestKind, ...]:
        """The tests that the drive supports: the suggested one first, then the shortest."""
        known = self._tests.kinds if self._tests is not None else ()
        found = [kind for kind in SelfTestKind if kind in known]
        return tuple(sorted(found, key=lambda kind: kind != self._wanted))

    def show_tests(
        self,
        tests: SelfTests | None,
        *,
        possible: bool,
        aside: bool = False,
        wanted: str = "",
        taking: Mapping[str, float] | None = None,
    ) -> None:
        """Offer the supported tests, `wanted` first; `aside` if another button is primary.

        `taking` is how long each kind takes, in seconds, where that is known.
        """
        told = dict(tests.seconds) if tests is not None else {}
        told |= taking or {}
        now = (tests, wanted, told)
        if now != (self._tests, self._wanted, self._taking) or not self.button.text():
            self._tests, self._wanted, self._taking = now
            kinds = self.kinds()
            if kinds:
                self.button.setText(self._words(kinds[0]))
                set_tip(self.button, self_test_notice(kinds[0], told.get(kinds[0])))
            for menu, offered in ((self.menu, kinds[1:]), (self.all, kinds)):
                menu.clear()
                for kind in offered:
                    words = self._words(kind).replace("&", "")
                    menu.addAction(words, partial(self.start.emit, kind)).setObjectName(kind)
        self.button.setVisible(not aside)
        self.more.setVisible(not aside and len(self.kinds()) > 1)
        self.aside.setVisible(aside)
        running = tests is not None and tests.running
        self.setVisible(possible and bool(self.kinds()) and not running)

    def _words(self, kind: SelfTestKind) -> str:
        words = _("&Run self-test: {kind}").format(kind=kind_title(kind))
        seconds = self._taking.get(kind)
        if not seconds:
            return words
        return with_cost(words, (_("about {amount}").format(amount=format_bound(seconds)),))

    @Slot()
    def _first(self) -> None:
        if self.kinds():
            self.start.emit(self.kinds()[0])

    def _restyle(self) -> None:
        for button in (self.more, self.aside):
            button.setIcon(line_icon("chevron-down", self._theme.colors.muted, 14))


class SelfTestProgress(QWidget):
    """Shown while a test runs. Emits `abort`."""

    abort = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.text = Label(theme, wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Self-test"))
        self.stop = quiet_button(_("&Cancel self-test"))
        self.stop.clicked.connect(self.abort)
        row = BaselineBox(spacing=2 * GRID)
        row.addWidget(self.text, 1)
        row.addWidget(self.stop)
        column = vertical(self, spacing=GRID // 2)
        column.addLayout(row)
        column.addWidget(self.bar)
        self.hide()

    def show_tests(
        self,
        tests: SelfTests | None,
        taking: Mapping[str, float] | None = None,
        kept: tuple[KeptTest, ...] = (),
    ) -> None:
        """Show the progress of a running test, and about how long it takes still; hidden without
        one. `taking` and `kept` are those of HealthView.
        """
        if tests is None or not tests.running:
            self.hide()
            return
        pending = next((one for one in kept if one.running), None)
        kind = tests.kind or (pending.entry.kind if pending is not None else "")
        remaining = None if tests.remaining is None else min(max(tests.remaining, 0.0), 1.0)
        if remaining is None:
            self.bar.setRange(0, 0)  # moves to and fro: the progress is not reported
        else:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(round(_STEPS * (1 - remaining)))
        left = seconds_left(tests, taking or {}, pending, datetime.now(UTC))
        self.text.say(self_test_progress(kind, remaining, left))
        self.show()
