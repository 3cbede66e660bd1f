# shellcheck shell=bash
# For scripts to source, by bash under set -eu: the cache, Debian as this machine's apt sees it, and other PHPs than "php".

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

# The lines for a suite of Ubuntu, whose mirror the caller names. Debian has none of its keys.
ubuntu_sources() {
	local suite=$1 pocket
	[ -n "${XHPROF_UBUNTU_MIRROR-}" ] || die "set XHPROF_UBUNTU_MIRROR to the address of a mirror of Ubuntu"
	for pocket in "$suite" "$suite-updates" "$suite-security"; do
		echo "deb [trusted=yes] $XHPROF_UBUNTU_MIRROR $pocket main universe"
	done
}

# binary_sources SUITE: the lines for packages of Debian's or Ubuntu's suite; nothing where apt is not set up for Debian.
binary_sources() {
	case $1 in
		jammy | noble) ubuntu_sources "$1" ;;
		*)
			[ -n "$(debian_sources deb "$1")" ] || apt-get -qq update >&2
			debian_sources deb "$1"
			;;
	esac
}

# The suite that has a version of PHP; fails where none has.
suite_of_php() {
	case $1 in
		8.1) echo jammy ;;
		8.2) echo bookworm ;;
		8.3) echo noble ;;
		8.4) echo trixie ;;
		8.5 | 8.6) echo sid ;;
		*) return 1 ;;
	esac
}

# Runs apt-get, or what else of apt is named, with the sources of the file "list" in the working folder:
# the machine's own are left as they are.
apt_of_list() {
	"$1" -q -o "Dir::Etc::sourcelist=$PWD/list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$PWD/lists" \
		-o Acquire::Check-Valid-Until=false -o APT::Sandbox::User=root "${@:2}"
}

# Makes "list" of the source packages of SUITE, by default those of the running system.
list_source_packages() {
	local suite=${1-}
	# shellcheck source=/dev/null
	[ -n "$suite" ] || suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
	[ -n "$(debian_sources deb-src "$suite")" ] || apt-get -qq update
	debian_sources deb-src "$suite" >list
	[ -s list ] || die "apt is not set up for Debian here"
	# What experimental has is not in sid.
	[ "$suite" != sid ] || sed 's/ sid / experimental /' list >list.exp
	[ "$suite" != sid ] || cat list.exp >>list
	mkdir -p lists/partial
	apt_of_list apt-get update
}

# Puts a source package of "list" into the working folder: the newest of its revisions whose files the
# mirror has. It may list a security update without keeping its source, then the release has it.
fetch_source() {
	local version
	for version in $(apt_of_list apt-cache showsrc "$1" | sed -n 's/^Version: //p' | sort -rV | uniq); do
		apt_of_list apt-get source --download-only "$1=$version" && return
		rm -f "$1"_*
	done
	grep -q 'security' list || die "the mirror has no source of $1"
	sed -i '/security/d' list
	apt_of_list apt-get update
	fetch_source "$1"
}

# The same for PHP: of VERSION ("8.2") in SUITE, or else the newest that the running system has.
fetch_php_source() {
	local name=php${1-}
	list_source_packages "${2-}"
	[ "$name" != php ] || name=$(apt-cache pkgnames php | sed -n 's/^\(php[0-9.]*\)-cli$/\1/p' | sort -V | tail -n 1)
	fetch_source "$name"
}

# Makes PREFIX by the function "build", which runs in a folder of its own next to it; once, all it says goes
# to PREFIX.log.
make_once() {
	local prefix=$1 work=$1.build status
	[ ! -f "$prefix/.complete" ] || return 0
	lock "$(basename "$prefix")"
	[ ! -f "$prefix/.complete" ] || return 0
	rm -rf "$prefix" "$work"
	mkdir "$work"
	# Not with || or if, which would switch -e off inside.
	set +e
	(set -e; cd "$work"; build) >"$prefix.log" 2>&1
	status=$?
	set -e
	if [ $status != 0 ]; then
		tail -n 40 "$prefix.log" >&2
		die "failed; all of it is in $prefix.log"
	fi
	touch "$prefix/.complete"
	rm -rf "$work"
}

# find_php PHP: makes it if need be. PHP is a version: this machine's, if it has that, else one in a chroot; or another name of php.sh.
# Sets at, a command that runs others where it is; root, what it calls "/"; tools and builds, the folders of our tools and of builds as
# seen from there, which are this checkout's own; php and phpize. "here" is the folder of tools. Fails where it is not to be had.
# shellcheck disable=SC2034,SC2154
find_php() {
	local prefix id
	id=$(printf %s "$here" | cksum | cut -d' ' -f1)
	at=() root='' tools=$here builds=$cache/build/$id php=php phpize=phpize
	if [[ $1 = 8.* ]]; then
		php=php$1 phpize=phpize$1
		! command -v "$phpize" >/dev/null || return 0
		root=$("$here/php.sh" "$1") || return 1
		at=("$here/php.sh" "$1") tools=tools builds=/build/$id
	else
		prefix=$("$here/php.sh" "$1") || return 1
		at=(env "PATH=$prefix/bin:$prefix/cc:$PATH") phpize=$prefix/bin/phpize
	fi
}
