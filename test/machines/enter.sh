#!/bin/sh
# enter.sh KIND SCENE OMP [ARG…]: makes the machine of a test in a mount namespace that ends with it, and starts omp there.
# The scene's folder has home/ (which becomes /home), passwd and project/.
set -eu
kind=$1 scene=$2 omp=$3
shift 3

mount --bind "$scene/home" /home
touch /home/omp
mount --bind "$omp" /home/omp
mount --bind "$scene/passwd" /etc/passwd
project=/home/dev/project
become="setpriv --reuid 1000 --regid 1000 --clear-groups"
case $kind in
root)
	mount --bind /home/dev /root
	project=/root/project
	become=
	;;
home-elsewhere)
	# Its data is another file system, as with a home on a network or an encrypted disk.
	mkdir -p /home/disk
	mount --bind "$scene/disk" /home/disk
	cp -a /home/dev/. /home/disk
	mount --bind "$scene/project" /srv
	mount --bind /home/disk /home/dev
	project=/srv
	;;
below-tmp)
	mount --bind "$scene/tmp" /tmp
	project=/tmp/project
	;;
no-namespaces)
	# The limit holds in a user namespace of its own, so that the machine keeps its setting.
	become="$become unshare --user --map-current-user --keep-caps sh -c 'echo 0 >/proc/sys/user/max_user_namespaces &&
		exec setpriv --ambient-caps=-all --inh-caps=-all \"\$@\"' sh"
	;;
esac
cd "$project"
eval "exec $become /home/omp \"\$@\""
