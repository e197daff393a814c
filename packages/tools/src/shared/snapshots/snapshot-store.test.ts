import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { maxSnapshotBytes, SnapshotStore } from "./snapshot-store.ts";
import { snapshotTag } from "./snapshot-tag.ts";

verifies("tools-files:tag:store-limits", () => {
	const store = new SnapshotStore();
	for (let count = 1; count <= 5; count++) store.record("/a", `version ${count}`, "all");
	expect(store.versions("/a").map(({ text }) => text)).toEqual(["version 5", "version 4", "version 3", "version 2"]);

	for (let count = 1; count <= 29; count++) store.record(`/${count}`, "x", []);
	expect(store.versions("/a")).toHaveLength(4);
	// `/a` was just asked for, so `/1` is the one unused for longest.
	store.record("/one more", "x", []);
	expect([store.versions("/1"), store.versions("/a").length]).toEqual([[], 4]);

	expect(store.record("/large", "x".repeat(maxSnapshotBytes + 1), "all")).toBeUndefined();
	expect(store.record("/two\nlines", "x", "all")).toBeUndefined();
	expect(store.record("/wide", "✓".repeat(maxSnapshotBytes / 2), "all")).toBeUndefined();
	expect(store.versions("/large")).toEqual([]);
});

test("what was seen of one version adds up, whatever its line ends", () => {
	const store = new SnapshotStore();
	const tag = store.record("/a", "1\r\n2\r\n3\r\n4\r\n5\r\n", [{ start: 1, end: 2 }]);
	store.record("/a", "1\n2\n3\n4\n5\n", [{ start: 4, end: 5 }]);
	store.record("/a", "1\n2\n3\n4\n5\n", [{ start: 3, end: 3 }]);
	expect(store.versions("/a")).toEqual([{ tag: tag ?? "", text: "1\n2\n3\n4\n5\n", seen: [{ start: 1, end: 5 }] }]);
});

test("a version is found by its tag in any case, on its own path only", () => {
	const store = new SnapshotStore();
	const text = "some text\n";
	store.record("/a", text, "all");
	const expected = { tag: snapshotTag(text), text, seen: [{ start: 1, end: 2 }] };
	expect(store.find("/a", snapshotTag(text).toLowerCase())).toEqual(expected);
	expect(store.find("/b", snapshotTag(text))).toBeUndefined();
});

test("a moved file keeps its versions and a forgotten one loses them", () => {
	const store = new SnapshotStore();
	store.record("/a", "text", "all");
	store.move("/a", "/b");
	expect([store.versions("/a").length, store.versions("/b").length]).toEqual([0, 1]);
	store.forget("/b");
	expect(store.versions("/b")).toEqual([]);
});
