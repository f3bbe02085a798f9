# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a comparison stands, in a line: for lists of them and for the drive that it is of."""

from __future__ import annotations

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    BASELINE,
    CANCELLED,
    FINISHED,
    FIRMWARE,
    OPEN,
    TRIM,
    Experiment,
)
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _


def standing(experiment: Experiment) -> str:
    """What is done, and what comes next; the verdict of one that is finished."""
    stage = experiment.stage
    if experiment.status == CANCELLED:
        return _("Given up. What was measured is among the runs.")
    if stage is None:
        return shown(experiment.verdict) or _("Finished.")
    if experiment.interleaved and stage.measures:
        return _in_turn(experiment)
    further = _("The baseline is measured; measure it once more, best on another day.")
    first = _("Nothing is measured yet; the baseline comes first.")
    return {
        BASELINE: further if stage.sitting > 1 else first,
        ACTION: _action(experiment),
        AFTER: _("The change is made; measure what has come of it."),
    }.get(stage.step, _("All is measured; the verdict comes next."))


def _in_turn(experiment: Experiment) -> str:
    parts = [stage for stage in experiment.stages if stage.measures]
    over = len(experiment.runs)
    if not over:
        return _("Nothing is measured yet; both schedulers come in turn.")
    words = _("{0} of {1} parts are measured, with both schedulers in turn.")
    return words.format(over, len(parts))


def _action(experiment: Experiment) -> str:
    if experiment.action == TRIM:
        return _("The baseline is measured; the TRIM comes next.")
    if experiment.action == FIRMWARE:
        return _("The baseline is measured; update the firmware, then go on.")
    return _("The baseline is measured; change what you compare, then go on.")


def title(experiment: Experiment) -> str:
    """Its name; foreign text where the person gave it."""
    name = shown(experiment.name)
    return name[:1].upper() + name[1:]


def state_word(experiment: Experiment) -> str:
    """Open, finished or given up, for a column."""
    return {
        OPEN: _("Open"),
        FINISHED: _("Finished"),
        CANCELLED: _("Given up"),
    }.get(experiment.status, shown(experiment.status))


def line(experiment: Experiment, *, now: bool = False) -> str:
    """An open one on the page of its drive; `now` while it is being measured."""
    stands = _("It is being measured now.") if now else standing(experiment)
    return _("{0}. {1}").format(title(experiment).rstrip("."), stands)


# Whose it is


def is_of(
    experiment: Experiment, device: BlockDevice, identity: str | None, inventory: Inventory
) -> bool:
    """Whether a comparison measures this device; `identity` is that of the drive below it.

    Where nothing tells the drive from another, its path says it.
    """
    target = experiment.target
    if target.identity is not None:
        return target.identity == identity
    places = {mount.path for mount, _ in inventory.mounts_above(device)}
    return target.path == device.path or (target.mount_point or "") in places


def device_of(experiment: Experiment, inventory: Inventory) -> BlockDevice | None:
    """The drive in the list that a comparison is of, None where it is not there."""
    target = experiment.target
    if target.identity is not None:
        same = (one for one in inventory.listed() if one.identity == target.identity)
        return next(same, None)
    mounted = inventory.mount_points().get(target.mount_point or "")
    found = mounted or inventory.get(target.path)
    return inventory.whole_disk(found) if found is not None else None


def matches(experiment: Experiment, wanted: str) -> bool:
    """Whether a filter finds it."""
    target = experiment.target
    fields = (
        experiment.name,
        experiment.text,
        target.path,
        target.drive,
        state_word(experiment),
        standing(experiment),
    )
    return all(word in " ".join(fields).casefold() for word in wanted.casefold().split())
