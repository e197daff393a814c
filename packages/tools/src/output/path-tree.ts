/** Something to show under its path; a folder's path ends in `/`. */
export interface TreeEntry {
	readonly path: string;
	/** Behind the name, such as `#1A2B`. */
	readonly suffix?: string;
	/** Below the name. Without rows, an entry is a line of its folder's list. */
	readonly rows?: readonly string[];
}

interface Folder {
	readonly folders: Map<string, Folder>;
	readonly entries: Array<TreeEntry & { readonly name: string }>;
}

/**
 * Paths as headings, one `#` per level, so that a folder's name is written once. Folders come in the order of their first
 * entry, after the entries that are directly in their parent; a chain of folders with nothing else in it is one heading.
 */
export function pathTree(entries: readonly TreeEntry[]): string {
	const root = newFolder();
	for (const entry of entries) {
		const { folders, name } = splitPath(entry.path);
		let folder = root;
		for (const segment of folders) folder = findOrAddFolder(folder, segment);
		folder.entries.push({ ...entry, name });
	}
	const groups: string[][] = [];
	draw(root, 1, groups);
	return groups
		.filter((group) => group.length > 0)
		.map((group) => group.join("\n"))
		.join("\n\n");
}

function draw(folder: Folder, level: number, groups: string[][]): void {
	for (const { name, suffix = "", rows } of folder.entries) {
		if (!rows) open(groups).push(`${name}${suffix}`);
		else {
			open(groups).push(`${"#".repeat(level)} ${name}${suffix}`, ...rows);
			groups.push([]);
		}
	}
	for (const [firstName, firstChild] of folder.folders) {
		let [name, child] = [firstName, firstChild];
		while (child.entries.length === 0 && child.folders.size === 1) {
			const [only] = child.folders;
			if (!only) break;
			[name, child] = [`${name}/${only[0]}`, only[1]];
		}
		open(groups).push(`${"#".repeat(level)} ${name}/`);
		draw(child, level + 1, groups);
	}
}

/** The group that rows go into; a new one after a file with its rows. */
function open(groups: string[][]): string[] {
	const last = groups.at(-1);
	if (last) return last;
	const group: string[] = [];
	groups.push(group);
	return group;
}

/** The folders above, and the name with the `/` of a folder. */
function splitPath(path: string): { folders: string[]; name: string } {
	const isFolder = path.endsWith("/");
	const segments = (isFolder ? path.slice(0, -1) : path).split("/");
	if (segments[0] === "" && segments.length > 1) segments.splice(0, 2, `/${segments[1]}`);
	const name = segments.pop() ?? "";
	return { folders: segments, name: isFolder ? `${name}/` : name };
}

function findOrAddFolder(folder: Folder, name: string): Folder {
	const known = folder.folders.get(name);
	if (known) return known;
	const child = newFolder();
	folder.folders.set(name, child);
	return child;
}

function newFolder(): Folder {
	return { folders: new Map(), entries: [] };
}
