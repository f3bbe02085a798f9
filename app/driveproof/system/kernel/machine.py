# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The machine that a measurement ran on, as far as it explains the results."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.text import visible
from driveproof.system.kernel.small_files import text_in
from driveproof.system.kernel.sysfs import SYS

PROC = Path("/proc")

_VENDORS = {
    "qemu": "QEMU",
    "kvm": "KVM",
    "vmware": "VMware",
    "innotek": "VirtualBox",
    "virtualbox": "VirtualBox",
    "xen": "Xen",
    "microsoft": "Hyper-V",
    "amazon ec2": "Amazon EC2",
    "google": "Google Compute Engine",
    "parallels": "Parallels",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineFacts:
    """Facts at one moment; None where the machine does not report them."""

    kernel: str
    cpu: str | None = None
    cpus: int | None = None
    memory: int | None = None
    """In bytes."""
    power_source: str | None = None
    """"ac" or "battery"."""
    governor: str | None = None
    """The processor's frequency governor; "mixed" where the cores differ."""
    cpu_idle: str | None = None
    """The deepest sleep state that the processor may enter: "C6 133 us"."""
    power_profile: str | None = None
    """The firmware's platform profile: "low-power", "balanced", "performance"."""
    virtualization: str | None = None
    """Name of the hypervisor, "unknown" where there is one without a name."""


def machine_facts(sysfs: Path = SYS, proc: Path = PROC) -> MachineFacts:
    """The machine now. Never raises; reads about ten small files."""
    cpu, hypervisor = _cpu(proc)
    return MachineFacts(
        kernel=platform.release(),
        cpu=cpu,
        cpus=os.cpu_count(),
        memory=_memory(proc),
        power_source=_power_source(sysfs),
        governor=_governor(sysfs),
        cpu_idle=_cpu_idle(sysfs),
        power_profile=_read(sysfs / "firmware" / "acpi" / "platform_profile"),
        virtualization=_virtualization(sysfs, hypervisor),
    )


def _read(path: Path) -> str | None:
    return visible(text_in(path)) or None


def _cpu(proc: Path) -> tuple[str | None, bool]:
    model, hypervisor = None, False
    for line in (_raw(proc / "cpuinfo")).splitlines():
        key, _, value = line.partition(":")
        if key.strip() in {"model name", "Hardware", "cpu model"} and model is None:
            model = " ".join(visible(value).split()) or None
        elif key.strip() == "flags":
            hypervisor = "hypervisor" in value.split()
            if model is not None:
                break
    return model, hypervisor


def _cpu_idle(sysfs: Path) -> str | None:
    """The deepest state of the first processor that is not disabled, with how long leaving it takes
    (Documentation/admin-guide/pm/cpuidle.rst); None where there is none.
    """
    found: list[tuple[int, str]] = []
    try:
        states = sorted((sysfs / "devices/system/cpu/cpu0/cpuidle").iterdir())
    except OSError:
        return None
    for state in states:
        latency, name = _read(state / "latency"), _read(state / "name")
        if latency and latency.isdigit() and name and _read(state / "disable") in (None, "0"):
            found.append((int(latency), name))
    if not found:
        return None
    deepest = max(found)
    return f"{deepest[1]} {deepest[0]} us"


def _raw(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _memory(proc: Path) -> int | None:
    for line in _raw(proc / "meminfo").splitlines():
        words = line.split()
        if len(words) == 3 and words[0] == "MemTotal:" and words[1].isdigit():
            return int(words[1]) * 1024
    return None


def _power_source(sysfs: Path) -> str | None:
    """A connected charger wins; a mouse's battery (scope Device) does not count."""
    answer = None
    for supply in _folders(sysfs / "class" / "power_supply"):
        kind, scope = _read(supply / "type"), _read(supply / "scope")
        if kind in {"Mains", "USB"} and _read(supply / "online") == "1":
            return "ac"
        if kind == "Battery" and scope != "Device":
            discharging = _read(supply / "status") == "Discharging"
            answer = "battery" if discharging else answer or "ac"
    return answer


def _governor(sysfs: Path) -> str | None:
    found = {
        governor
        for policy in _folders(sysfs / "devices" / "system" / "cpu" / "cpufreq")
        if (governor := _read(policy / "scaling_governor"))
    }
    if len(found) > 1:
        return "mixed"
    return found.pop() if found else None


def _virtualization(sysfs: Path, hypervisor: bool) -> str | None:
    if named := _read(sysfs / "hypervisor" / "type"):
        return "Xen" if named == "xen" else named
    dmi = sysfs / "class" / "dmi" / "id"
    text = " ".join(_read(dmi / key) or "" for key in ("sys_vendor", "product_name")).casefold()
    for mark, name in _VENDORS.items():
        # Microsoft and Google also build physical machines.
        if mark in text and (hypervisor or mark not in {"microsoft", "google"}):
            return name
    return "unknown" if hypervisor else None


def _folders(path: Path) -> list[Path]:
    try:
        return sorted(path.iterdir())
    except OSError:
        return []
