import { closeSync, constants, existsSync, mkdirSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "@oh-my-pi/pi-agent-core/tools/tool";

/** A folder that stays the one it was, whatever its path leads to later. */
export interface PinnedFolder extends Disposable {
	/** The path of a file in it, for every call that works on it. */
	at(name: string): string;
	/** Folders that had to be made, innermost first. */
	readonly made: readonly string[];
}

/**
 * Opens the folder of a file and makes what is missing of it. `folder` has no links in it; when a part has become one since, it is
 * refused.
 */
export function pinFolder(folder: string, shownPath: string, mode = 0o777): PinnedFolder {
	if (!existsSync("/proc/self/fd")) return unpinned(folder, shownPath, mode);
	const made: string[] = [];
	const pin = openOrMake(folder, shownPath, mode, made);
	return {
		at: (name) => `/proc/self/fd/${pin}/${name}`,
		made: made.reverse(),
		[Symbol.dispose]: () => closeSync(pin),
	};
}

/** Other systems have no names for what an open folder holds, so its path is only looked at once more. */
function unpinned(folder: string, shownPath: string, mode: number): PinnedFolder {
	const first = mkdirSync(folder, { recursive: true, mode });
	const made: string[] = [];
	if (first) for (let path = folder; path.length >= first.length; path = dirname(path)) made.push(path);
	if (realpathSync(folder) !== folder) throw movedAway(shownPath);
	return { at: (name) => join(folder, name), made, [Symbol.dispose]() {} };
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function openOrMake(folder: string, shownPath: string, mode: number, made: string[]): number {
	const known = openChecked(folder, folder, shownPath);
	if (known !== undefined) return known;
	const parent = openOrMake(dirname(folder), shownPath, mode, made);
	try {
		const place = `/proc/self/fd/${parent}/${basename(folder)}`;
		mkdirSync(place, { mode });
		made.push(folder);
		const opened = openChecked(place, folder, shownPath);
		if (opened === undefined) throw movedAway(shownPath);
		return opened;
	} finally {
		closeSync(parent);
	}
}

/** `undefined` when there is no such folder. */
function openChecked(place: string, folder: string, shownPath: string): number | undefined {
	let file: number;
	try {
		file = openSync(place, flags);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" && dirname(folder) !== folder) return undefined;
		if (code === "ELOOP") throw movedAway(shownPath);
		throw error;
	}
	if (readlinkSync(`/proc/self/fd/${file}`) === folder) return file;
	closeSync(file);
	throw movedAway(shownPath);
}

export function movedAway(shownPath: string): ToolError {
	return new ToolError(
		`${shownPath} leads to another place than when the call was judged: a link in its path changed. Nothing was written.`,
	);
}
