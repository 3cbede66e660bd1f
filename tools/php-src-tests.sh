#!/bin/bash
# Runs PHP's own tests while all they do is profiled, and names those that fail then but pass otherwise.
# The tests come from Debian's source package and are kept outside the checkout.
# Usage: tools/php-src-tests.sh [--version 8.2] [--so PATH] [--engine E,...] [--mode M,...] [--hook HOOK]
#                               [--jobs N] [--short] [--get] [TEST...]
#   --version  8.2, 8.4, 8.5 or 8.6: this machine's own PHP, if it has that version, else a chroot;
#              zts or asan: what tools/php.sh builds, with the tests of its own source
#   --so       the module, for this machine's PHP; without it, one is built
#   --engine   none, opcache, jit: how the code is run; the default is all of them
#   --mode     plain (with an empty file before each, and without us), hier (CPU and memory, in a profile
#              that nobody ends), ended (the same, ended at shutdown), sample (each millisecond), full
#              (XHPROF_FLAGS_TREE, _TIMELINE and _ALLOC besides), lines (hier, and each line of all functions),
#              events (hier, and PHP's own events, as many as a run counts); the default is plain,hier,sample
#              What an empty file makes fail is profiled by settings alone, without a file ("auto")
#   --hook     ex or observer; the default is auto: observer with the JIT and ex without. With ex a request leaves
#              opcache and its JIT: it is compared with one that leaves it without us
#   --jobs     tests at a time; the default is 4
#   --short    Zend/tests in hier without opcache, and nothing else
#   --get      only gets the tests; fails and says why where they cannot be had
#   TEST       folders or files of PHP's source, ext/ffi; the default is the engine's tests, and those of
#              the modules standard, spl, reflection and, with opcache, opcache
# What fails is run again without us and, if it passes then, once more with us: only what fails in this
# too has failed by us, and lets this fail, unless tools/php-src-tests.known says why it must. What passes
# then failed "once": it is counted and named, and more than 5 in a run let this fail. Results of plain are
# kept, for the same PHP and tests. Of modules, those that a test asks for are loaded.
# Where Debian's mirror has no source of a version, it gets the tests of the newest before it. Each line
# of the table takes 3 minutes on 2 cores.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
# shellcheck source=tools/debian.sh
. "$here/debian.sh"

usage() { sed -n '4,28s/^# //p' "$0" >&2; exit 2; }

version=$(php -n -r 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;' 2>/dev/null || :) so=''
engines=none,opcache,jit modes=plain,hier,sample hook=auto jobs=4 is_to_get=no
while [ $# -gt 0 ]; do
	case $1 in
		--version) version=$2; shift ;;
		--so) so=$(realpath "$2"); shift ;;
		--engine) engines=$2; shift ;;
		--mode) modes=$2; shift ;;
		--hook) hook=$2; shift ;;
		--jobs) jobs=$2; shift ;;
		--get) is_to_get=yes ;;
		--short) engines=none modes=hier; set -- "$1" Zend/tests ;;
		-*) usage ;;
		*) break ;;
	esac
	shift
done
whole=(Zend/tests tests ext/standard ext/spl ext/reflection)
[ $# -eq 0 ] || whole=()
asked=("$@")
# What tests of other folders include.
helpers=(sapi/cli/tests ext/openssl/tests ext/ftp/tests)

configure=()
[ "$version" != asan ] || configure=(--enable-xhprof-sanitize)
find_php "$version" || die "no PHP $version to be had"
build=$builds/php-src-$version work=$cache/php-src-tests-$version
[ -z "$root" ] || build=$builds-php-src work=/build/php-src-tests

# What mirrors of unstable and experimental list, they may no longer have.
unpack_source() {
	local name names=$version suite new=$root$work/source.new
	case $version in
		8.5) names='8.5 8.4' ;;
		8.6) names='8.6 8.5 8.4' ;;
		zts | asan) names=_ ;;
	esac
	need_packages dpkg-dev xz-utils
	for name in $names; do
		echo "fetching the source of PHP ${name#_}"
		suite=$(suite_of_php "$name") || suite=''
		rm -rf "$new"
		mkdir -p "$new/package"
		if (cd "$new/package" && fetch_php_source "${name#_}" "$suite") >"$new/log" 2>&1; then
			tar -C "$new" -xf "$new"/package/php*.orig.tar.xz --strip-components=1
			rm -rf "$new/package"
			mv "$new" "$root$work/source"
			return
		fi
	done
	tail -n 20 "$new/log"
	die "no source of PHP $names can be had"
}

# order_modules FOLDER: lists the modules first that the others of a test need; their runner does not.
order_modules() {
	# shellcheck disable=SC2016 # PHP's variables
	grep -rlE --include=*.phpt '^(xsl|xmlreader|pdo_[a-z]+)$' "$1" | php -n -r '
		foreach (file("php://stdin", FILE_IGNORE_NEW_LINES) as $test) {
			file_put_contents($test, preg_replace_callback("/^--EXTENSIONS--\n(.*?)(?=^--)/ms", fn ($found) =>
				"--EXTENSIONS--\n" . implode("\n", array_unique(explode("\n",
					preg_replace(["/^(xsl|xmlreader)$/m", "/^pdo_/m"], ["dom\n$1", "pdo\n$0"], $found[1])))) . "\n",
				file_get_contents($test)));
		}'
}

# run NAME PREPEND LIST [SETTING]...: the tests that LIST names, with a file put before each, unless that
# is none. Leaves all results in NAME.results, each "test status".
run() {
	local name=$1 prepend=$work/$2.php list=$3 ini=() setting folder=$work/run-$1
	[ "$2" != none ] || prepend=''
	shift 3
	for setting; do ini+=(-d "$setting"); done
	rm -rf "$root${folder:?}"
	mkdir "$root$folder"
	# Tests write into their folder: each run has its own.
	(cd "$root$work/source" && cp -r --parents run-tests.php "${folders[@]}" "${helpers[@]}" "$root$folder")
	order_modules "$root$folder"
	cp "$list" "$root$folder/list"
	cat >"$root$folder/go" <<-END
		cd $folder
		export NO_INTERACTION=1 SKIP_ONLINE_TESTS=1 TEST_PHP_EXECUTABLE=\$(command -v $php)
		ulimit -c 0
		xargs $php run-tests.php -n -q -j$jobs ${asan-} --offline --no-progress --no-color -W results \\
			-d fatal_error_backtraces=0 -d auto_prepend_file=$prepend "\$@" <list
	END
	"${at[@]}" sh "$folder/go" "${ini[@]}" >"$root$folder/log" 2>&1 </dev/null || :
	# A runner that was killed has results of some tests, and no sum.
	if [ ! -s "$root$folder/results" ] || ! grep -q '^Number of tests' "$root$folder/log"; then
		tail -n 20 "$root$folder/log"
		die "PHP's runner did not run all tests"
	fi
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

# row ENGINE MODE NAME ONCE NEW: what the table at the end has of a run.
row() {
	printf '%-8s %-7s %7d %7d %7d %7s   %s\n' "$1" "$2" "$(count "$3" passed)" "$(count "$3" skipped)" \
		"$(count "$3" failed)" "$4" "$5" | tee -a "$table"
}

# prepare ENGINE: leaves "settings", "folders" and what results of them are called in "tests".
prepare() {
	settings=("${modules[@]}") folders=("${asked[@]}" "${whole[@]}") before=plain bare=()
	if [ "$1" != none ]; then
		# Its tests load it themselves, and say by which of its settings.
		[ ${#whole[@]} = 0 ] || folders+=(ext/opcache)
		[ -z "${opcache-}" ] || settings+=("zend_extension=$opcache")
		settings+=(opcache.enable_cli=1 opcache.file_update_protection=0)
	fi
	case $1 in
		opcache) settings+=(opcache.jit=disable opcache.jit_buffer_size=0) ;;
		# Tests are short: what runs a second time is compiled.
		jit) settings+=(opcache.jit=tracing opcache.jit_buffer_size=64M opcache.jit_hot_func=2
			opcache.jit_hot_loop=2 opcache.jit_hot_return=2 opcache.jit_hot_side_exit=2) ;;
	esac
	[[ $1-$hook != jit-@(ex|auto) ]] || before=away bare=(opcache.enable=0)
	tests=$(printf '%s\n' "$about" "${folders[@]}" "${settings[@]}" "${before#plain}" | cksum | cut -d' ' -f1)
	printf '%s\n' "${folders[@]}" >"$root$work/list-$tests"
}

# is_known TEST ENGINE FOLDER: whether it is listed for that way of hooking, and did not crash.
is_known() {
	local way=$hook
	[ "$way" != auto ] || way='ex'
	[ "$2-$way" != jit-ex ] || way=left
	! grep -qs '^Termsig=' "$3/${1%.phpt}.out" && grep -qE "^$1 (any|$way) " "$here/php-src-tests.known"
}

# same_output RUN OTHER TEST: whether a test that failed in both said the same in both.
same_output() {
	cmp -s <(output "$1" "$3") <(output "$2" "$3")
}

# A process that PHP itself ends is not always seen to end by a signal.
output() {
	# "$a": its last line may have no end.
	sed -e "s|$work/run-$1/||g; s|$work/[a-z]*\.php||g; /^$/d; /^Termsig=9$/d" -e "\$a\\" "$root$work/run-$1/${2%.phpt}.out" 2>/dev/null
}

# suspects PLAIN NAME: what fails, or is skipped, and is not in the run without us; and what fails in both,
# but otherwise, and is not left to a run without a file.
suspects() {
	names "$1" passed | comm -12 - <(names "$2" failed)
	names "$1" passed | comm -12 - <(names "$2" skipped)
	names "$1" failed | comm -12 - <(names "$2" failed) | comm -23 - "$root$work/list-$tests-bare" |
		while IFS= read -r test; do
			same_output "$1" "$2" "$test" || echo "$test"
		done
}

# compare NAME LIST PLAIN PREPEND OURS [SETTING]...: runs tests with us, and puts into NAME.new what fails so,
# and not when it is run again without us, and once more with us; into NAME.once what passes then. PLAIN is the run without us, PREPEND and
# OURS are put before each test without us and with us.
compare() {
	local name=$1 list=$2 plain=$3 prepend=$4 ours=$5 new=$root$work/$1.new
	shift 5
	rm -rf "$root$work/run-$name-again" "$root$work/run-$name-plain"
	run "$name" "$ours" "$list" "$@" "${settings[@]}"
	suspects "$plain" "$name" | sort >"$new.suspects"
	: >"$new"
	: >"$root$work/$name.once"
	if [ -s "$new.suspects" ]; then
		run "$name-plain" "$prepend" "$new.suspects" "${settings[@]}"
		# What is not the same without us either says nothing.
		names "$name-plain" passed | comm -12 - <(names "$plain" passed) >"$new"
		names "$name-plain" failed | comm -12 - <(names "$plain" failed) | while IFS= read -r test; do
			! same_output "$plain" "$name-plain" "$test" || echo "$test"
		done >>"$new"
	fi
	if [ -s "$new" ]; then
		run "$name-again" "$ours" "$new" "$@" "${settings[@]}"
		sort "$new" >"$new.suspects"
		suspects "$plain" "$name-again" | sort >"$new"
		comm -23 "$new.suspects" "$new" >"$root$work/$name.once"
	fi
}

# report ENGINE MODE NAME: shows what failed by us, and adds a line to the table.
report() {
	local new=$root$work/$3.new known=0 names
	mapfile -t names <"$root$work/$3.once"
	[ ${#names[@]} = 0 ] || printf '    %s: failed once, passed once\n' "${names[@]}"
	[ ${#names[@]} -le $most_once ] || failures=$((failures + 1))
	once+=("${names[@]}")
	while IFS= read -r test; do
		if is_known "$test" "$1" "$root$work/run-$3-again"; then
			known=$((known + 1))
			continue
		fi
		failures=$((failures + 1))
		echo "    $test"
		head -n 8 "$root$work/run-$3-again/${test%.phpt}.diff" 2>/dev/null | sed 's/^/        /'
	done <"$new"
	row "$1" "$2" "$3" ${#names[@]} "$(($(grep -c . "$new" || :) - known))$([ $known = 0 ] || echo " and $known known")"
}

# plain ENGINE: what fails with a file before it is run without one, too.
plain() {
	local name=plain-$1-$tests list=$root$work/list-$tests
	if [ ! -s "$root$work/$name.results" ]; then
		run "$name" "$before" "$list" "${settings[@]}"
		names "$name" failed >"$list-failed"
		: >"$list-bare"
		if [ -s "$list-failed" ]; then
			run "bare-$1-$tests" none "$list-failed" "${settings[@]}" "${bare[@]}"
			names "bare-$1-$tests" passed >"$list-bare"
		fi
	fi
}

# profile ENGINE MODE: all tests by a file before each; and what fails already with an empty one by settings alone.
profile() {
	local name=$2-$1-$hook-$tests list=$root$work/list-$tests us=("extension=$so" "xhprof.hook=$hook")
	plain "$1"
	compare "$name" "$list" "plain-$1-$tests" "$before" "$2" "${us[@]}"
	report "$1" "$2" "$name"
	# What no setting starts.
	case $2 in ended | lines | events) return 0 ;; esac
	[ -s "$list-bare" ] || return 0
	us+=(xhprof.auto=always "xhprof.auto_mode=${2/full/timeline}" xhprof.sampling_interval=1ms xhprof.save_if=86400s
		"xhprof.output_dir=$work/output")
	[ "$2" != full ] || us+=("xhprof.auto_flags=cpu,memory,alloc")
	compare "auto-$name" "$list-bare" "bare-$1-$tests" none none "${us[@]}"
	report "$1" "  auto" "auto-$name"
}

failures=0 once=() most_once=5
mkdir -p "$root$work/output"
[ -d "$root$work/source" ] || unpack_source
[ $is_to_get = no ] || exit 0
if [ -z "$so" ]; then
	so=$("${at[@]}" "$tools/build.sh" "$build" --phpize "$phpize" "${configure[@]}")
fi
if [ "$version" = asan ]; then
	# The allocator that the sanitizer can see; a module that stays loaded has names in what is told.
	asan=--asan
	export ZEND_DONT_UNLOAD_MODULES=1
fi
about=$("${at[@]}" "$php" -v | head -n 1)
has=$("${at[@]}" "$php" -n -m) places=$("${at[@]}" "$php" -n -r 'echo PHP_EXTENSION_DIR;')
# Shared, and not loaded by "-n".
grep -q 'Zend OPcache' <<<"$has" || opcache=$places/opcache.so
# What tests look for and do not ask for.
modules=()
for name in posix sockets; do
	grep -q "^$name$" <<<"$has" || [ ! -f "$root$places/$name.so" ] || modules+=("extension=$name")
done
flags='XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY'
echo '<?php' >"$root$work/plain.php"
echo "<?php ini_set('opcache.enable', '0');" >"$root$work/away.php"
echo "<?php xhprof_enable($flags);" >"$root$work/hier.php"
echo "<?php xhprof_enable($flags); register_shutdown_function('xhprof_disable');" >"$root$work/ended.php"
echo "<?php xhprof_enable($flags | XHPROF_FLAGS_TREE | XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_ALLOC);" >"$root$work/full.php"
echo "<?php xhprof_enable($flags, ['lines' => ['*']]);" >"$root$work/lines.php"
echo "<?php xhprof_enable($flags, ['events' => ['exceptions', 'errors', 'objects', 'allocated-bytes', 'gc-runs', 'autoloads', 'includes',
	'sql-statements']]);" >"$root$work/events.php"
echo "<?php xhprof_sample_enable(['interval' => 1000]);" >"$root$work/sample.php"
table=$(mktemp)
trap 'rm -f "$table"' EXIT

for engine in ${engines//,/ }; do
	prepare "$engine"
	for mode in ${modes//,/ }; do
		if [ "$mode" = plain ]; then
			plain "$engine"
			row "$engine" plain "plain-$engine-$tests" '' ''
		else
			profile "$engine" "$mode"
		fi
	done
done
echo
release=$(sed -n 's/^#define PHP_VERSION "\(.*\)"/\1/p' "$root$work/source/main/php_version.h")
echo "$about, tests of PHP $release"
printf '%-8s %-7s %7s %7s %7s %7s   %s\n' engine mode passed skipped failed once 'failed by the profiler'
cat "$table"
[ ${#once[@]} = 0 ] || echo "note: ${#once[@]} failed once and passed once: ${once[*]}"
[ $failures = 0 ]
