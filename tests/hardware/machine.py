# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guest's hardware: its drives, and QEMU's arguments for them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.hardware.image import Image, cache

QEMU = "qemu-system-x86_64"
MIB = 2**20
BOOT = 600.0  # seconds; under plain emulation 13 on an idle machine, 230 beside much other work
PROBE = 20.0  # seconds that a kernel may take under KVM to print one word


class Drive(NamedTuple):
    """A drive to plug in. `options` are those of QEMU's device of that name. It does no more than
    `most` a second: "bps-total", "iops-total" and other limits of QEMU's throttle groups.
    """

    name: str
    device: str
    serial: str
    size: int
    options: dict[str, Any]
    most: Mapping[str, int] = {}


NVME = Drive("nvme", "nvme", "DPNVME01", 1024 * MIB, {"bus": "pci.0"})
# On the piix controller: on AHCI the IDENTIFY that UDisks asks for is refused.
SSD = Drive(
    "ssd", "ide-hd", "DPSSD01", 1024 * MIB,
    {"bus": "ide.0", "unit": 0, "model": "Driveproof SSD", "ver": "SSD1.0", "rotation_rate": 1},
)  # fmt: skip
DISK = Drive(
    "disk", "ide-hd", "DPDISK01", 256 * MIB,
    {
        "bus": "ide.1", "unit": 0, "model": "Driveproof disk", "ver": "HDD1.0",
        "rotation_rate": 7200, "discard_granularity": 0,  # without it, the drive would promise TRIM
    },
)  # fmt: skip
STICK = Drive("stick", "usb-storage", "DPSTICK01", 128 * MIB, {"bus": "usb.0", "removable": True})
# Plugged in while the guest runs.
SPARE = Drive("spare", "nvme", "DPNVME02", 64 * MIB, {"bus": "pci.0"})
SPARE_TOO = Drive("spare-too", "nvme", "DPNVME03", 64 * MIB, {"bus": "pci.0"})
# Only for what formats a whole drive: no other test leaves anything on it.
SPARE_LARGE = Drive("spare-large", "nvme", "DPNVME04", 512 * MIB, {"bus": "pci.0"})
SPARE_STICK = Drive("spare-stick", "usb-storage", "DPSTICK02", 64 * MIB, {"bus": "usb.0"})
# Large enough for the test files of the profiles; on these two buses nothing can be plugged in.
ROOMY_SSD = Drive(
    "roomy-ssd", "ide-hd", "DPSSD02", 8192 * MIB,
    {"bus": "ide.0", "unit": 1, "model": "Driveproof SSD", "ver": "SSD1.0", "rotation_rate": 1},
    {"bps-total": 500_000_000},
)  # fmt: skip
ROOMY_DISK = Drive(
    "roomy-disk", "ide-hd", "DPDISK02", 8192 * MIB,
    {
        "bus": "ide.1", "unit": 1, "model": "Driveproof disk", "ver": "HDD1.0",
        "rotation_rate": 7200, "discard_granularity": 0,
    },
    {"bps-total": 150_000_000, "iops-total": 150},
)  # fmt: skip
ROOMY_NVME = Drive("roomy-nvme", "nvme", "DPNVME05", 8192 * MIB, {"bus": "pci.0"})
ROOMY_STICK = Drive(
    "roomy-stick", "usb-storage", "DPSTICK03", 8192 * MIB, {"bus": "usb.0", "removable": True},
    {"bps-total": 20_000_000},
)  # fmt: skip
ROOMY_VIRTUAL = Drive("roomy-virtual", "virtio-blk-pci", "DPVIRT01", 8192 * MIB, {"bus": "pci.0"})
FIXED = (NVME, SSD, DISK, STICK, ROOMY_SSD, ROOMY_DISK)
DRIVES = (
    *FIXED, SPARE, SPARE_TOO, SPARE_LARGE, SPARE_STICK, ROOMY_NVME, ROOMY_STICK, ROOMY_VIRTUAL,
)  # fmt: skip


def device(drive: Drive) -> dict[str, Any]:
    """QEMU's arguments to plug it in, at the start or later."""
    return {
        "driver": drive.device, "id": drive.name, "drive": f"{drive.name}-file",
        "serial": drive.serial, **drive.options,
    }  # fmt: skip


def arguments(
    image: Image, accelerated: str, disks: dict[str, int], seed: int,
    *, monitor: int, root: int, seat: int,
) -> list[str]:  # fmt: skip
    """QEMU's command line. Numbers are descriptors that it inherits.

    The guest has one processor: Linux patches its own code, at boot and when a trace begins, and
    QEMU 7.2 without KVM sometimes emulates that wrongly with two ("Oops: int3").
    """
    words = [
        QEMU, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-machine", "pc", *_cpu(accelerated), "-smp", "1", "-m", "1G",
        "-kernel", str(image.kernel), "-initrd", str(image.initrd),
        "-append", "console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 apparmor=0"
        # Emulated beside other work, udev needs more than systemd's 90 s to name the seed.
        f" systemd.default_device_timeout_sec={BOOT:.0f}",
        "-serial", "stdio", "-device", "virtio-rng-pci",
        "-drive", f"if=none,id=root,format=raw,snapshot=on,file={_quoted(image.disk)}",
        "-device", "virtio-blk-pci,drive=root,serial=DPROOT",
        "-chardev", f"socket,id=monitor,fd={monitor}", "-mon", "chardev=monitor,mode=control",
        "-device", "virtio-serial-pci",
    ]  # fmt: skip
    for name, descriptor in (("root", root), ("seat", seat)):
        words += ["-chardev", f"socket,id={name},fd={descriptor}"]
        words += ["-device", f"virtserialport,chardev={name},name=guest.{name}"]
    words += ["-device", "qemu-xhci,id=usb"]
    limits = {drive.name: dict(drive.most) for drive in DRIVES if drive.most}
    for name, most in limits.items():
        group = {"qom-type": "throttle-group", "id": f"{name}-most", "limits": most}
        words += ["-object", json.dumps(group)]
    for number, (name, descriptor) in enumerate([*disks.items(), ("seed", seed)]):
        words += ["-add-fd", f"fd={descriptor},set={number}"]
        node: dict[str, Any] = {
            "driver": "raw", "discard": "unmap",
            "file": {
                "driver": "file", "filename": f"/dev/fdset/{number}", "discard": "unmap",
            },
        }  # fmt: skip
        if name in limits:
            node = {"driver": "throttle", "throttle-group": f"{name}-most", "file": node}
        node["node-name"] = f"{name}-file"
        words += ["-blockdev", json.dumps(node)]
    words += ["-device", "virtio-blk-pci,drive=seed-file,serial=seed"]
    for drive in FIXED:
        words += ["-device", json.dumps(device(drive))]
    return words


def _cpu(accelerated: str) -> list[str]:
    if accelerated == "kvm":
        return ["-accel", "kvm", "-cpu", "host"]
    # Newer instructions are slower than older ones when each is emulated.
    return ["-accel", "tcg", "-cpu", "Nehalem"]


def _quoted(path: Path) -> str:
    return str(path).replace(",", ",,")


def accelerator(image: Image) -> str:
    """kvm if it runs this kernel, otherwise tcg; determined once per boot of this machine.

    /dev/kvm may exist and still stop with an emulation failure at the first kernel.
    """
    version = subprocess.run([QEMU, "--version"], capture_output=True, text=True, check=True).stdout
    boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    question = [version, boot]
    memory = cache() / "accelerator.json"
    try:
        asked, answer = json.loads(memory.read_text("utf-8"))
        if asked == question and answer in ("kvm", "tcg"):
            return str(answer)
    except (OSError, ValueError):
        pass
    answer = "kvm" if _runs_under_kvm(image) else "tcg"
    partial = memory.with_suffix(".partial")
    partial.write_text(json.dumps([question, answer]), "utf-8")
    partial.rename(memory)
    return answer


def _runs_under_kvm(image: Image) -> bool:
    command = [
        "setpriv", "--pdeathsig", "KILL", QEMU, "-nodefaults", "-no-user-config", "-display",
        "none", "-no-reboot", "-machine", "pc", *_cpu("kvm"), "-m", "512",
        "-kernel", str(image.kernel), "-initrd", str(image.initrd),
        "-append", "console=ttyS0 quiet probe", "-serial", "stdio",
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return b"accelerated" in done.stdout
