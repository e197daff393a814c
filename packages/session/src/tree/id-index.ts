const FEWEST_SLOTS = 64;

/**
 * Index of entries by id. Our ids are 32-bit numbers written as text, so that an open-addressing table of integers
 * takes several times less memory than a map of strings.
 */
export class IdIndex {
	/** Two numbers per slot: the id, and the place plus one; zero is an empty slot. */
	#slots = new Uint32Array(FEWEST_SLOTS * 2);
	#used = 0;
	readonly #foreign = new Map<string, number>();

	find(id: string): number | undefined {
		const key = parseKey(id);
		if (key === -1) return this.#foreign.get(id);
		const place = this.#slots[this.#findSlot(key) * 2 + 1] ?? 0;
		return place === 0 ? undefined : place - 1;
	}

	/** A known id gets the new place and returns false. */
	add(id: string, place: number): boolean {
		const key = parseKey(id);
		if (key === -1) {
			const isNew = !this.#foreign.has(id);
			this.#foreign.set(id, place);
			return isNew;
		}
		// Keeps the table at most half full, so that probing stays short.
		if ((this.#used + 1) * 4 > this.#slots.length) this.#grow();
		const isNew = this.#put(key, place + 1);
		if (isNew) this.#used++;
		return isNew;
	}

	#put(key: number, value: number): boolean {
		const at = this.#findSlot(key) * 2;
		const isNew = this.#slots[at + 1] === 0;
		this.#slots[at] = key;
		this.#slots[at + 1] = value;
		return isNew;
	}

	/** The slot of the key, or the free one where it belongs. */
	#findSlot(key: number): number {
		const mask = this.#slots.length / 2 - 1;
		let slot = spread(key) & mask;
		while (this.#slots[slot * 2 + 1] !== 0 && this.#slots[slot * 2] !== key) slot = (slot + 1) & mask;
		return slot;
	}

	#grow(): void {
		const before = this.#slots;
		this.#slots = new Uint32Array(before.length * 2);
		for (let at = 0; at < before.length; at += 2) {
			const value = before[at + 1] ?? 0;
			if (value !== 0) this.#put(before[at] ?? 0, value);
		}
	}
}

/** The value of eight hex digits; -1 for any other text. */
function parseKey(id: string): number {
	if (id.length !== 8) return -1;
	let key = 0;
	for (let index = 0; index < 8; index++) {
		const code = id.charCodeAt(index);
		if (code >= 0x30 && code <= 0x39) key = key * 16 + code - 0x30;
		else if (code >= 0x61 && code <= 0x66) key = key * 16 + code - 0x57;
		else return -1;
	}
	return key;
}

// Hashes the key, because sequential or padded ids would cluster.
function spread(key: number): number {
	const halved = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
	const again = Math.imul(halved ^ (halved >>> 13), 0xc2b2ae35);
	return again ^ (again >>> 16);
}
