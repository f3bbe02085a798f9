# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways of measuring, one package each, which is imported when its name is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from driveproof.domain.method import NAMES
from driveproof.domain.run.result import answer_method

if TYPE_CHECKING:
    from driveproof.domain.answer import Answer
    from driveproof.domain.run.run import Run

__all__ = ["NAMES", "answer_of", "load"]


def load(name: str) -> ModuleType | None:
    """The package of a method: "load-curve" is in `driveproof.methods.load_curve`.

    None for a name that is not one of NAMES, as a saved or imported run may have it, and for a
    method whose code has no package of its own yet. Nothing is imported for a name from elsewhere.
    """
    place = f"{__name__}.{name.replace('-', '_')}"
    return import_module(place) if name in NAMES and find_spec(place) is not None else None


def answer_of(run: Run) -> Answer | None:
    """What a run found, by the `answer.py` of its method; None for a method that has none yet."""
    package = load(answer_method(run))
    if package is None:
        return None
    found: Answer = import_module(f"{package.__name__}.answer").answer(run)
    return found
