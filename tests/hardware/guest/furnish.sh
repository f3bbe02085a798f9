#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes a guest of the fresh Debian that this runs in: tests/hardware/image.py starts it there, by
# tools/clean-chroot.sh. What our packages need is installed, they themselves are not: each boot
# brings the ones that were just built. What they are built with is there too, so that a change of
# the code needs no second system.
set -euo pipefail
cd "$(dirname "$0")/../../.."
[ -e /furnish-here ] || { echo 'furnish: only for a system that tests/hardware made.' >&2; exit 4; }
# "whole" for all tests, "sandbox" for those of the helper's unit: there is no Qt for Python in Debian 12.
purpose=${1:?}
export DEBIAN_FRONTEND=noninteractive
apt() { apt-get -q -y --no-install-recommends "$@"; }

apt update
mapfile -t packages < <(grep -v '^#' tests/hardware/guest/packages.txt)
apt install "${packages[@]}" dpkg-dev fakeroot
needs=$(mktemp -d)
mkdir "$needs/debian"
cp packaging/debian/control packaging/debian/changelog "$needs/debian/"
names=()
if [ "$purpose" = whole ]; then
    (cd "$needs" && apt build-dep --build-profiles=nocheck ./)
    names=(driveproof driveproof-helper)
else
    apt install fio
fi
for name in "${names[@]}"; do
    # As in the control file, without what debhelper fills in and what is built here.
    depends=$(awk -v name="$name" '
        $1 == "Package:" { mine = $2 == name }
        mine && /^[A-Z]/ { wanted = /^(Depends|Recommends):/ ; next }
        mine && wanted && !/\$|driveproof/ { print }' packaging/debian/control)
    apt satisfy "${depends%,*}"
done

# Its files only: an initramfs would take longer to make than the small one below takes to boot.
kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/^  Depends: \(linux-image-.*\)/\1/p')
(cd "$needs" && apt-get -q download "$kernel")
# Debian 12 has it in /lib, which is a link and stays one.
dpkg-deb --fsys-tarfile "$needs"/linux-image-*.deb | tar -x -C / --keep-directory-symlink
release=${kernel#linux-image-}
depmod "$release"
python3 tests/hardware/guest/kernel.py "$release"
rm -rf "$needs"

# --- a machine with somebody in front of it ------------------------------------------------------
echo guest >/etc/hostname
echo '/dev/vda / ext4 noatime,discard 0 1' >/etc/fstab
useradd --create-home --shell /bin/bash --groups sudo tester  # whom polkit asks for a password
useradd --create-home --shell /bin/bash guest                 # whom it does not know
echo 'tester:prove it' | chpasswd
cat >/etc/udev/rules.d/90-guest.rules <<'END'
SUBSYSTEM=="virtio-ports", MODE="0666"
END
cat >/etc/systemd/system/guest-agent.service <<'END'
[Unit]
After=dbus.socket systemd-logind.service
Wants=dev-disk-by\x2did-virtio\x2dseed.device
After=dev-disk-by\x2did-virtio\x2dseed.device
[Service]
ExecStartPre=/bin/mkdir -p /seed
ExecStartPre=/bin/tar -x -C /seed -f /dev/disk/by-id/virtio-seed
ExecStart=/usr/bin/python3 -I /seed/agent.py root
[Install]
WantedBy=multi-user.target
END
systemctl enable guest-agent.service
mkdir /etc/systemd/system/getty@tty1.service.d
cat >/etc/systemd/system/getty@tty1.service.d/login.conf <<'END'
[Unit]
After=guest-agent.service
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin tester --noclear %I linux
END
# In the first terminal's session, which is the active one of the seat.
echo 'exec /usr/bin/python3 -I /seed/agent.py seat' >/home/tester/.bash_profile
: >/etc/machine-id
systemctl mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    e2scrub_reap.service man-db.timer getty-static.service systemd-networkd.service networking.service \
    systemd-timesyncd.service systemd-firstboot.service systemd-pcrphase.service
apt-get clean
rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /usr/share/doc/* /usr/share/locale/* /furnish-here
