/** How much of a file a diff changes. */
export interface FileCount {
	readonly path: string;
	/** Of a rename. */
	readonly oldPath?: string;
	/** Added and removed. */
	readonly lines: number;
	readonly isBinary: boolean;
}

/** Reads `git diff --numstat -z`: `1\t2\tpath\0`, and for renames `1\t2\t\0old\0new\0`. */
export function parseNumstat(text: string): readonly FileCount[] {
	const fields = text.split("\0");
	const files: FileCount[] = [];
	for (let index = 0; index < fields.length; index++) {
		const [, added = "", removed = "", path = ""] = /^(-|\d+)\t(-|\d+)\t([\s\S]*)$/.exec(fields[index] ?? "") ?? [];
		if (added === "") continue;
		const facts = { lines: (Number(added) || 0) + (Number(removed) || 0), isBinary: added === "-" };
		if (path !== "") files.push({ path, ...facts });
		else {
			const [oldPath = "", newPath = ""] = fields.slice(index + 1, index + 3);
			index += 2;
			files.push({ path: newPath, oldPath, ...facts });
		}
	}
	return files;
}
