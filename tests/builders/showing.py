# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows a widget on its own, as a window of a size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory

from driveproof.engine.run.profiles import Profiles
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.setup import SetupView

Shown = TypeVar("Shown", bound=QWidget)


def show_alone(qtbot: QtBot, widget: Shown, width: int, height: int) -> Shown:
    """The widget, which is closed at the end of the test."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    return widget


def setup_view(qtbot: QtBot, context: PageContext, names: Sequence[str], chosen: str) -> SetupView:
    """The page of a measurement of a drive, with these profiles, one of them chosen."""
    found = show_alone(qtbot, SetupView(context, "/home/me"), 1000, 700)
    found.set_profiles(tuple(map(Profiles().find, names)), chosen)
    inventory = demo_inventory()
    found.set_device(inventory.get("nvme0n1"), inventory)
    return found
