import { expect, test } from "bun:test";
import type { FileReader } from "../../storage/storage.ts";
import { ReadAhead } from "./read-ahead.ts";

function counted(text: string) {
	const file = {
		bytes: Buffer.from(text),
		calls: 0,
		read(target: Uint8Array, position: number) {
			file.calls++;
			return file.bytes.copy(target, 0, position, position + target.length);
		},
	};
	return file as typeof file & FileReader;
}

test("consecutive lines are read in few calls, others one by one", () => {
	const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
	const file = counted(lines.join("\n"));
	const reading = new ReadAhead();
	let position = 0;
	const seen = lines.map((line) => {
		const bytes = reading.read(file, position, line.length);
		position += line.length + 1;
		return bytes.toString();
	});
	expect({ seen, calls: file.calls }).toEqual({ seen: lines, calls: 2 });
	const backwards = counted(lines.join("\n"));
	expect([200, 100, 0].map((at) => new ReadAhead().read(backwards, at, 4).length)).toEqual([4, 4, 4]);
	expect(backwards.calls).toBe(3);
});

test("read-ahead data is dropped at the end of the task, and never used for another file", async () => {
	const file = counted("one\ntwo\nten");
	const reading = new ReadAhead();
	const read = () => [0, 4, 8].map((at) => reading.read(file, at, 3).toString());
	expect(read()).toEqual(["one", "two", "ten"]);
	file.bytes = Buffer.from("ONE\nTWO\nTEN");
	await Promise.resolve();
	expect(read()).toEqual(["ONE", "TWO", "TEN"]);
	expect(reading.read(counted("___\n___\n___"), 8, 3).toString()).toBe("___");
});

test("a truncated file yields what is there", () => {
	const reading = new ReadAhead();
	const file = counted("one\ntw");
	expect([reading.read(file, 0, 3), reading.read(file, 4, 3)].map(String)).toEqual(["one", "tw"]);
});
