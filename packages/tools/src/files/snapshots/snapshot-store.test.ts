import { expect, test } from "bun:test";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { maxSnapshotBytes, SnapshotStore } from "./snapshot-store.ts";
import { snapshotTag } from "./snapshot-tag.ts";

verifies("tools-files:tag:store-limits", () => {
	const store = new SnapshotStore();
	for (let count = 1; count <= 9; count++) store.record("/a", `version ${count}`, "all");
	expect(store.versions("/a").map(({ text }) => text)).toEqual(
		Array.from({ length: 9 }, (_, index) => `version ${9 - index}`),
	);

	const small = new SnapshotStore(30);
	const tags = ["1", "2", "3"].map((text) => small.record("/a", text.repeat(10), "all") ?? "");
	small.record("/b", "b".repeat(10), "all");
	expect([small.find("/a", tags[0] ?? ""), small.versions("/a").length]).toEqual([undefined, 2]);
	expect(tags.map((tag) => small.wasForgotten("/a", tag))).toEqual([true, false, false]);
	// `/a` was just asked for, so `/b` is the one unused for longest.
	small.record("/c", "c".repeat(10), "all");
	expect([small.versions("/b"), small.versions("/a").length]).toEqual([[], 2]);
	expect(small.record("/large", "l".repeat(40), "all")).toBeDefined();
	expect([small.versions("/a"), small.versions("/large").length]).toEqual([[], 1]);

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

test("the files with a version of some tag are known", () => {
	const store = new SnapshotStore();
	store.record("/a", "text", "all");
	store.record("/b", "other", "all");
	const tag = store.record("/a", "more text", "all") ?? "";
	expect(store.pathsWith(tag.toLowerCase())).toEqual(["/a"]);
	store.record("/c", "more text", "all");
	expect(store.pathsWith(tag)).toEqual(["/a", "/c"]);
	expect(store.pathsWith("0000")).toEqual([]);
});
