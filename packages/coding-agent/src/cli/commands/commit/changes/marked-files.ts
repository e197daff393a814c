import { lstatSync } from "node:fs";
import { join } from "node:path";
import { literally } from "./literal-paths.ts";

/** A file of which the user told git not to look at it in the working tree (`update-index --skip-worktree`, `--assume-unchanged`). */
export interface MarkedFile {
	readonly path: string;
	readonly isSkipped: boolean;
	readonly isAssumedUnchanged: boolean;
	/** Named by itself, and there: it is committed all the same. */
	readonly isTaken: boolean;
	/** In the working tree; a sparse checkout marks what is not. */
	readonly isThere: boolean;
}

type Git = (args: readonly string[], input?: { readonly stdin?: string }) => Promise<string>;

/** The marked ones among what was named. */
export async function findMarkedFiles(
	git: Git,
	{ root, named }: { readonly root: string; readonly named: readonly string[] },
): Promise<readonly MarkedFile[]> {
	if (named.length === 0) return [];
	const listed = await git(["ls-files", "-v", "-z", "--", ...literally(named)]);
	const exact = new Set(named);
	return listed.split("\0").flatMap((line) => {
		const [tag = "", path] = [line[0], line.slice(2)];
		const isSkipped = tag.toUpperCase() === "S";
		const isAssumedUnchanged = /[a-z]/.test(tag);
		if (!isSkipped && !isAssumedUnchanged) return [];
		const isThere = lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined;
		return [{ path, isSkipped, isAssumedUnchanged, isTaken: isThere && exact.has(path), isThere }];
	});
}

/** Sets the marks of these files in the index that `git` uses, or removes them. */
export async function setMarks(git: Git, files: readonly MarkedFile[], isOn: boolean): Promise<void> {
	const set = async (mark: string, marked: readonly MarkedFile[]) => {
		if (marked.length === 0) return;
		const stdin = marked.map(({ path }) => `${path}\0`).join("");
		await git(["update-index", isOn ? `--${mark}` : `--no-${mark}`, "-z", "--stdin"], { stdin });
	};
	await set(
		"assume-unchanged",
		files.filter(({ isAssumedUnchanged }) => isAssumedUnchanged),
	);
	await set(
		"skip-worktree",
		files.filter(({ isSkipped }) => isSkipped),
	);
}
