# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Overwriting a device from the window: what it would do, typed consent, the TRIM afterwards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, Slot
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from driveproof.domain.drive.device_use import UNSEEN_USE
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.filesystems import AFTERWARDS, made_in_turn
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import overwritten_part
from driveproof.domain.run.run import Run
from driveproof.engine.run.overwrite import WritePlan
from driveproof.ui.dialogs.asking import may_disturb
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import MEASURE
from driveproof.ui.results.run_view import RunView
from driveproof.ui.tasks.job import Answering, BackgroundJob, JobResult, Observer
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.pages import scroll_page
from driveproof.ui.widgets.rows import FactRows
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_text
from driveproof.wording.units import format_bound, format_percent, format_size, format_size_bound


class Overwriter(QObject):
    """Asks for consent, remembers it, and offers TRIM beside the result of that run."""

    def __init__(self, context: PageContext, result: RunView, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._measuring = context, context.services.measuring
        self._window = parent
        self._result = result
        self._plan: WritePlan | None = None
        self._length = 0
        self._seen: tuple[BlockDevice, Inventory, str] | None = None
        self._disturbing = ""
        self.runner = BackgroundJob(self)
        self.runner.events.connect(self._take)
        self.runner.finished.connect(self._finished)
        self.button = QPushButton(_("&TRIM what was written"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        self.button.clicked.connect(self._trim)
        self.button.hide()
        result.add_button(self.button)
        context.running.follow(
            self.runner, OngoingWork.TRIM, result, lambda: self.path,
            lambda: context.lead_to(MEASURE),
        )  # fmt: skip
        context.running.works_changed.connect(self._look_beside)
        self._look_beside()

    @property
    def busy(self) -> bool:
        """Whether what a run has written is being trimmed, or somebody is asked for it."""
        return self.runner.running

    @property
    def path(self) -> str:
        """The device that was overwritten; "" for none."""
        return self._plan.path if self._plan is not None else ""

    @Slot()
    def _look_beside(self) -> None:
        """What that TRIM would disturb now."""
        self._disturbing = self._context.running.reason(self.runner)
        self.look()

    def why_not(self, device: BlockDevice, inventory: Inventory) -> str:
        """Why a device may not be overwritten; "" if it may."""
        if device.read_only:
            return _("it is write-protected")
        if self._seen is None or self._seen[0] is not device or self._seen[1] is not inventory:
            self._seen = device, inventory, self._measuring.device_users(device, inventory)
        return self._seen[2]

    def plan(self, profile: Profile, path: str, inventory: Inventory) -> WritePlan:
        """What would be overwritten; call it in a thread. Raises DriveproofError."""
        return self._measuring.plan_overwrite(profile, path, inventory)

    def confirmed(self, plan: WritePlan) -> bool:
        """Ask for consent; whether the person gave it."""
        dialog = OverwriteDialog(plan, self._context.theme, self._window)
        accepted = bool(dialog.exec())
        dialog.deleteLater()
        return accepted

    def begin(self, plan: WritePlan | None) -> None:
        """A run starts, on the device of a plan or on another target."""
        self._plan, self._length = plan, 0
        self.button.hide()

    def ended(self, run: Run) -> None:
        """The run's result is on screen."""
        if self._plan is not None:
            self._length = self._plan.written(run)
            self.look()

    def look(self) -> None:
        """Offer TRIM as long as the device is the one that was written to."""
        plan = self._plan
        same = bool(plan and self._length and plan.still_there())
        self.button.setVisible(same)
        self.button.setEnabled(not self.busy and not self._disturbing)
        set_tip(self.button, self._disturbing)

    @Slot()
    def _trim(self) -> None:
        plan, length = self._plan, self._length
        if plan is None or self.busy:
            return
        if not may_disturb(self._window, self._context.works_elsewhere(plan.path)):
            return

        def begin(observer: Observer) -> Answering:
            session = self._measuring.discard(plan, length)
            return Answering(session.run, session.cancel, observer)

        self.runner.start(begin)
        self.look()
        self._result.exporting.say(_("Waiting for permission"))

    @Slot(object)
    def _take(self, news: list[Any]) -> None:
        for event in news:
            if isinstance(event, JobResult):
                self._length = 0
                done = _("{size} trimmed").format(size=format_size(event.value))
                self._result.exporting.say(done)

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        self.look()
        if error is not None:
            self._result.exporting.say(shown(message_and_advice(error, Face.WINDOW)), bad=True)
        elif self._length:
            self._result.exporting.say(_("Cancelled; part of it may be trimmed."))


WIDTH = 520


class OverwriteDialog(Dialog):
    """Can be accepted only by a person who has typed which device it is."""

    def __init__(self, plan: WritePlan, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plan = plan
        path = plan.claim.path
        self.setWindowTitle(_("Overwrite {path}?").format(path=shown(path)))
        self.setModal(True)
        self.title = Label(theme, _("Overwrite {path}?").format(path=shown(path)), size="title")
        self.warning = Label(
            theme,
            _("All data on {device} will be lost.").format(device=shown(path)),
            color=Tone.FAILING, strong=True, wrap=True,
        )  # fmt: skip
        self.facts = FactRows(theme, columns=1)
        self.facts.set_facts(self._facts())
        words = (
            _("Type {phrase}, the end of its serial number:")
            if plan.of_serial
            else _("Type its name, {phrase}:")
        )
        ask = Label(theme, words.format(phrase=shown(plan.phrase)), wrap=True, selectable=True)
        self.typed = QLineEdit()
        self.typed.setMaxLength(64)
        self.typed.setAccessibleName(words.format(phrase=shown(plan.phrase)))
        self.typed.textChanged.connect(self._look)
        ask.setBuddy(self.typed)
        self.reason = Label(theme, color="muted", wrap=True)
        self.reason.setMinimumHeight(QFontMetrics(theme.body()).lineSpacing())
        self.cancel = QPushButton(_("&Cancel"))
        self.cancel.setMinimumHeight(BUTTON_HEIGHT)
        self.cancel.clicked.connect(self.reject)
        self.go = QPushButton(_("&Overwrite {path}").format(path=label(path)))
        self.go.setProperty("danger", True)
        self.go.setMinimumHeight(BUTTON_HEIGHT)
        self.go.clicked.connect(self.accept)
        # Return in the field must not start it while the text is wrong.
        self.go.setAutoDefault(False)
        self.cancel.setAutoDefault(False)
        buttons = horizontal(spacing=GRID)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.go)
        top = vertical(spacing=GRID)
        top.addWidget(self.title)
        top.addWidget(self.warning)
        top.addSpacing(GRID)
        upper = QWidget()
        self.area = scroll_page(upper, top, self.facts, name=_("What is overwritten"))
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        column.addWidget(upper, 1)
        column.addSpacing(GRID)
        for widget in (ask, self.typed, self.reason):
            column.addWidget(widget)
        column.addSpacing(GRID)
        column.addLayout(buttons)
        self.setMinimumWidth(max(WIDTH, column.minimumSize().width()))
        self.typed.setFocus(Qt.FocusReason.OtherFocusReason)
        self._look()

    def showEvent(self, event: QShowEvent) -> None:
        """As high as all facts, where the screen has room: none of them may be overlooked."""
        super().showEvent(event)
        more = self.facts.sizeHint().height() - self.area.viewport().height()
        self.grow(QSize(self.width(), self.height() + more))

    def _facts(self) -> list[tuple[str, str]]:
        plan, target = self._plan, self._plan.target
        unknown = _("unknown")
        size = format_size(target.size) if target.size else unknown
        share = _("unknown")
        if plan.share is not None:
            least = format_percent(0.0001, figures=2)
            share = (
                _("less than {share}").format(share=least)
                if plan.share < 0.0001
                else format_percent(plan.share, figures=2)
            )
        return [
            (_("Model"), shown(target.model or "") or unknown),
            (_("Serial number"), shown(target.serial or "") or unknown),
            (_("Size"), size),
            (_("Contents"), ", ".join(map(shown, plan.holds)) or _("none found")),
            (_("Overwritten"), say_text(overwritten_part(plan.profile, plan.length, target.size))),
            (
                _("Written"),
                _("at most {amount}").format(amount=format_size_bound(plan.bytes_written)),
            ),
            (_("Share of endurance"), share),
            (_("Time"), _("at most {amount}").format(amount=format_bound(plan.profile.seconds))),
            (_("Not checked"), say_text(UNSEEN_USE)),
            *self._afterwards(),
        ]  # fmt: skip

    def _afterwards(self) -> list[tuple[str, str]]:
        if not self._plan.profile.formats:
            return []
        return [
            (_("Created"), say_text(made_in_turn(self._plan.profile))),
            (_("Afterwards"), say_text(AFTERWARDS[self._plan.afterwards])),
        ]

    @Slot()
    def _look(self) -> None:
        typed = self.typed.text()
        matches = self._plan.matches(typed)
        self.go.setEnabled(matches)
        if not typed.strip():
            words = _("Nothing is typed yet.")
        elif not self._plan.begins(typed):
            words = _("The text does not match.")
        elif not matches:
            words = _("The text is not complete yet.")
        elif self._plan.profile.formats:
            words = _("It is formatted at once.")
        else:
            words = _("Asks for a password.")
        self.reason.say(words)
        set_tip(self.go, "" if matches else words)
