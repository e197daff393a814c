import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";

export interface SessionFiles {
	readonly paths: readonly string[];
	/** Folders whose sessions are missing, with the reason. */
	readonly problems: readonly string[];
}

type ReadFolder = (folder: string) => readonly Dirent[];

/** Session files at any depth. A folder that cannot be read hides only what is in it. */
export function listSessionFiles(
	root: string,
	readFolder: ReadFolder = (folder) => readdirSync(folder, { withFileTypes: true }),
): SessionFiles {
	const [paths, problems]: [string[], string[]] = [[], []];
	const folders = [root];
	for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
		try {
			for (const entry of readFolder(folder)) {
				const path = join(folder, entry.name);
				if (entry.isDirectory()) folders.push(path);
				else if (entry.isFile() && entry.name.endsWith(".jsonl")) paths.push(path);
			}
		} catch (error) {
			// There are no sessions yet, or this folder was removed meanwhile.
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") problems.push(`${folder}: ${errorMessage(error)}`);
		}
	}
	return { paths: paths.sort(), problems };
}
