# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Start: from the command to the window with its drives, compared with GNOME Disks."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks import machine
from tests.benchmarks.ratios import Pair, Row, Table, compared, interleaved, single, spread
from tests.benchmarks.x11 import Area, Watch

pytestmark = [
    pytest.mark.benchmark, pytest.mark.root, pytest.mark.bus, pytest.mark.xvfb,
    pytest.mark.timeout(1200),
]  # fmt: skip

DRIVES = 6
RATIO = 2.0  # of the list painted
SECONDS = 0.5
MEMORY = 100.0
SMALLEST = 300  # pixels: a window, and not a tooltip
# The part of the window in which both programs list the drives with icon, name and size; ours has a
# word on the drive's health right of that, which comes when the drive was asked.
LIST = 0.15
LEFT = 0.35  # with a part of the page: ours adds lines to it when the list has long been there
LOOK = 0.008
SETTLED = 1.0
TIMEOUT = 30.0
# The least that a program with PySide6 and a list can take.
BARE = """\
from PySide6.QtWidgets import QApplication, QListWidget

app = QApplication(["bare"])
window = QListWidget()
window.addItems([f"Drive {number}" for number in range(6)])
window.resize(1280, 800)
window.show()
app.exec()
"""


@dataclass
class Program:
    """A program with a window that lists drives; its memory peaks are in MB."""

    command: tuple[str, ...]
    environment: dict[str, str]
    watch: Watch
    mapped: list[float] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)

    def start(self) -> float:
        """Start it, watch, end it; seconds until its window was mapped.

        `listed` gets the seconds until the list of drives looked as it then stayed, `painted`
        those of the left part of the window, in which the page begins.
        """
        self.watch.forget()
        begun = time.monotonic()
        with tempfile.TemporaryFile() as said, machine.process(
            *self.command, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said,
        ) as started:  # fmt: skip
            try:
                when, area = self.watch.mapped(SMALLEST, TIMEOUT)
            except TimeoutError as error:
                said.seek(0)
                words = said.read().decode("utf-8", "replace")
                raise RuntimeError(f"{self.command} showed no window: {words}") from error
            self.mapped.append(when - begun)
            left = Area(area.x, area.y, round(area.width * LEFT), area.height)
            listed, painted = _last_changes(self.watch, left, round(area.width * LIST))
            self.listed.append(listed - begun)
            self.painted.append(painted - begun)
            self.memory.append(machine.memory_peak(started.pid))
        return self.mapped[-1]

    def forget(self) -> None:
        """What was measured so far was for warming up."""
        for kept in (self.mapped, self.listed, self.painted, self.memory):
            kept.clear()


def _last_changes(watch: Watch, area: Area, inner: int) -> tuple[float, float]:
    """When the left `inner` pixels of a part of the screen, and when all of it, began to look as
    they look when nothing of it has changed for a second.
    """
    within = whole = time.monotonic()
    last = watch.pixels(area)
    while time.monotonic() - whole < SETTLED:
        time.sleep(LOOK)
        rows = watch.pixels(area)
        if rows != last:
            whole = time.monotonic()
            if any(a[: 4 * inner] != b[: 4 * inner] for a, b in zip(rows, last, strict=True)):
                within = whole
            last = rows
    return within, whole


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory, display: str) -> Iterator[dict[str, str]]:
    """The environment of a desktop session on a machine with some drives."""
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("desktop")
        stack.enter_context(machine.udev())
        stack.enter_context(machine.some_drives(folder, DRIVES))
        system = stack.enter_context(machine.system_bus(folder / "system"))
        session = stack.enter_context(machine.session_bus(folder))
        yield machine.clean_environment(
            folder,
            DISPLAY=display,
            DBUS_SYSTEM_BUS_ADDRESS=system,
            DBUS_SESSION_BUS_ADDRESS=session,
        )


def test_start_against_gnome_disks(
    desktop: dict[str, str], display: str, table: Table, count: int
) -> None:
    if missing := machine.installed("gnome-disks"):
        pytest.skip(f"not installed: {missing} (Debian: gnome-disk-utility)")
    with Watch(display) as watch:
        checkout = Program((str(Path(sys.executable).parent / "driveproof"),), desktop, watch)
        bare = Program((sys.executable, "-c", BARE), desktop, watch)
        gnome = Program(("gnome-disks",), desktop, watch)
        # The first start writes caches: fonts, bytecode, icons.
        for program in (checkout, bare, gnome):
            program.start(), program.start()
            program.forget()
        rows = _against(table, "make run", checkout, gnome, count)
        peaks = checkout.memory
        gnome.forget()
        pairs = interleaved(bare.start, gnome.start, count)
        table.add(
            compared("  a bare PySide6 window, gnome-disks", pairs, "{:.3f} s", "for comparison")
        )
        rows.append(
            table.add(
                single(
                    "Peak memory, drives listed", peaks, "{:.1f} MB", f"< {MEMORY:.0f} MB",
                    median(peaks) < MEMORY,
                )
            )
        )  # fmt: skip
    bad = [row for row in rows if row.met is False]
    assert not bad, bad


def _against(table: Table, name: str, ours: Program, gnome: Program, count: int) -> list[Row]:
    ours.forget(), gnome.forget()
    pairs = interleaved(ours.start, gnome.start, count)
    listed: list[Pair] = list(zip(ours.listed, gnome.listed, strict=True))
    painted: list[Pair] = list(zip(ours.painted, gnome.painted, strict=True))
    rows = []
    steps = (("window mapped", pairs), ("list painted", listed), ("drives painted", painted))
    for what, found in steps:
        ratio = median(a / b for a, b in found)
        judged = what == "list painted"
        rows.append(
            table.add(
                compared(
                    f"Start to {what} ({name}), gnome-disks", found, "{:.3f} s",
                    f"<= {RATIO}" if judged else "for comparison",
                    ratio <= RATIO if judged else None,
                )
            )
        )  # fmt: skip
    rows.append(
        table.add(
            single(
                f"Start to list painted ({name})", ours.listed, "{:.3f} s", f"< {SECONDS} s",
                median(ours.listed) < SECONDS,
            )
        )
    )  # fmt: skip
    memory = spread(gnome.memory, "{:.1f} MB")
    table.add(
        Row(
            f"  peak memory ({name}), gnome-disks", f"{median(ours.memory):.1f} MB",
            f"{median(gnome.memory):.1f} MB", f"gnome-disks {memory}", "for comparison", None,
        )
    )  # fmt: skip
    return rows
