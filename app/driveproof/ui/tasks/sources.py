# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Frees the sources of what was imported.

PySide6 reads the source of every module that is imported after it, and looks for its own name in it
(`_mod_uses_pyside` in shibokensupport/feature.py). The standard library keeps what was read, for
tracebacks, which read it again where it is missing: 28 MB while a run is measured.
"""

from __future__ import annotations

import linecache


def forget_sources() -> None:
    """Call it when modules were imported: at the start, and once a page is made."""
    linecache.clearcache()
