import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import type { Block } from "../transcript/reduce/block.ts";

const usage = {
	input: 1234,
	output: 56,
	cacheRead: 90_000,
	cacheWrite: 0,
	totalTokens: 91_290,
	cost: { input: 0.01, output: 0.02, cacheRead: 0, cacheWrite: 0, total: 0.034 },
};

const reply = (content: AssistantMessage["content"], stopReason: AssistantMessage["stopReason"] = "stop"): Block => ({
	kind: "assistant",
	id: "assistant",
	revision: 0,
	settled: true,
	message: {
		role: "assistant",
		content,
		api: "x",
		provider: "x",
		model: "x",
		usage,
		duration: 3200,
		stopReason,
		timestamp: 0,
	},
});

const settled = { id: "sample", settled: true } as const;

/** Every kind of block that is no tool call, by what it shows. */
export const blockSamples: Readonly<Record<string, Block>> = {
	"a prompt with attachments": {
		...settled,
		kind: "user",
		text: "add an exclamation mark\nto the greeting",
		images: [],
		attachments: ["src/greet.ts (3 lines)"],
	},
	"a reply with thoughts": reply([
		{ type: "thinking", thinking: "The greeting lives in greet.ts.\n\n```ts\ngreet()\n```\n\nI will read it first." },
		{ type: "text", text: "Done. The greeting now **ends** with `!`.\n\n- one\n- two" },
	]),
	"a reply that was stopped": reply([{ type: "text", text: "I will now" }], "aborted"),
	"several reads": {
		...settled,
		kind: "reads",
		isOpen: false,
		calls: ["src/greet.ts", "src/main.ts:1-20", "README.md"].map((path, index) => ({
			kind: "tool",
			id: path,
			tool: "read",
			args: { path },
			state: index === 2 ? "failed" : "done",
			output: { content: [{ type: "text", text: "Path 'README.md' not found" }], details: {} },
			settled: true,
		})),
	},
	"a warning": { ...settled, kind: "notice", level: "warning", text: "The theme file has a mistake" },
	"a status": { ...settled, kind: "status", text: "Thinking blocks: hidden" },
	"an error": {
		...settled,
		kind: "error",
		state: "shown",
		text: '401 {"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
	},
	"a compaction": {
		...settled,
		kind: "summary",
		what: "compacted",
		text: "## Goal\nFix the greeting",
		tokensBefore: 182_000,
		tokensAfter: 24_000,
	},
	"a branch summary": { ...settled, kind: "summary", what: "branch summary", text: "We tried a full stop." },
	"a message of an extension": { ...settled, kind: "custom", label: "linter", text: "2 problems in greet.ts" },
	"a reminder": { ...settled, kind: "reminder", todos: ["Write tests", "Publish"], attempt: 1, maxAttempts: 3 },
	"a job's end": {
		...settled,
		kind: "job",
		jobs: [{ jobId: "Alpha", type: "task", label: "Alpha", durationMs: 7200 }],
	},
	"a run's end": {
		...settled,
		kind: "run_end",
		calls: [
			{
				tool: "edit",
				args: { path: "src/greet.ts" },
				output: { content: [], details: { diff: "-2|a\n+2|b\n+3|c", op: "update", path: "src/greet.ts" } },
			},
			{ tool: "write", args: { path: "src/new.ts", content: "one\ntwo\n" }, output: { content: [] } },
		],
		elapsedMs: 18_400,
		costUsd: 0.0312,
	},
	"a rule": { ...settled, kind: "rule", text: "Fix greeting" },
	"a command by hand": {
		...settled,
		kind: "user_run",
		run: {
			id: "run",
			language: "bash",
			text: "ls src",
			isPrivate: true,
			output: "greet.ts\nmain.ts",
			end: { exitCode: 1, cancelled: false },
		},
	},
};
