import { parseNumstat } from "@oh-my-pi/pi-natives/git/parse-numstat";
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
	return [
		...parseNumstat(counted).map((file) => ({ ...file, isUntracked: false })),
		...added.map((path) => ({ path, lines: 0, isBinary: false, isUntracked: true })),
	];
}
