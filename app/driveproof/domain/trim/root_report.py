# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive's own report, read as root, adds to its layer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN, PathLayer

SOURCE = "smartctl -x -j, as root"


def with_report(layer: PathLayer, report: object) -> PathLayer:
    """The layer of a drive, with what smartctl's report says of TRIM; any other is left alone.

    Source: `trim` in smartctl's JSON (ACS-3, words 169 and 69); there is no such thing of NVMe. The
    kernel's limits keep the last word on what gets through; only where they are not known does the
    report decide.
    """
    if layer.kind != "drive" or not isinstance(report, Mapping):
        return layer
    supported, words = _ata(report.get("trim"))
    if supported is None:
        return layer
    verdict, remedy = layer.verdict, layer.remedy
    if verdict == UNKNOWN and not supported:
        verdict, remedy = BLOCK, "Nothing: the drive does not know the command."
    elif verdict == UNKNOWN:
        verdict = PASS
    return replace(
        layer,
        verdict=verdict,
        fact=f"{layer.fact}; {words}",
        source=f"{layer.source}; {SOURCE}",
        remedy=remedy,
        root="",
    )


def _ata(found: object) -> tuple[bool | None, str]:
    if not isinstance(found, Mapping) or not isinstance(found.get("supported"), bool):
        return None, ""
    if not found["supported"]:
        return False, "the drive says it has no TRIM"
    after = "not promised to be always the same"
    if found.get("zeroed") is True:
        after = "zeros"
    elif found.get("deterministic") is True:
        after = "always the same"
    return True, f"the drive says it has TRIM, and what is read after it is {after}"
