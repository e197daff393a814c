import { SessionError } from "../session-error.ts";
import { IdIndex } from "./id-index.ts";

export interface TreeNode {
	readonly id: string;
	readonly parentId: string | null;
	readonly labels?: { readonly targetId: string; readonly label: string | undefined } | undefined;
	/** Unreadable; only connects its children to its parent. */
	readonly damaged?: boolean | undefined;
}

/** The entries of a session by id and parent, and the current leaf. */
export class EntryTree<Node extends TreeNode> {
	readonly #inOrder: Node[] = [];
	readonly #placeOf = new IdIndex();
	readonly #labels = new Map<string, string>();
	/** Built on first access: a conversation that only grows never needs it. */
	#childrenOf: Map<string | null, Node[]> | undefined;
	#hasOrphans = false;
	#leafId: string | null = null;
	/** Cache of the last path to a leaf, which is requested often and takes milliseconds for a long session. */
	#walked: { readonly id: string; readonly path: readonly Node[] } | undefined;

	/** All entries in file order. */
	get nodes(): readonly Node[] {
		return this.#inOrder;
	}

	get leafId(): string | null {
		return this.#leafId;
	}

	has(id: string): boolean {
		return this.#placeOf.find(id) !== undefined;
	}

	/** The last one with this id. */
	find(id: string): Node | undefined {
		const place = this.#placeOf.find(id);
		return place === undefined ? undefined : this.#inOrder[place];
	}

	label(id: string): string | undefined {
		return this.#labels.get(id);
	}

	/** False when the id was already known. */
	add(node: Node): boolean {
		// This may be the parent that an orphan was missing.
		if (this.#hasOrphans) {
			this.#childrenOf = undefined;
			this.forgetPath();
		}
		const { parentId } = node;
		// Usually the previous entry, which saves the lookup.
		if (parentId !== null && parentId !== this.#inOrder.at(-1)?.id && !this.has(parentId)) this.#hasOrphans = true;
		const isNew = this.#placeOf.add(node.id, this.#inOrder.push(node) - 1);
		if (!isNew) this.forgetPath();
		if (node.labels) this.#setLabel(node.labels.targetId, node.labels.label);
		if (this.#childrenOf) addChild(this.#childrenOf, node, this);
		return isNew;
	}

	/** Sets the leaf to an existing entry. */
	branch(id: string): void {
		if (!this.has(id)) throw new SessionError("entry-not-found", `Entry ${id} not found`);
		this.#leafId = id;
	}

	/** The next entry will be a root. */
	resetLeaf(): void {
		this.#leafId = null;
	}

	/** From the root to an entry, by default the leaf; a repeated id (corrupt file) ends the path. */
	path(id: string | null = this.#leafId): readonly Node[] {
		const known = this.#walked;
		if (known?.id === id) return known.path;
		const path = this.#oneStepOn(id) ?? this.#walk(id);
		if (id !== null && id === this.#leafId) this.#walked = { id, path };
		return path;
	}

	/** Invalidates the cached path. */
	forgetPath(): void {
		this.#walked = undefined;
	}

	/** The cached path extended by the entry appended since. */
	#oneStepOn(id: string | null): readonly Node[] | undefined {
		const last = this.#inOrder.at(-1);
		if (!this.#walked || !last || last.id !== id || last.parentId !== this.#walked.id) return undefined;
		return last.damaged || this.#hasOrphans ? undefined : [...this.#walked.path, last];
	}

	#walk(id: string | null): readonly Node[] {
		const path: Node[] = [];
		let before = Number.POSITIVE_INFINITY;
		for (let next = id; next !== null; ) {
			const place = this.#placeOf.find(next);
			const node = place === undefined ? undefined : this.#inOrder[place];
			if (place === undefined || !node) break;
			// A path in file order has no cycle; any other needs cycle detection.
			if (place >= before) return this.#watchedPath(id);
			before = place;
			if (!node.damaged) path.push(node);
			next = node.parentId;
		}
		return path.reverse();
	}

	#watchedPath(id: string | null): readonly Node[] {
		const seen = new Set<string>();
		const path: Node[] = [];
		for (let next = id; next !== null && !seen.has(next); ) {
			const node = this.find(next);
			if (!node) break;
			seen.add(next);
			if (!node.damaged) path.push(node);
			next = node.parentId;
		}
		return path.reverse();
	}

	/** Oldest first; the roots for `null`. */
	children(id: string | null): readonly Node[] {
		this.#childrenOf ??= this.#indexChildren();
		return this.#childrenOf.get(id) ?? [];
	}

	/** The whole forest. A cycle in a corrupt file becomes a root at its oldest entry. */
	subtrees<Item extends { readonly children: Item[] }>(make: (node: Node, label: string | undefined) => Item): Item[] {
		const visited = new Set<Node>();
		const roots = [...this.children(null), ...this.#inOrder];
		return roots.flatMap((root) => (visited.has(root) ? [] : [this.#grow(root, visited, make)]));
	}

	#setLabel(targetId: string, label: string | undefined): void {
		if (label === undefined) this.#labels.delete(targetId);
		else this.#labels.set(targetId, label);
	}

	#indexChildren(): Map<string | null, Node[]> {
		const childrenOf = new Map<string | null, Node[]>();
		for (const node of this.#inOrder) addChild(childrenOf, node, this);
		return childrenOf;
	}

	// A loop instead of recursion: a long conversation is one deep branch.
	#grow<Item extends { readonly children: Item[] }>(
		root: Node,
		visited: Set<Node>,
		make: (node: Node, label: string | undefined) => Item,
	): Item {
		const made = (node: Node) => make(node, this.#labels.get(node.id));
		visited.add(root);
		const top = { node: root, item: made(root) };
		const open = [top];
		for (let parent = open.pop(); parent; parent = open.pop()) {
			// Of two entries with the same id, the children belong to the one found by it.
			if (this.find(parent.node.id) !== parent.node) continue;
			for (const node of this.children(parent.node.id)) {
				if (visited.has(node)) continue;
				visited.add(node);
				const child = { node, item: made(node) };
				parent.item.children.push(child.item);
				open.push(child);
			}
		}
		return top.item;
	}
}

/** Entries whose parent is missing or themselves are roots. */
function addChild<Node extends TreeNode>(
	childrenOf: Map<string | null, Node[]>,
	node: Node,
	known: { has(id: string): boolean },
): void {
	const { id, parentId } = node;
	const parent = parentId !== null && parentId !== id && known.has(parentId) ? parentId : null;
	const siblings = childrenOf.get(parent);
	if (siblings) siblings.push(node);
	else childrenOf.set(parent, [node]);
}
