# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""200 simulated hosts at four snapshots a second: what asking them costs on this host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.benchmarks.ratios import Row, Table

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]

HOSTS = 200
SECONDS = 15
CORE, MEMORY = 0.5, 150
"""Share of a core, and MB of 10^6 bytes."""
JOB = f"""\
[reads]
size=1m
runtime={SECONDS}
time_based
rw=randread
bs=4k
iodepth=32
ioengine=libaio
direct=1
"""
# The connection to a simulated host, in place of that to a real one.
SSH = """\
#!/bin/bash
exec 3<>/dev/tcp/127.0.0.1/{port}
cat <&3 &
exec cat >&3
"""


def cpu(pid: int) -> float:
    """Seconds of a process, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak(pid: int) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) * 1024 / 1e6


def test_two_hundred_hosts(table: Table, tmp_path: Path) -> None:
    simulated = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("simulated_hosts.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert simulated.stdout is not None and simulated.stdin is not None
    try:
        port = simulated.stdout.readline().strip()
        (tmp_path / "bin").mkdir()
        ssh = tmp_path / "bin" / "ssh"
        ssh.write_text(SSH.format(port=port))
        ssh.chmod(0o755)
        job = tmp_path / "reads.fio"
        job.write_text(JOB)
        own = dict.fromkeys(("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
        running = subprocess.Popen(
            [
                sys.executable, "-m", "driveproof", "run", "--job", str(job),
                "--hosts", f"sim[1-{HOSTS}]", "/mnt/x",
            ],
            env={**os.environ, **own, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        for _host in range(HOSTS):  # all have begun
            assert simulated.stdout.readline() == "measures\n"
        before, begun = cpu(running.pid), time.monotonic()
        time.sleep(SECONDS - 6.0)
        share = (cpu(running.pid) - before) / (time.monotonic() - begun)
        memory = peak(running.pid)
        out, err = running.communicate(timeout=60)
        assert running.returncode == 0, err
        assert f"{HOSTS} hosts: sim[1-{HOSTS}]" in out
    finally:
        simulated.stdin.close()
        simulated.wait()
    rows = [
        table.add(
            Row(
                f"CPU of asking {HOSTS} hosts",
                f"{share:.0%} of a core",
                "-",
                f"{SECONDS - 6} s",
                f"< {CORE:.0%}",
                share < CORE,
            )
        ),
        table.add(
            Row("Peak memory", f"{memory:.1f} MB", "-", "1 run", f"< {MEMORY} MB", memory < MEMORY)
        ),
    ]
    assert all(row.met for row in rows), rows
