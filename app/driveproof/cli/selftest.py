# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof selftest`: the tests that a drive does by itself, started, followed and listed."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from datetime import UTC, datetime

from driveproof.cli.health import find, view_of
from driveproof.cli.output import print_json, put, say, terminal
from driveproof.cli.usage import conflict
from driveproof.composition.application import Application
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.health.kept_tests import seconds_left
from driveproof.domain.health.report import TEST_FAILED
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.text import visible
from driveproof.engine.health.view import HealthView
from driveproof.export.json.self_tests import self_test_document
from driveproof.export.text.self_tests import self_test_report
from driveproof.wording.catalogue import _
from driveproof.wording.health.self_tests import self_test_notice, self_test_progress

BAD = 1
"""Exit status where the test that was waited for failed."""
POLL_SECONDS = 10.0
"""Between two looks at a running test."""


def selftest(
    app: Application,
    arguments: argparse.Namespace,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """List, start, follow or abort self-tests and return the exit status. Raises DriveproofError.

    `pause` waits so many seconds between two looks. Cancelled meanwhile, the drive goes on testing.
    """
    if arguments.kind and arguments.abort:
        raise conflict("--abort", arguments.kind)
    inventory = app.inventory()
    drive = inventory.drive_below(find(arguments.device, inventory))
    service = app.health_service
    view = view_of(app, drive, inventory, whole=arguments.as_admin)
    if arguments.abort:
        service.abort_self_test(drive)
        say(_("The self-test was stopped."))
    elif arguments.kind:
        _start(app, drive, view, SelfTestKind(arguments.kind))
    if arguments.abort or arguments.kind:
        view = view_of(app, drive, inventory)
    bad = False
    if arguments.wait:
        view = _follow(app, drive, inventory, view, pause)
        bad = bool(view.self_tests) and view.self_tests[0].entry.status == TEST_FAILED
    shown = view.health, view.self_tests, view.test_seconds, datetime.now(UTC)
    if arguments.json:
        print_json(self_test_document(*shown, device=drive.path))
    else:
        put(self_test_report(*shown, device=visible(drive.path), **terminal()))
    return BAD if bad else 0


def _start(app: Application, drive: BlockDevice, view: HealthView, kind: SelfTestKind) -> None:
    tests = view.health.self_tests
    if tests is not None and tests.running:
        raise MachineError(
            "A self-test is running.",
            advice=Advice("Wait for it to end, or stop it with {option}.", option="--abort"),
        )
    if tests is not None and tests.kinds and kind not in tests.kinds:
        raise UsageError(
            "{path} has no self-test '{kind}'.",
            path=drive.path,
            kind=kind,
            advice=Advice("Choose one of: {options}.", options=", ".join(tests.kinds)),
        )
    app.health_service.start_self_test(drive, kind)
    say(self_test_notice(kind, view.test_seconds.get(kind)))


def _follow(
    app: Application,
    drive: BlockDevice,
    inventory: Inventory,
    view: HealthView,
    pause: Callable[[float], object],
) -> HealthView:
    """Wait until no test runs any more; each progress is said once."""
    said = ""
    while (tests := view.health.self_tests) is not None and tests.running:
        pending = next((one for one in view.self_tests if one.running), None)
        kind = tests.kind or (pending.entry.kind if pending is not None else "")
        left = seconds_left(tests, view.test_seconds, pending, datetime.now(UTC))
        words = self_test_progress(kind, tests.remaining, left)
        if words != said:
            say(words)
            said = words
        pause(min(POLL_SECONDS, left) if left else POLL_SECONDS)
        view = view_of(app, drive, inventory)
    return view
