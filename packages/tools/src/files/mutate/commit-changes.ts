import * as nodeFiles from "node:fs/promises";
import { basename, dirname } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { diskProblem } from "./disk-problem.ts";
import { type FileVersion, isSameVersion } from "./load-file.ts";
import { movedAway, type PinnedFolder, pinFolder } from "./pinned-folder.ts";
import { type PreparedWrite, prepareWrite } from "./prepare-write.ts";

/** The calls that change the disk; a test makes one of them fail. */
export type FileCalls = Pick<typeof nodeFiles, "rename" | "link" | "unlink" | "rmdir" | "writeFile">;

interface Place {
	readonly path: string;
	readonly shownPath: string;
	/** Where the file was when the call was judged. */
	readonly realPath?: string;
	/** Folders that are made for it are closed to others. */
	readonly isPrivate?: true;
}

export type FileChange =
	| (Place & {
			readonly kind: "write";
			readonly content: string | Uint8Array;
			/** The version it replaces; without one the file must not exist yet. */
			readonly replaces?: FileVersion;
			/** Whose mode and owner a new file takes over. */
			readonly like?: FileVersion;
			/** Everybody who may read it may also run it. */
			readonly executable?: boolean;
			/** Where the content comes from, when a file is moved. */
			readonly movedFrom?: string;
	  })
	| (Place & { readonly kind: "remove"; readonly replaces: FileVersion });

/**
 * Makes all changes or none: everything is written beside its target first, then moved into place; when a step fails,
 * those before it are taken back.
 */
export async function commitChanges(changes: readonly FileChange[], calls: FileCalls = nodeFiles): Promise<void> {
	const steps: Step[] = [];
	using pinned = new DisposableStack();
	const begun: Step[] = [];
	let at = "";
	try {
		for (const change of changes) {
			at = change.shownPath;
			const step = await prepare(change, changes.length > 1, calls);
			pinned.use(step.folder);
			steps.push(step);
		}
		for (const step of steps) {
			at = step.shownPath;
			await step.check?.();
			// Noted first, as a step that fails half-way has something to take back too.
			begun.push(step);
			await step.apply();
		}
	} catch (error) {
		const damaged = await takeBackAll(begun);
		for (const step of steps.toReversed()) await step.abandon?.();
		if (damaged.length === 0) throw diskProblem(error, at);
		const reason = errorMessage(error);
		throw new Error(`${reason}; could not put back: ${damaged.join(", ")}`, { cause: error });
	}
	for (const step of steps) await ignoreFailure(step.finish(), "the new content is in place; only old content stays");
}

/** The last one first. One that cannot be taken back does not keep the others from it. */
async function takeBackAll(begun: readonly Step[]): Promise<string[]> {
	const damaged: string[] = [];
	for (const step of begun.toReversed()) {
		await step.undo().catch(() => damaged.push(step.shownPath));
	}
	return damaged;
}

interface Step {
	readonly shownPath: string;
	readonly folder: PinnedFolder;
	/** Throws when the file is not what it was. */
	check?(): Promise<void>;
	apply(): Promise<void>;
	undo(): Promise<void>;
	/** Takes away what preparing left behind. */
	abandon?(): Promise<void>;
	finish(): Promise<void>;
}

async function prepare(change: FileChange, keepOld: boolean, calls: FileCalls): Promise<Step> {
	if (change.kind === "remove") return removal(change, change.replaces, calls);
	const staged = await prepareWrite(change, calls);
	const { replaces } = change;
	return replaces ? replacement(change, replaces, staged, keepOld, calls) : creation(change, staged, calls);
}

function removal(place: Place, replaces: FileVersion, calls: FileCalls): Step {
	const { shownPath } = place;
	if (place.realPath !== undefined && resolveRealPath(place.path) !== place.realPath) throw movedAway(shownPath);
	const folder = pinFolder(resolveRealPath(dirname(place.path)), shownPath);
	const target = folder.at(basename(place.path));
	const aside = besidePath(target);
	let isAside = false;
	return {
		shownPath,
		folder,
		check: () => mustBeSame(target, shownPath, replaces),
		async apply() {
			await calls.rename(target, aside);
			isAside = true;
		},
		async undo() {
			if (isAside) await calls.rename(aside, target);
		},
		finish: () => calls.unlink(aside),
	};
}

function replacement(
	place: Place,
	replaces: FileVersion,
	staged: PreparedWrite,
	keepOld: boolean,
	calls: FileCalls,
): Step {
	const { target, temporary, folder } = staged;
	const backup = besidePath(target);
	let takeBack: (() => Promise<void>) | undefined;
	let hasBackup = false;
	return {
		shownPath: place.shownPath,
		folder,
		check: () => mustBeSame(target, place.shownPath, replaces),
		async apply() {
			if (keepOld && temporary) {
				await calls.link(target, backup);
				hasBackup = true;
			}
			const isMoved = temporary !== undefined && (await moveInto(temporary, target, calls));
			takeBack = isMoved ? () => calls.rename(backup, target) : await staged.writeInPlace();
		},
		async undo() {
			if (!takeBack) return;
			// From here on it is either in its place again or all that is left of the old content.
			hasBackup = false;
			await takeBack();
		},
		async abandon() {
			if (hasBackup) await removeIfThere(backup, calls);
			await removeIfThere(temporary, calls);
		},
		async finish() {
			if (hasBackup) await calls.unlink(backup);
			await removeIfThere(temporary, calls);
		},
	};
}

/** A file that is a mount point of its own cannot be replaced, only written to. */
async function moveInto(temporary: string, target: string, calls: FileCalls): Promise<boolean> {
	try {
		await calls.rename(temporary, target);
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EBUSY") return false;
		throw error;
	}
}

function creation(place: Place, { target, temporary = "", folder }: PreparedWrite, calls: FileCalls): Step {
	let isThere = false;
	return {
		shownPath: place.shownPath,
		folder,
		async apply() {
			// Unlike a rename this never takes the place of a file that appeared meanwhile.
			await calls.link(temporary, target).catch((error) => {
				if (error.code === "EEXIST") throw new ToolError(`${place.shownPath} already exists; nothing was written.`);
				if (!linkless.has(error.code)) throw error;
				return calls.rename(temporary, target);
			});
			isThere = true;
		},
		async undo() {
			if (isThere) await calls.unlink(target);
		},
		async abandon() {
			await removeIfThere(temporary, calls);
			for (const made of folder.made) await calls.rmdir(made).catch(() => {});
		},
		finish: () => removeIfThere(temporary, calls),
	};
}

/** Answers of file systems that have no hard links. */
const linkless = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

export async function mustBeSame(path: string, shownPath: string, version: FileVersion): Promise<void> {
	const now = await nodeFiles.stat(path, { bigint: true }).catch(() => undefined);
	if (now && isSameVersion(now, version)) return;
	throw new ToolError(`${shownPath} changed on disk while the edit was prepared; nothing was written. Read it again.`);
}

async function removeIfThere(path: string | undefined, calls: FileCalls): Promise<void> {
	if (path) await calls.unlink(path).catch(() => {});
}

function besidePath(path: string): string {
	return `${path}.${crypto.randomUUID().slice(0, 8)}.omp-old`;
}
