# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before a check: what it will inspect, what it will write and where."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.engine.check.target import Subject
from driveproof.export.text.layout import one_line
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BackButton, primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.notices import UnkeptLine, announce
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.rows import FactRows
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.finding import finding_text
from driveproof.wording.profile import with_cost
from driveproof.wording.units import format_bound, format_size_bound


class IntroView(QWidget):
    """Emits `start(measure)` and `back`."""

    start = Signal(bool)
    back = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._services, self._theme = context.services, context.theme
        theme = context.theme
        self._device: BlockDevice | None = None
        self.subject: Subject | None = None
        self._problem: DriveproofError | None = None
        self._busy = ""
        self._why = False
        self._ended = ""  # why the last check of this drive ended without a result
        self._tasks = TaskQueue(self)
        self.head = PageHead(theme)
        self.button = primary_button(_("&Check"))
        self.button.clicked.connect(lambda: self._begin(measure=True))
        self.less = quiet_button(_("&Without measuring"), flush=True)
        self.less.clicked.connect(lambda: self._begin(measure=False))
        self.back_button = BackButton(theme, _("&Back"))
        self.back_button.clicked.connect(self.back)
        self.new_box = QCheckBox(_("Sold as &new"))
        self.head.add(self.button)
        self.reason = Label(theme, color=Tone.PLAIN, wrap=True)
        self.facts = FactRows(theme, columns=1)
        self.unkept = UnkeptLine(theme, context.services.history.refusal)
        top = page_top(self.back_button, self.head, self.reason, self.unkept)
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, MARGIN), spacing=GRID)
        column.addWidget(self.facts)
        column.addWidget(self.new_box, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.less, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        scroll_page(self, top, body)

    def show_device(self, device: BlockDevice, inventory: Inventory, *, why: bool = False) -> None:
        """Show what a check of this drive would do; first look up where it can measure. `why`: it
        is part of a diagnosis.
        """
        self._why = why
        if device != self._device:
            self.subject = self._problem = None
            self._ended = ""
            self.new_box.setChecked(False)
        self._device = device
        self._say()
        if why:  # what is found then is not kept in any case
            self.unkept.hide()
        else:
            self.unkept.look()
        plan = self._services.plan_check
        self._tasks.add(lambda: plan(device.path, inventory), self._found, key="plan")

    def set_busy(self, reason: str) -> None:
        """Set why no check can start now, "" if one can."""
        self._busy = reason
        self._say()

    def say_problem(self, error: DriveproofError) -> None:
        """Show why the last check did not start, or ended without a result."""
        self._ended = message_and_advice(error, Face.WINDOW)
        self._say()
        announce(self, self._ended, urgent=True)

    def _begin(self, *, measure: bool) -> None:
        self._ended = ""
        self.start.emit(measure)

    def _found(self, subject: Subject | None, error: DriveproofError | None) -> None:
        self.subject, self._problem = subject, error
        self._say()

    def _say(self) -> None:
        device = self._device
        if device is None:
            return
        subject, problem = self.subject, self._problem
        ready = not self._busy and (subject is not None or problem is not None)
        measures = subject is not None and subject.profile is not None
        self.head.say(
            _("Possible causes with evidence, most likely first")
            if self._why
            else _("Identity, health, link, TRIM and speed on one page")
        )
        self.less.setText(_("&Without measuring"))
        waited = ready and not self.button.isEnabled()
        self.button.setEnabled(ready)
        self.button.setText(self._promise())
        if waited and self.isVisible() and self.back_button.hasFocus():
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)  # it could not have it before
        self.less.setEnabled(ready)
        self.less.setVisible(measures)
        self.new_box.setVisible(not self._why)
        reason = self._busy or self._ended
        self.reason.say(reason)
        self.reason.setVisible(bool(reason))
        self.facts.set_facts([(_("Speed"), one_line(self._measuring()))])

    def _promise(self) -> str:
        action, subject = _("&Diagnose") if self._why else _("&Check"), self.subject
        if subject is None or subject.profile is None:
            return with_cost(action, (_("a few seconds"), _("writes nothing")))
        written = _("writes nothing")
        if subject.writes:
            bytes_bound = _("at most {amount}").format(amount=format_size_bound(subject.writes))
            written = _("writes {amount}").format(amount=bytes_bound)
        time_bound = _("at most {amount}").format(amount=format_bound(subject.seconds))
        return with_cost(action, (time_bound, written))

    def _measuring(self) -> str:
        subject = self.subject
        if subject is None:
            if self._problem is not None:
                return _("Speed cannot be measured: {problem}").format(
                    problem=message_and_advice(self._problem, Face.WINDOW)
                )
            return _("Checking…")
        if subject.profile is None:
            why = shown(finding_text(subject.why_not, Face.WINDOW)) if subject.why_not else ""
            return _("Speed cannot be measured: {problem}").format(problem=why)
        if not subject.writes:
            return _("Asks for a password. Nothing on the device is changed.")
        place = shown(subject.place)
        return _("A temporary file in {place} is measured and removed.").format(place=place)
