/** Caches one text for as long as its keys stay identical. */
export class PinnedText {
	#pinned: { readonly belongsTo: readonly unknown[]; readonly text: string } | undefined;

	for(belongsTo: readonly unknown[], make: () => string): string {
		const { belongsTo: before, text } = this.#pinned ?? {};
		const isSame = before?.length === belongsTo.length && before.every((value, index) => value === belongsTo[index]);
		if (isSame && text !== undefined) return text;
		this.#pinned = { belongsTo, text: make() };
		return this.#pinned.text;
	}
}
