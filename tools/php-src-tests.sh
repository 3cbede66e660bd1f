#!/bin/bash
# Runs PHP's own tests while all they do is profiled, and names those that fail then but pass otherwise.
# The tests come from Debian's source package and are kept outside the checkout.
# Usage: tools/php-src-tests.sh [--version 8.2] [--so PATH] [--engine E,...] [--mode M,...] [--hook HOOK]
#                               [--short] [TEST...]
#   --version  8.2, 8.4, 8.5 or 8.6: this machine's own PHP, if it has that version, else a chroot;
#              zts or asan: what tools/php-zts.sh builds, with the tests of its own source
#   --so       the module, for this machine's PHP; without it, one is built
#   --engine   none, opcache, jit: how the code is run; the default is all of them
#   --mode     plain (with an empty file before each, and without us), hier (CPU and memory, in a profile
#              that nobody ends), ended (the same, ended at shutdown), sample (each millisecond); the
#              default is plain,hier,sample
#   --hook     ex or observer; the default is auto: observer with the JIT and ex without
#   --short    Zend/tests in hier without opcache, and nothing else
#   TEST       folders or files of PHP's source; the default is Zend/tests tests
# What fails is run again without us and, if it passes then, once more with us: only what fails in this
# too has failed by us, and lets this fail. Results of plain are kept, for the same PHP and tests. A run
# takes 2 minutes on 2 cores, for what is the default.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

usage() { sed -n '4,18s/^# //p' "$0" >&2; exit 2; }

version=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || :) so=''
engines=none,opcache,jit modes=plain,hier,sample hook=auto
while [ $# -gt 0 ]; do
	case $1 in
		--version) version=$2; shift ;;
		--so) so=$(realpath "$2"); shift ;;
		--engine) engines=$2; shift ;;
		--mode) modes=$2; shift ;;
		--hook) hook=$2; shift ;;
		--short) engines=none modes=hier; set -- "$1" Zend/tests ;;
		-*) usage ;;
		*) break ;;
	esac
	shift
done
[ $# -gt 0 ] || set -- Zend/tests tests
folders=("$@")

# Where it runs: "at" is put before each command; root is what it calls "/".
at=() root='' php=php$version phpize=phpize$version configure=()
case $version in
	zts | asan)
		sanitize=()
		[ "$version" = zts ] || sanitize=(--sanitize) configure=(--enable-xhprof-sanitize)
		prefix=$("$here/php-zts.sh" "${sanitize[@]}")
		php=$prefix/bin/php phpize=$prefix/bin/phpize
		;;
	*)
		if ! command -v "phpize$version" >/dev/null; then
			root=$("$here/php-chroot.sh" "$version") at=("$here/php-chroot.sh" "$version")
		fi
		;;
esac
id=$(printf %s "$here" | cksum | cut -d' ' -f1)
build=$cache/build/$id/php-src-$version work=$cache/php-src-tests-$version
[ -z "$root" ] || build=/build/$id-php-src work=/build/php-src-tests

unpack_source() {
	local name=$version suite=sid new=$root$work/source.new
	case $version in
		8.2) suite=bookworm ;;
		8.4) suite=trixie ;;
		zts | asan) name='' suite='' ;;
	esac
	echo "fetching the source of PHP $version"
	need_packages dpkg-dev xz-utils
	rm -rf "$new"
	mkdir -p "$new/package"
	(cd "$new/package" && fetch_php_source "$name" "$suite") >"$new/log" 2>&1 || { tail -n 20 "$new/log"; die "failed"; }
	tar -C "$new" -xf "$new"/package/php*.orig.tar.xz --strip-components=1
	rm -rf "$new/package"
	mv "$new" "$root$work/source"
}

# run NAME PREPEND LIST [SETTING]...: the tests that LIST names, with a file put before each. Leaves all
# results in NAME.results, each "test status".
run() {
	local name=$1 prepend=$2 list=$3 ini=() setting folder=$work/run-$1
	shift 3
	for setting; do ini+=(-d "$setting"); done
	rm -rf "$root${folder:?}"
	mkdir "$root$folder"
	# Tests write into their folder: each run has its own.
	(cd "$root$work/source" && cp -r --parents run-tests.php "${folders[@]}" "$root$folder")
	cp "$list" "$root$folder/list"
	cat >"$root$folder/go" <<-END
		cd $folder
		export NO_INTERACTION=1 SKIP_ONLINE_TESTS=1 TEST_PHP_EXECUTABLE=\$(command -v $php)
		xargs $php run-tests.php -q -j2 ${asan-} --offline --no-progress --no-color -W results \\
			-d auto_prepend_file=$work/$prepend.php "\$@" <list
	END
	"${at[@]}" sh "$folder/go" "${ini[@]}" >"$root$folder/log" 2>&1 </dev/null || :
	[ -s "$root$folder/results" ] || { tail -n 20 "$root$folder/log"; die "PHP's runner did not run"; }
	# One test may have more than one status: LEAKED&FAILED.
	awk -F'\t' -v at="$folder/" '{
		status = "passed"
		if ($1 ~ /(^|&)(FAILED|BORKED|LEAKED|WARNED|XLEAKED)(&|$)/) status = "failed"
		else if ($1 ~ /SKIPPED/) status = "skipped"
		sub(at, "", $2)
		print $2, status
	}' "$root$folder/results" | sort >"$root$work/$name.results"
}

# names NAME STATUS: what a run has that status of.
names() { sed -n "s/ $2\$//p" "$root$work/$1.results"; }
count() { names "$1" "$2" | grep -c . || :; }

# row ENGINE MODE NAME NEW: what the table at the end has of a run.
row() {
	printf '%-8s %-7s %7d %7d %7d   %s\n' "$1" "$2" "$(count "$3" passed)" "$(count "$3" skipped)" \
		"$(count "$3" failed)" "$4" | tee -a "$table"
}

plain() {
	local name=plain-$1-$tests
	shift
	[ -s "$root$work/$name.results" ] || run "$name" plain "$root$work/list-$tests" "$@"
}

# settings ENGINE: leaves them in "settings".
settings() {
	settings=()
	[ "$1" != none ] || return 0
	settings=(opcache.enable_cli=1 opcache.file_update_protection=0)
	if [ "$1" = jit ]; then
		settings+=(opcache.jit=tracing opcache.jit_buffer_size=64M)
	else
		settings+=(opcache.jit=disable opcache.jit_buffer_size=0)
	fi
	[ -z "${opcache-}" ] || settings+=("zend_extension=$opcache")
}

# profile ENGINE MODE: what fails so, and not when it is run again without us, and once more with us.
profile() {
	local name=$2-$1-$hook-$tests new="$root$work/$2-$1-$hook-$tests.new" with=("extension=$so" "xhprof.hook=$hook" "${settings[@]}")
	rm -rf "$root$work/run-$name-again" "$root$work/run-$name-plain"
	run "$name" "$2" "$root$work/list-$tests" "${with[@]}"
	names "$name" failed >"$new.suspects"
	# A test that is skipped says nothing.
	if [ -s "$root$work/plain-$1-$tests.results" ]; then
		names "plain-$1-$tests" passed | comm -12 - <(names "$name" skipped) >>"$new.suspects"
	fi
	: >"$new"
	if [ -s "$new.suspects" ]; then
		run "$name-plain" plain "$new.suspects" "${settings[@]}"
		names "$name-plain" passed >"$new"
	fi
	if [ -s "$new" ]; then
		run "$name-again" "$2" "$new" "${with[@]}"
		{ names "$name-again" failed; names "$name-again" skipped; } >"$new"
	fi
	row "$1" "$2" "$name" "$(grep -c . "$new" || :)"
	while IFS= read -r test; do
		failures=$((failures + 1))
		echo "    $test"
		head -n 8 "$root$work/run-$name-again/${test%.phpt}.diff" 2>/dev/null | sed 's/^/        /'
	done <"$new"
}

failures=0
mkdir -p "$root$work"
[ -d "$root$work/source" ] || unpack_source
if [ -z "$so" ]; then
	tools=$here
	[ -z "$root" ] || tools=tools
	so=$("${at[@]}" "$tools/build.sh" "$build" --phpize "$phpize" "${configure[@]}")
fi
if [ "$version" = asan ]; then
	# The allocator that the sanitizer can see; a module that stays loaded has names in what is told.
	asan=--asan
	export ZEND_DONT_UNLOAD_MODULES=1
fi
about=$("${at[@]}" "$php" -v | head -n 1)
# Shared and not loaded by any php.ini, in what we build ourselves.
if ! "${at[@]}" "$php" -m | grep -q 'Zend OPcache'; then
	opcache=$("${at[@]}" "$php" -r 'echo PHP_EXTENSION_DIR, "/opcache.so";')
fi
tests=$(printf '%s\n' "$about" "${folders[@]}" | cksum | cut -d' ' -f1)
printf '%s\n' "${folders[@]}" >"$root$work/list-$tests"
flags='XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY'
echo '<?php' >"$root$work/plain.php"
echo "<?php xhprof_enable($flags);" >"$root$work/hier.php"
echo "<?php xhprof_enable($flags); register_shutdown_function('xhprof_disable');" >"$root$work/ended.php"
echo "<?php xhprof_sample_enable(['interval' => 1000]);" >"$root$work/sample.php"
table=$(mktemp)
trap 'rm -f "$table"' EXIT

for engine in ${engines//,/ }; do
	settings "$engine"
	for mode in ${modes//,/ }; do
		if [ "$mode" = plain ]; then
			plain "$engine" "${settings[@]}"
			row "$engine" plain "plain-$engine-$tests" ''
		else
			profile "$engine" "$mode"
		fi
	done
done
echo
echo "$about, ${folders[*]}"
printf '%-8s %-7s %7s %7s %7s   %s\n' engine mode passed skipped failed 'failed by the profiler'
cat "$table"
[ $failures = 0 ]
