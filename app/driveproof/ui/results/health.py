# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a run changed its drive's health data, above its figures."""

from __future__ import annotations

from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label


def health_labels(theme: Theme, run: Run, pairs: tuple[Pair, ...]) -> list[Label]:
    """A line for each drive that changed; what should not have grown is highlighted."""
    from driveproof.export.run_health import health_lines, run_changes  # noqa: PLC0415 - numpy

    found = []
    for pair in pairs:
        alone = (pair,) if len(pairs) == 1 else (pair, (None, None))
        alarming = any(change.alarming for change in run_changes(run, pair))
        color = "watch" if alarming else "muted"
        found += [
            Label(theme, line, color=color, wrap=True, selectable=True)
            for line in health_lines(run, alone)
        ]
    return found
