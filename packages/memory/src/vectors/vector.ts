/** A vector as it is stored: a factor (4 bytes), then a byte for each dimension. */
export function packVector(vector: Float32Array): Uint8Array {
	const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
	const bytes = Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
	const length = Math.sqrt(bytes.reduce((sum, value) => sum + value * value, 0)) || 1;
	const data = new Uint8Array(4 + bytes.length);
	new DataView(data.buffer).setFloat32(0, 1 / length, true);
	data.set(new Uint8Array(bytes.buffer), 4);
	return data;
}

/** The cosine of a stored vector and one of length 1. */
export function cosineTo(unit: Float32Array, stored: Uint8Array): number {
	const bytes = new Int8Array(stored.buffer, stored.byteOffset + 4, stored.byteLength - 4);
	const factor = new DataView(stored.buffer, stored.byteOffset, 4).getFloat32(0, true);
	if (bytes.length !== unit.length) return 0;
	let sum = 0;
	for (let at = 0; at < unit.length; at++) sum += (unit[at] ?? 0) * (bytes[at] ?? 0);
	return sum * factor;
}

export function unitVector(vector: Float32Array): Float32Array {
	const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
	return Float32Array.from(vector, (value) => value / length);
}

export function signatureWords(dimension: number): number {
	return Math.ceil(dimension / 32);
}

/** A bit for each dimension: whether it is positive. Vectors of similar meaning differ in few bits. */
export function signature(vector: Float32Array): Uint32Array {
	const words = new Uint32Array(signatureWords(vector.length));
	vector.forEach((value, at) => {
		if (value > 0) words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
	});
	return words;
}
