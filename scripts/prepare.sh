#!/bin/sh
# Makes this checkout ready. Says one line per step on stderr.
#   prepare.sh         builds dist/omp, which then also serves as Bun; exits 75 when another call was at it, and now may be done
#   prepare.sh --dev   what the tests need instead: Bun of the pinned version and all dependencies; prints the path of Bun
set -u

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
state=$root/.bun
log=$state/prepare.log
mode=${1:-}
child=''

. "$root/scripts/prepare/lock.sh"
. "$root/scripts/prepare/bun.sh"

main() {
	{ mkdir -p "$state" && [ -w "$state" ]; } 2>/dev/null || {
		say "cannot write to $state; run omp here once as a user who can"
		exit 1
	}
	trap 'stop 130' INT
	trap 'stop 143' TERM
	trap 'stop 129' HUP
	acquire_lock
	[ -z "$waited" ] || [ "$mode" = --dev ] || {
		release_lock
		exit 75
	}
	rm -rf "$state"/tmp.* "$log"
	ensure_bun
	cd "$root" || exit 1
	if [ "$mode" = --dev ]; then
		# Lacks files that were packed to save space.
		[ ! -e node_modules/.packed ] || rm -rf node_modules
		step "installing dependencies" "$bun" install --frozen-lockfile || give_up "could not install the dependencies"
		printf '%s\n' "$bun"
	else
		# With a cache of its own, which goes: the user's would hold a second copy of everything.
		install_for_build
		# Changed sources may read what was removed to save space.
		build || { [ -e node_modules/.packed ] && rm -rf node_modules && install_for_build && build; } || give_up "the build failed"
		rm -rf "$state/tmp.$$"
		is_for_development || remove_surplus
	fi
	release_lock
}

install_for_build() {
	# Bun's cache of large sources would be in the user's home.
	export BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
	step "installing dependencies" "$bun" install --frozen-lockfile --production --cache-dir "$state/tmp.$$/cache" ||
		give_up "could not install the dependencies"
}

build() {
	# Bun's cache of large sources would be in the user's home.
	export BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
	is_for_development && space='' || space=--save-space
	step "building" "$bun" --no-env-file --config=/dev/null scripts/build.ts $space
}

is_for_development() { [ -e node_modules/.bin/biome ]; }

# From now on dist/omp serves as Bun. The build itself kept of the packages what building again without a network needs.
remove_surplus() {
	rm -rf "$state"/bun-*
}

# Runs a command with its noise in the log.
step() {
	say "$1…"
	shift
	"$@" >"$log" 2>&1 </dev/null &
	child=$!
	guard_child "$child"
	wait "$child"
	status=$?
	child=''
	return "$status"
}

say() { printf 'omp: %s\n' "$1" >&2; }

give_up() {
	if grep -qE "$unreachable" "$log" 2>/dev/null; then
		say "$1: the npm registry cannot be reached. Check the network (or npm's proxy settings) and run this again."
	else
		[ ! -s "$log" ] || tail -n 40 "$log" >&2
		say "$1"
	fi
	[ "$mode" = --dev ] || [ ! -x "$root/dist/omp" ] ||
		say "the previous build is untouched; OMP_NO_PREPARE=1 runs it"
	release_lock
	exit 1
}

unreachable='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ConnectionRefused|FailedToOpenSocket'

stop() {
	trap '' INT TERM HUP
	if [ -n "$child" ]; then
		kill "$child" 2>/dev/null
		wait "$child"
		rm -rf "$state"/tmp.*
	fi
	release_lock
	exit "$1"
}

main
