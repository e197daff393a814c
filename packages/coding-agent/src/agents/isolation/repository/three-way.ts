import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, type Stats, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Git } from "./git.ts";

/** A file or link as git stores it. */
export interface TreeEntry {
	readonly mode: string;
	readonly oid: string;
}

/** What a sub-agent did to a path; absent is a file that is not there. */
export interface Change {
	readonly path: string;
	readonly base: TreeEntry | undefined;
	readonly theirs: TreeEntry | undefined;
}

/** A path to put in place. */
export interface Merged {
	readonly path: string;
	readonly ours: TreeEntry | undefined;
	readonly after: TreeEntry | undefined;
}

export interface Conflict {
	readonly path: string;
	readonly reason: string;
	/** Both sides with markers, for text. */
	readonly text?: string;
}

const linkMode = "120000";
export const submoduleMode = "160000";
const nobody = /^0+$/;

/** The differences between two trees; submodules are repositories of their own and left out. */
export async function changesBetween(git: Git, before: string, after: string): Promise<Change[]> {
	const fields = await git.list(["diff-tree", "-r", "-z", "--no-renames", "--raw", "--full-index", before, after]);
	const changes: Change[] = [];
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [oldMode = "", newMode = "", oldOid = "", newOid = ""] = (fields[at] ?? "").slice(1).split(" ");
		if (oldMode === submoduleMode || newMode === submoduleMode) continue;
		changes.push({ path: fields[at + 1] ?? "", base: entry(oldMode, oldOid), theirs: entry(newMode, newOid) });
	}
	return changes;
}

function entry(mode: string, oid: string): TreeEntry | undefined {
	return nobody.test(mode) ? undefined : { mode, oid };
}

/** The entries of these paths in a commit or tree. */
export async function entriesIn(
	git: Git,
	tree: string | undefined,
	paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
	const found = new Map<string, TreeEntry>();
	if (tree === undefined || paths.length === 0) return found;
	const wanted = new Set(paths);
	for (const line of await git.list(["ls-tree", "-r", "-z", "--full-tree", tree])) {
		const tab = line.indexOf("\t");
		const path = line.slice(tab + 1);
		const [mode = "", , oid = ""] = line.slice(0, tab).split(" ");
		if (wanted.has(path)) found.set(path, { mode, oid });
	}
	return found;
}

/**
 * The entries of changed paths on disk, as git would store them; the objects go where `env` says. `other` cannot be replaced: a
 * folder with files of the user's, or something that would be reached through a link.
 */
export async function entriesOnDisk(
	git: Git,
	changes: readonly Change[],
	env: Readonly<Record<string, string>>,
): Promise<Map<string, TreeEntry | "other">> {
	const found = new Map<string, TreeEntry | "other">();
	const files: Array<readonly [path: string, mode: string]> = [];
	const removed = new Set(changes.flatMap(({ path, theirs }) => (theirs ? [] : [path])));
	for (const { path, base } of changes) {
		const blocked = blockingParent(git.cwd, path);
		if (blocked !== undefined) {
			// A file that gives way to a folder is removed first.
			if (!removed.has(blocked) || lstatOrUndefined(join(git.cwd, blocked))?.isSymbolicLink()) found.set(path, "other");
			continue;
		}
		const stats = lstatOrUndefined(join(git.cwd, path));
		if (!stats) continue;
		if (stats.isFile()) files.push([path, stats.mode & 0o100 ? "100755" : "100644"]);
		else if (stats.isSymbolicLink()) {
			const stdin = readlinkSync(join(git.cwd, path), "buffer");
			found.set(path, { mode: linkMode, oid: await git.text(["hash-object", "-w", "--stdin"], { stdin, env }) });
		} else if (base || !stats.isDirectory() || !isEmptiedBy(git.cwd, path, removed)) found.set(path, "other");
	}
	const listed = files.filter(([path]) => !path.includes("\n"));
	const stdin = listed.map(([path]) => `${path}\n`).join("");
	const oids =
		listed.length === 0 ? [] : (await git.text(["hash-object", "-w", "--stdin-paths"], { stdin, env })).split("\n");
	for (const [index, [path, mode]] of listed.entries()) found.set(path, { mode, oid: oids[index] ?? "" });
	for (const [path, mode] of files.filter(([name]) => name.includes("\n"))) {
		found.set(path, { mode, oid: await git.text(["hash-object", "-w", "--", path], { env }) });
	}
	return found;
}

/** The outermost parent that is there and no folder. A link among them would lead out of the repository. */
export function blockingParent(root: string, path: string): string | undefined {
	let blocked: string | undefined;
	for (let at = dirname(path); at !== "." && at !== "/"; at = dirname(at)) {
		const stats = lstatOrUndefined(join(root, at));
		if (stats && !stats.isDirectory()) blocked = at;
	}
	return blocked;
}

/** `undefined` also below a file. */
export function lstatOrUndefined(path: string): Stats | undefined {
	try {
		return lstatSync(path, { throwIfNoEntry: false });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
		throw error;
	}
}

/** True for a folder without files other than those that will be removed. */
function isEmptiedBy(root: string, folder: string, removed: ReadonlySet<string>): boolean {
	return readdirSync(join(root, folder), { withFileTypes: true }).every((item) => {
		const path = `${folder}/${item.name}`;
		return item.isDirectory() ? isEmptiedBy(root, path, removed) : removed.has(path);
	});
}

/** Each change against what is there now. With any conflict nothing is to be put in place. */
export async function mergeChanges(
	git: Git,
	changes: readonly Change[],
	ours: ReadonlyMap<string, TreeEntry | "other">,
	env: Readonly<Record<string, string>>,
): Promise<{ merged: Merged[]; conflicts: Conflict[] }> {
	const merged: Merged[] = [];
	const conflicts: Conflict[] = [];
	for (const { path, base, theirs } of changes) {
		const ourEntry = ours.get(path);
		if (ourEntry === "other") conflicts.push({ path, reason: "is not a file any more" });
		else if (isSame(ourEntry, theirs)) continue;
		else if (isSame(ourEntry, base)) merged.push({ path, ours: ourEntry, after: theirs });
		else {
			const outcome = await mergeBoth(git, { path, base, theirs }, ourEntry, env);
			if ("reason" in outcome) conflicts.push(outcome);
			else if (!isSame(outcome, ourEntry)) merged.push({ path, ours: ourEntry, after: outcome });
		}
	}
	return { merged: removalsFirst(merged), conflicts };
}

/** A file that becomes a folder, or the other way round, is removed before something takes its place. */
function removalsFirst(merged: readonly Merged[]): Merged[] {
	return [...merged.filter(({ after }) => !after), ...merged.filter(({ after }) => after)];
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
	return one?.oid === other?.oid && one?.mode === other?.mode;
}

async function mergeBoth(
	git: Git,
	{ path, base, theirs }: Change,
	ours: TreeEntry | undefined,
	env: Readonly<Record<string, string>>,
): Promise<TreeEntry | Conflict> {
	if (!theirs) return { path, reason: "deleted by the sub-agent, changed here" };
	if (!ours) return { path, reason: "changed by the sub-agent, deleted here" };
	if (theirs.mode === linkMode || ours.mode === linkMode) return { path, reason: "a link, changed on both sides" };
	const mode = ours.mode === base?.mode ? theirs.mode : ours.mode;
	if (theirs.oid === ours.oid) return { mode, oid: ours.oid };
	const folder = mkdtempSync(join(tmpdir(), "omp-merge-"));
	try {
		for (const [name, side] of [
			["ours", ours],
			["base", base],
			["theirs", theirs],
		] as const) {
			const content = side ? (await git.run(["cat-file", "blob", side.oid], { env })).stdout : "";
			writeFileSync(join(folder, name), content);
		}
		const labels = ["-L", "your files", "-L", "before", "-L", "sub-agent"];
		const files = ["ours", "base", "theirs"].map((name) => join(folder, name));
		const accept = Array.from({ length: 255 }, (_, index) => index + 1);
		const { stdout, code } = await git.run(["merge-file", "-p", "--diff3", ...labels, ...files], { accept });
		if (code > 127) return { path, reason: "binary, changed on both sides" };
		const text = stdout.toString("utf8");
		if (code > 0) return { path, reason: base ? "changed on both sides" : "added on both sides", text };
		return { mode, oid: await git.text(["hash-object", "-w", "--stdin"], { stdin: stdout, env }) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
