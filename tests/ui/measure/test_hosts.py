# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts in the window: which, while they measure, and what each did."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.guided_runs import hosts_run
from tests.builders.recorded import finished_run
from tests.builders.replaced import with_services
from tests.builders.rig import Rig
from tests.builders.scripted import ScriptedSession, whole
from tests.builders.showing import setup_view

from driveproof.domain.errors import MachineError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.hosts import fault_word
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.events import HostNow, Observer
from driveproof.ui.charts.points import PointsChart
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import MEASURE
from driveproof.ui.measure.further import MOST_KEPT, SeveralHosts, keep_hosts, kept_hosts
from driveproof.ui.measure.live_tables import LiveHosts
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.wording.units import format_size_bound


def named(text: str) -> tuple[str, ...]:
    if text == "missing":
        raise MachineError("Several hosts need ClusterShell, which is not installed.")
    return tuple(text.split(","))


@pytest.fixture
def view(qtbot: QtBot, context: PageContext) -> SetupView:
    context.services = with_services(context.services, named_hosts=named)
    return setup_view(qtbot, context, ("quick",), "quick")


def hosts(view: SetupView) -> tuple[str, ...]:
    return view.planned.hosts if view.planned is not None else ()


def test_other_hosts_are_asked_for_where_the_target_is(view: SetupView, qtbot: QtBot) -> None:
    several = view.several
    assert several.tick.isVisible() and not several.box.isVisible()
    assert hosts(view) == ()
    several.tick.setChecked(True)
    assert several.box.isVisible() and view.profile is None
    assert view.against.isHidden()  # one folder on many hosts, and no second drive
    several.box.setEditText("a,b,c")
    qtbot.waitUntil(lambda: hosts(view) == ("a", "b", "c"))
    assert view.profile is not None
    assert len(view.profile.phases) == 8
    # The costs are those of all, and of each.
    assert view.profile.bytes_written == 3 * (view.profile.bytes_written_each or 0)
    assert format_size_bound(view.profile.bytes_written) in view.button.text()
    facts = dict(view.detail.facts.facts())
    assert "in total" in facts["Writes"]
    several.scale.setChecked(True)
    assert len(view.profile.phases) == 24
    several.box.setEditText("missing")
    assert view.profile is None  # never with the hosts of before
    qtbot.waitUntil(lambda: "ClusterShell" in view.reason.text())
    assert not view.button.isEnabled()
    several.tick.setChecked(False)
    assert hosts(view) == () and view.profile is not None and not view.against.isHidden()
    view.against.tick.setChecked(True)
    assert several.isHidden()


def test_a_device_is_not_offered_and_says_so(view: SetupView, qtbot: QtBot) -> None:
    several = view.several
    several.tick.setChecked(True)
    several.box.setEditText("a,b")
    qtbot.waitUntil(lambda: hosts(view) == ("a", "b"))
    folder = view.path
    view.target.choose("/dev/nvme0n1")
    assert view.profile is not None and hosts(view) == ()
    assert not several.tick.isEnabled() and several.below.isHidden()
    view.target.choose(folder)
    assert several.tick.isEnabled() and several.why_not.isHidden() and several.below.isVisible()
    assert hosts(view) == ("a", "b")


def test_the_window_measures_on_them(open_rig: Callable[..., Rig]) -> None:
    asked: list[RunOptions] = []

    def session(
        profile: Profile, path: str, observer: Observer, options: RunOptions
    ) -> ScriptedSession:
        asked.append(options)
        return ScriptedSession(observer, whole)

    rig = open_rig(
        demo_inventory(), named_hosts=named, on_hosts=lambda hosts: hosts, new_session=session
    )
    rig.window.show_page(MEASURE)
    measure = rig.measure
    rig.qtbot.waitUntil(lambda: measure.setup.profile is not None)
    measure.setup.several.tick.setChecked(True)
    measure.setup.several.box.setEditText("a,b")
    rig.qtbot.waitUntil(
        lambda: measure.setup.planned is not None and measure.setup.planned.hosts == ("a", "b")
    )
    measure.setup.form.control("label").setText("both")
    measure.start()
    rig.qtbot.waitUntil(lambda: not measure.busy)
    assert asked == [RunOptions(label="both", elsewhere=("a", "b"))]  # type: ignore[arg-type]
    assert measure.result.run is not None


def test_the_hosts_of_before_are_offered(tmp_path: Path, qapp: QGuiApplication) -> None:
    settings = Settings(tmp_path / "window.ini")
    for text in ("a", "node[1-8]", "@rack", "a"):
        keep_hosts(settings, text)
    assert kept_hosts(settings) == ["a", "@rack", "node[1-8]"]
    for number in range(20):
        keep_hosts(settings, f"b{number}")
    assert len(kept_hosts(settings)) == MOST_KEPT
    several = SeveralHosts(Theme(qapp, "light"), named)
    several.remember(kept_hosts(settings))
    assert several.text == "b19" and several.box.count() == MOST_KEPT and not several.wanted
    several.box.setEditText("typed")
    several.remember(["c"])
    assert several.text == "typed"


def test_the_slowest_are_first_and_lost_ones_before_them(
    qtbot: QtBot, qapp: QGuiApplication
) -> None:
    table = LiveHosts(Theme(qapp, "light"))
    qtbot.addWidget(table)
    assert table.isHidden()
    hosts = tuple(HostNow(f"node{n}", 1000.0 * n, 4e6 * n, n * 1e-3) for n in range(1, 10))
    hosts = (*hosts[:4], HostNow("node5", fault="silent"), HostNow("node6"), *hosts[6:])
    table.show_hosts(hosts, binary=False)
    names = [row[0] for row in table.texts()]
    assert names == ["node5", "node6", "node1", "node2", "node3", "node4"]
    assert table.texts()[0][1] == str(fault_word("silent"))
    # Who waits longest need not be among the slowest.
    assert "node9" in table.head.whole()
    table.clear()
    assert table.isHidden()


@pytest.mark.parametrize("scale", [False, True])
def test_a_result_shows_its_hosts(qtbot: QtBot, qapp: QGuiApplication, scale: bool) -> None:
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show()
    view.show_run(hosts_run(4, scale=scale, lost=not scale))
    assert view.hosts is not None and view.run is not None
    said = [label.text() for label in view.hosts.findChildren(type(view.head.title))]
    assert "4 hosts: node[1-4]" in said
    if scale:
        assert view.hosts.chart is not None and isinstance(view.hosts.chart.chart, PointsChart)
        # How the sums grow comes before the figures of each test.
        top = view.hosts.mapTo(view, view.hosts.rect().topLeft()).y()
        assert top <= view.bars.mapTo(view, view.bars.rect().topLeft()).y()
        assert isinstance(run_drawings(view.run)[0].charts[0], PointsChart)
        assert view.hosts.every is not None and view.hosts.every.isHidden()
        view.hosts.more.set_open(True)
        assert not view.hosts.every.isHidden()
    else:
        assert any(text.startswith("node3 is slow in ") for text in said)
    view.show_run(finished_run())
    assert view.hosts is None
