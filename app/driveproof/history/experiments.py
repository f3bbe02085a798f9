# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments, kept beside the runs: they may take days."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.experiment.action import ATIME_OPTIONS, MOUNT_OPTIONS
from driveproof.domain.experiment.experiment import OPEN, VERDICT, Experiment
from driveproof.domain.say import Say
from driveproof.history.encoding import get_text, moment, put_text
from driveproof.history.ids import matching
from driveproof.history.store import History

if TYPE_CHECKING:
    from driveproof.domain.document.comparison import CompareDocument

_MOST = 16 * 2**20
"""Bytes of an experiment, or of its comparison: a long one takes some ten thousand."""
_EXPERIMENT: Decoder[Experiment] = Decoder(Experiment, _MOST)


def pack_experiment(experiment: Experiment) -> str:
    """As it is kept: JSON."""
    return encode(experiment).decode()


def unpack_experiment(text: str) -> Experiment:
    """The reverse. Raises DecodeError for anything that no experiment can be."""
    experiment = _EXPERIMENT.decode(text)
    if len(experiment.done) > len(experiment.stages):
        raise DecodeError("more steps are done than there are")
    options = {experiment.mount_option, experiment.own_mount_option}
    if experiment.action == MOUNT_OPTIONS and not options <= set(ATIME_OPTIONS):
        raise DecodeError(f"{options} are no mount options")
    steps = tuple(zip(experiment.stages, experiment.done, strict=False))
    if any(stage.measures is (None in (done.run, done.began)) for stage, done in steps):
        raise DecodeError("a step that measures has no run")
    if len(experiment.looks) != sum(stage.step == VERDICT for stage, _done in steps):
        raise DecodeError("a look that was done is not kept")
    return experiment


@dataclass(frozen=True, slots=True)
class KeptExperiment:
    """An experiment, and the comparison document that its verdict was, None before that."""

    experiment: Experiment
    result: CompareDocument | None = None


class Experiments:
    """Beside the runs in the history of `history`. A run belongs to a side by the experiment alone.

    Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def save(self, experiment: Experiment, result: CompareDocument | None = None) -> None:
        """Keep it as it is now; a result that is kept stays when none is given."""
        created, _ = moment(experiment.created)
        text = pack_experiment(experiment)
        kept = None if result is None else encode(result).decode()
        values = (
            experiment.id,
            created,
            experiment.status,
            put_text(experiment.target.identity),
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
                "SELECT plan, result FROM plans WHERE id = ?", (put_text(experiment_id),)
            ).fetchone()
        if row is None:
            raise _unknown(experiment_id)
        experiment = _experiment(row[0])
        if experiment is None:
            raise MachineError(
                "{path} cannot be read: {reason}.",
                path=experiment_id,
                reason=Say("it is damaged"),
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
            found = matching(word, (experiment.id for experiment in experiments))
        if not found:
            raise _unknown(word)
        if len(found) > 1:
            named, advice = ", ".join(found[:5]), Advice("Name one.")
            if not word:
                raise UsageError(
                    "Several experiments are open: {named}.", named=named, advice=advice
                )
            raise UsageError(
                "'{word}' is ambiguous: {named}.", word=word, named=named, advice=advice
            )
        return self.load(found[0])


def _unknown(word: str) -> MachineError:
    return MachineError(
        "'{name}' is not in the history.", name=word, advice=Advice(Remedy.LIST_EXPERIMENTS)
    )


def _experiment(text: object) -> Experiment | None:
    try:
        return unpack_experiment(get_text(text))
    except DecodeError:
        return None


def _result(text: object) -> CompareDocument | None:
    from driveproof.domain.document.comparison import CompareDocument  # noqa: PLC0415 - numpy

    try:
        return None if text is None else Decoder(CompareDocument, _MOST).decode(get_text(text))
    except DecodeError:
        return None
