# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an array in words: in one for a row, in a few for a table, and in sentences."""

from __future__ import annotations

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.drive import device_title
from driveproof.wording.say import say_text
from driveproof.wording.units import (
    format_bandwidth,
    format_duration,
    format_percent,
    format_size,
)

_ACTIONS = {
    ArrayAction.RESYNC: N_("Resync"),
    ArrayAction.RECOVER: N_("Recovery"),
    ArrayAction.CHECK: N_("Check"),
    ArrayAction.REPAIR: N_("Repair"),
    ArrayAction.RESHAPE: N_("Reshape"),
    ArrayAction.BALANCE: N_("Balance"),
    ArrayAction.REPLACE: N_("Device replacement"),
    ArrayAction.REMOVE: N_("Device removal"),
}


def array_title(state: ArrayState) -> str:
    """Its state in a word, without what it does; "" where its members are not known."""
    if state.broken:
        return _("Failed")
    if state.degraded:
        return _("Degraded")
    if state.mismatches:
        return _("Members differ")
    return _("OK") if state.active is not None else ""


def array_words(state: ArrayState) -> str:
    """Its state in a few words: "Degraded (1 of 2), Recovery 42 %"."""
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
    return f"{name}: {array_line(array.array)}"


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
        words.append(_("Failed"))
    elif state.degraded:
        words.append(_("Degraded ({active} of {wanted})").format(
            active=state.active, wanted=state.wanted))  # fmt: skip
    words.append(action)
    if not any(words) and state.active is not None:
        words.append(_("OK"))
    return ", ".join(filter(None, words))


def array_sentences(state: ArrayState) -> str:
    """Its state in sentences, with how fast its action is and how long it will take."""
    told = []
    if state.broken:
        told.append(_("The array has failed."))
    elif state.degraded:
        told.append(_("The array is degraded."))
    if state.members is not None:
        told.append(say_text(state.members))
    if state.action is not None:
        facts = action_facts(state) or _("waiting")
        told.append(f"{action_title(state)}: {facts}.")
    elif state.mismatches:
        told.append(_("Members differ in {size}.").format(size=format_size(state.mismatches)))
    return " ".join(told)
