# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures and reports on a disk without room: it is said, and nothing of them is left there."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from tests.builders.recorded import finished_run

from driveproof.domain.errors import MachineError
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import bars_of

pytestmark = pytest.mark.root
FORMATS = ("png", "svg", "pdf")
Writes = Callable[[Path], object]


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A file system of four blocks, all of them taken."""
    folder = tmp_path / "full"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(folder)], check=True)
    try:
        (folder / "other").write_bytes(bytes(16384))
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def refused(folder: Path, write: Writes) -> None:
    with pytest.raises(MachineError) as error:
        write(folder / "made")
    assert "No space left on device" in str(error.value)
    assert [one.name for one in folder.iterdir()] == ["other"]


@pytest.mark.parametrize("kind", FORMATS)
def test_a_page_of_charts(qapp: QApplication, full: Path, kind: str) -> None:
    refused(full, lambda path: render_run(finished_run(), path, kind, scale=1))


@pytest.mark.parametrize("kind", FORMATS)
def test_one_chart(qapp: QApplication, full: Path, kind: str) -> None:
    chart, size = bars_of(finished_run()), QSize(300, 200)
    refused(full, lambda path: write_chart(chart, path, kind, size, look=for_paper()))


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_a_report(qapp: QApplication, full: Path, kind: str) -> None:
    refused(full, lambda path: write_run(finished_run(), path, kind))
