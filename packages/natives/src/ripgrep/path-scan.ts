/** Finds the paths that match a glob, and the folders there are, in a stream of paths that end in NUL. */
export class PathScan {
	/** Every folder with a file in it, at any depth; the root is "". */
	readonly folders = new Set([""]);
	readonly #glob: Bun.Glob;
	readonly #literal: string;
	readonly #decoder = new TextDecoder();
	#rest = "";
	#lastFolder = "";
	count = 0;

	constructor(pattern: string) {
		this.#glob = new Bun.Glob(pattern);
		this.#literal = requiredText(pattern);
	}

	/** A hundred thousand paths come by for the few that match, so a path is cut out only when it may be one. */
	push(bytes: Uint8Array): string[] {
		const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
		const matches: string[] = [];
		let from = 0;
		let nextLiteral = text.indexOf(this.#literal);
		for (let end = text.indexOf("\0"); end !== -1; end = text.indexOf("\0", from)) {
			this.#seeFolder(text, from, end);
			if (nextLiteral < from && nextLiteral !== -1) nextLiteral = text.indexOf(this.#literal, from);
			if (nextLiteral !== -1 && nextLiteral < end) {
				const path = text.slice(from, end);
				if (this.#glob.match(path)) matches.push(path);
			}
			this.count++;
			from = end + 1;
		}
		this.#rest = text.slice(from);
		return matches;
	}

	#seeFolder(text: string, from: number, end: number): void {
		const slash = text.lastIndexOf("/", end);
		const length = slash < from ? 0 : slash - from;
		if (length === this.#lastFolder.length && text.startsWith(this.#lastFolder, from)) return;
		this.#lastFolder = text.slice(from, from + length);
		for (let path = this.#lastFolder; !this.folders.has(path); path = parentOf(path)) this.folders.add(path);
	}

	matchingFolders(others: readonly string[]): string[] {
		return [...this.folders, ...others].filter((folder) => folder !== "" && this.#glob.match(folder));
	}
}

/** A text that is in every path the glob matches; the longest that its last segment shows plainly. */
export function requiredText(pattern: string): string {
	const segment = pattern.slice(pattern.lastIndexOf("/") + 1);
	const plain = segment.split(/[{[\]\\!}]/)[0] ?? "";
	return plain.split(/[*?]+/).reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");
}

function parentOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
