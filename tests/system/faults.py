# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of faults: what may end a run in the middle, times where the program measures.

Each pair is one run of the program. What was measured before it is kept, and nothing is left.
"""

from __future__ import annotations

import json
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from tests.system.machine import wait_for
from tests.system.measuring import failing, fill, mounted


class Fault(Enum):
    """What happens in the middle of a run."""

    CANCEL = "cancel"
    SIGKILL = "SIGKILL"
    FULL = "full"
    EIO = "EIO"
    UNPLUGGED = "unplugged"


TEST, DEEP = "make test", "make test-deep"
MOUNTED = "a loop device stays while it is mounted: tests/hardware/test_pulled_out.py"
# For each place and each fault what runs it, or why the pair is none.
TABLE: dict[str, dict[Fault, str]] = {
    "folder": {  # test_faults.py
        Fault.CANCEL: DEEP,
        Fault.SIGKILL: DEEP,
        Fault.FULL: TEST,
        Fault.EIO: TEST,
        Fault.UNPLUGGED: MOUNTED,
    },
    "device": {  # tests/system/helper/program/test_run_faults.py
        Fault.CANCEL: TEST,
        Fault.SIGKILL: DEEP,
        Fault.FULL: "a device has no free space",
        Fault.EIO: DEEP,
        Fault.UNPLUGGED: TEST,
    },
    "two targets": {  # test_faults.py; two in turn
        Fault.CANCEL: DEEP,
        Fault.SIGKILL: DEEP,
        Fault.FULL: DEEP,
        Fault.EIO: DEEP,
        Fault.UNPLUGGED: MOUNTED,
    },
    "made file system": {  # udisks/test_run_made_filesystems.py
        Fault.CANCEL: DEEP,
        Fault.SIGKILL: TEST,
        Fault.FULL: DEEP,
        Fault.EIO: DEEP,
        Fault.UNPLUGGED: MOUNTED,
    },
    "several hosts": {  # hosts/test_hosts.py; a host is unplugged when its link is cut
        Fault.CANCEL: DEEP,
        Fault.SIGKILL: DEEP,
        Fault.FULL: DEEP,
        Fault.EIO: DEEP,
        Fault.UNPLUGGED: DEEP,
    },
}


def faults_of(place: str) -> pytest.MarkDecorator:
    """The faults of a place, as the cases of a test."""
    rows = []
    for fault, when in TABLE[place].items():
        marks = [] if when == TEST else [pytest.mark.deep]
        if when not in {TEST, DEEP}:
            marks.append(pytest.mark.skip(reason=when))
        rows.append(pytest.param(fault, id=fault.value, marks=marks))
    return pytest.mark.parametrize("fault", rows)


def short_and_long(
    direction: str, *, short: float = 0.3, seconds: float = 60.0, more: str = ""
) -> str:
    """A profile whose first test has ended when something happens to its second."""
    test = f"""
[[phase]]
name = "{{name}}"
directions = ["{direction}"]
pattern = "random"
block_size = "4 KiB"
queue_depth = {{depth}}
warmup = 0.1
seconds = {{seconds}}
"""
    return (
        'title = "Faults"\nquestion = "What is left?"\nsize = "16 MiB"\nrepeats = 1\npause = 0\n'
        + more
        + test.format(name="Short", depth=1, seconds=short)
        + test.format(name="Long", depth=4, seconds=seconds)
    )


@contextmanager
def ready_for(fault: Fault, folder: Path) -> Iterator[tuple[Path, Callable[[], object]]]:
    """A file system, and what has it be full or fail.

    btrfs writes what changes to a new place: it needs room although the file is there.
    """
    if fault is Fault.EIO:
        with failing(folder) as (point, fail):
            yield point, fail
    else:
        with mounted("btrfs" if fault is Fault.FULL else "ext4", folder) as (point, _device):
            yield point, lambda: fill(point)


class Measuring(ABC):
    """A run of the program in one of the places, and what can happen to that place."""

    @abstractmethod
    def start(self) -> subprocess.Popen[str]:
        """The program, which measures `short_and_long`."""

    @abstractmethod
    def is_in_the_middle(self) -> object:
        """Whether it is time for the fault: the long test is measured, unless there is reason."""

    @abstractmethod
    def meet(self, fault: Fault) -> None:
        """Have the place be full, fail or go away."""

    @abstractmethod
    def nothing_is_left(self, fault: Fault) -> None:
        """No process of the run, and none of its files where they can still be looked for."""

    @abstractmethod
    def say(self, *words: str) -> str:
        """What the program prints when it is started with these words."""


STATUS = {Fault.CANCEL: 130, Fault.SIGKILL: -signal.SIGKILL}


def happens(fault: Fault, place: Measuring, *, status: int = 3) -> list[dict[str, Any]]:
    """Have it happen in the middle of a run; what the history has of it afterwards, newest first.

    The status is that of a program whose place is full, fails or goes away.
    """
    with place.start() as process:
        try:
            wait_for("it measures", lambda: process.poll() or place.is_in_the_middle(), 90)
            assert process.poll() is None, process.communicate()
            match fault:
                case Fault.CANCEL:
                    process.send_signal(signal.SIGINT)
                case Fault.SIGKILL:
                    process.kill()
                case _:
                    place.meet(fault)
            _out, err = process.communicate(timeout=90)
        finally:
            process.kill()
    assert process.returncode == STATUS.get(fault, status), err
    place.nothing_is_left(fault)
    kept = json.loads(place.say("history", "--json"))["runs"]
    return [json.loads(place.say("show", run["id"], "--json")) for run in kept]


def short_is_kept(fault: Fault, run: dict[str, Any]) -> None:
    """The run says how it ended, and has the test that was over by then."""
    assert run["status"] == ("cancelled" if fault is Fault.CANCEL else "failed")
    (whole,) = run["phases"][0]["repeats"]
    assert "cut short" not in whole["affected_by"]
