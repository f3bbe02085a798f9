# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings of a check with texts that the test chooses."""

from __future__ import annotations

from driveproof.domain.check.check import Finding, Found, LeftOut, Rating, Todo, Topic
from driveproof.domain.statement import Statement


def finding(topic: str, word: str, text: str, advice: str = "", source: str = "") -> Finding:
    """A finding with this text."""
    todo = (Statement(Todo.QUOTED, text=advice),) if advice else ()
    said = (Statement(Found.QUOTED, text=text),)
    return Finding(Topic(topic), Rating(word), said, todo, source)


def left_out(text: str) -> Statement:
    """Something that was not checked, with this text."""
    return Statement(LeftOut.QUOTED, text=text)
