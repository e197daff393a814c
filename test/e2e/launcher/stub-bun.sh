#!/bin/sh
# Plays Bun for the launcher's tests: notes what it is asked, and "builds" by writing what a build leaves behind.
case "$*" in
--version) echo "${STUB_BUN_VERSION:-9.9.9}" && exit ;;
*process.execPath) printf '%s\n' "$0" && exit ;;
*) printf 'bun %s\n' "$*" >>"$STUB_CALLS" ;;
esac
case "$*" in
install*) mkdir -p node_modules/prebuilds ;;
*scripts/build.ts*)
	if grep -q BROKEN src/main.ts; then
		echo "error: cannot parse src/main.ts" >&2
		exit 1
	fi
	mkdir -p dist
	cp "${STUB_CALLS%/*}/stub-omp" dist/tmp.omp
	cp src/main.ts dist/main
	printf 'src/main.ts\0src/other.ts\0' >dist/tmp.inputs
	echo 'find -files0-from dist/inputs -prune -cnewer dist/inputs' >dist/check.sh
	mv dist/tmp.omp dist/omp
	mv dist/tmp.inputs dist/inputs
	;;
esac
