/** QR codes, model 2, bytes, error correction level L: enough for a link on a screen. */
const maxVersion = 20;
/** By version, from 1: codewords of error correction per block, and blocks. */
const eccPerBlock = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];

/** The dark modules by row and column; `undefined` for a text that is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
	const bytes = new TextEncoder().encode(text);
	for (let version = 1; version <= maxVersion; version++) {
		if (12 + (version > 9 ? 8 : 0) + bytes.length * 8 > dataCodewords(version) * 8) continue;
		const codewords = interleave(version, fill(version, bytes));
		const masked = Array.from({ length: 8 }, (_, mask) => new Matrix(version, codewords, mask));
		const best = masked.reduce((one, other) => (other.penalty() < one.penalty() ? other : one));
		return best.modules;
	}
	return undefined;
}

function rawModules(version: number): number {
	let count = (16 * version + 128) * version + 64;
	if (version >= 2) {
		const alignments = Math.floor(version / 7) + 2;
		count -= (25 * alignments - 10) * alignments - 55;
		if (version >= 7) count -= 36;
	}
	return count;
}

function dataCodewords(version: number): number {
	return Math.floor(rawModules(version) / 8) - at(eccPerBlock, version - 1) * at(blockCounts, version - 1);
}

function fill(version: number, bytes: Uint8Array): number[] {
	const bits: number[] = [];
	const push = (value: number, count: number) => {
		for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
	};
	push(4, 4);
	push(bytes.length, version > 9 ? 16 : 8);
	for (const byte of bytes) push(byte, 8);
	const capacity = dataCodewords(version) * 8;
	push(0, Math.min(4, capacity - bits.length));
	push(0, (8 - (bits.length % 8)) % 8);
	for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
	return Array.from({ length: bits.length / 8 }, (_, index) =>
		bits.slice(index * 8, index * 8 + 8).reduce((value, bit) => (value << 1) | bit, 0),
	);
}

function interleave(version: number, data: readonly number[]): number[] {
	const blockCount = at(blockCounts, version - 1);
	const eccLength = at(eccPerBlock, version - 1);
	const total = Math.floor(rawModules(version) / 8);
	const shortCount = blockCount - (total % blockCount);
	const shortLength = Math.floor(total / blockCount) - eccLength;
	const divisor = reedSolomonDivisor(eccLength);
	let from = 0;
	const blocks = Array.from({ length: blockCount }, (_, index) => {
		const length = shortLength + (index < shortCount ? 0 : 1);
		const block = data.slice(from, from + length);
		from += length;
		return { block, ecc: remainder(block, divisor) };
	});
	const result: number[] = [];
	for (let index = 0; index <= shortLength; index++)
		for (const { block } of blocks) if (index < block.length) result.push(at(block, index));
	for (let index = 0; index < eccLength; index++) for (const { ecc } of blocks) result.push(at(ecc, index));
	return result;
}

function reedSolomonDivisor(degree: number): number[] {
	const result = Array.from({ length: degree }, (_, index) => Number(index === degree - 1));
	let root = 1;
	for (let count = 0; count < degree; count++) {
		for (let index = 0; index < degree; index++)
			result[index] = multiply(at(result, index), root) ^ (result[index + 1] ?? 0);
		root = multiply(root, 2);
	}
	return result;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
	const result = divisor.map(() => 0);
	for (const byte of data) {
		const factor = byte ^ (result.shift() ?? 0);
		result.push(0);
		for (const [index, value] of divisor.entries()) result[index] = at(result, index) ^ multiply(value, factor);
	}
	return result;
}

/** In the field of 256 elements that QR codes use. */
function multiply(one: number, other: number): number {
	let product = 0;
	for (let bit = 7; bit >= 0; bit--) {
		product = (product << 1) ^ ((product >>> 7) * 0x11d);
		product ^= ((other >>> bit) & 1) * one;
	}
	return product;
}

class Matrix {
	readonly modules: boolean[][];
	readonly #isFunction: boolean[][];
	readonly #size: number;

	constructor(version: number, codewords: readonly number[], mask: number) {
		this.#size = version * 4 + 17;
		const empty = () => Array.from({ length: this.#size }, () => new Array<boolean>(this.#size).fill(false));
		this.modules = empty();
		this.#isFunction = empty();
		this.#drawPatterns(version, mask);
		this.#drawCodewords(codewords);
		this.#applyMask(mask);
	}

	penalty(): number {
		const size = this.#size;
		const columns = this.modules.map((_, x) => this.modules.map((row) => row[x] === true));
		let result = 0;
		let dark = 0;
		for (const line of [...this.modules, ...columns]) {
			const text = line.map((isDark) => (isDark ? "1" : "0")).join("");
			for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) result += run.length - 2;
			for (const pattern of ["00001011101", "10111010000"])
				for (let from = text.indexOf(pattern); from !== -1; from = text.indexOf(pattern, from + 1)) result += 40;
		}
		for (let y = 0; y < size; y++)
			for (let x = 0; x < size; x++) {
				const isDark = this.#get(x, y);
				if (isDark) dark += 1;
				const isSame =
					isDark === this.#get(x + 1, y) && isDark === this.#get(x, y + 1) && isDark === this.#get(x + 1, y + 1);
				if (x < size - 1 && y < size - 1 && isSame) result += 3;
			}
		return result + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
	}

	#get(x: number, y: number): boolean {
		return this.modules[y]?.[x] ?? false;
	}

	#set(x: number, y: number, isDark: boolean): void {
		const [row, known] = [this.modules[y], this.#isFunction[y]];
		if (!row || !known || x < 0 || x >= this.#size) return;
		row[x] = isDark;
		known[x] = true;
	}

	#drawPatterns(version: number, mask: number): void {
		const size = this.#size;
		for (let index = 0; index < size; index++) {
			this.#set(6, index, index % 2 === 0);
			this.#set(index, 6, index % 2 === 0);
		}
		for (const [x, y] of [
			[3, 3],
			[size - 4, 3],
			[3, size - 4],
		] as const)
			this.#drawSquares(x, y, 4, [2, 4]);
		const places = alignmentPlaces(version, size);
		const last = places.length - 1;
		for (const [i, x] of places.entries())
			for (const [j, y] of places.entries()) {
				const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
				if (!isCorner) this.#drawSquares(x, y, 2, [1]);
			}
		this.#drawFormat(mask);
		if (version >= 7) this.#drawVersion(version);
	}

	/** Dark but for the rings at these distances. */
	#drawSquares(centerX: number, centerY: number, radius: number, light: readonly number[]): void {
		for (let y = -radius; y <= radius; y++)
			for (let x = -radius; x <= radius; x++)
				this.#set(centerX + x, centerY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
	}

	#drawFormat(mask: number): void {
		const size = this.#size;
		// Level L is 1.
		const data = (1 << 3) | mask;
		let rest = data;
		for (let count = 0; count < 10; count++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
		const bits = ((data << 10) | rest) ^ 0x5412;
		const bit = (index: number) => ((bits >>> index) & 1) === 1;
		for (let index = 0; index <= 5; index++) this.#set(8, index, bit(index));
		this.#set(8, 7, bit(6));
		this.#set(8, 8, bit(7));
		this.#set(7, 8, bit(8));
		for (let index = 9; index < 15; index++) this.#set(14 - index, 8, bit(index));
		for (let index = 0; index < 8; index++) this.#set(size - 1 - index, 8, bit(index));
		for (let index = 8; index < 15; index++) this.#set(8, size - 15 + index, bit(index));
		this.#set(8, size - 8, true);
	}

	#drawVersion(version: number): void {
		let rest = version;
		for (let count = 0; count < 12; count++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
		const bits = (version << 12) | rest;
		for (let index = 0; index < 18; index++) {
			const isDark = ((bits >>> index) & 1) === 1;
			const far = this.#size - 11 + (index % 3);
			const near = Math.floor(index / 3);
			this.#set(far, near, isDark);
			this.#set(near, far, isDark);
		}
	}

	/** In columns of two, upwards and downwards in turn. */
	#drawCodewords(codewords: readonly number[]): void {
		const size = this.#size;
		let index = 0;
		for (let right = size - 1; right >= 1; right -= 2) {
			if (right === 6) right = 5;
			for (let step = 0; step < size; step++) {
				const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
				for (const x of [right, right - 1]) {
					const row = this.modules[y];
					if (!row || this.#isFunction[y]?.[x] || index >= codewords.length * 8) continue;
					row[x] = ((at(codewords, index >>> 3) >>> (7 - (index & 7))) & 1) === 1;
					index += 1;
				}
			}
		}
	}

	#applyMask(mask: number): void {
		const inverts = masks[mask] ?? (() => false);
		for (const [y, row] of this.modules.entries())
			for (const [x, isDark] of row.entries()) if (!this.#isFunction[y]?.[x]) row[x] = isDark !== inverts(x, y);
	}
}

const masks: ReadonlyArray<(x: number, y: number) => boolean> = [
	(x, y) => (x + y) % 2 === 0,
	(_x, y) => y % 2 === 0,
	(x) => x % 3 === 0,
	(x, y) => (x + y) % 3 === 0,
	(x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
	(x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function alignmentPlaces(version: number, size: number): number[] {
	if (version === 1) return [];
	const count = Math.floor(version / 7) + 2;
	const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
	const later = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
	return [6, ...later.reverse()];
}

function at(values: readonly number[], index: number): number {
	return values[index] ?? 0;
}
