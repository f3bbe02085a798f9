# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A failing drive is named before the command line loads it, and a terminal is asked."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.builders.made_application import MadeApplication
from tests.fakes.collections_of_drives import ailing
from tests.fakes.made_machine import MadeMachine

from driveproof.cli.asking import warn_of_failing
from driveproof.domain.errors import RefusedError
from driveproof.domain.health.verdict import RISK_OF_LOAD
from driveproof.wording.say import say_text


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return ailing(tmp_path / "sys")


def test_a_script_is_warned_and_goes_on(
    app: MadeApplication, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_of_failing(app, "/dev/nvme2n1")
    assert say_text(RISK_OF_LOAD) in capsys.readouterr().err
    warn_of_failing(app, "/dev/nvme0n1")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("typed", "loads"), [("y\n", True), ("\n", False), ("", False)])
def test_a_terminal_is_asked(
    app: MadeApplication, monkeypatch: pytest.MonkeyPatch, typed: str, *, loads: bool
) -> None:
    said = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stderr", said)
    if loads:
        warn_of_failing(app, "/dev/nvme2n1")
    else:
        with pytest.raises(RefusedError):
            warn_of_failing(app, "/dev/nvme2n1")
    assert said.getvalue().endswith("? [y/N] ")


def test_who_has_said_yes_is_warned(app: MadeApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    monkeypatch.setattr("sys.stderr", said)
    warn_of_failing(app, "/dev/nvme2n1", yes=True)
    assert said.getvalue() and "[y/N]" not in said.getvalue()


def test_what_is_no_target_is_left_to_the_measurement(
    app: MadeApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_of_failing(app, str(tmp_path / "nowhere"))
    warn_of_failing(app, str(tmp_path))
    assert capsys.readouterr().err == ""
