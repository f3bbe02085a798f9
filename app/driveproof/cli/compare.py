# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof compare`: whether a change made a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import plain_lines, print_json, put, report_path, say, terminal
from driveproof.cli.usage import conflict
from driveproof.composition.rendering import ComparisonFile
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.conditions import in_turn_names
from driveproof.domain.comparison.health_over_runs import health_spans
from driveproof.domain.comparison.margin import Margin, MarginAnswer, margin, margin_sentences
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.overview import column_named, overview, run_twice
from driveproof.domain.comparison.pooling import MOST_SIDES
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.experiment.plan import look_alpha
from driveproof.engine.judged import judged_sides
from driveproof.export.json.comparison import comparison_document
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.fio.stream import written_bytes
from driveproof.history.curves import load_drawn
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_texts, value_text
from driveproof.wording.units import NARROW, format_percent

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from driveproof.composition.application import Application
    from driveproof.domain.run.run import Run
    from driveproof.history.curves import Curves

BAD = 1
"""Exit status for a slower result, with --fail-if-slower."""

FILES = (".html", ".pdf", ".png", ".svg", ".csv", ".json", ".txt")
_LABEL = "label:"


def compare(
    app: Application,
    arguments: argparse.Namespace,
    found: Sequence[Sequence[str]],
    base: Sequence[str] | None = None,
) -> int:
    """Print the comparison of the runs in `found` and return the exit status.

    `base` are the runs of the side that the others are compared with, None for the first. Raises
    UsageError for more than MOST_SIDES, for a run on several of more than two sides, and for a base
    or a test that is not among them; MachineError for a run that cannot be read, and when a verdict
    is required but nothing is comparable.
    """
    output = report_path(arguments.output, FILES)
    if arguments.forum and arguments.json:
        raise conflict("--json", "--forum")
    words = [arguments.before, *arguments.after]
    _refuse_many(found)
    words, found = _base_first(words, found, base)
    curves: dict[str, Curves] = {}
    comparison = judged_sides(app.history, _sides(app, words, found, curves))
    sort = _column(comparison, arguments.sort)
    kept = {run.id: app.run_health(run.id) for side in comparison.sides for run in side.runs}
    spans = health_spans(comparison.sides, kept, written_bytes)
    asked = arguments.fail_if_slower
    slower = None if asked is None else slower_by(comparison, asked)
    answer = comparison_answer(comparison, margin=slower, sort=sort)
    if arguments.json:
        print_json(comparison_document(comparison, answer, spans, margin=slower))
    elif arguments.forum:
        put(plain_lines(forum_comparison(comparison)), end="")
        if slower is not None and slower.answer is not MarginAnswer.UNKNOWN:  # which is an error
            say(say_texts(margin_sentences(slower, comparison)))
    else:
        put(
            comparison_table(
                comparison,
                answer,
                spans,
                binary=arguments.mib,
                details=arguments.details,
                **terminal(),
            )
        )
    if output is not None:
        app.draw(ComparisonFile(comparison, spans, curves), output, binary=arguments.mib)
        say(_("{path} is written.").format(path=output))
    return 0 if slower is None else answered(slower, comparison)


def _refuse_many(found: Sequence[Sequence[str]]) -> None:
    if len(found) > MOST_SIDES:
        raise UsageError(
            "{count} selected; the maximum is {most}.",
            count=len(found),
            most=MOST_SIDES,
            advice=Advice("Pool runs with the same label."),
        )
    twice = run_twice(found) if len(found) > 2 else None
    if twice is not None:
        raise UsageError("The run {run_id} is named twice.", run_id=twice)


def _base_first(
    words: list[str], found: Sequence[Sequence[str]], base: Sequence[str] | None
) -> tuple[list[str], Sequence[Sequence[str]]]:
    """The sides with the base as the first one, the others in their order."""
    if base is None:
        return words, found
    at = next((at for at, runs in enumerate(found) if set(runs) == set(base)), None)
    if at is None:
        raise UsageError("{option} must be one of the compared runs.", option="--base")
    rest = [*range(at), *range(at + 1, len(found))]
    return [words[one] for one in (at, *rest)], [found[one] for one in (at, *rest)]


def _column(comparison: Comparison, word: str | None) -> int | None:
    """The number of the test to sort by; None where nothing is to be sorted."""
    if word is None:
        return None
    found = overview(comparison)
    titles = [value_text(metric_title(one.metric)) for one in found.columns]
    column = column_named([one.metric.name for one in found.columns], word)
    if column is None:
        column = column_named([title.replace(NARROW, " ") for title in titles], word)
    if column is None:
        raise UsageError(
            "There is no test '{word}'.",
            word=word,
            advice=Advice(
                "Choose one of: {options}.",
                options="; ".join(title.replace(NARROW, " ") for title in titles),
            ),
        )
    return column


def slower_by(comparison: Comparison, percent: float) -> Margin:
    """Whether anything is slower by that much: a script asks again after another run, so that each
    time has a share of the chance of a false answer.
    """
    before, *others = comparison.runs
    return margin(comparison, percent / 100, alpha=look_alpha(before, min(others)))


def answered(found: Margin, comparison: Comparison) -> int:
    """The exit status: 0 only where these repeats show that nothing is slower by that much.

    Raises MachineError where they cannot show it.
    """
    if found.answer is MarginAnswer.UNKNOWN:
        raise MachineError(
            "It is unknown whether a test is slower by more than {share}.",
            advice=Advice("{text}", text=say_texts(margin_sentences(found, comparison))),
            share=format_percent(found.share, figures=6),
        )
    return BAD if found.answer is MarginAnswer.SLOWER else 0


def _sides(
    app: Application,
    words: Sequence[str],
    found: Sequence[Sequence[str]],
    curves: dict[str, Curves],
) -> tuple[Side, ...]:
    """The sides of the comparison; fills `curves` with what can be drawn of their runs."""
    loaded = [tuple(_loaded(app, one, curves) for one in ids) for ids in found]
    if len(loaded) == 2 and all(len(runs) == 1 for runs in loaded):
        names = in_turn_names(loaded[0][0], loaded[1][0])
        if names is not None:
            return tuple(map(Side, names, loaded))
    sides: list[Side] = []
    for word, runs in zip(words, loaded, strict=True):
        labels = {run.label for run in runs}
        name = labels.pop() if len(labels) == 1 else word.removeprefix(_LABEL)
        name = name.strip() or runs[0].id
        if any(side.name == name for side in sides):
            name = f"{name} ({runs[0].id})"
        sides.append(Side(name, runs))
    return tuple(sides)


def _loaded(app: Application, run_id: str, curves: dict[str, Curves]) -> Run:
    run, curves[run.id] = load_drawn(app.history, run_id)
    return run
