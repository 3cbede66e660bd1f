#!/bin/bash
# Profiles a command on two commits, by turns, and compares them: for GitHub's action beside this file, for GitLab, or by hand.
# Usage: compare.sh --module FILE --base COMMIT [OPTION]... -- SCRIPT [ARGUMENT...]
#   --module FILE      the built xhprof.so
#   --base COMMIT      what to compare with; the working folder, which must be in a git checkout, is what changed
#   --out FOLDER       gets comment.md, report.html, the runs and a checkout of the base; default: xhprof-compare
#   --repeat N         how often on each side, 5 to 200, after a warm-up each; default: 10
#   --prepare COMMAND  run in both checkouts before: 'composer install --no-dev'
#   --fail-file FILE, --fail-if CONDITION    as for xhprof diff; may be repeated
# Ends with 1 if a threshold is exceeded, 2 if the command or something else fails, 0 without a base to compare with.
set -eu

usage() { sed -n '3,10s/^# //p' "$0" >&2; exit 2; }
die() { echo "${0##*/}: $*" >&2; exit 2; }

here=$(cd "$(dirname "$0")" && pwd)
module='' base='' out=xhprof-compare runs=10 prepare='' conditions=()
while [ $# -gt 0 ]; do
	[ "$1" = -- ] || [ $# -ge 2 ] || usage
	case $1 in
		--) shift; break ;;
		--module) module=$2 ;;
		--base) base=$2 ;;
		--out) out=$2 ;;
		--repeat) runs=$2 ;;
		--prepare) prepare=$2 ;;
		--fail-file) conditions+=(--fail-file "$(realpath -- "$2")") ;;
		--fail-if) conditions+=(--fail-if "$2") ;;
		*) usage ;;
	esac
	shift 2
done
if [ $# = 0 ] || [ -z "$base" ]; then usage; fi
[ -f "$module" ] || die "--module: there is no $module"
[[ $runs =~ ^([5-9]|[1-9][0-9]|1[0-9][0-9]|200)$ ]] || die "--repeat must be from 5 to 200, not $runs"
git rev-parse --git-dir >/dev/null 2>&1 || die 'not in a git checkout'

module=$(realpath -- "$module")
mkdir -p "$out/runs"
out=$(realpath -- "$out")
head=$PWD
inside=$(git rev-parse --show-prefix) # a project may be a folder of a checkout
xhprof=("${PHP:-php}" -d extension="$module" "$here/../../cli/bin/xhprof")
if "${PHP:-php}" -r 'exit(extension_loaded("xhprof") ? 0 : 1);'; then
	xhprof=("${PHP:-php}" "$here/../../cli/bin/xhprof") # php.ini has it
fi

# once SIDE NUMBER COMMAND...: runs and saves one, in the checkout of its side.
once() {
	local side=$1 number=$2 folder=$head status=0
	shift 2
	[ "$side" = head ] || folder=$out/base/$inside
	mkdir -p "$out/runs/$side"
	(cd "$folder" && "${xhprof[@]}" run --quiet --out "$out/runs/$side/$number.json.gz" -- "$@") \
		</dev/null >"$out/runs/$side.log" 2>&1 || status=$?
	[ $status = 0 ] && [ -f "$out/runs/$side/$number.json.gz" ] && return 0
	tail -n 20 "$out/runs/$side.log" >&2
	die "on the $side the command ended with status $status: $*"
}

# check_out COMMIT: into the folder base; fails where there is no such commit.
check_out() {
	git cat-file -e "$1^{commit}" 2>/dev/null || git fetch --quiet --depth=1 origin "$1" 2>/dev/null || return 1
	git worktree remove --force "$out/base" 2>/dev/null || :
	git worktree prune
	git worktree add --quiet --force --detach "$out/base" "$1" 2>/dev/null
}

# prepare FOLDER
prepare() {
	[ -z "$prepare" ] || (cd "$1" && bash -euc "$prepare") </dev/null >&2 || die "--prepare failed in $1: $prepare"
}

rm -rf "$out/runs/head" "$out/runs/base"
trap 'git worktree remove --force "$out/base" 2>/dev/null || :' EXIT
prepare "$head"
if ! check_out "$base" || [ ! -d "$out/base/$inside" ]; then
	once head 1 "$@"
	"${xhprof[@]}" report "$out/runs/head" --out "$out/report.html" >/dev/null
	echo "### xhprof: no base to compare with" >"$out/comment.md"
	cat "$out/comment.md"
	exit 0
fi
prepare "$out/base/$inside"
# The first one of each fills caches and is thrown away.
for ((i = 0; i <= runs; i++)); do
	once base $i "$@"
	once head $i "$@"
done
rm "$out/runs/base/0.json.gz" "$out/runs/head/0.json.gz"
status=0
"${xhprof[@]}" diff "$out/runs/base/*.json.gz" "$out/runs/head/*.json.gz" --markdown "${conditions[@]}" >"$out/comment.md" || status=$?
"${xhprof[@]}" report "$out/runs/base/*.json.gz" "$out/runs/head/*.json.gz" --out "$out/report.html" >/dev/null || die 'no report'
cat "$out/comment.md"
exit $status
