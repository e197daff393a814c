import type { ParseStyle } from "../options/parse-arguments.ts";
import { blameOptions, configOptions, diffOptions, gitGrepOptions, logOptions } from "./git-options.data.ts";

/** What a program may be given so that it only reads. A program that is not listed here may do anything. */
export interface ReadOnlyProgram {
	/** The options it may have, see `optionTable`; without a table, none of its options writes, runs or connects. */
	readonly options?: string;
	readonly style?: ParseStyle;
	/** How many arguments that are no options it may have; one more could be a file that is written. */
	readonly maxOperands?: number;
	/** What each of these arguments has to look like. */
	readonly operands?: RegExp;
	/** It does not matter what the words that are not known turn out to be. */
	readonly takesAnything?: true;
	/** A condition on all arguments, in place of the others. */
	readonly check?: (args: readonly string[]) => boolean;
}

const anything: ReadOnlyProgram = {};
const noArguments: ReadOnlyProgram = { check: (args) => args.length === 0 };
const oneName: ReadOnlyProgram = { check: (args) => args.length === 1 && !args[0]?.startsWith("-") };
const versionOnly: ReadOnlyProgram = {
	check: ([first, ...rest]) => rest.length === 0 && /^(?:--version|-v|-V)$/.test(first ?? ""),
};

function each(names: string, rule: ReadOnlyProgram): Array<[string, ReadOnlyProgram]> {
	return names
		.trim()
		.split(/\s+/)
		.map((name) => [name, rule]);
}

/** Processes, without their environments: `e` and `-E` show those, with the keys in them. */
const isPlainPs = (args: readonly string[]) =>
	args.every((arg, index) => {
		if (/^-(?:o|O|p|u|U|g|G|C|t|-format|-pid|-ppid|-user|-sort|-cols|-columns)$/.test(args[index - 1] ?? ""))
			return !arg.startsWith("-") && !/\benviron\b/i.test(arg);
		if (
			/^--(?:forest|no-headers|headers|help|version|(?:format|pid|ppid|user|sort|cols|columns|width)(?:=(?!.*environ).*)?)$/.test(
				arg,
			)
		)
			return true;
		return /^(?:-[AadefFHjlLMmNTwyZopuUgGCt]+|-?\d+(?:,\d+)*|[aAcfhjlLmnrsTuUvwxXgN]+)$/.test(arg);
	});

export const readOnlyPrograms: ReadonlyMap<string, ReadOnlyProgram> = new Map([
	...each("pwd ls cat head tail wc echo basename dirname realpath readlink stat du df which whoami id uname", anything),
	...each("cut tr nl tac rev paste join comm cmp column fold expand unexpand od strings seq true false", anything),
	["ps", { check: isPlainPs }],
	...each("grep egrep fgrep jq printenv nproc uptime free groups arch :", anything),
	...each("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum", anything),
	...each(
		"node npm npx pnpm yarn bun deno python python3 pip pip3 ruby cargo rustc java tsc make gcc clang",
		versionOnly,
	),
	["go", { check: (args) => args.join(" ") === "version" }],
	// `-v` evaluates a subscript, with the commands in it.
	...each("test [", {
		takesAnything: true,
		check: (args) =>
			!args.some((arg) => /^-[vR]$/.test(arg) || /\[.*[$`]/.test(arg)) &&
			!(/^\0/.test(args[0] ?? "") && args.filter((arg) => arg !== "]").length === 2),
	}),
	["printf", { takesAnything: true, check: ([first]) => !/^[-\0]./.test(first ?? "") }],
	["command", { check: ([option]) => option === "-v" || option === "-V" }],
	["type", anything],
	["env", noArguments],
	[
		"diff",
		{
			options: `-u -U= -c -C= -r/--recursive -q/--brief -s -N/--new-file -a/--text -b -w -B -i -E -Z -y/--side-by-side -W= -x/--exclude= -X=
				--color[=] --no-color --strip-trailing-cr --unified[=] --suppress-common-lines -p -t -d --label= -L= -I= --from-file= --to-file= --width=`,
		},
	],
	["file", { options: "-b/--brief -i/--mime --mime-type -L -h -k -z? -s -0 -N -r -F=".replace("-z? ", "") }],
	[
		"date",
		{
			options: "-u/--utc -d/--date= -I[=] --iso-8601[=] -R/--rfc-email --rfc-3339= -r/--reference= -j -v=",
			operands: /^\+/,
		},
	],
	[
		"tree",
		{
			options:
				"-a -d -f -L= -I= -P= -i -h -s -t -r --dirsfirst --noreport -C -n -D -F -p -u -g --du --gitignore --prune --sort= -J -X -A",
		},
	],
	["uniq", { maxOperands: 1, options: "-c/--count -d/--repeated -D -u/--unique -i/--ignore-case -f= -s= -w= -z" }],
	["hexdump", anything],
	["xxd", { options: "-p -c= -g= -l= -s= -b -u -e -i -a", maxOperands: 1 }],
	["unzip", { check: ([option]) => /^-(?:l|v|Z\w*|t)$/.test(option ?? "") }],
	["zipinfo", anything],
	[
		"sort",
		{
			options: `-r/--reverse -n/--numeric-sort -u/--unique -k/--key= -t/--field-separator= -h/--human-numeric-sort -V/--version-sort -f/--ignore-case
				-b -d -g -i -M -R -s/--stable -c/--check -C -m -z/--zero-terminated -S= --parallel= --debug`,
		},
	],
	[
		"rg",
		{
			options: `-n/--line-number -N -l/--files-with-matches -i/--ignore-case -S/--smart-case -s -w/--word-regexp -x -v/--invert-match -c/--count --count-matches
				-A/--after-context= -B/--before-context= -C/--context= -t/--type= -T/--type-not= -g/--glob= --iglob= -e/--regexp= -f/--file= -F/--fixed-strings
				-P/--pcre2 -U/--multiline --multiline-dotall -o/--only-matching -r/--replace= -m/--max-count= -M/--max-columns= --max-columns-preview -d/--max-depth=
				--maxdepth= --max-filesize= --hidden -. -u/-uu/-uuu/--unrestricted --no-ignore --no-ignore-vcs --no-ignore-parent -L/--follow --files
				--files-without-match --type-list --type-add= --json --stats --sort= --sortr= -j/--threads= -a/--text -0/--null --color= --colors= --heading
				--no-heading --column -b -p/--pretty -q/--quiet --vimgrep -H/--with-filename -I/--no-filename --trim --passthru --no-messages --no-config
				--crlf --debug -V/--version --context-separator= --glob-case-insensitive --one-file-system --engine= --ignore-file= --block-buffered --line-buffered`,
		},
	],
	[
		"fd",
		{
			options: `-H/--hidden -I/--no-ignore -u -s -i -g/--glob -F -a/--absolute-path -l/--list-details -L/--follow -p/--full-path -d/--max-depth= --min-depth= -t/--type=
				-e/--extension= -E/--exclude= -S/--size= --changed-within= --changed-before= -0 -1 --max-results= -c= --color= -q --base-directory= --strip-cwd-prefix -j=`,
		},
	],
	["find", { check: isPlainFind }],
	// Only lines printed by number: other scripts can write files and run commands.
	[
		"sed",
		{
			check: ([option, script = "", ...files]) =>
				option === "-n" && /^\d+(?:,(?:\d+|\$))?p$/.test(script) && !files.some((file) => file.startsWith("-")),
		},
	],
]);

/** Tests of `find`, and what it prints; by how many words follow. */
const findTests: ReadonlyMap<string, number> = new Map([
	...count(
		0,
		"-print -print0 -prune -o -or -a -and -not ! ( ) , -empty -true -false -ls -daystart -depth -d -mount -xdev -follow -nouser -nogroup",
	),
	...count(0, "-readable -writable -executable -noleaf -quit -nowarn -warn -H -L -P -O1 -O2 -O3 -E"),
	...count(
		1,
		"-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin",
	),
	...count(
		1,
		"-ctime -cmin -newer -anewer -cnewer -newermt -newerct -perm -user -group -uid -gid -links -inum -samefile -lname -ilname -printf",
	),
	...count(1, "-fstype -regextype -used"),
]);

function count(words: number, names: string): Array<[string, number]> {
	return names.split(" ").map((name) => [name, words]);
}

/** Only tests that are known, and `-exec` of a program that reads whatever it is given. */
function isPlainFind(args: readonly string[]): boolean {
	const start = args.findIndex((arg) => /^[-(!,]/.test(arg));
	for (let at = start === -1 ? args.length : start; at < args.length; at++) {
		const arg = args[at] ?? "";
		const words = findTests.get(arg);
		if (words !== undefined) at += words;
		else if (/^-exec$/.test(arg)) {
			const end = args.findIndex((word, index) => index > at && (word === ";" || word === "+"));
			const rule = readOnlyPrograms.get(args[at + 1] ?? "");
			if (end === -1 || rule === undefined || Object.keys(rule).length > 0) return false;
			at = end;
		} else if (/^-/.test(arg) || start === -1) return false;
	}
	return true;
}

/** Options before git's command that change neither what it runs nor where. */
export const harmlessGitOptions = /^(?:--no-pager|-P|--no-optional-locks|--literal-pathspecs)$/;

const diffs = { options: `${diffOptions} ${logOptions}` };

const tagOptions =
	"-l/--list -n[=] --sort= --format= --contains[=] --no-contains[=] --merged[=] --no-merged[=] --points-at= --color[=] --column";

/** By git command; with a second word where only some uses of it read. */
export const readOnlyGit: ReadonlyMap<string, ReadOnlyProgram> = new Map([
	...each("status ls-files ls-tree rev-parse describe name-rev merge-base show-ref for-each-ref", anything),
	...each("count-objects version check-ignore", anything),
	...each("diff log show rev-list whatchanged diff-tree diff-index diff-files", diffs),
	["shortlog", { options: `${logOptions} -s/--summary -n/--numbered -e/--email -c/--committer --group= -w[=]` }],
	...each("blame annotate", { options: blameOptions }),
	["grep", { options: gitGrepOptions }],
	[
		"cat-file",
		{ options: "-t -s -e -p --batch[=] --batch-check[=] --batch-all-objects --allow-unknown-type --follow-symlinks" },
	],
	[
		"branch",
		{
			options: `-a/--all -r/--remotes -v/-vv/--verbose -l/--list --show-current --no-color --color[=] --no-column --column --merged[=] --no-merged[=]
				--sort= --format= --contains[=] --no-contains[=] --points-at= -q`,
			maxOperands: 0,
		},
	],
	["tag", { options: tagOptions, maxOperands: 0 }],
	["tag -l", { options: tagOptions }],
	["tag --list", { options: tagOptions }],
	["remote", { options: "-v/--verbose", maxOperands: 0 }],
	["remote get-url", { options: "--all --push", maxOperands: 1 }],
	["stash list", diffs],
	["stash show", { options: `${diffs.options} -u/--include-untracked --only-untracked` }],
	["worktree list", anything],
	["reflog", { maxOperands: 0, options: diffs.options }],
	["reflog show", diffs],
	["config", { check: (args) => readsConfig(args) }],
	["config get", oneName],
	["config list", { options: configOptions, maxOperands: 0 }],
	["config set", { check: () => false }],
]);

/** Without an action, one name asks for its value and a second word would be a new one. */
function readsConfig(args: readonly string[]): boolean {
	const isOption = (arg: string) => arg.startsWith("-");
	const known = new Set(configOptions.split(/\s+/).flatMap((word) => word.replace(/\[?=.*$/, "").split("/")));
	if (!args.filter(isOption).every((arg) => known.has(arg.replace(/=.*$/, "")))) return false;
	const operands = args.filter((arg) => !isOption(arg));
	if (args.some((arg) => /^(?:-l|--list)$/.test(arg))) return operands.length === 0;
	const asks = args.some((arg) => /^--get(?:-all|-regexp)?$/.test(arg));
	return operands.length === 1
		? !/^(?:set|unset|edit|rename-section|remove-section)$/.test(operands[0] ?? "")
		: asks && operands.length === 2;
}
