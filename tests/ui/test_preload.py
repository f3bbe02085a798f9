# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What charts need is imported in steps, and nothing of Qt in a thread."""

from __future__ import annotations

import subprocess
import sys

# In processes of their own: here everything was imported long ago.
STEPS = """
import sys
from PySide6.QtCore import QCoreApplication
from driveproof.ui.tasks.preload import Preload
assert "pyqtgraph" not in sys.modules
app = QCoreApplication([])
preload = Preload(app)
preload.destroyed.connect(app.quit)
preload.start(0)
app.exec()
assert "pyqtgraph" in sys.modules
import driveproof.ui.charts.view
"""
PLAIN = """
import sys
from driveproof.ui.tasks import preload
before = set(sys.modules)
preload._import_plain()
print(sorted(name for name in set(sys.modules) - before if "PySide6" in name or "Qt" in name))
"""


def run(script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_is_there_in_the_end() -> None:
    run(STEPS)


def test_the_thread_imports_nothing_of_qt() -> None:
    assert run(PLAIN).strip() == "[]"
