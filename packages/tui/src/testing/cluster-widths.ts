import type { IUnicodeVersionProvider } from "@xterm/headless";

/** Makes the virtual terminal count columns like modern terminals: a grapheme cluster is one character. */
export class ClusterWidths implements IUnicodeVersionProvider {
	readonly version = "clusters";
	readonly #segmenter = new Intl.Segmenter();
	readonly #clusters = new Map<number, string>();
	readonly #ids = new Map<string, number>();

	wcwidth(codepoint: number): 0 | 1 | 2 {
		return narrow(Bun.stringWidth(String.fromCodePoint(codepoint)));
	}

	/** Packs state, width and whether the character joins the previous one, in the emulator's layout. */
	charProperties(codepoint: number, preceding: number): number {
		const character = String.fromCodePoint(codepoint);
		// Characters below this never join the previous one.
		if (codepoint < 0x300) return (this.#idOf(character) << 3) | (1 << 1);
		const joined = (this.#clusters.get(preceding >> 3) ?? "") + character;
		const joins = joined !== character && [...this.#segmenter.segment(joined)].length === 1;
		const cluster = joins ? joined : character;
		return (this.#idOf(cluster) << 3) | (narrow(Bun.stringWidth(cluster)) << 1) | (joins ? 1 : 0);
	}

	#idOf(cluster: string): number {
		const known = this.#ids.get(cluster);
		if (known !== undefined) return known;
		const id = this.#ids.size + 1;
		this.#ids.set(cluster, id);
		this.#clusters.set(id, cluster);
		return id;
	}
}

function narrow(width: number): 0 | 1 | 2 {
	return width >= 2 ? 2 : width === 1 ? 1 : 0;
}
