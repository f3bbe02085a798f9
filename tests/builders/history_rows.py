# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the history page."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.builders.demo import demo_inventory

from driveproof.domain.run.run import Run
from driveproof.history.store import History
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.results.columns import run_columns
from driveproof.ui.runs.page import HistoryPage


def fill(history: History, run: Run, names: dict[str, str]) -> None:
    """One run of the device (by its name) for each id, newest last."""
    inventory = demo_inventory()
    for hours, (run_id, name) in enumerate(names.items()):
        device = inventory.get(name)
        assert device is not None
        target = replace(
            run.target,
            model=device.model,
            device=device.path,
            serial=device.serial or None,
            wwn=device.wwn or None,
            drive=device_identity(device, inventory),
        )
        history.save(
            replace(
                run,
                id=run_id,
                target=target,
                label="",
                started=run.started + timedelta(hours=hours),
            )
        )


def ids(page: HistoryPage) -> list[str]:
    return [one.id for one in page.list.model.items]


def run_column(name: str) -> int:
    """The place of a column in the usual order."""
    return [column.name for column in run_columns()].index(name)
