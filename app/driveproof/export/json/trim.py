# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM as JSON: what it would do, or what came of it."""

from __future__ import annotations

from typing import Any

from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import LayerCount, Outcome, Preview, Proof
from driveproof.wording.errors import Face, advice, message

_RANGES = 100
"""So many of the first ranges are told one by one."""


def preview_document(preview: Preview) -> dict[str, Any]:
    """Of `driveproof trim preview`; nothing has been discarded."""
    layers = tuple(LayerCount(name, 0) for name in preview.layers)
    return {**_common(preview, layers, ()), "dry_run": True, "status": None}


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """Of `driveproof trim run`."""
    return {
        **_common(outcome.preview, outcome.layers, outcome.proof),
        "dry_run": False,
        "status": outcome.status,
        "started": outcome.started.isoformat(),
        "seconds": outcome.seconds,
        "trimmed": outcome.discarded,
        "reported": outcome.trimmed,
        "notes": [*outcome.preview.notes, *outcome.notes],
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
        "method": preview.method,
        "chain": {"verdict": preview.chain.verdict, "sentence": preview.chain.sentence},
        **_free(free),
        "layers": [{"name": layer.name, "discarded": layer.discarded} for layer in layers],
        "proof": [
            {"tier": one.tier, "verdict": one.verdict, "evidence": one.evidence} for one in proof
        ],
        "will": list(preview.will),
        "lost": list(preview.lost),
        "notes": list(preview.notes),
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
