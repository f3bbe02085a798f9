# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check of capacity keeps: shown on the Overview, and removed after a question."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from tests.ui.demo import demo_inventory
from tests.ui.rig import Rig

from driveproof.domain.drive.drive import Inventory, Mount
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.kept import KeptFolder
from driveproof.engine.run.events import Observer
from driveproof.engine.run.kept_folders import KeptFolders
from driveproof.engine.run.target import FolderFacts
from driveproof.system.kernel.mounts import mount_of
from driveproof.ui.overview.kept_lines import KeptLines
from driveproof.ui.widgets.baseline import first_baseline
from driveproof.wording.units import NARROW


@pytest.fixture
def folders(tmp_path: Path) -> KeptFolders:
    made = KeptFolders(tmp_path / "state")
    made.make(str(tmp_path), 2**20).close()
    return made


@pytest.fixture
def one(folders: KeptFolders) -> KeptFolder:
    (found,) = folders.registered()
    return found


def inventory(folder: str) -> Inventory:
    """The example drives, with the file system of the folder on the first one."""
    whole = demo_inventory()
    mount = Mount(mount_of(folder).path, "/dev/nvme0n1p2", "ext4", ("rw",))
    devices = [
        replace(each, mounts=(mount,)) if each.name == "nvme0n1p2" else replace(each, mounts=())
        for each in whole.devices
    ]
    return replace(whole, devices=tuple(devices))


@pytest.fixture
def lines(open_rig: Callable[..., Rig], folders: KeptFolders, one: KeptFolder) -> KeptLines:
    rig = open_rig(kept_folders=lambda: folders)
    rig.tell(inventory(one.path))
    found = rig.window.pages.overview_page().kept_lines
    rig.qtbot.waitUntil(found.isVisible)
    return found


@contextmanager
def answering(button: str) -> Iterator[list[str]]:
    """Press this button of the question that comes."""
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        next(each for each in box.buttons() if each.text() == button).click()

    QTimer.singleShot(0, answer)
    yield asked


def press(lines: KeptLines) -> None:
    lines.buttons[0].click()
    assert lines.tasks.finish(20)


def test_it_says_where_and_how_much(lines: KeptLines, one: KeptFolder) -> None:
    (text,) = lines.texts
    assert text.text() == f"A check of capacity keeps 0{NARROW}B in {one.path}."


def test_its_buttons_are_on_the_line_of_the_text(lines: KeptLines) -> None:
    parts = (lines.texts[0], lines.continues[0], lines.buttons[0])
    assert len({part.y() + (first_baseline(part) or 0) for part in parts}) == 1


def test_after_the_question_it_is_gone(lines: KeptLines, one: KeptFolder) -> None:
    said: list[tuple[str, bool]] = []
    lines.said.connect(lambda text, bad: said.append((text, bad)))
    with answering("&Keep it") as asked:
        press(lines)
    assert one.path in asked[0]
    assert Path(one.path).exists() and not said
    with answering("&Remove it"):
        press(lines)
    assert not Path(one.path).exists()
    assert said == [(f"{one.path} is removed.", False)]
    assert lines.tasks.finish(20)
    assert not lines.isVisible()


def test_what_is_free_is_read_again_afterwards(
    open_rig: Callable[..., Rig], folders: KeptFolders, one: KeptFolder
) -> None:
    """It was stale until the next look at all file systems."""
    there: list[bool] = []
    rig = open_rig(
        kept_folders=lambda: folders, refresh=lambda: there.append(Path(one.path).exists())
    )
    rig.tell(inventory(one.path))
    lines = rig.window.pages.overview_page().kept_lines
    rig.qtbot.waitUntil(lines.isVisible)
    assert there == []
    with answering("&Remove it"):
        press(lines)
    assert there == [False]


def test_closing_waits_for_a_removal(
    open_rig: Callable[..., Rig], folders: KeptFolders, one: KeptFolder
) -> None:
    """Half of a folder would be left."""
    waiting, go_on = threading.Event(), threading.Event()

    class Slow:
        below = staticmethod(folders.below)

        @staticmethod
        def remove(kept: KeptFolder) -> None:
            waiting.set()
            assert go_on.wait(30)
            folders.remove(kept)

    rig = open_rig(kept_folders=Slow)
    rig.tell(inventory(one.path))
    lines = rig.window.pages.overview_page().kept_lines
    rig.qtbot.waitUntil(lines.isVisible)
    with answering("&Remove it"):
        lines.buttons[0].click()
    assert waiting.wait(30)
    threading.Timer(0.1, go_on.set).start()
    rig.window.close()
    assert not Path(one.path).exists()


def test_while_a_check_works_on_it_it_stays(
    lines: KeptLines, one: KeptFolder, folders: KeptFolders
) -> None:
    said: list[tuple[str, bool]] = []
    lines.said.connect(lambda text, bad: said.append((text, bad)))
    kept = folders.take_up(str(Path(one.path).parent))
    assert kept is not None
    with answering("&Remove it"):
        press(lines)
    assert [bad for _text, bad in said] == [True]
    assert Path(one.path).exists()
    assert lines.tasks.finish(20)
    assert lines.isVisible()
    kept.close()


def test_another_drive_has_none(open_rig: Callable[..., Rig], one: KeptFolder) -> None:
    rig = open_rig(kept_folders=None)
    rig.tell(inventory(one.path))
    assert not rig.window.pages.overview_page().kept_lines.isVisible()


def test_the_lines_of_a_drive_go_with_it(lines: KeptLines, one: KeptFolder) -> None:
    found = inventory(one.path)
    other = found.get("sdb")
    assert other is not None
    lines.set_device(other, found)
    assert not lines.isVisible()
    lines.read()
    assert lines.tasks.finish(20)
    assert not lines.isVisible()


def test_a_check_goes_on_where_its_files_are(
    open_rig: Callable[..., Rig], folders: KeptFolders, one: KeptFolder
) -> None:
    """Its profile, its folder and the option to keep the files are chosen; a click starts it."""
    kept: list[str] = []

    def keeping(profile: Profile, path: str, observer: Observer, label: str) -> object:
        kept.append(f"{profile.name} {path}")
        return Ended()

    rig = open_rig(kept_folders=lambda: folders, new_keeping=keeping)
    rig.tell(inventory(one.path))
    lines = rig.window.pages.overview_page().kept_lines
    rig.qtbot.waitUntil(lines.isVisible)
    lines.continues[0].click()
    page = rig.window.pages.measure_page()
    assert page.isVisible() and page.setup.form.keep.isVisible()
    folder = str(Path(one.path).parent)
    rig.qtbot.waitUntil(page.setup.button.isEnabled)
    assert (page.setup.profiles.profile and page.setup.profiles.profile.name) == "capacity"
    page.setup.button.click()
    rig.qtbot.waitUntil(lambda: kept == [f"capacity {folder}"])
    rig.qtbot.waitUntil(lambda: not page.busy)


def test_only_a_check_in_a_folder_keeps_files(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig()
    rig.tell(demo_inventory())
    form = rig.window.pages.measure_page().setup.form
    profiles = rig.window.pages.measure_page().setup.profiles
    profiles.choose("capacity")
    form.keep.setChecked(True)
    form.show_device("")
    assert not form.keeps
    form.show_folder()
    assert form.keeps
    profiles.choose("quick")
    assert not form.keeps


def test_a_full_disk_has_the_room_of_the_files_that_are_kept(
    open_rig: Callable[..., Rig], folders: KeptFolders, one: KeptFolder
) -> None:
    full = FolderFacts(None, 0, 0, kept=2**30)
    rig = open_rig(kept_folders=lambda: folders, folder=lambda _path: full)
    rig.tell(inventory(one.path))
    lines = rig.window.pages.overview_page().kept_lines
    rig.qtbot.waitUntil(lines.isVisible)
    lines.continues[0].click()
    setup = rig.window.pages.measure_page().setup
    rig.qtbot.waitUntil(lambda: setup.profile is not None and setup.profile.size == 2**30)
    assert setup.button.isEnabled()
    setup.form.keep.setChecked(False)
    assert not setup.button.isEnabled()


class Ended:
    """A run that ends at once without a result."""

    failure = None

    def run(self) -> None:
        pass

    def cancel(self) -> None:
        pass
