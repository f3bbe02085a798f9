# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dashboard in a window: its lines by the names of their drives."""

from __future__ import annotations

from tests.builders.demo import demo_inventory
from tests.builders.made_health import MadeHealth, view_of
from tests.builders.rig import Rig

from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.ui.dashboard.page import DashboardPage
from driveproof.ui.dashboard.rows import DashboardColumn


class Board:
    """A window that shows all drives."""

    def __init__(self, rig: Rig, health: MadeHealth) -> None:
        self.rig = rig
        self.health = health

    @property
    def page(self) -> DashboardPage:
        return self.rig.dashboard

    def names(self) -> list[str]:
        model = self.page.model
        lines = [model.line(row) for row in range(model.rowCount())]
        return [line.device.name for line in lines if line is not None]

    def cells(self, name: str) -> list[str]:
        row = self.names().index(name)
        return [str(self.page.model.index(row, column).data()) for column in DashboardColumn]

    def tell(self, name: str, health: Health, verdict: HealthVerdict) -> None:
        device = demo_inventory().get(name)
        assert device is not None
        self.health.tell(view_of(device, health, verdict))
        watch = self.rig.window.watch
        self.rig.qtbot.waitUntil(
            lambda: (view := watch.view(device)) is not None and view.verdict == verdict
        )
