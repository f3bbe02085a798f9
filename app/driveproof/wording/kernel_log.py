# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of what the kernel reported about a device while it was measured."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.kernel_messages import trouble_say, troubles_say
from driveproof.domain.run.run import KernelMessage
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import format_duration


def kernel_title() -> str:
    """The title of the section."""
    return _("Kernel messages")


def kernel_table(messages: Sequence[KernelMessage]) -> tuple[tuple[str, ...], ...]:
    """A row for each line below one of heads: when, what, and the line as the kernel wrote it."""
    heads = (_("After"), _("Reported"), _("Times"), _("Kernel message"))
    return (heads, *(_row(one) for one in messages))


def _row(one: KernelMessage) -> tuple[str, ...]:
    when = format_duration(max(one.seconds, 0.0))
    return when, value_text(trouble_say(one.kind)), str(one.times), shown(one.text)


def kernel_news(messages: Sequence[KernelMessage]) -> str:
    """While it is measured: what there was so far, and the last line as the kernel wrote it."""
    said = troubles_say(messages)
    return "" if said is None else f"{say_text(said)} {shown(messages[-1].text)}"
