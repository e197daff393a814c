#!/bin/sh
# Plays npm for the launcher's tests: "downloads" the Bun that stands beside it.
printf 'npm %s\n' "$1" >>"$STUB_CALLS"
echo "npm warn something nobody needs to read" >&2
if [ -n "${STUB_NPM_ERROR:-}" ]; then
	printf 'npm error %s\n' "$STUB_NPM_ERROR" >&2
	exit 1
fi
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/@oven/bun-other/bin" "$2/node_modules/@oven/bun-this/bin" "$2/cache"
echo "not for this machine" >"$2/node_modules/@oven/bun-other/bin/bun"
# Tests that interrupt do so here, where half a download lies about.
[ ! -e "$STUB_CALLS.slow" ] || { touch "$STUB_CALLS.started" && sleep 1; }
cp "${0%/*}/../stub-bun" "$2/node_modules/@oven/bun-this/bin/bun"
