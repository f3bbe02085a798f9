# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the folders of several hosts are alike, and have room, before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.hosts.messages import PlaceReply
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.test_file import bytes_needed
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.hosts import folded
from driveproof.domain.say import Say

CLOCK_SECONDS = 1.0
"""Clocks that differ by more are said; the start of each host is corrected in any case."""


def check_alike(places: Mapping[str, PlaceReply]) -> None:
    """Raises MachineError where some hosts have a network file system there and others have not:
    most often it is not mounted on these. The same for a device and a folder.
    """
    others = [name for name, place in places.items() if not place.device]
    if others and len(others) < len(places):
        raise MachineError(
            "The target is a folder on {folders}, a device on {devices}.",
            folders=folded(others),
            devices=folded(name for name, place in places.items() if place.device),
            advice=Advice("Exclude these hosts."),
        )
    odd = [name for name, place in places.items() if not place.network]
    if not odd or len(odd) == len(places):
        return
    there = next(place for place in places.values() if place.network)
    raise MachineError(
        "{source} is not mounted on {hosts}.",
        source=there.source,
        hosts=folded(odd),
        advice=Advice("Exclude these hosts."),
    )


def check_room_of_all(places: Mapping[str, PlaceReply], size: int) -> None:
    """Raises MachineError where the test files of all hosts on one file system do not fit."""
    shared: dict[tuple[str, str], list[str]] = {}
    for name, place in places.items():
        # A network file system is one by what is mounted; of others only one machine shares any.
        key = ("", place.source) if place.network else (place.boot or name, place.source)
        shared.setdefault(key, []).append(name)
    for names in shared.values():
        least = bytes_needed(size) * len(names)
        place = min((places[name] for name in names), key=lambda one: one.free)
        if place.total > 0 and place.free < least:
            raise MachineError(
                "{source} has {free} free; the test files of {hosts} need {needed}.",
                source=place.source,
                hosts=folded(names),
                needed=Bytes(least, binary=True),
                free=Bytes(place.free, binary=True),
                advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE),
            )


def notes_on(places: Mapping[str, PlaceReply], clocks: Mapping[str, float]) -> tuple[Note, ...]:
    """What differs between the hosts, and belongs beside the figures."""
    return (
        *_memory(places),
        *_several_names(places),
        *_other_sources(places),
        *_other_sizes(places),
        *_versions(places),
        *_clocks(clocks),
    )


def _memory(places: Mapping[str, PlaceReply]) -> tuple[Note, ...]:
    found = [name for name, place in places.items() if place.memory]
    if not found:
        return ()
    return (
        Note(
            "The target on {hosts} is in memory, not on a drive.",
            kind=NoteKind.MEMORY,
            hosts=folded(found),
        ),
    )


def _several_names(places: Mapping[str, PlaceReply]) -> tuple[Note, ...]:
    machines: dict[str, list[str]] = {}
    for name, place in places.items():
        if place.boot:
            machines.setdefault(place.boot, []).append(name)
    return tuple(
        Note("{hosts} are the same machine.", kind=NoteKind.DOUBT, hosts=folded(names))
        for names in machines.values()
        if len(names) > 1
    )


def _other_sources(places: Mapping[str, PlaceReply]) -> tuple[Note, ...]:
    """Of a network file system what is mounted, of others only its type: names of local devices
    differ from host to host and say nothing.
    """
    network = all(place.network for place in places.values())
    kinds = Counter(_kind(place, network=network) for place in places.values())
    if len(kinds) < 2:
        return ()
    usual = kinds.most_common(1)[0][0]
    odd = [name for name, place in places.items() if _kind(place, network=network) != usual]
    return (
        Note(
            "{name}: {other} on {hosts}, {usual} on the others.",
            kind=NoteKind.DOUBT,
            name=Say("Target"),
            hosts=folded(odd),
            other=_kind(places[odd[0]], network=network),
            usual=usual,
        ),
    )


def _other_sizes(places: Mapping[str, PlaceReply]) -> tuple[Note, ...]:
    """Devices of one name may be different ones: their size is what tells at once."""
    sizes = Counter(place.total for place in places.values() if place.device)
    if len(sizes) < 2:
        return ()
    usual = sizes.most_common(1)[0][0]
    odd = [name for name, place in places.items() if place.total != usual]
    return (
        Note(
            "{name}: {other} on {hosts}, {usual} on the others.",
            kind=NoteKind.DOUBT,
            name=Say("Target"),
            hosts=folded(odd),
            other=Bytes(places[odd[0]].total),
            usual=Bytes(usual),
        ),
    )


def _kind(place: PlaceReply, *, network: bool) -> str:
    return f"{place.source} ({place.filesystem})" if network else place.filesystem


def _versions(places: Mapping[str, PlaceReply]) -> tuple[Note, ...]:
    kinds = Counter(place.fio for place in places.values())
    if len(kinds) < 2:
        return ()
    usual = kinds.most_common(1)[0][0]
    odd = [name for name, place in places.items() if place.fio != usual]
    return (
        Note(
            "{name}: {other} on {hosts}, {usual} on the others.",
            kind=NoteKind.DOUBT,
            name=Say("fio"),
            hosts=folded(odd),
            other=places[odd[0]].fio,
            usual=usual,
        ),
    )


def _clocks(clocks: Mapping[str, float]) -> tuple[Note, ...]:
    return tuple(
        Note(
            "The clock of {host} is off by {time}; times are corrected.",
            host=folded([name]),
            time=Seconds(abs(ahead)),
        )
        for name, ahead in clocks.items()
        if abs(ahead) >= CLOCK_SECONDS
    )
