#!/bin/bash
# Runs PHP's own tests while all they do is profiled, and names those that fail then but pass otherwise.
# The tests come from Debian's source package and are kept outside the checkout.
# Usage: tools/php-src-tests.sh [--version 8.2] [--so PATH] [--short] [TEST...]
#   --version  8.2, 8.4, 8.5 or 8.6: this machine's own PHP, if it has that version, else a chroot
#   --so       the module, for this machine's PHP; without it, one is built
#   --short    without opcache, and profiles that nobody ends only: 2 runs instead of 7
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

# run NAME PREPEND FILE [SETTING]...: the tests that FILE lists, with a file put before each. Leaves the names
# of those that failed in NAME.failed.
run() {
	local name=$1 prepend=$2 list=$3 ini=() setting
	shift 3
	for setting; do ini+=(-d "$setting"); done
	rm -rf "$root${work:?}/$name"
	mkdir "$root$work/$name"
	# Tests write into their folder: each run has its own.
	(cd "$root$work/source" && cp -r --parents run-tests.php "${folders[@]}" "$root$work/$name")
	cp "$list" "$root$work/$name/list"
	cat >"$root$work/$name/go" <<-END
		cd $work/$name
		NO_INTERACTION=1 SKIP_ONLINE_TESTS=1 TEST_PHP_EXECUTABLE=\$(command -v $php) xargs $php run-tests.php -q -j2 \\
			--offline --no-progress --no-color -W results -d auto_prepend_file=$work/$prepend.php "\$@" <list
	END
	"${at[@]}" sh "$work/$name/go" "${ini[@]}" >"$root$work/$name/log" 2>&1 </dev/null || :
	[ -s "$root$work/$name/results" ] || { tail -n 20 "$root$work/$name/log"; die "PHP's runner did not run"; }
	sed -nE "s,^(FAILED|BORKED|LEAKED|WARNED|XLEAKED)	$work/$name/,,p" "$root$work/$name/results" | sort >"$root$work/$name.failed"
}

# How many of a run's results are so.
count() { grep -cE "^($2)	" "$root$work/$1/results" || :; }

# profile NAME PREPEND [SETTING]...: what fails while profiled, not when it is run again without us, and
# once more when it is run again with us.
profile() {
	local name=$1 prepend=$2 failed="$root$work/$1.failed" new
	shift 2
	run "$name" "$prepend" "$root$work/all" "extension=$so" "$@"
	new=''
	if [ -s "$failed" ]; then
		run "$name-plain" plain "$failed" "$@"
		comm -23 "$failed" "$root$work/$name-plain.failed" >"$root$work/new"
		if [ -s "$root$work/new" ]; then
			run "$name-again" "$prepend" "$root$work/new" "extension=$so" "$@"
			new=$(cat "$root$work/$name-again.failed")
		fi
	fi
	printf '%-18s %5d passed %4d skipped %4d fail without the profiler too %4d fail by the profiler\n' "$name" \
		"$(count "$name" 'PASSED|XFAILED')" "$(count "$name" SKIPPED)" \
		$(($(wc -l <"$failed") - $(grep -c . <<<"$new" || :))) "$(grep -c . <<<"$new" || :)"
	[ -n "$new" ] || return 0
	failures=$((failures + $(wc -l <<<"$new")))
	while IFS= read -r test; do
		echo "    $test"
		head -n 8 "$root$work/$name-again/${test%.phpt}.diff" | sed 's/^/        /'
	done <<<"$new"
}

folders=("$@") failures=0
mkdir -p "$root$work"
[ -d "$root$work/source" ] || unpack_source
if [ -z "$so" ]; then
	tools=$here
	[ -z "$root" ] || tools=tools
	so=$("${at[@]}" "$tools/build.sh" "$build" --phpize "phpize$version")
fi
printf '%s\n' "${folders[@]}" >"$root$work/all"
flags='XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY'
echo '<?php' >"$root$work/plain.php"
echo "<?php xhprof_enable($flags);" >"$root$work/open.php"
echo "<?php xhprof_enable($flags); register_shutdown_function('xhprof_disable');" >"$root$work/ended.php"

profile ex open xhprof.hook=ex
profile observer open xhprof.hook=observer
if [ $short = no ]; then
	profile ex-ended ended xhprof.hook=ex
	profile observer-ended ended xhprof.hook=observer
	opcache=(opcache.enable_cli=1 opcache.file_update_protection=0)
	jit=("${opcache[@]}" opcache.jit=tracing opcache.jit_buffer_size=64M)
	opcache+=(opcache.jit=disable opcache.jit_buffer_size=0)
	profile ex+opcache open xhprof.hook=ex "${opcache[@]}"
	profile observer+opcache open xhprof.hook=observer "${opcache[@]}"
	profile observer+jit open xhprof.hook=observer "${jit[@]}"
fi
echo "PHP $version: $failures failures by the profiler"
[ $failures = 0 ]
