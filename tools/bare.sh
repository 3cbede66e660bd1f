#!/bin/bash
# Runs a command in a fresh, bare system that has the checkout and nothing else: what the README's two commands promise.
# Usage: tools/bare.sh [OPTION...] SUITE COMMAND     SUITE: bookworm, trixie (Debian 12, 13), jammy, noble (Ubuntu 22.04, 24.04)
#   --user      as a user who is not root, has no password and may use sudo; the default is root
#   --git       the checkout is a clone; by default it has the tracked files only, as a tarball has
#   --keep DIR  the system is made in DIR, or the one that is there is used, and it stays
# COMMAND is a line for bash, which starts in the checkout. Ubuntu's mirror is XHPROF_UBUNTU_MIRROR. Needs root and
# mmdebstrap; a system is made in half a minute.
set -eu
# shellcheck source=tools/debian.sh
. "$(dirname "$0")/debian.sh"

usage() { sed -n '3,8s/^# //p' "$0" >&2; exit 2; }

top=$(cd "$(dirname "$0")/.." && pwd -P)
user=root git=no keep=''
while [ $# -gt 0 ]; do
	case $1 in
		--user) user=tester ;;
		--git) git=yes ;;
		--keep) keep=${2-}; shift ;;
		-*) usage ;;
		*) break ;;
	esac
	shift
done
[ $# = 2 ] || usage
suite=$1 command=$2
[ "$(id -u)" = 0 ] || die "only root can make or enter a chroot"

# Nothing but what a system needs to install packages.
make_system() {
	need_packages mmdebstrap debian-archive-keyring util-linux
	case $suite in
		jammy | noble) ubuntu_sources "$suite" >"$root.list" ;;
		*)
			[ -n "$(debian_sources deb "$suite")" ] || apt-get -qq update >&2
			debian_sources deb "$suite" >"$root.list"
			;;
	esac
	[ -s "$root.list" ] || die "apt is not set up for $suite here"
	mmdebstrap --quiet --mode=root --variant=apt --include=sudo,passwd --skip=cleanup/apt \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
		--aptopt='APT::Sandbox::User "root"' "$suite" "$root" - <"$root.list" >&2
	rm -f "$root.list"
	# As where systems are installed by their installer: phpize of jammy asks for /usr/bin/sed.
	[ -e "$root/usr/bin/sed" ] || ln -s /bin/sed "$root/usr/bin/sed"
	echo '127.0.0.1 localhost' >"$root/etc/hosts"
	# A package that asks, as jammy's tzdata does, gets no answer.
	echo 'Defaults env_keep += DEBIAN_FRONTEND' >"$root/etc/sudoers.d/frontend"
	chroot "$root" useradd -m -s /bin/bash tester
	echo 'tester ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/tester"
	# A certificate authority of this machine's own, which downloads need here.
	[ -z "${NODE_EXTRA_CA_CERTS-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-ca.crt"
}

# The checkout as it is now, with what is not committed.
copy_checkout() {
	rm -rf "${root:?}$home/xhprof"
	if [ $git = yes ]; then
		git clone -q "$top" "$root$home/xhprof"
	else
		mkdir -p "$root$home/xhprof"
		(cd "$top" && git ls-files -z | xargs -0 tar -c --ignore-failed-read) | tar -x -C "$root$home/xhprof"
	fi
	[ $user = root ] || chroot "$root" chown -R $user "$home/xhprof"
}

if [ -n "$keep" ]; then
	root=$(realpath -m "$keep")
else
	work=$(mktemp -d)
	trap 'rm -rf --one-file-system "$work"' EXIT
	root=$work/root
fi
[ -d "$root/etc" ] || make_system
home=/root
[ $user = root ] || home=/home/$user
copy_checkout

environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "HOME=$home" LC_ALL=C.UTF-8
	DEBIAN_FRONTEND=noninteractive "COLUMNS=${COLUMNS-80}")
[ ! -f "$root/etc/extra-ca.crt" ] || environment+=(NODE_EXTRA_CA_CERTS=/etc/extra-ca.crt SSL_CERT_FILE=/etc/extra-ca.crt)
as=()
[ $user = root ] || as=(setpriv --reuid "$user" --regid "$user" --init-groups)

# In a name space of its own: no mount and no process is left behind.
export root home command
# shellcheck disable=SC2016 # for the inner shell
unshare --mount --pid --fork --kill-child sh -euc '
	mount -t proc proc "$root/proc"
	mount --rbind /dev "$root/dev"
	mount -t tmpfs tmpfs "$root/dev/shm" || :
	mount --rbind /sys "$root/sys" || :
	chmod 1777 "$root/tmp"
	exec chroot "$root" "$@"
' sh env -i "${environment[@]}" "${as[@]}" bash -euc "cd '$home/xhprof'; $command" </dev/null
