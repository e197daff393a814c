/** Cuts a stream into lines, in time that is linear however long a line is. */
export function lineSplitter(onLine: (line: string) => void): (bytes: Uint8Array) => void {
	const decoder = new TextDecoder();
	let parts: string[] = [];
	return (bytes) => {
		const [first = "", ...rest] = decoder.decode(bytes, { stream: true }).split("\n");
		parts.push(first);
		for (const next of rest) {
			onLine(parts.join(""));
			parts = [next];
		}
	};
}
