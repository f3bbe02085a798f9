# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a check is called."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.evidence import check

from driveproof.wording.check import checked_name, checked_place


def test_each_name_is_said_once() -> None:
    known = check()
    assert known.device is not None
    assert checked_place(replace(known, target="/home"))[-1] == "checked as /home"
    assert checked_place(replace(known, target=known.device.path))[0] == known.device.path
    unknown = replace(known, device=None, target="/home")
    assert (checked_name(unknown), checked_place(unknown)) == ("/home", [])
