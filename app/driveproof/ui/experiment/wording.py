# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in the window's words: what is next, what a button will do, what went wrong."""

from __future__ import annotations

from driveproof.domain.errors import DriveproofError, Remedy
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    BASELINE,
    CANCELLED,
    CHECK,
    FIRMWARE,
    TRIM,
    Experiment,
    Stage,
)
from driveproof.ui.experiment.forecast import Cost
from driveproof.ui.theme.text import label, shown
from driveproof.wording.catalogue import _
from driveproof.wording.experiment import action_text, stage_text
from driveproof.wording.units import format_bound, format_size_bound

_PLACE = 28  # letters of a path on a button


def capital(text: str) -> str:
    """With a capital, as the first word of a line."""
    return text[:1].upper() + text[1:]


def stage_title(experiment: Experiment, stage: Stage) -> str:
    """A step of the list."""
    return capital(shown(stage_text(experiment, stage)))


def cost_text(cost: Cost) -> str:
    """Time and bytes of some measurements: "at most 4 min, writes at most 1.3 GB"."""
    time = _("at most {0}").format(format_bound(cost.seconds))
    if cost.written is None:
        return _("{0}, writes without a limit").format(time)
    if not cost.written:
        return _("{0}, writes nothing").format(time)
    return _("{0}, writes at most {1}").format(time, format_size_bound(cost.written))


def whole_cost(cost: Cost) -> str:
    """All of a comparison: "3 measurements, in all at most 12 min, writes at most 4 GB"."""
    return _("{0} measurements, in all {1}").format(cost.runs, cost_text(cost))


def new_title(experiment: Experiment) -> str:
    """What a comparison that is being asked for is about."""
    path = shown(experiment.target.path)
    if experiment.interleaved:
        words = _("{0}: {1} against {2}")
        return words.format(
            path, *(shown(experiment.side_name(side)) for side in (AFTER, BASELINE))
        )
    return _("{0}: before and after {1}").format(path, shown(_the_action(experiment)))


def _the_action(experiment: Experiment) -> str:
    if experiment.action == TRIM:
        return _("a TRIM")
    if experiment.action == FIRMWARE:
        return _("a firmware update")
    return experiment.text or _("a change")


def where_line(experiment: Experiment, profile: str) -> str:
    """What is measured, and how: for below the name."""
    target = experiment.target
    place = shown(target.path)
    if target.model or target.serial:
        place = _("{0} on {1}").format(place, shown(target.drive))
    repeats = experiment.profile.repeats
    many = _("1 repeat") if repeats == 1 else _("{0} repeats").format(repeats)
    return " · ".join((place, shown(profile), many))


def next_text(experiment: Experiment) -> str:
    """What the next step is for, and what a person must do."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("It was given up. What was measured is in the history.")
    if stage is None:
        return _("It is finished.")
    if stage.step == CHECK:
        return _("Looks whether all is there.")
    if stage.step == ACTION:
        return _action(experiment)
    if not stage.measures:
        return _("All is measured. The two sides are compared.")
    return _measuring(experiment, stage)


def _measuring(experiment: Experiment, stage: Stage) -> str:
    if experiment.interleaved:
        return _(
            "Measures both in turn, so that what drifts falls on both alike, and sets {0} again at"
            " the end. An administrator's password may be asked for.",
        ).format(shown(experiment.side_name(BASELINE)))
    if stage.step == BASELINE and stage.sitting > 1:
        return _(
            "The same once more, before anything is changed. Another day, or after a reboot, is"
            " best: what changes by itself shows only so, and what comes next cannot be undone. The"
            " comparison waits for you in the history.",
        )
    if stage.step == BASELINE:
        return _("Measures how it is now, before anything is changed.")
    return _("Measures what has come of it, in the same way as before.")


def _action(experiment: Experiment) -> str:
    if experiment.action == TRIM:
        return _(
            "Driveproof trims the free space of {0}. First you see how much that is and what cannot"
            " be undone; nothing happens before you say yes.",
        ).format(shown(experiment.target.path))
    if experiment.action == FIRMWARE:
        return _(
            "Update the firmware of {0} with fwupdmgr or the maker's tool, and reboot or"
            " power-cycle if it asks for that. It may take days: the comparison waits and finds its"
            " drive again.",
        ).format(shown(experiment.target.drive))
    what = shown(experiment.text) or _("what you want to compare")
    return _(
        "Do it now: {0}. Change nothing else. It may take days and reboots: the comparison waits"
        " and finds its drive again.",
    ).format(what)


def firmware_text(experiment: Experiment, now: str) -> str:
    """What is known of the firmware while the session waits for another; `now` "" for the old."""
    before = shown(experiment.target.firmware or "")
    if now:
        return _("The firmware was {0} and is {1} now.").format(before, shown(now))
    if not before:
        return _("The drive does not tell its firmware: say so when it is done.")
    return _("The firmware is {0}, as it was at the beginning.").format(before)


def button_text(experiment: Experiment) -> str:
    """What the primary button will do; "" where nothing is left to do."""
    stage = experiment.stage
    if stage is None:
        return ""
    if stage.step == ACTION:
        if experiment.action == TRIM:
            return _("&Trim {0}…").format(short(experiment.target.path))
        return _("It is &done: go on")
    if not stage.measures:
        return _("&Compare") if stage.step != CHECK else _("&Go")
    return _measure_text(experiment, stage)


def _measure_text(experiment: Experiment, stage: Stage) -> str:
    if experiment.interleaved:
        sides = (label(experiment.side_name(side)) for side in (BASELINE, AFTER))
        return _("&Measure with {0} and {1} in turn").format(*sides)
    if stage.step == BASELINE and stage.sitting > 1:
        return _("&Measure the baseline once more")
    if stage.step == BASELINE:
        return _("&Measure the baseline")
    return _("&Measure again")


def short(path: str) -> str:
    """A path for a button, foreign text: its end says more than its beginning."""
    text = shown(path)
    return label(text if len(text) <= _PLACE else "…" + text[-_PLACE:])


def leave_out_text(experiment: Experiment) -> str:
    """The button that leaves the further baselines out; "" where there is none to leave out."""
    stage = experiment.stage
    if stage is None or stage.step != BASELINE or stage.sitting < 2 or experiment.interleaved:
        return ""
    if experiment.baselines > stage.sitting:
        return _("&Leave the other baselines out")
    return _("&Leave the second baseline out")


def leave_out_price() -> str:
    """What it costs to leave it out."""
    return _(
        "Without it, what changes by itself from one day to the next cannot be told from an"
        " effect; the verdict will say so.",
    )


def left_out() -> str:
    """What is noted of it."""
    return _("The baseline was taken in one sitting only, as was wished.")


def running_text(experiment: Experiment, number: int) -> str:
    """Above a step that is on; `number` counts all steps from 0."""
    stages = experiment.stages
    stage = stages[min(number, len(stages) - 1)]
    words = _("Step {0} of {1}: {2}")
    return words.format(number + 1, len(stages), shown(stage_text(experiment, stage)))


def running_title(experiment: Experiment) -> str:
    """The head of a step that is on, before it has told its own."""
    return capital(shown(action_text(experiment)))


def wants_folder(error: DriveproofError) -> bool:
    """Whether it helps to say where the target is now."""
    wanted = (Remedy.NAME_TARGET, Remedy.MOUNT_OR_NAME_TARGET, Remedy.MOUNT)
    return error.advice is not None and error.advice.what in wanted


def no_scheduler(disk: str, own: str) -> str:
    """Why there is nothing to choose from."""
    if not disk:
        return _("What is measured lies on no single known drive: there is none to switch.")
    if not own:
        return _("{0} has no I/O scheduler.").format(shown(disk))
    return _("{0} offers no other I/O scheduler than {1}.").format(shown(disk), shown(own))


def no_mount_option(path: str) -> str:
    """Why there is no mount to change."""
    if path.startswith("/dev/"):
        return _("A device is measured: nothing of it is mounted. Choose a folder.")
    return _("What {0} is mounted from is no known drive.").format(shown(path))
