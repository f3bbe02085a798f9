# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine that a measurement ran on, read from fake trees."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from driveproof.system.desktop.packages import install_advice, install_command, library_advice
from driveproof.system.kernel.machine import machine_facts


def put(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_laptop_on_battery(tmp_path: Path) -> None:
    sysfs = put(
        tmp_path / "sys",
        {
            "class/power_supply/AC/type": "Mains\n",
            "class/power_supply/AC/online": "0\n",
            "class/power_supply/BAT0/type": "Battery\n",
            "class/power_supply/BAT0/status": "Discharging\n",
            "class/power_supply/mouse/type": "Battery\n",
            "class/power_supply/mouse/scope": "Device\n",
            "class/power_supply/mouse/status": "Discharging\n",
            "devices/system/cpu/cpufreq/policy0/scaling_governor": "powersave\n",
            "devices/system/cpu/cpufreq/policy1/scaling_governor": "powersave\n",
            "firmware/acpi/platform_profile": "balanced\n",
        },
    )
    proc = put(
        tmp_path / "proc",
        {
            "cpuinfo": "model name\t: Some  CPU\x1b[31m @ 3GHz\nflags\t\t: fpu vme\n",
            "meminfo": "MemTotal:       16384 kB\nMemFree: 1 kB\n",
        },
    )
    found = machine_facts(sysfs, proc)
    assert found.kernel == platform.release()
    assert found.cpu == "Some CPU\\x1b[31m @ 3GHz"
    assert found.memory == 16384 * 1024
    assert found.power_source == "battery"
    assert found.governor == "powersave"
    assert found.power_profile == "balanced"
    assert found.virtualization is None


@pytest.mark.parametrize(
    ("files", "source"),
    [
        ({"AC/type": "Mains", "AC/online": "1", "B/type": "Battery", "B/status": "Full"}, "ac"),
        ({"B/type": "Battery", "B/status": "Charging"}, "ac"),
        ({"m/type": "Battery", "m/scope": "Device", "m/status": "Discharging"}, None),
        ({}, None),
    ],
)
def test_power_source(tmp_path: Path, files: dict[str, str], source: str | None) -> None:
    put(tmp_path, {f"class/power_supply/{name}": text for name, text in files.items()})
    assert machine_facts(tmp_path, tmp_path).power_source == source


def test_different_governors_are_mixed(tmp_path: Path) -> None:
    folder = "devices/system/cpu/cpufreq"
    put(tmp_path, {f"{folder}/policy{n}/scaling_governor": f"g{n}" for n in range(2)})
    assert machine_facts(tmp_path, tmp_path).governor == "mixed"


@pytest.mark.parametrize(
    ("flags", "vendor", "expected"),
    [
        ("fpu hypervisor", "QEMU", "QEMU"),
        ("fpu hypervisor", "Microsoft Corporation", "Hyper-V"),
        ("fpu", "Microsoft Corporation", None),  # a Surface is no virtual machine
        ("fpu hypervisor", "Unheard Of", "unknown"),
        ("fpu", "LENOVO", None),
    ],
)
def test_virtualization(tmp_path: Path, flags: str, vendor: str, expected: str | None) -> None:
    put(tmp_path, {"cpuinfo": f"model name : X\nflags : {flags}\n"})
    put(tmp_path, {"class/dmi/id/sys_vendor": vendor})
    assert machine_facts(tmp_path, tmp_path).virtualization == expected


def test_a_machine_that_says_nothing(tmp_path: Path) -> None:
    found = machine_facts(tmp_path, tmp_path)
    assert (found.cpu, found.memory, found.governor, found.power_profile) == (None,) * 4


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ("ID=debian\n", "sudo apt install udisks2"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "sudo apt install udisks2"),
        ("ID=fedora\n", "sudo dnf install udisks2"),
        ("ID=arch\n", "sudo pacman -S udisks2"),
        ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "sudo zypper install udisks2"),
        ("ID=unheard\n", ""),
    ],
)
def test_the_command_that_installs(tmp_path: Path, release: str, command: str) -> None:
    path = tmp_path / "os-release"
    path.write_text(release)
    assert install_command("udisks2", path) == command
    assert "udisks2" in str(install_advice("udisks2", path))
    assert install_command("udisks2", tmp_path / "absent") == ""


def test_an_environment_of_its_own_takes_no_package_of_the_distribution() -> None:
    inside = str(library_advice("ClusterShell", "python3-clustershell", own=True))
    assert inside.endswith("-m pip install ClusterShell") and sys.executable in inside
    outside = library_advice("ClusterShell", "python3-clustershell", own=False)
    assert outside == install_advice("python3-clustershell")
