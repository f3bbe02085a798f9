# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the experiment page do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from tests.builders.made_health import let_work_end
from tests.builders.replaced import with_services
from tests.system.measuring import keep_small_profile

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme


@contextmanager
def shown(qtbot: QtBot, qapp: QApplication, program: Application) -> Iterator[ExperimentPage]:
    """The page of this program, of which nothing remains afterwards: what reads the history for it
    would open it again.
    """
    services = with_services(Services(program), helper_missing=lambda: None)
    settings = Settings(program.folders.config / "settings.ini")
    context = PageContext(services, Theme(qapp, "light"), settings)
    page = ExperimentPage(context)
    page.resize(1000, 700)
    page.show()
    try:
        yield page
    finally:
        page.stop_and_wait(30)
        qtbot.waitUntil(lambda: not page.busy and not page.flow.tasks.busy, timeout=30_000)
        let_work_end()
        delete(page)
        delete(context)


def write_profile(program: Application, seconds: float) -> None:
    keep_small_profile(program.folders.config / "profiles", seconds)


def arrive(qtbot: QtBot, page: ExperimentPage, view: int) -> None:
    """Wait until nothing is running any more, and this is shown."""

    def there() -> bool:
        done = not page.busy and not page.flow.tasks.busy
        return done and page.views.currentIndex() == view

    qtbot.waitUntil(there, timeout=60_000)
