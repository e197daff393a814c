import type { GitEnv } from "@oh-my-pi/pi-natives/git/git-command";
import type { ContentRef } from "../contract/node-state.ts";
import { readBlobs } from "../git/read-objects.ts";
import type { ContentStore } from "../store/content-store.ts";

/** Contents from the store, or from the objects of git that are kept. */
export class Contents {
	readonly #store: ContentStore;
	readonly #gitFolder: () => string | undefined;
	readonly #env: GitEnv;

	constructor(store: ContentStore, gitFolder: () => string | undefined, env: GitEnv) {
		this.#store = store;
		this.#gitFolder = gitFolder;
		this.#env = env;
	}

	/** `undefined` if it is not kept. */
	async read(ref: ContentRef): Promise<Buffer | undefined> {
		if (ref.startsWith("s:")) return this.#store.read(ref);
		let found: Buffer | undefined;
		await this.#readFromGit([ref], (_, content) => {
			found = content;
		});
		return found;
	}

	/** The same contents, all of them in the store. Those that are not kept are left out. */
	async moveToStore(refs: Iterable<ContentRef>): Promise<ReadonlyMap<ContentRef, ContentRef>> {
		const moved = new Map<ContentRef, ContentRef>();
		const inGit = new Set<ContentRef>();
		for (const ref of refs) {
			if (ref.startsWith("g:")) inGit.add(ref);
			else if (this.#store.has(ref)) moved.set(ref, ref);
		}
		await this.#readFromGit([...inGit], (ref, content) => moved.set(ref, this.#store.put(content)));
		return moved;
	}

	async #readFromGit(
		refs: readonly ContentRef[],
		onContent: (ref: ContentRef, content: Buffer) => void,
	): Promise<void> {
		const folder = this.#gitFolder();
		if (folder === undefined || refs.length === 0) return;
		const ids = refs.map((ref) => ref.slice(2));
		await readBlobs(ids, { folder, env: this.#env }, (id, content) => onContent(`g:${id}`, content));
	}
}
