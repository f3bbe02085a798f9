# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison page with a real history, for tests; import the fixtures by name."""

from __future__ import annotations

from collections.abc import Callable

from tests.builders.pages.words import labels, table_texts
from tests.builders.rig import Rig

from driveproof.ui.compare.page import ComparePage

Open = Callable[..., ComparePage]


def wait(rig: Rig, made: ComparePage) -> None:
    rig.qtbot.waitUntil(lambda: not made.tasks.busy and made.compared is not None)


def texts(made: ComparePage) -> list[str]:
    return [*labels(made.body), *table_texts(made.body)]
