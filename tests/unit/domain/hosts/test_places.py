# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the folders of several hosts are alike, and have room."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from driveproof.domain.errors import MachineError
from driveproof.domain.hosts.messages import PlaceReply
from driveproof.domain.hosts.places import check_alike, check_room_of_all, notes_on
from driveproof.domain.notes import NoteKind
from driveproof.domain.quantity import Bytes

GIB = 2**30
NFS = PlaceReply(
    fio="3.33",
    kernel="6.1",
    boot="a",
    cpus=4,
    memory_size=GIB,
    filesystem="nfs4",
    source="nas:/export",
    mount_point="/mnt/nas",
    network=True,
    memory=False,
    free=4 * GIB,
    total=10 * GIB,
)
LOCAL = replace(NFS, filesystem="ext4", source="/dev/sda1", network=False)


def three(*places: PlaceReply) -> dict[str, PlaceReply]:
    return {
        f"node{number}": replace(place, boot=f"boot {number}")
        for number, place in enumerate(places, 1)
    }


def test_alike_are_all_on_the_network_and_all_local() -> None:
    check_alike(three(NFS, NFS, NFS))
    check_alike(three(LOCAL, LOCAL))
    check_alike({})


def test_where_it_is_not_mounted_it_is_refused() -> None:
    with pytest.raises(MachineError):
        check_alike(three(NFS, LOCAL, NFS, LOCAL))


def test_the_files_of_all_share_the_room_of_one_export() -> None:
    check_room_of_all(three(NFS, NFS, NFS), GIB)
    with pytest.raises(MachineError) as raised:
        check_room_of_all(three(NFS, NFS, NFS, NFS), GIB)
    assert set(raised.value.values) == {"free", "hosts", "needed", "source"}


def test_local_drives_have_each_their_own_room() -> None:
    check_room_of_all(three(LOCAL, LOCAL, LOCAL, LOCAL), GIB)
    with pytest.raises(MachineError) as raised:
        check_room_of_all(three(LOCAL, LOCAL, replace(LOCAL, free=GIB)), GIB)
    assert set(raised.value.values) == {"free", "hosts", "needed", "source"}


def test_several_names_of_one_machine_share_its_drive() -> None:
    names = {f"node{number}": LOCAL for number in range(1, 5)}
    with pytest.raises(MachineError):
        check_room_of_all(names, GIB)
    assert [note.values["hosts"] for note in notes_on(names, {})] == ["node[1-4]"]


def test_a_file_system_that_tells_no_size_is_tried() -> None:
    check_room_of_all(three(replace(NFS, free=0, total=0)), GIB)


def test_hosts_that_are_alike_have_nothing_said() -> None:
    assert notes_on(three(NFS, NFS), {"node1": 0.2, "node2": -0.9}) == ()
    # Names of local drives differ by chance.
    assert notes_on(three(LOCAL, replace(LOCAL, source="/dev/sdb1")), {}) == ()


def test_what_differs_is_said() -> None:
    places = three(
        NFS, NFS, replace(NFS, source="nas:/other", fio="3.39"), replace(NFS, filesystem="nfs")
    )
    said = notes_on(places, {"node2": 3600.0, "node3": -86400.0})
    assert [note.values.get("hosts") or note.values.get("host") for note in said] == [
        "node[3-4]", "node3", "node2", "node3",
    ]  # fmt: skip
    assert [note.kind for note in said[:2]] == [NoteKind.DOUBT] * 2


def test_memory_is_no_storage() -> None:
    (note,) = notes_on(three(replace(LOCAL, memory=True)), {})
    assert note.kind is NoteKind.MEMORY


def test_a_device_is_one_on_all_hosts_and_of_one_size() -> None:
    disk = replace(NFS, device=True, network=False, filesystem="", source="/dev/sdb", boot="a")
    other = replace(disk, boot="b", total=20 * GIB)
    check_alike({"a": disk, "b": other})
    with pytest.raises(MachineError) as raised:
        check_alike({"a": disk, "b": replace(NFS, network=False)})
    assert set(raised.value.values) == {"devices", "folders"}
    (said,) = notes_on({"a": disk, "b": other, "c": replace(disk, boot="c")}, {})
    assert said.kind is NoteKind.DOUBT and said.values["hosts"] == "b"
    assert said.values["other"] == Bytes(20 * GIB)
