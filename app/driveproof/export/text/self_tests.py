# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's self-tests for the terminal: what runs, what it can do, and every earlier one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from driveproof.domain.health.kept_tests import KeptTest, seconds_left
from driveproof.domain.health.report import ATA, Health
from driveproof.domain.text import visible
from driveproof.export.text.layout import WIDTH, cut, plain, table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.health.self_tests import (
    kind_title,
    self_test_notice,
    self_test_progress,
)
from driveproof.wording.say import say_text
from driveproof.wording.units import running_time


def self_test_report(
    health: Health,
    kept: tuple[KeptTest, ...],
    taking: Mapping[str, float],
    now: datetime,
    *,
    device: str,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole report, without a newline at the end; `taking` is seconds by kind."""
    columns = width or WIDTH
    tests = health.self_tests
    names = ", ".join(visible(name) for name in (device, health.model) if name)
    lines = [plain(names, encoding), ""]
    said: list[str] = []
    if tests is None or not (tests.kinds or tests.entries or tests.running):
        said.append(_("This drive does not report self-tests."))
    elif tests.running:
        pending = next((one for one in kept if one.running), None)
        kind = tests.kind or (pending.entry.kind if pending is not None else "")
        left = seconds_left(tests, taking, pending, now)
        said.append(self_test_progress(kind, tests.remaining, left))
    else:
        said += [self_test_notice(kind, taking.get(kind)) for kind in tests.kinds]
        if health.kind == ATA and not taking:
            said.append(_("To learn their duration, use --as-admin once."))
    for sentence in said:
        lines += wrapped(sentence, columns, encoding=encoding)
    rows = [
        (kind_title(one.entry.kind), say_text(one.entry.result), _when(one.begun),
         _when(one.ended), _age(one), "" if one.entry.lba is None else str(one.entry.lba))
        for one in kept
    ]  # fmt: skip
    lines.append("")
    if rows:
        heads = (
            _("Self-test"), _("Result"), _("Started"), _("Ended"), _("Age"), _("Sector"),
        )  # fmt: skip
        lines += table((heads, *rows), (0, 1, 2, 3), encoding=encoding)
    else:
        lines += wrapped(_("No self-tests."), columns, encoding=encoding)
    if width is not None:
        lines = [plain(cut(line, width), encoding) for line in lines]
    return "\n".join(lines)


def _when(moment: datetime | None) -> str:
    return "" if moment is None else date_and_time(moment)


def _age(one: KeptTest) -> str:
    return "" if one.entry.at is None else running_time(one.entry.at)
