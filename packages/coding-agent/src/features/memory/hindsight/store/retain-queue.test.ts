import { expect, test } from "bun:test";
import { until } from "@oh-my-pi/pi-testkit/until";
import { RetainQueue } from "./retain-queue.ts";

function queue({ delayMs = 60_000 } = {}) {
	const sent: string[][] = [];
	const warnings: string[] = [];
	const server = { isDown: false };
	const made = new RetainQueue({
		async send(items) {
			if (server.isDown) throw new Error("server is down");
			sent.push(items.map(({ content }) => content));
		},
		warn: (text) => warnings.push(text),
		delayMs,
	});
	return { queue: made, sent, warnings, server };
}

const items = (...contents: string[]) => contents.map((content) => ({ content }));

test("what waits is sent when there are 16, or after a while", async () => {
	const many = queue();
	for (let number = 1; number <= 16; number++) many.queue.add(items(`${number}`));
	await until(() => many.sent.length > 0);
	expect(many.sent.map((batch) => batch.length)).toEqual([16]);
	const few = queue({ delayMs: 5 });
	few.queue.add(items("a"));
	few.queue.add(items("b"));
	await until(() => few.sent.length > 0);
	expect(few.sent).toEqual([["a", "b"]]);
});

test("what a server did not take waits for the next time, with one warning however often that is", async () => {
	const { queue: retained, sent, warnings, server } = queue();
	server.isDown = true;
	retained.add(items("a", "b"));
	await retained.flush();
	await retained.flush();
	expect([retained.size, warnings]).toEqual([2, ["2 memories were not stored. server is down"]]);
	server.isDown = false;
	retained.add(items("c"));
	await retained.flush();
	expect([retained.size, sent]).toEqual([0, [["a", "b", "c"]]]);
});

test("a newer version of a document replaces the one that waits", async () => {
	const { queue: retained, sent } = queue();
	retained.add([{ content: "short", document_id: "s1" }]);
	retained.add([{ content: "longer", document_id: "s1" }]);
	await retained.flush();
	expect(sent).toEqual([["longer"]]);
});

test("closing sends what waits; after that nothing can be added", async () => {
	const { queue: retained, sent } = queue();
	retained.add(items("a"));
	await retained.close();
	expect(sent).toEqual([["a"]]);
	expect(() => retained.add(items("b"))).toThrow("Hindsight retain queue is closed.");
});

test("clearing drops what waits, and says how much that was", async () => {
	const { queue: retained, sent } = queue();
	retained.add(items("a", "b"));
	expect(retained.clear()).toBe(2);
	await retained.flush();
	expect(sent).toEqual([]);
});
