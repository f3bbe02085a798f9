# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The icon in the tray: what it says, and what closing the window means with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QImage
from PySide6.QtWidgets import QApplication, QSystemTrayIcon
from tests.builders.demo import demo_inventory
from tests.builders.made_health import ata_health, view_of
from tests.builders.other_work import OtherWork
from tests.builders.rig import Rig

from driveproof.domain.dashboard import DriveLine, line_of
from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, Grade
from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.settings import TRAY, TRAY_SAID
from driveproof.ui.shell.tray import Tray, tray_icon, tray_text

Reason = QSystemTrayIcon.ActivationReason


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the desktop has a tray: Qt's offscreen platform is none."""
    has = [True]
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: has[0])
    return has


@pytest.fixture
def told() -> list[str]:
    """The titles of what the desktop was asked to show."""
    return []


@pytest.fixture
def rig(open_rig: Callable[..., Rig], desktop: list[bool], told: list[str]) -> Rig:
    """A window with its icon in the tray."""

    def notify(title: str, _text: str) -> bool:
        told.append(title)
        return True

    made = open_rig(demo_inventory(), notify=notify)
    made.window.settings.keep(TRAY, True)
    return made


def device(name: str) -> BlockDevice:
    return next(one for one in demo_inventory().devices if one.name == name)


def plain(text: str) -> str:
    return text.replace("\u202f", " ").replace("&&", "&")


def actions(tray: Tray) -> list[QAction]:
    assert tray.menu is not None
    return [one for one in tray.menu.actions() if not one.isSeparator()]


def icon(tray: Tray) -> QSystemTrayIcon:
    assert tray.icon is not None
    return tray.icon


def close_by_the_person(rig: Rig) -> None:
    """As the window manager does it."""
    handle = rig.window.windowHandle()
    assert handle is not None
    handle.close()
    QApplication.processEvents()


def test_it_is_off_until_it_is_wanted(open_rig: Callable[..., Rig], desktop: list[bool]) -> None:
    rig = open_rig()
    assert rig.window.tray.icon is None
    assert QApplication.quitOnLastWindowClosed()
    rig.window.settings.keep(TRAY, True)
    assert icon(rig.window.tray).isVisible()
    rig.window.settings.keep(TRAY, False)
    assert rig.window.tray.icon is None
    assert QApplication.quitOnLastWindowClosed()
    close_by_the_person(rig)
    assert rig.window.closed


def test_a_desktop_without_a_tray_has_no_icon(
    open_rig: Callable[..., Rig], desktop: list[bool]
) -> None:
    desktop[0] = False
    rig = open_rig()
    rig.window.settings.keep(TRAY, True)
    assert rig.window.tray.icon is None
    close_by_the_person(rig)
    assert rig.window.closed


def test_it_names_each_drive_with_its_temperature_and_verdict(rig: Rig) -> None:
    tray = rig.window.tray
    health = ata_health(passed=False, temperature=51.0)
    rig.window.watch.put_whole(view_of(device("sda"), health, judge_health(health)))
    lines = plain(icon(tray).toolTip()).splitlines()
    assert lines[1].startswith("WDC WD40EFZX-68AWUN0 (sda): ") and "51 °C" in lines[1]
    assert len(lines) == 5
    names = [plain(one.text()) for one in actions(tray)]
    assert names[:-2] == lines[1:]


def test_a_click_brings_the_window_back(rig: Rig) -> None:
    close_by_the_person(rig)
    assert not rig.window.isVisible()
    icon(rig.window.tray).activated.emit(Reason.Context)  # that shows the menu
    assert not rig.window.isVisible()
    icon(rig.window.tray).activated.emit(Reason.Trigger)
    assert rig.window.isVisible()
    close_by_the_person(rig)
    next(one for one in actions(rig.window.tray) if "SanDisk" in one.text()).trigger()
    current = rig.window.sidebar.current()
    assert rig.window.isVisible() and current is not None and current.name == "sdc"


def test_closing_hides_and_says_so_once(rig: Rig, told: list[str]) -> None:
    for _time in range(2):
        close_by_the_person(rig)
        assert not rig.window.isVisible() and not rig.window.closed
        rig.window.show_again()
    rig.qtbot.waitUntil(lambda: not rig.window.tray.tasks.busy)
    assert len(told) == 1
    assert rig.window.settings.flag(TRAY_SAID)


def test_without_notifications_the_icon_says_it(
    open_rig: Callable[..., Rig], desktop: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda _icon, title, _text: said.append(title)
    )
    rig = open_rig(notify=lambda _title, _text: False)
    rig.window.settings.keep(TRAY, True)
    close_by_the_person(rig)
    rig.qtbot.waitUntil(lambda: len(said) == 1)


def test_a_tray_that_has_gone_hides_nothing(rig: Rig, desktop: list[bool]) -> None:
    desktop[0] = False
    close_by_the_person(rig)
    assert rig.window.closed


@pytest.mark.parametrize("hidden", [True, False])
def test_quit_ends_the_program(rig: Rig, hidden: bool) -> None:
    if hidden:
        close_by_the_person(rig)
    tray = rig.window.tray
    actions(tray)[-1].trigger()
    assert rig.window.closed and tray.icon is None
    assert QApplication.quitOnLastWindowClosed()


@pytest.mark.parametrize("agreed", [False, True])
def test_quit_asks_before_it_stops_a_measurement(
    rig: Rig, agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def answer(_parent: object, _what: OngoingWork) -> bool:
        asked.append(rig.window.isVisible())
        return agreed

    monkeypatch.setattr("driveproof.ui.shell.window.may_stop", answer)
    other = OtherWork(rig.window.context.running, rig.qtbot)
    close_by_the_person(rig)
    assert not asked, "it goes on"
    rig.window.actions_.quit.trigger()
    assert asked == [True], "the question has its window behind it"
    assert rig.window.closed == agreed
    other.end()


def test_a_long_list_and_hostile_names_stay_readable() -> None:
    drives = [replace(device("sda"), name=f"sd{n}", model=f"<b>{n}&") for n in range(11)]
    text = tray_text(tuple(line_of(one, Inventory(tuple(drives))) for one in drives))
    assert "<" not in text and "\u2039b\u203a0&" in text
    assert text.splitlines()[-1] == "3 more"


def image(grade: Grade, celsius: float | None) -> QImage:
    return tray_icon(grade, celsius).pixmap(22, 22).toImage()


def test_each_answer_looks_different(qapp: QApplication) -> None:
    seen = [
        image(grade, celsius)
        for grade in (GOOD, CAUTION, FAILING)
        for celsius in (None, 35.0, 61.0)
    ]
    assert all(one != other for n, one in enumerate(seen) for other in seen[:n])


def test_a_degraded_array_is_seen(rig: Rig) -> None:
    before = icon(rig.window.tray).icon().pixmap(22, 22).toImage()
    state = ArrayState(kind="md", wanted=2, active=1)
    rig.tell(Inventory(tuple(
        replace(one, array=state) if one.name == "md0" else one
        for one in demo_inventory().devices
    )))  # fmt: skip
    assert len(icon(rig.window.tray).toolTip().splitlines()) == 1 + len(rig.window.tray.lines)
    assert icon(rig.window.tray).icon().pixmap(22, 22).toImage() != before


def test_lines_are_those_of_all_drives(rig: Rig) -> None:
    lines: tuple[DriveLine, ...] = rig.window.tray.lines
    assert [line.device.name for line in lines] == ["nvme0n1", "sda", "sdb", "sdc"]


# In a process of its own: there is one application in each.
LOGOUT = """
import pathlib, sys
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QSystemTrayIcon
from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.ui.settings import TRAY
from driveproof.ui.shell.main import WindowApplication
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

QSystemTrayIcon.isSystemTrayAvailable = lambda: True
app = WindowApplication(["driveproof"])
services = Services(Application(Folders.below(pathlib.Path(sys.argv[1]))))
window = MainWindow(services, Inbox(), Theme(app))
app.ends.connect(window.shut_down)
window.settings.keep(TRAY, True)
window.show()

def close():
    window.windowHandle().close()
    print("hidden", not window.isVisible(), flush=True)
    window.show_again()
    # What Qt's session manager does when the desktop says that the session ends.
    QCoreApplication.sendEvent(app, QEvent(QEvent.Type.Quit))

QTimer.singleShot(0, close)
app.exec()
print("ended", window.closed, flush=True)
"""


def test_the_end_of_the_session_ends_it_cleanly(tmp_path: Path) -> None:
    """Not as a window that hides itself: a measurement is kept, and so are the choices."""
    done = subprocess.run(
        [sys.executable, "-c", LOGOUT, str(tmp_path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.split("\n") == ["hidden True", "ended True", ""], done.stderr
    assert done.returncode == 0
