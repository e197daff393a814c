/** Facts of one entry each, in typed arrays: a hundred bytes for a file instead of an object. */
export interface Columns {
	parent: Uint32Array;
	nameAt: Uint32Array;
	nameLength: Uint16Array;
	/** Next entry with the same hash. */
	next: Uint32Array;
	child: Uint32Array;
	sibling: Uint32Array;
	previous: Uint32Array;
	mode: Uint32Array;
	size: Float64Array;
	modifiedSeconds: Uint32Array;
	modifiedNanos: Uint32Array;
	changedSeconds: Uint32Array;
	changedNanos: Uint32Array;
	inodeLow: Uint32Array;
	inodeHigh: Uint32Array;
	/** Where the content is kept; see `keptBy`. */
	kept: Uint8Array;
	flags: Uint8Array;
	/** Of the last full look in which it was there. */
	seen: Uint32Array;
	watch: Int32Array;
	/** `hashBytes` for each. */
	hash: Uint8Array;
}

export const hashBytes = 32;

export function makeColumns(capacity: number): Columns {
	return {
		parent: new Uint32Array(capacity),
		nameAt: new Uint32Array(capacity),
		nameLength: new Uint16Array(capacity),
		next: new Uint32Array(capacity),
		child: new Uint32Array(capacity),
		sibling: new Uint32Array(capacity),
		previous: new Uint32Array(capacity),
		mode: new Uint32Array(capacity),
		size: new Float64Array(capacity),
		modifiedSeconds: new Uint32Array(capacity),
		modifiedNanos: new Uint32Array(capacity),
		changedSeconds: new Uint32Array(capacity),
		changedNanos: new Uint32Array(capacity),
		inodeLow: new Uint32Array(capacity),
		inodeHigh: new Uint32Array(capacity),
		kept: new Uint8Array(capacity),
		flags: new Uint8Array(capacity),
		seen: new Uint32Array(capacity),
		watch: new Int32Array(capacity),
		hash: new Uint8Array(capacity * hashBytes),
	};
}

export function growColumns(old: Columns, capacity: number): Columns {
	const grown = makeColumns(capacity);
	for (const name of Object.keys(grown) as Array<keyof Columns>) grown[name].set(old[name] as never);
	return grown;
}
