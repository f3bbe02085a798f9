# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an array in words: in one for a row, in a few for a table, and in sentences."""

from __future__ import annotations

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.drive import device_title
from driveproof.wording.units import (
    format_bandwidth,
    format_duration,
    format_percent,
    format_size,
)

_ACTIONS = {
    ArrayAction.RESYNC: N_("resync"),
    ArrayAction.RECOVER: N_("recovery"),
    ArrayAction.CHECK: N_("check"),
    ArrayAction.REPAIR: N_("repair"),
    ArrayAction.RESHAPE: N_("reshape"),
    ArrayAction.BALANCE: N_("balance"),
    ArrayAction.REPLACE: N_("device replacement"),
    ArrayAction.REMOVE: N_("device removal"),
}
_RUNNING = {
    ArrayAction.RESYNC: N_("A resync is running: {state}."),
    ArrayAction.RECOVER: N_("A recovery is running: {state}."),
    ArrayAction.CHECK: N_("A check is running: {state}."),
    ArrayAction.REPAIR: N_("A repair is running: {state}."),
    ArrayAction.RESHAPE: N_("A reshape is running: {state}."),
    # The kernel reports no progress of these.
    ArrayAction.BALANCE: N_("A balance is running."),
    ArrayAction.REPLACE: N_("A device is being replaced."),
    ArrayAction.REMOVE: N_("A device is being removed."),
}


def array_title(state: ArrayState) -> str:
    """Its state in a word, without what it does; "" where its members are not known."""
    if state.broken:
        return _("Failed")
    if state.degraded:
        return _("Degraded")
    if state.mismatches:
        return _("Members differ")
    return _("Whole") if state.active is not None else ""


def array_words(state: ArrayState) -> str:
    """Its state in a few words: "degraded (1 of 2), recovery 42 %"."""
    action = action_title(state)
    if action and state.progress is not None:
        action = f"{action} {format_percent(state.progress)}"
    return _in_words(state, action)


def array_line(state: ArrayState) -> str:
    """The same, and how fast its action is and how long it will take."""
    facts = [action_facts(state)] if state.action is not None else []
    return _in_words(state, " ".join(filter(None, [action_title(state), *facts])))


def array_on_line(array: BlockDevice) -> str:
    """What is said of an array at a device that it lies on: "data: degraded (1 of 2)"."""
    if array.array is None:
        return ""
    name = shown(device_title(array))
    return _("{name}: {state}").format(name=name, state=array_line(array.array))


def action_title(state: ArrayState) -> str:
    """What it does besides serving: "recovery"; "" for nothing."""
    return "" if state.action is None else _(_ACTIONS[state.action])


def action_facts(state: ArrayState) -> str:
    """How far its action is, how fast, and how long it will take: "42 %, 98 MB/s, 3 min left"."""
    facts = []
    if state.progress is not None:
        facts.append(format_percent(state.progress))
    if state.speed is not None:
        facts.append(format_bandwidth(state.speed))
    if state.seconds_left is not None:
        facts.append(_("{time} left").format(time=format_duration(state.seconds_left)))
    return ", ".join(facts)


def _in_words(state: ArrayState, action: str) -> str:
    words = []
    if state.broken:
        words.append(_("failed"))
    elif state.degraded:
        words.append(_("degraded ({active} of {wanted})").format(
            active=state.active, wanted=state.wanted))  # fmt: skip
    words.append(action)
    if not any(words) and state.active is not None:
        words.append(_("whole"))
    return ", ".join(filter(None, words))


def members_sentence(state: ArrayState) -> str:
    """How many of its members work, where its state is said already: "1 of 2 members work."; "" if
    that is unknown.
    """
    if state.broken:
        return _("More members are missing than it can do without.")
    if state.degraded and state.kind == "lvm":
        text = _("{active} of {wanted} physical volumes are there.")
    elif state.degraded:
        text = _("{active} of {wanted} members work.")
    elif state.kind == "lvm":
        text = _("All {wanted} physical volumes of the volume group are there.")
    elif state.active is not None:
        text = _("All {wanted} members of the array work.")
    else:
        return ""
    return text.format(active=state.active, wanted=state.wanted)


def array_sentences(state: ArrayState) -> str:
    """Its state in sentences, with how fast its action is and how long it will take."""
    told = []
    if state.broken:
        told.append(_("The array has failed: more members are missing than it can do without."))
    elif state.degraded and state.kind == "lvm":
        told.append(
            _("The volume group is incomplete: {active} of {wanted} physical volumes are there.")
            .format(active=state.active, wanted=state.wanted)
        )  # fmt: skip
    elif state.degraded:
        told.append(
            _("The array is degraded: {active} of {wanted} members work.").format(
                active=state.active, wanted=state.wanted
            )
        )
    elif members := members_sentence(state):
        told.append(members)
    if state.action is not None:
        facts = action_facts(state) or _("waiting")
        told.append(_(_RUNNING[state.action]).format(state=facts))
    elif state.mismatches:
        told.append(
            _("The last check found {size} in which members differ.").format(
                size=format_size(state.mismatches)
            )
        )
    return " ".join(told)
