# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences about a drive on its Overview, each with a button: its TRIM, its last check, its open
experiments. What they need is read once the list of drives and the first page are painted.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.dashboard import KeptOfDrive, last_checked
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import OPEN
from driveproof.domain.experiment.sentences import in_progress
from driveproof.domain.trim.drive import main_targets
from driveproof.domain.trim.path import PATH_WORDS
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, clear, vertical
from driveproof.ui.widgets.marks import ChainMark
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text, value_text

LATER_MS = 300
_COLORS = {"bad": Tone.FAILING, "odd": Tone.DOUBT}
_MOST = 3


class SentenceLine(QWidget):
    """A sentence, and a quiet button at its end. Emits `asked` for the button."""

    asked = Signal()

    def __init__(
        self, theme: Theme, button: str, text: str = "", *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.text = Label(theme, text, wrap=True, selectable=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = quiet_button(button)
        self.button.clicked.connect(self.asked)
        self.row = BaselineBox(self)
        self.row.addWidget(self.text, 1)
        self.row.addWidget(self.button)


class DriveSentence(SentenceLine):
    """A sentence about one drive that is read in a thread."""

    def __init__(self, theme: Theme, button: str) -> None:
        super().__init__(theme, button)
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._timer = Delayed(self, LATER_MS, self.read)

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Set the drive, and show what is known of it."""
        self._device, self._inventory = device, inventory

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self._timer.ask(wanted=wanted)

    @Slot()
    def read(self) -> None:
        """Read what is unknown."""
        raise NotImplementedError


class CheckLine(DriveSentence):
    """When the drive was checked last, and how the check rated it; hidden if there was none."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context.theme, _("Show the check"))
        self._services = context.services
        self._of = ""  # the kernel name of the drive that the line is about
        self.check_id = ""
        self.tasks = TaskQueue(self)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        super().set_device(device, inventory)
        if device.name != self._of:
            self._of = device.name
            self.hide()  # what is known of another one

    @Slot()
    def read(self) -> None:
        device, inventory, kept = self._device, self._inventory, self._services.kept
        if device is None:
            return

        def done(found: Mapping[str, KeptOfDrive] | None, _error: DriveproofError | None) -> None:
            if self._of == device.name:
                self._show((found or {}).get(device.name))

        self.tasks.add(lambda: kept((device,), inventory), done, key="kept")

    def _show(self, kept: KeptOfDrive | None) -> None:
        if kept is None or kept.checked is None:
            self.hide()
            return
        self.check_id = kept.check
        self.text.set_color(_COLORS.get(kept.rating or "", "text"))
        self.text.say(say_text(last_checked(kept.checked, kept.rating, datetime.now())))
        self.button.setVisible(bool(kept.check))
        self.show()


class TrimLine(DriveSentence):
    """Whether a TRIM from what is mounted reaches the drive."""

    def __init__(self, theme: Theme, lookups: Lookups) -> None:
        super().__init__(theme, _("Layer by layer"))
        self._lookups = lookups
        self.mark = ChainMark(theme, height=GRID + 1)
        self.mark.setFixedHeight(2 * GRID + 2)
        self.row.setSpacing(0)
        self.row.insertWidget(0, self.mark)
        lookups.changed.connect(self._show)

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        super().set_device(device, inventory)
        self._show()

    @Slot()
    def read(self, *, again: bool = False) -> None:
        """Read what is unknown, or everything `again`."""
        device = self._device
        if device is None:
            return
        self._lookups.ask_link(device, self._inventory, again=again)
        for target in main_targets(device, self._inventory):
            self._lookups.ask_chain(target, self._inventory, again=again)

    @Slot()
    def _show(self) -> None:
        if self._device is None:
            return
        trim = self._lookups.trim_of(self._device, self._inventory)
        verdict, sentence = trim.verdict, "" if trim.say is None else say_text(trim.say)
        self.mark.verdict = verdict
        self.mark.update()
        self.text.set_color("text" if verdict else "muted")
        self.text.say(sentence or _("Checking TRIM…"))
        word = "" if verdict is None else value_text(PATH_WORDS[verdict])
        self.text.setAccessibleName(f"{self.text.text()} {word}".strip())


class ExperimentLines(QWidget):
    """A line for each open experiment of the drive; hidden if there are none.

    Emits `go_on(id)` to continue one, `all_asked` to list all.
    """

    go_on = Signal(str)
    all_asked = Signal()

    def __init__(self, theme: Theme, feed: ExperimentFeed) -> None:
        super().__init__()
        self._theme = theme
        self._feed = feed
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._shown: list[tuple[str, str, bool]] = []
        self.title = Label(theme, _("Experiments"), size="heading")
        self._lines = vertical(spacing=0)
        self.more = quiet_button("", flush=True)
        self.more.clicked.connect(self.all_asked)
        column = vertical(self, spacing=GRID // 2)
        column.addWidget(self.title)
        column.addLayout(self._lines)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        feed.changed.connect(self._show)
        self.hide()

    def set_device(self, device: BlockDevice, inventory: Inventory) -> None:
        """Show the experiments of this drive."""
        self._device, self._inventory = device, inventory
        self._show()

    @Slot()
    def _show(self) -> None:
        device = self._device
        if device is None or not self._feed.experiments:
            self._fill([], 0)
            return
        identity = device_identity(device, self._inventory)
        on_it = self._feed.measured == device.name
        mine = [
            (experiment.id, say_text(in_progress(experiment, now=now)), now)
            for experiment in self._feed.experiments
            for now in (on_it and experiment.running is not None,)
            if experiment.status == OPEN
            and places.is_of(experiment, device, identity, self._inventory)
        ]
        self._fill(mine[:_MOST], len(mine))

    def _fill(self, lines: list[tuple[str, str, bool]], count: int) -> None:
        self.setVisible(bool(lines))
        left = count - len(lines)
        self.more.setText(ngettext("{count} more", "{count} more", left).format(count=left))
        self.more.setVisible(left > 0)
        if lines == self._shown:
            return
        self._shown = lines
        clear(self._lines)
        for experiment_id, text, now in lines:
            button = _("Show") if now else _("Continue")
            line = SentenceLine(self._theme, button, text, parent=self)
            line.button.setAccessibleName(f"{button}: {text}")
            line.asked.connect(lambda wanted=experiment_id: self.go_on.emit(wanted))
            self._lines.addWidget(line)
