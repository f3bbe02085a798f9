# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a check: its answer, what is known of the drive, and what was measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.check.answer import check_answer
from driveproof.domain.check.between import CheckComparison, RatingTurn
from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.check.check import Check
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.health.answer import axes
from driveproof.domain.health.report import Health
from driveproof.domain.trim.answer import layers
from driveproof.export.report.answer import answer_sections, findings_block
from driveproof.export.report.document import (
    Drawing,
    FactsBlock,
    Report,
    ReportBlock,
    Section,
    TextBlock,
    footer,
)
from driveproof.export.report.run import known, measured_sections
from driveproof.wording.attachment import attachment_facts
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.check import side_titles
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import bus_title, device_title
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_percent,
    format_size,
    format_taken,
    format_temperature,
    group_digits,
)


def check_comparison_report(
    found: CheckComparison, measured: Report | None = None, *, version: str = ""
) -> Report:
    """The report; `measured` is that of the measurements, None where they are not compared."""
    answer = check_comparison_answer(found)
    return Report(
        title=_("Drive reports of {before} and {after}").format(
            before=date_and_time(found.before.taken), after=date_and_time(found.after.taken)
        ),
        headline=say_texts(answer.sentences),
        word=_word(found),
        subject=side_titles(found),
        sections=(*answer_sections(answer.blocks), *(measured.sections if measured else ())),
        footer=footer(version),
    )


def _word(found: CheckComparison) -> str:
    if found.turned(RatingTurn.WORSE):
        return "odd"
    return "fine" if found.turned(RatingTurn.BETTER) else ""


def check_report(
    check: Check,
    measured: Answer | None,
    drawings: Sequence[Drawing] = (),
    expected: Sequence[Expectation] = (),
    *,
    version: str = "",
) -> Report:
    """The report; `measured` is the answer of its measurement, None without one, `drawings` are its
    pictures, `expected` what its tests can be held against, `version` that of the program.
    """
    device = check.device
    title = device_title(device) if device else check.target
    facts = [device.path, format_size(device.size) if device.size else ""] if device else []
    if device is None or check.target != device.path:
        facts.append(_("checked as {target}").format(target=check.target))
    when = date_and_time(check.taken)
    facts += [when, _("took {duration}").format(duration=format_taken(check.seconds))]
    answer = check_answer(check, expected)
    return Report(
        title=title,
        headline=say_texts(answer.sentences),
        word=check.word,
        subject=(" · ".join(fact for fact in facts if fact),),
        sections=(
            *answer_sections(answer.blocks),
            *_details(check),
            *measured_sections(check.run, measured, drawings),
        ),
        footer=footer(version, when),
    )


def _details(check: Check) -> list[Section]:
    found: list[Section] = []
    device = check.device
    if device is not None:
        pairs: list[tuple[str, str | None]] = [
            (_("Model"), device.model),
            (_("Vendor"), device.vendor),
            (_("Serial number"), device.serial),
            ("WWN", device.wwn),
            (_("Firmware"), device.firmware),
            (
                _("Capacity"),
                _("{count} bytes").format(count=group_digits(device.size)) if device.size else None,
            ),
            (_("Bus"), bus_title(device)),
            *attachment_facts(device),
        ]
        link = check.link
        if link is not None:
            ceiling = format_bandwidth(link.ceiling) if link.ceiling else None
            pairs += [
                (_("Link"), link.now),
                (_("Fastest link"), link.best),
                (_("Link bandwidth"), ceiling),
            ]
        found.append(Section(_("The drive"), (FactsBlock(known(pairs)),)))
    blocks: list[ReportBlock] = []
    if check.verdict is not None and check.verdict.axes:
        blocks.append(findings_block(axes(check.verdict)))
    if check.health is not None and (figures := _figures(check.health)):
        blocks.append(FactsBlock(figures))
    if blocks:
        found.append(Section(_("Health"), tuple(blocks)))
    chain = check.chain
    if chain is not None and chain.layers:
        blocks = [TextBlock(say_text(chain.say)), findings_block(layers(chain))]
        found.append(Section(_("TRIM"), tuple(blocks)))
    return found


def _figures(health: Health) -> tuple[tuple[str, str], ...]:
    counts = (
        (_("Power cycles"), health.power_cycles),
        (_("Unexpected power losses"), health.unsafe_shutdowns),
        (_("Motor starts"), health.start_stops),
        (_("Reallocated sectors"), health.reallocated),
        (_("Pending sectors"), health.pending),
        (_("Uncorrectable errors"), health.uncorrectable),
        (_("Media errors"), health.media_errors),
        (_("Link CRC errors"), health.crc_errors),
    )
    pairs: list[tuple[str, str | None]] = [
        (_("Power-on time"), _of(health.power_on, lambda s: f"{group_digits(s / 3600)}{NARROW}h")),
        (_("Written"), _of(health.written, format_size)),
        (pgettext("amount of data", "Read"), _of(health.read, format_size)),
        (_("Rated life used"), _of(health.used, _percent)),
        (_("Spare blocks left"), _of(health.spare, _percent)),
        (_("Temperature"), _of(health.temperature, format_temperature)),
        *((name, _of(value, group_digits)) for name, value in counts),
        (_("Source"), health.source),
    ]
    return known(pairs)


def _of(value: float | None, write: Callable[[float], str]) -> str | None:
    return None if value is None else write(value)


def _percent(share: float) -> str:
    return format_percent(share)
