# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof health`: how healthy a drive is."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.output import REPORTS, print_json, put, report_path, say, terminal
from driveproof.cli.usage import conflict, needs, option
from driveproof.composition.rendering import HealthReport
from driveproof.domain.errors import Advice, DriveproofError, MachineError, Remedy
from driveproof.domain.health.adapter import AdapterSearch, AdapterType
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.trends import UNTRACED, Trends, trends_of
from driveproof.domain.health.verdict import is_failing
from driveproof.domain.quantity import OneOf
from driveproof.domain.text import visible
from driveproof.engine.health.service import WAKE_SECONDS
from driveproof.export.text.adapter import PLACE, adapter_text
from driveproof.export.text.health import health_report, health_reports
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, advice_text

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.health.adapter import AdapterWish
    from driveproof.domain.health.report import Health
    from driveproof.domain.health.saved_report import SavedReport
    from driveproof.engine.health.view import HealthView

SAVED = (".html", ".pdf", ".txt", ".json", ".csv")
"""What `--output` writes, by the suffix."""
OF_SEVERAL = (".txt", ".json")
"""Those of them that have room for the reports of several drives."""
BAD = 1
"""Exit status for a drive that is failing now."""


def health(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    output = report_path(arguments.output, SAVED)
    _check_source(arguments)
    if arguments.file:
        from driveproof.composition.saved_reports import reports_of  # noqa: PLC0415

        reports = reports_of(arguments.file)
        if len(reports) > 1:
            return _several(reports, arguments, output)
        device, rated = None, reports[0].rated
    else:
        inventory = app.inventory()
        asked = find(arguments.device, inventory)
        drive = inventory.drive_below(asked)
        if drive.name != asked.name:
            say(
                _("{device} is on {drive}.").format(
                    device=visible(asked.path), drive=visible(drive.path)
                )
            )
        if arguments.enable_smart:
            app.health_service.switch_smart_on(drive)
            say(_("SMART is enabled."))
        wish = _wish(arguments.adapter_type)
        whole = arguments.as_admin or wish is not None
        view = view_of(app, drive, inventory, whole=whole, wish=wish, wake=arguments.wake)
        if view.health.asleep and view.health.known:
            say(advice_text(Advice(Remedy.WAKE, path=drive.path), Face.TERMINAL))
        device, rated = drive.path, view.rated(_trends(app, view))
    shown = visible(device or "")
    if output is not None and output.suffix.lower() in REPORTS:
        app.draw(HealthReport(rated, device or ""), output)
    elif output is not None:
        from driveproof.export.health_file import write_health  # noqa: PLC0415 - numpy

        write_health(output, rated, device=device)
    if arguments.json:
        from driveproof.export.json.health import health_document  # noqa: PLC0415 - numpy

        print_json(health_document(rated, device=device))
    else:
        put(health_report(rated, device=shown, **terminal()))
        if arguments.adapter_type:
            _offer_adapter(rated.health)
    if output is not None:
        say(_("{path} is written.").format(path=output))
    return BAD if is_failing(rated.verdict) else 0


def _offer_adapter(health: Health) -> None:
    """What to send to smartmontools, where its database lacks the adapter."""
    if text := adapter_text(health):
        say(_("smartctl's drive database lacks this USB adapter. To have it added, send this text"
              " to {place}:").format(place=PLACE))  # fmt: skip
        put(f"\n{text}")


def _trends(app: Application, view: HealthView) -> Trends:
    """How its values moved since the oldest kept reading; nothing where none can be read."""
    if view.may_be_kept:
        with suppress(DriveproofError):
            return trends_of(app.health_service.snapshots(view.identity), view.health)
    return UNTRACED


def _several(
    reports: tuple[SavedReport, ...], arguments: argparse.Namespace, output: Path | None
) -> int:
    """All reports of one file; the status is that of the worst. Raises MachineError."""
    from driveproof.export.files import write_data  # noqa: PLC0415 - numpy
    from driveproof.export.health_file import several_text  # noqa: PLC0415 - numpy
    from driveproof.export.json.health import reports_document  # noqa: PLC0415 - numpy

    if output is not None and output.suffix.lower() not in OF_SEVERAL:
        raise MachineError(
            "{format} shows one result, not {count}.",
            count=len(reports),
            format=output.suffix.lower(),
            advice=Advice("Choose one of: {options}.", options=OneOf(OF_SEVERAL)),
        )
    if arguments.json:
        print_json(reports_document(reports))
    else:
        put(health_reports(reports, **terminal()))
    if output is not None:
        write_data(output, several_text(output.suffix.lower().removeprefix("."), reports))
        say(_("{path} is written.").format(path=output))
    return BAD if any(is_failing(one.verdict) for one in reports) else 0


def _check_source(arguments: argparse.Namespace) -> None:
    """Raises UsageError unless one source is named, and the options are for that."""
    if arguments.device and arguments.file:
        raise conflict("DEVICE", "--report")
    if not arguments.device and not arguments.file:
        raise needs("health", "DEVICE|--report FILE")
    for name in ("enable_smart", "as_admin", "wake", "adapter_type"):
        if arguments.file and getattr(arguments, name):
            raise conflict(option(name), "--report")


def _wish(word: str | None) -> AdapterWish | None:
    if word is None:
        return None
    return AdapterSearch(word) if word in tuple(AdapterSearch) else AdapterType(word)


def view_of(
    app: Application,
    device: BlockDevice,
    inventory: Inventory,
    *,
    whole: bool = False,
    wish: AdapterWish | None = None,
    wake: bool = False,
) -> HealthView:
    """The health of a drive and its verdict; `whole` reads as root, through a USB adapter as one
    `wish`es, which wakes it, as `wake` does. Raises DriveproofError.
    """
    service = app.health_service
    if whole:
        return service.look_whole(device, inventory, wish)
    if wake:
        reading = service.asked(device, inventory, occasion=Occasion.WAKE, timeout=WAKE_SECONDS)
    else:
        reading = service.asked(device, inventory)
    return service.view(device, inventory, reading)


def find(word: str, inventory: Inventory) -> BlockDevice:
    """The device of a path, symbolic link, kernel name or mount point. Raises MachineError."""
    path = Path(word)
    try:
        real = str(path.resolve())
    except (OSError, RuntimeError, ValueError):
        real = word
    points = inventory.mount_points()
    for name in (word, real):
        found = inventory.get(name) or points.get(name)
        if found is not None:
            return found
    raise MachineError(
        "{path} is not a device or folder.",
        path=word,
        advice=Advice(Remedy.NAME_DEVICE),
    )
