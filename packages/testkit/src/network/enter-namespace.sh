# Makes the namespace of a test from an empty one: its addresses, names and trusted authorities; then runs the gate.
# $1: folder with `addresses`, `hosts` and `authority.pem`; the rest is the command of the gate.
set -e
folder=$1
shift
ip link set lo up
ip -batch "$folder/addresses"
mkdir "$folder/machine-etc" "$folder/etc"
mount --rbind /etc "$folder/machine-etc"
for path in "$folder"/machine-etc/* "$folder"/machine-etc/.[!.]*; do
	case ${path##*/} in
	hosts | resolv.conf | nsswitch.conf | ssl | pki) ;;
	*) ln -s "$path" "$folder/etc/" ;;
	esac
done
cp "$folder/hosts" "$folder/etc/hosts"
# Nothing listens there: a name that is not among the hosts is unknown at once.
printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n' >"$folder/etc/resolv.conf"
printf 'hosts: files dns\n' >"$folder/etc/nsswitch.conf"
mkdir -p "$folder/etc/ssl/certs"
cp "$folder/authority.pem" "$folder/etc/ssl/certs/ca-certificates.crt"
if [ -e "$folder/machine-etc/ssl/openssl.cnf" ]; then ln -s "$folder/machine-etc/ssl/openssl.cnf" "$folder/etc/ssl/"; fi
mount --bind "$folder/etc" /etc
exec "$@"
