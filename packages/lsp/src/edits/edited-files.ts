/** The files of a project as they would be after some operations, which are not carried out. */
export class EditedFiles {
	readonly #readText: (path: string) => Promise<string | undefined>;
	/** Texts that are known by now; `undefined` for no file. */
	readonly #texts = new Map<string, string | undefined>();
	/** Last first. Folders are moved and deleted with all that is in them. */
	readonly #moves: Array<{ readonly from: string; readonly to: string | undefined }> = [];

	constructor(readText: (path: string) => Promise<string | undefined>) {
		this.#readText = readText;
	}

	async read(path: string): Promise<string | undefined> {
		if (this.#texts.has(path)) return this.#texts.get(path);
		const origin = this.findOrigin(path);
		const text = origin === undefined ? undefined : await this.#readText(origin);
		this.#texts.set(path, text);
		return text;
	}

	/** Where the file was before all operations; `undefined` when an operation moved or deleted what was there. */
	findOrigin(path: string): string | undefined {
		let origin = path;
		for (const { from, to } of this.#moves) {
			if (to !== undefined && isWithin(to, origin)) origin = from + origin.slice(to.length);
			else if (isWithin(from, origin)) return undefined;
		}
		return origin;
	}

	write(path: string, text: string): void {
		this.#texts.set(path, text);
	}

	move(from: string, to: string): void {
		const moved = [...this.#texts].filter(([path]) => isWithin(from, path));
		this.#forget(to);
		this.#forget(from);
		this.#moves.unshift({ from, to });
		for (const [path, text] of moved) this.#texts.set(to + path.slice(from.length), text);
	}

	remove(path: string): void {
		this.#forget(path);
		this.#moves.unshift({ from: path, to: undefined });
	}

	#forget(folder: string): void {
		for (const path of [...this.#texts.keys()]) if (isWithin(folder, path)) this.#texts.delete(path);
	}
}

function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(`${folder}/`);
}
