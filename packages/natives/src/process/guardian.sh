# Reads `+group`, `-group`, `=NAME=value` and `/folder` until the end, and then ends the groups that are left, ends processes with
# such a variable in their environment, and removes the folders.
trap '' HUP INT QUIT TERM
groups=' '
marks=
while IFS= read -r line; do
	group=${line#?}
	case $line in
	/*) set -- "$@" "$line" ;;
	=*) marks="$marks -e $group" ;;
	+*) groups="$groups$group " ;;
	-*) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
	esac
done
# A process with a session of its own is in none of the groups. The environment of a process that has ended is empty.
marked() {
	[ -z "$marks" ] || grep -l -a -z -x -F $marks /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do kill "$1" "$pid"; done
}
for group in $groups; do kill -TERM "-$group"; done
marked -TERM
if [ "$groups" != ' ' ] || [ -n "$marks" ]; then
	sleep 1
	for group in $groups; do kill -KILL "-$group"; done
	marked -KILL
fi
[ $# = 0 ] || rm -rf -- "$@"
