import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInFolder } from "../paths/is-in-folder.ts";

/** Beside the home folder that a program made for an omp which works for it. */
export const hiddenFoldersFile = "hidden-folders.json";

/** What of that program's folders and files no tool may see. */
export interface HiddenFolders {
	readonly hidden: readonly string[];
	/** Inside of them: the work itself. */
	readonly except: readonly string[];
}

const none: HiddenFolders = { hidden: [], except: [] };

/** Nothing for a user's own home. A list that cannot be read is an error: something is to be hidden. */
export function readHiddenFolders(home: string): HiddenFolders {
	let text: string;
	try {
		text = readFileSync(join(dirname(home), hiddenFoldersFile), "utf8");
	} catch {
		return none;
	}
	return JSON.parse(text) as HiddenFolders;
}

/** Whether a path, or what it names up to its first `*`, is hidden. */
export function isHidden(path: string, { hidden, except }: HiddenFolders): boolean {
	if (hidden.length === 0) return false;
	const known = path.replace(/\/[^/]*[*?[].*$/s, "");
	return hidden.some((folder) => isInFolder(known, folder)) && !except.some((folder) => isInFolder(known, folder));
}
