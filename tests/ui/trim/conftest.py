# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The TRIM page with TRIMs that wait."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.builders.demo import demo_inventory
from tests.builders.made_trims import Trims
from tests.builders.rig import Rig
from tests.builders.trim_steps import Opener, read

from driveproof.ui.feeds.pages import TRIM
from driveproof.ui.trim.page import TrimPage


@pytest.fixture
def trims() -> Trims:
    return Trims()


@pytest.fixture
def opened(open_rig: Callable[..., Rig], trims: Trims) -> Opener:
    """Opens a window on the TRIM page of the first drive, with the preview read."""

    def one(**services: object) -> tuple[Rig, TrimPage]:
        rig = open_rig(**({"trim": trims, "helper_missing": lambda: None} | services))
        rig.window.resize(1280, 800)
        rig.tell(demo_inventory())
        rig.window.show_page(TRIM)
        page = rig.trim
        read(rig)
        return rig, page

    return one
