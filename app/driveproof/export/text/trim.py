# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path and a TRIM as text for the terminal, the latter in the style of wiper.sh."""

from __future__ import annotations

import shlex

from driveproof.domain.text import shown
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import (
    CANCELLED,
    PROOF_WORDS,
    STEP_TITLES,
    TRIMMING,
    Outcome,
    Preview,
    Tier,
    TrimProgress,
)
from driveproof.domain.trim.path import DiscardPath, PathLayer, PathVerdict, PeriodicTrim
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.finding import findings_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.trim.path import (
    continuous_fact,
    kind_title,
    layer_cost,
    layer_facts,
    layer_question,
    layer_remedy,
    path_notes,
    verdict_word,
)
from driveproof.wording.trim.session import evidence_text, left_words, progress_words
from driveproof.wording.units import format_percent, format_size, format_taken

_TIERS = {
    Tier.ACCEPTED: N_("accepted"),
    Tier.DEVICE_SAYS: N_("device report"),
    Tier.DATA_GONE: N_("data gone"),
    Tier.EFFECT: N_("effect"),
}
_LABEL = 10
_INDENT = "  "
_UNDER = " " * 9  # under the words beside pass, block, unknown


# The discard path


def chain_text(chain: DiscardPath, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The answer first, then the layers from top to bottom; safe to print."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    lines = layout.wrapped(say_text(chain.say))
    for layer in chain.layers:
        lines += ["", *_layer(layer, layout)]
    said = [*_when(chain), *path_notes(chain)]
    if said:
        lines.append("")
    for sentence in said:
        lines += layout.wrapped(sentence, indent="  ")
    return "\n".join(lines)


def _layer(layer: PathLayer, layout: TextLayout) -> list[str]:
    called = say_text(layer.label)
    if layer.kind not in {"bridge", "mount"}:  # these say themselves what they are
        called = f"{kind_title(layer.kind)} {called}"
    # Only where the kernel's name says more than the name does.
    device = f" ({shown(layer.device)})" if layer.device and layer.device not in layer.name else ""
    width = max(map(len, map(verdict_word, PathVerdict))) + 2
    lines = [layout.plain(f"{verdict_word(layer.verdict):<{width}}{called}{device}")]
    details = (
        ("{text}", layer_facts(layer)),
        (_("Source: {text}"), shown(layer.source)),
        (_("Remedy: {text}"), layer_remedy(layer)),
        (_("Drawback: {text}"), layer_cost(layer)),
        (_("As root: {text}"), layer_question(layer)),
    )
    for label, text in details:
        if text:
            words = layout.wrapped(label.format(text=text), beside=len(_UNDER))
            lines += [_UNDER + line for line in words]
    return lines


def _when(chain: DiscardPath) -> list[str]:
    said = []
    if chain.continuous is not None:
        state = _("on") if chain.continuous else _("off")
        said.append(
            _("{name}: {text}.").format(
                name=_("Continuous TRIM"),
                text=_("{first} ({second})").format(first=state, second=continuous_fact(chain)),
            )
        )
    if chain.periodic is not None:
        said.append(_("Periodic TRIM: {timer}").format(timer=_timer(chain.periodic)))
    return said


def _timer(periodic: PeriodicTrim) -> str:
    why = findings_text(periodic.why)
    if not periodic.installed:
        return why or _("unknown")
    state = _("unknown")
    if periodic.enabled is not None:
        state = _("fstrim.timer is on") if periodic.enabled else _("fstrim.timer is off")
        if periodic.enabled and not periodic.active:
            state = _("fstrim.timer is enabled, but not running")
    last, following = _("never run"), ""
    if periodic.last is not None:
        last = _("last run {moment}").format(moment=date_and_time(periodic.last))
    if periodic.next is not None:
        following = _("next run {moment}").format(moment=date_and_time(periodic.next))
    times = ", ".join(filter(None, (last, following)))
    return f"{state}; {times}. {why}".strip()


# A TRIM


def preview_text(
    preview: Preview, *, commit: bool = False, width: int | None = None, encoding: str = "utf-8"
) -> str:
    """What would be done, or with `commit` what is about to be; safe to print."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    lines = []
    for label, words in _head(preview):
        first, *rest = layout.wrapped(one_line(words), beside=_LABEL + 2)
        lines.append(layout.plain(f"{label:<{_LABEL}}: {first}"))
        lines += [layout.plain(" " * (_LABEL + 2) + line) for line in rest]
    for note in preview.notes:
        lines += layout.wrapped(one_line(say_text(note)))
    if preview.refusal is not None:
        refusal = message_and_advice(preview.refusal, Face.TERMINAL)
        lines += layout.wrapped(one_line(refusal))
        return "\n".join(lines)
    if not commit:
        what = preview.mount.path if preview.mount else preview.device or preview.target
        command = f"driveproof trim run {shlex.quote(what)}"
        to_do = _("Run: {command}").format(command=command)
        lines.append(layout.plain(one_line(to_do)))
        return "\n".join(lines)
    for sentence in (*preview.will, *preview.chain.lost):
        lines += ["", *layout.wrapped(one_line(say_text(sentence)))]
    return "\n".join(lines)


def progress_text(progress: TrimProgress) -> str:
    """One line about what is done now."""
    if progress.step != TRIMMING:
        return say_text(STEP_TITLES[progress.step])
    share = "" if progress.share is None else format_percent(progress.share)
    parts = (_("Trimming"), share, progress_words(progress, None), left_words(progress))
    return "  ".join(filter(None, parts))


def outcome_text(outcome: Outcome, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The result, with what every layer counted and what that proves."""
    layout = TextLayout(width or WIDTH, encoding=encoding)
    lines = [_("Cancelled.")] if outcome.status == CANCELLED else []
    text = _("{size} trimmed in {time}.")
    lines.append(
        text.format(size=format_size(outcome.discarded), time=format_taken(outcome.seconds))
    )
    for layer in outcome.layers:
        count = _("unknown")
        if layer.discarded is not None:
            count = format_size(layer.discarded)
        lines.append(f"{_INDENT}{one_line(layer.name):<12} {count}")
    lines = [layout.plain(line) for line in lines]
    for proof in outcome.proof:
        tier = _(_TIERS[proof.tier])
        lines += ["", layout.plain(f"{tier}: {say_text(PROOF_WORDS[proof.verdict])}")]
        words = layout.wrapped(one_line(evidence_text(proof)), beside=len(_INDENT))
        lines += [_INDENT + line for line in words]
    for problem in outcome.problems:
        text = message_and_advice(problem, Face.TERMINAL)
        lines += layout.wrapped(one_line(text))
    return "\n".join(lines)


def _head(preview: Preview) -> list[tuple[str, str]]:
    where = _("not mounted")
    if preview.mount is not None:
        where = _("mounted at {path}").format(path=preview.mount.path)
    kind = preview.filesystem or _("no file system")
    rows = [
        (_("Target"), f"{preview.device or preview.target} ({kind}, {where})"),
        (_("Method"), say_text(preview.method)),
        (_("TRIM"), say_text(preview.chain.say)),
    ]
    if preview.free is not None:
        rows.append((_("Free"), _free(preview.free)))
    return rows


def _free(free: FreeSpace) -> str:
    words = [value_text(free.words)]
    if free.share is not None:
        words.append(_("{share} of the file system").format(share=format_percent(free.share)))
    if free.largest:
        words.append(_("largest {size}").format(size=format_size(free.largest)))
    return ", ".join(words)
