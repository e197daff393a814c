#!/bin/sh
# Plays the executable for the launcher's tests: is Bun when asked to be, else the real check and what is in dist/main.
folder=${STUB_CALLS%/*}
[ "${BUN_BE_BUN:-}" != 1 ] || exec "$folder/stub-bun" "$@"
STUB_EXECUTABLE=$(cd "${0%/*}" && pwd -P)/omp exec "$STUB_REAL_BUN" "$STUB_OMP" -- "$@"
