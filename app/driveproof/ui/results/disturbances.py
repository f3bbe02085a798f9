# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What disturbed repeats of a run, as sentences."""

from __future__ import annotations

from driveproof.domain.health.throttling import HOT, SLOWER_LINK, THROTTLED
from driveproof.domain.run.run import CUT_SHORT, WRITE_CACHE_EXHAUSTED, Run
from driveproof.ui.charts.time_chart import direction_word
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _


def disturbances(run: Run) -> list[str]:
    """Which repeats were disturbed and by what; one sentence for each kind."""
    kinds: dict[str, list[str]] = {}
    for phase in run.phases:
        for repeat in phase.repeats:
            for word in repeat.disturbed:
                name = f"{phase.title} {direction_word(phase.direction)} ({repeat.order})"
                kinds.setdefault(word, []).append(name)
    told = []
    for word, names in kinds.items():
        words = ", ".join(names[:4])
        if len(names) > 4:
            words = _("{0} and {1} more").format(words, len(names) - 4)
        template = {
            "foreign I/O": _("Other programs used the drive during {0}."),
            WRITE_CACHE_EXHAUSTED: _("The write cache had run out, which does not count: {0}."),
            CUT_SHORT: _("Cut short when the run ended: {0}."),
            "stall": _("The drive did not answer for a while in {0}."),
            HOT: _("The drive was at its warning temperature in {0}."),
            THROTTLED: _("The drive may have been throttled, as it was hottest, in {0}."),
            SLOWER_LINK: _("The link was slower than before in {0}."),
        }.get(word, shown(word) + ": {0}.")
        told.append(template.format(words))
    return told
