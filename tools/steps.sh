# shellcheck shell=bash
# Sourced by check.sh and test.sh. A script first fills the table of its steps, then runs it: so each line says
# which step of how many it is. How long each took last time on this machine is kept outside the checkout.
#
#   step NAME COMMAND...                        passes or fails as one; shows the end of its output if it fails,
#                                               and a last line "note: ..." if it passes; what stands in that behind
#                                               "skipped:" is counted, word by word
#   suite [VARIABLE=VALUE]... NAME ARGUMENT...  run-tests.sh with these arguments, counted test by test; fails if it skips
#                                               all of them
#   if_only COMMAND...                          steps that follow are skipped if COMMAND fails; what it says is why
#   always                                      ends that
#   beside                                      the next step goes on beside those behind it, until another one does or
#                                               the table ends; then comes its line
#   alone                                       the next step waits for that one
#   announce ESTIMATE                           says how many steps there are and how long they take
#   run_steps                                   runs them; sets passed, failed, skipped and failures

passed=0 failed=0 skipped=0
names=() kinds=() commands=() conditions=() failures=() besides=()
condition=true is_beside='' running=''
times=${XDG_CACHE_HOME:-$HOME/.cache}/xhprof-tests/times-$(basename "$0" .sh)

step() { add step "$@"; }
suite() {
	local variables=()
	while [[ $1 == *=* ]]; do
		variables+=("$1")
		shift
	done
	add suite "$1" env "${variables[@]}" tools/run-tests.sh "$2" --name "$1" "${@:3}"
}
if_only() { condition=$(printf '%q ' "$@"); }
always() { condition=true; }
beside() { is_beside=yes; }
alone() { is_beside=no; }

add() {
	kinds+=("$1")
	names+=("$2")
	commands+=("$(printf '%q ' "${@:3}")")
	conditions+=("$condition")
	besides+=("$is_beside")
	is_beside=''
}

# "75 s" or "12 min".
duration() {
	if [ "$1" -lt 100 ]; then echo "$1 s"; else echo "$((($1 + 30) / 60)) min"; fi
}

# Seconds that a step took last time, or nothing.
last_time() {
	[ ! -f "$times" ] || awk -F '\t' -v name="$1" '$1 == name { print $2 }' "$times"
}

remember() {
	touch "$times"
	{ awk -F '\t' -v name="$1" '$1 != name' "$times"; printf '%s\t%d\n' "$1" "$2"; } >"$times.$$"
	mv "$times.$$" "$times"
}

# What all steps took last time; nothing if one of them is not known.
expected_seconds() {
	local name seconds sum=0
	for name in "${names[@]}"; do
		seconds=$(last_time "$name")
		[ -n "$seconds" ] || return 0
		sum=$((sum + seconds))
	done
	echo $sum
}

# ESTIMATE is for where it has not run before.
announce() {
	local expected
	expected=$(expected_seconds)
	if [ -n "$expected" ]; then
		echo "${#names[@]} steps, $(duration "$expected") last time."
	else
		echo "${#names[@]} steps, $1."
	fi
}

run_steps() {
	local i all=${#names[@]} number=0
	mkdir -p "$(dirname "$times")"
	for ((i = 0; i < all; i++)); do
		[ -z "${besides[i]}" ] || end_beside
		if [ "${besides[i]}" = yes ]; then
			start_beside "$i"
		else
			run_step "$((++number))/$all" "${kinds[i]}" "${names[i]}" "${commands[i]}" "${conditions[i]}"
		fi
	done
	end_beside
}

# The step of this number begins, and what it says is kept until its turn comes. If its condition does not hold, its turn
# asks again, and says why, or runs it then.
start_beside() {
	running=$1
	eval "${conditions[$1]}" >/dev/null 2>&1 || return 0
	work=${work:-$(mktemp -d)}
	trap 'rm -rf "$work"' EXIT
	(
		status=0 start=$SECONDS
		eval "${commands[$1]}" >"$work/$1" 2>&1 </dev/null || status=$?
		echo ", $(duration $((SECONDS - start))) beside these steps" >"$work/$1.took"
		echo $status >"$work/$1.status"
	) &
	conditions[$1]=true
	commands[$1]="wait_beside $1 $!"
}

# The line of the step that runs beside others, if one does. One at a time is as much as two processors bear.
end_beside() {
	[ -n "$running" ] || return 0
	run_step "$((++number))/$all" "${kinds[running]}" "${names[running]}" "${commands[running]}" "${conditions[running]}"
	running=''
}

# wait_beside NUMBER PID: somebody may have killed its shell.
wait_beside() {
	while [ ! -s "$work/$1.status" ] && kill -0 "$2" 2>/dev/null; do sleep 0.2; done
	cat "$work/$1"
	[ -s "$work/$1.status" ] || { echo 'its shell was killed'; return 1; }
	return "$(cat "$work/$1.status")"
}

# run_step NUMBER KIND NAME COMMAND CONDITION: one line, and the output of what failed.
run_step() {
	local number=$1 kind=$2 name=$3 out last status=0 start=$SECONDS why took_beside=''
	last=$(last_time "$name")
	printf '%-8s%-32s' "[$number]" "$name"
	[ ! -t 1 ] || [ -z "$last" ] || printf '(%s last time) ' "$(duration "$last")"
	if ! why=$(eval "$5" 2>/dev/null); then
		line "$number" "$name" "skipped: $why" "$start"
		skipped=$((skipped + 1))
		remember "$name" $((SECONDS - start))
		return
	fi
	out=$(eval "$4" 2>&1 </dev/null) || status=$?
	[[ $4 != wait_beside\ * ]] || took_beside=$(cat "$work/$running.took" 2>/dev/null) || :
	if [ "$kind" = suite ]; then
		count_tests "$out" "$number" "$name" "$start"
	else
		count_step "$out" "$status" "$number" "$name" "$start"
	fi
	remember "$name" $((SECONDS - start))
}

# line NUMBER NAME RESULT START: on a terminal in place of what stood there. The time is what the step added to the whole.
line() {
	[ ! -t 1 ] || printf '\r\033[K%-8s%-32s' "[$1]" "$2"
	printf '%s, %s%s\n' "$3" "$(duration $((SECONDS - $4)))" "$took_beside"
}

count_step() {
	local out=$1 status=$2 note
	shift 2
	note=$(sed -n '$s/^note: //p' <<<"$out")
	if [ "$status" = 0 ]; then
		passed=$((passed + 1))
		[[ $note != *skipped:* ]] || skipped=$((skipped + $(wc -w <<<"${note##*skipped:}")))
		line "$1" "$2" "passed${note:+, $note}" "$3"
	else
		failed=$((failed + 1))
		failures+=("$2")
		line "$1" "$2" 'FAILED' "$3"
		tail -n 40 <<<"$out" | sed 's/^/    /'
	fi
}

count_tests() {
	local out=$1 end=${1##*$'\n'}
	shift
	if ! [[ $end =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
		count_step "$out" 1 "$@"
		return
	fi
	if [ "${BASH_REMATCH[1]}" = 0 ] && [ "${BASH_REMATCH[2]}" = 0 ]; then
		count_step "$out"$'\n''all tests were skipped: only a condition may skip a suite' 1 "$@"
		return
	fi
	passed=$((passed + BASH_REMATCH[1]))
	failed=$((failed + BASH_REMATCH[2]))
	skipped=$((skipped + BASH_REMATCH[3]))
	line "$1" "$2" "${BASH_REMATCH[0]}" "$3"
	[ "${BASH_REMATCH[2]}" = 0 ] || failures+=("$2")
	sed '$d; s/^/    /' <<<"$out"
}
