# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a command says in another language."""

from __future__ import annotations

from pathlib import Path

from tests.pseudo import untranslated

from driveproof.domain.text import visible

DATA = Path(__file__).resolve().parents[1] / "data"


def expect(text: str, values: set[str], case: str) -> None:
    known = {value for value in values if len(value) > 1}
    found = untranslated(text, known | set(map(visible, known)))
    assert not found, f"{case}: {sorted(set(found))}\n{text}"
