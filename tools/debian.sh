# shellcheck shell=bash
# For php-chroot.sh and php-zts.sh to source: the cache, and Debian as this machine's apt sees it.

cache=${XHPROF_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/xhprof}

die() { echo "$0: $*" >&2; exit 1; }

# Waits while another run makes the same thing; the lock is let go when the script ends.
lock() {
	mkdir -p "$cache"
	exec 9>"$cache/$1.lock"
	flock 9
}

need_packages() {
	dpkg -s "$@" >/dev/null 2>&1 && return
	[ "$(id -u)" = 0 ] || die "as root, install first: $*"
	apt-get -qq update >&2
	DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

# Lines "TYPE URI SUITE main" (TYPE: deb or deb-src) for SUITE and its security updates, from the
# mirrors that apt is configured to use for the running system.
debian_sources() {
	# shellcheck disable=SC2016 # apt's variables
	local format='$(REPO_URI) $(CODENAME)' running
	# shellcheck source=/dev/null
	running=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
	apt-get indextargets --format "$format" 'Created-By: Packages' 'Origin: Debian' 2>/dev/null | sort -u |
		while read -r uri codename; do
			case $codename in
				"$running") echo "$1 $uri $2 main" ;;
				"$running-security") [ "$2" = sid ] || echo "$1 $uri $2-security main" ;;
			esac
		done
}
