# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each module of a method's package has what is asked of a module with its name."""

from __future__ import annotations

import pytest

from driveproof.domain.method import method_names, method_part

ASKED = {
    "plan": ("Plan", "TRAITS"),
    "bench": ("bench",),
    "fit": ("fit",),
    "runner": ("runners",),
    "watch": ("watch",),
    "findings": ("notes", "missed"),
    "answer": ("answer",),
}


@pytest.mark.parametrize("name", method_names())
def test_what_is_asked_by_name_is_there(name: str) -> None:
    parts = {module: method_part(name, module) for module in ASKED}
    assert parts["answer"] is not None
    lacking = [
        (module, word)
        for module, found in parts.items()
        for word in ASKED[module]
        if found is not None and not hasattr(found, word)
    ]
    assert lacking == []
