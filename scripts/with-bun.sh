#!/bin/sh
# Runs a script of the project on a machine with nothing but Node: fetches Bun and the dependencies first when they are not there.
bun=$(sh "$(dirname -- "$0")/prepare.sh" --dev) || exit
# Scripts and tests call it by name.
PATH=${bun%/*}:$PATH
export PATH
exec "$bun" "$@"
