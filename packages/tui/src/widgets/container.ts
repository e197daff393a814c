import type { Component } from "../component.ts";

/** Components stacked vertically. */
export class Container implements Component {
	#children: readonly Component[];
	#parts: ReadonlyArray<readonly string[]> = [];
	#rows: readonly string[] = [];

	constructor(children: readonly Component[] = []) {
		this.#children = children;
	}

	get children(): readonly Component[] {
		return this.#children;
	}

	add(child: Component): void {
		this.#children = [...this.#children, child];
	}

	remove(child: Component): void {
		this.#children = this.#children.filter((other) => other !== child);
	}

	/** Replaces all children. */
	replace(children: readonly Component[]): void {
		this.#children = children;
	}

	render(width: number): readonly string[] {
		const parts = this.#children.map((child) => child.render(width));
		const isSame = parts.length === this.#parts.length && parts.every((part, index) => part === this.#parts[index]);
		if (!isSame) {
			this.#parts = parts;
			this.#rows = parts.flat();
		}
		return this.#rows;
	}

	invalidate(): void {
		for (const child of this.#children) child.invalidate?.();
	}

	dispose(): void {
		for (const child of this.#children) child.dispose?.();
	}
}
