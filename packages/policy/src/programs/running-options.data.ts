/**
 * Options that make a program run another one, or load code. `--name=` and `-x:` take what is run as their value, in the same
 * word or the next one; others are enough by themselves.
 */
const options: Readonly<Record<string, string>> = {
	ack: "--pager=",
	ag: "--pager=",
	ansible: "-a: -m:",
	apt: "-o: --option=",
	"apt-get": "-o: --option=",
	bash: "-c: --rcfile= --init-file= -i",
	bat: "--pager= --map-syntax=",
	bpftrace: "-e: -c:",
	bun: "-e: --eval= -p: --print= -r: --preload= --require= --import=",
	bundle: "exec config",
	busctl: "--address=",
	cargo: "--config=",
	clang: "-fplugin= -Xclang -B: -load",
	"clang++": "-fplugin= -Xclang -B: -load",
	cmake: "-P: -E",
	complete: "-C: -F:",
	cpio: "--rsh-command=",
	curl: "-K: --config= --engine=",
	deno: "eval",
	dig: "-f:",
	dmesg: "-H --human",
	dpkg: "--pre-invoke= --post-invoke=",
	ed: "!",
	emacs: "--eval= -eval: -f: --funcall= -l: --load= --batch -Q --script=",
	enable: "-f:",
	env: "-S: --split-string=",
	ex: "-c: --cmd: -S: -u: -s: +",
	fd: "-x -X --exec --exec-batch",
	fdfind: "-x -X --exec --exec-batch",
	find: "-exec -execdir -ok -okdir",
	fzf: "--preview= --bind= --become= --execute=",
	"g++": "-wrapper: -fplugin= -B: -specs=",
	gawk: "-f: -l: -i: --file= --load= --include= --exec= -E:",
	gcc: "-wrapper: -fplugin= -B: -specs=",
	gdb: "-ex: -x: --ex= --command= -ix: -iex: --eval-command= -batch --python",
	gem: "exec",
	git: "--config-env= --exec-path= --upload-pack= --receive-pack= --extcmd= --open-files-in-pager= --tree-filter= --index-filter= --msg-filter= --env-filter= --commit-filter= --parent-filter= --tag-name-filter= --sequence-editor= --ext-diff --textconv --template=",
	go: "-exec= -exec: -toolexec= -toolexec: -vettool= -vettool: -overlay=",
	gpg: "--photo-viewer= --exec-path= --agent-program= --pinentry-program=",
	gradle: "-I: --init-script=",
	hash: "-p:",
	helm: "--post-renderer=",
	hg: "--config=",
	java: "-javaagent: -agentpath: -agentlib: -XX:OnError= -XX:OnOutOfMemoryError=",
	jrunscript: "-e: -f:",
	kubectl: "--kubeconfig= exec",
	less: "-k: --lesskey-file= --lesskey-src= --lesskey-content= +",
	lua: "-e: -l:",
	make: "--eval= -f: --file= --makefile= -E:",
	man: "-P: --pager= -H --html= -C: --config-file=",
	mapfile: "-C:",
	more: "+",
	mvn: "-gs: -s: --settings= --global-settings= -Dexec.executable=",
	mysql: "--pager=",
	nano: "-s: --speller= --backupdir=",
	nc: "-e: -c: --exec= --sh-exec= --lua-exec=",
	ncat: "-e: -c: --exec= --sh-exec= --lua-exec=",
	nmap: "--script=",
	node: "-e: --eval= -p: --print= -r: --require= --import= --loader= --experimental-loader= --env-file= --test-reporter= --openssl-config=",
	npm: "exec x --script-shell= --node-options= --call= --userconfig= --globalconfig= --git= --prefix=",
	nvim: "-c: --cmd: -S: -u: -l: -es +",
	openssl: "-engine: -provider-path: --engine= -provider:",
	perl: "-e: -E: -M: -m: -x",
	php: "-r: -B: -R: -E: -d: -z: -f:",
	pip: "--global-option= --build-option= --config-settings= -C:",
	pnpm: "exec dlx --script-shell= --config=",
	printf: "-v:",
	python: "-c: -i",
	python3: "-c: -i",
	rg: "--pre= --hostname-bin= --search-zip -z",
	ripgrep: "--pre= --hostname-bin=",
	rpm: "--eval= -E: --pipe= --define= -D:",
	rsync: "-e: --rsh= --rsync-path= --config=",
	ruby: "-e: -r: -x -C:",
	scp: "-S: -o: -F: -D:",
	screen: "-X -c:",
	sftp: "-S: -o: -F: -D: -b:",
	sh: "-c: -i",
	socat: "EXEC: SYSTEM: SHELL:",
	sort: "--compress-program=",
	split: "--filter=",
	sqlite3: "-cmd: -init: .shell .system",
	ssh: "-o: -F: -S:",
	"ssh-keygen": "-D: -w:",
	svn: "--config-option= --diff-cmd= --diff3-cmd= --editor-cmd= --config-dir=",
	tar: "--to-command= --checkpoint-action= -I: --use-compress-program= --rsh-command= --rmt-command= -F: --info-script= --new-volume-script=",
	tcpdump: "-z:",
	test: "-v: -R:",
	"[": "-v: -R:",
	tsc: "--plugins=",
	vi: "-c: --cmd: -S: -u: -es -s: +",
	view: "-c: --cmd: -S: -u: +",
	vim: "-c: --cmd: -S: -u: -es -s: +",
	vimdiff: "-c: --cmd: -S: -u: +",
	wget: "--use-askpass= -e: --execute= --config=",
	yarn: "exec dlx --use-yarnrc=",
	zip: "-TT: --unzip-command=",
	zsh: "-c: -i",
};

const aliases: ReadonlyMap<string, string> = new Map(
	Object.entries({
		bsdtar: "tar",
		gtar: "tar",
		nodejs: "node",
		pip3: "pip",
		python2: "python",
		dash: "sh",
		ksh: "sh",
		cc: "gcc",
		"c++": "g++",
		ld: "gcc",
		gvim: "vim",
	}),
);

interface RunningOption {
	readonly name: string;
	readonly takesValue: boolean;
}

const compiled: ReadonlyMap<string, readonly RunningOption[]> = new Map(
	Object.entries(options).map(([program, text]) => [
		program,
		text
			.split(" ")
			.filter(Boolean)
			.map((word) => ({ name: word.replace(/(?<=.)[=:]$/, ""), takesValue: /.[=:]$/.test(word) })),
	]),
);

function optionsOf(program: string): readonly RunningOption[] {
	return compiled.get(aliases.get(program) ?? program) ?? [];
}

/** The options of a program that make it run something. */
export function runningOptionsOf(program: string): readonly string[] {
	return optionsOf(program).map(({ name }) => name);
}

/** The first option among the arguments of a program that makes it run something. */
export function runningOptionIn(program: string, args: readonly string[]): string | undefined {
	const found = optionsOf(program);
	return args.find((arg, index) => found.some((option) => optionValue(option, arg, args[index + 1]) !== undefined));
}

/** What the options of a program make it run. */
export function runByOptions(program: string, args: readonly string[]): string[] {
	return optionsOf(program)
		.filter(({ takesValue }) => takesValue)
		.flatMap((option) => args.flatMap((arg, index) => optionValue(option, arg, args[index + 1]) || []));
}

/** The value of an option if this is it, empty when it has none. Programs take abbreviated long names and clusters of letters. */
function optionValue({ name, takesValue }: RunningOption, arg: string, next = ""): string | undefined {
	if (arg === name) return takesValue ? next : "";
	if (name === "+") return /^\+[^\d]/.test(arg) ? arg.slice(1) : undefined;
	if (name.startsWith("--")) {
		const [given = "", ...rest] = arg.split("=");
		const isShort =
			given.length > 4 && name.startsWith(given) && !/^--(?:test|import|loader|print|load|exec)$/.test(given);
		if (given !== name && !isShort) return undefined;
		return takesValue && rest.length === 0 ? next : rest.join("=");
	}
	if (!takesValue) return /^-\w$/.test(name) && /^-\w+$/.test(arg) && arg.includes(name.slice(1)) ? "" : undefined;
	if (!/^-\w$/.test(name))
		return name.length > 2 && arg.startsWith(name) ? arg.slice(name.length).replace(/^[=:]/, "") : undefined;
	if (!/^-[A-Za-z]/.test(arg) || arg.startsWith("--")) return undefined;
	const at = arg.indexOf(name.slice(1), 1);
	// A cluster of flags is short; anything longer is a value behind its first letter.
	if (at === -1 || (at > 1 && !/^-[A-Za-z]{2,5}$/.test(arg))) return undefined;
	return arg.slice(at + 1) || next;
}
