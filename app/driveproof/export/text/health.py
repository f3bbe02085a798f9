# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health for the terminal: the rating and what to do first, then its evidence."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.report import Health
from driveproof.domain.health.saved_report import SavedReport, worst_first
from driveproof.domain.text import visible
from driveproof.export.text.answer import block_lines
from driveproof.export.text.layout import WIDTH, TextLayout, cut, one_line, plain
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_texts


def health_report(
    rated: RatedHealth,
    *,
    device: str = "",
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole report, without a newline at the end; text that is safe to print."""
    layout = TextLayout(width or WIDTH, 10_000 if width is None else width, encoding)
    answer = health_answer(rated)
    lines = layout.wrapped(one_line(say_texts(answer.sentences)))
    if names := _names(rated.health, device):
        lines += layout.wrapped(one_line(names))
    lines += block_lines(answer, layout, details=False)
    if width is not None:
        lines = [plain(cut(line, width), encoding) for line in lines]
    return layout.text(lines)


def _names(health: Health, device: str) -> str:
    firmware = _("firmware {firmware}").format(firmware=health.firmware) if health.firmware else ""
    serial = _("serial {serial}").format(serial=health.serial) if health.serial else ""
    return ", ".join(visible(name) for name in (health.model, device, serial, firmware) if name)


def health_reports(
    reports: Sequence[SavedReport], *, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """Several reports of one file, the worst first; as `health_report`."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    ordered = worst_first(reports)
    blocks = []
    for one in ordered:
        title = _("Report {number} of {count}").format(number=one.number, count=one.count)
        blocks.append(layout.plain(f"== {title} =="))
        blocks.append(health_report(one.rated, width=width, encoding=encoding))
    return "\n\n".join(blocks)
