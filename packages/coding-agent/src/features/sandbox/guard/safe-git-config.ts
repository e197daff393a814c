/** A setting of git's: `filter.lfs.clean` is section, subsection and key. */
interface Entry {
	readonly section: string;
	readonly subsection: string | undefined;
	readonly key: string;
	/** Absent for a key without one, which means true. */
	readonly value: string | undefined;
}

export interface SafeConfig {
	/** Only what names no program and no other file. */
	readonly text: string;
	/** What was left out, each once. */
	readonly dropped: readonly string[];
}

/** What a repository may bring along: none of these has git run or read something. */
const safe: readonly RegExp[] = [
	/^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|safecrlf|eol|sparsecheckout|sparsecheckoutcone|compression|abbrev|quotepath|protecthfs|protectntfs|untrackedcache|splitindex|multipackindex|commitgraph|longpaths|trustctime|checkstat)$/,
	/^core\.fsmonitor=(true|false)$/,
	/^remote\.[^=]*\.(fetch|push|tagopt|mirror|prune|prunetags|promisor|partialclonefilter|skipfetchall|skipdefaultupdate)$/,
	/^remote\.[^=]*\.(url|pushurl)=(?!ext::)/,
	/^branch\.[^=]*\.(remote|merge|rebase|pushremote|description|autosetuprebase|vscode-merge-base|gh-merge-base)$/,
	/^branch\.(autosetupmerge|autosetuprebase|sort)$/,
	/^submodule\.[^=]*\.(url|active|branch|ignore|shallow|fetchrecursesubmodules)$/,
	/^submodule\.[^=]*\.update=(checkout|rebase|merge|none)$/,
	/^submodule\.(active|recurse|fetchjobs|propagatebranches)$/,
	/^extensions\.(objectformat|partialclone|worktreeconfig|preciousobjects|refstorage|noop|noop-v1|compatobjectformat|relativeworktrees)$/,
	/^user\.(name|email|signingkey|useconfigonly)$/,
	/^(author|committer)\.(name|email)$/,
	/^(init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote|followtags|recursesubmodules)|fetch\.(prune|prunetags|parallel|writecommitgraph))$/,
	/^(merge\.(conflictstyle|ff|log|renames|stat)|diff\.(algorithm|renames|colormoved|mnemonicprefix|noprefix|submodule|context)|rebase\.(autosquash|autostash|updaterefs|abbreviatecommands))$/,
	/^(commit|tag)\.gpgsign=false$/,
	/^(commit\.(verbose|status|cleanup)|status\.[a-z]+|advice\.[a-z]+|color\.[^=]*|column\.[a-z]+|log\.[a-z]+|gc\.(auto|autodetach|autopacklimit|pruneexpire)|maintenance\.(auto|strategy)|index\.[a-z]+|pack\.[a-z]+|feature\.[a-z]+|rerere\.(enabled|autoupdate)|lfs\.(repositoryformatversion|locksverify)|lfs\.[^=]*\.(access|locksverify))$/,
];

/** `undefined` where all of it is safe. `mayWorkIn` decides about the folder that a submodule's repository works in. */
export function safeGitConfig(
	text: string,
	mayWorkIn: (folder: string) => boolean = () => false,
): SafeConfig | undefined {
	const { entries, isClear } = parseGitConfig(text);
	const isSafe = (entry: Entry) => {
		const name = nameOf(entry);
		if (name === "core.worktree") return mayWorkIn(entry.value ?? "");
		return safe.some((pattern) => pattern.test(name) || pattern.test(`${name}=${entry.value ?? "true"}`));
	};
	const dropped = [...new Set(entries.filter((entry) => !isSafe(entry)).map(nameOf))];
	if (dropped.length === 0 && isClear) return undefined;
	return { text: writeGitConfig(entries.filter(isSafe)), dropped };
}

const nameOf = ({ section, subsection, key }: Entry) =>
	[section, ...(subsection === undefined ? [] : [subsection]), key].join(".");

/** Written anew, so that git reads the very entries that were judged. */
function writeGitConfig(entries: readonly Entry[]): string {
	const lines: string[] = [];
	let last = "";
	for (const { section, subsection, key, value } of entries) {
		const header = subsection === undefined ? `[${section}]` : `[${section} "${subsection.replace(/["\\]/g, "\\$&")}"]`;
		if (header !== last) lines.push(header);
		last = header;
		lines.push(`\t${key}${value === undefined ? "" : ` = "${escapeValue(value)}"`}`);
	}
	return `${lines.join("\n")}\n`;
}

const escapeValue = (value: string) => value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** `isClear`: every line was understood; what was not is no entry. */
function parseGitConfig(text: string): { readonly entries: readonly Entry[]; readonly isClear: boolean } {
	const entries: Entry[] = [];
	let isClear = true;
	let section: string | undefined;
	let subsection: string | undefined;
	const lines = text.replace(/^(?:\uFEFF|\xEF\xBB\xBF)/, "").split("\n");
	for (let index = 0; index < lines.length; index++) {
		let line = (lines[index] ?? "").replace(/\r$/, "").trimStart();
		const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
		if (header) {
			const [whole, name = "", quoted] = header;
			const dot = name.indexOf(".");
			section = (dot < 0 ? name : name.slice(0, dot)).toLowerCase();
			subsection = quoted?.replace(/\\(.)/g, "$1") ?? (dot < 0 ? undefined : name.slice(dot + 1).toLowerCase());
			line = line.slice(whole.length).trimStart();
		}
		if (line === "" || /^[#;]/.test(line)) continue;
		const [, key, rest] = /^([A-Za-z][\w-]*)\s*(?:=(.*)|[#;].*)?$/.exec(line) ?? [];
		if (key === undefined || section === undefined) {
			isClear = false;
			continue;
		}
		let raw = rest;
		// An odd number of backslashes at the end goes on in the next line.
		while (raw !== undefined && /(?:^|[^\\])(?:\\\\)*\\$/.test(raw) && index + 1 < lines.length)
			raw = raw.slice(0, -1) + (lines[++index] ?? "").replace(/\r$/, "");
		const value = raw === undefined ? undefined : parseValue(raw);
		if (value === null) isClear = false;
		else entries.push({ section, subsection, key: key.toLowerCase(), value });
	}
	return { entries, isClear };
}

/** `null` where git itself would refuse it. */
function parseValue(raw: string): string | null {
	let value = "";
	let kept = 0;
	let isQuoted = false;
	for (let index = 0; index < raw.length; index++) {
		const letter = raw[index] ?? "";
		if (letter === "\\") {
			const escaped = escapes[raw[++index] ?? ""];
			if (escaped === undefined) return null;
			value += escaped;
			kept = value.length;
		} else if (letter === '"') {
			isQuoted = !isQuoted;
			kept = value.length;
		} else if (!isQuoted && /[#;]/.test(letter)) break;
		else if (!isQuoted && /[ \t\r\v\f]/.test(letter)) {
			if (value !== "") value += letter;
		} else {
			value += letter;
			kept = value.length;
		}
	}
	return isQuoted ? null : value.slice(0, kept);
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\", '"': '"', n: "\n", t: "\t", b: "\b" };
