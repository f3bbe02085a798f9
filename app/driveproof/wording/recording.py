# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile of a recording: what it is called, and what it keeps."""

from __future__ import annotations

from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.recorded import recorded_profile
from driveproof.domain.run.recording import (
    Recording,
    recorded_of,
)
from driveproof.domain.run.run import Role, Run
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date


def profile_from(run: Run, title: str = "") -> Profile:
    """A profile of a recording's requests, called `title`. Raises UsageError where they were not
    counted, or are too few.
    """
    found = recorded_of(run)
    if found is None or found.requests is None:
        raise UsageError(
            "The requests were not recorded.",
            advice=Advice(Remedy.COUNT_REQUESTS),
        )
    device = found.requests.device
    return recorded_profile(
        found.requests,
        title=title or _("As on {device}, {date}").format(device=device, date=date(run.started)),
        question=_("How fast is a drive with the load of {device}?").format(device=device),
        test=_("As recorded"),
        queue=_queue(found),
    )


def _queue(found: Recording) -> float | None:
    """The mean number of requests in flight while there was any, by the kernel's counters."""
    target = next((one for one in found.repeat.members if one.role is Role.TARGET), None)
    if target is None or target.queued is None or not target.busy:
        return None
    return target.queued / target.busy


def profile_keeps() -> str:
    """What a profile from a recording keeps of it, and what it loses."""
    return _("Replays the mix of the recording without its pauses and positions.")
