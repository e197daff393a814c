import { expect, test } from "bun:test";
import { RestoreStream } from "./restore-stream.ts";
import { SecretHider } from "./secret-hider.ts";

const hider = new SecretHider(
	[
		{ type: "plain", source: "file", mode: "obfuscate", value: "s3cret-V4lue-1", label: "DATABASE" },
		{ type: "plain", source: "file", mode: "obfuscate", value: "1234567890" },
	],
	new Uint8Array(32),
);

test("restore-stream: a placeholder split at any two places arrives whole, and nothing of it is shown before", () => {
	for (const value of ["s3cret-V4lue-1", "1234567890"]) {
		const text = hider.hide(`cost $5, $$ and ${value}${value} end`);
		for (let first = 0; first < text.length; first++) {
			for (let second = first; second < text.length; second += 3) {
				const stream = new RestoreStream(hider);
				const shown = [text.slice(0, first), text.slice(first, second), text.slice(second)].map((piece) =>
					stream.push(piece),
				);
				expect(shown.join("") + stream.end()).toBe(`cost $5, $$ and ${value}${value} end`);
				for (const piece of shown) expect(piece).not.toContain("$$D");
			}
		}
	}
});

test("restore-stream: text without a dollar sign passes at once, and what never becomes a placeholder follows", () => {
	const stream = new RestoreStream(hider);
	expect(stream.push("plain")).toBe("plain");
	expect(stream.push(" $$DATA")).toBe(" ");
	expect(stream.push("BASE is")).toBe("$$DATABASE is");
	expect(stream.push(" $")).toBe(" ");
	expect(stream.end()).toBe("$");
});
