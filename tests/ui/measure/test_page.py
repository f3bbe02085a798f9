# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Measure page: its promise, the progress of a run, the result."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.replaced import with_services
from tests.builders.scripted import Script, ScriptedSession, drive, mount, whole
from tests.builders.showing import show_alone

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.nature import is_heavy
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.profile.estimate import ExpectationSource, Rates
from driveproof.domain.profile.generated import order_of
from driveproof.domain.run.run import CANCELLED
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.target import FolderFacts, look_at_folder
from driveproof.history.store import History
from driveproof.ui.charts.rows import LaneRows
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.page import LIVE, RESULT, SETUP, MeasurePage
from driveproof.ui.measure.plan import customized
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.measure.target import suggestions
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme
from driveproof.wording.figures import write_metric


@pytest.fixture
def make_page(
    qtbot: QtBot, qapp: QGuiApplication, page_services: Services
) -> Callable[[Script], MeasurePage]:
    pages: list[MeasurePage] = []  # or a collection in the middle of a test takes them away

    def make(script: Script) -> MeasurePage:
        services = with_services(
            page_services,
            profiles=lambda: (recorded.PROFILE, replace(recorded.PROFILE, name="b", title="B")),
            new_session=lambda profile, path, observer, label: ScriptedSession(observer, script),
        )
        page = MeasurePage(
            PageContext(services, Theme(qapp, "light"), Settings(services.settings_path)),
            home="/home/somebody",
        )
        pages.append(page)
        show_alone(qtbot, page, 992, 680)
        page.set_device(*drive(mount("/data")))
        return page

    return make


def test_the_button_says_what_it_will_do(make_page: Callable[[Script], MeasurePage]) -> None:
    page = make_page(whole)
    setup = page.setup
    text = setup.button.text().replace("\u202f", " ")
    assert text == "&Measure (5 tests, at most 55 s, writes at most 20 GB)"
    assert setup.button.isEnabled()
    assert setup.path == "/data"
    setup.form.control("repeats").setValue(1)
    assert "writes at most 6.5" in setup.button.text().replace("\u202f", " ")


def test_that_nothing_can_be_kept_is_said_before_measuring(
    make_page: Callable[[Script], MeasurePage], page_services: Services, qtbot: QtBot
) -> None:
    path = page_services.history.path
    path.mkdir(parents=True)  # in the place of the file
    page = make_page(whole)
    setup = page.setup
    qtbot.waitUntil(setup.unkept.isVisible)
    assert str(path) in setup.unkept.whole()
    assert setup.button.isEnabled()  # it is measured all the same
    path.rmdir()
    page.hide()
    page.show()  # looked at again
    qtbot.waitUntil(setup.unkept.isHidden)


def test_a_virtual_disk_is_named_before_a_heavy_test(
    make_page: Callable[[Script], MeasurePage],
) -> None:
    page = make_page(whole)
    short = replace(recorded.PROFILE, repeats=1, pause=0.0, phases=recorded.PROFILE.phases[:1])
    heavy = replace(recorded.PROFILE, repeats=50)
    assert not is_heavy(short) and is_heavy(heavy)
    device, _ = drive(mount("/data"))
    virtual = replace(device, path="/dev/vda", name="vda", kind="virtio")
    page.setup.set_profiles((heavy,))
    real = page.setup.reason.text()
    page.set_device(virtual, Inventory((virtual,)))
    said = page.setup.reason.text()
    assert said and said != real
    assert not page.setup.reason.warns
    page.setup.set_profiles((short,))
    assert page.setup.reason.text() != said


def test_the_list_is_never_painted_over_the_rest(
    make_page: Callable[[Script], MeasurePage],
) -> None:
    """On a busy machine it lay over the facts for a second or two after it changed its place."""
    page = make_page(whole)
    setup = page.setup

    def apart() -> bool:
        choice, detail = (
            part.rect().translated(part.mapTo(setup, part.rect().topLeft()))
            for part in (setup.choice, setup.detail)
        )
        return setup.choice.isVisible() and not choice.intersects(detail)

    assert apart()  # before the loop runs: what is painted first
    for width in (600, 992):
        page.resize(width, 680)
        assert apart()


@pytest.mark.parametrize("size", ["1X", "0"])
def test_what_is_not_possible_says_why(
    make_page: Callable[[Script], MeasurePage], size: str
) -> None:
    setup = make_page(whole).setup
    setup.form.control("size").setEditText(size)
    assert not setup.button.isEnabled()
    assert size in setup.reason.text()
    assert setup.reason.warns


def test_a_test_file_that_does_not_fit_is_made_smaller(
    make_page: Callable[[Script], MeasurePage],
) -> None:
    page = make_page(whole)
    setup = page.setup
    setup.form.control("size").setEditText("60 GB")  # of which 50 GB are free
    assert setup.button.isEnabled() and not setup.reason.warns
    said = setup.reason.text().replace("\u202f", " ")
    assert "41 GiB" in said and "55.9 GiB" in said
    assert setup.profile is not None and setup.profile.size == 41 * 2**30
    setup.form.control("size").setEditText("1 GiB")
    assert "GiB" not in setup.reason.text()
    page.set_device(*drive(mount("/data"), free=30_000_000))
    assert not setup.button.isEnabled()
    assert setup.reason.warns


def watched(
    make_page: Callable[[Script], MeasurePage], look: Callable[[str], FolderFacts]
) -> SetupView:
    """The form of a page that looks folders up."""
    setup = make_page(whole).setup
    setup.folder.look = look
    return setup


def test_a_bad_target_is_told_while_it_is_typed(
    make_page: Callable[[Script], MeasurePage], qtbot: QtBot, tmp_path: Path
) -> None:
    setup = watched(make_page, look_at_folder)
    folder = tmp_path / "new <b>"
    QTest.keyClicks(setup.target.path, str(folder))
    qtbot.waitUntil(lambda: setup.reason.warns)
    assert setup.reason.warns and not setup.button.isEnabled()
    assert str(folder) in setup.reason.text()
    folder.mkdir()
    setup.folder.again()  # as when the window is entered again
    qtbot.waitUntil(setup.button.isEnabled)
    assert not setup.reason.warns
    QTest.keyClicks(setup.target.path, "x")
    assert setup.button.isEnabled()  # until it is known
    qtbot.waitUntil(lambda: not setup.button.isEnabled())
    setup.target.path.setText("")
    QTest.keyClicks(setup.target.path, "srv")
    qtbot.waitUntil(lambda: setup.reason.warns and "srv" in setup.reason.text())


def test_a_folder_that_is_left_is_not_told_of(
    make_page: Callable[[Script], MeasurePage], qtbot: QtBot
) -> None:
    go, seen = threading.Event(), []

    def slow(path: str) -> FolderFacts:
        seen.append(path)
        go.wait(20)
        return FolderFacts(MachineError("{path} is bad.", path=path))

    setup = watched(make_page, slow)
    QTest.keyClicks(setup.target.path, "/a")
    qtbot.waitUntil(lambda: seen == ["/a"])
    setup.target.choose("/dev/sda")
    go.set()
    qtbot.waitUntil(lambda: not setup.folder.tasks.busy)
    assert "is bad" not in setup.reason.text()


def test_what_nobody_changes_stays_as_the_profile_has_it(
    qtbot: QtBot, qapp: QGuiApplication
) -> None:
    """A field has fewer decimals than the seconds of some tests: no scan could start once."""
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    for profile in Profiles().all():
        form.fill(profile)
        assert customized(profile, form.entered, sized=not profile.needs_root) == profile


def test_a_mixed_test_can_be_added(qtbot: QtBot, qapp: QGuiApplication) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    form.more.set_open(True)
    quick, mixed = Profiles().find("quick"), Profiles().find("mixed")
    form.fill(quick)
    assert not form.control("mixed").isHidden()
    assert customized(quick, form.entered, sized=False).phases == quick.phases
    with qtbot.waitSignal(form.changed):
        form.control("mixed").setChecked(True)
    assert customized(quick, form.entered, sized=False).phases[-1].direction == "mixed"
    form.fill(mixed)
    assert form.control("mixed").isHidden()  # it has such tests
    assert customized(mixed, form.entered, sized=False).phases == mixed.phases


def test_btrfs_has_a_choice_of_test_files(make_page: Callable[[Script], MeasurePage]) -> None:
    page = make_page(whole)
    setup = page.setup
    form = setup.form
    form.more.set_open(True)
    assert form.control("nocow").isHidden() and form.inner.meanings["nocow"].isHidden()
    page.set_device(*drive(mount("/data"), mount("/pool", filesystem="btrfs")))
    setup.target.choose("/pool")
    assert not form.control("nocow").isHidden() and not form.inner.meanings["nocow"].isHidden()
    assert setup.profile is not None and not setup.profile.nocow
    form.control("nocow").setChecked(True)
    assert setup.profile is not None and setup.profile.nocow
    setup.target.choose("/data")
    assert form.control("nocow").isHidden()
    assert setup.profile is not None and not setup.profile.nocow  # it has no such files
    setup.target.choose("/pool")
    form.control("nocow").setChecked(False)
    assert setup.profile is not None and not setup.profile.nocow


def test_another_folder_by_its_key(
    make_page: Callable[[Script], MeasurePage], qtbot: QtBot
) -> None:
    page = make_page(whole)
    target = page.setup.target
    with qtbot.waitActive(page):
        page.activateWindow()
    QTest.keyClick(page, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(target.path.hasFocus)
    assert target.other.isChecked()
    QTest.keyClicks(target.path, "/srv")
    assert page.setup.path == "/srv"


def test_the_arrow_keys_go_on_through_the_folders(
    make_page: Callable[[Script], MeasurePage], qtbot: QtBot
) -> None:
    page = make_page(whole)
    target = page.setup.target
    with qtbot.waitActive(page):
        page.activateWindow()
    first = target.group.checkedButton()
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert target.chosen == "/dev/sda"
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Down)
    assert target.other.isChecked() and target.other.hasFocus()


def test_folders_are_suggested_where_people_can_write() -> None:
    device, inventory = drive(
        mount("/boot/efi", filesystem="vfat"),
        mount("/"),
        mount("/mnt/iso", read_only=True),
        mount("/srv"),
    )
    found = [place.path for place in suggestions(device, inventory, "/home/somebody")]
    assert found == ["/home/somebody", "/srv", "/boot/efi"]
    in_memory = replace(inventory, elsewhere=frozenset({"/home"}))
    found = [place.path for place in suggestions(device, in_memory, "/home/somebody")]
    assert found == ["/", "/srv", "/boot/efi"]


def test_a_run_from_the_button_to_the_result(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage]
) -> None:
    page = make_page(whole)
    kept: list[None] = []
    page.context.kept.connect(lambda: kept.append(None))
    page.setup.button.click()
    assert page.busy
    qtbot.waitUntil(lambda: not page.busy)
    assert page.stack.currentIndex() == RESULT
    run = recorded.finished_run()
    assert page.result.run is not None and page.result.run.id == run.id and len(kept) == 1
    bars = page.result.bars.chart
    assert isinstance(bars, LaneRows)
    for number, phase in enumerate(run.phases[:4]):  # what was told live is what is kept
        row = page.result.tests[number // 2]
        summary = row.summary(phase.direction)
        assert summary is not None
        short = ", short" if phase.short(phase.direction) else ""
        said = write_metric(row.primary, summary.median) + short
        assert page.live.table.texts()[number].startswith(said)
    assert not page.result.previous.isVisible()  # it is the first one
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    assert page.stack.currentIndex() == SETUP


def test_a_fresh_result_is_compared_with_the_previous_one(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage], history: History
) -> None:
    page = make_page(whole)
    run = recorded.finished_run()
    of_one = replace(run.target, drive="serial:S1", serial="S1")
    earlier = replace(run, id="0aaaaaaaa", target=of_one, started=run.started - timedelta(days=1))
    history.save(earlier, replace(run, target=of_one))
    compared: list[list[str]] = []
    page.result.compare.connect(compared.append)
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.result.previous.isVisible()
    QTest.mouseClick(page.result.previous, Qt.MouseButton.LeftButton)
    assert compared == [["0aaaaaaaa", run.id]]


def test_while_running_it_shows_what_is_measured_now(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage]
) -> None:
    def until_cancelled(session: ScriptedSession) -> None:
        told = 0
        for event in recorded.run_events():
            session.observer(event)
            told += isinstance(event, events.Measured)
            if isinstance(event, events.Measured) and (event.index, event.order) == (2, 2):
                break
        session.cancelled.wait(30)
        run = recorded.finished_run()
        session.observer(events.RunEnded(replace(run, status=CANCELLED, phases=run.phases[:2])))

    page = make_page(until_cancelled)
    page.setup.button.click()
    qtbot.waitUntil(lambda: any("2" in said for said in page.live.table.texts()[2:3]))
    live = page.live
    assert page.stack.currentIndex() == LIVE
    assert page.busy
    assert "64" in live.head.where.whole()
    assert "IOPS now: –" not in live.numbers.iops.text()
    assert "MB/s" in live.numbers.bandwidth.text()
    assert live.numbers.temperature.isVisible()
    assert not live.numbers.foreign.isVisible()
    assert "MB/s" in live.table.texts()[0]
    assert live.line.chart is not None and "IOPS" in live.line.chart.title
    live.switch.choose(binary=True)
    assert "MiB/s" in live.table.texts()[0]
    page.start_for("/elsewhere")  # a click elsewhere does not touch the run
    assert page.stack.currentIndex() == LIVE
    QTest.keyClick(page.live.head.button, Qt.Key.Key_Escape)
    assert not live.head.button.isEnabled()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.stack.currentIndex() == RESULT
    assert page.result.head.title.whole()
    assert page.result.switch.binary


def in_rounds() -> Iterator[events.Event]:
    """The recorded run as it goes in rounds: each test once, then all of them again."""
    every = {
        (index, order): list(recorded.repeat_events(index, phase, order))
        for index, phase in enumerate(recorded.PROFILE.phases)
        for order in range(1, recorded.PROFILE.repeats + 1)
    }
    for index, order in order_of(recorded.PROFILE):
        for event in every[index, order]:
            if not isinstance(event, events.RepeatEnded):
                yield event
                continue
            phase = recorded.finished_run().phases[index]
            yield replace(event, result=replace(phase, repeats=phase.repeats[:order]))


def test_in_rounds_each_test_keeps_its_own_chart_and_its_figure_so_far(
    qtbot: QtBot, theme: Theme
) -> None:
    live = RunLiveView(theme)
    qtbot.addWidget(live)
    news = list(in_rounds())
    starts = [n for n, event in enumerate(news) if isinstance(event, events.RepeatStarted)]
    second = starts[len(recorded.PROFILE.phases)]
    live.take([next(iter(recorded.run_events())), *news[: second + 1]])
    charted = live.line.chart
    assert isinstance(charted, LineChart)
    assert charted.timeline.tracks.keys() == {"read"}
    assert [span.order for span in charted.timeline.spans] == [1, 2]
    said = live.table.texts()
    assert "2" in said[0] and "3" in said[0]
    assert "1" in said[1] and "MB/s" in said[1]
    live.take(news[second + 1 :])
    assert isinstance(live.line.chart, LineChart)
    spans = live.line.chart.timeline.spans
    assert [span.order for span in spans] == [1, 2, 3]


def test_a_stall_is_seen_while_it_lasts(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage]
) -> None:
    def stalling(session: ScriptedSession) -> None:
        for event in recorded.run_events():
            session.observer(event)
            if isinstance(event, events.Measured):
                break
        session.observer(events.Stalled(0, 1, 1.5))
        session.cancelled.wait(30)

    page = make_page(stalling)
    page.setup.button.click()
    qtbot.waitUntil(lambda: "1.50" in page.live.numbers.stall.text())
    page.cancel()
    qtbot.waitUntil(lambda: not page.busy)


def test_too_few_repeats_are_said_and_mended(make_page: Callable[[Script], MeasurePage]) -> None:
    """A quiet line, which vanishes with one click; nothing where they suffice."""
    page = make_page(whole)
    form = page.setup.form
    hint = form.hint
    form.control("repeats").setValue(3)
    assert hint.words.isHidden() and hint.button.isHidden()
    form.control("repeats").setValue(2)
    assert not hint.words.isHidden()
    assert hint.button.text() == "3 repeats"
    assert page.setup.button.isEnabled()  # a word, and no obstacle
    hint.button.click()
    assert form.control("repeats").value() == 3
    assert hint.words.isHidden() and hint.button.isHidden()
    assert page.setup.profile is not None and page.setup.profile.repeats == 3


def test_a_failure_before_the_first_number_is_said_beside_the_button(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage]
) -> None:
    def fail(session: ScriptedSession) -> None:
        raise MachineError("fio is not installed.", advice=Advice("Install the package fio."))

    page = make_page(fail)
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert page.stack.currentIndex() == SETUP
    assert "fio is not installed." in page.setup.reason.text()
    assert page.setup.button.isEnabled()
    page.setup.form.control("repeats").setValue(2)
    assert not page.setup.reason.warns


def test_a_bug_in_the_session_does_not_leave_the_page_busy(
    qtbot: QtBot, make_page: Callable[[Script], MeasurePage], caplog: pytest.LogCaptureFixture
) -> None:
    def crash(session: ScriptedSession) -> None:
        raise ZeroDivisionError("oops")

    page = make_page(crash)
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    assert "ZeroDivisionError" in page.setup.reason.text()
    assert "oops" in caplog.text


def test_closing_ends_the_run(make_page: Callable[[Script], MeasurePage]) -> None:
    page = make_page(lambda session: session.cancelled.wait(30) and None)
    page.setup.button.click()
    assert page.stop_and_wait(30)


def test_the_choice_is_remembered(qtbot: QtBot, make_page: Callable[[Script], MeasurePage]) -> None:
    page = make_page(whole)
    page.setup.profiles.choose("b")
    page.setup.button.click()
    qtbot.waitUntil(lambda: not page.busy)
    again = make_page(whole)
    assert again.setup.profile is not None and again.setup.profile.name == "b"


def test_a_burst_is_delivered_at_once_and_nothing_of_it_is_lost(qtbot: QtBot) -> None:
    seen: list[list[int]] = []
    inbox = Inbox(interval=0.05)
    inbox.came.connect(seen.append)

    def burst() -> None:
        for number in range(1000):
            inbox.put(number)

    thread = threading.Thread(target=burst)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: sum(map(len, seen)) == 1000)
    assert [number for some in seen for number in some] == list(range(1000))
    assert len(seen) < 100


def test_the_page_cache_is_chosen_and_explained(
    make_page: Callable[[Script], MeasurePage],
) -> None:
    page = make_page(whole)
    setup = page.setup
    setup.form.more.click()
    assert setup.form.inner.fields["cache"].value == "direct"
    setup.form.control("cache").setCurrentIndex(1)
    assert setup.profile is not None
    assert setup.profile.cache == "cold"
    assert {phase.queue_depth for phase in setup.profile.phases} == {1}
    assert str(len(setup.profile.phases)) in setup.button.text()
    setup.form.control("cache").setCurrentIndex(2)
    assert setup.profile.cache == "warm"
    setup.profiles.chosen.emit(recorded.PROFILE)  # another profile has its own choice
    assert setup.form.inner.fields["cache"].value == "direct"


def test_reading_into_memory_is_told_between_the_charts(
    make_page: Callable[[Script], MeasurePage],
) -> None:
    live = make_page(whole).live
    live.begin("A profile", "/data")
    told = iter(recorded.run_events())
    live.take([event for event, _ in zip(told, range(8), strict=False)])
    assert live.stack.currentIndex() == 1
    live.take([events.Preparing(2**20, 2**21, 9.0, reading=True)])
    assert live.stack.currentIndex() == 0
    assert "1.0 MB" in live.preparing.title.text().replace("\u202f", " ")
    live.take([next(event for event in told if isinstance(event, events.RepeatStarted))])
    assert live.stack.currentIndex() == 1


def test_an_nvme_drive_preselects_its_profile(make_page: Callable[[Script], MeasurePage]) -> None:
    """Of the two general ones; what a person chose besides stays."""
    page = make_page(whole)
    chooser, setup = page.setup.profiles, page.setup
    profiles = tuple(
        profile
        for profile in Profiles().all()
        if profile.name in ("quick", "quick-nvme", "latency")
    )
    setup.set_profiles(profiles)
    assert chooser.profile is not None and chooser.profile.name == "quick"  # on a SATA drive
    fast = BlockDevice(path="/dev/nvme0n1", name="nvme0n1", kind="nvme", size=10**12)
    setup.set_device(fast, Inventory((fast,)))
    assert chooser.profile.name == "quick-nvme"
    chooser.choose("quick")  # by hand: to compare it with another kind of drive
    setup.set_device(replace(fast, free=5), Inventory((fast,)))
    assert chooser.profile.name == "quick"
    chooser.choose("latency")
    setup.set_device(*drive(mount("/data")))
    assert chooser.profile.name == "latency"
    assert "too few" not in dict(setup.detail.facts.facts())["Repeats"]


def test_iops_at_latency_says_why_its_file_is_that_large(
    qtbot: QtBot, context: PageContext
) -> None:
    """Ten times the cache that is known of the drive, until somebody enters a size."""
    context.services = with_services(
        context.services, write_cache=lambda device, _: 2e9 if device.size else None
    )
    setup = SetupView(context, "/home/x")
    qtbot.addWidget(setup)
    setup.set_profiles((Profiles().find("iops-at-latency"),))
    setup.set_device(*drive(mount("/data")))
    shown = setup.reason.label
    qtbot.waitUntil(lambda: "cache" in shown.text())
    assert setup.profile is not None and setup.profile.size == 19 * 2**30
    assert setup.form.control("size").currentText() == "19 GiB"
    setup.form.control("size").setEditText("4 GiB")
    assert setup.profile.size == 4 * 2**30 and "cache" not in shown.text()
    setup.target.choose("/elsewhere")  # on which drive is not known
    setup.profiles.choose("iops-at-latency")
    setup.form.fill(Profiles().find("iops-at-latency"))
    setup.set_device(*drive(mount("/data"), free=10 * 10**9))
    assert setup.target.choose("/data") is None
    assert setup.profile.size == 8 * 2**30
    assert shown.text() and setup.form.control("size").currentText() == "8 GiB"


def test_what_is_expected_of_the_drive_stands_first(qtbot: QtBot, context: PageContext) -> None:
    """Read in a thread; the bound stays on the card, and another drive is read anew."""
    asked: list[str] = []

    def rates(device: BlockDevice, _: Inventory) -> tuple[Rates | None, SpeedClass]:
        asked.append(device.path)
        fast = device.kind == "nvme"
        speed = SpeedClass.FAST_NVME if fast else SpeedClass.SATA
        return Rates(ExpectationSource.CLASS, ceiling=7e9 if fast else 5e8), speed

    context.services = with_services(context.services, rates=rates)
    setup = SetupView(context, "/home/x")
    qtbot.addWidget(setup)
    setup.set_profiles((Profiles().find("quick"),))
    setup.set_device(*drive(mount("/data")))
    qtbot.waitUntil(lambda: "about" in setup.button.text())
    assert setup.button.text().startswith("&Measure (8 tests, about 45")
    facts = {name: value.replace("\u202f", " ") for name, value in setup.detail.facts.facts()}
    assert facts["Takes"] == "about 45 s, at most 90 s"
    assert facts["Writes"].startswith("about ") and ", at most " in facts["Writes"]
    assert asked == ["/dev/sda"]
    fast = BlockDevice(
        path="/dev/nvme0n1", name="nvme0n1", kind="nvme", size=10**12, free=50 * 10**9,
        mounts=(mount("/fast"),),
    )  # fmt: skip
    setup.set_device(fast, Inventory((fast,)))
    qtbot.waitUntil(lambda: asked[-1] == "/dev/nvme0n1" and setup.profile is not None
                    and setup.profile.phases[1].limit == 1664 * 2**20)  # fmt: skip
    setup.target.choose("/elsewhere")  # on which drive is not known
    assert "about" not in setup.button.text()
    setup.target.choose("/fast/of/mine")
    assert "about" in setup.button.text()
