# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM as the JSON document of `driveproof trim chain --json`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from driveproof.domain.trim.path import DiscardPath, PathLayer, PeriodicTrim

VERSION = 1


def chain_document(chain: DiscardPath) -> dict[str, Any]:
    """The whole document."""
    return {"version": VERSION, **chain_part(chain)}


def chain_part(chain: DiscardPath) -> dict[str, Any]:
    """The chain inside another document; what is unknown is null."""
    mount = chain.mount
    return {
        "target": chain.target,
        "verdict": chain.verdict,
        "sentence": chain.sentence,
        "mount": None
        if mount is None
        else {
            "path": mount.path,
            "source": mount.source or None,
            "filesystem": mount.filesystem or None,
            "options": list(mount.options),
            "read_only": mount.read_only,
        },
        "layers": [_layer(layer) for layer in chain.layers],
        "continuous": chain.continuous,
        "continuous_fact": chain.continuous_fact or None,
        "periodic": None if chain.periodic is None else _periodic(chain.periodic),
        "notes": list(chain.notes),
    }


def _layer(layer: PathLayer) -> dict[str, Any]:
    return {
        "name": layer.name,
        "kind": layer.kind,
        "device": layer.device or None,
        "verdict": layer.verdict,
        "fact": layer.fact,
        "source": layer.source,
        "remedy": layer.remedy or None,
        "cost": layer.cost or None,
        "root": layer.root or None,
    }


def _periodic(periodic: PeriodicTrim) -> dict[str, Any]:
    return {
        "installed": periodic.installed,
        "enabled": periodic.enabled,
        "active": periodic.active,
        "last": _moment(periodic.last),
        "next": _moment(periodic.next),
        "listed": periodic.listed,
        "why": periodic.why or None,
        "source": periodic.source or None,
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
