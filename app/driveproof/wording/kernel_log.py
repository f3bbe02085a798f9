# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of what the kernel reported about a device while it was measured."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import Environment, KernelLog, KernelMessage
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_duration, group_digits

_TROUBLES: dict[str, str] = {
    Trouble.GONE: N_("device gone"),
    Trouble.MEDIUM: N_("medium error"),
    Trouble.IO_ERROR: N_("I/O error"),
    Trouble.TIMEOUT: N_("timeout"),
    Trouble.RESET: N_("reset"),
    Trouble.LINK: N_("slower link"),
    Trouble.BUS: N_("bus error"),
    Trouble.ARRAY: N_("array member failed"),
    Trouble.FILESYSTEM: N_("file system error"),
}


def kernel_title() -> str:
    """The title of the section."""
    return _("Kernel messages")


def trouble_word(kind: str) -> str:
    """What a line reports, in a few words; a kind of a newer version stays as it is."""
    found = _TROUBLES.get(kind)
    return _(found) if found else shown(kind)


def kernel_table(messages: Sequence[KernelMessage]) -> tuple[tuple[str, ...], ...]:
    """A row for each line below one of heads: when, what, and the line as the kernel wrote it."""
    heads = (_("After"), _("Reported"), _("Times"), _("Kernel message"))
    return (heads, *(_row(one) for one in messages))


def _row(one: KernelMessage) -> tuple[str, ...]:
    when = format_duration(max(one.seconds, 0.0))
    return when, trouble_word(one.kind), str(one.times), shown(one.text)


def kernel_fact(environment: Environment) -> str:
    """What there was in a few words, for a list of facts; "" where it was not recorded."""
    count = sum(one.times for one in environment.kernel_messages)
    if count:
        return group_digits(count)
    words: dict[str | None, str] = {
        KernelLog.KMSG: group_digits(0),
        KernelLog.JOURNAL: group_digits(0),
        KernelLog.REFUSED: _("unknown, needs the group systemd-journal"),
        KernelLog.MISSING: _("unknown, no kernel log"),
    }
    return words.get(environment.kernel_log, "")


def kernel_sentence(environment: Environment) -> str:
    """The caution beside the figures; "" where the kernel reported nothing."""
    said = _kinds(environment.kernel_messages)
    if not said:
        return ""
    return _("Kernel messages about the drive: {troubles}.").format(troubles=said)


def kernel_news(messages: Sequence[KernelMessage]) -> str:
    """While it is measured: what there was so far, and the last line as the kernel wrote it."""
    if not messages:
        return ""
    return _("Kernel messages about the drive: {troubles}. {line}").format(
        troubles=_kinds(messages), line=shown(messages[-1].text)
    )


def _kinds(messages: Sequence[KernelMessage]) -> str:
    """Each kind of trouble once, with how often it came; "" for none."""
    kinds: dict[str, int] = {}
    for one in messages:
        kinds[one.kind] = kinds.get(one.kind, 0) + one.times
    return ", ".join(
        trouble_word(kind) if count == 1 else f"{trouble_word(kind)} ({count})"
        for kind, count in kinds.items()
    )
