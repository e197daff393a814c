import { expect, test } from "bun:test";
import { ContentLengthReader, encodeContentLength } from "./content-length.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function read(chunks: readonly Uint8Array[], maxBytes = 1000): string[] {
	const messages: string[] = [];
	const reader = new ContentLengthReader({ maxBytes, onMessage: (text) => messages.push(text) });
	for (const chunk of chunks) reader.push(chunk);
	return messages;
}

test("content length: messages are the same however their bytes are cut", () => {
	const texts = ['{"a":"ä€😀"}', "{}", `{"b":"${"x".repeat(300)}"}`];
	const all = Buffer.concat(texts.map(encodeContentLength));
	for (const size of [1, 2, 3, 7, 50, all.length]) {
		const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
			Uint8Array.from(all.subarray(index * size, (index + 1) * size)),
		);
		expect(read(chunks)).toEqual(texts);
	}
});

test("content length: other headers, any case, bare newlines and empty lines between messages are understood", () => {
	expect(read([bytes("content-type: x\r\nCONTENT-LENGTH:2\r\n\r\n{}")])).toEqual(["{}"]);
	expect(read([bytes("Content-Length: 2\n\n{}\r\nContent-Length: 1\r\n\r\n1")])).toEqual(["{}", "1"]);
});

test("content length: what is no message, too long or without a length is refused with the reason", () => {
	expect(() => read([bytes(`${"log line ".repeat(600)}`)])).toThrow("no message");
	expect(() => read([bytes("Length: 2\r\n\r\n{}")])).toThrow('a header without a Content-Length: "Length: 2"');
	expect(() => read([bytes("Content-Length: -2\r\n\r\n{}")])).toThrow("without a Content-Length");
	expect(() => read([bytes("Content-Length: 99999999999\r\n\r\n{}")])).toThrow(
		"a message of 99999999999 bytes, more than 1000",
	);
});
