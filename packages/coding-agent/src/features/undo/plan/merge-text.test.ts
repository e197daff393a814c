import { expect, test } from "bun:test";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { mergeText } from "./merge-text.ts";

const merge = (base: string, ours: string, theirs: string) =>
	mergeText(Buffer.from(base, "latin1"), Buffer.from(ours, "latin1"), Buffer.from(theirs, "latin1"))?.toString(
		"latin1",
	);

test.each([
	["different lines", "1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n", "1\n2\n3\n4\nfive\n", "one\n2\n3\n4\nfive\n"],
	["the same change", "1\n2\n3\n", "1\nx\n3\n", "1\nx\n3\n", "1\nx\n3\n"],
	["a missing newline at the end", "1\n2\n3\n4", "1\n2\n3\n4\n", "0\n1\n2\n3\n4", "0\n1\n2\n3\n4\n"],
	[
		"bytes that are no UTF-8, and CR LF",
		"\xff\r\n2\r\n3\r\n",
		"\xff\r\n2\r\n3\r\n4\r\n",
		"\xfe\r\n2\r\n3\r\n",
		"\xfe\r\n2\r\n3\r\n4\r\n",
	],
	["removed and added", "1\n2\n3\n4\n5\n6\n", "2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\n6\n7\n", "2\n3\n4\n5\n6\n7\n"],
])("texts merge: %s", (_name, base, ours, theirs, merged) => {
	expect(merge(base, ours, theirs)).toBe(merged);
	expect(merge(base, theirs, ours)).toBe(merged);
});

test.each([
	["the same line", "1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n"],
	["adjacent lines", "1\n2\n3\n4\n", "1\nx\n3\n4\n", "1\n2\ny\n4\n"],
	["both added at one place", "1\n2\n", "1\nx\n2\n", "1\ny\n2\n"],
	["binary", "1\0\n2\n", "1\0\n2\n3\n", "0\0\n2\n"],
])("texts do not merge: %s", (_name, base, ours, theirs) => {
	expect(merge(base, ours, theirs)).toBeUndefined();
});

test("changes of distant lines merge whatever they are", () => {
	for (let seed = 0; seed < 300; seed++) {
		const random = seeded(seed);
		const base = Array.from({ length: 60 }, (_, line) => `${line}\n`);
		const [ours, theirs, both] = [base.slice(), base.slice(), base.slice()];
		for (let line = 0; line < base.length; line += 3) {
			const side = random.pick([ours, theirs, base]);
			const text = random.pick(["", `new ${line}\n`, `${line}\nmore\n`]);
			if (side === base) continue;
			side[line] = text;
			both[line] = text;
		}
		expect(merge(base.join(""), ours.join(""), theirs.join(""))).toBe(both.join(""));
	}
});
