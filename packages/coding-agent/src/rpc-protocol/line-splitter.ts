/** A line, or the size of one that was discarded because it was too long. */
export type ReadLine = { readonly text: string } | { readonly tooLong: number };

/** Splits a byte stream into lines. Memory is bounded by the longest accepted line. */
export async function* splitLines(
	chunks: AsyncIterable<Uint8Array>,
	maxLineBytes: number,
): AsyncGenerator<ReadLine, void, undefined> {
	let parts: Uint8Array[] = [];
	let bytes = 0;
	const take = (): ReadLine => {
		const line: ReadLine = bytes > maxLineBytes ? { tooLong: bytes } : { text: Buffer.concat(parts).toString("utf8") };
		parts = [];
		bytes = 0;
		return line;
	};
	const keep = (part: Uint8Array) => {
		bytes += part.length;
		if (bytes > maxLineBytes) parts = [];
		// Copy: the reader may reuse its buffer.
		else if (part.length > 0) parts.push(part.slice());
	};
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
			keep(chunk.subarray(start, end));
			yield take();
			start = end + 1;
		}
		keep(chunk.subarray(start));
	}
	if (bytes > 0) yield take();
}
