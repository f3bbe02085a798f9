# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The head of a profile file."""

from __future__ import annotations

from datetime import UTC, datetime

from driveproof.domain.run.run import RunHead


def head(*figures: tuple[str, str, str, float], **more: str) -> RunHead:
    values = {"status": "finished", "title": "Quick benchmark", **more}
    return RunHead(
        id="x", profile="quick", started=datetime(2026, 1, 1, tzinfo=UTC), seconds=60.0, label="",
        path="/", device=None, identity="wwn:1", model=None, firmware=None, filesystem=None,
        figures=figures, **values,
    )  # fmt: skip
