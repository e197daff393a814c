import { expect, test } from "bun:test";
import type { SessionEntry } from "@oh-my-pi/pi-session/entry/entry";
import { shrinkEntry } from "./shrink-entry.ts";

const entry = (content: unknown): SessionEntry =>
	({ type: "message", id: "a", parentId: null, timestamp: "t", message: { role: "user", content } }) as never;

test("shrink entry: what fits stays as it is", () => {
	const small = entry("hello");
	expect(shrinkEntry(small)).toBe(small);
});

test("shrink entry: images go first, then the ends of texts, and ids always stay", () => {
	const image = { type: "image", data: "A".repeat(5000), mimeType: "image/png" };
	const withImage = shrinkEntry(entry([{ type: "text", text: "look" }, image]), 1000);
	expect(withImage).toEqual(
		entry([
			{ type: "text", text: "look" },
			{ type: "text", text: "[image left out]" },
		]),
	);
	const long = shrinkEntry(entry("x".repeat(10_000)), 3000);
	expect(long).toEqual(entry(`${"x".repeat(2000)}… [8000 characters left out]`));
	const hopeless = shrinkEntry(entry(Array.from({ length: 1000 }, () => ({ type: "text", text: "y" }))), 1000);
	expect(hopeless).toMatchObject({ id: "a", parentId: null, customType: "collab-left-out" });
});
