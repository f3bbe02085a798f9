# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of several hosts: which they are, and how they are while they measure."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.hosts import (
    hosts_word,
)
from driveproof.domain.run.run import Run, host_fault
from driveproof.domain.text import shown
from driveproof.wording.catalogue import ngettext
from driveproof.wording.say import value_text
from driveproof.wording.units import (
    format_latency,
)


def fault_word(fault: str) -> str:
    """Why a host no longer counts; "" where it does."""
    return value_text(host_fault(fault))


def worst_now(hosts: Sequence[tuple[str, float | None]]) -> tuple[str, str] | None:
    """The host whose I/Os wait longest now and its p99, of the names and p99 in seconds; None where
    no or only one host says so.
    """
    known = [(p99, name) for name, p99 in hosts if p99 is not None]
    if len(known) < 2:
        return None
    p99, name = max(known)
    return shown(name), format_latency(p99)


def hosts_text(run: Run) -> str:
    """Which hosts measured: "8 hosts: node[1-8]"."""
    hosts = run.environment.hosts
    text = ngettext("{count} host: {names}", "{count} hosts: {names}", len(hosts))
    return text.format(count=len(hosts), names=shown(hosts_word(hosts)))
