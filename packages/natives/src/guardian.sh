# Reads `+group` and `-group` until the end, and then ends the groups that are left.
trap '' HUP INT QUIT TERM
groups=' '
while IFS= read -r line; do
	group=${line#?}
	case $line in
	+*) groups="$groups$group " ;;
	-*) case $groups in *" $group "*) groups="${groups%%" $group "*} ${groups#*" $group "}" ;; esac ;;
	esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -TERM "-$group"; done
sleep 1
for group in $groups; do kill -KILL "-$group"; done
