import type { ChangeGit } from "./change-git.ts";
import type { DiffSides } from "./diff-sides.ts";
import { maxFileBytes } from "./size-limits.ts";

/** A file of a change, before its diff is read. */
export interface ListedFile {
	readonly path: string;
	/** Of a rename. */
	readonly oldPath?: string;
	/** Added and removed. */
	readonly lines: number;
	readonly isBinary: boolean;
	readonly isUntracked: boolean;
}

/** What a change touches, under the wanted paths. Git counts; the diff itself is not read. */
export async function listFiles(
	git: ChangeGit,
	{ args, takesUntracked }: DiffSides,
	paths: readonly string[],
): Promise<readonly ListedFile[]> {
	const wanted = ["--", ...paths.map((path) => `:(top,literal)${path}`)];
	const [counted, untracked] = await Promise.all([
		git.get([
			...["-c", `core.bigFileThreshold=${maxFileBytes}`, "diff", "--numstat", "-z", "--no-ext-diff", "--no-textconv"],
			...["--find-renames", "--ignore-submodules=dirty", ...args, ...wanted],
		]),
		takesUntracked ? git.get(["ls-files", "--others", "--exclude-standard", "-z", ...wanted]) : "",
	]);
	const added = untracked.split("\0").filter(Boolean);
	return [...parseNumstat(counted), ...added.map((path) => ({ path, lines: 0, isBinary: false, isUntracked: true }))];
}

/** `1\t2\tpath\0`, and for renames `1\t2\t\0old\0new\0`. */
function parseNumstat(text: string): ListedFile[] {
	const fields = text.split("\0");
	const files: ListedFile[] = [];
	for (let index = 0; index < fields.length; index++) {
		const [, added = "", removed = "", path = ""] = /^(-|\d+)\t(-|\d+)\t([\s\S]*)$/.exec(fields[index] ?? "") ?? [];
		if (added === "") continue;
		const facts = {
			lines: (Number(added) || 0) + (Number(removed) || 0),
			isBinary: added === "-",
			isUntracked: false,
		};
		if (path !== "") files.push({ path, ...facts });
		else {
			const [oldPath = "", newPath = ""] = fields.slice(index + 1, index + 3);
			index += 2;
			files.push({ path: newPath, oldPath, ...facts });
		}
	}
	return files;
}
