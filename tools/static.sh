#!/bin/bash
# Builds the extension into PHP itself, as ext/xhprof of PHP's source, and runs its tests there. PHP's source
# is Debian's, fetched once and kept outside the checkout; the build, 4 minutes on 2 cores, is kept too.
# Usage: tools/static.sh [TEST...]      TEST as run-tests.sh has it; the default is tests
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

source=$cache/php-static
extension=$source/ext/xhprof

build() {
	fetch_php_source '' '' # the running system's
	tar -xf php*.orig.tar.xz --strip-components=1
	cd ..
	mkdir -p "$source"
	cp -a "$OLDPWD/." "$source"
}

# Only what differs gets a new time, so that make compiles that alone.
copy_sources() {
	local new
	new=$(mktemp -d)
	(cd "$here/.." && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$new")
	mkdir -p "$extension"
	rsync -rci --delete --exclude='*.o' --exclude='*.lo' --exclude='*.dep' --exclude='.libs' "$new/" "$extension/" >"$new.log"
	# A header that was removed must not live on in the dependencies of objects.
	if grep -q '^\*deleting .*\.h$' "$new.log" || [ ! -f "$source/Makefile" ]; then
		find "$extension" \( -name '*.lo' -o -name '*.dep' \) -delete
	fi
	rm -f "$new.log"
	rm -rf "$new"
}

need_packages gcc libc6-dev make autoconf pkg-config zlib1g-dev dpkg-dev xz-utils rsync
make_once "$source"
copy_sources
cd "$source"
config=$(cat "$extension/config.m4")
if [ ! -f Makefile ] || [ "$config" != "$(cat .xhprof.m4 2>/dev/null)" ]; then
	{ ./buildconf --force && ./configure --disable-all --enable-cli --disable-cgi --disable-phpdbg --enable-pcntl --enable-posix \
		--enable-session --enable-tokenizer --enable-ctype --enable-filter --with-zlib --enable-xhprof --enable-xhprof-dev \
		--enable-xhprof-fake-clock; } >xhprof.log 2>&1 || { tail -n 40 xhprof.log >&2; die "configure failed; all of it is in $source/xhprof.log"; }
	echo "$config" >.xhprof.m4
fi
make -s -j"$(nproc)" >xhprof.log 2>&1 || { grep -E 'error|Error' xhprof.log | head -n 40 >&2; die "make failed; all of it is in $source/xhprof.log"; }
sapi/cli/php -n --ri xhprof | head -n 4
[ $# -gt 0 ] || set -- tests
cd "$extension"
"$here/run-tests.sh" "$extension" --static --php "$source/sapi/cli/php" --name static "$@"
