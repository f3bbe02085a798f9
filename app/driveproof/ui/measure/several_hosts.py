# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts that measure in the place of this one: which, and whether more and more of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.ui.measure.plan import Hosts
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.wording.catalogue import _

HOSTS = "measure/hosts"
"""The sets of hosts that were measured on last, one a line, the last one first (`text`)."""
MOST_KEPT = 8
TYPING_MS = 250
"""Milliseconds after the last key until the names are looked up."""

Named = Callable[[str], tuple[str, ...]]


def kept_hosts(settings: Settings) -> list[str]:
    """The sets of hosts that were measured on last, the last one first."""
    return settings.text(HOSTS).splitlines()[:MOST_KEPT]


def keep_hosts(settings: Settings, text: str) -> None:
    """Put this set of hosts before the others."""
    others = [one for one in kept_hosts(settings) if one != text]
    settings.keep(HOSTS, "\n".join([text, *others][:MOST_KEPT]))


class SeveralHosts(QWidget):
    """A check box, and a field for a set of hosts. Emits `changed`.

    `named` gives the hosts of a set; it is called in a thread, because groups may run a program of
    the person's.
    """

    changed = Signal()

    def __init__(self, theme: Theme, named: Named) -> None:
        super().__init__()
        self._named = named
        self._offered = True
        self._looked = ""
        self._found: tuple[str, ...] = ()
        self._error: DriveproofError | None = None
        self._tasks = TaskQueue(self)
        self._typing = Delayed(self, TYPING_MS, self._look)
        self.tick = QCheckBox(_("Measure on several hosts"))
        self.box = ChoiceBox()
        self.box.setEditable(True)
        self.box.setAccessibleName(_("Hosts"))
        field = self.box.lineEdit()
        assert field is not None
        field.setPlaceholderText("node[1-8]")
        field.setMaxLength(4096)
        self.scale = QCheckBox(_("On 1, 2, 4, … hosts"))
        self.why_not = Label(
            theme,
            _("Choose a folder that all hosts have."),
            color="muted",
            wrap=True,
        )
        self.why_not.setContentsMargins(3 * GRID, 0, 0, 0)
        self.below = QWidget()
        row = horizontal(self.below, margins=(3 * GRID, 0, 0, 0), spacing=2 * GRID)
        row.addWidget(self.box, 1)
        row.addWidget(self.scale, 1)
        page = vertical(self, margins=(0, 0, 0, GRID), spacing=GRID)
        page.addWidget(self.tick)
        page.addWidget(self.below)
        page.addWidget(self.why_not)
        self.below.hide()
        self.why_not.hide()
        self.tick.toggled.connect(self._ticked)
        self.box.editTextChanged.connect(self._edited)
        self.scale.toggled.connect(self.changed)

    def offer(self, on: bool, *, on_device: bool = False) -> None:
        """Show it where the profile is for several hosts; `on_device` says that the target is one
        of this host, which others do not have.
        """
        self._offered = on and not on_device
        self.setVisible(on)
        self.tick.setEnabled(self._offered)
        self.why_not.setVisible(on_device)
        self.below.setVisible(self.wanted)

    def remember(self, sets: Sequence[str]) -> None:
        """Offer these sets of hosts; the first is filled in unless one was typed. Emits nothing."""
        with QSignalBlocker(self.box):
            typed = self.box.currentText()
            self.box.clear()
            self.box.addItems(list(sets))
            self.box.setEditText(typed or next(iter(sets), ""))

    @property
    def wanted(self) -> bool:
        """Whether other hosts are to measure."""
        return self._offered and self.tick.isChecked()

    @property
    def text(self) -> str:
        """The set of hosts as it was typed."""
        return self.box.currentText().strip()

    @property
    def entered(self) -> Hosts:
        """Which hosts are wanted, or why they are not known, and whether more and more of them."""
        return Hosts(
            wanted=self.tick.isChecked(), names=self._names(), grows=self.scale.isChecked()
        )

    def _names(self) -> tuple[str, ...] | DriveproofError:
        if not self.text:
            return UsageError(
                "Name the hosts.",
                advice=Advice("Write it like {example}.", example="node[1-8]"),
            )
        if self.text != self._looked:
            return UsageError("Looking up the hosts.")
        return self._error or self._found

    @Slot(bool)
    def _ticked(self, on: bool) -> None:
        self.below.setVisible(on)
        if on:
            self.box.setFocus()
            self._look()
        self.changed.emit()

    @Slot()
    def _edited(self) -> None:
        self._typing.start()
        self.changed.emit()

    @Slot()
    def _look(self) -> None:
        named, text = self._named, self.text
        if text and self.wanted:
            self._typing.stop()
            self._tasks.add(lambda: named(text), partial(self._answered, text), key="hosts")

    def _answered(
        self, text: str, found: tuple[str, ...] | None, error: DriveproofError | None
    ) -> None:
        if text == self.text:
            self._looked, self._found, self._error = text, found or (), error
            self.changed.emit()
