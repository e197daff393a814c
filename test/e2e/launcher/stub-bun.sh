#!/bin/sh
# Plays Bun for the launcher's tests: notes what it is asked, and "builds" by writing what a build leaves behind.
case "$*" in
--version) echo "${STUB_BUN_VERSION:-9.9.9}" && exit ;;
*process.execPath) printf '%s\n' "$0" && exit ;;
*main.js*) ;;
*) printf 'bun %s\n' "$*" >>"$STUB_CALLS" ;;
esac
case "$*" in
*scripts/build.ts)
	if grep -q BROKEN src/main.ts; then
		echo "error: cannot parse src/main.ts" >&2
		exit 1
	fi
	mkdir -p dist/b1
	cp src/main.ts dist/b1/main.js
	printf "newer=-cnewer\ninputs='src/main.ts\nsrc/other.ts'\n" >dist/b1/inputs.sh
	printf 'b1 %s\n' "$0" >dist/current
	;;
*main.js*)
	# What follows the options and the script.
	while [ "$1" != -- ]; do
		case $1 in *main.js) script=$1 ;; esac
		shift
	done
	shift
	cat "$script"
	printf 'cwd=%s\n' "$(pwd)"
	for argument; do printf 'argument=%s\n' "$argument"; done
	[ -t 0 ] || sed 's/^/stdin=/'
	;;
esac
