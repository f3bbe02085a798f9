# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Driveproof's own JSON: what `show --json` and `export --format json` wrote, one run or several.

All of the run comes back. fio's own output of each repeat is not in it; the health of the drives
stands beside the run, and what was read on another machine is no part of this one's history.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from driveproof.domain.run.notes import sentence_notes
from driveproof.domain.run.run import (
    CANCELLED,
    FAILED,
    FINISHED,
    OWN_JSON,
    Environment,
    Run,
    Target,
)
from driveproof.importers.fields import Fields, UnfitError, count
from driveproof.importers.own_phases import read_phase
from driveproof.importers.run_builder import Found

VERSION = 1
_KINDS = ("file", "device")


def read_own(documents: Sequence[Any]) -> tuple[Found, ...]:
    """Every run in the documents. Raises UnfitError."""
    listed: list[Any] = []
    for document in documents:
        listed += document if isinstance(document, list) else [document]
    found: list[Found] = []
    for number, document in enumerate(listed, 1):
        place = "" if len(listed) == 1 else f"document {number}"
        fields = Fields(document, place)
        version = count(fields.raw("version"), "Its version", low=1)
        if version > VERSION:
            raise UnfitError(
                f"It is of version {version}, which this Driveproof does not know.",
                "Use a newer one.",
            )
        for run in fields.parts("runs") if "runs" in fields else [fields]:
            if "phases" not in run or "target" not in run:
                raise UnfitError(
                    "It lists runs without what was measured.",
                    "Use 'driveproof show RUN --json' or 'driveproof export'.",
                )
            found.append(_run(run))
    return tuple(found)


def _run(fields: Fields) -> Found:
    started = fields.date_or_none("started")
    environment = _environment(fields.part("environment"))
    run = Run(
        id="",
        profile=fields.text("profile"),
        title=fields.text("title"),
        status=fields.word("status", (FINISHED, CANCELLED, FAILED)),
        started=started or datetime.fromtimestamp(0).astimezone(),
        seconds=fields.number_or_none("seconds") or 0.0,
        target=_target(fields.part("target")),
        environment=environment,
        phases=tuple(read_phase(phase, ours=environment.ours) for phase in fields.parts("phases")),
        label=fields.text("label"),
        notes=sentence_notes(fields.texts("notes")),
        error=fields.text_or_none("error"),
        repeats_planned=fields.count_or_none("repeats_planned"),
        remarks=fields.text("remarks"),
    )
    return Found(run, dated=started is not None)


def _target(fields: Fields) -> Target:
    identity, wwn = fields.text_or_none("identity"), fields.text_or_none("wwn")
    return Target(
        path=fields.text("path"),
        kind=fields.word("kind", _KINDS),
        device=fields.text_or_none("device"),
        model=fields.text_or_none("model"),
        serial=fields.text_or_none("serial"),
        wwn=wwn,
        firmware=fields.text_or_none("firmware"),
        size=fields.count_or_none("size"),
        bus=fields.text_or_none("bus"),
        drive=None if wwn and identity == f"wwn:{wwn}" else identity,
        filesystem=fields.text_or_none("filesystem"),
        mount_point=fields.text_or_none("mount_point"),
        mount_options=fields.texts("mount_options"),
        stack=fields.texts("stack"),
    )


def _environment(fields: Fields) -> Environment:
    """`source` stays that of the first import; a run of ours says that it came as JSON."""
    return Environment(
        kernel=fields.text_or_none("kernel"),
        fio=fields.text_or_none("fio"),
        driveproof=fields.text_or_none("driveproof"),
        cpu=fields.text_or_none("cpu"),
        cpus=fields.count_or_none("cpus"),
        memory=fields.count_or_none("memory"),
        scheduler=fields.text_or_none("scheduler"),
        power_source=fields.text_or_none("power_source"),
        power_profile=fields.text_or_none("power_profile"),
        governor=fields.text_or_none("governor"),
        temperature_before=fields.number_or_none("temperature_before", low=-300),
        temperature_after=fields.number_or_none("temperature_after", low=-300),
        fill=fields.number_or_none("fill"),
        io_path=fields.text_or_none("io_path"),
        test_file_size=fields.count_or_none("test_file_size"),
        source=fields.text_or_none("source") or OWN_JSON,
        link=fields.text_or_none("link"),
        link_ceiling=fields.count_or_none("link_ceiling"),
    )
