# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path, and a TRIM before and after it runs, as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import LayerCount, Outcome, Preview, Proof
from driveproof.domain.trim.path import DiscardPath, PathLayer, PeriodicTrim
from driveproof.export.json.finding import finding_document, to_do_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.errors import Face, advice, message, message_and_advice
from driveproof.wording.trim.path import (
    continuous_fact,
    layer_cost,
    layer_facts,
    layer_name,
    layer_question,
    path_notes,
    path_sentence,
    timer_reason,
)
from driveproof.wording.trim.session import (
    evidence_text,
    method,
    preview_notes,
    what_happens,
    what_is_lost,
)

_RANGES = 100
"""The number of first ranges that are listed one by one."""


@in_english()
def chain_document(chain: DiscardPath) -> dict[str, Any]:
    """Of `driveproof trim status`."""
    return {"version": 1, **chain_part(chain)}


@in_english()
def chain_part(chain: DiscardPath) -> dict[str, Any]:
    """The path inside another document; what is unknown is null."""
    mount = chain.mount
    return {
        "target": chain.target,
        "verdict": chain.verdict,
        "sentence": path_sentence(chain),
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
        "continuous_fact": continuous_fact(chain) or None,
        "periodic": None if chain.periodic is None else _periodic(chain.periodic),
        "notes": path_notes(chain),
    }


@in_english()
def preview_document(preview: Preview) -> dict[str, Any]:
    """Of `driveproof trim preview`; nothing has been discarded."""
    layers = tuple(LayerCount(name, 0) for name in preview.layers)
    return {**_common(preview, layers, ()), "dry_run": True, "status": None}


@in_english()
def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """Of `driveproof trim run`."""
    problems = (message_and_advice(error, Face.TERMINAL) for error in outcome.problems)
    return {
        **_common(outcome.preview, outcome.layers, outcome.proof),
        "dry_run": False,
        "status": outcome.status,
        "started": outcome.started.isoformat(),
        "seconds": outcome.seconds,
        "trimmed": outcome.discarded,
        "reported": outcome.trimmed,
        "notes": [*preview_notes(outcome.preview), *problems],
    }


def _common(
    preview: Preview, layers: tuple[LayerCount, ...], proof: tuple[Proof, ...]
) -> dict[str, Any]:
    free, refused = preview.free, preview.refusal
    return {
        "version": 1,
        "target": preview.target,
        "device": preview.device or None,
        "filesystem": preview.filesystem or None,
        "mount_point": preview.mount.path if preview.mount else None,
        "method": method(preview),
        "chain": {"verdict": preview.chain.verdict, "sentence": path_sentence(preview.chain)},
        **_free(free),
        "layers": [{"name": layer.name, "discarded": layer.discarded} for layer in layers],
        "proof": [
            {
                "tier": one.tier,
                "verdict": one.verdict,
                "evidence": evidence_text(one),
                "findings": list(map(finding_document, one.evidence)),
            }
            for one in proof
        ],
        "will": what_happens(preview),
        "lost": what_is_lost(preview.chain),
        "notes": preview_notes(preview),
        "refused": None if refused is None else {
            "status": refused.exit_status, "message": message(refused),
            "advice": advice(refused, Face.TERMINAL),
        },
    }  # fmt: skip


def _free(free: FreeSpace | None) -> dict[str, Any]:
    if free is None:
        return dict.fromkeys(
            ("ranges", "bytes", "largest", "share", "estimate", "source", "first", "picture")
        )
    return {
        "ranges": free.ranges,
        "bytes": free.bytes,
        "largest": free.largest,
        "share": free.share,
        "estimate": free.estimate,
        "source": free.source,
        "first": [{"start": start, "length": length} for start, length in free.first[:_RANGES]],
        "picture": [round(share, 4) for share in free.bins],
    }


def _layer(layer: PathLayer) -> dict[str, Any]:
    return {
        "name": layer_name(layer),
        "kind": layer.kind,
        "device": layer.device or None,
        "verdict": layer.verdict,
        "fact": layer_facts(layer),
        "findings": list(map(finding_document, layer.facts)),
        "source": layer.source,
        "do": [] if layer.remedy is None else [to_do_document(layer.remedy)],
        "cost": layer_cost(layer) or None,
        "root": layer_question(layer) or None,
    }


def _periodic(periodic: PeriodicTrim) -> dict[str, Any]:
    return {
        "installed": periodic.installed,
        "enabled": periodic.enabled,
        "active": periodic.active,
        "last": _moment(periodic.last),
        "next": _moment(periodic.next),
        "listed": periodic.listed,
        "why": timer_reason(periodic) or None,
        "source": periodic.source or None,
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
