# Reads `+group`, `-group` and `/folder` until the end, and then ends the groups that are left and removes the folders.
trap '' HUP INT QUIT TERM
groups=' '
while IFS= read -r line; do
	group=${line#?}
	case $line in
	/*) set -- "$@" "$line" ;;
	+*) groups="$groups$group " ;;
	-*) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
	esac
done
if [ "$groups" != ' ' ]; then
	for group in $groups; do kill -TERM "-$group"; done
	sleep 1
	for group in $groups; do kill -KILL "-$group"; done
fi
[ $# = 0 ] || rm -rf -- "$@"
