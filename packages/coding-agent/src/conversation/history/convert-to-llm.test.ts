import { expect, test } from "bun:test";
import type { BashExecutionMessage, SessionMessage } from "@oh-my-pi/pi-session/entry/message";
import { replyMessage } from "@oh-my-pi/pi-testkit/fakes/reply-message";
import { verifies } from "@oh-my-pi/pi-testkit/verifies";
import { convertToLlm } from "./convert-to-llm.ts";

const ran = (fields: Partial<BashExecutionMessage>): BashExecutionMessage => ({
	role: "bashExecution",
	command: "make",
	output: "out\n",
	cancelled: false,
	truncated: false,
	timestamp: 1,
	...fields,
});
const contents = (...messages: SessionMessage[]) => convertToLlm(messages).map(({ role, content }) => [role, content]);

verifies("agent-loop:context:bash-conversion", () => {
	expect(
		contents(
			ran({ exitCode: 0 }),
			ran({ exitCode: 2 }),
			ran({ cancelled: true }),
			ran({ exitCode: 0, truncated: true, artifactId: "3" }),
			{ role: "pythonExecution", code: "1+1", output: "2", cancelled: false, truncated: false, timestamp: 1 },
		),
	).toEqual([
		["user", "Ran `make`\n```\nout\n\n```"],
		["user", "Ran `make`\n```\nout\n\n```\nCommand exited with code 2"],
		["user", "Ran `make`\n```\nout\n\n```\n(command cancelled)"],
		["user", "Ran `make`\n```\nout\n\n```\n[Output truncated. Full output: artifact://3]"],
		["user", "Ran Python:\n```python\n1+1\n```\nOutput:\n```\n2\n```"],
	]);
});

test("files of a compaction are named once", () => {
	const summary = "## Goal\nship\n\n<files>\n# ./\na.ts (Read)\n</files>";
	const compaction = { role: "compactionSummary" as const, summary, tokensBefore: 1, timestamp: 1 };
	const sent = (preserveData: Record<string, unknown>) => JSON.stringify(contents({ ...compaction, preserveData }));
	expect(sent({ ledger: { readFiles: ["a.ts"] } }).split("a.ts")).toHaveLength(2);
	expect(sent({})).toContain("a.ts (Read)");
});

test("calls of the history say what they are for, where the schemas ask for it", () => {
	const call = { type: "toolCall" as const, id: "a", name: "read", arguments: { path: "x" }, intent: "Looking" };
	const reply = replyMessage([call]);
	expect(convertToLlm([reply], { withIntents: true })).toMatchObject([
		{ content: [{ arguments: { i: "Looking", path: "x" } }] },
	]);
	expect(convertToLlm([reply])).toEqual([reply]);
});

verifies("agent-loop:context:excluded-bash", () => {
	expect(contents(ran({ exitCode: 0, excludeFromContext: true }))).toEqual([]);
});

verifies("agent-loop:context:role-conversion", () => {
	const timestamp = 1;
	const hook = { role: "hookMessage", customType: "x", content: "hooked", display: false, timestamp };
	const unknown = { role: "somethingNew", content: "?", timestamp };
	expect(
		contents(
			{ role: "developer", content: "be brief", timestamp },
			{ role: "custom", customType: "x", content: "injected", display: false, timestamp },
			hook as unknown as SessionMessage,
			{ role: "fileMention", files: [{ path: "a.ts", content: "let a;" }], timestamp },
			{ role: "branchSummary", summary: "left it", fromId: "root", timestamp },
			{ role: "compactionSummary", summary: "so far", tokensBefore: 5, timestamp },
			unknown as unknown as SessionMessage,
		),
	).toEqual([
		["developer", "be brief"],
		["developer", "injected"],
		["developer", "hooked"],
		["user", [{ type: "text", text: '<file path="a.ts">\nlet a;\n</file>' }]],
		["user", expect.stringContaining("left it")],
		["user", expect.stringContaining("so far")],
	]);
});
