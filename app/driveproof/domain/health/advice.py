# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What to do about a health verdict: the most urgent first, each as a code and a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.health.rules import VIRTUAL
from driveproof.domain.health.verdict import (
    FAILING,
    FAILING_NOW,
    GOOD,
    LINK,
    MEDIA,
    THERMAL,
    UNKNOWN,
    WATCH,
    WEAR,
    WORN,
    Advice,
    AxisVerdict,
    Cause,
    Do,
)

_SENTENCES = {
    Do.COPY_AND_REPLACE: "Copy what matters now, then replace it.",
    Do.COPY_AND_TEST: (
        "Copy what matters now, then run an extended self-test; replace it if that fails or the"
        " errors keep growing."
    ),
    Do.CHECK_COPY_AND_TEST: (
        "Make sure that what matters is copied, then run an extended self-test."
    ),
    Do.PLAN_REPLACEMENT: "Keep a copy of what matters, and plan to replace it.",
    Do.CHECK_CABLE: "Check the data cable and its plugs, and replace the cable if errors go on.",
    Do.CHECK_PORT: "Try another port or cable: the link is slower than both ends allow.",
    Do.COOL: "Cool it: clear the air vents, check the fans, add a heat sink.",
    Do.WARM: "Let it warm up to room temperature before you use it.",
    Do.ASK_HOST: "Check the health of the host's own drives.",
    Do.ASK_DIRECTLY: "Connect it without an adapter, and ask it again.",
    Do.KEEP_COPY: "Keep a copy of what matters: nothing says how long this drive will last.",
}

# The most urgent first. What fails is no matter of its axis.
_BY_AXIS = (
    (MEDIA, WORN, Do.COPY_AND_TEST),
    (MEDIA, WATCH, Do.CHECK_COPY_AND_TEST),
    (FAILING_NOW, WATCH, Do.CHECK_COPY_AND_TEST),
    (WEAR, WORN, Do.PLAN_REPLACEMENT),
    (WEAR, WATCH, Do.PLAN_REPLACEMENT),
)


def advise(
    health: Health, word: str, axes: tuple[AxisVerdict, ...], link: LinkState | None = None
) -> tuple[Advice, ...]:
    """What to do about a verdict of this word and these axes; () for a drive that is good."""
    if word == GOOD:
        return ()
    if word == UNKNOWN:
        return _unknown(health)
    return tuple(dict.fromkeys(_known(health, word, {axis.axis: axis for axis in axes}, link)))


def _known(
    health: Health, word: str, axes: dict[str, AxisVerdict], link: LinkState | None
) -> Iterator[Advice]:
    if word == FAILING:
        yield _said(Do.COPY_AND_REPLACE)
    else:
        for name, degree, do in _BY_AXIS:
            if name in axes and axes[name].verdict == degree:
                yield _said(do)
    causes = {one.cause for axis in axes.values() for one in axis.reasons}
    if LINK in axes and axes[LINK].verdict == WATCH:
        slow = link is not None and bool(link.slower)
        if slow:
            advice = link.advice if link is not None else ""
            yield Advice(Do.CHECK_PORT, advice or _SENTENCES[Do.CHECK_PORT])
        if not slow or Cause.CRC in causes:
            yield _said(Do.CHECK_CABLE)
    if THERMAL in axes and axes[THERMAL].verdict == WATCH:
        cold = Cause.COLD in causes
        yield _said(Do.WARM if cold else Do.COOL)


def _unknown(health: Health) -> tuple[Advice, ...]:
    if health.advice:
        return (Advice(Do.ASK_OTHERWISE, health.advice),)
    if health.missing:
        return ()
    if health.model.startswith(VIRTUAL):
        return (_said(Do.ASK_HOST),)
    if health.power_on == 0 and health.power_cycles == 0:
        return (_said(Do.ASK_DIRECTLY),)
    return (_said(Do.KEEP_COPY),)


def _said(do: Do) -> Advice:
    return Advice(do, _SENTENCES[do])
