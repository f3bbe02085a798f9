# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof experiment`: an experiment (before, action, after), over days and reboots."""

from __future__ import annotations

import math
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.asking import ask, can_ask, warn_of_failing, warn_of_others
from driveproof.cli.early_end import cancelling
from driveproof.cli.live_line import LiveLine
from driveproof.cli.output import (
    print_json,
    put,
    report_path,
    say,
    say_note,
    terminal,
    write_text,
)
from driveproof.cli.run import RunProgressLine
from driveproof.cli.trim_run import TrimProgressLine
from driveproof.cli.trim_run import confirm as confirm_trim
from driveproof.composition.application import Application
from driveproof.composition.drive_facts import rates_and_class
from driveproof.composition.experiment import ExperimentService
from driveproof.composition.experiment_steps import begin_experiment, experiment_runner
from driveproof.composition.profiles import profiles_of
from driveproof.composition.rendering import ComparisonFile, ExperimentReport
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import forecast, sentences
from driveproof.domain.experiment.action import Action
from driveproof.domain.experiment.experiment import Experiment
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.engine.experiment.judge import judge_experiment
from driveproof.export.json import text_of
from driveproof.export.json.experiment import experiment_document, experiments_document
from driveproof.export.text.comparison import comparison_table
from driveproof.export.text.experiment import experiment_text, experiments_table
from driveproof.export.text.layout import plain
from driveproof.history.curves import load_drawn
from driveproof.history.experiments import Experiments, KeptExperiment
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message, message_and_advice
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import format_duration

if TYPE_CHECKING:
    import argparse

    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.trim.job import Preview


FILES = (".html", ".pdf", ".json")


class WaitLine(LiveLine):
    """Prints how long the next run is waited for: counts down on a terminal, once elsewhere."""

    _said = ""

    def __call__(self, left: float) -> None:
        """Print the seconds that are left; none at the end of the wait."""
        if not left:
            self.clear()
            return
        if self.live:
            self.show(_waiting(left))
        elif not self._said:
            self._said = _waiting(left)
            self.say(self._said)


def _waiting(seconds: float) -> str:
    text = _("Next run in {time}. Ctrl-C stops waiting; {option} does not wait.")
    return text.format(time=format_duration(math.ceil(seconds)), option="--now")


def experiment(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    do = {"new": _new, "list": _list, "show": _show, "continue": _continue, "cancel": _cancel}
    status = do[arguments.experiment_command](app, arguments)
    say_note(app.history.message)
    return status


def _new(app: Application, arguments: argparse.Namespace) -> int:
    request = ExperimentRequest(
        profile=profiles_of(app).find(arguments.profile),
        target=arguments.target,
        action=Action(arguments.action),
        text=arguments.text,
        scheduler=arguments.scheduler,
        mount_option=arguments.mount_option,
        name=arguments.name,
        repeats=arguments.repeats,
        baselines=arguments.baselines,
        size=arguments.size,
        seconds=arguments.seconds,
        cache=arguments.cache,
    )
    experiment = begin_experiment(app, request)
    _say_cost(app, request.profile, experiment)
    _print(app, arguments, experiment)
    return 0


def _say_cost(app: Application, profile: Profile, experiment: Experiment) -> None:
    """Print what it costs, before anything is measured."""
    rates, speed = None, SpeedClass.OTHER
    with suppress(DriveproofError):  # it costs what it costs at most
        rates, speed = rates_and_class(app, experiment.target.path)
    cost = forecast.cost(experiment, profile, experiment.stages, rates, speed)
    say(plain(say_text(cost.whole(experiment.plan))) + ".")


def _list(app: Application, arguments: argparse.Namespace) -> int:
    experiments = Experiments(app.history).all()
    if arguments.json:
        print_json(experiments_document(experiments))
    else:
        put(experiments_table(experiments, encoding=terminal()["encoding"]))
    return 0


def _show(app: Application, arguments: argparse.Namespace) -> int:
    output = report_path(arguments.output, FILES)
    kept = Experiments(app.history).find(arguments.experiment)
    _print(app, arguments, kept.experiment)
    if output is not None:
        write_report(app, kept, output, binary=arguments.mib)
    return 0


def _cancel(app: Application, arguments: argparse.Namespace) -> int:
    found = Experiments(app.history).find(arguments.experiment).experiment
    _print(app, arguments, ExperimentService(app).cancel(found.id))
    return 0


def _continue(app: Application, arguments: argparse.Namespace) -> int:
    line, wait = TrimProgressLine(sys.stderr), WaitLine(sys.stderr)
    found = Experiments(app.history).find(arguments.experiment).experiment
    if arguments.no_more_runs:
        _print(app, arguments, ExperimentService(app).end(found.id))
        return 0
    if found.stage is not None and found.stage.measures:
        warn_of_others(app, arguments.moved_to or found.target.path)
        warn_of_failing(app, arguments.moved_to or found.target.path, yes=arguments.yes)
    going = experiment_runner(
        app,
        found.id,
        RunProgressLine(sys.stderr, binary=getattr(arguments, "mib", False)),
        on_trim=line,
        confirm=lambda experiment: _asked(experiment, yes=arguments.yes),
        confirm_trim=lambda preview: _trim_asked(preview, yes=arguments.yes),
        tell=lambda note: say(note_text(note)),
        left=wait,
    )
    try:
        with cancelling(going):
            experiment = going.advance(
                arguments.moved_to,
                no_more_baselines=arguments.skip_baselines,
                at_once=arguments.now,
            )
    finally:
        wait.clear()
        line.clear()
    _print(app, arguments, experiment)
    return 0


def _trim_asked(preview: Preview, *, yes: bool) -> None:
    with _interruptible():
        confirm_trim(preview, yes=yes)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end a question at once: no measurement is running that has to end cleanly."""
    before = {
        number: signal.getsignal(number)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    for number in before:
        usual = number == signal.SIGINT
        signal.signal(number, signal.default_int_handler if usual else signal.SIG_DFL)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _asked(experiment: Experiment, *, yes: bool) -> bool:
    """Whether the person confirms that it is done: nobody does where nobody can answer."""
    if yes:
        return True
    if not can_ask():
        return False
    with _interruptible():
        question = plain(say_texts(sentences.question(experiment)))
        text = _("{question} Type {word}: ").format(question=question, word="yes")
        return ask(text).strip() == "yes"


def _print(app: Application, arguments: argparse.Namespace, experiment: Experiment) -> None:
    """Print the experiment, and its comparison if there is one."""
    if arguments.json:
        print_json(
            experiment_document(experiment, Experiments(app.history).load(experiment.id).result)
        )
        return
    comparison = _comparison(app, arguments, experiment) if experiment.verdict is not None else ""
    put(experiment_text(experiment, verdict=not comparison, **terminal()))
    if comparison:
        put(f"\n{comparison}")


def _comparison(app: Application, arguments: argparse.Namespace, experiment: Experiment) -> str:
    """The table, "" where one of its runs was deleted: only the verdict's sentence was stored."""
    try:
        judged = judge_experiment(experiment, app.history, app.run_health)
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return ""
    options = {"binary": arguments.mib, "details": arguments.details}
    answer = comparison_answer(judged.comparison)
    return comparison_table(judged.comparison, answer, judged.spans, **options, **terminal())


def write_report(app: Application, kept: KeptExperiment, output: Path, *, binary: bool) -> None:
    """Write the report in the format of the file's suffix. Raises MachineError."""
    if output.suffix.lower() == ".json":
        document = experiment_document(kept.experiment, kept.result)
        write_text(text_of(document), str(output))
    else:
        app.draw(ExperimentReport(kept.experiment, *_sides(app, kept)), output, binary=binary)
    say(_("{path} is written.").format(path=output))


def _sides(app: Application, kept: KeptExperiment) -> tuple[ComparisonFile | None, str]:
    """The sides with their curves; None and the reason when a run was deleted."""
    experiment = kept.experiment
    if experiment.verdict is None:
        return None, ""
    try:
        judged = judge_experiment(experiment, app.history, app.run_health)
        curves = {run: load_drawn(app.history, run)[1] for run in experiment.runs}
    except DriveproofError as error:
        return None, _("Not comparable: {reason}").format(reason=message(error))
    return ComparisonFile(judged.comparison, judged.spans, curves), ""
