# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of all drives: the verdict in a sentence, and a row per drive, worst first."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.composition.services import Services
from driveproof.domain.dashboard import DriveLine, Kept, line_of, shown_drives, worst_first
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.trim.drive import main_targets
from driveproof.ui.dashboard.delegates import SIDE
from driveproof.ui.dashboard.rows import LinesModel, cells
from driveproof.ui.dashboard.table import DrivesTable
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.health.watch import HealthWatch
from driveproof.ui.overview.trim_line import verdict_of
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.queue import TIMEOUT, TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import PageHead
from driveproof.ui.widgets.scroll_page import scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.dashboard import headline

LATER_MS = 400
"""Milliseconds between showing the page and reading history and discard paths: painting has
priority.
"""


class DashboardPage(QWidget):
    """Emits `opened(name)` with the kernel name of the drive to show."""

    opened = Signal(str)

    def __init__(
        self,
        services: Services,
        theme: Theme,
        settings: Settings,
        watch: HealthWatch,
        lookups: Lookups,
    ) -> None:
        super().__init__()
        self._services = services
        self._watch = watch
        self._lookups = lookups
        self._inventory = Inventory()
        self._drives: tuple[BlockDevice, ...] = ()
        self._kept: Mapping[str, Kept] = {}
        self._stale = True
        self.lines: tuple[DriveLine, ...] = ()
        """The rows on screen, worst first."""
        self.head = PageHead(theme, wrap=True)
        self.model = LinesModel(theme)
        self.table = DrivesTable(self.model, theme, settings)
        self.table.opened.connect(self.opened)
        self.empty = Label(theme, color="muted", wrap=True)
        self.empty.setText(
            _(
                "There is no drive here, only devices that are made of files or memory: choose one"
                " at the left."
            )
        )
        self.tasks = TaskQueue(self, timeout=TIMEOUT)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self._ask)
        watch.changed.connect(self._news)
        lookups.changed.connect(self._news)
        theme.changed.connect(self.refresh)
        self._build()

    def _build(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 3 * GRID, MARGIN, 2 * GRID)
        top.addWidget(self.head)
        body = QWidget()
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(MARGIN - SIDE, 0, MARGIN - SIDE, 2 * GRID)
        self.column.setSpacing(3 * GRID)
        self.column.addWidget(self.table)
        self.column.addWidget(self.empty)
        self.column.addStretch(1)
        scroll_page(self, top, body)

    # What is known

    def set_inventory(self, inventory: Inventory) -> None:
        """The devices have changed."""
        self._inventory = inventory
        drives = shown_drives(inventory)
        if [(one.name, one.identity) for one in drives] != [
            (one.name, one.identity) for one in self._drives
        ]:
            self.read_again()
        self._drives = drives
        self.refresh()

    @Slot()
    def read_again(self) -> None:
        """A run was stored, or the drives have changed: read the history again."""
        self._stale = True
        if self.isVisible():
            self._later.start()

    @Slot()
    def refresh(self) -> None:
        """Show what is known now."""
        lines = worst_first(self._line(device) for device in self._drives)
        self.lines = lines
        now = datetime.now(UTC)
        self.table.show_rows([cells(line, now) for line in lines])
        self.head.say(*headline(lines))
        self.table.setVisible(bool(lines))
        self.empty.setVisible(not lines)

    def _line(self, device: BlockDevice) -> DriveLine:
        view = self._watch.view(device)
        return line_of(
            device,
            self._inventory,
            health=view.health if view is not None else None,
            verdict=view.verdict if view is not None else None,
            kept=self._kept.get(device.name),
            trim=verdict_of(device, self._inventory, self._lookups),
        )

    @Slot()
    def _news(self) -> None:
        if self.isVisible():
            self.refresh()

    @Slot()
    def _ask(self) -> None:
        """Read slow facts in threads, but only while the page is visible."""
        drives, inventory = self._drives, self._inventory
        for device in drives:
            for target in main_targets(device, inventory):
                self._lookups.ask_chain(target, inventory)
        if self._stale and drives:
            self._stale = False
            kept = self._services.kept
            self.tasks.add(lambda: kept(drives, inventory), self._kept_came, key="kept")

    def _kept_came(self, kept: Mapping[str, Kept] | None, _error: DriveproofError | None) -> None:
        if kept is not None:
            self._kept = kept
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._later.stop()
