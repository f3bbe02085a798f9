# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof test`: tests whole drives, over days and reboots; several at once."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from driveproof.cli.asking import ask, can_ask, tell, warn_of_failing, warn_of_others
from driveproof.cli.early_end import cancelling
from driveproof.cli.live_line import LiveLine
from driveproof.cli.output import print_json, put, report_path, say, say_note, terminal, write_text
from driveproof.composition.drive_test import DriveTestService
from driveproof.composition.rendering import DriveTestReport
from driveproof.domain.drive_test.drive_test import STEP_TITLES, DriveTest, DriveTestStep
from driveproof.domain.drive_test.plan import cost_sentences
from driveproof.domain.drive_test.rules import DriveVerdict, verdict
from driveproof.domain.errors import Advice, CancelledError, DriveproofError, RefusedError, Remedy
from driveproof.domain.text import shown
from driveproof.engine.drive_test.create import DriveTestRequest
from driveproof.export.json.drive_test import (
    drive_test_document,
    drive_test_json,
    drive_tests_document,
)
from driveproof.export.text.drive_test import drive_test_page, drive_tests_table
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import (
    format_bandwidth,
    format_duration,
    format_percent,
    format_size,
)

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application
    from driveproof.engine.drive_test.runner import DriveTestProgress, DriveTestRunner
    from driveproof.engine.run.overwrite import WritePlan

FILES = (".html", ".pdf", ".json")


def test(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    do = {"new": _new, "list": _list, "show": _show, "continue": _continue, "cancel": _cancel}
    status = do[arguments.test_command](app, arguments)
    say_note(app.history.message)
    return status


def _new(app: Application, arguments: argparse.Namespace) -> int:
    service = DriveTestService(app)
    planned = []
    for target in arguments.targets:
        warn_of_others(app, target)
        warn_of_failing(app, target, yes=arguments.yes)
        request = DriveTestRequest(
            path=target,
            overwrite=arguments.overwrite_device,
            without=tuple(DriveTestStep(one) for one in arguments.without),
            used=arguments.used,
        )
        one = service.plan(request)
        say(f"{shown(target)}: {say_texts(cost_sentences(one.test))}")
        if one.overwrite is not None:
            confirm(one.overwrite, yes=arguments.yes)
        planned.append(one)
    return _go(app, arguments, [service.begin(one).id for one in planned], confirmed=True)


def confirm(plan: WritePlan, *, yes: bool) -> None:
    """Have the person type which device is overwritten. Raises RefusedError."""
    if yes:
        return
    tell(_("All data on {device} will be lost.").format(device=shown(plan.claim.path)))
    if not can_ask():
        raise RefusedError("Not confirmed. Nothing was changed.", advice=Advice(Remedy.CONFIRM))
    question = _("Overwrite {path}?").format(path=shown(plan.path))
    typed = ask(_("{question} Type {word}: ").format(question=question, word=plan.phrase))
    if not plan.matches(typed):
        raise RefusedError("Not confirmed. Nothing was changed.")


def _list(app: Application, arguments: argparse.Namespace) -> int:
    tests = DriveTestService(app).all()
    if arguments.json:
        print_json(drive_tests_document(tests))
    else:
        put(drive_tests_table(tests, encoding=terminal()["encoding"]))
    return 0


def _show(app: Application, arguments: argparse.Namespace) -> int:
    output = report_path(arguments.output, FILES)
    found = DriveTestService(app).find(arguments.test)
    _print(arguments, found)
    if output is not None:
        if output.suffix.lower() == ".json":
            write_text(drive_test_json(found), str(output))
        else:
            app.draw(DriveTestReport(found), output)
        say(_("{path} is written.").format(path=output))
    return _status(found)


def _cancel(app: Application, arguments: argparse.Namespace) -> int:
    service = DriveTestService(app)
    _print(arguments, service.cancel(service.find(arguments.test).id))
    return 0


def _continue(app: Application, arguments: argparse.Namespace) -> int:
    service = DriveTestService(app)
    found = (service.find(arguments.test),) if arguments.test else service.open()
    confirmed = False
    for one in found:
        one.require_open()
        warn_of_others(app, one.target.path)
        if (plan := service.must_confirm(one)) is not None:
            confirm(plan, yes=arguments.yes)
            confirmed = True
    ids = [one.id for one in found]
    return _go(app, arguments, ids, confirmed=confirmed or arguments.yes)


class DriveTestLine(LiveLine):
    """Prints how far tests are: one live line on a terminal, a line for each step elsewhere."""

    def __init__(self, service_count: int) -> None:
        super().__init__(sys.stderr)
        self._several = service_count > 1
        self._step: dict[str, DriveTestStep | None] = {}
        self._lock = threading.Lock()

    def __call__(self, progress: DriveTestProgress) -> None:
        """Print it."""
        found = progress.test
        step = found.step
        if step is None:
            return
        with self._lock:
            name = f"{shown(found.target.path)}: {say_text(STEP_TITLES[step])}"
            if self._step.get(found.id) != step:
                self._step[found.id] = step
                self.say(name)
            if self.live:
                self.show("  ".join([name, *_figures(progress)]))


def _figures(progress: DriveTestProgress) -> list[str]:
    words = []
    if progress.share is not None:
        words.append(format_percent(progress.share))
    if progress.rate is not None:
        words.append(format_bandwidth(progress.rate))
    if progress.bad:
        words.append(_("{size} bad").format(size=format_size(progress.bad, binary=True)))
    if progress.remaining is not None:
        words.append(_("{time} left").format(time=format_duration(progress.remaining)))
    return words


class _Together:
    """Several tests, each at its own pace in a thread of its own."""

    def __init__(self, runners: list[DriveTestRunner]) -> None:
        self._runners = runners
        self.errors: list[DriveproofError | OSError] = []
        self.bugs: list[BaseException] = []

    def cancel(self) -> None:
        """Let all of them pause."""
        for one in self._runners:
            one.cancel()

    def run(self) -> None:
        """Go on with all of them; what ended one of them is in `errors`."""
        threads = [threading.Thread(target=self._one, args=(one,)) for one in self._runners]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():  # a signal is handled between two waits
                thread.join(0.2)

    def _one(self, runner: DriveTestRunner) -> None:
        try:
            runner.run()
        except (DriveproofError, OSError) as error:
            self.errors.append(error)
        except BaseException as bug:  # noqa: BLE001 - raised again where it is seen
            self.bugs.append(bug)


def _go(app: Application, arguments: argparse.Namespace, ids: list[str], *, confirmed: bool) -> int:
    service = DriveTestService(app)
    line = DriveTestLine(len(ids))
    together = _Together([service.going(one, line, confirmed=confirmed) for one in ids])
    try:
        with cancelling(together):
            together.run()
    finally:
        line.clear()
    if together.bugs:
        raise together.bugs[0]
    found = [service.find(one) for one in ids]
    if arguments.json and len(found) > 1:
        print_json(drive_tests_document(found))
    else:
        for one in found:
            _print(arguments, one)
    status = max(map(_status, found))
    for error in together.errors:
        if isinstance(error, CancelledError):
            say(_("Paused. To go on: {command}").format(command="driveproof test continue"))
            return CancelledError.exit_status
        if not isinstance(error, DriveproofError):
            raise error
        say(message_and_advice(error, Face.TERMINAL))
        status = status or error.exit_status
    return status


def _status(found: DriveTest) -> int:
    return int(verdict(found) is DriveVerdict.RETURN)


def _print(arguments: argparse.Namespace, found: DriveTest) -> None:
    if arguments.json:
        print_json(drive_test_document(found))
    else:
        put(drive_test_page(found, **terminal()))
