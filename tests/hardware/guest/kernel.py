# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes /boot/vmlinux and /boot/initrd from the installed kernel: what QEMU boots without a loader.

Uncompressed through PVH, and with no more in the initrd than it takes to mount the root: that makes
a boot of seconds under plain emulation.
"""

from __future__ import annotations

import gzip
import lzma
import struct
import subprocess
import sys
from pathlib import Path

BOOT = Path("/boot")
MODULES = ("virtio_pci", "virtio_blk", "ext4")
# "probe" asks no more than whether the accelerator runs this kernel.
INIT = """#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc proc /proc
if $b grep -qw probe /proc/cmdline; then
    echo accelerated
    $b poweroff -f
fi
for module in {modules}; do $b insmod /$module; done
$b mount -t devtmpfs dev /dev
until [ -b /dev/vda ]; do $b usleep 20000; done
$b mount -t ext4 /dev/vda /root
$b umount /proc
exec $b switch_root /root /sbin/init
"""


def vmlinux(image: bytes) -> bytes:
    """The kernel in a bzImage, by its header (Documentation/arch/x86/boot.rst, payload_offset)."""
    sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (sectors + 1) * 512 + offset
    payload = image[start : start + length]
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.LZMADecompressor().decompress(payload)
    if payload.startswith(b"\x1f\x8b"):
        return gzip.decompress(payload[:-4])
    done = subprocess.run(["zstd", "-dc"], input=payload[:-4], capture_output=True, check=True)
    return done.stdout


def files_of(release: str) -> list[tuple[str, bytes]]:
    """The modules in the order in which they are loaded, decompressed."""
    wanted: dict[str, bytes] = {}
    for module in MODULES:
        said = subprocess.run(
            ["modprobe", "--set-version", release, "--show-depends", module],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        for line in said.splitlines():
            words = line.split()
            if words[0] != "insmod":
                continue
            path = Path(words[1])
            content = path.read_bytes()
            if path.suffix == ".xz":
                content = lzma.decompress(content)
            wanted.setdefault(path.name.removesuffix(".xz"), content)
    return list(wanted.items())


def archive(entries: list[tuple[str, int, bytes]]) -> bytes:
    """A cpio archive as the kernel unpacks it (Documentation/driver-api/early-userspace)."""
    out = bytearray()
    for number, (name, mode, content) in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1):
        path = name.encode() + b"\0"
        fields = (number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0)
        out += b"070701" + b"".join(b"%08X" % field for field in fields) + path
        out += b"\0" * (-len(out) % 4) + content
        out += b"\0" * (-len(out) % 4)
    return bytes(out)


def main(release: str) -> None:
    (BOOT / "vmlinux").write_bytes(vmlinux((BOOT / f"vmlinuz-{release}").read_bytes()))
    modules = files_of(release)
    init = INIT.format(modules=" ".join(name for name, _ in modules))
    entries = [(folder, 0o40755, b"") for folder in ("bin", "dev", "proc", "root")]
    entries += [("bin/busybox", 0o100755, Path("/bin/busybox").read_bytes())]
    entries += [("init", 0o100755, init.encode())]
    entries += [(name, 0o100644, content) for name, content in modules]
    (BOOT / "initrd").write_bytes(archive(entries))


main(sys.argv[1])
