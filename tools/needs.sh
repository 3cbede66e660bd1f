# shellcheck shell=sh
# For scripts to source: which files the sources are, modules and ports for tests, and what the machine needs for a step. try.sh and test.sh install what
# it lacks, nothing else; where nothing is lacking apt is not called at all, so there no network is needed either.

lacking=

# Is this a checkout whose files git knows? If so, a git that fails is a fault of the machine, and no reason to check less.
in_checkout() {
	[ -e .git ] && command -v git >/dev/null
}

# list_sources DIR: tracked files and new ones that are not ignored; without git, all but what a build leaves, also
# in the absolute path DIR.
list_sources() {
	if in_checkout; then
		git ls-files --cached --others --exclude-standard
	else
		find . \( -path ./build -o -path ./modules -o -path "./${1#"$PWD/"}" -o -name .libs -o -name node_modules \) \
			-prune -o -type f ! -name '*.o' ! -name '*.l[ao]' ! -name '*.dep' ! -name Makefile -print | sed 's|^\./||'
	fi
}

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

has() {
	command -v "$1" >/dev/null 2>&1
}

# need PACKAGE COMMAND...: the package is lacking unless the command succeeds.
need() {
	package=$1
	shift
	"$@" >/dev/null 2>&1 || lacking="$lacking $package"
}

# need_module DIR: sets module, that of a folder that build.sh made.
need_module() {
	[ -f "$1/modules/xhprof.so" ] || die "$1 has no modules/xhprof.so; run tools/build.sh $1 first"
	# shellcheck disable=SC2034 # for those that source this
	module=$(cd "$1" && pwd)/modules/xhprof.so
}

# Prints a port of loopback that nobody listens on. Two calls can print the same one.
free_port() {
	# shellcheck disable=SC2016 # PHP's variables, not the shell's
	php -n -r '$s = stream_socket_server("tcp://127.0.0.1:0"); echo substr(strrchr(stream_socket_get_name($s, false), ":"), 1);'
}

# for_workers FOLDER FILE...: copies files and folders so that other users can read them: a checkout may be below /root.
for_workers() {
	mkdir -p "$1"
	cp -rt "$@"
	chmod -R a+rX "$1"
}

# What builds an extension for the php of this machine or, where there is none, for the distribution's.
need_php() {
	need php-cli has php
	need "php$(php_release)-dev" phpize_of_php
	need gcc has cc
	need libc6-dev has_libc_headers
	need zlib1g-dev has_zlib_headers
	need make has make
}

has_libc_headers() {
	echo '#include <stdio.h>' | cc -E -
}

has_zlib_headers() {
	echo '#include <zlib.h>' | cc -E -
}

# "8.2"; nothing without PHP.
php_release() {
	php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || :
}

# The phpize of exactly that PHP: with another version's the extension builds, but does not load.
phpize_of_php() {
	for phpize in "phpize$(php_release)" phpize; do
		phpize=$(command -v "$phpize") || continue
		config=$(dirname "$phpize")/php-config${phpize##*/phpize}
		if [ "$("$config" --vernum)" = "$(php -n -r 'echo PHP_VERSION_ID;')" ]; then
			echo "$phpize"
			return 0
		fi
	done
	return 1
}

has_php_parser() {
	php -n -r 'exit(stream_resolve_include_path("PhpParser/autoload.php") ? 0 : 1);'
}

check_php() {
	php -n -r 'exit(PHP_VERSION_ID >= 80100 ? 0 : 1);' ||
		die "needs PHP 8.1 or newer; $(command -v php) is $(php -n -r 'echo PHP_VERSION;')"
	phpize_of_php >/dev/null ||
		die "no phpize of the same version as $(command -v php), $(php -n -r 'echo PHP_VERSION;'); put one PHP's bin first in PATH"
}

install_lacking() {
	[ -n "$lacking" ] || return 0
	has apt-get || die "needs$lacking, or what your system calls them; install them and run this again"
	sudo=
	if [ "$(id -u)" -ne 0 ]; then
		has sudo || die "needs$lacking; as root: apt-get install$lacking"
		sudo=sudo
	fi

	echo "Installing$lacking ..." >&2
	log=$(mktemp)
	# shellcheck disable=SC2086 # a list of packages
	set -- $lacking
	# An update may fail for a source that is not needed; whether the install works is what counts.
	$sudo env DEBIAN_FRONTEND=noninteractive sh -c '
		apt-get -q -o DPkg::Lock::Timeout=300 update
		apt-get -q -o DPkg::Lock::Timeout=300 -y --no-install-recommends install "$@"' \
		sh "$@" >"$log" 2>&1 </dev/null || {
		tail -n 20 "$log" >&2
		die "could not install$lacking; all of apt's output is in $log"
	}
	rm -f "$log"
	lacking=
}

# get_by_composer FOLDER FILE CONFIG PACKAGE...: into FOLDER, once. Composer may fail at the very end, at its lock file, which nobody
# needs: FILE is there, or is not. Where it is not it says why and fails.
get_by_composer() {
	[ ! -e "$1/$2" ] || return 0
	has composer || { echo 'no composer; on Debian: apt-get install composer'; return 1; }
	folder=$1 file=$2
	mkdir -p "$folder"
	echo "{\"config\": {\"lock\": false$3}}" >"$folder/composer.json"
	shift 3
	composer require --working-dir="$folder" --dev --no-interaction --quiet "$@" >"$folder/log" 2>&1 || :
	[ -e "$folder/$file" ] || { echo "composer does not get $*; all of it is in $folder/log"; return 1; }
}
