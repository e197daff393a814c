import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { workspace } from "@oh-my-pi/pi-testkit/workspace";
import type { CustomEntry } from "../entry/entry.ts";
import { BlobStore } from "./blobs.ts";
import { entryLine, prepareEntry, resolveBlobReferences } from "./prepare-entry.ts";

const NOTICE = "[Session persistence truncated large content]";

function custom(data: unknown): CustomEntry {
	return { type: "custom", customType: "x", data, id: "a", parentId: null, timestamp: "t" };
}

const prepared = (data: unknown, blobs?: BlobStore) => (prepareEntry(custom(data), blobs) as CustomEntry).data;

test("prepareEntry: an entry that needs no change is returned as the same object", () => {
	const entry = custom({ list: [1, { a: "b" }], when: new Date(0) });
	expect(prepareEntry(entry, undefined)).toBe(entry);
});

test("prepareEntry: transient fields are dropped; a tool's arguments stay", () => {
	const call = { type: "toolCall", arguments: { partialJson: "kept" }, partialJson: "{", jsonlEvents: [] };
	expect(entryLine(custom([call]), undefined)).toBe(
		'{"type":"custom","customType":"x","data":[{"type":"toolCall","arguments":{"partialJson":"kept"}}],"id":"a","parentId":null,"timestamp":"t"}\n',
	);
});

describe("prepareEntry: texts over 500,000 characters", () => {
	const long = `${"line\n".repeat(100_000)}x`;

	verifies("sessions:persist:large-strings-cut", () => {
		const cut = prepared(long) as string;
		expect([cut.length, cut.endsWith(NOTICE), cut.startsWith("line\nline\n")]).toEqual([500_000, true, true]);
		expect(prepared({ thinkingSignature: long })).toEqual({ thinkingSignature: "" });
		expect(prepared(cut)).toBe(cut);
		expect(prepared(long.slice(0, 500_000))).toBe(long.slice(0, 500_000));
	});

	test("are not cut inside a surrogate pair", () => {
		const cut = prepared("😀".repeat(300_000)) as string;
		expect(cut.isWellFormed()).toBe(true);
	});

	test("get a new line count", () => {
		const file = prepared({ path: "a", content: long, lineCount: 100_001 }) as { content: string; lineCount: number };
		expect(file.lineCount).toBe(file.content.split("\n").length);
		expect(file.lineCount).toBeLessThan(100_001);
	});

	test("are emptied when they are signed or encrypted", () => {
		const signed = { thinking: "t", thinkingSignature: long, nested: { encrypted_content: long } };
		expect(prepared([signed, { type: "redactedThinking", data: long }])).toEqual([
			{ thinking: "t", thinkingSignature: "", nested: { encrypted_content: "" } },
			{ type: "redactedThinking", data: "" },
		]);
	});
});

describe("prepareEntry: images", () => {
	const small = Buffer.alloc(600, 1).toString("base64");
	const large = Buffer.alloc(768, 2).toString("base64");
	const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });

	test("of 1024 base64 characters and more go to the blob store and are restored on reading", async () => {
		await using project = await workspace();
		const blobs = new BlobStore(project.file("blobs"));
		const url = "data:image/png;base64,AQID";
		const given = { content: [image(small), image(large)], image_url: { url } };
		const stored = prepared(given, blobs) as typeof given;
		expect(stored.content[0]?.data).toBe(small);
		expect(stored.content[1]?.data).toMatch(/^blob:sha256:[0-9a-f]{64}$/);
		expect(stored.image_url.url).toMatch(/^blob:sha256:[0-9a-f]{64}$/);
		expect(resolveBlobReferences(stored, blobs, () => {})).toEqual(given);
		expect(prepared(stored, blobs)).toEqual(stored);
	});

	test("stay inline without a store, when the store fails, or when re-encoding would change them", async () => {
		await using project = await workspace();
		writeFileSync(project.file("blobs"), "a file where the folder should be");
		const broken = new BlobStore(project.file("blobs"));
		const huge = image(Buffer.alloc(600_000).toString("base64"));
		expect(prepared(huge)).toEqual(huge);
		expect(prepared(huge, broken)).toEqual(huge);
		const wrapped = image(`${large}\n${large}`);
		expect(prepared(wrapped, new BlobStore(project.file("other")))).toEqual(wrapped);
	});
});

test("prepareEntry: circular references and big integers are replaced, so the entry can be written", () => {
	const circle: Record<string, unknown> = { big: 12n };
	circle.self = circle;
	const shared = { a: 1 };
	expect(prepared({ circle, twice: [shared, shared] })).toEqual({
		circle: { big: "12", self: "[Circular]" },
		twice: [shared, shared],
	});
});

test("entryLine: values that cannot be serialized are replaced, the rest is written", () => {
	const refusing = {
		toJSON: () => {
			throw new Error("no");
		},
	};
	let deep: unknown = "bottom";
	for (let level = 0; level < 200_000; level++) deep = { deep };
	const message = {
		role: "toolResult",
		toolCallId: "a",
		content: [{ type: "text", text: "kept" }],
		details: { refusing, fine: 1 },
		deep,
	};
	const entry = { type: "message", id: "a", parentId: null, timestamp: "t", message } as unknown as CustomEntry;
	expect(JSON.parse(entryLine(entry, undefined))).toEqual({
		type: "message",
		id: "a",
		parentId: null,
		timestamp: "t",
		message: {
			role: "toolResult",
			toolCallId: "a",
			content: [{ type: "text", text: "kept" }],
			details: { refusing: "[not serializable]", fine: 1 },
			deep: { deep: "[not serializable]" },
		},
	});
});

test("resolveBlobReferences: a page of a compacted history has no type and gets its image back", async () => {
	await using project = await workspace();
	const blobs = new BlobStore(project.file("blobs"));
	const data = blobs.put(Buffer.from("pixels"), { mimeType: "image/png" });
	const frame = { data, mimeType: "image/png", cols: 170, rows: 128, chars: 9 };
	expect(resolveBlobReferences([frame, { data, mimeType: "image/png" }], blobs, () => {})).toEqual([
		{ ...frame, data: Buffer.from("pixels").toString("base64") },
		{ data, mimeType: "image/png" },
	]);
});
