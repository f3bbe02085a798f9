# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a whole: start, keys, settings, themes, a missing service, closing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import CANCELLED
from driveproof.engine.run.given_up import GivenUp
from driveproof.history.store import History
from driveproof.system.desktop.first_window import Asked
from driveproof.ui.feeds.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TABS, TRIM, MeasureFolder
from driveproof.ui.shell.main import platform_theme
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

GONE = MachineError(
    "It is gone.",
    advice=Advice("Do it by {command}", command="sudo apt install udisks2"),
)


def press(rig: Rig, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    held = Qt.KeyboardModifier.NoModifier
    for modifier in modifiers:
        held |= modifier
    QTest.keyClick(rig.window, key, held)


CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_pages_by_keyboard(rig: Rig) -> None:
    rig.tell(demo_inventory())
    tabs = rig.window.tabs
    assert rig.window.pages.tab is OVERVIEW
    for key, page in ((Qt.Key.Key_2, HEALTH), (Qt.Key.Key_3, TRIM), (Qt.Key.Key_4, MEASURE),
                      (Qt.Key.Key_5, HISTORY)):  # fmt: skip
        press(rig, key, CONTROL)
        assert TABS[tabs.currentIndex()] is rig.window.pages.current is page
    press(rig, Qt.Key.Key_Tab, CONTROL)
    assert rig.window.pages.tab is OVERVIEW
    press(rig, Qt.Key.Key_Tab, CONTROL, SHIFT)
    assert rig.window.pages.tab is HISTORY
    press(rig, Qt.Key.Key_1, CONTROL)
    press(rig, Qt.Key.Key_4, CONTROL)
    assert rig.window.pages.current is MEASURE
    press(rig, Qt.Key.Key_F, CONTROL)
    assert rig.window.pages.tab is MEASURE
    assert rig.measure.setup.profiles.search.hasFocus()
    press(rig, Qt.Key.Key_1, CONTROL)
    press(rig, Qt.Key.Key_F, CONTROL)
    assert rig.window.pages.tab is HISTORY
    press(rig, Qt.Key.Key_L, CONTROL)
    assert rig.window.sidebar.view.hasFocus()


def test_every_key_belongs_to_one_action(rig: Rig) -> None:
    keys = [key.toString() for action in rig.window.actions() for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert {"F5", "Ctrl+R", "Ctrl+Q", "Ctrl+E", "F1", "Ctrl+1", "Ctrl+5", "Ctrl+Tab"} <= set(keys)


def test_measure_here_goes_to_the_folder(rig: Rig, tmp_path: Path) -> None:
    rig.tell(demo_inventory())
    rig.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))
    assert rig.window.pages.tab is MEASURE
    assert rig.measure.setup.path == str(tmp_path)


def test_a_missing_service_is_named_and_comes_alive(rig: Rig) -> None:
    rig.tell(GONE)
    page = rig.missing
    assert page.isVisible()
    assert page.message.text() == GONE.message
    QTest.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "sudo apt install udisks2"
    rig.window.show_page(MEASURE)  # a folder can be measured without it
    assert rig.measure.isVisible()
    rig.tell(demo_inventory())
    rig.window.show_page(OVERVIEW)
    assert rig.overview.isVisible()
    assert rig.window.sidebar.model.device_count() == 7


def test_only_a_command_is_offered_to_be_copied(rig: Rig) -> None:
    rig.tell(MachineError("It is gone.", advice=Advice("Bring it back.")))
    page = rig.missing
    assert page.advice.isVisible()
    assert not page.copy.isVisible()


def test_what_was_seen_stays_when_the_service_restarts(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rig.window.sidebar.select("md0")
    rig.tell(GONE)
    assert rig.overview.isVisible()
    assert rig.overview.head.title.whole() == GONE.message
    assert rig.window.sidebar.model.device_count() == 7
    rig.window.sidebar.select("sda")  # nor is any other drive followed
    assert rig.overview.head.title.whole() == GONE.message
    rig.window.sidebar.select("md0")
    rig.tell(demo_inventory())
    assert rig.drive == "md0"
    assert "mounted" in rig.overview.head.title.whole()


def test_no_drive_at_all_says_what_to_do(rig: Rig) -> None:
    rig.tell(Inventory())
    assert rig.missing.isVisible()
    assert rig.missing.advice.isVisible()
    assert not rig.missing.copy.isVisible()


def test_of_news_that_came_together_the_last_is_shown(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig()
    rig.news.put(GONE)
    rig.news.put(demo_inventory())
    rig.qtbot.waitUntil(lambda: rig.window.sidebar.current() is not None)
    assert not rig.missing.isVisible()


def test_choices_are_remembered(open_rig: Callable[..., Rig]) -> None:
    first = open_rig(demo_inventory())
    first.window.resize(780, 600)
    first.window.sidebar.select("md0")
    first.window.show_page(HISTORY)
    first.window.splitter.setSizes([240, 540])
    left = first.window.sidebar.width()
    first.window.close()
    second = open_rig(demo_inventory())
    assert (second.window.width(), second.window.height()) == (780, 600)
    assert second.window.sidebar.width() == left
    assert second.window.pages.tab is HISTORY
    assert second.drive == "md0"


def test_a_window_closed_in_full_screen_has_a_frame_the_next_time(
    open_rig: Callable[..., Rig],
) -> None:
    first = open_rig()
    first.window.actions_.full_screen.trigger()
    first.qtbot.waitUntil(first.window.isFullScreen)
    first.window.close()
    assert not open_rig().window.isFullScreen()


def test_settings_that_cannot_be_kept_cost_nothing(
    open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    rig = open_rig(demo_inventory(), settings_path=blocked / "window.ini")
    rig.window.close()
    assert not rig.window.isVisible()


def test_light_and_dark_at_runtime(rig: Rig, theme: Theme) -> None:
    rig.tell(demo_inventory())
    light = rig.window.grab().toImage().pixelColor(600, 600)
    seen: list[bool] = []
    theme.changed.connect(lambda: seen.append(theme.dark))
    theme.force("dark")
    QApplication.processEvents()
    dark = rig.window.grab().toImage().pixelColor(600, 600)
    theme.force("light")
    assert seen == [True, False]
    assert light.lightness() > 200 > 80 > dark.lightness()


def test_f5_reads_the_drives_again(qtbot: QtBot, application: Application, theme: Theme) -> None:
    asked: list[bool] = []
    window = MainWindow(Services(application), Inbox(), theme, lambda: asked.append(True))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert asked == [True]


@pytest.mark.parametrize(
    ("environment", "themes"),
    [
        ({}, ("", "xdgdesktopportal")),
        ({"XDG_CURRENT_DESKTOP": "KDE"}, ("", "xdgdesktopportal")),
        ({"XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, ("gnome", "xdgdesktopportal x-gnome")),
        ({"XDG_CURRENT_DESKTOP": "XFCE", "QT_QPA_PLATFORMTHEME": "gtk3"}, ("", "")),
    ],
)
def test_the_theme_of_qt_without_a_portal_and_with_one(
    environment: dict[str, str], themes: tuple[str, str], tmp_path: Path
) -> None:
    """Files are asked for by the desktop, and GTK is not loaded for a font."""
    service = tmp_path / "dbus-1" / "services" / "org.freedesktop.portal.Desktop.service"
    for theme in themes:
        given = {**environment, "XDG_DATA_DIRS": f"/nowhere:{tmp_path}"}
        assert " ".join(platform_theme(given).values()) == theme
        service.parent.mkdir(parents=True, exist_ok=True)
        service.touch()


def contrast(one: object, other: object) -> float:
    """WCAG 2.1's contrast ratio."""

    def luminance(color: object) -> float:
        parts = [color.redF(), color.greenF(), color.blueF()]  # type: ignore[attr-defined]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(theme: Theme, scheme: str) -> None:
    theme.force(scheme)
    colors = theme.colors
    for ground in (colors.page, colors.sidebar):
        assert contrast(colors.text, ground) >= 7
        for text in (
            colors.muted, colors.accent, colors.good, colors.caution, colors.worn, colors.bad,
        ):  # fmt: skip
            assert contrast(text, ground) >= 4.5, (scheme, text.name(), ground.name())
    for text in (colors.read, colors.write):
        assert contrast(text, colors.page) >= 4.5
    assert contrast(colors.on_accent, colors.accent) >= 4.5
    theme.force("light")


def test_what_can_be_focused_has_a_name(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rig.window.show_page(HISTORY)
    rig.window.show_page(OVERVIEW)
    for widget in (rig.window.sidebar.view, rig.window.tabs, rig.window.menu_button,
                   rig.overview.bar):  # fmt: skip
        assert widget.accessibleName()
    assert "nvme0n1p2" in rig.overview.bar.accessibleDescription()


def test_about_names_the_versions(rig: Rig) -> None:
    seen: dict[str, str] = {}

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        seen.update(dialog.facts.facts())  # type: ignore[attr-defined]
        dialog.accept()

    QTimer.singleShot(0, rig.window, look)
    rig.window.actions_.about.trigger()
    assert {"Driveproof", "fio", "Qt", "Python"} <= set(seen)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":no-display"}, "':no-display'"),
        ({"QT_QPA_PLATFORM": "no-platform"}, "no-platform"),
    ],
)
def test_no_window_is_one_sentence_and_no_crash(
    tmp_path: Path, environment: dict[str, str], words: str
) -> None:
    kept = {name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"}
    done = subprocess.run(
        [sys.executable, "-m", "driveproof"], capture_output=True, text=True, timeout=60,
        check=False, env=kept | {"HOME": str(tmp_path)} | environment,
    )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr.startswith("driveproof: ")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


PROFILE = Profile(
    name="long",
    title="Long",
    question="",
    phases=(Phase("Random 4 KiB", "read", "random", 4096, 1, warmup=0.1, seconds=60.0),),
    size=2**20,
    repeats=1,
)


@pytest.fixture
def measuring(open_rig: Callable[..., Rig], tmp_path: Path) -> Rig:
    """A window in which fio runs."""
    rig = open_rig(demo_inventory(), profiles=lambda: (PROFILE,))
    rig.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))
    rig.measure.start()
    assert rig.measure.busy
    return rig


def test_closing_asks_and_ends_the_run_cleanly(
    measuring: Rig, history: History, tmp_path: Path, answer: Answers
) -> None:
    answer(yes=False)
    assert not measuring.window.close()
    assert measuring.window.isVisible()
    assert measuring.measure.busy
    answer(yes=True)
    assert measuring.window.close()
    measuring.qtbot.waitUntil(lambda: not measuring.measure.busy)
    assert [head.status for head in history.heads()] in ([], [CANCELLED])
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".driveproof")]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_window(tmp_path: Path, number: signal.Signals) -> None:
    script = """
import pathlib, sys
from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.ui.shell import main
from PySide6.QtCore import QTimer
class Quiet:
    def __init__(self, on_change, on_missing): pass
    def start(self): pass
    def stop(self): print("stopped", flush=True)
    def refresh(self): pass
class Shown(main.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(0, lambda: print("shown", flush=True))
main.MainWindow = Shown
folders = Folders.below(pathlib.Path(sys.argv[1]))
services = Services(Application(folders))
services.watcher_factory = Quiet
sys.exit(main.open_window(services, "light"))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "shown"
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert out.strip() == "stopped"
    assert process.returncode == 0, err
    assert not err
    assert (tmp_path / "config/window.ini").exists()


def test_the_first_picture_has_the_drives_in_it(tmp_path: Path) -> None:
    script = """
import pathlib, sys
from PySide6.QtCore import QTimer
from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.shell import main
class Early:
    def __init__(self, on_change, on_missing): self.tell = on_change
    def start(self):
        self.tell(Inventory(devices=(BlockDevice(
            path="/dev/sdx", name="sdx", kind="usb", model="Early bird", size=10**9
        ),)))
    def stop(self): pass
    def refresh(self): pass
def look(window):
    model = window.sidebar.view.model()
    print([model.index(row, 0).data() for row in range(model.rowCount())])
    QTimer.singleShot(0, window.close)
class Shown(main.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        look(self)
main.MainWindow = Shown
services = Services(Application(Folders.below(pathlib.Path(sys.argv[1]))))
services.watcher_factory = Early
sys.exit(main.open_window(services, "light"))
"""
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert "Early bird" in done.stdout
    assert (done.returncode, done.stderr) == (0, "")


def test_the_window_opens_the_named_files(tmp_path: Path) -> None:
    script = """
import pathlib, sys
from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.ui.shell import main
class Quiet:
    def __init__(self, on_change, on_missing): pass
    def start(self): pass
    def stop(self): pass
    def refresh(self): pass
class Shown(main.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        self.importer.imported.connect(self.tell)
    def tell(self, ids, words):
        print(words, flush=True)
        self.close()
main.MainWindow = Shown
services = Services(Application(Folders.below(pathlib.Path(sys.argv[1]))))
services.watcher_factory = Quiet
sys.exit(main.open_window(services, "light", sys.argv[2:]))
"""
    result = Path(__file__).resolve().parents[2] / "data" / "imports" / "kdiskmark-3.txt"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), str(result)], capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "1 result of KDiskMark 3.1.4 was imported."
    assert (done.returncode, done.stderr) == (0, "")


def test_the_head_names_the_drive_that_is_measured(
    open_rig: Callable[..., Rig], qtbot: QtBot
) -> None:
    end = threading.Event()

    class Session:
        def run(self) -> None:
            end.wait(30)

        def cancel(self) -> None:
            end.set()

    rig = open_rig(demo_inventory(), new_session=lambda *_: Session(), helper_missing=lambda: None)
    window = rig.window
    window.sidebar.select("sdc")
    window.show_page(MEASURE)
    page = rig.measure
    page.setup.button.click()
    window.sidebar.select("sda")
    assert "/dev/sdc" in window.header.facts.whole()
    window.show_page(OVERVIEW)
    assert "/dev/sda" in window.header.facts.whole()
    window.show_page(MEASURE)
    page.cancel()
    qtbot.waitUntil(lambda: not page.busy)
    assert "/dev/sda" in window.header.facts.whole()


def test_another_start_brings_the_window_to_the_front(rig: Rig, tmp_path: Path) -> None:
    rig.tell(demo_inventory())
    rig.window.showMinimized()
    rig.qtbot.waitUntil(rig.window.isMinimized)
    rig.window.come_to_front([Asked(), Asked(paths=(str(tmp_path),))])
    rig.qtbot.waitUntil(lambda: not rig.window.isMinimized())
    rig.qtbot.waitUntil(lambda: rig.window.pages.tab is MEASURE)
    rig.qtbot.waitUntil(rig.window.isActiveWindow)


def test_what_a_killed_run_left_is_said_until_it_is_dismissed(
    open_rig: Callable[..., Rig], application: Application
) -> None:
    """Another message in its place does not count: it is said again at the next start."""
    known, state = application.given_up_devices, application.folders.state / "given-up"
    name = known.add(GivenUp("/dev/sdx"))
    (state / name).rename(state / name.replace(f"-{os.getpid()}-", "-1-"))  # of a dead process
    rig = open_rig()
    bar = rig.window.message
    assert "/dev/sdx" in bar.text.text()
    close = next(each for each in bar.findChildren(QPushButton) if each.text() == "Dismiss")
    bar.say("Something else.")
    close.click()
    assert known.left() and not bar.isVisible()
    bar.say(str(application.given_up()[0]))
    close.click()
    assert not known.left()
