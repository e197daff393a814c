# Lets one process at a time prepare a checkout, and notices when it died. Read by prepare.sh; needs $state and say.

lock=$state/lock
me=''

# The lock is a link whose target names the holder, so it never exists without saying whose it is. Sets $waited.
acquire_lock() {
	me=$(identity $$)
	waited=''
	attempts=0
	until ln -s "$me" "$lock" 2>/dev/null; do
		if ! holder=$(readlink "$lock"); then
			# Released just now, unless that goes on.
			attempts=$((attempts + 1))
			[ "$attempts" -lt 100 ] && continue
			say "cannot create $lock"
			exit 1
		fi
		if is_gone "$holder" && is_gone "$(cat "$lock.child" 2>/dev/null)"; then
			break_lock "$holder"
			continue
		fi
		[ -n "$waited" ] || say "waiting for another omp that is preparing ${state%/*}…"
		waited=yes
		sleep 0.1 2>/dev/null || sleep 1
	done
	rm -f "$lock.child"
}

# A holder that is killed leaves its command running; until that ends too, nobody else may start.
guard_child() { identity "$1" >"$lock.child"; }

release_lock() {
	[ "$(readlink "$lock" 2>/dev/null)" != "$me" ] || rm -f "$lock.child" "$lock"
}

# Two that find the same dead holder must not remove each other's new lock: one of them at a time, and only the dead one's.
break_lock() {
	if ln -s "$me" "$lock.break" 2>/dev/null; then
		[ "$(readlink "$lock")" != "$1" ] || rm -f "$lock"
		rm -f "$lock.break"
	elif is_gone "$(readlink "$lock.break")"; then
		rm -f "$lock.break"
	fi
}

is_gone() { [ -z "${1#*:}" ] || [ "$(identity "${1%%:*}")" != "$1" ]; }

# A process by number and time of birth, since numbers are used again.
identity() { printf '%s:%s' "$1" "$(born "$1")"; }

born() {
	if [ -d /proc/self ]; then
		read -r stat 2>/dev/null <"/proc/$1/stat" || return 0
		# The name in brackets may hold anything; the time is the 20th field after it.
		set -- ${stat##*) }
		shift 19
		printf '%s' "$1"
	else
		ps -o lstart= -p "$1" 2>/dev/null | tr -s ' ' '_'
	fi
}
