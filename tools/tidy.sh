#!/bin/bash
# Runs clang-tidy on the C files of a build folder, the latest edit first. A file that passed is not checked again
# until what it is compiled from, or a rule, is another: that is kept outside the checkout, by content.
# Usage: tools/tidy.sh BUILD [--changed]      --changed: only what was edited since the last commit, or without edits what the
#                                             last commit changed: C files, and for each header one file that includes it
set -eu

build=$(cd "$1" && pwd -P) kind=${2:-} top=$(cd "$(dirname "$0")/.." && pwd)
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

# The names of C files and headers in what the compiler wrote for make; none if it wrote nothing.
names_in() {
	[ ! -f "$1" ] || grep -o '[^ ]*[.][ch]\>' "$1"
}

# Leaves in FILE.read of $work what was compiled for each file, by content. The preprocessor, which takes long for so many
# files, is asked only about those for which that is new.
list_what_was_read() {
	local file path sum
	local -A sums=()
	while read -r sum path; do
		sums[$path]=$sum
	done < <(cd "$build" && for file in "${files[@]}"; do names_in "${file%.c}.dep"; done | sort -u | xargs -r sha256sum)
	for file in "${files[@]}"; do
		mkdir -p "$work/$(dirname "${file#"$build/"}")"
		for path in $(names_in "${file%.c}.dep"); do echo "${sums[$path]-unknown}"; done >"$work/sums"
		if [ -s "$work/sums" ] && ! grep -q unknown "$work/sums"; then
			cat "$work/rules" "$work/sums" >"$work/${file#"$build/"}.read"
		fi
	done
}

# Prints what clang-tidy found and leaves "failed", or remembers that the file passed.
check() {
	local state read=''
	[ ! -f "$work/${1#"$build/"}.read" ] || read=read-$(sha256sum "$work/${1#"$build/"}.read" | cut -d ' ' -f 1)
	if [ -n "$read" ] && [ -f "$passed/$read" ]; then
		touch "$passed/$read" "$work/known-$read"
		return
	fi
	state=$(state_of "$1")
	if [ -f "$passed/$state" ]; then
		touch "$passed/$state" "$passed/${read:-$state}" "$work/known-$state"
	elif clang-tidy --quiet "$1" -- "${flags[@]}" 2>"$work/$state"; then
		touch "$passed/$state" "$passed/${read:-$state}"
	else
		touch "$work/failed"
		cat "$work/$state"
	fi
}

# The names of the files that were edited, or that the last commit changed; fails without git.
list_changed() {
	local names
	names=$(git -C "$top" diff --name-only HEAD && git -C "$top" ls-files --others --exclude-standard) || return
	[ -n "$names" ] || names=$(git -C "$top" diff --name-only HEAD~1)
	echo "$names"
}

# The file that is checked for a header: its own, or else the first one that includes it.
file_of() {
	local file
	for file in "$build/${1%.h}.c" "${files[@]}"; do
		[ ! -f "$file" ] || ! grep -qE "(^|[ /])$1( |$)" "${file%.c}.dep" || { echo "$file"; return; }
	done
}

# Reduces $files to those that the changes touch. A rule touches all, and so does what nobody can tell.
keep_changed() {
	local changed name
	changed=$(list_changed 2>/dev/null) && ! grep -q '^[.]clang-tidy$' <<<"$changed" || return 0
	mapfile -t files < <(for name in $changed; do
		case $name in
		*.h) file_of "$name" ;;
		*.c) printf '%s\n' "${files[@]}" | grep -Fx "$build/$name" || : ;;
		esac
	done | sort -u)
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra flags <<<"$(value_of COMMON_FLAGS)"
flags+=(-I"$build" -DHAVE_CONFIG_H -DCOMPILE_DL_XHPROF)
read -ra files <<<"$(value_of XHPROF_C)"
mapfile -t files < <(ls -t "${files[@]}")
all=${#files[@]}
[ "$kind" != --changed ] || keep_changed
{ cat "$build/.clang-tidy"; clang-tidy --version; echo "${flags[@]//"$build"/.}"; } >"$work/rules"
list_what_was_read

workers=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
count=0
for file in "${files[@]}"; do
	while [ "$(jobs -pr | wc -l)" -ge "$workers" ]; do wait -n || :; done
	{ check "$file"; touch "$work/ended-$count"; } &
	count=$((count + 1))
done
wait
for ((i = 0; i < count; i++)); do
	[ -f "$work/ended-$i" ] || { echo "${files[i]#"$build"/}: its check has not ended"; touch "$work/failed"; }
done
known=$(find "$work" -name 'known-*' | wc -l)
echo "note: $((count - known)) checked, $known as before, $((all - count)) left"
[ ! -f "$work/failed" ]
