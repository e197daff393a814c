# Finds or fetches Bun of the version package.json pins, and sets $bun. Sourced by prepare.sh.

ensure_bun() {
	version=$(sed -n 's/.*"packageManager": *"bun@\([^"]*\)".*/\1/p' "$root/package.json")
	bun=$state/bun-$version/bun
	[ -x "$bun" ] && return
	if [ "$mode" != --dev ] && [ "$(BUN_BE_BUN=1 "$root/dist/omp" --version 2>/dev/null)" = "$version" ]; then
		bun=$root/dist/omp
		export BUN_BE_BUN=1
		return
	fi
	if [ "$(bun --version 2>/dev/null)" = "$version" ]; then
		# Asked rather than looked up: what is on PATH may be a shim that changes its mind from folder to folder.
		bun=$(cd "$root" && bun --no-env-file --config=/dev/null -p process.execPath)
		[ -x "$bun" ] && return
	fi
	command -v npm >/dev/null 2>&1 ||
		give_up "needs Bun $version, or npm to fetch it: install Node.js 20 or later (it brings npm) and run this again"
	fetch_bun "$state/tmp.$$"
	bun=$state/bun-$version/bun
}

# Through a folder of its own and a rename, so that half a Bun is never taken for a whole one.
fetch_bun() {
	mkdir -p "$1/ready"
	# The cache goes with the folder: Bun is large, and a second copy of it helps nobody.
	# Not --prefix, with which npm would look for its global settings there.
	echo '{}' >"$1/package.json"
	step "getting Bun $version from npm" in_folder "$1" npm install --cache "$1/cache" --no-save --no-package-lock \
		--no-audit --no-fund --ignore-scripts --include=optional --fetch-retries=1 --fetch-retry-mintimeout=1000 \
		"bun@$version" || give_up "could not get Bun $version from npm"
	fetched=''
	# The install script of the package, which we keep from running, only copies one of these.
	for candidate in "$1"/node_modules/@oven/bun-*/bin/bun; do
		runs_as_pinned "$candidate" && fetched=$candidate && break
	done
	if [ -z "$fetched" ]; then
		step "looking for a Bun that runs on this machine" node "$1/node_modules/bun/install.js"
		fetched=$1/node_modules/bun/bin/bun.exe
		runs_as_pinned "$fetched" || give_up "Bun $version from npm does not run on this machine"
	fi
	rm -rf "$state"/bun-*
	{ mv "$fetched" "$1/ready/bun" && mv "$1/ready" "$state/bun-$version"; } || give_up "could not put Bun into $state"
	rm -rf "$1"
}

in_folder() {
	cd "$1" || exit
	shift
	exec "$@"
}

runs_as_pinned() {
	chmod +x "$1" 2>/dev/null
	[ "$("$1" --version 2>/dev/null)" = "$version" ]
}
