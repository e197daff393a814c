import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isInside } from "../../../discovery/contract/load-context.ts";
import { type ProjectFiles, projectFiles } from "./root-markers.ts";
import type { JoinedBy, ServerRow } from "./server-row.ts";

const maxDepth = 3;
const maxFolders = 400;
const maxRoots = 10;
const maxTextBytes = 1024 * 1024;

/** Folders of dependencies, of what was built, and of samples for tests. */
const skipped = new Set(
	"node_modules vendor target dist build out venv env __pycache__ site-packages Pods deps obj third_party fixtures __fixtures__ testdata".split(
		" ",
	),
);

type RootRow = Pick<ServerRow, "rootMarkers" | "isOutermost" | "joinedBy">;

/** Where the projects of a workspace are. */
export class ServerRoots {
	readonly #workspace: string;
	readonly #files = new Map<string, ProjectFiles>();
	readonly #marked = new Map<string, readonly string[]>();
	/** The scanned folders that have a file or folder of a name. */
	readonly #withName = new Map<string, string[]>();
	readonly #scanned: readonly string[];
	/** From the files up. */
	readonly #named: readonly string[];

	/** `files` may lie deeper than is looked for; in a home folder only theirs are projects. */
	constructor(workspace: string, { home, files = [] }: { readonly home: string; readonly files?: readonly string[] }) {
		this.#workspace = workspace;
		this.#scanned = isInside(home, workspace) ? [workspace] : this.#scan();
		this.#named = files
			.filter((path) => isInside(dirname(path), workspace))
			.flatMap((path) => this.above(dirname(path)));
	}

	/** Those that were looked into. */
	get folders(): ReadonlySet<string> {
		return new Set([...this.#scanned, ...this.#named]);
	}

	/** The roots for a server, the workspace's own first. */
	rootsFor(row: RootRow): readonly string[] {
		const marked = new Set(row.rootMarkers.flatMap((marker) => this.#foldersWith(marker)));
		const findRoots = (folders: readonly string[]) =>
			new Set(folders.flatMap((folder) => (marked.has(folder) ? this.#rootAbove(folder, row, marked) : [])));
		return [...new Set([...[...findRoots(this.#scanned)].slice(0, maxRoots), ...findRoots(this.#named)])];
	}

	filesIn(folder: string): ProjectFiles {
		const known = this.#files.get(folder) ?? projectFiles(folder);
		this.#files.set(folder, known);
		return known;
	}

	/** From a folder up to the workspace. */
	above(folder: string): readonly string[] {
		const folders = [folder];
		for (let at = folder; at !== this.#workspace && isInside(dirname(at), this.#workspace); at = dirname(at)) {
			folders.push(dirname(at));
		}
		return folders;
	}

	/** The nearest folder with a marker; a folder further up where that one joins the projects below it. */
	#rootAbove(folder: string, { isOutermost, joinedBy = [] }: RootRow, marked: ReadonlySet<string>): string {
		const above = this.above(folder).filter((one) => marked.has(one));
		const [nearest = folder] = above;
		if (isOutermost) return above.at(-1) ?? nearest;
		return above.findLast((one) => joinedBy.some((sign) => this.#has(one, sign))) ?? nearest;
	}

	/** Many servers have the same markers. */
	#foldersWith(marker: string): readonly string[] {
		const known = this.#marked.get(marker);
		if (known) return known;
		const isHere = (folder: string) => this.filesIn(folder).find(marker) !== undefined;
		const scanned = /[*/]/.test(marker) ? this.#scanned.filter(isHere) : (this.#withName.get(marker) ?? []);
		const found = [...scanned, ...this.#named.filter(isHere)];
		this.#marked.set(marker, found);
		return found;
	}

	#has(folder: string, { file, text }: JoinedBy): boolean {
		const path = this.filesIn(folder).find(file);
		if (path === undefined || text === undefined) return path !== undefined;
		try {
			return text.test(readRegularFile(path, maxTextBytes) ?? "");
		} catch {
			// It is too large to be one of these files.
			return false;
		}
	}

	/** Breadth first, so that what is near counts in a large tree. */
	#scan(): readonly string[] {
		const folders: string[] = [];
		const waiting = [{ path: this.#workspace, depth: 0 }];
		for (let next = waiting.shift(); next && folders.length < maxFolders; next = waiting.shift()) {
			const { path, depth } = next;
			const entries = entriesIn(path);
			folders.push(path);
			this.#files.set(
				path,
				projectFiles(
					path,
					entries.map(({ name }) => name),
				),
			);
			for (const entry of entries) {
				const others = this.#withName.get(entry.name);
				if (others) others.push(path);
				else this.#withName.set(entry.name, [path]);
				if (depth === maxDepth || !entry.isDirectory() || entry.name.startsWith(".") || skipped.has(entry.name))
					continue;
				waiting.push({ path: join(path, entry.name), depth: depth + 1 });
			}
		}
		return folders;
	}
}

function entriesIn(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch {
		// A folder that cannot be read has no markers.
		return [];
	}
}
