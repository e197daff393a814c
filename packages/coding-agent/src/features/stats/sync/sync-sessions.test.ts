import { expect, test } from "bun:test";
import { appendFile, rm } from "node:fs/promises";
import { openStats } from "../testing/open-stats.ts";

const header = `${JSON.stringify({ type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00Z", cwd: "/code/app" })}\n`;

/** A line with a request of `n` tokens each and calls with these ids. */
function reply(id: string, n: number, callIds: readonly string[] = [], fields: object = {}): string {
	const usage = {
		...{ input: n, output: n, cacheRead: n, cacheWrite: n, totalTokens: 4 * n },
		cost: { input: n * 4, output: n, cacheRead: n, cacheWrite: n * 5, total: n * 11 },
	};
	const content = callIds.map((callId) => ({ type: "toolCall", id: callId, name: "bash", arguments: { a: 1 } }));
	const message = {
		role: "assistant",
		content,
		api: "x",
		provider: "p",
		model: "m",
		usage,
		stopReason: "stop",
		timestamp: 1000,
		...fields,
	};
	return line(id, { type: "message", message });
}

function line(id: string, fields: object): string {
	return `${JSON.stringify({ ...fields, id, parentId: null, timestamp: "2026-01-01T00:00:00Z" })}\n`;
}

const result = (id: string, callId: string, text: string, isError = false) =>
	line(id, {
		type: "message",
		message: {
			role: "toolResult",
			toolCallId: callId,
			toolName: "bash",
			content: [{ type: "text", text }],
			isError,
			timestamp: 1000,
		},
	});
const user = (id: string, content: string, fields: object = {}) =>
	line(id, { type: "message", message: { role: "user", content, timestamp: 1000, ...fields } });

test("sync: only new lines are read, and half a line waits for its end", async () => {
	const second = reply("b", 2);
	await using opened = await openStats({ "app/s.jsonl": header + reply("a", 1) + second.slice(0, 30) });
	expect(await opened.stats.sync()).toEqual({ files: 1, processed: 1, requests: 1 });
	expect(await opened.stats.sync()).toEqual({ files: 1, processed: 0, requests: 0 });
	await appendFile(opened.path("app/s.jsonl"), second.slice(30));
	expect(await opened.stats.sync()).toEqual({ files: 1, processed: 1, requests: 1 });
	const [folder] = opened.stats.answers.folders("all");
	// The cache cost 6 per token and would have cost 8 as other input.
	expect(folder).toMatchObject({
		folder: "/code/app",
		totalRequests: 2,
		totalTokens: 12,
		totalCost: 33,
		cacheSavings: 6,
	});
});

test("sync: copies, rewritten and deleted files count once", async () => {
	const text = header + reply("a", 1, ["c"]) + result("r", "c", "four");
	await using opened = await openStats({ "app/s.jsonl": text, "app/copy.jsonl": text + reply("b", 5) });
	await opened.stats.sync();
	await opened.write("app/s.jsonl", `${JSON.stringify({ type: "title", title: "New" })}\n${text}`);
	await opened.stats.sync();
	await rm(opened.path("app/copy.jsonl"));
	await opened.stats.sync();
	expect(opened.stats.answers.overview("all").overall).toMatchObject({ totalRequests: 2, totalTokens: 24 });
	expect(opened.stats.answers.tools("all").byTool).toMatchObject([
		{ tool: "bash", calls: 1, argsChars: 7, resultChars: 4 },
	]);
});

test("sync: a result that comes later belongs to its call, also when ids are used again", async () => {
	await using opened = await openStats({
		"app/s.jsonl": header + reply("a", 1, ["c"]) + result("r1", "c", "ab") + reply("b", 1, ["c"]),
	});
	await opened.stats.sync();
	const call = () => opened.stats.answers.tools("all").byTool[0];
	expect(call()).toMatchObject({ calls: 2, errors: 0, resultChars: 2 });
	await appendFile(opened.path("app/s.jsonl"), result("r2", "c", "abcd", true));
	await opened.stats.sync();
	expect(call()).toMatchObject({ calls: 2, errors: 1, resultChars: 6 });
});

test("sync: tokens and cost of a turn are divided over its calls", async () => {
	await using opened = await openStats({ "app/s.jsonl": header + reply("a", 3, ["c", "d", "e"]) });
	await opened.stats.sync();
	expect(opened.stats.answers.tools("all").byTool).toMatchObject([
		{ calls: 3, totalTokensShare: 12, outputTokensShare: 3, costShare: 33 },
	]);
});

test("sync: main session, sub-agents and advisor are told apart by their files", async () => {
	await using opened = await openStats({
		"app/s.jsonl": header + reply("a", 1),
		"app/s/Alpha.jsonl": header + reply("b", 1),
		"app/s/Alpha/Beta.jsonl": header + reply("c", 1),
		"app/s/__advisor.style.jsonl": header + reply("d", 1),
	});
	await opened.stats.sync();
	const counts = opened.stats.answers
		.overview("all")
		.byAgentType.map(({ agentType, totalRequests }) => [agentType, totalRequests]);
	expect(counts).toEqual([
		["main", 1],
		["subagent", 2],
		["advisor", 1],
	]);
});

test("sync: what the user typed belongs to the model that answers, now or later; what omp wrote is nobody's", async () => {
	const typed = user("u1", "NO NOT THAT AGAIN!!! you broke it, damn");
	const text = header + typed + user("u2", "task", { attribution: "agent" }) + user("u3", "note", { synthetic: true });
	await using opened = await openStats({ "app/s.jsonl": text, "app/s/Alpha.jsonl": header + user("u4", "do it") });
	await opened.stats.sync();
	const models = () => opened.stats.answers.behavior("all").byModel;
	expect(models()).toMatchObject([{ model: "unknown", provider: "unknown", messages: 1 }]);
	await appendFile(opened.path("app/s.jsonl"), reply("a", 1) + user("u5", "no not that again, you broke it"));
	await opened.stats.sync();
	expect(models()).toMatchObject([
		{ model: "m", provider: "p", messages: 1, shouting: 1, anguish: 1, blame: 1, swearing: 1 },
		{ model: "unknown", messages: 1, negation: 1, repetition: 1 },
	]);
});

test("sync: a compaction saved what the next request did not send", async () => {
	const compaction = (id: string, preserveData: object) =>
		line(id, { type: "compaction", summary: "s", firstKeptEntryId: "a", tokensBefore: 1000, preserveData });
	await using opened = await openStats({
		"app/s.jsonl": header + compaction("k1", { snapcompact: {} }) + reply("a", 100) + compaction("k2", {}),
	});
	await opened.stats.sync();
	expect(opened.stats.answers.gain("all", null)).toMatchObject({
		overall: {
			savedTokens: 700,
			savedBytes: 2800,
			hits: 1,
			originalBytes: 4000,
			outputBytes: 1200,
			reductionPercent: 70,
		},
		bySource: { snapcompact: { hits: 1 }, summary: { hits: 0 } },
		projects: ["/code/app"],
	});
	await appendFile(opened.path("app/s.jsonl"), reply("b", 200));
	await opened.stats.sync();
	expect(opened.stats.answers.gain("all", "/code/app").bySource.summary).toMatchObject({ hits: 1, savedTokens: 400 });
	expect(opened.stats.answers.gain("all", "/elsewhere").overall.hits).toBe(0);
});

test("sync: damaged lines, foreign files and absurd values are passed over", async () => {
	const odd = reply("a", 1, [], {
		usage: { input: "many", output: Number.MAX_VALUE, cost: null },
		duration: -1,
		model: 7,
		timestamp: "x",
	});
	const never = line("z", { type: "message", message: { role: "assistant", usage: {}, timestamp: 1e300 } });
	await using opened = await openStats({
		"app/s.jsonl": `${header}{"broken\n\0\0\0\n[]\nnull\n${never}${odd}${reply("b", 1)}`,
		"app/notes.txt": "no session",
		"app/empty.jsonl": "",
	});
	expect(await opened.stats.sync()).toEqual({ files: 2, processed: 1, requests: 2 });
	expect(
		opened.stats.answers
			.models("all")
			.map(({ model }) => model)
			.sort(),
	).toEqual(["m", "unknown"]);
});
