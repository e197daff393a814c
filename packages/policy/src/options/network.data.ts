/** Options of programs that reach other machines. What is missing here (proxies, other sockets, files of addresses) asks. */
export const curlOptions = `-s/--silent -S/--show-error -f/--fail --fail-with-body -i/--include -I/--head -v/--verbose -L/--location -k/--insecure
	-g/--globoff -G/--get -q/--disable -N/--no-buffer --compressed -X/--request= -H/--header= -d/--data/--data-raw/--data-binary=
	--data-urlencode/--data-ascii/--json= -m/--max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time=
	--retry-connrefused --retry-all-errors -w/--write-out= -u/--user= -A/--user-agent= -e/--referer= -b/--cookie=
	-c/--cookie-jar=> -o/--output=> -D/--dump-header=> -F/--form= --http1.1 --http2 -0/--http1.0 -4/--ipv4 -6/--ipv6
	-#/--progress-bar --no-progress-meter --url= --path-as-is --max-redirs= --create-dirs --tcp-nodelay --oauth2-bearer=`;

export const wgetOptions = `-q/--quiet -O/--output-document=> --spider -S/--server-response -nv/--no-verbose -v/--verbose -T/--timeout=
	--connect-timeout= --read-timeout= -t/--tries= --header= --method= --body-data= --post-data= -U/--user-agent=
	--retry-connrefused --waitretry= --no-check-certificate -4/--inet4-only -6/--inet6-only --show-progress`;

export const sshOptions = "-p= -i= -l= -v -q -t -T -N -4 -6 -A -C -n -x -X";
export const scpOptions = "-P= -i= -r -p -q -v -C -4 -6 -l=";
export const rsyncOptions = `-a/--archive -v/--verbose -z/--compress -r/--recursive -n/--dry-run -P -u/--update -t/--times -p/--perms -l/--links
	-L/--copy-links -H/--hard-links -h/--human-readable -q/--quiet -c/--checksum --delete --delete-after --progress --stats
	--exclude= --include= --partial -i/--itemize-changes`;
export const lookupOptions = "-c= -i= -w= -W= -t= -4 -6 -n -q +short +trace -x= -type= -v -z -u -l";

/** Programs that work on this machine only, besides those that only read. */
export const localPrograms: ReadonlySet<string> = new Set(
	`cp mv rm rmdir mkdir touch tee chmod chown ln sed gsed gzip gunzip bzip2 xz tar zip unzip truncate split install
	cd pushd popd export set unset read alias local declare typeset readonly shift exit return sleep wait test true false
	eval exec command builtin trap kill jobs bg fg ulimit umask hash let shopt getopts break continue
	timeout time nice nohup env sudo xargs parallel find fd stdbuf setsid watch gofmt rustfmt
	black isort ruff shellcheck shfmt clang-format jq yq date patch ed tput clear reset kill pkill killall pgrep lsof`
		.trim()
		.split(/\s+/),
);

/** Commands of git that stay on this machine. */
export const localGit: ReadonlySet<string> = new Set(
	`add am apply archive bisect blame branch cat-file checkout cherry-pick clean commit config describe diff gc grep init log
	ls-files merge mv notes rebase reflog reset restore revert rev-list rev-parse rm shortlog show show-ref stash status switch
	tag worktree`
		.trim()
		.split(/\s+/),
);
