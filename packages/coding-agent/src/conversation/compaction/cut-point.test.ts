import { expect, test } from "bun:test";
import type { SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { seeded } from "@oh-my-pi/pi-testkit/seeded-random";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { assistant, result, tokens, user } from "../testing/history.ts";
import { findCut, type HistoryItem } from "./cut-point.ts";

const items = (...messages: Array<SessionMessage | undefined>): HistoryItem[] =>
	messages.map((message, index) => ({ id: String(index), message }));
const keep = (keepTokens: number, ratio = 1) => ({ keepTokens, ratio, billing: "flat" as const });
const call = assistant("", [{ name: "read", arguments: { path: "a" } }]);

verifies("context-management:compaction:cut-point", () => {
	const turn = (text: string) => [user(text), assistant(tokens(100))];
	const long = items(...turn("1"), ...turn("2"), ...turn("3"), ...turn("4"));
	expect(findCut(long, keep(215))).toEqual({ firstKept: 4, turnStart: 4 });
	expect(findCut(long, keep(215, 2))).toEqual({ firstKept: 6, turnStart: 6 });
	expect(findCut(long, keep(1000))).toBeUndefined();

	const big = result(tokens(500));
	expect(findCut(items(...turn("1"), user("2"), call, big), keep(100))).toEqual({ firstKept: 3, turnStart: 2 });
	expect(findCut(items(...turn("1"), user("2"), call, big, user("3")), keep(100))).toEqual({
		firstKept: 5,
		turnStart: 5,
	});
});

test("never cuts between a call and its result", () => {
	const history = items(user("1"), call, user(tokens(100)), result("…"), assistant(tokens(10)));
	expect(findCut(history, keep(50))).toEqual({ firstKept: 4, turnStart: 2 });
});

test("with several calls, never cuts before the last result", () => {
	const two = assistant("", [
		{ name: "read", arguments: {}, id: "a" },
		{ name: "read", arguments: {}, id: "b" },
	]);
	const results = [result("…", "read", { toolCallId: "a" }), result(tokens(90), "read", { toolCallId: "b" })];
	expect(findCut(items(user("1"), two, ...results), keep(50))).toEqual({ firstKept: 1, turnStart: 0 });
});

test("metadata entries between two turns stay with the later one", () => {
	const history = items(user("1"), assistant(tokens(50)), undefined, undefined, user("2"), assistant(tokens(50)));
	expect(findCut(history, keep(55))).toEqual({ firstKept: 2, turnStart: 2 });
});

test("no cut when nothing would be removed", () => {
	expect(findCut([], keep(10))).toBeUndefined();
	expect(findCut(items(undefined, user(tokens(100))), keep(10))).toBeUndefined();
	expect(findCut(items(call, result(tokens(100))), keep(10))).toBeUndefined();
});

test("random histories: a call is never separated from its result", () => {
	const { below: random } = seeded(7);
	for (let round = 0; round < 300; round++) {
		const history: Array<SessionMessage | undefined> = [];
		for (let turn = 0; turn < 12; turn++) {
			if (random(3) === 0) history.push(user(tokens(random(60) + 1)));
			if (random(4) === 0) history.push(undefined);
			const names = Array.from({ length: random(3) }, (_, index) => ({ name: "read", arguments: {}, id: `c${index}` }));
			history.push(assistant(tokens(random(80)), names));
			for (const { id } of names) {
				if (random(5) === 0) history.push(user("steer"));
				history.push(result(tokens(random(200)), "read", { toolCallId: id }));
			}
		}
		const cut = findCut(items(...history), keep(random(900) + 1));
		if (!cut) continue;
		const seen = new Set<string>();
		for (const message of history.slice(cut.firstKept)) {
			if (message?.role === "assistant") {
				for (const block of message.content) if (block.type === "toolCall") seen.add(block.id);
			}
			if (message?.role === "toolResult") expect(seen.has(message.toolCallId)).toBe(true);
		}
		expect(cut.turnStart).toBeLessThanOrEqual(cut.firstKept);
	}
});
