#!/bin/sh
# Plays npm for the launcher's tests: "downloads" the Bun that stands beside it.
printf 'npm %s\n' "$1" >>"$STUB_CALLS"
echo "npm warn something nobody needs to read" >&2
if [ -n "${STUB_NPM_ERROR:-}" ]; then
	printf 'npm error %s\n' "$STUB_NPM_ERROR" >&2
	exit 1
fi
case " $* " in *" --prefix "*) echo "npm error with --prefix npm does not read its global settings" >&2 && exit 1 ;; esac
# Without a package.json npm would install into the folder of the checkout.
[ -e package.json ] || exit 1
mkdir -p node_modules/@oven/bun-other/bin node_modules/@oven/bun-this/bin cache
echo "not for this machine" >node_modules/@oven/bun-other/bin/bun
# Tests that interrupt do so here, where half a download lies about.
[ ! -e "$STUB_CALLS.slow" ] || { touch "$STUB_CALLS.started" && sleep 1; }
cp "${0%/*}/../stub-bun" node_modules/@oven/bun-this/bin/bun
