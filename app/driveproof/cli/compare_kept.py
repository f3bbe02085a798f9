# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof compare`: which runs or checks are compared, as their words say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.compare import answered, compare, slower_by
from driveproof.cli.output import print_json, put, report_path, say, terminal, write_text
from driveproof.cli.selected import find_kept
from driveproof.cli.usage import conflict, needs
from driveproof.composition.rendering import ChecksReport
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.export.json import text_of
from driveproof.history.checks import SelectedResults, mixed_kinds
from driveproof.history.earlier import previous
from driveproof.history.query import ambiguous
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from driveproof.composition.application import Application

PREVIOUS = "previous"
"""As BEFORE of `compare`: the newest earlier run of the same drive and profile as AFTER."""


def compare_kept(app: Application, arguments: argparse.Namespace) -> int:
    """Compare the runs or the checks that are named, and return the exit status. Raises
    DriveproofError.
    """
    found = [find_kept(app, one) for one in arguments.after]
    first = None if arguments.before == PREVIOUS else find_kept(app, arguments.before)
    if any(each.checks for each in found) or (first is not None and first.checks):
        if first is None:
            raise conflict(PREVIOUS, arguments.after[0])
        return compare_checks(app, arguments, [first, *found])
    after = [list(each.runs) for each in found]
    before = _previous(app, after) if first is None else list(first.runs)
    base = list(find_kept(app, arguments.base).runs) if arguments.base else None
    return compare(app, arguments, [before, *after], base)


def _previous(app: Application, after: list[list[str]]) -> list[str]:
    """The run before a single one, of the same drive and profile."""
    if len(after) != 1 or len(after[0]) != 1:
        raise needs(PREVIOUS, "RUN")
    found = previous(app.history, after[0][0])
    if found is None and app.history.load(after[0][0]).target.identity is None:
        raise MachineError(
            "The drive of {run_id} has no serial number: its earlier runs are unknown.",
            run_id=after[0][0],
            advice=Advice("Name two runs."),
        )
    if found is None:
        raise MachineError(
            "There is no earlier run with the drive and profile of {run_id}.",
            run_id=after[0][0],
            advice=Advice(Remedy.LIST_RUNS),
        )
    return [found.id]


FILES = (".html", ".pdf", ".json")


def compare_checks(
    app: Application, arguments: argparse.Namespace, found: Sequence[SelectedResults]
) -> int:
    """Print the comparison of the checks in `found` and return the exit status.

    Raises UsageError unless two checks are named, MachineError for one that cannot be read, and
    when a verdict is required but nothing was measured.
    """
    from driveproof.engine.check.compare import compared_checks  # noqa: PLC0415
    from driveproof.export.json.check_comparison import check_comparison_document  # noqa: PLC0415
    from driveproof.export.text.check_comparison import check_comparison_page  # noqa: PLC0415

    output = report_path(arguments.output, FILES)
    before, after = _two([arguments.before, *arguments.after], found)
    if arguments.forum:
        raise conflict("--forum", before)
    compared = compared_checks(app.history, before, after)
    measured, asked = compared.found.measured, arguments.fail_if_slower
    if asked is not None and measured is None:
        raise MachineError(
            "Not both drive reports have a benchmark.",
            advice=Advice("Check the drive again without {option}.", option="--no-measurement"),
        )
    answer = None if asked is None or measured is None else slower_by(measured, asked)
    if arguments.json:
        print_json(check_comparison_document(compared.found, margin=answer))
    else:
        put(
            check_comparison_page(
                compared.found,
                margin=answer,
                binary=arguments.mib,
                details=arguments.details,
                **terminal(),
            )
        )
    if output is not None:
        if output.suffix.lower() == ".json":
            document = check_comparison_document(compared.found, margin=answer)
            write_text(text_of(document), str(output))
        else:
            drawn = ChecksReport(compared.found, compared.curves)
            app.draw(drawn, output, binary=arguments.mib)
        say(_("{path} is written.").format(path=output))
    return 0 if answer is None or measured is None else answered(answer, measured)


def _two(words: Sequence[str], found: Sequence[SelectedResults]) -> tuple[str, str]:
    runs = [run for each in found for run in each.runs]
    if runs:
        raise mixed_kinds(next(one for each in found for one in each.checks), runs[0])
    for word, each in zip(words, found, strict=True):
        if len(each.checks) > 1:
            raise ambiguous(word, each.checks)
    ids = [each.checks[0] for each in found]
    if len(ids) != 2:
        raise UsageError("{count} selected; the maximum is {most}.", most=2, count=len(ids))
    return ids[0], ids[1]
