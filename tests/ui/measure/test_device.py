# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Measure page with a device as its target: what it offers, says and needs."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.replaced import with_services
from tests.builders.showing import show_alone

from driveproof.composition.services import Services
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.method import SCAN
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import subject_of
from driveproof.ui.measure.page import LIVE, SETUP, MeasurePage
from driveproof.ui.measure.target import devices
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme

QUICK = recorded.PROFILE
WRITES = replace(QUICK, name="w", title="Writes", phases=tuple(p for p in QUICK.phases if p.writes))
WHOLE = replace(QUICK, name="scan", title="Scan", method=SCAN, phases=QUICK.phases[:1], size=0)
INVENTORY = demo_inventory()

INSTALL = Advice("Do it by {command}", command="sudo make it")


class Session:
    """Waits until it is cancelled, or ends with the failure of the test."""

    failure: DriveproofError | None = None

    def __init__(self, observer: events.Observer) -> None:
        self.cancelled = threading.Event()

    def run(self) -> None:
        if self.failure is not None:
            raise self.failure
        self.cancelled.wait(30)

    def cancel(self) -> None:
        self.cancelled.set()


class Machine:
    """What a helper's absence is said to be, and what was started."""

    def __init__(self) -> None:
        self.problem: DriveproofError | None = None
        self.asked = 0
        self.started: list[tuple[Profile, str]] = []
        self.failure: DriveproofError | None = None

    def missing(self) -> DriveproofError | None:
        self.asked += 1
        return self.problem

    def session(
        self, profile: Profile, path: str, observer: events.Observer, _options: RunOptions
    ) -> Session:
        self.started.append((profile, path))
        made = Session(observer)
        made.failure = self.failure
        return made


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def page(
    qtbot: QtBot, qapp: QGuiApplication, page_services: Services, machine: Machine
) -> MeasurePage:
    services = with_services(
        page_services,
        profiles=lambda: (QUICK, WRITES, WHOLE),
        new_session=machine.session,
        helper_missing=machine.missing,
    )
    made = show_alone(
        qtbot,
        MeasurePage(
            PageContext(services, Theme(qapp, "light"), Settings(services.settings_path)),
            home="/home/somebody",
        ),
        992,
        680,
    )
    choose(made, "sdc")
    return made


def choose(page: MeasurePage, name: str) -> None:
    page.set_device(INVENTORY.get(name), INVENTORY)


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


def facts(page: MeasurePage) -> dict[str, str]:
    """What is said about the chosen profile."""
    return {name: plain(value) for name, value in page.setup.detail.facts.facts()}


def said(page: MeasurePage, name: str) -> str:
    """What a screen reader says of this profile in the list."""
    model = page.setup.profiles.model
    row = model.row_of(name)
    assert row is not None
    return plain(str(model.index(row).data(Qt.ItemDataRole.AccessibleDescriptionRole)))


def test_a_drive_that_is_not_mounted_is_no_dead_end(page: MeasurePage, machine: Machine) -> None:
    setup = page.setup
    assert setup.path == "/dev/sdc"
    assert plain(setup.button.text()) == "Rea&d (2 tests, at most 20 s)"
    assert setup.button.isEnabled()
    assert setup.head.title.whole() == "Read /dev/sdc"
    assert not setup.reason.warns
    assert setup.profile is not None
    assert not any(phase.writes for phase in setup.profile.phases)
    assert setup.profile.bytes_written == 0
    setup.button.click()
    assert [path for _, path in machine.started] == ["/dev/sdc"]
    assert "password" in page.live.preparing.why.text()
    page.stop_and_wait(30)


def test_the_drive_and_its_partitions_are_offered_beside_the_folders(page: MeasurePage) -> None:
    choose(page, "nvme0n1")
    paths = [button.property("path") for button in page.setup.target.places()]
    assert paths[:2] == ["/home/somebody", "/"]
    assert paths[-4:] == ["/dev/nvme0n1", "/dev/nvme0n1p1", "/dev/nvme0n1p2", "/dev/nvme0n1p3"]
    assert page.setup.path == "/home/somebody"
    device = INVENTORY.get("nvme0n1")
    assert device is not None
    first, _, root, _ = devices(device, INVENTORY)
    assert plain(first.facts) == "2.0 TB, all of it"
    assert plain(root.facts) == "120 GB, ext4, root"
    assert devices(replace(device, size=0), INVENTORY) == []


def test_what_fits_a_device_is_told(page: MeasurePage) -> None:
    assert any("2" in value and "5" in value for value in facts(page).values())
    assert len(facts(page)) > 1
    page.setup.profiles.choose("w")
    assert not page.setup.button.isEnabled()
    assert len(facts(page)) == 1 and page.setup.reason.warns
    page.setup.target.choose("/srv")
    assert page.setup.button.isEnabled()


def test_what_is_said_follows_what_is_entered(page: MeasurePage) -> None:
    page.setup.target.choose("/srv")
    before, other = facts(page), said(page, "w")
    page.setup.form.control("repeats").setValue(1)
    page.setup.form.control("size").setEditText("256 MiB")
    assert facts(page) != before
    assert facts(page)["Takes"] in plain(page.setup.button.text())
    assert said(page, "w") == other
    page.setup.profiles.choose("w")
    page.setup.profiles.choose(QUICK.name)
    assert facts(page) == before


def test_what_looks_at_a_device_takes_it_and_gives_the_folder_back(page: MeasurePage) -> None:
    choose(page, "nvme0n1")
    assert page.setup.path == "/home/somebody"
    page.setup.profiles.choose("scan")
    assert page.setup.path == "/dev/nvme0n1"
    page.setup.profiles.choose(QUICK.name)
    assert page.setup.path == "/home/somebody"
    page.setup.profiles.choose("scan")
    page.setup.target.choose("/")
    assert not page.setup.button.isEnabled()


def test_without_the_helper_it_says_how_to_get_it_and_comes_alive(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    choose(page, "nvme0n1")
    machine.problem = MachineError("The helper is not there.", advice=INSTALL)
    asked = machine.asked
    page.setup.target.choose("/srv")
    page.setup.helper.watch(False)
    assert page.setup.button.isEnabled()
    page.setup.target.choose("/dev/nvme0n1")
    qtbot.waitUntil(lambda: page.setup.reason.warns)
    setup = page.setup
    assert machine.asked > asked
    assert setup.reason.text() == "The helper is not there. Do it by sudo make it"
    assert setup.head.title.whole() == "Read /dev/nvme0n1"
    assert not setup.button.isEnabled()
    QTest.mouseClick(setup.reason.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "sudo make it"
    setup.target.choose("/srv")
    assert setup.button.isEnabled()
    setup.target.choose("/dev/nvme0n1")
    machine.problem = None
    qtbot.waitUntil(setup.button.isEnabled, timeout=10_000)
    assert not setup.reason.warns
    setup.reason.copy.timer.stop()


def test_a_helper_that_went_away_is_looked_for_again(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: machine.asked == 1 and not page.setup.helper.timer.isActive())
    machine.problem = MachineError("The helper is not there.", advice=INSTALL)
    machine.failure = MachineError("The helper is not there.")
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    qtbot.waitUntil(lambda: not page.setup.button.isEnabled())
    assert page.setup.reason.text().endswith("sudo make it")
    page.setup.helper.watch(False)


def test_a_device_can_be_typed(page: MeasurePage) -> None:
    target = page.setup.target
    target.path.setText("/dev/sda")
    target.other.setChecked(True)
    assert target.device == INVENTORY.get("sda")
    assert page.setup.head.title.whole() == "Read /dev/sda"
    page.start_for("/dev/sdc1")
    assert target.device == INVENTORY.get("sdc1")


def test_nobody_is_asked_before_a_device_is_chosen(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: machine.asked == 1 and not page.setup.helper.timer.isActive())
    choose(page, "nvme0n1")
    page.hide()
    page.setup.target.choose("/dev/nvme0n1p1")
    assert machine.asked == 1


def test_a_dismissed_prompt_leads_back_and_nothing_is_lost(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    machine.failure = RefusedError("The question for authorization was dismissed.")
    page.setup.form.control("repeats").setValue(2)
    page.setup.form.control("label").setText("before")
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.stack.currentIndex() == SETUP
    assert str(machine.failure) in page.setup.reason.text()
    changed = INVENTORY.get("sdc")
    assert changed is not None
    page.set_device(replace(changed, temperature=50.0), INVENTORY)  # news are no reason to forget
    assert "dismissed" in page.setup.reason.text()
    assert page.setup.form.control("repeats").value() == 2
    assert page.setup.form.control("label").text() == "before"
    assert page.setup.path == "/dev/sdc"
    assert page.setup.button.isEnabled()


def test_the_form_does_not_jump_when_something_is_wrong(page: MeasurePage, qtbot: QtBot) -> None:
    setup = page.setup
    setup.target.choose("/srv")
    # The scroll bar comes a round of events after the form has grown.
    qtbot.waitUntil(lambda: setup.body.height() >= setup.body.minimumSizeHint().height())
    before = setup.target.mapTo(page, setup.target.rect().topLeft())
    setup.form.control("size").setEditText("1X")
    QGuiApplication.processEvents()
    assert setup.reason.warns
    assert setup.target.mapTo(page, setup.target.rect().topLeft()) == before


def test_news_do_not_take_the_focus_or_the_choice(page: MeasurePage) -> None:
    choose(page, "nvme0n1")
    target = page.setup.target
    QTest.mouseClick(target.places()[1], Qt.MouseButton.LeftButton)
    chosen = target.group.checkedButton()
    root = INVENTORY.get("nvme0n1p2")
    assert root is not None
    news = replace(root, free=1000)
    others = tuple(news if d.name == root.name else d for d in INVENTORY.devices)
    page.set_device(INVENTORY.get("nvme0n1"), replace(INVENTORY, devices=others))
    assert target.group.checkedButton() is chosen
    assert "1 kB free" in plain(" ".join(line.whole() for line in target.facts))


def test_the_head_names_the_drive_that_is_measured() -> None:
    nvme, loop = INVENTORY.get("nvme0n1"), INVENTORY.get("loop0")
    assert subject_of("/dev/sdc1", nvme, INVENTORY) == INVENTORY.get("sdc")
    assert subject_of("/dev/mapper/home", nvme, INVENTORY) == nvme
    assert subject_of("/dev/mapper/home", loop, INVENTORY) == nvme
    assert subject_of("/home/somebody/x", loop, INVENTORY) == nvme
    assert subject_of("/dev/md0", loop, INVENTORY) == INVENTORY.get("md0")
    assert subject_of("/nowhere", None, replace(INVENTORY, devices=())) is None


def test_another_drive_does_not_hide_what_is_measured(page: MeasurePage, qtbot: QtBot) -> None:
    page.setup.button.click()
    choose(page, "nvme0n1")
    assert page.stack.currentIndex() == LIVE
    assert page.subject == "/dev/sdc"
    page.cancel()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.subject == ""


def test_file_systems_are_made_without_the_helper(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    setup = page.setup
    machine.problem = MachineError("Nobody helps.", advice=INSTALL)
    setup.set_profiles((QUICK, Profiles().find("filesystems")), QUICK.name)
    setup.helper.again()
    qtbot.waitUntil(lambda: not setup.button.isEnabled())
    setup.profiles.choose("filesystems")
    assert not setup.button.isEnabled()
    setup.why_not = lambda _device, _inventory: ""
    setup.form.control("repeats").valueChanged.emit(6)
    setup.form.control("overwrite").setChecked(True)
    assert setup.planned is not None and setup.planned.use is TargetUse.OVERWRITE
    assert setup.button.isEnabled()
    assert "11 min" in plain(setup.button.text())


def test_the_file_on_made_file_systems_has_the_size_that_was_chosen(page: MeasurePage) -> None:
    """It once had the size of the profile, whatever the device."""
    setup = page.setup
    setup.set_profiles((QUICK, Profiles().find("filesystems")), QUICK.name)
    assert not setup.form.inner.isRowVisible(setup.form.control("made_size"))
    setup.profiles.choose("filesystems")
    setup.why_not = lambda _device, _inventory: ""
    setup.form.control("overwrite").setChecked(True)
    assert setup.form.inner.isRowVisible(setup.form.control("made_size"))
    assert setup.form.control("made_size").currentText() == "512 MiB"
    setup.form.control("made_size").setEditText("256 MiB")
    assert setup.profile is not None
    assert setup.profile.size == 2**28
    setup.form.control("made_size").setEditText("much")
    assert not setup.button.isEnabled()
