# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/setup.sh names what is missing, for each distribution, tested with fake file trees."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
OS_RELEASE = {
    "debian": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nID=debian\n',
    "mint": 'PRETTY_NAME="Linux Mint 22"\nID=linuxmint\nID_LIKE="ubuntu debian"\n',
    "fedora": 'PRETTY_NAME="Fedora Linux 42 (Workstation Edition)"\nID=fedora\n',
    "rocky": 'PRETTY_NAME="Rocky Linux 9.5"\nID="rocky"\nID_LIKE="rhel centos fedora"\n',
    "arch": 'PRETTY_NAME="Arch Linux"\nID=arch\n',
    "manjaro": 'PRETTY_NAME="Manjaro Linux"\nID=manjaro\nID_LIKE=arch\n',
    "tumbleweed": 'PRETTY_NAME="openSUSE Tumbleweed"\nID="opensuse-tumbleweed"\n'
    'ID_LIKE="opensuse suse"\n',
    "void": 'PRETTY_NAME="Void Linux"\nID=void\n',
}


def made_system(root: Path, distribution: str) -> Path:
    (root / "etc").mkdir(parents=True)
    (root / "etc/os-release").write_text(OS_RELEASE[distribution])
    return root


def setup(sysroot: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["tools/setup.sh", *arguments],
        cwd=CHECKOUT,
        env=os.environ | {"DRIVEPROOF_SYSROOT": str(sysroot)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def table() -> list[list[str]]:
    lines = (CHECKOUT / "tools/dependencies.tsv").read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def test_every_line_of_the_table_names_every_distribution() -> None:
    assert len(table()) > 40
    for line in table():
        assert len(line) == 7, line
        assert line[0] in {"run", "test", "hardware"}
        assert line[1] in {"program", "library", "path"}


@pytest.mark.parametrize(
    ("distribution", "command", "packages"),
    [
        ("fedora", "dnf install ", ["fio", "xcb-util-cursor", "libglvnd-egl"]),
        ("rocky", "dnf install ", ["fio", "polkit"]),
        ("arch", "pacman -S --needed ", ["fio", "xcb-util-wm", "polkit"]),
        ("manjaro", "pacman -S --needed ", ["fio", "python"]),
        ("tumbleweed", "zypper install ", ["fio", "libxcb-cursor0", "Mesa-libEGL1"]),
    ],
)
def test_other_distributions_are_told_the_packages_and_the_command(
    distribution: str, command: str, packages: list[str], tmp_path: Path
) -> None:
    done = setup(made_system(tmp_path, distribution), "run")
    assert done.returncode == 3
    assert done.stdout == ""
    (line,) = [line for line in done.stderr.splitlines() if command in line]
    named = line.split(command)[1].split()
    assert set(packages) <= set(named)
    assert len(named) == len(set(named))
    assert "|" not in line


def test_unknown_distribution_is_told_the_things(tmp_path: Path) -> None:
    done = setup(made_system(tmp_path, "void"), "run")
    assert done.returncode == 3
    assert "Void Linux" in done.stderr
    assert "libxcb-cursor.so.0" in done.stderr


def test_system_without_os_release(tmp_path: Path) -> None:
    done = setup(tmp_path, "run")
    assert done.returncode == 3
    assert "this system" in done.stderr


@pytest.mark.parametrize("distribution", ["debian", "mint"])
def test_only_what_is_missing_is_named(distribution: str, tmp_path: Path) -> None:
    root = made_system(tmp_path, distribution)
    everything = setup(root, "missing", "run").stdout.split()
    assert {"fio", "udisks2", "python3-venv", "libxcb-cursor0"} <= set(everything)
    for kind, what in (line[1:3] for line in table() if line[0] == "run"):
        if what in {"fio", "libxcb-cursor.so.0"}:
            continue
        folder = {"program": "/usr/bin/", "library": "/usr/lib/", "path": ""}[kind]
        file = root / f"{folder}{what.replace('*', '3')}".lstrip("/").replace("3.3", "3.13")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o755)
    assert setup(root, "missing", "run").stdout.split() == ["fio", "libxcb-cursor0"]
    (root / "usr/bin/fio").touch(mode=0o755)
    (root / "usr/lib/libxcb-cursor.so.0").touch()
    assert setup(root, "missing", "run").stdout == ""


def test_tests_need_what_the_program_needs_too(tmp_path: Path) -> None:
    root = made_system(tmp_path, "debian")
    for_running = setup(root, "missing", "run").stdout.split()
    for_testing = setup(root, "missing", "test").stdout.split()
    assert set(for_running) < set(for_testing)
    assert "xvfb" in for_testing


def test_emulated_drives_need_more_than_other_tests(tmp_path: Path) -> None:
    root = made_system(tmp_path, "debian")
    for_testing = setup(root, "missing", "test").stdout.split()
    for_hardware = setup(root, "missing", "hardware").stdout.split()
    assert "qemu-system-x86" in for_hardware
    assert "qemu-system-x86" not in for_testing


@pytest.mark.parametrize("arguments", [[], ["everything"], ["missing"], ["missing", "x"]])
def test_wrong_usage(arguments: list[str], tmp_path: Path) -> None:
    done = setup(tmp_path, *arguments)
    assert done.returncode == 2
    assert "usage" in done.stderr
