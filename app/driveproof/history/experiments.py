# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments, kept beside the runs: they may take days."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from driveproof.domain.drive.mount_option import ATIME_OPTIONS
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.experiment.action import MOUNT_OPTIONS, Action
from driveproof.domain.experiment.experiment import (
    OPEN,
    Attempt,
    Done,
    Experiment,
    ExperimentTarget,
    PlannedProfile,
    Status,
)
from driveproof.domain.notes import Note, sentence_note
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
"""Repeats, baselines and tests: more is damage, and would take for ever to count."""


def experiment_to_json(experiment: Experiment) -> dict[str, Any]:
    """Only what JSON knows; dates are RFC 3339."""
    document = asdict(experiment)
    document["created"] = experiment.created.isoformat()
    document["done"] = [
        {"at": one.at.isoformat(), "run": one.run, "note": list(map(kept_note, one.notes))}
        for one in experiment.done
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
            # Experiments of earlier versions have none.
            mount_option=str(document.get("mount_option", "")),
            own_mount_option=str(document.get("own_mount_option", "")),
            baselines=int(document["baselines"]),
            status=Status(document["status"]),
            done=tuple(
                Done(_date(one["at"]), _word(one["run"]), _notes(one["note"]))
                for one in document["done"]
            ),
            running=_word(document["running"]),
            attempts=tuple(map(_attempt, document["attempts"])),
            notes=tuple(map(made_note, document["notes"])),
            verdict=made_verdict(document["verdict"]),
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


def _notes(kept: Any) -> tuple[Note, ...]:
    """The notes of a step; earlier versions kept their words as one text, "" for none."""
    if isinstance(kept, str):
        return (sentence_note(kept),) if kept else ()
    return tuple(map(made_note, kept))


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

    Every method may raise MachineError, as History's do. A file of an older version that can only
    be read has none.
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
            if not _there(connection):
                return ()
            rows = connection.execute("SELECT plan FROM plans ORDER BY created DESC, id").fetchall()
        found = (_experiment(row[0]) for row in rows)
        return tuple(experiment for experiment in found if experiment is not None)

    def load(self, experiment_id: str) -> KeptExperiment:
        """One experiment. Raises MachineError when it does not exist or is damaged."""
        with self._history.reading() as connection:
            row = None
            if _there(connection):
                row = connection.execute(
                    "SELECT plan, result FROM plans WHERE id = ?", (put(experiment_id),)
                ).fetchone()
        if row is None:
            raise _unknown(experiment_id)
        experiment = _experiment(row[0])
        if experiment is None:
            raise MachineError(
                "The session {experiment_id} cannot be read.", experiment_id=experiment_id
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
                raise MachineError("No session is open.", advice=Advice(Remedy.NEW_EXPERIMENT))
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
                "More than one session is meant: {named}.",
                named=named,
                advice=Advice("Name one of them."),
            )
        return self.load(found[0])


def _there(connection: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE name = 'plans'"
    return connection.execute(query).fetchone() is not None


def _unknown(word: str) -> MachineError:
    return MachineError(
        "There is no session '{word}'.", word=word, advice=Advice(Remedy.LIST_EXPERIMENTS)
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
