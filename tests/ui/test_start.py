# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the start of the window waits for: counted in modules, as seconds depend on the machine."""

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
from tests.ui.demo import demo_inventory
from driveproof.application import Application, Folders
from driveproof.domain.errors import DriveproofError
from driveproof.ui.bindings import import_as_before, stub_maker_later
from driveproof.ui.live import Mailbox
already = set(sys.modules)
with stub_maker_later():
    from PySide6.QtWidgets import QApplication
import_as_before()
from driveproof.ui.style import Theme
from driveproof.ui.window import MainWindow

loaded = {}
def note(when):
    loaded[when] = sorted(set(sys.modules) - already)

class Noting(MainWindow):
    def showEvent(self, event):
        note("frame")
        super().showEvent(event)

app = QApplication([])
services = Application(Folders.below(pathlib.Path(sys.argv[2]))).services()
mailbox, inventory = Mailbox(), demo_inventory()
window = Noting(services, mailbox, Theme(app), at_once=True)
mailbox.put(inventory)
window.feed.deliver()
device = window.sidebar.current()
window.grab()
note("list")
# What timers and threads do in the second after that.
services.plans.all()
services.health.monitor(lambda view: None, lambda view, before: None)
with suppress(DriveproofError):
    services.trim.chain("/", inventory)
services.link(device, inventory)
note("lines")
window.close()
print(json.dumps(loaded))
"""
# For charts, runs, reports and the helper, and big libraries of Python's own: OpenSSL (_hashlib),
# decimal numbers, HTML, logging.
LATER = {
    "numpy", "pyqtgraph", "jinja2", "asyncio", "ssl", "_hashlib", "secrets", "hmac", "statistics",
    "decimal", "_decimal", "fractions", "html", "uuid", "platform", "argparse", "gettext",
    "logging", "subprocess", "driveproof.helper.protocol", "driveproof.system.helper_client",
    "driveproof.domain.comparison", "driveproof.system.appstream", "PySide6.QtPrintSupport",
    "driveproof.ui.plots", "driveproof.ui.dialogs",
}  # fmt: skip
AFTER_THE_LIST = {
    "sqlite3", "_sqlite3", "driveproof.history", "driveproof.session.health",
    "driveproof.system.chain", "driveproof.domain.run", "driveproof.domain.plan",
}  # fmt: skip
IN_THE_FRAME = {
    "driveproof.ui.sidebar", "driveproof.ui.page_stack", "driveproof.ui.pages",
    "driveproof.ui.widgets", "driveproof.ui.actions", "driveproof.ui.icons", "PySide6.QtSvg",
}  # fmt: skip


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """What was imported when the frame was shown, the list painted, and what follows it read."""
    done = subprocess.run(
        [
            sys.executable, "-c", SCRIPT, str(Path(__file__).parents[2]),
            str(tmp_path_factory.mktemp("home")),
        ],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {when: set(names) for when, names in json.loads(done.stdout).items()}


def test_the_frame_is_shown_before_its_contents_are_imported(loaded: dict[str, set[str]]) -> None:
    assert not loaded["frame"] & (IN_THE_FRAME | AFTER_THE_LIST | LATER)
    assert loaded["list"] >= IN_THE_FRAME


def test_charts_and_the_database_wait_until_they_are_shown(loaded: dict[str, set[str]]) -> None:
    assert not loaded["list"] & (AFTER_THE_LIST | LATER)


def test_what_follows_the_list_loads_only_what_it_needs(loaded: dict[str, set[str]]) -> None:
    assert loaded["lines"] >= AFTER_THE_LIST
    assert not loaded["lines"] & LATER


def test_the_module_that_pyside_leaves_for_later_is_whole() -> None:
    script = """
import sys
from driveproof.ui.bindings import STUB_MAKER, stub_maker_later
finders = list(sys.meta_path)
with stub_maker_later():
    import PySide6.QtCore
assert sys.meta_path == finders
module = sys.modules.get(STUB_MAKER)
if module is None or "argparse" in sys.modules:
    sys.exit(77)
assert callable(module.generate_pyi)
assert "argparse" in sys.modules
try:
    module.no_such_name
except AttributeError:
    sys.exit(0)
sys.exit("a name that is not there was found")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    if done.returncode == 77:
        pytest.skip("this PySide6 has the module in an archive, or none")
    assert done.returncode == 0, done.stderr
