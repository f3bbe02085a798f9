# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What charts need is imported in steps, and nothing of Qt in a thread."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# In processes of their own: here everything was imported long ago.
STEPS = """
import linecache, sys
from PySide6.QtCore import QCoreApplication
from driveproof.ui.tasks.preload import Preload
assert "pyqtgraph" not in sys.modules
app = QCoreApplication([])
preload = Preload(app, 0)
preload.destroyed.connect(app.quit)
preload.start()
preload.hold(True)
for _ in range(3):
    app.processEvents()
assert "numpy" not in sys.modules
preload.hold(False)
app.exec()
assert "pyqtgraph" in sys.modules
assert not any("pyqtgraph" in path for path in linecache.cache)
import driveproof.ui.charts.view
"""
PLAIN = """
import sys
from driveproof.ui.tasks import preload
before = set(sys.modules)
preload._import_plain()
print(sorted(name for name in set(sys.modules) - before if "PySide6" in name or "Qt" in name))
"""
LISTED = """
import pathlib, sys
from dataclasses import replace
from PySide6.QtCore import QTimer
from driveproof.composition.application import Application, Folders
from driveproof.composition.window import window_services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.shell import main
class Early:
    def __init__(self, on_change, on_missing): self.tell = on_change
    def start(self):
        self.tell(Inventory(devices=tuple(
            BlockDevice(path=f"/dev/{name}", name=name, kind="disk", model="Early", size=10**9)
            for name in ("sdx", "sdy")
        )))
    def stop(self): pass
    def refresh(self): pass
class Shown(main.MainWindow):
    turns = 0
    def showEvent(self, event):
        super().showEvent(event)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.look)
        self.timer.start(1)
    def look(self):
        self.turns += 1
        if self.turns == 20:
            print(self.sidebar.shows_all, "numpy" in sys.modules)
            self.sidebar.select("sdy")
        if "pyqtgraph" in sys.modules:
            self.timer.stop()
            self.close()
main.MainWindow, main.PRELOAD_AFTER = Shown, 0
services = replace(window_services(Application(Folders.below(pathlib.Path(sys.argv[1])))),
                   watcher_factory=Early)
sys.exit(main.open_window(services, "light"))
"""


def run(script: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_is_there_in_the_end() -> None:
    run(STEPS)


def test_the_thread_imports_nothing_of_qt() -> None:
    assert run(PLAIN).strip() == "[]"


def test_nothing_is_imported_while_all_drives_are_listed(tmp_path: Path) -> None:
    assert run(LISTED, str(tmp_path)).split() == ["True", "False"]
