# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of everyday tasks: what each took, how much of it was the drive, and how to take that."""

from __future__ import annotations

from driveproof.domain.run.real_life import (
    Copying,
    Row,
    Task,
    answer_of,
    copying_of,
    real_life_rows,
)
from driveproof.domain.run.run import BootTimes, Environment, Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_percent, format_seconds

TITLES = frozenset({
    N_("Make a tree of files"),
    N_("Copy the tree, cold"),
    N_("Copy the tree, warm"),
    N_("Delete the copy"),
    N_("Copy a tree from another drive, cold"),
    N_("Pack the tree, cold"),
    N_("Pack the tree, warm"),
    N_("Unpack the archive, cold"),
    N_("Unpack the archive, warm"),
    N_("Database: insert rows"),
    N_("Database: single commits"),
    N_("Database: count rows, cold"),
    N_("Database: count rows, warm"),
    N_("Database: make an index"),
    N_("Compile a project"),
    N_("All tasks"),
})  # fmt: skip
"""What the tasks are called, whichever profile they are of."""

SERVED = (
    N_("Web server, files on the drive"),
    N_("Web server, files in memory"),
    N_("Mail server"),
    N_("Application start"),
)
"""The tests of servers, for translators: `test_title` finds them."""


def task_title(row: Row) -> str:
    """What a task is called."""
    return _(row.phase.title) if row.phase.title in TITLES else shown(row.phase.title)


def share_text(row: Row) -> str:
    """How much of its time was the drive at most: "62 %"."""
    time = row.time.median
    return format_percent(row.drive / time) if time > 0 else "–"


def real_life_answer(run: Run) -> str:
    """How much of all of it was the drive, in a sentence or two; "" where nothing was measured."""
    found = answer_of(real_life_rows(run))
    if found is None:
        return ""
    said = [
        _(
            "A drive twice as fast would save at most {share} of {time}: CPU"
            " {processor}, drive at most {drive}."
        ).format(
            share=format_percent(found.saved),
            time=format_seconds(found.time),
            processor=format_seconds(found.processor),
            drive=format_seconds(found.drive),
        )
    ]
    if (copying := copying_of(run)) is not None:
        said.append(copying_text(copying))
    return " ".join(said)


def copying_text(copying: Copying) -> str:
    """Which of two drives limits a copy."""
    values = {
        "source": shown(copying.source),
        "target": shown(copying.target),
        "reading": format_percent(copying.reading),
        "writing": format_percent(copying.writing),
        "limit": shown(copying.limit),
    }
    if copying.limit:
        text = _(
            "Copying is limited by {limit}: {source} was busy {reading} of the time,"
            " {target} {writing}."
        )
    else:
        text = _(
            "No drive limits copying: {source} was busy {reading} of the time, {target} {writing}."
        )
    return text.format(**values)


def boot_text(boot: BootTimes) -> str:
    """How long the machine took to start, and in which steps."""
    parts = (
        (_("firmware {time}"), boot.firmware),
        (_("boot loader {time}"), boot.loader),
        (_("kernel {time}"), boot.kernel),
        (_("initial RAM disk {time}"), boot.initrd),
        (_("services {time}"), boot.userspace),
    )
    steps = ", ".join(
        text.format(time=format_seconds(seconds)) for text, seconds in parts if seconds is not None
    )
    return _("{total} ({steps})").format(total=format_seconds(boot.total), steps=steps)


def used_text(environment: Environment) -> str:
    """The programs that the tasks used: "SQLite 3.40.1, gcc 12.2"."""
    used = [_("SQLite {version}").format(version=environment.sqlite)] if environment.sqlite else []
    used += [environment.compiler] if environment.compiler else []
    return ", ".join(map(shown, used))


def real_life_notes(run: Run) -> list[str]:
    """How to take the figures."""
    said = [
        _("Each time includes syncfs. Cold: the file data is not in memory."),
        _("The drive's share is an upper bound: the time it was busy."),
    ]
    if any(row.task is Task.COMPILE for row in real_life_rows(run)):
        said.append(_("The compiler's own files are in memory."))
    if (used := used_text(run.environment)) != "":
        said.append(_("Programs used: {programs}.").format(programs=used))
    if run.environment.boot is not None:
        said.append(
            _("Last start of this computer: {times}. Details: {command}").format(
                times=boot_text(run.environment.boot), command="systemd-analyze plot"
            )
        )
    return said
