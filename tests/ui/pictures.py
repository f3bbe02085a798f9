# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of the documentation, drawn from example drives: `make pictures`.

These are not tests, and pytest collects this file only by name. The live picture is made from a
real fio's output, and health from the program's own judge; the drives do not exist.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.fitting import misfits
from tests.builders.guided_runs import (
    bad_sectors_run,
    capacity_run,
    hosts_run,
    load_run,
    quick_run,
    recording_run,
)
from tests.builders.long_runs import example_rounds, example_sustained
from tests.builders.made_checks import QUICK
from tests.builders.made_diagnosis import Finding
from tests.builders.made_diagnosis import shown as why_of
from tests.builders.made_health import (
    NOW,
    MadeHealth,
    ata_health,
    half_a_year,
    nvme_health,
    view_of,
)
from tests.builders.made_runs import pair
from tests.builders.recorded_scan import finished_scan
from tests.builders.rig import Rig
from tests.builders.scripted import ScriptedSession
from tests.builders.tasks_done import example_real_life

from driveproof.domain.dashboard import KeptOfDrive, Speed
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive_news import news_of
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.profile.draft import draft_of
from driveproof.domain.run.run import InTurn, Latency, PhaseResult, Repeat, Run
from driveproof.domain.trim.job import KeptTrim, TrimStatus
from driveproof.engine.check.target import subject_of
from driveproof.engine.run import events
from driveproof.fio.job_file import read_job_file
from driveproof.methods import answer_of
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.dashboard.rows import DashboardColumn
from driveproof.ui.feeds.pages import HEALTH, MEASURE, OVERVIEW
from driveproof.ui.results.method_views import AreaView, LoadView, ScanDetail, long_view
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.table import CellTable

DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SHOT = QSize(1000, 700)
MODELS = {"nvme0n1": "Example NVMe SSD 2TB", "sda": "Example NAS disk 4TB", "sdc": "Portable SSD"}

TAIL = (0.985, 0.9, 1.4, 2.1, 4.0, 9.0)  # mean, then percentiles: share of the depth
SSD = {
    "power_cycles": 412, "unsafe_shutdowns": 9, "capacity": 2_000_398_934_016,
    "interface": "NVMe 2.0", "rotational": False, "temperature_warning": 82.0,
    "used_source": "percentage_used",
}  # fmt: skip


def drives() -> Inventory:
    """The demo drives, with names that no manufacturer uses."""
    found = demo_inventory()
    named = MODELS | {"sdb": MODELS["sda"]}
    return Inventory(
        tuple(
            replace(one, model=named[one.name], vendor="Example" if one.name == "sdc" else "")
            if one.name in named
            else one
            for one in found.devices
        ),
        "example",
    )


def with_latencies(run: Run) -> Run:
    """The same figures with matching latencies: all of the time was I/O."""

    def of(phase: PhaseResult, repeat: Repeat) -> Repeat:
        directions = {
            way: replace(
                result,
                latency=Latency(*(phase.queue_depth / result.iops * by for by in TAIL)),
            )
            for way, result in repeat.directions.items()
        }
        return replace(repeat, directions=directions)

    phases = tuple(
        replace(phase, repeats=tuple(of(phase, repeat) for repeat in phase.repeats))
        for phase in run.phases
    )
    return replace(run, phases=phases)


def shoot(rig: Rig, name: str) -> None:
    """Save the window as a picture that software centres show whole."""
    rig.window.resize(SHOT)
    rig.window.setFocus()
    rig.qtbot.waitUntil(lambda: not misfits(rig.window))  # the layout has settled
    assert rig.window.grab().save(str(DOCS / f"{name}.png"))


def with_health(open_rig: Callable[..., Rig], **services: object) -> Rig:
    """A window with a healthy SSD selected, and a hard disk with a finding."""
    health = MadeHealth()
    rig = open_rig(**health.services(), **services)
    inventory = drives()
    rig.tell(inventory)
    rig.window.watch.begin()
    rig.qtbot.waitUntil(lambda: rig.window.watch.monitor is not None)
    views = []
    for name, read, more in (("nvme0n1", nvme_health, SSD), ("sda", ata_health, {})):
        device = inventory.get(name)
        assert device is not None
        known = read(model=MODELS[name], **more)
        now = device.link or ""
        link = LinkState(kind="pcie", now=now, best=now, slower=False)
        views.append(
            view_of(device, known, judge_health(known, link=link if more else None, now=NOW))
        )
    health.requests.kept = half_a_year(views[0])
    health.tell(*views)
    rig.qtbot.waitUntil(lambda: not rig.window.watch.feed.waiting)
    rig.window.watch.feed.deliver()
    return rig


def test_overview(open_rig: Callable[..., Rig]) -> None:
    rig = with_health(open_rig)
    rig.window.show_page(OVERVIEW)
    line = rig.overview.trim_line
    rig.qtbot.waitUntil(lambda: line.mark.verdict is not None)
    shoot(rig, "overview")


def speeds(name: str, *megabytes: float) -> Speed:
    """Results of one test, a week apart."""
    last = datetime.now(UTC)
    weeks = range(len(megabytes) - 1, -1, -1)
    values = (
        (last - timedelta(weeks=week), 1e6 * value)
        for week, value in zip(weeks, megabytes, strict=True)
    )
    return Speed("SEQ1M Q8T1 read", name, tuple(values))


def test_all_drives(open_rig: Callable[..., Rig]) -> None:
    """With something that changed since the window was closed."""
    today = datetime.now(UTC)
    kept = {
        "nvme0n1": KeptOfDrive(speeds("a", 6900, 7120, 7090, 7150), today),
        "sda": KeptOfDrive(speeds("b", 198, 197, 181, 142), today - timedelta(days=3)),
        "sdb": KeptOfDrive(speeds("c", 201, 199, 200), today - timedelta(days=3)),
        "sdc": KeptOfDrive(speeds("d", 1010, 1005, 1012), None),
    }
    before = Health(taken=today, source="example", firmware="3B2QJXD7")
    trim = KeptTrim(
        started=today - timedelta(days=2), place="/home", filesystem="ext4",
        status=TrimStatus.FINISHED, discarded=61 * 10**9, seconds=4.0,
    )  # fmt: skip
    news = news_of("nvme0n1", before, replace(before, firmware="4B2QJXD7"), (trim,), measured=True)
    rig = with_health(open_rig, place="", kept=lambda *_: kept, news=lambda *_: news)
    page = rig.dashboard
    rig.qtbot.waitUntil(lambda: not page.tasks.busy and bool(page.kept))
    page.news.show_news(news, today - timedelta(days=4), {"nvme0n1": MODELS["nvme0n1"]})
    rig.window.resize(SHOT)
    model = page.table.model()
    trim = [model.index(row, DashboardColumn.TRIM) for row in range(model.rowCount())]
    rig.qtbot.waitUntil(lambda: all(cell.data() != "–" for cell in trim))
    # Rows of their new height, and the room for them.
    rig.qtbot.waitUntil(lambda: not page.table.soon.isActive())
    rig.qtbot.waitUntil(lambda: page.table.height() >= page.table.sizeHint().height())
    shoot(rig, "drives")


def test_health(open_rig: Callable[..., Rig]) -> None:
    rig = with_health(open_rig)
    rig.window.show_page(HEALTH)
    section = rig.health.parts.snapshots
    rig.qtbot.waitUntil(lambda: bool(section.snapshots))
    shoot(rig, "health")


def test_live(open_rig: Callable[..., Rig]) -> None:
    """In the middle of the fourth test."""
    halfway, seen = threading.Event(), threading.Event()

    def script(session: ScriptedSession) -> None:
        enough = 0
        for event in recorded.run_events():
            session.observer(event)
            if isinstance(event, events.Measured) and (event.index, event.order) == (3, 3):
                enough += 1
            if enough == 6:
                halfway.set()
                seen.wait(60)
                return

    rig = open_rig(
        profiles=lambda: (recorded.PROFILE,),
        new_session=lambda profile, path, observer, label, *_, **__: ScriptedSession(
            observer, script
        ),
    )
    rig.tell(drives())
    rig.window.show_page(MEASURE)
    measure = rig.measure
    button = measure.setup.button
    rig.qtbot.waitUntil(button.isEnabled)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    rig.qtbot.waitUntil(halfway.is_set)
    rig.qtbot.wait(1000)  # the picture is updated a few times a second
    shoot(rig, "live")
    seen.set()
    rig.qtbot.waitUntil(lambda: not measure.busy)  # otherwise the window asks before it closes


def test_comparison(rig: Rig, compare: Callable[..., object]) -> None:
    drive = drives().get("nvme0n1")
    assert drive is not None
    target = {"model": drive.model, "device": "/dev/nvme0n1p2", "drive": drive.identity}
    before, after = pair(target=target)
    sooner = replace(before, id="sooner", started=before.started - timedelta(minutes=10))
    runs = [part_of(run, rounds) for run, rounds in ((sooner, 1), (before, 4), (after, 1))]
    compare(*map(with_latencies, runs))
    rig.tell(drives())
    shoot(rig, "comparison")


def part_of(run: Run, first: int) -> Run:
    """The run with three of its rounds."""
    kept = range(first, first + 3)
    return replace(
        run,
        phases=tuple(
            replace(
                phase,
                repeats=tuple(
                    replace(one, order=one.order - first + 1)
                    for one in phase.repeats
                    if one.order in kept
                ),
            )
            for phase in run.phases
        ),
    )


def test_against(rig: Rig, compare: Callable[..., ComparePage]) -> None:
    """Two drives in turn, down to what else differs."""
    runs = []
    for side, (run, about) in enumerate(zip(pair(), SECOND, strict=True)):
        model, link, options, encryption, free, size = about
        target = replace(
            run.target, model=model, serial=model, drive=f"serial:{model}", wwn=None, size=size,
            filesystem="ext4", mount_options=("rw", options),
        )  # fmt: skip
        environment = replace(
            run.environment, link=link, encryption=encryption, free=free,
            in_turn=InTurn("", side, 7, "0110"),
        )  # fmt: skip
        runs.append(replace(run, target=target, environment=environment))
    runs = [
        replace(run, environment=replace(run.environment, in_turn=InTurn(o.id, side, 7, "0110")))
        for side, (run, o) in enumerate(zip(runs, reversed(runs), strict=True))
    ]
    made = compare(*runs)
    rig.window.resize(SHOT.width(), 2000)
    rig.qtbot.waitUntil(lambda: not misfits(rig.window))
    rig.qtbot.waitUntil(lambda: made.facts is not None and made.facts.height() > 100)
    bars = [table.horizontalScrollBar() for table in made.findChildren(CellTable)]
    rig.qtbot.waitUntil(lambda: all(bar.maximum() or not bar.isVisible() for bar in bars))
    facts = made.facts
    assert facts is not None

    def below() -> int:
        return facts.mapTo(made, facts.rect().bottomLeft()).y() + 24

    # Before all parts are there, and as long as the window is low, everything is squeezed.
    rig.qtbot.waitUntil(lambda: 1500 < below() <= made.height())
    shown = QRect(0, 0, made.width(), below())
    assert made.grab(shown).save(str(DOCS / "against.png"))


SECOND = (
    ("Portable SSD", "USB 10 Gb/s", "relatime", "LUKS2", 310 * 10**9, 500 * 10**9),
    ("Example NVMe SSD 2TB", "PCIe 4.0 x4", "noatime", "none", 1400 * 10**9, 2000 * 10**9),
)


def test_load_curve(qtbot: QtBot, theme: Theme) -> None:
    run = load_run()
    view = LoadView(theme, run, answer_of(run))
    qtbot.addWidget(view)
    view.setContentsMargins(16, 16, 16, 16)
    view.resize(1000, 740)
    view.show()
    qtbot.waitUntil(lambda: not misfits(view))
    assert view.grab().save(str(DOCS / "load-curve.png"))


@pytest.mark.parametrize(
    ("name", "run", "height"),
    [
        ("quick", with_latencies(quick_run()), 660),
        ("scan", finished_scan(), 620),
        ("record", recording_run(), 1560),
        ("hosts", hosts_run(8, scale=True, small_fill=7), 780),
        ("real-life", example_real_life(another=True), 720),
    ],
)
def test_results(name: str, run: Run, height: int, qtbot: QtBot, theme: Theme) -> None:
    view = RunView(theme)
    qtbot.addWidget(view)
    view.resize(1000, height)
    view.show()
    view.show_run(run)
    qtbot.waitExposed(view)
    qtbot.waitUntil(lambda: _is_laid_out(view))
    QTest.qWait(200)  # the second pass of the layout
    if (focused := view.focusWidget()) is not None:
        focused.clearFocus()
    qtbot.waitUntil(lambda: not misfits(view))
    assert view.grab().save(str(DOCS / f"{name}.png"))


def _is_laid_out(view: RunView) -> bool:
    """Whether what is special about the kind of run has its width, and the bars their height."""
    special = (view.load, view.recorded, view.everyday)
    if any(part is not None and part.width() <= 800 for part in special):
        return False
    bars = view.guided.views[0] if view.guided is not None else None
    return bars is None or (bars.isVisible() and bars.plot.area.height() > 150)


class Plain(Finding):
    """A diagnosis of an example drive, with a message as the kernel writes it."""

    def run(self) -> Diagnosis:
        found = super().run().evidence
        checked = found.check
        device = drives().get("nvme0n1")
        assert device is not None
        said = tuple(m._replace(text="nvme nvme0: resetting controller") for m in found.messages)
        checked = replace(checked, device=device)
        return diagnose(replace(found, check=checked, messages=said), checked.taken)


def test_diagnose(open_rig: Callable[..., Rig]) -> None:
    finding = Plain()
    rig = open_rig(
        new_diagnosis=finding.new,
        new_check=finding.new,
        plan_check=lambda _path, _known: subject_of("/home", None, QUICK),
    )
    rig.tell(drives())
    why_of(rig, finding)
    shoot(rig, "diagnose")


JOB = """\
[global]
direct=1
size=1g
runtime=10
time_based
[Data pages]
rw=randrw
rwmixread=70
bs=8k
ioengine=libaio
iodepth=32
[Log]
stonewall
rw=write
bs=16k
fsync=1
[Full table scan]
stonewall
rw=read
bs=1m
ioengine=libaio
iodepth=8
"""


def test_own_tests(open_rig: Callable[..., Rig]) -> None:
    """The editor with the tests of a job file."""
    rig = with_health(open_rig)
    rig.window.show_page(MEASURE)
    measure = rig.measure
    draft = draft_of(read_job_file(JOB, "database.fio"), title="Database")
    question = "How fast is this drive below a database?"
    measure.edit(draft.choosing(question=question, repeats=6))
    measure.editor.table.choose([1])
    shoot(rig, "own-tests")


@pytest.mark.parametrize(
    ("name", "make"),
    [("capacity", capacity_run), ("bad-sectors", bad_sectors_run)],
)
def test_checks(name: str, make: Callable[[], Run], qtbot: QtBot, theme: Theme) -> None:
    run = make()
    view = QWidget()
    column = QVBoxLayout(view)
    column.setContentsMargins(16, 16, 16, 16)
    column.addWidget(AreaView(theme, run, answer_of(run)))
    column.addWidget(ScanDetail(theme, run, answer_of(run)))
    qtbot.addWidget(view)
    view.resize(1000, view.sizeHint().height())
    view.show()
    qtbot.waitExposed(view)
    assert view.grab().save(str(DOCS / f"{name}.png"))


@pytest.mark.parametrize(
    ("name", "make"), [("sustained", example_sustained), ("steady-state", example_rounds)]
)
def test_long_runs(name: str, make: Callable[[], Run], qtbot: QtBot, theme: Theme) -> None:
    run = make()
    view = long_view(theme, run, answer_of(run), binary=False)
    qtbot.addWidget(view)
    view.setContentsMargins(16, 16, 16, 16)
    view.resize(1000, 480)
    view.show()
    qtbot.waitUntil(lambda: not misfits(view))
    assert view.grab().save(str(DOCS / f"{name}.png"))
