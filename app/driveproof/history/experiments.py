# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments, kept beside the runs: they may take days."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass
from datetime import datetime
from math import isfinite
from typing import Any

from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.experiment.action import MOUNT_OPTIONS, Action
from driveproof.domain.experiment.experiment import (
    OPEN,
    VERDICT,
    Attempt,
    Done,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
    Status,
)
from driveproof.domain.experiment.plan import MOST_BASELINES, Look, Plan
from driveproof.domain.run.run import TargetKind
from driveproof.history.encoding import (
    get,
    kept_failure,
    kept_note,
    kept_verdict,
    made_failure,
    made_note,
    made_verdict,
    moment,
    put,
)
from driveproof.history.ids import read_id
from driveproof.history.store import History

MOST = 10_000
"""Repeats and tests: more is damage, and would take for ever to count."""
MOST_RUNS = 9
"""Of one state."""
MOST_SPACING = 7 * 86_400
"""Seconds."""


def experiment_to_json(experiment: Experiment) -> dict[str, Any]:
    """Only what JSON knows; dates are RFC 3339."""
    document = asdict(experiment)
    document["created"] = experiment.created.isoformat()
    document["done"] = [
        {
            "at": one.at.isoformat(),
            "run": one.run,
            "note": list(map(kept_note, one.notes)),
            "began": _text(one.began),
        }
        for one in experiment.done
    ]
    document["since"] = _text(experiment.since)
    document["looks"] = [
        {**asdict(one), "at": one.at.isoformat(), "headline": kept_verdict(one.headline)}
        for one in experiment.looks
    ]
    document["attempts"] = [
        {"run": one.run, "stage": one.stage, "why": kept_failure(one.why)}
        for one in experiment.attempts
    ]
    document["verdict"] = kept_verdict(experiment.verdict)
    document["notes"] = list(map(kept_note, experiment.notes))
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
            mount_option=str(document["mount_option"]),
            own_mount_option=str(document["own_mount_option"]),
            plan=_plan(document["plan"]),
            status=Status(document["status"]),
            done=tuple(
                Done(
                    _date(one["at"]),
                    _word(one["run"]),
                    tuple(map(made_note, one["note"])),
                    _date_or_none(one["began"]),
                )
                for one in document["done"]
            ),
            running=_word(document["running"]),
            since=_date_or_none(document["since"]),
            attempts=tuple(map(_attempt, document["attempts"])),
            looks=tuple(map(_look, document["looks"])),
            notes=tuple(map(made_note, document["notes"])),
            verdict=made_verdict(document["verdict"]),
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError(f"no experiment: {error}") from error
    if not 1 <= experiment.profile.repeats <= MOST:
        raise ValueError(f"no experiment: {experiment.profile.repeats} repeats")
    if not 1 <= experiment.tests <= MOST or len(experiment.done) > len(experiment.stages):
        raise ValueError("no experiment: more steps are done than there are, or no tests")
    options = (experiment.mount_option, experiment.own_mount_option)
    if experiment.action == MOUNT_OPTIONS and not set(options) <= set(ATIME_OPTIONS):
        raise ValueError(f"no experiment: {options} are no mount options")
    if any(
        stage.measures is (done.run is None) or stage.measures is (done.began is None)
        for stage, done in zip(experiment.stages, experiment.done, strict=False)
    ):
        raise ValueError("no experiment: a step that measures has no run")
    pairs = zip(experiment.stages, experiment.done, strict=False)
    if len(experiment.looks) != sum(stage.step == VERDICT for stage, _done in pairs):
        raise ValueError("no experiment: a look that was done is not kept")
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


def _plan(document: Any) -> Plan:
    """Raises ValueError for one that could not be measured."""
    alphas = tuple(_number(one) for one in document["alphas"])
    before, after = document["before"], document["after"]
    spacing = _number(document["spacing"])
    whole = type(before) is int and type(after) is int
    if not whole or not 1 <= before <= MOST_BASELINES or not 1 <= len(alphas) <= after <= MOST_RUNS:
        raise ValueError(f"no experiment: {document!r} is no plan")
    if not all(0 < alpha < 1 for alpha in alphas) or not 0 <= spacing <= MOST_SPACING:
        raise ValueError(f"no experiment: {document!r} is no plan")
    return Plan(before, after, alphas, spacing)


def _look(document: Any) -> Look:
    headline = made_verdict(document["headline"])
    left = document["left"]
    if headline is None or type(left) is not int:
        raise ValueError(f"no experiment: {document!r} is no look")
    between, spacing = document["between"], document["spacing"]
    return Look(
        alpha=_number(document["alpha"]),
        at=_date(document["at"]),
        before=_runs(document["before"]),
        after=_runs(document["after"]),
        headline=headline,
        left=left,
        between=None if between is None else _number(between),
        spacing=None if spacing is None else _number(spacing),
    )


def _runs(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"no experiment: {value!r} are no runs")
    return tuple(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError(f"no experiment: {value!r} is no number")
    return float(value)


def _attempt(document: Any) -> Attempt:
    run, stage = document["run"], document["stage"]
    why = made_failure(_word(document["why"]))
    if not isinstance(run, str) or type(stage) is not int or why is None:
        raise ValueError(f"no experiment: {document!r} is no attempt")
    return Attempt(run, stage, why)


def _word(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"no experiment: {value!r} is no run")
    return value


def _text(date: datetime | None) -> str | None:
    return None if date is None else date.isoformat()


def _date_or_none(text: Any) -> datetime | None:
    return None if text is None else _date(text)


def _date(text: Any) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"a date without an offset: {text}")
    return found


@dataclass(frozen=True, slots=True)
class KeptExperiment:
    """An experiment, and the comparison document that its verdict was, None before that."""

    experiment: Experiment
    result: dict[str, Any] | None = None


class Experiments:
    """Beside the runs in the history of `history`. A run belongs to a side by the experiment alone.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def save(self, experiment: Experiment, result: dict[str, Any] | None = None) -> None:
        """Keep it as it is now; a result that is kept stays when none is given."""
        created, _ = moment(experiment.created)
        text = json.dumps(experiment_to_json(experiment))
        kept = None if result is None else json.dumps(result)
        values = (
            experiment.id,
            created,
            experiment.status,
            put(experiment.target.identity),
            text,
            kept,
        )

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO plans (id, created, status, identity, plan, result)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                " status = excluded.status, identity = excluded.identity, plan = excluded.plan,"
                " result = coalesce(excluded.result, result)",
                values,
            )

        self._history.keep(work)

    def all(self) -> tuple[Experiment, ...]:
        """Every experiment, newest first; one that is damaged is left out."""
        with self._history.reading() as connection:
            rows = connection.execute("SELECT plan FROM plans ORDER BY created DESC, id").fetchall()
        found = (_experiment(row[0]) for row in rows)
        return tuple(experiment for experiment in found if experiment is not None)

    def load(self, experiment_id: str) -> KeptExperiment:
        """One experiment. Raises MachineError when it does not exist or is damaged."""
        with self._history.reading() as connection:
            row = connection.execute(
                "SELECT plan, result FROM plans WHERE id = ?", (put(experiment_id),)
            ).fetchone()
        if row is None:
            raise _unknown(experiment_id)
        experiment = _experiment(row[0])
        if experiment is None:
            raise MachineError(
                "The experiment {experiment_id} cannot be read.", experiment_id=experiment_id
            )
        return KeptExperiment(experiment, _result(row[1]))

    def find(self, word: str) -> KeptExperiment:
        """The experiment with an id, its unique beginning or `latest`; "": the open one.

        Raises UsageError when several match, MachineError when none does.
        """
        experiments = self.all()
        if word == "latest" and experiments:
            return self.load(experiments[0].id)
        if not word or word == "latest":
            found = [experiment.id for experiment in experiments if experiment.status == OPEN]
            if not found:
                raise MachineError("No experiment is open.", advice=Advice(Remedy.NEW_EXPERIMENT))
        else:
            begin = read_id(word)
            found = [
                experiment.id
                for experiment in experiments
                if begin and experiment.id.startswith(begin)
            ]
            found = [begin] if begin in found else found
        if not found:
            raise _unknown(word)
        if len(found) > 1:
            named = ", ".join(found[:5])
            raise UsageError(
                "Several experiments match: {named}.",
                named=named,
                advice=Advice("Name one of them."),
            )
        return self.load(found[0])


def _unknown(word: str) -> MachineError:
    return MachineError(
        "There is no experiment '{word}'.", word=word, advice=Advice(Remedy.LIST_EXPERIMENTS)
    )


def _experiment(text: object) -> Experiment | None:
    try:
        return experiment_from_json(json.loads(get(text)))
    except (ValueError, RecursionError):
        return None


def _result(text: object) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        found = json.loads(get(text))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
