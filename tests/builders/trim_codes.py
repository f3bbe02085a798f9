# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known of a discard path and of a TRIM, as codes with their values in place of words."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.trim.job import Proof
from driveproof.domain.trim.path import DiscardPath, PathLayer


def code(one: Finding | ToDo | None) -> str:
    """What is said: its code, then its values."""
    if one is None:
        return ""
    (say,) = one.say if isinstance(one, Finding) else (one.say,)
    named = [] if one.code == "quote" else [one.code.upper().replace("-", "_")]
    return " ".join([*named, *map(str, say.values.values())])


def codes(several: Iterable[Finding]) -> str:
    """Statements in their order."""
    return "; ".join(map(code, several))


def layer_facts(layer: PathLayer) -> str:
    """What was found about a layer."""
    return codes(layer.facts)


def layer_remedy(layer: PathLayer) -> str:
    """What would change a layer that blocks."""
    return code(layer.remedy)


def layer_cost(layer: PathLayer) -> str:
    """What that costs."""
    return "" if layer.cost is None else layer.cost.name


def layer_question(layer: PathLayer) -> str:
    """What root could find out about a layer."""
    return "" if layer.root is None else layer.root.name


def path_notes(path: DiscardPath) -> list[str]:
    """The notes below the layers."""
    return list(map(code, path.notes))


def evidence_text(proof: Proof) -> str:
    """What a tier of a proof rests on."""
    return codes(proof.evidence)
