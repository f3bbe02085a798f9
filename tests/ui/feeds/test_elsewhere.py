# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window shows what another process does to a drive, and asks before it loads the same one."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from tests.builders.answering import Answers
from tests.builders.dashboard_news import Checks
from tests.builders.demo import demo_inventory
from tests.builders.made_runs import quick
from tests.builders.ongoing import begun
from tests.builders.rig import Rig
from tests.builders.running_drive import NVME, in_list

from driveproof.engine.ongoing import Works
from driveproof.history.store import History
from driveproof.ui.feeds.pages import HISTORY, MEASURE

OTHER = """
import sys
from pathlib import Path
from driveproof.domain.ongoing import OngoingWork
from driveproof.engine import ongoing
ongoing.devices_of = lambda path, sysfs: frozenset({"nvme0n1p2", "nvme0n1"})
with ongoing.Works(Path(sys.argv[1])).during(OngoingWork.MEASUREMENT, "/home") as notice:
    notice.write(0.25, 90.0)
    print("begun", flush=True)
    sys.stdin.readline()
"""


def other(folder: Path) -> AbstractContextManager[subprocess.Popen[str]]:
    """Another process that measures /home, on nvme0n1, until it reads a line."""
    return begun(OTHER, folder)


@pytest.fixture
def watching(open_rig: Callable[..., Rig], tmp_path: Path) -> Rig:
    rig = open_rig(works=Works(tmp_path / "running"))
    rig.window.resize(1280, 800)
    rig.tell(demo_inventory())
    feed = rig.window.context.elsewhere
    rig.qtbot.waitUntil(lambda: bool(feed.watcher.directories()))
    return rig


def test_it_is_seen_everywhere_until_it_ends(watching: Rig, tmp_path: Path) -> None:
    window = watching.window
    assert not window.strip.isVisible()
    with other(tmp_path / "running") as process:
        watching.qtbot.waitUntil(window.strip.isVisible)
        assert NVME in window.strip.title.whole()
        assert not window.strip.button.isVisible(), "it leads nowhere"
        now = in_list(watching, "nvme0n1")
        assert now is not None and "25\u202f%" in now.short
        assert in_list(watching, "sda") is None
        assert window.windowTitle() == "Driveproof", "the title is for its own work"
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        watching.qtbot.waitUntil(lambda: not window.strip.isVisible())
    assert in_list(watching, "nvme0n1") is None


def test_what_it_kept_is_in_the_history_when_it_has_ended(
    watching: Rig, tmp_path: Path, history: History
) -> None:
    """It used to be missing from the list until something else read it again."""
    watching.window.show_page(HISTORY)
    page = watching.history_page()
    with other(tmp_path / "running") as process:
        watching.qtbot.waitUntil(watching.window.strip.isVisible)
        drive = demo_inventory().get("nvme0n1")
        assert drive is not None
        made = quick(target={"drive": drive.identity})
        history.save(made)
        process.kill()
        watching.qtbot.waitUntil(lambda: page.list.model.row_of(made.id) is not None)


def test_it_goes_when_the_other_is_killed(watching: Rig, tmp_path: Path) -> None:
    """Nothing in the folder changes then: only the kernel knows that the lock is gone."""
    with other(tmp_path / "running") as process:
        watching.qtbot.waitUntil(watching.window.strip.isVisible)
        process.kill()
        watching.qtbot.waitUntil(lambda: not watching.window.strip.isVisible())


def test_the_measure_page_says_it_and_asks(watching: Rig, tmp_path: Path, answer: Answers) -> None:
    asked = answer(yes=False)
    window = watching.window
    window.show_page(MEASURE)
    page = watching.measure
    page.setup.target.choose("/home")
    with other(tmp_path / "running"):
        watching.qtbot.waitUntil(lambda: bool(window.context.elsewhere.others))
        said = page.setup.reason.text()
        assert page.setup.button.isEnabled(), "it is the person's decision"
        page.start()
        assert len(asked) == 1 and said.startswith(asked[0].split("\n")[0])
        assert not page.busy
    watching.qtbot.waitUntil(lambda: not window.context.elsewhere.others)
    assert said not in page.setup.reason.text()


def test_the_page_stays_where_it_is_when_the_strip_appears(watching: Rig, tmp_path: Path) -> None:
    window = watching.window
    QApplication.processEvents()
    place = window.pages.mapTo(window, QPoint())
    with other(tmp_path / "running"):
        watching.qtbot.waitUntil(window.strip.isVisible)
        QApplication.processEvents()
        assert window.pages.mapTo(window, QPoint()) == place
        strip = window.strip.mapTo(window, QPoint())
        assert strip.y() >= place.y() + window.pages.height()


@pytest.mark.parametrize("yes", [False, True])
def test_a_check_of_all_drives_asks(
    open_rig: Callable[..., Rig], tmp_path: Path, answer: Answers, *, yes: bool
) -> None:
    asked = answer(yes=yes)
    checks = Checks()
    rig = open_rig(
        demo_inventory(), place="", works=Works(tmp_path / "running"), new_check=checks.new
    )
    page = rig.dashboard
    with other(tmp_path / "running"):
        rig.qtbot.waitUntil(lambda: bool(rig.window.context.elsewhere.others))
        page.check_all()
        assert len(asked) == 1 and "/home" in asked[0]
        assert page.busy is yes
        checks.go_on.set()
        rig.qtbot.waitUntil(lambda: not page.busy)
    assert bool(checks.done) is yes
