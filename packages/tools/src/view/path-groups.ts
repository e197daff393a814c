export interface PathGroup {
	readonly path: string;
	readonly rows: readonly string[];
}

/** Reads headings as `pathTree` writes them back into files with their rows; rows before the first heading have no path. */
export function pathGroups(text: string): PathGroup[] {
	const groups: Array<{ path: string; rows: string[] }> = [];
	const folders: string[] = [];
	for (const line of text.split("\n")) {
		// The name of the only file stands in brackets.
		const [, only] = (groups.length === 0 && /^\[(.+)\]$/.exec(line)) || [];
		if (only !== undefined) {
			groups.push({ path: only, rows: [] });
			continue;
		}
		const [, marks, name = ""] = /^(#+) (.*)$/.exec(line) ?? [];
		if (marks === undefined) {
			if (line === "") continue;
			if (groups.length === 0) groups.push({ path: "", rows: [] });
			groups.at(-1)?.rows.push(line);
			continue;
		}
		folders.length = Math.min(folders.length, marks.length - 1);
		if (name.endsWith("/")) folders.push(name);
		else groups.push({ path: folders.join("") + name, rows: [] });
	}
	return groups;
}
