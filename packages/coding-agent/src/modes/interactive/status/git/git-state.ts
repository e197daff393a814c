/** What a repository's folder looks like compared with what was committed. */
export interface GitState {
	readonly branch: string;
	readonly staged: number;
	readonly modified: number;
	readonly untracked: number;
	readonly ahead: number;
	readonly behind: number;
}

const shownHashLength = 7;

/** Reads what `git status --porcelain=v2 --branch` prints; `undefined` when it does not speak of a repository. */
export function parseGitState(output: string): GitState | undefined {
	let head: string | undefined;
	let hash = "";
	const count = { staged: 0, modified: 0, untracked: 0, ahead: 0, behind: 0 };
	for (const line of output.split("\n")) {
		const [kind, ...words] = line.split(" ");
		if (kind === "?") count.untracked++;
		else if (kind === "u") count.modified++;
		else if (kind === "1" || kind === "2") {
			const [index, folder] = words[0] ?? "";
			if (index !== ".") count.staged++;
			if (folder !== ".") count.modified++;
		} else if (words[0] === "branch.head") head = words[1];
		else if (words[0] === "branch.oid") hash = words[1]?.slice(0, shownHashLength) ?? "";
		else if (words[0] === "branch.ab") {
			count.ahead = Math.abs(Number(words[1]));
			count.behind = Math.abs(Number(words[2]));
		}
	}
	return head === undefined ? undefined : { branch: head === "(detached)" ? hash : head, ...count };
}
