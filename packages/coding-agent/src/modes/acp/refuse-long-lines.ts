import { LineSplitter } from "@oh-my-pi/pi-utils/text/split-lines";

/** What the protocol's library takes; a longer message would end the connection. */
export const maxMessageBytes = 32 * 1024 * 1024 - 1024;

/** The input without messages that are too long. Each of them is answered with an error, and the next one is read. */
export function refuseLongLines(
	input: AsyncIterable<Uint8Array>,
	answer: (text: string) => void,
	maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
	const iterator = input[Symbol.asyncIterator]();
	const encoder = new TextEncoder();
	let lines: string[] = [];
	const splitter = new LineSplitter({
		maxBytes,
		onLine: (line) => lines.push(line),
		onTooLong: (bytes, ends) => answer(`${JSON.stringify(refusal(bytes, ends, maxBytes))}\n`),
	});
	return new ReadableStream({
		async pull(controller) {
			let isOver = false;
			while (lines.length === 0 && !isOver) {
				const { value, done = false } = await iterator.next();
				isOver = done;
				// The last message may come without the end of its line.
				splitter.push(value ?? encoder.encode("\n"));
			}
			if (lines.length > 0) controller.enqueue(encoder.encode(`${lines.join("\n")}\n`));
			lines = [];
			if (isOver) controller.close();
		},
	});
}

function refusal(bytes: number, ends: string, maxBytes: number) {
	const message = `The message has ${bytes} bytes; the limit is ${maxBytes}`;
	return { jsonrpc: "2.0", id: idIn(ends), error: { code: -32_600, message } };
}

/** Requests have their id at one of their ends. */
function idIn(ends: string): string | number | null {
	const [, text, number] = /"id"\s*:\s*(?:"([^"\\]{1,200})"|(\d{1,15}))/.exec(ends) ?? [];
	return text ?? (number === undefined ? null : Number(number));
}
