# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of an experiment: its verdict, what was done when, then the comparison at its end."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.experiment.experiment import VERDICT, Experiment, FinishedStep, Stage
from driveproof.domain.experiment.sentences import (
    STATUS_TITLES,
    action_title,
    look_title,
    next_step,
    stage_title,
)
from driveproof.domain.step_state import STATE_TITLES
from driveproof.export.report.document import (
    CommandBlock,
    Report,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
    footer,
)
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import (
    done_text,
    verdict_text,
)
from driveproof.wording.say import say_text, say_texts, value_text

_HEAD = ("", N_("Step"), N_("State"), N_("When"), N_("Run"), N_("Result"))


def experiment_report(
    experiment: Experiment,
    comparison: Report | None = None,
    *,
    missing: str = "",
    version: str = "",
) -> Report:
    """The report; `comparison` is that of its sides, None where there is none (yet), and `missing`
    says why it cannot be made although the experiment is over.
    """
    target = experiment.target
    place = _("{profile} on {path}").format(profile=experiment.profile.name, path=target.drive)
    subject = (
        f"{value_text(action_title(experiment))} · {place}",
        _("Started {begun}. {state}").format(
            begun=date_and_time(experiment.created),
            state=say_text(STATUS_TITLES[experiment.status]),
        ),
    )
    told = (_command(experiment), _notes(experiment, missing), _attempts(experiment))
    own = (_steps(experiment), *told)
    sections = tuple(one for one in own if one is not None)
    if comparison is None:
        words = verdict_text(experiment) or say_texts(next_step(experiment, command=True))
        return Report(
            title=experiment.name,
            headline=words,
            subject=subject,
            sections=sections,
            footer=footer(version, experiment.id),
        )
    return replace(
        comparison,
        title=experiment.name,
        subject=(*subject, *comparison.subject),
        sections=(*sections, *comparison.sections),
        footer=footer(version, experiment.id),
    )


def _steps(experiment: Experiment) -> Section:
    rows = []
    for place, stage in enumerate(experiment.stages):
        done = experiment.done[place] if place < len(experiment.done) else None
        rows.append(
            (
                str(place + 1),
                value_text(stage_title(experiment, stage)),
                say_text(STATE_TITLES[experiment.state_of(place)]),
                date_and_time(done.at) if done else "",
                (done.run or "") if done else "",
                _told(experiment, stage, done) if done else "",
            )
        )
    return Section(_("Steps"), (TableBlock(tuple(map(_, _HEAD)), tuple(rows), left=len(_HEAD)),))


def _told(experiment: Experiment, stage: Stage, done: FinishedStep) -> str:
    found = (
        say_text(look_title(experiment.looks[stage.number - 1])) if stage.step is VERDICT else ""
    )
    return "; ".join(one for one in (found, done_text(done)) if one)


def _command(experiment: Experiment) -> Section | None:
    """What a person runs next."""
    command, stage = experiment.command, experiment.stage
    if stage is None or not command:
        return None
    return Section(
        _("Next step"), (CommandBlock(value_text(stage_title(experiment, stage)), command),)
    )


def _notes(experiment: Experiment, missing: str) -> Section | None:
    said = [*map(say_text, experiment.notes), *([missing] if missing else [])]
    return Section(_("Notes"), tuple(map(TextBlock, said))) if said else None


def _attempts(experiment: Experiment) -> Section | None:
    """The runs that do not count: never dropped silently."""
    if not experiment.attempts:
        return None
    stages = experiment.stages
    rows = tuple(
        (
            one.run,
            value_text(stage_title(experiment, stages[one.stage]))
            if 0 <= one.stage < len(stages)
            else "",
            failure_text(one.why, Face.WINDOW),
        )
        for one in experiment.attempts
    )
    block: ReportBlock = TableBlock((_("Run"), _("Step"), _("Reason")), rows, left=3)
    return Section(_("Runs that do not count"), (block,))
