# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for all tests: who needs root, and which of them must not run side by side."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# The system bus, displays and what is plugged in are the machine's, and so are the tests below this
# folder: they share one worker and run one after the other, while the rest is spread.
FOLDER = "tests/system/"
# One guest for all of these, on a worker of their own.
GUEST = "tests/hardware/"
MACHINE = {"bus", "xvfb"}

# In the background of a shell without job control an interrupt is ignored, and what we start would
# inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# How long an example takes says how busy the machine is, not whether the code is right. CI tries
# the same examples each time, so that a change is judged by what it changed; developers explore.
settings.register_profile(
    "driveproof",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize="CI" in os.environ,
)
settings.load_profile("driveproof")


class OneAtATime(LoadScopeScheduling):  # type: ignore[misc]
    """Each test alone to whoever is free, but the machine's all to one worker.

    By their folder and not by xdist_group: with pytest 9.2, xdist 3.8 ignores the groups.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((folder for folder in (FOLDER, GUEST) if nodeid.startswith(folder)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return OneAtATime(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        if markers & MACHINE and "benchmark" not in markers and not item.nodeid.startswith(FOLDER):
            raise pytest.UsageError(f"{item.nodeid} uses the machine: it belongs into {FOLDER}")
        if "root" in markers and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason="needs root (loop devices, mounts)"))
