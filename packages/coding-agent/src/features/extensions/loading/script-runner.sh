# Runs the Bun inside omp; `$omp` and `$flags` are set above. The path of omp's own script, which only exists inside omp, is omp.
case $1 in
'/$bunfs/'*)
	shift
	exec "$omp" "$@"
	;;
esac
export BUN_BE_BUN=1
case $1 in
# Scripts and options; the commands of Bun, such as `install`, know no `--preload`.
-*|*/*|*.*|run) exec "$omp" $flags "--preload=${0%/*}/preload.mjs" "$@" ;;
esac
exec "$omp" "$@"
