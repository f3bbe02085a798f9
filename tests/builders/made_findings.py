# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings of a check with texts that the test chooses."""

from __future__ import annotations

from driveproof.domain.check.check import (
    CheckCode,
    CheckFinding,
    CheckToDo,
    LeftOut,
    Topic,
    checked,
)
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.rating import Rating
from driveproof.domain.say import Say


def finding(topic: str, word: str, text: str, advice: str = "", source: str = "") -> CheckFinding:
    """A finding with this text."""
    do = (ToDo(CheckToDo.QUOTED, Say("{text}", text=advice)),) if advice else ()
    said = Finding(CheckCode.QUOTED, (Say("{text}", text=text),))
    return checked(Topic(topic), Rating(word), said, do=do, source=source)


def left_out(text: object) -> Finding:
    """Something that was not checked, with this text or error."""
    return Finding(LeftOut.QUOTED, (Say("{text}", text=text),))
