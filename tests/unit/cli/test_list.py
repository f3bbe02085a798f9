# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof list` of fake drives on a bus of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.builders.made_application import MadeApplication

from driveproof.cli.main import run
from driveproof.composition.check import new_check
from driveproof.domain.check.check import Topic
from driveproof.domain.rating import ODD
from driveproof.engine.check.session import CheckEvent, TopicBegun


def listed(app: MadeApplication, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    assert run(["list", "--json"], app) == 0
    return {one["device"]: one for one in json.loads(capsys.readouterr().out)["drives"]}


def test_what_udisks_knows_is_in_the_list(
    app: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    drives = listed(app, capsys)
    good, worn = drives["/dev/nvme0n1"], drives["/dev/nvme1n1"]
    assert good["health"] == "good" and good["sentence"]
    assert good["life_left"] == pytest.approx(0.97)
    assert good["power_on"] > 0 and good["written"] > 0
    assert worn["health"] == "worn" and worn["life_left"] < 0.1
    # A bridge tells nothing, a file has no health.
    for path in ("/dev/sdd", "/dev/loop0"):
        one = drives[path]
        assert (one["health"], one["sentence"], one["life_left"]) == ("unknown", None, None)
    assert not app.history.path.exists()


def test_a_check_is_remembered(app: MadeApplication, capsys: pytest.CaptureFixture[str]) -> None:
    check = new_check(app, "/dev/nvme0n1", lambda _: None, measure=False).run()
    drives = listed(app, capsys)
    assert drives["/dev/nvme0n1"]["checked"] == check.taken.isoformat()
    # It is in use: that is odd only where it was sold as new.
    assert check.word is not ODD
    asked = new_check(
        app, "/dev/nvme0n1", lambda _: None, measure=False, sold_as_new=True, kept=False
    )
    assert asked.run().word is ODD
    (line, *_) = (one for one in app.drive_lines(app.inventory()) if one.device.name == "nvme0n1")
    assert line.rating is check.word
    assert drives["/dev/nvme1n1"]["checked"] is None
    # Two bridges tell the same serial number: it would be said of the other one as well.
    new_check(app, "/dev/sde", lambda _: None, measure=False).run()
    assert {listed(app, capsys)[path]["checked"] for path in ("/dev/sde", "/dev/sdf")} == {None}
    app.history.close()


def test_a_cancelled_check_is_none(
    app: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    def observe(event: CheckEvent) -> None:
        if isinstance(event, TopicBegun) and event.topic is Topic.HEALTH:
            session.cancel()

    session = new_check(app, "/dev/nvme0n1", observe, measure=False)
    session.run()
    assert listed(app, capsys)["/dev/nvme0n1"]["checked"] is None
    app.history.close()


def test_the_table(app: MadeApplication, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["list"], app) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert "Life left" in head and "Power-on time" in head and "Written" in head
    assert "Read speed" not in head and "Checked" not in head  # nothing was measured yet
    (first,) = (line for line in lines if line.startswith("/dev/nvme0n1 "))
    assert "97 %" in first
