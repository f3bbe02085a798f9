# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment for the terminal: its steps, the result of each, and what is next."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.experiment.experiment import VERDICT, Experiment, ExperimentStep, Status
from driveproof.domain.experiment.sentences import (
    action_title,
    look_title,
    next_step,
    stage_title,
)
from driveproof.domain.step_state import STATE_TITLES, StepState
from driveproof.export.text.layout import WIDTH, one_line, plain, table, wrapped
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import (
    done_text,
    verdict_text,
)
from driveproof.wording.say import say_text, say_texts, value_text

_STATES = {
    Status.OPEN: N_("open"),
    Status.FINISHED: N_("finished"),
    Status.CANCELLED: N_("cancelled"),
}
_STEPS = {
    ExperimentStep.CHECK: N_("Setup"),
    ExperimentStep.BASELINE: N_("Baseline"),
    ExperimentStep.ACTION: N_("Action"),
    ExperimentStep.AFTER: N_("After"),
    ExperimentStep.RESTORE: N_("Restore"),
    ExperimentStep.VERDICT: N_("Verdict"),
}


def experiment_text(
    experiment: Experiment,
    *,
    verdict: bool = True,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole of it, without the comparison; `verdict`: with its sentence."""
    width = WIDTH if width is None else width
    target, profile = experiment.target, experiment.profile
    head = _("Experiment {id}: {name} ({state})")
    lines = [
        head.format(id=experiment.id, name=experiment.name, state=_(_STATES[experiment.status]))
    ]
    where = _("{profile} on {path}").format(profile=profile.name, path=target.path)
    lines.append(where if target.drive == target.path else f"{where}, {target.drive}")
    rows = []
    for place, stage in enumerate(experiment.stages):
        done = experiment.done[place] if place < len(experiment.done) else None
        when = date_and_time(done.at) if done else ""
        told = ""
        if done is not None:
            look = experiment.looks[stage.number - 1] if stage.step is VERDICT else None
            found = "" if look is None else say_text(look_title(look))
            told = "; ".join(one for one in (done.run, found, done_text(done)) if one)
        mark = _mark(experiment.state_of(place))
        step = one_line(value_text(stage_title(experiment, stage)))
        rows.append([f"{place + 1}.", step, mark, when, one_line(told)])
    lines = [one_line(line) for line in lines]
    lines += ["", *(f"  {line}" for line in table(rows, (1, 2, 3, 4), encoding=encoding)), ""]
    said = [_("Note: {note}").format(note=note) for note in map(say_text, experiment.notes)]
    said += [
        _("Does not count: {run}. {reason}").format(
            run=one.run, reason=failure_text(one.why, Face.TERMINAL)
        )
        for one in experiment.attempts
    ]
    if verdict and experiment.verdict is not None:
        said.append(verdict_text(experiment))
    if experiment.stage is not None or experiment.verdict is None:
        said.append(say_texts(next_step(experiment, command=True)))
    for text in said:
        lines += wrapped(one_line(text), width, encoding=encoding, indent="  ")
    if command := experiment.command:
        lines += ["", f"  {one_line(command)}"]  # never broken: it is to be copied
    return "\n".join(plain(line, encoding) for line in lines)


def _mark(state: StepState) -> str:
    """Only what was done, and what is next, has a word: the eye finds it among the others."""
    match state:
        case StepState.WAITING:
            return ""
        case StepState.LEFT_OUT:
            return "-"
    return say_text(STATE_TITLES[state])


def experiments_table(experiments: Sequence[Experiment], *, encoding: str = "utf-8") -> str:
    """One line each."""
    if not experiments:
        run = _("Run: {command}").format(command="driveproof experiment new --help")
        return " ".join((_("The history is empty."), run))
    rows: list[tuple[str, ...]] = [
        (_("ID"), _("Started"), _("State"), _("Name"), _("Target"), _("Action"))
    ]
    for experiment in experiments:
        stage = experiment.stage
        state = _(_STATES[experiment.status])
        if stage is not None:
            state = _("Next: {step}").format(step=_(_STEPS[stage.step]))
        rows.append(
            (
                experiment.id,
                date_and_time(experiment.created),
                state,
                one_line(experiment.name),
                one_line(experiment.target.path),
                one_line(value_text(action_title(experiment))),
            )
        )
    return "\n".join(table(rows, range(6), encoding=encoding))
