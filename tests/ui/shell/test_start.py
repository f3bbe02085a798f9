# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the start of the window waits for, counted in modules, as seconds depend on the machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

# In a process of its own: here everything was imported long ago. The loop never runs, so that no
# timer brings in what comes later.
SCRIPT = """
import json, pathlib, sys
from contextlib import suppress
sys.path.insert(0, sys.argv[1])
already = set(sys.modules)
from tests.builders.demo import demo_inventory
from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.errors import DriveproofError
from driveproof.ui.tasks.inbox import Inbox
from PySide6.QtWidgets import QApplication
from driveproof.ui.theme.style import Theme
from driveproof.ui.shell.window import MainWindow

loaded = {}
def note(when):
    loaded[when] = sorted(set(sys.modules) - already)

app = QApplication([])
services = Services(Application(Folders.below(pathlib.Path(sys.argv[2]))))
news, inventory = Inbox(), demo_inventory()
window = MainWindow(services, news, Theme(app))
news.put(inventory)
news.deliver()
device = window.sidebar.current()
window.grab()
note("list")
# What timers and threads do in the second after that.
services.experiments.all()
services.new_announcer(lambda view: None, lambda view, before: None)
with suppress(DriveproofError):
    services.trim.chain("/", inventory)
services.link(device, inventory)
note("lines")
window.close()
print(json.dumps(loaded))
"""
# For charts, reports, the helper, and what only the page of a subject needs.
LATER = {
    "numpy", "pyqtgraph", "jinja2", "asyncio", "ssl",
    "PySide6.QtPrintSupport",
    "driveproof.ui.charts", "driveproof.fio", "driveproof.importers",
    "driveproof.composition.measure_page", "driveproof.composition.profiles",
    "driveproof.domain.profile", "driveproof.domain.comparison.comparison",
    "driveproof.domain.diagnosis.diagnosis",
}  # fmt: skip
# What follows the list, or another page than the first one.
NOT_YET = LATER | {
    "driveproof.composition.trim", "driveproof.composition.experiment",
    "driveproof.domain.experiment.experiment",
    "driveproof.ui.overview.page", "driveproof.ui.dialogs.help",
    "driveproof.ui.dialogs.preferences",
}  # fmt: skip


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """The modules that were imported when the list was painted, and when what follows was read."""
    done = subprocess.run(
        [
            sys.executable, "-c", SCRIPT, str(Path(__file__).parents[3]),
            str(tmp_path_factory.mktemp("home")),
        ],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {when: set(names) for when, names in json.loads(done.stdout).items()}


def test_each_page_waits_until_it_is_shown(loaded: dict[str, set[str]]) -> None:
    assert "driveproof.ui.dashboard.page" in loaded["list"]
    assert not loaded["list"] & NOT_YET


def test_what_follows_the_list_loads_only_what_it_needs(loaded: dict[str, set[str]]) -> None:
    assert "driveproof.system.trim.path" in loaded["lines"]
    assert not loaded["lines"] & LATER
