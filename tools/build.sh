#!/bin/sh
# Builds the extension in DIR and leaves the checkout clean, so that several PHPs build side by side.
# Usage: tools/build.sh DIR [--phpize PATH] [configure flag...]      CFLAGS is passed on, if set.
# Run it again after an edit: only what changed is compiled. The module is DIR/modules/xhprof.so.
set -eu
# shellcheck source=tools/sources.sh
. "$(dirname "$0")/sources.sh"

usage() { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }

[ $# -ge 1 ] || usage
case $1 in -*) usage ;; esac
mkdir -p "$1"
dir=$(cd "$1" && pwd -P)
shift
phpize=phpize
if [ "${1-}" = --phpize ]; then
	[ $# -ge 2 ] || usage
	phpize=$2
	shift 2
fi
top=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$dir" != "$top" ] || { echo "$0: build in another folder than the checkout" >&2; exit 2; }
phpize=$(command -v "$phpize") || { echo "$0: no phpize; on Debian: apt-get install php-dev" >&2; exit 1; }
# One PHP has one path: phpize may be a symlink to phpize8.4, which goes with php-config8.4.
phpize=$(readlink -f "$phpize")
config=$(dirname "$phpize")/$(basename "$phpize" | sed 's/phpize/php-config/')

# Sums of the listed files in a folder, sorted.
sum_sources() {
	(cd "$1" && tr '\n' '\0' <"$dir/.sources.new" | xargs -0 cksum 2>/dev/null) | LC_ALL=C sort
}

# By content, not by time: a file that is older, but another, must be compiled again too.
copy_changed() {
	sum_sources "$dir" >"$dir/.sums"
	sum_sources "$top" | LC_ALL=C comm -23 - "$dir/.sums" | sed 's/^[0-9]* [0-9]* //' >"$dir/.changed"
	# A new file gets a new time.
	[ ! -s "$dir/.changed" ] || tar -cf - -C "$top" -T "$dir/.changed" | tar -xmf - -C "$dir"
}

cd "$top"
list_sources "$dir" | LC_ALL=C sort -u | while IFS= read -r file; do
	[ ! -f "$file" ] || echo "$file"
done >"$dir/.sources.new"
copy_changed
cd "$dir"
if [ -f .sources ]; then
	# A file that was removed or renamed must not live on here, nor in the dependencies of objects.
	LC_ALL=C comm -23 .sources .sources.new | while IFS= read -r file; do
		rm -f "$file"
		case $file in *.c | *.h | format/*.inc) rm -f .stamp ;; esac
	done
fi
mv .sources.new .sources

fail() {
	# What was said, without the long lines that only tell what was run.
	grep -vE '^[^:]*(libtool|cc) .* -c |^libtool:' build.log | tail -n 60 >&2
	echo "$0: $1 failed; all of it is in $dir/build.log" >&2
	exit 1
}

# Builds with other switches compile most files alike: with ccache, once for all.
if [ -z "${CC-}" ] && command -v ccache >/dev/null; then
	export CC='ccache cc' CCACHE_BASEDIR="$dir" CCACHE_NOHASHDIR=1
fi

# What a configured tree depends on: if any of it is another one, start from nothing.
stamp=$("$config" --version --extension-dir --include-dir; echo "$dir" "$phpize" "${CC-}" "${CFLAGS-}" "$@"; cat config.m4 Makefile.frag)
if [ ! -f Makefile ] || [ "$stamp" != "$(cat .stamp 2>/dev/null)" ]; then
	rm -f .stamp
	[ ! -f Makefile ] || make -s clean >/dev/null 2>&1 || :
	rm -rf autom4te.cache config.cache
	"$phpize" >build.log 2>&1 || fail phpize
	./configure --enable-xhprof --with-php-config="$config" "$@" >>build.log 2>&1 || fail configure
	printf '%s\n' "$stamp" >.stamp
fi
make -j"$(nproc)" LIBTOOL="$top/tools/compile.sh ./libtool" >build.log 2>&1 || fail make
grep 'warning:' build.log >&2 || :
echo "$dir/modules/xhprof.so"
