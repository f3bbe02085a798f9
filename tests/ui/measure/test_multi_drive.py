# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several drives in the window: which ones, what is said of them, and what is measured."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot
from tests.builders.showing import setup_view

from driveproof.methods.multi_drive.plan import Plan
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.setup import SetupView


@pytest.fixture
def view(qtbot: QtBot, context: PageContext) -> SetupView:
    return setup_view(qtbot, context, ("quick", "multi-drive"), "multi-drive")


def boxes(view: SetupView) -> dict[str, QCheckBox]:
    return {box.property("drive"): box for box in view.others.findChildren(QCheckBox)}


def test_every_other_drive_is_offered_where_it_can_be_measured(view: SetupView) -> None:
    assert view.others.isVisible()
    places = {name: box.property("path") for name, box in boxes(view).items()}
    assert "nvme0n1" not in places
    # What is on an array is on several drives: only the drive itself is this one.
    assert places["sda"] == "/dev/sda" and places["sdb"] == "/dev/sdb"


def beside(view: SetupView) -> tuple[str, ...]:
    return view.planned.beside if view.planned is not None else ()


def test_ticked_drives_are_measured(view: SetupView) -> None:
    found = boxes(view)
    found["sda"].setChecked(True)
    found["sdc"].setChecked(True)
    assert view.profile is not None
    plan = view.profile.plan
    assert isinstance(plan, Plan)
    assert plan.drives == 3
    assert set(beside(view)) == {found["sda"].property("path"), found["sdc"].property("path")}
    assert "3" in view.head.title.text()
    # Another profile has no others, and they come back with this one.
    view.profiles.choose("quick")
    assert view.others.isHidden() and beside(view) == ()
    view.profiles.choose("multi-drive")
    assert len(beside(view)) == 2


def test_the_size_is_that_of_each_file(view: SetupView) -> None:
    assert view.form.control("size").currentText() == "1 GiB"
    boxes(view)["sdc"].setChecked(True)
    plan = view.profile and view.profile.plan
    assert isinstance(plan, Plan) and plan.each == 2**30


def test_the_facts_are_those_of_the_drives_that_are_ticked(view: SetupView) -> None:
    before = dict(view.detail.facts.facts())
    boxes(view)["sda"].setChecked(True)
    boxes(view)["sdb"].setChecked(True)
    after = dict(view.detail.facts.facts())
    assert any("2" in after[name] and after[name] != said for name, said in before.items())
