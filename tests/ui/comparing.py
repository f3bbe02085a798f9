# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A compare page with a real history, for tests; import the fixtures by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from tests.ui.demo import demo_inventory
from tests.ui.rig import Rig

from driveproof.domain.run.run import Run
from driveproof.history.store import History
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.shell.pages import HISTORY
from driveproof.ui.widgets.labels import Label

Open = Callable[..., ComparePage]


@pytest.fixture
def page(rig: Rig) -> HistoryPage:
    """The history of all drives."""
    rig.tell(demo_inventory())
    rig.window.show_page(HISTORY)
    page = rig.history_page()
    page.list.scope.choose(1)
    return page


@pytest.fixture
def compare(rig: Rig, page: HistoryPage, history: History) -> Open:
    """Keeps runs, compares them and waits until they are shown."""

    def start(*runs: Run) -> ComparePage:
        history.save(*runs)
        page.refresh()
        page.compare([one.id for one in runs])
        made = page._compare
        assert made is not None
        wait(rig, made)
        return made

    return start


def wait(rig: Rig, made: ComparePage) -> None:
    rig.qtbot.waitUntil(lambda: not made._tasks.busy and made.compared is not None)


def texts(made: ComparePage) -> list[str]:
    QApplication.processEvents()  # a layout shows what it was given in its own time
    labels = [one for one in made._body.findChildren(QLabel) if one.isVisibleTo(made)]
    return [one.whole() if isinstance(one, Label) else one.text() for one in labels]
