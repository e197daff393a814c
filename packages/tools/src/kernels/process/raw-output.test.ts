import { expect, test } from "bun:test";
import { RawOutput } from "./raw-output.ts";

function read(text: string, size: number): string[] {
	const seen: string[] = [];
	const add = (piece: string) => {
		const last = seen.at(-1);
		if (last?.startsWith("text ")) seen[seen.length - 1] = last + piece;
		else seen.push(`text ${piece}`);
	};
	const output = new RawOutput({ onText: add, onMarker: (id) => seen.push(`marker ${id}`) });
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += size) output.push(bytes.subarray(at, at + size));
	return seen;
}

test("markers are found however the stream is cut, and other zero bytes are output", () => {
	const binary = `\0not a marker\0\0${"x".repeat(100)}`;
	const text = `before é\0r1\0between\0r2\0${binary}`;
	for (const size of [1, 2, 3, 7, 64, 1000]) {
		expect(read(text, size)).toEqual(["text before é", "marker r1", "text between", "marker r2", `text ${binary}`]);
	}
});
