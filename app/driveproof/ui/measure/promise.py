# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Measure says before it starts: a title, a sentence about it, and the text of the button."""

from __future__ import annotations

from driveproof.domain.attachment import billed_by
from driveproof.domain.drive.nature import is_heavy, virtual_host
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.profile.estimate import SOURCES, Rates, expected_cost
from driveproof.domain.profile.for_device import TargetUse, needs_device
from driveproof.domain.profile.plan import OfDrives
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile_cost import expected_time, written_amount
from driveproof.ui.measure.plan import Planned, State
from driveproof.ui.theme.text import shown, without_key
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.profile import with_cost
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_bound


def title_and_detail(state: State, planned: Planned | None) -> tuple[str, str]:
    """What is going to happen, and a sentence about it."""
    if planned is None:
        return _("Choose a profile and a target"), ""
    title, detail = _what_happens(state, planned)
    return title, f"{detail} {_billed(state, planned)}".strip()


def _what_happens(state: State, planned: Planned) -> tuple[str, str]:
    profile, path = planned.profile, shown(planned.path)
    if isinstance(profile.plan, OfDrives):
        title = _("Read {count} drives alone and at once").format(count=1 + len(planned.beside))
        detail = _of_all(state, planned)
    elif has_trait(profile.method, Trait.WATCHES):
        title = _("Record activity of {path}").format(path=path)
        detail = "" if planned.reads_counters else _("Asks for a password.")
    elif planned.second:
        other = shown(planned.second[0])
        title = _("Measure {one} and {other} in turn").format(one=path, other=other)
        detail = _of_all(state, planned)
    elif planned.hosts:
        title = _("Measure in {path}").format(path=path)
        detail = _("Each host needs the same Driveproof, and ssh access without a password.")
    elif planned.use is TargetUse.FOLDER:
        title = _("Measure in {path}").format(path=path)
        expected = expected_cost(profile, state.known.rates)
        origin = "" if expected is None else say_text(SOURCES[expected.source])
        detail = " ".join(filter(None, (*map(note_text, planned.notes), _file_text(), origin)))
    elif planned.use is TargetUse.READ:
        title, detail = _("Read {path}").format(path=path), _device_text()
    else:
        title = without_key(_("&Overwrite {path}")).format(path=path)
        detail = _("Erases all data on it. You are asked to confirm.")
    return title, detail


def _of_all(state: State, planned: Planned) -> str:
    """What is done to several drives."""
    return _device_text() if any(map(state.is_device, planned.here)) else _file_text()


def _file_text() -> str:
    return _("Uses a temporary test file. Your files are not changed.")


def _device_text() -> str:
    return _("Asks for a password. Nothing on the device is changed.")


def _billed(state: State, planned: Planned) -> str:
    """What to know before a heavy test where the target is on a virtual disk."""
    if planned.hosts or not is_heavy(planned.profile):
        return ""
    target = state.inventory.device_at(planned.path)
    drives = state.inventory.drives_below(target) if target is not None else ()
    hosts = dict.fromkeys(filter(None, map(virtual_host, drives)))
    return cell_text(billed_by(", ".join(hosts)))


def button_texts(state: State, planned: Planned | None) -> tuple[str, str]:
    """What the button will do, with what that costs and without."""
    if planned is None:
        return _("&Measure"), _("&Measure")
    # Rates are those of the first drive alone.
    profile, rates = planned.both or planned.profile, state.known.rates
    if planned.both is not None:
        rates = None
    return promise(profile, planned.use, rates), _action(profile, planned.use)


def promise(profile: Profile, use: TargetUse, rates: Rates | None = None) -> str:
    """What happens when the button is pressed, as far as it is known."""
    action = _action(profile, use)
    if profile.capacity is not None or profile.unsized:
        return action
    if has_trait(profile.method, Trait.WATCHES):
        return with_cost(action, (format_bound(profile.seconds),))
    tests = len(profile.phases)
    cost = [ngettext("{count} test", "{count} tests", tests).format(count=tests)]
    found = expected_cost(profile, rates) if use is TargetUse.FOLDER else None
    if found is not None:
        cost.append(say_text(expected_time(found)))
    else:
        cost.append(_("at most {amount}").format(amount=format_bound(profile.seconds)))
    written = profile.bytes_written
    if use is TargetUse.FOLDER and written is not None and action == _("&Measure"):
        cost.append(_("writes {amount}").format(amount=value_text(written_amount(found, written))))
    return with_cost(action, cost)


def _action(profile: Profile, use: TargetUse) -> str:
    """The text of the button, without what it costs."""
    if has_trait(profile.method, Trait.WATCHES):
        return _("&Record")
    if profile.formats:
        return _("&Format and measure…")
    if use is TargetUse.OVERWRITE:
        return _("Overwri&te…")
    if profile.capacity is not None and use is TargetUse.FOLDER:
        return _("&Fill and read back")
    if use is TargetUse.READ or (needs_device(profile) and not profile.destructive):
        return _("Rea&d")
    return _("&Measure")
