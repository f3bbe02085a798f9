# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for all tests: who needs root, and which of them must not run side by side."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# The system bus, displays and what is plugged in are the machine's, and so are the tests below this
# folder. What begins alike is a lane: a queue in which one test runs after the other. docs/
# development.md says what makes lanes safe side by side. The rest is spread over whoever is free.
FOLDER = "tests/system/"
LANES = (
    "tests/system/helper/program/test_run_",
    "tests/system/helper/program/",
    "tests/system/helper/",
    "tests/system/udisks/",
    "tests/system/test_measure_",
    FOLDER,
    "tests/hardware/",  # one guest for all of these
)
# Files in which several tests share what is made once: a whole installation takes a while.
WHOLE_FILES = "tests/tools/"
MACHINE = {"bus", "xvfb"}
CHECKOUT = Path(__file__).resolve().parents[1]
# Files of the checkout that git does not know: those from before the tests, and those since.
BEFORE = pytest.StashKey[set[str] | None]()
NEW = pytest.StashKey[list[str]]()

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
    """Each test alone to whoever is free, but those of a lane or such a file all to one worker.

    By their folder and not by xdist_group: with pytest 9.2, xdist 3.8 ignores the groups.
    """

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(WHOLE_FILES):
            return nodeid.partition("::")[0]
        return next((lane for lane in LANES if nodeid.startswith(lane)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return OneAtATime(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        if markers & MACHINE and "benchmark" not in markers and not item.nodeid.startswith(FOLDER):
            raise pytest.UsageError(f"{item.nodeid} uses the machine: it belongs into {FOLDER}")
        if "root" in markers and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason="needs root (loop devices, mounts)"))


def untracked() -> set[str] | None:
    """Files of the checkout that git neither keeps nor ignores; None where that is unknown."""
    git = shutil.which("git")
    if git is None:
        return None
    done = subprocess.run(
        [git, "ls-files", "--others", "--exclude-standard", "-z"],
        cwd=CHECKOUT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return set(done.stdout.split("\0")) if done.returncode == 0 else None


def is_worker(config: pytest.Config) -> bool:
    """Whether xdist started this process."""
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[BEFORE] = None if is_worker(config) else untracked()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test leaves nothing in the checkout. Whoever edits meanwhile is only told."""
    before = session.config.stash[BEFORE]
    found = None if before is None else untracked()
    if before is None or found is None or not (new := sorted(found - before)):
        return
    session.config.stash[NEW] = new
    if "CI" in os.environ and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if new := terminalreporter.config.stash.get(NEW, None):
        terminalreporter.section("new files in the checkout", red=True, bold=True)
        terminalreporter.write_line("written while the tests ran: " + ", ".join(new))
