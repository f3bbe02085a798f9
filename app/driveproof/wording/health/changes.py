# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What changed in a drive's health, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from driveproof.domain.health.changes import ChangeKind, HealthChange
from driveproof.domain.health.report import Attribute, SelfTestEntry, ValueUnit
from driveproof.domain.text import visible
from driveproof.wording.catalogue import N_, _
from driveproof.wording.health.glossary import attribute_title
from driveproof.wording.health.values import counter_title, value_text
from driveproof.wording.units import MINUS, NARROW, format_size, group_digits

_WIDEST = 6  # changes of one drive in a sentence; the JSON has all of them
_TITLES = {
    "firmware": N_("Firmware"),
    "source": N_("Source"),
    "passed": N_("Drive self-assessment"),
    "warnings": N_("Critical warnings"),
    "written": N_("Data written"),
    "read": N_("Data read"),
    "used": N_("Rated life used"),
    "spare": N_("Spare blocks left"),
    "temperature": N_("Temperature"),
    "power_on": N_("Power-on time"),
    "power_cycles": N_("Power cycles"),
    "start_stops": N_("Motor starts"),
    "warning_seconds": N_("Time above the warning temperature"),
    "critical_seconds": N_("Time above the critical temperature"),
}


class ChangeText(NamedTuple):
    """A change for people: "Data written", "100 GB", "111 GB", "+11.2 GB"."""

    title: str
    before: str
    after: str
    text: str = ""


def change_text(change: HealthChange) -> ChangeText:
    """A change in words."""
    title = _(_TITLES[change.key]) if change.key in _TITLES else counter_title(change.key)
    before, after = change.before, change.after
    match change.kind:
        case ChangeKind.NUMBER:
            old, new = (value_text(value, change.unit) for value in (before, after))
            return ChangeText(title, old, new, _difference(change))
        case ChangeKind.VERDICT:
            words = {True: _("Passed"), False: _("Failed")}
            return ChangeText(title, words[before], words[after])
        case ChangeKind.WARNINGS:
            lists = (", ".join(names) or "–" for names in (before, after))
            return ChangeText(title, *lists)
        case ChangeKind.ATTRIBUTE:
            title = attribute_title(after.id, after.name)
            text = "" if change.amount is None else _signed(change.amount, ValueUnit.UNKNOWN)
            return ChangeText(title, _attribute(before), _attribute(after), text)
        case ChangeKind.SELF_TEST:
            return _self_test(after)
    return ChangeText(title, str(before), str(after))


def change_clause(change: HealthChange) -> str:
    """A change as a label, safe to print: "Temperature 38 °C → 61 °C"."""
    title, before, after, text = change_text(change)
    if change.key in {"written", "read"}:
        said = f"{title} {text}"
    elif change.unit is ValueUnit.COUNT:
        said = f"{title} {after} ({text})"
    else:
        said = f"{title} {before} → {after}"
    return visible(said.replace(NARROW, " "))


def changes_sentence(changes: Iterable[HealthChange], drive: str = "") -> str:
    """The largest changes during a test, "" for none; `drive` names the drive where there are
    several.
    """
    parts = [
        change_clause(one)
        for one in changes
        if one.kind is not ChangeKind.ATTRIBUTE or one.alarming
    ]
    if not parts:
        return ""
    text = _("Changes during the test: {changes}.")
    if drive:
        text = _("Changes of {drive} during the test: {changes}.")
    return text.format(drive=visible(drive), changes="; ".join(parts[:_WIDEST]))


def _self_test(entry: SelfTestEntry) -> ChangeText:
    title = _("Self-test ({kind})").format(kind=entry.kind)
    return ChangeText(title, "", entry.status, entry.text)


def _difference(change: HealthChange) -> str:
    """With what the test wrote, which may be more than a drive counts that compresses."""
    amount = change.amount or 0
    text = _signed(amount, change.unit)
    if change.by_test is None:
        return text
    return _("{difference} ({size} by this test)").format(
        difference=text, size=format_size(change.by_test)
    )


def _signed(amount: float | int, unit: ValueUnit) -> str:
    return ("+" if amount > 0 else MINUS) + value_text(abs(amount), unit)


def _attribute(attribute: Attribute) -> str:
    raw = attribute.pretty if attribute.raw is None else attribute.raw
    words = [] if raw is None else [group_digits(raw)]
    if attribute.value is not None:
        words.append(_("normalized {value}").format(value=attribute.value))
    if attribute.failed:
        words.append(_("at its threshold"))
    return ", ".join(words)
