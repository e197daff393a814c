/**
 * The body of a request as JSON. That of a long conversation is megabytes, and as one string it would stay in memory until the
 * next garbage collection: an allocator that has given out a dozen of those keeps the space. So it is put together in bytes, whose
 * memory is given back when the request is over.
 */
export class RequestBody implements Disposable {
	readonly bytes: Buffer;

	constructor(value: unknown) {
		const pieces: string[] = [];
		addJson(value, pieces, 0);
		const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
		this.bytes = Buffer.allocUnsafeSlow(length);
		let offset = 0;
		for (const piece of pieces) offset += this.bytes.write(piece, offset);
	}

	[Symbol.dispose](): void {
		const { buffer } = this.bytes;
		if (buffer instanceof ArrayBuffer) buffer.transfer(0);
	}
}

/** So many messages make one piece. */
const batch = 32;
/** Some providers wrap the request that has the messages in another object. */
const maxDepth = 2;

/** Adds what JSON.stringify would give, cut where arrays are long. */
function addJson(value: unknown, pieces: string[], depth: number): void {
	if (Array.isArray(value) && value.length > batch) {
		for (let from = 0; from < value.length; from += batch) {
			pieces.push(from === 0 ? "[" : ",", JSON.stringify(value.slice(from, from + batch)).slice(1, -1));
		}
		pieces.push("]");
	} else if (depth < maxDepth && isPlainObject(value)) {
		let separator = "{";
		for (const [key, item] of Object.entries(value)) {
			if (item === undefined || typeof item === "function" || typeof item === "symbol") continue;
			pieces.push(`${separator}${JSON.stringify(key)}:`);
			separator = ",";
			addJson(item, pieces, depth + 1);
		}
		pieces.push(separator === "{" ? "{}" : "}");
	} else pieces.push(JSON.stringify(value));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !("toJSON" in value);
}
