# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""On the Overview: a line for each open experiment of this drive."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.experiment import places
from driveproof.domain.experiment.experiment import OPEN
from driveproof.domain.experiment.sentences import in_progress
from driveproof.ui.feeds.experiments import ExperimentFeed
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.baseline import BaselineBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text

_MOST = 3


class ExperimentLines(QWidget):
    """Emits `go_on(id)` to continue one, `all_asked` to list all. Hidden if there are none."""

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
            self._lines.addWidget(self._line(experiment_id, text, now=now))

    def _line(self, experiment_id: str, text: str, *, now: bool) -> QWidget:
        line = QWidget(self)
        words = Label(self._theme, text, wrap=True, selectable=True)
        words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        button = quiet_button(_("Show") if now else _("Continue"))
        button.setAccessibleName(f"{button.text()}: {text}")
        button.clicked.connect(lambda: self.go_on.emit(experiment_id))
        row = BaselineBox(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(words, 1)
        row.addWidget(button)
        return line
