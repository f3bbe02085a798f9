# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A Health page by itself: the test controls the drives' answers and the clock."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.made_health import MadeHealth, ata_health, verdict, view_of
from tests.builders.replaced import with_services
from tests.fakes.verdicts import made_axis

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.health.page import HealthPage
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.wording.say import say_texts

DEMO = demo_inventory()
WORN = verdict(
    "worn",
    "This drive has 8 reallocated sectors.",
    media_errors=made_axis("media_errors", "worn", "8 reallocated", "3 more since March",
                    source="SMART attribute 5", counters=("reallocated", "pending")),
)  # fmt: skip

WORN_SAYS = say_texts(health_answer(RatedHealth(ata_health(), WORN)).sentences)


def device(name: str) -> BlockDevice:
    found = DEMO.get(name)
    assert found is not None
    return found


class Bench:
    """A page with the watch that supplies it, and a clock that the test advances."""

    def __init__(self, qtbot: QtBot, application: Application, theme: Theme) -> None:
        self.qtbot = qtbot
        self.health = MadeHealth()
        self.seconds = 100.0
        self.top = QWidget()
        services = with_services(Services(application), **self.health.services())
        self.context = PageContext(services, theme, Settings(services.settings_path), self.top)
        self.watch = self.context.watch
        self.page = HealthPage(self.context, lambda: self.seconds)
        self.page.setParent(self.top)
        qtbot.addWidget(self.top)
        self.top.resize(1000, 800)
        self.page.resize(1000, 800)
        self.top.show()
        self.watch.begin()
        qtbot.waitUntil(lambda: self.watch.monitor is not None)

    def choose(self, name: str, inventory: Inventory = DEMO, *, gone: bool = False) -> None:
        chosen = inventory.get(name)
        assert chosen is not None
        self.page.set_device(chosen, inventory, gone=gone)

    def show(
        self, name: str, health: Health | None = None, judged: HealthVerdict | None = None,
        **more: object,
    ) -> None:  # fmt: skip
        """Choose a drive, and answer what its health is."""
        self.choose(name)
        self.tell(view_of(device(name), health, judged, **more))

    def tell(self, *views: object) -> None:
        self.health.tell(*views)  # type: ignore[arg-type]
        self.watch.feed.deliver()

    def settle(self) -> None:
        """Wait until all requests have ended."""
        self.qtbot.waitUntil(lambda: not self.page.actions_.running, timeout=20000)

    def texts(self) -> str:
        """All texts on the page."""
        labels = [each for each in self.page.findChildren(QLabel) if each.isVisible()]
        buttons = [each for each in self.page.findChildren(QPushButton) if each.isVisible()]
        return "\n".join(
            [getattr(each, "whole", each.text)() for each in labels]
            + [each.text() for each in buttons]
        )
