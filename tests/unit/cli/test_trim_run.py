# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof trim run` on a terminal: the live line is erased before anything else is printed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders
from driveproof.composition.trim import TrimService
from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import CancelledError
from driveproof.domain.trim.job import LOOKING, Outcome, Preview, TrimProgress
from driveproof.domain.trim.path import DiscardPath

MOUNT = Mount("/mnt", "/dev/sda1", "ext4")
CHAIN = DiscardPath(target="/mnt", mount=MOUNT, layers=())
PREVIEW = Preview(
    target="/mnt", device="/dev/sda1", filesystem="ext4", chain=CHAIN, layers=("sda1",), mount=MOUNT
)


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


class Interrupted:
    """A TRIM that Ctrl-C ends while it looks where it is free."""

    def __init__(self, tell: Callable[[TrimProgress], None]) -> None:
        self._tell = tell

    def preview(self) -> Preview:
        return PREVIEW

    def run(self) -> Outcome:
        self._tell(TrimProgress(step=LOOKING))
        raise CancelledError("Cancelled.")

    def cancel(self) -> None:
        pass


def test_a_cancel_takes_the_moving_line_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(TrimService, "session", lambda _self, _target, tell, **_: Interrupted(tell))
    app = Application(Folders.below(tmp_path))
    assert cli.run(["trim", "run", "/mnt", "--yes"], app) == 130
    assert terminal.getvalue().endswith("\r\x1b[Kdriveproof: Cancelled.\n")
