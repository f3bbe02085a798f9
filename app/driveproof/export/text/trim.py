# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path and a TRIM as text for the terminal."""

from __future__ import annotations

import shlex

from driveproof.domain.trim.answer import outcome_answer, path_answer, preview_answer
from driveproof.domain.trim.job import STEP_TITLES, TRIMMING, Outcome, Preview, TrimProgress
from driveproof.domain.trim.path import DiscardPath
from driveproof.export.text.answer import answer_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.units import format_percent


def chain_text(chain: DiscardPath, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The answer first, then the layers from top to bottom; safe to print."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    lines = answer_lines(path_answer(chain), layout)
    if chain.udev_rule:
        head = _("The udev rule, a line of a file in {folder}:").format(folder="/etc/udev/rules.d")
        lines += ["", *layout.wrapped(head), one_line(chain.udev_rule)]  # to be copied: not broken
    return layout.text(lines)


def preview_text(
    preview: Preview, *, commit: bool = False, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """What would be done, or with `commit` what is about to be; safe to print."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    lines = answer_lines(preview_answer(preview), layout)
    if preview.refusal is not None:
        return layout.text(lines)
    if not commit:
        what = preview.mount.path if preview.mount else preview.device or preview.target
        command = f"driveproof trim run {shlex.quote(what)}"
        to_do = _("Run: {command}").format(command=command)
        return layout.text([*lines, "", one_line(to_do)])  # never broken: it is to be copied
    for sentence in (*preview.will, *preview.chain.lost):
        lines += ["", *layout.wrapped(one_line(say_text(sentence)))]
    return layout.text(lines)


def progress_text(progress: TrimProgress) -> str:
    """One line about what is done now."""
    step = say_text(STEP_TITLES[progress.step])
    if progress.step != TRIMMING:
        return step
    share = "" if progress.share is None else format_percent(progress.share)
    said = (say_text(one) for one in (progress.done(None), progress.left) if one is not None)
    return "  ".join(filter(None, (step, share, *said)))


def outcome_text(outcome: Outcome, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The result, with what every layer counted and what that proves."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    return layout.text(answer_lines(outcome_answer(outcome), layout))
