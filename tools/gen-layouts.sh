#!/bin/sh
# Puts the rows of PHP's headers into attach/layouts.inc, without threads and with them, in place of older ones.
#   tools/gen-layouts.sh DIR...          DIR: what php-config --include-dir prints, of a 64-bit build without threads
#   tools/gen-layouts.sh --check DIR...  warns of fields that differ, which a distribution may have patched
# CC is the compiler, and RUN runs what it makes: CC="aarch64-linux-gnu-gcc -static" RUN=qemu-aarch64-static
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
table=$top/attach/layouts.inc
check=
[ "${1-}" != --check ] || { check=yes; shift; }
[ $# -gt 0 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A row on each line. What follows a struct stat is said from its end.
cat >"$work/row.c" <<'END'
#include "php.h"
#include "SAPI.h"
#include "zend_globals.h"

#define FIELD(name, bytes) {#name, bytes},
static const struct {
	const char *name;
	size_t bytes;
} fields[] = {
#include "attach/fields.inc"
};

int main(void)
{
	printf("{%d, %d", PHP_VERSION_ID / 100, USING_ZTS);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		if (strcmp(fields[i].name, "request_time") == 0) {
			printf(", LAYOUT_STAT + %zu", fields[i].bytes - sizeof(zend_stat_t));
		} else {
			printf(", %zu", fields[i].bytes);
		}
	}
	puts("},");

	return 0;
}
END

for dir in "$@"; do
	[ -e "$dir/main/php.h" ] || { echo "$0: no headers of PHP in $dir" >&2; exit 1; }
	for threads in '' '-DZTS=1 -DPTHREADS=1'; do # the latter until 8.0
		# shellcheck disable=SC2086 # words
		${CC:-cc} $threads -w -I"$top" -I"$dir" -I"$dir/main" -I"$dir/Zend" -I"$dir/TSRM" "$work/row.c" -o "$work/row"
		# shellcheck disable=SC2086
		${RUN-} "$work/row"
	done
done >"$work/rows"

# The rows that there are, each on one line again.
touch "$table"
tr -d '\n' <"$table" | sed 's/},/},\n/g; s/\t\t*/ /g' | sed -n 's/.*\({[0-9].*},\)$/\1/p' >"$work/old"

if [ -n "$check" ]; then
	sed -n 's/^FIELD(\([a-z_]*\),.*/\1/p' "$top/attach/fields.inc" >"$work/names"
	awk -F '[{},]+ *' '
		FILENAME ~ /names$/ { names[FNR + 3] = $0; next }
		FILENAME ~ /old$/ { rows[$2, $3] = $0; next }
		!(($2, $3) in rows) { printf "attach/layouts.inc: no row of PHP %s\n", $2; next }
		{
			split(rows[$2, $3], row, "[{},]+ *")
			for (i = 4; i < NF; i++) if (row[i] != $i)
				printf "attach/layouts.inc: PHP %s, threads %s: %s is %s, in these headers %s\n", $2, $3, names[i], row[i], $i
		}
	' "$work/names" "$work/old" "$work/rows" >&2
	exit
fi

{
	echo "/* Made by tools/gen-layouts.sh; for 8.0 of 8.1's headers without dynamic_func_defs of zend_op_array. */"
	cat "$work/rows" "$work/old" | sort -s -u -t , -k 1,2 >"$work/all"
	sed -n 's/^{\([0-9]\)0*\([0-9]*\),.*/\1.\2/p' "$work/all" | sed -n '1p;$p' | paste -sd ' ' | sed 's/\(.*\) \(.*\)/#define LAYOUT_VERSIONS "\1 to \2"/'
	fold -s -w 100 "$work/all" | sed 's/ $//; s/^\([^{]\)/\t\1/'
} >"$work/table"
cp "$work/table" "$table"
