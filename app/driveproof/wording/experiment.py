# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment in words: its steps, what is next and who has to do it, and its cost.

The next step names a command for the terminal, and none for the window. Names, paths and a person's
own text come unchanged: each face makes foreign text safe.
"""

from __future__ import annotations

import math

from driveproof.domain.drive.mount_option import remount_command
from driveproof.domain.experiment.action import FIRMWARE, MOUNT_OPTIONS, OTHER, SCHEDULER, TRIM
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    BASELINE,
    CANCELLED,
    CHECK,
    FINISHED,
    OPEN,
    RESTORE,
    VERDICT,
    Done,
    Experiment,
    PlannedProfile,
    Stage,
)
from driveproof.domain.experiment.plan import Look
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, worded
from driveproof.wording.units import format_duration, format_percent, repeats_text

_BASELINES = {
    1: N_("first baseline, {repeats}"),
    2: N_("second baseline, {repeats}"),
    3: N_("third baseline, {repeats}"),
}
_BASELINE = N_("baseline {number}, {repeats}")
_AFTER = {
    2: N_("second measurement after it, {repeats}"),
    3: N_("third measurement after it, {repeats}"),
}
_AFTER_IT = N_("measurement {number} after it, {repeats}")
_STATES = {OPEN: N_("Open"), FINISHED: N_("Finished"), CANCELLED: N_("Given up")}


# What an experiment and its steps are


def action_text(experiment: Experiment) -> str:
    """The action between the sides, as a short name."""
    if experiment.action == OTHER:
        return experiment.text or _("a change")
    texts = {
        SCHEDULER: _("I/O scheduler {tried} against {own}"),
        MOUNT_OPTIONS: _("mount option {tried} against {own}"),
        TRIM: _("TRIM"),
        FIRMWARE: _("firmware update"),
    }
    text = texts[experiment.action].format(tried=experiment.tried_state, own=experiment.own_state)
    return f"{text}: {experiment.text}" if experiment.text else text


def title(experiment: Experiment) -> str:
    """Its name with a capital, as the first word of a line."""
    return capital(experiment.name)


def capital(text: str) -> str:
    """With a capital, as the first word of a line."""
    return text[:1].upper() + text[1:]


def subject(experiment: Experiment) -> str:
    """What an experiment that is about to begin is about: place and change."""
    path = experiment.target.path
    if experiment.interleaved:
        text = _("{path}: {tried} against {own}")
        return text.format(path=path, tried=experiment.tried_state, own=experiment.own_state)
    changes = {TRIM: _("a TRIM"), FIRMWARE: _("a firmware update")}
    change = changes.get(experiment.action) or experiment.text or _("a change")
    return _("{path}: before and after {change}").format(path=path, change=change)


def method(experiment: Experiment, profile: str) -> str:
    """What is measured, and how: place, profile and repeats."""
    target = experiment.target
    place = target.path
    if target.model or target.serial:
        place = _("{path} on {drive}").format(path=place, drive=target.drive)
    return " · ".join((place, profile, _repeats(experiment.profile)))


def _repeats(planned: PlannedProfile) -> str:
    return repeats_text(planned.repeats, planned.most_repeats)


def stage_text(experiment: Experiment, stage: Stage) -> str:
    """A step as a list of steps says it."""
    if not stage.measures:
        return _unmeasured(experiment, stage)
    repeats = _repeats(experiment.profile)
    if experiment.interleaved:
        text = _("measure with {state}, {repeats}")
        return text.format(state=experiment.side_name(stage.step), repeats=repeats)
    if stage.step == AFTER:
        if stage.number == 1:
            return _("measurement after it, {repeats}").format(repeats=repeats)
        text = _(_AFTER.get(stage.number, _AFTER_IT)).format(number=stage.number, repeats=repeats)
        if experiment.needed(stage):
            return text
        return _("{measurement}, only if something is left open").format(measurement=text)
    several = experiment.plan.before > 1
    text = _(_BASELINES.get(stage.number, _BASELINE)) if several else _("baseline, {repeats}")
    return text.format(number=stage.number, repeats=repeats)


def _unmeasured(experiment: Experiment, stage: Stage) -> str:
    if stage.step == CHECK:
        return _("look at the target")
    if stage.step == RESTORE:
        return _("mount with {state} again").format(state=experiment.own_state)
    if stage.step == VERDICT:
        return _("compare") if stage.number == 1 else _("compare once more")
    if experiment.action != MOUNT_OPTIONS:
        return action_text(experiment)
    return _("mount with {state}").format(state=experiment.tried_state)


def running_text(experiment: Experiment, number: int) -> str:
    """Above a step that is on; `number` counts all steps from 0."""
    stages = experiment.stages
    stage = stages[min(number, len(stages) - 1)]
    sure = sum(experiment.needed(one) for one in stages)
    return _("Step {number} of {count}: {step}").format(
        number=number + 1, count=max(sure, number + 1), step=stage_text(experiment, stage)
    )


# Where it stands, and what is next


def state_text(experiment: Experiment) -> str:
    """Open, finished or given up, for a column."""
    return _(_STATES[experiment.status]) if experiment.status in _STATES else experiment.status


def standing(experiment: Experiment) -> str:  # noqa: PLR0911 - one for each step
    """What is done, and what comes next."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("Given up. What was measured is among the runs.")
    if stage is None:
        return _("Finished.")
    if experiment.interleaved and stage.measures:
        return _in_turn(experiment)
    if stage.step in (ACTION, RESTORE) and experiment.action == MOUNT_OPTIONS:
        state = experiment.side_name(stage.step)
        return _("Mount it with {state}, then go on.").format(state=state)
    if stage.step == BASELINE and stage.number > 1:
        text = _("Measured {done} of {count} times before the change.")
        return text.format(done=stage.number - 1, count=experiment.plan.before)
    if stage.step == BASELINE:
        return _("Nothing is measured yet; the baseline comes first.")
    if stage.step == ACTION:
        return _before_action(experiment)
    if stage.step == AFTER and stage.number > 1:
        return _("{found} Measure once more.").format(found=left_open(experiment))
    if stage.step == AFTER:
        return _("The change is made; measure its effect.")
    return _("All is measured; the comparison comes next.")


def left_open(experiment: Experiment) -> str:
    """What the last look left open, as a sentence; "" before the first."""
    if not experiment.looks:
        return ""
    look = experiment.looks[-1]
    text = ngettext(
        "The comparison left {left} of {count} test open.",
        "The comparison left {left} of {count} tests open.",
        len(look.headline.tests),
    )
    return text.format(left=look.left, count=len(look.headline.tests))


def look_text(look: Look) -> str:
    """What a look found, for the list of steps: how much of what it could."""
    tests = len(look.headline.tests)
    text = ngettext(
        "{claims} of {count} test changed, {left} left open; chance of a false claim {alpha}",
        "{claims} of {count} tests changed, {left} left open; chance of a false claim {alpha}",
        tests,
    )
    return text.format(
        claims=len(look.claims), count=tests, left=look.left, alpha=format_percent(look.alpha)
    )


def _in_turn(experiment: Experiment) -> str:
    parts = sum(stage.measures for stage in experiment.stages)
    if experiment.action == SCHEDULER:
        nothing = _("Nothing is measured yet; both schedulers come in turn.")
        some = _("{done} of {count} parts are measured, with both schedulers in turn.")
    else:
        nothing = _("Nothing is measured yet; both mount options come in turn.")
        some = _("{done} of {count} parts are measured; both mount options come in turn.")
    done = len(experiment.runs)
    return some.format(done=done, count=parts) if done else nothing


def _before_action(experiment: Experiment) -> str:
    if experiment.action == TRIM:
        return _("The baseline is measured; the TRIM comes next.")
    if experiment.action == FIRMWARE:
        return _("The baseline is measured; update the firmware, then go on.")
    return _("The baseline is measured; change what you compare, then go on.")


def line(experiment: Experiment, *, now: bool = False) -> str:
    """An open one on the page of its drive; `now` while it is being measured."""
    stands = _("It is being measured now.") if now else standing(experiment)
    return _("{title}. {standing}").format(title=title(experiment).rstrip("."), standing=stands)


def next_text(experiment: Experiment, face: Face = Face.TERMINAL) -> str:
    """What is next, in a sentence with what a person must do; for the end, that it is."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("It was given up. What was measured is in the history.")
    if stage is None or experiment.status != OPEN:
        return _("It is finished.")
    texts = _window if face is Face.WINDOW else _terminal
    target = experiment.target
    return texts(experiment, stage).format(
        go=f"'driveproof experiment continue {experiment.id}'",
        own=experiment.own_state,
        tried=experiment.tried_state,
        path=target.path,
        drive=target.drive,
        firmware=target.firmware or "",
        change=experiment.text or _("what you want to compare"),
        state=experiment.side_name(stage.step),
        left=left_open(experiment),
        due="" if experiment.due is None else date_and_time(experiment.due),
        minutes=format_duration(experiment.plan.spacing),
    )


def wait_text(seconds: float) -> str:
    """Beside the button of a run that is waited for: how long still, 0 for no longer."""
    if seconds <= 0:
        return _("Next: now.")
    return _("Next: in {time}, or now.").format(time=format_duration(math.ceil(seconds)))


def armed_text(seconds: float) -> str:
    """Beside the button, while the window waits for the next run."""
    if seconds <= 0:
        return _("It is time: the measurement begins as soon as nothing prevents it.")
    text = _("The next measurement begins by itself in {time}, while this window is open.")
    return text.format(time=format_duration(math.ceil(seconds)))


def waiting_text(seconds: float) -> str:
    """While the terminal waits for the next run."""
    text = _("Next run in {time}. Ctrl-C stops waiting: the experiment keeps the moment.")
    return text.format(time=format_duration(math.ceil(seconds)))


def price_of_now(experiment: Experiment) -> str:
    """What it costs to measure a state again sooner than planned."""
    return _(
        "Measured now: runs that follow at once are too alike. On recorded drives, with a quick"
        " change, runs one or two minutes apart led to false claims in 5 to 7 % of comparisons,"
        " runs {minutes} apart in about 1 %. The experiment notes it."
    ).format(minutes=format_duration(experiment.plan.spacing))


def command_of(experiment: Experiment) -> str:
    """The command that a person runs in the step that is next; "" where there is none to name."""
    stage = experiment.stage
    if stage is None or stage.measures or experiment.action != MOUNT_OPTIONS:
        return ""
    if stage.step not in (ACTION, RESTORE):
        return ""
    target = experiment.target
    return remount_command(experiment.side_name(stage.step), target.mount_point or target.path)


def _terminal(experiment: Experiment, stage: Stage) -> str:  # noqa: PLR0911 - one for each step
    if experiment.switched and stage.measures:
        return _("{go} measures with {own} and {tried} in turn, and sets {own} again at the end.")
    if experiment.interleaved and stage.measures:
        return _("{go} measures with {state}.")
    if command_of(experiment):
        return _(
            "Run the command below to mount it with {state}. Then {go} checks the mount; it may be"
            " days later."
        )
    if stage.step == BASELINE and stage.number > 1:
        return _(
            "Drives differ from run to run: the baseline is measured once more. {go} waits until"
            " {due}, {minutes} after the run before it began, and measures. '--now' does not wait,"
            " but runs one or two minutes apart led to false claims in 5 to 7 % of comparisons,"
            " instead of about 1 %."
        )
    if stage.step == BASELINE:
        return _("{go} measures how it is now, before anything is changed.")
    if stage.step == AFTER and stage.number > 1:
        return _(
            "{left} {go} waits until {due}, {minutes} after the run before it began, measures once"
            " more, and compares again. '--now' does not wait, but makes false claims likelier."
            " '--no-more-runs' ends it with what was found."
        )
    if stage.step == AFTER:
        return _("{go} measures the effect, and compares.")
    if stage.step != ACTION:
        return _("{go} compares the sides.")
    if experiment.action == TRIM:
        return _("{go} trims the free space of {path}, once that is confirmed.")
    if experiment.action == FIRMWARE and experiment.target.firmware:
        return _(
            "Update the firmware of {drive} (now {firmware}) with fwupdmgr or the maker's tool, and"
            " reboot or power-cycle if it asks for that. Then {go}; it may be days later."
        )
    if experiment.action == FIRMWARE:
        return _(
            "Update the firmware of {drive} with fwupdmgr or the maker's tool, and reboot or"
            " power-cycle if it asks for that. Then {go}; it may be days later."
        )
    return _(
        "Do it now: {change}. Change nothing else. Then {go}; it may be days and reboots later."
    )


def _window(experiment: Experiment, stage: Stage) -> str:  # noqa: PLR0911, PLR0912 - one a step
    if stage.step == CHECK:
        return _("Checks that everything needed is present.")
    if experiment.switched and stage.measures:
        return _(
            "Measures both in turn, twice each, so that what drifts falls on both alike, and sets"
            " {own} again at the end. An administrator's password may be asked for."
        )
    if experiment.interleaved and stage.measures:
        return _("Measures with {state}.")
    if command_of(experiment):
        return _(
            "Run the command below in a terminal to mount it with {state}, then go on. Driveproof"
            " checks the mount."
        )
    if stage.step == BASELINE and stage.number > 1:
        if experiment.plan.before > 2:
            return _("Measured several times before, because drives differ from run to run.")
        return _("Measured twice before, because drives differ from run to run.")
    if stage.step == BASELINE and experiment.plan.before > 1:
        return _(
            "Measures how it is now, before anything is changed. It is measured again {minutes}"
            " later, because drives differ from run to run."
        )
    if stage.step == BASELINE:
        return _("Measures how it is now, before anything is changed.")
    if stage.step == AFTER and stage.number > 1:
        return _("{left} A second measurement after the change can show more.")
    if stage.step == AFTER:
        return _("Measures the effect, in the same way as before, and compares.")
    if stage.step != ACTION:
        return _("All is measured. The two sides are compared.")
    if experiment.action == TRIM:
        return _(
            "Driveproof trims the free space of {path}. First you see how much that is and what"
            " cannot be undone; nothing happens before you say yes."
        )
    if experiment.action == FIRMWARE:
        return _(
            "Update the firmware of {drive} with fwupdmgr or the maker's tool, and reboot or"
            " power-cycle if it asks for that. It may take days: the experiment waits and finds its"
            " drive again."
        )
    return _(
        "Do it now: {change}. Change nothing else. It may take days and reboots: the experiment"
        " waits and finds its drive again."
    )


def question_text(experiment: Experiment) -> str:
    """The question before a step that a person does, or that cannot be undone."""
    target = experiment.target
    if experiment.action == TRIM:
        return _("TRIM {path}?").format(path=target.path)
    if experiment.action == OTHER:
        text = _("Is it done ({change})?") if experiment.text else _("Is it done?")
        return text.format(change=experiment.text)
    if not target.firmware:
        return _(
            "{drive} does not report its firmware, so an update cannot be seen. Is it updated?"
        ).format(drive=target.drive)
    text = _("The firmware is still {firmware}. Is it updated all the same?")
    return text.format(firmware=target.firmware)


def firmware_text(experiment: Experiment, now: str) -> str:
    """The firmware while another one is awaited; `now` is "" for the old one."""
    before = experiment.target.firmware or ""
    if now:
        return _("The firmware was {before} and is {now} now.").format(before=before, now=now)
    if not before:
        return _("The drive does not report its firmware: say so when it is updated.")
    return _("The firmware is {firmware}, as it was at the beginning.").format(firmware=before)


# What is noted of it


def done_text(done: Done) -> str:
    """What to remember of a finished step, "" for nothing."""
    return "; ".join(worded(note.key, note.values) for note in done.notes)


def notes_of(experiment: Experiment) -> list[str]:
    """What is noted of all of it."""
    return [worded(note.key, note.values) for note in experiment.notes]
