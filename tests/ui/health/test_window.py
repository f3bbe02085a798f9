# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health in the whole window: list, header, worse verdicts, hundreds of drives, closing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders.demo import many_devices
from tests.builders.health_device import DEMO, device
from tests.builders.made_chains import settle
from tests.builders.made_health import (
    HEALTHY,
    MadeHealth,
    ata_health,
    let_work_end,
    nvme_health,
    verdict,
    view_of,
)
from tests.builders.pages.words import page_text
from tests.builders.rig import Rig
from tests.fakes.verdicts import made_axis

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.health.verdict import GRADES
from driveproof.domain.watch import DriveEvent, Happening
from driveproof.ui.feeds.pages import HEALTH, HISTORY, OVERVIEW
from driveproof.ui.settings import NOTIFY_HEALTH
from driveproof.ui.shell.drive_model import DriveRole
from driveproof.ui.theme.style import DARK, LIGHT, Colors, Theme
from driveproof.ui.widgets.marks import VerdictLabel, paint_verdict_mark, verdict_color

Opener = Callable[..., tuple[Rig, MadeHealth]]


@pytest.fixture
def opened(open_rig: Callable[..., Rig]) -> Iterator[Opener]:
    """A window with the demo drives, whose health the test reports."""

    def open_it(**services: object) -> tuple[Rig, MadeHealth]:
        health = MadeHealth()
        rig = open_rig(**health.services(), **services)
        rig.tell(DEMO)
        rig.window.watch.begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch.monitor is not None)
        return rig, health

    yield open_it
    let_work_end()


def told(rig: Rig) -> None:
    """Deliver to the window what threads have put."""
    rig.qtbot.waitUntil(lambda: not rig.window.watch.feed.waiting)
    rig.window.watch.feed.deliver()


def test_the_drives_are_asked_after_the_first_picture_and_not_before(
    open_rig: Callable[..., Rig],
) -> None:
    health = MadeHealth()
    rig = open_rig(**health.services())
    assert not health.monitors
    rig.tell(DEMO)
    rig.qtbot.waitUntil(lambda: rig.window.watch.monitor is not None)
    names = [name for name, _ in health.monitor.calls]
    assert names[:2] == ["start", "inventory"]
    assert ("shown", "nvme0n1") in health.monitor.calls
    rig.window.sidebar.select("sda")
    assert health.monitor.calls[-1] == ("shown", "sda")
    rig.tell(replace(DEMO, source="again"))
    assert health.monitor.calls[-1] == ("inventory", len(DEMO.devices))


def test_mark_word_and_temperature_in_the_list(opened: Opener) -> None:
    rig, health = opened()
    model = rig.window.sidebar.model
    row = model.index(model.row_of_name("nvme0n1") or 0)
    assert row.data(DriveRole.VERDICT) == ""
    health.tell(view_of(device("nvme0n1"), nvme_health(temperature=61.0), verdict("caution")),
                view_of(device("md0"), nvme_health(), verdict("unknown")))  # fmt: skip
    told(rig)
    assert row.data(DriveRole.VERDICT) == "caution"
    assert "61\u202f°C" in row.data(DriveRole.SUBTITLE)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", Caution")
    raid = model.index(model.row_of_name("md0") or 0)
    assert raid.data(DriveRole.VERDICT) == ""  # no drive of its own
    rig.tell(replace(DEMO, source="again"))  # an update from UDisks2 does not take it away
    row = model.index(model.row_of_name("nvme0n1") or 0)
    assert row.data(DriveRole.VERDICT) == "caution"
    assert not rig.window.sidebar.grab().isNull()


def test_the_view_of_another_drive_of_that_name_is_not_shown(opened: Opener) -> None:
    rig, health = opened()
    health.tell(replace(view_of(device("sda")), identity="serial:other"))
    told(rig)
    model = rig.window.sidebar.model
    assert model.index(model.row_of_name("sda") or 0).data(DriveRole.VERDICT) == ""
    rig.window.sidebar.select("sda")
    assert not rig.window.header.verdict.isVisible()


def test_the_head_names_the_verdict_and_never_moves(opened: Opener) -> None:
    rig, health = opened()
    window = rig.window
    window.resize(1280, 800)
    before = window.header.height()
    assert not window.header.verdict.isVisible()
    health.tell(view_of(device("nvme0n1")))
    told(rig)
    label = window.header.verdict
    assert "3\u202f%" in label.text()
    QApplication.processEvents()
    assert label.drawn() == label.text()
    assert window.header.height() == before
    worn = made_axis("media_errors", "worn", "8 reallocated")
    health.tell(view_of(device("nvme0n1"), ata_health(), verdict("worn", media_errors=worn)))
    told(rig)
    assert label.text() == "Worn · Media errors: 8 reallocated"
    window.sidebar.select("sda")
    assert not label.isVisible()


def test_beside_a_long_name_the_verdict_is_its_word(opened: Opener) -> None:
    rig, health = opened()
    header, lookups = rig.window.header, rig.window.context.lookups
    # Each answer shows the head again.
    rig.qtbot.waitUntil(lambda: lookups.link("nvme0n1") is not None)
    rig.qtbot.waitUntil(lambda: lookups.chain("/home", DEMO) is not None)
    settle(rig)
    health.tell(view_of(device("nvme0n1")))
    told(rig)
    header.show_device(replace(device("nvme0n1"), model="Model " * 40), DEMO, gone=False)
    header.show_verdict("good", "Good · 3 % of its rated life used", "Good")
    QApplication.processEvents()
    assert header.verdict.drawn() == "Good"
    assert "rated life" in header.verdict.toolTip()
    assert header.verdict.geometry().right() <= header.width()


def test_a_verdict_that_got_worse_is_told_once(opened: Opener) -> None:
    said: list[tuple[str, str]] = []

    def notify(title: str, text: str) -> bool:
        said.append((title, text))
        return True

    rig, health = opened(notify=notify)
    bad = view_of(device("sda"), ata_health(), verdict("failing", "It fails: copy your data."))
    health.worse(bad, verdict("good"))
    rig.qtbot.waitUntil(lambda: bool(said))
    rig.qtbot.waitUntil(lambda: not rig.window.watch.telling.busy)
    assert said == [("WDC WD40EFZX-68AWUN0: Failing", "It fails: copy your data.")]
    health.tell(bad)  # the same verdict again, every 30 s
    told(rig)
    assert len(said) == 1
    assert not rig.window.message.isVisible()


def test_who_wants_no_notification_reads_it_in_the_window(opened: Opener) -> None:
    said: list[str] = []

    def notify(title: str, _text: str) -> bool:
        said.append(title)
        return True

    rig, health = opened(notify=notify)
    rig.window.settings.keep(NOTIFY_HEALTH, False)
    bad = view_of(device("sda"), ata_health(), verdict("failing", "It fails: copy your data."))
    health.worse(bad, verdict("good"))
    rig.qtbot.waitUntil(lambda: "copy your data" in rig.window.message.text.text())
    assert not said


def test_without_a_desktop_the_window_says_it_and_leads_there(opened: Opener) -> None:
    rig, health = opened(notify=lambda _title, _text: False)
    bad = view_of(device("sda"), ata_health(), verdict("failing", "It fails: copy your data."))
    worn = view_of(device("sdb"), ata_health(), verdict("worn", "It is worn."))
    health.worse(worn, verdict("good"))
    health.worse(bad, verdict("good"))
    message = rig.window.message
    rig.qtbot.waitUntil(lambda: "copy your data" in message.text.text())
    assert message.isVisible()
    assert "It is worn." in message.text.text()  # the second one had replaced it
    QTest.mouseClick(message.action, Qt.MouseButton.LeftButton)
    assert rig.drive == "sda"
    assert rig.window.pages.tab is HEALTH
    assert not message.isVisible()


def test_what_the_page_of_a_drive_says_itself_is_not_said_above_it(opened: Opener) -> None:
    """Five red lines above the Health page that said the same, with "Show its health"."""
    rig, health = opened(notify=lambda _title, _text: False)
    window = rig.window
    window.sidebar.select("sda")
    window.show_page(HEALTH)
    bad = view_of(device("sda"), ata_health(), verdict("failing", "It fails: copy your data."))
    worn = view_of(device("sdb"), ata_health(), verdict("worn", "It is worn."))
    health.worse(bad, verdict("good"))
    health.worse(worn, verdict("good"))
    rig.qtbot.waitUntil(lambda: "It is worn." in window.message.sentence)
    health.tell(bad)
    told(rig)
    assert "copy your data" not in window.message.sentence
    assert not window.banner.isVisible()
    window.show_page(OVERVIEW)
    assert window.banner.isVisible() and "copy your data" not in window.message.sentence
    window.sidebar.select("sdb")
    window.show_page(HEALTH)
    assert not window.message.isVisible()


def test_of_an_array_the_window_says_its_newest_state_alone(opened: Opener) -> None:
    rig, health = opened(notify=lambda _title, _text: False)
    bad = view_of(device("sda"), ata_health(), verdict("failing", "It fails: copy your data."))
    health.worse(bad, verdict("good"))
    lacking = ArrayState(kind="md", wanted=2, active=1)
    healing = replace(lacking, action=ArrayAction.RECOVER, progress=0.25)
    for what, state in ((Happening.DEGRADED, lacking), (Happening.REBUILD, healing)):
        md0 = device("md0")
        health.happened(
            DriveEvent(what=what, key="md", device=md0.path, model="archive", array=state)
        )
    message = rig.window.message
    rig.qtbot.waitUntil(lambda: "is being rebuilt" in message.text.text())
    assert message.text.text().count("The array archive") == 1
    assert "Copy what matters, and replace" not in message.text.text()
    assert "It fails: copy your data." in message.text.text()


def test_a_notification_service_that_hangs_holds_up_nothing(opened: Opener) -> None:
    gate = threading.Event()

    def notify(_title: str, _text: str) -> bool:
        return gate.wait(30)

    rig, health = opened(notify=notify)
    health.worse(view_of(device("sda")), verdict("good"))
    rig.qtbot.waitUntil(lambda: rig.window.watch.telling.busy)
    rig.window.show_page(HEALTH)
    rig.window.show_page(OVERVIEW)
    assert rig.overview.isVisible()
    gate.set()
    rig.qtbot.waitUntil(lambda: not rig.window.watch.telling.busy)


def test_closing_ends_the_monitor_and_hears_nothing_more(opened: Opener) -> None:
    rig, health = opened()
    rig.window.close()
    assert health.monitor.calls[-1] == ("stop", None)
    health.tell(view_of(device("nvme0n1")))  # a drive that answers after all
    health.worse(view_of(device("nvme0n1")), verdict("good"))
    QApplication.processEvents()
    assert rig.window.watch.view(device("nvme0n1")) is None


def test_closed_before_the_drives_were_asked(open_rig: Callable[..., Rig]) -> None:
    health = MadeHealth()
    rig = open_rig(**health.services())
    rig.window.close()
    rig.window.watch.begin()
    assert not health.monitors


def test_f5_asks_the_drive_again(opened: Opener) -> None:
    rig, health = opened()
    rig.window.show_page(HEALTH)
    QTest.keyClick(rig.window, Qt.Key.Key_F5)
    assert ("look", "nvme0n1") in health.monitor.calls
    rig.window.show_page(HISTORY)


def test_from_a_raid_to_its_drive(opened: Opener) -> None:
    rig, _health = opened()
    rig.window.sidebar.select("md0")
    rig.window.show_page(HEALTH)
    rig.health.parts.none.visit.emit("sdb")
    assert rig.drive == "sdb"


def test_unplugged_in_the_window(opened: Opener) -> None:
    rig, health = opened()
    rig.window.sidebar.select("sdc")
    rig.window.show_page(HEALTH)
    health.tell(view_of(device("sdc")))
    told(rig)
    rest = tuple(each for each in DEMO.devices if not each.name.startswith("sdc"))
    rig.tell(replace(DEMO, devices=rest))
    page = rig.health
    assert HEALTHY in page.parts.head.title.whole()
    assert page.parts.detail.isVisible()
    assert health.monitor.calls[-1] == ("shown", "")


def test_five_hundred_drives(opened: Opener) -> None:
    """Every answer is reported, in few events; no list is rebuilt for each."""
    rig, health = opened()
    many = many_devices(1000)
    rig.tell(many)
    drives = [each for each in many.devices if each.kind == "ata"]
    assert len(drives) == 500
    batches: list[int] = []
    rig.window.watch.changed.connect(lambda views: batches.append(len(views)))
    rig.window.sidebar.select(drives[0].name)
    rig.window.show_page(HEALTH)
    health.tell(*(view_of(each) for each in drives))
    rig.qtbot.waitUntil(lambda: sum(batches) == 500)
    assert len(batches) <= 3
    model = rig.window.sidebar.model
    rows = [model.index(row) for row in range(model.rowCount())]
    assert sum(row.data(DriveRole.VERDICT) == "good" for row in rows) == 500
    assert HEALTHY in rig.health.parts.head.title.whole()


def mark(word: str, theme: Theme) -> bytes:
    picture = QPixmap(24, 24)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    paint_verdict_mark(painter, QRect(0, 0, 24, 24).toRectF().center(), word, QColor("black"))
    painter.end()
    image = picture.toImage()
    return bytes(image.pixelColor(x, y).lightness() for x in range(24) for y in range(24))


def test_every_word_has_a_shape_of_its_own(theme: Theme) -> None:
    assert len({mark(word, theme) for word in GRADES}) == len(GRADES)


def seen_by_colour_blind(color: QColor, kind: str) -> tuple[float, float, float]:
    """Viénot, Brettel and Mollon 1999: what is left of a colour, in CIE L*a*b*."""
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    if kind == "protan":
        r, g, b = 0.1124 * r + 0.8876 * g, 0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b
    elif kind == "deutan":
        r, g, b = 0.2927 * r + 0.7073 * g, 0.2927 * r + 0.7073 * g, -0.0223 * r + 0.0223 * g + b
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, max(z, 0)))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", ["normal", "protan", "deutan"])
def test_good_and_failing_differ_for_everybody(colors: Colors, kind: str) -> None:
    one = seen_by_colour_blind(verdict_color(colors, "good"), kind)
    other = seen_by_colour_blind(verdict_color(colors, "failing"), kind)
    assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 20


def test_the_label_of_a_verdict_takes_foreign_text_as_it_is(theme: Theme) -> None:
    label = VerdictLabel(theme)
    label.say("caution", "Caution · <b>bold</b>", "Caution")
    label.resize(60, 24)
    assert "<b>" not in label.toolTip()
    assert label.accessibleName() == "Caution · <b>bold</b>"
    label.deleteLater()


def grades(rig: Rig, *names: str) -> list[tuple[str, str]]:
    """The grade of each drive in the list, and in the table of all drives."""
    model = rig.window.sidebar.model
    page = rig.dashboard
    rows = {line.device.name: line.grade for line in page.lines}
    found = []
    for name in names:
        row = model.row_of_name(name)
        assert row is not None
        found.append((str(model.index(row).data(DriveRole.VERDICT)), str(rows[name])))
    return found


def test_what_is_not_followed_any_more_is_not_called_good(opened: Opener) -> None:
    """The bus was gone, and dashboard, header and Health page still said "Good"."""
    rig, health = opened()
    window = rig.window
    window.show_page(HEALTH)
    fails = verdict("failing", "It fails.")
    health.tell(view_of(device("nvme0n1")), view_of(device("sda"), ata_health(), fails))
    told(rig)
    window.sidebar.choose_all()
    assert grades(rig, "nvme0n1", "sda") == [("good", "good"), ("failing", "failing")]
    rig.tell(MachineError("UDisks2 is gone.", advice=Advice("Start it.")))
    assert grades(rig, "nvme0n1", "sda") == [("unknown", "unknown"), ("failing", "failing")]
    window.sidebar.select("nvme0n1")
    assert window.header.verdict.word == "unknown"
    assert "UDisks2 is gone." in page_text(rig.health)
    rig.tell(DEMO)  # it is back
    assert window.header.verdict.word == "good"
    window.sidebar.choose_all()
    assert grades(rig, "nvme0n1") == [("good", "good")]


def test_a_drive_that_has_not_answered_is_unknown(opened: Opener) -> None:
    """It was good on the page of all drives, as UDisks2 had called it long ago."""
    rig, health = opened()
    health.tell(view_of(device("nvme0n1")))
    told(rig)
    rig.tell(replace(DEMO, devices=tuple(replace(one, health="good") for one in DEMO.devices)))
    rig.window.sidebar.choose_all()
    assert grades(rig, "nvme0n1", "sda")[0] == ("good", "good")
    assert grades(rig, "sda")[0][1] == "unknown"
    assert rig.window.watch.late.isActive()
    rig.window.watch.late.timeout.emit()  # it takes long
    assert grades(rig, "sda") == [("unknown", "unknown")]
    health.tell(view_of(device("sda"), ata_health()))
    told(rig)
    assert grades(rig, "sda") == [("good", "good")]


def test_a_window_that_nobody_sees_shows_no_drive(opened: Opener) -> None:
    rig, health = opened()
    window = rig.window

    def shown() -> list[object]:
        return [what for call, what in health.monitor.calls if call == "shown"]

    first = shown()
    assert first == ["nvme0n1"]
    window.showMinimized()
    rig.qtbot.waitUntil(lambda: shown() == [*first, ""])
    window.sidebar.select("sda")
    assert "sda" not in shown()
    window.showNormal()
    rig.qtbot.waitUntil(lambda: shown()[-1] == "sda")
    window.hide()
    assert shown()[-1] == ""
    window.show()
    assert shown()[-1] == "sda"


def test_what_cannot_watch_at_all_says_why_and_can_be_tried_again(
    open_rig: Callable[..., Rig], caplog: pytest.LogCaptureFixture
) -> None:
    health = MadeHealth()
    reasons = [MachineError("The history <b>cannot</b> be opened.", advice=Advice("Make room."))]
    looked = threading.Event()

    def monitor(*told: object) -> object:
        assert looked.wait(30)
        if reasons:
            raise reasons.pop()
        return health.start_monitor(*told)  # type: ignore[arg-type]

    rig = open_rig(health=health.requests, new_announcer=monitor)
    window = rig.window
    rig.tell(DEMO)
    window.show_page(HEALTH)
    page = rig.health
    waiting = page.parts.head.title.text()
    looked.set()
    window.watch.begin()
    rig.qtbot.waitUntil(lambda: window.watch.broken is not None)
    assert page.parts.head.title.text() != waiting
    said = page_text(page)
    assert "The history <b>cannot</b> be opened." in said
    assert "Make room." in said
    model = window.sidebar.model
    for name in ("nvme0n1", "sda"):
        row = model.index(model.row_of_name(name) or 0)
        assert row.data(DriveRole.VERDICT) == "unknown"
    assert "cannot be read: The history" in caplog.text
    window.actions_.refresh.trigger()
    rig.qtbot.waitUntil(lambda: window.watch.monitor is not None)
    assert health.monitor.calls[0] == ("start", None)
    let_work_end()
