# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules for all tests: which need root, and which must not run in parallel."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from driveproof.system.kernel.pagecache import available_memory

# The system bus, displays and connected hardware exist once per machine, and so do the tests below
# this folder. Tests with the same prefix form a lane: a queue in which one test runs after the
# other. docs/dev/tests.md says why lanes are safe in parallel.
FOLDER = "tests/system/"
LANES = (
    "tests/system/helper/program/test_run_",
    "tests/system/helper/program/",
    "tests/system/helper/test_t",  # threats and trims
    "tests/system/helper/",
    "tests/system/udisks/",
)
# Each worker boots a guest for these, and the one that runs test_sandbox.py an older one too. Where
# that would not fit in memory, they are a lane: one guest for all.
GUESTS = "tests/hardware/"
GUEST_MEMORY = 2**31  # bytes of this machine: its own GiB, and as much for what QEMU translates
# Files whose tests run one after the other: they share something expensive, as an installation or a
# simulated run, or measure. Two of them run in parallel. All other tests go one by one to any free
# worker.
WHOLE_FILES = (FOLDER, GUESTS, "tests/tools/", "tests/unit/")
# Their fake machines and histories are thousands of small files, which cost a tenth in memory.
IN_MEMORY = ("tests/unit/", "tests/ui/")
MEMORY, ROOM = Path("/dev/shm"), 2**30  # bytes that have to be free there
MACHINE = {"bus", "xvfb"}
CHECKOUT = Path(__file__).resolve().parents[1]
# Files of the checkout unknown to git: those before the tests, and those after.
BEFORE = pytest.StashKey[set[str] | None]()
NEW = pytest.StashKey[list[str]]()

# Whoever runs the tests may have a desktop, and a window of ours on it: neither is notified or
# raised. A test with a session bus of its own gives its address.
os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"

# A shell without job control starts background jobs with SIGINT ignored, and our children would
# inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The duration of an example depends on the machine's load, not on the code. CI uses the same
# examples each time, so that only a change in the code changes the result; developers explore.
settings.register_profile(
    "driveproof",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize="CI" in os.environ,
)
settings.load_profile("driveproof")


class OneAtATime(LoadScopeScheduling):  # type: ignore[misc]
    """Sends single tests to any free worker, but all tests of a lane or such a file to one worker.

    By their path and not by xdist_group: with pytest 9.2, xdist 3.8 ignores the groups.
    """

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        available = available_memory()
        guests = self.numnodes + 1
        crowded = available is not None and available < guests * GUEST_MEMORY
        self._lanes = (*LANES, GUESTS) if crowded else LANES

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forget what a worker has done, which would be counted again after each test."""
        super().mark_test_complete(node, item_index, duration)
        work = self.assigned_work[node]
        for scope in [scope for scope, tests in work.items() if all(tests.values())]:
            del work[scope]

    def _assign_work_unit(self, node: Any) -> None:
        """A quarter of the workers compute, in unit tests and windows. The others are below FOLDER,
        where tests mostly wait: with those alone, processors would have nothing to do.
        """
        others = (work for other, work in self.assigned_work.items() if other is not node)
        waiting = sum(any(scope.startswith(FOLDER) for scope in work) for work in others)
        compute = waiting >= self.numnodes - max(1, self.numnodes // 4)
        for scope in self.workqueue:
            if scope.startswith(FOLDER) is not compute:
                self.workqueue.move_to_end(scope, last=False)
                break
        super()._assign_work_unit(node)

    def _split_scope(self, nodeid: str) -> str:
        if lane := next((lane for lane in self._lanes if nodeid.startswith(lane)), None):
            return lane
        return nodeid.partition("::")[0] if nodeid.startswith(WHOLE_FILES) else nodeid


def place_in_queue(nodeid: str) -> int:
    """Lanes are begun first, whole files next: what comes last should be short."""
    for place, lane in enumerate(LANES):
        if nodeid.startswith(lane):
            return place
    return len(LANES) + (not nodeid.startswith(WHOLE_FILES))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return OneAtATime(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        if markers & MACHINE and "benchmark" not in markers and not item.nodeid.startswith(FOLDER):
            raise pytest.UsageError(f"{item.nodeid} uses the machine: it belongs into {FOLDER}")
        if "root" in markers and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason="needs root (loop devices, mounts)"))
    items.sort(key=lambda item: place_in_queue(item.nodeid))


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory, or on the disk where there is no room for it."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        yield tmp_path_factory.getbasetemp()
        return
    with tempfile.TemporaryDirectory(dir=MEMORY, prefix="driveproof-test-") as name:
        yield Path(name)


@pytest.fixture
def tmp_path(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A folder of the test's own, in memory where nothing has to be on a disk."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    if not request.node.nodeid.startswith(IN_MEMORY):
        yield tmp_path_factory.mktemp(name)
        return
    path = Path(tempfile.mkdtemp(dir=request.getfixturevalue("memory"), prefix=name))
    yield path
    shutil.rmtree(path, ignore_errors=True)


def untracked() -> set[str] | None:
    """Files of the checkout that git neither tracks nor ignores; None if unknown."""
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
    """Report new files in the checkout; a failure only in CI, where nobody edits files."""
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
