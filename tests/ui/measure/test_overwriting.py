# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Overwriting a device from the window: nothing starts before the person has typed its name."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.answering import Answers
from tests.builders.other_work import OtherWork
from tests.builders.overwriting import DISK, INVENTORY, PROFILE, plan_of
from tests.builders.replaced import with_services
from tests.builders.rig import Rig
from tests.builders.showing import show_alone

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import (
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
    UsageError,
)
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events, overwrite
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.overwrite import WritePlan
from driveproof.engine.run.profiles import Profiles
from driveproof.system.helper.client import DeviceClaim
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.overwrite import OverwriteDialog
from driveproof.ui.measure.page import LIVE, RESULT, SETUP, MeasurePage
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme

assert DISK is not None


class Machine:
    """Experiments, runs and discards as the test decides."""

    def __init__(self) -> None:
        self.used = ""
        self.refusal: DriveproofError | None = None
        self.there = True
        self.sessions: list[WritePlan] = []
        self.read: list[str] = []
        self.discarded: list[int] = []
        self.discard_error: DriveproofError | None = None
        self.may_discard = threading.Event()
        self.stopped = False

    def users(self, device: BlockDevice, inventory: Inventory) -> str:
        return self.used

    def plan(self, profile: Profile, path: str, inventory: Inventory) -> WritePlan:
        if self.refusal is not None:
            raise self.refusal
        return plan_of(profile)

    def session(
        self, profile: Profile, path: str, observer: events.Observer, options: RunOptions
    ) -> Recorded:
        if options.overwrite is not None:
            self.sessions.append(options.overwrite)
        else:
            self.read.append(path)
        return Recorded(observer)

    def claim(self, path: str) -> DeviceClaim:
        if not self.there:
            raise MachineError("It is gone.")
        return plan_of(PROFILE).claim

    def discard(self, plan: WritePlan, length: int) -> Discard:
        return Discard(self, length)


class Discard:
    """Waits until the test lets it go on, or it is stopped."""

    def __init__(self, machine: Machine, length: int) -> None:
        self.machine, self.length = machine, length

    def run(self) -> int:
        self.machine.may_discard.wait(30)
        if self.machine.stopped:
            raise CancelledError("Cancelled: a part was discarded.")
        if self.machine.discard_error is not None:
            raise self.machine.discard_error
        self.machine.discarded.append(self.length)
        return self.length

    def cancel(self) -> None:
        self.machine.stopped = True
        self.machine.may_discard.set()


class Recorded:
    """A recorded run, reported at once."""

    def __init__(self, observer: events.Observer) -> None:
        self.observer = observer

    def run(self) -> None:
        for event in recorded.run_events():
            self.observer(event)

    def cancel(self) -> None:
        pass


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(overwrite, "claim_device", made.claim)
    return made


def of(machine: Machine) -> dict[str, object]:
    return {
        "device_users": machine.users,
        "plan_overwrite": machine.plan,
        "new_session": machine.session,
        "discard": machine.discard,
    }


@pytest.fixture
def page(
    qtbot: QtBot, qapp: QGuiApplication, page_services: Services, machine: Machine
) -> MeasurePage:
    services = with_services(
        page_services,
        profiles=lambda: (PROFILE,),
        **of(machine),
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
    made.set_device(DISK, INVENTORY)
    return made


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


def answering(answer: Callable[[OverwriteDialog], None]) -> None:
    """What a person does once the dialog is there."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:  # what would be overwritten is still being looked at
            QTimer.singleShot(5, look)
            return
        assert isinstance(dialog, OverwriteDialog)
        answer(dialog)

    QTimer.singleShot(0, look)


def agree(dialog: OverwriteDialog) -> None:
    QTest.keyClicks(dialog.typed, "3637")
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)


def test_writing_is_never_what_happens_by_itself(page: MeasurePage, machine: Machine) -> None:
    setup = page.setup
    assert not setup.form.control("overwrite").isChecked()
    reads = setup.button.text()
    setup.form.control("overwrite").click()
    assert setup.button.text() != reads
    assert "/dev/sdc" in setup.head.title.whole()
    assert setup.form.control("overwrite").isChecked()
    assert setup.profile is not None and setup.profile.size == 0
    for change in (
        lambda: setup.target.choose("/dev/sdc1"),
        lambda: page.set_device(INVENTORY.get("loop0"), INVENTORY),
    ):
        setup.form.control("overwrite").setChecked(True)
        change()
        assert not setup.form.control("overwrite").isChecked()
        assert setup.planned is not None and setup.planned.use is TargetUse.READ


def test_a_used_device_says_by_whom(page: MeasurePage, machine: Machine) -> None:
    page.setup.form.control("overwrite").setChecked(True)
    machine.used = "/dev/sdc is in use: /dev/sdc1 is mounted at /media."
    page.set_device(DISK, replace(INVENTORY))
    form = page.setup.form
    assert not form.why_not.isHidden() and form.control("overwrite").isHidden()
    assert form.why_not.whole() == machine.used
    assert "Rea&d" in page.setup.button.text()
    assert page.setup.button.isEnabled()


def test_no_fact_is_below_an_edge(qapp: QGuiApplication, qtbot: QtBot) -> None:
    """The last one, what is on the device afterwards, was reached only by scrolling."""
    dialog = OverwriteDialog(plan_of(Profiles().find("filesystems")), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    dialog.show()
    bar = dialog.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert dialog.facts.facts()[-1][0] == "Afterwards"


def test_the_dialog_names_the_device_and_the_cost(qapp: QGuiApplication, qtbot: QtBot) -> None:
    dialog = OverwriteDialog(plan_of(PROFILE), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    dialog.show()
    facts = {plain(value) for _, value in dialog.facts.facts()}
    assert {"Extreme <b>SSD", DISK.serial, "500 GB", "exfat (EXTREME)"} <= facts
    assert DISK.path in dialog.warning.text()


@pytest.mark.parametrize("wrong", ["", "363", "36377", "yes", "sdc"])
def test_the_button_waits_for_the_right_text(
    wrong: str, qapp: QGuiApplication, qtbot: QtBot
) -> None:
    dialog = OverwriteDialog(plan_of(PROFILE), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClicks(dialog.typed, wrong)
    assert not dialog.go.isEnabled()
    assert dialog.reason.isVisible()
    assert dialog.go.accessibleDescription() == dialog.reason.text()
    QTest.keyClick(dialog.typed, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.typed.clear()
    QTest.keyClicks(dialog.typed, "3637")
    assert dialog.go.isEnabled()
    QTest.keyClick(dialog.typed, Qt.Key.Key_Return)  # only the button itself destroys
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.result()


def test_nothing_the_beginning_and_another_text_are_told_apart(
    qapp: QGuiApplication, qtbot: QtBot
) -> None:
    dialog = OverwriteDialog(plan_of(PROFILE), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    said = []
    for typed in ("", " ", "36", "3637", "36377", "no"):
        dialog.typed.setText(typed)
        said.append(dialog.reason.text())
    assert said[0] == said[1] and said[4] == said[5] and len(set(said)) == 4


def test_without_a_serial_number_the_name_is_typed(qapp: QGuiApplication, qtbot: QtBot) -> None:
    dialog = OverwriteDialog(plan_of(PROFILE, None, share=0.0123), Theme(qapp, "light"))
    qtbot.addWidget(dialog)
    QTest.keyClicks(dialog.typed, "sdc")
    assert dialog.go.isEnabled()
    assert "1.2\u202f%" in dict(dialog.facts.facts()).values()


def test_a_no_changes_nothing(page: MeasurePage, machine: Machine) -> None:
    page.setup.form.control("overwrite").click()
    answering(lambda dialog: dialog.cancel.click())
    page.setup.button.click()
    assert page.tasks.finish(30)
    assert machine.sessions == []
    assert page.stack.currentIndex() == SETUP
    assert page.setup.form.control("overwrite").isChecked()


def test_nobody_is_asked_once_something_else_has_begun(
    page: MeasurePage, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OverwriteDialog, "exec", lambda _dialog: pytest.fail("It was asked."))
    page.setup.form.control("overwrite").click()
    page.setup.button.click()  # the device is looked at in a thread
    page.setup.set_disturbing(UsageError("Another works."))
    assert page.tasks.finish(30)
    assert machine.sessions == [] and page.stack.currentIndex() == SETUP
    assert "Another works." in page.setup.reason.text()


def test_refused_before_anybody_is_asked(page: MeasurePage, machine: Machine) -> None:
    machine.refusal = RefusedError("/dev/sdc is in use: /dev/sdc1 is swap.")
    page.setup.form.control("overwrite").click()
    page.setup.button.click()
    assert page.tasks.finish(30)
    assert page.setup.reason.text() == "/dev/sdc is in use: /dev/sdc1 is swap."
    assert machine.sessions == []


def overwritten(page: MeasurePage, machine: Machine, qtbot: QtBot) -> None:
    page.setup.form.control("overwrite").click()
    answering(agree)
    page.setup.button.click()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT and not page.busy)
    assert len(machine.sessions) == 1
    assert machine.read == []


def test_the_run_is_that_of_the_plan_and_trim_is_offered(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    overwritten(page, machine, qtbot)
    button = page.overwriter.button
    assert button.isVisible() and button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not button.isEnabled()
    assert page.result.exporting.message.isVisible()
    machine.may_discard.set()
    qtbot.waitUntil(lambda: machine.discarded != [] and not button.isVisible())


@contextmanager
def trimming(opened: Callable[..., Rig], machine: Machine) -> Iterator[Rig]:
    """A window that trims what its run has written; it ends in any case: closing would ask."""
    rig = opened(**of(machine), helper_missing=lambda: None)
    rig.tell(INVENTORY)
    trim = rig.measure.overwriter
    trim.begin(plan_of(PROFILE))
    trim.ended(recorded.finished_run())
    trim.button.click()
    try:
        assert trim.busy
        yield rig
    finally:
        machine.may_discard.set()
        rig.qtbot.waitUntil(lambda: not trim.busy)


def test_nothing_else_begins_while_it_is_trimmed(
    open_rig: Callable[..., Rig], machine: Machine
) -> None:
    with trimming(open_rig, machine) as rig:
        measure, trim = rig.measure, rig.trim
        assert measure.setup.disturbing and trim.disturbing
        assert rig.window.windowTitle() == "Trimming SanDisk Extreme Portable SSD \u2013 Driveproof"
        assert rig.window.strip.isVisible()
        machine.may_discard.set()
        rig.qtbot.waitUntil(lambda: measure.setup.disturbing is None)
        assert trim.disturbing == ""
        assert not rig.window.strip.isVisible()


def test_closing_asks_before_it_stops_the_trim(
    open_rig: Callable[..., Rig], machine: Machine, answer: Answers
) -> None:
    with trimming(open_rig, machine) as rig:
        asked = answer(yes=False)
        rig.window.actions_.quit.trigger()
        assert not rig.window.closed and not machine.stopped
        assert len(asked) == 1
        answer(yes=True)
        rig.window.actions_.quit.trigger()
        assert rig.window.closed and machine.stopped and machine.discarded == []


def test_it_is_not_trimmed_while_something_is_measured(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    overwritten(page, machine, qtbot)
    button = page.overwriter.button
    other = OtherWork(page.context.running, qtbot)
    assert not button.isEnabled() and other.said in button.toolTip()
    other.end()
    assert button.isEnabled() and button.toolTip() == ""


def test_the_tick_is_meant_once(page: MeasurePage, machine: Machine, qtbot: QtBot) -> None:
    overwritten(page, machine, qtbot)
    page.again.click()
    assert not page.setup.form.control("overwrite").isChecked()
    assert "Rea&d" in page.setup.button.text()


def test_a_write_protected_device_is_only_read(page: MeasurePage) -> None:
    assert DISK is not None
    protected = replace(DISK, read_only=True)
    others = tuple(protected if d.name == "sdc" else d for d in INVENTORY.devices)
    page.set_device(protected, Inventory(others))
    assert "write-protected" in page.setup.form.why_not.whole()


def test_trim_is_not_offered_on_another_disk(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    overwritten(page, machine, qtbot)
    machine.there = False
    page.set_device(DISK, INVENTORY)
    assert not page.overwriter.button.isVisible()
    machine.there = True
    page.set_device(DISK, INVENTORY)
    assert page.overwriter.button.isVisible()


def test_trim_that_fails_says_why_and_can_be_tried_again(
    page: MeasurePage, machine: Machine, qtbot: QtBot
) -> None:
    overwritten(page, machine, qtbot)
    machine.discard_error = MachineError("/dev/sdc takes no TRIM.")
    machine.may_discard.set()
    page.overwriter.button.click()
    qtbot.waitUntil(lambda: "no TRIM" in page.result.exporting.message.text())
    assert page.overwriter.button.isEnabled()


def test_a_run_that_reads_offers_no_trim(page: MeasurePage, machine: Machine, qtbot: QtBot) -> None:
    page.setup.button.click()
    qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT and not page.busy)
    assert machine.read == ["/dev/sdc"]
    assert not page.overwriter.button.isVisible()
    assert page.stack.currentIndex() != LIVE
