# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Midnight passes while the window is open: what was "today" becomes "yesterday" by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from tests.builders.dashboard_news import happened
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig

from driveproof.composition.services import Services
from driveproof.domain.dashboard import KeptOfDrive
from driveproof.domain.rating import FINE
from driveproof.ui.dashboard.rows import DashboardColumn
from driveproof.ui.feeds.pages import OVERVIEW
from driveproof.ui.settings import Settings

NOW = datetime.now(UTC)
EVENING, NIGHT = 20, 5
"""The hour of the local time at first, and the hours until the next one."""


@pytest.fixture
def pass_midnight(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """It is evening here; a call moves the local clock by hours, into the next day.

    The clock of the machine stays: the time zone moves.
    """

    def move_to(offset: int) -> None:
        monkeypatch.setenv("TZ", f"here{-offset:+d}")
        time.tzset()

    evening = (EVENING - NOW.hour + 12) % 24 - 12  # no zone is a whole day away
    move_to(evening)
    yield lambda: move_to(evening + NIGHT)
    monkeypatch.undo()
    time.tzset()


def kept(*_: object) -> dict[str, KeptOfDrive]:
    return {"sda": KeptOfDrive(None, NOW - timedelta(hours=2), FINE)}


def checked(rig: Rig) -> str:
    """What the page of all drives says of the last check."""
    page = rig.dashboard
    rows = range(page.model.rowCount())
    lines = {line.device.name: row for row in rows if (line := page.model.line(row)) is not None}
    return str(page.model.index(lines["sda"], DashboardColumn.CHECKED).data())


def test_all_drives_say_yesterday(
    services: Services, open_rig: Callable[..., Rig], pass_midnight: Callable[[], None]
) -> None:
    settings = Settings(services.settings_path)
    settings.keep("dashboard/looked", (NOW - timedelta(hours=2)).isoformat())
    settings.sync()
    rig = open_rig(demo_inventory(), place="", kept=kept, news=lambda *_: happened())
    page = rig.dashboard
    rig.qtbot.waitUntil(page.news.isVisible)
    rig.qtbot.waitUntil(lambda: checked(rig) == "today")
    assert "today" in page.news.title.text()
    pass_midnight()
    assert checked(rig) == "today"
    rig.window.context.today.look()
    rig.qtbot.waitUntil(lambda: checked(rig) == "yesterday")
    rig.qtbot.waitUntil(lambda: "today" not in page.news.title.text())


def test_the_overview_says_yesterday(
    open_rig: Callable[..., Rig], pass_midnight: Callable[[], None]
) -> None:
    rig = open_rig(demo_inventory(), kept=kept)
    rig.window.sidebar.select("sda")
    rig.window.show_page(OVERVIEW)
    line = rig.overview.check_line
    rig.qtbot.waitUntil(line.isVisible)
    assert line.text.text().startswith("Last checked today")
    pass_midnight()
    rig.window.context.today.look()
    rig.qtbot.waitUntil(lambda: line.text.text().startswith("Last checked yesterday"))


def test_nobody_looks_at_the_clock_of_a_hidden_window(
    open_rig: Callable[..., Rig], pass_midnight: Callable[[], None]
) -> None:
    rig = open_rig(demo_inventory(), place="", kept=kept)
    rig.qtbot.waitUntil(lambda: checked(rig) == "today")
    assert rig.window.context.today.timer.isActive()
    rig.window.hide()
    assert not rig.window.context.today.timer.isActive()
    pass_midnight()
    rig.window.show()
    assert rig.window.context.today.timer.isActive()
    rig.qtbot.waitUntil(lambda: checked(rig) == "yesterday")
