# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path as text: every code has a text, and the sentence names the decisive layer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.fakes import quoted

from driveproof.domain.trim.drive import DriveTrim, drive_trim
from driveproof.domain.trim.path import (
    BLOCK,
    COSTS,
    PART,
    PASS,
    QUESTIONS,
    UNKNOWN,
    DiscardPath,
    EndKind,
    LayerCost,
    LayerTitle,
    PathEnd,
    PathLayer,
    PathVerdict,
    RootQuestion,
)
from driveproof.wording.say import say_text


def test_every_cost_and_question_has_a_text() -> None:
    assert set(COSTS) == set(LayerCost)
    assert set(QUESTIONS) == set(RootQuestion)


def layer(kind: str, verdict: PathVerdict = PASS, name: str = "x") -> PathLayer:
    return PathLayer(name=name, kind=kind, verdict=verdict, facts=quoted.fact("f"), source="s")


def sentence(start: str, layers: tuple[PathLayer, ...], ends: tuple[str, ...] = ()) -> str:
    named = tuple(PathEnd(EndKind.DRIVE, name) for name in ends)
    path = DiscardPath(target=start, mount=None, layers=layers, start=start, ends=named)
    return say_text(path.say)


def test_the_sentence_names_the_first_that_blocks() -> None:
    layers = (
        layer("filesystem", PASS, "/"),
        layer("lvm", UNKNOWN, "/dev/mapper/v"),
        layer("crypt", BLOCK, "/dev/mapper/vault"),
        layer("drive", BLOCK, "Disk"),
    )
    assert sentence("/", layers) == "TRIM from / is blocked by vault."
    assert "Unknown whether TRIM from / passes" in sentence("/", layers[:2])
    assert sentence("/", layers[3:]) == "Disk does not support TRIM."
    assert "Unknown" in sentence("/", ())
    bridge = replace(layer("bridge", BLOCK, "{}"), title=LayerTitle.USB_BRIDGE)
    assert sentence("/", (bridge,)) == "TRIM from / is blocked by bridge of {}."
    mount = replace(layer("mount", BLOCK, ""), title=LayerTitle.MOUNT_OPTIONS)
    assert sentence("/", (mount,)) == "TRIM from / is blocked by mount options."


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        (("a",), "a."),
        (("a", "b", "c"), "a, b, c."),
    ],
)
def test_the_sentence_names_every_drive(ends: tuple[str, ...], text: str) -> None:
    layers = (layer("filesystem"), layer("drive"))
    assert sentence("/", layers, ends) == f"Nothing blocks TRIM from / down to {text}"
    assert sentence("Disk", (layer("bridge"), layer("drive")), ends) == "Disk supports TRIM."


def test_a_part_is_named_by_what_is_reached_and_what_is_not() -> None:
    nvme, sata, usb = (
        PathEnd(kind, f"/dev/{name}", (name,))
        for kind, name in ((EndKind.FLASH, "nvme0n1"), (EndKind.FLASH, "sda"),
                           (EndKind.DRIVE, "sdb"))
    )  # fmt: skip
    path = DiscardPath(
        target="/home", mount=None, start="/home", ends=(nvme, usb, sata), unreached=(usb,),
        reach=PART, layers=(layer("md"), layer("drive"), layer("drive", BLOCK, "/dev/sdb")),
    )  # fmt: skip
    assert say_text(path.say) == (
        "TRIM from /home reaches /dev/nvme0n1, /dev/sda, but not /dev/sdb."
    )
    verdicts = {name: drive_trim([path], name) for name in ("sda", "sdb", "md0")}
    assert [one.verdict for one in verdicts.values()] == [PASS, BLOCK, PART]
    two = replace(path, ends=(PathEnd(EndKind.FLASH, "/dev/sda", ("sda", "sdb")),), unreached=(),
                  reach=PASS)  # fmt: skip
    assert say_text(two.say) == ("Nothing blocks TRIM from /home down to /dev/sda, /dev/sdb.")


def test_a_drive_is_as_bad_as_the_worst_of_its_paths() -> None:
    good, bad = (
        DiscardPath(target=target, mount=None, layers=(layer("crypt", verdict, target),))
        for target, verdict in (("/a", PASS), ("/b", BLOCK))
    )
    fine = drive_trim([good, good], "sda").say
    assert fine is not None and "any mounted file system" in say_text(fine)
    mixed = drive_trim([good, bad], "sda")
    assert (mixed.verdict, mixed.partly) == (BLOCK, True)
    assert mixed.say is not None and say_text(mixed.say) == "TRIM from /b is blocked by /b."
    assert DriveTrim().say is None
