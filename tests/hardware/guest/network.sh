#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Servers of NFS, SMB and SSH in a network namespace of their own, which export one folder of the
# guest, and their shares mounted for its user. Run as root: network.sh up|down

set -eu
root=/srv/driveproof-network
export=$root/export
here=10.9.0.1 there=10.9.0.2
inside="ip netns exec driveproof-server"

up() {
    mkdir -p "$export" "$root/smb/private" "$root/ssh" "$root/nfs-point" "$root/smb-point" /run/sshd
    mount -t tmpfs -o size=200m,mode=0777 export "$export"
    ip link set lo up
    ip netns add driveproof-server
    ip link add dp-here type veth peer name dp-there netns driveproof-server
    ip addr add $here/24 dev dp-here
    ip link set dp-here up
    $inside ip addr add $there/24 dev dp-there
    $inside ip link set dp-there up
    $inside ip link set lo up
    smb
    nfs
    ssh
}

smb() {
    places=""
    for name in pid lock state cache; do places="$places
$name directory = $root/smb"; done
    cat >"$root/smb/conf" <<END
[global]
server role = standalone server
load printers = no
disable spoolss = yes
log level = 0
log file = $root/smb/log
private dir = $root/smb/private
ncalrpc dir = $root/smb
bind interfaces only = yes
interfaces = $there
smb ports = 445$places
[share]
path = $export
read only = no
END
    printf 'word\nword\n' | smbpasswd -c "$root/smb/conf" -a -s guest >/dev/null
    $inside smbd -D -s "$root/smb/conf"
    modprobe cifs
    # As a NAS is mounted: the server's files are the user's here.
    again mount -t cifs //$there/share "$root/smb-point" -o username=guest,password=word,uid=guest
}

nfs() {
    modprobe nfsd
    # Files of the kernel's NFS server count for the namespace that mounts them.
    $inside sh -c "mount -t nfsd nfsd /proc/fs/nfsd &&
        exportfs -o rw,insecure,no_subtree_check,fsid=7 $here:$export &&
        rpc.mountd --no-nfs-version 3 && rpc.nfsd --no-nfs-version 3 -H $there 1"
    again mount -t nfs4 -o vers=4.2,soft $there:$export "$root/nfs-point"
}

ssh() {
    usermod -p '*' guest # an account without a password is locked, for sshd
    keys=/home/guest/.ssh
    mkdir -p $keys
    ssh-keygen -q -t ed25519 -N '' -f "$root/ssh/host"
    ssh-keygen -q -t ed25519 -N '' -f $keys/network
    cp $keys/network.pub $keys/authorized_keys
    chown -R guest $keys
    chmod 700 $keys
    cat >"$root/ssh/conf" <<END
ListenAddress $there
HostKey $root/ssh/host
StrictModes no
UsePAM no
PidFile $root/ssh/pid
Subsystem sftp internal-sftp
END
    $inside /usr/sbin/sshd -f "$root/ssh/conf"
    install -d -o guest /home/guest/far
    again sshfs
}

sshfs() {
    runuser -u guest -- sshfs -o IdentityFile=/home/guest/.ssh/network \
        -o StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null guest@$there:"$export" \
        /home/guest/far
}

again() {
    for _ in $(seq 50); do
        if "$@"; then return 0; fi
        sleep 0.2
    done
    "$@"
}

down() {
    fusermount3 -uz /home/guest/far || true
    umount -l "$root/smb-point" "$root/nfs-point" || true
    $inside sh -c 'rpc.nfsd 0; pkill smbd; pkill sshd; pkill rpc.mountd' || true
    exportfs -ua || true
    ip netns del driveproof-server || true
    umount -l "$export" || true
    rm -rf "$root" /home/guest/.ssh /home/guest/far
}

"$@"
