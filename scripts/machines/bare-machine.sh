#!/bin/bash
# Runs a command as on a fresh Debian machine with git, Node and npm: no other programs, an empty home, and no variables but PATH and HOME.
#   bare-machine.sh [--root] FOLDER COMMAND…   runs the command as a plain user, or as root, in a clone of
#   this checkout that is made as FOLDER/omp if it is not there, and seen as /home/omp
# Needs root: programs are hidden in a mount namespace, which ends with the command.
set -euo pipefail

as_root=''
if [[ ${1:-} == --root ]]; then as_root=1 && shift; fi
folder=$1
shift
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

if [[ ${OMP_BARE_MACHINE:-} != inside ]]; then
	[[ $EUID -eq 0 ]] || { echo "bare-machine.sh: needs root" >&2 && exit 2; }
	mkdir -p "$folder"
	folder=$(cd "$folder" && pwd -P)
	OMP_BARE_MACHINE=inside exec unshare --mount --propagation private \
		"${BASH_SOURCE[0]}" ${as_root:+--root} "$folder" "$@"
fi

scratch=/mnt
mount -t tmpfs tmpfs "$scratch"

# What every Debian machine has, and what the README asks for.
allowed=$scratch/allowed
{
	dpkg-query --show --showformat='${Package} ${Essential} ${Priority}\n' |
		awk '$2 == "yes" || $3 == "required" { print $1 }'
	# Not all of them are packages on each machine.
	echo git nodejs npm ca-certificates
} | xargs dpkg-query --listfiles >"$allowed" 2>/dev/null || true
for program in node npm npx; do command -v "$program" || true; done >>"$allowed"
# Names that Debian keeps as alternatives: awk, which, pager …
find -L /etc/alternatives -maxdepth 1 -type f -printf '%f\n' | while read -r name; do
	if grep -qxF "$(readlink -f "/etc/alternatives/$name")" "$allowed"; then echo "/usr/bin/$name"; fi
done >>"$allowed"

change_freely() { # FOLDER: changes to it are seen in this namespace only
	local name=${1//\//_}
	mkdir -p "$scratch/$name/upper" "$scratch/$name/work"
	mount -t overlay overlay -o "lowerdir=$1,upperdir=$scratch/$name/upper,workdir=$scratch/$name/work" "$1"
}
for bin in /usr/local/bin /usr/local/sbin /usr/sbin /usr/bin; do
	change_freely "$bin"
	# Debian lists some programs of /usr/bin under /bin.
	find "$bin" -mindepth 1 -maxdepth 1 |
		awk 'NR == FNR { allowed[$0]; next } !($0 in allowed) && !(substr($0, 5) in allowed)' "$allowed" - |
		xargs --no-run-if-empty --delimiter='\n' rm -rf
done
hash -r

npmrc=$(cat ~/.npmrc 2>/dev/null || true)
[[ -e $folder/omp ]] || git clone --quiet --no-local "$repository" "$folder/omp"
mkdir -p "$folder/dev"
# A place that every user may enter and that the sandbox does not hide, wherever the folder is.
mount --bind "$folder" /home
change_freely /etc
if [[ -n $as_root ]]; then
	mount --bind /home/dev /root
	home=/root
	become=()
else
	id dev >/dev/null 2>&1 || useradd --home-dir /home/dev --no-create-home dev
	home=/home/dev
	chown -R dev: /home/dev /home/omp
	become=(setpriv --reuid dev --regid "$(id -g dev)" --clear-groups)
fi
chmod 755 /home
[[ -z $npmrc ]] || echo "$npmrc" >"$home/.npmrc"
cd /home/omp
exec "${become[@]}" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME="$home" "$@"
