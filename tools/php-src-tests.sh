#!/bin/bash
# Runs PHP's own tests while all they do is profiled, and names those that fail then but pass otherwise.
# The tests come from Debian's source package and are kept outside the checkout.
# Usage: tools/php-src-tests.sh [--version 8.2] [--so PATH] [--short] [TEST...]
#   --version  8.2, 8.4, 8.5 or 8.6: this machine's own PHP, if it has that version, else a chroot
#   --so       the module, for this machine's PHP; without it, one is built
#   --short    without opcache, and profiles that nobody ends only: 3 runs instead of 10
#   TEST       folders or files of PHP's source; the default is Zend/tests tests
# Fails if a test fails by the profiler. Each run takes about 2 minutes on 2 cores, for what is the default.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

usage() { sed -n '4,9s/^# //p' "$0" >&2; exit 2; }

version=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || :) so='' short=no
while [ $# -gt 0 ]; do
	case $1 in
		--version) version=$2; shift ;;
		--so) so=$(realpath "$2"); shift ;;
		--short) short=yes ;;
		-*) usage ;;
		*) break ;;
	esac
	shift
done
[ $# -gt 0 ] || set -- Zend/tests tests

# Where it runs: "at" is put before each command; root is what it calls "/".
at=() root='' php=php$version
if ! command -v "phpize$version" >/dev/null; then
	root=$("$here/php-chroot.sh" "$version") at=("$here/php-chroot.sh" "$version")
fi
id=$(printf %s "$here" | cksum | cut -d' ' -f1)
build=$cache/build/$id/php-src-$version work=$cache/php-src-tests-$version
[ -z "$root" ] || build=/build/$id-php-src work=/build/php-src-tests

unpack_source() {
	local suite=sid new=$root$work/source.new
	case $version in
		8.2) suite=bookworm ;;
		8.4) suite=trixie ;;
	esac
	echo "fetching the source of PHP $version"
	need_packages dpkg-dev xz-utils
	rm -rf "$new"
	mkdir -p "$new/package"
	(cd "$new/package" && fetch_php_source "$version" "$suite") >"$new/log" 2>&1 || { tail -n 20 "$new/log"; die "failed"; }
	tar -C "$new" -xf "$new"/package/php*.orig.tar.xz --strip-components=1
	rm -rf "$new/package"
	mv "$new" "$root$work/source"
}

# run NAME PREPEND SETTING...: all the tests, with a file put before each. Leaves the names of those that failed.
run() {
	local name=$1 prepend=$2 ini=() setting
	shift 2
	for setting; do ini+=(-d "$setting"); done
	rm -rf "$root${work:?}/$name"
	mkdir "$root$work/$name"
	# Tests write into their folder: each run has its own.
	(cd "$root$work/source" && cp -r --parents run-tests.php "${tests[@]}" "$root$work/$name")
	cat >"$root$work/$name/go" <<-END
		cd $work/$name
		NO_INTERACTION=1 SKIP_ONLINE_TESTS=1 TEST_PHP_EXECUTABLE=\$(command -v $php) exec $php run-tests.php -q -j2 \\
			--offline --no-progress --no-color -W results -d auto_prepend_file=$work/$prepend.php "\$@"
	END
	"${at[@]}" sh "$work/$name/go" "${ini[@]}" "${tests[@]}" >"$root$work/$name/log" 2>&1 </dev/null || :
	[ -s "$root$work/$name/results" ] || { tail -n 20 "$root$work/$name/log"; die "PHP's runner did not run"; }
	sed -nE "s,^(FAILED|BORKED|LEAKED|WARNED|XLEAKED)	$work/$name/,,p" "$root$work/$name/results" | sort >"$root$work/$name.failed"
	printf '%-26s %5d passed %4d failed %4d skipped' "$name" "$(grep -cE '^(PASSED|XFAILED)' "$root$work/$name/results")" \
		"$(wc -l <"$root$work/$name.failed")" "$(grep -c ^SKIPPED "$root$work/$name/results")"
}

# compare PLAIN NAME: what fails only here. PLAIN ran without us, with the same settings else.
compare() {
	local plain=$1 name=$2 new
	new=$(comm -13 "$root$work/$plain.failed" "$root$work/$name.failed")
	printf ' %4d by the profiler\n' "$(grep -c . <<<"$new")"
	[ -n "$new" ] || return 0
	failures=$((failures + $(wc -l <<<"$new")))
	while IFS= read -r test; do
		echo "    $test"
		head -n 8 "$root$work/$name/${test%.phpt}.diff" | sed 's/^/        /'
	done <<<"$new"
}

profiled() {
	local plain=$1 name=$2 prepend=$3
	shift 3
	run "$name" "$prepend" "extension=$so" "$@"
	compare "$plain" "$name"
}

tests=("$@") failures=0
mkdir -p "$root$work"
[ -d "$root$work/source" ] || unpack_source
if [ -z "$so" ]; then
	so=$("${at[@]}" "${at:+tools/}${at:-$here/}build.sh" "$build" --phpize "phpize$version")
fi
flags='XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY'
echo '<?php' >"$root$work/plain.php"
echo "<?php xhprof_enable($flags);" >"$root$work/open.php"
echo "<?php xhprof_enable($flags); register_shutdown_function('xhprof_disable');" >"$root$work/ended.php"

run plain plain
echo
profiled plain ex open xhprof.hook=ex
profiled plain observer open xhprof.hook=observer
if [ $short = no ]; then
	profiled plain ex-ended ended xhprof.hook=ex
	profiled plain observer-ended ended xhprof.hook=observer
	opcache=(opcache.enable_cli=1 opcache.file_update_protection=0)
	jit=("${opcache[@]}" opcache.jit=tracing opcache.jit_buffer_size=64M)
	opcache+=(opcache.jit=disable opcache.jit_buffer_size=0)
	run plain+opcache plain "${opcache[@]}"
	echo
	profiled plain+opcache ex+opcache open xhprof.hook=ex "${opcache[@]}"
	profiled plain+opcache observer+opcache open xhprof.hook=observer "${opcache[@]}"
	run plain+jit plain "${jit[@]}"
	echo
	profiled plain+jit observer+jit open xhprof.hook=observer "${jit[@]}"
fi
echo "PHP $version: $failures failures by the profiler"
[ $failures = 0 ]
