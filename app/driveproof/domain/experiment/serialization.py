# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment as JSON and back, as the history stores it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.experiment.experiment import (
    MOUNT_OPTIONS,
    Action,
    Attempt,
    Done,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
    Status,
)
from driveproof.domain.run.run import TargetKind

MOST = 10_000
"""Repeats, baselines and tests: more is damage, and would take for ever to count."""


def experiment_to_json(experiment: Experiment) -> dict[str, Any]:
    """Only what JSON knows; dates are RFC 3339."""
    document = asdict(experiment)
    document["created"] = experiment.created.isoformat()
    document["done"] = [{**asdict(one), "at": one.at.isoformat()} for one in experiment.done]
    return document


def experiment_from_json(document: Any) -> Experiment:
    """The reverse; fields of later versions are ignored. Raises ValueError for anything else."""
    try:
        experiment = Experiment(
            id=str(document["id"]),
            created=_date(document["created"]),
            name=str(document["name"]),
            action=Action(document["action"]),
            profile=_made(PlannedProfile, document["profile"]),
            target=_made(ExperimentTarget, document["target"]),
            tests=int(document["tests"]),
            text=str(document["text"]),
            scheduler=str(document["scheduler"]),
            own_scheduler=str(document["own_scheduler"]),
            # Experiments of earlier versions have none.
            mount_option=str(document.get("mount_option", "")),
            own_mount_option=str(document.get("own_mount_option", "")),
            baselines=int(document["baselines"]),
            status=Status(document["status"]),
            done=tuple(
                Done(_date(one["at"]), _word(one["run"]), str(one["note"]))
                for one in document["done"]
            ),
            running=_word(document["running"]),
            attempts=tuple(_made(Attempt, one) for one in document["attempts"]),
            notes=tuple(str(one) for one in document["notes"]),
            verdict=str(document["verdict"]),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"no experiment: {error}") from error
    if not 1 <= experiment.profile.repeats <= MOST or not 1 <= experiment.baselines <= MOST:
        raise ValueError(
            f"no experiment: {experiment.profile.repeats} repeats, {experiment.baselines} baselines"
        )
    if not 1 <= experiment.tests <= MOST or len(experiment.done) > len(experiment.stages):
        raise ValueError("no experiment: more steps are done than there are, or no tests")
    options = (experiment.mount_option, experiment.own_mount_option)
    if experiment.action == MOUNT_OPTIONS and not set(options) <= set(ATIME_OPTIONS):
        raise ValueError(f"no experiment: {options} are no mount options")
    if any(
        stage.measures is (done.run is None)
        for stage, done in zip(experiment.stages, experiment.done, strict=False)
    ):
        raise ValueError("no experiment: a step that measures has no run")
    return experiment


_TYPES: dict[str, type] = {
    "str": str, "int": int, "float": float, "None": type(None), "TargetKind": str,
}  # fmt: skip


def _made(kind: Any, document: Any) -> Any:
    """A dataclass of plain values, each of the type that its field says."""
    known = kind.__dataclass_fields__
    values = {key: value for key, value in document.items() if key in known}
    for key, value in values.items():
        allowed = tuple(_TYPES[word] for word in known[key].type.split(" | "))
        whole = isinstance(value, int) and float in allowed
        if isinstance(value, bool) or not (whole or isinstance(value, allowed)):
            raise ValueError(f"no experiment: {key} is {value!r}")
        if known[key].type == "TargetKind":
            values[key] = TargetKind(value)
    return kind(**values)


def _word(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"no experiment: {value!r} is no run")
    return value


def _date(text: Any) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"a date without an offset: {text}")
    return found
