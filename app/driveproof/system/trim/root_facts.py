# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds to the way of a TRIM what only root can read: the drives' own reports, by the helper."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import Any

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.domain.text import visible
from driveproof.domain.trim.drive_rules import IN_REPORT
from driveproof.domain.trim.path import DiscardPath
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.trim.path import read_discard_path

NOTHING = "There is nothing here that a drive's own report could tell more about."
_LARGEST_REPORT = 16 * 2**20


def read_discard_path_as_root(
    target: str, inventory: Inventory | None, helper: Helper, **places: Any
) -> DiscardPath:
    """The chain with the drives' reports; asks for authorization, once for each drive at most.

    `places` are those of `read_discard_path`. A drive that does not answer leaves a note. Raises
    DriveproofError: no such target, no helper, not authorized.
    """
    chain = read_discard_path(target, inventory, **places)
    drives = [layer for layer in chain.layers if layer.root in IN_REPORT]
    if not drives:
        return replace(chain, notes=(*chain.notes, NOTHING))
    helper.check()
    reports: dict[str, object] = {}
    silent = []
    for layer in drives:
        try:
            reports[layer.device] = report_of(helper, f"/dev/{layer.device}")
        except (MachineError, ValueError, RecursionError, OSError) as error:
            told = error.message if isinstance(error, MachineError) else "no report came."
            silent.append(f"{layer.name} did not tell more: {visible(told)}")
    chain = read_discard_path(target, inventory, **places, reports=reports)
    silent += [
        f"The report of {layer.name} says nothing of TRIM."
        for layer in chain.layers
        if layer.device in reports and layer.root in IN_REPORT
    ]
    return replace(chain, notes=(*chain.notes, *silent))


def report_of(helper: Helper, path: str) -> object:
    """smartctl's report on a device; its exit status says how the drive is, and does not matter.

    Raises DriveproofError, and ValueError for what is no JSON.
    """
    job = helper.read_smart(claim_device(path))
    try:
        with os.fdopen(job.output, "rb") as output:
            text = output.read(_LARGEST_REPORT)
        job.wait()
    finally:
        job.close()
    return json.loads(text)
