#!/bin/bash
# Runs clang-tidy on the C files of a build folder, the latest edit first. A file that passed is not checked again
# until what it is compiled from, or a rule, is another: that is kept outside the checkout, by content.
# Usage: tools/tidy.sh BUILD [SECONDS]      SECONDS: a file that is not reached in time is left for the next run
set -eu

build=$(cd "$1" && pwd -P) limit=${2:-}
passed=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/tidy
mkdir -p "$passed"
find "$passed" -type f -mtime +30 -delete

# What the Makefile calls NAME.
value_of() {
	make -s -C "$build" --eval="value-of: ; @printf '%s ' \$($1)" value-of
}

# The code of the file and its headers, and of the file's comments those that switch off a rule and how long they are.
state_of() {
	{
		grep -A 1 NOLINT "$1" || :
		wc -l <"$1"
		cat "$build/.clang-tidy"
		clang-tidy --version
		cc -E -P "$1" "${flags[@]}"
	} | sha256sum | cut -d ' ' -f 1
}

# Prints what clang-tidy found and leaves "failed", or remembers that the file passed.
check() {
	local state
	state=$(state_of "$1")
	if [ -f "$passed/$state" ]; then
		touch "$passed/$state" "$work/known-$state"
	elif clang-tidy --quiet "$1" -- "${flags[@]}" 2>"$work/$state"; then
		touch "$passed/$state"
	else
		touch "$work/failed"
		cat "$work/$state"
	fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra flags <<<"$(value_of COMMON_FLAGS)"
flags+=(-I"$build" -DHAVE_CONFIG_H -DCOMPILE_DL_XHPROF)
read -ra files <<<"$(value_of XHPROF_C)"
mapfile -t files < <(ls -t "${files[@]}")

workers=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
count=0
for file in "${files[@]}"; do
	[ -z "$limit" ] || [ $SECONDS -lt "$limit" ] || break
	while [ "$(jobs -pr | wc -l)" -ge "$workers" ]; do wait -n; done
	check "$file" &
	count=$((count + 1))
done
wait
known=$(find "$work" -name 'known-*' | wc -l)
echo "note: $((count - known)) checked, $known as before, $((${#files[@]} - count)) left"
[ ! -f "$work/failed" ]
