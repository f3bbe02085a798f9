# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's NFS, hard mounted, and a server that stops in the middle of a run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.hardware.guest import Guest

EXPORT, POINT = "/srv/nas", "/mnt/nas"
# After a start the server gives its old clients so many seconds before it serves anyone.
GRACE = 10
_UP = f"""
mkdir -p {EXPORT} {POINT} /etc/nfs.conf.d
printf '[nfsd]\\ngrace-time={GRACE}\\nlease-time={GRACE}\\n' > /etc/nfs.conf.d/brief.conf
echo '{EXPORT} 127.0.0.1(rw,no_root_squash,no_subtree_check,fsid=7)' > /etc/exports
systemctl restart nfs-mountd nfs-server
exportfs -r
mount -t nfs -o vers=4.2,hard,timeo=50 127.0.0.1:{EXPORT} {POINT}
"""
_AWAY = "rpc.nfsd 0"
_BACK = "rpc.nfsd 8"
_DOWN = f"{_BACK}; umount -f -l {POINT}; systemctl stop nfs-server; rm -r {EXPORT} /etc/exports"
RUN = ("driveproof", "run", "quick", POINT, "--size", "16M", "--seconds", "300")


@pytest.fixture
def nas(guest: Guest) -> Iterator[Guest]:
    guest.script(_UP)
    try:
        yield guest
    finally:
        guest.script(_DOWN)


def test_a_server_that_stops_holds_nobody_up(nas: Guest) -> None:
    running = nas.start(*RUN)
    nas.script("until pgrep -x fio; do sleep 0.2; done")
    front = nas.script("pgrep --oldest --full '[d]riveproof run'").split()[0]
    nas.script(_AWAY)
    nas.script(f"kill -INT {front}")
    done = running.finish(300)
    assert done.status == 130, done.err
    assert "Traceback" not in done.err
    nas.script("while pgrep -x fio; do sleep 0.2; done")

    listed = nas.run("driveproof", "list")
    assert listed.status == 0
    assert POINT in listed.err
    for words in (("trim", "status", POINT), ("check", POINT), ("diagnose", f"{POINT}/folder")):
        refused = nas.run("driveproof", *words)
        assert (refused.status, refused.out) == (3, ""), refused.err
        assert POINT in refused.err

    nas.script(_BACK)
    nas.script("while pgrep --full '[d]riveproof run'; do sleep 0.2; done", limit=300)
    nas.script(f'until [ -z "$(ls -A {EXPORT})" ]; do sleep 0.2; done', limit=120)
