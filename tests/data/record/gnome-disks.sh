#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Records a benchmark that GNOME Disks itself saves into tests/data/imports: its dialog is driven by
# xdotool on a display of its own, on a loop device that is made for it. As root; tried with version
# 43. Everything runs in its own mount and process namespaces. SHOWN=FILE.png keeps a picture of the
# averages that it shows.
set -eu
cd "$(dirname "$0")/../../.."
OUT=$PWD/tests/data/imports/gnome-disks-43.gnome-disks-benchmark SHOWN=${SHOWN:-}
export OUT SHOWN
exec unshare -m -p -f --kill-child --mount-proc --propagation private bash -eu -c '
W=$(mktemp -d); export HOME=$W XDG_CACHE_HOME=$W/cache NO_AT_BRIDGE=1 GSETTINGS_BACKEND=memory
mount -t tmpfs -o mode=755 tmpfs /run; mkdir -p /run/dbus /run/udev/rules.d
# It saves only where UDisks2 gives a device an id, which a loop device has by such a link.
echo "KERNEL==\"loop*\", ENV{ID_FS_LABEL}==\"driveproofrec\", SYMLINK+=\"disk/by-id/driveproof-recording\"" \
  > /run/udev/rules.d/99-recording.rules
dbus-daemon --system --nofork --nopidfile & STARTED=$!
sleep 0.5
/usr/lib/polkit-1/polkitd --no-debug > /dev/null 2>&1 & STARTED="$STARTED $!"
/lib/systemd/systemd-udevd > /dev/null 2>&1 & STARTED="$STARTED $!"
truncate -s 1500M $W/disk; mkfs.ext4 -q -L driveproofrec $W/disk
DISK=$(losetup -f --show $W/disk)
end() {
  kill ${SHOWING:-} $STARTED 2> /dev/null || true
  losetup -d $DISK
  rm -f /dev/disk/by-id/driveproof-recording
  rm -rf "$W"
}
trap end EXIT
sleep 0.5; udevadm trigger -s block; udevadm settle
/usr/libexec/udisks2/udisksd > /dev/null 2>&1 & STARTED="$! $STARTED"
export DISPLAY=:1977
Xvfb $DISPLAY -screen 0 1280x800x24 -nolisten tcp > /dev/null 2>&1 & STARTED="$! $STARTED"
until xdpyinfo > /dev/null 2>&1; do sleep 0.1; done
openbox > /dev/null 2>&1 & STARTED="$! $STARTED"
export DBUS_SESSION_BUS_ADDRESS=unix:path=$W/bus
dbus-daemon --session --nofork --address=$DBUS_SESSION_BUS_ADDRESS & STARTED="$! $STARTED"
sleep 1
gnome-disks --block-device=$DISK > /dev/null 2>&1 & SHOWING=$!
sleep 5
click() { xdotool mousemove $1 $2 click 1; sleep 1.5; }
click 462 396   # the wheels below the volume
click 581 566   # Benchmark Partition
click 423 657   # Start Benchmark
xdotool key alt+s
for _ in $(seq 300); do
  saved=$(ls $W/cache/gnome-disks/benchmarks/*.gnome-disks-benchmark 2> /dev/null) && break
  sleep 0.2
done
sleep 1
[ -z "$SHOWN" ] || import -window root "$SHOWN"
cp "$saved" "$OUT"
'
