#!/bin/sh
# `npm test` on a machine with nothing but Node: fetches Bun and the dependencies when they are not there, then checks and
# tests offline. The last line is "N passed, N failed".
bun=$(sh "$(dirname -- "$0")/prepare.sh" --dev) || exit
# Scripts and tests call it by name.
PATH=${bun%/*}:$PATH
export PATH
exec "$bun" scripts/npm-test.ts
