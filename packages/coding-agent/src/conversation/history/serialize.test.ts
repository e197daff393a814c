import { expect, test } from "bun:test";
import { fitPassages } from "../compaction/summary/summarize.ts";
import { assistant, result, tokens, user } from "../testing/history.ts";
import { serialize } from "./serialize.ts";

test("messages are serialized as text, without useless results", () => {
	const messages = [
		user("Fix the login"),
		assistant(
			"Looking.",
			[
				{ name: "read", arguments: { path: "a.ts" }, id: "1" },
				{ name: "search", arguments: { pattern: "x" }, id: "2" },
			],
			{},
		),
		result("line one", "read", { toolCallId: "1" }),
		result("No matches", "search", { toolCallId: "2", useless: true }),
		assistant("", [{ name: "bash", arguments: { command: "make" }, id: "3" }]),
		result("exit 2", "bash", { toolCallId: "3", isError: true }),
		{ role: "custom" as const, customType: "x", content: "Mind the gap", display: false, timestamp: 0 },
	];
	expect(fitPassages(serialize(messages), 1000)).toBe(
		[
			"Human: Fix the login",
			"Assistant: Looking.",
			'Assistant called read({"path":"a.ts"})',
			"Tool result (read): line one",
			'Assistant called bash({"command":"make"})',
			"Tool failed (bash): exit 2",
			"System note: Mind the gap",
		].join("\n\n"),
	);
});

test("thinking is truncated and long results are elided in the middle", () => {
	const thinking = assistant("", [], { content: [{ type: "thinking", thinking: `begin${tokens(1000)}end` }] });
	const [thought, output] = serialize([thinking, result(`begin${tokens(5000)}end`)]);
	expect(thought?.text.length).toBeLessThan(700);
	expect(output?.text).toMatch(/^Tool result \(read\): begin.*characters left out.*end$/s);
	expect(output?.text.length).toBeLessThan(4200);
});

test("over the budget, the oldest tool output is dropped first, then the oldest passages", () => {
	const passages = serialize([
		user("first"),
		result(tokens(400), "read"),
		user(tokens(400)),
		result(tokens(400), "bash"),
		user("last"),
	]);
	expect(fitPassages(passages, 900)).toStartWith("Human: first\n\n[tool output dropped to make room]\n\nHuman: word");
	const tight = fitPassages(passages, 100);
	expect(tight).toBe("[3 earlier passages left out to make room]\n\n[tool output dropped to make room]\n\nHuman: last");
});
